package postgres

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"roundel/engine"
	"roundel/store"
)

// TestToolsDoNotChangeTheDatabase checks that a check or an export of an empty database, such as one with a mistyped name, creates nothing.
func TestToolsDoNotChangeTheDatabase(t *testing.T) {
	t.Parallel()
	c := shared.Cluster(t)
	url := c.URL(t)
	_, err := Check(t.Context(), url, nil)
	if err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("check: %v", err)
	}
	if _, err := Export(t.Context(), url, io.Discard); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("export: %v", err)
	}
	said := ""
	db, err := Connect(t.Context(), url, func(format string, args ...any) { said += format })
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if !strings.Contains(said, "%s") {
		t.Error("the tables were there already")
	}
	if _, err := Check(t.Context(), url, nil); err != nil {
		t.Errorf("check of a new database: %v", err)
	}
}

// TestToolsMayWait checks that the server does not end the session of a tool whose output or input makes it wait.
func TestToolsMayWait(t *testing.T) {
	db, err := patient(t.Context(), shared.Cluster(t).URL(t), t.Logf, (*DB).upgrade)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range []string{"statement_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"} {
		var value string
		if err := db.pool.QueryRow(t.Context(), "SELECT current_setting($1)", name).Scan(&value); err != nil || value != "0" {
			t.Errorf("%s is %s, %v", name, value, err)
		}
	}
}

// TestStrangeTextsAreStored checks that what PostgreSQL cannot store as text does not make a command fail.
func TestStrangeTextsAreStored(t *testing.T) {
	s := connect(t, shared.Cluster(t).URL(t)).Store()
	strange := "a\x00b\xffc"
	update(t, s, "1", "1", appendTo("/start "+strange, nil))
	update(t, s, "1", "2", appendTo("/do "+strange, engine.SceneSet{Text: strange}))
	d, _, err := s.Display(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	next := d
	next.Card, next.Shown = "7", strange
	if err := s.SaveDisplay(t.Context(), d, next); err != nil {
		t.Errorf("a display: %v", err)
	}
	next, err = store.Display{}, nil
	if next, _, err = s.Display(t.Context(), "1"); err != nil || next.Card != "7" {
		t.Errorf("the display is %+v, %v", next, err)
	}
	if _, _, err := s.Amend(t.Context(), store.SettingsOf("500"), "3", func([]byte) ([]byte, []byte, error) {
		return []byte(strange), []byte(strange), nil
	}); err != nil {
		t.Errorf("settings: %v", err)
	}
	_, _, err = s.AmendRulesets(context.Background(), "500", "4", func([]engine.StoredRuleset) (engine.RulesetChange, []byte, error) {
		return engine.RulesetChange{Name: "rules", Text: []byte("a\x00b")}, nil, nil
	})
	if err == nil || !strings.Contains(err.Error(), "the character 0") {
		t.Errorf("a ruleset: %v", err)
	}
}

// TestQueriesUseIndexes checks the statements that must not read whole tables.
func TestQueriesUseIndexes(t *testing.T) {
	db := connect(t, shared.Cluster(t).URL(t))
	queries := map[string][]any{store.BehindInQuery: {"1"}, store.DueQuery: {1}}
	for _, query := range store.UserQueries() {
		queries[query] = []any{"1", 10}[:strings.Count(query, "$")]
	}
	conn, err := db.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(t.Context(), "SET enable_seqscan = off"); err != nil {
		t.Fatal(err)
	}
	for query, args := range queries {
		rows, err := conn.Query(t.Context(), "EXPLAIN "+query, args...)
		if err != nil {
			t.Fatal(err)
		}
		plan := ""
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			plan += line + "\n"
		}
		if err := rows.Err(); err != nil || strings.Contains(plan, "Seq Scan") || !strings.Contains(plan, "Index") {
			t.Errorf("%s\n%s%v", query, plan, err)
		}
	}
}

// TestCheckFindsEntriesWithoutAFight: no foreign key keeps such entries out, so the check has to find them.
func TestCheckFindsEntriesWithoutAFight(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	db := connect(t, url)
	if _, _, err := db.Store().Update(t.Context(), "1", "", appendTo("/start", nil)); err != nil {
		t.Fatal(err)
	}
	if r, err := Check(t.Context(), url, nil); err != nil || !r.Sound() {
		t.Fatalf("%v, %v", r.Faults, err)
	}
	if _, err := db.pool.Exec(t.Context(), "UPDATE entries SET encounter = encounter + 1"); err != nil {
		t.Fatal(err)
	}
	if r, err := Check(t.Context(), url, nil); err != nil || r.Sound() {
		t.Errorf("an entry of another fight: %v, %v", r.Faults, err)
	}
	if _, err := db.pool.Exec(t.Context(), `UPDATE entries SET encounter = encounter - 1;
		INSERT INTO entries (encounter, seq, kind, at, by_user, command, events) VALUES (99, 1, 'did', 0, '', '', '[]')`); err != nil {
		t.Fatal(err)
	}
	if r, err := Check(t.Context(), url, nil); err != nil || len(r.Faults) != 1 {
		t.Errorf("an entry without a fight: %v, %v", r.Faults, err)
	}
}

// TestTwoImportsAtOnce checks that only one of two archives is imported, even if they have nothing in common.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	connect(t, url)
	const header = `{"roundel":1,"schema":10}` + "\n"
	const rest = `{"table":"settings","row":{"guild":"1","data":{}}}` + "\n" + `{"end":{"encounters":0,"entries":0,"settings":1,"characters":0}}` + "\n"
	from, to := io.Pipe()
	first := make(chan error, 1)
	go func() {
		_, err := Import(t.Context(), url, from, nil, t.Logf)
		first <- err
	}()
	if _, err := io.WriteString(to, header); err != nil { // once it is read, the import has found the database empty
		t.Fatal(err)
	}
	second := make(chan error, 1)
	go func() {
		_, err := Import(t.Context(), url, strings.NewReader(header+strings.Replace(rest, `"1"`, `"2"`, 1)), nil, t.Logf)
		second <- err
	}()
	waitForLock(t, url, second)
	if _, err := io.WriteString(to, rest); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(to.Close(), <-first); err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := <-second; !errors.Is(err, store.ErrExists) {
		t.Errorf("the second: %v", err)
	}
}

// waitForLock waits until a session waits for a table, and fails if the import ends before.
func waitForLock(t *testing.T, url string, ended <-chan error) {
	t.Helper()
	db := connect(t, url)
	for waiting := false; !waiting; {
		select {
		case err := <-ended:
			t.Fatalf("the second import did not wait for the first: %v", err)
		default:
		}
		err := db.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAUserWithoutRights checks that a user who may not create tables is told what to change.
func TestAUserWithoutRights(t *testing.T) {
	t.Parallel()
	url := shared.Cluster(t).URL(t)
	config, err := parse(url)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(t.Context(), config.ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN"); err != nil {
		t.Fatal(err)
	}
	db, err := Connect(t.Context(), strings.Replace(url, "postgres@", "guest@", 1), t.Logf)
	if err == nil {
		t.Fatal(db.Close())
	}
	if !strings.Contains(err.Error(), "make it the owner of the database") {
		t.Error(err)
	}
}
