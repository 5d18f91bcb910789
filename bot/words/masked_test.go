package words

import (
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// TestNU33OnlyTheGMReads: what only the GM reads about saves, abilities and counters has both names of a masked combatant. So do all of its places in
// the order.
func TestNU33OnlyTheGMReads(t *testing.T) {
	const both = "Assassin (as Figure)"
	l := lang.English()
	rs, _ := ruleset.ByName("five-e-2014")
	counted := &ruleset.Ruleset{Counters: []ruleset.Counter{{Name: "Luck", To: 9}}}
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Name: "Figure", RealName: "Assassin", Unit: 1, Kind: engine.NPC}},
		Units: []engine.Unit{{ID: 1, Name: "Figure"}}, Further: []engine.Unit{{ID: 2, Of: 1, Name: "Figure"}},
		Counters: []engine.CounterValue{{CounterID: engine.CounterID{Name: "Luck", Who: 1}, N: 2}}}
	rolled := dice.Result{Expr: "d20", Total: 7, Dice: []dice.Rolled{{Sides: 20, Faces: []int{7}}}}
	made := engine.SaveMade{Who: 1, Stat: "dex", Roll: rolled, Total: 7, Needs: 15, Result: ruleset.SaveFailure}
	lacks := made
	lacks.Lacks = true
	done := func(after *engine.State, e engine.Event) engine.Outcome {
		return engine.Outcome{Before: s, State: after, Events: []engine.Event{e}}
	}
	acts := *s
	acts.Phase, acts.Round, acts.Turn, acts.Active = engine.Running, 1, 1, []engine.UnitID{1}
	for name, got := range map[string]string{
		"who has yet to save":              SaveDue(l, s, &engine.AskedSaves{Due: []engine.SaveTarget{{Who: 1}}}),
		"the dice":                         SaveDice(l, rs, done(s, made), true),
		"who lacks a stat":                 SaveDice(l, rs, done(s, lacks), false),
		"the dice of one who left by then": SaveDice(l, rs, done(&engine.State{}, made), true),
		"an ability":                       strings.Join(AbilityLines(l, rs, done(s, engine.PoolRolled{Combatant: 1, Pool: "recharge", Roll: rolled, Needs: 5, Quiet: true}), false), "\n"),
		"what to do now":                   Help(l, &acts, rs, view.Viewer{GM: true}),
		"who is down":                      WhatBecame(l, []*engine.Combatant{&s.Combatants[0]}, 0),
		"notices":                          strings.Join(Notices(l, s, []engine.Notice{{Kind: engine.NoticeSlipped, Who: 1}}), "\n"),
		"counters":                         strings.Join(Counters(l, s, counted), "\n"),
	} {
		if !strings.Contains(got, both) {
			t.Errorf("%s: %q lacks %s", name, got, both)
		}
	}
	named := calledBoth(l, s)
	if named.Units[0].Name != both || named.Further[0].Name != both || s.Units[0].Name != "Figure" || s.Further[0].Name != "Figure" {
		t.Errorf("%+v %+v", named.Units, named.Further)
	}
}
