package sqlite_test

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"roundel/internal/storetest"
	"roundel/store"
	"roundel/store/sqlite"
)

func quiet(string, ...any) {}

// TestContract: everything that others rely on.
func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Test(t, func(t testing.TB) storetest.Database {
		path := filepath.Join(t.TempDir(), "data", "roundel.db")
		return storetest.Database{
			Open: func(ctx context.Context) (storetest.Store, error) {
				s, err := sqlite.Open(ctx, path, quiet)
				if err != nil {
					return nil, err
				}
				return s, nil
			},
			Check:  func(ctx context.Context) (store.Report, error) { return sqlite.Check(ctx, path, nil) },
			Export: func(ctx context.Context, to io.Writer) (store.Counts, error) { return sqlite.Export(ctx, path, to) },
			Import: func(ctx context.Context, from io.Reader) (store.Counts, error) {
				return sqlite.Import(ctx, path, from, nil, quiet)
			},
			Forget: func(s storetest.Store) storetest.Store { return store.New(s.(*store.Store).Base()) },
			Refold: func(s storetest.Store) error {
				return s.(*store.Store).Base().Transact(context.Background(), func(t *store.Tx) error {
					return t.Exec(`UPDATE states SET data = '{"version":999}'`)
				})
			},
		}
	})
}
