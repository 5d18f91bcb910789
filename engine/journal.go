package engine

import (
	"iter"
	"time"
)

// EntryKind tells the steps of a fight's log apart.
type EntryKind string

// The kinds of entries: a command that changed the fight; one that only has to be in the log (a dice roll), which undo
// passes over; a step back; a step forward again.
const (
	Did    EntryKind = "did"
	Noted  EntryKind = "noted"
	Undid  EntryKind = "undid"
	Redid  EntryKind = "redid"
	NoKind EntryKind = ""
)

// Entry is one step of a fight's log. Entries are never changed or deleted, undone ones included.
type Entry struct {
	Seq     int64     // 1, 2, 3 … in the encounter
	Kind    EntryKind //
	Of      int64     // Undid, Redid: the entry taken back or done again
	By      UserID
	At      time.Time // milliseconds
	Command string    // as typed or pressed, in words
	Events  []Event   // Did, Noted: what happened; Undid, Redid: the events of the entry Of
	Undone  bool      // taken back, and not done again since
	Server  string    // of an entry that starts an encounter: where that is; not read back
	State   *State    // Did: the state that Events lead to ([Outcome]), for Append; nil: they are applied there. Not read back
}

// Journal is a channel's encounter inside one transaction of the store. Nothing it offers costs more the longer the fight
// is; a whole log is read from a [Log].
type Journal interface {
	// State is the present state, or nil when the channel has no encounter. The caller must not change it.
	State() *State
	// NextSeq is the sequence number of the next entry; it serves as the TurnID of a turn begun by it.
	NextSeq() int64
	// Append applies the events and logs them. With no encounter the first event must be an EncounterStarted, which
	// opens one. An entry with EncounterEnded closes it.
	Append(e Entry) error
	// Undo takes back the last entry of kind Did that is not undone; Redo does again the last one undone, as long as
	// nothing was done since. They return what was taken back or done again, or an *Error with code NothingToUndo.
	// The entry that started the encounter cannot be undone.
	// The present turn counts as begun at the time given (CO-10).
	Undo(by UserID, at time.Time) (Entry, error)
	Redo(by UserID, at time.Time) (Entry, error)
	// OpenCount returns how many encounters are open in a server.
	OpenCount(server string) (int, error)
	// Began returns the time of the open encounter's first entry.
	Began() (time.Time, error)
}

// Log is a channel's latest encounter with all its entries, as of one moment. It is read next to the writer and never
// inside a transaction: what reads it costs more the longer the fight is.
type Log interface {
	// State is the present state, or nil when the encounter has ended or there never was one.
	State() *State
	// Began returns the time of the first entry, while the encounter is open.
	Began() (time.Time, error)
	// All yields the entries, oldest first; an error is the last it yields. It may be called again.
	All() iter.Seq2[Entry, error]
}

// Fold applies events to a copy of s; a nil s is the state before an encounter was started.
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
