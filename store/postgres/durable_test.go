package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"roundel/engine"
	"roundel/internal/pgtest"
	"roundel/snowflake"
	"roundel/store"
)

// writes are the ways in which a store writes, by name. Each works once per n.
func writes(s *store.Store, n int) map[string]func(ctx context.Context) error {
	id := func(i int) string { return fmt.Sprint(100*n + i) }
	return map[string]func(ctx context.Context) error{
		"a command": func(ctx context.Context) error {
			_, _, err := s.Update(ctx, "1", id(1), appendTo(fmt.Sprint("/do ", n), engine.SceneSet{Text: "dawn"}))
			return err
		},
		"an answer": func(ctx context.Context) error {
			_, _, err := s.Update(ctx, "1", id(2), func(engine.Journal) ([]byte, error) { return []byte("only said"), nil })
			return err
		},
		"the start of a fight": func(ctx context.Context) error {
			_, _, err := s.Update(ctx, snowflake.Channel(id(3)), id(3), appendTo("/start", nil))
			return err
		},
		"settings": func(ctx context.Context) error {
			_, _, err := s.Amend(ctx, store.SettingsOf("500"), id(4), addSetting)
			return err
		},
		"a display": func(ctx context.Context) error {
			d, _, err := s.Display(ctx, "1")
			if err != nil {
				return err
			}
			next := d
			next.Card, next.CardSeq = snowflake.Message(fmt.Sprint("card", n)), int64(n)
			return s.SaveDisplay(ctx, d, next)
		},
		"a fact":     func(ctx context.Context) error { return s.Put(ctx, "fact", fmt.Append(nil, n)) },
		"an erasure": func(ctx context.Context) error { return s.EraseUser(ctx, "7") },
		"the deletion of old fights": func(ctx context.Context) error {
			_, err := s.PruneFights(ctx, time.UnixMilli(1))
			return err
		},
	}
}

// set changes a setting of a running server for all sessions.
func set(t *testing.T, c *pgtest.Cluster, name, value string) {
	t.Helper()
	c.Exec(t, "ALTER SYSTEM SET "+name+" = "+value)
	c.Exec(t, "SELECT pg_reload_conf()")
}

// await asks until something is so.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(soon); !so(); {
		if time.Now().After(deadline) {
			t.Fatalf("still waiting for %s", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// notes are the lines that a process has logged.
type notes struct {
	mu    sync.Mutex
	lines []string
}

func (n *notes) log(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

func (n *notes) has(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.lines, func(line string) bool { return strings.Contains(line, text) })
}

// refusesAll checks that every write is refused because of what was found, and that nothing is stored. n must be new.
func refusesAll(t *testing.T, s *store.Store, n int, found, when string) {
	t.Helper()
	for name, write := range writes(s, n) {
		if name == "the deletion of old fights" || name == "an erasure" { // there is nothing to delete
			continue
		}
		if err := write(t.Context()); !errors.Is(err, store.ErrUnsafe) || errors.Is(err, store.ErrUnknown) || !strings.Contains(err.Error(), found) {
			t.Errorf("%s, %s: %s: %v", found, when, name, err)
		}
	}
	if count := commandsOf(t, s, "1"); count[fmt.Sprint("/do ", n)] != 0 {
		t.Errorf("%s, %s: what was refused is in the log: %v", found, when, count)
	}
}

// storesAll checks that every write works. n must be new.
func storesAll(t *testing.T, s *store.Store, n int, when string) {
	t.Helper()
	for name, write := range writes(s, n) {
		if err := write(t.Context()); err != nil {
			t.Errorf("%s: %s: %v", when, name, err)
		}
	}
}

// setAnyway changes a setting like set, and starts the server again if it has to be.
func setAnyway(t *testing.T, c *pgtest.Cluster, name, value string) {
	t.Helper()
	set(t, c, name, value)
	var atStart bool
	err := bare(t, c.Database("postgres")).QueryRow(t.Context(), "SELECT context = 'postmaster' FROM pg_settings WHERE name = $1", name).Scan(&atStart)
	if err != nil {
		t.Fatal(err)
	}
	if atStart {
		c.Restart(t)
	}
}

// TestAServerThatBecomesUnsafeIsRefused checks that nothing is acknowledged once a running server could lose it, on connections of before and
// on new ones, that the host is told, and that everything works again by itself once the settings are right.
func TestAServerThatBecomesUnsafeIsRefused(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	told := &notes{}
	db, err := Connect(t.Context(), c.URL(t), told.log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s := db.Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	n := 0
	for _, d := range durability {
		wrong := map[string]string{"on": "off", "off": "on"}[d.safe]
		setAnyway(t, c, d.name, wrong)
		await(t, "a refusal", func() bool { return errors.Is(s.Ping(t.Context()), store.ErrUnsafe) })
		for _, connections := range []string{"old", "new"} {
			n++
			refusesAll(t, s, n, d.found, connections+" connections")
			db.pool.Reset()
		}
		await(t, "a line in the log", func() bool { return told.has(d.found) })
		setAnyway(t, c, d.name, d.safe)
		await(t, "the end of the refusals", func() bool { return s.Ping(t.Context()) == nil })
		n++
		storesAll(t, s, n, d.name+" is right again")
	}
}

// TestASettingOfTheRoleOrTheDatabaseIsRefused checks that nothing is acknowledged if it isn't the server whose settings are wrong, but only
// the role or the database of the bot.
func TestASettingOfTheRoleOrTheDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t) // roles are not those of a database alone
	db := connect(t, c.URL(t))
	s := db.Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	n := 0
	for _, whose := range []string{"ROLE postgres", "DATABASE " + db.config.Database, "ROLE postgres IN DATABASE " + db.config.Database} {
		for _, setting := range []string{"zero_damaged_pages", "ignore_checksum_failure"} { // the others are the server's
			n += 2
			c.Exec(t, "ALTER "+whose+" SET "+setting+" = on")
			db.pool.Reset()
			refusesAll(t, s, n, setting+" is on", whose)
			c.Exec(t, "ALTER "+whose+" RESET "+setting)
			db.pool.Reset()
			storesAll(t, s, n+1, whose)
		}
	}
}

// TestWhatIsAcknowledgedOutlastsTheServer checks that whatever was acknowledged is there after the server was killed, although
// synchronous_commit was turned off while it ran, for sessions of before and new ones.
func TestWhatIsAcknowledgedOutlastsTheServer(t *testing.T) {
	t.Parallel()
	for n, weak := range []string{"off", "local"} {
		c := pgtest.Start(t, "wal_writer_delay=10s", "checkpoint_timeout=1h", "bgwriter_delay=10s")
		url := c.URL(t)
		db := connect(t, url)
		s := db.Store()
		update(t, s, "1", "1", appendTo("/start", nil))
		set(t, c, "synchronous_commit", weak)
		await(t, "the setting", func() bool {
			var now string
			if err := db.pool.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&now); err != nil {
				t.Fatal(err)
			}
			return now == weak
		})
		if _, err := db.pool.Exec(t.Context(), "SELECT pg_switch_wal()"); err != nil { // what came before is on the disk
			t.Fatal(err)
		}
		last := ""
		for i := range 4 {
			for name, write := range writes(s, 4*n+i+1) {
				if err := write(t.Context()); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			last = fmt.Sprint("/last ", i)
			update(t, s, "1", fmt.Sprint(9000+i), appendTo(last, engine.SceneSet{Text: "dusk"}))
		}
		if err := c.Kill(); err != nil {
			t.Fatal(err)
		}
		c.Restart(t)
		set(t, c, "synchronous_commit", "on")
		count := commandsOf(t, connect(t, url).Store(), "1")
		for i := range 4 {
			if count[fmt.Sprint("/do ", 4*n+i+1)] != 1 || count[fmt.Sprint("/last ", i)] != 1 {
				t.Errorf("%s: acknowledged, but the log has %v", weak, count)
			}
		}
	}
}

// TestEveryCommitWaitsForTheDisk checks with which synchronous_commit each kind of write is committed: a stronger setting of the host stays
// as it is, and a weaker one is not used, whoever made it.
func TestEveryCommitWaitsForTheDisk(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	url := c.URL(t)
	db := connect(t, url)
	s := db.Store()
	update(t, s, "1", "1", appendTo("/start", nil))
	conn := bare(t, url)
	run(t, conn, "CREATE TABLE committed (how text)")
	run(t, conn, `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN INSERT INTO committed VALUES (TG_TABLE_NAME || '' '' || current_setting(''synchronous_commit'')); RETURN NULL; END'`)
	for _, table := range []string{"encounters", "interactions", "settings", "facts", "characters"} {
		run(t, conn, "CREATE CONSTRAINT TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON "+table+" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()")
	}
	for n, test := range []struct{ set, want string }{
		{"off", "on"}, {"local", "on"}, {"remote_write", "remote_write"}, {"on", "on"}, {"remote_apply", "remote_apply"},
	} {
		run(t, conn, "INSERT INTO characters VALUES ('1', '7', '{}')")
		run(t, conn, "ALTER ROLE postgres IN DATABASE "+db.config.Database+" SET synchronous_commit = "+test.set)
		run(t, conn, "DELETE FROM committed")
		db.pool.Reset()
		for name, write := range writes(s, n+1) {
			if err := write(t.Context()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		rows, err := conn.Query(t.Context(), "SELECT DISTINCT how FROM committed ORDER BY how")
		if err != nil {
			t.Fatal(err)
		}
		got, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, table := range []string{"characters", "encounters", "facts", "interactions", "settings"} {
			want = append(want, table+" "+test.want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: committed with %v, want %v", test.set, got, want)
		}
	}
}
