package lang

import (
	"strings"
	"testing"
)

// testLanguage returns a language for a test, with these texts in the section t.
func testLanguage(t testing.TB, texts string) *Language {
	t.Helper()
	set, problems := Bundled().With([]File{{Name: "hu.yaml", Source: []byte("language: hu\nplurals: {one: n = 1}\nnumbers: {group: \".\", minus: \"−\"}\n" +
		"quotes: {open: „, close: “}\nlists: {comma: \", \", and: \" und \", or: \" oder \"}\n" + texts)}})
	if problems != nil {
		t.Fatal(problems)
	}
	return set.Of("hu")
}

func TestSay(t *testing.T) {
	en := English()
	seven := []string{"Ann", "Bo", "Cid", "Dee", "Eve", "Flo", "Gus"}
	for want, got := range map[string]string{
		"It's up to the beasts to say who goes next.": en.Line("whose-turn.side-picks", Side("side", "beasts")),
		"It's up to Red Hand to say who goes next.":   en.Line("whose-turn.side-picks", Side("side", "Red Hand")),
		"The foes":               en.Line("list.side", Side("side", "foes")),
		"the Red Hand":           en.Line("list.side", Side("side", "the Red Hand")),
		"kay\\_":                 en.Line("list.name", Name("name", "kay_")),
		"kay_":                   en.Label("list.name", Name("name", "kay_")),
		"Goblins 1, 3 and 5":     en.Line("list.name", Groups("name", []string{"Goblin 1", "Goblin 3", "Goblin 5"})),
		"Kay and Wolves 1 and 2": en.Line("list.name", Groups("name", []string{"Wolf 1", "Wolf 2", "Kay"})),
		"Ann, Bo, Cid, Dee, Eve and 2 others and Spies 1 to 4":                      en.Line("list.name", Groups("name", append([]string{"Spy 1", "Spy 2", "Spy 4", "Spy 3"}, seven...))),
		"Ann, Bo, Cid, Dee, Eve and 2 others":                                       en.Line("list.name", Names("name", seven)),
		"Ann, Bo, Cid, Dee, Eve, Flo and Gus":                                       en.Line("list.name", All("name", seven)),
		"Goblin 1 to Goblin 7":                                                      en.Line("list.name", Names("name", []string{"Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Goblin 5", "Goblin 6", "Goblin 7"})),
		"Ann has 1 tick left and can't reserve 2.":                                  en.Line("refusal.too-few-to-reserve", Name("name", "Ann"), Pool("pool_left", "ticks", 1), N("count", 2)),
		"Before round 1, Ann has only an action. Wait for round 1.":                 en.Line("refusal.only-first-pool", Name("name", "Ann"), PoolNoun("pool", "action")),
		"A duration can be at most 1,000 rounds. For anything longer, write fight.": en.Line("refusal.duration-rounds", N("high", 1000)),
		`"# \*x" isn't dice. Write something like 2d6+1 or d20-2.`:                  en.Line("dice.form", Quoted("typed", "# *x")),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPoolsOfOwnRulesets: several of a pool that no language has a word for are called as the ruleset writes it, and one of it without the plural's s.
// Only English can add one.
func TestPoolsOfOwnRulesets(t *testing.T) {
	for _, c := range []struct {
		tag, key string
		n        int
		want     string
	}{
		{"es-ES", "hechizos", 3, "3 hechizos"}, {"es-ES", "hechizos", 1, "1 hechizo"}, {"fr", "sorts", 2, "2 sorts"}, {"pt-BR", "dados", 0, "0 dado"},
		{"de", "zauber", 3, "3 zauber"}, {"de", "extras", 2, "2 extras"}, {"en", "spells", 3, "3 spells"}, {"en", "spell", 3, "3 spells"}, {"en", "spells", 1, "1 spell"},
	} {
		if got := Bundled().Of(c.tag).Line("left.count", Pool("pool", c.key, c.n)); got != c.want {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
	}
}

func TestTogether(t *testing.T) {
	for want, got := range map[string]string{
		"Undone. Next: Ann.": Together("Undone.", "", "Next: Ann."),
		"取り消した。次：Ann。":       Together("取り消した。", "次：Ann。"),
		"":                   Together("", ""),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestQuestions: a question in Spanish begins with a mark, which is easily forgotten on other keyboards.
func TestQuestions(t *testing.T) {
	for id, text := range Bundled().Of("es-ES").texts {
		if strings.Count(text.source, "?") != strings.Count(text.source, "¿") {
			t.Errorf("%s: a question mark is alone in %q", id, text.source)
		}
	}
}

// TestOtherLanguage says phrases in a language with other forms, that lacks texts.
func TestOtherLanguage(t *testing.T) {
	l := testLanguage(t, `
forms: {possessive: [{ends: [s], add: "’"}, {add: s}], dative: [{}]}
classes: {effect: [{part: head, next: [of, "#"], words: [out], is: state}, {part: last, ends: [ed], stem: 2, is: state}]}
texts:
  side: {foes: die Gegner, foes-dative: den Gegnern}
  whose-turn: {of: "{whose} ist am Zug.", side-picks: "Bei {side, dative} liegt die Wahl."}
  list: {name: "'{'{name}'}' {name, signed}", side: "{side, plural, one {# ist} other {# sind}}"}
  effect: {over: "{effect, select, state {ist {effect}} none {nichts} other {hat {effect}}}"}
`)
	for want, got := range map[string]string{
		"Bei den Gegnern liegt die Wahl.": l.Line("whose-turn.side-picks", Side("side", "foes")),
		"The GM is acting now.":           l.Line("whose-turn.gm-acts"),
		"1,000 others":                    l.Line("list.others", N("n", 1000)),
		"{-1.000} −1000":                  l.Line("list.name", N("name", -1000)),
		"1 ist":                           l.Line("list.side", N("side", 1)),
		"hat Bless":                       l.Line("effect.over", Name("effect", "Bless")),
		"ist very Stunned":                l.Line("effect.over", Name("effect", "very Stunned")),
		"hat red":                         l.Line("effect.over", Name("effect", "red")),
		"ist Out 3":                       l.Line("effect.over", Name("effect", "Out 3")),
		"nichts":                          l.Line("effect.over", Name("effect", "")),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTerms: texts of rulesets' files are shown in the language, names that people typed never, and classes go by what is shown.
func TestTerms(t *testing.T) {
	l := testLanguage(t, `
classes: {effect: [{part: last, ends: [end], stem: 2, is: state}]}
texts:
  list: {name: "{name}"}
  effect: {over: "{effect, select, state {ist {effect}} none {nichts} other {hat {effect}}}"}
rules: {Prone: "*Liegend"}
`)
	for want, got := range map[string]string{
		"ist \\*Liegend": l.Line("effect.over", Term("effect", "Prone")),
		"hat Prone":      l.Line("effect.over", Name("effect", "Prone")),
		"hat Bless":      l.Line("effect.over", Term("effect", "Bless")),
		"nichts":         l.Line("effect.over", Term("effect", "")),
		"*Liegend":       l.Label("list.name", Term("name", "Prone")),
		"the Prone":      l.Line("side.common", Term("name", "Prone")), // English is said in English
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWO7 checks that a sentence of which a language lacks a part is said in English as a whole, and the sentence after it in the language.
func TestWO7(t *testing.T) {
	l := testLanguage(t, `
texts:
  refusal: {turn-over: "Der Zug ist vorbei. {turn}", no-dice: Hier wird nicht gewürfelt.}
`)
	for want, got := range map[string]string{
		"That turn is over. The GM is acting now.": l.Line("refusal.turn-over", Part("turn", P("whose-turn.gm-acts"))),
		"Hier wird nicht gewürfelt.":               l.Line("refusal.no-dice"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
