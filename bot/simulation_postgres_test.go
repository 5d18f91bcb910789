package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"roundel/bot/card"
	"roundel/internal/pgtest"
	"roundel/snowflake"
	"roundel/store"
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
		return simDatabase{st}, func() {
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

// simDatabase adapts a store to the publisher, as the program does.
type simDatabase struct{ *store.Store }

func (s simDatabase) Display(ctx context.Context, ch snowflake.Channel) (card.Display, bool, error) {
	d, ok, err := s.Store.Display(ctx, ch)
	return simDisplay(d), ok, err
}

func (s simDatabase) Behind(ctx context.Context, ch snowflake.Channel) ([]card.Display, error) {
	list, err := s.Store.Behind(ctx, ch)
	return simDisplays(list), err
}

func (s simDatabase) Due(ctx context.Context, now time.Time) ([]card.Display, error) {
	list, err := s.Store.Due(ctx, now)
	return simDisplays(list), err
}

func (s simDatabase) SaveDisplay(ctx context.Context, was, next card.Display) error {
	err := s.Store.SaveDisplay(ctx, storedDisplay(was), storedDisplay(next))
	if errors.Is(err, store.ErrOutdated) {
		return fmt.Errorf("%w: %w", card.ErrOutdated, err)
	}
	return err
}

func simDisplay(d store.Display) card.Display {
	return card.Display{Encounter: d.Encounter, Channel: d.Channel, Ended: d.Ended, Seq: d.Seq, Turn: d.Turn, Paused: d.Paused,
		Card: snowflake.Message(d.Card), CardSeq: d.CardSeq, Announced: d.Announced, Shown: d.Shown, Remind: d.Remind}
}

func simDisplays(list []store.Display) (out []card.Display) {
	for _, d := range list {
		out = append(out, simDisplay(d))
	}
	return out
}

func storedDisplay(d card.Display) store.Display {
	return store.Display{Encounter: d.Encounter, Card: string(d.Card), CardSeq: d.CardSeq, Announced: d.Announced, Shown: d.Shown, Remind: d.Remind}
}
