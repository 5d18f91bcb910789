package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAppsMenusInTheBrowser uses the commands in the Apps menu of a message.
func TestAppsMenusInTheBrowser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	bot := newPuppet(t, `[{"name":"go","description":"d"},{"type":3,"name":"Quote this"},{"type":2,"name":"Show character"}]`)
	id, err := bot.srv.User("Ben").Say("fight", "I am a Knight")
	if err != nil {
		t.Fatal(err)
	}
	w := newBrowser(t, bot.srv.URL()).open(t, "Anna", "fight")
	w.click("DisclosureTriangle", "Apps")
	w.looks(func() { w.fitsAndIsSound("an Apps menu") })
	w.press("Quote this")
	if data := bot.heard(thanks); data["target_id"] != id {
		t.Errorf("the bot got %v", data)
	}
	w.sees("Anna used Quote this", "Thank you")
	w.press("Show character (@Ben)")
	if data := bot.heard(`{"type":9,"data":{"custom_id":"f","title":"Character of Ben","components":[` +
		`{"type":1,"components":[{"type":4,"style":1,"custom_id":"i","label":"Note"}]}]}}`); data["target_id"] != bot.srv.User("Ben").ID() {
		t.Errorf("the bot got %v", data)
	}
	w.sees("Character of Ben")
	w.keys(kb.Escape)
	bot.send("PUT", "/applications/"+bot.srv.BotID()+"/commands", `[{"name":"go","description":"d"}]`)
	w.until("no Apps menu", func() bool { return len(w.roles("DisclosureTriangle", "Apps")) == 0 })
}

// TestCR57OnThePage: in the bar, another bot and a webhook can be played. What they say gets their shape, and is applied to the fight by hand.
func TestCR57OnThePage(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t, "--db", filepath.Join(t.TempDir(), "fights.db"))
	w := newBrowser(t, page).open(t, "GM", "fight")
	w.line("/init start name:Mill")
	w.sees("Mill begins")
	w.line("/init add name:Goblin stats:init 1, hp 25 roll:1")
	w.sees("Goblin has joined")
	w.line("/init roll")
	w.sees("Round 1 · Goblin")
	plays := func(name string) {
		t.Helper()
		script[chromedp.Void](w, fmt.Sprintf(`[...document.querySelectorAll("#users a")].find((one) => one.querySelector(".name").textContent === %q).click()`, name))
		w.until("the bar shows "+name, func() bool {
			return script[string](w, `document.querySelector("#users [aria-current] .name").textContent`) == name && script[bool](w, `!document.querySelector("#composer").hasAttribute("aria-busy")`)
		})
	}
	for i, one := range []struct{ by, says, number, left string }{
		{"Dicebot", "Mira attacks with a Rapier! / To hit: 2d20kh1 (~~4~~, 13) + 4 = 17 / Damage: 1d8 (6) + 2 = 8", "8", "17/25"},
		{"Webhook", "Longsword / Slashing Damage: 1d8 (6) + 3 = **9**", "9", "16/25"},
	} {
		plays(one.by)
		if script[bool](w, `document.querySelector("#locale").checkVisibility()`) {
			t.Errorf("%s has a language to choose", one.by)
		}
		w.line(one.says)
		w.until("the embed", func() bool {
			return script[int](w, `document.querySelectorAll(".embed .field").length`) >= 2-i && script[string](w, `[...document.querySelectorAll("li.message .head strong")].at(-1).textContent`) == one.by
		})
		plays("GM")
		script[chromedp.Void](w, `[...document.querySelectorAll("details.apps")].at(-1).open = true`)
		script[chromedp.Void](w, `[...[...document.querySelectorAll("details.apps")].at(-1).querySelectorAll("button")].find((one) => one.textContent === "Apply to fight").click()`)
		w.sees("Another number", "Half damage")
		w.pick("Target", "Goblin – foes · 25/25")
		w.press("Submit")
		w.sees("From a message:", "Goblin takes "+one.number+" damage")
		w.line("/init list")
		w.sees(one.left)
		w.line("/init undo")
		w.sees("Undone:")
		w.line("/init list")
		w.sees("25/25")
	}
	if bad := refused(t, page); len(bad) > 0 {
		t.Errorf("Discord would refuse: %q", bad)
	}
}
