package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"roundel/engine"
)

const displayColumns = "id, channel, ended, last, turn, paused, board, board_seq, announced, announcement, remind"

func displayFields(d *Display) []any {
	return []any{&d.Encounter, &d.Channel, &d.Ended, &d.Seq, &d.Turn, &d.Paused, &d.Board, &d.BoardSeq, &d.Announced, &d.Announcement,
		&d.Remind}
}

// Display returns how far the channel's latest encounter has been shown, an ended one included; ok is false when the
// channel never had one.
func (s *Store) Display(ctx context.Context, ch engine.ChannelID) (d Display, ok bool, err error) {
	t := &tx{ctx: ctx, q: s.readDB}
	ok, err = t.get("SELECT "+displayColumns+" FROM encounters WHERE channel = ? ORDER BY id DESC LIMIT 1",
		[]any{string(ch)}, displayFields(&d)...)
	if err != nil {
		return Display{}, false, s.readError(err)
	}
	return d, ok, nil
}

// Behind returns every encounter of which something has still to be shown, the oldest first: those of one channel, or
// of all when it is empty.
func (s *Store) Behind(ctx context.Context, ch engine.ChannelID) ([]Display, error) {
	if ch == "" {
		return s.displays(ctx, behindQuery)
	}
	return s.displays(ctx, behindInQuery, string(ch))
}

// Due returns the open encounters whose turn is to be reminded of by now.
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

// ErrOutdated: the state that [Store.SaveDisplay] was to replace is no longer the stored one; nothing was changed.
var ErrOutdated = errors.New("store: something else was shown meanwhile")

// SaveDisplay stores how far the encounter has been shown: Board, BoardSeq, Announced, Announcement and Remind of next.
// was is the state that next was made from: when any of these fields has changed since, the error is [ErrOutdated]. The
// other fields only say which encounter it is. An encounter that is not there is an error; the others are those of
// [Store.Update].
func (s *Store) SaveDisplay(ctx context.Context, was, next Display) error {
	return s.write(ctx, func(w *work) error {
		n, err := w.change(saveDisplayQuery, next.Board, next.BoardSeq, int64(next.Announced), next.Announcement, next.Remind,
			next.Encounter, was.Board, was.BoardSeq, int64(was.Announced), was.Announcement, was.Remind)
		if err != nil || n == 1 {
			return err
		}
		var there bool
		if _, err := w.get("SELECT EXISTS (SELECT 1 FROM encounters WHERE id = ?)", []any{next.Encounter}, &there); err != nil {
			return err
		}
		if !there {
			return fmt.Errorf("store: there is no encounter %d", next.Encounter)
		}
		return ErrOutdated
	})
}

const saveDisplayQuery = `UPDATE encounters SET board = ?, board_seq = ?, announced = ?, announcement = ?, remind = ?
	WHERE id = ? AND board = ? AND board_seq = ? AND announced = ? AND announcement = ? AND remind = ?`
