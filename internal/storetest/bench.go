package storetest

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"roundel/engine"
	"roundel/snowflake"
)

// Benchmark measures commands of clients who each play in a channel of their own and wait for every answer. The fights have ten
// combatants.
func Benchmark(b *testing.B, s Store, clients int) {
	for c := range clients {
		if _, _, err := s.Update(b.Context(), snowflake.Channel(fmt.Sprint(c+1)), "", Appending(tenBandits())); err != nil {
			b.Fatal(err)
		}
	}
	var ids, left atomic.Int64
	var wg sync.WaitGroup
	left.Store(int64(b.N))
	b.ResetTimer()
	for c := range clients {
		ch := snowflake.Channel(fmt.Sprint(c + 1))
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				i := ids.Add(1)
				if _, _, err := s.Update(b.Context(), ch, fmt.Sprint(i), Appending(Did(int(i), scene("the %dth thing", i)))); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commands/s")
}

// tenBandits returns the entry that starts a fight with ten combatants.
func tenBandits() engine.Entry {
	events := []engine.Event{started("Bridge")}
	stats := map[string]int{"init": 15, "ac": 12, "hp": 30}
	for name := range strings.FieldsSeq("agility awareness cognition finesse initiative melee might morale ranged soak speed will") {
		stats[name] = 40
	}
	for i := 1; i <= 10; i++ {
		name := fmt.Sprint("Bandit ", i)
		events = append(events,
			engine.UnitFormed{Unit: engine.UnitForm{ID: engine.UnitID(i), Name: name, Side: engine.Foes, Rolled: true, Base: i}},
			engine.CombatantAdded{Combatant: engine.Combatant{ID: engine.CombatantID(10 + i), Name: name, Type: "Bandit", Kind: engine.NPC,
				Side: engine.Foes, Unit: engine.UnitID(i), Stats: stats, HasHP: true, HP: 30, MaxHP: 30}})
	}
	return Did(0, events...)
}
