package postgres

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"roundel/internal/storetest"
	"roundel/store/sqlite"
)

// figures asks for the figures of docs/performance.md: go test ./store/postgres -run Figures -figures -v
var figures = flag.Bool("figures", false, "measure the store next to SQLite and to the bare driver and print a table")

// TestFigures prints the speed of the store next to that of SQLite's and of a bare program. They are measured by turns, five times, so that
// a drift of the disk affects all of them.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("only with -figures")
	}
	subjects := []struct {
		name string
		run  func(b *testing.B)
		rate []float64
	}{
		{"PostgreSQL, 64 clients", BenchmarkStore64, nil},
		{"SQLite, 64 clients", func(b *testing.B) {
			s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "roundel.db"), b.Logf)
			if err != nil {
				b.Fatal(err)
			}
			storetest.Benchmark(b, s, 64)
			if err := s.Close(); err != nil {
				b.Error(err)
			}
		}, nil},
		{"bare pgx, a row a command, 16 connections", BenchmarkBare, nil},
		{"PostgreSQL, 1 client", BenchmarkStore1, nil},
	}
	for range 5 {
		for i := range subjects {
			s := &subjects[i]
			s.rate = append(s.rate, testing.Benchmark(s.run).Extra["commands/s"])
		}
	}
	for i := range subjects {
		s := &subjects[i]
		slices.Sort(s.rate)
		t.Logf("%-45s %8.0f commands/s (%.0f to %.0f); PostgreSQL with 64 clients: %.2f of it", s.name, s.rate[2], s.rate[0], s.rate[4],
			subjects[0].rate[len(subjects[0].rate)/2]/s.rate[2])
	}
}
