package play_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"

	"roundel/engine/view"
)

// clockRules begin a file with a clock.
func clockRules(t *testing.T, order string, lines ...string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: watch\ntitle: Watch\nstats:\n  init: {is: Initiative}\n  slow: {is: what a turn costs, default: 5}\n" +
		"order: {by: clock, " + order + "}\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// ticking begins a fight of units that stand on the ticks given, in this order: "Anna 4, Orc 6".
func ticking(t *testing.T, rs *ruleset.Ruleset, units string, results ...int) *fight {
	t.Helper()
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	for unit := range strings.SplitSeq(units, ", ") {
		name, at, _ := strings.Cut(unit, " ")
		switch name {
		case "Anna":
			f.by(anna, play.Join{Name: name, Stats: "init " + at})
		case "Ben":
			f.by(ben, play.Join{Name: name, Stats: "init " + at})
		default:
			f.gm(play.Add{Name: name, Stats: "init " + at + ", hp 9"})
		}
	}
	f.gm(play.Roll{})
	return f
}

// stands returns the order as names and ticks, with the current tick before it.
func (f *fight) stands() string {
	var out []string
	for _, u := range f.s.Order(f.rs) {
		out = append(out, fmt.Sprintf("%s %d", u.Name, f.s.OrderScore(f.rs, u.ID)))
	}
	return fmt.Sprintf("%d: %s", f.s.Now(true), strings.Join(out, ", "))
}

func (f *fight) wantStands(want string) {
	f.t.Helper()
	if got := f.stands(); got != want {
		f.t.Fatalf("the clock is %s, want %s", got, want)
	}
}

const plainClock = "roll: init, cost: slow"

// TestRS38Clock is worked example 17, under the bundled file.
func TestRS38Clock(t *testing.T) {
	rs, _ := ruleset.ByName("tick-clock")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.by(anna, play.Join{Name: "Anna", Stats: "init 1", Roll: roll(3)})
	f.gm(play.Add{Name: "Orc", Stats: "init 2", Roll: roll(4)})
	f.wantExport(`"tick": null`)
	f.gm(play.Roll{})
	f.wantStands("4: Anna 4, Orc 6")
	f.wantActive("1: Anna")
	f.by(anna, play.Next{})
	f.wantStands("6: Orc 6, Anna 9")
	f.wantExport(`"tick": 6`, `"round": 1`, `"acted": false`)
	f.next(1)
	f.wantStands("9: Anna 9, Orc 11")
	f.by(anna, play.Do{Activity: "Draw", Ticks: roll(2)}, play.Next{})
	f.wantStands("11: Orc 11, Anna 11")
	f.wantActive("1: Orc")
	if strings.Contains(f.export(), `"acted": true`) || strings.Contains(f.export(), `"round": 2`) {
		t.Error(f.export())
	}
	f.by(theGM, play.Do{Activity: "Bash", Ticks: roll(3)}, play.Do{Activity: "Kick", Ticks: roll(4)}, play.Next{})
	f.wantStands("11: Anna 11, Orc 18")
	f.refused(theGM, play.Reroll{}, engine.NotInRules)
}

// TestRS38Cost: the cost is a formula, at least 1, and every way of spending ticks counts.
func TestRS38Cost(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock, "turn: {ticks: {count: any, priced: yes}}"), "Anna 1, Orc 2")
	f.gm(play.Edit{Name: "Anna", Stats: "slow -3"}, play.Next{})
	f.wantStands("2: Orc 2, Anna 2")
	f.gm(play.Define{Activity: "Cast", Ticks: 7}, play.Do{Activity: "Cast"}, play.Use{Pool: "ticks", Amount: roll(2)}, play.Next{})
	f.wantStands("2: Anna 2, Orc 11")
	f.gm(play.Do{Activity: "Blink", Ticks: roll(0)}, play.Next{})
	f.wantStands("2: Anna 2, Orc 11")
	bare := ticking(t, clockRules(t, "roll: init"), "Anna 1, Orc 2")
	bare.gm(play.Do{Activity: "Aim", Ticks: roll(4)}, play.Next{})
	bare.wantStands("2: Orc 2, Anna 5")
	bare.next(1)
	bare.wantStands("3: Orc 3, Anna 5")
}

// TestRS38Ties: at one tick the list decides, but not over who came first.
func TestRS38Ties(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock, "turn: {ticks: {count: any, priced: yes}}"), "Orc 3, Anna 3, Wolf 5", 2, 4) // no list: they roll off
	f.wantStands("3: Anna 3, Orc 3, Wolf 5")
	f = ticking(t, clockRules(t, plainClock+", ties: [pc, joined]", "turn: {ticks: {count: any, priced: yes}}"), "Orc 3, Wolf 5, Anna 3")
	f.wantTurns("1: Anna")
	f.gm(play.Do{Activity: "Step", Ticks: roll(2)}, play.Next{})
	f.wantStands("3: Orc 3, Wolf 5, Anna 5") // the wolf was there first
	f.gm(play.Place{Name: "Anna", Before: "Wolf"})
	f.wantStands("3: Orc 3, Anna 5, Wolf 5")
	f.gm(play.Next{})
	f.wantStands("5: Anna 5, Wolf 5, Orc 8")
	f.gm(play.Edit{Name: "Wolf", Score: roll(8)})
	f.wantStands("5: Anna 5, Orc 8, Wolf 8")
}

// TestRS38Together: those who leave a tick together come to the next one together.
func TestRS38Together(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock+", ties: together"), "Anna 3, Orc 3, Ben 4")
	f.wantTurns("1: Anna, Orc", "1: Ben", "1: Anna, Orc", "1: Ben")
	f.wantStands("9: Ben 9, Anna 13, Orc 13")
}

// TestRS38Joiner: a newcomer rolls from the current tick on, and a returning unit doesn't come earlier than before.
func TestRS38Joiner(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 4, Orc 6")
	f.next(1)
	f.by(ben, play.Join{Name: "Ben", Stats: "init 0"})
	f.wantStands("6: Orc 6, Ben 6, Anna 9")
	f.gm(play.Add{Name: "Wolf", Stats: "init 2"})
	f.wantStands("6: Orc 6, Ben 6, Wolf 8, Anna 9")
	f.by(anna, play.Remove{Name: "Anna"}, play.Join{Name: "Anna", Stats: "init 1"})
	f.wantStands("6: Orc 6, Ben 6, Wolf 8, Anna 9")
	f.wantTurns("1: Orc", "1: Ben", "1: Wolf", "1: Anna", "1: Orc")
}

// TestRS38LostTurns: a lost turn costs what a turn costs.
func TestRS38LostTurns(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 1, Orc 2")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Stun", Skip: true, Duration: "2 rounds"})
	f.next(1)
	f.wantActive("1: Anna")
	f.wantStands("6: Anna 6, Orc 7")
	f.next(1)
	f.wantStands("11: Anna 11, Orc 12")
	f.wantEffects("")
	f.next(1)
	f.wantActive("1: Orc")
}

// TestRS38Durations: rounds are own turns, ticks are counted by the clock, and nothing lasts until a round ends.
func TestRS38Durations(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock, "conditions: {Hasted: {lasts: 3 ticks}}"), "Anna 1, Orc 4, Wolf 20")
	for duration, why := range map[string]reason.Reason{"end of round": reason.NoRounds, "2 rounds, end of round": reason.NoRounds, "1 min": reason.NoRoundLength} {
		f.refused(theGM, play.EffectAdd{Target: "Orc", Name: "X", Duration: duration}, engine.NotInRules, why)
	}
	f.refused(theGM, play.EffectAdd{Target: "Orc", Name: "X", Duration: "1001 ticks"}, engine.Invalid, reason.DurationRounds)
	f.refused(theGM, play.EffectAdd{Target: "Orc", Name: "X", Duration: "2 ticks, start of target's turn"}, engine.Invalid, reason.DurationForm)
	f.gm(play.EffectAdd{Target: "Orc", Name: "A", Duration: "3 ticks"}, play.EffectAdd{Target: "Orc", Name: "B", Duration: "2 rounds"},
		play.EffectAdd{Target: "Anna", Name: "C", Duration: "6 ticks"}, play.EffectAdd{Target: "Wolf", Name: "Hasted"}, play.EffectAdd{Target: "Wolf", Name: "D", Duration: "4 ticks"})
	f.wantExport(`"until": "ticks",
      "remaining": 6`)
	has := func(want string) {
		t.Helper()
		var names []string
		for _, e := range f.s.Effects {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, ""); got != want {
			t.Fatalf("tick %d: the effects are %s, want %s", f.s.Tick, got, want)
		}
	}
	f.next(1) // 4: Orc
	has("BCD")
	f.next(1) // 6: Anna
	has("BC")
	f.next(1) // 9: Orc
	has("B")
	f.next(1)
	has("")
	rounds := start(t, to)
	rounds.pc("Anna", "init 1", 3)
	rounds.gm(play.Roll{})
	rounds.refused(theGM, play.EffectAdd{Target: "Anna", Name: "X", Duration: "3 ticks"}, engine.NotInRules, reason.NoClock)
}

// TestRS38Modifiers: an effect on initiative moves a unit on the clock while it lasts.
func TestRS38Modifiers(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 1, Orc 4, Ben 6")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Slow", Initiative: 3, Duration: "end of turn"})
	f.wantTurns("1: Anna", "1: Ben", "1: Anna", "1: Orc")
	f.next(1)
	f.wantStands("9: Orc 9, Ben 11, Anna 11")
}

// TestRS63DepartedOnTheClock: the turns of a source that has left begin and end after its next ticks.
func TestRS63DepartedOnTheClock(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 1, Orc 4, Ben 6")
	f.gm(play.EffectAdd{Target: "Ben", Name: "A", Source: "Orc", Duration: "start of source's turn"},
		play.EffectAdd{Target: "Ben", Name: "B", Source: "Orc", Duration: "2 rounds, end of source's turn"}, play.Remove{Name: "Orc"})
	f.wantEffects("A on Ben 0, B on Ben 2")
	f.next(1) // 6: Ben
	f.wantActive("1: Ben")
	f.wantEffects("B on Ben 1")
	f.next(1) // 6: Anna
	f.wantEffects("B on Ben 1")
	f.next(1) // 11: Ben
	f.wantEffects("")
	own := ticking(t, clockRules(t, plainClock), "Orc 1, Anna 2, Ben 3")
	own.gm(play.EffectAdd{Target: "Ben", Name: "A", Source: "Orc", Duration: "start of source's turn"}, play.Remove{Name: "Orc"})
	own.next(2) // 7: Anna; the orc would have acted at 6
	own.wantActive("1: Anna")
	own.wantEffects("")
}

// TestRS38Waiting: who delays comes back at the tick of another, or has lost a turn; who holds waits as long as it likes.
func TestRS38Waiting(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock, "wait: rejoin"), "Anna 1, Orc 4, Ben 8")
	f.by(anna, play.Delay{})
	f.wantActive("1: Orc")
	f.by(anna, play.Take{})
	f.wantActive("1: Anna")
	f.next(1)
	f.wantStands("4: Orc 4, Ben 8, Anna 9")
	f.next(2) // Orc 9, Ben 13
	f.wantActive("1: Anna")
	f.by(anna, play.Delay{})
	f.next(1) // Orc at 9
	f.wantStands("13: Anna 9, Ben 13, Orc 14")
	f.next(1)
	f.wantStands("14: Anna 9, Orc 14, Ben 18")
	f.next(1)
	f.wantActive("1: Anna")
	alone := ticking(t, clockRules(t, plainClock, "wait: rejoin"), "Anna 1")
	alone.by(anna, play.Delay{})
	alone.wantActive("1: Anna")
	alone.wantStands("6: Anna 6")
	hold := ticking(t, clockRules(t, plainClock, "wait: hold"), "Anna 1, Orc 4")
	hold.by(anna, play.Delay{})
	hold.next(3)
	hold.wantActive("1: Orc")
	hold.wantStands("19: Anna 1, Orc 19")
	hold.by(anna, play.Take{})
	hold.wantActive("1: Anna")
	hold.next(1)
	hold.wantStands("19: Orc 19, Anna 24")
	hold.gm(play.Delay{})
	hold.by(anna, play.Delay{})
	hold.refused(theGM, play.Next{}, engine.NotNow, reason.NobodyActive)
	hold.gm(play.EffectAdd{Target: "Anna", Name: "Stun", Skip: true, Duration: "1 round"})
	hold.wantActive("1: Anna")
	hold.wantStands("29: Orc 19, Anna 29")
	swap := ticking(t, clockRules(t, plainClock, "wait: swap"), "Anna 1, Orc 4, Ben 8")
	swap.by(anna, play.Delay{With: "Ben"})
	swap.wantStands("1: Ben 1, Orc 4, Anna 8")
	swap.wantTurns("1: Ben", "1: Orc", "1: Ben", "1: Anna")
}

// TestRS38Hidden: others don't see the tick of a hidden turn.
func TestRS38Hidden(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 1, Orc 9")
	f.gm(play.Add{Name: "Ghost", Stats: "init 2", Hidden: true})
	f.gm(play.EffectAdd{Target: "Anna", Name: "A", Duration: "2 ticks"})
	f.next(1) // 3: the ghost
	f.wantActive("1: Ghost")
	seen := view.State(f.s, view.Viewer{})
	if f.s.Now(true) != 3 || seen.Now(true) != 1 || len(seen.Effects) != 1 {
		t.Errorf("tick %d, %d: %+v", f.s.Now(true), seen.Now(true), seen.Effects)
	}
	f.by(ben, play.Join{Name: "Ben", Stats: "init 3"})
	f.wantStands("3: Ghost 3, Ben 4, Anna 6, Orc 9")
}

// TestRS71NoEventsOnAClock: what happens at the end of rounds is refused.
func TestRS71NoEventsOnAClock(t *testing.T) {
	f := ticking(t, clockRules(t, plainClock), "Anna 1")
	f.refused(theGM, play.AddEvent{Name: "Lair"}, engine.NotInRules, reason.NoRounds)
}

// TestRS38Surprised: who is surprised loses its first turn, which costs as much as any.
func TestRS38Surprised(t *testing.T) {
	f := startWith(t, clockRules(t, plainClock, "surprise: lost turn"), play.Start{Name: "Test"})
	f.dice = dice.Seeded(1)
	f.by(anna, play.Join{Name: "Anna", Stats: "init 1"})
	f.gm(play.Add{Name: "Orc", Stats: "init 2"}, play.SurpriseSet{Names: "Anna"}, play.Roll{})
	f.wantActive("1: Orc")
	f.wantStands("2: Orc 2, Anna 6")
}
