package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"roundel/snowflake"
)

// bareGroup is a bare program that stores the same three rows a command as the store does, with prepared statements, and
// commits those of all who wait at once.
type bareGroup struct {
	begin, entry, fight, answer, commit *sql.Stmt
	queue                               chan bareCommand
	stopped                             chan struct{}
}

// bareCommand is one command of the bare program.
type bareCommand struct {
	fight, seq, id int64
	done           chan error
}

// newBareGroup returns a bare program with 64 fights in a database with the store's tables.
func newBareGroup(b *testing.B) *bareGroup {
	path := filepath.Join(b.TempDir(), "bare.db")
	s := mustOpen(b, path)
	for c := range 64 {
		fight(b, s, snowflake.Channel(fmt.Sprint(c)), 10)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	db, err := sql.Open("sqlite3", dsn(path, writeOptions))
	if err != nil {
		b.Fatal(err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		b.Fatal(err)
	}
	if err := verify(ctx, conn, pragma{"wal_autocheckpoint = " + walPages, walPages}); err != nil {
		b.Fatal(err)
	}
	prepare := func(query string) *sql.Stmt {
		stmt, err := conn.PrepareContext(ctx, query)
		if err != nil {
			b.Fatal(err)
		}
		return stmt
	}
	g := &bareGroup{begin: prepare("BEGIN IMMEDIATE"), commit: prepare("COMMIT"),
		entry: prepare(`INSERT INTO entries (encounter, seq, prev, kind, of_entry, parent, depth, at, by_user, command, events)
			VALUES (?, ?, 0, 'did', 0, ?, ?, ?, ?, ?, ?)`),
		fight:  prepare("UPDATE encounters SET head = ?, depth = ?, last = ?, redo = ?, turn = ?, paused = ? WHERE id = ? AND last = ?"),
		answer: prepare("INSERT INTO interactions (id, at, answer) VALUES (?, ?, ?)"),
		queue:  make(chan bareCommand, 64), stopped: make(chan struct{})}
	go g.run()
	b.Cleanup(func() {
		close(g.queue)
		<-g.stopped
		for _, c := range []interface{ Close() error }{g.begin, g.entry, g.fight, g.answer, g.commit, conn, db} {
			if err := c.Close(); err != nil {
				b.Error(err)
			}
		}
	})
	return g
}

// run commits the commands in the queue until it is closed.
func (g *bareGroup) run() {
	defer close(g.stopped)
	var batch []bareCommand
	for c := range g.queue {
		batch = append(batch[:0], c)
		_, err := g.begin.Exec()
		for i := 0; i < len(batch) && err == nil; i++ {
			err = g.write(batch[i])
			if i == len(batch)-1 && len(batch) < 64 {
				select {
				case c, ok := <-g.queue:
					if ok {
						batch = append(batch, c)
					}
				default:
				}
			}
		}
		if err == nil {
			_, err = g.commit.Exec()
		}
		for _, c := range batch {
			c.done <- err
		}
	}
}

// write stores the three rows of a command.
func (g *bareGroup) write(c bareCommand) error {
	at := epoch.UnixMilli() + c.id
	text := fmt.Sprintf("the %dth thing", c.id)
	if _, err := g.entry.Exec(c.fight, c.seq, c.seq-1, c.seq, at, "gm", fmt.Sprintf("/do %d", c.id),
		`[{"type":"scene_set","v":1,"d":{"text":"`+text+`"}}]`); err != nil {
		return err
	}
	if _, err := g.fight.Exec(c.seq, c.seq, c.seq, "[]", 0, 0, c.fight, c.seq-1); err != nil {
		return err
	}
	_, err := g.answer.Exec(c.id, at, []byte(text))
	return err
}

// BenchmarkBare64Channels measures the bare program: compare it with BenchmarkUpdate64Channels.
func BenchmarkBare64Channels(b *testing.B) {
	g := newBareGroup(b)
	var ids, fights atomic.Int64
	b.SetParallelism(32) // times GOMAXPROCS
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		fight, seq, done := fights.Add(1)%64+1, int64(9), make(chan error)
		for pb.Next() {
			seq++
			g.queue <- bareCommand{fight, seq, ids.Add(1), done}
			if err := <-done; err != nil {
				b.Error(err)
				return
			}
		}
	})
}
