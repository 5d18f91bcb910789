package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"roundel/engine"
	"roundel/engine/codec"
	"roundel/migrations"
)

// Report is what [Check] found.
type Report struct {
	Schema     int64 // the migration applied last
	Encounters int   // ended ones included
	Open       int
	Entries    int
	Events     int
	Snapshots  int // stored states that were compared with the folded log
	Skipped    int // stored states in another release's format, which are never read
	Texts      int // of rulesets
	Faults     []string
}

// Sound reports whether no faults were found.
func (r Report) Sound() bool { return len(r.Faults) == 0 }

// String returns the counts in words.
func (r Report) String() string {
	return fmt.Sprintf("schema %d, %s (%d open), %s with %s, %s, %s", r.Schema, counted(r.Encounters, "fight", "fights"), r.Open,
		counted(r.Entries, "log entry", "log entries"), counted(r.Events, "event", "events"), counted(r.Snapshots, "snapshot", "snapshots"),
		counted(r.Texts, "ruleset text", "ruleset texts"))
}

// counted returns a number of things: "1 fight", "2 fights".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// maxFaults is the maximum number of faults in a report.
const maxFaults = 20

// Check reads a whole database without changing it. It runs SQLite's own checks and verifies for every encounter that
// each event decodes, that the log is consistent, and that folding the log gives the stored states; and that the texts of
// all rulesets that fights and servers refer to are there, unchanged. The database may be
// open in this process or another; Check sees a single snapshot of it. Faults in its contents go into the report. An
// error means that it could not be read: it is missing or not a Roundel database, [ErrDamaged], or [ErrNewer].
func Check(ctx context.Context, path string) (r Report, err error) {
	db, version, err := openForReading(ctx, path)
	if err != nil {
		return Report{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	dbtx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return Report{}, classed(err)
	}
	defer func() { _ = dbtx.Rollback() }() // nothing was written
	c := &checker{ctx: ctx, q: dbtx, codec: codec.New()}
	c.report.Schema = version
	if err := c.all(); err != nil {
		return Report{}, err
	}
	return c.report, nil
}

// openForReading opens an existing Roundel database that passes SQLite's quick check, and returns its schema version.
func openForReading(ctx context.Context, path string) (*sql.DB, int64, error) {
	version, err := inspect(ctx, path, migrations.Files())
	switch {
	case err != nil:
		return nil, 0, err
	case version <= 0:
		return nil, 0, fmt.Errorf("store: no database at %s", path)
	}
	db, err := sql.Open("sqlite3", dsn(path, readOptions))
	if err != nil {
		return nil, 0, fmt.Errorf("store: %w", err)
	}
	return db, version, nil
}

// checker collects the faults of one database.
type checker struct {
	ctx    context.Context
	q      querier
	codec  *codec.Codec
	report Report
	have   map[string]bool // the hashes of the stored texts of rulesets
}

func (c *checker) tx() *tx { return &tx{ctx: c.ctx, q: c.q} }

func (c *checker) fault(format string, args ...any) {
	if len(c.report.Faults) < maxFaults {
		c.report.Faults = append(c.report.Faults, fmt.Sprintf(format, args...))
	}
}

func (c *checker) all() error {
	for _, query := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
		`SELECT 'table ' || "table" || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check`,
	} {
		if err := c.tx().each(query, nil, func(rows *sql.Rows) error {
			var text string
			err := rows.Scan(&text)
			c.fault("SQLite: %s", text)
			return err
		}); err != nil {
			return err
		}
	}
	var err error
	if c.have, err = c.texts(); err != nil {
		return err
	}
	if err := c.prepared(); err != nil {
		return err
	}
	list, err := c.encounters()
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := c.encounter(e); err != nil {
			if c.ctx.Err() != nil {
				return err
			}
			c.fault("encounter %d: %v", e.id, err)
		}
	}
	if !c.report.Sound() {
		return nil
	}
	var n int
	if _, err := c.tx().get("SELECT count(*) FROM entries", nil, &n); err != nil {
		return err
	}
	if n != c.report.Entries {
		c.fault("the log has %d entries, but the encounters have %d", n, c.report.Entries)
	}
	return nil
}

// chained is the first schema in which each entry names the previous entry of its fight.
const chained = 6

// rows reads the whole log of an encounter.
func (c *checker) rows(j *journal) ([]row, error) {
	if c.report.Schema >= chained {
		return j.rows(0)
	}
	var out []row
	err := c.tx().each("SELECT "+rowColumns+", 0 FROM entries WHERE encounter = ? ORDER BY seq", []any{j.enc.id}, func(rows *sql.Rows) error {
		r, err := scanRow(rows)
		out = append(out, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return j.decoded(out)
}

func (c *checker) encounters() ([]*encounter, error) {
	var out []*encounter
	tail, text := "tail", "coalesce(text_hash, '')"
	if c.report.Schema < chained {
		tail = "0"
	}
	if c.report.Schema < texted {
		text = "''"
	}
	err := c.tx().each("SELECT id, head, depth, last, "+tail+", redo, ended, "+text+" FROM encounters ORDER BY id", nil, func(rows *sql.Rows) error {
		var e encounter
		var redo string
		if err := rows.Scan(&e.id, &e.head, &e.depth, &e.last, &e.tail, &redo, &e.ended, &e.text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(redo), &e.redo); err != nil {
			c.fault("encounter %d: its redo list is not valid: %v", e.id, err)
		}
		out = append(out, &e)
		return nil
	})
	return out, err
}

// encounter checks one fight and returns its first fault.
func (c *checker) encounter(e *encounter) error {
	c.report.Encounters++
	if !e.ended {
		c.report.Open++
	}
	j := &journal{tx: c.tx(), codec: c.codec, enc: e}
	rows, err := c.rows(j)
	if err != nil {
		return err
	}
	c.report.Entries += len(rows)
	for _, r := range rows {
		c.report.Events += len(r.events)
	}
	if err := walk(rows, e); err != nil {
		return err
	}
	if err := bounds(rows, e); err != nil {
		return err
	}
	if err := c.text(e, rows); err != nil {
		return err
	}
	if err := c.participants(e, rows); err != nil {
		return err
	}
	if e.ended {
		if err := c.none(e); err != nil {
			return err
		}
		return folding(func() error { return replay(rows, func(row, *engine.State) error { return nil }) })
	}
	if err := c.index(e, rows); err != nil {
		return err
	}
	return c.states(e, rows)
}

// bounds returns an error unless a fight is started by its first entry and no other, and ended by its last entry if and
// only if it is closed.
func bounds(rows []row, e *encounter) error {
	if len(rows[0].events) == 0 || !is[engine.EncounterStarted](rows[0].events[0]) {
		return errors.New("its first entry does not start it")
	}
	ended := false
	for i, r := range rows {
		switch {
		case ended:
			return fmt.Errorf("entry %d comes after the one that ends it", r.seq)
		case i > 0 && slices.ContainsFunc(r.events, is[engine.EncounterStarted]):
			return fmt.Errorf("entry %d starts it a second time", r.seq)
		}
		ended = r.kind == engine.Did && slices.ContainsFunc(r.events, is[engine.EncounterEnded])
	}
	switch {
	case e.ended && !ended:
		return errors.New("it is closed, but its log does not end it")
	case ended && !e.ended:
		return errors.New("its log ends it, but it is not closed")
	}
	return nil
}

// states returns an error unless folding the log of an open fight gives its stored states.
func (c *checker) states(e *encounter, rows []row) error {
	current, query, err := c.current(e, rows)
	if err != nil {
		return err
	}
	kept, err := c.checkpoints(e, rows)
	if err != nil {
		return err
	}
	return folding(func() error {
		return replay(rows, func(r row, s *engine.State) error {
			if r.seq == current {
				if err := c.compare(s, "its state", query, e.id); err != nil {
					return err
				}
			}
			if !kept[r.seq] {
				return nil
			}
			return c.compare(s, fmt.Sprintf("the checkpoint at entry %d", r.seq),
				"SELECT data FROM checkpoints WHERE encounter = ? AND seq = ?", e.id, r.seq)
		})
	})
}

// folding calls fold on a log that may hold anything, and returns a panic of the engine as an error.
func folding(fold func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("its log cannot be folded: %v", value)
		}
	}()
	return fold()
}

// current returns the entry of the stored state, which may be a few entries older than the newest one, and the query
// that reads the state.
func (c *checker) current(e *encounter, rows []row) (seq int64, query string, err error) {
	seq, query = e.last, "data"
	columns, err := columnsOf(c.tx(), "states")
	if err != nil {
		return 0, "", err
	}
	if slices.Contains(columns, "seq") { // since schema 4
		query = currentData
		if _, err := c.tx().get("SELECT seq FROM states WHERE encounter = ?", []any{e.id}, &seq); err != nil {
			return 0, "", err
		}
	}
	if seq < 1 || seq > e.last {
		return 0, "", fmt.Errorf("its state belongs to entry %d, which does not exist", seq)
	}
	for _, r := range rows[seq:] {
		if r.of != 0 {
			return 0, "", fmt.Errorf("its state belongs to entry %d, before the undo or redo in entry %d", seq, r.seq)
		}
	}
	return seq, "SELECT " + query + " FROM states WHERE encounter = ?", nil
}

// index returns an error unless the index (the table marks) has exactly the entries that it should.
func (c *checker) index(e *encounter, rows []row) error {
	if c.report.Schema < chained {
		return nil
	}
	want := map[int64]int64{}
	for _, r := range rows {
		if r.seq%indexEvery == 0 {
			want[r.seq] = r.id
		}
	}
	err := c.tx().each("SELECT seq, entry FROM marks WHERE encounter = ?", []any{e.id}, func(rows *sql.Rows) error {
		var seq, id int64
		if err := rows.Scan(&seq, &id); err != nil {
			return err
		}
		if want[seq] != id {
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

// enlisted is the first schema with a list of participants.
const enlisted = 7

// participants returns an error unless the list of participants has exactly the users with entries in the log.
func (c *checker) participants(e *encounter, rows []row) error {
	if c.report.Schema < enlisted {
		return nil
	}
	want := map[string]bool{}
	for _, r := range rows {
		want[string(r.by)] = true
	}
	err := c.tx().each("SELECT user FROM participants WHERE encounter = ?", []any{e.id}, func(rows *sql.Rows) error {
		var user string
		if err := rows.Scan(&user); err != nil {
			return err
		}
		if !want[user] {
			return fmt.Errorf("its list of participants has user %s, who has no entry in the log", user)
		}
		delete(want, user)
		return nil
	})
	if err == nil && len(want) > 0 {
		err = fmt.Errorf("its list of participants lacks %d users with entries in the log", len(want))
	}
	return err
}

// none returns an error if an ended fight still has states or an index.
func (c *checker) none(e *encounter) error {
	var n int
	query := "SELECT (SELECT count(*) FROM states WHERE encounter = ?1) + (SELECT count(*) FROM checkpoints WHERE encounter = ?1)"
	if c.report.Schema >= chained {
		query += " + (SELECT count(*) FROM marks WHERE encounter = ?1)"
	}
	_, err := c.tx().get(query, []any{e.id}, &n)
	if err == nil && n > 0 {
		err = errors.New("it has ended, but still has states or index rows")
	}
	return err
}

// checkpoints returns the entries that have a checkpoint.
func (c *checker) checkpoints(e *encounter, rows []row) (map[int64]bool, error) {
	out := map[int64]bool{}
	err := c.tx().each("SELECT seq FROM checkpoints WHERE encounter = ?", []any{e.id}, func(found *sql.Rows) error {
		var seq int64
		if err := found.Scan(&seq); err != nil {
			return err
		}
		if seq < 1 || seq > int64(len(rows)) || rows[seq-1].kind != engine.Did {
			return fmt.Errorf("it has a checkpoint at entry %d, where there cannot be one", seq)
		}
		out[seq] = true
		return nil
	})
	return out, err
}

// compare returns an error unless a stored state is equal to the folded one.
func (c *checker) compare(want *engine.State, what, query string, args ...any) error {
	var data []byte
	ok, err := c.tx().get(query, args, &data)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s is missing", what)
	}
	got, ok, err := c.codec.DecodeState(data)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if !ok {
		c.report.Skipped++
		return nil
	}
	folded, err := c.codec.EncodeState(want)
	if err != nil {
		return err
	}
	stored, err := c.codec.EncodeState(got)
	if err != nil {
		return err
	}
	if !bytes.Equal(folded, stored) {
		return fmt.Errorf("%s does not match its log", what)
	}
	c.report.Snapshots++
	return nil
}

// walk follows a log from its first entry and returns an error unless it leads to the encounter's stored head, depth and
// redo list.
func walk(rows []row, e *encounter) error {
	var head int64
	var redo []int64
	for i, r := range rows {
		if r.seq != int64(i+1) {
			return fmt.Errorf("entry %d is missing", i+1)
		}
		var ok bool
		switch r.kind {
		case engine.Did:
			ok = r.parent == head && r.depth == depthAt(rows, head)+1
			head, redo = r.seq, nil
		case engine.Undid:
			if ok = r.of == head && head > 0 && rows[head-1].parent > 0; ok {
				head, redo = rows[head-1].parent, append(redo, r.of)
			}
		case engine.Redid:
			n := len(redo)
			if ok = n > 0 && redo[n-1] == r.of; ok {
				head, redo = r.of, redo[:n-1]
			}
		case engine.Noted:
			ok = true
		}
		if !ok {
			return fmt.Errorf("entry %d (%s) does not follow from the entries before it", r.seq, r.kind)
		}
	}
	switch {
	case head == 0:
		return errors.New("it has no log")
	case e.last != int64(len(rows)):
		return fmt.Errorf("it has %d entries, but should have %d", len(rows), e.last)
	case e.head != head, e.depth != depthAt(rows, head):
		return fmt.Errorf("its log leads to entry %d, but it is stored as being at entry %d", head, e.head)
	case !slices.Equal(redo, e.redo):
		return fmt.Errorf("its log leaves entries %v to redo, but %v are stored", redo, e.redo)
	}
	return nil
}

func depthAt(rows []row, seq int64) int64 {
	if seq == 0 {
		return 0
	}
	return rows[seq-1].depth
}
