package monster

import (
	_ "embed" // the monsters that come with the bot
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"roundel/engine/ruleset"
)

//go:generate go run ./generate ${SRD_MONSTERS} srd-5.1.json

// Book is a collection of monsters for games of one kind.
type Book struct {
	Title    string    `json:"title"`
	Credit   string    `json:"credit"` // where it comes from; shown wherever a monster is
	Needs    Needs     `json:"needs"`
	Monsters []Monster `json:"monsters"` // sorted by name
}

// Needs is what a ruleset must have for a book to fit it.
type Needs struct {
	Stats  []string           `json:"stats"`
	Attack ruleset.AttackForm `json:"attack"`
}

// Fits reports whether the monsters have the numbers that fights under a ruleset use: it has the book's stats and its form of attack. What
// the ruleset is called doesn't matter.
func (b *Book) Fits(rs *ruleset.Ruleset) bool {
	return rs.Attack.Form == b.Needs.Attack && !slices.ContainsFunc(b.Needs.Stats, func(key string) bool { return !rs.Knows(key) })
}

//go:embed srd-5.1.json
var srd []byte

// Bundled is the book that comes with the bot. It is decoded on first use. The zero value is ready to use, from any goroutine.
type Bundled struct {
	once sync.Once
	book *Book
}

// Book returns the book. The caller must not change it.
func (b *Bundled) Book() *Book {
	b.once.Do(func() {
		b.book = &Book{}
		if err := json.Unmarshal(srd, b.book); err != nil {
			panic(fmt.Sprintf("monster: the embedded book: %v", err)) // the tests read it
		}
	})
	return b.book
}
