package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"roundel/engine"
)

// rules returns the nth text of a ruleset.
func rules(n int) []byte {
	return fmt.Appendf(nil, "roundel: 1\nname: rules-%d\ntitle: \"Rules <%d> ’\"\n", n, n)
}

// startedUnder returns the entry that starts a fight with the text of its ruleset.
func startedUnder(name string, text []byte) engine.Entry {
	e := did(0, engine.EncounterStarted{Name: name, Ruleset: "test", Text: engine.TextHash(text), GM: "gm"})
	e.Text = text
	return e
}

// startIn starts a fight with a text in a channel.
func startIn(t testing.TB, s *Store, ch engine.ChannelID, text []byte) {
	t.Helper()
	if _, _, err := s.Update(context.Background(), ch, "", appending(startedUnder("Fight", text))); err != nil {
		t.Fatal(err)
	}
}

// endIn ends the fight of a channel.
func endIn(t testing.TB, s *Store, ch engine.ChannelID) {
	t.Helper()
	if _, _, err := s.Update(context.Background(), ch, "", appending(did(9, engine.EncounterEnded{}))); err != nil {
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
func saveRuleset(t testing.TB, s *Store, guild engine.GuildID, name string, text []byte) {
	t.Helper()
	if _, _, err := s.AmendRulesets(context.Background(), guild, "", changing(name, text, "")); err != nil {
		t.Fatal(err)
	}
}

// wantTexts fails unless exactly these texts are stored.
func wantTexts(t testing.TB, s *Store, want ...[]byte) {
	t.Helper()
	var n int
	if _, err := (&tx{ctx: context.Background(), q: s.readDB}).get("SELECT count(*) FROM ruleset_texts", nil, &n); err != nil || n != len(want) {
		t.Fatalf("%d texts are stored, want %d, %v", n, len(want), err)
	}
	for _, text := range want {
		if got, err := s.RulesetText(context.Background(), engine.TextHash(text)); err != nil || !bytes.Equal(got, text) {
			t.Fatalf("the text is %q, want %q, %v", got, text, err)
		}
	}
}

// wantRulesets fails unless a server has exactly these rulesets, each given as NAME TEXT.
func wantRulesets(t testing.TB, s *Store, guild engine.GuildID, want ...string) {
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

func TestATextIsStoredOncePerTextAndNotOncePerFight(t *testing.T) {
	s := mustOpen(t, file(t))
	s.UseClock(func() time.Time { return epoch })
	saveRuleset(t, s, "500", "mine", rules(1))
	saveRuleset(t, s, "501", "yours", rules(1))
	for i := range 1000 {
		startIn(t, s, engine.ChannelID(fmt.Sprint(i)), rules(1))
	}
	wantTexts(t, s, rules(1))
	startIn(t, s, "1000", rules(2))
	wantTexts(t, s, rules(1), rules(2))
}

// TestRS6AFightKeepsItsText: replacing and removing a server's ruleset doesn't affect a fight, not even after a restart or an
// undo. The text is deleted with the last fight that has it.
func TestRS6AFightKeepsItsText(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	saveRuleset(t, s, "500", "mine", rules(1))
	mustUpdate(t, s, "", appending(startedUnder("Bridge", rules(1)), did(1, scene("dusk"))))
	startIn(t, s, "101", rules(1))
	saveRuleset(t, s, "500", "mine", rules(2))
	wantTexts(t, s, rules(1), rules(2))
	mustClose(t, s)
	s = mustOpen(t, path)
	saveRuleset(t, s, "500", "mine", nil)
	wantTexts(t, s, rules(1))
	mustUpdate(t, s, "", undoing(2))
	mustUpdate(t, s, "", redoing(3))
	if got := state(t, s).Text; got != engine.TextHash(rules(1)) {
		t.Fatalf("the state names the text %q", got)
	}
	mustCheck(t, path)
	mustUpdate(t, s, "", appending(did(4, engine.EncounterEnded{})))
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

// TestAStartMustBringOrNameAStoredText: a start whose text is not what its event says, or is nowhere, stores nothing.
func TestAStartMustBringOrNameAStoredText(t *testing.T) {
	s := mustOpen(t, file(t))
	name := func(hash string, text []byte) engine.Entry {
		e := did(0, engine.EncounterStarted{Name: "Bridge", Ruleset: "test", Text: hash, GM: "gm"})
		e.Text = text
		return e
	}
	one := engine.TextHash(rules(1))
	const other, absent, invalid = "does not name the text", "the text of its ruleset is missing", "must be valid UTF-8 and not empty"
	for what, c := range map[string]struct {
		e    engine.Entry
		want string
	}{
		"another text":    {name(one, rules(2)), other},
		"a text, no hash": {name("", rules(1)), other},
		"upper case":      {name(strings.ToUpper(one), rules(1)), other},
		"no text":         {name(one, nil), absent},
		"an unknown text": {name(engine.TextHash(rules(3)), nil), absent},
		"not even a hash": {name("rules-1", nil), absent},
		"an empty text":   {name(engine.TextHash(nil), []byte{}), invalid},
		"not valid UTF-8": {name(engine.TextHash([]byte("\xff")), []byte("\xff")), invalid},
	} {
		if _, _, err := s.Update(t.Context(), channel, "7", appending(c.e)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
		if state(t, s) != nil {
			t.Errorf("%s: the fight has begun", what)
		}
	}
	wantTexts(t, s)
	saveRuleset(t, s, "500", "mine", rules(1))
	mustUpdate(t, s, "7", appending(name(one, nil)))
	saveRuleset(t, s, "500", "mine", nil)
	wantTexts(t, s, rules(1))
}

// TestAmendRulesets: fn sees what the server has, and a change that is delivered twice is made once.
func TestAmendRulesets(t *testing.T) {
	s := mustOpen(t, file(t))
	calls := 0
	amend := func(guild engine.GuildID, interaction, name string, text []byte, want ...string) {
		t.Helper()
		for _, twice := range []bool{false, true} {
			answer, again, err := s.AmendRulesets(t.Context(), guild, interaction, func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
				calls++
				var names []string
				for _, r := range have {
					names = append(names, r.Name)
				}
				if !slices.Equal(names, want) {
					t.Errorf("fn got %v, want %v", names, want)
				}
				return engine.RulesetChange{Name: name, Text: text}, []byte("done " + interaction), nil
			})
			if err != nil || again != twice || string(answer) != "done "+interaction {
				t.Fatalf("%q, %v, %v", answer, again, err)
			}
		}
	}
	amend("500", "1", "second", rules(2))
	amend("500", "2", "first", rules(1), "second")
	amend("500", "3", "", nil, "first", "second")
	amend("501", "4", "first", rules(1))
	wantRulesets(t, s, "500", "first "+string(rules(1)), "second "+string(rules(2)))
	amend("500", "5", "first", rules(3), "first", "second")
	wantRulesets(t, s, "500", "first "+string(rules(3)), "second "+string(rules(2)))
	amend("500", "6", "second", nil, "first", "second")
	amend("500", "7", "second", nil, "first")
	wantRulesets(t, s, "500", "first "+string(rules(3)))
	wantRulesets(t, s, "501", "first "+string(rules(1)))
	amend("500", "8", "first", rules(3), "first") // the same text again
	wantTexts(t, s, rules(1), rules(3))
	if calls != 8 {
		t.Errorf("fn ran %d times for 8 interactions", calls)
	}
}

// TestAFailedChangeOfRulesetsChangesNothing: and its interaction can be delivered again.
func TestAFailedChangeOfRulesetsChangesNothing(t *testing.T) {
	s := mustOpen(t, file(t))
	saveRuleset(t, s, "500", "mine", rules(1))
	mine := errors.New("mine")
	if _, _, err := s.AmendRulesets(t.Context(), "500", "9", func(have []engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		have[0].Name = "theirs"
		return engine.RulesetChange{Name: "mine", Text: rules(2)}, nil, mine
	}); !errors.Is(err, mine) {
		t.Fatal(err)
	}
	for what, text := range map[string][]byte{"empty": {}, "not valid UTF-8": []byte("\xff")} {
		if _, _, err := s.AmendRulesets(t.Context(), "500", "9", changing("mine", text, "")); err == nil {
			t.Errorf("a text that is %s was stored", what)
		}
	}
	if _, _, err := s.AmendRulesets(t.Context(), "500", "9", changing("", rules(2), "")); err == nil {
		t.Error("a text without a name was stored")
	}
	wantRulesets(t, s, "500", "mine "+string(rules(1)))
	wantTexts(t, s, rules(1))
	if _, again, err := s.AmendRulesets(t.Context(), "500", "9", changing("mine", rules(2), "")); again || err != nil {
		t.Fatal(again, err)
	}
	wantRulesets(t, s, "500", "mine "+string(rules(2)))
}

// TestRulesetsAreReadAlongsideTheWriter: they are read while a transaction runs, and show what was committed before it.
func TestRulesetsAreReadAlongsideTheWriter(t *testing.T) {
	s := mustOpen(t, file(t))
	saveRuleset(t, s, "500", "mine", rules(1))
	if _, _, err := s.AmendRulesets(t.Context(), "500", "", func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		wantRulesets(t, s, "500", "mine "+string(rules(1)))
		return engine.RulesetChange{Name: "mine", Text: rules(2)}, nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
		err := j.Append(startedUnder("Bridge", rules(3)))
		wantTexts(t, s, rules(2))
		return nil, err
	})
	wantTexts(t, s, rules(2), rules(3))
}

// ruled returns a database with an open and an ended fight with a text, two fights without, and three servers' rulesets.
func ruled(t *testing.T) (path string, s *Store) {
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
		r, err := Check(t.Context(), path)
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
	wantError(t, err, ErrDamaged)
}

// TestRS84RulesetsAreInArchivesAndBackups: after import and restore the texts, the servers' rulesets and the fights' texts are
// the same, and still in use.
func TestRS84RulesetsAreInArchivesAndBackups(t *testing.T) {
	path, s := ruled(t)
	archive, backup := mustExport(t, path), filepath.Join(t.TempDir(), "copy.db")
	if _, err := BackUpVerified(t.Context(), path, backup); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	imported, restored := file(t), file(t)
	n, err := Import(t.Context(), imported, bytes.NewReader(archive), quiet)
	if err != nil || n.Texts != 3 || n.Rulesets != 3 || n.Encounters != 4 {
		t.Fatal(n, err)
	}
	if _, _, err := Restore(t.Context(), backup, restored, false); err != nil {
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

// TestImportRefusesFaultsInRulesets: a text with another hash, and one that is missing.
func TestImportRefusesFaultsInRulesets(t *testing.T) {
	path, _ := ruled(t)
	archive := mustExport(t, path)
	hash := func(n int) string { return engine.TextHash(rules(n)) }
	without := func(n int) func(string) []string {
		return func(line string) []string {
			if strings.Contains(line, `"ruleset_texts"`) && strings.Contains(line, hash(n)) {
				return nil
			}
			return []string{line}
		}
	}
	replaced := func(old, to string) func(string) []string {
		return func(line string) []string { return []string{strings.Replace(line, old, to, 1)} }
	}
	for name, c := range map[string]struct {
		edit func(string) []string
		want string
	}{
		"a changed text":           {replaced("name: rules-2", "name: rules-9"), "the text of ruleset " + hash(2) + " was changed"},
		"a changed hash":           {replaced(`"hash":"`+hash(2)[:8], `"hash":"01234567`), "was changed: its hash is different"},
		"a hash in upper case":     {replaced(hash(2), strings.ToUpper(hash(2))), "was changed: its hash is different"},
		"a text without a hash":    {replaced(`"hash":"`+hash(2)+`",`, ""), "was changed: its hash is different"},
		"a fight without its text": {without(2), "encounter 4: the text of its ruleset is missing: " + hash(2)},
		"a ruleset without its":    {without(3), "the text of its ruleset is missing: " + hash(3)},
		"a ruleset without a hash": {replaced(`,"name":"one","hash":"`+hash(1)+`"`, `,"name":"one"`), "the text of its ruleset is missing"},
	} {
		text := edited(t, archive, c.edit)
		if text == string(archive) {
			t.Fatalf("%s: nothing was changed", name)
		}
		to := file(t)
		if _, err := Import(t.Context(), to, strings.NewReader(text), quiet); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if r := mustCheck(t, to); r.Encounters+r.Texts > 0 {
			t.Errorf("%s: the database has %s", name, r)
		}
	}
}

// TestRandomRulesetsMatchTheModel makes random changes to rulesets and fights. Exactly the texts that a ruleset or a fight
// refers to are stored.
func TestRandomRulesetsMatchTheModel(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	now := epoch
	s.UseClock(func() time.Time { return now })
	servers := map[string]int{}        // the text of each server's ruleset, by SERVER NAME
	open := map[engine.ChannelID]int{} // the text of each open fight
	ended := map[int]int{}             // how many ended fights have each text
	draw := func(rt *rapid.T, what string, n int) int { return rapid.IntRange(0, n-1).Draw(rt, what) }
	rapid.Check(t, func(rt *rapid.T) {
		rt.Repeat(map[string]func(*rapid.T){
			"change": func(rt *rapid.T) {
				guild, name, n := fmt.Sprint(draw(rt, "server", 2)), fmt.Sprint(draw(rt, "name", 3)), draw(rt, "text", 5)
				text := rules(n)
				if n == 4 {
					text = nil
				}
				fail := error(nil)
				if draw(rt, "fails", 4) == 0 {
					fail = errors.New("mine")
				}
				_, _, err := s.AmendRulesets(context.Background(), engine.GuildID(guild), "", func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
					return engine.RulesetChange{Name: name, Text: text}, nil, fail
				})
				switch {
				case err != fail:
					rt.Fatal(err)
				case fail == nil && text == nil:
					delete(servers, guild+" "+name)
				case fail == nil:
					servers[guild+" "+name] = n
				}
			},
			"fight": func(rt *rapid.T) {
				ch, n := engine.ChannelID(fmt.Sprint(draw(rt, "channel", 3))), draw(rt, "text", 4)
				if of, ok := open[ch]; ok {
					endIn(t, s, ch)
					ended[of]++
					delete(open, ch)
					return
				}
				startIn(t, s, ch, rules(n))
				open[ch] = n
			},
			"prune": func(rt *rapid.T) {
				now = now.Add(time.Second)
				if _, err := s.PruneFights(context.Background(), now); err != nil {
					rt.Fatal(err)
				}
				clear(ended)
			},
			"": func(*rapid.T) {
				want := map[int]bool{}
				for _, refs := range []func(func(int) bool){maps.Values(servers), maps.Values(open), maps.Keys(ended)} {
					for n := range refs {
						want[n] = true
					}
				}
				var texts [][]byte
				for n := range want {
					texts = append(texts, rules(n))
				}
				wantTexts(t, s, texts...)
			},
		})
	})
	mustCheck(t, path)
}
