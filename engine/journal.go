package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"time"

	"roundel/snowflake"
)

// EntryKind says what an entry of a fight's log records.
type EntryKind string

// The kinds of entries: a command that changed the fight; a command that is only logged, such as a dice roll, and that undo skips;
// an undo; a redo.
const (
	Did   EntryKind = "did"
	Noted EntryKind = "noted"
	Undid EntryKind = "undid"
	Redid EntryKind = "redid"
)

// Entry is one step in a fight's log. The log is append-only: even undone entries are never changed or deleted.
type Entry struct {
	Seq     int64 // 1, 2, 3 … within the encounter
	Kind    EntryKind
	Of      int64 // Undid, Redid: the sequence number of the entry undone or redone
	By      snowflake.User
	At      time.Time       // stored with millisecond precision
	Command string          // the command as typed, or the button pressed, in words
	Events  []Event         // Did, Noted: what happened; Undid, Redid: the events of entry Of
	Undone  bool            // undone and not redone since
	Server  snowflake.Guild // the encounter's server, on the entry that starts it; write-only
	Text    []byte          // the text of its ruleset, on the entry that starts it; write-only
	State   *State          // Did: the state after Events (see [Outcome]); if nil, Append computes it; write-only
}

// Journal gives access to a channel's encounter inside one store transaction. No method gets slower as the fight gets longer; use
// [Log] to read the whole log.
type Journal interface {
	// State returns the current state, or nil if the channel has no encounter. The caller must not change it.
	State() *State
	// NextSeq returns the sequence number of the next entry.
	NextSeq() int64
	// Append applies an entry's events and adds it to the log. If the channel has no encounter, the first event must be an
	// EncounterStarted, which opens one. An EncounterEnded closes it.
	// If the EncounterStarted names the hash of a text, the text is either given with the entry, and then kept as long as anything
	// refers to it, or already stored. If neither is the case, or the text has a different hash, Append returns an error.
	Append(e Entry) error
	// Undo undoes every entry of kind Did that is still in effect after entry to, or only the last one if to is 0. Redo redoes the
	// undone ones up to and including entry to, or only the next one if to is 0, unless the fight has changed since. They undo or redo
	// all of these steps or none, and return them, or an *Error if there are none, if there are more than [MaxSteps], or if to isn't
	// one of them. The entry that started the encounter can't be undone.
	// Afterwards the current turn is taken to have begun at the time given (CO-10).
	Undo(by snowflake.User, at time.Time, to int64) (Steps, error)
	Redo(by snowflake.User, at time.Time, to int64) (Steps, error)
	// Done returns the last n steps that are still in effect, including the start of the encounter. Undone returns the next n that
	// Redo would redo. There may be fewer.
	Done(n int) (Steps, error)
	Undone(n int) (Steps, error)
	// OpenCount returns the number of open encounters in a server.
	OpenCount(server snowflake.Guild) (int, error)
	// Settings returns the settings of a server as they are stored, or nil if it has none.
	Settings(server snowflake.Guild) ([]byte, error)
	// Characters returns the characters that a user has saved in a server as they are stored, or nil if there are none.
	Characters(server snowflake.Guild, user snowflake.User) ([]byte, error)
	// Amend changes the characters that a user has saved in a server, in the same transaction as what is appended. fn gets their stored form, or
	// nil if there are none, and returns the new one. It may be called again from the start, and must not use the journal. If Characters has returned
	// them before, the first fn gets just those.
	Amend(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte)
	// AmendRolls does the same for what is stored about a user's dice in a server.
	AmendRolls(server snowflake.Guild, user snowflake.User, fn func(data []byte) []byte)
	// Began returns the time of the open encounter's first entry.
	Began() (time.Time, error)
}

// Log is a consistent snapshot of a channel's latest encounter with all its entries. Reading it takes longer the longer the fight
// is, so it is read alongside the writer, never inside its transaction.
type Log interface {
	// State returns the current state, or nil if the encounter has ended or there never was one. The caller must not change it.
	State() *State
	// Began returns the time of the first entry. Only valid while the encounter is open.
	Began() (time.Time, error)
	// All yields the entries, oldest first. If reading fails, it yields the error and stops. It can be called repeatedly.
	All() iter.Seq2[Entry, error]
}

// MaxSteps is the maximum number of steps that can be undone or redone at once. It keeps the transaction short.
const MaxSteps = 250

// Steps are consecutive entries of kind Did, oldest first.
type Steps struct {
	Before  *State // the state before the first one; nil if that started the encounter
	Entries []Entry
}

// All returns an iterator over the steps, each with its outcome.
func (s Steps) All() iter.Seq2[Entry, Outcome] {
	return func(yield func(Entry, Outcome) bool) {
		before := s.Before
		for _, e := range s.Entries {
			after := Fold(before, e.Events)
			if !yield(e, Outcome{Before: before, Events: e.Events, State: after}) {
				return
			}
			before = after
		}
	}
}

// Latest returns the current state of a log's encounter or, if it has ended, the state at its end. It returns nil if there never
// was an encounter. It reads the whole log only if the encounter has ended.
func Latest(l Log) (*State, error) {
	if s := l.State(); s != nil {
		return s, nil
	}
	var s *State
	for e, err := range l.All() {
		if err != nil {
			return nil, err
		}
		if e.Kind != Did || e.Undone {
			continue
		}
		if s == nil {
			s = &State{}
		}
		for _, event := range e.Events {
			event.apply(s)
		}
	}
	return s, nil
}

// TextHash returns the name under which the text of a ruleset is stored: its SHA-256 in lower-case hex.
func TextHash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// StoredRuleset is a server's own ruleset.
type StoredRuleset struct {
	Name string
	Hash string // the [TextHash] of its text
}

// RulesetChange is one change to a server's own rulesets. The zero value changes nothing.
type RulesetChange struct {
	Name string // the ruleset to store or remove; empty: no change
	Text []byte // replaces any earlier text under that name; nil: removes the ruleset, if it exists
}

// Outcome is the result of a command: its events, and the states before and after them. Before is never changed. Package view decides what a
// viewer may know of it.
type Outcome struct {
	Before *State // nil: there was no encounter
	Events []Event
	State  *State // after all events
}
