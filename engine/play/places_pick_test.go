package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// boss begins a fight of Anna, Ben and a Boss with two turns and no hidden ones, in which the party begins.
func boss(t *testing.T, lines string) *fight {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: test\ntitle: Test\nstats: {turns: {is: Turns, from: 0, to: 10, default: 1}}\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.by(anna, play.Join{Name: "Anna"})
	f.by(ben, play.Join{Name: "Ben"})
	f.gm(play.Add{Name: "Boss", Stats: "turns 2, hp 9"}, play.Roll{Rolls: "party 9"})
	return f
}

const alternate = "order: {by: pick, next: other side, who: side, roll: d10 if pc else 5, turns: turns, ties: [npc, joined]}\n"

// TestRS32Turns: in the bundled file a unit is a candidate as long as it has turns left, and the export has an entry for each.
func TestRS32Turns(t *testing.T) {
	f := start(t, "alternating")
	f.by(anna, play.Join{Name: "Anna"})
	f.by(ben, play.Join{Name: "Ben"})
	f.gm(play.Add{Name: "Boss", Stats: "turns 2"}, play.Add{Name: "Pet", Stats: "turns 0"}, play.Roll{Rolls: "party 9"})
	f.wantWho("1? Anna, Ben by party")
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.by(anna, play.Take{}, play.Next{})
	f.wantWho("1: Boss")
	f.refused(theGM, nextTo("Pet"), engine.NotNow, reason.NoCandidate)
	f.gm(play.Next{})
	f.wantRows("Anna/1*, Ben/1, Boss/1*, Boss/2")
	f.wantWho("1: Ben")
	f.by(ben, play.Next{})
	f.wantWho("1: Boss")
	if c := f.combatant("Boss"); c.Acted {
		t.Errorf("%+v", c)
	}
	f.gm(play.Next{})
	f.wantWho("2? Anna, Ben by party")
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.gm(play.Edit{Name: "Pet", Stats: "turns 3"}, play.Edit{Name: "Boss", Stats: "turns 1"})
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.wantWho("2? Anna, Ben by party")
	f.by(anna, play.Take{})
	f.wantTurns("2: Anna", "2: Boss", "2: Ben", "2: Boss", "3: ")
	f.wantRows("Anna/1, Ben/1, Boss/1, Pet/1, Pet/2, Pet/3")
}

// TestRS35LostTurnsOfSeveral: every turn that is left is lost when the round ends, each as a turn of its own.
func TestRS35LostTurnsOfSeveral(t *testing.T) {
	f := boss(t, alternate)
	f.by(anna, play.Take{}, play.Next{})
	f.wantWho("1: Boss")
	f.gm(play.Next{}, play.EffectAdd{Target: "Boss", Name: "Stunned", Skip: true, Duration: "end of turn"})
	f.wantWho("1: Ben")
	f.wantEffects("Stunned on Boss 0")
	f.by(ben, play.Next{})
	if lost := lastOf[engine.TurnLost](f); len(lost) != 1 {
		t.Errorf("%+v", lost)
	}
	f.wantEffects("")
	f.wantWho("2? Anna, Ben by party")
	f.gm(play.EffectAdd{Target: "Boss", Name: "Stunned", Skip: true, Duration: "2 rounds"})
	f.by(anna, play.Take{}, play.Next{})
	f.wantWho("2: Ben")
	f.by(ben, play.Next{})
	if lost := lastOf[engine.TurnLost](f); len(lost) != 2 || f.s.Round != 3 {
		t.Errorf("round %d, %+v", f.s.Round, lost)
	}
	f.wantEffects("Stunned on Boss 1")
}

// TestRS25PhasesOfPick: a turn that was taken goes through its phases, and is handed on in the last.
func TestRS25PhasesOfPick(t *testing.T) {
	f := startWith(t, readFile(t, "{by: pick, turns: 1 + init, phases: [move, act]}"), play.Start{Name: "Test"})
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Boss", Stats: "init 1"}, play.Roll{}, nextTo("Anna"))
	f.wantExport(`"turn_phase": "move"`)
	f.refused(anna, nextTo("Boss"), engine.NotNow, reason.PhaseFirst, "move")
	f.by(anna, play.Next{})
	f.wantExport(`"turn_phase": "act"`)
	f.by(anna, nextTo("Boss"))
	f.wantWho("1: Boss")
	f.wantExport(`"turn_phase": "move"`)
	f.next(2)
	f.wantWho("1: Boss")
	f.wantExport(`"turn_phase": "move"`)
	f.next(2)
	f.wantWho("2? Anna, Boss by actor")
	f.wantExport(`"turn_phase": ""`)
}

// TestRS25PhasesOfCards: so does a turn by cards, at each of its places.
func TestRS25PhasesOfCards(t *testing.T) {
	f := dealt(t, cardRules(t, "deck: 1-10, turns: extra + 1, phases: [a, b, c], again: round"), 1, 1, 1)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "extra 1"}, play.Roll{Rolls: "Ogre 9/3, Anna 5"})
	for _, want := range []string{"Ogre", "Anna", "Ogre"} {
		for _, phase := range []string{"a", "b", "c"} {
			f.wantActive("1: " + want)
			f.wantExport(`"turn_phase": "` + phase + `"`)
			f.gm(play.Next{})
		}
	}
	f.wantExport(`"round": 2`, `"turn_phase": "a"`)
}

// TestRS32TurnsJoining: who comes has its turns in this round; who comes back after a turn has none left.
func TestRS32TurnsJoining(t *testing.T) {
	f := boss(t, alternate)
	f.by(anna, play.Take{}, play.Next{})
	f.by(other, play.Join{Name: "Cat", Stats: "turns 2"})
	f.wantRows("Anna/1*, Ben/1, Boss/1, Cat/1, Boss/2, Cat/2")
	f.wantWho("1: Boss")
	f.gm(play.Next{})
	f.wantWho("1? Ben, Cat by party")
	f.by(other, play.Take{}, play.Next{})
	f.wantWho("1: Boss")
	f.by(other, play.Remove{Name: "Cat"}, play.Join{Name: "Cat", Stats: "turns 2"})
	f.wantTurns("1: Boss", "1: Ben", "2: ")
}

// TestRS32TurnsHidden: others see nothing of the turns of a hidden unit; the GM gives them.
func TestRS32TurnsHidden(t *testing.T) {
	f := boss(t, alternate)
	f.gm(play.Add{Name: "Ghost", Stats: "turns 3", Hidden: true})
	viewer := view.ViewerOf(f.s, engine.Actor{User: anna})
	if seen := view.State(f.s, viewer); len(seen.Further) != 1 || len(seen.Order(f.rs)) != 4 {
		t.Errorf("%+v", seen)
	}
	f.by(anna, play.Take{})
	f.wantTurns("1: Anna", "1: Boss", "1: Ben", "1: Boss", "1: Ghost")
	if seen := view.State(f.s, viewer); !seen.GMActs() || len(seen.Active) > 0 {
		t.Errorf("%+v", seen)
	}
	f.wantTurns("1: Ghost", "1: Ghost", "1: Ghost", "2: ")
}
