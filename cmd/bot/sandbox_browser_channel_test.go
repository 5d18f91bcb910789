package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// phone makes the window as large as a phone's.
func (w *window) phone() {
	w.t.Helper()
	w.run(chromedp.EmulateViewport(390, 844))
}

// fromMenu sets up a demo fight.
func (w *window) fromMenu(title string) {
	w.t.Helper()
	w.press("Demos")
	w.press(title)
}

// enters goes to a channel by its link, which a narrow window keeps in its menu.
func (w *window) enters(channel string) {
	w.t.Helper()
	if len(w.roles("button", "Channels")) > 0 {
		w.press("Channels")
	}
	w.click("link", "# "+channel)
	w.until("the channel", func() bool { return len(w.roles("heading", "# "+channel)) > 0 })
}

// fromBottom returns how far the messages are scrolled from the bottom, in pixels.
func (w *window) fromBottom() float64 {
	w.t.Helper()
	return script[float64](w, `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.getElementById("messages"))`)
}

// atBottom waits until the newest message is in view.
func (w *window) atBottom() {
	w.t.Helper()
	w.until("the bottom", func() bool { return w.fromBottom() < 2 })
}

// TestTheChannelOpensAtTheBottom checks that the newest message stays in view unless one has scrolled up, and that a button
// then leads back.
func TestTheChannelOpensAtTheBottom(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[]`)
	say := func(text string) {
		t.Helper()
		if _, err := bot.srv.User("Ben").Say("tavern", text); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		say(fmt.Sprintf("message %d", i+1))
	}
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "tavern")
	w.sees("message 60")
	w.atBottom()
	say(strings.Repeat("a tall message\n", 50) + "its end")
	w.sees("its end")
	w.atBottom()
	w.phone()
	w.atBottom()

	w.scrollUp()
	say("the first new one")
	w.sees("1 new message")
	say("the second new one")
	w.sees("2 new messages")
	if top := script[int](w, `document.getElementById("messages").scrollTop`); top != 0 {
		t.Errorf("a new message scrolled to %d", top)
	}
	w.press("2 new messages")
	w.atBottom()
	w.until("the button to go", func() bool { return !strings.Contains(w.text(), "new messages") })

	w.scrollUp()
	w.line("my own")
	w.sees("my own")
	w.atBottom()
	w.enters("fight")
	w.enters("tavern")
	w.sees("my own")
	w.atBottom()
}

// scrollUp scrolls to the first message, and waits until the page knows.
func (w *window) scrollUp() {
	w.t.Helper()
	script[chromedp.Void](w, `new Promise((done) => {
		const log = document.getElementById("messages");
		log.addEventListener("scroll", () => done(), { once: true });
		log.scrollTop = 0;
	})`)
}

// TestTheDotIsOnTheUserWhoseTurnItIs checks that the page finds out from the bot's cards whose turn it is.
func TestTheDotIsOnTheUserWhoseTurnItIs(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "GM", "fight")
	channel := "/channels/" + bot.srv.ChannelID("fight") + "/messages"
	anna, ben := bot.srv.User("Anna"), bot.srv.User("Ben")
	acting := func(want ...string) {
		t.Helper()
		w.until(fmt.Sprintf("the dot on %q", want), func() bool {
			got := script[[]string](w, `[...document.querySelectorAll("#users .acts")].map((node) => node.querySelector(".name").firstChild.textContent)`)
			return slices.Equal(got, want)
		})
	}
	tracker := bot.send(http.MethodPost, channel, `{"flags":32768,"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"The order"},
		{"type":1,"components":[{"type":2,"style":1,"label":"Effect","custom_id":"effect"}]}]}`)
	card := func(text, mentions string) {
		t.Helper()
		bot.send(http.MethodPost, channel, `{"content":"`+text+`","allowed_mentions":{"parse":[],"users":[`+mentions+`]},
			"components":[{"type":1,"components":[{"type":2,"style":1,"label":"End turn","custom_id":"done"}]}]}`)
	}
	quoted := func(ids ...string) string { return `"` + strings.Join(ids, `","`) + `"` }
	card("Turn: Knight "+anna.Mention(), quoted(anna.ID()))
	acting("Anna")
	if len(w.roles("link", "Anna (whose turn it is)")) != 1 {
		t.Error("a screen reader does not hear whose turn it is")
	}
	if _, err := anna.Say("fight", "What do you think, "+ben.Mention()+"?"); err != nil {
		t.Fatal(err)
	}
	w.sees("What do you think")
	acting("Anna")
	card("Turn: the heroes "+anna.Mention()+" "+ben.Mention(), quoted(anna.ID(), ben.ID()))
	acting("Anna", "Ben")
	card("Turn: Goblin", "")
	acting()
	card("Turn: Elf "+ben.Mention(), quoted(ben.ID()))
	acting("Ben")
	w.enters("tavern")
	acting()
	w.enters("fight")
	acting("Ben")
	bot.send(http.MethodPatch, channel+"/"+tracker, `{"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"This fight is over."}]}`)
	acting()
}

// TestPlayingAsAnotherUser checks that the bar is the only place to choose the user, and that it fits on a phone.
func TestPlayingAsAnotherUser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[]`)
	w := newBrowser(t, bot.srv.URL()).open(t, "GM", "fight")
	w.phone()
	for _, name := range []string{"Admin", "GM", "Anna", "Ben", "Cleo"} {
		w.click("link", name)
		w.until("the window of "+name, func() bool {
			return script[bool](w, `document.title === "`+name+` in # fight" && document.querySelector("#users [aria-current] .name").innerText === "`+name+`"`)
		})
		if n := len(w.roles("link", name)) + len(w.roles("radio", name)); n != 1 {
			t.Errorf("%s can be chosen in %d places", name, n)
		}
	}
	if hidden := script[bool](w, `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.getElementById("people"))`); hidden {
		t.Error("the bar does not fit on a phone")
	}
	w.line("here I am")
	w.sees("Cleo", "here I am")
}

// TestCommandsAreSuggestedInGroups checks the order of the slash list, and that it gets shorter as one types.
func TestCommandsAreSuggestedInGroups(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t)
	w := newBrowser(t, page).open(t, "GM", "fight")
	w.click("combobox", "Message or command")
	offered := func(what string, right func(groups, names []string) bool) {
		t.Helper()
		w.until(what, func() bool {
			groups := script[[]string](w, `[...document.querySelectorAll("#suggestions [role=group]")].map((node) => node.ariaLabel)`)
			names := script[[]string](w, `[...document.querySelectorAll("#suggestions [role=option] b")].map((node) => node.innerText)`)
			return right(groups, names)
		})
	}
	w.keys("/")
	offered("the groups", func(groups, names []string) bool {
		return len(groups) > 6 && slices.Equal(groups[:7], []string{"/init", "/surprise", "/next /damage /heal /hp /rest", "/save", "/effect", "/act /attack /morale /counter", "/character /roundel"}) &&
			slices.Equal(names[:2], []string{"/init start", "/init join"})
	})
	if bare := script[int](w, `[...document.querySelectorAll("#suggestions [role=option]")].filter((node) => !node.querySelector("span")?.innerText).length`); bare > 0 {
		t.Errorf("%d commands have no description", bare)
	}
	w.keys("he")
	offered("commands with he", func(groups, names []string) bool {
		return len(names) >= 2 && names[0] == "/heal" && slices.Contains(names, "/help") && !slices.Contains(names, "/init start")
	})
	w.keys("lp")
	offered("one command", func(groups, names []string) bool { return slices.Equal(names, []string{"/help"}) })
	w.keys(kb.Backspace + kb.Backspace + kb.Backspace + kb.Backspace + "hit points")
	offered("commands whose description says so", func(groups, names []string) bool { return slices.Contains(names, "/hp") })
}

// TestAnEmptyChannelShowsHowToBegin starts a fight with the button of an empty channel, and a demo fight, on a phone.
func TestAnEmptyChannelShowsHowToBegin(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t)
	w := newBrowser(t, page).open(t, "GM", "fight")
	w.phone()
	w.sees("Nothing here yet", "Type /init start to begin.")
	w.press("/init start")
	w.sees("/init start – ")
	w.keys("\r")
	w.sees("The GM is @GM")
	w.not("Nothing here yet")
	if shown := script[[]float64](w, `(({ left, right }) => [left, innerWidth - right])(document.getElementById("demos-button").getBoundingClientRect())`); shown[0] < 0 || shown[1] < 0 {
		t.Errorf("the demo fights are off screen: %v", shown)
	}
	w.fromMenu("Turn Order")
	w.sees("# demo-turn-order", "The GM acts")
	w.atBottom()
}
