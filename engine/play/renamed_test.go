package play_test

import (
	"reflect"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// renamed returns a ruleset as somebody uploads it: a copy of its file under another name. It returns nil for one that has no file.
func renamed(t *testing.T, rs *ruleset.Ruleset) *ruleset.Ruleset {
	t.Helper()
	if rs.Text == nil {
		return nil
	}
	text := strings.Replace("\n"+string(rs.Text), "\nname: "+rs.Name, "\nname: own-"+rs.Name, 1)
	own, err := ruleset.ReadStored([]byte(text[1:]))
	if err != nil {
		t.Fatal(err)
	}
	if own.Name == rs.Name || own.Hash == rs.Hash {
		t.Fatalf("the copy of %s is called %s, hash %s", rs.Name, own.Name, own.Hash)
	}
	return own
}

// recorder keeps what the dice show.
type recorder struct {
	dice.Roller
	results []int
}

func (r *recorder) Roll(sides int) int {
	n := r.Roller.Roll(sides)
	r.results = append(r.results, n)
	return n
}

// alsoRenamed decides a command again in the same fight under the renamed ruleset, with the same results of the dice, and checks that
// the events and the refusals are the same. So every scenario shows that nothing depends on the name of a ruleset or its text (RS-6).
func (f *fight) alsoRenamed(cmd play.Command, in play.Input, rolled []int, out engine.Outcome, refusal error) {
	f.t.Helper()
	if f.own == nil {
		return
	}
	script := dice.Script(rolled...)
	in.Dice = script
	got, err := play.Decide(f.underOwn(), f.own, cmd, in)
	if !reflect.DeepEqual(err, refusal) {
		f.t.Fatalf("%#v under %s: %v, want %v", cmd, f.own.Name, err, refusal)
	}
	if len(got.Events) > 0 {
		if e, starts := got.Events[0].(engine.EncounterStarted); starts {
			if e.Ruleset != f.own.Name || e.Text != f.own.Hash {
				f.t.Fatalf("a fight under %s begins with %+v", f.own.Name, e)
			}
			e.Ruleset, e.Text = f.rs.Name, f.rs.Hash
			got.Events[0] = e
		}
	}
	if !reflect.DeepEqual(got.Events, out.Events) || len(script.Results) > 0 {
		f.t.Fatalf("%#v under %s: %+v, dice left %v, want %+v", cmd, f.own.Name, got.Events, script.Results, out.Events)
	}
}

// underOwn returns the state as it is under the renamed ruleset.
func (f *fight) underOwn() *engine.State {
	if f.s == nil {
		return nil
	}
	s := f.s.Clone()
	s.Ruleset, s.Text = f.own.Name, f.own.Hash
	return s
}

// exportRenamed checks that the export differs in nothing but the name and the hash.
func (f *fight) exportRenamed(want string) {
	f.t.Helper()
	if f.own == nil {
		return
	}
	data, err := view.JSON(f.underOwn(), f.own)
	if err != nil {
		f.t.Fatal(err)
	}
	back := strings.NewReplacer(`"`+f.own.Name+`"`, `"`+f.rs.Name+`"`, f.own.Hash, f.s.Text)
	if got := back.Replace(string(data)); got != want {
		f.t.Fatalf("the export under %s differs:\n%s\n%s", f.own.Name, got, want)
	}
}

// TestRS6CopiesUnderAnotherName: the copy of a bundled file under another name is the same ruleset in everything else.
func TestRS6CopiesUnderAnotherName(t *testing.T) {
	for _, rs := range ruleset.Bundled().List {
		own := renamed(t, rs)
		want := *rs
		want.Name, want.Text, want.Hash = own.Name, own.Text, own.Hash
		if !reflect.DeepEqual(own, &want) {
			t.Errorf("%+v differs from %+v", own, want)
		}
	}
}
