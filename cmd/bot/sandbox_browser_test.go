package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a test waits for something that has to happen. It affects only how soon a failure is reported, so
// it is far longer than a busy machine needs.
const patience = time.Minute

// slow gives the sandbox's bot 60 s for an answer.
const slow = "--slow=20"

// needed skips a test because something is not installed. In CI, which must have everything, it fails.
func needed(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s; CI needs it", why)
	}
	t.Skip(why)
}

// nodeModules returns the folder of npm packages for tests, or skips the test.
func nodeModules(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("ROUNDEL_NODE_MODULES")
	if dir == "" {
		needed(t, "ROUNDEL_NODE_MODULES names no folder with npm's "+name)
	}
	if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
		needed(t, "npm's "+name+" is not in "+dir)
	}
	return dir
}

// chromium is a headless Chromium for all tests. The zero value is ready to use.
type chromium struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel func()
	dir    string
}

// shared is the Chromium of the tests, which TestMain ends.
var shared chromium

// start starts Chromium unless it runs, and returns its context.
func (c *chromium) start(path string) (context.Context, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx != nil {
		return c.ctx, nil
	}
	dir, err := os.MkdirTemp("", "roundel-chromium-")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(dir), chromedp.Flag("headless", "new"), chromedp.Flag("disable-quic", true), chromedp.Flag("lang", "en-US"),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(time.Minute))
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	c.dir, c.cancel = dir, func() { cancel(); cancelAllocator() }
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("Chromium does not start: %w", err)
	}
	c.ctx = ctx
	return ctx, nil
}

// end ends Chromium if it runs.
func (c *chromium) end() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dir == "" {
		return nil
	}
	if c.ctx != nil {
		err = chromedp.Cancel(c.ctx)
	}
	c.cancel()
	return errors.Join(err, os.RemoveAll(c.dir))
}

// browser is what one test has of Chromium: windows with cookies and a store of their own.
type browser struct {
	chromium context.Context
	first    context.Context // the first window, if there is one
	page     string
}

// newBrowser returns a browser for a page, or skips the test if Chromium is not installed.
func newBrowser(t *testing.T, page string) *browser {
	t.Helper()
	if underRace {
		t.Skip("runs without the race detector, which sees nothing of what the page does in Chromium")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		needed(t, "there is no Chromium here")
	}
	all, err := shared.start(path)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{chromium: all, page: page}
}

// window is a tab in which one user plays. It is used as people use it: by roles, names and visible text.
type window struct {
	t    *testing.T
	user string
	ctx  context.Context

	problems []string // errors and warnings in the console; read them only after the window is closed
}

// open opens a window of a user in a channel; the first one must be open as long as the others. Errors and warnings in its console fail the test at the end.
func (b *browser) open(t *testing.T, user, channel string) *window {
	t.Helper()
	var ctx context.Context
	var cancel func()
	if b.first == nil {
		ctx, cancel = chromedp.NewContext(b.chromium, chromedp.WithNewBrowserContext())
		b.first = ctx
	} else {
		ctx, cancel = chromedp.NewContext(b.first)
	}
	w := &window{t: t, user: user, ctx: ctx}
	console := chromedp.Console(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.listen(console)
	}()
	t.Cleanup(func() {
		if t.Failed() {
			w.last()
		}
		cancel()
		<-done
		for _, problem := range w.problems {
			t.Errorf("%s's console: %s", user, problem)
		}
	})
	call(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	w.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(b.page+"/?"+url.Values{"user": {user}, "channel": {channel}}.Encode()))
	w.until("the channel", func() bool { return len(w.roles("heading", "# "+channel)) > 0 })
	w.until("the commands", func() bool {
		return script[int](w, `document.querySelectorAll("#composer:not([aria-busy])").length`) == 1
	})
	return w
}

// last logs what the window of a failed test shows.
func (w *window) last() {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	shown, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(document.activeElement?.outerHTML ?? "").slice(0, 500) + "\n" + document.body.innerText`))
	w.t.Logf("%s's window in the end, after the element that has the focus (%v):\n%s", w.user, err, shown)
}

// listen records the console's errors and warnings until the window is closed.
func (w *window) listen(console iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range console {
		if err != nil {
			return
		}
		if wrong := m.Type == "error" || m.Type == "warning" || m.Type == "assert"; wrong || m.IsException() {
			w.problems = append(w.problems, m.String())
		}
	}
}

// call runs a command of the browser's protocol in the window.
func call[P, R any](w *window, cmd cdp.Command[P, R], params P) R {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, cmd, params)
	if err != nil {
		w.t.Fatalf("%s: %v", w.user, err)
	}
	return result
}

func (w *window) run(steps ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		w.t.Fatalf("%s: %v", w.user, err)
	}
}

// script runs JavaScript in a window and returns its value.
func script[T any](w *window, code string) T {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](code, chromedp.EvalAwaitPromise))
	if err != nil {
		w.t.Fatalf("%s: %.80s: %v", w.user, code, err)
	}
	return value
}

// text returns the visible text of the window.
func (w *window) text() string {
	w.t.Helper()
	return script[string](w, `[...document.querySelectorAll("nav, header, main, #composer, #panel, dialog[open]")]
		.map((part) => part.innerText).join("\n")`)
}

// until waits until a condition holds.
func (w *window) until(what string, holds func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			w.picture()
			w.t.Fatalf("%s never sees %s; the page shows:\n%s", w.user, what, w.text())
		}
	}
}

// picture saves a screenshot of a failure in the folder named by ROUNDEL_PICTURES, if it is set.
func (w *window) picture() {
	dir := os.Getenv("ROUNDEL_PICTURES")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		w.t.Log(err)
	}
	name := strings.ReplaceAll(w.t.Name(), "/", "-") + "-" + w.user + ".png"
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		w.t.Log(err)
	}
}

// sees waits until all the words are visible.
func (w *window) sees(words ...string) {
	w.t.Helper()
	w.until(fmt.Sprintf("%q", words), func() bool { return hasAll(w.text(), words) })
}

// not fails if the words are visible.
func (w *window) not(words string) {
	w.t.Helper()
	if strings.Contains(w.text(), words) {
		w.t.Errorf("%s sees %q", w.user, words)
	}
}

// roles returns the elements with a role and, unless it is empty, a name, as assistive technology finds them.
func (w *window) roles(role, name string) []cdp.BackendNodeID {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	document, err := chromedp.Call(ctx, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		w.t.Fatalf("%s: %v", w.user, err)
	}
	result, err := chromedp.Call(ctx, accessibility.QueryAXTree,
		accessibility.QueryAXTreeParams{NodeID: document.Root.NodeID, Role: role, AccessibleName: name})
	if err != nil && ctx.Err() != nil {
		w.t.Fatalf("%s: %v", w.user, err)
	}
	var found []cdp.BackendNodeID
	for _, n := range result.Nodes { // none if the page is just changing
		if !n.Ignored && !disabled(n) {
			found = append(found, n.BackendDOMNodeID)
		}
	}
	return found
}

func disabled(n *accessibility.Node) bool {
	for _, p := range n.Properties {
		if p.Name == accessibility.PropertyNameDisabled && string(p.Value.Value) == "true" {
			return true
		}
	}
	return false
}

// click clicks on the last element with a role and a name.
func (w *window) click(role, name string) {
	w.t.Helper()
	w.until(fmt.Sprintf("a %s %q to click", role, name), func() bool {
		found := w.roles(role, name)
		if len(found) == 0 {
			return false
		}
		return w.hit(found[len(found)-1])
	})
}

// hit clicks on an element that does not move, and reports whether the click reached it. It does not if the page changes meanwhile.
func (w *window) hit(id cdp.BackendNodeID) bool {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	node, err := chromedp.Call(ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id})
	if err != nil {
		return false // it was redrawn meanwhile
	}
	on := func(function string) string {
		byValue := true
		got := call(w, runtime.CallFunctionOn, runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: node.Object.ObjectID, ReturnByValue: &byValue})
		return string(got.Result.Value)
	}
	x, y, err := w.middle(id)
	if err != nil {
		return false // it was redrawn meanwhile
	}
	time.Sleep(30 * time.Millisecond)
	if nowX, nowY, err := w.middle(id); err != nil || nowX != x || nowY != y {
		return false
	}
	// Once the page has drawn the element again, the click reaches the one that has taken its place.
	on(`function () {
		const reached = (target) => this.contains(target) || !this.isConnected && target.closest(this.tagName)?.textContent === this.textContent;
		window.reached = false;
		document.addEventListener("click", (event) => { window.reached = reached(event.target); }, { capture: true, once: true });
	}`)
	w.run(chromedp.MouseClickXY(x, y))
	return on(`function () { return window.reached; }`) == "true"
}

func (w *window) press(name string) { w.t.Helper(); w.click("button", name) }

// middle scrolls an element into view and returns its centre.
func (w *window) middle(id cdp.BackendNodeID) (x, y float64, err error) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: id}); err != nil {
		return 0, 0, err
	}
	found, err := chromedp.Call(ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: id})
	if err != nil || len(found.Quads) == 0 {
		return 0, 0, errors.Join(err, errors.New("it is not to be seen"))
	}
	for i := 0; i < 8; i += 2 {
		x, y = x+found.Quads[0][i]/4, y+found.Quads[0][i+1]/4
	}
	return x, y, nil
}

// fill replaces the text of a form field.
func (w *window) fill(label, value string) {
	w.t.Helper()
	w.click("textbox", label)
	script[chromedp.Void](w, "document.activeElement.select()")
	call(w, input.InsertText, input.InsertTextParams{Text: value})
}

// keys types on the keyboard, into the element that has the focus.
func (w *window) keys(text string) {
	w.t.Helper()
	for _, r := range text {
		p := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Text: string(r)}
		if key := kb.Keys[r]; key != nil {
			p.Key, p.Code, p.WindowsVirtualKeyCode, p.Text = key.Key, key.Code, key.Windows, key.Text
		}
		call(w, input.DispatchKeyEvent, p) // a page that handles the key itself gets no character from it
		p.Type, p.Text = input.DispatchKeyEventTypeKeyUp, ""
		call(w, input.DispatchKeyEvent, p)
	}
}

// line types a line into the message box and sends it.
func (w *window) line(text string) {
	w.t.Helper()
	w.until("the message box", func() bool {
		found := w.roles("combobox", "Message or command")
		if len(found) == 0 {
			return false
		}
		return w.hit(found[0]) && script[string](w, `document.activeElement.id`) == "input"
	})
	w.keys(text + "\r")
}

// runningSandbox runs roundel sandbox with arguments and returns the address of its page and a function that ends it.
func runningSandbox(t *testing.T, args ...string) (page string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, errs, done := &output{}, &output{}, make(chan error, 1)
	go func() {
		done <- run(ctx, append([]string{"sandbox", "--addr", "127.0.0.1:0", slow}, args...), os.Environ(), out, errs)
	}()
	ended := false
	end = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("roundel sandbox ended with %v", err)
		}
	}
	t.Cleanup(func() {
		end()
		if t.Failed() {
			t.Log(errs.String())
		}
	})
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if _, after, ok := strings.Cut(out.String(), "Play at "); ok {
			page, _, _ = strings.Cut(after, " ")
		}
		if page != "" && len(asked(t, page+"/sandbox/commands?user=GM&channel=fight")) > len("[]") {
			return page, end
		}
	}
	t.Fatalf("no page: %s%s", out, errs)
	return "", nil
}

// asked returns the sandbox's answer to a request of its page.
func asked(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{Timeout: patience}
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v: %s", address, response.Status, err, body)
	}
	return string(body)
}

// refused returns what Discord would have refused so far, according to the page's panel.
func refused(t *testing.T, page string) []string {
	t.Helper()
	var state struct{ Violations, Warnings []string }
	if err := json.NewDecoder(strings.NewReader(asked(t, page+"/sandbox/faults"))).Decode(&state); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return append(state.Violations, state.Warnings...)
}
