package storetest_test

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"roundel/internal/storetest"
	"roundel/store"
	"roundel/store/sqlite"
)

// A backend calls Test from a test of its own, with a function that makes an empty database.
func Example() {
	quiet := func(string, ...any) {}
	_ = func(t *testing.T) {
		storetest.Test(t, func(t testing.TB) storetest.Database {
			path := filepath.Join(t.TempDir(), "roundel.db")
			return storetest.Database{
				Open:   func(ctx context.Context) (storetest.Store, error) { return sqlite.Open(ctx, path, quiet) },
				Check:  func(ctx context.Context) (store.Report, error) { return sqlite.Check(ctx, path, nil) },
				Export: func(ctx context.Context, to io.Writer) (store.Counts, error) { return sqlite.Export(ctx, path, to) },
				Import: func(ctx context.Context, from io.Reader) (store.Counts, error) {
					return sqlite.Import(ctx, path, from, nil, quiet)
				},
			}
		})
	}
	// Output:
}
