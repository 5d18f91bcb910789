package bot

import (
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
)

// delaying starts a fight under three-actions: Anna's Champion 22, the GM's Ghoul 18, Ben's Witch 11.
func delaying(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	for _, line := range []string{"GM: /init start ruleset:three-actions", "Anna: /init join name:Champion stats:init 6, hp 40 roll:16",
		"Ben: /init join name:Witch stats:init 7, hp 28 roll:4", "GM: /init add name:Ghoul stats:init 7, ac 16, hp 20 roll:11", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	return tb
}

// hasButton reports whether the card has a button with this label.
func (tb *table) hasButton(label string) bool {
	tb.t.Helper()
	return strings.Contains(", "+strings.ReplaceAll(tb.card(), " / ", ", ")+",", ", "+label+",")
}

// TestRS80DelayAndTake: the buttons do what /init delay and /init take do, for those who may, in their own turn.
func TestRS80DelayAndTake(t *testing.T) {
	tb := delaying(t)
	if tb.hasButton("Take the turn") {
		t.Error("nobody waits, and the card offers to come back")
	}
	delay := tb.button("Delay")
	tb.wants(tb.press("Ben", delay), true, "Champion's turn")
	tb.wants(tb.press("Anna", delay), false, "Champion delays. To come back, press Take the turn or use /init take.", "Next: Ghoul.")
	tb.wants(tb.press("Anna", delay), true, "That button belongs to an earlier turn. It's Ghoul's turn now.")
	take := tb.button("Take the turn")
	tb.wants(tb.press("Ben", take), true, "Witch isn't waiting")
	tb.do("GM", "/next")
	tb.wants(tb.press("Anna", take), true, "That button belongs to an earlier turn. It's Witch's turn now.")
	tb.wants(tb.press("Anna", tb.button("Take the turn")), false, "Champion comes back, right before Witch.", "Next: Champion.")
	if tb.hasButton("Take the turn") {
		t.Error("nobody waits any more, and the card offers to come back")
	}
	tb.do("GM", "/init undo")
	tb.wants(tb.press("Anna", tb.button("Take the turn")), false, "Champion comes back, right before Witch.")
}

// TestNoDelayWhileDown: a combatant that has to roll at 0 hit points is not offered to wait, which would be refused.
func TestNoDelayWhileDown(t *testing.T) {
	tb := delaying(t)
	tb.do("GM", "/damage target:Champion amount:45")
	if tb.hasButton("Delay") {
		t.Errorf("the card of a hero who has gone down has %s", tb.card())
	}
	if card := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(card, "can't act. Press End turn.") {
		t.Errorf("the card says\n%s", card)
	}
	tb.wants(tb.do("Anna", "/init delay"), true, "Champion can't act at the moment.")
	for range 3 {
		tb.do("GM", "/next")
	}
	if tb.hasButton("Delay") || !tb.hasButton("Recovery check") {
		t.Errorf("the card of a dying hero has %s", tb.card())
	}
	tb.wants(tb.do("Anna", "/init delay"), true, "Champion can't act at the moment.")
}

// TestRS80SwapForm: under a ruleset in which people change places, Delay asks with whom, and offers those who act later.
func TestRS80SwapForm(t *testing.T) {
	tb, files := withUploads(t)
	own := "roundel: 1\nname: trading\ntitle: Trading_places\norder: {by: score, roll: d10, best: low}\nwait: swap\n"
	tb.wants(tb.handle(tb.upload(files, "Admin", own)), true, `Trading\_places`)
	for _, line := range []string{"GM: /init start ruleset:trading", "Anna: /init join name:Anna stats:hp 10 roll:2",
		"GM: /init add name:Ogre stats:hp 20 roll:5", "Ben: /init join name:Ben stats:hp 10 roll:7", "Cleo: /init join name:Cleo stats:hp 10 roll:1", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	if card := card.Card(lang.English(), tb.public(), tb.rules(), nil).Text; !strings.Contains(card, `Trading\_places`) {
		t.Errorf("the title of an own ruleset is not escaped:\n%s", card)
	}
	tb.do("Cleo", "/next")
	opened := tb.press("Anna", tb.button("Delay")).Form
	if opened == nil || opened.Title != "Change places" {
		t.Fatalf("Delay opened %+v", opened)
	}
	if got := offered(opened, "with"); !slices.Equal(got, []string{"Ogre", "Ben"}) {
		t.Errorf("the form offers %q", got)
	}
	tb.wants(tb.press("Ben", tb.button("Delay")), true, "Anna's turn")
	tb.wants(tb.fill("Anna", opened.ID, map[string]string{"with": "Cleo"}), true, "Cleo doesn't act later this round. Choose Ogre or Ben.")
	tb.wants(tb.fill("Anna", opened.ID, map[string]string{"with": "Ben"}), false, "Anna changes places with Ben.", "Next: Ben.")
	tb.wants(tb.fill("Anna", opened.ID, map[string]string{"with": "Ogre"}), true, "belongs to an earlier turn. It's Ben's turn now.")
	tb.do("Ben", "/next")
	tb.do("GM", "/next")
	if tb.hasButton("Delay") {
		t.Error("nobody acts later this round, and the card offers to change places")
	}
	tb.wants(tb.press("Anna", discord.CustomID("swap", tb.turnArg())), true, "Nobody acts later this round")
}

// TestEffectFormAddsMore: the last line of the form for effects takes what /effect add has options for, and shows only what the
// ruleset has.
func TestEffectFormAddsMore(t *testing.T) {
	for name, want := range map[string]string{
		"turn-order":    "For example: skip, damage 1d6, initiative -3, no reactions",
		"flow-of-time":  "For example: skip, damage 1d6, initiative -3, ticks -1, no reactions",
		"three-actions": "For example: level 2, dc 14, bonus 2, source Orc, skip, damage 1d6, initiative -3, no reactions",
		"five-e-2014":   "For example: level 2, dc 14, bonus 2, with Concentrating, source Orc, skip, damage 1d6, no reactions",
	} {
		tb := versus(t, name)
		tb.do("GM", "/init roll")
		form := tb.opened("GM", "effect")
		if got := form.Inputs[len(form.Inputs)-1].Help; got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	tb := versus(t, "five-e-2014")
	tb.do("GM", "/init roll")
	if form := tb.opened("GM", "effect"); form.Inputs[1].Hint != "Blinded, Charmed, Concentrating" {
		t.Errorf("the names it shows are %q", form.Inputs[1].Hint)
	}
	tb.turnOf("Elf")
	effect := func(who, name, duration, more string) *discord.Reply {
		return tb.fill(who, tb.opened(who, "effect").ID, map[string]string{"target": "Goblin", "name": name, "duration": duration, "more": more})
	}
	tb.wants(effect("GM", "Paralyzed", "", " DC 14,bonus −1 , with concentrating, Source elf"), false,
		"Elf is Concentrating.", "Goblin is Paralyzed until Elf's Concentrating ends", "At the end of each turn, 14 or more on 1d20-1 ends it.")
	tb.wants(effect("GM", "Exhaustion", "", "level 3"), false, "Goblin has Exhaustion 3")
	tb.wants(effect("GM", "Dazed", "start of source's turn", "source Wolf, no reactions"), false, "Goblin is Dazed until the start of Wolf's next turn: no reactions.")
	before := len(tb.state().Effects)
	for more, why := range map[string]string{
		"glow": `"glow" can't be added to an effect. Write one or more of these, separated by commas: level 2, dc 14,`, "dc": `"dc" can't be added`, "dc high": `"dc high" can't be added`,
		"with": `"with" can't be added`, "skip 2": `"skip 2" can't be added`, "dc 14, dc 15": `"dc" is there twice.`, "level 2": "has no level",
		"source Nobody": "Nobody in this fight has that name.", "ticks -1": "doesn't use ticks",
	} {
		tb.wants(effect("GM", "Stunned", "", more), true, why)
	}
	if n := len(tb.state().Effects); n != before {
		t.Errorf("%d effects were %d", n, before)
	}
}

// TestRS80UseOnTheGMScreen: a combatant's page offers what it may spend now, and the form has nobody else and nothing else. An event has
// nothing to spend.
func TestRS80UseOnTheGMScreen(t *testing.T) {
	tb := newTable(t)
	for _, line := range []string{"GM: /init start ruleset:five-e-2014", "Anna: /init join name:Anna stats:init 1, hp 30 roll:18",
		"GM: /init add name:Dragon stats:init 1, legendary 2, hp 90 roll:10", "GM: /init event name:Lair action", "GM: /init roll"} {
		who, what, _ := strings.Cut(line, ": ")
		tb.do(who, what)
	}
	tb.do("GM", "/next") // the lair
	if tb.pageOf("Lair action"); slices.Contains(labels(tb.last), "Use") {
		t.Error("an event is offered something to use")
	}
	if got := tb.pageOf("Dragon"); !slices.Contains(labels(got), "Use") || slices.Contains(labels(got), "End their turn") {
		t.Errorf("the page has %q", labels(got))
	}
	use := tb.button("Use")
	form := tb.press("GM", use).Form
	if form == nil || form.Title != "Use: Dragon" || len(form.Inputs) != 1 || !slices.Equal(offered(form, "pool"), []string{"reaction", "legendary"}) {
		t.Fatalf("the form is %+v", form)
	}
	tb.wants(tb.press("Anna", use), true, "Only <@100> can do that.")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"pool": "legendary"}), false, "Dragon uses a legendary action, 1 left.")
	tb.wants(tb.fill("GM", form.ID, map[string]string{"pool": "reaction"}), false, "Dragon uses a reaction")
	if got := tb.pageOf("Dragon"); slices.Contains(labels(got), "Use") {
		t.Errorf("all is spent, and the page has %q", labels(got))
	}
	tb.wants(tb.press("GM", use), true, "Dragon has already used the reaction.")
	if who := offered(tb.opened("GM", "use"), "who"); slices.Contains(who, "Lair action") {
		t.Errorf("the card's form offers %q", who)
	}
	tb.do("Anna", "/next")
	tb.wants(tb.do("GM", "/act use pool:legendary who:Dragon"), true, "It's Dragon's own turn. Use a legendary action during somebody else's.")
}
