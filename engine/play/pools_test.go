package play_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// poolRules is a ruleset with these lines after an order by d20 + init.
func poolRules(t *testing.T, lines string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: pools\ntitle: Pools\nstats:\n  init: {is: Initiative, from: -10, to: 50, need: all}\n" +
		"  legendary: {is: legendary actions, from: 0, to: 9}\norder: {by: score, roll: d20 + init, ties: joined}\n" + lines))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// poolFight begins a fight under these lines, with typed initiative: "Dragon 20, Anna 15, Ben 10". Anna plays Anna. What follows a name
// after a colon are more stats.
func poolFight(t *testing.T, lines, who string, results ...int) *fight {
	t.Helper()
	f := startWith(t, poolRules(t, lines), play.Start{Name: "Test", Ruleset: "pools"}, results...)
	for part := range strings.SplitSeq(who, ", ") {
		part, stats, _ := strings.Cut(part, ":")
		var name string
		var natural int
		if _, err := fmt.Sscan(part, &name, &natural); err != nil {
			t.Fatal(err)
		}
		if stats = "init 0 " + stats; name == "Anna" {
			f.by(anna, play.Join{Name: name, Stats: stats, Roll: roll(natural)})
		} else {
			f.gm(play.Add{Name: name, Stats: stats, Roll: roll(natural), Separate: true})
		}
	}
	return f
}

func use(pool string, who string) play.Use { return play.Use{Pool: pool, Who: who} }

// left returns what a combatant has left of a pool in the export.
func (f *fight) pool(name, pool string) string {
	f.t.Helper()
	var out struct {
		Combatants []struct {
			Name  string
			Pools map[string]struct{ Left, Of *int }
		}
	}
	if err := json.Unmarshal([]byte(f.export()), &out); err != nil {
		f.t.Fatal(err)
	}
	for _, c := range out.Combatants {
		if p, has := c.Pools[pool]; c.Name == name && has {
			if p.Left == nil || p.Of == nil {
				return fmt.Sprint(p.Left == nil, p.Of == nil)
			}
			return fmt.Sprintf("%d/%d", *p.Left, *p.Of)
		}
	}
	return "none"
}

func (f *fight) wantLeft(name, pool, want string) {
	f.t.Helper()
	if got := f.pool(name, pool); got != want {
		f.t.Fatalf("%s has %s of %s left, want %s", name, got, pool, want)
	}
}

const legendary = "turn:\n  action: 1\n  reaction: {count: 1, when: any time}\n  legendary: {count: legendary, when: after others' turns}\n"

// TestRS41Legendary is example 7 of the contract, with the numbers of the example.
func TestRS41Legendary(t *testing.T) {
	f := poolFight(t, legendary, "Dragon 20:legendary 3, Anna 15, Ben 10")
	f.gm(play.Roll{})
	f.wantActive("1: Dragon")
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.ReactOwnTurn) // round 1 has just begun
	f.next(1)
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.NotAfterTurn)
	f.next(1)
	f.wantActive("1: Ben")
	f.gm(use("Legendary", "")) // nobody else has any
	f.wantLeft("Dragon", "legendary", "2/3")
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.OnceATurn)
	f.next(1)
	f.wantActive("2: Dragon")
	f.wantLeft("Dragon", "legendary", "3/3")
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.ReactOwnTurn)
	f.next(2)
	f.gm(play.Use{Pool: "legendary", Amount: roll(2), Who: "Dragon"})
	f.wantLeft("Dragon", "legendary", "1/3")
	f.refused(theGM, use("legendary", "Ben"), engine.NotNow, reason.ReactOwnTurn)
	f.next(1)
	f.refused(theGM, use("legendary", "Anna"), engine.NotNow, reason.PoolUsed)
}

// TestRS41OpenTurn: what can be spent right after others' turns can't be while a turn is open: there, one's own may have been the last.
func TestRS41OpenTurn(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: open\ntitle: Open\norder: {by: pick}\nturn: {quick: {count: 3, when: after others' turns}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "open"})
	for _, name := range []string{"Anna", "Ben", "Cleo", "Dora"} {
		f.gm(play.Add{Name: name})
	}
	f.gm(play.Roll{}, play.Take{Name: "Ben"}, play.Next{})
	f.refused(theGM, use("quick", "Anna"), engine.NotNow, reason.NotAfterTurn)
	f.gm(play.Take{Name: "Anna"}, use("quick", "Cleo"))
	f.refused(theGM, use("quick", "Anna"), engine.NotNow, reason.ReactOwnTurn)
	f.gm(play.Next{})
	f.refused(theGM, use("quick", "Anna"), engine.NotNow, reason.NotAfterTurn)
	f.refused(theGM, use("quick", "Cleo"), engine.NotNow, reason.NotAfterTurn)
}

// TestRS41FirstTurnOfTheFight: nobody's turn has ended before the first one of round 1, but before that of round 2.
func TestRS41FirstTurnOfTheFight(t *testing.T) {
	f := poolFight(t, legendary, "Anna 20, Ben 15, Dragon 10:legendary 1")
	f.gm(play.Roll{})
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.NotAfterTurn)
	f.next(1)
	f.gm(use("legendary", "Dragon"))
	f.next(1)
	f.wantLeft("Dragon", "legendary", "1/1")
	f.next(1)
	f.wantActive("2: Anna")
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.NotAfterTurn) // only its own turn has ended
}

// TestRS41LostTurns: a lost turn of another ends too, but what ended before a lost turn of one's own doesn't count any more.
func TestRS41LostTurns(t *testing.T) {
	f := poolFight(t, legendary, "Dragon 20:legendary 3, Anna 15, Ben 10, Cleo 5")
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.next(1)
	f.wantActive("1: Ben")
	f.gm(use("legendary", "Dragon"))
	f.next(1)
	f.gm(play.EffectAdd{Target: "Dragon", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.NoReactionsNow, "Stunned")
	f.next(1)
	f.wantActive("2: Anna")
	f.wantLeft("Dragon", "legendary", "3/3") // its turn was lost, but it began
	f.refused(theGM, use("legendary", "Dragon"), engine.NotNow, reason.NotAfterTurn)
}

// TestRS41TurnsAtOnce: of two turns that end at once, either is another's for the other one.
func TestRS41TurnsAtOnce(t *testing.T) {
	for _, order := range [][]engine.UnitID{{1, 2}, {2, 1}} {
		var s engine.State
		for _, u := range order {
			engine.Apply(&s, engine.TurnEnded{Unit: u})
		}
		engine.Apply(&s, engine.TurnBegan{Units: []engine.UnitID{3}, Turn: 5})
		for u := engine.UnitID(1); u < 4; u++ {
			if !s.OtherJustActed(u) {
				t.Errorf("%v: not after another's turn for %d", order, u)
			}
		}
	}
}

// TestRS41OutOfTurn: what bars spending while others act.
func TestRS41OutOfTurn(t *testing.T) {
	react := use("reaction", "Anna")
	for _, c := range []struct {
		name   string
		before play.Command
		why    reason.Reason
	}{
		{"nothing", nil, ""},
		{"a lost turn", play.EffectAdd{Target: "Anna", Name: "Stunned", Skip: true}, reason.NoReactionsNow},
		{"no reactions", play.EffectAdd{Target: "Anna", Name: "Dazed", NoReactions: true}, reason.NoReactionsNow},
		{"being down", play.HP{Target: "Anna", Amount: "-9"}, reason.NoHPLeft},
		{"spent", react, reason.PoolUsed},
	} {
		f := poolFight(t, legendary, "Ben 15, Anna 10:hp 9")
		f.refused(anna, react, engine.NotNow, reason.NotRolled)
		f.gm(play.Roll{})
		if c.before != nil {
			f.gm(c.before)
		}
		if c.why == "" {
			f.by(anna, react)
			f.wantLeft("Anna", "reaction", "0/1")
			f.next(1)
			f.wantLeft("Anna", "reaction", "1/1")
			f.by(anna, react) // in its own turn too
		} else {
			f.refused(anna, react, engine.NotNow, c.why)
		}
	}
	for _, condition := range []string{"Stunned", "Dazed"} {
		f := poolFight(t, legendary+"conditions: {Stunned: {skip: yes}, Dazed: {no reactions: yes}}\n", "Ben 15, Anna 10")
		f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: condition})
		f.refused(anna, react, engine.NotNow, reason.NoReactionsNow, engine.Args{Name: "Anna", Other: condition, Condition: true})
	}
}

// TestRS41LateRoll: under late roll the surprised spend no counted pool out of turn, but pools that are not counted (RI-4).
func TestRS41LateRoll(t *testing.T) {
	lines := "surprise: {kind: late roll}\nturn:\n  action: 1\n  reaction: {count: 1, when: any time}\n  quick: {count: any, when: any time}\n"
	if _, err := ruleset.Read([]byte("roundel: 1\nname: x\ntitle: X\norder: {by: score, roll: d20}\n" + lines)); err != nil {
		lines = strings.Replace(lines, "{kind: late roll}", "late roll", 1)
	}
	f := poolFight(t, lines, "Ben 15, Anna 10")
	f.gm(play.SurpriseSet{Names: "Anna", Confirm: true}, play.Roll{})
	f.refused(anna, use("reaction", ""), engine.NotNow, reason.Surprised)
	f.by(anna, use("quick", ""))
}

// TestRS42Back: pools come back at own turns, at rounds, by a roll, or never.
func TestRS42Back(t *testing.T) {
	f := poolFight(t, "turn:\n  action: 2\n  luck: {count: 2, when: any time, back: round}\n  fate: {count: 3, back: fight}\n", "Anna 20, Ben 10")
	f.gm(play.Roll{})
	f.by(anna, use("action", ""), use("luck", ""), use("fate", ""), use("fate", ""))
	f.next(1)
	for pool, want := range map[string]string{"action": "1/2", "luck": "1/2", "fate": "1/3"} {
		f.wantLeft("Anna", pool, want)
	}
	f.gm(play.Edit{Name: "Anna", Score: roll(1)}) // from round 2 on, Ben goes first
	f.next(1)
	f.wantActive("2: Ben")
	for pool, want := range map[string]string{"action": "1/2", "luck": "2/2", "fate": "1/3"} {
		f.wantLeft("Anna", pool, want)
	}
	f.next(1)
	f.wantLeft("Anna", "action", "2/2")
	f.wantLeft("Anna", "fate", "1/3")
	f.refused(anna, play.Use{Pool: "fate", Amount: roll(2)}, engine.NotNow, reason.TooFewLeft, engine.Args{Name: "Anna", Pool: "fate", Count: 2, Left: 1})
	f.wantLeft("Anna", "fate", "1/3")
}

// TestRS42Recharge is example 19: a d6 at the start of the turn, while the pool is spent.
func TestRS42Recharge(t *testing.T) {
	lines := "turn:\n  action: 1\n  breath: {count: 1, back: {roll: d6, needs: 5}}\n"
	f := poolFight(t, lines, "Dragon 20, Anna 10", 4, 5)
	f.gm(play.Roll{}, use("breath", "Dragon"))
	f.refused(theGM, use("breath", "Dragon"), engine.NotNow, reason.PoolUsed)
	rolls := func(want ...engine.PoolRolled) {
		t.Helper()
		got := lastOf[engine.PoolRolled](f)
		if len(got) != len(want) || len(got) > 0 && (got[0].Roll.Total != want[0].Roll.Total || got[0].Back != want[0].Back || got[0].Needs != 5) {
			t.Fatalf("rolled %+v, want %+v", got, want)
		}
	}
	rolled := func(n int, back bool) engine.PoolRolled {
		e := engine.PoolRolled{Back: back}
		e.Roll.Total = n
		return e
	}
	f.next(1)
	rolls()
	f.next(1)
	rolls(rolled(4, false))
	f.wantLeft("Dragon", "breath", "0/1")
	f.gm(play.EffectAdd{Target: "Dragon", Name: "Stunned", Skip: true, Duration: "1 round"})
	f.next(2) // its turn of round 3 is lost: the effect counted the present one
	rolls(rolled(5, true))
	f.wantLeft("Dragon", "breath", "1/1")
	f.next(2)
	rolls() // not spent
}

// TestRS43Takes: less comes back, by the level of the condition; what changes later waits for the next time.
func TestRS43Takes(t *testing.T) {
	lines := "turn:\n  action: 3\nconditions:\n  Slowed: {level: yes, most: 9, takes: {action: 1}}\n  Quickened: {takes: {action: -1}}\n"
	f := poolFight(t, lines, "Anna 20, Ben 10")
	f.gm(play.Roll{})
	f.next(1)
	f.gm(play.EffectAdd{Target: "Anna", Name: "slowed"})
	f.wantLeft("Anna", "action", "3/3")
	f.next(1)
	f.wantLeft("Anna", "action", "2/3")
	f.gm(play.EffectRemove{Target: "Anna", Name: "Slowed"}, play.EffectAdd{Target: "Anna", Name: "Quickened"})
	f.wantLeft("Anna", "action", "2/3")
	f.by(anna, play.Use{Pool: "action", Amount: roll(2)})
	f.refused(anna, use("action", ""), engine.NotNow, reason.PoolUsed)
	f.next(2)
	f.wantLeft("Anna", "action", "4/3")
	e := f.s.Clone()
	e.Effects[0].Name, e.Effects[0].Level = "Slowed", 5
	f.s = e
	f.next(2)
	f.wantLeft("Anna", "action", "0/3") // never below
}

// TestRS42Also: what is out takes from the next pool of the chain, and from none if they are too few together.
func TestRS42Also(t *testing.T) {
	rs, _ := ruleset.ByName("escalation")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: "escalation"})
	f.pc("Anna", "init 1", 10)
	f.gm(play.Roll{})
	f.refused(anna, play.Use{Pool: "quick", Amount: roll(4)}, engine.NotNow, reason.TooFewLeft, engine.Args{Name: "Anna", Pool: "quick", Other: "move", Count: 4, Left: 3})
	f.by(anna, play.Use{Pool: "quick", Amount: roll(2)})
	f.wantLeft("Anna", "move", "0/1")
	f.wantLeft("Anna", "standard", "1/1")
	f.by(anna, play.Do{Activity: "run", Type: "move"})
	f.wantLeft("Anna", "standard", "0/1")
	f.refused(anna, use("quick", ""), engine.NotNow, reason.PoolUsed)
}

// TestRS85Pools: somebody who may not act is told that first; otherwise the refusal names the pools there are.
func TestRS85Pools(t *testing.T) {
	f := poolFight(t, legendary+"  free_step: any\n", "Anna 20, Ben 10")
	f.gm(play.Roll{})
	f.refused(anna, use("mana", "Ben"), engine.NotAllowed, reason.NotYoursToPlay)
	f.refused(other, use("mana", ""), engine.NotAllowed, reason.NotInFight)
	f.refused(anna, use("mana", ""), engine.NotInRules, reason.UnknownPool,
		engine.Args{Ruleset: "Pools", Text: "mana", Names: []string{"action", "reaction", "legendary", "free-step"}})
	f.refused(anna, play.Use{Pool: "action", Amount: roll(0)}, engine.Invalid, reason.PoolAmount)
	f.refused(anna, play.React{Activity: "duck"}, engine.NotInRules, reason.ReactionPools, engine.Args{Ruleset: "Pools", Names: []string{"reaction", "legendary"}})
	f.by(anna, use("FREE step", ""), use("free-step", ""), play.Do{Activity: "parry", Type: "reaction"})
	f.wantLeft("Anna", "free_step", "true true")
	f.wantLeft("Anna", "reaction", "0/1")
	if !slices.Contains(strings.Fields(f.export()), `"legendary":`) {
		t.Fatal(f.export())
	}
}

// TestRS40OthersTurns: a counted pool for others' turns can be spent by any of the three commands, but not in the own turn.
func TestRS40OthersTurns(t *testing.T) {
	f := poolFight(t, "turn:\n  action: 1\n  parry: {count: 3, when: others' turns, back: own turn}\n", "Anna 20, Ben 10")
	f.gm(play.Roll{})
	f.refused(anna, use("parry", ""), engine.NotNow, reason.ReactOwnTurn)
	f.next(1)
	f.by(anna, use("parry", ""), play.React{Activity: "parry"}, play.Do{Activity: "parry", Type: "parry"})
	f.refused(anna, use("parry", ""), engine.NotNow, reason.PoolUsed)
}
