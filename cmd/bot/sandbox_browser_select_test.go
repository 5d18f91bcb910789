package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// selects is a Components V2 container with text, a separator, buttons and two selects: one of up to two values and one of
// a single value.
const selects = `{"type":17,"accent_color":3066993,"components":[{"type":10,"content":"### %s"},{"type":14},
	{"type":1,"components":[{"type":3,"custom_id":"targets","placeholder":"Choose targets","min_values":1,"max_values":2,"options":[
		{"label":"Goblin 1","value":"g1","description":"7 of 7 hit points"},{"label":"Goblin 2","value":"g2"},{"label":"Wolf","value":"w"}]}]},
	{"type":1,"components":[{"type":3,"custom_id":"weapon","placeholder":"Choose a weapon","options":[
		{"label":"Sword","value":"sword"},{"label":"Bow","value":"bow","description":"needs both hands"}]}]},
	{"type":1,"components":[{"type":2,"style":1,"label":"Attack","custom_id":"attack"},{"type":2,"style":2,"label":"End turn","custom_id":"done"}]}]}`

// looks runs a check on a phone and on a computer, in light and dark mode, with axe-core loaded.
func (w *window) looks(check func()) {
	w.t.Helper()
	axe, err := os.ReadFile(filepath.Join(nodeModules(w.t, "axe-core"), "axe-core", "axe.min.js"))
	if err != nil {
		w.t.Fatal(err)
	}
	script[chromedp.Void](w, string(axe))
	for _, width := range []int64{390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			w.run(chromedp.EmulateViewport(width, 844))
			call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
			check()
		}
	}
}

// chosen returns the labels of the options that have a check mark.
func (w *window) chosen() string {
	w.t.Helper()
	return script[string](w, `[...document.querySelectorAll(".choices:not([hidden]) [aria-selected=true]")].map((node) => node.querySelector(".words > span").innerText).join(", ")`)
}

// TestSelectsInAMessage chooses values by mouse and by keyboard in a message with Components V2, which changes meanwhile.
func TestSelectsInAMessage(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[]`)
	path := "/channels/" + bot.srv.ChannelID("fight") + "/messages"
	body := func(title string) string {
		return `{"flags":32768,"allowed_mentions":{"parse":[]},"components":[` + fmt.Sprintf(selects, title) + `]}`
	}
	id := bot.send(http.MethodPost, path, body("Turn: Knight"))
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	const update = `{"type":6}`
	w.click("combobox", "Choose a weapon")
	w.click("option", "Bow needs both hands")
	if got := fmt.Sprint(bot.heard(update)["values"]); got != "[bow]" {
		t.Errorf("a select of one value sent %s", got)
	}

	w.phone()
	w.click("combobox", "Choose targets")
	w.sees("Choose 1 to 2, 0 chosen")
	if n := len(w.roles("button", "Done")); n != 0 {
		t.Error("too few values can be sent")
	}
	w.click("option", "Goblin 2")
	bot.send(http.MethodPatch, path+"/"+id, body("Turn: Knight, bloodied"))
	w.sees("Knight, bloodied", "1 chosen")
	w.click("option", "Wolf")
	w.sees("2 chosen")
	if len(w.roles("option", "Goblin 1 7 of 7 hit points")) != 0 {
		t.Error("a third value can be chosen")
	}
	script[chromedp.Void](w, `document.querySelector(".choices:not([hidden]) li").click()`)
	if got := w.chosen(); got != "Goblin 2, Wolf" {
		t.Errorf("the check marks are at %q", got)
	}
	w.looks(func() { w.fitsAndIsSound("an open select") })
	w.press("Done")
	if got := fmt.Sprint(bot.heard(update)["values"]); got != "[g2 w]" {
		t.Errorf("a select of several values sent %s", got)
	}
	w.until("the list to close", func() bool { return len(w.roles("option", "")) == 0 })
	w.looks(func() { w.fitsAndIsSound("closed selects") })

	w.keys("\r" + kb.Home + " " + kb.ArrowDown + " ") // the select has the focus again: Goblin 1 instead of Goblin 2
	w.keys("w" + kb.Escape)
	w.until("the list to close", func() bool { return len(w.roles("option", "")) == 0 })
	w.keys(kb.ArrowDown)
	w.until("the list to open", func() bool { return len(w.roles("option", "Wolf")) == 1 })
	if got := w.chosen(); got != "Wolf" {
		t.Errorf("by keyboard, the check marks are at %q", got)
	}
}

// TestSelectsInAForm fills in a form of labels with selects.
func TestSelectsInAForm(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[{"name":"go","description":"d"}]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	menu := func(id, label, more string) string {
		return `{"type":18,"label":"` + label + `","component":{"type":3,"custom_id":"` + id + `",` + more + `,"options":[
			{"label":"Knight","value":"k"},{"label":"Elf","value":"e","description":"Ben's"},{"label":"Wizard","value":"w"}]}}`
	}
	w.phone()
	w.line("/go")
	bot.heard(`{"type":9,"data":{"custom_id":"f","title":"Add an effect","components":[{"type":10,"content":"Who is **affected**?"},` + strings.Join([]string{
		menu("who", "Targets", `"min_values":2,"max_values":3`),
		menu("helpers", "Helpers", `"required":false,"min_values":0,"max_values":2`),
		menu("source", "Source", `"required":true`)}, ",") + `,{"type":10,"content":"Both last one round."}]}}`)
	w.sees("Add an effect", "Both last one round.", "Who is affected?", "Choose 2 to 3, 0 chosen", "Choose up to 2, 0 chosen")
	w.looks(func() { w.fitsAndIsSound("a form with selects") })
	w.phone()
	script[chromedp.Void](w, `document.querySelector("#form select").value = "w"`)
	first := func(label string) { // an option of the first list
		t.Helper()
		w.hit(w.roles("option", label)[0])
	}
	first("Knight")
	w.sees("Choose 2 to 3, 1 chosen")
	w.press("Submit")
	w.sees("Targets: choose at least 2.")
	w.keys(kb.End + kb.ArrowUp + "\r") // the list with the problem has the focus
	w.sees("Choose 2 to 3, 2 chosen")
	w.press("Submit")
	got := values(bot.heard(`{"type":4,"data":{"content":"Blessed","flags":64,"allowed_mentions":{"parse":[]}}}`))
	for id, want := range map[string]string{"who": "[k e]", "helpers": "[]", "source": "[w]"} {
		if got[id] != want {
			t.Errorf("%s is %s, want %s", id, got[id], want)
		}
	}
	w.sees("Blessed", "Only you can see this")
}

// TestAnEphemeralMessageIsUpdated checks that a button of an ephemeral message can replace its content, selects included.
func TestAnEphemeralMessageIsUpdated(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[{"name":"go","description":"d"}]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	w.phone()
	w.line("/go")
	bot.heard(`{"type":4,"data":{"flags":32832,"allowed_mentions":{"parse":[]},"components":[` + fmt.Sprintf(selects, "Whom?") + `]}}`)
	w.sees("Whom?", "Only you can see this")
	w.atBottom()
	w.press("Attack")
	bot.heard(`{"type":7,"data":{"flags":32768,"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"Done: the wolf is down."}]}}`)
	w.sees("the wolf is down", "Only you can see this")
	w.not("Whom?")
	w.atBottom()
	w.looks(func() { w.fitsAndIsSound("an ephemeral message") })
}
