package play_test

import (
	"errors"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// change5E begins a fight under the rules of 2014: Knight 20, Orc 10.
func change5E(t *testing.T, results ...int) *fight {
	t.Helper()
	rs, ok := ruleset.ByName("five-e-2014")
	if !ok {
		t.Fatal("no five-e-2014")
	}
	return changeFight(t, rs, results...)
}

func changeFight(t *testing.T, rs *ruleset.Ruleset, results ...int) *fight {
	t.Helper()
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.pc("Knight", "init 2, hp 60, attack 5", 18)
	f.npc("Orc", 1, "init 0, hp 90, ac 13", 10)
	f.gm(play.Roll{})
	f.wantActive("1: Knight")
	return f
}

func slash(natural *int) play.Strike {
	return play.Strike{Target: "Orc", Damage: "1d8+3", Range: "melee", Roll: natural, Free: true}
}

func shoot(c play.Strike) play.Strike { c.Range = "ranged"; return c }

func slashAt(c play.Strike, edge string) play.Strike { c.Edge = edge; return c }

// TestNU22Edges: advantages and disadvantages of effects and typed ones cancel out, two of a sort are one, and edge:normal leaves effects' out.
// Worked example 9: in melee, a hit on Paralyzed is critical.
func TestNU22Edges(t *testing.T) {
	for _, row := range []struct {
		name     string
		effects  []play.EffectAdd
		cmd      play.Strike
		dice     []int // of the bot
		edge     engine.Edge
		critical string
	}{
		{"nothing", nil, slash(roll(9)), []int{2}, "", ""},
		{"paralyzed, near", []play.EffectAdd{{Target: "Orc", Name: "Paralyzed"}}, slash(roll(9)), []int{2, 3}, engine.Advantage, "Paralyzed"},
		{"paralyzed, far", []play.EffectAdd{{Target: "Orc", Name: "Paralyzed"}}, shoot(slash(roll(9))), []int{2}, engine.Advantage, ""},
		{"and poisoned itself", []play.EffectAdd{{Target: "Orc", Name: "Paralyzed"}, {Target: "Knight", Name: "Poisoned"}}, slash(roll(9)), []int{2, 3}, "", "Paralyzed"},
		{"two of a sort", []play.EffectAdd{{Target: "Knight", Name: "Blinded"}, {Target: "Knight", Name: "Poisoned"}}, slash(nil), []int{12, 17, 5}, engine.Disadvantage, ""},
		{"typed besides", []play.EffectAdd{{Target: "Knight", Name: "Poisoned"}}, slashAt(slash(roll(9)), "advantage"), []int{2}, "", ""},
		{"left out", []play.EffectAdd{{Target: "Knight", Name: "Poisoned"}}, slashAt(slash(nil), "normal"), []int{9, 2}, "", ""},
		{"prone, near", []play.EffectAdd{{Target: "Orc", Name: "Prone"}}, slash(roll(9)), []int{2}, engine.Advantage, ""},
		{"prone, far", []play.EffectAdd{{Target: "Orc", Name: "Prone"}}, shoot(slash(roll(9))), []int{2}, engine.Disadvantage, ""},
		{"exhaustion 2", []play.EffectAdd{{Target: "Knight", Name: "Exhaustion", Level: roll(2)}}, slash(roll(9)), []int{2}, "", ""},
		{"exhaustion 3", []play.EffectAdd{{Target: "Knight", Name: "Exhaustion", Level: roll(3)}}, slash(roll(9)), []int{2}, engine.Disadvantage, ""},
	} {
		t.Run("NU-22 "+row.name, func(t *testing.T) {
			f := change5E(t, row.dice...)
			for _, c := range row.effects {
				f.gm(c)
			}
			e := f.strike(anna, row.cmd)
			if e.Edge != row.edge || e.CriticalBy != row.critical || e.Critical != (row.critical != "") || !e.Hit {
				t.Errorf("%+v, want %q and %q", e, row.edge, row.critical)
			}
			if e.Total != e.Natural+5 {
				t.Errorf("total %d", e.Total)
			}
		})
	}
}

// TestNU22Types: of one type only the highest bonus and the lowest penalty count, and a condition counts once, however many bring it
// (worked example 9).
func TestNU22Types(t *testing.T) {
	rs, _ := ruleset.ByName("three-actions")
	f := changeFight(t, rs)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Frightened", Level: roll(2)}, play.EffectAdd{Target: "Knight", Name: "Sickened"},
		play.EffectAdd{Target: "Orc", Name: "Prone"}, play.EffectAdd{Target: "Orc", Name: "Grabbed"})
	e := f.strike(anna, play.Strike{Target: "Orc", Damage: "1", Roll: roll(2), Free: true})
	if e.Total != 2+5-2 || e.AC != 13-2 || len(e.ACMods) != 1 || e.ACMods[0].Name != "Off-guard" {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Orc", Name: "Clumsy"})
	if e = f.strike(anna, play.Strike{Target: "Orc", Damage: "1", Roll: roll(2), Free: true}); e.AC != 13-3 {
		t.Errorf("AC %d", e.AC)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Prone"}) // another type adds up
	if e = f.strike(anna, play.Strike{Target: "Orc", Damage: "1", Roll: roll(2), Free: true}); e.Total != 2+5-2-2 {
		t.Errorf("%+v", e)
	}
}

// TestNU23TypedChanges: dice of effects are the bot's own, also where the die is typed (worked example 10), and dice that hits deal besides are
// doubled with the others.
func TestNU23TypedChanges(t *testing.T) {
	f := change5E(t, 3, 2, 4)
	f.gm(play.EffectAdd{Target: "Knight", Name: "Blessed", Changes: "Attack D4,  deals 1d6"})
	if got := f.s.Effects[0].Changes; got != "attack d4, deals 1d6" {
		t.Fatalf("stored as %q", got)
	}
	e := f.strike(anna, slash(roll(8)))
	if e.Total != 16 || e.Dealt != 2+3+4 || len(e.Deals) != 1 || e.Deals[0].Roll.Total != 4 {
		t.Errorf("%+v", e)
	}
	f.dice = dice.Script(1, 1, 2, 5, 6)
	if e = f.strike(anna, slash(roll(20))); !e.Critical || e.Deals[0].Roll.Expr != "2d6" || e.Dealt != 1+2+3+5+6 {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectAdd{Target: "Knight", Name: "Poisoned", Changes: "edge advantage"}) // typed goes before the condition's own
	f.dice = dice.Script(1, 1, 1)
	if e = f.strike(anna, slash(roll(8))); e.Edge != engine.Advantage || e.Edges[0].Name != "Poisoned" {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectRemove{Target: "Knight", Name: "Blessed"}, play.EffectRemove{Target: "Knight", Name: "Poisoned"})
	f.dice = dice.Script(1)
	if e = f.strike(anna, slash(roll(8))); e.Total != 13 || e.Edges != nil { // they end with the effect
		t.Errorf("%+v", e)
	}
}

// TestNU22EveryForm: what is added counts in every form of attack; under d100 under for the target number.
func TestNU22EveryForm(t *testing.T) {
	for _, row := range []struct {
		form      string
		total, ac int
	}{
		{"d100 under", 40 + 3 - 2, 0}, {"d20 trauma", 15 + 40 + 3, 12}, {"d20 shock", 15 + 40 + 3, 12},
		{"{form: d20 critical}", 15 + 40 + 3, 12}, {"{form: d20 degrees, doubles: total}", 15 + 40 + 3, 12},
	} {
		f := duelOf(t, row.form, "", ", ac 10")
		f.gm(play.EffectAdd{Target: "Kay", Name: "Bold", Changes: "attack 3, deals 2"}, play.EffectAdd{Target: "Orc", Name: "Shielded", Changes: "ac +2"})
		e := f.strike(anna, play.Strike{Target: "Orc", Damage: "4", Roll: roll(15), Hit: roll(40)})
		want := 6
		if e.Critical {
			want = 12
		}
		if e.Total != row.total || e.AC != row.ac || !e.Hit || e.Dealt != want {
			t.Errorf("%s: %+v", row.form, e)
		}
	}
}

// TestNU24Typed: what the ruleset has nothing for is refused, and so is what can't be read.
func TestNU24Typed(t *testing.T) {
	f := change5E(t)
	none := duelOf(t, "none", "", "")
	degrees := duelOf(t, "{form: d20 degrees}", "", "")
	add := func(changes string) play.EffectAdd {
		return play.EffectAdd{Target: "Orc", Name: "Odd", Changes: changes}
	}
	for _, row := range []struct {
		f       *fight
		changes string
		code    engine.Code
		reason  reason.Reason
	}{
		{f, "attacks 3", engine.Invalid, reason.ChangeForm},
		{f, "attack", engine.Invalid, reason.ChangeValue},
		{f, "attack luck", engine.Invalid, reason.ChangeValue},
		{f, "attack 1001", engine.Invalid, reason.ChangeValue},
		{f, "ac d4", engine.Invalid, reason.ChangeValue},
		{f, "attacked sideways advantage", engine.Invalid, reason.ChangeValue},
		{f, "critical no", engine.Invalid, reason.ChangeValue},
		{f, "deals lots", engine.Invalid, reason.ChangeValue},
		{f, "deals 1d6 fier", engine.Invalid, reason.UnknownKind},
		{f, "resist fier", engine.Invalid, reason.UnknownResist},
		{f, "attack 1, immune cold, fier", engine.Invalid, reason.UnknownResist},
		{f, "reduce fire", engine.Invalid, reason.ResistNumber},
		{f, "resist fire 5", engine.Invalid, reason.ResistNoNumber},
		{f, "resist", engine.Invalid, reason.ResistNothing},
		{f, "resist fire; speed 4", engine.Invalid, reason.ChangeValue},
		{f, "attack 1, attack 2", engine.Invalid, reason.ChangeTwice},
		{f, "attack " + strings.Repeat("1", 200), engine.Invalid, reason.ChangesLength},
		{none, "attack 3", engine.NotInRules, reason.NoChange},
		{degrees, "edge advantage", engine.NotInRules, reason.NoChange},
		{degrees, "critical yes", engine.NotInRules, reason.NoChange},
	} {
		row.f.refused(theGM, add(row.changes), row.code, row.reason)
	}
	f.gm(add("attacked melee advantage, attacked ranged -1, attack max(1, level), edge 1 if pc else 0, critical melee"))
	if got, want := f.s.Effects[0].Changes, "attacked melee advantage, attacked ranged -1, attack max(1, level), edge 1 if pc else 0, critical melee"; got != want {
		t.Errorf("stored as %q", got)
	}
}

// TestNU24Files: keys that the rest of the file has nothing for are refused where they stand, and so is a value that can't be.
func TestNU24Files(t *testing.T) {
	for _, row := range []struct{ attack, condition, want string }{
		{"none", "attack: 1", "11:7: attack: this needs attack"},
		{"none", "deals: 1d6", "11:7: deals: this needs attack"},
		{"{form: d20 degrees}", "edge: 1", "11:7: edge: this needs attack: {form: d20 critical}"},
		{"{form: d20 degrees}", "critical: yes", "11:7: critical: this needs attack: {form: d20 critical}"},
		{"{form: d20 critical}", "attack: d4 + luck", "11:20: attack: "},
		{"{form: d20 critical}", "ac: d4", "11:11: ac: a number is needed here"},
		{"{form: d20 critical}", "attacked: {near: 1}", "11:18: near: this is not a key of attacked"},
		{"{form: d20 critical}", "also: X", "11:13: also: a condition can't bring itself"},
		{"{form: d20 critical}", "also: Z", "11:13: also: \"Z\" is not a condition of this ruleset"},
		{"{form: d20 critical}", "type: status", "11:7: type: there is no number that it is the type of"},
		{"{form: d20 critical}", "deals: much", "11:14: deals: \"much\" is not an amount of damage"},
	} {
		text := strings.Replace(d20Rules(row.attack), "units:", "conditions:\n  X: {"+row.condition+"}\nunits:", 1)
		_, err := ruleset.Read([]byte(text))
		var problems strictyaml.Problems
		if !errors.As(err, &problems) || len(problems) != 1 || !strings.HasPrefix(problems[0].String(), row.want) {
			t.Errorf("%s, %s: %v, want %s", row.attack, row.condition, err, row.want)
		}
	}
}

// TestNU26Groups: an effect on a group counts for each member.
func TestNU26Groups(t *testing.T) {
	rs, _ := ruleset.ByName("three-actions")
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	f.pc("Knight", "init 2, hp 60, attack 5", 18)
	f.npc("Orc", 2, "init 0, hp 90, ac 13", 10)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Orc", Name: "Off-guard"})
	if len(f.s.Effects) != 1 {
		t.Fatalf("%+v", f.s.Effects)
	}
	for _, name := range []string{"Orc 1", "Orc 2"} {
		if e := f.strike(anna, play.Strike{Target: name, Damage: "1", Roll: roll(10), Free: true}); e.AC != 11 {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
