package postgres_test

import (
	"cmp"
	"errors"
	"fmt"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/internal/storetest"
	"roundel/store"
	"roundel/store/postgres"
)

// two returns two stores of one database, as two processes have them.
func two(t *testing.T) (a, b storetest.Store) {
	t.Helper()
	url := pgtest.Start(t).URL(t)
	for _, s := range []*storetest.Store{&a, &b} {
		db, err := postgres.Connect(t.Context(), url, quiet)
		if err != nil {
			t.Fatal(err)
		}
		st := db.Store()
		t.Cleanup(func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
		*s = st
	}
	return a, b
}

// say sets the scene of the fight in channel 1, which it starts if there is none.
func say(text string) func(engine.Journal) ([]byte, error) {
	return func(j engine.Journal) ([]byte, error) {
		events := []engine.Event{engine.SceneSet{Text: text}}
		if j.State() == nil {
			events = append([]engine.Event{engine.EncounterStarted{Name: "Bridge", Ruleset: "test", GM: "gm"}}, events...)
		}
		return []byte(text), j.Append(engine.Entry{Kind: engine.Did, By: "gm", At: time.Now(), Command: "/do", Events: events})
	}
}

// sayInANewOne ends the fight in channel 1 and sets the scene of the next.
func sayInANewOne(text string) func(engine.Journal) ([]byte, error) {
	return func(j engine.Journal) ([]byte, error) {
		if err := j.Append(engine.Entry{Kind: engine.Did, By: "gm", At: time.Now(), Events: []engine.Event{engine.EncounterEnded{}}}); err != nil {
			return nil, err
		}
		return say(text)(j)
	}
}

// TestTheOtherProcessIsSeen checks that an update sees what another process has stored since, whether it stores something, only answers, or
// refuses.
func TestTheOtherProcessIsSeen(t *testing.T) {
	a, b := two(t)
	refusal := errors.New("refused")
	do := func(s storetest.Store, id string, fn func(engine.Journal) ([]byte, error)) (string, error) {
		t.Helper()
		answer, again, err := s.Update(t.Context(), "1", id, fn)
		if again {
			t.Errorf("interaction %q was there already", id)
		}
		return string(answer), err
	}
	seen := func(want string, err error) func(engine.Journal) ([]byte, error) {
		return func(j engine.Journal) ([]byte, error) {
			if got := j.State().Scene; got != want {
				return nil, errors.New("it saw " + got)
			}
			return []byte("seen"), err
		}
	}
	for i, text := range []string{"dusk", "night", "dawn", "noon"} {
		one, other := a, b
		if i%2 == 1 {
			one, other = b, a
		}
		if _, err := do(one, "", say(text)); err != nil {
			t.Fatal(err)
		}
		if _, err := do(other, "", seen(text, refusal)); !errors.Is(err, refusal) {
			t.Errorf("a refusal after %s: %v", text, err)
		}
		if _, err := do(one, "", say(text+" again")); err != nil {
			t.Fatal(err)
		}
		if answer, err := do(other, "", seen(text+" again", nil)); err != nil || answer != "seen" {
			t.Errorf("an answer after %s: %q, %v", text, answer, err)
		}
	}
}

// TestSettingsOfTheOtherProcess checks that an update is decided by the settings that another process has stored since, although it starts with
// those it knows: whether it stores something, only answers, refuses, or ends a fight and begins the next. A read sees them at once.
func TestSettingsOfTheOtherProcess(t *testing.T) {
	a, b := two(t)
	refusal := errors.New("refused")
	set := func(text string) {
		t.Helper()
		if _, _, err := b.Amend(t.Context(), store.SettingsOf("9"), "", func([]byte) (next, answer []byte, err error) { return []byte(text), nil, nil }); err != nil {
			t.Fatal(err)
		}
	}
	next := 0
	do := func(runs int, want string, act func(j engine.Journal) error) {
		t.Helper()
		saw := ""
		next++
		_, _, err := a.Update(t.Context(), "1", fmt.Sprint(next), func(j engine.Journal) ([]byte, error) {
			runs--
			data, err := j.Settings("9")
			if saw = string(data); err != nil {
				return nil, err
			}
			return []byte("{}"), act(j)
		})
		if err != nil && !errors.Is(err, refusal) || saw != want || runs != 0 {
			t.Errorf("saw %q instead of %q, %d runs too few, %v", saw, want, runs, err)
		}
	}
	scene := func(j engine.Journal) error { _, err := say("dusk")(j); return err }
	again := func(j engine.Journal) error { _, err := sayInANewOne("dusk")(j); return err }
	do(1, "", scene)
	do(1, "", scene)
	for i, act := range []func(j engine.Journal) error{scene, func(engine.Journal) error { return nil }, func(engine.Journal) error { return refusal }, again} {
		text := fmt.Sprint("set ", i)
		set(text)
		err := a.Read(t.Context(), "1", func(j engine.Journal) error {
			data, err := j.Settings("9")
			if string(data) != text {
				t.Errorf("a read saw %q instead of %q", data, text)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		do(2, text, act)
		do(1, text, scene)
	}
}

// TestCharactersOfTheOtherProcess checks that an update is decided by characters and a fight of the same moment, even if another process changes both
// between its start and its look at the characters: whether it stores something, ends the fight and begins the next, only answers, does neither, or refuses.
func TestCharactersOfTheOtherProcess(t *testing.T) {
	refusal := errors.New("refused")
	answers := func(engine.Journal) ([]byte, error) { return []byte("{}"), nil }
	a, b := two(t)
	other := func(text string) {
		t.Helper()
		if _, _, err := b.Update(t.Context(), "1", "", func(j engine.Journal) ([]byte, error) {
			j.Amend("9", "anna", func([]byte) []byte { return []byte(text) })
			return say(text)(j)
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range []struct {
		does  string
		id    string
		act   func(engine.Journal) ([]byte, error)
		scene string // afterwards; "": what the other process has set
		err   error
	}{
		{"stores", "1", say("stored"), "stored", nil},
		{"stores without an answer to keep", "", say("stored"), "stored", nil},
		{"begins a new fight", "2", sayInANewOne("begun"), "begun", nil},
		{"answers", "3", answers, "", nil},
		{"does nothing", "", answers, "", nil},
		{"refuses", "4", func(engine.Journal) ([]byte, error) { return nil, refusal }, "", refusal},
	} {
		t.Run(c.does, func(t *testing.T) {
			if _, _, err := a.Update(t.Context(), "1", "", say("known to a")); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprint("meanwhile ", i)
			runs, fight, characters := 0, "", ""
			_, _, err := a.Update(t.Context(), "1", c.id, func(j engine.Journal) ([]byte, error) {
				if runs++; runs == 1 {
					other(text)
				}
				data, err := j.Characters("9", "anna")
				if fight, characters = j.State().Scene, string(data); err != nil {
					return nil, err
				}
				return c.act(j)
			})
			if !errors.Is(err, c.err) || runs != 2 || fight != text || characters != text {
				t.Errorf("the last of %d runs was decided by the characters %q in the fight %q, want both %q; %v", runs, characters, fight, text, err)
			}
			if err := b.Read(t.Context(), "1", func(j engine.Journal) error {
				if got, want := j.State().Scene, cmp.Or(c.scene, text); got != want {
					t.Errorf("the scene is %q afterwards, want %q", got, want)
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAnInteractionIsDoneByOneProcess checks that an interaction that two processes get at once is carried out once and has one answer.
func TestAnInteractionIsDoneByOneProcess(t *testing.T) {
	a, b := two(t)
	if _, _, err := a.Update(t.Context(), "1", "", say("start")); err != nil {
		t.Fatal(err)
	}
	type result struct {
		answer string
		again  bool
		err    error
	}
	for id := range 50 {
		results := make(chan result, 2)
		for i, s := range []storetest.Store{a, b} {
			go func() {
				answer, again, err := s.Update(t.Context(), "1", fmt.Sprint(1000+id), say([]string{"a", "b"}[i]))
				results <- result{string(answer), again, err}
			}()
		}
		one, other := <-results, <-results
		if one.err != nil || other.err != nil || one.answer != other.answer || one.again == other.again {
			t.Fatalf("%+v and %+v", one, other)
		}
	}
	n := 0
	if err := a.Log(t.Context(), "1", func(l engine.Log) error {
		for _, err := range l.All() {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	}); err != nil || n != 51 {
		t.Errorf("%d entries, %v", n, err)
	}
}
