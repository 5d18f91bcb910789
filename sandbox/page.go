package sandbox

import (
	"embed"
	"encoding/json"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
)

//go:embed static
var static embed.FS

// maxPageBody is the largest request that the page sends: a file, in base64.
const maxPageBody = maxFile/3*4 + 1<<20

// pageRoutes are the page at / and what it asks for under /sandbox/.
func (s *Server) pageRoutes() map[string]http.Handler {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	server := http.FileServerFS(files)
	return map[string]http.Handler{
		"/": s.ownPage(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-cache")
			server.ServeHTTP(w, r)
		}),
		"GET /sandbox/world":      s.asking(s.pageWorld),
		"GET /sandbox/commands":   s.asking(s.pageCommands),
		"GET /sandbox/messages":   s.asking(s.pageMessages),
		"GET /sandbox/violations": s.asking(s.pageViolations),
		"GET /sandbox/faults":     s.asking(s.pageFaults),
		"GET /sandbox/live":       s.ownPage(s.pageLive),
		"POST /sandbox/command":   s.asking(s.pageCommand),
		"POST /sandbox/complete":  s.asking(s.pageComplete),
		"POST /sandbox/press":     s.asking(s.pagePress),
		"POST /sandbox/select":    s.asking(s.pageSelect),
		"POST /sandbox/submit":    s.asking(s.pageSubmit),
		"POST /sandbox/attach":    s.asking(s.pageAttach),
		"POST /sandbox/say":       s.asking(s.pageSay),
		"POST /sandbox/add":       s.asking(s.pageAdd),
		"POST /sandbox/demo":      s.asking(s.pageDemo),
		"POST /sandbox/fault":     s.asking(s.pageFault),
	}
}

// local lets in only requests that name this sandbox as their host. A foreign site that points its own name at this
// address (DNS rebinding) can then neither play nor pass itself off as the bot.
func (s *Server) local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.ours(r.Host) {
			http.Error(w, "this sandbox is for this machine only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownPage serves a part of the page: what it may load is limited, and a form that a foreign site posts is refused.
func (s *Server) ownPage(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if r.Method == http.MethodPost && kind != "application/json" {
			http.Error(w, "this page is for this machine only", http.StatusForbidden)
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

// ours reports whether a Host header names this sandbox: the machine's own name, localhost or an address, but no name that
// a foreign site may have pointed here.
func (s *Server) ours(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if !s.cfg.Public {
		return host == "localhost" || ip != nil && ip.IsLoopback()
	}
	name, err := os.Hostname()
	return host == "localhost" || ip != nil || err == nil && strings.EqualFold(host, name)
}

// ask is what the page asks for: who does what where. GET requests have it in the query.
type ask struct {
	User        string            `json:"user"`
	Channel     string            `json:"channel"`
	Line        string            `json:"line"`
	Name        string            `json:"name"`
	Options     map[string]string `json:"options"`
	Focused     string            `json:"focused"`
	Message     string            `json:"message"`
	Button      string            `json:"button"`
	Menu        string            `json:"menu"`
	Values      []string          `json:"values"`
	Interaction string            `json:"interaction"`
	Fields      map[string]string `json:"fields"`
	Text        string            `json:"text"`
	Kind        string            `json:"kind"`
	Data        []byte            `json:"data"`
	Seconds     int               `json:"seconds"`
}

// asking answers with the JSON of what a function returns, or with 400 and its error.
func (s *Server) asking(do func(*http.Request, ask) (any, error)) http.Handler {
	return s.ownPage(func(w http.ResponseWriter, r *http.Request) {
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
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		if _, err := w.Write(encode(out)); err != nil {
			return // the page was closed
		}
	})
}

// pageCommands lists what a user can type in a channel, each subcommand as a line of its own.
func (s *Server) pageCommands(_ *http.Request, a ask) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	who, c, err := s.User(a.User).enter(a.Channel)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, cmd := range s.commands {
		t := typed{command: cmd}
		if cmd.kind == 1 && s.findCommand(c.guildID, cmd.name) == cmd && s.mayUse(who, c, t) == nil {
			out = append(out, leaves(t, cmd.options, cmd.description)...)
		}
	}
	slices.SortFunc(out, func(x, y any) int { return compareText(x.(object)["name"], y.(object)["name"]) })
	return out, nil
}

// leaves lists the commands and subcommands that can be typed.
func leaves(t typed, options []*option, description string) []any {
	if len(options) == 0 || !options[0].nests() {
		return []any{object{"name": t.name(), "description": description, "options": optionsJSON(options)}}
	}
	out := []any{}
	for _, o := range options {
		inner := t
		inner.path = append(slices.Clone(t.path), o)
		out = append(out, leaves(inner, o.options, o.description)...)
	}
	return out
}

func (s *Server) pageMessages(_ *http.Request, a ask) (any, error) {
	return s.Messages(a.Channel, a.User)
}

func (s *Server) pageViolations(*http.Request, ask) (any, error) {
	return object{"violations": s.Violations(), "warnings": s.Warnings()}, nil
}

// outcome is what the page is told about an interaction, once the user has its answer.
func (s *Server) outcome(r *http.Request, it *Interaction, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	response, err := it.Wait(r.Context())
	return object{"interaction": it.ID, "response": response, "text": response.Text()}, err
}

func (s *Server) pageCommand(r *http.Request, a ask) (any, error) {
	var it *Interaction
	var err error
	if a.Name != "" {
		it, err = s.User(a.User).Invoke(a.Channel, a.Name, a.Options)
	} else {
		it, err = s.User(a.User).Command(a.Channel, a.Line)
	}
	return s.outcome(r, it, err)
}

func (s *Server) pageComplete(r *http.Request, a ask) (any, error) {
	if a.Name != "" {
		return s.User(a.User).Offer(r.Context(), a.Channel, a.Name, a.Options, a.Focused)
	}
	return s.User(a.User).Complete(r.Context(), a.Channel, a.Line, a.Focused)
}

func (s *Server) pagePress(r *http.Request, a ask) (any, error) {
	it, err := s.User(a.User).Press(a.Message, a.Button)
	return s.outcome(r, it, err)
}

func (s *Server) pageSelect(r *http.Request, a ask) (any, error) {
	it, err := s.User(a.User).Select(a.Message, a.Menu, a.Values...)
	return s.outcome(r, it, err)
}

func (s *Server) pageSubmit(r *http.Request, a ask) (any, error) {
	opened, err := s.Find(a.Interaction)
	if err != nil {
		return nil, err
	}
	it, err := s.User(a.User).Submit(opened, a.Fields)
	return s.outcome(r, it, err)
}

// pageAttach uploads a file for a command or a form that is sent next.
func (s *Server) pageAttach(_ *http.Request, a ask) (any, error) {
	id, err := s.User(a.User).Attach(a.Name, a.Data)
	return object{"id": id}, err
}

func (s *Server) pageSay(_ *http.Request, a ask) (any, error) {
	id, err := s.User(a.User).Say(a.Channel, a.Text)
	return object{"message": id}, err
}

// pageAdd adds a user, a channel or a thread.
func (s *Server) pageAdd(_ *http.Request, a ask) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.add(a.Kind, a.Name, a.Channel)
	return object{"id": id}, err
}
