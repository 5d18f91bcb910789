package postgres

import (
	"database/sql"
	"fmt"
	"strings"
	"time"

	"roundel/snowflake"
	"roundel/store"
)

// dialect is how PostgreSQL keeps fights: an entry is found by the number of its fight and its own.
type dialect struct{}

// Class wraps an error of PostgreSQL.
func (dialect) Class(err error) error { return classed(err) }

// Lock takes a lock that the end of the transaction releases. Two names may have the same lock, which only makes one wait longer.
func (dialect) Lock(t *store.Tx, name string) error {
	_, err := t.Get("SELECT pg_advisory_xact_lock(hashtextextended($1, $2)) IS NULL", []any{name, int64(namesSeed)}, new(bool))
	return err
}

// namesSeed keeps the locks of names apart from those of claims.
const namesSeed = 0x6e616d6573

// Columns returns the names of the columns of a table.
func (dialect) Columns(t *store.Tx, table string) ([]string, error) {
	return store.Select(t, `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
		[]any{table}, store.Only[string])
}

// Tail returns what stands for the column that SQLite needs.
func (dialect) Tail() string { return "0" }

// Move writes the row, if it is still the one from which the change was made, and then the new entries.
func (d dialect) Move(t *store.Tx, c *store.FightChange, at time.Time) (bool, error) {
	v := c.Columns(at)
	n, err := t.Affect(`UPDATE encounters SET head = $1, depth = $2, last = $3, redo = $4, turn = $5, paused = $6, ended = $7, ended_at = $8
		WHERE id = $9 AND last = $10 AND ended <> 1`, v.Head, v.Depth, v.Last, v.Redo, v.Turn, v.Paused, v.Ended, v.EndedAt, c.After.ID, c.Was)
	if err != nil || n != 1 {
		return false, err
	}
	for i := range c.Rows {
		if err := d.Append(t, &c.After, &c.Rows[i]); err != nil {
			return false, err
		}
	}
	return true, nil
}

// Append adds an entry.
func (dialect) Append(t *store.Tx, f *store.Fight, r *store.Row) error {
	return t.Exec(`INSERT INTO entries (encounter, seq, kind, of_entry, parent, depth, at, by_user, command, events)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, f.ID, r.Seq, string(r.Kind), r.Of, r.Parent, r.Depth,
		r.At.UnixMilli(), string(r.By), text(r.Command), string(r.Data))
}

// text returns s as PostgreSQL can store it: valid UTF-8 without the character 0.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "�"), "\x00", "�")
}

// Entries reads entries.
func (dialect) Entries(t *store.Tx, f *store.Fight, first int64, last store.Row) ([]store.Row, error) {
	var out []store.Row
	err := t.Each("SELECT "+store.RowColumns+" FROM entries WHERE encounter = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq", []any{f.ID, first, last.Seq},
		func(rows *sql.Rows) error {
			r, err := store.ScanRow(rows)
			out = append(out, r)
			return err
		})
	if err != nil {
		return nil, err
	}
	for i, r := range out {
		if r.Seq != first+int64(i) {
			return nil, lacks(f, first+int64(i))
		}
	}
	if n := int64(len(out)); n < last.Seq-first+1 {
		return nil, lacks(f, first+n)
	}
	return out, nil
}

// lacks returns the error for a log without one of its entries.
func lacks(f *store.Fight, seq int64) error {
	return fmt.Errorf("%w: encounter %d: entry %d is missing", store.ErrDamaged, f.ID, seq)
}

// Outline reads the number and the parent of every entry.
func (dialect) Outline(t *store.Tx, f *store.Fight) ([]store.Row, error) {
	out, err := store.Select(t, "SELECT seq, parent FROM entries WHERE encounter = $1 ORDER BY seq", []any{f.ID},
		func(r *store.Row) []any { return []any{&r.Seq, &r.Parent} })
	if err != nil {
		return nil, err
	}
	for i, r := range out {
		if r.Seq != int64(i+1) {
			return nil, lacks(f, int64(i+1))
		}
	}
	if int64(len(out)) < f.Last {
		return nil, lacks(f, int64(len(out)+1))
	}
	return out, nil
}

// Commands calls scan for the latest commands of a user.
func (dialect) Commands(t *store.Tx, fight int64, by snowflake.User, limit int, scan func(*sql.Rows) error) error {
	return t.Each("SELECT at, command FROM entries WHERE encounter = $1 AND by_user = $2 ORDER BY seq DESC LIMIT $3", []any{fight, string(by), limit}, scan)
}

// Ended does nothing: nothing but the log itself is kept.
func (dialect) Ended(*store.Tx, int64) error { return nil }

// Delete deletes a log.
func (dialect) Delete(t *store.Tx, fight int64) error {
	return t.Exec("DELETE FROM entries WHERE encounter = $1", fight)
}

// Verify does nothing: nothing but the log itself is kept.
func (dialect) Verify(*store.Tx, *store.Fight, []store.Row) error { return nil }

// Importing makes a second import wait for the first, and then find that the database is not empty.
func (dialect) Importing(t *store.Tx) error {
	return t.Exec("LOCK TABLE encounters, entries, ruleset_texts, settings, characters, preferences, rolls, monsters, prepared, parties, server_rulesets IN SHARE ROW EXCLUSIVE MODE")
}

// Imported makes the next fight get the number after the last one.
func (dialect) Imported(t *store.Tx) error {
	_, err := t.Get("SELECT setval(pg_get_serial_sequence('encounters', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM encounters), false)", nil, new(int64))
	return err
}
