package lang

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"roundel/engine/strictyaml"
)

//go:embed languages/*.yaml
var bundled embed.FS

// Set is the set of languages that a bot speaks. English is always one of them.
type Set struct {
	tags []string                    // English first, the others in alphabetical order
	read map[string]func() *Language // by tag; a language is read when it is first needed
	part map[string]func() *Language // by tag; reads what a language says about commands, each time it is called until the whole language is read
	more map[string][]byte           // the files of languages that don't come with the bot
}

var bundledSet = sync.OnceValue(func() *Set {
	folder, err := fs.Sub(bundled, "languages")
	if err != nil {
		panic(err)
	}
	return newSet(folder)
})

// contents returns a bundled file, which is compressed in a release.
func contents(folder fs.FS, name string) []byte {
	data, err := fs.ReadFile(folder, name)
	if err != nil {
		panic(err) // it is embedded
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		panic(err)
	}
	return text
}

// Bundled returns the languages that come with the bot.
func Bundled() *Set { return bundledSet() }

// newSet returns the languages of a folder whose files are named after their tags.
func newSet(folder fs.FS) *Set {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		panic(err)
	}
	s := &Set{tags: []string{"en"}, read: map[string]func() *Language{}, part: map[string]func() *Language{}}
	for _, name := range names {
		tag := strings.TrimSuffix(name, ".yaml")
		if tag != "en" {
			s.tags = append(s.tags, tag)
		}
		whole := func(source []byte) *Language {
			r := read(source, s.base)
			if len(r.Problems) > 0 || r.l.Tag != tag {
				panic(fmt.Sprintf("lang: %s: %v", name, strictyaml.Sorted(r.Problems)))
			}
			return r.l
		}
		var known atomic.Pointer[Language]
		s.read[tag] = sync.OnceValue(func() *Language {
			known.Store(whole(contents(folder, name)))
			return known.Load()
		})
		s.part[tag] = func() *Language {
			if l := known.Load(); l != nil {
				return l
			}
			return whole(ofCommands(contents(folder, name)))
		}
	}
	return s
}

// ofCommands returns the part of a bundled file before its texts, and the sections about commands. Reading that takes about a quarter of
// the time. The lines of a section are indented by four spaces, its name by two.
func ofCommands(source []byte) []byte {
	head, texts, _ := bytes.Cut(source, []byte("\ntexts:\n"))
	out, keep := append(slices.Clone(head), "\ntexts:\n"...), false
	for line := range bytes.Lines(texts) {
		if !bytes.HasPrefix(line, []byte("   ")) {
			name, _, _ := strings.Cut(string(line), ":")
			keep = slices.Contains([]string{"  command", "  option", "  choice"}, name)
		}
		if keep {
			out = append(out, line...)
		}
	}
	return out
}

// put adds a language that read returns.
func (s *Set) put(tag string, read func() *Language) {
	s.part[tag], s.read[tag] = read, sync.OnceValue(read)
}

// base returns what a file for a new language adds to: only English's punctuation, with English to fall back to.
func (s *Set) base(tag string) Language {
	if tag == "en" {
		return Language{}
	}
	en := s.Of("en")
	return Language{marks: en.marks, fallback: en}
}

// The limits of a host's files (WO-16). Length counts characters, so that a whole language also fits in a script with three bytes a letter.
const (
	maxChars = 262144
	MaxBytes = 3 * maxChars
	MaxFiles = 64
)

// File is a file of a language.
type File struct {
	Name   string
	Source []byte
	Err    error // the file can't be read
}

// Files reads the files *.yaml of a folder: at most one more than the limit, so that With can report that there are too many.
func Files(folder fs.FS) ([]File, error) {
	names, err := fs.Glob(folder, "*.yaml")
	if _, unreadable := fs.ReadDir(folder, "."); unreadable != nil {
		err = unreadable // fs.Glob says nothing about it
	}
	var out []File
	for _, name := range names[:min(len(names), MaxFiles+1)] {
		f := File{Name: name}
		if len(out) < MaxFiles {
			f.Source, f.Err = strictyaml.Contents(folder, name, MaxBytes)
		}
		out = append(out, f)
	}
	return out, err
}

// With returns the languages together with those of a host's files. A file with the tag of a known language replaces its texts one by one;
// any other adds a language (WO-16). If anything is wrong, With returns the problems of all files.
func (s *Set) With(files []File) (*Set, []strictyaml.FileProblem) {
	out := &Set{tags: s.Tags(), read: map[string]func() *Language{}, part: map[string]func() *Language{}, more: map[string][]byte{}}
	for _, tag := range s.tags {
		out.put(tag, func() *Language { return out.over(*s.Of(tag)) })
	}
	var problems []strictyaml.FileProblem
	taken := map[string]string{}
	for i, f := range files {
		var found strictyaml.Problems
		switch {
		case i >= MaxFiles:
			found = strictyaml.Problems{{Line: 1, Column: 1, Text: fmt.Sprintf("there can be at most %d files; remove this one and all after it", MaxFiles)}}
		case f.Err != nil:
			found = strictyaml.Unreadable("file", f.Err)
		default:
			found = out.add(s, f, taken)
		}
		for _, p := range found {
			problems = append(problems, strictyaml.FileProblem{File: f.Name, Problem: p})
		}
	}
	if problems != nil {
		return nil, problems
	}
	slices.Sort(out.tags[1:])
	return out, nil
}

// over returns a language that falls back to the set's English.
func (s *Set) over(l Language) *Language {
	if l.Tag != "en" {
		l.fallback = s.Of("en")
	}
	return &l
}

// add puts a file's texts over those of the languages in were, and returns the file's problems. taken are the names of the files read
// before, by tag.
func (s *Set) add(were *Set, f File, taken map[string]string) strictyaml.Problems {
	r := read(f.Source, func(tag string) Language {
		if were.Has(tag) {
			return *were.Of(tag)
		}
		return were.base(tag)
	})
	tag := r.l.Tag
	if by := taken[tag]; by != "" && tag != "" {
		r.Problem(r.Root.Get("language"), "language: %s is the language of %s too; put all texts of a language into one file", tag, by)
	}
	taken[tag] = f.Name
	if tag != "" {
		r.check(were.Of("en"))
	}
	if len(r.Problems) > 0 {
		return strictyaml.Sorted(r.Problems)
	}
	if !were.Has(tag) {
		s.tags, s.more[tag] = append(s.tags, tag), f.Source
	}
	s.put(tag, func() *Language { return s.over(*r.l) })
	return nil
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

// OfCommands returns the languages in the order of [Set.Tags], with at least what they say about commands, options and choices. What it reads
// for that isn't kept in memory, as it is needed only once.
func (s *Set) OfCommands() []*Language {
	out := make([]*Language, len(s.tags))
	for i, tag := range s.tags {
		out[i] = s.part[tag]()
	}
	return out
}

// Has reports whether there is a language with that tag.
func (s *Set) Has(tag string) bool { return s.read[tag] != nil }

// Source returns the file of a language. For one that comes with the bot, that is the bundled file, whatever a host's file replaces.
func (s *Set) Source(tag string) []byte {
	if slices.Contains(bundledSet().tags, tag) {
		return contents(bundled, "languages/"+tag+".yaml")
	}
	return s.more[tag]
}

// Of returns the language with that tag, or English if there is none.
func (s *Set) Of(tag string) *Language {
	if !s.Has(tag) {
		tag = "en"
	}
	return s.read[tag]()
}

// ForLocale returns the language for one of Discord's locales, or for the one that Discord falls back to. If there is none, it returns
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

// Known reports whether a language can have that tag.
func Known(tag string) bool { return slices.Contains(strictyaml.Languages(), tag) }
