package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"roundel/engine"
)

// Overview is what can be said of a database without reading all of it.
type Overview struct {
	Kind           string // what keeps it, with its version
	Size           int64  // in bytes
	Schema, Newest int64  // the migration applied last, -1 if there is no database yet, and the last one that this release has
	InUse          bool   // the bot has it open; SQLite only
}

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

// Schema is the version of the tables of this release, in every database: the number of SQLite's newest migration.
const Schema = 11

// Check reads a whole database through q, which must show one snapshot of it, without changing it. It verifies for every fight that each
// event decodes, that the log is consistent, and that folding the log gives the stored states; that the texts of all rulesets that fights
// and servers refer to are there, unchanged; and that kept can read the values of servers and users. own is called first, to add what the
// database's own tools find. Faults in the contents go into the report. An error means that the database could not be read.
func Check(ctx context.Context, d Dialect, q Querier, schema int64, own func(t *Tx, fault func(format string, args ...any)) error, kept Reader) (Report, error) {
	c := &checker{ctx: ctx, d: d, q: q, codec: engine.New(), kept: kept, report: Report{Schema: schema}}
	if err := own(c.tx(), c.fault); err != nil {
		return Report{}, err
	}
	if err := c.all(); err != nil {
		return Report{}, err
	}
	return c.report, nil
}

// checker collects the faults of one database.
type checker struct {
	ctx    context.Context
	d      Dialect
	q      Querier
	codec  *engine.Codec
	kept   Reader
	report Report
	have   map[string]bool // the hashes of the stored texts of rulesets
}

func (c *checker) all() error {
	var err error
	if c.have, err = c.texts(); err != nil {
		return err
	}
	if err := c.keeps(); err != nil {
		return err
	}
	if err := c.numbers(); err != nil {
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
			c.fault("encounter %d: %v", e.ID, err)
		}
	}
	if !c.report.Sound() {
		return nil
	}
	var n int
	if _, err := c.tx().Get("SELECT count(*) FROM entries", nil, &n); err != nil {
		return err
	}
	if n != c.report.Entries {
		c.fault("the log has %d entries, but the encounters have %d", n, c.report.Entries)
	}
	return nil
}

// texts checks the stored texts and the servers' rulesets, and returns the hashes of the texts that are there.
func (c *checker) texts() (map[string]bool, error) {
	have := map[string]bool{}
	if c.report.Schema < texted {
		return have, nil
	}
	err := c.tx().Each("SELECT hash, text FROM ruleset_texts ORDER BY hash", nil, func(rows *sql.Rows) error {
		var hash, text string
		if err := rows.Scan(&hash, &text); err != nil {
			return err
		}
		have[hash] = true
		if err := hashed(hash, text); err != nil {
			c.fault("%v", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.report.Texts = len(have)
	return have, c.tx().Each("SELECT guild, name, hash FROM server_rulesets ORDER BY guild, name", nil, func(rows *sql.Rows) error {
		var guild, name, hash string
		err := rows.Scan(&guild, &name, &hash)
		if err == nil && !have[hash] {
			c.fault("server %s, ruleset %s: %v", guild, name, noText(hash))
		}
		return err
	})
}

// keeps checks that what servers and users keep can be read: the columns data of the tables of an archive.
func (c *checker) keeps() error {
	for _, a := range archivedTables() {
		if a.json != "data" {
			continue
		}
		columns, err := a.columns(c.tx())
		if err != nil {
			return err
		}
		if len(columns) == 0 {
			continue // an older schema
		}
		user := "''"
		if slices.Contains(columns, "user") {
			user = `"user"`
		}
		if err := c.tx().Each("SELECT guild, "+user+", data FROM "+a.table+" ORDER BY "+a.order, nil, func(rows *sql.Rows) error {
			var guild, user string
			var data []byte
			if err := rows.Scan(&guild, &user, &data); err != nil {
				return err
			}
			if err := c.kept.read(a.table, data); err != nil {
				c.fault("server %s%s: its %s can't be read: %v", guild, ofUser(user), cmp.Or(a.holds, a.table), err)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func ofUser(user string) string {
	if user == "" {
		return ""
	}
	return ", user " + user
}

// numbers checks that the numbers of fights and of their entries leave room for more, and that their times are dates.
func (c *checker) numbers() error {
	for _, a := range archivedTables() {
		for _, column := range a.bounded {
			var n int64
			found, err := c.tx().Get("SELECT "+column+" FROM "+a.table+" WHERE "+column+" < 0 OR "+column+" > $1 LIMIT 1", []any{int64(maxNumber)}, &n)
			if err != nil {
				return err
			}
			if found {
				c.fault("column %s of %s holds %d, which Roundel doesn't write", column, a.table, n)
			}
		}
	}
	return nil
}

func (c *checker) encounters() ([]*Fight, error) {
	var out []*Fight
	text := "coalesce(text_hash, '')"
	if c.report.Schema < texted {
		text = "''"
	}
	err := c.tx().Each("SELECT id, head, depth, last, "+c.d.Tail()+", redo, ended, "+text+" FROM encounters ORDER BY id", nil, func(rows *sql.Rows) error {
		var e Fight
		var redo string
		if err := rows.Scan(&e.ID, &e.Head, &e.Depth, &e.Last, &e.Tail, &redo, &e.Ended, &e.Text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(redo), &e.Redo); err != nil {
			c.fault("encounter %d: its redo list is not valid: %v", e.ID, err)
		}
		out = append(out, &e)
		return nil
	})
	return out, err
}

// encounter checks one fight and returns its first fault.
func (c *checker) encounter(e *Fight) error {
	c.report.Encounters++
	if !e.Ended {
		c.report.Open++
	}
	j := &journal{source: &source{codec: c.codec, tx: c.tx()}, enc: e}
	rows, err := j.rows(0)
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
	if err := c.d.Verify(c.tx(), e, rows); err != nil {
		return err
	}
	if e.Ended {
		if err := c.none(e); err != nil {
			return err
		}
		return folding(func() error { return replay(rows, func(Row, *engine.State) error { return nil }) })
	}
	return c.states(e, rows)
}

// walk follows a log from its first entry and returns an error unless it leads to the encounter's stored head, depth and
// redo list.
func walk(rows []Row, e *Fight) error {
	var head int64
	var redo []int64
	for i, r := range rows {
		if r.Seq != int64(i+1) {
			return fmt.Errorf("entry %d is missing", i+1)
		}
		var ok bool
		switch r.Kind {
		case engine.Did:
			ok = r.Parent == head && r.Depth == depthAt(rows, head)+1
			head, redo = r.Seq, nil
		case engine.Undid:
			ok = r.Of == head && head > 0 && rows[head-1].Parent > 0
			if ok {
				head, redo = rows[head-1].Parent, append(redo, r.Of)
			}
		case engine.Redid:
			n := len(redo)
			ok = n > 0 && redo[n-1] == r.Of
			if ok {
				head, redo = r.Of, redo[:n-1]
			}
		case engine.Noted:
			ok = true
		}
		if !ok {
			return fmt.Errorf("entry %d (%s) does not follow from the entries before it", r.Seq, r.Kind)
		}
	}
	switch {
	case head == 0:
		return errors.New("it has no log")
	case e.Last != int64(len(rows)):
		return fmt.Errorf("it has %d entries, but should have %d", len(rows), e.Last)
	case e.Head != head, e.Depth != depthAt(rows, head):
		return fmt.Errorf("its log leads to entry %d, but it is stored as being at entry %d", head, e.Head)
	case !slices.Equal(redo, e.Redo):
		return fmt.Errorf("its log leaves entries %v to redo, but %v are stored", redo, e.Redo)
	}
	return nil
}

func depthAt(rows []Row, seq int64) int64 {
	if seq == 0 {
		return 0
	}
	return rows[seq-1].Depth
}

// bounds returns an error unless a fight is started by its first entry and no other, and ended by its last entry if and
// only if it is closed.
func bounds(rows []Row, e *Fight) error {
	if len(rows[0].events) == 0 || !is[engine.EncounterStarted](rows[0].events[0]) {
		return errors.New("its first entry does not start it")
	}
	ended := false
	for i, r := range rows {
		switch {
		case ended:
			return fmt.Errorf("entry %d comes after the one that ends it", r.Seq)
		case i > 0 && slices.ContainsFunc(r.events, is[engine.EncounterStarted]):
			return fmt.Errorf("entry %d starts it a second time", r.Seq)
		}
		ended = r.Kind == engine.Did && slices.ContainsFunc(r.events, is[engine.EncounterEnded])
	}
	switch {
	case e.Ended && !ended:
		return errors.New("it is closed, but its log does not end it")
	case ended && !e.Ended:
		return errors.New("its log ends it, but it is not closed")
	}
	return nil
}

// texted is the first schema with the texts of rulesets.
const texted = 9

// text returns an error unless a fight refers to the text that its log begins with, and that text is stored.
func (c *checker) text(e *Fight, rows []Row) error {
	want := textOf(rows)
	switch {
	case c.report.Schema < texted:
	case e.Text != want:
		return fmt.Errorf("its log begins with the ruleset text %q, but it is stored with %q", want, e.Text)
	case want != "" && !c.have[want]:
		return noText(want)
	}
	return nil
}

// enlisted is the first schema with a list of participants.
const enlisted = 7

// participants returns an error unless the list of participants has exactly the users with entries in the log.
func (c *checker) participants(e *Fight, rows []Row) error {
	if c.report.Schema < enlisted {
		return nil
	}
	want := map[string]bool{}
	for _, r := range rows {
		want[string(r.By)] = true
	}
	err := c.tx().Each(`SELECT "user" FROM participants WHERE encounter = $1`, []any{e.ID}, func(rows *sql.Rows) error {
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

// none returns an error if an ended fight still has states.
func (c *checker) none(e *Fight) error {
	var n int
	_, err := c.tx().Get(`SELECT (SELECT count(*) FROM states WHERE encounter = $1) + (SELECT count(*) FROM checkpoints WHERE encounter = $2)`,
		[]any{e.ID, e.ID}, &n)
	if err == nil && n > 0 {
		err = errors.New("it has ended, but still has states")
	}
	return err
}

// states returns an error unless folding the log of an open fight gives its stored states.
func (c *checker) states(e *Fight, rows []Row) error {
	current, query, err := c.current(e, rows)
	if err != nil {
		return err
	}
	kept, err := c.checkpoints(e, rows)
	if err != nil {
		return err
	}
	return folding(func() error {
		return replay(rows, func(r Row, s *engine.State) error {
			if r.Seq == current {
				if err := c.compare(s, "its state", query, e.ID); err != nil {
					return err
				}
			}
			if !kept[r.Seq] {
				return nil
			}
			return c.compare(s, fmt.Sprintf("the checkpoint at entry %d", r.Seq),
				"SELECT data FROM checkpoints WHERE encounter = $1 AND seq = $2", e.ID, r.Seq)
		})
	})
}

// current returns the entry of the stored state, which may be a few entries older than the newest one, and the query
// that reads the state.
func (c *checker) current(e *Fight, rows []Row) (seq int64, query string, err error) {
	seq, query = e.Last, "data"
	columns, err := c.d.Columns(c.tx(), "states")
	if err != nil {
		return 0, "", err
	}
	if slices.Contains(columns, "seq") { // since schema 4
		query = currentData
		if _, err := c.tx().Get("SELECT seq FROM states WHERE encounter = $1", []any{e.ID}, &seq); err != nil {
			return 0, "", err
		}
	}
	if seq < 1 || seq > e.Last {
		return 0, "", fmt.Errorf("its state belongs to entry %d, which does not exist", seq)
	}
	for _, r := range rows[seq:] {
		if r.Of != 0 {
			return 0, "", fmt.Errorf("its state belongs to entry %d, before the undo or redo in entry %d", seq, r.Seq)
		}
	}
	return seq, "SELECT " + query + " FROM states WHERE encounter = $1", nil
}

// checkpoints returns the entries that have a checkpoint.
func (c *checker) checkpoints(e *Fight, rows []Row) (map[int64]bool, error) {
	out := map[int64]bool{}
	err := c.tx().Each("SELECT seq FROM checkpoints WHERE encounter = $1", []any{e.ID}, func(found *sql.Rows) error {
		var seq int64
		if err := found.Scan(&seq); err != nil {
			return err
		}
		if seq < 1 || seq > int64(len(rows)) || rows[seq-1].Kind != engine.Did {
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
	ok, err := c.tx().Get(query, args, &data)
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

// folding calls fold on a log that may hold anything, and returns a panic of the engine as an error.
func folding(fold func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("its log cannot be folded: %v", value)
		}
	}()
	return fold()
}

func (c *checker) fault(format string, args ...any) {
	if len(c.report.Faults) < maxFaults {
		c.report.Faults = append(c.report.Faults, fmt.Sprintf(format, args...))
	}
}

// tx returns a Tx for the next few statements: a fault must not keep others from being found.
func (c *checker) tx() *Tx { return NewTx(c.ctx, c.d, c.q) }
