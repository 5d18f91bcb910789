package command_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
)

// readFile reads a ruleset with an order and what else is given.
func readFile(t *testing.T, order string, lines ...string) *ruleset.Ruleset {
	t.Helper()
	rs, err := rules.Read([]byte("roundel: 1\nname: test\ntitle: Test\nstats: {tokens: Tokens, init: Initiative}\norder: " + order + "\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// play begins a fight under a ruleset with Anna, Ben (by ben) and these NPCs, who are foes unless a side follows the name after a slash.
func play(t *testing.T, rs *ruleset.Ruleset, npcs string, results ...int) *fight {
	t.Helper()
	f := startWith(t, rs, command.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.by(anna, command.Join{Name: "Anna"})
	f.by(ben, command.Join{Name: "Ben"})
	for name := range strings.FieldsSeq(npcs) {
		name, side, _ := strings.Cut(name, "/")
		f.gm(command.Add{Name: name, Side: side, Stats: "hp 5"})
	}
	return f
}

// who returns who has the turn, or who can take it: "2: Anna", "2? Ben, Orc by Anna".
func (f *fight) who() string {
	if f.s.Open == nil {
		return f.active()
	}
	var names []string
	for _, u := range f.s.Candidates() {
		names = append(names, u.Name)
	}
	by := string(f.s.Open.Chooser)
	if u := f.s.Unit(f.s.Open.By); u != nil {
		by = u.Name
	} else if f.s.Open.Side != "" && f.s.Open.Chooser == ruleset.BySide {
		by = f.s.Open.Side
	}
	return strings.Replace(f.active(), ": ", "? ", 1) + strings.Join(names, ", ") + " by " + by
}

func (f *fight) wantWho(want string) {
	f.t.Helper()
	if got := f.who(); got != want {
		f.t.Fatalf("the turn: %q, want %q", got, want)
	}
}

func nextTo(name string) command.Next { return command.Next{To: name} }

// TestRS33WorkedExample13 is popcorn: the GM gives the first turn, whoever acted the next one, and the last names who begins.
func TestRS33WorkedExample13(t *testing.T) {
	rs, _ := rules.ByName("popcorn")
	f := play(t, rs, "Orc")
	f.gm(command.Roll{})
	f.wantWho("1? Anna, Ben, Orc by actor")
	f.refused(anna, nextTo("Anna"), engine.NotAllowed, engine.ReasonNotYourChoice)
	f.gm(nextTo("Anna"))
	f.wantWho("1: Anna")
	f.by(anna, nextTo("Orc"))
	f.wantWho("1: Orc")
	f.gm(nextTo("Ben"))
	f.wantWho("1: Ben")
	f.by(ben, command.Next{})
	f.wantWho("2? Anna, Ben, Orc by Ben")
	f.refused(anna, nextTo("Anna"), engine.NotAllowed, engine.ReasonNotYourChoice)
	f.by(ben, nextTo("Ben"))
	f.wantWho("2: Ben")
}
