package play_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
	"roundel/snowflake"
)

// names returns what combatants are called, and after a slash what the GM knows those as who are masked.
func (f *fight) names() string {
	var out []string
	for i := range f.s.Combatants {
		name := f.s.Combatants[i].Name
		if real := f.s.Combatants[i].RealName; real != "" {
			name += "/" + real
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

func (f *fight) wantNames(want string) {
	f.t.Helper()
	if got := f.names(); got != want {
		f.t.Errorf("they are called %s; want %s", got, want)
	}
}

// TestNU33Numbers: masks are numbered like names, and the names behind them among themselves and with those that all know.
func TestNU33Numbers(t *testing.T) {
	f := start(t, "turn-order")
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"})
	f.wantNames("Figure/Assassin")
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"})
	f.wantNames("Figure 1/Assassin 1, Figure 2/Assassin 2")
	if u := f.unitName("Figure 2"); u != "Figure" || len(f.s.Units) != 1 {
		t.Errorf("the group is called %s", u)
	}
	f.gm(play.Add{Name: "Bishop", As: "Figure", Stats: "init 3"})
	f.gm(play.Add{Name: "Assassin", Count: 2, As: "Cloak", Stats: "init 1"})
	f.wantNames("Figure 1/Assassin 1, Figure 2/Assassin 2, Figure 3/Bishop, Cloak 1/Assassin 3, Cloak 2/Assassin 4")

	f = start(t, "turn-order")
	f.gm(play.Add{Name: "Goblin", Stats: "init 1"}, play.Add{Name: "Goblin", As: "Figure", Stats: "init 1"})
	f.wantNames("Goblin, Figure/Goblin 2")
	long := strings.Repeat("n", engine.MaxName)
	f.gm(play.Add{Name: long, As: "Long", Stats: "init 1"}, play.Add{Name: long, As: "Longer", Stats: "init 1"})
	f.wantNames("Goblin, Figure/Goblin 2, Long/" + long + ", Longer/" + long[2:] + " 2")
	f.gm(play.Add{Name: "Wolf", As: " wolf ", Stats: "init 1"}) // no mask
	f.wantNames("Goblin, Figure/Goblin 2, Long/" + long + ", Longer/" + long[2:] + " 2, Wolf")

	for _, row := range []struct{ first, second, want string }{ // a single one that gets a number keeps the name behind its mask, with a number if that is needed
		{"Assassin", "Bishop", "Figure 1/Assassin, Figure 2/Bishop"},
		{"Assassin", "assassin", "Figure 1/assassin 1, Figure 2/assassin 2"},
		{long, long, "Figure 1/" + long + ", Figure 2/" + long[2:] + " 2"},
	} {
		f = start(t, "turn-order")
		f.gm(play.Add{Name: row.first, As: "Figure", Stats: "init 3"}, play.Add{Name: row.second, As: "Figure", Stats: "init 3"})
		f.wantNames(row.want)
	}
	f = start(t, "turn-order")
	f.gm(play.Add{Name: "Wolf", Stats: "init 1"}, play.Add{Name: "Wolf", Stats: "init 1"})
	f.wantNames("Wolf 1, Wolf 2")

	f = start(t, "turn-order") // "+5" is part of a name, no number
	f.gm(play.Add{Name: "Blade +5", Stats: "init 1"}, play.Add{Name: "Blade", As: "Figure", Stats: "init 1"})
	f.wantNames("Blade +5, Figure/Blade")
}

// TestNU33Refused: only the GM masks, and only the GM's NPCs.
func TestNU33Refused(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Knight", "init 15", 9)
	f.gm(play.Add{Name: "Goblin", Stats: "init 1"})
	f.refused(anna, play.Add{Name: "Assassin", As: "Figure"}, engine.NotAllowed, reason.GMOnly)
	f.refused(anna, play.Edit{Name: "Goblin", As: "Figure"}, engine.NotAllowed, reason.GMOnly)
	f.refused(anna, play.Edit{Name: "Goblin", Reveal: true}, engine.NotAllowed, reason.GMOnly)
	f.refused(theGM, play.Add{Name: "Assassin", As: "Figure", Owner: anna}, engine.Invalid, reason.MaskOfPlayer)
	f.refused(theGM, play.Add{Name: "Assassin", As: "A, B"}, engine.Invalid, reason.NameComma)
	f.refused(theGM, play.Add{Name: "Assassin", As: strings.Repeat("n", 33)}, engine.Invalid, reason.NameLong)
	f.refused(theGM, play.Add{Name: "Assassin", As: "Knight"}, engine.Invalid, reason.NameTaken)
	f.refused(theGM, play.Edit{Name: "Knight", As: "Figure"}, engine.Invalid, reason.MaskOfPlayer)
	f.refused(theGM, play.Edit{Name: "Goblin", As: "Figure", Rename: "Imp"}, engine.Invalid, reason.MaskOrName)
	f.refused(theGM, play.Edit{Name: "Goblin", As: "Figure", Reveal: true}, engine.Invalid, reason.MaskOrName)
	f.refused(theGM, play.Edit{Name: "Goblin", As: "Knight"}, engine.Invalid, reason.NameTaken)
	f.refused(theGM, play.Edit{Name: "Goblin", Reveal: true}, engine.NotNow, reason.NoMask)
	f.refused(theGM, play.Edit{Name: "Knight", Reveal: true}, engine.NotNow, reason.NoMask)
	f.gm(play.Add{Name: "Owl", Stats: "init 1", Owner: anna})
	f.refused(theGM, play.Edit{Name: "Owl", As: "Figure"}, engine.Invalid, reason.MaskOfPlayer)
	nobody := snowflake.User("")
	f.gm(play.Edit{Name: "Knight", Owner: &nobody})
	f.refused(theGM, play.Edit{Name: "Knight", As: "Figure"}, engine.Invalid, reason.MaskOfPlayer)
}

// TestNU33Edit: as changes a mask, or puts one on; rename changes what everybody reads, and keeps what is behind it.
func TestNU33Edit(t *testing.T) {
	f := start(t, "turn-order")
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"}, play.Add{Name: "Wolf", Count: 2, Stats: "init 1"})
	f.gm(play.Edit{Name: "Figure", As: "Cloak"}, play.Edit{Name: "Wolf 1", As: "Beast"})
	f.wantNames("Cloak/Assassin, Beast/Wolf 1, Wolf 2")
	f.gm(play.Edit{Name: "Cloak", Rename: "Hood"}, play.Edit{Name: "Beast", As: "Wolf 1"})
	f.wantNames("Hood/Assassin, Wolf 1, Wolf 2")
	f.gm(play.Edit{Name: "Wolf", As: "Eyes"})
	f.wantNames("Hood/Assassin, Eyes 1/Wolf 1, Eyes 2/Wolf 2")
	f.gm(play.Edit{Name: "Hood", Rename: "assassin"})
	if e, is := f.last[0].(engine.CombatantRenamed); !is || !e.Revealed {
		t.Errorf("it got its real name by %+v", f.last)
	}
	f.gm(play.Edit{Name: "assassin", As: "ASSASSIN"})
	if e, is := f.last[0].(engine.CombatantRenamed); !is || e.Revealed {
		t.Errorf("it had no mask, but %+v", f.last)
	}
	f.wantNames("ASSASSIN, Eyes 1/Wolf 1, Eyes 2/Wolf 2")
	f.gm(play.Edit{Name: "ASSASSIN", Rename: "assassin"})
	f.gm(play.Edit{Name: "assassin", Rename: "Killer"}) // no mask any more
	f.wantNames("Killer, Eyes 1/Wolf 1, Eyes 2/Wolf 2")
	if u := f.unitName("Eyes 1"); u != "Eyes" {
		t.Errorf("the group is called %s", u)
	}
}

// TestNU33Owner: a player who gets a masked combatant does not learn who that is, and it can be revealed later.
func TestNU33Owner(t *testing.T) {
	f := start(t, "turn-order")
	owner := anna
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"}, play.Edit{Name: "Figure", Owner: &owner})
	if seen := view.State(f.s, view.Viewer{User: anna}); seen.Combatants[0].Name != "Figure" || seen.Combatants[0].RealName != "" {
		t.Errorf("the owner sees %+v", seen.Combatants[0])
	}
	f.gm(play.Edit{Name: "Figure", As: "Cloak"}, play.Edit{Name: "Cloak", Reveal: true})
	f.wantNames("Assassin")
}

// TestNU34Reveal: only the one that is named, or the whole group under its name, gets its real name.
func TestNU34Reveal(t *testing.T) {
	f := start(t, "turn-order")
	f.gm(play.Add{Name: "Assassin", As: "Figure", Count: 3, Stats: "init 3"})
	f.gm(play.Edit{Name: "Figure 2", Reveal: true})
	f.wantNames("Figure 1/Assassin 1, Assassin 2, Figure 3/Assassin 3")
	if u := f.unitName("Assassin 2"); u != "Figure" {
		t.Errorf("the group is called %s", u)
	}
	f.gm(play.Edit{Name: "Figure", Reveal: true})
	f.wantNames("Assassin 1, Assassin 2, Assassin 3")

	for _, name := range []string{"turn-order", "flow-of-time"} { // where the group has one turn, and where each has one
		f = start(t, name)
		f.gm(play.Add{Name: "Assassin", As: "Figure", Count: 2}, play.Edit{Name: "Figure", Reveal: true})
		f.wantNames("Assassin 1, Assassin 2")
		if u := f.unitName("Assassin 1"); !strings.HasPrefix(u, "Assassin") {
			t.Errorf("%s: the unit is called %s", name, u)
		}
	}
}

// TestNU34Mixed: of a group that is revealed under another name, only those that were masked count as revealed.
func TestNU34Mixed(t *testing.T) {
	f := start(t, "turn-order")
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"}, play.Add{Name: "Figure", Stats: "init 3"})
	f.wantNames("Figure 1/Assassin, Figure 2")
	f.gm(play.Edit{Name: "Figure", Reveal: true, Rename: "Thug"})
	f.wantNames("Thug 1, Thug 2")
	revealed := map[string]bool{}
	for _, e := range f.last {
		if r, is := e.(engine.CombatantRenamed); is {
			revealed[r.To] = r.Revealed
		}
	}
	if len(revealed) != 2 || !revealed["Thug 1"] || revealed["Thug 2"] {
		t.Errorf("revealed: %v", revealed)
	}
}

// TestNU34GroupOfSeveral: a group keeps its name when those in it turn out to be different, and a side always keeps its own.
func TestNU34GroupOfSeveral(t *testing.T) {
	for _, row := range []struct {
		ruleset, reveal, want, unit string
		add                         []play.Add
	}{
		{"turn-order", "Figure", "Assassin, Bishop", "Figure", []play.Add{{Name: "Assassin"}, {Name: "Bishop"}}},
		{"turn-order", "Figure", "Assassin 1, Assassin 2, Bishop 1, Bishop 2", "Figure", []play.Add{{Name: "Assassin", Count: 2}, {Name: "Bishop", Count: 2}}},
		{"turn-order", "Figure", "Bishop, Assassin 1, Assassin 2", "Figure", []play.Add{{Name: "Bishop"}, {Name: "Assassin", Count: 2}}},
		{"turn-order", "Figure", "Assassin 1, Assassin 2, Assassin Chief", "Figure", []play.Add{{Name: "Assassin", Count: 2}, {Name: "Assassin Chief"}}},
		{"turn-order", "Figure", "Assassin 1, Assassin 2", "Assassin", []play.Add{{Name: "Assassin"}, {Name: "Assassin"}}},
		{"combat-sequence", engine.Foes, "Assassin 1, Assassin 2", engine.Foes, []play.Add{{Name: "Assassin", Count: 2}}},
	} {
		f := start(t, row.ruleset)
		for _, add := range row.add {
			add.As = "Figure"
			f.gm(add)
		}
		f.gm(play.Edit{Name: row.reveal, Reveal: true})
		f.wantNames(row.want)
		if u := f.unitName(f.s.Combatants[0].Name); u != row.unit {
			t.Errorf("%s: %s are called %s", row.ruleset, row.want, u)
		}
	}
}

// TestNU34NameInUse: then the GM is asked for another.
func TestNU34NameInUse(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Assassin", "init 15", 9)
	f.gm(play.Add{Name: "Assassin", As: "Figure", Stats: "init 3"}, play.Add{Name: "Wolf", As: "Beast", Stats: "init 3"})
	f.gm(play.Add{Name: "Wolf", Hidden: true, Stats: "init 3"})
	f.wantNames("Assassin, Figure/Assassin, Beast/Wolf, Wolf")
	f.refused(theGM, play.Edit{Name: "Figure", Reveal: true}, engine.Invalid, reason.RealNameTaken, "Assassin")
	f.gm(play.Edit{Name: "Figure", Reveal: true, Rename: "Real Assassin"})
	f.gm(play.Edit{Name: "Beast", Reveal: true}) // a hidden combatant gives its name up, as to any other
	f.wantNames("Assassin, Real Assassin, Wolf, Wolf 2")
	f.gm(play.Add{Name: "Assassin", As: "Shadow", Count: 2, Stats: "init 3"})
	f.refused(theGM, play.Edit{Name: "Shadow", Reveal: true}, engine.Invalid, reason.RealNameTaken, "Assassin")
}

// TestNU35Views: nobody but the GM has a real name in any view, whatever happened.
func TestNU35Views(t *testing.T) {
	shown := false
	for _, cmds := range [][]play.Command{
		{play.Add{Name: "Secret", As: "Figure", Count: 2, Stats: "init 3, hp 9"}, play.Add{Name: "Secret", As: "Figure", Stats: "init 3", Hidden: true},
			play.Add{Name: "Secret", As: "Cloak", Stats: "init 1"}, play.Add{Name: "Secret", As: "Cloak", Stats: "init 1"}, play.Edit{Name: "Figure 3", Hidden: &shown},
			play.Edit{Name: "Figure", As: "Hood"}, play.Roll{}, play.HP{Target: "Hood 1", Amount: "-20"}, play.Remove{Name: "Hood 2"}},
		{play.Add{Name: "Secret", As: "Cloak", Stats: "init 1"}, play.Add{Name: "Secret", As: "Cloak", Stats: "init 1"}}, // the first gets a number, behind its mask too
	} {
		f := start(t, "turn-order", 11, 12, 13, 14)
		for _, cmd := range cmds {
			before := f.s
			f.gm(cmd)
			if f.t.Failed() {
				return
			}
			done := engine.Outcome{Before: before, Events: f.last, State: f.s}
			for _, v := range []view.Viewer{{}, {User: anna}} {
				f.wantSecret(view.Of(done, v), fmt.Sprintf("after %T, %+v", cmd, v))
			}
		}
	}
}

// wantSecret fails if a view has the name Secret.
func (f *fight) wantSecret(w view.View, what string) {
	f.t.Helper()
	for i := range len(w.Events) + 1 {
		if text := f.encode(w.At(i)); strings.Contains(text, "Secret") {
			f.t.Errorf("%s gets %s", what, text)
		}
	}
	for _, e := range w.Events {
		if text := fmt.Sprintf("%+v", e); strings.Contains(text, "Secret") {
			f.t.Errorf("%s gets %s", what, text)
		}
	}
}
