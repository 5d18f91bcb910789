package play_test

import (
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/snowflake"
)

// TestCO13EditThatDropsTheUnit: an edit that both moves a combatant to another unit and renames it works on the unit it
// belonged to before, even if that unit is left empty.
func TestCO13EditThatDropsTheUnit(t *testing.T) {
	owner := anna
	for name, cmd := range map[string]play.Edit{
		"owner": {Name: "Ogre", Owner: &owner, Rename: "Pet"},
		"side":  {Name: "Ogre", Side: "third", Rename: "Pet"},
	} {
		f := start(t, "combat-sequence")
		f.by(anna, play.Join{Name: "Knight", Stats: "dex 1"})
		f.gm(play.Add{Name: "Ogre"}, cmd)
		if pet := f.combatant("Pet"); f.s.Unit(pet.Unit).Name != map[string]string{"owner": "party", "side": "third"}[name] {
			t.Errorf("%s: Pet is in %+v", name, f.s.Unit(pet.Unit))
		}
	}
}

// TestCO14EditThatChangesNothing: a combatant that has the name already, and that is or isn't hidden already, stays as it is.
func TestCO14EditThatChangesNothing(t *testing.T) {
	f := start(t, "turn-order")
	f.gm(play.Add{Name: "Goblin", Count: 2}, play.Add{Name: "Ogre", Hidden: true})
	yes, no := true, false
	for _, cmd := range []play.Edit{{Name: "Goblin 2", Hidden: &no}, {Name: "Goblin", Hidden: &no}, {Name: "Ogre", Hidden: &yes}, {Name: "Ogre", Rename: "Ogre"}} {
		if f.gm(cmd); len(f.last) > 0 {
			t.Errorf("%+v: %+v", cmd, f.last)
		}
	}
	f.gm(play.Edit{Name: "Goblin 1", Hidden: &yes}, play.Edit{Name: "Goblin", Hidden: &yes})
	if hidden, is := f.last[0].(engine.HiddenChanged); !is || len(hidden.Combatants) != 1 {
		t.Errorf("%+v", f.last)
	}
	if f.gm(play.Edit{Name: "Ogre", Rename: "OGRE"}); len(f.last) == 0 {
		t.Error("letters of another case are no other name")
	}
}

// TestTO4RevealedBeforeTheRoll: they join the visible ones of their kind, even if a result was typed for them.
func TestTO4RevealedBeforeTheRoll(t *testing.T) {
	f := start(t, "turn-order")
	typed := 5
	f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 7", Hidden: true, Roll: &typed}, play.Add{Name: "Goblin", Stats: "init 7"})
	visible := false
	for _, c := range slices.Clone(f.s.Combatants[:2]) {
		f.gm(play.Edit{Name: c.Name, Hidden: &visible})
	}
	if len(f.s.Units) != 1 {
		t.Errorf("the revealed Goblins have not joined the other: %+v", f.s.Units)
	}
}

// TestTO4EditThatMergesUnits: in setup, an edit that makes two units alike and renames one renames only that one's members.
func TestTO4EditThatMergesUnits(t *testing.T) {
	setUp := func() *fight {
		f := start(t, "turn-order")
		f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 7"}, play.Add{Name: "Goblin", Stats: "init 3"})
		return f
	}
	single := setUp().s.Combatants[2].Name
	owner := snowflake.User("")
	for _, cmd := range []play.Edit{
		{Name: single, Stats: "init 7", Rename: "Brute"},
		{Name: single, Stats: "init 7", Side: "third", Owner: &owner, Rename: "Brute"},
	} {
		f := setUp()
		f.gm(cmd)
		brute := f.combatant("Brute")
		if merged := brute.Unit == f.combatant("Goblin 1").Unit; merged != (cmd.Side == "") {
			t.Errorf("%+v: %+v", cmd, f.s.Units)
		}
		if f.s.Unit(f.combatant("Goblin 1").Unit).Name != "Goblin" {
			t.Errorf("%+v renamed the others: %+v", cmd, f.s.Units)
		}
	}
	f := setUp()
	f.gm(play.Edit{Name: "Goblin", Stats: "init 3", Rename: "Brute"})
	var names []string
	for _, c := range f.s.Combatants {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, ", "); got != "Brute 1, Brute 2, "+single || len(f.s.Units) != 1 {
		t.Errorf("%s in %+v", got, f.s.Units)
	}
}
