package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
)

func display(t testing.TB, s *Store) Display {
	t.Helper()
	d, ok, err := s.Display(t.Context(), channel)
	if !ok || err != nil {
		t.Fatalf("display: %v, %v", ok, err)
	}
	return d
}

func TestDisplayFollowsTheFight(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	if _, ok, err := s.Display(t.Context(), channel); ok || err != nil {
		t.Fatalf("without a fight: %v, %v", ok, err)
	}
	mustUpdate(t, s, "", appending(did(0, started("Bridge"))))
	if got, want := display(t, s), (Display{Encounter: 1, Channel: channel, Seq: 1}); got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	mustUpdate(t, s, "", appending(did(1, engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 2, At: at(1)}, engine.Paused{})))
	want := Display{Encounter: 1, Channel: channel, Seq: 2, Turn: 2, Paused: true,
		Card: "b", CardSeq: 1, Announced: 2, Shown: "a"}
	if err := s.SaveDisplay(t.Context(), display(t, s), want); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, path)
	if got := display(t, s); got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	mustUpdate(t, s, "", appending(did(2, engine.EncounterEnded{})))
	want.Seq, want.Turn, want.Paused, want.Ended = 3, 0, false, true
	if got := display(t, s); got != want {
		t.Fatalf("ended: got %+v, want %+v", got, want)
	}
	nowhere := Display{Encounter: 99}
	if err := s.SaveDisplay(t.Context(), nowhere, nowhere); err == nil || errors.Is(err, ErrOutdated) {
		t.Fatalf("the display of a missing encounter was saved: %v", err)
	}
}

// TestAnOutdatedDisplayIsNotSaved: a display that was made from an older one than the stored one is refused, whichever
// field differs.
func TestAnOutdatedDisplayIsNotSaved(t *testing.T) {
	s := mustOpen(t, file(t))
	mustUpdate(t, s, "", appending(did(0, started("Bridge"))))
	first := display(t, s)
	for name, change := range map[string]func(d *Display){
		"card":       func(d *Display) { d.Card += "b" },
		"card's seq": func(d *Display) { d.CardSeq++ },
		"announced":  func(d *Display) { d.Announced++ },
		"shown":      func(d *Display) { d.Shown += "a" },
		"remind":     func(d *Display) { d.Remind++ },
	} {
		was := display(t, s)
		shown, late := was, was
		change(&shown)
		if err := s.SaveDisplay(t.Context(), was, shown); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		late.Remind += 10
		if err := s.SaveDisplay(t.Context(), was, late); !errors.Is(err, ErrOutdated) {
			t.Errorf("%s: it was overwritten: %v", name, err)
		}
		if got := display(t, s); got != shown {
			t.Errorf("%s: got %+v, want %+v", name, got, shown)
		}
	}
	mustUpdate(t, s, "", appending(did(1, engine.SceneSet{Text: "x"}))) // a command in the fight is not a conflict
	if err := s.SaveDisplay(t.Context(), display(t, s), first); err != nil {
		t.Error(err)
	}
}

func TestBehindAgreesWithDisplay(t *testing.T) {
	s := mustOpen(t, file(t))
	turn := engine.TurnBegan{Units: []engine.UnitID{1}, Turn: 1, At: at(0)}
	ends := [][]engine.Event{nil, {turn}, {turn, engine.Paused{}}, {turn, engine.EncounterEnded{}}}
	var all []Display
	for i, more := range ends {
		for boardSeq := range int64(2) {
			for announced := range engine.TurnID(2) {
				ch := engine.ChannelID([]string{"a", "b", "c", "d"}[i] + string(rune('0'+boardSeq*2+int64(announced))))
				_, _, err := s.Update(t.Context(), ch, "", appending(did(0, append([]engine.Event{started("x")}, more...)...)))
				if err != nil {
					t.Fatal(err)
				}
				d, _, err := s.Display(t.Context(), ch)
				if err != nil {
					t.Fatal(err)
				}
				was := d
				d.CardSeq, d.Announced = boardSeq, announced
				if err := s.SaveDisplay(t.Context(), was, d); err != nil {
					t.Fatal(err)
				}
				all = append(all, d)
			}
		}
	}
	want := slices.DeleteFunc(slices.Clone(all), func(d Display) bool { return !d.Behind() })
	got, err := s.Behind(t.Context(), "")
	if err != nil || !slices.Equal(got, want) || len(got) == 0 || len(got) == len(all) {
		t.Fatalf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestQueriesUseTheirIndexes(t *testing.T) {
	s := mustOpen(t, file(t))
	for query, index := range map[string]string{
		behindInQuery: "encounters_channel",
		dueQuery:      "encounters_remind",
		"SELECT count(*) FROM encounters WHERE guild = 'x' AND ended = 0":        "encounters_guild",
		"SELECT id FROM encounters WHERE channel = 'x' ORDER BY id DESC LIMIT 1": "encounters_channel",
	} {
		var id, parent, unused int
		var plan string
		if err := s.readDB.QueryRow("EXPLAIN QUERY PLAN "+strings.ReplaceAll(query, "?", "1")).Scan(&id, &parent, &unused, &plan); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, index) {
			t.Errorf("%s: %s", query, plan)
		}
	}
}

func TestCacheKeepsRecentlyUsedAndNewestStates(t *testing.T) {
	c := newCache()
	one, two := &engine.State{Name: "one"}, &engine.State{Name: "two"}
	at := func(ch string, seq int64, state *engine.State) head {
		return head{ch: engine.ChannelID(ch), enc: encounter{id: 1, last: seq}, state: state}
	}
	c.commit(at("a", 5, two))
	c.offer(at("a", 4, one)) // from a slow reader
	c.offer(at("a", 5, one))
	if h, ok := c.get("a"); !ok || h.state != two || !h.committed {
		t.Fatal("what a reader read replaced what was committed")
	}
	for i := range cacheSize - 1 {
		c.commit(at(fmt.Sprint(i), 1, one))
	}
	c.get("a")
	c.commit(at("b", 1, one))
	_, kept := c.get("a")
	_, dropped := c.get("0")
	if !kept || dropped || c.used.Len() != cacheSize || len(c.byCh) != cacheSize {
		t.Fatal("the cache did not drop the least recently used channel")
	}
	c.drop("a")
	c.offer(at("a", 4, one)) // from the same slow reader
	if h, ok := c.get("a"); !ok || h.committed {
		t.Fatal("the writer would go on from what a slow reader read")
	}
}
