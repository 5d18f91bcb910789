package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
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
	Rolls    int `json:"rolls,omitempty"`    // users with named rolls or counted dice, by server; missing in older archives
}

// String returns the counts in words.
func (c Counts) String() string {
	return fmt.Sprintf("%s with %s, settings of %s, saved characters of %s, preferences of %s, %s of servers, %s, monsters of %s, saved encounters of %s, %s of usual parties, dice of %s", counted(c.Encounters, "fight", "fights"),
		counted(c.Entries, "log entry", "log entries"), counted(c.Settings, "server", "servers"), counted(c.Characters, "user", "users"),
		counted(c.Preferences, "user", "users"), counted(c.Rulesets, "ruleset", "rulesets"), counted(c.Texts, "ruleset text", "ruleset texts"),
		counted(c.Monsters, "server", "servers"), counted(c.Prepared, "server", "servers"), counted(c.Parties, "member", "members"), counted(c.Rolls, "user", "users"))
}

// archived is a table that goes into an archive. Everything else is either derived from these tables (states, checkpoints, the index,
// participants, the row of an entry, the text of a fight's ruleset) or belongs to the running process (interactions, facts).
type archived struct {
	table   string
	holds   string // in words, for messages; empty: the table's name
	json    string // the column that holds JSON
	order   string // of its rows
	count   func(*Counts) *int
	without []string // the columns left out
	bounded []string // the columns whose numbers are at most maxNumber and not negative; those that say which turn it is may be anything
}

// archivedTables returns the tables of an archive in the order in which they are written.
func archivedTables() []archived {
	return []archived{
		{table: "ruleset_texts", order: "hash", count: func(c *Counts) *int { return &c.Texts }}, // first, because others refer to it
		{table: "encounters", json: "redo", order: "id", count: func(c *Counts) *int { return &c.Encounters }, without: []string{"tail", "text_hash"},
			bounded: []string{"id", "head", "depth", "last", "started_at", "ended_at", "board_seq"}},
		{table: "entries", json: "events", order: "encounter, seq", count: func(c *Counts) *int { return &c.Entries }, without: []string{"id", "prev"},
			bounded: []string{"encounter", "seq", "of_entry", "parent", "depth", "at"}},
		{table: "settings", json: "data", order: "guild", count: func(c *Counts) *int { return &c.Settings }},
		{table: "characters", json: "data", order: `guild, "user"`, count: func(c *Counts) *int { return &c.Characters }},
		{table: "preferences", json: "data", order: `guild, "user"`, count: func(c *Counts) *int { return &c.Preferences }},
		{table: "rolls", holds: "dice", json: "data", order: `guild, "user"`, count: func(c *Counts) *int { return &c.Rolls }},
		{table: "monsters", json: "data", order: "guild", count: func(c *Counts) *int { return &c.Monsters }},
		{table: "prepared", holds: "saved encounters", json: "data", order: "guild", count: func(c *Counts) *int { return &c.Prepared }},
		{table: "parties", order: `channel, "user"`, count: func(c *Counts) *int { return &c.Parties }},
		{table: "server_rulesets", order: "guild, name", count: func(c *Counts) *int { return &c.Rulesets }},
	}
}

// columns returns the archived columns of a table, or none if the table does not exist, as in an older schema.
func (a archived) columns(t *Tx) ([]string, error) {
	all, err := t.Columns(t, a.table)
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(a.without, name) }), err
}

// archiveLine is one line of an archive: the header, a row of a table, or the end.
type archiveLine struct {
	Roundel int             `json:"roundel,omitempty"` // archiveVersion, in the header
	Schema  int64           `json:"schema,omitempty"`
	Table   string          `json:"table,omitempty"`
	Row     json.RawMessage `json:"row,omitempty"`
	End     *Counts         `json:"end,omitempty"`
}

// Export writes all fights with their logs, the servers' settings, rulesets, monsters, saved encounters and parties, and the saved
// characters and preferences of a database, one JSON object per line. q must show one snapshot of it.
func Export(ctx context.Context, d Dialect, q Querier, schema int64, to io.Writer) (n Counts, err error) {
	out := bufio.NewWriter(to)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(archiveLine{Roundel: archiveVersion, Schema: schema}); err != nil {
		return n, err
	}
	for _, a := range archivedTables() {
		t := NewTx(ctx, d, q)
		columns, err := a.columns(t)
		if err != nil {
			return n, err
		}
		if len(columns) == 0 {
			continue
		}
		err = t.Each(`SELECT "`+strings.Join(columns, `", "`)+`" FROM `+a.table+" ORDER BY "+a.order, nil, func(rows *sql.Rows) error {
			row, err := archiveRow(rows, a, columns)
			if err != nil {
				return err
			}
			*a.count(&n)++
			return enc.Encode(archiveLine{Table: a.table, Row: row})
		})
		if err != nil {
			return n, err
		}
	}
	return n, errors.Join(enc.Encode(archiveLine{End: &n}), out.Flush())
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

// Reader returns an error if it can't read data, the JSON of a row of a table such as settings or characters. Package store doesn't know
// what is in it.
type Reader func(table string, data []byte) error

// read returns an error unless data is JSON that r can read. A nil Reader reads any JSON.
func (r Reader) read(table string, data []byte) error {
	if !json.Valid(data) {
		return errors.New("it is not JSON")
	}
	if r == nil {
		return nil
	}
	return r(table, data)
}

// Import reads an archive written by [Export] into the store, which must not hold any fights, nor anything else that an
// archive has. On any error, nothing is imported. kept reads what is not in fights.
func (s *Store) Import(ctx context.Context, from io.Reader, kept Reader) (n Counts, err error) {
	var failed error // an archive can only be read once
	err = s.transact(ctx, func(t *Tx) (err error) {
		if failed != nil {
			return failed
		}
		failed = errors.New("store: the import was interrupted; start it again")
		defer func() {
			if err != nil {
				failed = err
			}
		}()
		i := &importer{t: t, codec: s.codec, kept: kept, columns: map[string][]string{}, logs: map[int64]*Fight{}}
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
	t       *Tx
	codec   *engine.Codec
	kept    Reader
	columns map[string][]string
	logs    map[int64]*Fight // where the logs end, by fight
	n       Counts
	ended   bool
}

// begin fails unless the database is empty.
func (i *importer) begin() error {
	if err := i.t.Importing(i.t); err != nil {
		return err
	}
	for _, a := range archivedTables() {
		var n int
		if _, err := i.t.Get("SELECT count(*) FROM "+a.table, nil, &n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: import needs an empty one, and this one has %s", ErrExists, strings.ReplaceAll(a.table, "_", " "))
		}
		columns, err := a.columns(i.t)
		if err != nil {
			return err
		}
		i.columns[a.table] = columns
	}
	return nil
}

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

// maxLine is the maximum length of an archive's line in bytes, so that no line can exhaust the memory. The longest lines
// that Export writes are about 2 MB: 50 saved characters with stats as long as a command allows. An entry that changes
// all 200 combatants, or a list of 50,000 entries to redo, takes less than 1 MB.
const maxLine = 16 << 20

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

var errNotAnArchive, errNewerArchive = errors.New("this is not an archive written by roundel export"), errors.New("the archive is newer than this release")

func (i *importer) line(n int, line archiveLine) error {
	switch {
	case i.ended:
		return errors.New("unexpected line after the end")
	case n == 1:
		return i.header(line)
	case line.End != nil:
		i.ended = true
		if *line.End != i.n {
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
	case line.Roundel > archiveVersion, line.Schema > Schema:
		return fmt.Errorf("%w: it has schema %d, and this release knows schemas up to %d", errNewerArchive, line.Schema, Schema)
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
		return fmt.Errorf("%w: %s has an unknown column", errNewerArchive, a.table)
	}
	if at := slices.Index(names, "data"); a.json == "data" && at >= 0 {
		if err := i.kept.read(a.table, values[at].([]byte)); err != nil {
			return fmt.Errorf("the %s in it can't be read: %w", cmp.Or(a.holds, a.table), err)
		}
	}
	if err := i.vet(a.table, names, values); err != nil {
		return err
	}
	*a.count(&i.n)++
	if a.table == "entries" {
		return i.entry(names, values)
	}
	return i.insert(a.table, names, values)
}

// maxNumber is the maximum of a time in milliseconds, an ID or a count in the tables of an archive: the end of the year 9999, the last that
// can be written as JSON. A larger ID would leave no room for the next fight's.
const maxNumber = 253_402_300_799_999

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
		if slices.Contains(a.bounded, name) && (*number < 0 || *number > maxNumber) {
			return nil, fmt.Errorf("%d is not a number that roundel export writes", *number)
		}
		return *number, nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}

// vet returns an error for a text that does not have its hash, and for a server's ruleset whose text has not come before
// it in the archive.
func (i *importer) vet(table string, names []string, values []any) error {
	if table != "ruleset_texts" && table != "server_rulesets" {
		return nil
	}
	of := func(name string) string {
		at := slices.Index(names, name)
		if at < 0 {
			return ""
		}
		text, _ := values[at].(string) // empty if it is not text, which no hash fits
		return text
	}
	if table == "ruleset_texts" {
		return hashed(of("hash"), of("text"))
	}
	return i.t.needText(of("hash"))
}

// entry adds an entry to the end of the log of its fight.
func (i *importer) entry(names []string, values []any) error {
	var r Row
	var of *int64
	var number, at int64
	fields := map[string]any{"encounter": &number, "seq": &r.Seq, "kind": (*string)(&r.Kind), "of_entry": &r.Of, "parent": &r.Parent, "depth": &r.Depth,
		"at": &at, "by_user": (*string)(&r.By), "command": &r.Command, "events": &r.Data}
	for k, name := range names {
		var ok bool
		switch field := fields[name].(type) {
		case *int64:
			*field, ok = values[k].(int64)
			if name == "encounter" {
				of = field
			}
		case *string:
			*field, ok = values[k].(string)
		case *[]byte:
			var text string
			text, ok = values[k].(string)
			*field = []byte(text)
		}
		if !ok {
			return fmt.Errorf("the column %s of an entry is not %s", name, kindOf(fields[name]))
		}
	}
	if of == nil {
		return errors.New("an entry does not say which encounter it belongs to")
	}
	f := i.logs[number]
	if f == nil {
		if there, err := i.t.Get("SELECT id FROM encounters WHERE id = $1", []any{number}, new(int64)); err != nil || !there {
			return errors.Join(err, fmt.Errorf("the archive has entries of encounter %d, but not the encounter", number))
		}
		f = &Fight{ID: number}
		i.logs[number] = f
	}
	switch {
	case r.Seq <= f.Last:
		return fmt.Errorf("encounter %d: entry %d is there twice", number, r.Seq)
	case r.Seq > f.Last+1:
		return fmt.Errorf("encounter %d: entry %d is missing", number, f.Last+1)
	}
	f.Last, r.At = r.Seq, millis(at)
	return i.t.Append(i.t, f, &r)
}

// kindOf returns what the archive should have for a field of an entry.
func kindOf(field any) string {
	if _, ok := field.(*int64); ok {
		return "a number"
	}
	return "a text"
}

// insert adds a row.
func (i *importer) insert(table string, names []string, values []any) error {
	columns, placeholders := make([]string, len(names)), make([]string, len(names))
	for k, name := range names {
		columns[k], placeholders[k] = strconv.Quote(name), "$"+strconv.Itoa(k+1)
	}
	return i.t.Exec("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(placeholders, ", ")+")", values...)
}

// finish derives everything else from the logs and fails if [Check] would find a fault.
func (i *importer) finish() error {
	if err := i.t.Imported(i.t); err != nil {
		return err
	}
	c := &checker{ctx: i.t.ctx, d: i.t.Dialect, q: i.t.q, codec: i.codec, kept: i.kept, report: Report{Schema: Schema}}
	list, err := c.encounters()
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := i.rebuild(e); err != nil {
			return fmt.Errorf("encounter %d: %w", e.ID, err)
		}
	}
	if c.report.Sound() {
		err = c.all()
	}
	if err == nil && !c.report.Sound() {
		err = errors.New(c.report.Faults[0])
	}
	return err
}

// rebuild stores everything that is derived from the log of a fight: its states and participants.
func (i *importer) rebuild(e *Fight) error {
	if i.logs[e.ID] == nil {
		return errors.New("it has no log")
	}
	j := &journal{source: &source{codec: i.codec, tx: i.t}, enc: e}
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
	for _, user := range joined(rows, nil) {
		if err := i.t.takePart(e.ID, user); err != nil {
			return err
		}
	}
	if e.Ended {
		return i.t.Ended(i.t, e.ID)
	}
	return i.states(j, rows)
}

// link stores which text a fight refers to.
func (i *importer) link(e *Fight, rows []Row) error {
	hash := textOf(rows)
	if hash == "" {
		return nil
	}
	if err := i.t.needText(hash); err != nil {
		return err
	}
	return i.t.Exec("UPDATE encounters SET text_hash = $1 WHERE id = $2", hash, e.ID)
}

// states stores the checkpoints and the state of an open fight.
func (i *importer) states(j *journal, rows []Row) error {
	e := j.enc
	counts, current := chain(rows, e.Head), *e
	err := folding(func() error {
		return replay(rows, func(r Row, s *engine.State) error {
			j.state = s
			if !counts[r.Seq-1] {
				return nil
			}
			e.Head, e.Depth = r.Seq, r.Depth
			return j.checkpoint()
		})
	})
	if err != nil {
		return err
	}
	if err := i.t.writePoints(e.ID, j.points); err != nil {
		return err
	}
	*e, j.atPoint = current, false
	state, err := j.due()
	if err != nil {
		return err
	}
	return i.t.writeState(e.ID, state)
}
