package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"

	"roundel/store"
)

// figures asks for the table of docs/performance.md: go test ./store -run Figures -figures -v
var figures = flag.Bool("figures", false, "measure the store next to the bare driver and print a table")

// crowd is the number of combatants that makes a state of 10 KB.
const crowd = 28

// measured is the result of one run.
type measured struct {
	rate     float64       // commits per second
	p50, p99 time.Duration // of one command
}

// measure runs clients that each call do n times in a row.
func measure(t *testing.T, clients, n int, do func(client, n int) error) measured {
	t.Helper()
	took := make([][]time.Duration, clients)
	start := time.Now()
	var wg sync.WaitGroup
	for c := range clients {
		wg.Go(func() {
			took[c] = make([]time.Duration, n)
			for i := range n {
				at := time.Now()
				if err := do(c, i); err != nil {
					t.Error(err)
					return
				}
				took[c][i] = time.Since(at)
			}
		})
	}
	wg.Wait()
	rate := float64(clients*n) / time.Since(start).Seconds()
	all := slices.Concat(took...)
	slices.Sort(all)
	return measured{rate, all[len(all)/2], all[len(all)*99/100]}
}

// bare is the driver alone: each command writes one small row in its own durable transaction, on one pinned connection.
type bare struct {
	mu                    sync.Mutex
	begin, insert, commit *sql.Stmt
	n                     int64
}

func newBare(t *testing.T) *bare {
	t.Helper()
	ctx := t.Context()
	db, err := sql.Open("sqlite3", dsn(filepath.Join(t.TempDir(), "bare.db"), writeOptions))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, "CREATE TABLE t (id INTEGER PRIMARY KEY, channel TEXT, text TEXT) STRICT"); err != nil {
		t.Fatal(err)
	}
	prepare := func(query string) *sql.Stmt {
		stmt, err := conn.PrepareContext(ctx, query)
		if err != nil {
			t.Fatal(err)
		}
		return stmt
	}
	b := &bare{begin: prepare("BEGIN IMMEDIATE"), insert: prepare("INSERT INTO t VALUES (?, ?, ?)"), commit: prepare("COMMIT")}
	t.Cleanup(func() {
		for _, c := range []interface{ Close() error }{b.begin, b.insert, b.commit, conn, db} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	return b
}

func (b *bare) do(client, n int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.begin.Exec(); err != nil {
		return err
	}
	b.n++
	if _, err := b.insert.Exec(b.n, fmt.Sprint(client), fmt.Sprintf("the %dth thing", n)); err != nil {
		return err
	}
	_, err := b.commit.Exec()
	return err
}

// crowded returns a store with 64 fights of 10 KB each.
func crowded(t *testing.T) *store.Store {
	t.Helper()
	s := mustOpen(t, filepath.Join(t.TempDir(), "roundel.db"))
	for c := range 64 {
		fightOf(t, s, snowflake.Channel(fmt.Sprint(c)), crowd, 10)
	}
	data, err := engine.New().EncodeState(stateOf(t, s, "0"))
	if err != nil || len(data) < 10_000 {
		t.Fatalf("the state has %d bytes, %v", len(data), err)
	}
	return s
}

func stateOf(t *testing.T, s *store.Store, ch snowflake.Channel) (state *engine.State) {
	t.Helper()
	err := s.Read(t.Context(), ch, func(j engine.Journal) error { state = j.State(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// ratios measures the store and the driver in turn, so that a drift of the disk affects both, and returns the medians.
func ratios(t *testing.T, clients, n int) (ours, raw measured) {
	s, b := crowded(t), newBare(t)
	var id int64
	var mu sync.Mutex
	do := func(client, n int) error {
		mu.Lock()
		id++
		i := id
		mu.Unlock()
		_, _, err := s.Update(context.Background(), snowflake.Channel(fmt.Sprint(client)), benchID(i),
			storetest.Appending(storetest.Did(int(i), scene("the %dth thing", i))))
		return err
	}
	const rounds = 5
	var a, c [rounds]measured
	for i := range rounds {
		a[i], c[i] = measure(t, clients, n, do), measure(t, clients, n, b.do)
	}
	return median(a[:]), median(c[:])
}

func median(runs []measured) measured {
	mid := func(of func(measured) float64) float64 {
		values := make([]float64, len(runs))
		for i, r := range runs {
			values[i] = of(r)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return measured{mid(func(m measured) float64 { return m.rate }),
		time.Duration(mid(func(m measured) float64 { return float64(m.p50) })),
		time.Duration(mid(func(m measured) float64 { return float64(m.p99) }))}
}

// TestFigures prints the speed of the store next to that of the bare driver.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	t.Logf("%8s %12s %12s %7s %10s %10s %7s", "clients", "store/s", "driver/s", "ratio", "p99", "driver p99", "ratio")
	for _, clients := range []int{1, 64} {
		ours, raw := ratios(t, clients, 6400/clients/max(1, 4/clients))
		t.Logf("%8d %12.0f %12.0f %7.2f %10v %10v %7.2f", clients, ours.rate, raw.rate, ours.rate/raw.rate,
			ours.p99.Round(10*time.Microsecond), raw.p99.Round(10*time.Microsecond), float64(ours.p99)/float64(raw.p99))
	}
}

// TestFiguresOfGroups prints the speed of the store next to that of a bare program that commits the same rows together.
func TestFiguresOfGroups(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	const rounds = 7
	var ours, bare []float64
	for range rounds {
		ours = append(ours, float64(testing.Benchmark(BenchmarkUpdate64Channels).NsPerOp()))
		bare = append(bare, float64(testing.Benchmark(BenchmarkBare64Channels).NsPerOp()))
	}
	slices.Sort(ours)
	slices.Sort(bare)
	t.Logf("64 clients: the store %.1f us a command (%.1f to %.1f), the bare program %.1f (%.1f to %.1f), ratio %.2f", ours[rounds/2]/1e3,
		ours[0]/1e3, ours[rounds-1]/1e3, bare[rounds/2]/1e3, bare[0]/1e3, bare[rounds-1]/1e3, bare[rounds/2]/ours[rounds/2])
}

// The database of TestFiguresOfRulesets.
const (
	storedFights = 10_000
	storedTexts  = 200
)

// longRules returns the nth text of a ruleset, 4 KB long.
func longRules(n int) []byte {
	return append(rules(n), bytes.Repeat([]byte("# rules\n"), 4096/8-5)...)
}

// TestFiguresOfRulesets prints how long a store with many fights under many texts takes to open, and its memory.
func TestFiguresOfRulesets(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	path := file(t)
	s := mustOpen(t, path)
	fights := make(chan int)
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for n := range fights {
				if err := storeFight(s, n); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := range storedFights {
		fights <- n
	}
	close(fights)
	wg.Wait()
	var texts int
	if _, err := tx(t.Context(), reader(s)).Get("SELECT count(*) FROM ruleset_texts", nil, &texts); err != nil || texts != storedTexts {
		t.Fatal(texts, err)
	}
	mustClose(t, s)
	size, err := sizeOf(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d fights under %d texts of %d bytes: %d MB", storedFights, storedTexts, len(longRules(0)), size>>20)
	for range 5 {
		out, err := childCommand(t, "open", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Log(strings.TrimSpace(string(out)))
	}
}

// storeFight stores the nth fight, of 8 combatants and 20 entries. Every second one has ended.
func storeFight(s *store.Store, n int) error {
	list := []engine.Entry{startedUnder(fmt.Sprint("Fight ", n), longRules(n%storedTexts))}
	for i := range 8 {
		list[0].Events = append(list[0].Events, engine.UnitFormed{Unit: engine.UnitForm{ID: engine.UnitID(i), Name: fmt.Sprint("Bandit ", i), Side: engine.Foes}},
			engine.CombatantAdded{Combatant: engine.Combatant{ID: engine.CombatantID(10 + i), Name: fmt.Sprint("Bandit ", i), Kind: engine.NPC,
				Side: engine.Foes, Unit: engine.UnitID(i), Stats: map[string]int{"init": 15, "ac": 12}, HasHP: true, HP: 30, MaxHP: 30}})
	}
	for i := range 19 {
		list = append(list, storetest.Did(i+1, scene("%d", i)))
	}
	if n%2 == 0 {
		list[19] = storetest.Did(20, engine.EncounterEnded{})
	}
	_, _, err := s.Update(context.Background(), snowflake.Channel(fmt.Sprint(n)), fmt.Sprint(n+1), storetest.Appending(list...))
	return err
}

// openAndMeasure opens a store, reads every text, and prints how long both took and the most memory that the process had.
func openAndMeasure(path string) error {
	ctx, start := context.Background(), time.Now()
	s, err := Open(ctx, path, quiet)
	if err != nil {
		return err
	}
	opened := time.Since(start)
	for n := range storedTexts {
		text, err := s.RulesetText(ctx, engine.TextHash(longRules(n)))
		if err == nil && text == nil {
			err = fmt.Errorf("text %d is missing", n)
		}
		if err != nil {
			return err
		}
	}
	read := time.Since(start) - opened
	if err := s.Close(); err != nil {
		return err
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(peak, "\n")
	_, err = fmt.Printf("opened in %v, all texts read in %v, peak memory %s\n", opened.Round(time.Millisecond), read.Round(time.Millisecond), strings.TrimSpace(peak))
	return err
}
