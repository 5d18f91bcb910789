package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"roundel/engine"
)

// These are the statements for fights. A journal decides what they read and write, and has no statements of its own.

// noRedo is the stored form of an empty encounter.redo.
const noRedo = "[]"

// latest reads the row of the channel's latest encounter, if it has one.
func (t *tx) latest(ch engine.ChannelID) (*encounter, error) {
	var e encounter
	var redo string
	ok, err := t.get("SELECT id, head, depth, last, tail, redo, ended FROM encounters WHERE channel = ? ORDER BY id DESC LIMIT 1",
		[]any{string(ch)}, &e.id, &e.head, &e.depth, &e.last, &e.tail, &redo, &e.ended)
	if err != nil || !ok {
		return nil, err
	}
	if redo != noRedo {
		if err := json.Unmarshal([]byte(redo), &e.redo); err != nil {
			return nil, fmt.Errorf("store: redo of encounter %d: %w", e.id, err)
		}
	}
	return &e, nil
}

const rowColumns = "seq, kind, of_entry, parent, depth, at, by_user, command, events"

// scanRow reads a row selected with rowColumns followed by its id.
func scanRow(rows *sql.Rows) (r row, err error) {
	var at int64
	err = rows.Scan(&r.seq, &r.kind, &r.of, &r.parent, &r.depth, &at, &r.by, &r.command, &r.data, &r.id)
	r.at = millis(at)
	return r, err
}

// backwards selects a row of the log and the earlier entries of the same fight, down to the entry with a given number.
const backwards = `WITH RECURSIVE way AS (
	SELECT * FROM entries WHERE id = ? AND encounter = ?
	UNION ALL
	SELECT entries.* FROM way CROSS JOIN entries ON entries.id = way.prev
	WHERE way.seq > ? AND entries.encounter = way.encounter AND entries.seq = way.seq - 1
) SELECT ` + rowColumns + `, id FROM way`

// back reads the entries of an encounter from number first to the one in row id, oldest first, without decoding their events.
func (t *tx) back(encounter, id, first int64) ([]row, error) {
	var out []row
	err := t.each(backwards, []any{id, encounter, first}, func(rows *sql.Rows) error {
		r, err := scanRow(rows)
		out = append(out, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: encounter %d has no entry in row %d", ErrDamaged, encounter, id)
	}
	slices.Reverse(out)
	if out[0].seq > first {
		return nil, fmt.Errorf("%w: encounter %d: entry %d is missing", ErrDamaged, encounter, out[0].seq-1)
	}
	return out, nil
}

// near returns a row that [tx.back] can start from to get to an entry, not many entries after it.
func (t *tx) near(e *encounter, seq int64) (row int64, err error) {
	row = e.tail
	_, err = t.get("SELECT entry FROM marks WHERE encounter = ? AND seq >= ? ORDER BY seq LIMIT 1", []any{e.id, seq}, &row)
	return row, err
}

// outline reads the row, the number and the parent of every entry of the log.
func (t *tx) outline(e *encounter) ([]row, error) {
	var out []row
	err := t.each(`WITH RECURSIVE way AS (
		SELECT id, seq, prev, parent FROM entries WHERE id = ? AND encounter = ?
		UNION ALL
		SELECT entries.id, entries.seq, entries.prev, entries.parent FROM way CROSS JOIN entries ON entries.id = way.prev
		WHERE entries.encounter = ?2 AND entries.seq = way.seq - 1
	) SELECT id, seq, parent FROM way`, []any{e.tail, e.id}, func(rows *sql.Rows) error {
		var r row
		err := rows.Scan(&r.id, &r.seq, &r.parent)
		out = append(out, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(out)
	if len(out) == 0 || out[0].seq != 1 {
		return nil, fmt.Errorf("%w: encounter %d: its log lacks an entry", ErrDamaged, e.id)
	}
	return out, nil
}

// currentData is the SQL expression for a state in the table states. A state that is also a checkpoint is stored only as
// the checkpoint.
const currentData = "iif(data <> '', data, (SELECT data FROM checkpoints AS c WHERE c.encounter = states.encounter AND c.seq = states.seq))"

// current reads the stored state of an encounter; its seq is 0 if there is none.
func (t *tx) current(encounter int64) (s stored, err error) {
	_, err = t.get("SELECT "+currentData+", seq FROM states WHERE encounter = ?", []any{encounter}, &s.data, &s.seq)
	return s, err
}

// checkpoint reads the checkpoint at an entry; its seq is 0 if there is none.
func (t *tx) checkpoint(encounter, seq int64) (s stored, err error) {
	_, err = t.get("SELECT data, seq FROM checkpoints WHERE encounter = ? AND seq = ?", []any{encounter, seq}, &s.data, &s.seq)
	return s, err
}

// openIn returns how many encounters are open in a server, one encounter aside.
func (t *tx) openIn(server engine.GuildID, aside int64) (n int, err error) {
	_, err = t.get("SELECT count(*) FROM encounters WHERE guild = ? AND ended = 0 AND id <> ?", []any{server, aside}, &n)
	return n, err
}

// store writes a change. It returns false if the encounter's newest entry is not the one from which the new entries were
// numbered; the transaction must then be rolled back. So no two entries of an encounter ever have the same number, even if
// another program writes to the file.
func (t *tx) store(c *change) (moved bool, err error) {
	if err := t.begin(c); err != nil {
		return false, err
	}
	if err := t.writeRows(c); err != nil {
		return false, err
	}
	e := c.enc
	redo := noRedo
	if len(e.redo) > 0 {
		data, err := json.Marshal(e.redo)
		if err != nil {
			return false, fmt.Errorf("store: redo of encounter %d: %w", e.id, err)
		}
		redo = string(data)
	}
	var n int64
	if e.ended {
		if err := t.clean(e); err != nil {
			return false, err
		}
		n, err = t.change(`UPDATE encounters SET head = ?, depth = ?, last = ?, tail = ?, redo = ?, turn = 0, paused = 0, ended = 1,
			ended_at = ? WHERE id = ? AND last = ?`, e.head, e.depth, e.last, e.tail, redo, c.at.UnixMilli(), e.id, c.was)
		return n == 1, err
	}
	if err := t.writePoints(e.id, c.points); err != nil {
		return false, err
	}
	if err := t.writeState(e.id, c.state); err != nil {
		return false, err
	}
	n, err = t.change(`UPDATE encounters SET head = ?, depth = ?, last = ?, tail = ?, redo = ?, turn = ?, paused = ?
		WHERE id = ? AND last = ?`, e.head, e.depth, e.last, e.tail, redo, int64(c.turn), c.paused, e.id, c.was)
	return n == 1, err
}

// begin writes the row of a new encounter, and the text of its ruleset.
func (t *tx) begin(c *change) (err error) {
	b := c.begun
	if b == nil {
		return nil
	}
	if b.text != nil {
		if err := t.keepText(b.hash, b.text); err != nil {
			return err
		}
	}
	c.enc.id, err = t.insert("INSERT INTO encounters (channel, guild, started_at, text_hash) VALUES (?, ?, ?, ?)",
		string(c.ch), b.server, c.at.UnixMilli(), sql.NullString{String: b.hash, Valid: b.hash != ""})
	return err
}

// writeRows writes the new entries, who gave them, and the index.
func (t *tx) writeRows(c *change) (err error) {
	e := c.enc
	for _, r := range c.rows {
		r.id, err = t.insert(`INSERT INTO entries (encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, e.id, r.seq, e.tail, string(r.kind), r.of, r.parent, r.depth,
			r.at.UnixMilli(), string(r.by), r.command, string(r.data))
		if err != nil {
			return err
		}
		e.tail = r.id
		if err := t.takePart(e, r.by); err != nil {
			return err
		}
		if err := t.index(e.id, r); err != nil {
			return err
		}
	}
	return nil
}

// takePart adds a user to the participants of an encounter, once.
func (t *tx) takePart(e *encounter, user engine.UserID) error {
	if slices.Contains(e.users, user) {
		return nil
	}
	e.users = append(slices.Clip(e.users), user) // copies of the encounter share the slice
	return t.exec("INSERT OR IGNORE INTO participants (encounter, user) VALUES (?, ?)", e.id, string(user))
}

// index stores the row of an entry in the index if one is due. The table of the index is called marks.
func (t *tx) index(encounter int64, r row) error {
	if r.seq%indexEvery != 0 {
		return nil
	}
	return t.exec("INSERT INTO marks (encounter, seq, entry) VALUES (?, ?, ?)", encounter, r.seq, r.id)
}

// writePoints writes new checkpoints of an encounter.
func (t *tx) writePoints(encounter int64, points []point) error {
	for _, p := range points {
		if err := t.exec("INSERT OR REPLACE INTO checkpoints (encounter, seq, data) VALUES (?, ?, ?)", encounter, p.seq, string(p.data)); err != nil {
			return err
		}
	}
	return nil
}

// writeState writes the state of an encounter, unless the stored one stays.
func (t *tx) writeState(encounter int64, s *stored) error {
	if s == nil {
		return nil
	}
	return t.exec(`INSERT INTO states (encounter, seq, data) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET seq = excluded.seq, data = excluded.data`, encounter, s.seq, string(s.data))
}

// clean deletes what an encounter that has ended no longer needs.
func (t *tx) clean(e *encounter) error {
	e.users = nil
	for _, query := range []string{"DELETE FROM states WHERE encounter = ?", "DELETE FROM checkpoints WHERE encounter = ?",
		"DELETE FROM marks WHERE encounter = ?"} {
		if err := t.exec(query, e.id); err != nil {
			return err
		}
	}
	return nil
}
