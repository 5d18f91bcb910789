package play_test

import (
	"strconv"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// TestNU8OtherNumbers: amounts on targets like those of the worked examples, with other numbers.
func TestNU8OtherNumbers(t *testing.T) {
	for _, c := range []struct {
		ruleset, stats, condition, amount string
		half, plain                       bool
		want                              int
	}{
		{"five-e-2014", "resist cold, vulnerable fire", "", "25 cold + 7 fire", false, false, 12 + 14},
		{"five-e-2014", "resist cold, vulnerable fire", "", "25 cold + 7 fire", true, false, 6 + 6},
		{"five-e-2014", "resist cold, vulnerable fire", "", "25 cold + 7 fire", false, true, 32},
		{"five-e-2014", "immune physical except magical, silvered", "", "12 piercing adamantine + 3 acid", false, false, 3},
		{"five-e-2014", "immune physical except magical, silvered", "", "12 piercing magical + 3 acid", false, false, 15},
		{"five-e-2014", "resist lightning", "", "33 lightning", true, false, 8},
		{"five-e-2014", "reduce physical 4, resist bludgeoning", "", "33 bludgeoning", false, false, 14},
		{"five-e-2014", "reduce physical 4, resist bludgeoning, vulnerable bludgeoning", "", "33 bludgeoning", false, false, 28},
		{"five-e-2014", "reduce physical 40", "", "33 bludgeoning + 2 cold", false, false, 2},
		{"five-e-2014", "", "Petrified", "15 fire + 8 poison", false, false, 7},
		{"five-e-2014", "", "Petrified", "11", false, false, 5},
		{"five-e-2014", "", "Petrified", "11", false, true, 11},
		{"three-actions", "resist physical 3", "", "2 slashing + 8 piercing", false, false, 2 + 5},
		{"three-actions", "weak cold iron 5, slashing 8", "", "10 slashing cold iron + 4 cold", false, false, 18 + 4},
		{"three-actions", "weak cold iron 5, slashing 8", "", "10 slashing cold iron + 4 slashing", false, false, 18 + 4},
		{"three-actions", "weak cold iron 8, slashing 5", "", "10 slashing cold iron + 4 slashing", false, false, 18 + 9},
		{"three-actions", "resist all 5, fire 9; weak cold 2", "", "6 fire + 7 cold", false, false, 0 + 4},
	} {
		f := start(t, c.ruleset)
		f.npc("Ogre", 1, "init 0, hp 1000, "+c.stats, 15)
		if c.condition != "" {
			f.gm(play.EffectAdd{Target: "Ogre", Name: c.condition})
		}
		cmd := play.Damage{Target: "Ogre", Amount: c.amount, Plain: c.plain}
		if c.half {
			cmd.Half = "Ogre"
		}
		if f.gm(cmd); f.combatant("Ogre").HP != 1000-c.want {
			t.Errorf("%s on %s %s (half %t, plain %t): %d, want %d", c.amount, c.stats, c.condition, c.half, c.plain, 1000-f.combatant("Ogre").HP, c.want)
		}
	}
}

// TestNU8SoakAfterHalf: soak takes of what half leaves.
func TestNU8SoakAfterHalf(t *testing.T) {
	f := start(t, "combat-sequence")
	f.gm(play.Add{Name: "Tank", Stats: "hp 9, ac 13, soak 5"}, play.Damage{Target: "Tank", Amount: "8", Half: "Tank"})
	if e := lastOf[engine.HPChanged](f)[0]; e.Soaked != 4 || e.Soak != 1 || e.To != 9 {
		t.Errorf("%+v", e)
	}
}

// TestNU9NothingShown: where hit points aren't shown at all, others read what was dealt, and not that something was resisted.
func TestNU9NothingShown(t *testing.T) {
	f := start(t, "five-e-2014")
	f.npc("Imp", 1, "init 0, hp 30, resist cold", 15)
	f.gm(play.Edit{Name: "Imp", HPShown: "nothing"})
	before := f.s
	f.gm(play.Damage{Target: "Imp", Amount: "9 cold"})
	for _, e := range view.Of(engine.Outcome{Before: before, State: f.s, Events: f.last}, view.Viewer{User: ben}).Events {
		if e, is := e.(engine.HPChanged); is && (e.Amount != -9 || e.Resisted != 0 || e.Why != nil || e.Arrives() != 9 || e.To != 1 || e.Max != 1) {
			t.Errorf("%+v", e)
		}
	}
	f.wantHP("Imp", 26)
}

// TestNU13OtherTrolls: the four results of a save, with other numbers than those of the worked example.
func TestNU13OtherTrolls(t *testing.T) {
	for natural, want := range map[int]int{12: 21 + 5, 17: 10 + 5, 20: 0, 7: 42 + 5, 8: 21 + 5, 1: 42 + 5} {
		f := start(t, "three-actions", natural)
		f.npc("Troll", 1, "init 0, hp 1000, ref 5, weak fire 5", 15)
		f.gm(play.Save{Target: "Troll", Save: "ref", DC: roll(22), Amount: "21 fire"})
		if got := 1000 - f.combatant("Troll").HP; got != want {
			t.Errorf("%d: %d damage, want %d", natural, got, want)
		}
	}
}

// TestNU14Named: who is named with a natural result isn't asked.
func TestNU14Named(t *testing.T) {
	f := fireball(t)
	cmd := fireballSave()
	cmd.Rolls += ", Knight 14"
	f.gm(cmd)
	f.wantAllHP("Ogre 31 Goblin 16 Salamander 90 Knight 16")
	if len(f.s.AskedSaves) != 0 {
		t.Errorf("%+v", f.s.AskedSaves)
	}
}

// TestNU22HighestLevel: of a condition that several effects bring, the highest level counts, in whichever order they came.
func TestNU22HighestLevel(t *testing.T) {
	rs, _ := ruleset.ByName("three-actions")
	for _, levels := range [][2]int{{1, 3}, {3, 1}} {
		f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
		f.pc("Knight", "init 2, hp 60, attack 5", 18)
		f.gm(play.Add{Name: "Orc", Count: 2, Stats: "init 0, hp 90, ac 13, attack 5", Roll: roll(19)}, play.Roll{})
		f.gm(play.EffectAdd{Target: "Orc", Name: "Frightened", Level: &levels[0]}, play.EffectAdd{Target: "Orc 1", Name: "Frightened", Level: &levels[1]})
		if len(f.s.Effects) != 2 {
			t.Fatalf("%+v", f.s.Effects)
		}
		if changes := f.s.SaveChanges(rs, f.combatant("Orc 1"), "ref"); len(changes.Bonuses) != 1 || engine.RollBonuses(changes.Bonuses, nil)[0].N != -3 {
			t.Errorf("%v: %+v", levels, changes)
		}
	}
}

// TestNU12OtherNumbers: what calls for checks and counts at 0 hit points, with other numbers than those of the worked example.
func TestNU12OtherNumbers(t *testing.T) {
	f := start(t, "five-e-2014")
	f.pc("Wizard", "init 0, con 1, hp 80, temp 6", 15)
	f.gm(play.Roll{}, play.EffectAdd{Target: "Wizard", Name: "Concentrating"})
	for _, c := range []struct{ damage, hp, needs int }{{22, 64, 11}, {5, 59, 10}, {51, 8, 25}} {
		f.gm(play.Damage{Target: "Wizard", Amount: strconv.Itoa(c.damage)})
		if got := f.s.Effects[0].Check; f.combatant("Wizard").HP != c.hp || got == nil {
			t.Fatalf("%d damage: %d hit points, %+v", c.damage, f.combatant("Wizard").HP, got)
		}
		if _, needs := f.s.CheckDice(f.rs, f.s.Effects[0].CheckUnder(f.rs), &f.s.Effects[0]); needs != c.needs {
			t.Errorf("%d damage: needs %d, want %d", c.damage, needs, c.needs)
		}
		f.gm(play.EffectSave{Target: "Wizard", Name: "Concentrating", Roll: roll(20)})
	}
}

// TestNU28Bounds: nobody joins with more than the most that it can have now.
func TestNU28Bounds(t *testing.T) {
	rs, err := ruleset.Read([]byte(strings.Replace(restFile, "ward: {}", "ward: {to: 3}", 1)))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name})
	hp := 27
	f.by(anna, play.Join{Name: "Knight", Stats: "init 2, hp 20", Saved: &engine.SavedAs{User: anna, Name: "Knight"},
		Carried: &engine.Carried{HP: &hp, MaxHP: 40, Absorbs: map[string]int{"ward": 9, "temp": 7}, Pools: map[string]int{"ki": 5}}})
	f.wantRested("Knight", 20, 7, 3)
	if c := f.combatant("Knight"); c.MaxHP != 20 || f.s.PoolLeft(c, f.rs.Pool("ki")) != 0 {
		t.Errorf("%+v", c)
	}
}
