package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine/strictyaml"
)

// head begins every file of the tables below; what is tested begins on line 4.
const head = "roundel: 1\nname: test\ntitle: Test\n"

// file returns a whole file with a part of one. An order is added where there is none.
func file(part string) string {
	if !strings.HasPrefix(part, "order:") && !strings.Contains(part, "\norder:") {
		part += "\norder: {by: score, roll: d20}"
	}
	return head + part
}

// problemsOf returns the problems of a file, without those of what can't be played yet.
func problemsOf(text string) []string {
	var out []string
	for _, p := range strictyaml.Sorted(read([]byte(text), false).Problems) {
		out = append(out, p.String())
	}
	return out
}

// mustRead reads a file that is right, whether or not it can be played.
func mustRead(t *testing.T, text string) *Ruleset {
	t.Helper()
	r := read([]byte(text), false)
	if len(r.Problems) > 0 {
		t.Fatalf("%v\n%s", strictyaml.Sorted(r.Problems), text)
	}
	return r.rs
}

// refusal is a part of a file with everything that is wrong with it.
type refusal struct {
	part string
	want []string
}

// refused checks a table of files.
func refused(t *testing.T, rows []refusal) {
	t.Helper()
	for _, row := range rows {
		if got := problemsOf(file(row.part)); !slices.Equal(got, row.want) {
			t.Errorf("%s\n got %s\nwant %s", row.part, strings.Join(got, "\n     "), strings.Join(row.want, "\n     "))
		}
	}
}

func TestRS4WorkedExample28(t *testing.T) {
	text := "roundel: 1\nname: test\ntitle: Test\nstats: {init: Initiative}\norder:\n  roll: d20 + int\n  by: score\n"
	_, err := Read([]byte(text))
	if want := `6:15: roll: "int" is no stat of this ruleset; is "init" meant?`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
	var problems strictyaml.Problems
	if !errors.As(err, &problems) || len(problems) != 1 || problems[0].Line != 6 || problems[0].Column != 15 {
		t.Errorf("the error is %#v", err)
	}
}

// TestBundledFiles: all files that come with the bot are right and can be played, and every file is listed.
func TestBundledFiles(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil || len(entries) != 21 || len(Names()) != len(entries) {
		t.Fatalf("%d files, %d are listed: %v", len(entries), len(Names()), err)
	}
	library := Bundled()
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		rs := mustRead(t, string(text))
		sum := sha256.Sum256(text)
		if rs.Name != name || string(rs.Text) != string(text) || rs.Hash != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: name %s, hash %s, %d bytes", name, rs.Name, rs.Hash, len(rs.Text))
		}
		if _, ok := library.Find(name); !ok {
			t.Errorf("%s is not in the library", name)
		}
	}
}

// TestRS1Text: every scalar is text as written, whatever YAML makes of it, and a byte order mark and CRLF change nothing.
func TestRS1Text(t *testing.T) {
	text := file("help: [no, 010, ~, 1e3, true, 2020-01-01, 0x10, .5]\nfits: 12\nround: 010 s\nblow: '-05'\nstats: {init: no, dex: {from: 010, to: 0020}}")
	for _, text := range []string{text, "\ufeff" + text, strings.ReplaceAll(text, "\n", "\r\n"), "---\n" + text + "\n...\n", "# a comment\n\n" + text} {
		rs := mustRead(t, text)
		if want := []string{"no", "010", "~", "1e3", "true", "2020-01-01", "0x10", ".5"}; !slices.Equal(rs.Help, want) {
			t.Errorf("the help is %q", rs.Help)
		}
		if rs.Fits[0] != "12" || rs.RoundSeconds != 10 || rs.Blow != -5 || rs.Stats[0].Is != "no" || rs.Stats[1].Min != 10 || rs.Stats[1].Max != 20 {
			t.Errorf("%+v", rs)
		}
	}
	json := `{"roundel": 1, "name": "test", "title": "Test", "order": {"by": "score", "roll": "d20"}, "once": "yes", "help": ["a\nb"]}`
	if rs := mustRead(t, json); !rs.Once || rs.Help[0] != "a\nb" {
		t.Errorf("%+v", rs)
	}
	bom := "\ufeff" + strings.Replace(file("help: x"), "roundel: 1", "roundel: 2", 1)
	if got := problemsOf(bom); !slices.Equal(got, []string{"1:10: roundel: this bot reads format 1, not 2"}) {
		t.Errorf("with a byte order mark: %q", got)
	}
}

func TestRS1Refused(t *testing.T) {
	deep := strings.Repeat("[", 8) + "x" + strings.Repeat("]", 8)
	refused(t, []refusal{
		{"help: &a x\nfits: *a", []string{"4:7: anchors can't be used; remove &a", "5:7: aliases can't be used; write the value again"}},
		{"help: *a", []string{"4:7: aliases can't be used; write the value again"}},
		{"help: !!str x\nonce: !x yes\nfits: ! x", []string{"4:7: tags can't be used; remove !!str", "5:7: tags can't be used; remove !x", "6:7: tags can't be used; remove !"}},
		{"stats:\n  <<: {a: b}", []string{"5:3: merge keys can't be used; write the keys again"}},
		{"once: yes\nonce: no", []string{"5:1: once: this key is already in line 4; give it only once"}},
		{"stats: {init: a, dex: b, init: c}", []string{"4:26: init: this key is already in line 4; give it only once"}},
		{"once:\nhelp:\n  -\n  - x", []string{"4:1: once: the value is missing", "6:4: an item of a list is empty; write it, or remove the dash or comma"}},
		{"stats: {init, dex: }", []string{"4:9: init: the value is missing", "4:15: dex: the value is missing"}},
		{"conditions: {\"a\\nb\": {}, \"c\\u0007\": {}}", []string{`4:14: "a b": a key must be one line without control characters`,
			`4:26: "c\a": a key must be one line without control characters`}},
		{"? [a]\n: b\n: c", []string{"4:3: a key must be a text", "6:1: a key is missing before the colon"}},
	})
	if got := problemsOf(file("help: " + deep)); len(got) != 2 || !slices.Contains(got, "4:14: this is too deep; mappings and lists can be at most 8 deep") {
		t.Errorf("too deep: %q", got)
	}
	for text, want := range map[string]string{
		"":                              "1:1: the file is empty; a ruleset begins with roundel: 1",
		"\ufeff\n# nothing\n":           "1:1: the file is empty; a ruleset begins with roundel: 1",
		"- a":                           "1:1: the file must be a mapping of keys to values that begins with roundel: 1",
		file("") + "\n---\nname: b":     "6:1: a second document begins here; a ruleset is one",
		file("") + "\n---\n":            "6:1: a second document begins here; a ruleset is one",
		file("stats:\n\tinit: a"):       "5:1: a tab can't be used for indentation; write spaces",
		file("stats:\n  \tinit: a"):     "5:3: a tab can't be used for indentation; write spaces",
		head + "help: a\xffb":           "4:8: this character is not UTF-8; save the file as UTF-8",
		head + "help: ä\x00b":           "4:8: control characters can't be used; remove this one",
		strings.Repeat("#", MaxBytes+1): "1:1: the file is too large; a ruleset can have at most 32768 bytes",
		file("help: a: b"):              "4:8: a value can't begin here; if the colon belongs to a text, put the text in quotes, else check the indentation",
		file("help: @a"):                "4:7: a text can't begin with this character; put the text in quotes",
		file("help: [a, b"):             "5:6: this list is not written correctly; put a comma between its items and ] at its end",
		head + "help: [a, b":            "4:7: this list is not written correctly; put a comma between its items and ] at its end",
		head + "help: 'a\n\nname: b":    "4:7: this quoted text is not closed; add the quote at its end",
		head + "help\nonce: yes":        "4:1: a colon is missing after this key; write key: value",
		file("stats:\n  a: b\n c: d"):   "6:2: the indentation of this line doesn't fit the lines above it",
		"%YAML 1.2\n---\n" + file(""):   "1:1: this line can't be used; remove it",
		file(`help: "\q"`):              `4:8: this character can't stand after a backslash; write \\ for a backslash`,
	} {
		if got := problemsOf(text); !slices.Equal(got, []string{want}) {
			t.Errorf("%.60q:\n got %s\nwant %s", text, strings.Join(got, "\n     "), want)
		}
	}
}

func TestRS2Format(t *testing.T) {
	for text, want := range map[string][]string{
		"name: test\ntitle: Test\norder: {by: score, roll: d20}\n":             {"1:1: roundel: this key is missing in a ruleset; it is 1, the format that this bot reads"},
		"name: test\nroundel: 1\ntitle: Test\norder: {by: score, roll: d20}\n": {"2:1: roundel: this key must be the first of the file; move it before name"},
		"roundel: 2\nnone: 1":                    {"1:10: roundel: this bot reads format 1, not 2"},
		"roundel: 010\nnone: 1":                  {"1:10: roundel: this bot reads format 1, not 010"},
		"{}":                                     {"1:1: roundel: this key must be the first of the file; write roundel: 1"},
		strings.Replace(file(""), "1", "one", 1): {`1:10: roundel: must be 1, the format that this bot reads, not "one"`},
	} {
		if got := problemsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestRS3Keys(t *testing.T) {
	const order = "by, ties, again, turns, phases, reroll, "
	keys := each(Keys().Keys.All, func(k **strictyaml.Key) string { return (*k).Name })
	refused(t, []refusal{
		{"wiat: hold", []string{`4:1: wiat: this is not a key of a ruleset; is "wait" meant?`}},
		{"colour: red", []string{"4:1: colour: this is not a key of a ruleset; there are " + strictyaml.And(keys)}},
		{"order: {by: cards, deck: french, passes: 10}", []string{"4:34: passes: an order by cards can't have this key, only by: score; there are " + order +
			"deck, deal, lowest, redraw, shuffle and best"}},
		{"order: {by: clock, roll: d6, again: round}", []string{"4:30: again: an order by clock can't have this key, only by: cards, draw, pick or score; there are by, ties, roll and cost"}},
		{"order: {by: scores, roll: d6, pases: 3}", []string{`4:13: by: must be cards, clock, draw, pick or score, not "scores"; is "score" meant?`,
			`4:31: pases: this is not a key of an order; is "passes" meant?`}},
		{"order: {roll: d20}", []string{"4:8: by: this key is missing in an order; it is cards, clock, draw, pick or score"}},
		{"order: {by: score}", []string{"4:8: roll: this key is missing in an order by score; it is a roll such as d20 + init"}},
		{"order: score", []string{`4:8: order: must be a mapping such as {by: score, roll: d20}, not "score"`}},
		{"once: true\nwait: swop\nblow: 5\nround: 6\ntitle: [x]", []string{`4:7: once: must be yes or no, not "true"`,
			`5:7: wait: must be bottom, "bottom, one a side", rejoin, hold or swap, not "swop"; is "swap" meant?`,
			`6:7: blow: must be a whole number from -100 to -1, not "5"`, `7:8: round: must be a length of time such as 6 s, 1 min or 1 h, not "6"`,
			"8:1: title: this key is already in line 3; give it only once"}},
		{"round: 0 s\nhelp: {a: b}", []string{`4:8: round: must be a length of time such as 6 s, 1 min or 1 h, not "0 s"`,
			"5:7: help: must be one text or a list of at most 12, not a mapping"}},
		{"round: 169 h", []string{"4:8: round: a round can last at most 168 h"}},
	})
	text := strings.Replace(file("once: yes"), "Test", strings.Repeat("x", 61), 1)
	if got := problemsOf(text); len(got) != 1 || !strings.HasSuffix(got[0], "…\"; it has 61") {
		t.Errorf("a long title: %q", got)
	}
}

func TestRS4Count(t *testing.T) {
	var part strings.Builder
	for i := range 25 {
		fmt.Fprintf(&part, "key%d: x\n", i)
	}
	_, err := Read([]byte(file(part.String())))
	var problems strictyaml.Problems
	if !errors.As(err, &problems) || len(problems) != strictyaml.MaxProblems+1 {
		t.Fatalf("%v", err)
	}
	if got, want := problems[strictyaml.MaxProblems].String(), "24:1: this problem and all after it are left out; there are 25 in all"; got != want {
		t.Errorf("the last one is %q, want %q", got, want)
	}
	if !slices.IsSortedFunc(problems, func(a, b strictyaml.Problem) int { return a.Line - b.Line }) {
		t.Errorf("not sorted:\n%v", err)
	}
}

// TestRS4OneProblem: what can't be judged because another value was refused isn't a problem of its own.
func TestRS4OneProblem(t *testing.T) {
	const saves = "stats: {dex: Dexterity}\nattack: {form: d20 critical}\nsaves: {roll: (2d20kh1 if edge > 0 else d20) + bonus, needs: dc, names: {dex: Dexterity}}\n" +
		"damage: {kinds: fire, words: {resist: half}}\n" +
		"conditions: {Dazed: {edge: advantage, attack: -1, save edge: {dex: advantage}, saves: {dex: 1}, evades: dex, resists: resist fire, check: {roll: d20, needs: 5, saves: dex}}}\n"
	mustRead(t, file(saves))
	for _, c := range []struct{ text, from, to, want string }{
		{"conditions: {Slow: {level: yes, most: 4, fades: end of turn}}", "yes", "maybe", "level: must be yes or no"},
		{"stats: {dex: Dexterity}\nsaves: {roll: d20 + bonus, needs: dc, names: {dex: Dexterity}, degrees: yes, damage: {critical success: none}}", "yes", "maybe", "degrees: must be yes or no"},
		{"down: {states: [out, safe, dead], roll: d20, needs: 10 + level, level: yes, degrees: yes, fails: 3}", "level: yes", "level: maybe", "level: must be yes or no"},
		{"damage: {kinds: fire, groups: {hot: fire}, words: {resist: half}}", "hot: fire", "hot: 5", "hot: must be at most 24"},
		{saves, "critical", "fatal", "form: must be d20 critical"},
		{saves, "edge > 0", "edge >", "roll: "},
		{saves, "{dex: Dexterity}}\ndamage", "5}\ndamage", "names: must be a mapping"},
		{saves, "saves: {roll", "saves: [] # {roll", "saves: must be a mapping"},
		{saves, "{resist: half}", "half", "words: must be a mapping"},
		{"stats: {spd: Speed}\nsheet: {stats: {spd: speed}}", "spd: speed", "spd: [speed]", "spd: must be a number"},
		{"stats: {spd: Speed}\ndifficulty: {rated: CR, party: spd, worth: {1: 1}, budgets: {easy: 1, hard: 2}, beyond: more, label: within, many: {1: 1}, few: {below: 3, above: 5, ends: [1, 2]}}", "{1: 1}, few", "1, few", "many: must be a mapping"},
	} {
		mustRead(t, file(c.text))
		if got := problemsOf(file(strings.Replace(c.text, c.from, c.to, 1))); len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s for %s in %s: %q", c.to, c.from, c.text, got)
		}
	}
}

// TestRS4Meant: a suggestion is a key that isn't there yet, preferably one with two letters swapped.
func TestRS4Meant(t *testing.T) {
	for text, want := range map[string]string{
		"satts: {init: Initiative}\nsaves: {roll: d20 + bonus, needs: dc, names: {}}": `"stats"`,
		"fits: one\nuints: side":                   `"units"`,
		"counters: {luck: {to: 3, form: 1}}":       `"from"`,
		"turn: {act: 1, dash: {cuont: 1}}":         `"count"`,
		"order: {by: score, roll: d20, roll2: d6}": `"roll"`,
	} {
		if got := strings.Join(problemsOf(file(text)), "\n"); !strings.Contains(got, "is "+want+" meant?") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestRS4Columns: a problem in a formula is reported at the character at fault, however the formula is written.
func TestRS4Columns(t *testing.T) {
	for part, want := range map[string]string{
		"order: {by: score, roll: d20 + x1}":                                       "4:32",
		"order:\n  by: score\n  roll: 'd20 + x1'":                                  "6:16",
		"order:\n  by: score\n  roll: \"d20 + x1\"":                                "6:16",
		"order:\n  by: score\n  roll: \"d2\\x30\\u0020\\U0000002b\\t x1\"":         "6:35",
		"order:\n  by: score\n  roll: \"\\x78\\x31\"":                              "6:10",
		"order:\n  by: score\n  roll: \"d20 + \\\n    x1\"":                        "7:5",
		"order:\n  by: score\n  roll: d20 +\n    x1":                               "7:5",
		"order:\n  by: score\n  roll: d20 +\n\n\n    1 + x1":                       "9:9",
		"order:\n  by: score\n  roll: >-  # folded\n    d20\n    + x1\n  ties: gm": "8:7",
		"order:\n  by: score\n  roll: |\n    d20\n\n      + x1\n":                  "9:9",
		"order: {by: score, roll: d20, ties: [d6 a side, 'x1  a side']}":           "4:50",
		"order: {by: score, roll: ' d20  +  x1'}":                                  "4:36",
		"order: {by: score, roll: d20 + }":                                         "4:31",
		"order: {by: score, roll: 'd20 + '}":                                       "4:32",
		"\"\\U0001F3B2\": x\norder: {by: score, roll: d20 + x1}":                   "5:32",
		"help: 🎲\norder: {\"by\": score, roll: ä}":                                 "5:28",
	} {
		problems := problemsOf(file(part))
		if len(problems) == 0 || !strings.HasPrefix(problems[len(problems)-1], want+": ") {
			t.Errorf("%s\n got %q\nwant %s", part, problems, want)
		}
		crlf := problemsOf(strings.ReplaceAll(file(part), "\n", "\r\n"))
		if !slices.Equal(crlf, problems) {
			t.Errorf("with CRLF:\n got %q\nwant %q", crlf, problems)
		}
	}
}
