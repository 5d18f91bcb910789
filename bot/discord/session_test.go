package discord_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/sandbox"
)

// memory stores facts in memory.
type memory struct {
	mu      sync.Mutex
	facts   map[string]string
	reading func(ctx context.Context, key string) error // called before a fact is read; nil: nothing
}

func (m *memory) Get(ctx context.Context, key string) (string, error) {
	if m.reading != nil {
		if err := m.reading(ctx, key); err != nil {
			return "", err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.facts[key], nil
}

func (m *memory) Put(_ context.Context, key, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.facts == nil {
		m.facts = map[string]string{}
	}
	m.facts[key] = value
	return nil
}

// logs is a log in memory.
type logs struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	line func(text string) // called with each line; nil: nothing
}

func (l *logs) Write(p []byte) (int, error) {
	l.mu.Lock()
	line := l.line
	n, err := l.buf.Write(p)
	l.mu.Unlock()
	if line != nil {
		line(string(p))
	}
	return n, err
}

// watch calls a function with each line from now on.
func (l *logs) watch(line func(text string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line = line
}

func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// commands returns the commands for the tests: /do with a text, /say with a text that autocompletes, and /rules with files.
func commands() any {
	text := func(name string, complete bool) map[string]any {
		return map[string]any{"type": 3, "name": name, "description": "text", "required": true, "autocomplete": complete}
	}
	sub := map[string]any{"type": 1, "name": "it", "description": "it", "options": []any{text("what", false),
		map[string]any{"type": 4, "name": "count", "description": "how many"},
		map[string]any{"type": 5, "name": "really", "description": "really"},
		map[string]any{"type": 6, "name": "owner", "description": "whose"}}}
	return []any{
		map[string]any{"name": "do", "description": "do", "options": []any{sub}},
		map[string]any{"name": "say", "description": "say", "options": []any{text("word", true)}},
		map[string]any{"name": "rules", "description": "rules", "options": []any{map[string]any{"type": 1, "name": "add", "description": "add",
			"options": []any{map[string]any{"type": discord.AttachmentOption, "name": "file", "description": "file", "required": true},
				map[string]any{"type": 5, "name": "replace", "description": "replace"},
				map[string]any{"type": discord.AttachmentOption, "name": "more", "description": "more"}}}}},
	}
}

// rig is a session connected to a sandbox.
type rig struct {
	*testing.T
	srv  *sandbox.Server
	s    *discord.Session
	log  *logs
	stop context.CancelFunc
	done chan error
}

// play starts a sandbox and a session with a handler. It runs in parallel with other tests.
func play(t *testing.T, world sandbox.Config, cfg config, handler discord.Handler) *rig {
	t.Helper()
	t.Parallel()
	return set(t, world, cfg, handler)
}

// playAlone is play, but not in parallel with other tests unless the test says so, and checks that no goroutine leaks.
func playAlone(t *testing.T, world sandbox.Config, cfg config, handler discord.Handler) *rig {
	t.Helper()
	noLeaks(t)
	return set(t, world, cfg, handler)
}

func set(t *testing.T, world sandbox.Config, cfg config, handler discord.Handler) *rig {
	t.Helper()
	r := &rig{T: t, srv: standIn(t, world)}
	r.start(cfg, handler)
	return r
}

// standIn starts a stand-in for Discord, which ends with the test.
func standIn(t *testing.T, world sandbox.Config) *sandbox.Server {
	t.Helper()
	srv, err := sandbox.Start(world)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

// noLeaks checks at the end of a test that no goroutine is left of those that it has started, directly or not: they have its label.
func noLeaks(t *testing.T) {
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("test", t.Name())))
	t.Cleanup(func() {
		pprof.SetGoroutineLabels(context.Background())
		end := time.Now().Add(20 * time.Second) // discordgo takes a second to close, see gateway.Connect
		for left := labeled(t); left != "" && !t.Failed(); left = labeled(t) {
			if time.Now().After(end) {
				t.Error("goroutines are left:\n", left)
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// labeled returns the stacks of the goroutines that have a test's label.
func labeled(t *testing.T) (found string) {
	t.Helper()
	var all strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&all, 1); err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(all.String(), "\n\n") {
		if strings.Contains(block, fmt.Sprintf(`# labels: {"test":%q}`, t.Name())) {
			found += block + "\n\n"
		}
	}
	return found
}

// config is what a session needs, and who it works for.
type config struct {
	discord.Config
	discord.Host
	spaced  time.Duration // the pause between two IDENTIFYs of a bucket; 0: hardly any
	promise time.Duration // how long an answer waits for one that another process has promised; 0: a second
}

// texts returns the texts of the tests' sessions.
func texts(*discord.Request) discord.Texts {
	return discord.Texts{Busy: "busy", NotUnderstood: "not understood", FormTooLate: "too late", Done: "done",
		Failed: func(ref string) string { return "failed [" + ref + "]" }}
}

// fullText returns what follows the beginning of what is attached in tests.
func fullText(_ *discord.Request, everyone bool) string {
	if everyone {
		return "all of it is attached"
	}
	return "the rest is attached"
}

// start runs a session until the test ends or r.stop is called.
func (r *rig) start(cfg config, handler discord.Handler) {
	r.Helper()
	r.log = &logs{}
	cfg.Handle, cfg.Log = handler, zerolog.New(r.log)
	if cfg.APIURL == "" {
		cfg.APIURL = r.srv.URL()
	}
	if cfg.Token == "" {
		cfg.Token = r.srv.Token()
	}
	if cfg.ErrorReply == nil {
		cfg.ErrorReply = func(*discord.Request, error, string) *discord.Reply { return nil }
	}
	cfg.Texts, cfg.FullText = texts, fullText
	cfg.Ready = func(ctx context.Context) {
		if err := r.s.RegisterCommands(ctx, "", commands()); err != nil && ctx.Err() == nil {
			r.Log("register:", err)
		}
	}
	s, err := discord.New(cfg.Config)
	if err != nil {
		r.Fatal(err)
	}
	s.Hurry()
	if cfg.spaced > 0 {
		s.SpaceIdentifies(cfg.spaced)
	}
	if cfg.promise > 0 {
		s.AwaitPromises(cfg.promise)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	r.s, r.stop, r.done = s, stop, done
	go func() { done <- s.Run(ctx, cfg.Host) }()
	r.Cleanup(func() {
		stop()
		select {
		case err := <-done:
			if err != nil {
				r.Error("Run:", err)
			}
		case <-time.After(30 * time.Second):
			r.Error("Run did not return")
		}
		done <- nil
		if token := cfg.Token; strings.Contains(r.log.String(), token) {
			r.Error("the bot token is in the log")
		}
		if r.Failed() {
			r.Log(r.log.String())
		}
	})
}

// end stops the session and returns Run's error.
func (r *rig) end() error {
	r.stop()
	err := <-r.done
	r.done <- nil
	return err
}

func (r *rig) soon() context.Context {
	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
	r.Cleanup(cancel)
	return ctx
}

func (r *rig) ready() {
	r.Helper()
	if err := r.srv.WaitReady(r.soon()); err != nil {
		r.Fatal(err)
	}
	r.until(r.s.Ready)
}

// until waits for a condition outside the sandbox.
func (r *rig) until(holds func() bool) {
	r.Helper()
	ctx := r.soon()
	for !holds() {
		select {
		case <-ctx.Done():
			r.Fatal("the condition did not become true")
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func (r *rig) do(line string) sandbox.Response {
	r.Helper()
	got, err := r.srv.User("Anna").Do(r.soon(), "fight", line)
	if err != nil {
		r.Fatal(err)
	}
	return got
}

func (r *rig) enter(line string) *sandbox.Interaction {
	r.Helper()
	it, err := r.srv.User("Anna").Command("fight", line)
	if err != nil {
		r.Fatal(err)
	}
	return it
}

func (r *rig) wait(it *sandbox.Interaction) sandbox.Response {
	r.Helper()
	got, err := it.Wait(r.soon())
	if err != nil {
		r.Fatal(err)
	}
	return got
}

func (r *rig) faultless() {
	r.Helper()
	for _, v := range append(r.srv.Violations(), r.srv.Warnings()...) {
		r.Error("violation:", v)
	}
}

func echo(_ context.Context, req *discord.Request) (*discord.Reply, error) {
	if req.Kind == discord.Completing {
		return &discord.Reply{Choices: []discord.Choice{{Name: req.Options[req.Focused] + "!", Value: "v"}}}, nil
	}
	return &discord.Reply{Text: req.Options["what"]}, nil
}

func TestRequestsAndReplies(t *testing.T) {
	var seen *discord.Request
	r := play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		seen = req
		switch {
		case req.Kind == discord.Pressed && req.Path == "form:1":
			return &discord.Reply{Form: &discord.Form{ID: "filled:1", Title: "A form", Inputs: []discord.Input{
				{ID: "a", Label: "Name", Required: true, Max: 20}, {ID: "b", Label: "Note", Long: true, Value: "old"}}}}, nil
		case req.Kind == discord.Pressed:
			return &discord.Reply{Text: "changed", Update: true}, nil
		case req.Kind == discord.Filled:
			return &discord.Reply{Text: req.Fields["a"] + "/" + req.Fields["b"], Ephemeral: true}, nil
		case req.Kind == discord.Completing:
			return &discord.Reply{Choices: []discord.Choice{{Name: "Word " + req.Options[req.Focused], Value: "w"}, {}}}, nil
		}
		return &discord.Reply{Text: "<@" + string(req.User) + "> did", Buttons: [][]discord.Button{
			{{Label: "Form", ID: "form:1", Style: discord.Primary}, {Label: "Change", ID: "change:1"}}}}, nil
	})
	r.ready()

	got := r.do("/do it what:a long  text, count:3 really:true owner:Ben")
	if seen.Path != "do it" || seen.Options["count"] != "3" || seen.Options["really"] != "true" ||
		seen.Options["owner"] != r.srv.User("Ben").ID() || seen.Name != "Anna" || seen.Manager || seen.Rights == 0 {
		t.Errorf("request: %+v", seen)
	}
	if seen.Sent.IsZero() || seen.Arrived.Sub(seen.Sent).Abs() > time.Minute {
		t.Errorf("sent %v, arrived %v", seen.Sent, seen.Arrived)
	}
	form, err := r.srv.User("Anna").Press(got.Message.ID, "Form")
	if err != nil {
		t.Fatal(err)
	}
	if r.wait(form).Modal == nil {
		t.Fatal("no form")
	}
	filled, err := r.srv.User("Anna").Submit(form, map[string]string{"Name": "Knight"})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.wait(filled); got.Text() != "Knight/old" || !got.Ephemeral {
		t.Errorf("form: %+v", got)
	}
	press, err := r.srv.User("Anna").Press(got.Message.ID, "Change")
	if err != nil {
		t.Fatal(err)
	}
	if after := r.wait(press); after.Text() != "changed" || after.Message.ID != got.Message.ID || string(seen.Message) != got.Message.ID {
		t.Errorf("press: %+v", after)
	}
	if len(r.srv.Pings("Anna")) != 0 {
		t.Error("the reply pinged someone who is not in its Mentions")
	}
	if offered, err := r.srv.User("Anna").Complete(r.soon(), "fight", "/say word:ab", "word"); err != nil {
		t.Fatal(err)
	} else if len(offered) != 1 || offered[0].Name != "Word ab" {
		t.Errorf("choices: %+v", offered)
	}
	r.until(r.s.HoldsNothing)
	r.faultless()
	if strings.Contains(r.log.String(), "long  text") {
		t.Error("an option's value is in the log")
	}
}

func TestLongTextBecomesFile(t *testing.T) {
	long := strings.Repeat("Ein Ölfaß läuft über.\n", 200)
	r := play(t, sandbox.Config{}, config{}, func(context.Context, *discord.Request) (*discord.Reply, error) {
		return &discord.Reply{Text: long, Ephemeral: true}, nil
	})
	r.ready()
	got := r.do("/do it what:x")
	if got.Message == nil || len(got.Message.Files) != 1 || !got.Ephemeral {
		t.Fatalf("%+v", got)
	}
	r.faultless()
}

func TestOneChannelKeepsOrder(t *testing.T) {
	t.Parallel()
	const n = 2000
	var mu sync.Mutex
	var order []string
	r := playAlone(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, req.ID)
		return &discord.Reply{Text: "ok"}, nil
	})
	r.ready()
	var sent []string
	var all []*sandbox.Interaction
	for range n {
		it := r.enter("/do it what:x")
		sent, all = append(sent, it.ID), append(all, it)
	}
	handled := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(order)
	}
	for before := 0; before < n; before = handled() { // a busy machine may take long for all
		r.until(func() bool { return handled() > before })
	}
	r.until(r.s.HoldsNothing)
	for _, it := range all {
		r.wait(it) // on a busy machine some are answered too late, which does not matter here
	}
	mu.Lock()
	defer mu.Unlock()
	if strings.Join(sent, " ") != strings.Join(order, " ") {
		t.Errorf("%d of %d requests, or in a different order", len(order), n)
	}
}

// TestShutdownHangsUpFirst checks that a session which is stopped finishes what is in flight, and leaves what is sent meanwhile to
// its successor.
func TestShutdownHangsUpFirst(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	facts := &memory{}
	handler := func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		if req.Options["what"] == "slow" {
			close(entered)
			<-leave
		}
		return &discord.Reply{Text: "done " + req.Options["what"]}, nil
	}
	r := playAlone(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts, Drain: 20 * time.Second}}, handler)
	r.ready()
	slow := r.enter("/do it what:slow")
	<-entered
	waiting := r.enter("/do it what:second")
	r.until(func() bool { return r.s.InFlight() == 2 })
	r.stop()
	r.until(func() bool { return !r.srv.Connected() })
	late := r.enter("/do it what:late")
	close(leave)
	if got := r.wait(slow); got.Text() != "done slow" {
		t.Errorf("slow: %+v", got)
	}
	if got := r.wait(waiting); got.Text() != "done second" {
		t.Errorf("waiting: %+v", got)
	}
	if err := r.end(); err != nil {
		t.Error(err)
	}
	r.start(config{Config: discord.Config{Facts: facts}}, func(ctx context.Context, req *discord.Request) (*discord.Reply, error) {
		if req.Options["what"] != "late" {
			t.Errorf("%q was handled again", req.Options["what"])
		}
		return handler(ctx, req)
	})
	if got := r.wait(late); got.Text() != "done late" {
		t.Errorf("late: %+v", got)
	}
	r.faultless()
}

func TestShutdownCutsOffHangingRequests(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	r := playAlone(t, sandbox.Config{}, config{Config: discord.Config{Drain: time.Millisecond}}, func(ctx context.Context, _ *discord.Request) (*discord.Reply, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	r.ready()
	r.enter("/do it what:x")
	<-entered
	if err := r.end(); err != nil {
		t.Error(err)
	}
}

// registered waits until the registration in Ready is stored.
func (r *rig) registered(facts *memory) {
	r.Helper()
	r.until(func() bool {
		facts.mu.Lock()
		defer facts.mu.Unlock()
		for key := range facts.facts {
			if strings.HasPrefix(key, "commands:") {
				return true
			}
		}
		return false
	})
}

func TestCommandsAreRegisteredOnce(t *testing.T) {
	facts := &memory{}
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts}}, echo)
	r.ready()
	r.registered(facts)
	if err := r.s.RegisterCommands(r.soon(), "", commands()); err != nil {
		t.Fatal(err)
	}
	if n := r.srv.Count("PUT /applications/{application}/commands"); n != 1 {
		t.Errorf("registered %d times", n)
	}
	r.faultless()
}

// TestCommandsChangedByOthersAreRegisteredAgain: a list that has not changed is sent again if the registered commands are no longer those in it, even if
// their names are the same.
func TestCommandsChangedByOthersAreRegisteredAgain(t *testing.T) {
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.ready()
	list := []*discord.Command{{Name: "do", Description: "do it"}}
	other, err := discord.New(discord.Config{Token: r.srv.Token(), APIURL: r.srv.URL()})
	if err != nil {
		t.Fatal(err)
	}
	for _, others := range [][]*discord.Command{nil, {{Name: "do", Description: "do something else"}}, {}} {
		if others != nil {
			if err := other.RegisterCommands(r.soon(), "", others); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.s.RegisterCommands(r.soon(), "", list); err != nil {
			t.Fatal(err)
		}
		if have, err := other.Compare(r.soon(), "", list); err != nil || have.Number != 1 || len(have.Missing)+len(have.Changed) > 0 {
			t.Errorf("after %v: %+v, %v", others, have, err)
		}
	}
	r.faultless()
}

// TestWO9Translations: commands whose translations changed are registered again, those with the same ones are not, and none has to be in
// what Discord lists.
func TestWO9Translations(t *testing.T) {
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: &memory{}}}, echo)
	r.ready()
	var before int
	for i, text := range []string{"tu es", "tu es", "mach es", "mach es"} {
		list := []*discord.Command{{Name: "do", Description: "do it", DescriptionLocalizations: &discord.Translations{"de": text, "fr": "fais-le"}}}
		if err := r.s.RegisterCommands(r.soon(), "", list); err != nil {
			t.Fatal(err)
		}
		n := r.srv.Count("PUT /applications/{application}/commands")
		if sent := i > 0 && n > before; i > 0 && sent != (i == 2) {
			t.Errorf("%d %s: sent again: %v", i, text, sent)
		}
		before = n
	}
	r.faultless()
}

// TestCR72EntryPointStays: Discord gives an application with Activities a command of its own, and refuses a list of commands without it.
func TestCR72EntryPointStays(t *testing.T) {
	facts := &memory{}
	r := play(t, sandbox.Config{}, config{Config: discord.Config{Facts: facts}}, echo)
	r.ready()
	r.registered(facts)
	path := r.srv.URL() + "/api/v9/applications/" + r.srv.BotID() + "/commands"
	ask := func(method, query, body string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(r.soon(), method, path+query, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bot "+r.srv.Token())
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode >= 300 {
			t.Fatalf("%s: %s %s, %v", method, res.Status, text, err)
		}
		return string(text)
	}
	ask("POST", "", `{"name":"launch","type":4,"handler":2,"description":"Play","name_localizations":{"de":"spielen"}}`)
	fewer := commands().([]any)[:1]
	for range 2 { // the second time, nothing has changed
		if err := r.s.RegisterCommands(r.soon(), "", fewer); err != nil {
			t.Fatal(err)
		}
	}
	var have []struct {
		Name    string
		Handler int
		Names   map[string]string `json:"name_localizations"`
	}
	if err := json.Unmarshal([]byte(ask("GET", "?with_localizations=true", "")), &have); err != nil || len(have) != 2 || have[1].Name != "launch" ||
		have[1].Handler != 2 || have[1].Names["de"] != "spielen" {
		t.Errorf("registered are %+v, %v", have, err)
	}
	if n := r.srv.Count("PUT /applications/{application}/commands"); n != 2 {
		t.Errorf("%d lists were taken, want the first one and the one with the command", n)
	}
}

func TestNewRefusesBadConfig(t *testing.T) {
	for name, cfg := range map[string]discord.Config{
		"no token":    {},
		"split token": {Token: "secret canary"},
		"bad address": {Token: "canary", APIURL: "ftp://canary@host"},
	} {
		if _, err := discord.New(cfg); err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v shows a secret", name, err)
		}
	}
}

// TestRunRefusesIncompleteHost: a session does not start if something that it needs to answer users is missing.
func TestRunRefusesIncompleteHost(t *testing.T) {
	whole := discord.Host{Handle: echo, ErrorReply: func(*discord.Request, error, string) *discord.Reply { return nil }, Texts: texts, FullText: fullText}
	for name, spoil := range map[string]func(h *discord.Host){
		"no handler":     func(h *discord.Host) { h.Handle = nil },
		"no error reply": func(h *discord.Host) { h.ErrorReply = nil },
		"no texts":       func(h *discord.Host) { h.Texts = nil },
		"no full text":   func(h *discord.Host) { h.FullText = nil },
	} {
		s, err := discord.New(discord.Config{Token: "canary", APIURL: "http://127.0.0.1:1"})
		if err != nil {
			t.Fatal(err)
		}
		host := whole
		spoil(&host)
		ended, end := context.WithCancel(t.Context())
		end()
		if err := s.Run(ended, host); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestLogIsOneJSONObjectPerLine(t *testing.T) {
	r := play(t, sandbox.Config{}, config{}, func(context.Context, *discord.Request) (*discord.Reply, error) {
		return nil, errors.New("broken\nin two")
	})
	r.ready()
	it := r.enter("/do it what:secretvalue")
	r.wait(it)
	r.until(r.s.HoldsNothing)
	r.srv.DropGateway()
	r.until(func() bool { return r.srv.Resumes() > 0 && r.s.Ready() })
	text := r.log.String()
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	for _, secret := range []string{it.Token(), "secretvalue"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// TestIDsWithoutATime: an interaction whose ID gives a time long before Discord sent it, such as a simple counter, has no time of sending, and it
// doesn't set the clock.
func TestIDsWithoutATime(t *testing.T) {
	sent := make(chan time.Time, 1)
	r := play(t, sandbox.Config{}, config{}, func(_ context.Context, req *discord.Request) (*discord.Reply, error) {
		sent <- req.Sent
		if got := time.Since(req.Arrived).Abs(); got > time.Minute {
			t.Errorf("arrived %v ago", got)
		}
		return &discord.Reply{Text: "done"}, nil
	})
	r.ready()
	for _, c := range []struct {
		ago  time.Duration
		zero bool
	}{{8 * 365 * 24 * time.Hour, true}, {25 * time.Hour, true}, {14 * time.Minute, false}, {time.Second, false}} {
		it, err := r.srv.User("Anna").CommandAt(time.Now().Add(-c.ago), "fight", "/do it what:a")
		if err != nil {
			t.Fatal(err)
		}
		if got := r.wait(it); got.Text() != "done" {
			t.Errorf("%v ago: %+v", c.ago, got)
		}
		if at := <-sent; at.IsZero() != c.zero {
			t.Errorf("%v ago: sent %v", c.ago, at)
		}
	}
	r.faultless()
}
