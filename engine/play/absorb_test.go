package play_test

import (
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// absorbFile is a file with everything that the key absorbs has: temp counts as damage taken and isn't added up, shield doesn't count and is.
const absorbFile = `roundel: 1
name: shields
title: Shields
stats: {init: Initiative, con: {is: Constitution, from: -10, to: 30}, size: {is: how big it is, from: 0, to: 50}}
order: {by: score, roll: d20 + init}
absorbs:
  temp: {is: temporary hit points, counts: yes}
  shield: {is: shield points, stacks: yes, from: 2 * size, to: 20}
conditions:
  Concentrating: {check: {at: damage, roll: d20 + con, needs: "max(10, damage / 2)", ends: fail}, breaks: [down]}
  Blessed: {}
down: {at: start, roll: d20, needs: 10, passes: 3, fails: 3, hit: 1, massive: yes, states: [dying, stable, dead]}
attack: {form: d20 critical}
`

// absorbFight begins a fight with a Wizard (Anna's, hp 31) and an Orc (hp 40).
func absorbFight(t *testing.T, results ...int) *fight {
	t.Helper()
	rs, err := ruleset.Read([]byte(absorbFile))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.pc("Wizard", "init 2, con 1, hp 31", 18)
	f.npc("Orc", 1, "init 0, hp 40", 10)
	f.gm(play.Roll{})
	f.wantActive("1: Wizard")
	return f
}

// wantAbsorbs checks hit points and all that absorbs.
func (f *fight) wantAbsorbs(name string, hp, temp, shield int) {
	f.t.Helper()
	c := f.combatant(name)
	if c.HP != hp || c.Absorbs["temp"].N != temp || c.Absorbs["shield"].N != shield || c.AbsorbsAll() != temp+shield {
		f.t.Errorf("%s is at %d %v, want %d, temp %d, shield %d", name, c.HP, c.Absorbs, hp, temp, shield)
	}
}

// TestNU12Temp is worked example 8: temporary hit points take damage first, and what they take is damage taken.
func TestNU12Temp(t *testing.T) {
	f := absorbFight(t)
	f.gm(play.Heal{Target: "Wizard", Amount: "10", Pool: "temp"}, play.EffectAdd{Target: "Wizard", Name: "Concentrating"})
	f.wantAbsorbs("Wizard", 31, 10, 0)
	f.gm(play.Damage{Target: "Wizard", Amount: "8"})
	f.wantAbsorbs("Wizard", 31, 2, 0)
	f.by(anna, play.EffectSave{Target: "Wizard", Roll: roll(9)})
	if c := f.checked(); c.Needs != 10 || !c.Passed {
		t.Errorf("%+v, want a check against 10", c)
	}
	f.gm(play.Damage{Target: "Wizard", Amount: "24"})
	f.wantAbsorbs("Wizard", 9, 0, 0)
	f.by(anna, play.EffectSave{Target: "Wizard", Roll: roll(12)})
	if c := f.checked(); c.Needs != 12 || !c.Passed {
		t.Errorf("%+v, want a check against 12", c)
	}
	f.gm(play.Heal{Target: "Wizard", Amount: "8", Pool: "temp"}, play.Heal{Target: "Wizard", Amount: "5", Pool: "temp"})
	f.wantAbsorbs("Wizard", 9, 8, 0)
	f.gm(play.Heal{Target: "Wizard", Amount: "11", Pool: "Temporary Hit Points"})
	f.wantAbsorbs("Wizard", 9, 11, 0)
	f.gm(play.Heal{Target: "Wizard", Amount: "50"})
	f.wantAbsorbs("Wizard", 31, 11, 0) // healing never restores it
}

// TestNU12Massive is the Paladin of worked example 8: what temporary hit points take counts for hit, and massive looks only at what goes below 0.
func TestNU12Massive(t *testing.T) {
	for _, row := range []struct {
		damage string
		state  string
		fails  int
	}{{"42", "dead", 2}, {"41", "dying", 2}} {
		f := absorbFight(t)
		f.pc("Paladin", "init 0, hp 0/40, temp 5", 1)
		f.wantAbsorbs("Paladin", 0, 5, 0)
		f.gm(play.Damage{Target: "Paladin", Amount: "3"})
		f.wantAbsorbs("Paladin", 0, 2, 0)
		f.wantDown("Paladin", "dying", 0, 1, false)
		f.gm(play.Damage{Target: "Paladin", Amount: row.damage})
		f.wantAbsorbs("Paladin", 0, 0, 0)
		f.wantDown("Paladin", row.state, 0, row.fails, false)
	}
}

// TestNU12Uncounted: what doesn't count is no damage taken, for checks or for hit; the checks see the rest. Absorbs take damage in the file's order.
func TestNU12Uncounted(t *testing.T) {
	f := absorbFight(t)
	f.pc("Paladin", "init 0, hp 20, shield 12", 1)
	f.gm(play.EffectAdd{Target: "Paladin", Name: "Concentrating"}, play.Heal{Target: "Paladin", Amount: "3", Pool: "temp"})
	f.gm(play.Damage{Target: "Paladin", Amount: "5"})
	f.wantAbsorbs("Paladin", 20, 0, 10)
	f.wantDue("Concentrating on Paladin 1")
	f.by(anna, play.EffectSave{Target: "Paladin", Roll: roll(20)})
	f.gm(play.Damage{Target: "Paladin", Amount: "8"})
	f.wantAbsorbs("Paladin", 20, 0, 2)
	f.wantDue("")
	f.gm(play.HP{Target: "Paladin", Amount: "=0"}, play.Damage{Target: "Paladin", Amount: "2"})
	f.wantDown("Paladin", "dying", 0, 0, false)
	f.gm(play.Damage{Target: "Paladin", Amount: "1"})
	f.wantDown("Paladin", "dying", 0, 1, false)
}

// TestNU11Amounts: what is given holds if it is higher, or is added, up to the most there can be; corrections add and set; without hit points there
// is none.
func TestNU11Amounts(t *testing.T) {
	f := absorbFight(t)
	f.npc("Golem", 1, "init 0, hp 50, size 4", 3)
	f.wantAbsorbs("Golem", 50, 0, 8) // 2 * size
	f.gm(play.Heal{Target: "Golem", Amount: "5", Pool: "shield"})
	f.wantAbsorbs("Golem", 50, 0, 13)
	f.gm(play.Heal{Target: "Golem", Amount: "9", Half: "Golem", Pool: "shield"}, play.HP{Target: "Golem", Amount: "+9", Pool: "shield"})
	f.wantAbsorbs("Golem", 50, 0, 20)
	f.gm(play.HP{Target: "Golem", Amount: "-6", Pool: "shield"}, play.HP{Target: "Golem", Amount: "=4", Pool: "temp"}, play.HP{Target: "Golem", Amount: "+3", Pool: "temp"})
	f.wantAbsorbs("Golem", 50, 7, 14)
	f.gm(play.HP{Target: "Golem", Amount: "-9", Pool: "temp"}, play.Edit{Name: "Golem", Stats: "temp 6, hp 40"})
	f.wantAbsorbs("Golem", 40, 6, 14)
	f.npc("Statue", 1, "init 0", 2)
	f.refused(theGM, play.Heal{Target: "Statue", Amount: "5", Pool: "temp"}, engine.NotNow, reason.NoHP)
	f.refused(theGM, play.HP{Target: "Statue", Amount: "=5", Pool: "temp"}, engine.NotNow, reason.NoHP)
	f.refused(theGM, play.Edit{Name: "Statue", Stats: "temp 6"}, engine.Invalid, reason.AbsorbNeedsHP, "temp")
	f.refused(theGM, play.Add{Name: "Rock", Stats: "init 0, shield 6"}, engine.Invalid, reason.AbsorbNeedsHP, "shield")
	f.refused(theGM, play.Heal{Target: "Golem", Amount: "5", Pool: "ward"}, engine.Invalid, reason.UnknownAbsorb, "temp")
	f.gm(play.Add{Name: "Rock", Stats: "init 0, temp 6", HitDice: "30", Roll: roll(6)})
	f.wantAbsorbs("Rock", 30, 6, 0)
}

// TestNU11Told: only what takes the place of less is said to replace it. Half of a correction is half, and an effect gives nothing to somebody
// without hit points.
func TestNU11Told(t *testing.T) {
	f := absorbFight(t)
	f.npc("Statue", 1, "init 0", 2)
	for _, row := range []struct {
		cmd      play.Command
		left     int
		replaces bool
	}{
		{play.Heal{Target: "Wizard", Amount: "5", Pool: "temp"}, 5, true},
		{play.Heal{Target: "Wizard", Amount: "3", Pool: "temp"}, 5, false},
		{play.Heal{Target: "Wizard", Amount: "8", Pool: "temp"}, 8, true},
		{play.HP{Target: "Wizard", Amount: "=9", Pool: "temp"}, 9, false},
		{play.HP{Target: "Wizard", Amount: "+9", Half: "Wizard", Pool: "temp"}, 13, false},
	} {
		f.gm(row.cmd)
		f.wantAbsorbs("Wizard", 31, row.left, 0)
		for _, e := range f.last {
			if set, is := e.(engine.AbsorbSet); is && set.Replaces != row.replaces {
				t.Errorf("%#v: %+v", row.cmd, set)
			}
		}
	}
	f.gm(play.EffectAdd{Target: "Statue", Name: "Blessed", Changes: "temp 6"})
	f.wantAbsorbs("Statue", 0, 0, 0)
}

// TestNU11Effects: what comes with an effect goes when that ends, as far as it is left; damage takes it before the rest.
func TestNU11Effects(t *testing.T) {
	f := absorbFight(t)
	f.gm(play.HP{Target: "Wizard", Amount: "=3", Pool: "shield"}, play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "shield 4 + con, temp 6"})
	f.wantAbsorbs("Wizard", 31, 6, 8)
	f.gm(play.Damage{Target: "Wizard", Amount: "8"}) // 6 temp, 2 shield
	f.wantAbsorbs("Wizard", 31, 0, 6)
	f.gm(play.EffectRemove{Target: "Wizard", Name: "Blessed"})
	f.wantAbsorbs("Wizard", 31, 0, 3)
	f.gm(play.HP{Target: "Wizard", Amount: "=9", Pool: "temp"}, play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "temp 6"},
		play.EffectRemove{Target: "Wizard", Name: "Blessed"})
	f.wantAbsorbs("Wizard", 31, 9, 3) // it was more than the effect had to give
	f.gm(play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "temp 12"}, play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "temp 10"})
	f.wantAbsorbs("Wizard", 31, 10, 3) // put on again, it replaces the first
	f.gm(play.Heal{Target: "Wizard", Amount: "15", Pool: "temp"}, play.EffectRemove{Target: "Wizard", Name: "Blessed"})
	f.wantAbsorbs("Wizard", 31, 15, 3)
	f.refused(theGM, play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "temp 0"}, engine.Invalid, reason.ChangeValue)
}

// TestNU11Longer: an effect that lasts longer gives nothing a second time, and the unused rest of what it gave is taken away when it ends.
func TestNU11Longer(t *testing.T) {
	for _, row := range []struct {
		damage string
		left   int
	}{{"8", 0}, {"3", 5}} {
		f := absorbFight(t)
		f.gm(play.EffectAdd{Target: "Wizard", Name: "Blessed", Duration: "1 round", Changes: "temp 8"}, play.Damage{Target: "Wizard", Amount: row.damage})
		f.by(anna, play.EffectLengthen{Target: "Wizard", Name: "Blessed"})
		f.wantAbsorbs("Wizard", 31, row.left, 0)
		if len(f.s.Effects) != 1 || f.s.Effects[0].Remaining != 2 {
			t.Errorf("%+v", f.s.Effects)
		}
		f.gm(play.EffectRemove{Target: "Wizard", Name: "Blessed"})
		f.wantAbsorbs("Wizard", 31, 0, 0)
	}
}

// TestNU11Seen: what absorbs is seen by whoever may know the hit points in numbers, and by nobody else.
func TestNU11Seen(t *testing.T) {
	f := absorbFight(t)
	f.gm(play.Heal{Target: "Wizard, Orc", Amount: "10", Pool: "temp"})
	everyone := view.State(f.s, view.Viewer{})
	if orc := everyone.Combatant(f.combatant("Orc").ID); orc.Absorbs != nil {
		t.Errorf("everyone sees %+v", orc)
	}
	if wizard := everyone.Combatant(f.combatant("Wizard").ID); wizard.AbsorbsAll() != 10 {
		t.Errorf("everyone sees %+v", wizard)
	}
	for _, cmd := range []play.Command{play.Heal{Target: "Orc", Amount: "12", Pool: "temp"}, play.HP{Target: "Orc", Amount: "=14", Pool: "temp"},
		play.Damage{Target: "Orc", Amount: "3"}, play.EffectAdd{Target: "Orc", Name: "Blessed", Changes: "temp 18"}, play.EffectRemove{Target: "Orc", Name: "Blessed"}} {
		before := f.s
		f.gm(cmd)
		for _, e := range view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{User: anna}).Events {
			switch e := e.(type) {
			case engine.AbsorbSet:
				if e.From != 0 || e.To != 0 || e.HP != 0 || e.Max != 0 || e.Absorbs != 0 || e.Blurred == "" {
					t.Errorf("a player sees %+v", e)
				}
			case engine.HPChanged:
				if e.Absorbed != nil || e.Absorbs != 0 {
					t.Errorf("a player sees %+v", e)
				}
			}
		}
	}
}

// TestNU36LostGifts: others aren't told what is taken back of a gift when its effect ends, because it would say how much was left. It makes no
// difference whether somebody is hidden.
func TestNU36LostGifts(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		f := absorbFight(t)
		f.gm(play.Add{Name: "Ghost", Stats: "init 0, hp 4", Roll: roll(1), Hidden: hidden})
		f.gm(play.EffectAdd{Target: "Orc, Wizard", Name: "Blessed", Changes: "temp 18"})
		f.gm(play.Damage{Target: "Orc", Amount: "5"})
		for target, told := range map[string]bool{"Orc": false, "Wizard": true} {
			before := f.s
			f.gm(play.EffectRemove{Target: target, Name: "Blessed"})
			v := view.Of(engine.Outcome{Before: before, Events: f.last, State: f.s}, view.Viewer{})
			lost := slices.ContainsFunc(v.Events, func(e engine.Event) bool { _, is := e.(engine.AbsorbSet); return is })
			if lost != told || v.Withheld == told {
				t.Errorf("hidden %t: others are told what %s loses: %t; withheld: %t", hidden, target, lost, v.Withheld)
			}
		}
	}
}

// TestNU11Export: encounter.json has what absorbs.
func TestNU11Export(t *testing.T) {
	f := absorbFight(t)
	f.gm(play.Heal{Target: "Wizard", Amount: "5", Pool: "temp"})
	if got := f.export(); !strings.Contains(strings.Join(strings.Fields(got), ""), `"absorbs":{"shield":0,"temp":5}`) {
		t.Error(got)
	}
}

// TestNU1Absorbs: without the key in the file, all of it is refused.
func TestNU1Absorbs(t *testing.T) {
	f := start(t, "turn-order")
	f.pc("Wizard", "init 2, hp 31", 18)
	f.refused(theGM, play.Heal{Target: "Wizard", Amount: "5", Pool: "temp"}, engine.NotInRules, reason.NoAbsorbs)
	f.refused(theGM, play.HP{Target: "Wizard", Amount: "=5", Pool: "temp"}, engine.NotInRules, reason.NoAbsorbs)
	f.refused(theGM, play.Edit{Name: "Wizard", Stats: "temp 5"}, engine.Invalid, reason.UnknownStat)
	f.refused(theGM, play.EffectAdd{Target: "Wizard", Name: "Blessed", Changes: "temp 5"}, engine.NotInRules, reason.NoChange)
}

// TestNU36GiftBelowWhatIsThere: what an effect brings less of than is there changes nothing and goes with nothing, but it is told, as others would
// otherwise learn that more is there.
func TestNU36GiftBelowWhatIsThere(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	f := changeFight(t, rs)
	f.gm(play.HP{Target: "Orc", Amount: "=9", Pool: "temp"}, play.EffectAdd{Target: "Orc", Name: "Aid", Changes: "temp 5"})
	given, is := f.last[len(f.last)-1].(engine.AbsorbSet)
	if !is || given.Amount != 5 || given.From != 9 || given.To != 9 || given.Replaces {
		t.Errorf("%+v", f.last)
	}
	f.gm(play.EffectRemove{Target: "Orc", Name: "Aid"})
	if n := f.combatant("Orc").Absorbs["temp"].N; n != 9 || len(f.s.Effects) > 0 {
		t.Errorf("%d, %+v", n, f.last)
	}
}
