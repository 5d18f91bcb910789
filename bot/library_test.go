package bot

import (
	"roundel/bot/card"
	"roundel/bot/words/lang"

	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// TestRS8Match: a ruleset is found by its name, or by a title or game that only one ruleset has.
func TestRS8Match(t *testing.T) {
	two := &serverRulesets{Own: []*ruleset.Ruleset{{Name: "one", Title: "First Game", Fits: []string{"osr", "two"}}},
		Bundled: []*ruleset.Ruleset{{Name: "two", Title: "Second  Game", Fits: []string{"OSR", "pf 2e"}}}}
	for typed, want := range map[string]string{"one": "one", "ONE": "one", " first game": "one", "second game": "two", "PF  2E": "two",
		"two": "two", "osr": "", "three": "", "": ""} {
		rs, err := two.match(typed)
		if (err == nil) != (want != "") || err == nil && rs.Name != want {
			t.Errorf("%q: %v, %v, want %q", typed, rs, err, want)
		}
	}
	bundled := &serverRulesets{Bundled: ruleset.Bundled().List}
	if rs, err := bundled.match("Pathfinder 2e"); err != nil || rs.Name != "three-actions" {
		t.Errorf("%v, %v", rs, err)
	}
	if rs, err := bundled.match("5e"); err == nil {
		t.Errorf("two rulesets fit 5e, and it means %s", rs.Name)
	}
}

// TestSamples: every bundled ruleset can be played, so a sample fight begins under each, and always the same one.
func TestSamples(t *testing.T) {
	for _, rs := range ruleset.Bundled().List {
		first, err := sampleFight(lang.English(), rs)
		if err != nil {
			t.Errorf("%s: %v", rs.Name, err)
			continue
		}
		again, err := sampleFight(lang.English(), rs)
		if err != nil || len(first.Combatants) != 3 || fmt.Sprint(first.Units) != fmt.Sprint(again.Units) {
			t.Errorf("%s: %+v, then %+v, %v", rs.Name, first, again, err)
		}
	}
}

// TestMissingText: a fight whose text is gone has no ruleset, and the error says that asking again won't help.
func TestMissingText(t *testing.T) {
	l := NewLibrary(LibraryParts{Store: &duelStore{}, Bundled: ruleset.Bundled()})
	for _, s := range []*engine.State{{Text: "c0ffee"}, {Ruleset: "chess"}} {
		if rs, err := l.Of(t.Context(), s); rs != nil || !errors.Is(err, card.ErrUnreadable) {
			t.Errorf("%+v: %v, %v", s, rs, err)
		}
	}
}

// texts is a store with any number of texts.
type texts struct {
	RulesetStore
	mu    sync.Mutex
	asked map[string]int
	text  map[string]string
}

func (s *texts) RulesetText(_ context.Context, hash string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[hash]++
	return []byte(s.text[hash]), nil
}

// TestCache: fights under 200 texts ask the store once for each; what was not used for the longest time is forgotten when many more come,
// and found again.
func TestCache(t *testing.T) {
	s := &texts{asked: map[string]int{}, text: map[string]string{}}
	l := NewLibrary(LibraryParts{Store: s, Bundled: ruleset.Bundled()})
	var hashes []string
	for i := range 300 {
		text := fmt.Sprintf("roundel: 1\nname: own-%d\ntitle: Own\norder: {by: score, roll: d20}\n", i)
		hash := engine.TextHash([]byte(text))
		s.text[hash], hashes = text, append(hashes, hash)
	}
	use := func(list []string) {
		var wg sync.WaitGroup
		for _, hash := range list {
			wg.Go(func() {
				rs, err := l.Of(t.Context(), &engine.State{Text: hash})
				if err != nil || rs.Hash != hash {
					t.Errorf("%v, %v", rs, err)
				}
			})
		}
		wg.Wait()
	}
	for range 3 {
		use(hashes[:200])
	}
	for _, hash := range hashes[:200] {
		if s.asked[hash] != 1 {
			t.Fatalf("asked %d times", s.asked[hash])
		}
	}
	use(hashes)
	kept := 0
	for _, hash := range hashes {
		if _, ok := l.known(&engine.State{Text: hash}); ok {
			kept++
		}
	}
	if kept != 256 {
		t.Errorf("%d are kept", kept)
	}
	use(hashes)
}
