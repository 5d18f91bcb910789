package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"roundel/sandbox"
	"roundel/sandbox/page"
)

// TestThePageIsAccessible opens everything on the page at four widths, two of them in light and dark mode. Nothing extends beyond the window, and
// axe-core finds no serious problems.
func TestThePageIsAccessible(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	axe, err := os.ReadFile(filepath.Join(nodeModules(t, "axe-core"), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	page, _ := runningSandbox(t)
	b := newBrowser(t, page)
	w := b.open(t, "GM", "fight")
	w.fromMenu("Structured Time")
	w.sees("# demo-structured-time", "Round 1 (Surprised round) · ", "Arbitrator (@Anna) has joined.")
	w.line("/init list")
	w.sees("Only you can see this")
	script[chromedp.Void](w, string(axe))
	type look struct {
		width  int64
		scheme string
	}
	for _, look := range []look{{360, "light"}, {1280, "dark"}, {768, "light"}, {390, "dark"}, {390, "light"}, {1280, "light"}} {
		t.Run(fmt.Sprint(look.width, look.scheme), func(t *testing.T) {
			w.t = t
			w.run(chromedp.EmulateViewport(look.width, 800))
			call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: look.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
			w.until("the layout of that width", func() bool { // the page takes note of it with the next frame
				return script[bool](w, `side.inert === (innerWidth < 768)`)
			})
			w.fitsAndIsSound("the chat")
			w.press("Effect")
			w.sees("Add an effect")
			w.fitsAndIsSound("a form")
			w.press("Cancel")
			w.press("Faults")
			w.sees("What Discord would refuse")
			w.fitsAndIsSound("the fault panel")
			w.press("Close")
			if look.width < 768 {
				w.press("Channels")
				w.sees("+ Thread here")
				w.fitsAndIsSound("the channel list")
				w.keys(kb.Escape)
			}
			w.press("Demos")
			w.sees("Combat Sequence")
			w.fitsAndIsSound("the demo fights")
			w.keys(kb.Escape)
			w.click("combobox", "Message or command")
			w.keys("/")
			w.sees("/init start")
			w.fitsAndIsSound("the commands")
			w.keys("effect add ")
			w.sees("Combatants, separated by commas")
			w.fitsAndIsSound("a command")
			w.keys(kb.Escape + kb.Escape)
			w.enters("tavern")
			w.sees("Nothing here yet")
			w.fitsAndIsSound("an empty channel")
			w.enters("demo-structured-time")
		})
	}
}

// fitsAndIsSound fails if anything extends beyond the window or axe-core finds a problem.
func (w *window) fitsAndIsSound(what string) {
	w.t.Helper()
	wide := script[[]string](w, `(() => {
		const out = document.documentElement.scrollWidth > innerWidth ? ["the page itself"] : [];
		for (const node of document.querySelectorAll("body *")) {
			const box = node.getBoundingClientRect();
			const inside = node.closest("pre, #people, .hidden, .skip, [inert]");
			if (!inside && box.width && (box.right > innerWidth + 1 || box.left < -1)) out.push(node.outerHTML.slice(0, 120));
		}
		return out;
	})()`)
	if len(wide) > 0 {
		w.picture()
		w.t.Errorf("%s: beyond the window: %q", what, wide)
	}
	found := script[[]string](w, `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
		.filter((one) => ["serious", "critical", "moderate"].includes(one.impact))
		.map((one) => one.impact + " " + one.id + ": " + one.nodes.map((node) => node.html.slice(0, 160) + " " + node.failureSummary).join(" | ")))`)
	for _, violation := range found {
		w.picture()
		w.t.Errorf("%s: axe-core: %s", what, violation)
	}
}

// TestThePageWorksByKeyboard runs commands with the keyboard alone, including some that fail.
func TestThePageWorksByKeyboard(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t, "--slow", "4") // one command times out, after 12 s
	w := newBrowser(t, page).open(t, "GM", "tavern")
	w.keys("/init sta") // the box has the focus
	w.until("the command", func() bool { return len(w.roles("option", "")) > 0 })
	w.keys("\r") // Enter chooses the command
	w.keys(kb.ArrowDown + "\r" + "Cellar")
	w.keys(kb.Tab + "rul\r" + "flow-of-t") // Tab goes to the next option; the first letters choose an option and what is suggested; Enter sends
	w.until("the ruleset", func() bool { return len(w.roles("option", "")) == 1 })
	w.keys(kb.ArrowDown + "\r" + "\r")
	w.sees("Cellar begins (Flow of Time)")
	w.keys("/init remove \r")
	w.sees("name is required.")
	w.keys(kb.Escape + kb.Escape)
	w.keys("/init add name:Rat" + kb.Tab + "count:x\r")
	w.sees("count must be a whole number.")
	w.keys(kb.Backspace + "2" + kb.ArrowLeft + kb.ArrowLeft + kb.Backspace + kb.Backspace + kb.Backspace + "Cat")
	w.keys(kb.Tab + kb.Tab + "stats:finesse 1, cognition 1\r")
	w.sees("Cat 1 and Cat 2 have joined.")
	w.keys("/effect add Cat 1" + kb.Escape + kb.Escape) // out of the list, out of the command
	w.keys("hello @Anna\r")
	w.sees("hello @Anna")
	w.keys("/nothing\r")
	w.sees("There is no command /nothing here.")
	w.keys(strings.Repeat(kb.Backspace, 8))

	w.press("Faults")
	w.click("spinbutton", "Duration in seconds")
	w.keys(kb.End + kb.Backspace + kb.Backspace + "600")
	w.press("Answer every request with 500")
	w.sees("every request is answered with 500")
	w.press("Close")
	script[chromedp.Void](w, `new MutationObserver(() => { window.sending ||= document.querySelector("main").innerText.includes("Sending command…"); })
		.observe(document.querySelector("main"), { childList: true, subtree: true })`)
	w.line("/init list")
	w.sees("The application did not respond")
	if !script[bool](w, "Boolean(window.sending)") {
		t.Error("nothing showed that the command was in progress")
	}
	w.press("Dismiss message")
	w.until("the note to go", func() bool { return !strings.Contains(w.text(), "did not respond") })

	w.press("Faults")
	w.press("End all faults")
	w.until("the end of the fault", func() bool { return !strings.Contains(w.text(), "every request is answered with 500") })
	w.press("Close")
	w.line("/init export")
	w.sees("GM used /init export", `"version": 1`)
}

// TestThePageEscapesHostileText: hostile names are shown as plain text in lists, messages, forms and buttons.
func TestThePageEscapesHostileText(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t)
	b := newBrowser(t, page)
	const hostile = `<img src=x onerror=alert(1)>`
	w := b.open(t, "GM", "fight")
	w.press("Add a player")
	w.fill("Name", hostile)
	w.press("Add")
	w.sees("bot online")
	w.press("+ Channel")
	w.fill("Name", `"><script>alert(2)</script>`)
	w.press("Add")
	w.sees(`# "><script>alert(2)</script>`)
	w.line(`/init start name:<b>**bold**</b> [x](javascript:alert(3))`)
	w.sees("<b>", "</b>", "[x](javascript:alert(3))", hostile+" used /init start")
	w.line(`/init join name:<svg onload=alert(4)> stats:init 1`)
	w.sees("<svg onload=alert(4)>")
	w.line("<script>alert(5)</script> <@1> <t:99999999999999> `<i>`")
	w.sees("<script>alert(5)</script> @unknown-user")
	w.press("Faults")
	w.sees("What Discord would refuse")
	if n := script[int](w, `document.querySelectorAll("img, svg, b script, main script, a[href^=javascript]").length`); n != 0 {
		t.Errorf("a text created %d nodes", n)
	}
	if name := script[string](w, `[...document.querySelectorAll("#users .name")].at(-3).textContent`); name != hostile {
		t.Errorf("the last user before Dicebot and Webhook is %q", name)
	}
}

// TestThePageShowsEveryPartOfAMessage posts a message with every kind of content, and one with Components V2.
func TestThePageShowsEveryPartOfAMessage(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, page.Config{}))
	// A cleanup, not a defer: the window must go before the server it is connected to.
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	post := func(body map[string]any) {
		t.Helper()
		body["allowed_mentions"] = map[string]any{"parse": []string{"users"}}
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequest(http.MethodPost, srv.URL()+"/api/v9/channels/"+srv.ChannelID("fight")+"/messages", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Authorization": {"Bot " + srv.Token()}, "Content-Type": {"application/json"}, "User-Agent": {"DiscordBot (x, 1)"}}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Fatalf("status %d", response.StatusCode)
		}
	}
	post(map[string]any{"content": "# Big\n-# tiny\n**bold** *slanted* __under__ ~~gone~~ `code` ||secret|| \\*plain\\*\n> quoted\n- one\n  - inner\n" +
		"1. first\n```\nboxed\n```\n<t:0:D> " + srv.User("Anna").Mention(),
		"embeds": []any{map[string]any{"title": "An embed", "description": "with **words**", "color": 0xff0000,
			"fields": []any{map[string]any{"name": "Field", "value": "Value", "inline": true}}, "footer": map[string]any{"text": "Foot"}}},
		"components": []any{map[string]any{"type": 1, "components": []any{
			map[string]any{"type": 3, "custom_id": "pick", "placeholder": "Pick one", "options": []any{map[string]any{"label": "This", "value": "this"}}}}}}})
	text := func(words string) map[string]any { return map[string]any{"type": 10, "content": words} }
	post(map[string]any{"flags": 1 << 15, "components": []any{map[string]any{"type": 17, "accent_color": 255, "components": []any{
		text("### Contained"), map[string]any{"type": 14},
		map[string]any{"type": 9, "components": []any{text("A section")}, "accessory": map[string]any{"type": 2, "style": 4, "label": "Harm", "custom_id": "harm"}},
		map[string]any{"type": 1, "components": []any{map[string]any{"type": 2, "style": 5, "label": "Away", "url": "https://example.com"}}}}}}})
	w := newBrowser(t, srv.URL()).open(t, "Anna", "fight")
	w.sees("Big", "tiny", "bold slanted under gone code", "*plain*", "quoted", "boxed", "January 1, 1970", "@Anna", "An embed", "Foot", "A section")
	w.not("secret")
	w.press("Spoiler, press to show")
	w.sees("secret")
	w.pinged("Big")
	for _, find := range []string{"h3", "strong", "em", "u", "s", "code", "blockquote", "ul ul li", "ol li", "pre", "time", ".embed hr", "button.danger"} {
		if script[int](w, `document.querySelectorAll("#messages .body `+find+`").length`) == 0 {
			t.Errorf("%s is missing", find)
		}
	}
	for role, name := range map[string]string{"button": "Harm", "link": "Away ↗", "heading": "Contained", "combobox": "Pick one"} {
		if len(w.roles(role, name)) == 0 {
			t.Errorf("the %s %q is missing", role, name)
		}
	}
	w.run(chromedp.Navigate(srv.URL() + "/side.html?users=Anna,Ben"))
	w.until("two windows", func() bool {
		return script[int](w, `[...document.querySelectorAll("iframe")].filter((one) => one.contentDocument?.body?.innerText.includes("A section")).length`) == 2
	})
}
