package storetest

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"roundel/engine"
	"roundel/store"
)

// archives returns the tests of the host's tools: check, export and import.
func archives() []contract {
	return []contract{
		{"CheckCountsEverything", checkCounts},
		{"ImportRestoresTheSameFight", importRestores},
		{"RS84RulesetsAreInArchives", rulesetsInArchives},
		{"ImportIsAllOrNothing", importAllOrNothing},
		{"ImportNeedsAnEmptyDatabase", importNeedsEmpty},
		{"ImportRefusesWhatCheckRefuses", importRefuses},
		{"ImportRefusesFaultsInRulesets", importRefusesTexts},
		{"ImportAcceptsAnOlderArchive", importOlder},
		{"TheLongestLinesAreImported", longestLines},
	}
}

// longFight makes an ended fight, an open fight with a note and undos and redos across a checkpoint, settings, characters,
// preferences, monsters, saved encounters and a party.
func (e *env) longFight() {
	e.Helper()
	e.do("", Appending(Did(0, started("First")), Did(1, ended())))
	e.do("", Appending(Did(2, started("Second"))))
	var many []engine.Entry
	for n := range 134 {
		many = append(many, Did(3+n, scene("night %d", n)))
	}
	e.do("1000", Appending(many...))
	e.do("", Appending(noted(80)))
	for n := range 10 {
		e.do("", Undoing(90+n))
	}
	e.do("", Redoing(101))
	e.do("", Appending(Did(102, scene("another way"))))
	e.do("", Undoing(103))
	for i, data := range []string{`{"ruleset":"turn-order"}`, `[{"name":"Owlbear"}]`, `[{"name":"Bridge"}]`, `{"Knight":{"init":15}}`, `{"ping_gm":true}`, `{"saved":[{"name":"Sneak","dice":"3d6"}]}`} {
		e.save(cells(e.s)[i], data)
	}
	e.saveParty(channel, "anna", "ben")
}

// ruled makes a long fight, an open and an ended fight with a text, and three servers' rulesets.
func (e *env) ruled() {
	e.Helper()
	e.longFight()
	e.startIn("200", rules(1))
	e.startIn("201", rules(2))
	e.endIn("201")
	e.saveRuleset("500", "one", rules(1))
	e.saveRuleset("500", "three", rules(3))
	e.saveRuleset("501", "three", rules(3))
}

// other returns an environment with another database, which is not open.
func (e *env) other() *env {
	o := *e
	o.db, o.s, o.fights = e.create(e.T), nil, nil
	return &o
}

// imported returns an environment in which an archive has been imported, and opens it.
func (e *env) imported(archive []byte) *env {
	e.Helper()
	o := e.other()
	if _, err := o.db.Import(e.ctx(), bytes.NewReader(archive)); err != nil {
		e.Fatal(err)
	}
	o.open()
	e.Cleanup(o.close)
	return o
}

// whole returns the whole log and the state as one text.
func (e *env) whole() string {
	e.Helper()
	data, err := json.Marshal([]any{e.log(), e.state()})
	e.no(err)
	return string(data)
}

func checkCounts(e *env) {
	e.longFight()
	const want = "2 fights (1 open), 151 log entries with 138 events, 2 snapshots, 0 ruleset texts"
	if r := e.check(); !strings.HasSuffix(r.String(), want) { // while it is open
		e.Errorf("%s, want %s", r, want)
	}
	e.reopen()
	e.check()
}

// importRestores: an import restores the log, the state, undo and redo, and what was saved.
func importRestores(e *env) {
	e.longFight()
	want, archive := e.whole(), e.export()
	o := e.other()
	n, err := o.db.Import(e.ctx(), bytes.NewReader(archive))
	if want := (store.Counts{Encounters: 2, Entries: 151, Settings: 1, Characters: 1, Preferences: 1, Monsters: 1, Prepared: 1, Parties: 2, Rolls: 1}); err != nil || n != want {
		e.Fatal(n, err)
	}
	o.open()
	e.Cleanup(o.close)
	if again := o.export(); !bytes.Equal(again, archive) {
		e.Errorf("exported again:\n%s\nwant\n%s", again, archive)
	}
	o.check()
	for i, c := range cells(e.s) {
		one, err := c.get(e.ctx())
		two, otherErr := cells(o.s)[i].get(e.ctx())
		if !bytes.Equal(one, two) || len(one) == 0 || err != nil || otherErr != nil {
			e.Errorf("%s are %s, want %s, %v, %v", c.name, two, one, err, otherErr)
		}
	}
	o.wantParty(channel, "anna", "ben")
	if got := o.whole(); got != want {
		e.Errorf("imported\n%s\nwant\n%s", got, want)
	}
	for _, both := range []*env{e, o} {
		both.do("", Redoing(300))
		both.do("", func(j engine.Journal) ([]byte, error) {
			for range 20 {
				if _, err := j.Undo("gm", At(301), 0); err != nil {
					return nil, err
				}
			}
			return nil, nil
		})
		both.do("", Appending(Did(302, scene("on"))))
	}
	if a, b := e.whole(), o.whole(); a != b {
		e.Errorf("the two fights differ after the same commands:\n%s\n%s", a, b)
	}
}

// rulesetsInArchives: after an import the texts, the servers' rulesets and the fights' texts are the same, and still in use.
func rulesetsInArchives(e *env) {
	e.ruled()
	archive := e.export()
	o := e.imported(archive)
	if got := o.export(); !bytes.Equal(got, archive) {
		e.Errorf("exported again, it is\n%s\nwant\n%s", got, archive)
	}
	if r := o.check(); r.Texts != 3 || r.Encounters != 4 {
		e.Errorf("%s", r)
	}
	o.wantRulesets("500", "one "+string(rules(1)), "three "+string(rules(3)))
	o.wantRulesets("501", "three "+string(rules(3)))
	if got := o.stateIn("200").Text; got != engine.TextHash(rules(1)) {
		e.Errorf("the fight names the text %q", got)
	}
	o.saveRuleset("500", "one", nil)
	o.wantTexts(1, 2, 3)
	o.endIn("200")
	_, err := o.s.PruneFights(e.ctx(), e.clock.time().Add(time.Hour))
	e.no(err)
	o.wantTexts(3)
}

// refuse fails unless an archive is not imported for a reason into the database, which is empty and stays so.
func (e *env) refuse(what, archive, want string) {
	e.Helper()
	_, err := e.db.Import(e.ctx(), strings.NewReader(archive))
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		e.Errorf("%s: %v, want %q", what, err, want)
	}
	if r := e.check(); r.Encounters+r.Entries+r.Texts > 0 {
		e.Errorf("%s: the database has %s", what, r)
	}
}

// importAllOrNothing: a broken archive is refused as a whole, and the error says what is wrong with it.
func importAllOrNothing(e *env) {
	e.longFight()
	archive := string(e.export())
	lines := slices.Collect(strings.Lines(archive))
	o := e.other()
	for name, c := range map[string]struct{ archive, want string }{
		"empty":          {"", "cut short"},
		"something else": {`{"hello":"world"}`, "not an archive"},
		"not JSON":       {"hello", "not an archive"},
		"cut":            {strings.Join(lines[:40], ""), "cut short"},
		"cut in a line":  {archive[:len(archive)-9], "cut short"},
		"a line missing": {strings.Join(slices.Delete(slices.Clone(lines), 40, 41), ""), "is missing"},
		"lines swapped":  {strings.Replace(archive, `"seq":9,`, `"seq":999,`, 1), "entry 9 is missing"},
		"newer":          {strings.Replace(archive, `{"roundel":1`, `{"roundel":2`, 1), "newer"},
		"newer schema":   {strings.Replace(archive, `"schema":`, `"schema":9`, 1), "the archive is newer than this release"},
		"newer column":   {strings.Replace(archive, `"channel":`, `"moon":1,"channel":`, 1), "newer"},
		"other table":    {strings.Replace(archive, `"table":"entries"`, `"table":"facts"`, 1), `unknown table "facts"`},
		"after the end":  {archive + lines[2], "after the end"},
		"empty entry":    {strings.Replace(archive, `"table":"entries","row":{`, `"table":"entries","row":{}}`+"\n"+`{"table":"entries","row":{`, 1), "which encounter"},
		"bad encounter":  {strings.Replace(archive, `"table":"entries","row":{"encounter":1,`, `"table":"entries","row":{"encounter":"one",`, 1), "encounter of an entry is not a number"},
	} {
		o.refuse(name, c.archive, c.want)
	}
	header := lines[0]
	long := &endless{text: `{"table":"settings","row":{"guild":"`}
	_, err := e.other().db.Import(e.ctx(), io.MultiReader(strings.NewReader(header), long))
	if err == nil || !strings.Contains(err.Error(), "line 2 of the archive: longer than 16 MB") || long.read > maxLine+1<<16 {
		e.Errorf("after %d bytes of a line: %v", long.read, err)
	}
}

// maxLine is the maximum length of an archive's line in bytes.
const maxLine = 16 << 20

// endless is a reader that repeats a text forever and counts the bytes read.
type endless struct {
	text string
	read int
}

func (r *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], r.text[(r.read+n)%len(r.text):])
	}
	r.read += n
	return n, nil
}

// importNeedsEmpty: nothing is imported into a database that has something already, of any kind.
func importNeedsEmpty(e *env) {
	e.ruled()
	archive := e.export()
	for name, fill := range map[string]func(o *env){
		"a fight":   func(o *env) { o.do("", Appending(Did(0, started("Bridge")))) },
		"a party":   func(o *env) { o.saveParty(channel, "anna") },
		"a ruleset": func(o *env) { o.saveRuleset("500", "mine", rules(1)) },
	} {
		o := e.other()
		o.open()
		fill(o)
		o.close()
		_, err := o.db.Import(e.ctx(), bytes.NewReader(archive))
		if e.wantError(err, store.ErrExists); o.check().Encounters > 1 {
			e.Errorf("%s: it was imported", name)
		}
	}
	for i := range cells(e.s) {
		o := e.other()
		o.open()
		o.save(cells(o.s)[i], "{}")
		o.close()
		_, err := o.db.Import(e.ctx(), bytes.NewReader(archive))
		e.wantError(err, store.ErrExists)
	}
	o := e.other()
	o.open()
	o.no(o.s.Put(e.ctx(), "fact", []byte("of the process"))) // facts are not in archives
	o.close()
	if _, err := o.db.Import(e.ctx(), bytes.NewReader(archive)); err != nil {
		e.Error(err)
	}
}

// edited returns an archive with edited lines and the right counts at its end.
func (e *env) edited(archive []byte, edit func(line string) []string) string {
	e.Helper()
	var out []string
	counts := map[string]int{}
	for line := range strings.Lines(string(archive)) {
		if strings.HasPrefix(line, `{"end"`) {
			break
		}
		for _, line := range edit(strings.TrimSuffix(line, "\n")) {
			out = append(out, line)
			if rest, ok := strings.CutPrefix(line, `{"table":"`); ok {
				table, _, _ := strings.Cut(rest, `"`)
				counts[table]++
			}
		}
	}
	end, err := json.Marshal(map[string]any{"end": counts})
	e.no(err)
	return strings.Join(append(out, string(end)), "\n") + "\n"
}

// importRefuses: an archive whose fights a check would call unsound is not imported, and the error says why.
func importRefuses(e *env) {
	e.longFight()
	archive := e.export()
	swap := func(where, old, to string) func(string) []string {
		return func(line string) []string {
			if strings.Contains(line, where) {
				if !strings.Contains(line, old) {
					e.Fatalf("no %s in %s", old, line)
				}
				line = strings.Replace(line, old, to, 1)
			}
			return []string{line}
		}
	}
	first, second := `"row":{"encounter":1,"seq":1,`, `"row":{"encounter":1,"seq":2,`
	o := e.other()
	for name, c := range map[string]struct {
		edit func(string) []string
		want string
	}{
		"entries of no encounter": {func(line string) []string {
			if !strings.Contains(line, first) {
				return []string{line}
			}
			return []string{line, strings.Replace(line, `"encounter":1`, `"encounter":9`, 1)}
		}, "entries of encounter 9, but not the encounter"},
		"an encounter without entries": {func(line string) []string {
			if strings.Contains(line, `"row":{"encounter":1,`) {
				return nil
			}
			return []string{line}
		}, "encounter 1: it has no log"},
		"an entry twice": {func(line string) []string {
			if strings.Contains(line, second) {
				return []string{line, line}
			}
			return []string{line}
		}, "encounter 1"},
		"closed and not ended": {swap(second, `{"t":"encounter-ended/1","d":{}}`, ""), "it is closed, but its log does not end it"},
		"ended and not closed": {func(line string) []string {
			if strings.Contains(line, `"row":{"id":1,`) {
				line = strings.NewReplacer(`"100"`, `"101"`, `"ended":1`, `"ended":0`).Replace(line)
			}
			return []string{line}
		}, "its log ends it, but it is not closed"},
		"no start":              {swap(first, `{"t":"encounter-started/1"`, `{"t":"scene-set/1"`), "its first entry does not start it"},
		"started in the middle": {swap(`"row":{"encounter":2,"seq":9,`, `{"t":"scene-set/1"`, `{"t":"encounter-started/1"`), "entry 9 starts it a second time"},
		"unknown event":         {swap(`"row":{"encounter":2,"seq":9,`, `{"t":"scene-set/1","d":{"text":"night 7"}}`, `{"t":"moved/1","d":{"combatant":9}}`), "does not know the event"},
		"wrong redo list":       {swap(`"row":{"id":2,`, `"redo":[148]`, `"redo":[147]`), "to redo"},
		"redo list is text":     {swap(`"row":{"id":2,`, `"redo":[148]`, `"redo":"x"`), "redo"},
		"unknown kind":          {swap(`"row":{"encounter":2,"seq":9,`, `"kind":"did"`, `"kind":"dod"`), "kind"},
	} {
		o.refuse(name, e.changed(archive, c.edit), c.want)
	}
}

// changed is edited, but fails if nothing changed.
func (e *env) changed(archive []byte, edit func(line string) []string) string {
	e.Helper()
	same := e.edited(archive, func(line string) []string { return []string{line} })
	out := e.edited(archive, edit)
	if out == same {
		e.Fatal("the archive was not changed")
	}
	return out
}

// importRefusesTexts: a text that doesn't match its hash is refused, and so is an archive without a text that it needs.
func importRefusesTexts(e *env) {
	e.ruled()
	archive := e.export()
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
	o := e.other()
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
		o.refuse(name, e.changed(archive, c.edit), c.want)
	}
}

// importOlder: columns that an archive of schema 5 lacks are derived from the others.
func importOlder(e *env) {
	e.longFight()
	archive := string(e.export())
	older := regexp.MustCompile(`"schema":\d+`).ReplaceAllString(strings.ReplaceAll(archive, `,"guild":""`, ""), `"schema":5`)
	if strings.Contains(older, "guild\":\"\"") || !strings.Contains(older, `"schema":5`) {
		e.Fatal("the archive is not of schema 5")
	}
	o := e.imported([]byte(older))
	if r := o.check(); r.Entries == 0 {
		e.Errorf("%s", r)
	}
	if got := string(o.export()); got != archive {
		e.Errorf("exported again, it is\n%s", got)
	}
}

// longestLines: the longest lines that can be stored are imported.
func longestLines(e *env) {
	big := strings.Repeat(`{"name":"`+strings.Repeat("n", 100)+`","stats":"`+strings.Repeat("\\u003c", 6000)+`"},`, 50)
	e.save(cells(e.s)[3], "["+strings.TrimSuffix(big, ",")+"]")
	many := []engine.Event{started("Bridge")}
	for i := range 200 {
		many = append(many, engine.EffectAdded{Effect: engine.Effect{ID: engine.EffectID(i + 1), Name: strings.Repeat("<", 100), Note: strings.Repeat("<", 400)}})
	}
	e.do("", Appending(Did(1, many...)))
	archive := e.export()
	longest := 0
	for line := range bytes.Lines(archive) {
		longest = max(longest, len(line))
	}
	if longest < 1_800_000 || longest > maxLine/4 {
		e.Errorf("the longest line has %d bytes", longest)
	}
	if again := e.imported(archive).export(); !bytes.Equal(again, archive) {
		e.Error("the archive has changed on the way")
	}
}
