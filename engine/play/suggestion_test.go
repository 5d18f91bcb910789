package play_test

import (
	"errors"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/snowflake"
)

// suggestion returns the name suggested instead of an unknown one.
func (f *fight) suggestion(user snowflake.User, name string) string {
	f.t.Helper()
	err := f.do(user, play.EffectAdd{Target: name, Name: "x"})
	var refusal *engine.Error
	if !errors.As(err, &refusal) || refusal.Code != engine.NotFound || refusal.Reason != reason.UnknownName || refusal.Text != name {
		f.t.Fatalf("%q: %v", name, err)
	}
	return refusal.Near
}

// TestNearestName: prefixes and typing errors are recognized, whatever order the names were added in.
func TestNearestName(t *testing.T) {
	for _, names := range [][]string{{"Sir Aldric", "Bo", "Zoë"}, {"Zoë", "Bo", "Sir Aldric"}} {
		f := start(t, to)
		for _, name := range names {
			f.by(anna, play.Join{Name: name, Stats: "init 0, hp 5"})
		}
		f.gm(play.Add{Name: "Goblin", Count: 3, Stats: "init 0, hp 5"})
		for typed, want := range map[string]string{
			"gob 1": "Goblin 1", "GOB 3": "Goblin 3", "goblin2": "Goblin 2", "Gobln 2": "Goblin 2", "gob": "Goblin", "Goblin 4": "Goblin 1",
			"aldric": "Sir Aldric", "Sir Alrick": "Sir Aldric", "sir": "Sir Aldric", "Zoe": "Zoë", "B": "Bo",
			"Dragon": "", "x": "", "1 gob": "", "Aldric Sir Aldric Sir": "",
		} {
			if got := f.suggestion(theGM, typed); got != want {
				t.Errorf("%q of %q: got suggestion %q, want %q", typed, names, got, want)
			}
		}
	}
}

// TestNearestHiddenName: hidden names are suggested only to the GM and the owner.
func TestNearestHiddenName(t *testing.T) {
	f := start(t, to)
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, hp 5"})
	f.by(ben, play.Join{Name: "Monk", Stats: "init 0, hp 5"})
	f.gm(play.Add{Name: "Wraith", Stats: "init 0, hp 5", Hidden: true}, play.Add{Name: "Goblin", Count: 2, Stats: "init 0, hp 5"},
		play.Add{Name: "Imp", Stats: "init 0, hp 5", Hidden: true, Owner: ben})
	hide := true
	f.gm(play.Edit{Name: "Goblin 1", Hidden: &hide})
	for _, row := range []struct {
		user        snowflake.User
		typed, want string
	}{
		{theGM, "wrait", "Wraith"}, {anna, "wrait", ""}, {anna, "wraith", ""}, {theGM, "gob 1", "Goblin 1"}, {anna, "gob 1", ""}, {anna, "goblin 1", "Goblin 2"},
		{theGM, "im", "Imp"}, {ben, "im", "Imp"}, {anna, "im", ""},
	} {
		if got := f.suggestion(row.user, row.typed); got != row.want {
			t.Errorf("%q by %s: got suggestion %q, want %q", row.typed, row.user, got, row.want)
		}
	}
}
