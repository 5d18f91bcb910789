package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"roundel/engine"
)

// Display is how far people have been shown a channel's latest encounter, ended ones included. What still has to be
// said follows from it and the state, so that a restart only delays it.
type Display struct {
	Encounter int64 // the encounter's own number
	Channel   engine.ChannelID
	Ended     bool
	Seq       int64         // the last entry of the log
	Turn      engine.TurnID // the current turn; 0: it is no one's turn
	Paused    bool

	Card      string        // reference of the message that shows the fight; empty: none yet
	CardSeq   int64         // the entry it shows
	Announced engine.TurnID // the turn of the last message that was posted for a turn
	Shown     string        // what else has to be known about the messages; the store does not read it
	Remind    int64         // when to remind of that turn, Unix milliseconds; 0: not any more
}

// Behind reports whether something still has to be shown.
func (d Display) Behind() bool {
	return d.CardSeq < d.Seq || d.Turn != 0 && d.Announced != d.Turn && !d.Ended && !d.Paused
}

const displayColumns = "id, channel, ended, last, turn, paused, board, board_seq, announced, announcement, remind"

func displayFields(d *Display) []any {
	return []any{&d.Encounter, &d.Channel, &d.Ended, &d.Seq, &d.Turn, &d.Paused, &d.Card, &d.CardSeq, &d.Announced, &d.Shown,
		&d.Remind}
}

// Display returns how far the channel's latest encounter, open or ended, has been shown. ok is false if the channel never
// had one.
func (s *Store) Display(ctx context.Context, ch engine.ChannelID) (d Display, ok bool, err error) {
	t := &tx{ctx: ctx, q: s.readDB}
	ok, err = t.get("SELECT "+displayColumns+" FROM encounters WHERE channel = ? ORDER BY id DESC LIMIT 1",
		[]any{string(ch)}, displayFields(&d)...)
	if err != nil {
		return Display{}, false, s.readError(err)
	}
	return d, ok, nil
}

// Behind returns the encounters with something left to show, the oldest first: those of channel ch, or of every channel
// if ch is empty.
func (s *Store) Behind(ctx context.Context, ch engine.ChannelID) ([]Display, error) {
	if ch == "" {
		return s.displays(ctx, behindQuery)
	}
	return s.displays(ctx, behindInQuery, string(ch))
}

// Due returns the open encounters whose turn reminder is due at the given time.
func (s *Store) Due(ctx context.Context, now time.Time) ([]Display, error) {
	return s.displays(ctx, dueQuery, now.UnixMilli())
}

func (s *Store) displays(ctx context.Context, query string, args ...any) ([]Display, error) {
	var out []Display
	t := &tx{ctx: ctx, q: s.readDB}
	err := t.each(query, args, func(rows *sql.Rows) error {
		var d Display
		if err := rows.Scan(displayFields(&d)...); err != nil {
			return err
		}
		out = append(out, d)
		return nil
	})
	if err != nil {
		return nil, s.readError(err)
	}
	return out, nil
}

const (
	behindQuery   = "SELECT " + displayColumns + " FROM encounters WHERE behind = 1 ORDER BY id"
	behindInQuery = "SELECT " + displayColumns + " FROM encounters WHERE channel = ? AND behind = 1 ORDER BY id"
	dueQuery      = "SELECT " + displayColumns + " FROM encounters WHERE remind > 0 AND remind <= ? AND ended = 0 ORDER BY remind"
)

// ErrOutdated is returned by [Store.SaveDisplay] when was is no longer the stored value; nothing was changed.
var ErrOutdated = errors.New("store: the display was changed in the meantime")

// SaveDisplay stores how far the encounter has been shown: the fields Card, CardSeq, Announced, Shown and Remind
// of next. was is the value that next was made from; if any of these fields has changed since, the error is
// [ErrOutdated]. The other fields only identify the encounter. A missing encounter is an error; other errors are those
// of [Store.Update].
func (s *Store) SaveDisplay(ctx context.Context, was, next Display) error {
	return s.write(ctx, func(w *work) error {
		n, err := w.change(saveDisplayQuery, next.Card, next.CardSeq, int64(next.Announced), next.Shown, next.Remind,
			next.Encounter, was.Card, was.CardSeq, int64(was.Announced), was.Shown, was.Remind)
		if err != nil || n == 1 {
			return err
		}
		var there bool
		if _, err := w.get("SELECT EXISTS (SELECT 1 FROM encounters WHERE id = ?)", []any{next.Encounter}, &there); err != nil {
			return err
		}
		if !there {
			return fmt.Errorf("store: no encounter %d", next.Encounter)
		}
		return ErrOutdated
	})
}

const saveDisplayQuery = `UPDATE encounters SET board = ?, board_seq = ?, announced = ?, announcement = ?, remind = ?
	WHERE id = ? AND board = ? AND board_seq = ? AND announced = ? AND announcement = ? AND remind = ?`
