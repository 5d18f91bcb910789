package play_test

import (
	"os"
	"reflect"
	"regexp"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// shot is one attack by a combatant with these stats on one with the stats in target.
type shot struct {
	name   string
	npc    bool
	stats  string
	target string
	cmd    play.Strike
	total  int
	hit    bool
	dealt  int
}

func (row shot) play(t *testing.T) engine.Attacked {
	t.Helper()
	f := start(t, ri)
	user := anna
	if row.npc {
		user = theGM
		f.gm(play.Add{Name: "One", Stats: row.stats, Roll: roll(8)})
	} else {
		f.pc("One", row.stats, 8)
	}
	f.gm(play.Add{Name: "Two", Stats: row.target, Roll: roll(1)}, play.Roll{})
	row.cmd.Target, row.cmd.Who = "Two", "One"
	e := f.strike(user, row.cmd)
	if e.Total != row.total || e.Hit != row.hit || e.Dealt != row.dealt {
		t.Fatalf("total %d, hit %v, dealt %d, want %d, %v, %d (%+v)", e.Total, e.Hit, e.Dealt, row.total, row.hit, row.dealt, e.Mods)
	}
	return e
}

func melee(natural, damage int) play.Strike {
	return play.Strike{Damage: "1d6", Roll: roll(natural), DamageRoll: roll(damage)}
}

func ranged(natural, damage int) play.Strike {
	return play.Strike{Damage: "1d6", Range: "ranged", Roll: roll(natural), DamageRoll: roll(damage)}
}

func with(cmd play.Strike, change func(*play.Strike)) play.Strike { change(&cmd); return cmd }

func TestRoundsInitiativeAttacks(t *testing.T) {
	const two = "hp 30, ac 14"
	for _, row := range []shot{
		{"RI-9 half the level, rounded down", false, "dex 1, level 5, skill 1", two, ranged(10, 4), 14, true, 5},
		{"RI-9 one less misses", false, "dex 1, level 5, skill 1", two, ranged(9, 4), 13, false, 0},
		{"RI-9 level 1 adds nothing", false, "dex 0, level 1, skill 0", two, ranged(14, 4), 14, true, 4},
		{"RI-9 a typed bonus, like a warrior's", false, "dex 1, level 2, attack 3, skill 1", two, ranged(9, 4), 14, true, 5},
		{"RI-9 a typed bonus of 0", false, "dex 1, level 6, attack 0, skill 1", two, ranged(11, 4), 13, false, 0},
		{"RI-9 without the skill", false, "dex 1, level 4", two, ranged(13, 4), 14, true, 5},
		{"RI-9 an NPC's bonus includes everything", true, "dex 2, str 3, attack 4, skill 2, level 8", two, ranged(10, 4), 14, true, 6},
		{"RI-9 an NPC without a bonus", true, "hp 3", two, melee(14, 4), 14, true, 4},
		{"RI-9 the better attribute in melee", false, "dex 1, str 2, skill 0", two, melee(12, 4), 14, true, 6},
		{"RI-9 dexterity at range", false, "dex 1, str 2, skill 0", two, ranged(12, 4), 13, false, 0},
		{"RI-9 the attribute typed", false, "dex 1, str 2, skill 0", two, with(melee(12, 4), func(c *play.Strike) { c.Attribute = "dex" }), 13, false, 0},
		{"RI-9 a negative attribute", false, "dex -1, skill 0", two, melee(15, 4), 14, true, 3},
		{"RI-9 a natural 1 that reaches it hits", false, "dex 9, level 20, skill 4", "hp 9, ac 24", melee(1, 4), 24, true, 13},
		{"RI-9 a natural 1 that doesn't misses", false, "dex 9, level 20, skill 4", "hp 9, ac 25", melee(1, 4), 24, false, 0},
		{"RI-9 a natural 20 that doesn't reach it misses", false, "dex -2", "hp 9, ac 17", melee(20, 4), 16, false, 0},
		{"RI-9 Shoot at range", false, "dex 0, shoot 2, stab 1", two, ranged(12, 4), 14, true, 4},
		{"RI-9 Stab in melee", false, "dex 0, shoot 2, stab 1", two, melee(13, 4), 14, true, 4},
		{"RI-9 Punch unarmed", false, "dex 0, stab 1, punch 3", two, play.Strike{Weapon: "Punch", Roll: roll(11), DamageRoll: roll(2)}, 14, true, 5},
		{"RI-9 a weapon says which", false, "dex 0, shoot 2, stab 3", two, play.Strike{Weapon: "Throwing knife, ranged, 1d4, skill Stab", Roll: roll(11), DamageRoll: roll(1)}, 14, true, 1},
		{"RI-9 not the skill of another weapon", false, "dex 0, stab 3, punch 3", two, ranged(15, 4), 13, false, 0},
		{"RI-9 the general skill for the rest", false, "dex 0, stab 3, skill 1", two, ranged(13, 4), 14, true, 4},
		{"RI-9 level 0 is enough", false, "dex 0, shoot 0", two, ranged(14, 4), 14, true, 4},
		{"RI-9 the general skill by name", false, "dex 0, shoot 3, skill 1", two, play.Strike{Weapon: "Ship's gun, ranged, 1d6, skill skill", Roll: roll(13), DamageRoll: roll(4)}, 14, true, 4},
		{"RI-9 an NPC's bonus includes the weapon's skill", true, "attack 4, shoot 2", two, ranged(10, 4), 14, true, 4},
		{"RI-10 a weapon that is used with Punch", false, "str 1, dex 0, punch 2", two, play.Strike{Weapon: "Knuckles, 1d4, skill punch", Roll: roll(11), DamageRoll: roll(2)}, 14, true, 5},
		{"RI-10 Stab adds nothing", false, "str 1, dex 0, stab 2", two, play.Strike{Weapon: "Knife, 1d4", Roll: roll(11), DamageRoll: roll(2)}, 14, true, 3},
		{"RI-9 the ranged class", false, "dex 0, skill 0", "hp 9, ac 10, ac_ranged 16", ranged(15, 4), 15, false, 0},
		{"RI-10 the attribute adds to damage", false, "dex 1, skill 3", two, ranged(15, 6), 19, true, 7},
		{"RI-10 the skill adds for a Punch", false, "str 1, dex 0, skill 2", two, play.Strike{Weapon: "Punch", Roll: roll(15), DamageRoll: roll(2)}, 18, true, 5},
		{"RI-10 a Punch without the skill", false, "dex 0", two, play.Strike{Weapon: "Punch", Roll: roll(18), DamageRoll: roll(2)}, 16, true, 2},
		{"RI-10 never below 0", false, "dex -5, skill 0", two, melee(20, 1), 15, true, 0},
		{"RI-11 on a miss", false, "str 1, dex 0, skill 0", two, with(melee(2, 6), func(c *play.Strike) { c.Shock = "2/AC 14" }), 3, false, 3},
		{"RI-11 never less than its base", false, "dex -2, skill 0", two, with(melee(2, 6), func(c *play.Strike) { c.Shock = "2/AC 15" }), 0, false, 2},
		{"RI-11 a hit deals at least as much", false, "str 1, dex 0, skill 0", two, with(melee(15, 1), func(c *play.Strike) { c.Shock = "4/AC 15" }), 16, true, 5},
		{"RI-11 a hit that deals more is kept", false, "str 1, dex 0, skill 0", two, with(melee(15, 6), func(c *play.Strike) { c.Shock = "4/AC 15" }), 16, true, 7},
		{"RI-11 the class is too high", false, "str 1, dex 0, skill 0", "hp 9, ac 16", with(melee(2, 6), func(c *play.Strike) { c.Shock = "2 points/AC 15" }), 3, false, 0},
		{"RI-12 armor immune to the attack", false, "dex 1, skill 0", two, with(melee(20, 6), func(c *play.Strike) { c.Shock, c.Circumstance = "2/AC 15", "armor-immune" }), 21, true, 0},
		{"RI-12 primitive armor is AC 10", false, "dex 1, skill 0", "hp 9, ac 17", with(ranged(9, 6), func(c *play.Strike) { c.Circumstance = "armor-primitive" }), 10, true, 7},
		{"RI-12 primitive armor below AC 10", false, "dex 1, skill 0", "hp 9, ac 8", with(ranged(7, 6), func(c *play.Strike) { c.Circumstance = "armor-primitive" }), 8, true, 7},
	} {
		t.Run(row.name, func(t *testing.T) { row.play(t) })
	}
}

func TestExample5ShockOfOnePoint(t *testing.T) {
	for _, natural := range []int{1, 2, 15, 20} {
		for _, ac := range []string{"ac 15", "ac 9", "ac 0"} {
			f := start(t, ri)
			f.pc("One", "dex -4, skill 0", 8)
			f.gm(play.Add{Name: "Two", Stats: "hp 9, " + ac, Roll: roll(1)}, play.Roll{})
			e := f.strike(anna, play.Strike{Target: "Two", Damage: "1d4", Shock: "1 point/AC 15", Roll: roll(natural), DamageRoll: roll(1)})
			if e.Dealt != 1 {
				t.Errorf("natural %d against %s: %d dealt", natural, ac, e.Dealt)
			}
		}
	}
	shot{"", false, "dex -4, skill 0", "hp 9, ac 16", play.Strike{Damage: "1d4", Shock: "1 point/AC 15", Roll: roll(2)}, -2, false, 0}.play(t)
}

func TestExample6LaserPistol(t *testing.T) {
	for die := 1; die <= 6; die++ {
		shot{"", false, "dex 1, skill 0", "hp 9, ac 10", play.Strike{Weapon: "Laser pistol, ranged, 1d6, attribute dex",
			Roll: roll(12), DamageRoll: roll(die)}, 13, true, die + 1}.play(t)
	}
}

func TestRI13Circumstances(t *testing.T) {
	for _, row := range []struct {
		said   string
		ranged int // modifier at range
		melee  int // modifier in melee
	}{
		{"", 0, 0},
		{"target-prone-far", -2, 0},
		{"target-prone-near", 2, 2},
		{"attacker-prone", 0, -4},
		{"half-cover", -2, 0}, // melee ignores cover
		{"full-cover", -4, 0},
		{"prepared", 2, 0},
		{"half-cover, full-cover", -4, 0}, // only the worse counts
		{"target-prone-far, half-cover", -2, 0},
		{"target-prone-far, full-cover", -4, 0},
		{"target-prone-near, half-cover", -2, 2},
		{"target-prone-near, attacker-prone", 2, -2},
		{"Prepared, FULL-COVER", -2, 0},
	} {
		t.Run("RI-13 "+row.said, func(t *testing.T) {
			shot{"", false, "dex 0, skill 0", "hp 9, ac 10", with(ranged(10, 1), func(c *play.Strike) { c.Circumstance = row.said }),
				10 + row.ranged, row.ranged >= 0, max(0, min(1, row.ranged+1))}.play(t)
			shot{"", false, "dex 0, skill 0", "hp 9, ac 10", with(melee(10, 1), func(c *play.Strike) { c.Circumstance = row.said }),
				10 + row.melee, row.melee >= 0, max(0, min(1, row.melee+1))}.play(t)
		})
	}
	// The hit option replaces the bonus; circumstances and the modifier are added to it.
	shot{"", false, "dex 5, skill 3, level 9", "hp 9, ac 10", with(ranged(10, 1), func(c *play.Strike) { c.Hit, c.Modifier, c.Circumstance = roll(2), 1, "half-cover" }), 11, true, 6}.play(t)
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	f.refused(anna, with(ranged(10, 1), func(c *play.Strike) { c.Target, c.Circumstance = "Dog", "fog" }), engine.Invalid, reason.Circumstance, "half-cover")
	f.refused(anna, with(ranged(10, 1), func(c *play.Strike) { c.Target, c.Trauma = "Dog", "1d8/x2" }), engine.NotInRules)
	f.refused(theGM, play.Morale{Who: "Dog"}, engine.NotInRules)
}

// TestRI9WeaponSkills: a weapon can only name a skill that the ruleset's weapons have, and only where they have several.
func TestRI9WeaponSkills(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	gun := func(skill string) play.Strike {
		return play.Strike{Target: "Dog", Weapon: "Gun, ranged, 1d6, skill " + skill, Roll: roll(10), DamageRoll: roll(1)}
	}
	f.refused(anna, gun("pilot"), engine.Invalid, reason.WeaponSkill, engine.Args{Text: "pilot", Names: []string{"punch", "stab", "shoot"}})
	f.refused(anna, gun("2"), engine.Invalid, reason.SkillForm)
	f.strike(anna, gun("shoot"))
	f = raid(t)
	f.gm(play.Roll{Rolls: "party 8, foes 1"})
	f.refused(anna, with(gun("shoot"), func(c *play.Strike) { c.Target = "Thug 1" }), engine.NotInRules, reason.NoWeaponSkills)
}

// TestRI9FightsBegunBefore: a file without the new keys keeps its meaning: natural results decide, and there is one skill.
func TestRI9FightsBegunBefore(t *testing.T) {
	text, err := os.ReadFile("../ruleset/rounds-initiative.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`(?s)\nattack: .*?shoot\]`).ReplaceAll(text, []byte("\nattack: d20 shock"))
	rs, err := ruleset.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Old", Ruleset: ri})
	f.pc("One", "dex 0, shoot 3, skill 1", 8)
	f.gm(play.Add{Name: "Two", Stats: "hp 30, ac 24", Roll: roll(1)}, play.Roll{})
	if e := f.strike(anna, with(ranged(20, 4), func(c *play.Strike) { c.Target = "Two" })); !e.Hit || e.Total != 21 {
		t.Errorf("%+v", e)
	}
}

// TestRI13CircumstancesThatDoNotApply: what was typed and makes no difference is told, with the reason. Whether primitive armor does is
// not: it would give the Armor Class away.
func TestRI13CircumstancesThatDoNotApply(t *testing.T) {
	f := station(t)
	f.gm(play.Roll{Rolls: "Kay 8, Bo 5, Guard 3, Dog 1"})
	for _, row := range []struct {
		cmd  play.Strike
		said string
		want []engine.Idle
	}{
		{melee(10, 1), "target-prone-near, attacker-prone, armor-primitive, armor-immune", nil},
		{melee(10, 1), "half-cover, full-cover, prepared, target-prone-far", []engine.Idle{{What: "target-prone-far", Why: engine.IdleInMelee},
			{What: "half-cover", Why: engine.IdleInMelee}, {What: "full-cover", Why: engine.IdleInMelee}, {What: "prepared", Why: engine.IdleInMelee}}},
		{ranged(10, 1), "attacker-prone, prepared, full-cover", []engine.Idle{{What: "attacker-prone", Why: engine.IdleAtRange}}},
		{ranged(10, 1), "half-cover, target-prone-near, full-cover", []engine.Idle{{What: "target-prone-near", Why: engine.IdleNotWorse}, {What: "half-cover", Why: engine.IdleNotWorse}}},
	} {
		e := f.strike(anna, with(row.cmd, func(c *play.Strike) { c.Target, c.Circumstance = "Dog", row.said }))
		if !reflect.DeepEqual(e.Idle, row.want) {
			t.Errorf("%s: %+v makes no difference, want %+v", row.said, e.Idle, row.want)
		}
		f.gm(play.HP{Target: "Dog", Amount: "=9"})
		f.next(4)
	}
	e := f.strike(theGM, with(melee(10, 1), func(c *play.Strike) { c.Who, c.Target, c.Attribute, c.Free = "Guard", "Kay", "str", true }))
	if want := []engine.Idle{{What: "str", Why: engine.IdleLacking}}; !reflect.DeepEqual(e.Idle, want) {
		t.Errorf("%+v makes no difference, want %+v", e.Idle, want)
	}
}
