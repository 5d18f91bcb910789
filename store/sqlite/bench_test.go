package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/snowflake"
	"roundel/store"
)

// fight starts a fight with ten combatants in the channel and plays it up to entry n.
func fight(b *testing.B, s *store.Store, ch snowflake.Channel, n int) {
	b.Helper()
	fightOf(b, s, ch, 10, n)
}

// fightOf is fight with any number of combatants.
func fightOf(b testing.TB, s *store.Store, ch snowflake.Channel, combatants, n int) {
	b.Helper()
	events := []engine.Event{started("Bridge")}
	stats := map[string]int{"init": 15, "ac": 12, "hp": 30}
	for name := range strings.FieldsSeq("agility awareness cognition finesse initiative melee might morale ranged soak speed will") {
		stats[name] = 40
	}
	for i := 1; i <= combatants; i++ {
		name := fmt.Sprint("Bandit ", i)
		events = append(events,
			engine.UnitFormed{Unit: engine.UnitForm{ID: engine.UnitID(i), Name: name, Side: engine.Foes, Rolled: true, Base: i}},
			engine.CombatantAdded{Combatant: engine.Combatant{ID: engine.CombatantID(10 + i), Name: name, Type: "Bandit", Kind: engine.NPC,
				Side: engine.Foes, Unit: engine.UnitID(i), Stats: stats, HasHP: true, HP: 30, MaxHP: 30}})
	}
	_, _, err := s.Update(context.Background(), ch, "", func(j engine.Journal) ([]byte, error) {
		if err := j.Append(storetest.Did(0, events...)); err != nil {
			return nil, err
		}
		for i := 2; i < n; i++ {
			if err := j.Append(storetest.Did(i, scene("%d", i))); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// benchID returns the nth interaction ID.
func benchID(n int64) string { return fmt.Sprintf("%019d", n) }

// benchmarkUpdateAt measures a command in a fight that already has n entries.
func benchmarkUpdateAt(b *testing.B, n int) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "roundel.db"))
	fight(b, s, channel, n)
	i := 0
	for b.Loop() {
		i++
		_, _, err := s.Update(context.Background(), channel, benchID(int64(i)), storetest.Appending(storetest.Did(i, scene("the %dth thing", i))))
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUpdateAtEvent10(b *testing.B)    { benchmarkUpdateAt(b, 10) }
func BenchmarkUpdateAtEvent10000(b *testing.B) { benchmarkUpdateAt(b, 10000) }

// BenchmarkUpdate64Channels measures the store without the rules: the bot hands over the state after a command, and here every
// command of a channel leads to the same one, so that it is computed once.
func BenchmarkUpdate64Channels(b *testing.B) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "roundel.db"))
	for c := range 64 {
		fight(b, s, snowflake.Channel(fmt.Sprint(c)), 10)
	}
	var ids, channels atomic.Int64
	b.SetParallelism(32) // times GOMAXPROCS
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		ch, after := snowflake.Channel(fmt.Sprint(channels.Add(1)%64)), (*engine.State)(nil)
		for pb.Next() {
			i := ids.Add(1)
			e := storetest.Did(int(i), scene("something happens"))
			_, _, err := s.Update(context.Background(), ch, benchID(i), func(j engine.Journal) ([]byte, error) {
				if after == nil {
					after = engine.Fold(j.State(), e.Events)
				}
				e.State = after
				return []byte(after.Scene), j.Append(e)
			})
			if err != nil {
				b.Error(err)
				return
			}
		}
	})
}

// BenchmarkUndo25 measures an undo of 25 steps and a redo of the same.
func BenchmarkUndo25(b *testing.B) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "roundel.db"))
	fight(b, s, channel, 10000)
	const to = 9999 // the last entry
	for b.Loop() {
		for _, fn := range []func(engine.Journal) ([]byte, error){storetest.UndoingTo(1, to-25), storetest.RedoingTo(1, to)} {
			if _, _, err := s.Update(context.Background(), channel, "", fn); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkUndo(b *testing.B) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "roundel.db"))
	fight(b, s, channel, 10000)
	for b.Loop() {
		for _, fn := range []func(engine.Journal) ([]byte, error){storetest.Undoing(1), storetest.Redoing(1)} {
			if _, _, err := s.Update(context.Background(), channel, "", fn); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkStore1 and 64 measure commands of that many clients, as the benchmarks of the same names do for PostgreSQL.
func BenchmarkStore1(b *testing.B)  { storetest.Benchmark(b, mustOpen(b, file(b)), 1) }
func BenchmarkStore64(b *testing.B) { storetest.Benchmark(b, mustOpen(b, file(b)), 64) }
