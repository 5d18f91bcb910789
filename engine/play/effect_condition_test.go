package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

// conditionsText is a ruleset with one condition for each key of RS-65.
const conditionsText = plainOrder + `turn:
  action: 3
  reaction: {count: 1, when: others' turns}
durations: start of source's turn
conditions:
  Afraid: {level: yes, most: 4, fades: end of turn, note: minus its level}
  Warming: {level: yes, fades: start of turn, lasts: 3 rounds}
  Slowed: {level: yes, most: 3, takes: {action: 1}}
  Numb: {level: yes, takes: {action: 1}, fades: spent}
  Quick: {takes: {action: -1}}
  Held Fast: {skip: yes, no reactions: yes}
  Sluggish: {initiative: -4, lasts: end of source's next turn}
  Burning: {damage: yes}
  Focus: {one: yes, breaks: [down, skip, Afraid]}
  Guarded: {breaks: down}
`

func startConditions(t *testing.T, stats string) *fight {
	t.Helper()
	f := startText(t, conditionsText)
	f.pc("Anna", "init 0"+stats, 18)
	f.npc("Orc", 1, "init 0"+stats, 12)
	f.npc("Ben", 1, "init 0"+stats, 5)
	f.gm(play.Roll{})
	return f
}

func (f *fight) effect(name string) *engine.Effect {
	f.t.Helper()
	for i := range f.s.Effects {
		if e := &f.s.Effects[i]; e.Name == name {
			return e
		}
	}
	f.t.Fatalf("there is no effect %q: %s", name, f.effects())
	return nil
}

func TestRS65BringsWhatTheFileSays(t *testing.T) {
	f := startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Orc", Name: "  held  FAST "}, play.EffectAdd{Target: "Ben", Name: "sluggish"}, play.EffectAdd{Target: "Ben", Name: "afraid"},
		play.EffectAdd{Target: "Ben", Name: "Odd", Initiative: 1})
	if e := f.effect("Held Fast"); !e.Skip || !e.NoReactions || e.Until != engine.UntilRemoved || e.Level != 0 {
		t.Errorf("%+v", e)
	}
	if e := f.effect("Sluggish"); e.Initiative != -4 || e.Until != engine.UntilEndOfSourceTurn || e.Turn != f.s.Turn {
		t.Errorf("%+v", e)
	}
	if e := f.effect("Afraid"); e.Level != 1 || e.Note != "minus its level" {
		t.Errorf("%+v", e)
	}
	f.wantOrder("Anna 18, Orc 12, Ben 2/5")
	// What is typed goes before what the file says.
	f.gm(play.EffectAdd{Target: "Orc", Name: "Held Fast", Cleared: []string{"skip", "no_reactions"}},
		play.EffectAdd{Target: "Ben", Name: "Sluggish", Initiative: -2, Duration: "end of round", Note: "mud"})
	if e := f.effect("Held Fast"); e.Skip || e.NoReactions {
		t.Errorf("%+v", e)
	}
	if e := f.effect("Sluggish"); e.Initiative != -2 || e.Until != engine.UntilEndOfRound || e.Note != "mud" {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Ben", Name: "Sluggish", Cleared: []string{"initiative"}})
	if e := f.effect("Sluggish"); e.Initiative != 0 {
		t.Errorf("%+v", e)
	}
}

func TestRS65Levels(t *testing.T) {
	f := startConditions(t, "")
	put := func(level int, duration string) {
		f.gm(play.EffectAdd{Target: "Ben", Name: "Slowed", Level: roll(level), Duration: duration, Source: "Orc"})
	}
	put(2, "1 round")
	put(1, "3 rounds")
	if e := f.effect("Slowed"); e.Level != 2 || e.Remaining != 3 || len(f.s.Effects) != 1 { // the higher level, the later duration
		t.Fatalf("%+v", f.s.Effects)
	}
	put(3, "")
	if e := f.effect("Slowed"); e.Level != 3 || e.Until != engine.UntilRemoved {
		t.Fatalf("%+v", e)
	}
	for _, c := range []struct {
		amount string
		want   int
	}{{"-1", 2}, {"+1", 3}, {"=1", 1}, {"2", 2}, {"−1", 1}, {" = 3 ", 3}, {"-3", 0}} {
		f.gm(play.EffectLevel{Target: "Ben", Name: "slowed", Amount: c.amount})
		got := 0
		if len(f.s.Effects) > 0 {
			got = f.effect("Slowed").Level
		}
		if got != c.want {
			t.Fatalf("%s gives %d, want %d", c.amount, got, c.want)
		}
	}
	put(2, "")
	if !strings.Contains(f.export(), `"level": 2`) {
		t.Error("the export has no level")
	}
	f.gm(play.EffectLevel{Target: "Ben", Name: "Slowed", Amount: "=0"})
	f.wantEffects("")
}

func TestRS65Refusals(t *testing.T) {
	f := startConditions(t, "")
	add := func(name string, level *int) play.EffectAdd {
		return play.EffectAdd{Target: "Ben", Name: name, Level: level}
	}
	f.refused(theGM, add("Slowed", roll(4)), engine.Invalid, reason.LevelRange, engine.Args{Text: "Slowed", Condition: true, Low: 1, High: 3})
	f.refused(theGM, add("Slowed", roll(0)), engine.Invalid, reason.LevelRange)
	f.refused(theGM, add("Warming", roll(21)), engine.Invalid, reason.LevelRange, engine.Args{Text: "Warming", Condition: true, Low: 1, High: 20})
	f.refused(theGM, add("Held Fast", roll(1)), engine.Invalid, reason.NoLevel)
	f.refused(theGM, add("Odd", roll(1)), engine.Invalid, reason.NoLevel, engine.Args{Text: "Odd"})
	f.refused(theGM, add("Burning", nil), engine.Invalid, reason.ConditionDamage, engine.Args{Text: "Burning", Condition: true})
	f.gm(add("Slowed", nil), add("Quick", nil))
	level := func(name, amount string) play.EffectLevel {
		return play.EffectLevel{Target: "Ben", Name: name, Amount: amount}
	}
	f.refused(theGM, level("Slowed", "+3"), engine.Invalid, reason.LevelRange)
	f.refused(theGM, level("Slowed", "up"), engine.Invalid, reason.LevelForm, engine.Args{Text: "up"})
	f.refused(theGM, level("Slowed", "=-1"), engine.Invalid, reason.LevelForm)
	f.refused(theGM, level("Quick", "1"), engine.Invalid, reason.NoLevelToChange, engine.Args{Text: "Quick", Condition: true})
	f.refused(theGM, level("Afraid", "1"), engine.NotFound, reason.UnknownEffect)
	f.refused(anna, level("Slowed", "1"), engine.NotAllowed, reason.NotYoursToChange)
	f.refused(other, level("Slowed", "1"), engine.NotAllowed, reason.NotInFight)
	f.by(anna, play.EffectAdd{Target: "Anna", Name: "Slowed"}, play.EffectLevel{Target: "Anna", Name: "Slowed", Amount: "+1"})
}

// Worked example 9: Frightened 2 falls at the ends of its target's turns.
func TestRS65Fades(t *testing.T) {
	f := start(t, "three-actions")
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 1, "init 0", 12)
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Orc", Name: "frightened", Level: roll(2)})
	levels := func(want ...int) {
		t.Helper()
		for i, level := range want {
			f.next(1)
			got := 0
			if len(f.s.Effects) > 0 {
				got = f.s.Effects[0].Level
			}
			if got != level {
				t.Fatalf("after %d turns the level is %d, want %d", i+1, got, level)
			}
		}
	}
	levels(2, 1, 1, 0)
	f = startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Warming", Level: roll(3)}) // lasts 3 rounds of its source
	levels(2, 2, 2, 1, 1, 1, 0)
	f = startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Warming", Level: roll(9)})
	levels(8, 8, 8, 7, 7, 7, 6, 6, 0)
	if f.active() != "4: Anna" {
		t.Fatalf("its duration was over at %s", f.active())
	}
}

func TestRS65FadesBySpent(t *testing.T) {
	f := startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Numb", Level: roll(7)}, play.EffectAdd{Target: "Orc", Name: "Slowed", Level: roll(1)})
	for round, want := range []int{4, 1, 0} {
		if f.next(1); want > 0 && f.effect("Numb").Level != want || want == 0 && strings.Contains(f.effects(), "Numb") {
			t.Fatalf("round %d: %s", round+1, f.effects())
		}
		f.next(2)
	}
}

// TestRS65FadesBySpentAtOtherMoments: a level falls when the pool comes back from which it takes, whenever that is (RS-42, RS-43).
func TestRS65FadesBySpentAtOtherMoments(t *testing.T) {
	f := startWith(t, poolRules(t, "turn:\n  deed: {count: 2, back: round}\n  breath: {count: 2, when: any time, back: {roll: d6, needs: 5}}\n"+
		"conditions:\n  Slow: {level: yes, takes: {deed: 1}, fades: spent}\n  Choked: {level: yes, takes: {breath: 1}, fades: spent}\n"), play.Start{Name: "Test", Ruleset: "pools"}, 4, 5)
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 1, "init 0", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Slow", Level: roll(3)}, play.EffectAdd{Target: "Orc", Name: "Slow", Level: roll(1)},
		play.EffectAdd{Target: "Orc", Name: "Choked", Level: roll(1)}, play.Use{Pool: "breath", Who: "Orc", Amount: roll(2)})
	f.next(1) // a 4
	f.wantEffects("Slow on Anna 0, Slow on Orc 0, Choked on Orc 0")
	f.next(1)
	f.wantActive("2: Anna")
	f.wantEffects("Slow on Anna 0, Choked on Orc 0")
	if got := f.effect("Slow").Level; got != 1 {
		t.Errorf("after two were taken, the level is %d", got)
	}
	f.wantLeft("Anna", "deed", "0/2")
	f.wantLeft("Orc", "deed", "1/2")
	f.next(1) // a 5
	f.wantEffects("Slow on Anna 0")
	f.wantLeft("Orc", "breath", "1/2")
}

// TestRS65FadesBySpentQuietly: a roll that only the GM learns of doesn't drop anything that others see: that would show them that a foe's ability has
// spent the pool (MO-19).
func TestRS65FadesBySpentQuietly(t *testing.T) {
	for _, count := range []int{1, 2} {
		f := startWith(t, poolRules(t, "units: {alike: [init]}\nturn:\n  action: {count: 2, back: {roll: d6, needs: 5}}\n"+
			"conditions:\n  Choked: {level: yes, takes: {action: 1}, fades: spent}\n"), play.Start{Name: "Test", Ruleset: "pools"}, 6, 6, 6, 6)
		f.pc("Anna", "init 0", 18)
		block := engine.Block{Monster: "Orc", Abilities: []engine.Ability{{Name: "Howl", As: engine.AsAction, Costs: 2}}}
		f.gm(play.Add{Name: "Orc", Count: count, Stats: "init 0", Roll: roll(12), Block: block.Keyed()}, play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Choked", Level: roll(1)})
		f.next(1)
		for i := range f.s.Combatants[1:] {
			f.gm(play.UseAbility{Who: f.s.Combatants[1+i].ID, Ability: "Howl"})
		}
		f.next(2)
		if rolled := lastOf[engine.PoolRolled](f); len(rolled) != count || !rolled[0].Back || !rolled[0].Quiet {
			t.Fatalf("%+v", rolled)
		}
		f.wantEffects("Choked on Orc 0")
	}
}

// TestRS65FadesBySpentInAGroup: a condition on a group takes from each member before it falls (RS-43, RS-69).
func TestRS65FadesBySpentInAGroup(t *testing.T) {
	f := start(t, "three-actions")
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 3, "init 0", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Stunned", Level: roll(2)})
	f.next(1)
	f.wantEffects("")
	for _, name := range []string{"Orc 1", "Orc 2", "Orc 3"} {
		f.wantLeft(name, "action", "1/3")
	}
}

// TestRS65FadesBySpentInAGroupByARoll: a condition on a group drops by what it takes when a roll brings back the pool of any member, and takes
// nothing from those whose pools come back later (RS-42).
func TestRS65FadesBySpentInAGroupByARoll(t *testing.T) {
	f := startWith(t, poolRules(t, "units: {alike: [init]}\nturn:\n  breath: {count: 3, when: any time, back: {roll: d6, needs: 5}}\n"+
		"conditions:\n  Choked: {level: yes, takes: {breath: 1}, fades: spent}\n"), play.Start{Name: "Test", Ruleset: "pools"}, 4, 3, 2, 1, 6, 5, 5, 4, 4)
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 3, "init 0", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Choked", Level: roll(2)})
	for _, who := range []string{"Orc 1", "Orc 2", "Orc 3"} {
		f.gm(play.Use{Pool: "breath", Who: who, Amount: roll(3)})
	}
	f.next(1) // 4, 3 and 2
	f.wantEffects("Choked on Orc 0")
	f.next(2) // 1, 6 and 5
	f.wantEffects("")
	for who, left := range map[string]string{"Orc 1": "0/3", "Orc 2": "1/3", "Orc 3": "1/3"} {
		f.wantLeft(who, "breath", left)
	}
	f.next(2) // 5, 4 and 4
	f.wantLeft("Orc 1", "breath", "3/3")
}

func TestRS65Taken(t *testing.T) {
	f := startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Slowed", Level: roll(2)}, play.EffectAdd{Target: "Orc", Name: "Quick"},
		play.EffectAdd{Target: "Orc", Name: "Numb", Level: roll(3)})
	orc := f.combatant("Orc")
	if got := f.s.Taken(f.rs, orc, f.rs.Pool("action")); got != 2-1+3 {
		t.Errorf("its conditions take %d actions", got)
	}
	if got := f.s.Taken(f.rs, orc, f.rs.Pool("reaction")) + f.s.Taken(f.rs, f.combatant("Ben"), f.rs.Pool("action")); got != 0 {
		t.Errorf("they also take %d of others", got)
	}
}

func TestRS65One(t *testing.T) {
	f := startConditions(t, "")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Focus"}, play.EffectAdd{Target: "Orc, Ben", Name: "Charmed", With: "Focus"},
		play.EffectAdd{Target: "Ben", Name: "Focus", Source: "Ben"})
	f.wantEffects("Focus on Anna 0, Charmed on Orc 0, Charmed on Ben 0, Focus on Ben 0")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Focus"})
	f.wantEffects("Focus on Ben 0, Focus on Anna 0")
	// Without one: yes, what ends with an effect stays when that is put on again.
	f.gm(play.EffectAdd{Target: "Anna", Name: "Guarded"}, play.EffectAdd{Target: "Ben", Name: "Linked", With: "Guarded"},
		play.EffectAdd{Target: "Anna", Name: "Guarded"})
	f.wantEffects("Focus on Ben 0, Focus on Anna 0, Linked on Ben 0, Guarded on Anna 0")
	f.gm(play.EffectRemove{Target: "Anna", Name: "Guarded"})
	f.wantEffects("Focus on Ben 0, Focus on Anna 0")
}

func TestRS65Breaks(t *testing.T) {
	for _, c := range []struct {
		name  string
		cmds  []play.Command
		stays bool
	}{
		{"down", []play.Command{play.HP{Target: "Anna", Amount: "-9"}}, false},
		{"hurt", []play.Command{play.HP{Target: "Anna", Amount: "-8"}}, true},
		{"set to 0", []play.Command{play.HP{Target: "Anna", Amount: "=0"}}, false},
		{"edited to 0", []play.Command{play.Edit{Name: "Anna", Stats: "hp 0"}}, false},
		{"another is down", []play.Command{play.HP{Target: "Orc", Amount: "-9"}}, true},
		{"a stun", []play.Command{play.EffectAdd{Target: "Anna", Name: "Web", Skip: true}}, false},
		{"a condition with skip", []play.Command{play.EffectAdd{Target: "Anna", Name: "Held Fast"}}, false},
		{"a condition it names", []play.Command{play.EffectAdd{Target: "Anna", Name: "afraid"}}, false},
		{"another condition", []play.Command{play.EffectAdd{Target: "Anna", Name: "Slowed"}}, true},
		{"a stun on another", []play.Command{play.EffectAdd{Target: "Ben", Name: "Web", Skip: true}}, true},
		{"damage at the end of its turn", []play.Command{play.EffectAdd{Target: "Anna", Name: "Burning", Damage: "9"}, play.Next{}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := startConditions(t, ", hp 9")
			f.gm(play.EffectAdd{Target: "Orc", Name: "Charmed", With: "Focus"})
			f.gm(c.cmds...)
			has := strings.Contains(f.effects(), "Focus") && strings.Contains(f.effects(), "Charmed")
			gone := !strings.Contains(f.effects(), "Focus") && !strings.Contains(f.effects(), "Charmed")
			if c.stays && !has || !c.stays && !gone {
				t.Fatalf("the effects are %q", f.effects())
			}
		})
	}
}

// An effect on a group breaks what its members and the group have; the group is down when no one stands.
func TestRS69BreaksInGroups(t *testing.T) {
	f := startText(t, conditionsText+"units: {alike: [init]}\n")
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 2, "init 0, hp 5", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Guarded"}, play.EffectAdd{Target: "Orc 1", Name: "Focus", Source: "Orc 1"})
	f.gm(play.HP{Target: "Orc 2", Amount: "-5"})
	f.wantEffects("Guarded on Orc 0, Focus on Orc 1 0")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Web", Skip: true, Duration: "end of this turn"})
	f.wantEffects("Guarded on Orc 0, Web on Orc 0")
	f.gm(play.HP{Target: "Orc 1", Amount: "-5"})
	f.wantEffects("Web on Orc 0")
}

func TestRS67With(t *testing.T) {
	begin := func(t *testing.T) *fight {
		f := startConditions(t, ", hp 9")
		f.gm(play.EffectAdd{Target: "Orc", Name: "Web", With: "focus", Skip: true}, play.EffectAdd{Target: "Ben", Name: "Vines", With: "Web", Source: "Orc"})
		f.wantEffects("Focus on Anna 0, Web on Orc 0, Vines on Ben 0")
		return f
	}
	f := begin(t)
	if e := f.effect("Focus"); f.s.SourceName(e) != "Anna" {
		t.Fatalf("the source of what it needed is %q, want itself", f.s.SourceName(e))
	}
	if !strings.Contains(f.export(), `"with": "Focus"`) {
		t.Error("the export doesn't say what it ends with")
	}
	for name, cmds := range map[string][]play.Command{
		"by hand":             {play.EffectRemove{Target: "Anna", Name: "Focus"}},
		"broken":              {play.HP{Target: "Anna", Amount: "-9"}},
		"by its duration":     {play.EffectAdd{Target: "Anna", Name: "Focus", Duration: "end of this turn"}, play.EffectAdd{Target: "Orc", Name: "Web", With: "Focus"}, play.Next{}},
		"its target has left": {play.Remove{Name: "Anna"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := begin(t)
			f.gm(cmds...)
			f.wantEffects("")
		})
	}
	f = begin(t)
	add := func(name, target, with, source string) play.EffectAdd {
		return play.EffectAdd{Target: target, Name: name, With: with, Source: source}
	}
	f.refused(theGM, add("X", "Orc", "Nothing", ""), engine.NotFound, reason.UnknownWith, engine.Args{Name: "Anna", Text: "Nothing"})
	f.refused(theGM, add("Focus", "Anna", "Focus", ""), engine.Invalid, reason.WithItself)
	f.refused(theGM, add("X", "Orc", "Burning", ""), engine.Invalid, reason.ConditionDamage)
	f.refused(anna, add("X", "Anna", "Slowed", "Orc"), engine.NotAllowed, reason.NotYoursToChange)
	setup := startText(t, conditionsText)
	setup.pc("Anna", "init 0", 18)
	setup.refused(theGM, add("X", "Anna", "Focus", ""), engine.Invalid, reason.NeedsSource)
}

// Worked example 6, without the check: what ends with a concentration ends when it does.
func TestRS67Concentration(t *testing.T) {
	f := start(t, "five-e-2014")
	f.pc("Anna", "init 0, hp 40", 18)
	f.npc("Orc", 1, "init 0, hp 30", 12)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Paralyzed", With: "Concentrating"})
	f.wantEffects("Concentrating on Anna 0, Paralyzed on Orc 0")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Unconscious"})
	f.wantEffects("Unconscious on Anna 0")
}

// At the end of a turn all damage comes first, then durations: an effect that ends with another still deals its damage (RS-64).
func TestRS64EndOfTurn(t *testing.T) {
	f := startConditions(t, ", hp 9")
	f.gm(play.EffectAdd{Target: "Anna", Name: "Guarded", Duration: "end of turn"},
		play.EffectAdd{Target: "Anna", Name: "Burning", Damage: "2", With: "Guarded"},
		play.EffectAdd{Target: "Anna", Name: "Afraid", Level: roll(2)},
		play.EffectAdd{Target: "Ben", Name: "Marked", Duration: "end of source's turn"})
	f.next(1)
	f.wantHP("Anna", 7)
	f.wantEffects("Afraid on Anna 0")
	var got []string
	for _, e := range f.last {
		switch e := e.(type) {
		case engine.HPChanged:
			got = append(got, "damage")
		case engine.EffectEnded:
			got = append(got, e.Effect.Name)
		case engine.EffectLevelSet:
			got = append(got, "level")
		case engine.TurnEnded:
			got = append(got, "end")
		}
	}
	if want := "damage Guarded Burning Marked level end"; strings.Join(got, " ") != want {
		t.Fatalf("the order is %q, want %q", got, want)
	}
}

// TestRS64DamageBeforeDurations: the same holds where a file has no conditions: what ends with this turn still resists its damage, and what depends
// on it still deals its own.
func TestRS64DamageBeforeDurations(t *testing.T) {
	f := startText(t, "roundel: 1\nname: kinds\ntitle: Kinds\nstats:\n  init: {is: Initiative, need: all}\norder: {by: score, roll: d20 + init}\n"+
		"damage: {kinds: [fire], words: {resist: half}}\n")
	f.pc("Anna", "init 0, hp 20", 18)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Ward", Duration: "end of turn", Changes: "resist fire"},
		play.EffectAdd{Target: "Anna", Name: "Ablaze", Duration: "2 rounds", Damage: "6 fire"}, play.Next{})
	f.wantHP("Anna", 17)
	f = start(t, "turn-order")
	f.pc("Anna", "init 0, hp 20", 18)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Anna", Name: "Rage", Duration: "end of turn"},
		play.EffectAdd{Target: "Anna", Name: "Strain", Duration: "2 rounds", Damage: "4", Source: "Anna", With: "Rage"}, play.Next{})
	f.wantHP("Anna", 16)
	f.wantEffects("")
}

// Worked example 24, without places: counted rounds, damage and levels go by the first turn of a round, words by every turn.
func TestRS21SeveralTurns(t *testing.T) {
	f := startConditions(t, ", hp 90")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Burning", Damage: "3", Duration: "2 rounds, end of target's turn"},
		play.EffectAdd{Target: "Orc", Name: "Afraid", Level: roll(4)},
		play.EffectAdd{Target: "Ben", Name: "Held", Duration: "2 rounds, start of source's turn", Source: "Orc"})
	again := func() { // gives the Orc another turn in this round
		unit := f.combatant("Orc").Unit
		for i := range f.s.Units {
			if u := &f.s.Units[i]; u.ID == unit {
				u.Place = engine.PlaceAhead
			}
		}
		f.combatant("Orc").Acted = false
	}
	f.next(2)
	f.wantHP("Orc", 87)
	f.wantEffects("Burning on Orc 1, Afraid on Orc 0, Held on Ben 1")
	again()
	f.gm(play.EffectAdd{Target: "Ben", Name: "Seen", Duration: "start of source's turn", Source: "Orc"},
		play.EffectAdd{Target: "Ben", Name: "Heard", Duration: "end of source's turn", Source: "Orc"})
	f.next(1)
	f.wantActive("1: Orc")
	f.wantEffects("Burning on Orc 1, Afraid on Orc 0, Held on Ben 1, Heard on Ben 0")
	f.next(1)
	f.wantEffects("Burning on Orc 1, Afraid on Orc 0, Held on Ben 1")
	f.wantHP("Orc", 87)
	if got := f.effect("Afraid").Level; got != 3 {
		t.Fatalf("the level is %d, want 3", got)
	}
	f.next(1)
	f.wantActive("2: Orc")
	f.wantEffects("Burning on Orc 1, Afraid on Orc 0")
	f.next(1)
	f.wantHP("Orc", 84)
	f.wantEffects("Afraid on Orc 0")
}

// A hidden source leaves no trace for others, and nor does the time of its turns.
func TestRS61HiddenSource(t *testing.T) {
	f := startText(t, conditionsText)
	f.pc("Anna", "init 0", 18)
	f.npc("Orc", 1, "init 0", 12)
	f.gm(play.Add{Name: "Lurker", Stats: "init 0", Roll: roll(5), Hidden: true})
	f.gm(play.Roll{})
	f.gm(play.EffectAdd{Target: "Anna", Name: "Held", Duration: "2 rounds", Source: "Lurker"})
	everyone := view.Viewer{}
	check := func(out view.View) {
		t.Helper()
		for _, e := range out.State.Effects {
			if e.Source != 0 || e.Until != engine.UntilRemoved || e.Remaining != 0 || e.With != 0 {
				t.Fatalf("the others see %+v", e)
			}
		}
		for _, e := range out.Events {
			if ended, is := e.(engine.EffectEnded); is && (ended.Effect.Source != 0 || ended.Effect.Until != engine.UntilRemoved) {
				t.Fatalf("the others see %+v", ended)
			}
			switch e.(type) {
			case engine.EffectTicked, engine.SourceLeft, engine.DepartedPassed:
				t.Fatalf("the others see %T", e)
			}
		}
		if len(out.State.Departed) > 0 {
			t.Fatalf("the others see %+v", out.State.Departed)
		}
	}
	do := func(cmd play.Command) {
		t.Helper()
		before := f.s
		f.gm(cmd)
		check(view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, everyone))
	}
	f.refused(anna, play.EffectAdd{Target: "Anna", Name: "Held", Source: "Lurker"}, engine.NotFound, reason.UnknownName)
	do(play.Next{})
	do(play.Next{})
	do(play.Remove{Name: "Lurker"})
	for range 3 {
		do(play.Next{})
	}
	f.wantEffects("")
	// While a hidden combatant acts, others can't tell that anyone does.
	f.gm(play.Add{Name: "Lurker", Stats: "init 0", Roll: roll(5), Hidden: true})
	for !strings.Contains(f.active(), "Lurker") {
		f.next(1)
	}
	f.refused(anna, play.EffectAdd{Target: "Anna", Name: "Held", Duration: "1 round"}, engine.Invalid, reason.NeedsSource)
	f.gm(play.EffectAdd{Target: "Anna", Name: "Held", Duration: "1 round"})
	if f.s.SourceName(f.effect("Held")) != "Lurker" {
		t.Fatal("the GM can't rely on the active combatant")
	}
}
