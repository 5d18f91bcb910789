package lang

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Set is the languages that a bot speaks. English is always one of them.
type Set struct {
	tags []string                    // English first, the others in alphabetical order
	read map[string]func() *Language // by tag; a language is read when it is first needed
}

var bundledSet = sync.OnceValue(func() *Set {
	folder, err := fs.Sub(bundled, "languages")
	if err != nil {
		panic(err)
	}
	return newSet(folder)
})

// Bundled returns the languages that come with the bot.
func Bundled() *Set { return bundledSet() }

// newSet returns the languages of a folder whose files are named after their tags.
func newSet(folder fs.FS) *Set {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		panic(err)
	}
	s := &Set{tags: []string{"en"}, read: map[string]func() *Language{}}
	for _, name := range names {
		tag := strings.TrimSuffix(name, ".yaml")
		if tag != "en" {
			s.tags = append(s.tags, tag)
		}
		s.read[tag] = sync.OnceValue(func() *Language {
			text, err := fs.ReadFile(folder, name)
			if err != nil {
				panic(err)
			}
			l, err := read(text)
			if err != nil {
				panic(name + ": " + err.Error())
			}
			if tag != "en" {
				l.fallback = s.Of("en")
			}
			return l
		})
	}
	return s
}

// Tags returns the tags of the languages: en, then the others in alphabetical order.
func (s *Set) Tags() []string { return slices.Clone(s.tags) }

// All returns the languages in the order of [Set.Tags].
func (s *Set) All() []*Language {
	out := make([]*Language, len(s.tags))
	for i, tag := range s.tags {
		out[i] = s.Of(tag)
	}
	return out
}

// Has reports whether there is a language with that tag.
func (s *Set) Has(tag string) bool { return s.read[tag] != nil }

// Of returns the language with that tag, or English if there is none.
func (s *Set) Of(tag string) *Language {
	if !s.Has(tag) {
		tag = "en"
	}
	return s.read[tag]()
}

// ForLocale returns the language for a locale of Discord, or for the one that Discord itself falls back to. If there is none, it returns
// then, or English if that is nil (WO-6).
func (s *Set) ForLocale(locale string, then *Language) *Language {
	switch {
	case s.Has(locale):
	case locale == "en-GB" || locale == "en-US":
		locale = "en"
	case locale == "es-419" && s.Has("es-ES"):
		locale = "es-ES"
	case then != nil:
		return then
	}
	return s.Of(locale)
}

// locales are the tags that a language can have: English, and Discord's locales for other languages.
var locales = []string{"en", "ar", "bg", "cs", "da", "de", "el", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt",
	"nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"}
