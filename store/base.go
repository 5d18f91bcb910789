package store

import (
	"context"
	"database/sql"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// Base is a database below a [Store]. It stores changes and knows nothing of rules.
type Base interface {
	Dialect

	// Reader runs single statements that read.
	Reader() Querier
	// Snapshot begins a transaction in which everything is read as it was at one moment. The caller must call end.
	Snapshot(ctx context.Context) (q Querier, end func(), err error)
	// Answer returns the stored answer to an interaction. ok is false if there is none. Unless it has to be certain, the base
	// may also say so if looking would cost a query; Commit finds the answer anyway.
	Answer(ctx context.Context, interaction int64, certain bool) (answer []byte, ok bool, err error)
	// Commit stores changes durably, in as few transactions as possible, and sets the Outcome and Err of each. One that
	// fails does not keep the others from being stored. Each call of next returns those that wait now, at first at least one,
	// and none if there are no more: Commit has to settle whatever it was given. It is called by one goroutine at a time, and
	// not by a context's leave: a commit that was begun is seen through.
	Commit(next func() []*Change)
	// Remote reports whether the database is on a server. Then other processes may write to it too, and a commit may take so
	// long that its caller should not wait for it longer than its context lives.
	Remote() bool
	// Transact runs fn in a transaction and commits it. If fn fails, nothing of it is stored. fn may be run several times.
	Transact(ctx context.Context, fn func(*Tx) error) error
	// Alive returns nil if this process can still write, as far as it can tell by itself.
	Alive(ctx context.Context) error
	// Fatal is the channel of [Store.Fatal].
	Fatal() <-chan error
	// Close closes the database. Nothing else is called during or after that.
	Close() error
}

// Dialect is what differs between databases: mostly, how they keep the logs of fights.
type Dialect interface {
	// Class wraps an error of the driver in one of this package's, on which callers branch.
	Class(err error) error
	// Lock makes all other transactions that lock the same name wait for the end of this one.
	Lock(t *Tx, name string) error
	// Columns returns the names of the stored columns of a table, or none if the table does not exist.
	Columns(t *Tx, table string) ([]string, error)
	// Tail is the SQL expression for the column tail of the table encounters.
	Tail() string

	// Move writes the columns of a stored fight that change, and its new entries. It returns false if the fight's newest entry is
	// no longer c.Was, or if it has ended; then the transaction must be rolled back, unless it has written nothing.
	Move(t *Tx, c *FightChange, at time.Time) (moved bool, err error)
	// Append adds an entry to the end of a log whose last entry is at f.Tail, and moves f.Tail.
	Append(t *Tx, f *Fight, r *Row) error
	// Entries reads the entries from first to last, oldest first. The last one is given as a Row because Outline may have found
	// out where it is; otherwise, only its Seq is set.
	Entries(t *Tx, f *Fight, first int64, last Row) ([]Row, error)
	// Outline reads the number and the parent of every entry, oldest first.
	Outline(t *Tx, f *Fight) ([]Row, error)
	// Commands calls scan for the latest commands that a user has given in a fight, the newest first: the columns at and command.
	Commands(t *Tx, fight int64, by snowflake.User, limit int, scan func(*sql.Rows) error) error
	// Ended deletes what belongs to the log of an open fight only.
	Ended(t *Tx, fight int64) error
	// Delete deletes the log.
	Delete(t *Tx, fight int64) error
	// Verify returns an error if something that the database keeps besides a log does not fit it. rows is the whole log.
	Verify(t *Tx, f *Fight, rows []Row) error
	// Importing is called first in the transaction of an import. It keeps others from writing until the end.
	Importing(t *Tx) error
	// Imported is called in the transaction of an import, once all rows are there.
	Imported(t *Tx) error
}

// Change is all that is stored at once: what one command does to the fights of its channel, with the answer, or what a
// channel has been shown.
type Change struct {
	Interaction int64 // of the answer; 0: no answer is kept
	Answer      []byte
	At          time.Time
	Fights      []*FightChange // the oldest first
	Shown       *Shown
	Settings    *Settings // what it was decided by; if they are no longer the server's, the change is stale; nil: none

	Outcome Outcome
	Err     error // nil: see Outcome
}

// Settings are the settings of a server.
type Settings struct {
	Server snowflake.Guild
	Data   []byte // nil: it has none
	Hash   string // of Data, as [engine.TextHash] returns it; empty: there is no Data
}

// Shown replaces how far a fight has been shown, if that is still Was.
type Shown struct{ Was, Next Display }

// Outcome is what became of a [Change].
type Outcome uint8

// The outcomes. Nothing was stored if it is Answered or Stale.
const (
	Stored   Outcome = iota + 1
	Answered         // the interaction has an answer already
	Stale            // the change was made from a state that is no longer the current one
	Found            // its answer is stored, by this change or by the same interaction in another process
)

// Fight is the part of a fight's row that changes.
type Fight struct {
	ID    int64
	Head  int64   // the entry of kind Did that led to the current state
	Depth int64   // the number of entries that lead to Head, itself included
	Last  int64   // the newest entry
	Tail  int64   // where the newest entry is, for databases that need to know
	Redo  []int64 // undone entries, the one to redo first at the end
	Ended bool
	Text  string // the hash of its ruleset's text; only [Check] reads it

	users []snowflake.User // participants known to be stored; there may be more
}

// FightChange is what a [Change] does to one fight.
type FightChange struct {
	Channel snowflake.Channel
	Fight   Fight  // as it is afterwards, except for what only the database knows
	Begun   *Begun // nil: its row is stored already
	Was     int64  // the newest entry before; if it no longer is, the change is stale
	Rows    []Row  // the entries after that
	Joined  []snowflake.User
	Points  []Point
	State   *StoredState // nil: the stored state stays as it is
	Turn    engine.TurnID
	Paused  bool

	After Fight // set by Commit: Fight with what only the database knows
}

// Begun is what a fight's row begins with.
type Begun struct {
	Server snowflake.Guild
	Hash   string // of its ruleset's text; empty: there is none
	Text   []byte // nil: it is stored already, or the change is stale
	Open   int    // the open fights in the server, as they were counted; if there are more now, the change is stale; -1: they were not
}

// Point is the state after an entry of kind Did, stored as a checkpoint.
type Point struct {
	Seq  int64
	Data []byte

	state *engine.State
}

// StoredState is a state as it is stored, with the entry that it belongs to.
type StoredState struct {
	Seq  int64
	Data []byte // empty: it is the checkpoint of that entry
}

// Row is one stored entry of the log.
type Row struct {
	ID      int64 // where it is stored, for databases that need to know
	Seq     int64
	Kind    engine.EntryKind
	Of      int64 // Undid, Redid
	Parent  int64 // Did: the entry whose state it was applied to; 0: it is the first
	Depth   int64 // Did: the number of entries that lead to it, itself included
	At      time.Time
	By      snowflake.User
	Command string
	Data    []byte // the encoded events

	events []engine.Event // Did, Noted; decoded
}
