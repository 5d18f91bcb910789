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

// checkRules is a ruleset with checks of many kinds.
const checkRules = `
roundel: 1
name: check-test
title: Checks
round: 6 s
stats:
  init: {is: Initiative, need: all}
  grit: {is: Grit, from: -5, to: 9}
units: {alike: [init]}
order:
  by: score
  roll: d20 + init
  ties: [gm]
save: {roll: 2d6 + bonus + grit, needs: dc + 1}
conditions:
  Ashen: {skip: yes, note: cold}
  Turning: {check: {roll: d10, needs: 6, passes: 2, fails: 2, becomes: Ashen}}
  Waking: {skip: yes, check: {at: start, roll: d12, needs: 9}}
  Focused: {check: {at: damage, roll: d20 + grit, needs: "max(10, damage / 2)", ends: fail}}
  Fading: {check: {roll: d4, needs: 4, ends: fail, fails: 3}}
  Cursed: {check: {roll: d8, needs: 8, fails: 2}}
  Locked: {check: {roll: 0, needs: 1}}
  Held: {check: {roll: d20 + bonus, needs: dc}}
`

// readText reads a ruleset that is given as a whole.
func readText(t *testing.T, text string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// checkFight begins a fight under the text: Anna 20, Orc 10.
func checkFight(t *testing.T, text string, results ...int) *fight {
	t.Helper()
	rs := readText(t, text)
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.pc("Anna", "init 2, hp 20", 18)
	f.npc("Orc", 1, "init 0, hp 30", 10)
	f.gm(play.Roll{})
	f.wantActive("1: Anna")
	return f
}

func save(target, name string, natural int) play.EffectSave {
	return play.EffectSave{Target: target, Name: name, Roll: roll(natural)}
}

func number(n int) *int { return &n }

// due returns the effects with checks that are due: "Paralyzed on Orc 1".
func (f *fight) due() string {
	var out []string
	for i := range f.s.Effects {
		if e := &f.s.Effects[i]; e.Check != nil && e.Check.Due > 0 {
			out = append(out, fmt.Sprintf("%s on %s %d", e.Name, f.s.TargetName(e), e.Check.Due))
		}
	}
	return strings.Join(out, ", ")
}

func (f *fight) wantDue(want string) {
	f.t.Helper()
	if got := f.due(); got != want {
		f.t.Fatalf("due is %q, want %q", got, want)
	}
}

// checked returns the one roll of a check in the last command.
func (f *fight) checked() engine.Checked {
	f.t.Helper()
	list := lastOf[engine.Checked](f)
	if len(list) != 1 {
		f.t.Fatalf("%d checks: %+v", len(list), f.last)
	}
	return list[0]
}

func TestRS66SaveEnds(t *testing.T) { // worked example 5
	for _, name := range []string{"five-e-2014", "five-e-2024", "three-actions"} {
		rs, _ := ruleset.ByName(name)
		f := startWith(t, rs, play.Start{Name: "Test", Ruleset: name})
		f.pc("Anna", "init 2, hp 20", 18)
		f.npc("Orc", 1, "init 0, hp 30", 10)
		f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Paralyzed", DC: number(14), Bonus: number(2), Skip: true})
		f.wantDue("")
		f.refused(theGM, play.EffectSave{Target: "Orc"}, engine.NotNow, reason.NoCheckDue)
		f.wantTurns("1: Anna", "2: Anna")
		f.wantDue("Paralyzed on Orc 1")
		f.gm(save("Orc", "", 11))
		if e := f.checked(); e.Passed || e.Ends || e.Roll.Total != 13 || e.Needs != 14 || !e.Roll.Typed || e.Roll.Expr != "1d20+2" {
			t.Fatalf("%s: %+v", name, e)
		}
		f.wantDue("")
		if got := f.export(); !strings.Contains(got, `"check": {
        "due": 0,
        "dc": 14,
        "passes": 0,
        "fails": 1
      }`) {
			t.Fatal(got)
		}
		f.wantTurns("2: Anna", "3: Anna")
		f.gm(save("Orc", "paralyzed", 12))
		f.wantEffects("")
		f.wantTurns("3: Anna", "3: Orc")
	}
}

func TestRS66DamageQueues(t *testing.T) { // worked example 6, without what other effects do
	f := checkFight(t, checkRules, 4)
	f.gm(play.Edit{Name: "Anna", Stats: "grit 2, hp 100"})
	f.by(anna, play.EffectAdd{Target: "Anna", Name: "Focused"})
	f.gm(play.HP{Target: "Anna", Amount: "-27"}, play.HP{Target: "Anna", Amount: "-9"}, play.HP{Target: "Anna", Amount: "-0"},
		play.HP{Target: "Anna", Amount: "+5"}, play.HP{Target: "Anna", Amount: "=50"},
		play.Damage{Target: "Anna", Amount: "50", Half: "Anna"}, play.HP{Target: "Orc", Amount: "-3"})
	f.wantDue("Focused on Anna 3")
	f.by(anna, save("Anna", "", 11))
	if e := f.checked(); !e.Passed || e.Needs != 13 || e.Roll.Total != 13 {
		t.Fatalf("%+v", e)
	}
	f.next(2)
	f.wantDue("Focused on Anna 2") // a turn changes nothing
	f.by(anna, save("Anna", "", 8))
	if e := f.checked(); !e.Passed || e.Needs != 10 {
		t.Fatalf("%+v", e)
	}
	f.by(anna, play.EffectSave{Target: "Anna"}) // the bot rolls a 4
	if e := f.checked(); e.Passed || !e.Ends || e.Needs != 12 || e.Roll.Total != 6 {
		t.Fatalf("%+v", e)
	}
	f.wantEffects("")
	f.by(anna, play.EffectAdd{Target: "Anna", Name: "Focused"})
	f.gm(save("Anna", "Focused", 8)) // undue: without damage it needs 10
	if e := f.checked(); !e.Passed || e.Needs != 10 {
		t.Fatalf("%+v", e)
	}
}

func TestRS66PassesAndFails(t *testing.T) { // worked example 26
	f := checkFight(t, checkRules)
	f.gm(play.EffectAdd{Target: "Orc", Name: "turning"})
	for i, n := range []int{5, 6, 2} {
		f.next(2)
		f.wantDue("Turning on Orc 1")
		f.gm(save("Orc", "", n))
		if i < 2 {
			f.wantEffects("Turning on Orc 0")
		}
	}
	f.wantEffects("Ashen on Orc 0")
	if e := f.s.Effects[0]; !e.Skip || e.Note != "cold" || e.Check != nil {
		t.Fatalf("%+v", e)
	}
	f.gm(play.EffectRemove{Target: "Orc", Name: "Ashen"}, play.EffectAdd{Target: "Orc", Name: "Turning"})
	for _, n := range []int{7, 1, 10} {
		f.next(2)
		f.gm(save("Orc", "", n))
	}
	f.wantEffects("")
}

func TestRS66KeptByPassing(t *testing.T) {
	f := checkFight(t, checkRules)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Fading"}, play.EffectAdd{Target: "Orc", Name: "Cursed"})
	for i, n := range []int{1, 4, 3, 2} {
		f.next(2)
		f.gm(save("Orc", "fading", n))
		if (len(f.s.Effects) == 2) != (i < 3) {
			t.Fatalf("after roll %d: %s", i+1, f.effects())
		}
	}
	f.gm(save("Orc", "Cursed", 1))
	f.next(2)
	f.wantDue("Cursed on Orc 1")
	f.gm(save("Orc", "Cursed", 7))
	f.next(4)
	f.wantDue("") // it has failed as often as counts
	f.wantEffects("Cursed on Orc 0")
}

func TestRS66StartOfTurn(t *testing.T) {
	f := checkFight(t, checkRules)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Waking", Skip: true})
	f.next(1)
	f.wantActive("2: Anna") // the turn is lost; it began
	f.wantDue("Waking on Orc 1")
	f.next(1)
	f.wantDue("Waking on Orc 1") // the next moment has taken its place
	f.gm(save("Orc", "", 9))
	f.next(1)
	f.wantActive("3: Orc")
	f.by(anna, play.EffectAdd{Target: "Anna", Name: "Waking"})
	f.wantDue("")
}

func TestRS66OptionsOfEffectAdd(t *testing.T) {
	f := checkFight(t, checkRules)
	add := func(name string, dc, bonus *int) play.EffectAdd {
		return play.EffectAdd{Target: "Orc", Name: name, DC: dc, Bonus: bonus}
	}
	f.refused(theGM, add("Slow", number(1001), nil), engine.Invalid, reason.CheckNumber, "dc")
	f.refused(theGM, add("Slow", number(10), number(-101)), engine.Invalid, reason.CheckNumber, "bonus")
	f.refused(theGM, add("Slow", nil, number(3)), engine.Invalid, reason.BonusAlone, "Slow")
	f.refused(theGM, add("Held", nil, number(3)), engine.Invalid, reason.BonusAlone)
	f.gm(add("Slow", number(9), nil), add("Held", nil, nil), add("Turning", number(3), number(1)))
	f.next(2)
	f.wantDue("Slow on Orc 1, Turning on Orc 1") // Held has no check without a dc
	f.refused(theGM, play.EffectSave{Target: "Orc"}, engine.Invalid, reason.SayCheck,
		engine.Args{Name: "Orc", Names: []string{"Slow", "Turning"}, Conditions: []string{"Turning"}})
	f.refused(theGM, play.EffectSave{Target: "Orc", Name: "Held"}, engine.NotNow, reason.NoCheck)
	f.refused(theGM, play.EffectSave{Target: "Orc", Name: "Fast"}, engine.NotFound, reason.UnknownEffect)
	f.refused(theGM, save("Orc", "Slow", 13), engine.Invalid, reason.DiceRange, "2d6")
	f.gm(save("Orc", "Slow", 10))
	f.wantEffects("Held on Orc 0, Turning on Orc 0")
	f.gm(add("Locked", nil, nil))
	f.refused(theGM, save("Orc", "Locked", 1), engine.Invalid, reason.NoDice)
	f.gm(play.EffectSave{Target: "Orc", Name: "Locked"})
	if e := f.checked(); e.Passed || e.Roll.Total != 0 {
		t.Fatalf("%+v", e)
	}

	seed := start(t, "turn-order")
	seed.npc("Orc", 1, "init 0, hp 30", 10)
	seed.refused(theGM, add("Slow", number(9), nil), engine.NotInRules, reason.NoCheckOf)
	seed.refused(theGM, add("Slow", nil, number(9)), engine.NotInRules, reason.NoCheckOf)
}

func TestRS66WhoMayRoll(t *testing.T) {
	f := checkFight(t, checkRules)
	f.gm(play.EffectAdd{Target: "Anna, Orc", Name: "Turning"})
	f.refused(anna, save("Anna", "Turning", 5), engine.NotNow, reason.CheckNotDue)
	f.refused(other, save("Anna", "Turning", 5), engine.NotAllowed)
	f.refused(anna, save("Orc", "Turning", 5), engine.NotAllowed)
	f.refused(theGM, play.EffectSave{Target: "Orc", Name: "Turning", Due: true}, engine.NotNow, reason.CheckNotDue)
	f.gm(save("Orc", "Turning", 5)) // the GM may, undue
	f.next(1)
	f.by(anna, save("Anna", "Turning", 5))
	f.refused(anna, save("Anna", "Turning", 5), engine.NotNow, reason.CheckNotDue)
}

func TestRS69OneCheckForAGroup(t *testing.T) {
	f := checkFight(t, checkRules)
	f.npc("Rat", 3, "init -3, grit 3, hp 4", 8)
	f.gm(play.EffectAdd{Target: "Rat", Name: "Focused"}, play.EffectAdd{Target: "Rat", Name: "Slow", DC: number(8)}, play.EffectAdd{Target: "Rat 2", Name: "Turning"})
	f.gm(play.HP{Target: "Rat 3", Amount: "-1"})
	f.next(3)
	f.wantDue("Focused on Rat 1, Slow on Rat 1, Turning on Rat 2 1")
	f.gm(save("Rat", "Slow", 6))
	if e := f.checked(); !e.Ends || e.Roll.Total != 9 {
		t.Fatalf("%+v", e)
	}
	f.gm(play.Remove{Name: "Rat"})
	f.wantDue("")
}

func TestRS66HiddenMembersOfAGroup(t *testing.T) {
	f := checkFight(t, checkRules)
	f.npc("Rat", 2, "init -3, hp 4", 8)
	f.gm(play.Edit{Name: "Rat 1", Hidden: new(bool)})
	hidden := true
	f.gm(play.Edit{Name: "Rat 1", Hidden: &hidden}, play.EffectAdd{Target: "Rat", Name: "Focused"}, play.HP{Target: "Rat 1", Amount: "-1"})
	f.wantDue("")
	f.gm(play.HP{Target: "Rat 2", Amount: "-1"})
	f.wantDue("Focused on Rat 1")
}
