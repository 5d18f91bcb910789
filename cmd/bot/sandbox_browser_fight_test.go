package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestFightInTheBrowser plays a fight in three windows, with joining by form, surprise, initiative, an attack, an effect,
// undo, a killed bot and the end. It reads the page as people do.
func TestFightInTheBrowser(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	page, _ := runningSandbox(t, "--db", filepath.Join(t.TempDir(), "fights.db"))
	b := newBrowser(t, page)
	gm, anna, ben := b.open(t, "GM", "fight"), b.open(t, "Anna", "fight"), b.open(t, "Ben", "fight")

	gm.line("/init start name:Ruined tower ruleset:rounds-initiative")
	gm.sees("Ruined tower begins (Rounds and Initiative)")
	anna.join("Warrior", "dex 1, attack 2, ac 16, hp 16", "8")
	ben.sees("Warrior (@Anna) has joined.")
	ben.join("Thief", "dex 2, attack 1, ac 13, hp 10", "3")
	gm.line("/init add name:Wolf count:2 stats:dex 1, attack 2, ac 12, morale 7, hp 6")
	anna.sees("Wolf 1 and Wolf 2 have joined.")

	gm.choose("/surprise set ", "wolf 2", "Wolf 2")
	gm.sees("Wolf 2 is surprised.")
	gm.line("/init roll rolls:Wolf 1 5, Wolf 2 2")
	ben.sees("Round 1", "· Warrior @Anna")
	anna.pinged("· Warrior")
	ben.press("End turn")
	ben.sees("Only you can see this")
	anna.not("Only you can see this")

	anna.line("/attack target:Wolf 1 weapon:Sword, melee, 1d8 roll:15 damage_roll:5")
	gm.sees("Warrior attacks Wolf 1 (Sword)", "Wolf 1 takes 6 damage and is down.")
	gm.sees("eft: a move.")
	gm.press("Effect")
	gm.pick("Targets", "Warrior")
	gm.fill("Effect", "Blessed")
	gm.pick("How long", "2 rounds")
	gm.press("Submit")
	anna.sees("Warrior is Blessed for 2 rounds")

	gm.press("Faults")
	gm.press("Kill the bot (kill -9) and start it again")
	gm.sees("the bot is connected", "sessions started: 1, resumed: 1")
	gm.press("Close")
	anna.press("End turn")
	ben.sees("· Thief @Ben")
	gm.sees("· Thief @Ben")
	gm.press("Undo")
	anna.sees("Undone:", "Now: Warrior.")
	anna.press("End turn")
	ben.until("the second card", func() bool {
		return strings.Count(ben.text(), "· Thief @Ben") == 1 && strings.Count(ben.text(), "· Thief") >= 2
	})
	ben.line("/next")
	gm.sees("Round 2", "· Warrior @Anna")

	gm.line("/init end")
	gm.press("End the fight")
	ben.sees("Ruined tower is over.", "This fight is over")
	ben.until("the picture of the fight", func() bool {
		return script[bool](ben, `[...document.querySelectorAll("main img")].some((img) => img.naturalWidth > 900 && img.alt.startsWith("Chart of the hit points of "))`)
	})
	if bad := refused(t, page); len(bad) > 0 {
		t.Errorf("Discord would refuse: %q", bad)
	}
}

// join fills in the form of the Join button.
func (w *window) join(name, stats, roll string) {
	w.t.Helper()
	w.press("Join")
	w.sees("Join the fight")
	w.fill("Your character's name", name)
	w.keys(kb.Tab)
	w.keys(stats)
	w.fill("Your die, if you rolled it yourself", roll)
	w.press("Submit")
	w.sees(name + " (@" + w.user + ") has joined.")
}

// choose runs a command with autocomplete: it types, chooses the first suggestion by keyboard, and sends.
func (w *window) choose(command, typed, offered string) {
	w.t.Helper()
	w.click("combobox", "Message or command")
	w.keys(command + typed)
	w.until("the proposal "+offered, func() bool { return len(w.roles("option", offered)) > 0 })
	w.keys(kb.ArrowDown)
	w.keys("\r")
	w.keys("\r")
}

// pinged waits for a message that pings the user.
func (w *window) pinged(words string) {
	w.t.Helper()
	w.until("a ping with "+words, func() bool {
		texts := script[[]string](w, `[...document.querySelectorAll("main li.pinged")].map((node) => node.innerText)`)
		return len(texts) > 0 && strings.Contains(texts[len(texts)-1], words)
	})
}

// pick chooses options of a select in the form that is open.
func (w *window) pick(label string, options ...string) {
	w.t.Helper()
	w.until("the select "+label, func() bool {
		return script[bool](w, fmt.Sprintf(`(() => {
			const label = [...document.querySelectorAll("dialog[open] label")].find((one) => one.textContent.startsWith(%q));
			const node = label && document.getElementById(label.htmlFor), wanted = %q.split("\n");
			const list = [...document.querySelectorAll("dialog[open] [role=listbox]")].find((one) => one.getAttribute("aria-label").startsWith(%[1]q));
			const nodes = [...(list ? list.querySelectorAll("[role=option]") : node?.options ?? [])];
			const name = (one) => list ? one.innerText.trim().split("\n")[0] : one.text;
			if (wanted.some((text) => !nodes.some((one) => name(one) === text))) return false;
			for (const one of nodes) {
				if (!list) one.selected = wanted.includes(one.text);
				else if (wanted.includes(name(one)) !== (one.getAttribute("aria-selected") === "true")) one.click();
			}
			return true;
		})()`, label, strings.Join(options, "\n")))
	})
}
