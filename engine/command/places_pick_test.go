package command_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
	"roundel/engine/rules"
	"roundel/engine/views"
)

// boss begins a fight of Anna, Ben and a Boss with two turns and no hidden ones, in which the party begins.
func boss(t *testing.T, lines string) *fight {
	t.Helper()
	rs, err := rules.Read([]byte("roundel: 1\nname: test\ntitle: Test\nstats: {turns: {is: Turns, from: 0, to: 10, default: 1}}\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, command.Start{Name: "Test", Ruleset: rs.Name})
	f.by(anna, command.Join{Name: "Anna"})
	f.by(ben, command.Join{Name: "Ben"})
	f.gm(command.Add{Name: "Boss", Stats: "turns 2, hp 9"}, command.Roll{Rolls: "party 9"})
	return f
}

const alternate = "order: {by: pick, next: other side, who: side, roll: d10 if pc else 5, turns: turns, ties: [npc, joined]}\n"

// TestRS32Turns: in the bundled file a unit is a candidate as long as it has turns left, and the export has an entry for each.
func TestRS32Turns(t *testing.T) {
	f := start(t, "alternating")
	f.by(anna, command.Join{Name: "Anna"})
	f.by(ben, command.Join{Name: "Ben"})
	f.gm(command.Add{Name: "Boss", Stats: "turns 2"}, command.Add{Name: "Pet", Stats: "turns 0"}, command.Roll{Rolls: "party 9"})
	f.wantWho("1? Anna, Ben by party")
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.by(anna, command.Take{}, command.Next{})
	f.wantWho("1: Boss")
	f.refused(theGM, nextTo("Pet"), engine.NotNow, reason.NoCandidate)
	f.gm(command.Next{})
	f.wantRows("Anna/1*, Ben/1, Boss/1*, Boss/2")
	f.wantWho("1: Ben")
	f.by(ben, command.Next{})
	f.wantWho("1: Boss")
	if c := f.combatant("Boss"); c.Acted {
		t.Errorf("%+v", c)
	}
	f.gm(command.Next{})
	f.wantWho("2? Anna, Ben by party")
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.gm(command.Edit{Name: "Pet", Stats: "turns 3"}, command.Edit{Name: "Boss", Stats: "turns 1"})
	f.wantRows("Anna/1, Ben/1, Boss/1, Boss/2")
	f.wantWho("2? Anna, Ben by party")
	f.by(anna, command.Take{})
	f.wantTurns("2: Anna", "2: Boss", "2: Ben", "2: Boss", "3: ")
	f.wantRows("Anna/1, Ben/1, Boss/1, Pet/1, Pet/2, Pet/3")
}

// TestRS35LostTurnsOfSeveral: every turn that is left is lost when the round ends, each as a turn of its own.
func TestRS35LostTurnsOfSeveral(t *testing.T) {
	f := boss(t, alternate)
	f.by(anna, command.Take{}, command.Next{})
	f.wantWho("1: Boss")
	f.gm(command.Next{}, command.EffectAdd{Target: "Boss", Name: "Stunned", Skip: true, Duration: "end of turn"})
	f.wantWho("1: Ben")
	f.wantEffects("Stunned on Boss 0")
	f.by(ben, command.Next{})
	if lost := lastOf[engine.TurnLost](f); len(lost) != 1 {
		t.Errorf("%+v", lost)
	}
	f.wantEffects("")
	f.wantWho("2? Anna, Ben by party")
	f.gm(command.EffectAdd{Target: "Boss", Name: "Stunned", Skip: true, Duration: "2 rounds"})
	f.by(anna, command.Take{}, command.Next{})
	f.wantWho("2: Ben")
	f.by(ben, command.Next{})
	if lost := lastOf[engine.TurnLost](f); len(lost) != 2 || f.s.Round != 3 {
		t.Errorf("round %d, %+v", f.s.Round, lost)
	}
	f.wantEffects("Stunned on Boss 1")
}

// TestRS25PhasesOfPick: a turn that was taken goes through its phases, and is handed on in the last.
func TestRS25PhasesOfPick(t *testing.T) {
	f := startWith(t, readFile(t, "{by: pick, turns: 1 + init, phases: [move, act]}"), command.Start{Name: "Test"})
	f.by(anna, command.Join{Name: "Anna"})
	f.gm(command.Add{Name: "Boss", Stats: "init 1"}, command.Roll{}, nextTo("Anna"))
	f.wantExport(`"turn_phase": "move"`)
	f.refused(anna, nextTo("Boss"), engine.NotNow, reason.PhaseFirst, "move")
	f.by(anna, command.Next{})
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
	f.by(anna, command.Join{Name: "Anna"})
	f.gm(command.Add{Name: "Ogre", Stats: "extra 1"}, command.Roll{Rolls: "Ogre 9/3, Anna 5"})
	for _, want := range []string{"Ogre", "Anna", "Ogre"} {
		for _, phase := range []string{"a", "b", "c"} {
			f.wantActive("1: " + want)
			f.wantExport(`"turn_phase": "` + phase + `"`)
			f.gm(command.Next{})
		}
	}
	f.wantExport(`"round": 2`, `"turn_phase": "a"`)
}

// TestRS32TurnsJoining: who comes has its turns in this round; who comes back after a turn has none left.
func TestRS32TurnsJoining(t *testing.T) {
	f := boss(t, alternate)
	f.by(anna, command.Take{}, command.Next{})
	f.by(other, command.Join{Name: "Cat", Stats: "turns 2"})
	f.wantRows("Anna/1*, Ben/1, Boss/1, Cat/1, Boss/2, Cat/2")
	f.wantWho("1: Boss")
	f.gm(command.Next{})
	f.wantWho("1? Ben, Cat by party")
	f.by(other, command.Take{}, command.Next{})
	f.wantWho("1: Boss")
	f.by(other, command.Remove{Name: "Cat"}, command.Join{Name: "Cat", Stats: "turns 2"})
	f.wantTurns("1: Boss", "1: Ben", "2: ")
}

// TestRS32TurnsHidden: others see nothing of the turns of a hidden unit; the GM gives them.
func TestRS32TurnsHidden(t *testing.T) {
	f := boss(t, alternate)
	f.gm(command.Add{Name: "Ghost", Stats: "turns 3", Hidden: true})
	viewer := views.ViewerOf(f.s, engine.Actor{User: anna})
	if seen := views.State(f.s, viewer); len(seen.Further) != 1 || len(seen.Order(f.rs)) != 4 {
		t.Errorf("%+v", seen)
	}
	f.by(anna, command.Take{})
	f.wantTurns("1: Anna", "1: Boss", "1: Ben", "1: Boss", "1: Ghost")
	if seen := views.State(f.s, viewer); !seen.GMActs() || len(seen.Active) > 0 {
		t.Errorf("%+v", seen)
	}
	f.wantTurns("1: Ghost", "1: Ghost", "1: Ghost", "2: ")
}
