package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/codec"
)

// archiveVersion is the version of the archive format. The archive's first line also names the schema of its rows.
const archiveVersion = 1

// Counts says how many of each thing an archive holds.
type Counts struct {
	Encounters int `json:"encounters"`
	Entries    int `json:"entries"`
	Settings   int `json:"settings"`
	Characters int `json:"characters"`

	Preferences int `json:"preferences,omitempty"` // missing in older archives

	Texts    int `json:"ruleset_texts,omitempty"` // missing in older archives, as are Rulesets
	Rulesets int `json:"server_rulesets,omitempty"`
	Monsters int `json:"monsters,omitempty"` // servers with monsters; missing in older archives, as are the next two
	Prepared int `json:"prepared,omitempty"` // servers with saved encounters
	Parties  int `json:"parties,omitempty"`  // users in the usual parties of channels
}

func (c *Counts) of(table string) *int {
	return map[string]*int{"encounters": &c.Encounters, "entries": &c.Entries, "settings": &c.Settings, "characters": &c.Characters,
		"preferences": &c.Preferences, "ruleset_texts": &c.Texts, "server_rulesets": &c.Rulesets, "monsters": &c.Monsters,
		"prepared": &c.Prepared, "parties": &c.Parties}[table]
}

// String returns the counts in words.
func (c Counts) String() string {
	return fmt.Sprintf("%s with %s, settings of %s, saved characters of %s, preferences of %s, %s of servers, %s, monsters of %s, saved encounters of %s, %s of usual parties", counted(c.Encounters, "fight", "fights"),
		counted(c.Entries, "log entry", "log entries"), counted(c.Settings, "server", "servers"), counted(c.Characters, "user", "users"),
		counted(c.Preferences, "user", "users"), counted(c.Rulesets, "ruleset", "rulesets"), counted(c.Texts, "ruleset text", "ruleset texts"),
		counted(c.Monsters, "server", "servers"), counted(c.Prepared, "server", "servers"), counted(c.Parties, "member", "members"))
}

// archived is a table that goes into an archive: its column that holds JSON, the order of its rows, and the columns left
// out. Everything else is either derived from these tables (states, checkpoints, the index, participants, the row of an
// entry, the text of a fight's ruleset) or belongs to the running process (interactions, facts).
type archived struct {
	table, json, order string
	without            []string
}

// columns returns the archived columns of a table, or none if the table does not exist, as in an older schema.
func (a archived) columns(t *tx) ([]string, error) {
	all, err := columnsOf(t, a.table)
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(a.without, name) }), err
}

// archivedTables returns the tables of an archive in the order in which they are written.
func archivedTables() []archived {
	return []archived{
		{"ruleset_texts", "", "hash", nil}, // first, because others refer to it
		{"encounters", "redo", "id", []string{"tail", "text_hash"}},
		{"entries", "events", "encounter, seq", []string{"id", "prev"}},
		{"settings", "data", "guild", nil},
		{"characters", "data", "guild, user", nil},
		{"preferences", "data", "guild, user", nil},
		{"monsters", "data", "guild", nil},
		{"prepared", "data", "guild", nil},
		{"parties", "", "channel, user", nil},
		{"server_rulesets", "", "guild, name", nil},
	}
}

// archiveLine is one line of an archive: the header, a row of a table, or the end.
type archiveLine struct {
	Roundel int             `json:"roundel,omitempty"` // archiveVersion, in the header
	Schema  int64           `json:"schema,omitempty"`
	Table   string          `json:"table,omitempty"`
	Row     json.RawMessage `json:"row,omitempty"`
	End     *Counts         `json:"end,omitempty"`
}

// Export writes all fights with their logs, the servers' settings, rulesets, monsters, saved encounters and parties, and the saved characters and preferences of
// the database at path, one JSON object per line. The database may be open in this process or another; Export sees a single snapshot of it.
func Export(ctx context.Context, path string, to io.Writer) (n Counts, err error) {
	db, schema, err := openForReading(ctx, path)
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	dbtx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return n, classed(err)
	}
	defer func() { _ = dbtx.Rollback() }() // nothing was written
	out := bufio.NewWriter(to)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(archiveLine{Roundel: archiveVersion, Schema: schema}); err != nil {
		return n, err
	}
	for _, a := range archivedTables() {
		t := &tx{ctx: ctx, q: dbtx}
		columns, err := a.columns(t)
		if err != nil {
			return n, err
		}
		if len(columns) == 0 {
			continue
		}
		err = t.each("SELECT "+strings.Join(columns, ", ")+" FROM "+a.table+" ORDER BY "+a.order, nil, func(rows *sql.Rows) error {
			row, err := archiveRow(rows, a, columns)
			if err != nil {
				return err
			}
			*n.of(a.table)++
			return enc.Encode(archiveLine{Table: a.table, Row: row})
		})
		if err != nil {
			return n, err
		}
	}
	return n, errors.Join(enc.Encode(archiveLine{End: &n}), out.Flush())
}

// columnsOf returns the stored columns of a table, or none if the table does not exist.
func columnsOf(t *tx, table string) ([]string, error) {
	var out []string
	err := t.each("SELECT name FROM pragma_table_info(?)", []any{table}, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		out = append(out, name)
		return err
	})
	return out, err
}

// archiveRow returns a row as a JSON object, its columns in the given order.
func archiveRow(rows *sql.Rows, a archived, columns []string) (json.RawMessage, error) {
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, err
	}
	out := bytes.NewBufferString("{")
	for i, name := range columns {
		value, err := json.Marshal(plainValue(values[i], name == a.json))
		if err != nil {
			return nil, fmt.Errorf("store: column %s of %s: %w", name, a.table, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:%s", name, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// plainValue returns a column's value in a form that encoding/json accepts. Embedded JSON is passed through.
func plainValue(v any, embedded bool) any {
	if raw, ok := v.([]byte); ok {
		v = string(raw)
	}
	if text, ok := v.(string); ok && embedded {
		return json.RawMessage(text)
	}
	return v
}

// Import reads an archive written by [Export] into the database at path. The database is created if it is missing and
// must not hold any fights, nor anything else that an archive has. On any error, nothing is imported. log is the same as for [Open].
func Import(ctx context.Context, path string, from io.Reader, log func(format string, args ...any)) (n Counts, err error) {
	s, err := Open(ctx, path, log)
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.write(ctx, func(w *work) error {
		i := &importer{w: w, codec: s.codec, columns: map[string][]string{}, tails: map[int64]int64{}}
		if err := i.begin(); err != nil {
			return err
		}
		if err := i.lines(from); err != nil {
			return err
		}
		n = i.n
		return i.finish()
	})
	return n, err
}

// importer fills an empty database from an archive.
type importer struct {
	w       *work
	codec   *codec.Codec
	columns map[string][]string
	tails   map[int64]int64 // the row of the newest entry, by encounter
	schema  int64           // of the database
	n       Counts
	ended   bool
}

// begin fails unless the database is empty.
func (i *importer) begin() error {
	if _, err := i.w.get("SELECT max(version_id) FROM goose_db_version WHERE is_applied", nil, &i.schema); err != nil {
		return err
	}
	for _, a := range archivedTables() {
		var n int
		if _, err := i.w.get("SELECT count(*) FROM "+a.table, nil, &n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: import needs an empty one, and this one has %s", ErrExists, strings.ReplaceAll(a.table, "_", " "))
		}
		columns, err := a.columns(&i.w.tx)
		if err != nil {
			return err
		}
		i.columns[a.table] = columns
	}
	return nil
}

// maxLine is the maximum length of an archive's line in bytes, so that no line can exhaust the memory. The longest lines
// that Export writes are about 2 MB: 50 saved characters with stats as long as a command allows. An entry that changes
// all 200 combatants, or a list of 50,000 entries to redo, takes less than 1 MB.
const maxLine = 16 << 20

var errNotAnArchive = errors.New("this is not an archive written by roundel export")

func (i *importer) lines(from io.Reader) error {
	in := bufio.NewReader(from)
	for n := 1; ; n++ {
		text, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF) && i.ended:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("the archive is cut short: its last line is missing")
		case err != nil:
			return fmt.Errorf("line %d of the archive: %w", n, err)
		}
		var line archiveLine
		var syntax *json.SyntaxError
		err = json.Unmarshal(text, &line)
		switch {
		case errors.As(err, &syntax) && syntax.Offset >= int64(len(text)):
			return fmt.Errorf("the archive is cut short in line %d", n)
		case err != nil && n == 1:
			return errNotAnArchive
		case err == nil:
			err = i.line(n, line)
		}
		if err != nil {
			return fmt.Errorf("line %d of the archive: %w", n, err)
		}
	}
}

// readLine returns the next line with its line break, which only the last line may lack, or [io.EOF] at the end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			return nil, fmt.Errorf("longer than %d MB, which no line written by Roundel is; export the archive again with roundel export", maxLine>>20)
		}
		line = append(line, part...)
		switch {
		case err == nil, errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

func (i *importer) line(n int, line archiveLine) error {
	switch {
	case i.ended:
		return errors.New("unexpected line after the end")
	case n == 1:
		return i.header(line)
	case line.End != nil:
		if i.ended = true; *line.End != i.n {
			return fmt.Errorf("the archive should hold %s, but holds %s", *line.End, i.n)
		}
		return nil
	}
	return i.row(line)
}

func (i *importer) header(line archiveLine) error {
	switch {
	case line.Roundel == 0:
		return errNotAnArchive
	case line.Roundel > archiveVersion, line.Schema > i.schema:
		return fmt.Errorf("%w: the archive has schema %d and this release supports up to %d", ErrNewer, line.Schema, i.schema)
	}
	return nil
}

func (i *importer) row(line archiveLine) error {
	at := slices.IndexFunc(archivedTables(), func(a archived) bool { return a.table == line.Table })
	if at < 0 {
		return fmt.Errorf("unknown table %q", line.Table)
	}
	a := archivedTables()[at]
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line.Row, &fields); err != nil {
		return err
	}
	var names []string
	var values []any
	for _, name := range i.columns[a.table] {
		raw, ok := fields[name]
		if !ok {
			continue // the archive predates the column, which has a default
		}
		delete(fields, name)
		value, err := columnValue(raw, a, name)
		if err != nil {
			return fmt.Errorf("column %s of %s: %w", name, a.table, err)
		}
		names, values = append(names, name), append(values, value)
	}
	if len(fields) > 0 {
		return fmt.Errorf("%w: %s has an unknown column", ErrNewer, a.table)
	}
	if err := i.vet(a.table, names, values); err != nil {
		return err
	}
	*i.n.of(a.table)++
	if a.table != "entries" {
		_, err := i.insert(a.table, names, values)
		return err
	}
	at = slices.Index(names, "encounter")
	if at < 0 {
		return errors.New("an entry does not say which encounter it belongs to")
	}
	of, ok := values[at].(int64)
	if !ok {
		return errors.New("an entry's encounter is not a number")
	}
	var err error
	i.tails[of], err = i.insert(a.table, append(names, "prev"), append(values, i.tails[of]))
	return err
}

// insert adds a row and returns its number.
func (i *importer) insert(table string, names []string, values []any) (int64, error) {
	placeholders := strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ")
	return i.w.insert("INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+placeholders+")", values...)
}

// columnValue returns the value for a column: text, a whole number or NULL. The data column gets bytes.
func columnValue(raw json.RawMessage, a archived, name string) (any, error) {
	if name == a.json {
		if name == "data" {
			return []byte(raw), nil
		}
		return string(raw), nil
	}
	var number *int64
	if json.Unmarshal(raw, &number) == nil {
		if number == nil {
			return nil, nil
		}
		return *number, nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}

// finish derives everything else from the logs and fails if [Check] would find a fault.
func (i *importer) finish() error {
	c := &checker{ctx: i.w.ctx, q: i.w.q, codec: i.codec, report: Report{Schema: i.schema}}
	list, err := c.encounters()
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := i.rebuild(e); err != nil {
			return fmt.Errorf("encounter %d: %w", e.id, err)
		}
		delete(i.tails, e.id)
	}
	for id := range i.tails {
		return fmt.Errorf("the archive has entries of encounter %d, but not the encounter", id)
	}
	if c.report.Sound() {
		err = c.all()
	}
	if err == nil && !c.report.Sound() {
		err = errors.New(c.report.Faults[0])
	}
	return err
}

// rebuild stores everything that is derived from the log of a fight: its states, index and participants.
func (i *importer) rebuild(e *encounter) error {
	if e.tail = i.tails[e.id]; e.tail == 0 {
		return errors.New("it has no log")
	}
	if err := i.w.exec("UPDATE encounters SET tail = ? WHERE id = ?", e.tail, e.id); err != nil {
		return err
	}
	j := &journal{tx: &i.w.tx, codec: i.codec, enc: e, work: i.w}
	rows, err := j.rows(0)
	if err != nil {
		return err
	}
	if err := walk(rows, e); err != nil {
		return err
	}
	if err := bounds(rows, e); err != nil {
		return err
	}
	if err := i.link(e, rows); err != nil {
		return err
	}
	for _, r := range rows {
		if err := i.w.takePart(e, r.by); err != nil {
			return err
		}
	}
	if e.ended {
		return nil
	}
	counts, current := chain(rows, e.head), *e
	err = folding(func() error {
		return replay(rows, func(r row, s *engine.State) error {
			j.state = s
			if err := i.w.index(e.id, r); err != nil || !counts[r.seq-1] {
				return err
			}
			e.head, e.depth = r.seq, r.depth
			if err := j.checkpoint(); err != nil {
				return err
			}
			points := j.points
			j.points = nil
			return i.w.writePoints(e.id, points)
		})
	})
	if err != nil {
		return err
	}
	*e, j.kept = current, false
	state, err := j.due()
	if err != nil {
		return err
	}
	return i.w.writeState(e.id, state)
}
