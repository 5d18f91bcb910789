package lang

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

// TestWO18 checks what is wrong with files, and where.
func TestWO18(t *testing.T) {
	long := strings.Repeat("m", 50)
	for text, want := range map[string]string{
		"":                                  `1:1: the file is empty; a language begins with language: and its tag`,
		"texts: {}":                         `1:1: language: this key is missing in a language; it is en, ar, `,
		"language: xx":                      `1:11: language: must be en, ar, `,
		"language: pt":                      `not "pt"`,
		"language: hu\nlanguage: hu":        `2:1: language: this key is already in line 1; give it only once`,
		"language: hu\ntext: {}":            `2:1: text: this is not a key of a language; is "texts" meant?`,
		"language: hu\nplurals: {n: n = 1}": `2:11: n: the name of a plural category must be zero, one, two, few or many; other needs no rule`,
		"language: hu\nplurals: {one: x}":   `2:16: one: "x" is not a rule such as n % 10 = 2..4`,
		"language: hu\nplurals: {one: n % 0 = 1}":                                     `2:16: one: "n % 0 = 1" is not a rule such as n % 10 = 2..4`,
		"language: hu\nnumbers: {grp: x}":                                             `2:11: grp: this is not a key of numbers; is "group" meant?`,
		"language: hu\nforms: {a: [{end: x}]}":                                        `2:14: end: this is not a key of a rule; is "ends" meant?`,
		"language: hu\ntexts: {trn: {}}":                                              `2:9: texts: English has no section trn; is "turn" meant?`,
		"language: hu\ntexts: {turn: {ovr: x}}":                                       `2:16: turn.ovr: English has no such text; is "over" meant?`,
		"language: hu\ntexts: {turn: {gm-acts: \"\"}}":                                `2:25: turn.gm-acts: the text is empty; leave it out to have it in English`,
		"language: hu\ntexts: {turn: {over: x, over: y}}":                             `2:25: over: this key is already in line 2; give it only once`,
		"language: hu\ntexts: {turn: {gm-acts: \" x {you}\"}}":                        `2:29: turn.gm-acts: you is not an argument of the English text; it has none`,
		"language: hu\ntexts: {turn: {over: \"{wer} x\"}}":                            `2:23: turn.over: wer is not an argument of the English text; it has who`,
		"language: hu\ntexts: {turn: {over: \"ő {who, dat}\"}}":                       `2:25: turn.over: the language has no form dat`,
		"language: hu\ntexts: {turn: {over: \"{who, plural, one {x} other {y}}\"}}":   `2:37: turn.over: the language has no plural category one; give its rule under plurals, or remove this case`,
		"language: hu\ntexts: {turn: {over: \"{who, plural, =0 {x}}\"}}":              `2:23: turn.over: who has no case other; add one`,
		"language: hu\ntexts: {turn: {over: \"{who, select, other {x} other {y}}\"}}": `2:47: turn.over: the case other is there twice; remove one`,
		"language: hu\ntexts: {turn: {over: \"{who\"}}":                               `2:27: turn.over: a } is missing after who`,
		"language: hu\ntexts:\n  turn:\n    over: >-\n      abc\n      {who}}\n":      `6:12: turn.over: this } has no { before it; remove it, or quote it as '}'`,
		"language: hu\ntexts: {button: {note: " + long[:35] + "}}":                    `2:24: button.note: a button can have at most 34 columns, not 35`,
		"language: hu\ntexts: {button: {bring-in: " + long + long[:31] + "}}":         `2:28: button.bring-in: a button can have at most 80 characters, not 81`,
		"language: hu\ntexts: {command: {next: " + long + long + "m}}":                `2:25: command.next: the description of a command can have at most 100 characters, not 101`,
		"language: hu\ntexts: {summary: {dealt: " + long[:20] + "}}":                  `2:9: summary: summary.dealt, summary.taken, summary.healed and summary.felled can have at most 36 columns together, not 37`,
		"language: hu\ntexts: {hp: {down: " + long + "}}":                             `2:20: hp.down: a word on the board can have at most 33 columns, not 50`,
		"language: hu\ntexts: {state: {hidden: " + long + "}}":                        `2:25: state.hidden: a word on the board can have at most 33 columns, not 50`,
		"language: ja\ntexts: {state: {hidden: " + strings.Repeat("隠", 17) + "}}":     `2:25: state.hidden: a word on the board can have at most 33 columns, not 34`,
		"language: hu\nrules: {action: {other: x, more: y}}":                          `2:28: more: the name of a plural category must be zero, one, two, few, many or other`,
		"language: hu\nrules: {action: {many: x}}":                                    `2:9: action: the translation has no plural category other; add it`,
		"language: hu\nrules: {action: {one: x, other: y}}":                           `2:18: action: the language has no plural category one; give its rule under plurals, or remove it`,
		"language: hu\ntexts: [":                                                      `2:1: this can't be read as YAML: did not find`,
		strings.Repeat("#", 262145):                                                   `1:1: the file is too large; a language can have at most 262144 characters`,
		strings.Repeat("ฟ", 262145):                                                   `1:1: the file is too large; a language can have at most 262144 characters`,
		strings.Repeat("🐉", 262144):                                                   `1:1: the file is too large; a language can have at most 262144 characters`,
	} {
		_, problems := Bundled().With([]File{{Name: "x.yaml", Source: []byte(text)}})
		if len(problems) == 0 || !strings.Contains(problems[0].String(), want) {
			t.Errorf("%.80q: %v, want %s", text, problems, want)
		}
	}
}

// TestWO18GoodFiles checks what a file may leave out, and what it may have besides English texts.
func TestWO18GoodFiles(t *testing.T) {
	for _, text := range []string{
		"language: hu",
		"language: hu\ntexts: {}",
		"language: en\ntexts: {turn: {gm-acts: Go!}}",
		"language: hu\nforms: {dative: [{}]}\ntexts: {side: {party-dative: x}, pool: {mana: '{n}'}}",
		"language: hu\nplurals: {one: n = 1}\nrules: {action: {one: '{x''', other: '#}'}, Prone: Fekvő, 'A longer text: of a ruleset, with more than fifty characters': x}",
		"language: hu\ntexts: {turn: {over: \"'{who}' '' it's {who, plural, =1 {'#' #} other {#}}\"}}",
	} {
		if _, problems := Bundled().With([]File{{Name: "x.yaml", Source: []byte(text)}}); problems != nil {
			t.Errorf("%q: %v", text, problems)
		}
	}
}

// TestBundledFiles checks the files that come with the bot, which aren't checked when it starts.
func TestBundledFiles(t *testing.T) {
	for _, tag := range Bundled().Tags() {
		source, err := bundled.ReadFile("languages/" + tag + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		set, problems := Bundled().With([]File{{Name: tag + ".yaml", Source: source}})
		for _, p := range problems {
			t.Error(p)
		}
		if problems == nil && (!slices.Equal(set.Tags(), Bundled().Tags()) || set.Of(tag).Title != Bundled().Of(tag).Title) {
			t.Errorf("%s is %v", tag, set.Tags())
		}
	}
}

// TestBundledFilesSayAll: a text in another language says all that the English one does. The listed arguments only choose between words of English.
func TestBundledFilesSayAll(t *testing.T) {
	wordsOnly := map[string]bool{"damage.end-down comma": true, "damage.end-word comma": true, "damage.waiting-by heals": true, "effect.ticks count": true,
		"list.pool-typed typed": true, "refusal.dice-range one_die": true, "refusal.not-your-turn active": true, "reserve-form.title pool": true}
	en := English()
	for _, tag := range Bundled().Tags() {
		l := Bundled().Of(tag)
		for id := range l.texts {
			if section, _, _ := strings.Cut(id, "."); section == "pool" { // what a noun is counted by follows from its form
				continue
			}
			said := used(l.parsed(id))
			for arg := range used(en.parsed(id)) {
				if !said[arg] && !wordsOnly[id+" "+arg] {
					t.Errorf("%s: %s says nothing of %s", tag, id, arg)
				}
			}
		}
	}
}

// TestFrenchSpaces: no line of French begins with a colon or another sign that stands after a space, which doesn't break.
func TestFrenchSpaces(t *testing.T) {
	for id, text := range Bundled().Of("fr").texts {
		for _, breaks := range []string{" :", " ;", " ?", " !", " »", "« "} {
			if strings.Contains(text.source, breaks) {
				t.Errorf("%s has an ordinary space in %q: %s", id, breaks, text.source)
			}
		}
	}
}

// TestWO16 reads a folder of a host's files.
func TestWO16(t *testing.T) {
	files, err := Files(fstest.MapFS{
		"a.yaml":        {Data: []byte("language: en\ntexts: {turn: {gm-acts: 'The DM is acting.'}}")},
		"b.yaml":        {Data: []byte("language: hu\ntitle: Magyar\ntexts: {turn: {tick: 'Tikk: {n}'}, list: {part: '{part}'}, pool: {count: '{n} {noun}'}}\nplurals: {one: n = 1}\nrules: {Prone: Fekvő, mana: {one: varázserő, other: varázserők}}")},
		"note.txt":      {Data: []byte("{")},
		"folder/c.yaml": {Data: []byte("{")},
	})
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	s, problems := Bundled().With(files)
	if problems != nil {
		t.Fatal(problems)
	}
	if s.Tags()[0] != "en" || !s.Has("hu") || Bundled().Has("hu") || s.Of("hu").Title != "Magyar" {
		t.Errorf("the tags are %q", s.Tags())
	}
	for want, got := range map[string]string{
		"The DM is acting.":             s.Of("en").Line("turn.gm-acts"),
		"Tikk: 1,000":                   s.Of("hu").Line("turn.tick", N("n", 1000)),
		"It's nobody's turn right now.": s.Of("en").Line("whose-turn.nobody"),
		"Fekvő":                         s.Of("hu").Term("Prone"),
		"2 varázserők":                  s.Of("hu").Line("list.part", Pool("part", "mana", 2)),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := s.Of("hu").Line("turn.gm-acts"); got != "The DM is acting." {
		t.Errorf("Hungarian falls back to %q", got)
	}
	if got := Bundled().Of("en").Line("turn.gm-acts"); got == "The DM is acting." {
		t.Error("the bundled English changed")
	}
}

// TestTermsAreNoTexts: a translation of a ruleset's text with plural forms counts things, but isn't the text that the language lacks; and a host's
// file replaces it.
func TestTermsAreNoTexts(t *testing.T) {
	file := func(name, one string) File {
		return File{Name: name, Source: []byte("language: hu\nplurals: {one: n = 1}\nrules: {temporary hit points: {one: " + one + ", other: x}}")}
	}
	s, problems := Bundled().With([]File{file("a.yaml", "pont")})
	if problems != nil {
		t.Fatal(problems)
	}
	hu := s.Of("hu")
	if got := hu.Noun("temporary hit points", 1); got != "pont" {
		t.Errorf("one is %q", got)
	}
	if !slices.Contains(hu.Missing(nil), "pool.temporary hit points") {
		t.Error("the text is not missing")
	}
	if s, problems = s.With([]File{file("b.yaml", "hely")}); problems != nil {
		t.Fatal(problems)
	}
	if got := s.Of("hu").Noun("temporary hit points", 1); got != "hely" {
		t.Errorf("the host's file says %q", got)
	}
}

// TestWO16Problems checks what is wrong with folders.
func TestWO16Problems(t *testing.T) {
	many := fstest.MapFS{}
	for i := range MaxFiles + 2 {
		many[fmt.Sprintf("%03d.yaml", i)] = &fstest.MapFile{Data: []byte("language: hu\n")}
	}
	for want, folder := range map[string]fstest.MapFS{
		"b.yaml:1:11: language: hu is the language of a.yaml too; put all texts of a language into one file": {"a.yaml": {Data: []byte("language: hu")}, "b.yaml": {Data: []byte("language: hu")}},
		"064.yaml:1:1: there can be at most 64 files; remove this one and all after it":                      many,
		"a.yaml:1:1: this file can't be read: it is not a regular file":                                      {"a.yaml/x": {}},
		"a.yaml:1:1: the file is too large; a language can have at most 262144 characters":                   {"a.yaml": {Data: []byte(strings.Repeat("#", MaxBytes+2))}},
	} {
		files, err := Files(folder)
		if err != nil {
			t.Fatal(err)
		}
		_, problems := Bundled().With(files)
		found := false
		for _, p := range problems {
			found = found || p.String() == want
		}
		if !found || len(files) > MaxFiles+1 {
			t.Errorf("%v, want %s", problems, want)
		}
	}
	if _, err := Files(brokenFS{}); err == nil {
		t.Error("a folder that can't be read has no files")
	}
	if _, problems := Bundled().With([]File{{Name: "x", Err: errors.New("gone")}}); len(problems) != 1 || problems[0].String() != "x:1:1: this file can't be read: gone" {
		t.Errorf("%v", problems)
	}
}

// FuzzRead checks that any file is either taken, and then each of its texts can be said, or has problems that are in it.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"language: hu\nplurals: {one: n = 1}\nforms: {dative: [{ends: [s], cut: 1, add: x}]}\ntexts: {turn: {over: \"{who, dative} {who, plural, one {#} other {'#'}}\"}}\nrules: {action: {one: a, other: b}}",
		"language: en\ntexts: {side: {party: '{x'}}",
		"language: de\ntexts:\n  list:\n    name: >-\n      a\n\n      {name, select, a {} other {'{'}}\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		s, problems := Bundled().With([]File{{Name: "x.yaml", Source: source}})
		if problems == nil {
			for _, l := range s.All() {
				for id := range l.texts {
					if l.parsed(id) == nil {
						t.Errorf("%s is missing", id)
					}
				}
				for name := range l.forms {
					if got := form(l.forms[name], "Großvater"); !utf8.ValidString(got) && utf8.Valid(source) {
						t.Errorf("the form %s is %q", name, got)
					}
				}
			}
		}
		lines := regexp.MustCompile("\r\n|[\n\r\u0085\u2028\u2029]").Split(strings.TrimPrefix(strings.ToValidUTF8(string(source), "?"), "\ufeff"), -1)
		for _, p := range problems {
			if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > utf8.RuneCountInString(lines[p.Line-1])+1 {
				t.Errorf("%s is not in the file", p)
			}
			if p.Text == "" || strings.ContainsAny(p.Text, "\n\r") || len(p.Text) > 1000 {
				t.Errorf("%q is not one sentence", p.Text)
			}
		}
	})
}

// brokenFS is a folder that can't be read.
type brokenFS struct{}

func (brokenFS) Open(string) (fs.File, error) { return nil, fs.ErrPermission }
