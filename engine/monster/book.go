package monster

import (
	"archive/zip"
	"bytes"
	_ "embed" // the monsters that come with the bot
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"sync"

	"roundel/engine"
	"roundel/engine/ruleset"
)

//go:generate go run ./generate "SRD 5.1" generate/srd-5.1.json srd-5.1.zip
//go:generate go run ./generate "SRD 5.2.1" generate/srd-5.2.json srd-5.2.zip

// Index is what can be known of a book without reading its monsters.
type Index struct {
	Title  string   `json:"title"`
	Credit string   `json:"credit"` // where it comes from; shown wherever a monster is (MO-6)
	Needs  Needs    `json:"needs"`
	Names  []string `json:"names"` // of its monsters, sorted
}

// Needs is what a ruleset must have for a book to fit it.
type Needs struct {
	Stats  []string           `json:"stats"`
	Attack ruleset.AttackForm `json:"attack"`
}

// A book's file is a zip archive: an index, and blocks of BlockSize monsters each.
const (
	IndexFile = "index.json"
	BlockSize = 16
)

// BlockFile returns the name of a block's file in the archive. The first block is 0.
func BlockFile(n int) string { return fmt.Sprintf("%d.json", n) }

// Book is a collection of monsters that comes with the bot (MO-4). It is opened when somebody needs it, and only the block with the wanted
// monster is read (MO-8). It is safe for concurrent use.
type Book struct {
	Key string // as rulesets and people write it: "srd-5.1"

	once  sync.Once
	file  []byte
	zip   *zip.Reader
	index Index

	rated sync.Once
	all   []Choice // what encounters can be built from
}

//go:embed srd-5.1.zip
var srd51 []byte

//go:embed srd-5.2.zip
var srd52 []byte

// books are the books that come with the bot. The first is offered under rulesets that don't name any.
var books = []*Book{{Key: "srd-5.1", file: srd51}, {Key: "srd-5.2", file: srd52}}

// Books returns the books that come with the bot.
func Books() []*Book { return slices.Clone(books) }

// bookKeys returns the keys of the books.
func bookKeys() []string {
	out := make([]string, len(books))
	for i, b := range books {
		out[i] = b.Key
	}
	return out
}

// BookNamed returns the book with that key, or nil if there is none.
func BookNamed(key string) *Book {
	if i := slices.IndexFunc(books, func(b *Book) bool { return strings.EqualFold(b.Key, key) }); i >= 0 {
		return books[i]
	}
	return nil
}

// BooksFor returns the books that a ruleset names and that fit it, in the ruleset's order. If it names none, that is the first book if it fits
// (MO-4). If rs is nil, it returns all books.
func BooksFor(rs *ruleset.Ruleset) []*Book {
	if rs == nil {
		return Books()
	}
	keys := rs.Monsters
	if keys == nil {
		keys = []string{books[0].Key}
	}
	var out []*Book
	for _, key := range keys {
		if b := BookNamed(key); b != nil && b.fits(rs) {
			out = append(out, b)
		}
	}
	return out
}

// fits reports whether the monsters have the numbers that fights under a ruleset use, which is so if the ruleset has the book's stats and its
// form of attack. The name of the ruleset doesn't matter.
func (b *Book) fits(rs *ruleset.Ruleset) bool {
	needs := b.Index().Needs
	return rs.Attack.Form == needs.Attack && !slices.ContainsFunc(needs.Stats, func(key string) bool { return !rs.Knows(key) })
}

// Index returns the book's index. The caller must not change it.
func (b *Book) Index() *Index {
	b.once.Do(func() {
		var err error
		if b.zip, err = zip.NewReader(bytes.NewReader(b.file), int64(len(b.file))); err == nil {
			err = b.read(IndexFile, &b.index)
		}
		if err != nil {
			panic(fmt.Sprintf("monster: the embedded book %s: %v", b.Key, err)) // the tests read it
		}
	})
	return &b.index
}

// Find returns the monster with that name.
func (b *Book) Find(name string) (*Monster, bool) {
	name = strings.TrimSpace(name)
	names := b.Index().Names
	i := slices.IndexFunc(names, func(n string) bool { return engine.SameName(n, name) })
	if i < 0 {
		return nil, false
	}
	var block []Monster
	if err := b.read(BlockFile(i/BlockSize), &block); err != nil {
		panic(fmt.Sprintf("monster: the embedded book %s: %v", b.Key, err)) // the tests read all of it
	}
	m := &block[i%BlockSize]
	m.Book = b.Key
	return m, true
}

// read decodes one file of the archive.
func (b *Book) read(name string, into any) error {
	text, err := fs.ReadFile(b.zip, name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// maxKey is the length of the longest prefix of a name, such as "srd-5.1/", with room to spare.
const maxKey = 10

// Named is the name of a monster, and the book it is in.
type Named struct {
	Name string
	Book *Book // nil: the server's own
	// Behind says that a monster of the same name comes before it, so that it needs its book's key to be found (MO-5).
	Behind bool
}

// Value returns what to type to get the monster: its name, or "srd-5.1/Ogre".
func (n Named) Value() string {
	if n.Behind {
		return n.Book.Key + "/" + n.Name
	}
	return n.Name
}

// Cut splits a typed name such as "srd-5.1/Ogre" into its book and the rest. A nil book means that none is named.
func Cut(typed string) (*Book, string) {
	if key, name, found := strings.Cut(typed, "/"); found {
		if b := BookNamed(strings.TrimSpace(key)); b != nil {
			return b, strings.TrimSpace(name)
		}
	}
	return nil, typed
}

// FindIn returns the monster that a typed name means: one of the server's own, or else the one in the first book that has it. With a book's
// key before the name, only that book counts (MO-5). book is where it was found, or nil for the server's own.
func FindIn(own []Monster, from []*Book, typed string) (m *Monster, book *Book, ok bool) {
	if m, ok = Find(own, typed); ok {
		return m, nil, true
	}
	named, name := Cut(typed)
	for _, b := range from {
		if named != nil && named != b {
			continue
		}
		if m, ok = b.Find(name); ok {
			return m, b, true
		}
	}
	return nil, nil, false
}

// Suggest returns the monsters whose names match what was typed: each typed word must be the beginning of a word of the name, so "dr" finds
// Drider, Dryad and Adult Red Dragon. The server's own come first, then each book's; within each, names that begin with the typed text come
// first.
func Suggest(own []Monster, from []*Book, typed string) []Named {
	var out []Named
	book, typed := Cut(typed)
	seen := map[string]bool{}
	add := func(of *Book, names []string) {
		for _, name := range suggested(names, typed) {
			if book == nil || book == of {
				out = append(out, Named{name, of, of != nil && seen[strings.ToLower(name)]})
			}
		}
		for _, name := range names {
			seen[strings.ToLower(name)] = true
		}
	}
	names := make([]string, len(own))
	for i := range own {
		names[i] = own[i].Name
	}
	sort.Strings(names)
	add(nil, names)
	for _, b := range from {
		add(b, b.Index().Names)
	}
	return out
}
