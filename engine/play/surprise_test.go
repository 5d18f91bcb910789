package play_test

import (
	"slices"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// TestRI3NewerContestDecides: a target that wins a second contest is no longer surprised by the first.
func TestRI3NewerContestDecides(t *testing.T) {
	f := station(t)
	contest := func(guard, dog string) {
		t.Helper()
		f.gm(play.SurpriseContest{Ambushers: "Kay", Targets: "Guard, Dog", Rolls: "Kay 5, Guard " + guard + ", Dog " + dog})
	}
	contest("2", "2")
	contest("12", "2")
	if f.combatant("Guard").Surprised || !f.combatant("Dog").Surprised {
		t.Fatalf("%+v", f.last)
	}
	if freed := lastOf[engine.SurpriseChanged](f); len(freed) != 1 || freed[0].Surprised || len(freed[0].Combatants) != 1 || freed[0].Combatants[0] != f.combatant("Guard").ID {
		t.Fatalf("no longer surprised: %+v", freed)
	}
	contest("12", "2")
	if len(f.last) != 1 {
		t.Fatalf("an unneeded change: %+v", f.last)
	}
	contest("2", "12")
	f.gm(play.Roll{Rolls: "Kay 6, Bo 5, Dog 8"})
	f.wantTurns("1: Dog", "1: Kay", "1: Bo") // but not the Guard
}

// TestCS5NewcomersToASurprisedSide: newcomers to a side that is surprised as a whole are surprised too, so that the other
// sides keep their free round.
func TestCS5NewcomersToASurprisedSide(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Cop", Side: "cops"}, play.SurpriseSide{Side: "foes"}, play.Add{Name: "Boss", Count: 2})
	if got := lastOf[engine.SurpriseChanged](f); len(got) != 1 || len(got[0].Combatants) != 2 || !got[0].Surprised {
		t.Fatalf("%+v", f.last)
	}
	f.gm(play.Edit{Name: "Cop", Side: "foes"}, play.Roll{})
	f.wantActive("0: Ace, Doc")

	f = raid(t)
	f.gm(play.SurpriseSide{Side: "party"})
	f.by(other, play.Join{Name: "Kit", Stats: "dex 0"})
	f.by(other, play.Join{Name: "Stray", Stats: "dex 0", Side: "foes"})
	if !f.combatant("Kit").Surprised || f.combatant("Stray").Surprised {
		t.Fatalf("Kit %+v, Stray %+v", f.combatant("Kit"), f.combatant("Stray"))
	}

	// They are not if only part of the side is surprised, or if the newcomer is on alert.
	f = raid(t)
	f.gm(play.SurpriseSet{Names: "Thug 1"}, play.Add{Name: "Boss"}, play.Add{Name: "Cop", Side: "cops"},
		play.SurpriseAlert{Names: "Cop"}, play.SurpriseSide{Side: "foes"}, play.Edit{Name: "Cop", Side: "foes"})
	if !f.combatant("Boss").Surprised || f.combatant("Cop").Surprised {
		t.Fatalf("Boss %+v, Cop %+v", f.combatant("Boss"), f.combatant("Cop"))
	}
	f = raid(t)
	f.gm(play.SurpriseSet{Names: "Thug 1"}, play.Add{Name: "Boss"})
	if f.combatant("Boss").Surprised {
		t.Fatal("a newcomer to a side that is only partly surprised is surprised")
	}
	// Nor under a ruleset where surprise is per combatant.
	f = station(t)
	f.gm(play.SurpriseSide{Side: "foes"}, play.Add{Name: "Cat"})
	if f.combatant("Cat").Surprised {
		t.Fatal("a newcomer is surprised")
	}
}

// TestCS5EmptySide: the refusal for a side without combatants lists the other sides.
func TestCS5EmptySide(t *testing.T) {
	f := start(t, cs)
	f.refused(theGM, play.SurpriseSide{Side: "foes"}, engine.NotFound, reason.NobodyJoined)
	f.by(anna, play.Join{Name: "Ace", Stats: "dex 2"})
	for _, side := range []string{"foes", "beasts"} {
		f.refused(theGM, play.SurpriseSide{Side: side}, engine.NotFound, reason.SideEmpty, engine.Args{Text: side, Names: []string{"party"}})
	}
}

// TestTO12HiddenFirst: ambushers who are to be hidden are hidden before any other event about them.
func TestTO12HiddenFirst(t *testing.T) {
	f := start(t, to)
	f.npc("Goblin", 2, "init 7", 10)
	f.gm(play.SurpriseAmbush{Names: "Goblin", Hidden: true})
	hidden, first := f.last[0].(engine.HiddenChanged)
	if !first || !hidden.Hidden || !hidden.Lurking || len(hidden.Combatants) != 2 || !f.s.Hidden(f.combatant("Goblin 1").Unit) {
		t.Fatalf("%+v", f.last)
	}
}

// TestTO12PartyHiddenFromTheEnemy: the party's ambushers hide from the enemy, which the GM plays. The players see them, with a mark; the GM's
// ambushers hide from the players.
func TestTO12PartyHiddenFromTheEnemy(t *testing.T) {
	f := start(t, to)
	f.pc("Ranger", "init 16", 10)
	f.gm(play.Add{Name: "Wolf", Stats: "init 9, hp 4", Owner: other, Roll: roll(12)})
	f.npc("Goblin", 2, "init 7", 10)
	f.npc("Scout", 1, "init 7", 11)
	f.gm(play.SurpriseAmbush{Names: "Ranger, Wolf, Scout", Hidden: true})
	for name, want := range map[string]struct{ hidden, fromEnemy bool }{"Ranger": {false, true}, "Wolf": {false, true}, "Scout": {true, false}, "Goblin 1": {}} {
		if c := f.combatant(name); c.Hidden != want.hidden || c.Concealed != want.fromEnemy {
			t.Errorf("%s: hidden %t, hidden from the enemy %t", name, c.Hidden, c.Concealed)
		}
	}
	everyone := view.State(f.s, view.Viewer{})
	if c := everyone.Combatant(f.combatant("Ranger").ID); c == nil || !c.Concealed {
		t.Errorf("everyone sees %+v", c)
	}
	f.gm(play.Roll{})
	if names := view.State(f.s, view.Viewer{}).ActiveNames(); !slices.Equal(names, []string{"Ranger"}) {
		t.Errorf("everyone sees the turn of %v", names)
	}
	f.by(other, play.HP{Target: "Wolf", Amount: "-1"})
	f.by(anna, play.EffectAdd{Target: "Ranger", Name: "Aiming", Duration: "end of turn"}, play.Next{})
	if f.combatant("Ranger").Concealed || !f.combatant("Wolf").Concealed {
		t.Error("only those who have acted are no longer hidden")
	}
	f.wantTurns("0: Wolf", "0: Scout", "1: Ranger", "1: Wolf")
	if slices.ContainsFunc(f.s.Combatants, func(c engine.Combatant) bool { return c.Concealed || c.Hidden }) {
		t.Error("everyone has acted")
	}
}

// TestTO12DiscoveredParty: an ambush of the party that is discovered, or shown by the GM, is no longer hidden from the enemy.
func TestTO12DiscoveredParty(t *testing.T) {
	show := false
	for name, cmd := range map[string]play.Command{"clear": play.SurpriseClear{Names: "Ranger"}, "edit": play.Edit{Name: "Ranger", Hidden: &show}} {
		f := start(t, to)
		f.pc("Ranger", "init 16", 10)
		f.npc("Goblin", 2, "init 7", 10)
		f.gm(play.SurpriseAmbush{Names: "Ranger", Hidden: true}, cmd)
		if c := f.combatant("Ranger"); c.Concealed || c.Hidden {
			t.Errorf("after %s: %+v", name, c)
		}
	}
}
