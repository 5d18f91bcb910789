package postgres

import (
	"testing"

	"roundel/internal/storetest"
)

func benchmark(b *testing.B, clients int) {
	db, err := Connect(b.Context(), shared.Cluster(b).URL(b), b.Logf)
	if err != nil {
		b.Fatal(err)
	}
	s := db.Store()
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	storetest.Benchmark(b, s, clients)
}

// BenchmarkStore1 and 64 measure commands of that many clients.
func BenchmarkStore1(b *testing.B)  { benchmark(b, 1) }
func BenchmarkStore64(b *testing.B) { benchmark(b, 64) }
