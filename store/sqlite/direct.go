package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// direct is the [store.Querier] of the writer. It runs statements that change something on the driver's connection, with statements that
// stay prepared, which takes half the time that database/sql needs for it. Only one goroutine at a time may use it.
type direct struct {
	conn  *sql.Conn
	stmts map[string]*sqlite3.SQLiteStmt
	args  []driver.NamedValue
}

// maxPrepared is the number of statements that stay prepared. There are fewer than that, unless a host's tool makes up its own.
const maxPrepared = 100

// ExecContext runs a statement that changes something. The context is not looked at: a write that was begun is seen through.
func (d *direct) ExecContext(_ context.Context, query string, args ...any) (res sql.Result, err error) {
	d.args = d.args[:0]
	for i, arg := range args {
		value := driver.Value(arg)
		switch arg.(type) {
		case int64, string, []byte, nil:
		default:
			if value, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
				return nil, fmt.Errorf("parameter %d: %w", i+1, err)
			}
		}
		d.args = append(d.args, driver.NamedValue{Ordinal: i + 1, Value: value})
	}
	err = d.conn.Raw(func(c any) error {
		stmt, err := d.prepared(c.(*sqlite3.SQLiteConn), query)
		if err != nil {
			return err
		}
		res, err = stmt.ExecContext(context.Background(), d.args)
		return err
	})
	clear(d.args)
	return res, err
}

// prepared returns a statement that stays prepared.
func (d *direct) prepared(c *sqlite3.SQLiteConn, query string) (*sqlite3.SQLiteStmt, error) {
	if stmt, ok := d.stmts[query]; ok {
		return stmt, nil
	}
	if len(d.stmts) == maxPrepared {
		if err := d.forget(); err != nil {
			return nil, err
		}
	}
	made, err := c.Prepare(query)
	if err != nil {
		return nil, err
	}
	stmt := made.(*sqlite3.SQLiteStmt)
	d.stmts[query] = stmt
	return stmt, nil
}

// forget closes the statements.
func (d *direct) forget() error {
	for query, stmt := range d.stmts {
		if err := stmt.Close(); err != nil {
			return err
		}
		delete(d.stmts, query)
	}
	return nil
}

// QueryContext runs a query.
func (d *direct) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return d.conn.QueryContext(ctx, query, args...)
}
