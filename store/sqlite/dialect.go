package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// dialect is how SQLite keeps fights. The log of all fights is one table, to whose end every entry is added, so that a command
// writes to one page of it. Each entry names the row of the one before it in the same fight, and an index has the row of
// every 32nd entry of an open fight.
type dialect struct {
	schema int64 // older databases are read without upgrading them
}

// tx returns a Tx on a database of this release's schema.
func tx(ctx context.Context, q store.Querier) *store.Tx {
	return store.NewTx(ctx, dialect{store.Schema}, q)
}

// chained is the first schema in which each entry names the previous entry of its fight.
const chained = 6

// Class wraps an error of SQLite.
func (dialect) Class(err error) error { return classed(err) }

// Lock does nothing: SQLite runs one transaction that writes at a time.
func (dialect) Lock(*store.Tx, string) error { return nil }

// Columns returns the names of the stored columns of a table.
func (dialect) Columns(t *store.Tx, table string) ([]string, error) {
	return store.Select(t, "SELECT name FROM pragma_table_info($1)", []any{table}, store.Only[string])
}

// Tail returns the column tail.
func (d dialect) Tail() string {
	if d.schema < chained {
		return "0"
	}
	return "tail"
}

// Move writes the new entries, and then the row with the place of the last one. Most commands only take the fight one step on; a
// statement for that has constants in place of parameters, each of which costs a call into C.
func (d dialect) Move(t *store.Tx, c *store.FightChange, at time.Time) (bool, error) {
	for i := range c.Rows {
		if err := d.Append(t, &c.After, &c.Rows[i]); err != nil {
			return false, err
		}
	}
	f, v := &c.After, c.Columns(at)
	if v.Head == v.Last && len(c.Fight.Redo) == 0 && !c.Paused && !c.Fight.Ended {
		n, err := t.Affect(`UPDATE encounters SET head = $1, depth = $2, last = $1, tail = $3, redo = '[]', turn = $4, paused = 0
			WHERE id = $5 AND last = $6 AND ended = 0`, v.Head, v.Depth, f.Tail, v.Turn, f.ID, c.Was)
		return n == 1, err
	}
	if v.Ended == 0 { // the column ended stays as it is, because it is in two indexes
		n, err := t.Affect(`UPDATE encounters SET head = $1, depth = $2, last = $3, tail = $4, redo = $5, turn = $6, paused = $7
			WHERE id = $8 AND last = $9 AND ended = 0`, v.Head, v.Depth, v.Last, f.Tail, v.Redo, v.Turn, v.Paused, f.ID, c.Was)
		return n == 1, err
	}
	n, err := t.Affect(`UPDATE encounters SET head = $1, depth = $2, last = $3, tail = $4, redo = $5, turn = 0, paused = 0, ended = 1, ended_at = $6
		WHERE id = $7 AND last = $8 AND ended = 0`, v.Head, v.Depth, v.Last, f.Tail, v.Redo, v.EndedAt, f.ID, c.Was)
	return n == 1, err
}

// indexEvery is the number of entries between two rows of the index, and so the most that are read to find a single entry.
const indexEvery = 32

// insertEntry is the beginning of the statements that add an entry.
const insertEntry = "INSERT INTO entries (encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events) VALUES "

// Append adds an entry, and its row to the index if one is due. The table of the index is called marks.
func (dialect) Append(t *store.Tx, f *store.Fight, r *store.Row) (err error) {
	at, by, data := r.At.UnixMilli(), string(r.By), string(r.Data)
	if r.Kind == engine.Did && r.Of == 0 {
		r.ID, err = t.Insert(insertEntry+"($1, $2, $3, 'did', 0, $4, $5, $6, $7, $8, $9)",
			f.ID, r.Seq, f.Tail, r.Parent, r.Depth, at, by, r.Command, data)
	} else {
		r.ID, err = t.Insert(insertEntry+"($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
			f.ID, r.Seq, f.Tail, string(r.Kind), r.Of, r.Parent, r.Depth, at, by, r.Command, data)
	}
	if err != nil {
		return err
	}
	f.Tail = r.ID
	if r.Seq%indexEvery != 0 {
		return nil
	}
	return t.Exec("INSERT INTO marks (encounter, seq, entry) VALUES ($1, $2, $3)", f.ID, r.Seq, r.ID)
}

// backwards selects a row of the log and the earlier entries of the same fight, down to the entry with a given number.
const backwards = `WITH RECURSIVE way AS (
	SELECT * FROM entries WHERE id = $1 AND encounter = $2
	UNION ALL
	SELECT entries.* FROM way CROSS JOIN entries ON entries.id = way.prev
	WHERE way.seq > $3 AND entries.encounter = way.encounter AND entries.seq = way.seq - 1
) SELECT ` + store.RowColumns + `, id FROM way`

// Entries reads entries backwards from the last one, or from a later one that is easier to find.
func (d dialect) Entries(t *store.Tx, f *store.Fight, first int64, last store.Row) ([]store.Row, error) {
	if d.schema < chained {
		return d.unchained(t, f, first, last.Seq)
	}
	from, err := last.ID, error(nil)
	if from == 0 {
		if from, err = d.near(t, f, last.Seq); err != nil {
			return nil, err
		}
	}
	var out []store.Row
	err = t.Each(backwards, []any{from, f.ID, first}, func(rows *sql.Rows) error {
		var id int64
		r, err := store.ScanRow(rows, &id)
		r.ID = id
		if r.Seq <= last.Seq {
			out = append(out, r)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(out) == 0 || out[0].Seq != last.Seq {
		return nil, fmt.Errorf("%w: encounter %d has no entry %d in row %d", store.ErrDamaged, f.ID, last.Seq, from)
	}
	slices.Reverse(out)
	if out[0].Seq > first {
		return nil, fmt.Errorf("%w: encounter %d: entry %d is missing", store.ErrDamaged, f.ID, out[0].Seq-1)
	}
	return out, nil
}

// near returns a row to start from to get to an entry, not many entries after it.
func (dialect) near(t *store.Tx, f *store.Fight, seq int64) (row int64, err error) {
	row = f.Tail
	if seq < f.Last {
		_, err = t.Get("SELECT entry FROM marks WHERE encounter = $1 AND seq >= $2 ORDER BY seq LIMIT 1", []any{f.ID, seq}, &row)
	}
	return row, err
}

// unchained reads entries of a database of an older schema.
func (dialect) unchained(t *store.Tx, f *store.Fight, first, last int64) ([]store.Row, error) {
	var out []store.Row
	err := t.Each("SELECT "+store.RowColumns+" FROM entries WHERE encounter = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq", []any{f.ID, first, last},
		func(rows *sql.Rows) error {
			r, err := store.ScanRow(rows)
			out = append(out, r)
			return err
		})
	return out, err
}

// Outline reads the row, the number and the parent of every entry of the log.
func (dialect) Outline(t *store.Tx, f *store.Fight) ([]store.Row, error) {
	out, err := store.Select(t, `WITH RECURSIVE way AS (
		SELECT id, seq, prev, parent FROM entries WHERE id = $1 AND encounter = $2
		UNION ALL
		SELECT entries.id, entries.seq, entries.prev, entries.parent FROM way CROSS JOIN entries ON entries.id = way.prev
		WHERE entries.encounter = $3 AND entries.seq = way.seq - 1
	) SELECT id, seq, parent FROM way`, []any{f.Tail, f.ID, f.ID}, func(r *store.Row) []any { return []any{&r.ID, &r.Seq, &r.Parent} })
	if err != nil {
		return nil, err
	}
	slices.Reverse(out)
	if len(out) == 0 || out[0].Seq != 1 {
		return nil, fmt.Errorf("%w: encounter %d: its log lacks an entry", store.ErrDamaged, f.ID)
	}
	return out, nil
}

const commandsInFight = `WITH RECURSIVE way AS (
	SELECT entries.id, prev, at, by_user, command FROM encounters JOIN entries ON entries.id = tail WHERE encounters.id = $1
	UNION ALL
	SELECT entries.id, entries.prev, entries.at, entries.by_user, entries.command
	FROM way CROSS JOIN entries ON entries.id = way.prev
) SELECT at, command FROM way WHERE by_user = $2 LIMIT $3`

// Commands calls scan for the latest commands of a user.
func (dialect) Commands(t *store.Tx, fight int64, by snowflake.User, limit int, scan func(*sql.Rows) error) error {
	return t.Each(commandsInFight, []any{fight, by, limit}, scan)
}

// Ended deletes the index of a fight.
func (dialect) Ended(t *store.Tx, fight int64) error {
	return t.Exec("DELETE FROM marks WHERE encounter = $1", fight)
}

// Delete deletes a log.
func (dialect) Delete(t *store.Tx, fight int64) error {
	return t.Exec(`WITH RECURSIVE way(id) AS (
		SELECT tail FROM encounters WHERE id = $1
		UNION ALL
		SELECT prev FROM way CROSS JOIN entries ON entries.id = way.id WHERE prev > 0
	) DELETE FROM entries WHERE id IN way`, fight)
}

// Verify returns an error unless the index has exactly the entries that it should.
func (d dialect) Verify(t *store.Tx, f *store.Fight, rows []store.Row) error {
	if d.schema < chained {
		return nil
	}
	want := map[int64]int64{}
	for _, r := range rows {
		if r.Seq%indexEvery == 0 && !f.Ended {
			want[r.Seq] = r.ID
		}
	}
	err := t.Each("SELECT seq, entry FROM marks WHERE encounter = $1", []any{f.ID}, func(rows *sql.Rows) error {
		var seq, id int64
		if err := rows.Scan(&seq, &id); err != nil {
			return err
		}
		switch {
		case f.Ended:
			return errors.New("it has ended, but still has an index")
		case want[seq] != id:
			return fmt.Errorf("the index has the wrong row for entry %d", seq)
		}
		delete(want, seq)
		return nil
	})
	if err == nil && len(want) > 0 {
		err = fmt.Errorf("%d of its entries are missing from the index", len(want))
	}
	return err
}

// Importing has nothing to do: a transaction that writes is the only one.
func (dialect) Importing(*store.Tx) error { return nil }

// Imported stores where the logs end.
func (dialect) Imported(t *store.Tx) error {
	return t.Exec(`UPDATE encounters SET tail = newest.id FROM (SELECT encounter, max(id) AS id FROM entries GROUP BY encounter) AS newest
		WHERE newest.encounter = encounters.id`)
}
