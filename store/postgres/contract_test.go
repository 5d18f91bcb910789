package postgres_test

import (
	"context"
	"flag"
	"io"
	"testing"

	"roundel/internal/pgtest"
	"roundel/internal/storetest"
	"roundel/store"
	"roundel/store/postgres"
)

func quiet(string, ...any) {}

// open connects to a database and returns its store.
func open(ctx context.Context, url string) (storetest.Store, error) {
	db, err := postgres.Connect(ctx, url, quiet)
	if err != nil {
		return nil, err
	}
	return db.Store(), nil
}

// TestContract checks everything that the rest relies on in a store with -deep, and otherwise the part of it that depends most on PostgreSQL.
func TestContract(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Start(t)
	cluster.Prepare(t, func(url string) error {
		db, err := postgres.Connect(t.Context(), url, quiet)
		if err != nil {
			return err
		}
		return db.Close()
	})
	test := storetest.TestCommits
	if flag.Lookup("deep").Value.String() == "true" {
		test = storetest.Test
	}
	test(t, func(t testing.TB) storetest.Database {
		url := cluster.URL(t)
		return storetest.Database{
			Open:   func(ctx context.Context) (storetest.Store, error) { return open(ctx, url) },
			Check:  func(ctx context.Context) (store.Report, error) { return postgres.Check(ctx, url, nil) },
			Export: func(ctx context.Context, to io.Writer) (store.Counts, error) { return postgres.Export(ctx, url, to) },
			Import: func(ctx context.Context, from io.Reader) (store.Counts, error) {
				return postgres.Import(ctx, url, from, nil, quiet)
			},
			LooksLater: true,
			Forget:     func(s storetest.Store) storetest.Store { return store.New(s.(*store.Store).Base()) },
			Refold: func(s storetest.Store) error {
				return s.(*store.Store).Base().Transact(context.Background(), func(t *store.Tx) error {
					return t.Exec(`UPDATE states SET data = '{"version":999}'`)
				})
			},
		}
	})
}
