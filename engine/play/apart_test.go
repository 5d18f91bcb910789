package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// goblinsAndOgre returns a fight of the Knight at 21, three goblins at 19 and an Ogre at 10.
func goblinsAndOgre(t *testing.T, results ...int) *fight {
	f := start(t, to, results...)
	f.pc("Knight", "init 15, hp 30", 6)
	f.npc("Goblin", 3, "init 7, hp 5", 12)
	f.npc("Ogre", 1, "init 0, hp 30", 10)
	f.gm(play.Roll{})
	return f
}

// TestTO6OneMemberActsLast: one model may act last, so a member that is named does it alone and is back in the next round.
func TestTO6OneMemberActsLast(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.Last{Name: "Goblin 2"})
	f.wantOrder("Knight 21, Goblin 19, Ogre 10, Goblin 2 19")
	f.refused(theGM, play.Last{Name: "Ogre"}, engine.NotNow, reason.LastTaken)
	f.refused(theGM, play.Last{Name: "Goblin 3"}, engine.NotNow, reason.LastTaken)
	f.refused(theGM, play.Last{Name: "Goblin"}, engine.NotNow, reason.LastTaken)
	f.refused(theGM, play.Last{Name: "Goblin 2"}, engine.NotNow, reason.LastAlready)
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 3", "1: Ogre", "1: Goblin 2", "2: Knight")
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.wantTurns("2: Knight", "2: Goblin 1, Goblin 2, Goblin 3")
	f.gm(play.Next{Who: "Goblin 1"})
	f.refused(theGM, play.Last{Name: "Goblin"}, engine.NotNow, reason.LastActed)
	f.refused(theGM, play.Last{Name: "Goblin 1"}, engine.NotNow, reason.LastActed)
	f.gm(play.Last{Name: "Goblin 3"}) // in the turn of its group
	f.wantActive("2: Goblin 2")
	f.wantTurns("2: Goblin 2", "2: Ogre", "2: Goblin 3", "3: Knight", "3: Goblin 1, Goblin 2, Goblin 3")
	f.gm(play.Next{Who: "Goblin 1"}, play.Next{Who: "Goblin 3"}, play.Last{Name: "Goblin 2"})
	f.wantTurns("3: Ogre", "3: Goblin 2", "4: Knight")
	f.gm(play.Last{Name: "Goblin"}) // by the group's name, all
	f.wantTurns("4: Knight", "4: Ogre", "4: Goblin 1, Goblin 2, Goblin 3", "5: Knight")
}

// TestTO6GroupWithOneApart: a group that acts last takes along who stands apart from it.
func TestTO6GroupWithOneApart(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin 2", Name: "Slow", Initiative: -3}, play.Last{Name: "Goblin"})
	f.wantTurns("1: Knight", "1: Ogre", "1: Goblin 1, Goblin 3", "1: Goblin 2", "2: Knight", "2: Goblin 1, Goblin 3", "2: Goblin 2")
}

// TestTO7OneMemberRollsWithTheBlow: a member that is named loses 10 points alone.
func TestTO7OneMemberRollsWithTheBlow(t *testing.T) {
	f := goblinsAndOgre(t, 6, 1)
	f.gm(play.RollWithBlow{Name: "Goblin 2"})
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.refused(theGM, play.RollWithBlow{Name: "Goblin 2"}, engine.NotNow, reason.BlowAlready)
	f.next(3)
	f.wantOrder("Knight 21, Goblin 19, Ogre 10, Goblin 2 9/19")
	f.wantTurns("2: Knight", "2: Goblin 1, Goblin 3", "2: Ogre", "2: Goblin 2", "3: Knight")
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.gm(play.RollWithBlow{Name: "Goblin 1"}, play.EffectAdd{Target: "Goblin 1", Name: "Held", Skip: true, Duration: "2 rounds"})
	f.next(3) // Goblin 1 has lost round 3, and loses round 4: neither uses the blow up
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.next(3)
	f.wantOrder("Knight 21, Goblin 19, Ogre 10, Goblin 1 9/19")
	f.gm(play.RollWithBlow{Name: "Goblin"}) // all of them, in round 6
	f.next(4)
	f.wantOrder("Knight 21, Ogre 10, Goblin 9/19") // Goblin 1 no longer differs
	f.next(3)
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
}

// TestTO7AllRollAlone: NextRound puts a group later in the order if all its members that can act roll with the blow, each alone.
func TestTO7AllRollAlone(t *testing.T) {
	f := goblinsAndOgre(t, 6, 1)
	next := func() string {
		var names []string
		for _, u := range f.s.NextRound(f.rs).Order(f.rs) {
			names = append(names, u.Name)
		}
		return strings.Join(names, ", ")
	}
	f.gm(play.RollWithBlow{Name: "Goblin 1"}, play.RollWithBlow{Name: "Goblin 2"})
	if got := next(); got != "Knight, Goblin, Ogre" {
		t.Errorf("with one that stays: %s", got)
	}
	f.gm(play.EffectAdd{Target: "Goblin 3", Name: "Held", Skip: true, Duration: "3 rounds"})
	if got := next(); got != "Knight, Ogre, Goblin" {
		t.Errorf("with one that can't act: %s", got)
	}
	f.gm(play.EffectRemove{Target: "Goblin 3", Name: "Held"}, play.RollWithBlow{Name: "Goblin 3"})
	if got := next(); got != "Knight, Ogre, Goblin" {
		t.Errorf("with all: %s", got)
	}
	f.next(3)
	f.wantTurns("2: Knight", "2: Ogre")
}

// TestTO8EffectOnOneMember: a skill lowers its target's score. Two of them on two goblins don't add up, and nobody else moves.
func TestTO8EffectOnOneMember(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Slow", Initiative: -3, Duration: "1 round"})
	f.wantOrder("Knight 21, Goblin 19, Goblin 1 16/19, Ogre 10")
	f.gm(play.EffectAdd{Target: "Goblin 2", Name: "Chilled", Initiative: -3, Duration: "2 rounds"})
	f.wantOrder("Knight 21, Goblin 19, Goblin 1 16/19, Goblin 2 16/19, Ogre 10")
	f.wantTurns("1: Knight", "1: Goblin 3", "1: Goblin 1", "1: Goblin 2", "1: Ogre", "2: Knight")
	f.wantOrder("Knight 21, Goblin 19, Goblin 2 16/19, Ogre 10") // the one round of the first is over
	f.wantTurns("2: Knight", "2: Goblin 1, Goblin 3", "2: Goblin 2", "2: Ogre", "3: Knight", "3: Goblin 1, Goblin 2, Goblin 3")
}

// TestTO8EffectsOnAllMembers: effects on each of them singly, and one on the group by its name, which is on those apart too.
func TestTO8EffectsOnAllMembers(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin 1, Goblin 2, Goblin 3", Name: "Slow", Initiative: -3})
	f.wantOrder("Knight 21, Goblin 16/19, Goblin 1 16/19, Goblin 2 16/19, Ogre 10")
	f.gm(play.EffectAdd{Target: "Goblin", Name: "Chilled", Initiative: -2})
	f.wantOrder("Knight 21, Goblin 14/19, Goblin 1 14/19, Goblin 2 14/19, Ogre 10")
	f.gm(play.EffectRemove{Target: "Goblin 1", Name: "Slow"})
	f.wantOrder("Knight 21, Goblin 17/19, Goblin 2 14/19, Goblin 3 14/19, Ogre 10")
	f.gm(play.EffectRemove{Target: "Goblin 2, Goblin 3", Name: "Slow"}, play.EffectRemove{Target: "Goblin", Name: "Chilled"})
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 2, Goblin 3", "1: Ogre")
}

// TestTO9OneMemberMoves: whoever leaves its group in the middle of a round, or returns, has exactly one turn in it.
func TestTO9OneMemberMoves(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Haste", Initiative: 5})
	f.wantTurns("1: Knight", "1: Goblin 1") // at 24 and not before the Knight's turn, but next
	f.gm(play.EffectRemove{Target: "Goblin 1", Name: "Haste"})
	f.wantOrder("Knight 21*, Goblin 19, Goblin 1 19, Ogre 10") // it goes on with its turn
	f.wantTurns("1: Goblin 1", "1: Goblin 2, Goblin 3")
	f.wantOrder("Knight 21*, Goblin 19, Ogre 10")
	f.gm(play.Next{Who: "Goblin 2"}, play.EffectAdd{Target: "Goblin 2, Goblin 3", Name: "Slow", Initiative: -5})
	f.wantActive("1: Goblin 3") // the turn goes on, also for one that now stands lower
	f.wantTurns("1: Goblin 3", "1: Ogre", "2: Knight", "2: Goblin 1")
	f.gm(play.EffectRemove{Target: "Goblin 2", Name: "Slow"}) // its group has the turn, or has had it: it keeps its own
	f.wantTurns("2: Goblin 1", "2: Goblin 2", "2: Goblin 3", "2: Ogre", "3: Knight", "3: Goblin 1, Goblin 2", "3: Goblin 3")
}

// TestTO9ReturnsToComingTurn: one that returns before the turn of its group acts with it.
func TestTO9ReturnsToComingTurn(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin 1", Name: "Slow", Initiative: -5}, play.EffectRemove{Target: "Goblin 1", Name: "Slow"})
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 2, Goblin 3", "1: Ogre")
}

// TestCO14ScoreOfOneMember: a corrected score is that of the member named, until it is the group's again.
func TestCO14ScoreOfOneMember(t *testing.T) {
	f := goblinsAndOgre(t)
	five, nineteen, eight := 5, 19, 8
	f.gm(play.Edit{Name: "Goblin 3", Score: &five})
	f.wantOrder("Knight 21, Goblin 19, Ogre 10, Goblin 3 5")
	f.wantTurns("1: Knight", "1: Goblin 1, Goblin 2", "1: Ogre", "1: Goblin 3", "2: Knight")
	f.gm(play.Edit{Name: "Goblin 3", Score: &nineteen})
	f.wantOrder("Knight 21, Goblin 19, Ogre 10")
	f.gm(play.Edit{Name: "Goblin 3", Score: &five}, play.Edit{Name: "Goblin", Score: &eight})
	f.wantOrder("Knight 21, Ogre 10, Goblin 8")
}

// TestTO4GroupLosesItsRest: the members who stand apart remain a group when the rest leaves it, or changes sides.
func TestTO4GroupLosesItsRest(t *testing.T) {
	f := goblinsAndOgre(t)
	f.gm(play.EffectAdd{Target: "Goblin", Name: "Chilled", Initiative: -1}, play.EffectAdd{Target: "Goblin 2", Name: "Slow", Initiative: -3},
		play.EffectAdd{Target: "Goblin 3", Name: "Slow", Initiative: -4}, play.Remove{Name: "Goblin 1"})
	f.wantOrder("Knight 21, Goblin 15/19, Goblin 3 14/19, Ogre 10")
	f.gm(play.EffectRemove{Target: "Goblin 2, Goblin 3", Name: "Slow"})
	f.wantOrder("Knight 21, Goblin 18/19, Ogre 10")
	f.gm(play.Add{Name: "Goblin", Stats: "init 7"}) // and newcomers join it
	f.wantOrder("Knight 21, Goblin 18/19, Ogre 10")
	f.dice = script(t, 5, 2) // of Goblin 2 and Goblin 4, who are of different groups by then
	f.gm(play.EffectAdd{Target: "Goblin 3", Name: "Slow", Initiative: -4}, play.Edit{Name: "Goblin 2", Side: "party"}, play.Edit{Name: "Goblin 4", Side: "party"})
	f.wantOrder("Knight 21, Goblin 4 19, Goblin (7) 19, Goblin 14/19, Ogre 10")
	f.gm(play.Remove{Name: "Goblin"})
	f.wantOrder("Knight 21, Goblin 4 19, Goblin (7) 19, Ogre 10")
}

// TestTO4OnlyWithTheKey: under a ruleset without alone, a member's effect moves the group, as in fights that began before.
func TestTO4OnlyWithTheKey(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: all\ntitle: All\nunits: {alike: []}\norder: {by: score, roll: d20}\nwait: bottom\nblow: -10\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "all"})
	f.gm(play.Add{Name: "Goblin", Count: 2, Roll: roll(19)}, play.Add{Name: "Ogre", Roll: roll(10)}, play.Roll{},
		play.EffectAdd{Target: "Goblin 1", Name: "Slow", Initiative: -3})
	f.wantOrder("Goblin 16/19, Ogre 10")
	f.gm(play.Last{Name: "Goblin 2"})
	f.wantOrder("Ogre 10, Goblin 16/19")
}

// TestTO4HiddenOneApartChangesNoSide: the last of a group whom others see changes sides, and a hidden one that stands apart stays where it was, though
// their scores are the same.
func TestTO4HiddenOneApartChangesNoSide(t *testing.T) {
	f := start(t, to)
	f.npc("Goblin", 2, "init 7, hp 5", 12)
	score, yes := 5, true
	f.gm(play.Edit{Name: "Goblin 1", Score: &score, Hidden: &yes}, play.Edit{Name: "Goblin 2", Score: &score, Side: "party"})
	for name, want := range map[string]string{"Goblin 1": "foes", "Goblin 2": "party"} {
		c := f.combatant(name)
		if u := f.s.Unit(c.Unit); c.Side != want || u.Side != want || u.Home != 0 {
			t.Errorf("%s of %s is in %+v", name, c.Side, u)
		}
	}
}
