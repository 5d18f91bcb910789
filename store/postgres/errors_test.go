package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"roundel/internal/pgtest"
	"roundel/store"
)

// TestClasses checks what errors mean for the sender of the statement.
func TestClasses(t *testing.T) {
	for code, want := range map[string]class{
		"40001": again, "40P01": again, "23505": duplicate, "23503": missing, "55P03": locked, "57014": tooLong, "57P01": unknown,
		"57P02": unknown, "57P03": notSent, "08006": unknown, "08P01": unknown, "53100": full, "25006": readOnly, "XX001": damaged,
		"58030": other, "42601": other, "25P03": transactionEnded, "": other,
	} {
		err := fmt.Errorf("postgres: commit: %w", &pgconn.PgError{Code: code})
		if got := classOf(err); got != want {
			t.Errorf("%s: class %d, want %d", code, got, want)
		}
	}
	for _, test := range []struct {
		err  error
		want class
	}{
		{nil, other}, {sql.ErrNoRows, other}, {errors.New("something"), other},
		{io.ErrUnexpectedEOF, unknown}, {context.DeadlineExceeded, unknown}, {errors.New("conn closed"), unknown},
	} {
		if got := classOf(test.err); got != test.want {
			t.Errorf("%v: class %d, want %d", test.err, got, test.want)
		}
	}
	if err := named(&pgconn.PgError{Code: "53100"}); !errors.Is(err, store.ErrFull) || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// TestClassesOfRealErrors checks errors that a server and a network make.
func TestClassesOfRealErrors(t *testing.T) {
	c := shared.Cluster(t)
	p := pgtest.NewProxy(t, c)
	db := connect(t, through(t, c.URL(t), p.Address()))
	insert := func() error {
		_, err := db.pool.Exec(t.Context(), "INSERT INTO settings (guild, data) VALUES ('1', '')")
		return err
	}
	if err := insert(); err != nil {
		t.Fatal(err)
	}
	if got := classOf(insert()); got != duplicate {
		t.Errorf("the same key again: class %d", got)
	}
	_, err := db.sql.ExecContext(t.Context(), "INSERT INTO states (encounter, data) VALUES ($1, '')", 7)
	if got := classOf(err); got != missing {
		t.Errorf("a state without its fight: class %d, %v", got, err)
	}
	_, err = db.sql.ExecContext(t.Context(), "SET LOCAL statement_timeout = 1; SELECT pg_sleep(60)")
	if got := classOf(err); got != tooLong {
		t.Errorf("a slow statement: class %d, %v", got, err)
	}
	conn, err := db.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	_, err = conn.Exec(t.Context(), "SELECT pg_terminate_backend(pg_backend_pid())")
	if got := classOf(err); got != unknown {
		t.Errorf("a session that was ended: class %d, %v", got, err)
	}
	_, err = conn.Exec(t.Context(), "SELECT 1")
	if got := classOf(err); got != notSent && got != unknown {
		t.Errorf("the statement after it: class %d, %v", got, err)
	}
	tx, err := db.pool.BeginTx(t.Context(), pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		t.Fatal(err)
	}
	_, err = tx.Exec(t.Context(), "DELETE FROM settings")
	if got := classOf(err); got != readOnly {
		t.Errorf("a write where none is allowed: class %d, %v", got, err)
	}
	p.Reset()
	_, err = tx.Exec(t.Context(), "SELECT 1")
	if got := classOf(err); got != unknown && got != notSent {
		t.Errorf("a broken connection: class %d, %v", got, err)
	}
	_ = tx.Rollback(t.Context()) // the connection is broken
	snapshot, err := db.sql.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Reset()
	for range 2 { // the second time, database/sql says it in words of its own
		_, err = snapshot.ExecContext(t.Context(), "SELECT 1")
		if got := classOf(err); got != unknown && got != notSent {
			t.Errorf("a broken connection below database/sql: class %d, %v", got, err)
		}
	}
	_ = snapshot.Rollback() // the connection is broken
}
