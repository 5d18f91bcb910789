package play_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// changesUnder begins a fight of Anna's Kay and the GM's Orc under d20Rules with kinds of damage and these conditions.
func changesUnder(t *testing.T, attack, conditions string, results ...int) *fight {
	t.Helper()
	f := startText(t, d20Rules(attack)+"damage: {kinds: [fire, bleed], words: {immune: none, resist: half}}\nconditions: {"+conditions+"}\n", results...)
	f.pc("Kay", "init 5, hp 50", 15)
	f.npc("Orc", 1, "init 0, hp 90, ac 10", 1)
	f.gm(play.Roll{})
	return f
}

// attackMods returns what effects currently add to Kay's attacks: "Bold +2, Weak -1".
func (f *fight) attackMods(results ...int) string {
	f.t.Helper()
	var out []string
	for _, m := range engine.RollBonuses(f.s.AttackChanges(f.rs, f.combatant("Kay"), f.combatant("Orc"), false).Bonuses, dice.Script(results...)) {
		text := fmt.Sprintf("%s %+d", m.Name, m.N)
		if m.Roll != nil {
			text += " " + m.Roll.Expr
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// TestNU22OneType: of one type the highest bonus and the lowest penalty count, whichever came first, and the one doesn't cancel the other. A number that is
// 0 isn't told, but dice are, whatever they show.
func TestNU22OneType(t *testing.T) {
	f := changesUnder(t, "{form: d20 critical}", "Bold: {attack: 1, type: status}, Brave: {attack: 2, type: status}, Weak: {attack: -1, type: status}, Faint: {level: yes, attack: -level, type: status}, "+
		"Late: {level: yes, attack: -1 if level >= 3 else 0}")
	for _, row := range []struct {
		add  play.EffectAdd
		roll []int
		want string
	}{
		{play.EffectAdd{Name: "Bold"}, nil, "Bold +1"},
		{play.EffectAdd{Name: "Brave"}, nil, "Brave +2"},
		{play.EffectAdd{Name: "Weak"}, nil, "Brave +2, Weak -1"},
		{play.EffectAdd{Name: "Faint", Level: roll(3)}, nil, "Brave +2, Faint -3"},
		{play.EffectAdd{Name: "Late", Level: roll(2)}, nil, "Brave +2, Faint -3"},
		{play.EffectAdd{Name: "Odd", Changes: "attack d4 - 1"}, []int{1}, "Brave +2, Faint -3, Odd +0 1d4-1"},
	} {
		row.add.Target = "Kay"
		f.gm(row.add)
		if got := f.attackMods(row.roll...); got != row.want {
			t.Errorf("with %s: %s, want %s", row.add.Name, got, row.want)
		}
	}
}

// TestNU22Also: a condition counts once, however many bring it, at the level of what brings it; an effect that changes nothing doesn't stand for
// another of its name.
func TestNU22Also(t *testing.T) {
	f := changesUnder(t, "{form: d20 critical}", "Numb: {level: yes, attack: -level}, Slow: {attack: -1}, Cold: {level: yes, also: [Numb, Slow]}, Wet: {also: Slow}")
	f.gm(play.EffectAdd{Target: "Kay", Name: "Wet"})
	if got := f.attackMods(); got != "Slow -1" {
		t.Errorf("%s", got)
	}
	f.gm(play.EffectAdd{Target: "Kay", Name: "Cold", Level: roll(3)})
	if got := f.attackMods(); got != "Slow -1, Numb -3" {
		t.Errorf("%s", got)
	}
	f.npc("Rat", 2, "init 0, hp 9", 7)
	f.gm(play.EffectAdd{Target: "Rat", Name: "Song"}, play.EffectAdd{Target: "Rat 1", Name: "Song", Changes: "attack 4"})
	if got := f.s.AttackChanges(f.rs, f.combatant("Rat 1"), f.combatant("Orc"), false).Bonuses; len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestNU22EffectsOfOneName: numbers of effects that aren't conditions add up, also where one is on a group and one of the same name on its member.
func TestNU22EffectsOfOneName(t *testing.T) {
	f := changesUnder(t, "{form: d20 critical}", "Slow: {attack: -1}")
	f.npc("Rat", 2, "init 0, hp 9", 7)
	f.gm(play.EffectAdd{Target: "Rat", Name: "Song", Changes: "attack 1, deals 2"}, play.EffectAdd{Target: "Rat 1", Name: "song", Changes: "attack 4, deals 3"},
		play.EffectAdd{Target: "Rat", Name: "Slow"}, play.EffectAdd{Target: "Rat 1", Name: "Slow"})
	for name, want := range map[string]string{"Rat 1": "Song +1, song +4, Slow -1", "Rat 2": "Song +1, Slow -1"} {
		changes := f.s.AttackChanges(f.rs, f.combatant(name), f.combatant("Orc"), false)
		var got []string
		for _, m := range engine.RollBonuses(changes.Bonuses, nil) {
			got = append(got, fmt.Sprintf("%s %+d", m.Name, m.N))
		}
		if got := strings.Join(got, ", "); got != want || len(changes.Deals) != strings.Count(strings.ToLower(want), "song") {
			t.Errorf("%s: %s, want %s; %+v", name, got, want, changes.Deals)
		}
	}
}

// TestNU22Critical: critical hits at any range unless the effect says melee, named after the first effect that makes them so. Only dice are doubled
// where the file says dice.
func TestNU22Critical(t *testing.T) {
	f := changesUnder(t, "{form: d20 critical}", "Open: {critical: melee}, Pinned: {critical: melee}")
	f.gm(play.EffectAdd{Target: "Orc", Name: "Open"}, play.EffectAdd{Target: "Orc", Name: "Pinned"})
	critical := func(ranged bool) string {
		return f.s.AttackChanges(f.rs, f.combatant("Kay"), f.combatant("Orc"), ranged).Critical
	}
	if critical(false) != "Open" || critical(true) != "" {
		t.Errorf("%q, %q", critical(false), critical(true))
	}
	f.gm(play.EffectAdd{Target: "Orc", Name: "Marked", Changes: "critical yes"})
	if critical(false) != "Open" || critical(true) != "Marked" {
		t.Errorf("%q, %q", critical(false), critical(true))
	}
	f = changesUnder(t, "{form: d20 critical, doubles: total}", "Open: {}", 4)
	f.gm(play.EffectAdd{Target: "Kay", Name: "Flame", Changes: "deals 1d6"})
	if e := f.strike(anna, play.Strike{Target: "Orc", Damage: "3", Roll: roll(20), Free: true}); !e.Critical || e.Deals[0].Roll.Expr != "1d6" || e.Dealt != 2*(3+4) {
		t.Errorf("%+v", e)
	}
}

// TestNU22Range: the range that is typed makes a difference as soon as an effect on the target depends on it.
func TestNU22Range(t *testing.T) {
	for changes, idle := range map[string]int{"attacked advantage": 1, "critical yes": 1, "attacked melee advantage": 0, "critical melee": 0, "ac 1, attacked ranged disadvantage": 0, "critical melee, ac 1": 0} {
		f := changesUnder(t, "{form: d20 critical}", "Open: {}", 3, 3)
		f.gm(play.EffectAdd{Target: "Orc", Name: "Odd", Changes: changes})
		if e := f.strike(anna, play.Strike{Target: "Orc", Damage: "3", Range: "ranged", Roll: roll(9), Free: true}); len(e.Idle) != idle {
			t.Errorf("%s: %+v", changes, e.Idle)
		}
	}
}

// TestNU22Evades: a success takes nothing, and a failure what a success would, as the file says or as it was typed.
func TestNU22Evades(t *testing.T) {
	for _, row := range []struct {
		natural int
		success string
		takes   int
		share   ruleset.SaveShare
	}{{15, "", 0, ruleset.TakesNone}, {3, "", 6, ruleset.TakesHalf}, {3, "none", 0, ruleset.TakesNone}} {
		f := savesUnder(t)
		f.gm(play.EffectAdd{Target: "Orc", Name: "Evasive"})
		f.gm(play.Save{Target: "Orc", Save: "dex", DC: roll(15), Amount: "13", Success: row.success, Rolls: fmt.Sprintf("Orc %d", row.natural)})
		if e := f.saved(); e.Evades != "Evasive" || e.Share != row.share {
			t.Errorf("%+v: %+v", row, e)
		}
		f.wantHP("Orc", 90-row.takes)
		f.gm(play.Save{Target: "Orc", Save: "wis", DC: roll(15), Amount: "13", Rolls: "Orc 3"}) // not with other stats
		f.wantHP("Orc", 90-row.takes-13)
	}
	f := savesUnder(t)
	f.gm(play.EffectAdd{Target: "Orc", Name: "Evasive"})
	for _, c := range []play.Save{{}, {Amount: "13", Success: "none"}} { // nothing to evade, or a success that takes nothing anyway
		c.Target, c.Save, c.DC, c.Rolls = "Orc", "dex", roll(15), "Orc 15"
		if f.gm(c); f.saved().Evades != "" {
			t.Errorf("%+v: %+v", c, f.saved())
		}
	}
}

// TestNU22Resists: of the resistances of a condition, only those go whose word and name were typed.
func TestNU22Resists(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Statue", 1, "init 0, hp 90", 15)
	f.gm(play.EffectAdd{Target: "Statue", Name: "Petrified", Changes: "resist poison, resist fire"}, play.Damage{Target: "Statue", Amount: "8 cold + 9 poison"})
	f.wantHP("Statue", 86)
	f.npc("Golem", 1, "init 0, hp 90, resist all except cold", 14)
	f.gm(play.EffectAdd{Target: "Golem", Name: "Petrified"}, play.Damage{Target: "Golem", Amount: "8 cold + 8 fire + 8"})
	f.wantHP("Golem", 78)
	if e := lastOf[engine.HPChanged](f)[0]; len(e.Why) != 2 { // each once
		t.Errorf("%+v", e.Why)
	}
}

// TestNU27Kinds: a combatant that only resists a kind of damage isn't immune to a condition of the same name.
func TestNU27Kinds(t *testing.T) {
	f := changesUnder(t, "{form: d20 critical}", "Bleed: {}")
	f.gm(play.Edit{Name: "Orc", Stats: "resist bleed"}, play.EffectAdd{Target: "Orc", Name: "Bleed"})
	f.wantEffects("Bleed on Orc 0")
}
