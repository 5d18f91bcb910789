package library

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"roundel/bot/attach"
	"roundel/engine"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
)

// Store holds servers' own rulesets and the texts that fights began with.
type Store interface {
	// Rulesets returns a server's own rulesets, sorted by name. AmendRulesets changes one of them in a transaction and stores the
	// answer under the interaction's ID. If there already is an answer under that ID, it doesn't run fn but returns that answer,
	// with again set.
	Rulesets(ctx context.Context, guild engine.GuildID) ([]engine.StoredRuleset, error)
	AmendRulesets(ctx context.Context, guild engine.GuildID, interaction string,
		fn func(have []engine.StoredRuleset) (change engine.RulesetChange, answer []byte, err error)) (answer []byte, again bool, err error)
	// RulesetText returns the text with that [engine.TextHash], or nil if no ruleset of any server and no fight refers to it. It
	// doesn't block the writer.
	RulesetText(ctx context.Context, hash string) ([]byte, error)
}

// Fetcher downloads what somebody attached to a command. [attach.Fetcher] is one.
type Fetcher interface {
	Fetch(ctx context.Context, a attach.Attachment, limit int64) ([]byte, error)
}

// ErrUnreadable means that the ruleset of a fight can't be had, and that asking again won't help.
var ErrUnreadable = errors.New("library: the ruleset can't be read")

// kept is the number of rulesets that are kept in memory besides those that all servers have.
const kept = 256

// Parts is what a Library is made of.
type Parts struct {
	Store   Store
	Bundled rules.Library
	Host    []*ruleset.Ruleset // of the host's folder (RS-82)
	Files   Fetcher            // nil: no rulesets can be added
}

// Library finds rulesets.
type Library struct {
	Parts
	byHash map[string]*ruleset.Ruleset // what all servers are offered
	cache  cache
}

// New returns a library.
func New(p Parts) *Library {
	l := &Library{Parts: p, byHash: map[string]*ruleset.Ruleset{}, cache: cache{room: kept}}
	for _, rs := range l.Offered() {
		l.byHash[rs.Hash] = rs
	}
	return l
}

// Offered returns the rulesets that every server has: the host's, then the bundled ones.
func (l *Library) Offered() []*ruleset.Ruleset { return slices.Concat(l.Host, l.Bundled.List) }

// Known returns a fight's ruleset if that is possible without asking the store, and whether it is. If it isn't, [Library.Of] may still
// find it.
func (l *Library) Known(s *engine.State) (*ruleset.Ruleset, bool) {
	if s.Text == "" {
		return l.named(s.Ruleset)
	}
	if rs, ok := l.byHash[s.Text]; ok {
		return rs, true
	}
	return l.cache.get(s.Text)
}

// Of returns the ruleset of a fight: the one that it began with (RS-6).
func (l *Library) Of(ctx context.Context, s *engine.State) (*ruleset.Ruleset, error) {
	if rs, ok := l.Known(s); ok {
		return rs, nil
	}
	if s.Text == "" {
		return nil, fmt.Errorf("%w: there is no ruleset %q", ErrUnreadable, s.Ruleset)
	}
	return l.read(ctx, s.Text)
}

// named returns the ruleset with that name among those that all servers are offered.
func (l *Library) named(name string) (*ruleset.Ruleset, bool) {
	if rs, ok := l.Bundled.Find(name); ok {
		return rs, true
	}
	return rules.Library{List: l.Host}.Find(name)
}

// read returns the ruleset with that hash, from memory or from the store.
func (l *Library) read(ctx context.Context, hash string) (*ruleset.Ruleset, error) {
	if rs, ok := l.cache.get(hash); ok {
		return rs, nil
	}
	text, err := l.Store.RulesetText(ctx, hash)
	if err != nil {
		return nil, err
	}
	if text == nil {
		return nil, fmt.Errorf("%w: its text is missing: %s", ErrUnreadable, hash)
	}
	rs, err := rules.ReadStored(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrUnreadable, hash, err)
	}
	l.cache.put(hash, rs)
	return rs, nil
}
