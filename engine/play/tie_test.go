package play_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// tiedThree is a fight in which Anna's Knight and Ben's Monk and Bard are tied at 19, above a goblin.
func tiedThree(t *testing.T, results ...int) *fight {
	t.Helper()
	f := start(t, to, results...)
	f.pc("Knight", "init 10, hp 9", 9)
	f.by(ben, play.Join{Name: "Monk", Stats: "init 9", Roll: roll(10)}, play.Join{Name: "Bard", Stats: "init 9", Roll: roll(10)})
	f.npc("Goblin", 1, "init 0, hp 9", 1)
	f.gm(play.Roll{})
	f.wantActive("1: Knight")
	return f
}

// first returns the command by which a combatant goes first.
func (f *fight) first(name string) play.GoFirst {
	f.t.Helper()
	return play.GoFirst{Unit: f.combatant(name).Unit}
}

// TestTO3TiedPlayersAreAsked: the fight begins in the order of joining, and the answer counts until one of the tied has acted.
func TestTO3TiedPlayersAreAsked(t *testing.T) {
	f := tiedThree(t)
	if len(f.s.OpenTies) != 1 || len(f.s.OpenTies[0]) != 3 {
		t.Fatalf("open ties: %v", f.s.OpenTies)
	}
	f.refused(other, f.first("Bard"), engine.NotAllowed, reason.NotInFight)
	f.by(ben, f.first("Bard")) // the Knight has had the turn, but not acted
	f.wantActive("1: Bard")
	f.wantOrder("Bard 19, Knight 19, Monk 19, Goblin 1")
	f.gm(f.first("Monk")) // the GM may answer
	f.wantOrder("Bard 19, Monk 19, Knight 19, Goblin 1")
	f.wantActive("1: Bard")
	f.refused(ben, f.first("Monk"), engine.NotNow, reason.TieOver)
	f.wantTurns("1: Bard", "1: Monk", "1: Knight", "1: Goblin", "2: Bard", "2: Monk", "2: Knight")
}

func TestTO3NoAnswerAfterOneHasActed(t *testing.T) {
	for what, act := range map[string]func(f *fight){
		"a turn ends": func(f *fight) { f.by(anna, play.Next{}) },
		"damage":      func(f *fight) { f.by(anna, play.Damage{Target: "Goblin", Amount: "2"}) },
		"an effect":   func(f *fight) { f.by(anna, play.EffectAdd{Target: "Goblin", Name: "Slowed"}) },
		"proposed": func(f *fight) {
			f.by(anna, play.EffectAdd{Target: "Goblin", Name: "Slowed", Players: play.GMConfirms})
		},
		"scores changed": func(f *fight) {
			f.gm(play.Edit{Name: "Monk", Score: roll(3)}, play.Edit{Name: "Bard", Score: roll(4)})
		},
	} {
		f := tiedThree(t)
		act(f)
		if len(f.s.OpenTies) != 0 {
			t.Errorf("%s: open ties: %v", what, f.s.OpenTies)
		}
		f.refused(ben, f.first("Monk"), engine.NotNow, reason.TieOver)
	}
	f := tiedThree(t)
	f.gm(play.Pause{})
	f.refused(ben, f.first("Monk"), engine.NotNow, reason.Paused)
}

// TestTO3OnlyThoseWhoChoose: enemies don't ask, nor players of several sides, and nobody asks about a hidden combatant.
func TestTO3OnlyThoseWhoChoose(t *testing.T) {
	f := start(t, to, 5, 2)
	f.pc("Knight", "init 0", 12)
	f.npc("Ogre", 1, "init 0", 12)
	f.gm(play.Roll{})
	if len(f.s.OpenTies) != 0 {
		t.Errorf("a tie with an enemy: %v", f.s.OpenTies)
	}
	hidden := true
	f = start(t, to)
	f.pc("Knight", "init 0", 12)
	f.by(ben, play.Join{Name: "Thief", Stats: "init 0", Roll: roll(12)})
	f.gm(play.Edit{Name: "Thief", Hidden: &hidden}, play.Roll{})
	if len(f.s.OpenTies) != 0 {
		t.Errorf("a tie with somebody hidden: %v", f.s.OpenTies)
	}
	f = tiedThree(t)
	f.refused(anna, f.first("Goblin"), engine.NotNow, reason.TieOver)
	f.gm(play.Edit{Name: "Bard", Hidden: &hidden})
	if seen := view.State(f.s, view.Viewer{}); len(f.s.OpenTies) != 1 || len(f.s.OpenTies[0]) != 2 || len(seen.OpenTies) != 1 {
		t.Errorf("after the Bard hid: %v", f.s.OpenTies)
	}
}

// TestTO3DisputeRollsForAll: all who are tied roll, with dice that may be typed, and the winner takes the turn.
func TestTO3DisputeRollsForAll(t *testing.T) {
	f := tiedThree(t, 6)
	dispute := func(rolls string) play.Place { return play.Place{Name: "Knight", Dispute: true, Rolls: rolls} }
	f.refused(anna, dispute("Knight 7"), engine.Invalid, reason.DiceRange)
	f.refused(anna, dispute("Goblin 3"), engine.Invalid, reason.NotInDispute, engine.Args{Name: "Goblin"})
	f.refused(theGM, play.Place{Name: "Goblin", Dispute: true}, engine.Invalid, reason.NobodyTied)
	f.refused(anna, play.Place{Name: "Knight"}, engine.Invalid, reason.NoName)
	f.by(anna, dispute("Knight 2, Monk 4/5, Bard 4")) // the bot throws the Bard's second die
	e := lastOf[engine.TieSettled](f)[0]
	if e.Rolls[1].Typed != 2 || e.Rolls[2].Typed != 1 || len(e.Rolls[2].Faces) != 2 {
		t.Errorf("the rolls are %+v", e.Rolls)
	}
	f.wantTurns("1: Bard", "1: Monk", "1: Knight", "1: Goblin", "2: Bard")
}

// TestTO3OpenTiesInTheFile: encounter.json lists the ties that are open, and only those.
func TestTO3OpenTiesInTheFile(t *testing.T) {
	f := tiedThree(t)
	read := func() [][]string {
		t.Helper()
		var file struct {
			Ties [][]string `json:"open_ties"`
		}
		if err := json.Unmarshal([]byte(f.export()), &file); err != nil {
			t.Fatal(err)
		}
		return file.Ties
	}
	if got := read(); !reflect.DeepEqual(got, [][]string{{"Knight", "Monk", "Bard"}}) {
		t.Fatalf("open ties: %v", got)
	}
	f.by(ben, f.first("Bard"))
	if got := read(); !reflect.DeepEqual(got, [][]string{{"Knight", "Monk"}}) {
		t.Fatalf("open ties after an answer: %v", got)
	}
	f.gm(f.first("Monk"))
	if got := read(); got != nil {
		t.Fatalf("open ties after all answers: %v", got)
	}
}

// TestCO7TiesCanBeTyped: what real dice show settles a tie: of sides, of units, and of those who act last. The bot rolls what nobody has typed.
func TestCO7TiesCanBeTyped(t *testing.T) {
	f := start(t, to, 5) // the foes' second die
	f.pc("Knight", "init 10", 5)
	f.npc("Orc", 1, "init 3", 12)
	f.refused(theGM, play.Roll{Ties: "party 7"}, engine.Invalid, reason.DiceRange)
	f.refused(theGM, play.Roll{Ties: "Troll 3"}, engine.NotFound, reason.UnknownName)
	f.gm(play.Roll{Ties: "party 4/2, foes 4"})
	if got := lastOf[engine.TieSettled](f)[0].Rolls; got[0].Typed != 2 || got[1].Typed != 1 || !reflect.DeepEqual(got[1].Faces, []int{4, 5}) {
		t.Errorf("the sides rolled %+v", got)
	}
	f.wantActive("1: Orc")
	f.gm(play.Last{Name: "Orc"})
	f.refused(anna, play.Last{Rolls: "Elf 3"}, engine.NotFound, reason.UnknownName)
	f.refused(anna, play.Last{Rolls: "Knight 7"}, engine.Invalid, reason.DiceRange)
	f.by(anna, play.Last{Rolls: "Knight 5, Orc 3"})
	if got := lastOf[engine.ActsLast](f)[0].Rolls; got[0].Typed != 1 || got[1].Typed != 1 {
		t.Errorf("those who act last rolled %+v", got)
	}
	f.wantTurns("1: Knight", "1: Orc")

	f = start(t, ft)
	f.pc("Knight", "cognition 3", 5)
	f.npc("Orc", 1, "cognition 3", 5)
	f.gm(play.Roll{Ties: "Orc 20, Knight 3"})
	f.wantTurns("1: Orc", "1: Knight")

	f = start(t, "popcorn")
	f.gm(play.Add{Name: "Goblin", Count: 2})
	f.refused(theGM, play.Roll{Ties: "Goblin 1 3"}, engine.NotInRules, reason.NoTieDice)

	f = start(t, cs, 1)
	f.by(anna, play.Join{Name: "Knight", Stats: "dex 0, hp 5"})
	f.gm(play.Add{Name: "Orc", Count: 1, Stats: "dex 0, hp 5"})
	f.gm(play.SurpriseSide{Side: "foes"})
	f.refused(theGM, play.Roll{Ties: "Knight 3"}, engine.NotNow, reason.TiesLater)
}
