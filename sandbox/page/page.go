package page

import (
	"embed"
	"encoding/json"
	"io/fs"
	"mime"
	"net/http"
	"strings"

	"roundel/sandbox"
)

//go:embed static
var static embed.FS

// maxPageBody is the largest request the page sends: a file in base64.
const maxPageBody = sandbox.MaxFile/3*4 + 1<<20

// Config says what the page offers besides the sandbox itself.
type Config struct {
	// Demos are fights that people can set up with a button.
	Demos []Demo
	// Order lists the names of commands in groups, in the order in which the page suggests them. Others follow by name.
	Order [][]string
	// Begin is the command that an empty channel suggests, such as "init start".
	Begin string
	// Restart kills the bot and starts it again, for the fault panel. Nil leaves that button out. It is called without
	// locks held.
	Restart func() error
}

// Demo is a fight to try out: a script (see play.Script) that is played in a channel of its own.
type Demo struct {
	// Name becomes the channel's name, Title is on the button.
	Name, Title, Script string
}

// site is the page of one sandbox.
type site struct {
	*sandbox.Server
	cfg Config
}

// Handlers returns the page at / and its API under /sandbox/, by pattern, for Server.Handle.
func Handlers(srv *sandbox.Server, cfg Config) map[string]http.Handler {
	s := &site{srv, cfg}
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	server := http.FileServerFS(files)
	return map[string]http.Handler{
		"/": ownPage(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-cache")
			server.ServeHTTP(w, r)
		}),
		"GET /sandbox/world":      asking(s.world),
		"GET /sandbox/commands":   asking(s.commands),
		"GET /sandbox/apps":       asking(s.apps),
		"GET /sandbox/messages":   asking(s.messages),
		"GET /sandbox/violations": asking(s.violations),
		"GET /sandbox/faults":     asking(s.faults),
		"GET /sandbox/live":       ownPage(s.live),
		"POST /sandbox/command":   asking(s.command),
		"POST /sandbox/complete":  asking(s.complete),
		"POST /sandbox/app":       asking(s.app),
		"POST /sandbox/press":     asking(s.press),
		"POST /sandbox/select":    asking(s.choose),
		"POST /sandbox/submit":    asking(s.submit),
		"POST /sandbox/attach":    asking(s.attach),
		"POST /sandbox/say":       asking(s.say),
		"POST /sandbox/add":       asking(s.add),
		"POST /sandbox/locale":    asking(s.locale),
		"POST /sandbox/community": asking(s.community),
		"POST /sandbox/demo":      asking(s.demo),
		"POST /sandbox/fault":     asking(s.fault),
	}
}

// ownPage serves a part of the page. It limits what the page may load, and refuses forms that foreign sites post.
func ownPage(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if r.Method == http.MethodPost && kind != "application/json" {
			http.Error(w, "This page is for this machine only.", http.StatusForbidden)
			return
		}
		header := w.Header()
		header.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; "+
			"connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; "+
			"frame-ancestors 'self'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		next(w, r)
	})
}

// ask is a request of the page: who does what, and where. GET requests have it in the query.
type ask struct {
	User        string            `json:"user"`
	Channel     string            `json:"channel"`
	Line        string            `json:"line"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"`
	Focused     string            `json:"focused"`
	Message     string            `json:"message"`
	Target      string            `json:"target"`
	Button      string            `json:"button"`
	Menu        string            `json:"menu"`
	Values      []string          `json:"values"`
	Interaction string            `json:"interaction"`
	Fields      map[string]string `json:"fields"`
	Text        string            `json:"text"`
	Kind        string            `json:"kind"`
	Locale      string            `json:"locale"`
	Data        []byte            `json:"data"`
	Seconds     int               `json:"seconds"`
}

// object is a JSON object.
type object = map[string]any

// asking answers with the JSON that a function returns, or with 400 and the function's error.
func asking(do func(*http.Request, ask) (any, error)) http.Handler {
	return ownPage(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		a := ask{User: query.Get("user"), Channel: query.Get("channel")}
		status := http.StatusOK
		var out any
		var err error
		if r.Method == http.MethodPost {
			err = json.NewDecoder(http.MaxBytesReader(w, r.Body, maxPageBody)).Decode(&a)
		}
		if err == nil {
			out, err = do(r, a)
		}
		if err != nil {
			status, out = http.StatusBadRequest, object{"error": strings.TrimPrefix(err.Error(), "sandbox: ")}
		}
		data, err := json.Marshal(out)
		if err != nil {
			panic(err) // everything here can be encoded as JSON
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		if _, err := w.Write(data); err != nil {
			return // the page was closed
		}
	})
}

func (s *site) messages(_ *http.Request, a ask) (any, error) {
	return s.Messages(a.Channel, a.User)
}

func (s *site) violations(*http.Request, ask) (any, error) {
	return object{"violations": s.Violations(), "warnings": s.Warnings()}, nil
}

// outcome waits until the user has an answer and returns what the page shows.
func (s *site) outcome(r *http.Request, it *sandbox.Interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	response, err := it.Wait(r.Context())
	return object{"interaction": it.ID, "response": response, "text": response.Text()}, err
}

func (s *site) command(r *http.Request, a ask) (any, error) {
	var it *sandbox.Interaction
	var err error
	if a.Name != "" {
		it, err = s.User(a.User).Invoke(a.Channel, a.Name, a.Options)
	} else {
		it, err = s.User(a.User).Command(a.Channel, a.Line)
	}
	return s.outcome(r, it, err)
}

func (s *site) complete(r *http.Request, a ask) (any, error) {
	if a.Name != "" {
		return s.User(a.User).Offer(r.Context(), a.Channel, a.Name, a.Options, a.Focused)
	}
	return s.User(a.User).Complete(r.Context(), a.Channel, a.Line, a.Focused)
}

// app uses a command in the Apps menu of a message or, with a target, of a user.
func (s *site) app(r *http.Request, a ask) (any, error) {
	var it *sandbox.Interaction
	var err error
	if a.Target != "" {
		it, err = s.User(a.User).OnUser(a.Channel, a.Name, a.Target)
	} else {
		it, err = s.User(a.User).OnMessage(a.Message, a.Name)
	}
	return s.outcome(r, it, err)
}

func (s *site) press(r *http.Request, a ask) (any, error) {
	it, err := s.User(a.User).Press(a.Message, a.Button)
	return s.outcome(r, it, err)
}

func (s *site) choose(r *http.Request, a ask) (any, error) {
	it, err := s.User(a.User).Select(a.Message, a.Menu, a.Values...)
	return s.outcome(r, it, err)
}

func (s *site) submit(r *http.Request, a ask) (any, error) {
	opened, err := s.Find(a.Interaction)
	if err != nil {
		return nil, err
	}
	it, err := s.User(a.User).Submit(opened, a.Fields)
	return s.outcome(r, it, err)
}

// attach uploads a file for the next command or form.
func (s *site) attach(_ *http.Request, a ask) (any, error) {
	id, err := s.User(a.User).Attach(a.Name, a.Data)
	return object{"id": id}, err
}

func (s *site) say(_ *http.Request, a ask) (any, error) {
	id, err := s.User(a.User).Say(a.Channel, a.Text)
	return object{"message": id}, err
}

// add adds a user, a channel or a thread.
func (s *site) add(_ *http.Request, a ask) (any, error) {
	id, err := s.Add(a.Kind, a.Name, a.Channel)
	return object{"id": id}, err
}

// locale sets the language of a user's client.
func (s *site) locale(_ *http.Request, a ask) (any, error) {
	return object{"locale": a.Locale}, s.SetLocale(a.User, a.Locale)
}

// community makes the first server a Community server with a language or, for an empty one, an ordinary server again.
func (s *site) community(_ *http.Request, a ask) (any, error) {
	return object{"locale": a.Locale}, s.SetCommunity("", a.Locale)
}

// world returns the overview of the sandbox (see Server.Overview) and what the page's Config offers.
func (s *site) world(_ *http.Request, a ask) (any, error) {
	demos := []any{}
	for _, d := range s.cfg.Demos {
		demos = append(demos, object{"name": d.Name, "title": d.Title})
	}
	out := s.Overview(a.User)
	out["demos"], out["order"], out["begin"] = demos, append([][]string{}, s.cfg.Order...), s.cfg.Begin
	return out, nil
}

func (s *site) commands(_ *http.Request, a ask) (any, error) { return s.CommandsFor(a.User, a.Channel) }

func (s *site) apps(_ *http.Request, a ask) (any, error) { return s.AppsFor(a.User, a.Channel) }
