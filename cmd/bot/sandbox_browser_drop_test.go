package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// drag drags files from the computer to the middle of an element. It ends with the mouse button still held.
func (w *window) drag(selector string, files ...string) (let func()) {
	w.t.Helper()
	at := script[[]float64](w, `(() => { const box = document.querySelector("`+selector+`").getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2]; })()`)
	event := func(kind input.DispatchDragEventType) {
		call(w, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at[0], Y: at[1],
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}})
	}
	event(input.DispatchDragEventTypeDragEnter)
	event(input.DispatchDragEventTypeDragOver)
	return func() { event(input.DispatchDragEventTypeDrop) }
}

// drop drops files from the computer on an element.
func (w *window) drop(selector string, files ...string) { w.t.Helper(); w.drag(selector, files...)() }

// fits checks that the page is not wider than the window.
func (w *window) fits(what string) {
	w.t.Helper()
	if script[bool](w, `[...document.querySelectorAll("html, #composer, #drop, #entry, #suggestions")].some((node) =>
		node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth + 1)`) {
		w.picture()
		w.t.Errorf("%s does not fit", what)
	}
}

// TestDroppedFilesInTheBrowser drops files onto the channel: they go into the command that takes one, which can then be sent.
func TestDroppedFilesInTheBrowser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	dir := t.TempDir()
	house, other := filepath.Join(dir, "house rules with a name that is too long for a small screen.yaml"), filepath.Join(dir, "b.txt")
	for _, name := range []string{house, other} {
		if err := os.WriteFile(name, []byte("this is "+filepath.Base(name)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const (
		plain   = `{"name":"go","description":"d"},{"name":"note","description":"d","options":[{"type":3,"name":"text","description":"d"},{"type":11,"name":"more","description":"d"}]}`
		ruleset = `,{"name":"ruleset","description":"d","options":[{"type":1,"name":"add","description":"Add a ruleset","options":[
			{"type":11,"name":"file","description":"The rules","required":true},{"type":5,"name":"replace","description":"Replace it"}]},{"type":1,"name":"show","description":"d"}]}`
		maps = `,{"name":"map","description":"Show a map","options":[{"type":11,"name":"picture","description":"d","required":true},{"type":3,"name":"title","description":"d","required":true}]}`
		sent = "house_rules_with_a_name_that_is_too_long_for_a_small_screen.yaml"
	)
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			bot := newPuppet(t, "["+plain+"]")
			register := func(commands string) {
				bot.send(http.MethodPut, "/applications/"+bot.srv.BotID()+"/commands", "["+commands+"]")
			}
			w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
			w.run(chromedp.EmulateViewport(width, 844))
			got := func() (name, text string) {
				for name, text = range bot.fileTexts(bot.heard(thanks)) {
				}
				return name, text
			}

			let := w.drag("#messages", house)
			w.sees("No command in this channel requires a file.")
			w.fits("the sign above the channel")
			let()
			w.sees("No command in this channel requires a file. Type / to see the commands.")

			w.click("combobox", "Message or command")
			w.keys("/note text:hello") // takes a file, although it needs none
			w.drop("#composer", other)
			w.sees("more", "Send /note with b.txt")
			w.keys("\r")
			if name, text := got(); name != "b.txt" || text != "this is b.txt" {
				t.Errorf("/note has the file %s: %q", name, text)
			}
			w.sees("Thank you")

			register(plain + ruleset)
			shown := func(words string) bool { // on a sign that is drawn again for every drag
				w.drag("#channels", house)
				let = w.drag("#messages", house)
				return script[bool](w, "document.querySelector('#drop').textContent.includes(`"+words+"`)")
			}
			w.until("the new command", func() bool { return shown("Drop the file for /ruleset add") })
			w.fits("the sign with the command")
			let()
			w.not("Drop the file")
			w.sees("file", "replace", "Replace it")
			w.fits("the command with the file")
			w.click("option", "Send /ruleset add with "+filepath.Base(house))
			if name, text := got(); name != sent || text != "this is "+filepath.Base(house) {
				t.Errorf("/ruleset add has the file %s: %q", name, text)
			}
			w.drop("#messages", house, other)
			w.sees("Drop one file at a time.")

			register(plain + ruleset + maps)
			w.until("both commands", func() bool { return shown("then choose a command for it") })
			let()
			w.sees("Choose a command for "+filepath.Base(house), "/map", "/ruleset add")
			w.fits("the commands that take a file")
			w.click("option", "/map Show a map")
			w.sees("title (required)")
			w.not("Send /map")
			w.keys("The bridge\r")
			if name, _ := got(); name != sent {
				t.Errorf("/map has the file %s", name)
			}
		})
	}
}
