package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// rolled returns the rolls for hit points among events, by combatant.
func rolled(events []engine.Event) map[engine.CombatantID]engine.DiceRolled {
	out := map[engine.CombatantID]engine.DiceRolled{}
	for _, e := range events {
		if e, is := e.(engine.DiceRolled); is {
			out[e.HPOf] = e
		}
	}
	return out
}

// TestHitDiceAreRolledForEach: each newcomer has hit points of its own, the GM alone learns them, hidden ones have dice of their own, and the
// group is one unit all the same.
func TestHitDiceAreRolledForEach(t *testing.T) {
	rs, _ := ruleset.ByName("turn-order")
	gm := engine.Actor{User: "gm"}
	begun, err := play.Decide(nil, rs, play.Start{Ruleset: rs.Name}, play.Input{Actor: gm})
	if err != nil {
		t.Fatal(err)
	}
	add := func(s *engine.State, cmd play.Add, open, hidden []int) engine.Outcome {
		t.Helper()
		script, other := dice.Script(open...), dice.Script(hidden...)
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: gm, Dice: script, HiddenDice: other})
		if err != nil {
			t.Fatal(err)
		}
		if len(script.Results)+len(other.Results) > 0 {
			t.Errorf("dice are left over: %v, %v", script.Results, other.Results)
		}
		return out
	}
	out := add(begun.State, play.Add{Name: "Rat", Count: 2, Stats: "init 1", HitDice: "2d4-3", Weapons: "Bite, 1d4\nTail, 1d6"}, []int{4, 3, 1, 1}, nil)
	if got := out.State.Combatants; len(got) != 2 || got[0].HP != 4 || got[0].MaxHP != 4 || got[1].HP != 1 || got[1].Weapon != "Bite, 1d4\nTail, 1d6" || got[0].Unit != got[1].Unit {
		t.Fatalf("%+v", got)
	}
	if all := rolled(out.Events); len(all) != 2 || all[out.State.Combatants[0].ID].Roll.Total != 4 {
		t.Errorf("%+v", all)
	}
	seen := view.Of(out, view.Viewer{})
	if len(rolled(seen.Events)) > 0 || !seen.Withheld {
		t.Errorf("everyone sees the rolls: %+v", seen.Events)
	}
	if gms := view.Of(out, view.Viewer{User: "gm", GM: true}); len(rolled(gms.Events)) != 2 {
		t.Errorf("the GM sees %+v", gms.Events)
	}
	unseen := add(out.State, play.Add{Name: "Owl", Stats: "init 1", HitDice: "1d8", Hidden: true}, nil, []int{7})
	if c := unseen.State.Combatants[2]; c.HP != 7 || len(rolled(view.Of(unseen, view.Viewer{}).Events)) > 0 {
		t.Errorf("%+v", c)
	}
	own := add(out.State, play.Add{Name: "Cat", Stats: "init 1", HitDice: "1d8", Owner: "anna"}, []int{5}, nil)
	if len(rolled(view.Of(own, view.Viewer{}).Events)) != 1 {
		t.Error("a player's minion has hit points that everyone sees")
	}
	cat := map[engine.CombatantID]bool{own.State.Combatants[2].ID: true} // hidden later, so that it is missing in the log
	if later := view.Of(own, view.Viewer{}.Without(cat)); len(rolled(later.Events)) > 0 {
		t.Errorf("the log shows the hit points of somebody hidden: %+v", later.Events)
	}
	if annas := view.Of(own, view.Viewer{User: "anna"}.Without(cat)); len(rolled(annas.Events)) != 1 {
		t.Errorf("its owner sees %+v", annas.Events)
	}
	_, err = play.Decide(out.State, rs, play.Add{Name: "Bat", Stats: "init 1", HitDice: "some"}, play.Input{Actor: gm})
	if err == nil {
		t.Error("dice that can't be read were taken")
	}
}

// TestSeveralSavedWeapons: an attack is made with the weapon that it names, or with the first.
func TestSeveralSavedWeapons(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	gm := engine.Actor{User: "gm"}
	s := (*engine.State)(nil)
	for _, cmd := range []play.Command{play.Start{Ruleset: rs.Name}, play.Add{Name: "Ogre", Stats: "init 1, ac 11", Weapons: "Club, hit 6, 2d8+4\nJavelin, ranged, hit 5, 2d6"},
		play.Add{Name: "Rat", Stats: "init 0, ac 10, hp 99"}, play.Roll{}} {
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: gm, Dice: dice.Script(15, 5)})
		if err != nil {
			t.Fatal(err)
		}
		s = out.State
	}
	for weapon, want := range map[string]string{"": "Club", "javelin": "Javelin", "Club": "Club", "Rock, 1d4": "Rock", "Punch": "Punch"} {
		out, err := play.Decide(s, rs, play.Strike{Who: "Ogre", Target: "Rat", Weapon: weapon}, play.Input{Actor: gm, Dice: dice.Seeded(1)})
		if err != nil {
			t.Fatal(weapon, err)
		}
		for _, e := range out.Events {
			if e, is := e.(engine.Attacked); is && (e.Weapon != want || e.Ranged != (want == "Javelin")) {
				t.Errorf("%q: %+v", weapon, e)
			}
		}
	}
	if _, err := play.Decide(s, rs, play.Strike{Who: "Ogre", Target: "Rat", Weapon: "Spear"}, play.Input{Actor: gm, Dice: dice.Seeded(1)}); err == nil {
		t.Error("a weapon that it doesn't have was taken")
	}
}
