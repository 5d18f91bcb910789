package bot

import (
	"context"
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"roundel/internal/pgtest"
	"roundel/store/postgres"
)

// TestSimulationOnPostgreSQL plays the evenings of [TestSimulation] on PostgreSQL. Instead of a store that fails there is a network that
// does: connections break, also between a commit and its answer, and the server is out of reach for up to 20 seconds.
func TestSimulationOnPostgreSQL(t *testing.T) {
	cluster := pgtest.Start(t)
	proxy := pgtest.NewProxy(t, cluster)
	cluster.Prepare(t, func(address string) error {
		db, err := postgres.Connect(t.Context(), address, t.Logf)
		if err != nil {
			return err
		}
		return db.Store().Close()
	})
	first, entries, failed := rand.Uint64(), 0, 0
	for i := range *simSeeds {
		address := cluster.URL(t)
		through, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		through.Host = proxy.Address()
		e, f := evening(t, first+uint64(i), func(t *testing.T) simBase { return overNetwork(t, proxy, address, through.String()) })
		entries, failed = entries+e, failed+f
		if t.Failed() {
			t.Fatalf("seed %d", first+uint64(i))
		}
	}
	t.Logf("%d seeds from %d, %d entries in the logs, %d requests failed", *simSeeds, first, entries, failed)
}

// overNetwork is the base of an evening in a database that the bot reaches through the proxy and the test directly.
func overNetwork(t *testing.T, proxy *pgtest.Proxy, address, through string) simBase {
	open := func(address string) (simStore, func()) {
		db, err := postgres.Connect(context.Background(), address, t.Logf)
		if err != nil {
			t.Fatal(err)
		}
		st := db.Store()
		return st, func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	sight, leave := open(address)
	t.Cleanup(leave)
	return simBase{sight: sight,
		open: func() (simStore, func()) { return open(through) },
		calm: proxy.Heal,
		fault: func(rnd *rand.Rand) {
			answer := []string{"SELECT 1\x00", "SELECT 2\x00", "COMMIT", "UPDATE 1"}[rnd.IntN(4)]
			healed := func() { time.AfterFunc(time.Duration(rnd.IntN(20_000))*time.Millisecond, proxy.Heal) }
			switch rnd.IntN(10) {
			case 0:
				proxy.Reset()
			case 1:
				proxy.LoseAnswer(answer)
			case 2:
				proxy.DieAtAnswer(answer)
				healed()
			case 3:
				proxy.DieAtRequest(1 + rnd.IntN(8))
				healed()
			case 4:
				proxy.Refuse()
				healed()
			}
		}}
}
