package lang

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:embed languages/*.yaml
var bundled embed.FS

// file is a language as it is written.
type file struct {
	Language string            `yaml:"language"` // as Discord calls it: "de"
	Title    string            `yaml:"title"`    // in the language itself
	Plurals  map[string]string `yaml:"plurals"`  // categories besides other, with their rules
	Numbers  struct {
		Group string `yaml:"group"`
		Minus string `yaml:"minus"`
	} `yaml:"numbers"`
	Quotes struct {
		Open  string `yaml:"open"`
		Close string `yaml:"close"`
	} `yaml:"quotes"`
	Lists struct {
		Comma string `yaml:"comma"`
		And   string `yaml:"and"`
		Or    string `yaml:"or"`
	} `yaml:"lists"`
	Forms   map[string][]ending          `yaml:"forms"`
	Classes map[string][]ending          `yaml:"classes"`
	Texts   map[string]map[string]string `yaml:"texts"` // by section and name
}

// Language says phrases.
type Language struct {
	Tag, Title string
	Terms      map[string]string // what texts of rulesets' files are in this language; those that it lacks are shown as they are

	file     file
	plurals  []pluralRule
	texts    map[string][]node
	fallback *Language // English; nil for English itself
}

// English is the bundled language that has every text.
func English() *Language { return Bundled().Of("en") }

// read reads a file.
func read(text []byte) (*Language, error) {
	l := &Language{texts: map[string][]node{}}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&l.file); err != nil {
		return nil, err
	}
	l.Tag, l.Title = l.file.Language, l.file.Title
	for _, category := range slices.Sorted(maps.Keys(l.file.Plurals)) {
		rule, err := parsePlural(category, l.file.Plurals[category])
		if err != nil {
			return nil, err
		}
		l.plurals = append(l.plurals, rule)
	}
	for section, texts := range l.file.Texts {
		for name, text := range texts {
			id := section + "." + name
			nodes, err := parse(strings.TrimSuffix(text, "\n"))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", id, err)
			}
			if nodes == nil {
				return nil, fmt.Errorf("%s is empty", id)
			}
			l.texts[id] = nodes
		}
	}
	l.file.Texts = nil
	return l, nil
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

// text returns a text, or nil, and the language that has it.
func (l *Language) text(id string) ([]node, *Language) {
	if nodes, ok := l.texts[id]; ok || l.fallback == nil {
		return nodes, l
	}
	return l.fallback.text(id)
}

// Has reports whether there is a text with that ID, in this language or in English.
func (l *Language) Has(id string) bool {
	nodes, _ := l.text(id)
	return nodes != nil
}

// Term returns a text of a ruleset's file in the language, or as it is.
func (l *Language) Term(text string) string { return cmp.Or(l.Terms[text], text) }

// class returns the class of a name, "other" if it is in none.
func (l *Language) class(of, name string) string {
	for i := range l.file.Classes[of] {
		if e := &l.file.Classes[of][i]; e.fits(name) {
			return cmp.Or(e.Is, "other")
		}
	}
	return "other"
}
