package play_test

import (
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// thugsUnder returns a fight of Ace and three thugs with 10 hit points each, before initiative.
func thugsUnder(t *testing.T, rs *ruleset.Ruleset) *fight {
	t.Helper()
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, slices.Repeat([]int{1, 2, 3, 4}, 50)...)
	f.by(anna, play.Join{Name: "Ace", Stats: rs.Template(false)})
	f.gm(play.Add{Name: "Thug", Count: 3, Stats: rs.Template(true)})
	return f
}

// TestCO13GroupNamesUnderEveryRuleset: the name under which NPCs were added means all of them, whether they share a unit, are units of
// their own, or belong to a side with others.
func TestCO13GroupNamesUnderEveryRuleset(t *testing.T) {
	for _, rs := range ruleset.Bundled().List {
		t.Run(rs.Name, func(t *testing.T) {
			f := thugsUnder(t, rs)
			f.gm(play.Add{Name: "Boss", Stats: rs.Template(true)})
			f.gm(play.HP{Target: "Thug", Amount: "-4", Half: "Thug 2"})
			for name, hp := range map[string]int{"Thug 1": 6, "Thug 2": 8, "Thug 3": 6, "Boss": 10} {
				f.wantHP(name, hp)
			}
			f.gm(play.Damage{Target: "thug, Thug 3", Amount: "1"})
			f.wantHP("Thug 3", 5) // no one is hit twice
			f.gm(play.EffectAdd{Target: "Thug", Name: "Fear", Duration: "fight"})
			for _, name := range []string{"Thug 1", "Thug 2", "Thug 3"} {
				if on := f.s.EffectsOn(f.combatant(name)); len(on) != 1 {
					t.Errorf("%s has %d effects", name, len(on))
				}
			}
			f.gm(play.EffectRemove{Target: "Thug", Name: "Fear"})
			f.wantEffects("")
			f.gm(play.EffectAdd{Target: "Thug 2", Name: "Mud", Duration: "fight"})
			if f.s.Unit(f.combatant("Thug 1").Unit).Name != "Thug" { // where they share a unit, the name means an effect on that
				f.refused(theGM, play.EffectRemove{Target: "Thug", Name: "Fear"}, engine.NotFound, reason.UnknownEffect)
				f.gm(play.EffectRemove{Target: "Thug", Name: "Mud"}) // whoever has it
				f.wantEffects("")
			}
			if rs.Surprise.Kind != ruleset.NoSurprise {
				if err := f.do(theGM, play.SurpriseSet{Names: "Thug"}); err == nil && f.combatant("Boss").Surprised {
					t.Error("Boss is surprised as well")
				} else if err == nil && !(f.combatant("Thug 1").Surprised && f.combatant("Thug 3").Surprised) {
					t.Error("not all are surprised")
				}
			}
			hidden := true
			f.gm(play.Edit{Name: "Thug", Hidden: &hidden})
			for _, c := range f.s.Combatants {
				if want := c.Kind == engine.NPC && c.Name != "Boss"; c.Hidden != want {
					t.Errorf("%s: hidden is %v", c.Name, c.Hidden)
				}
			}
			f.refused(anna, play.Damage{Target: "Thug", Amount: "1"}, engine.NotFound, reason.UnknownName)
			f.gm(play.Edit{Name: "Thug", Hidden: new(bool)}, play.Edit{Name: "Thug", Rename: "Bandit", Stats: "hp 7"})
			for _, name := range []string{"Bandit 1", "Bandit 2", "Bandit 3"} {
				f.wantHP(name, 7)
			}
			f.gm(play.Remove{Name: "Bandit"})
			if len(f.s.Combatants) != 2 {
				t.Errorf("%d combatants are left", len(f.s.Combatants))
			}
		})
	}
}

// TestCO13WhomAGroupsNameMeans: whoever is called exactly that comes first, and one combatant is needed where only one can be meant. A
// member with another name has left the group.
func TestCO13WhomAGroupsNameMeans(t *testing.T) {
	f := thugsUnder(t, mustRules(t, "flow-of-time"))
	f.refused(theGM, play.EffectSave{Target: "Thug"}, engine.Invalid, reason.Several, engine.Args{Text: "Thug", Name: "Thug 1"})
	f.refused(theGM, play.Damage{Target: "Thu", Amount: "1"}, engine.NotFound, engine.Args{Text: "Thu", Near: "Thug"})
	f.gm(play.Edit{Name: "Thug 1", Rename: "Snik"}, play.Damage{Target: "Thug", Amount: "3"})
	f.wantHP("Snik", 10)
	f.wantHP("Thug 2", 7)
	f.gm(play.Remove{Name: "Thug 2"}, play.Damage{Target: "Thug", Amount: "3"}) // one is left
	f.wantHP("Thug 3", 4)
	f.gm(play.Edit{Name: "Snik", Rename: "Thug"}, play.Damage{Target: "Thug", Amount: "3"})
	f.wantHP("Thug", 7)
	f.wantHP("Thug 3", 4)
}

// TestCO13HiddenMembersOfAGroup: a player's group name means those whom the player sees, and nobody else changes.
func TestCO13HiddenMembersOfAGroup(t *testing.T) {
	for _, name := range []string{"flow-of-time", "combat-sequence", "turn-order", "five-e-2024"} {
		t.Run(name, func(t *testing.T) {
			rs := mustRules(t, name)
			f := thugsUnder(t, rs)
			hidden := true
			f.gm(play.Edit{Name: "Thug 2", Hidden: &hidden}, play.Roll{})
			for f.s.ActiveMembers()[0].Name != "Ace" {
				f.next(1)
			}
			f.by(anna, play.Damage{Target: "Thug", Amount: "4"})
			f.wantHP("Thug 1", 6)
			f.wantHP("Thug 2", 10)
			f.wantHP("Thug 3", 6)
			f.gm(play.Damage{Target: "Thug", Amount: "1"})
			f.wantHP("Thug 2", 9)
			f.gm(play.Edit{Name: "Thug 1", Hidden: &hidden}, play.Edit{Name: "Thug 3", Hidden: &hidden})
			f.refused(anna, play.Damage{Target: "Thug", Amount: "4"}, engine.NotFound, engine.Args{Text: "Thug"})
		})
	}
}

func mustRules(t *testing.T, name string) *ruleset.Ruleset {
	t.Helper()
	rs, ok := ruleset.ByName(name)
	if !ok {
		t.Fatalf("no ruleset is called %q", name)
	}
	return rs
}
