package postgres

import (
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// BenchmarkBare inserts one row of about 300 bytes per command from 16 connections, without anything of Roundel. It is what the store is
// compared with.
func BenchmarkBare(b *testing.B) {
	const clients = 16
	config, err := pgxpool.ParseConfig(shared.Cluster(b).URL(b))
	if err != nil {
		b.Fatal(err)
	}
	config.MaxConns, config.MinConns = clients, clients
	pool, err := pgxpool.NewWithConfig(b.Context(), config)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(b.Context(), "CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data text)"); err != nil {
		b.Fatal(err)
	}
	data := strings.Repeat("x", 300)
	commands := make(chan struct{})
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for range commands {
				if _, err := pool.Exec(b.Context(), "INSERT INTO bare (data) VALUES ($1)", data); err != nil {
					b.Error(err)
				}
			}
		})
	}
	b.ResetTimer()
	for range b.N {
		commands <- struct{}{}
	}
	close(commands)
	running.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commands/s")
}
