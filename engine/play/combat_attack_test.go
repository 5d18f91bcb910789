package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// swing is one attack by Ace from raid, who has attack 1, skill 1, dex 2, str 1.
type swing struct {
	name   string
	target string // stats of the target
	cmd    play.Strike
	total  int
	hit    bool
	dealt  int
	shock  bool
}

// play adds the target and makes Ace attack it.
func (row swing) play(t *testing.T, f *fight) engine.Attacked {
	t.Helper()
	f.gm(play.Add{Name: "Target", Stats: row.target}, play.Roll{Rolls: "party 8, foes 1"})
	row.cmd.Target = "Target"
	e := f.strike(anna, row.cmd)
	if e.Total != row.total || e.Hit != row.hit || e.Dealt != row.dealt || e.Shock != row.shock {
		t.Fatalf("total %d, hit %v, dealt %d, shock %v, want %d, %v, %d, %v",
			e.Total, e.Hit, e.Dealt, e.Shock, row.total, row.hit, row.dealt, row.shock)
	}
	return e
}

func TestCombatSequenceAttacks(t *testing.T) {
	const soft = "hp 40, ac 12"
	d8 := func(natural, damage int) play.Strike {
		return play.Strike{Damage: "1d8", Roll: roll(natural), DamageRoll: roll(damage)}
	}
	for _, row := range []swing{
		{"CS-9 total equal to the class hits", soft, d8(8, 5), 12, true, 7, false},
		{"CS-9 one less misses", soft, d8(7, 5), 11, false, 0, false},
		{"CS-9 natural 20 hits anything", "hp 40, ac 99", d8(20, 1), 24, true, 3, false},
		{"CS-9 natural 1 misses anything", "hp 40, ac 0", d8(1, 8), 5, false, 0, false},
		{"CS-9 ranged attacks use the ranged class", "hp 40, ac 12, ac_ranged 15", with(d8(10, 5), func(c *play.Strike) { c.Range = "ranged" }), 14, false, 0, false},
		{"CS-9 melee attacks use the melee class", "hp 40, ac 12, ac_ranged 15", d8(10, 5), 14, true, 7, false},
		{"CS-9 one class against both", soft, with(d8(8, 5), func(c *play.Strike) { c.Range = "ranged" }), 12, true, 7, false},
		{"CS-9 another attribute", soft, with(d8(9, 5), func(c *play.Strike) { c.Attribute = "str" }), 12, true, 6, false},
		{"CS-9 the best attribute", soft, with(d8(9, 5), func(c *play.Strike) { c.Attribute, c.Range = "best", "ranged" }), 13, true, 7, false},
		{"CS-9 hit replaces the whole bonus, modifier adds", soft, with(d8(9, 5), func(c *play.Strike) { c.Hit, c.Modifier = roll(5), -2 }), 12, true, 7, false},
		{"CS-9 a modifier", soft, with(d8(10, 5), func(c *play.Strike) { c.Modifier = -3 }), 11, false, 0, false},
		{"CS-11 the bonus in the damage", soft, play.Strike{Damage: "2d6+3", Roll: roll(15), DamageRoll: roll(12)}, 19, true, 17, false},
		{"CS-11 never below 0", soft, play.Strike{Damage: "1d4-9", Roll: roll(15), DamageRoll: roll(1)}, 19, true, 0, false},
		{"CS-11 Punch adds the skill", soft, play.Strike{Weapon: "punch", Roll: roll(15), DamageRoll: roll(2)}, 19, true, 5, false},
		{"CS-11 Punch with other dice", soft, play.Strike{Weapon: "Punch", Damage: "1d6", Roll: roll(15), DamageRoll: roll(6)}, 19, true, 9, false},
		{"CS-12 Shock on a miss", soft, with(d8(2, 8), func(c *play.Strike) { c.Shock = "2/AC 12" }), 6, false, 4, true},
		{"CS-12 the class is too high", "hp 40, ac 13", with(d8(2, 8), func(c *play.Strike) { c.Shock = "2/AC 12" }), 6, false, 0, false},
		{"CS-12 Shock on a natural 1", soft, with(d8(1, 8), func(c *play.Strike) { c.Shock = "1/AC 15" }), 5, false, 3, true},
		{"CS-12 a hit deals the damage rolled", soft, with(d8(15, 1), func(c *play.Strike) { c.Shock = "9/AC 15" }), 19, true, 3, false},
		{"CS-12 never traumatic", "hp 40, ac 12, trauma_target 1", with(d8(2, 8), func(c *play.Strike) { c.Shock, c.Trauma, c.TraumaRoll = "2/AC 12", "1d8/x3", roll(8) }), 6, false, 4, true},
	} {
		t.Run(row.name, func(t *testing.T) { row.play(t, raid(t)) })
	}
}

func TestCS9AttacksAreRefused(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Ghost", Stats: "hp 4"})
	hit := play.Strike{Target: "Thug 1", Damage: "1d6", Roll: roll(10), DamageRoll: roll(4)}
	f.refused(anna, hit, engine.NotNow, reason.NotRolled)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	for _, row := range []struct {
		cmd  play.Strike
		code engine.Code
	}{
		{play.Strike{Target: "Thug 1", Damage: "1d6", Roll: roll(21)}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Roll: roll(0)}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Roll: roll(1), DamageRoll: roll(7)}, engine.Invalid}, // even though it misses
		{play.Strike{Target: "Thug 1", Damage: "2d6+3", Roll: roll(20), DamageRoll: roll(13)}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "2d6", Roll: roll(20), DamageRoll: roll(1)}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Trauma: "1d8/x2", Roll: roll(2), TraumaRoll: roll(9)}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Roll: roll(2), TraumaRoll: roll(3)}, engine.Invalid},
		{play.Strike{Target: "Thug 1"}, engine.Invalid}, // no damage
		{play.Strike{Target: "Ace", Damage: "1d6"}, engine.Invalid},
		{play.Strike{Target: "foes", Damage: "1d6"}, engine.Invalid},
		{play.Strike{Target: "Nobody", Damage: "1d6"}, engine.NotFound},
		{play.Strike{Target: "Ghost", Damage: "1d6"}, engine.NotNow}, // no Armor Class
		{play.Strike{Target: "Thug 1", Damage: "1d6", Range: "far"}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Attribute: "wis"}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Shock: "2/15"}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Trauma: "8/3"}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "sword"}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Weapon: "Excalibur"}, engine.NotFound},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Modifier: 5000}, engine.Invalid},
		{play.Strike{Target: "Thug 1", Damage: "1d6", Circumstance: "half-cover"}, engine.NotInRules}, // RI-13
		{play.Strike{Target: "Thug 1", Damage: "1d6", Who: "Thug 2"}, engine.NotAllowed},
	} {
		f.refused(anna, row.cmd, row.code)
	}
	f.strike(anna, hit)
	f.refused(anna, hit, engine.NotNow, reason.PoolUsed)
	f.refused(other, hit, engine.NotAllowed)
}

func TestCS10TraumaticHits(t *testing.T) {
	for _, row := range []struct {
		name   string
		trauma string
		roll   int
		target string
		dealt  int // 2 rolled, plus dexterity 2
	}{
		{"CS-10 at the target", "1d8/x3", 6, "trauma_target 6", 12},
		{"CS-10 above it", "1d8/x3", 8, "trauma_target 6", 12},
		{"CS-10 below it", "1d8/x3", 5, "trauma_target 6", 4},
		{"CS-10 the Trauma Die takes a modifier", "1d8+1/x3", 5, "trauma_target 6", 12},
		{"CS-10 the modifier does not reach it", "d8 + 1 / x3", 4, "trauma_target 6", 4},
		{"CS-10 a negative modifier", "1d8−2/x3", 7, "trauma_target 6", 4},
	} {
		t.Run(row.name, func(t *testing.T) {
			swing{"", "hp 40, ac 12, " + row.target, play.Strike{Damage: "1d8", Trauma: row.trauma, Roll: roll(15),
				DamageRoll: roll(2), TraumaRoll: roll(row.roll)}, 19, true, row.dealt, false}.play(t, raid(t))
		})
	}
	// The bot rolls the attack, the Trauma Die, then the damage. The rating multiplies the total.
	f := raid(t, 14, 7, 6)
	e := swing{"", "hp 40, ac 12, trauma_target 7", play.Strike{Damage: "1d8+1", Trauma: "d10/x2"}, 18, true, 18, false}.play(t, f)
	if e.Trauma == nil || !e.Trauma.Traumatic || e.Trauma.Die != 10 || e.Damage.Total != 7 {
		t.Fatalf("%+v", e.Trauma)
	}
	f.wantHP("Target", 22)
}

func TestCS11SavedWeapons(t *testing.T) {
	f := start(t, cs)
	f.by(anna, play.Join{Name: "Ace", Stats: "dex 2, str 3, attack 1", Weapon: "Sabre, melee, 1d8+1, attribute dex, shock 2/AC 13, trauma 1d6/x2, modifier 1"})
	f.gm(play.Add{Name: "Thug", Stats: "hp 60, ac 13, trauma_target 6"}, play.Roll{Rolls: "party 8, foes 1"})
	e := f.strike(anna, play.Strike{Target: "Thug", Roll: roll(8)})
	if e.Weapon != "Sabre" || e.Total != 12 || e.Hit || e.Dealt != 4 || !e.Shock {
		t.Errorf("saved: %+v", e)
	}
	f.next(2)
	e = f.strike(anna, play.Strike{Target: "Thug", Weapon: "sabre", Attribute: "str", Roll: roll(8), DamageRoll: roll(8), TraumaRoll: roll(1)})
	if e.Total != 13 || e.Dealt != 12 {
		t.Errorf("saved, with options: %+v", e)
	}
	f.next(2)
	e = f.strike(anna, play.Strike{Target: "Thug", Weapon: "Zip gun, ranged, 1d6, hit 4, shock 1/AC 20", Roll: roll(8)})
	if e.Total != 12 || !e.Ranged || e.Dealt != 3 {
		t.Errorf("written out: %+v", e)
	}
}

func TestCS12NegativeShockNeverHeals(t *testing.T) {
	f := start(t, cs)
	f.by(anna, play.Join{Name: "Doc", Stats: "dex -3"})
	f.gm(play.Add{Name: "Thug", Stats: "hp 5, ac 13"}, play.HP{Target: "Thug", Amount: "-2"}, play.Roll{Rolls: "party 8, foes 1"})
	if e := f.strike(anna, play.Strike{Target: "Thug", Damage: "1d4", Shock: "1/AC 15", Roll: roll(2)}); e.Dealt != 0 {
		t.Errorf("dealt %d", e.Dealt)
	}
	f.wantHP("Thug", 3)
}

func TestCS13SoakThenHitPoints(t *testing.T) {
	f := raid(t)
	f.gm(play.Add{Name: "Tank", Stats: "hp 10, ac 5, soak 6"}, play.Roll{Rolls: "party 8, foes 1"})
	blow := func(damage int) {
		t.Helper()
		f.strike(anna, play.Strike{Target: "Tank", Damage: "1d20", Hit: roll(20), Roll: roll(10), DamageRoll: roll(damage)})
		f.next(2)
	}
	blow(2) // 4 with dexterity
	f.wantHP("Tank", 10)
	if soak := f.combatant("Tank").Soak; soak != 2 {
		t.Fatalf("%d soak left", soak)
	}
	blow(3) // the rest of the soak, then 3
	f.wantHP("Tank", 7)
	blow(20)
	f.wantHP("Tank", 0) // never below
	f.refused(theGM, play.PickDown{ID: f.combatant("Ace").ID, State: "dead"}, engine.NotNow)
	for _, state := range engine.DownStates() {
		f.gm(play.PickDown{ID: f.combatant("Tank").ID, State: state})
	}
	if down := f.combatant("Tank").Down; down != "stunned" || len(engine.DownStates()) != 4 {
		t.Fatalf("down: %q", down)
	}
	f.gm(play.Edit{Name: "Tank", Stats: "soak 3"}, play.HP{Target: "Tank", Amount: "=5"}, play.HP{Target: "Tank", Amount: "-4"})
	f.wantHP("Tank", 4)
	if f.combatant("Tank").Down != "" {
		t.Fatal("healed, but still down")
	}
}

// TestCS10TheTraumaDieNeverVanishes: a target without a Trauma Target is refused before any die falls, like one without an Armor Class.
func TestCS10TheTraumaDieNeverVanishes(t *testing.T) {
	f := raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	hit := play.Strike{Target: "Thug 1", Damage: "1d8", Roll: roll(15), DamageRoll: roll(2)}
	typed := with(hit, func(c *play.Strike) { c.Trauma = "1d8+1/x3" })
	lacks := engine.Args{Name: "Thug 1", Stat: "trauma_target", Example: "trauma_target 6"}
	f.refused(anna, typed, engine.NotNow, reason.LacksStat, lacks)
	f.refused(anna, with(hit, func(c *play.Strike) { c.Damage, c.Weapon = "", "Axe, 1d8, trauma 1d8/x2" }), engine.NotNow, reason.LacksStat, lacks)
	f.refused(anna, with(typed, func(c *play.Strike) { c.Roll = roll(2) }), engine.NotNow, reason.LacksStat, lacks) // hit or miss
	f.gm(play.Edit{Name: "Thug 1", Stats: "trauma_target 6"})
	f.strike(anna, with(typed, func(c *play.Strike) { c.TraumaRoll = roll(5) }))
}
