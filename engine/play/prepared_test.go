package play_test

import (
	"fmt"
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
		", save dex, dc 3":                                      reason.PreparedName,
		"Breath, save dex":                                      reason.PreparedLacks,
		"Breath, dc 12":                                         reason.PreparedLacks,
		"Breath, save dex, dc x":                                reason.CheckNumber,
		"Breath, save dex, dc -1":                               reason.CheckNumber,
		"B, save dex, dc 1, blue":                               reason.PreparedPart,
		"B, save dex, dc 1, 3d6 fire, 2d6 cold":                 reason.PreparedPart,
		"B, save dex, dc 1, dc 2":                               reason.PreparedPart,
		"B, save dex, dc 1, -3":                                 reason.PreparedPart,
		"B, save dex, dc 1, effect":                             reason.PreparedPart,
		"B, save dex, dc 1, success full":                       reason.PreparedPart,
		"B, save dex, dc 1, duration someday":                   reason.PreparedPart,
		"B, save dex, dc 1, duration":                           reason.PreparedPart,
		"B, save dex, dc 1, repeat often":                       reason.PreparedPart,
		"B, save dex, dc 1, pool":                               reason.PreparedPart,
		"B, save dex, dc 1, effect " + strings.Repeat("x", 201): reason.PreparedPart,
		"B, save dex, dc 1, pool " + strings.Repeat("x", 51):    reason.PreparedPart,
		"B, save 5, dc 1":                                       reason.PreparedPart,
		"B, save, dc 1":                                         reason.PreparedPart,
		"B, save dex, dc 1001":                                  reason.CheckNumber,
		strings.Repeat("x", 51) + ", save dex, dc 1":            reason.PreparedName,
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

// TestNU20Brings: what is prepared comes where nothing is typed in its place: how long effects last and that they are saved against again only with
// effects, and nothing that was emptied in a form.
func TestNU20Brings(t *testing.T) {
	begin := func() *fight {
		f := start(t, "three-actions")
		f.gm(play.Add{Name: "Hag", Stats: "init 0, hp 90", Roll: roll(18),
			Saves: "Curse, save will, dc 20, 9 plasma, success none, effect Frightened 2, duration 3 rounds\nHex, save will, dc 20, effect Dazzled, repeat"})
		f.npc("Imp", 1, "init 0, hp 60, will 3", 5)
		f.gm(play.Roll{})
		return f
	}
	effects := func(f *fight) string {
		var out []string
		for _, e := range f.s.Effects {
			out = append(out, fmt.Sprintf("%s %d rounds, check %v", e.Name, e.Remaining, e.HasDC))
		}
		return strings.Join(out, "; ")
	}
	f := begin()
	f.gm(play.Save{Use: "curse", Target: "Imp", Rolls: "Imp 16"}) // plasma is not a kind of damage there, so it counts as untyped
	if f.combatant("Imp").HP != 51 || effects(f) != "Frightened 3 rounds, check false" {
		t.Errorf("%d hit points, %s", f.combatant("Imp").HP, effects(f))
	}
	f.refused(theGM, play.Save{Use: "Curse", Target: "Imp", Amount: "9 plasma"}, engine.Invalid, reason.UnknownKind)
	f.gm(play.Save{Use: " ", Target: "Imp", Save: "will", DC: roll(10), Rolls: "Imp 16"})
	for _, row := range []struct {
		cmd  play.Save
		hp   int
		want string
	}{
		{play.Save{Use: "Curse", Rolls: "Imp 16", Cleared: []string{"amount"}}, 60, "Frightened 3 rounds, check false"},
		{play.Save{Use: "Curse", Rolls: "Imp 16", Cleared: []string{"effect"}}, 51, ""},
		{play.Save{Use: "Curse", Rolls: "Imp 17", Cleared: []string{"success"}}, 56, ""},
		{play.Save{Use: "Curse", Rolls: "Imp 17"}, 60, ""},
		{play.Save{Use: "Curse", Rolls: "Imp 16", Duration: "2 rounds"}, 51, "Frightened 2 rounds, check false"},
		{play.Save{Use: "Curse", Rolls: "Imp 16", Effect: "Sickened"}, 51, "Sickened 3 rounds, check false"},
		{play.Save{Use: "Curse", Rolls: "Imp 16", Repeat: true}, 51, "Frightened 3 rounds, check true"},
		{play.Save{Use: "Curse", Rolls: "Imp 17", Cleared: []string{"effect"}, EffectSuccess: "Sickened"}, 60, "Sickened 3 rounds, check false"},
		{play.Save{Use: "Curse", Rolls: "Imp 1", Cleared: []string{"effect", "amount"}, EffectCritical: "Sickened"}, 60, "Sickened 3 rounds, check false"},
		{play.Save{Use: "Hex", Rolls: "Imp 16"}, 60, "Dazzled 0 rounds, check true"},
		{play.Save{Use: "Hex", Rolls: "Imp 16", Cleared: []string{"repeat"}}, 60, "Dazzled 0 rounds, check false"},
		{play.Save{Use: "Hex", Rolls: "Imp 16", Cleared: []string{"effect"}}, 60, ""},
	} {
		f := begin()
		row.cmd.Target = "Imp"
		f.gm(row.cmd)
		if f.combatant("Imp").HP != row.hp || effects(f) != row.want {
			t.Errorf("%+v: %d hit points, %s", row.cmd, f.combatant("Imp").HP, effects(f))
		}
	}
}

// TestNU20Whose: of several with a prepared save of one name, the active one's is meant, else somebody has to say whose. What an ability without a save is
// called means none.
func TestNU20Whose(t *testing.T) {
	f := start(t, "five-e-2014")
	breath := "Breath, save dex, dc %d"
	f.gm(play.Add{Name: "Red", Stats: "init 0, hp 90", Roll: roll(18), Saves: fmt.Sprintf(breath, 21)})
	f.gm(play.Add{Name: "Blue", Stats: "init 0, hp 90", Roll: roll(16), Saves: fmt.Sprintf(breath, 12),
		Block: (&engine.Block{Monster: "Blue", Abilities: []engine.Ability{{Name: "Glare", As: engine.AsBonus}}}).Keyed()})
	f.by(anna, play.Join{Name: "Knight", Stats: "init 0, hp 60", Roll: roll(12), Saves: fmt.Sprintf(breath, 9)})
	f.gm(play.Roll{})
	use := play.Save{Use: "Breath", Target: "Knight", Rolls: "Knight 2"}
	for _, dc := range []int{21, 12, 9} { // in the turns of Red, Blue and Knight
		f.gm(use)
		if called := lastOf[engine.SavesCalled](f)[0]; called.DC != dc {
			t.Errorf("%+v, want DC %d", called, dc)
		}
		f.gm(play.Next{})
	}
	f.gm(play.Add{Name: "Cat", Stats: "init 0, hp 9", Roll: roll(20)}, play.Place{Name: "Cat", Before: "Red"}, play.Next{}, play.Next{}, play.Next{})
	f.wantActive("3: Cat")
	f.refused(theGM, use, engine.Invalid, reason.SayWho)
	f.refused(theGM, play.Save{Use: "Glare", Target: "Knight"}, engine.NotFound, reason.UnknownPrepared)
	f.by(anna, play.Save{Use: "Breath", Target: "Knight", Rolls: "Knight 2"}) // hers is the only one that she may use
	if called := lastOf[engine.SavesCalled](f)[0]; called.DC != 9 {
		t.Errorf("%+v", called)
	}
}
