package engine

import (
	"iter"
	"time"
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
	By      UserID
	At      time.Time // stored with millisecond precision
	Command string    // the command as typed, or the button pressed, in words
	Events  []Event   // Did, Noted: what happened; Undid, Redid: the events of entry Of
	Undone  bool      // undone and not redone since
	Server  string    // the encounter's server, on the entry that starts it; write-only
	State   *State    // Did: the state after Events ([Outcome]), for Append; if nil, Append applies them itself; write-only
}

// Journal gives access to a channel's encounter inside one store transaction. No method gets slower as the fight gets longer; use
// [Log] to read the whole log.
type Journal interface {
	// State returns the current state, or nil if the channel has no encounter. The caller must not change it.
	State() *State
	// NextSeq returns the sequence number of the next entry. It is also the TurnID of a turn that this entry begins.
	NextSeq() int64
	// Append applies an entry's events and adds it to the log. If the channel has no encounter, the first event must be an
	// EncounterStarted, which opens one. An EncounterEnded closes it.
	Append(e Entry) error
	// Undo undoes the last entry of kind Did that is still in effect. Redo redoes the last one undone, unless the fight has changed
	// since. Both return that entry, or an *Error with code NothingToUndo. The entry that started the encounter can't be undone.
	// Afterwards the current turn is taken to have begun at the time given (CO-10).
	Undo(by UserID, at time.Time) (Entry, error)
	Redo(by UserID, at time.Time) (Entry, error)
	// OpenCount returns the number of open encounters in a server.
	OpenCount(server string) (int, error)
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

// Fold returns the state after events, starting from a copy of s. A nil s means that no encounter has started yet.
func Fold(s *State, events []Event) *State {
	var next *State
	if s == nil {
		next = &State{}
	} else {
		next = s.Clone()
	}
	for _, e := range events {
		e.apply(next)
	}
	return next
}
