package lang

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Language says phrases.
type Language struct {
	Tag, Title string
	Terms      map[string]string // translations of texts in rulesets' files; texts without one are shown as they are

	own            Words             // the fight's ruleset's own translations, which come before Terms (WO-13)
	named          map[string]string // translations of names in the fight that come from its ruleset's file
	marks          marks
	plurals        []pluralRule
	forms, classes map[string][]ending
	texts          map[string]*text // by ID
	fallback       *Language        // English; nil for English itself
}

// marks are what a language puts around and between what is filled in.
type marks struct {
	group, minus   string // within numbers
	open, close    string // around what somebody typed
	comma, and, or string // within lists
}

// text is a text of a language. It is parsed when it is first said.
type text struct {
	source string
	term   bool // it is a translation of a ruleset's text, with plural forms
	once   sync.Once
	nodes  []node
}

// English is the bundled language that has every text.
func English() *Language { return Bundled().Of("en") }

// parsed returns a text of this language itself, or nil if the language lacks it.
func (l *Language) parsed(id string) []node {
	t := l.texts[id]
	if t == nil {
		return nil
	}
	t.once.Do(func() {
		var err error
		if t.nodes, err = parse(t.source); err != nil {
			missing(id, err.Error()) // files are checked before they are used
		}
	})
	return t.nodes
}

// text returns a text, or nil, and the language it is in.
func (l *Language) text(id string) ([]node, *Language) {
	if nodes := l.parsed(id); nodes != nil || l.fallback == nil {
		return nodes, l
	}
	return l.fallback.text(id)
}

// Has reports whether there is a text with that ID, in this language or in English.
func (l *Language) Has(id string) bool {
	return l.texts[id] != nil || l.fallback != nil && l.fallback.Has(id)
}

// Words are the translations of the texts in one ruleset's file, by plural category. One without plural forms has only "other".
type Words = map[string]map[string]string

// Under returns the language for fights under a ruleset; words are the translations in its file, by language tag. names are the names in
// the order that come from the file, such as events: they are shown as [Language.Term] has them.
func (l *Language) Under(words map[string]Words, names []string) *Language {
	if len(words) == 0 && len(names) == 0 {
		return l
	}
	out := *l
	out.own, out.named = words[l.Tag], nil
	for _, name := range names {
		if shown := out.Term(name); shown != name {
			if out.named == nil {
				out.named = map[string]string{}
			}
			out.named[name] = shown
		}
	}
	if l.fallback != nil {
		out.fallback = l.fallback.Under(words, names)
	}
	return &out
}

// Called returns how a name in the order is shown: as people typed it, or translated if it comes from the ruleset's file. In the name of a
// group split by side, such as Goblin (party), the side is translated.
func (l *Language) Called(name string) string {
	if shown := l.named[name]; shown != "" {
		return shown
	}
	if !strings.Contains(name, " (") {
		return name
	}
	for _, side := range []string{"party", "foes"} {
		if before, after, is := strings.Cut(name, " ("+side+")"); is {
			return before + " (" + l.Label("list.bare-side", Side("side", side), Name("name", side)) + ")" + after
		}
	}
	return name
}

// called returns how names are shown.
func (l *Language) called(names []string) []string {
	if !slices.ContainsFunc(names, func(name string) bool { return l.Called(name) != name }) {
		return names
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = l.Called(name)
	}
	return out
}

// Term returns a text of a ruleset's file in the language, or as it is if there is no translation.
func (l *Language) Term(text string) string { return cmp.Or(l.own[text]["other"], l.Terms[text], text) }

// counted returns a text of a ruleset's file in the plural form for n, or as [Language.Term] has it.
func (l *Language) counted(text string, n int) string {
	if forms := l.own[text]; forms != nil {
		return cmp.Or(forms[l.category(n)], forms["other"])
	}
	if l.texts["pool."+text] != nil {
		return l.Label("pool."+text, N("n", n))
	}
	return l.Term(text)
}

// mostWords is the maximum number of words in a text that mixed looks for, such as the name of a kind of damage.
const mostWords = 4

var lone = regexp.MustCompile(`[\p{L}\p{M}'’-]+`)

// mixed returns a [Mixed] with the texts of rulesets' files in it translated, trying the longest ones first.
func (l *Language) mixed(a *Arg) string {
	text := a.text
	if len(l.own)+len(l.Terms) == 0 {
		return text
	}
	var b strings.Builder
	words, from := lone.FindAllStringIndex(text, -1), 0
	for i := 0; i < len(words); {
		n := min(mostWords, len(words)-i)
		for ; n > 0; n-- {
			part := text[words[i][0]:words[i+n-1][1]]
			if shown := l.Term(part); shown != part && (a.n == 0 || slices.Contains(a.list, part)) {
				b.WriteString(text[from:words[i][0]])
				b.WriteString(shown)
				from = words[i+n-1][1]
				break
			}
		}
		i += max(1, n)
	}
	return b.String() + text[from:]
}

// counts reports whether the language has a plural category other than "other".
func (l *Language) counts(category string) bool {
	return slices.ContainsFunc(l.plurals, func(r pluralRule) bool { return r.category == category })
}

// category returns the plural category of a number.
func (l *Language) category(n int) string {
	for _, rule := range l.plurals {
		if rule.fits(max(n, -n)) {
			return rule.category
		}
	}
	return "other"
}

// class returns the class of a name, "other" if it has none. of is the argument's key.
func (l *Language) class(of, name string) string {
	rules, has := l.classes[of]
	if !has && l.fallback != nil {
		return l.fallback.class(of, name)
	}
	for i := range rules {
		if e := &rules[i]; e.fits(name) {
			return cmp.Or(e.is, "other")
		}
	}
	return "other"
}

// Missing returns what the language lacks: IDs of English texts, and "rules: " with a text for each of these texts of rulesets' files.
func (l *Language) Missing(rules []string) []string {
	if l.fallback == nil {
		return nil
	}
	var out []string
	for _, id := range sorted(English().texts) {
		if t := l.texts[id]; t == nil || t.term {
			out = append(out, id)
		}
	}
	for _, text := range rules {
		if l.Terms[text] == "" && l.texts["pool."+text] == nil {
			out = append(out, "rules: "+text)
		}
	}
	return out
}
