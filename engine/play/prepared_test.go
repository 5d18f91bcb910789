package play_test

import (
	"reflect"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// TestNU20Notation: prepared saves are read in their notation and written as it; what is wrong is refused.
func TestNU20Notation(t *testing.T) {
	const breath = "Fire Breath, save dex, dc 21, 18d6 fire, pool recharge"
	all, err := engine.ParsePrepared(breath + "; Frightful Presence,save wis ,DC 19, success none, effect Frightened 2 + Prone, duration 2 rounds, end of source's turn, repeat\n" + "fire breath, save Dexterity, dc 20")
	if err != nil || len(all) != 2 || all[1].String() != "fire breath, save Dexterity, dc 20" {
		t.Fatalf("%v %v", all, err)
	}
	want := engine.Prepared{Name: "Frightful Presence", Save: "wis", DC: 19, Success: "none", Effect: "Frightened 2 + Prone", Duration: "2 rounds, end of source's turn", Repeat: true}
	if all[0] != want {
		t.Errorf("%+v", all[0])
	}
	for _, p := range all {
		if again, err := engine.ParsePrepared(p.String()); err != nil || !reflect.DeepEqual(again, []engine.Prepared{p}) {
			t.Errorf("%v is read as %v: %v", p, again, err)
		}
	}
	for text, why := range map[string]reason.Reason{
		", save dex, dc 3":                           reason.PreparedName,
		"Breath, save dex":                           reason.PreparedLacks,
		"Breath, dc 12":                              reason.PreparedLacks,
		"Breath, save dex, dc x":                     reason.CheckNumber,
		"Breath, save dex, dc -1":                    reason.CheckNumber,
		"B, save dex, dc 1, blue":                    reason.PreparedPart,
		"B, save dex, dc 1, -3":                      reason.PreparedPart,
		"B, save dex, dc 1, effect":                  reason.PreparedPart,
		"B, save dex, dc 1, success full":            reason.PreparedPart,
		"B, save dex, dc 1, duration someday":        reason.PreparedPart,
		"B, save dex, dc 1, repeat often":            reason.PreparedPart,
		strings.Repeat("x", 51) + ", save dex, dc 1": reason.PreparedName,
		"A,save a,dc 1;B,save a,dc 1;C,save a,dc 1;D,save a,dc 1;E,save a,dc 1;F,save a,dc 1;G,save a,dc 1;H,save a,dc 1;I,save a,dc 1;J,save a,dc 1;K,save a,dc 1;L,save a,dc 1;M,save a,dc 1": reason.TooManyPrepared,
	} {
		if _, err := engine.ParsePrepared(text); err == nil || err.(*engine.Error).Reason != why {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
}

// TestNU20Fits: what a ruleset lacks is left out and listed.
func TestNU20Fits(t *testing.T) {
	all, err := engine.ParsePrepared("Breath, save dex, dc 21, 18d6 fire, effect Prone, duration 1 min, repeat, pool recharge; Grab, save ref, dc 12; Roar, save Fortitude, dc 12")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"five-e-2014":   "Breath, save dex, dc 21, 18d6 fire, effect Prone, duration 1 min, repeat, pool recharge | Grab, Roar",
		"three-actions": "Grab, save ref, dc 12\nRoar, save fort, dc 12 | Breath",
		"turn-order":    " | Breath, Grab, Roar",
	} {
		rs, _ := ruleset.ByName(name)
		fit, leftOut := engine.FittingSaves(all, rs)
		if got := engine.PreparedText(fit) + " | " + strings.Join(leftOut, ", "); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	rs, _ := ruleset.ByName("three-actions")
	all[0].Save = "will"
	if fit, leftOut := engine.FittingSaves(all[:1], rs); len(fit) != 1 || fit[0].Pool != "" || strings.Join(leftOut, ", ") != "Breath: pool recharge" {
		t.Errorf("%v %v", fit, leftOut)
	}
}

// TestNU20Use: use brings what was prepared, typed options go before it, and whose it is meant is clear.
func TestNU20Use(t *testing.T) {
	f := start(t, "five-e-2014", 4, 4)
	f.gm(play.Add{Name: "Dragon", Stats: "init 0, hp 300, recharge 5", Roll: roll(18),
		Saves: "Fire Breath, save dex, dc 21, 2d6 fire, success none, pool recharge\nPresence, save wis, dc 19, effect Frightened, duration 1 min, repeat"})
	f.gm(play.Add{Name: "Drake", Stats: "init 0, hp 30, recharge 5", Roll: roll(16), Saves: "Presence, save wis, dc 12\nSpit, save con, dc 10, 1d6"})
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, hp 60, wis 1, dex 1", Roll: roll(12), Saves: "Smite, save con, dc 14, 9"})
	f.gm(play.Roll{})
	f.gm(play.Save{Use: "fire breath", Target: "Knight", Rolls: "Knight 12"})
	if e := lastOf[engine.SaveMade](f)[0]; e.Needs != 21 || e.Stat != "dex" || f.combatant("Knight").HP != 52 {
		t.Errorf("%+v, %d", e, f.combatant("Knight").HP)
	}
	called := lastOf[engine.SavesCalled](f)[0]
	if called.Name != "Fire Breath" || called.Source != f.combatant("Dragon").ID || called.Success != ruleset.TakesNone || f.s.PoolLeft(f.combatant("Dragon"), f.rs.Pool("recharge")) != 0 {
		t.Errorf("%+v", called)
	}
	f.refused(theGM, play.Save{Use: "Fire Breath", Target: "Knight"}, engine.NotNow, reason.PoolUsed)
	f.gm(play.Save{Use: "Presence", Target: "Knight", Rolls: "Knight 2"})
	if e := f.s.Effects[0]; e.DC != 19 || e.Source != f.combatant("Dragon").ID || e.Remaining != 10 || e.Save != "wis" {
		t.Errorf("%+v", e)
	}
	f.gm(play.EffectRemove{Target: "Knight", Name: "Frightened"})
	f.gm(play.Save{Use: "Presence", Target: "Knight", Rolls: "Knight 2", Save: "con", DC: roll(5), Effect: "Prone", Duration: "1 round", Name: "Roar", Amount: "3", Cleared: []string{"repeat"}})
	if called := lastOf[engine.SavesCalled](f)[0]; called.Name != "Roar" || called.Stat != "con" || called.DC != 5 || called.Amount != 3 || f.s.Effects[0].HasDC || f.s.Effects[0].Remaining != 1 {
		t.Errorf("%+v %+v", called, f.s.Effects)
	}
	f.gm(play.Save{Use: "Presence", Source: "Drake", Target: "Knight", Rolls: "Knight 19"})
	if called := lastOf[engine.SavesCalled](f)[0]; called.DC != 12 || called.Repeat {
		t.Errorf("%+v", called)
	}
	f.dice = dice.Script(3, 4)
	f.gm(play.Save{Use: "Spit", Target: "Knight", Now: true})
	f.refused(theGM, play.Save{Use: "Presense", Target: "Knight"}, engine.NotFound, reason.UnknownPrepared)
	f.refused(anna, play.Save{Use: "Spit", Target: "Dragon"}, engine.NotFound, reason.UnknownPrepared)
	f.refused(anna, play.Save{Use: "Spit", Source: "Drake", Target: "Dragon"}, engine.NotAllowed, reason.NotYoursToPlay)
	f.gm(play.Next{}, play.Next{})
	f.dice = dice.Script(9)
	f.by(anna, play.Save{Use: "Smite", Target: "Dragon"})
	if f.combatant("Dragon").HP != 291 {
		t.Errorf("%d", f.combatant("Dragon").HP)
	}
	f.refused(theGM, play.Save{Use: "Presence", Source: "Knight", Target: "Drake"}, engine.NotFound, reason.UnknownPrepared)
}
