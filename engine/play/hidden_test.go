package play_test

import (
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
)

// TestRS46BackAmongHiddenUnits: where a unit comes back in the turn of a hidden one is where it would if that were not there. At the end of
// the round, that is the place of whoever begins the next.
func TestRS46BackAmongHiddenUnits(t *testing.T) {
	for _, row := range []struct {
		name, order          string
		anna, orc, ben, wolf int
		before               []play.Command
	}{
		{name: "in mid-round", anna: 20, orc: 15, ben: 5, wolf: 10, order: "Orc 15*, Wolf 10, Anna 5/20, Ben 5"},
		{name: "the last one", anna: 15, orc: 20, ben: 10, wolf: 5, order: "Anna 20/15, Orc 20*, Ben 10*, Wolf 5"},
		{name: "its own place begins the round", anna: 20, orc: 15, ben: 10, wolf: 5, order: "Anna 20, Orc 15*, Ben 10*, Wolf 5"},
		{name: "the first loses its turns", anna: 10, orc: 20, ben: 15, wolf: 5, order: "Orc 20*, Anna 15/10, Ben 15*, Wolf 5",
			before: []play.Command{play.EffectAdd{Target: "Orc", Name: "Stunned", Duration: "fight", Skip: true}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := inFile(t, rejoins)
			f.people(row.anna, row.orc, row.ben)
			f.gm(play.Add{Name: "Wolf", Hidden: true, Roll: roll(row.wolf)}, play.Roll{})
			for f.active() != "1: Anna" {
				f.next(1)
			}
			f.by(anna, play.Delay{})
			for f.active() != "1: Wolf" {
				f.next(1)
			}
			f.gm(row.before...)
			f.by(anna, play.Take{})
			f.wantActive("1: Anna")
			f.wantOrder(row.order)
		})
	}
}

// TestRS50SurpriseOfHiddenOnesAlone: nobody has an action before round 1 because only hidden combatants are surprised.
func TestRS50SurpriseOfHiddenOnesAlone(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init}\nsurprise: one action\nturn: {action: 2}\n")
	f.people(20, 15, 5)
	f.gm(play.Add{Name: "Wolf", Hidden: true, Roll: roll(18)}, play.SurpriseSet{Names: "Wolf"}, play.Roll{})
	f.wantTurns("1: Anna", "1: Wolf", "1: Orc", "1: Ben")
}

// TestCS1SidesOfHiddenOnes: a side is as old as its first visible member, so that who rolls first in a tie doesn't show that somebody hidden
// was on it before.
func TestCS1SidesOfHiddenOnes(t *testing.T) {
	f := inFile(t, "units: side\norder: {by: score, roll: d6}\n", 3, 3, 5, 2)
	f.gm(play.Add{Name: "Spy", Hidden: true, Side: "Night"}, play.Add{Name: "Orc"}, play.Add{Name: "Owl", Side: "Night"}, play.Roll{})
	f.wantOrder("foes 3, Night 3")
	night := f.s.Combatants[0].Unit
	if len(f.s.Units) != 2 || night != f.s.Combatants[2].Unit || night < f.s.Combatants[1].Unit || night >= engine.HiddenIDs || f.s.Combatants[0].Acted {
		t.Errorf("%+v", f.s.Units)
	}
}

// TestRS23HiddenOnesJoinTheNewUnitOfTheirSide: when the only ones who can still act are hidden, and join the new unit of their side in the
// middle of their turn, the turn is over.
func TestRS23HiddenOnesJoinTheNewUnitOfTheirSide(t *testing.T) {
	f := inFile(t, "units: side\norder: {by: score, roll: d6, ties: together}\n", 3)
	f.gm(play.Add{Name: "Spy", Hidden: true}, play.Add{Name: "Ann", Side: "party"}, play.Roll{Rolls: "foes 3, party 3"})
	f.gm(play.Next{Who: "Ann"})
	f.wantActive("1: Spy")
	f.gm(play.Add{Name: "Owl"})
	if len(f.s.ActiveMembers()) == 0 {
		t.Errorf("nobody can act: %s", f.active())
	}
}

// TestRS23TogetherAtOneScore: units that settled to act together do so while their scores are the same, hidden or not.
func TestRS23TogetherAtOneScore(t *testing.T) {
	f := inFile(t, "order: {by: score, roll: d20 + init, ties: together}\n")
	f.people(15, 15, 5)
	f.gm(play.Add{Name: "Wolf", Hidden: true, Roll: roll(15)}, play.Roll{})
	f.wantActive("1: Anna, Orc, Wolf")
	f.gm(play.EffectAdd{Target: "Wolf", Name: "Fast", Duration: "5 rounds", Initiative: 3}, play.EffectAdd{Target: "Orc", Name: "Slow", Duration: "5 rounds", Initiative: -3})
	for f.active() != "1: Ben" {
		f.next(1)
	}
	f.wantTurns("1: Ben", "2: Wolf", "2: Anna", "2: Orc", "2: Ben")
}

// TestTheRestOfATurnIsAHiddenUnits: once only hidden members are left to act, the turn has an ID and a beginning of its own, as that of a
// hidden unit would have. What the hidden ones have done and suffered in it before still counts.
func TestTheRestOfATurnIsAHiddenUnits(t *testing.T) {
	f := duelOf(t, "{form: d20 degrees, costs: action}", ", attack 9", ", ac 18")
	f.gm(play.Add{Name: "Wolf", Count: 2, Stats: "init 9, attack 9", Roll: roll(1)})
	f.next(1)
	f.gm(play.Edit{Name: "Wolf 2", Hidden: new(true)})
	f.wantActive("1: Wolf 1, Wolf 2")
	kay := hit(10, 1)
	kay.Target, kay.Who = "Orc", "Wolf 2"
	if e := f.strike(theGM, kay); e.Nth != 1 {
		t.Fatalf("attack %d", e.Nth)
	}
	f.gm(play.EffectAdd{Target: "Wolf 2", Name: "Rage", Duration: "end of next turn"})
	turn, spent := f.s.Turn, f.s.PoolLeft(f.combatant("Wolf 2"), f.rs.Pool("action"))
	f.gm(play.Edit{Name: "Wolf 2", Hidden: new(true)}, play.Next{Who: "Wolf 1"})
	if f.s.Turn == turn || !f.s.HiddenTurn || f.s.DidNothing(f.combatant("Wolf 2").Unit) {
		t.Fatalf("turn %d goes on as %d: %+v", turn, f.s.Turn, f.s)
	}
	if got := f.s.PoolLeft(f.combatant("Wolf 2"), f.rs.Pool("action")); got != spent {
		t.Errorf("%d actions are left, not %d", got, spent)
	}
	if e := f.strike(theGM, kay); e.Nth != 2 {
		t.Errorf("attack %d of the turn", e.Nth)
	}
	f.next(1)
	if f.effects() == "" {
		t.Error("the turn in which the effect came has ended it")
	}
}

// TestRollsForHiddenOnes: what is rolled for hidden combatants alone leaves the dice of everyone else as they are.
func TestRollsForHiddenOnes(t *testing.T) {
	for _, row := range []struct {
		name, ruleset string
		stats         string
		setup         []play.Command
		cmd           play.Command
		rolled        bool // initiative is rolled before
	}{
		{name: "hit points", ruleset: "turn-order", cmd: play.HP{Target: "Spy", Amount: "-2d6"}},
		{name: "damage", ruleset: "turn-order", cmd: play.Damage{Target: "Spy", Amount: "2d6"}},
		{name: "an Awareness test", ruleset: "structured-time", setup: []play.Command{play.SurpriseAsk{Names: "Spy", Target: "40"}},
			cmd: play.SurpriseAnswer{}},
		{name: "morale", ruleset: "combat-sequence", stats: "morale 7", cmd: play.Morale{Who: "Spy"}},
		{name: "an attack of a hidden one", ruleset: "rounds-initiative", stats: "ac 12", cmd: play.Strike{Who: "Spy", Target: "Orc", Damage: "2d6", Free: true}, rolled: true},
		{name: "an attack on a hidden one", ruleset: "rounds-initiative", stats: "ac 12", cmd: play.Strike{Who: "Orc", Target: "Spy", Damage: "2d6", Free: true}, rolled: true},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := start(t, row.ruleset)
			f.dice = dice.Seeded(3)
			stats := strings.Trim(f.rs.Template(true)+", "+row.stats, ", ")
			f.gm(play.Add{Name: "Orc", Stats: stats}, play.Add{Name: "Spy", Stats: stats, Hidden: true})
			f.gm(row.setup...)
			if row.rolled {
				f.gm(play.Roll{})
			}
			if asked, is := row.cmd.(play.SurpriseAnswer); is {
				asked.ID = f.combatant("Spy").ID
				row.cmd = asked
			}
			open := dice.Script(slices.Repeat([]int{1}, 20)...)
			in := play.Input{Actor: engine.Actor{User: theGM}, Turn: f.s.Turn + 1, Dice: open, HiddenDice: dice.Seeded(4)}
			if _, err := play.Decide(f.s, f.rs, row.cmd, in); err != nil || len(open.Results) != 20 {
				t.Errorf("%d of everyone's dice were rolled (%v)", 20-len(open.Results), err)
			}
		})
	}
}
