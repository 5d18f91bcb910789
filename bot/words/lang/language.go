package lang

import (
	"cmp"
	"slices"
	"sync"
)

// Language says phrases.
type Language struct {
	Tag, Title string
	Terms      map[string]string // what texts of rulesets' files are in this language; those that it lacks are shown as they are

	own            Words // what the ruleset of the fight calls its texts itself; it goes before Terms (WO-13)
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
	once   sync.Once
	nodes  []node
}

// English is the bundled language that has every text.
func English() *Language { return Bundled().Of("en") }

// parsed returns a text of this language itself, or nil if it lacks it.
func (l *Language) parsed(id string) []node {
	t := l.texts[id]
	if t == nil {
		return nil
	}
	t.once.Do(func() {
		var err error
		if t.nodes, err = parse(t.source); err != nil {
			missing(id, err.Error()) // files are checked before that
		}
	})
	return t.nodes
}

// text returns a text, or nil, and the language that has it.
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

// Words are what the texts of one ruleset's file are in a language, by plural category. One without plural forms has only "other".
type Words = map[string]map[string]string

// Under returns the language for fights under a ruleset whose file has these words, by the languages' tags.
func (l *Language) Under(words map[string]Words) *Language {
	if len(words) == 0 {
		return l
	}
	out := *l
	out.own = words[l.Tag]
	if l.fallback != nil {
		out.fallback = l.fallback.Under(words)
	}
	return &out
}

// Term returns a text of a ruleset's file in the language, or as it is.
func (l *Language) Term(text string) string { return cmp.Or(l.own[text]["other"], l.Terms[text], text) }

// counts reports whether the language has a plural category besides other.
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

// class returns the class of a name, "other" if it is in none.
func (l *Language) class(of, name string) string {
	for i := range l.classes[of] {
		if e := &l.classes[of][i]; e.fits(name) {
			return cmp.Or(e.is, "other")
		}
	}
	return "other"
}

// Missing returns what the language lacks of English and of these texts of rulesets' files: IDs of texts, and "rules: " with a text.
func (l *Language) Missing(rules []string) []string {
	if l.fallback == nil {
		return nil
	}
	var out []string
	for _, id := range sorted(English().texts) {
		if l.texts[id] == nil {
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
