package play_test

import (
	"fmt"
	"testing"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// BenchmarkNext measures Decide and Apply for one /next in a fight with lasting effects.
func BenchmarkNext(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		b.Run(fmt.Sprintf("combatants=%d", n), func(b *testing.B) {
			rs, s := bigFight(b, n)
			roller := dice.Seeded(1)
			turn := engine.TurnID(1000)
			b.ReportAllocs()
			for b.Loop() {
				turn++
				out, err := play.Decide(s, rs, play.Next{}, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Now: time.Unix(int64(turn), 0), Dice: roller})
				if err != nil {
					b.Fatal(err)
				}
				s = out.State
			}
		})
	}
}

// BenchmarkNextWithPools measures one /next with 10 combatants under five-e-2014, each of which has used two pools.
func BenchmarkNextWithPools(b *testing.B) {
	rs, _ := ruleset.ByName("five-e-2014")
	roller := dice.Seeded(1)
	var s *engine.State
	turn := engine.TurnID(1)
	playing := func(cmd play.Command) {
		turn++
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Now: time.Unix(int64(turn), 0), Dice: roller})
		if err != nil {
			b.Fatal(err)
		}
		s = out.State
	}
	playing(play.Start{Name: "Big", Ruleset: rs.Name})
	for i := range 10 {
		playing(play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("init %d, hp 30, legendary 3, resist 2, recharge 6", i)})
	}
	playing(play.Roll{})
	for range 10 {
		who := s.ActiveMembers()[0].Name
		playing(play.Next{})
		for _, pool := range []string{"reaction", "resistance"} {
			playing(play.Use{Pool: pool, Who: who})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		playing(play.Next{})
	}
}

// bigFight returns a turn-order fight with n combatants in round 1, every fifth with a lasting effect.
func bigFight(b *testing.B, n int) (*ruleset.Ruleset, *engine.State) {
	b.Helper()
	rs, _ := ruleset.ByName(to)
	roller := dice.Seeded(1)
	cmds := []play.Command{play.Start{Name: "Big", Ruleset: to}}
	for i := range n {
		cmds = append(cmds, play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("init %d, hp 30", i%20)})
	}
	cmds = append(cmds, play.Roll{})
	for i := 0; i < n; i += 5 {
		cmds = append(cmds, play.EffectAdd{Target: fmt.Sprintf("Fighter %d", i), Name: "Slow", Initiative: -1, Duration: "fight"})
	}
	var s *engine.State
	for i, cmd := range cmds {
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: engine.TurnID(i + 1), Dice: roller})
		if err != nil {
			b.Fatal(err)
		}
		s = out.State
	}
	return rs, s
}

// BenchmarkNextWithConditions measures Decide and Apply for one /next in a fight of ten with three effects each, most of which depend on
// turns of their source.
func BenchmarkNextWithConditions(b *testing.B) {
	rs, _ := ruleset.ByName("five-e-2014")
	roller := dice.Seeded(1)
	cmds := []play.Command{play.Start{Name: "Big", Ruleset: rs.Name}}
	for i := range 10 {
		cmds = append(cmds, play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("init %d, hp 300", i)})
	}
	cmds = append(cmds, play.Roll{})
	for i := range 10 {
		target, source := fmt.Sprintf("Fighter %d", i), fmt.Sprintf("Fighter %d", (i+1)%10)
		cmds = append(cmds, play.EffectAdd{Target: target, Name: "Exhaustion", Source: source, Duration: "1000 rounds"},
			play.EffectAdd{Target: target, Name: "Concentrating", Source: source}, play.EffectAdd{Target: target, Name: "Charmed", Source: source, With: "Concentrating", Duration: "1000 rounds"})
	}
	var s *engine.State
	turn := engine.TurnID(0)
	playing := func(cmd play.Command) {
		turn++
		out, err := play.Decide(s, rs, cmd, play.Input{Actor: engine.Actor{User: theGM}, Turn: turn, Now: time.Unix(int64(turn), 0), Dice: roller})
		if err != nil {
			b.Fatal(err)
		}
		s = out.State
	}
	for _, cmd := range cmds {
		playing(cmd)
	}
	full := s
	b.ReportAllocs()
	for b.Loop() {
		if playing(play.Next{}); s.Round > 900 {
			s = full
		}
	}
}

// BenchmarkNextFiveE measures Decide and Apply for one /next in a fight of ten under five-e-2014. Each has three effects with checks, two
// of which become due at the end of its turn, and has used two pools, which are full again when its next turn begins.
func BenchmarkNextFiveE(b *testing.B) {
	rs, _ := ruleset.ByName("five-e-2014")
	roller := dice.Seeded(1)
	var s *engine.State
	in := play.Input{Actor: engine.Actor{User: theGM}, Dice: roller}
	playing := func(cmd play.Command) {
		in.Turn++
		in.Now = time.Unix(int64(in.Turn), 0)
		out, err := play.Decide(s, rs, cmd, in)
		if err != nil {
			b.Fatal(err)
		}
		s = out.State
	}
	playing(play.Start{Name: "Big", Ruleset: rs.Name})
	for i := range 10 {
		playing(play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("init %d, hp 300", i)})
	}
	playing(play.Roll{})
	for i := range 10 {
		target, source := fmt.Sprintf("Fighter %d", i), fmt.Sprintf("Fighter %d", (i+1)%10)
		playing(play.EffectAdd{Target: target, Name: "Concentrating", Source: target})
		playing(play.EffectAdd{Target: target, Name: "Poisoned", Source: source, DC: roll(15), Duration: "1000 rounds"})
		playing(play.EffectAdd{Target: target, Name: "Frightened", Source: target, DC: roll(12), With: "Concentrating", Duration: "1000 rounds"})
	}
	var turns []*engine.State // of a round: before the end of each turn
	for n := range 20 {
		for _, pool := range []string{"action", "reaction"} {
			playing(play.Use{Pool: pool, Who: s.ActiveMembers()[0].Name})
		}
		if n >= 10 {
			turns = append(turns, s)
		}
		playing(play.Next{})
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := play.Decide(turns[i%10], rs, play.Next{}, in); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkNextChoices measures one command with 10 combatants under each shape of order: /next or, where a turn is open, /init take.
func BenchmarkNextChoices(b *testing.B) {
	for shape, order := range map[string]string{
		"score": "{by: score, roll: d20}", "score-again": "{by: score, roll: d20, again: round}", "pick-actor": "{by: pick}", "pick-sides": "{by: pick, next: other side, who: side, roll: d10}",
		"pick-repeat": "{by: pick, who: anyone, repeat: yes}", "draw-own": "{by: draw, tokens: 2, ends: 1}", "turns": "{by: score, roll: d20, turns: 2}", "passes": "{by: score, roll: d20, passes: 10, again: round}",
		"slots": "{by: score, roll: d20, slots: yes}", "phases": "{by: score, roll: d20, phases: [move, act]}", "cards": "{by: cards, deck: french + 2 jokers, again: round}",
		"clock": "{by: clock, roll: d20, cost: 5}", "draw-npc": "{by: draw, tokens: 2, pool: npc, ends: 1}",
	} {
		b.Run(shape, func(b *testing.B) {
			rs, err := ruleset.Read([]byte("roundel: 1\nname: bench\ntitle: Bench\nturn: {action: 1}\norder: " + order))
			if err != nil {
				b.Fatal(err)
			}
			in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(1)}
			var s *engine.State
			playing := func(cmd play.Command) {
				in.Turn++
				s = mustPlay(b, s, rs, cmd, in).State
			}
			playing(play.Start{Name: "Big", Ruleset: rs.Name})
			for i := range 10 {
				playing(play.Add{Name: fmt.Sprintf("Fighter %d", i), Side: []string{"", "party"}[i%2], Stats: "hp 30"})
			}
			playing(play.Roll{})
			b.ReportAllocs()
			for b.Loop() {
				if s.Open != nil {
					playing(play.Take{Name: s.Candidates()[0].Name})
				} else {
					playing(play.Next{})
				}
			}
		})
	}
}

// BenchmarkAttack measures one /attack in a fight of ten: under a ruleset in which nothing changes rolls, in one with attacks against Armor Class in
// which nobody has an effect, and with three effects on everyone.
func BenchmarkAttack(b *testing.B) {
	for _, row := range []struct {
		name, ruleset, stat string
		effects             []string
	}{{"plain", "rounds-initiative", "dex", nil}, {"no effects", "five-e-2014", "init", nil}, {"three effects each", "five-e-2014", "init", []string{"Poisoned", "Prone", "Restrained"}}} {
		b.Run(row.name, func(b *testing.B) {
			rs, _ := ruleset.ByName(row.ruleset)
			in := play.Input{Actor: engine.Actor{User: theGM}, Dice: dice.Seeded(1)}
			var s *engine.State
			playing := func(cmd play.Command) *engine.State {
				in.Turn++
				in.Now = time.Unix(int64(in.Turn), 0)
				out, err := play.Decide(s, rs, cmd, in)
				if err != nil {
					b.Fatal(err)
				}
				return out.State
			}
			s = playing(play.Start{Name: "Big", Ruleset: rs.Name})
			for i := range 10 {
				s = playing(play.Add{Name: fmt.Sprintf("Fighter %d", i), Stats: fmt.Sprintf("%s %d, ac 12, hp 300", row.stat, i%3)})
			}
			s = playing(play.Roll{})
			who := s.ActiveMembers()[0].Name
			target := s.Combatants[0].Name
			if target == who {
				target = s.Combatants[1].Name
			}
			for _, c := range s.Combatants {
				for _, name := range row.effects {
					s = playing(play.EffectAdd{Target: c.Name, Name: name, Source: c.Name})
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				playing(play.Strike{Who: who, Target: target, Hit: roll(5), Damage: "1d8+3", Free: true})
			}
		})
	}
}
