package play_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// several is an order in which a unit has as many turns as its init says and one more.
const several = "order: {by: score, roll: d20, turns: init + 1}\n"

// wantRows checks the rows of the export's order: "Ogre/1 18*, Anna/1 10".
func (f *fight) wantRows(want string) {
	f.t.Helper()
	var out struct {
		Order []struct {
			Unit  string
			Place int
			Score *int
			Acted bool
		}
	}
	if err := json.Unmarshal([]byte(f.export()), &out); err != nil {
		f.t.Fatal(err)
	}
	var rows []string
	for _, u := range out.Order {
		row := fmt.Sprintf("%s/%d", u.Unit, u.Place)
		if u.Score != nil {
			row += fmt.Sprintf(" %d", *u.Score)
		}
		if u.Acted {
			row += "*"
		}
		rows = append(rows, row)
	}
	if got := strings.Join(rows, ", "); got != want {
		f.t.Fatalf("the order is\n%s, want\n%s", got, want)
	}
}

// ogre begins a fight of an Ogre with two turns and Anna with one.
func ogre(t *testing.T, lines, rolls string, results ...int) *fight {
	f := inFile(t, lines, results...)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "init 1, hp 30"}, play.Roll{Rolls: rolls})
	return f
}

// TestRS21Example is worked example 24.
func TestRS21Example(t *testing.T) {
	f := ogre(t, several, "Ogre 18/4, Anna 10")
	f.wantRows("Ogre/1 18, Anna/1 10, Ogre/2 4")
	f.wantTurns("1: Ogre", "1: Anna")
	f.gm(play.EffectAdd{Target: "Ogre", Name: "Burning", Damage: "3", Duration: "2 rounds"})
	f.next(1)
	f.wantActive("1: Ogre")
	f.wantRows("Ogre/1 18*, Anna/1 10*, Ogre/2 4")
	f.next(1)
	f.wantHP("Ogre", 30)
	f.wantActive("2: Ogre")
	f.next(1)
	f.wantHP("Ogre", 27)
	f.wantTurns("2: Anna", "2: Ogre", "3: Ogre")
	f.wantHP("Ogre", 27)
	f.next(1)
	f.wantHP("Ogre", 24)
	f.wantEffects("")
}

// TestRS21Typed: results are typed one for each turn; what is missing is rolled, and more than that is refused.
func TestRS21Typed(t *testing.T) {
	f := ogre(t, several, "Ogre 9/3, Anna 5")
	f.wantRows("Ogre/1 9, Anna/1 5, Ogre/2 3")
	f = ogre(t, several, "Ogre 9", 17, 12)
	f.wantRows("Anna/1 17, Ogre/2 12, Ogre/1 9")
	f = inFile(t, several)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "init 1"})
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/3/1"}, engine.Invalid, reason.TooManyResults, engine.Args{Name: "Ogre", Count: 3, High: 2})
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/21"}, engine.Invalid, reason.DiceRange)
	f.refused(theGM, play.Roll{Rolls: "Anna 9/2"}, engine.Invalid, reason.TooManyResults, engine.Args{Name: "Anna", Count: 2, High: 1})
	f.refused(theGM, play.Roll{Rolls: "Ogre 9/"}, engine.Invalid, reason.RollPair)
}

// TestRS21EveryTurn: pools and the words of one turn go by every turn of a unit.
func TestRS21EveryTurn(t *testing.T) {
	f := ogre(t, several+"turn: {action: 1}\n", "Ogre 18/4, Anna 10")
	f.gm(play.Do{Activity: "Bash", Who: "Ogre"})
	f.refused(theGM, play.Do{Activity: "Bash", Who: "Ogre"}, engine.NotNow)
	f.next(1)
	f.gm(play.EffectAdd{Target: "Anna", Name: "Grabbed", Source: "Ogre", Duration: "start of source's turn"},
		play.EffectAdd{Target: "Ogre", Name: "Dazed", Duration: "end of turn"})
	f.wantEffects("Grabbed on Anna 0, Dazed on Ogre 0")
	f.next(1)
	f.wantActive("1: Ogre")
	f.wantEffects("Dazed on Ogre 0")
	f.gm(play.Do{Activity: "Bash", Who: "Ogre"})
	f.next(1)
	f.wantEffects("")
}

// TestRS21NumberChanges: a stat that says how many turns there are counts from the next round on; 0 is none at all.
func TestRS21NumberChanges(t *testing.T) {
	f := ogre(t, several, "Ogre 18/4, Anna 10", 12)
	f.gm(play.Edit{Name: "Ogre", Stats: "init -1"})
	f.wantTurns("1: Ogre", "1: Anna", "1: Ogre", "2: Anna", "3: Anna")
	f.wantRows("Anna/1 10")
	f.gm(play.Edit{Name: "Ogre", Stats: "init 1"}, play.Edit{Name: "Anna", Stats: "init -1"})
	f.next(1)
	f.wantRows("Ogre/1 18, Ogre/2 12")
	f.wantTurns("4: Ogre", "4: Ogre", "5: Ogre")
	f.gm(play.Edit{Name: "Ogre", Stats: "init -1"})
	f.next(2)
	f.wantActive("6: ")
	f.refused(anna, play.Next{}, engine.NotAllowed)
	f.gm(play.Edit{Name: "Anna", Stats: "init 0"}, play.Next{})
	f.wantActive("7: Anna")
}

// TestRS21OrderChanges: no change of the order gives a place back, and a place can be named by its number.
func TestRS21OrderChanges(t *testing.T) {
	f := ogre(t, several, "Ogre 18/4, Anna 10")
	score := 12
	f.next(1)
	f.gm(play.Edit{Name: "Ogre", Score: &score}) // its next turn
	f.wantRows("Ogre/1 18*, Ogre/2 12, Anna/1 10")
	f.gm(play.Place{Name: "Ogre/1", Before: "Anna"})
	f.next(1)
	f.wantTurns("1: Ogre", "2: Ogre", "2: Ogre", "2: Anna", "3: Ogre")
	score = 1
	f.gm(play.Edit{Name: "Ogre/2", Score: &score})
	f.wantRows("Ogre/1 18, Anna/1 10, Ogre/2 1")
	f.refused(theGM, play.Edit{Name: "Ogre/3", Score: &score}, engine.NotFound)
	f.refused(theGM, play.Place{Name: "Ogre", Before: "Ogre/2"}, engine.Invalid, reason.PlaceSelf)
	f.gm(play.Place{Name: "Ogre/2", Before: "Ogre/1"})
	f.wantTurns("3: Ogre", "3: Ogre", "3: Anna", "4: Ogre")
}

// TestRS21Joining: who joins late has the turns whose places are still to come; who comes back has none that it has had.
func TestRS21Joining(t *testing.T) {
	f := inFile(t, several, 19, 3, 2)
	f.pc("Anna", "", 10)
	f.npc("Orc", 1, "", 1)
	f.gm(play.Roll{})
	f.by(ben, play.Join{Name: "Ben", Stats: "init 2"})
	f.wantRows("Ben/1 19*, Anna/1 10, Ben/2 3, Ben/3 2, Orc/1 1")
	f.wantTurns("1: Anna", "1: Ben")
	f.by(ben, play.Remove{Name: "Ben"}, play.Join{Name: "Ben", Stats: "init 2"})
	f.wantRows("Ben/1 19*, Anna/1 10*, Ben/2 3*, Ben/3 2*, Orc/1 1")
	f.wantTurns("1: Orc", "2: Ben", "2: Anna", "2: Ben", "2: Ben", "2: Orc", "3: Ben", "3: Anna", "3: Ben")
	f.gm(play.Remove{Name: "Ben"})
	f.wantRows("Anna/1 10*, Orc/1 1")
	f.wantTurns("3: Orc", "4: Anna", "4: Orc")
	if len(f.s.Further) > 0 {
		t.Errorf("%+v", f.s.Further)
	}
}

// TestRS21Sides: who leaves a side in its second turn for a side of its own has the rest of that turn there, and no other.
func TestRS21Sides(t *testing.T) {
	f := inFile(t, "units: side\norder: {by: score, roll: d6, turns: members}\n", 2)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Count: 2}, play.Roll{Rolls: "foes 6/5, party 3"}, play.Next{})
	f.wantActive("1: Orc 1, Orc 2")
	f.gm(play.Edit{Name: "Orc 2", Side: "Pack"})
	checkState(t, f.rs, f.s)
	f.wantTurns("1: Orc 1", "1: Anna", "1: Orc 2", "2: Orc 1", "2: Anna", "2: Orc 2")
}

// TestRS21SplitOff: who leaves a group keeps the turns that it has not had.
func TestRS21SplitOff(t *testing.T) {
	f := inFile(t, "units: {alike: []}\norder: {by: score, roll: d20, turns: 2}\n", 2, 1, 2, 1)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Orc", Count: 2}, play.Roll{Rolls: "Orc 4/18, Anna 9/2"})
	f.gm(play.Next{Who: "Orc 2"}, play.Edit{Name: "Orc 2", Side: "Pack"})
	checkState(t, f.rs, f.s)
	f.wantTurns("1: Orc 1", "1: Anna", "1: Orc 1", "1: Orc 2", "1: Anna")
}

// TestRS21Ties: places of one unit stand as they were rolled, and never act at once.
func TestRS21Ties(t *testing.T) {
	f := ogre(t, "order: {by: score, roll: d20, turns: init + 1, ties: together}\n", "Ogre 7/7, Anna 7")
	f.wantTurns("1: Anna, Ogre", "1: Ogre", "2: Anna, Ogre")
	f = ogre(t, "order: {by: score, roll: d20, turns: init + 1}\n", "Ogre 7/7, Anna 3") // no dice
	f.wantTurns("1: Ogre", "1: Ogre", "1: Anna")
	f = ogre(t, "order: {by: score, roll: d20, turns: init + 1, ties: pc}\n", "Ogre 7/7, Anna 7")
	f.wantTurns("1: Anna", "1: Ogre", "1: Ogre", "2: Anna")
}

// TestRS21LostTurns: a stun loses every turn it lasts for, a surprise that takes the first turn only that one.
func TestRS21LostTurns(t *testing.T) {
	f := ogre(t, several, "Ogre 18/4, Anna 10")
	f.next(1)
	f.gm(play.EffectAdd{Target: "Ogre", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.wantTurns("1: Anna", "2: Anna", "2: Ogre", "3: Ogre")
	f = inFile(t, several+"surprise: lost turn\n")
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "init 1"}, play.SurpriseSet{Names: "Ogre"}, play.Roll{Rolls: "Ogre 18/4, Anna 10"})
	f.wantTurns("1: Anna", "1: Ogre", "2: Ogre")
}

// TestRS21Waiting: one turn waits, and the others stay.
func TestRS21Waiting(t *testing.T) {
	f := ogre(t, several+"wait: bottom\n", "Ogre 18/4, Anna 10")
	f.gm(play.Last{})
	f.wantTurns("1: Anna", "1: Ogre", "1: Ogre", "2: Ogre", "2: Anna")
	f = ogre(t, several+"wait: rejoin\n", "Ogre 18/4, Anna 10")
	f.gm(play.Delay{}, play.Take{Name: "Ogre"})
	f.wantRows("Ogre/1 10, Anna/1 10, Ogre/2 4")
	f.wantTurns("1: Ogre", "1: Anna", "1: Ogre", "2: Ogre")
	f.gm(play.Delay{})
	f.wantTurns("2: Anna", "2: Ogre", "3: Ogre") // what waited is lost when its other turn comes
	f = ogre(t, several+"wait: swap\n", "Ogre 18/4, Anna 10")
	f.gm(play.Delay{With: "Anna"})
	f.wantRows("Anna/1 18, Ogre/1 10, Ogre/2 4")
	f.wantTurns("1: Anna", "1: Ogre", "1: Ogre", "2: Anna")
	f = ogre(t, several+"wait: hold\n", "Ogre 18/4, Anna 10")
	f.gm(play.Delay{})
	f.wantTurns("1: Anna", "2: Anna")
	f.gm(play.Take{Name: "Ogre"})
	f.wantTurns("2: Ogre", "2: Anna", "2: Ogre", "3: Ogre")
}

// TestRS21Hidden: others see nothing of the turns of a hidden unit, and its dice are its own.
func TestRS21Hidden(t *testing.T) {
	f := inFile(t, several)
	f.by(anna, play.Join{Name: "Anna"})
	f.gm(play.Add{Name: "Ogre", Stats: "init 2", Hidden: true}, play.Roll{Rolls: "Anna 10, Ogre 18/12/4"})
	f.wantRows("Ogre/1 18, Ogre/2 12, Anna/1 10, Ogre/3 4")
	seen := view.State(f.s, view.ViewerOf(f.s, engine.Actor{User: anna}))
	if len(seen.Further) > 0 || len(seen.Order(f.rs)) != 1 || f.s.LastID >= engine.HiddenIDs || f.s.LastID > 2 {
		t.Errorf("%+v", seen)
	}
	hidden := false
	f.gm(play.Edit{Name: "Ogre", Hidden: &hidden})
	if seen := view.State(f.s, view.ViewerOf(f.s, engine.Actor{User: anna})); len(seen.Order(f.rs)) != 4 {
		t.Errorf("%+v", seen)
	}
}
