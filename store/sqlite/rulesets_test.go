package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// rules returns the nth text of a ruleset.
func rules(n int) []byte {
	return fmt.Appendf(nil, "roundel: 1\nname: rules-%d\ntitle: \"Rules <%d> ’\"\n", n, n)
}

// startedUnder returns the entry that starts a fight with the text of its ruleset.
func startedUnder(name string, text []byte) engine.Entry {
	e := storetest.Did(0, engine.EncounterStarted{Name: name, Ruleset: "test", Text: engine.TextHash(text), GM: "gm"})
	e.Text = text
	return e
}

// startIn starts a fight with a text in a channel.
func startIn(t testing.TB, s *store.Store, ch snowflake.Channel, text []byte) {
	t.Helper()
	if _, _, err := s.Update(context.Background(), ch, "", storetest.Appending(startedUnder("Fight", text))); err != nil {
		t.Fatal(err)
	}
}

// endIn ends the fight of a channel.
func endIn(t testing.TB, s *store.Store, ch snowflake.Channel) {
	t.Helper()
	if _, _, err := s.Update(context.Background(), ch, "", storetest.Appending(storetest.Did(9, engine.EncounterEnded{}))); err != nil {
		t.Fatal(err)
	}
}

// changing returns a function for AmendRulesets that makes a change, whatever there is, and answers.
func changing(name string, text []byte, answer string) func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
	return func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		return engine.RulesetChange{Name: name, Text: text}, []byte(answer), nil
	}
}

// saveRuleset stores a server's ruleset, or removes it if text is nil.
func saveRuleset(t testing.TB, s *store.Store, guild snowflake.Guild, name string, text []byte) {
	t.Helper()
	if _, _, err := s.AmendRulesets(context.Background(), guild, "", changing(name, text, "")); err != nil {
		t.Fatal(err)
	}
}

// wantTexts fails unless exactly these texts are stored.
func wantTexts(t testing.TB, s *store.Store, want ...[]byte) {
	t.Helper()
	var n int
	if _, err := tx(context.Background(), reader(s)).Get("SELECT count(*) FROM ruleset_texts", nil, &n); err != nil || n != len(want) {
		t.Fatalf("%d texts are stored, want %d, %v", n, len(want), err)
	}
	for _, text := range want {
		if got, err := s.RulesetText(context.Background(), engine.TextHash(text)); err != nil || !bytes.Equal(got, text) {
			t.Fatalf("the text is %q, want %q, %v", got, text, err)
		}
	}
}

// wantRulesets fails unless a server has exactly these rulesets, each given as NAME TEXT.
func wantRulesets(t testing.TB, s *store.Store, guild snowflake.Guild, want ...string) {
	t.Helper()
	var got []string
	list, err := s.Rulesets(context.Background(), guild)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		text, err := s.RulesetText(context.Background(), r.Hash)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Name+" "+string(text))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("server %s has the rulesets %q, want %q", guild, got, want)
	}
}

// TestRS6AFightKeepsItsText: replacing and removing a server's ruleset doesn't affect a fight, not even after a restart or an
// undo. The text is deleted with the last fight that has it.
func TestRS6AFightKeepsItsText(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	saveRuleset(t, s, "500", "mine", rules(1))
	mustUpdate(t, s, "", storetest.Appending(startedUnder("Bridge", rules(1)), storetest.Did(1, scene("dusk"))))
	startIn(t, s, "101", rules(1))
	saveRuleset(t, s, "500", "mine", rules(2))
	wantTexts(t, s, rules(1), rules(2))
	mustClose(t, s)
	s = mustOpen(t, path)
	saveRuleset(t, s, "500", "mine", nil)
	wantTexts(t, s, rules(1))
	mustUpdate(t, s, "", storetest.Undoing(2))
	mustUpdate(t, s, "", storetest.Redoing(3))
	if got := state(t, s).Text; got != engine.TextHash(rules(1)) {
		t.Fatalf("the state names the text %q", got)
	}
	mustCheck(t, path)
	mustUpdate(t, s, "", storetest.Appending(storetest.Did(4, engine.EncounterEnded{})))
	endIn(t, s, "101")
	mustClose(t, s)
	s = mustOpen(t, path)
	if err := s.Log(t.Context(), channel, func(l engine.Log) error {
		got, err := engine.Latest(l)
		if err == nil && got.Text != engine.TextHash(rules(1)) {
			t.Errorf("the ended fight names the text %q", got.Text)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	mustCheck(t, path)
	wantTexts(t, s, rules(1))
	tamper(t, path, "UPDATE encounters SET ended_at = 1000 WHERE channel = '101'")
	if n, err := s.PruneFights(t.Context(), time.UnixMilli(2000)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	wantTexts(t, s, rules(1))
	if n, err := s.PruneFights(t.Context(), time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	wantTexts(t, s)
	mustCheck(t, path)
}

// ruled returns a database with an open and an ended fight with a text, two fights without, and three servers' rulesets.
func ruled(t *testing.T) (path string, s *store.Store) {
	t.Helper()
	path, s = longFight(t)
	startIn(t, s, "200", rules(1))
	startIn(t, s, "201", rules(2))
	endIn(t, s, "201")
	saveRuleset(t, s, "500", "one", rules(1))
	saveRuleset(t, s, "500", "three", rules(3))
	saveRuleset(t, s, "501", "three", rules(3))
	return path, s
}

// TestCheckFindsFaultsInRulesets: a text that is missing or was changed, and a fight with another text than its log says.
func TestCheckFindsFaultsInRulesets(t *testing.T) {
	sound, _ := ruled(t)
	if r := mustCheck(t, sound); r.Texts != 3 {
		t.Errorf("%s", r)
	}
	hash := func(n int) string { return engine.TextHash(rules(n)) }
	for query, want := range map[string][]string{
		"DELETE FROM ruleset_texts WHERE hash = '" + hash(1) + "'": {"encounter 3: the text of its ruleset is missing: " + hash(1),
			"server 500, ruleset one: the text of its ruleset is missing: " + hash(1)},
		"DELETE FROM ruleset_texts WHERE hash = '" + hash(2) + "'":                   {"encounter 4: the text of its ruleset is missing: " + hash(2)},
		"DELETE FROM ruleset_texts WHERE hash = '" + hash(3) + "'":                   {"server 501, ruleset three: the text of its ruleset is missing"},
		"UPDATE ruleset_texts SET text = text || ' ' WHERE hash = '" + hash(2) + "'": {"the text of ruleset " + hash(2) + " was changed"},
		"UPDATE encounters SET text_hash = '" + hash(3) + "' WHERE id = 4":           {`encounter 4: its log begins with the ruleset text "` + hash(2)},
		"UPDATE encounters SET text_hash = NULL WHERE id = 3":                        {"encounter 3: its log begins"},
		"UPDATE encounters SET text_hash = '" + hash(3) + "' WHERE id = 1":           {"encounter 1: its log begins"},
	} {
		path := file(t)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := Backup(t.Context(), sound, path); err != nil {
			t.Fatal(err)
		}
		tamper(t, path, query)
		r, err := Check(t.Context(), path, nil)
		for _, want := range want {
			if err != nil || !strings.Contains(strings.Join(r.Faults, "\n"), want) {
				t.Errorf("%s: %v, %q, want %q", query, err, r.Faults, want)
			}
		}
	}
}

// TestAChangedTextIsNotReturned: a fight is never played under a text that is not the one it began with.
func TestAChangedTextIsNotReturned(t *testing.T) {
	path, s := ruled(t)
	tamper(t, path, "UPDATE ruleset_texts SET text = text || ' '")
	_, err := s.RulesetText(t.Context(), engine.TextHash(rules(1)))
	wantError(t, err, store.ErrDamaged)
}

// TestRS84RulesetsAreInArchivesAndBackups: after import and restore the texts, the servers' rulesets and the fights' texts are
// the same, and still in use.
func TestRS84RulesetsAreInArchivesAndBackups(t *testing.T) {
	path, s := ruled(t)
	archive, backup := mustExport(t, path), filepath.Join(t.TempDir(), "copy.db")
	if _, err := BackUpVerified(t.Context(), path, backup, nil); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	imported, restored := file(t), file(t)
	n, err := Import(t.Context(), imported, bytes.NewReader(archive), nil, quiet)
	if err != nil || n.Texts != 3 || n.Rulesets != 3 || n.Encounters != 4 {
		t.Fatal(n, err)
	}
	if _, _, err := Restore(t.Context(), backup, restored, false, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{imported, restored} {
		if got := mustExport(t, path); !bytes.Equal(got, archive) {
			t.Errorf("exported again, it is\n%s\nwant\n%s", got, archive)
		}
		mustCheck(t, path)
		s := mustOpen(t, path)
		wantRulesets(t, s, "500", "one "+string(rules(1)), "three "+string(rules(3)))
		wantRulesets(t, s, "501", "three "+string(rules(3)))
		if got := stateOf(t, s, "200").Text; got != engine.TextHash(rules(1)) {
			t.Errorf("the fight names the text %q", got)
		}
		saveRuleset(t, s, "500", "one", nil)
		wantTexts(t, s, rules(1), rules(2), rules(3))
		endIn(t, s, "200")
		if _, err := s.PruneFights(t.Context(), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		wantTexts(t, s, rules(3))
	}
}
