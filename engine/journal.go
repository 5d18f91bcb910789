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
	// Undo takes back every step after entry to, or only the last one if to is 0. Redo does again every undone step up to
	// and including entry to, or only the next one if to is 0, as long as nothing was done since. Either all or none: they
	// return the steps, or an *Error if there are none or if to is not one of them. At most [MaxSteps] are taken at once.
	// The entry that started the encounter cannot be undone.
	// The present turn counts as begun at the time given (CO-10).
	Undo(by UserID, at time.Time, to int64) (Steps, error)
	Redo(by UserID, at time.Time, to int64) (Steps, error)
	// Done returns the last n steps that are not undone, the start of the encounter included. Undone returns the next n
	// that Redo would do again. There may be fewer.
	Done(n int) (Steps, error)
	Undone(n int) (Steps, error)
	// OpenIn returns how many encounters are open in a server.
	OpenIn(server string) (int, error)
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

// MaxSteps is the most steps that can be undone or redone at once, so that nobody else waits long meanwhile.
const MaxSteps = 250

// Steps are entries of kind Did that follow one another, in the order in which they happened.
type Steps struct {
	Before  *State // the state before the first one; nil if that started the encounter
	Entries []Entry
}

// All yields each step with its outcome, as it happened.
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

// Latest returns the state that a log leads to: the present one or, if the encounter has ended, the one at its end. It is
// nil if there never was an encounter. It reads the whole log only after the end.
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
