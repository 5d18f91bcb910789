package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"roundel/engine"
	"roundel/snowflake"
)

// Display is what has been shown of a channel's latest encounter, which may have ended. The difference between it and the state is
// what still has to be shown, so that a restart only delays it.
type Display struct {
	Encounter int64 // the encounter's own number
	Server    snowflake.Guild
	Channel   snowflake.Channel
	Ended     bool
	Seq       int64         // the last entry of the log
	Turn      engine.TurnID // the current turn; 0: it is no one's turn
	Paused    bool

	Card      snowflake.Message // the latest card; empty: not posted yet
	CardSeq   int64             // the last entry that the card shows; less if an older card still has its buttons
	Announced engine.TurnID     // the turn of the card, whose players it mentioned
	Shown     string            // what else has to be known about the cards; the store does not read it
	Remind    int64             // when to remind of that turn, in Unix milliseconds; 0: never
}

// Behind reports whether something still has to be shown: what has happened since the card, or a turn that has no card yet.
func (d Display) Behind() bool {
	return d.CardSeq < d.Seq || d.Turn != 0 && d.Announced != d.Turn && !d.Ended && !d.Paused
}

const displayColumns = "id, guild, channel, ended, last, turn, paused, board, board_seq, announced, announcement, remind"

func displayFields(d *Display) []any {
	return []any{&d.Encounter, &d.Server, &d.Channel, &d.Ended, &d.Seq, &d.Turn, &d.Paused, &d.Card, &d.CardSeq, &d.Announced, &d.Shown,
		&d.Remind}
}

// Display returns how far the channel's latest encounter, open or ended, has been shown. ok is false if the channel never
// had one.
func (s *Store) Display(ctx context.Context, ch snowflake.Channel) (d Display, ok bool, err error) {
	t := s.query(ctx)
	ok, err = t.Get("SELECT "+displayColumns+" FROM encounters WHERE channel = $1 ORDER BY id DESC LIMIT 1",
		[]any{string(ch)}, displayFields(&d)...)
	return d, ok, s.readError(err)
}

// Behind returns the encounters with something left to show, the oldest first: those of channel ch, or of every channel
// if ch is empty.
func (s *Store) Behind(ctx context.Context, ch snowflake.Channel) ([]Display, error) {
	if ch == "" {
		return s.displays(ctx, behindQuery)
	}
	return s.displays(ctx, BehindInQuery, string(ch))
}

// Due returns the open encounters whose turn reminder is due at the given time. One that is paused is due once the pause has ended.
func (s *Store) Due(ctx context.Context, now time.Time) ([]Display, error) {
	return s.displays(ctx, DueQuery, now.UnixMilli())
}

func (s *Store) displays(ctx context.Context, query string, args ...any) ([]Display, error) {
	out, err := Select(s.query(ctx), query, args, displayFields)
	return out, s.readError(err)
}

// isBehind is [Display.Behind] in SQL.
const isBehind = "(board_seq < last OR turn <> 0 AND announced <> turn AND ended = 0 AND paused = 0)"

// The statements that read what is to be shown. Those with an upper-case name have to find their rows by an index, in every
// database.
const (
	behindQuery   = "SELECT " + displayColumns + " FROM encounters WHERE " + isBehind + " ORDER BY id"
	BehindInQuery = "SELECT " + displayColumns + " FROM encounters WHERE channel = $1 AND " + isBehind + " ORDER BY id"
	DueQuery      = "SELECT " + displayColumns + " FROM encounters WHERE remind > 0 AND remind <= $1 AND ended = 0 AND paused = 0 ORDER BY remind"
)

// ErrOutdated is returned by [Store.SaveDisplay] if another value than was is stored by now; nothing was changed.
var ErrOutdated = errors.New("store: the display was changed in the meantime")

// SaveDisplay stores how far the encounter has been shown: the fields Card, CardSeq, Announced, Shown and Remind
// of next. was is the value that next was made from; if any of these fields has changed since, the error is
// [ErrOutdated]. The other fields only identify the encounter. A missing encounter is an error; other errors are those
// of [Store.Update].
func (s *Store) SaveDisplay(ctx context.Context, was, next Display) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	s.queue.expect()
	return s.patiently(ctx, func() error { return s.queue.put(&Change{Shown: &Shown{was, next}}) })
}

// saveDisplayQuery is the statement for a [Shown]. It changes one row, or none if the display has changed.
const saveDisplayQuery = `UPDATE encounters SET board = $1, board_seq = $2, announced = $3, announcement = $4, remind = $5
	WHERE id = $6 AND board = $7 AND board_seq = $8 AND announced = $9 AND announcement = $10 AND remind = $11`

// saveDisplay stores how far an encounter has been shown.
func (t *Tx) saveDisplay(s *Shown) error {
	was, next := s.Was, s.Next
	n, err := t.Affect(saveDisplayQuery, string(next.Card), next.CardSeq, int64(next.Announced), next.Shown, next.Remind,
		next.Encounter, string(was.Card), was.CardSeq, int64(was.Announced), was.Shown, was.Remind)
	if err != nil || n == 1 {
		return err
	}
	there, err := t.Get("SELECT id FROM encounters WHERE id = $1", []any{next.Encounter}, new(int64))
	switch {
	case err != nil:
		return err
	case !there:
		return fmt.Errorf("store: no encounter %d", next.Encounter)
	}
	return ErrOutdated
}
