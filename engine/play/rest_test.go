package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

const restFile = `roundel: 1
name: rests
title: Rests
stats: {init: Initiative, con: {is: Constitution, from: -10, to: 30}}
order: {by: score, roll: d20 + init}
absorbs: {temp: {is: temporary hit points}, ward: {}}
rests: {nap: {hp: d8 + con}, short rest: {hp: typed}, long rest: {hp: full, empties: temp}}
turn:
  action: 1
  spells: {count: 3, when: any time, back: long rest}
  ki: {count: 2, when: any time, back: [short rest, long rest]}
  luck: {count: 1, when: any time, back: fight}
down: {at: start, roll: d20, needs: 10, passes: 3, fails: 3, hit: 1, states: [dying, stable, dead]}
`

func restFight(t *testing.T, results ...int) *fight {
	t.Helper()
	rs, err := ruleset.Read([]byte(restFile))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.pc("Knight", "init 2, con 3, hp 12/30, temp 5, ward 4", 18)
	f.npc("Orc", 1, "init 0, hp 4/40", 10)
	return f
}

func (f *fight) wantPools(name string, spells, ki, luck int) {
	f.t.Helper()
	c := f.combatant(name)
	for key, want := range map[string]int{"spells": spells, "ki": ki, "luck": luck} {
		if got := f.s.PoolLeft(c, f.rs.Pool(key)); got != want {
			f.t.Errorf("%s has %d of %s, want %d", name, got, key, want)
		}
	}
}

// TestNU29Rests: what comes back after which rest; pools that come back by rests never do so by themselves.
func TestNU29Rests(t *testing.T) {
	f := restFight(t, 5)
	f.gm(play.Roll{})
	spend := func() {
		for _, pool := range []string{"spells", "ki", "luck"} {
			f.by(anna, play.Use{Pool: pool, Who: "Knight"})
		}
	}
	spend()
	f.next(2) // into the next round
	f.wantPools("Knight", 2, 1, 0)
	f.gm(play.Rest{Kind: "Short  Rest", Amount: "9"})
	f.wantRested("Knight", 21, 5, 4)
	f.wantRested("Orc", 4, 0, 0)
	f.wantPools("Knight", 2, 2, 0)
	f.gm(play.Rest{Kind: "nap"}) // 5 + con
	f.wantRested("Knight", 29, 5, 4)
	f.wantPools("Knight", 2, 2, 0)
	f.gm(play.Rest{Kind: "short rest", Amount: "9"}) // the maximum at most
	f.wantRested("Knight", 30, 5, 4)
	f.gm(play.Rest{Kind: "long rest", Names: "Knight, Orc"})
	f.wantRested("Knight", 30, 0, 4)
	f.wantRested("Orc", 40, 0, 0)
	f.wantPools("Knight", 3, 2, 0)
}

// wantRested checks hit points, temp and ward.
func (f *fight) wantRested(name string, hp, temp, ward int) {
	f.t.Helper()
	if c := f.combatant(name); c.HP != hp || c.Absorbs["temp"].N != temp || c.Absorbs["ward"].N != ward {
		f.t.Errorf("%s is at %d %v, want %d, temp %d, ward %d", name, c.HP, c.Absorbs, hp, temp, ward)
	}
}

// TestNU30Rest: a rest clears the state at 0 hit points where it restores some, is one step of the GM's, and says what is wrong.
func TestNU30Rest(t *testing.T) {
	f := restFight(t)
	f.gm(play.Rest{Kind: "short rest", Amount: "25"}) // to the maximum at most
	f.wantRested("Knight", 30, 5, 4)
	f.gm(play.Rest{Kind: "long rest"})
	f.wantRested("Knight", 30, 0, 4)
	f.gm(play.Roll{}, play.HP{Target: "Knight", Amount: "=0"})
	f.wantDown("Knight", "dying", 0, 0, false)
	f.gm(play.Rest{Kind: "short rest"}) // nothing was typed
	f.wantDown("Knight", "dying", 0, 0, false)
	f.gm(play.Rest{Kind: "long rest"})
	if c := f.combatant("Knight"); c.HP != 30 || c.Down != "" || c.Saves != nil {
		t.Errorf("%+v", c)
	}
	f.refused(anna, play.Rest{Kind: "long rest"}, engine.NotAllowed)
	f.refused(theGM, play.Rest{Kind: "siesta"}, engine.Invalid, reason.UnknownRest, "short rest")
	f.refused(theGM, play.Rest{Kind: "long rest", Amount: "4"}, engine.Invalid, reason.RestAmount)
	f.refused(theGM, play.Rest{Kind: "short rest", Amount: "+4"}, engine.Invalid, reason.PlainAmount)
	f.refused(theGM, play.Rest{Kind: "short rest", Names: "Nobody"}, engine.NotFound)
	alone := startWith(t, f.rs, play.Start{Name: "Test", Ruleset: f.rs.Name})
	alone.refused(theGM, play.Rest{Kind: "nap"}, engine.NotFound, reason.NobodyRests)
	alone.refused(theGM, play.Rest{Kind: "nap", Names: "party"}, engine.NotFound)
}

// TestNU30Party: party are all player characters in a fight too, also among other names and those at 0 hit points, unless something else is called so.
func TestNU30Party(t *testing.T) {
	f := restFight(t)
	f.gm(play.Roll{}, play.HP{Target: "Knight, Orc", Amount: "=0"}, play.Rest{Kind: "long rest", Names: "Party"})
	f.wantRested("Knight", 30, 0, 4)
	f.wantRested("Orc", 0, 0, 0)
	f.gm(play.HP{Target: "Knight", Amount: "=3"}, play.Rest{Kind: "long rest", Names: "Orc, party, Knight"})
	f.wantRested("Knight", 30, 0, 4)
	f.wantRested("Orc", 40, 0, 0)
	f.refused(theGM, play.Rest{Kind: "long rest", Names: "party, Nobody"}, engine.NotFound)
	f.refused(theGM, play.Rest{Kind: "long rest", Names: ","}, engine.Invalid, reason.NoName)
	f.npc("Party", 1, "hp 5", 1)
	f.gm(play.HP{Target: "Knight", Amount: "=3"}, play.Rest{Kind: "long rest", Names: "party"})
	f.wantRested("Knight", 3, 0, 4)
}

// TestNU1Rests: without the key in the file, rests are refused.
func TestNU1Rests(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Knight", "init 2, hp 31", 18)
	f.refused(theGM, play.Rest{Kind: "long rest"}, engine.NotInRules, reason.NoRests)
}

// TestNU29NothingToRestore: whoever has all hit points rolls nothing for more, and pools that are full don't come back.
func TestNU29NothingToRestore(t *testing.T) {
	f := restFight(t)
	f.gm(play.HP{Target: "Knight", Amount: "=30"}, play.Rest{Kind: "nap", Names: "Knight"})
	for _, e := range f.last {
		switch e.(type) {
		case engine.HPChanged, engine.PoolsBack:
			t.Errorf("%+v", e)
		}
	}
	f.gm(play.Rest{Kind: "short rest", Names: "Knight"})
	for _, e := range f.last {
		if back, is := e.(engine.PoolsBack); is {
			t.Errorf("%+v", back)
		}
	}
}
