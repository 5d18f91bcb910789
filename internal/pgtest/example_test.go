package pgtest_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"roundel/internal/pgtest"
)

// A test that needs PostgreSQL, behind a network that fails.
func Example() {
	_ = func(t *testing.T) {
		cluster := pgtest.Start(t)
		proxy := pgtest.NewProxy(t, cluster)
		conn, err := pgx.Connect(t.Context(), "postgres://postgres@"+proxy.Address()+"/postgres")
		if err != nil {
			t.Fatal(err)
		}
		proxy.Reset()
		if err := conn.Ping(t.Context()); err == nil {
			t.Error("the connection is still there")
		}
	}
}
