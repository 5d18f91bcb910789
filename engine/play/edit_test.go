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
		t.Error("a change of case must be a change")
	}
}

// TestCO14EditOfAGroupThatChangesNothing: nor does a group change that has the name, the mask, the score or the owner already. Of one whose members
// differ, only those change that don't have it.
func TestCO14EditOfAGroupThatChangesNothing(t *testing.T) {
	f := start(t, "turn-order")
	score, other, owner, nobody := 10, 12, anna, snowflake.User("")
	f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 4", Roll: roll(6)}, play.Add{Name: "Assassin", Count: 2, As: "Figure", Stats: "init 0", Roll: roll(9)},
		play.Add{Name: "Bishop", As: "Cloak", Stats: "init 0", Roll: roll(1)}, play.Add{Name: "Wolf", Stats: "init 1", Roll: roll(2), Owner: anna})
	f.gm(play.Roll{})
	for _, cmd := range []play.Edit{{Name: "Goblin", Rename: "Goblin"}, {Name: "Figure", As: "Figure"}, {Name: "Figure 1", As: "Figure 1"}, {Name: "Cloak", As: "Cloak"},
		{Name: "Cloak", Rename: "Cloak"}, {Name: "Goblin 2", As: "Goblin 2"}, {Name: "Goblin", Score: &score}, {Name: "Goblin 2", Score: &score}, {Name: "Wolf", Owner: &owner}, {Name: "Goblin", Owner: &nobody}} {
		if f.gm(cmd); len(f.last) > 0 {
			t.Errorf("%+v: %+v", cmd, f.last)
		}
	}
	f.wantNames("Goblin 1, Goblin 2, Figure 1/Assassin 1, Figure 2/Assassin 2, Cloak/Bishop, Wolf")
	for _, cmd := range []play.Edit{{Name: "Goblin", Rename: "GOBLIN"}, {Name: "Cloak", As: "CLOAK"}, {Name: "GOBLIN", Score: &other}, {Name: "Wolf", Owner: &nobody}, {Name: "Figure", Reveal: true}} {
		if f.gm(cmd); len(f.last) == 0 {
			t.Errorf("%+v must be a change", cmd)
		}
	}
	f.wantNames("GOBLIN 1, GOBLIN 2, Assassin 1, Assassin 2, CLOAK/Bishop, Wolf")
	f.wantOrder("GOBLIN 12, Assassin 9, Wolf 3, CLOAK 1")

	f.gm(play.Place{Name: "GOBLIN", Before: "Wolf"})
	if f.gm(play.Edit{Name: "GOBLIN", Score: &other}); len(f.last) == 0 {
		t.Error("the score was not given back to a group that was moved")
	}
	f.wantOrder("GOBLIN 12, Assassin 9, Wolf 3, CLOAK 1")
}

// TestCO14ScoreOfAPlacedUnit: the score that a unit has already returns it to its place if it was moved within a tie. How a tie was settled otherwise
// stays, and so do the places of others.
func TestCO14ScoreOfAPlacedUnit(t *testing.T) {
	f := start(t, "turn-order")
	score := 12
	f.pc("Ace", "init 2", 10)
	f.pc("Bert", "init 1", 11)
	f.gm(play.Roll{})
	same := func(name string) {
		t.Helper()
		if f.gm(play.Edit{Name: name, Score: &score}); len(f.last) > 0 {
			t.Errorf("%s: %+v", name, f.last)
		}
	}
	same("Ace")
	same("Bert")
	f.gm(play.Place{Name: "Bert", Before: "Ace"})
	same("Ace")
	f.wantOrder("Bert 12, Ace 12")
	f.gm(play.Edit{Name: "Bert", Score: &score})
	f.wantOrder("Ace 12, Bert 12")
	same("Bert")

	f.gm(play.Place{Name: "Bert", Before: "Ace"})
	f.pc("Cid", "init 0", 12) // settles the tie with the others, whose places stay
	f.wantOrder("Bert 12, Ace 12, Cid 12")
	same("Cid")
	f.gm(play.Edit{Name: "Bert", Score: &score})
	f.wantOrder("Ace 12, Bert 12, Cid 12")
}

// TestCO14ScoreOfOneOfAPlacedGroup: a member that has the score already stays with its group, and the group where it was placed.
func TestCO14ScoreOfOneOfAPlacedGroup(t *testing.T) {
	f := start(t, "turn-order", 6, 1, 6, 1)
	score := 12
	f.gm(play.Add{Name: "Ogre", Stats: "init 0", Roll: roll(12)}, play.Add{Name: "Goblin", Count: 2, Stats: "init 2", Roll: roll(10)}, play.Roll{})
	f.wantOrder("Ogre 12, Goblin 12")
	f.gm(play.Place{Name: "Goblin", Before: "Ogre"})
	if f.gm(play.Edit{Name: "Goblin 2", Score: &score}); len(f.last) > 0 {
		t.Errorf("%+v", f.last)
	}
	f.wantOrder("Goblin 12, Ogre 12")
	f.gm(play.Edit{Name: "Goblin", Score: &score})
	f.wantOrder("Ogre 12, Goblin 12")
}

// TestCO14EditOfStatsThatChangesNothing: the same goes for stats, resistances, hit points and what absorbs damage, if a combatant has them already.
func TestCO14EditOfStatsThatChangesNothing(t *testing.T) {
	f := start(t, "five-e-2014")
	f.gm(play.Add{Name: "Goblin", Count: 2, Stats: "init 2, hp 7, ac 15, temp 3, resist fire, cold, immune poison"})
	f.by(anna, play.Join{Name: "Anna", Stats: "init 3, hp 20", Given: []string{"init", "hp"}})
	for _, stats := range []string{"init 2", "hp 7", "hp 7/7", "temp 3", "immune poison", "resist cold, fire", "hp 7, ac 15, init 2, temp 3, resist fire, cold"} {
		if f.gm(play.Edit{Name: "Goblin", Stats: stats}); len(f.last) > 0 {
			t.Errorf("%s: %+v", stats, f.last)
		}
	}
	if f.gm(play.Edit{Name: "Anna", Stats: "hp 20, init 3"}); len(f.last) > 0 {
		t.Errorf("%+v", f.last)
	}
	f.by(ben, play.Join{Name: "Ben", Stats: "init 3, hp 20"}) // what his character has
	if f.gm(play.Edit{Name: "Ben", Stats: "init 3"}); len(f.last) == 0 {
		t.Error("what was typed must stay when the character's sheet changes")
	}
	for _, stats := range []string{"init 3", "hp 6", "hp 6/7", "ac 14", "temp 4", "resist fire", "immune nothing", "vulnerable acid"} {
		if f.gm(play.Edit{Name: "Goblin 1", Stats: stats}); len(f.last) == 0 {
			t.Errorf("%s must be a change", stats)
		}
	}
	f.gm(play.Damage{Target: "Goblin 2", Amount: "5"}) // temporary hit points take 3 of them
	if f.gm(play.Edit{Name: "Goblin 2", Stats: "hp 7"}); len(f.last) == 0 {
		t.Error("hit points were not given back")
	}
	if f.gm(play.Edit{Name: "Goblin", Stats: "vulnerable acid"}); len(f.last) != 1 { // Goblin 1 has it already
		t.Errorf("%+v", f.last)
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
