package bot

import (
	"slices"
	"strings"
	"testing"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/view"
)

// TestMO2BlocksAreKeptOnce: foes of one kind share a stat block, which goes with the last of them and comes back with undo; only the GM knows it, and a
// player who gets one of them gets the saves of its actions.
func TestMO2BlocksAreKeptOnce(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Knight stats:init 2, ac 18, hp 60")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Smolder")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Cinder")
	tb.want("GM", "/init add monster:Ogre")
	s := tb.state()
	smolder := &s.Combatants[1]
	if len(s.Blocks) != 2 || smolder.Block != s.Combatants[2].Block || s.BlockOf(smolder).Monster != "Adult Red Dragon" || s.BlockOf(smolder).Book != "srd-5.1" || smolder.Prepared != "" {
		t.Fatalf("%+v %+v", s.Blocks, smolder)
	}
	if seen := view.State(s, view.Viewer{}); len(seen.Blocks) != 0 || seen.Combatants[1].Block != "" {
		t.Errorf("%+v", seen.Combatants[1])
	}
	tb.want("GM", "/init remove name:Ogre")
	if s := tb.state(); len(s.Blocks) != 1 {
		t.Errorf("%+v", s.Blocks)
	}
	tb.want("GM", "/init undo")
	if s := tb.state(); len(s.Blocks) != 2 || s.BlockOf(&s.Combatants[3]).Monster != "Ogre" {
		t.Errorf("%+v", s.Blocks)
	}
	tb.want("GM", "/init edit name:Cinder owner:Ben")
	s = tb.state()
	if cinder := &s.Combatants[2]; s.BlockOf(cinder) != nil || !strings.HasPrefix(cinder.Prepared, "Frightful Presence, save wis, dc 19") || len(s.Abilities(cinder)) != 2 {
		t.Errorf("%+v", cinder)
	}
}

// TestMO18SentTwice: a form that is closed spends nothing, one that is sent spends a use, in one step. Sent twice, or by a second form that was open, it is
// refused with what there is. Players have no such buttons, and a press in another turn is stale.
func TestMO18SentTwice(t *testing.T) {
	tb, _ := withMonsters(t, "five-e-2014")
	tb.want("Anna", "/init join name:Knight stats:init 2, ac 18, hp 200, dex 1 roll:3")
	tb.want("GM", "/init add monster:Adult Red Dragon name:Dragon roll:19")
	tb.want("GM", "/init roll")
	s := tb.state()
	all := s.Abilities(&s.Combatants[1])
	left := func() int {
		c := tb.state().Combatants[1]
		n, _ := c.UsesLeft(engine.FindAbility(all, "Fire Breath"))
		return n
	}
	press := discord.CustomID("ability", tb.turnArg(), card.CombatantArg(&s.Combatants[1]), card.AbilityArg(all, slices.IndexFunc(all, func(a engine.Ability) bool { return a.Name == "Fire Breath" })))
	tb.wants(tb.press("Anna", press), true, "Only <@100> can do that")
	form := tb.press("GM", press).Form
	if form == nil || form.Title != "Fire Breath: Dexterity" || left() != 1 {
		t.Fatalf("%+v, %d left", form, left())
	}
	if in := form.Inputs[0]; in.ID != "target" || in.Help != "60-foot cone" || in.Menu.Most < 2 {
		t.Errorf("%+v", in)
	}
	fields := map[string]string{"target": "Knight", "dc": form.Inputs[1].Value, "amount": form.Inputs[2].Value, "success": "half"}
	if fields["dc"] != "21" || fields["amount"] != "18d6 fire" {
		t.Errorf("%v", fields)
	}
	tb.roll(slices.Repeat([]int{3}, 18)...)
	tb.wants(tb.fill("GM", form.ID, fields), false, "**Fire Breath**: Dexterity save, DC 21")
	if left() != 0 {
		t.Errorf("%d left", left())
	}
	called := len(tb.state().AskedSaves)
	tb.wants(tb.fill("GM", form.ID, fields), true, "Dragon can't use Fire Breath again: its one use is spent.")
	tb.wants(tb.press("GM", press), true, "Dragon can't use Fire Breath again")
	if left() != 0 || len(tb.state().AskedSaves) != called {
		t.Error("a refused form has changed something")
	}
	tb.want("GM", "/init undo")
	if left() != 1 || len(tb.state().AskedSaves) != 0 {
		t.Errorf("%d left after undo", left())
	}
	tb.want("GM", "/next")
	tb.wants(tb.press("GM", press), true, "turn")
	if got := tb.offered("Anna", "act use", "fire"); len(got) != 0 {
		t.Errorf("players are offered %v", got)
	}
}

// TestMO3OneStep: a press is one step of undo, has one effect however often Discord delivers it, and is for the GM in the turn of its button.
func TestMO3OneStep(t *testing.T) {
	tb, turn := withBeast(t)
	grim := func() *engine.Combatant { return toShow(tb.state(), "Grim") }
	gaze := engine.FindAbility(tb.state().Abilities(grim()), "Gaze")
	left := func() int { n, _ := grim().UsesLeft(gaze); return n }
	id := buttonsOf(turn)["Gaze (2)"]
	r := tb.request("GM", discord.Pressed)
	r.Path, r.Message = id, "700"
	tb.wants(tb.handle(r), true, "Grim uses **Gaze**")
	tb.wants(tb.handle(r), true, "Grim uses **Gaze**")
	if left() != 1 {
		t.Errorf("%d left", left())
	}
	tb.wants(tb.press("Anna", id), true, "Only <@100> can do that")
	tb.want("GM", "/init undo")
	if left() != 2 || !tb.state().IsActive(grim().Unit) {
		t.Errorf("%d left after one undo", left())
	}
	for _, label := range []string{"Gaze (2)", "Multiattack", "Howl", "Claw", "Parry"} {
		before := tb.exported()
		tb.want("GM", "/next")
		if got := tb.press("GM", buttonsOf(turn)[label]); !got.Refused || got.Form != nil {
			t.Errorf("%s in the next turn: %+v", label, got)
		}
		tb.want("GM", "/init undo")
		if after := tb.exported(); after != before {
			t.Errorf("%s has changed something", label)
		}
	}
}

// TestMO10TicksAreTold: on a clock, the GM reads at once what an ability has cost of it, and nobody else does before the turn is over (RS-38).
func TestMO10TicksAreTold(t *testing.T) {
	tb, files := withUploads(t)
	clock := "roundel: 1\nname: own-clock\ntitle: Own clock\nstats:\n  init: {is: Low is fast, need: all}\n  wis: Wisdom\norder: {by: clock, roll: init + d6, cost: 5}\n" +
		"turn: {action: {count: any, priced: yes}}\nsaves: {roll: d20 + bonus, needs: dc, names: {wis: Wisdom}}\n"
	tb.wants(tb.handle(tb.upload(files, "Admin", clock)), true, "own-clock")
	tb.want("GM", "/init start ruleset:own-clock", "begins (Own clock)")
	beast := "roundel: 1\nmonsters:\n  - name: Brute\n    hp: 9\n    stats: {init: 1}\n    abilities:\n      - {name: Roar, costs: 7, uses: 3}\n      - {name: Glare, costs: 1, save: wis 12}\n"
	tb.wants(tb.handle(tb.addFile(files, "Admin", beast)), true, "Added: Brute.")
	tb.want("Anna", "/init join name:Ann stats:init 9, wis 1 roll:5")
	tb.want("Admin", "/init add monster:Brute roll:1")
	turn := tb.do("GM", "/init roll").Alone
	before := tb.do("Anna", "/init list").Text
	roared := tb.press("GM", buttonsOf(turn)["Roar (3)"])
	tb.wants(roared, true, "Brute uses **Roar** (7 ticks): 2 of 3 left.")
	form := tb.press("GM", buttonsOf(roared)["Glare"]).Form
	glared := tb.fill("GM", form.ID, map[string]string{"target": "Ann", "dc": "12"})
	tb.wants(glared.Alone, true, "Brute uses **Glare** (1 tick).")
	if after := tb.do("Anna", "/init list").Text; after != before || strings.Contains(said(glared.Then), "tick") {
		t.Errorf("%s\n%s", after, said(glared.Then))
	}
	tb.wants(tb.do("GM", "/next"), false, "Brute moves on to tick 10.")
}
