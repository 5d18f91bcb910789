package play_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// plainOrder is the head of a ruleset for these tests. With init 0, scores are the results that the tests type.
const plainOrder = `roundel: 1
name: plain
title: Plain
round: 6 s
stats:
  init: {need: all}
order:
  by: score
  roll: d20 + init
  ties: [init, d20]
`

// startText begins a fight under a ruleset that is given as text.
func startText(t *testing.T, text string, results ...int) *fight {
	t.Helper()
	rs, err := ruleset.Read([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
}

// three adds Anna, Orc and Ben, with these scores, and begins round 1. Anna is a PC.
func (f *fight) three(anna, orc, ben int) {
	f.t.Helper()
	f.pc("Anna", "init 0", anna)
	f.npc("Orc", 1, "init 0", orc)
	f.npc("Ben", 1, "init 0", ben)
	f.gm(play.Roll{})
}

// lasts plays on until an effect is gone, and returns who is active then: "2: Orc" if it was there before Orc's turn of round 2.
func (f *fight) lasts(name string) string {
	f.t.Helper()
	for range 40 {
		if !strings.Contains(f.effects(), name) {
			return f.active()
		}
		f.next(1)
	}
	f.t.Fatalf("%s is still there: %s", name, f.effects())
	return ""
}

// surprised makes a combatant surprised, whatever /surprise says.
func (f *fight) surprised(name string) {
	f.t.Helper()
	f.s = engine.Fold(f.s, []engine.Event{engine.SurpriseChanged{Combatants: []engine.CombatantID{f.combatant(name).ID}, Surprised: true}})
}

func TestRS60Durations(t *testing.T) {
	for _, c := range []struct {
		target, source, duration string
		passed                   int // turns that have ended before the effect is put on
		want                     string
	}{
		{"Ben", "", "start of turn", 0, "1: Ben"},
		{"Anna", "", "start of turn", 0, "2: Anna"},
		{"Ben", "", "start of source's turn", 0, "2: Anna"},
		{"Ben", "Orc", "start of source’s turn", 0, "1: Orc"},
		{"Anna", "", "end of turn", 0, "1: Orc"},
		{"Ben", "", "end of turn", 0, "2: Anna"},
		{"Ben", "", "end of source's turn", 0, "1: Orc"},
		{"Ben", "Orc", "End of Source's turn", 0, "1: Ben"},
		{"Ben", "", "end of source's next turn", 0, "2: Orc"},
		{"Ben", "Orc", "end of source's next turn", 0, "1: Ben"},
		{"Anna", "", "end of next turn", 0, "2: Orc"},
		{"Ben", "", "end of next turn", 0, "2: Anna"},
		{"Orc", "", "end of next turn", 1, "2: Ben"},
		{"Orc", "", "1 round", 1, "1: Ben"}, // the current turn counts for the target's ends
		{"Anna", "", "2 rounds", 1, "3: Orc"},
		{"Orc", "", "1 round, start of target's turn", 1, "2: Orc"},
		{"Ben", "", "2 rounds, start of target's turn", 1, "2: Ben"},
		{"Ben", "", "1 round, end of source's turn", 0, "2: Orc"}, // the current turn doesn't count for the source's ends
		{"Ben", "", "2 rounds, end of source's turn", 1, "3: Ben"},
		{"Ben", "Anna", "1 round, end of source's turn", 1, "2: Orc"},
		{"Ben", "", "3 rounds, start of source's turn", 0, "4: Anna"},
		{"Ben", "Ben", "2 rounds, start of source's turn", 0, "2: Ben"}, // a source may be the target
		{"Ben", "", "1 round, end of round", 0, "2: Anna"},
		{"Ben", "", "2 rounds, end of round", 2, "3: Anna"},
		{"Ben", "", "6 min, end of round", 0, ""},
		{"Orc", "", "1 min, start of source's turn", 0, "11: Anna"},
	} {
		t.Run(fmt.Sprintf("%s on %s by %s after %d", c.duration, c.target, c.source, c.passed), func(t *testing.T) {
			f := startText(t, plainOrder)
			f.three(18, 12, 5)
			f.next(c.passed)
			f.gm(play.EffectAdd{Target: c.target, Name: "Dazed", Duration: c.duration, Source: c.source})
			if c.want == "" {
				f.wantEffects("Dazed on Ben 60")
				return
			}
			if got := f.lasts("Dazed"); got != c.want {
				t.Fatalf("it was over at %q, want %q", got, c.want)
			}
		})
	}
}

func TestRS60TheFileSaysHowRoundsCount(t *testing.T) {
	for clock, want := range map[string]string{
		"end of target's turn": "2: Anna", "start of target's turn": "1: Ben", "start of source's turn": "2: Anna",
		"end of source's turn": "2: Orc", "end of round": "2: Anna",
	} {
		f := startText(t, plainOrder+"durations: "+clock+"\n")
		f.three(18, 12, 5)
		f.gm(play.EffectAdd{Target: "Ben", Name: "Dazed", Duration: "1 round"})
		if got := f.lasts("Dazed"); got != want {
			t.Errorf("%s: over at %q, want %q", clock, got, want)
		}
		f.gm(play.EffectAdd{Target: "Ben", Name: "Dazed", Duration: "1 min", Source: "Anna"})
		if got := f.s.Effects[0].Remaining; got != 10 {
			t.Errorf("%s: a minute is %d rounds", clock, got)
		}
	}
}

func TestRS60Export(t *testing.T) {
	f := startText(t, plainOrder)
	f.three(18, 12, 5)
	for i, c := range []struct{ duration, until, remaining string }{
		{"start of turn", "start-of-turn", "null"}, {"start of source's turn", "start-of-source-turn", "null"},
		{"end of source's turn", "end-of-source-turn", "null"}, {"end of source's next turn", "end-of-source-turn", "null"},
		{"end of next turn", "end-of-next-turn", "null"}, {"2 rounds, start of target's turn", "own-starts", "2"},
		{"2 rounds, start of source's turn", "source-starts", "2"}, {"3 rounds, end of source's turn", "source-ends", "3"},
		{"4 rounds, end of round", "rounds", "4"}, {"2 rounds", "own-turns", "2"},
	} {
		name := fmt.Sprint("E", i)
		f.gm(play.EffectAdd{Target: "Ben", Name: name, Duration: c.duration, Source: "Orc"})
		want := fmt.Sprintf("\"name\": %q,\n      \"until\": %q,\n      \"remaining\": %s,\n      \"source\": \"Orc\",\n      \"level\": null,\n      \"with\": \"\"", name, c.until, c.remaining)
		if !strings.Contains(f.export(), want) {
			t.Errorf("%s: the export has no\n%s\n%s", c.duration, want, f.export())
		}
	}
}

func TestRS60Refusals(t *testing.T) {
	f := startText(t, plainOrder)
	f.three(18, 12, 5)
	add := func(duration string) play.EffectAdd {
		return play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: duration}
	}
	f.refused(theGM, add("end of the source's turn"), engine.Invalid, reason.DurationForm)
	f.refused(theGM, add("2 rounds, whenever"), engine.Invalid, reason.DurationForm)
	f.refused(theGM, add("1001 rounds, end of source's turn"), engine.Invalid, reason.DurationRounds)
	f.refused(theGM, add("169 h"), engine.Invalid, reason.DurationHours)
	timeless := startText(t, strings.Replace(plainOrder, "round: 6 s\n", "", 1))
	timeless.three(18, 12, 5)
	timeless.refused(theGM, add("1 min, start of source's turn"), engine.NotInRules, reason.NoRoundLength)
}

func TestRS61Source(t *testing.T) {
	f := startText(t, plainOrder)
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 1, "init 0", 12)
	bound := play.EffectAdd{Target: "Orc", Name: "Marked", Duration: "start of source's turn"}
	f.refused(theGM, bound, engine.Invalid, reason.NeedsSource) // nobody is active yet
	f.gm(play.Roll{})
	f.by(anna, play.EffectAdd{Target: "Anna", Name: "Brave"})
	if got := f.s.SourceName(&f.s.Effects[0]); got != "Anna" {
		t.Fatalf("the source is %q, want the active combatant", got)
	}
	bound.Source = "Nobody"
	f.refused(theGM, bound, engine.NotFound, reason.UnknownName)
	bound.Source = "Anna"
	f.refused(other, bound, engine.NotAllowed)
	bound.Players = play.GMDeals
	f.refused(anna, bound, engine.NotAllowed) // the target isn't hers
	bound.Players = play.PlayersDeal
	f.gm(bound)
	if got := f.lasts("Marked"); got != "2: Anna" {
		t.Fatalf("it was over at %q", got)
	}
}

// A group named as a whole is one source: its turn is the unit's. With several active, the source has to be said (RS-61, RS-69).
func TestRS69Groups(t *testing.T) {
	f := startText(t, plainOrder+"units: {alike: [init]}\n")
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 3, "init 0", 12)
	f.npc("Ben", 1, "init 0", 5)
	f.gm(play.Roll{})
	f.next(1)
	f.wantActive("1: Orc 1, Orc 2, Orc 3")
	cmd := play.EffectAdd{Target: "Anna", Name: "Held", Duration: "end of source's turn"}
	f.refused(theGM, cmd, engine.Invalid, reason.NeedsSource)
	cmd.Source = "Orc"
	f.gm(cmd)
	f.gm(play.EffectAdd{Target: "Anna", Name: "Bitten", Duration: "end of source's turn", Source: "Orc 2"})
	f.gm(play.Next{Who: "Orc 2"})
	f.wantEffects("Held on Anna 0") // the member's turn is over, the group's goes on
	f.gm(play.Next{})
	f.wantEffects("")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Slow", Duration: "start of turn"}, play.EffectAdd{Target: "Orc 3", Name: "Lame", Duration: "end of next turn"})
	f.wantTurns("1: Ben", "2: Anna")
	f.wantEffects("Slow on Orc 0, Lame on Orc 3 0")
	f.next(1)
	f.wantEffects("Lame on Orc 3 0")
	f.gm(play.Next{Who: "Orc 1"})
	f.wantEffects("Lame on Orc 3 0")
	f.next(1)
	f.wantEffects("")
}

// Worked example 4: the end moves with the source's place.
func TestRS62TheMomentMovesWithTheTurn(t *testing.T) {
	const pf = plainOrder + "durations: start of source's turn\n"
	begin := func(t *testing.T) *fight {
		f := startText(t, pf)
		f.three(20, 15, 10)
		f.gm(play.EffectAdd{Target: "Ben", Name: "Shaken", Duration: "1 round"})
		return f
	}
	t.Run("as it stands", func(t *testing.T) {
		f := begin(t)
		f.wantTurns("1: Anna", "1: Orc", "1: Ben")
		f.wantEffects("Shaken on Ben 1")
		f.next(1)
		f.wantActive("2: Anna")
		f.wantEffects("")
	})
	for name, cmd := range map[string]play.Command{
		"placed":           play.Place{Name: "Ben", Before: "Orc"},
		"an edited score":  play.Edit{Name: "Anna", Score: roll(3)},
		"tied, and placed": play.Edit{Name: "Anna", Score: roll(10)},
	} {
		t.Run(name, func(t *testing.T) {
			f := begin(t)
			f.dice = script(t, 3, 9, 2, 8, 1, 7)
			f.next(1)
			f.gm(cmd)
			if name == "placed" {
				f.gm(play.Edit{Name: "Anna", Score: roll(2)})
			}
			for f.s.Round == 1 || f.active() != "2: Anna" {
				f.wantEffects("Shaken on Ben 1")
				f.next(1)
			}
			f.wantEffects("")
		})
	}
	t.Run("undone", func(t *testing.T) {
		f := begin(t)
		before := f.s
		f.next(3)
		f.wantEffects("")
		f.s = before
		f.next(3)
		f.wantEffects("")
	})
}

// A lost turn of the source is a turn for what is bound to it, unless a surprised round takes it (ST-12).
func TestRS62LostTurns(t *testing.T) {
	for _, c := range []struct{ surprise, stun, want string }{
		{"none", "Orc", "2: Ben"}, {"lost round", "", "3: Orc"}, {"lost turn", "", "2: Orc"},
	} {
		f := startText(t, plainOrder+"surprise: "+c.surprise+"\n")
		f.pc("Anna", "init 0", 18)
		f.npc("Orc", 1, "init 0", 12)
		f.npc("Ben", 1, "init 0", 5)
		if c.stun == "" {
			f.surprised("Orc")
		}
		f.gm(play.Roll{})
		if c.stun != "" {
			f.gm(play.EffectAdd{Target: c.stun, Name: "Stunned", Skip: true})
		}
		f.gm(play.EffectAdd{Target: "Ben", Name: "Held", Duration: "2 rounds, start of source's turn", Source: "Orc"})
		if got := f.lasts("Held"); got != c.want {
			t.Errorf("surprise %s: over at %q, want %q", c.surprise, got, c.want)
		}
	}
}

// Worked example 2: under "lost turn" a round of Dazed is over with the lost turn.
func TestRS50LostTurnCountsForDurations(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Orc", 1, "init 0, hp 9", 18)
	f.pc("Anna", "init 0, hp 9", 15)
	f.surprised("Anna")
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Anna", Name: "Dazed", Duration: "1 round, end of target's turn"})
	f.next(1)
	f.wantEffects("")
}

// A stun until the start of its target's turn is over before it is known whether the turn is lost.
func TestRS64StartEndsAStunBeforeTheTurnIsLost(t *testing.T) {
	f := startText(t, plainOrder)
	f.three(18, 12, 5)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Stunned", Skip: true, Duration: "start of turn"})
	f.wantTurns("1: Anna", "1: Orc")
	f.wantEffects("")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Stunned", Skip: true, Duration: "end of next turn"})
	f.wantTurns("1: Orc", "1: Ben", "2: Anna", "2: Ben")
	f.wantEffects("")
}

// A turn that is moved to the end of the round goes on there: it doesn't begin twice, and it is the same turn (RS-62).
func TestRS62ActingLastMovesTheTurnAlong(t *testing.T) {
	f := startText(t, plainOrder+"wait: bottom\n")
	f.three(18, 12, 5)
	f.gm(play.EffectAdd{Target: "Ben", Name: "Held", Duration: "2 rounds, start of source's turn"},
		play.EffectAdd{Target: "Ben", Name: "Cursed", Duration: "end of source's next turn"},
		play.EffectAdd{Target: "Anna", Name: "Tired", Duration: "end of next turn"})
	f.gm(play.Last{Name: "Anna"})
	f.wantTurns("1: Orc", "1: Ben", "1: Anna")
	f.wantEffects("Held on Ben 2, Cursed on Ben 0, Tired on Anna 0")
	f.wantTurns("1: Anna", "2: Anna")
	f.wantEffects("Held on Ben 1, Cursed on Ben 0, Tired on Anna 0")
	f.next(1)
	f.wantEffects("Held on Ben 1")
	f.next(2)
	f.wantActive("3: Anna")
	f.wantEffects("")
}

func TestRS63RemovedSource(t *testing.T) {
	for _, c := range []struct {
		name, text, duration string
		next                 int // turns that end before she is removed
		before               []play.Command
		want                 string
	}{
		{"worked example 4: in Orc's turn", "durations: start of source's turn\n", "1 round", 1, nil, "2: Orc"},
		{"in her own turn, bound to its end", "", "end of source's turn", 0, nil, "1: Orc"},
		{"in her own turn, bound to the next end", "", "end of source's next turn", 0, nil, "2: Orc"},
		{"counted ends", "", "3 rounds, end of source's turn", 1, nil, "4: Orc"},
		{"counted starts", "", "2 rounds, start of source's turn", 2, nil, "3: Orc"},
		{"she would have come later", "", "start of source's turn", 0, []play.Command{play.Edit{Name: "Anna", Score: roll(8)}, play.Next{}, play.Next{}, play.Next{}}, "2: Ben"},
		{"at the end of the order", "", "start of source's turn", 0, []play.Command{play.Edit{Name: "Anna", Score: roll(2)}, play.Next{}, play.Next{}, play.Next{}}, "3: Orc"},
		{"an order made again each round", "again", "1 round, start of source's turn", 1, nil, "2: Orc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := plainOrder + c.text
			if c.text == "again" {
				text = strings.Replace(plainOrder, "  by: score\n", "  by: score\n  again: round\n", 1)
			}
			f := startText(t, text, 15, 5, 15, 5) // what Orc and Ben roll again
			f.three(20, 15, 5)
			f.gm(play.EffectAdd{Target: "Ben", Name: "Shaken", Duration: c.duration})
			f.next(c.next)
			f.gm(c.before...)
			f.gm(play.Remove{Name: "Anna"})
			if c.want != "1: Orc" && f.s.SourceName(&f.s.Effects[0]) != "Anna" {
				t.Fatalf("the source is %q", f.s.SourceName(&f.s.Effects[0]))
			}
			if got := f.lasts("Shaken"); got != c.want {
				t.Fatalf("over at %q, want %q", got, c.want)
			}
			if len(f.s.Departed) != 0 {
				t.Fatalf("departed sources are left: %+v", f.s.Departed)
			}
		})
	}
}

// A member that leaves its group is marked by the group's place, as long as there is one.
func TestRS63RemovedMember(t *testing.T) {
	f := startText(t, plainOrder+"units: {alike: [init]}\n")
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 2, "init 0", 12)
	f.npc("Ben", 1, "init 0", 5)
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Ben", Name: "Bitten", Duration: "2 rounds, end of source's turn", Source: "Orc 1"},
		play.EffectAdd{Target: "Anna", Name: "Feared", Duration: "2 rounds, start of source's turn", Source: "Orc"},
		play.EffectAdd{Target: "Anna", Name: "Seen", Source: "Orc 1"})
	f.gm(play.Remove{Name: "Orc 1"})
	if f.s.Effects[2].Source != 0 {
		t.Fatal("an effect that doesn't depend on its source still names it")
	}
	f.next(1)
	f.wantEffects("Bitten on Ben 1, Feared on Anna 1, Seen on Anna 0")
	f.gm(play.Edit{Name: "Orc 2", Score: roll(20)}, play.Remove{Name: "Orc"})
	f.wantTurns("1: Ben", "2: Anna")
	f.wantEffects("Seen on Anna 0")
	if len(f.s.Departed) != 0 {
		t.Fatalf("departed sources are left: %+v", f.s.Departed)
	}
}
