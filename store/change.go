package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// Change is all that is stored at once: what one command does to the fights of its channel, with the answer, or what a
// channel has been shown.
type Change struct {
	Interaction int64 // of the answer; 0: no answer is kept
	Answer      []byte
	At          time.Time
	Fights      []*FightChange // the oldest first
	Shown       *Shown
	Amended     []Amended // values that change with the fights
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
	Stale            // the change was made from a state that is out of date
	Found            // its answer is stored, by this change or by the same interaction in another process
)

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

// Amended is a change of a value that is stored with a change of a fight.
type Amended struct {
	Cell Cell
	Was  *[]byte                         // what the change was decided by; if it is no longer stored, the change is stale; nil: any value
	Fn   func(data []byte) (next []byte) // nil: there is nothing, or nothing is left
}

// amend changes values in an order that is the same for all transactions. It returns Stale, perhaps after writing some of them, if one of them
// isn't what its change was based on; the transaction must then be rolled back.
func (t *Tx) amend(all []Amended) (Outcome, error) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Amended) int { return strings.Compare(a.Cell.String(), b.Cell.String()) })
	for i, a := range all {
		if err := t.Lock(t, a.Cell.String()); err != nil {
			return 0, err
		}
		data, err := a.Cell.get(t)
		if err != nil {
			return 0, err
		}
		changed := i > 0 && all[i-1].Cell == a.Cell // by this change itself
		if a.Was != nil && !changed && !bytes.Equal(data, *a.Was) {
			return Stale, nil
		}
		if err := a.Cell.set(t, a.Fn(data)); err != nil {
			return 0, err
		}
	}
	return Stored, nil
}

// Write stores a change and returns its outcome. If that is not [Stored], or if there is an error, the transaction must be rolled
// back, unless it has written nothing.
func (t *Tx) Write(c *Change) (Outcome, error) {
	if c.Shown != nil {
		return Stored, t.saveDisplay(c.Shown)
	}
	if others, err := t.otherSettings(c.Settings); others || err != nil {
		return Stale, err
	}
	if c.Interaction != 0 {
		t.Newest = max(t.Newest, c.Interaction)
		n, err := t.Affect(insertAnswer+" ON CONFLICT DO NOTHING", c.Interaction, c.At.UnixMilli(), Blob(c.Answer))
		if err != nil || n == 0 {
			return Answered, err
		}
	}
	for _, f := range c.Fights {
		if stale, err := t.stale(f, c.Fights); stale || err != nil {
			return Stale, err
		}
	}
	for _, f := range c.Fights {
		if moved, err := t.writeFight(f, c.At); err != nil || !moved {
			return Stale, err
		}
	}
	return t.amend(c.Amended)
}

// otherSettings reports whether settings are no longer those of their server.
func (t *Tx) otherSettings(s *Settings) (bool, error) {
	if s == nil {
		return false, nil
	}
	data, err := SettingsOf(s.Server).get(t)
	return !bytes.Equal(data, s.Data), err
}

// stale reports whether something that a new fight was begun with has changed since. all are the fights of its change.
func (t *Tx) stale(f *FightChange, all []*FightChange) (bool, error) {
	b := f.Begun
	if b == nil {
		return false, nil
	}
	if there, err := t.Get("SELECT id FROM encounters WHERE channel = $1 AND ended = 0", []any{f.Channel}, new(int64)); err != nil ||
		there && all[0].Begun != nil {
		return true, err
	}
	if b.Open >= 0 {
		n, err := t.openIn(b.Server, all[0].Fight.ID)
		if err != nil || n > b.Open {
			return true, err
		}
	}
	if b.Hash == "" || b.Text != nil {
		return false, nil
	}
	for _, other := range all {
		if other.Begun != nil && other.Begun.Hash == b.Hash && other.Begun.Text != nil {
			return false, nil
		}
	}
	there, err := t.hasText(b.Hash)
	return !there, err
}

// writeFight stores a change of one fight. It returns false if the fight's newest entry is not the one from which the new
// entries were numbered. So no two entries of a fight ever have the same number.
func (t *Tx) writeFight(c *FightChange, at time.Time) (moved bool, err error) {
	c.After = c.Fight
	if c.Begun != nil {
		if err := t.begin(c, at); err != nil {
			return false, err
		}
	}
	if moved, err := t.Move(t, c, at); err != nil || !moved {
		return false, err
	}
	for _, user := range c.Joined {
		if err := t.takePart(c.After.ID, user); err != nil {
			return false, err
		}
	}
	if c.Fight.Ended { // only its log is kept
		for _, query := range []string{"DELETE FROM states WHERE encounter = $1", "DELETE FROM checkpoints WHERE encounter = $1"} {
			if err := t.Exec(query, c.After.ID); err != nil {
				return false, err
			}
		}
		return true, t.Ended(t, c.After.ID)
	}
	if err := t.writePoints(c.After.ID, c.Points); err != nil {
		return false, err
	}
	return true, t.writeState(c.After.ID, c.State)
}

// begin writes the row of a new fight, and the text of its ruleset.
func (t *Tx) begin(c *FightChange, at time.Time) error {
	b := c.Begun
	if b.Text != nil {
		if err := t.keepText(b.Hash, b.Text); err != nil {
			return err
		}
	}
	_, err := t.Get("INSERT INTO encounters (channel, guild, started_at, text_hash) VALUES ($1, $2, $3, $4) RETURNING id",
		[]any{string(c.Channel), b.Server, at.UnixMilli(), sql.NullString{String: b.Hash, Valid: b.Hash != ""}}, &c.After.ID)
	t.Wrote = true
	return err
}

// Columns are the values of a fight's row that change with every command, in the types of the database.
type Columns struct {
	Head, Depth, Last int64
	Redo              string
	Turn              int64
	Paused, Ended     int64 // 0 or 1
	EndedAt           sql.NullInt64
}

// noRedo is the stored form of an empty encounter.redo.
const noRedo = "[]"

// Columns returns the new values of the fight's row.
func (c *FightChange) Columns(at time.Time) Columns {
	f := &c.Fight
	out := Columns{Head: f.Head, Depth: f.Depth, Last: f.Last, Redo: noRedo}
	if len(f.Redo) > 0 {
		redo := []byte{'['}
		for i, seq := range f.Redo {
			if i > 0 {
				redo = append(redo, ',')
			}
			redo = strconv.AppendInt(redo, seq, 10)
		}
		out.Redo = string(append(redo, ']'))
	}
	switch {
	case f.Ended:
		out.Ended, out.EndedAt = 1, sql.NullInt64{Int64: at.UnixMilli(), Valid: true}
	case c.Paused:
		out.Paused = 1
		fallthrough
	default:
		out.Turn = int64(c.Turn)
	}
	return out
}

// takePart adds a user to the participants of a fight, once.
func (t *Tx) takePart(fight int64, user snowflake.User) error {
	return t.Exec(`INSERT INTO participants (encounter, "user") VALUES ($1, $2) ON CONFLICT DO NOTHING`, fight, string(user))
}

// writePoints writes new checkpoints of a fight.
func (t *Tx) writePoints(fight int64, points []Point) error {
	for _, p := range points {
		if err := t.Exec(`INSERT INTO checkpoints (encounter, seq, data) VALUES ($1, $2, $3)
			ON CONFLICT (encounter, seq) DO UPDATE SET data = excluded.data`, fight, p.Seq, string(p.Data)); err != nil {
			return err
		}
	}
	return nil
}

// writeState writes the state of a fight, unless the stored one stays.
func (t *Tx) writeState(fight int64, s *StoredState) error {
	if s == nil {
		return nil
	}
	return t.Exec(`INSERT INTO states (encounter, seq, data) VALUES ($1, $2, $3)
		ON CONFLICT (encounter) DO UPDATE SET seq = excluded.seq, data = excluded.data`, fight, s.Seq, string(s.Data))
}

// Blob returns b as a value that is not NULL.
func Blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// latest reads the row of the channel's latest fight, if it has one.
func (t *Tx) latest(ch snowflake.Channel) (*Fight, error) {
	var f Fight
	var redo string
	ok, err := t.Get("SELECT id, head, depth, last, "+t.Tail()+", redo, ended FROM encounters WHERE channel = $1 ORDER BY id DESC LIMIT 1",
		[]any{string(ch)}, &f.ID, &f.Head, &f.Depth, &f.Last, &f.Tail, &redo, &f.Ended)
	if err != nil || !ok {
		return nil, err
	}
	if redo != noRedo {
		if err := json.Unmarshal([]byte(redo), &f.Redo); err != nil {
			return nil, fmt.Errorf("store: redo of encounter %d: %w", f.ID, err)
		}
	}
	return &f, nil
}

// RowColumns are the columns of an entry, in the order in which [ScanRow] reads them.
const RowColumns = "seq, kind, of_entry, parent, depth, at, by_user, command, events"

// ScanRow reads an entry that was selected with [RowColumns], and what was selected after them.
func ScanRow(rows *sql.Rows, more ...any) (r Row, err error) {
	var at int64
	err = rows.Scan(append([]any{&r.Seq, &r.Kind, &r.Of, &r.Parent, &r.Depth, &at, &r.By, &r.Command, &r.Data}, more...)...)
	r.At = millis(at)
	return r, err
}

// currentData is the SQL expression for a state in the table states. A state that is also a checkpoint is stored only as
// the checkpoint.
const currentData = "CASE WHEN data <> '' THEN data ELSE (SELECT data FROM checkpoints AS c WHERE c.encounter = states.encounter AND c.seq = states.seq) END"

// current reads the stored state of a fight; its Seq is 0 if there is none.
func (t *Tx) current(fight int64) (s StoredState, err error) {
	_, err = t.Get("SELECT "+currentData+", seq FROM states WHERE encounter = $1", []any{fight}, &s.Data, &s.Seq)
	return s, err
}

// checkpoint reads the checkpoint at an entry; its Seq is 0 if there is none.
func (t *Tx) checkpoint(fight, seq int64) (s StoredState, err error) {
	_, err = t.Get("SELECT data, seq FROM checkpoints WHERE encounter = $1 AND seq = $2", []any{fight, seq}, &s.Data, &s.Seq)
	return s, err
}

// openIn returns how many fights are open in a server, not counting aside.
func (t *Tx) openIn(server snowflake.Guild, aside int64) (n int, err error) {
	_, err = t.Get("SELECT count(*) FROM encounters WHERE guild = $1 AND ended = 0 AND id <> $2", []any{server, aside}, &n)
	return n, err
}

// Answered returns the stored answer to an interaction. ok is false if there is none.
func (t *Tx) Answered(interaction int64) (answer []byte, ok bool, err error) {
	if interaction == 0 {
		return nil, false, nil
	}
	ok, err = t.Get("SELECT answer FROM interactions WHERE id = $1", []any{interaction}, &answer)
	return answer, ok, err
}

// insertAnswer stores the answer to an interaction.
const insertAnswer = "INSERT INTO interactions (id, at, answer) VALUES ($1, $2, $3)"

// answer stores the answer to an interaction that has none, unless its ID is 0.
func (t *Tx) answer(interaction int64, at time.Time, answer []byte) error {
	if interaction == 0 {
		return nil
	}
	t.Newest = max(t.Newest, interaction)
	return t.Exec(insertAnswer, interaction, at.UnixMilli(), Blob(answer))
}
