package play_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
	"roundel/engine/view"
)

// savesFile is a ruleset in which effects change saves; rest replaces its conditions.
const savesFile = `roundel: 1
name: saves
title: Saves
stats: {init: {is: Initiative, need: all}, con: Constitution, wis: Wisdom, dex: Dexterity}
units: {alike: [init]}
order: {by: score, roll: d20 + init}
save: {roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus, needs: dc, saves: yes}
saves:
  roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus
  needs: dc
  names: {con: Constitution, wis: Wisdom, dex: Dexterity}
down: {roll: (2d20kh1 if edge > 0 else d20), saves: yes, needs: 10, passes: 3, fails: 3, states: [dying, stable, dead]}
conditions:
  Concentrating: {one: yes, check: {at: damage, saves: con, roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + con, needs: "max(10, damage / 2)", ends: fail}}
  Flat: {check: {roll: d20, needs: 10}}
  Rattled: {saves: {wis: -2}, save edge: {wis: disadvantage}}
  Shaken: {level: yes, saves: -level, save edge: -1 if level >= 3 else 0}
  Doomed: {save edge: fail}
  Helpless: {save edge: {dex: fail}}
  Evasive: {evades: [dex, con]}
`

func savesFight(t *testing.T, results ...int) *fight {
	t.Helper()
	f := startText(t, savesFile, results...)
	f.pc("Knight", "init 2, hp 60, con 2", 18)
	f.npc("Orc", 1, "init 0, hp 90", 10)
	f.gm(play.Roll{})
	return f
}

func (f *fight) savedCheck() engine.Checked {
	f.t.Helper()
	return onlyOf[engine.Checked](f)
}

// TestNU25Checks: what effects say of saves counts for checks that say so, for all saves and for those with their stat; others are bare.
// Worked example 10: Concentration, typed 6, con 2, a d4 of 2.
func TestNU25Checks(t *testing.T) {
	f := savesFight(t, 2)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Concentrating"}, play.EffectAdd{Target: "Knight", Name: "Blessed", Changes: "saves d4"}, play.Damage{Target: "Knight", Amount: "9"})
	f.by(anna, play.EffectSave{Target: "Knight", Name: "Concentrating", Roll: roll(6)})
	if e := f.savedCheck(); !e.Passed || e.Needs != 10 || e.Roll.Total != 8 || len(e.Mods) != 1 || e.Mods[0].N != 2 {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectRemove{Target: "Knight", Name: "Blessed"}, play.EffectAdd{Target: "Knight", Name: "Shaken", Level: roll(3)}, play.Damage{Target: "Knight", Amount: "9"})
	f.dice = dice.Script(15, 12) // at disadvantage
	f.by(anna, play.EffectSave{Target: "Knight", Name: "Concentrating"})
	if e := f.savedCheck(); !e.Passed || e.Roll.Expr != "2d20kl1+2" || e.Mods[0].N != -3 || e.Edges[0].Edge != engine.Disadvantage {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Rattled"}, play.EffectAdd{Target: "Knight", Name: "Held", DC: roll(10)}, play.EffectAdd{Target: "Knight", Name: "Flat"})
	f.dice = dice.Script(14, 16, 9)
	f.gm(play.EffectSave{Target: "Knight", Name: "Held"}) // yes: not what is only for wis
	if e := f.savedCheck(); !e.Passed || len(e.Mods) != 1 || len(e.Edges) != 1 {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectSave{Target: "Knight", Name: "Flat"})
	if e := f.savedCheck(); e.Passed || e.Mods != nil || e.Edges != nil || e.Roll.Total != 9 {
		t.Errorf("%+v", e)
	}
}

// TestNU25NoEdge: a check whose roll doesn't use edge has no advantage or disadvantage, and doesn't mention any.
func TestNU25NoEdge(t *testing.T) {
	f := savesUnder(t, "  Flat:", "  Bare: {check: {roll: d20, needs: 10, saves: yes}}\n  Flat:")
	f.gm(play.EffectAdd{Target: "Knight", Name: "Bare"}, play.EffectAdd{Target: "Knight", Name: "Shaken", Level: roll(3)})
	f.gm(play.EffectSave{Target: "Knight", Name: "Bare", Roll: roll(12)})
	if e := f.savedCheck(); e.Passed || e.Roll.Expr != "1d20" || e.Mods[0].N != -3 || e.Edges != nil {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Doomed"}, play.EffectSave{Target: "Knight", Name: "Bare"})
	if e := f.savedCheck(); e.FailsBy != "Doomed" {
		t.Errorf("%+v", e)
	}
}

// TestNU25Fails: a check that counts as a save which fails by itself isn't waited for.
func TestNU25Fails(t *testing.T) {
	f := savesFight(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Concentrating"}, play.EffectAdd{Target: "Knight", Name: "Helpless"}, play.Damage{Target: "Knight", Amount: "1"})
	if len(lastOf[engine.Checked](f)) > 0 || f.s.Effects[0].Check.Due != 1 {
		t.Fatal("only saves with dex fail")
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Doomed"}, play.Damage{Target: "Knight", Amount: "1"})
	if e := f.savedCheck(); e.FailsBy != "Doomed" || e.Passed || !e.Ends || e.Roll.Expr != "" {
		t.Errorf("%+v", e)
	}
	if f.s.Effects[0].Name == "Concentrating" {
		t.Error("it still concentrates")
	}
	f.gm(play.Next{}, play.HP{Target: "Knight", Amount: "=0"})
	f.wantActive("1: Orc")
	for fails := 1; fails <= 3; fails++ { // at the start of each of its turns, which passes on
		f.gm(play.Next{})
		f.wantActive(fmt.Sprint(fails+1, ": Orc"))
		if c := f.combatant("Knight"); c.Saves.Fails != fails || c.Saves.Due {
			t.Errorf("%+v", c.Saves)
		}
	}
	if c := f.combatant("Knight"); c.Down != "dead" {
		t.Errorf("%+v", c)
	}
}

// TestNU22Saves: what effects make of a save with a stat.
func TestNU22Saves(t *testing.T) {
	f := savesFight(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Rattled"}, play.EffectAdd{Target: "Knight", Name: "Shaken"}, play.EffectAdd{Target: "Knight", Name: "Helpless"},
		play.EffectAdd{Target: "Knight", Name: "Evasive"}, play.EffectAdd{Target: "Knight", Name: "Lucky", Changes: "saves 1, saves dex 2, save edge wis advantage, evades wis, dex"})
	if got, want := f.s.Effects[4].Changes, "saves 1, saves dex 2, save edge wis advantage, evades wis dex"; got != want {
		t.Errorf("stored as %q", got)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Named", Changes: "saves Dexterity 0, save edge Wisdom 0, evades Wisdom, constitution"})
	if got, want := f.s.Effects[5].Changes, "saves dex 0, save edge wis 0, evades wis con"; got != want {
		t.Errorf("stored as %q", got)
	}
	f.gm(play.EffectRemove{Target: "Knight", Name: "Named"})
	for _, row := range []struct {
		stat          string
		sum, edge     int
		fails, evades string
	}{{"con", 0, 0, "", "Evasive"}, {"wis", -2, 0, "", "Lucky"}, {"dex", 2, 0, "Helpless", "Evasive"}} {
		got := f.s.SaveChanges(f.rs, f.combatant("Knight"), row.stat)
		sum := 0
		for _, m := range engine.RollBonuses(got.Bonuses, dice.Script()) {
			sum += m.N
		}
		if sum != row.sum || got.Edge() != row.edge || got.Fails != row.fails || got.Evades != row.evades {
			t.Errorf("%s: %+v", row.stat, got)
		}
	}
	if got := f.s.SaveChanges(f.rs, f.combatant("Orc"), "dex"); len(got.Bonuses) > 0 || got.Edges != nil || got.Fails+got.Evades != "" {
		t.Errorf("%+v", got)
	}
}

// TestNU24Saves: what is only for saves is refused where there are none, and a save that there isn't, everywhere.
func TestNU24Saves(t *testing.T) {
	without := strings.NewReplacer("saves:\n  roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus\n  needs: dc\n  names: {con: Constitution, wis: Wisdom, dex: Dexterity}\n", "")
	flat := strings.NewReplacer("saves:\n  roll: (2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus", "saves:\n  roll: d20 + bonus")
	for _, row := range []struct {
		change *strings.Replacer
		from   string
		wants  []string
	}{
		{without, savesFile, []string{"saves: this needs the key saves of the ruleset", "saves: this needs saves", "save edge: this needs edge in the roll of saves", "evades: this needs saves"}},
		{flat, savesFile, []string{"save edge: this needs edge in the roll of saves"}},
		{strings.NewReplacer("saves: {wis: -2}", "saves: {init: -2}"), savesFile, []string{`saves: "init" is not a save of this ruleset`}},
		{strings.NewReplacer("evades: [dex, con]", "evades: luck"), savesFile, []string{`evades: "luck" is not a save of this ruleset`}},
		{strings.NewReplacer("saves: con,", "saves: init,"), savesFile, []string{`saves: "init" is not a save of this ruleset`}},
		{strings.NewReplacer("saves: con, ", ""), savesFile, []string{`"edge"`}},
		{strings.NewReplacer("needs: dc\n  names", "needs: 12\n  names"), savesFile, []string{"needs: this must have dc in it"}},
		{strings.NewReplacer("dex: Dexterity}\ndown", "luck: Luck}\ndown"), savesFile, []string{`names: "luck" is not a stat of this ruleset`}},
		{strings.NewReplacer("names: {con: Constitution", "damage: {critical failure: double}\n  names: {con: Constitution"), savesFile, []string{"degrees: yes"}},
	} {
		_, err := ruleset.Read([]byte(row.change.Replace(row.from)))
		var problems strictyaml.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%v: %v", row.wants, err)
			continue
		}
		for _, want := range row.wants {
			if !strings.Contains(problems.Error(), want) {
				t.Errorf("%q is not in\n%v", want, problems)
			}
		}
	}
}

// TestNU25Bundled: worked example 10 in the bundled files of 5E, and what Paralyzed does to saves (worked example 4); a flat check of Three Actions
// stays bare.
func TestNU25Bundled(t *testing.T) {
	for _, name := range []string{"five-e-2014", "five-e-2024"} {
		rs, _ := ruleset.ByName(name)
		f := startWith(t, rs, play.Start{Name: "Test", Ruleset: name}, 2)
		f.pc("Knight", "init 2, hp 60, con 2", 18)
		f.npc("Orc", 1, "init 0, hp 90", 10)
		f.gm(play.Roll{}, play.EffectAdd{Target: "Knight", Name: "Concentrating"}, play.EffectAdd{Target: "Knight", Name: "Blessed", Changes: "attack d4, saves d4"},
			play.Damage{Target: "Knight", Amount: "5"})
		f.by(anna, play.EffectSave{Target: "Knight", Name: "Concentrating", Roll: roll(6)})
		if e := f.savedCheck(); !e.Passed || e.Roll.Total != 8 || e.Mods[0].N != 2 {
			t.Errorf("%s: %+v", name, e)
		}
		f.gm(play.EffectAdd{Target: "Orc", Name: "Petrified"})
		for stat, want := range map[string]string{"dex": "Petrified", "str": "Petrified", "wis": ""} {
			if got := f.s.SaveChanges(rs, f.combatant("Orc"), stat).Fails; got != want {
				t.Errorf("%s, %s: %q", name, stat, got)
			}
		}
	}
	rs, _ := ruleset.ByName("three-actions")
	f := changeFight(t, rs)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Frightened", Level: roll(2)}, play.EffectAdd{Target: "Knight", Name: "Sickened"}, play.EffectAdd{Target: "Knight", Name: "Held", DC: roll(15), Bonus: roll(3)},
		play.EffectAdd{Target: "Knight", Name: "Persistent damage", Damage: "1"})
	f.gm(play.EffectSave{Target: "Knight", Name: "Held", Roll: roll(13)})
	if e := f.savedCheck(); e.Passed || len(e.Mods) != 1 || e.Mods[0].N != -2 {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectSave{Target: "Knight", Name: "Persistent damage", Roll: roll(13)})
	if e := f.savedCheck(); e.Mods != nil || e.Roll.Total != 13 {
		t.Errorf("%+v", e)
	}
}

// TestNU23Export: encounter.json has what was typed as changes of each effect, empty where nothing was.
func TestNU23Export(t *testing.T) {
	f := savesFight(t)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Shaken"}, play.EffectAdd{Target: "Knight", Name: "Lucky", Changes: "saves dex 2, save edge wis advantage, saves d4"})
	data, err := view.JSON(f.s, f.rs)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Effects []struct {
			Changes map[string]string
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"changes": {}`) || len(got.Effects) != 2 {
		t.Errorf("%s", data)
	}
	want := map[string]string{"saves dex": "2", "save edge wis": "advantage", "saves": "d4"}
	if !maps.Equal(got.Effects[1].Changes, want) {
		t.Errorf("%v", got.Effects[1].Changes)
	}
}

// TestNU22TypedFirst: what is typed with an effect goes before what its condition says of the same thing, and leaves the rest of that.
func TestNU22TypedFirst(t *testing.T) {
	rs, _ := ruleset.ByName("three-actions")
	f := changeFight(t, rs)
	saves := func(stat string) (sum int) {
		for _, b := range engine.RollBonuses(f.s.SaveChanges(f.rs, f.combatant("Knight"), stat).Bonuses, nil) {
			sum += b.N
		}
		return sum
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Frightened", Level: roll(3), Changes: "saves will -1, saves ref 0"})
	if got := [...]int{saves("will"), saves("ref"), saves("fort"), saves("")}; got != [...]int{-1, 0, -3, -3} {
		t.Errorf("%v", got)
	}
	if e := f.strike(anna, play.Strike{Target: "Orc", Damage: "1", Roll: roll(9), Free: true}); e.Total != 9+5-3 {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Drained", Level: roll(2), Changes: "saves 1"}) // for all saves, so also for Fortitude
	if got := [...]int{saves("will"), saves("fort")}; got != [...]int{-1 + 1, -3 + 1} {
		t.Errorf("%v", got)
	}

	f = change5E(t)
	edge := func(ranged bool) engine.Edge {
		return engine.TotalEdge(f.s.AttackChanges(f.rs, f.combatant("Orc"), f.combatant("Knight"), ranged).Edges)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Prone", Changes: "attacked ranged advantage"})
	if edge(false) != engine.Advantage || edge(true) != engine.Advantage {
		t.Errorf("%q, %q", edge(false), edge(true))
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Restrained", Changes: "save edge dex fail, evades str"})
	if got := f.s.SaveChanges(f.rs, f.combatant("Knight"), "dex"); got.Fails != "Restrained" || got.Edges != nil {
		t.Errorf("%+v", got)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Petrified", Changes: "vulnerable cold, resist all except cold"})
	var all []string
	for _, r := range f.s.Resistances(f.rs, f.combatant("Knight")) {
		all = append(all, ruleset.ResistancesText([]ruleset.Resistance{r.Resistance}))
	}
	if want := []string{"vulnerable cold", "resist all except cold", "immune poison"}; !slices.Equal(all, want) {
		t.Errorf("%q", all)
	}
}
