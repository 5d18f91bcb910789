package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// d20Rules returns a file with that attack; text replaces the stats of an attack where it names some.
func d20Rules(attack string) string {
	return strings.Join([]string{"roundel: 1", "name: arena", "title: Arena", "stats:", "  init: {is: Initiative, need: all}", "  ac: {is: Armor Class}",
		"  attack: {is: Attack bonus}", "  reflex: {is: Reflex}", "  skill: {is: Skill}", "units: {alike: [init]}", "order: {by: score, roll: d20 + init}",
		"turn: {action: 3, quick: any}", "attack: " + attack}, "\n") + "\n"
}

// duelOf begins a fight of Anna's Kay and the GM's Orc, in which Kay is first. The dice show what follows.
func duelOf(t *testing.T, attack, kay, orc string, results ...int) *fight {
	t.Helper()
	rs, err := ruleset.Read([]byte(d20Rules(attack)))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test", Ruleset: rs.Name}, results...)
	f.pc("Kay", "init 5, hp 50"+kay, 15)
	f.npc("Orc", 1, "init 0, hp 90"+orc, 1)
	f.gm(play.Roll{})
	return f
}

func hit(natural, damage int) play.Strike {
	return play.Strike{Target: "Orc", Damage: "1d8+3", Roll: roll(natural), DamageRoll: roll(damage)}
}

// TestRS73Critical: natural 1 misses, the natural result of the file or more hits and doubles, and everything else is compared.
func TestRS73Critical(t *testing.T) {
	const plain, wide = "{form: d20 critical, costs: action}", "{form: d20 critical, critical: 18, doubles: total, costs: action}"
	for _, row := range []struct {
		name, attack, kay, orc string
		cmd                    play.Strike
		total, dealt           int
		hit, critical          bool
		expr                   string
	}{
		{"hits", plain, ", attack 5", ", ac 18", hit(13, 4), 18, 7, true, false, "1d8+3"},
		{"one less misses", plain, ", attack 5", ", ac 18", hit(12, 4), 17, 0, false, false, ""},
		{"without a bonus", plain, "", ", ac 10", hit(10, 8), 10, 11, true, false, "1d8+3"},
		{"natural 1 misses", plain, ", attack 30", ", ac 5", hit(1, 8), 31, 0, false, false, ""},
		{"natural 20 hits", plain, ", attack -5", ", ac 60", hit(20, 9), 15, 12, true, true, "2d8+3"}, // worked example 21
		{"doubles the dice alone", plain, "", ", ac 9", with(hit(20, 16), func(c *play.Strike) { c.Damage = "1d6+1d4-2" }), 20, 14, true, true, "2d6+2d4-2"},
		{"keeps twice as many", plain, "", ", ac 9", with(hit(20, 30), func(c *play.Strike) { c.Damage = "4d6kh3" }), 20, 30, true, true, "8d6kh6"},
		{"a lower critical doubles the total", wide, "", ", ac 40", hit(18, 5), 18, 16, true, true, "1d8+3"},
		{"below it", wide, "", ", ac 40", hit(17, 5), 17, 0, false, false, ""},
		{"hit replaces, modifier adds", plain, ", attack 9", ", ac 15", with(hit(10, 1), func(c *play.Strike) { c.Hit, c.Modifier = roll(3), 2 }), 15, 4, true, false, "1d8+3"},
		{"bonus and against of the file", "{form: d20 critical, bonus: skill * 2, against: 10 + reflex}", ", skill 4", ", reflex 7", hit(9, 1), 17, 4, true, false, "1d8+3"},
		{"a number without its stat", "{form: d20 critical, against: 10 + reflex}", "", "", hit(10, 1), 10, 4, true, false, "1d8+3"},
	} {
		t.Run("RS-73 "+row.name, func(t *testing.T) {
			f := duelOf(t, row.attack, row.kay, row.orc)
			e := f.strike(anna, row.cmd)
			if e.Total != row.total || e.Dealt != row.dealt || e.Hit != row.hit || e.Critical != row.critical {
				t.Errorf("%+v", e)
			}
			if e.Damage == nil != (row.expr == "") || e.Damage != nil && e.Damage.Expr != row.expr {
				t.Errorf("damage %+v, want %s", e.Damage, row.expr)
			}
			f.wantHP("Orc", 90-row.dealt)
		})
	}
}

// TestRS73Edge: two d20 are rolled and one counts; typed, it is the one that counts.
func TestRS73Edge(t *testing.T) {
	for _, row := range []struct {
		edge    string
		dice    []int
		typed   *int
		natural int
	}{
		{"advantage", []int{4, 17, 1}, nil, 17},
		{"Advantage ", []int{17, 4, 1}, nil, 17},
		{"disadvantage", []int{17, 4, 1}, nil, 4},
		{"disadvantage", []int{1}, roll(16), 16},
		{"", []int{12, 1}, nil, 12},
	} {
		f := duelOf(t, "{form: d20 critical}", ", attack 5", ", ac 5", row.dice...)
		e := f.strike(anna, play.Strike{Target: "Orc", Damage: "1d8", Edge: row.edge, Roll: row.typed})
		if e.Natural != row.natural || e.Total != row.natural+5 || e.Typed != (row.typed != nil) || (len(e.Faces) == 2) != (row.edge != "" && row.typed == nil) {
			t.Errorf("%s: %+v", row.edge, e)
		}
	}
	f := duelOf(t, "{form: d20 critical}", "", ", ac 5")
	f.refused(anna, with(hit(9, 1), func(c *play.Strike) { c.Edge = "luck" }), engine.Invalid, reason.Edge, "[advantage disadvantage normal]")
	f.refused(anna, with(hit(21, 1), func(c *play.Strike) { c.Edge = "advantage" }), engine.Invalid, reason.DiceRange)
	for _, attack := range []string{"{form: d20 degrees}", "d20 shock", "d20 trauma"} {
		f := duelOf(t, attack, "", ", ac 5")
		f.refused(anna, with(hit(9, 1), func(c *play.Strike) { c.Edge = "advantage" }), engine.NotInRules, reason.NoEdge)
	}
}

// TestRS73TypedDamage: with a typed d20 that is a critical hit, the typed damage is that of the doubled dice. If the bot rolls the d20,
// nobody can know, so the bot rolls the dice that a critical hit adds.
func TestRS73TypedDamage(t *testing.T) {
	const attack = "{form: d20 critical}"
	f := duelOf(t, attack, "", ", ac 5")
	f.refused(anna, hit(20, 1), engine.Invalid, reason.DamageRange, engine.Args{Dice: "2d8+3", Low: 2, High: 16, Count: 1})
	f.refused(anna, hit(20, 17), engine.Invalid, reason.DamageRange)
	f.refused(anna, hit(19, 9), engine.Invalid, reason.DamageRange, engine.Args{Dice: "1d8+3", Low: 1, High: 8, Count: 9})
	f.refused(anna, hit(2, 9), engine.Invalid, reason.DamageRange)
	f.refused(anna, with(hit(9, 5), func(c *play.Strike) { c.Damage = "5" }), engine.Invalid, reason.NoDamageDice)
	f.refused(anna, play.Strike{Target: "Orc", Roll: roll(9)}, engine.Invalid, reason.NoDamage)
	if e := f.strike(anna, hit(20, 16)); e.Dealt != 19 || e.Extra != nil {
		t.Errorf("%+v", e)
	}
	f = duelOf(t, attack, "", ", ac 5", 20, 6)
	e := f.strike(anna, play.Strike{Target: "Orc", Damage: "1d8+3", DamageRoll: roll(8)})
	if e.Extra == nil || e.Extra.Expr != "1d8" || e.Extra.Total != 6 || e.Dealt != 17 {
		t.Errorf("%+v, extra %+v", e, e.Extra)
	}
	f.wantHP("Orc", 73)
	f = duelOf(t, attack, "", ", ac 5") // no dice: nothing may be rolled before the refusal
	f.refused(anna, play.Strike{Target: "Orc", Damage: "1d8+3", DamageRoll: roll(9)}, engine.Invalid, reason.DamageRange)
}

// TestRS73Costs: the first attack of a turn takes the pool, further ones and free ones nothing.
func TestRS73Costs(t *testing.T) {
	f := duelOf(t, "{form: d20 critical, costs: action}", "", ", ac 5")
	left := func(name string, want int) {
		t.Helper()
		if got := f.s.PoolLeft(f.combatant(name), f.rs.Pool("action")); got != want {
			t.Fatalf("%s has %d actions left, want %d", name, got, want)
		}
	}
	f.strike(anna, with(hit(9, 1), func(c *play.Strike) { c.Free = true }))
	left("Kay", 3)
	for range 4 {
		f.strike(anna, hit(9, 1))
		left("Kay", 2)
	}
	f.next(1)
	f.gm(play.Edit{Name: "Kay", Stats: "ac 10"})
	f.refused(anna, hit(9, 1), engine.NotNow, reason.NotTurnOf)
	f.gm(play.Do{Activity: "roar", Ticks: roll(3)})
	f.refused(theGM, play.Strike{Target: "Kay", Damage: "1d4"}, engine.NotNow, reason.PoolUsed)
	f.strike(anna, with(hit(9, 1), func(c *play.Strike) { c.Who, c.Free = "Kay", true })) // out of turn
	f.next(1)
	f.strike(anna, hit(9, 1))
	left("Kay", 2)
}

// TestRS74Degrees: by 10 or more is critical, and natural 20 and 1 are a degree better and worse.
func TestRS74Degrees(t *testing.T) {
	const total, twice = "{form: d20 degrees, costs: action}", "{form: d20 degrees, doubles: dice}"
	for _, row := range []struct {
		attack       string
		bonus, ac    int
		natural, die int
		degree       engine.Degree
		dealt        int
	}{
		{total, 9, 18, 19, 5, engine.CriticalSuccess, 16}, // worked example 20
		{total, 9, 18, 18, 5, engine.Success, 8},
		{total, 9, 18, 9, 5, engine.Success, 8},
		{total, 9, 18, 8, 5, engine.Failure, 0},
		{total, 0, 18, 9, 5, engine.Failure, 0},
		{total, 0, 18, 8, 5, engine.CriticalFailure, 0},
		{total, 0, 25, 20, 5, engine.Success, 8},          // a failure, one better
		{total, 0, 30, 20, 5, engine.Failure, 0},          // a critical failure, one better
		{total, 5, 25, 20, 5, engine.CriticalSuccess, 16}, // a success, one better
		{total, 20, 10, 20, 5, engine.CriticalSuccess, 16},
		{total, 20, 11, 1, 5, engine.Success, 8}, // a critical success, one worse
		{total, 20, 15, 1, 5, engine.Failure, 0}, // a success, one worse
		{total, 4, 12, 1, 5, engine.CriticalFailure, 0},
		{total, 0, 40, 1, 5, engine.CriticalFailure, 0},
		{twice, 9, 18, 19, 15, engine.CriticalSuccess, 18},
		{twice, 9, 18, 10, 5, engine.Success, 8},
	} {
		f := duelOf(t, row.attack, fmt.Sprintf(", attack %d", row.bonus), fmt.Sprintf(", ac %d", row.ac))
		e := f.strike(anna, hit(row.natural, row.die))
		success := row.degree == engine.Success || row.degree == engine.CriticalSuccess
		if e.Degree != row.degree || e.Dealt != row.dealt || e.Hit != success || e.Critical != (row.degree == engine.CriticalSuccess) {
			t.Errorf("%+v: %+v", row, e)
		}
		f.wantHP("Orc", 90-row.dealt)
	}
}

// TestRS74Again: worked example 20, the penalties of further attacks, and those of an agile weapon. Free attacks don't count.
func TestRS74Again(t *testing.T) {
	f := duelOf(t, "{form: d20 degrees, costs: action}", ", attack 9", ", ac 18")
	free := func(c *play.Strike) { c.Free = true }
	swift := func(c *play.Strike) { c.Circumstance = "Agile" }
	wants := func(cmd play.Strike, total int, degree engine.Degree, left int) {
		t.Helper()
		e := f.strike(anna, cmd)
		if got := f.s.PoolLeft(f.combatant("Kay"), f.rs.Pool("action")); e.Total != total || e.Degree != degree || got != left {
			t.Fatalf("total %d, %s, %d actions left, want %d, %s, %d", e.Total, e.Degree, got, total, degree, left)
		}
	}
	wants(with(hit(10, 1), free), 19, engine.Success, 3)
	wants(hit(19, 1), 28, engine.CriticalSuccess, 2)
	wants(with(hit(10, 1), free), 19, engine.Success, 2)
	wants(hit(14, 1), 18, engine.Success, 1)
	wants(hit(20, 1), 19, engine.CriticalSuccess, 0)
	f.refused(anna, hit(10, 1), engine.NotNow, reason.PoolUsed)
	wants(with(hit(10, 1), free), 19, engine.Success, 0)
	f.next(2)
	wants(with(hit(10, 1), swift), 19, engine.Success, 2)
	wants(with(hit(10, 1), swift), 15, engine.Failure, 1)
	wants(with(hit(10, 1), swift), 11, engine.Failure, 0)
	f.refused(anna, with(hit(10, 1), func(c *play.Strike) { c.Circumstance = "prepared" }), engine.Invalid, reason.Circumstance, "[agile]")

	f = duelOf(t, "{form: d20 degrees, costs: quick, again: [-2, -6], agile: [0, -1]}", "", ", ac 10")
	wants = func(cmd play.Strike, total int, _ engine.Degree, _ int) {
		t.Helper()
		if e := f.strike(anna, cmd); e.Total != total {
			t.Fatalf("total %d, want %d", e.Total, total)
		}
	}
	for i, total := range []int{15, 13, 9, 9, 9} {
		wants(hit(15, 1), total, "", 0)
		if i == 0 {
			continue
		}
		if e := lastOf[engine.Attacked](f)[0]; e.Nth != i+1 || !strings.Contains(e.Mods[1].Name, "attack") {
			t.Errorf("%+v", e)
		}
	}
	wants(with(hit(15, 1), swift), 14, "", 0)
}

// TestRS74NoAgainst: without a number to reach, the attack is refused and asks for it.
func TestRS74NoAgainst(t *testing.T) {
	for _, form := range []string{"{form: d20 degrees}", "{form: d20 critical}", "{form: d20 critical, against: ac + reflex}"} {
		f := duelOf(t, form, "", "")
		f.refused(anna, hit(9, 1), engine.NotNow, reason.LacksStat, engine.Args{Name: "Orc", Stat: "ac", Example: "ac 12"})
		f.gm(play.Edit{Name: "Orc", Stats: "ac 0"})
		f.strike(anna, hit(9, 1))
	}
	text := strings.Replace(d20Rules("{form: d20 critical}"), "  ac: {is: Armor Class}\n", "", 1)
	rs, err := ruleset.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := startWith(t, rs, play.Start{Name: "Test"})
	f.pc("Kay", "init 5, hp 50", 15)
	f.npc("Orc", 1, "init 0, hp 9", 1)
	f.gm(play.Roll{})
	f.refused(anna, hit(9, 1), engine.NotInRules, reason.NoAgainst, engine.Args{Ruleset: "Arena", Stat: "ac"})
}

// TestRS72Options: an option that the attack does not have is refused, and a saved weapon works under every form.
func TestRS72Options(t *testing.T) {
	for _, form := range []string{"{form: d20 degrees}", "{form: d20 critical}"} {
		f := duelOf(t, form, "", ", ac 5")
		for reason, change := range map[reason.Reason]func(c *play.Strike){
			reason.NoShock:     func(c *play.Strike) { c.Shock = "2/AC 15" },
			reason.NoTrauma:    func(c *play.Strike) { c.Trauma = "1d8/x3" },
			reason.NoAttribute: func(c *play.Strike) { c.Attribute = "dex" },
		} {
			f.refused(anna, with(hit(9, 1), change), engine.NotInRules, reason)
		}
		if strings.Contains(form, "critical") {
			f.refused(anna, with(hit(9, 1), func(c *play.Strike) { c.Circumstance = "agile" }), engine.NotInRules, reason.NoCircumstances)
		}
		f.by(anna, play.Join{Name: "Bo", Stats: "init 20, hp 5", Roll: roll(20), Weapon: "Axe, 1d6+1, attribute str, shock 2/AC 15, trauma 1d8/x2, hit 4"})
		f.next(2)
		f.wantActive("2: Bo")
		if e := f.strike(anna, play.Strike{Target: "Orc", Roll: roll(6), DamageRoll: roll(6)}); e.Total != 10 || e.Dealt != 7 || e.Weapon != "Axe" || e.Trauma != nil || e.Shock {
			t.Errorf("%s: %+v", form, e)
		}
	}
	f := start(t, ri)
	f.pc("One", "dex 0, skill 0", 8)
	f.gm(play.Add{Name: "Two", Stats: "hp 9, ac 9", Roll: roll(1)}, play.Roll{})
	f.refused(anna, with(melee(9, 1), func(c *play.Strike) { c.Target, c.Circumstance = "Two", "agile" }), engine.Invalid, reason.Circumstance, "half-cover")
}

// TestRS74AgileThatDoesNotApply: the first attack of a turn has no penalty, so an agile weapon makes no difference, nor does its range.
func TestRS74AgileThatDoesNotApply(t *testing.T) {
	f := duelOf(t, "{form: d20 degrees, costs: action}", ", attack 9", ", ac 18")
	swift := func(c *play.Strike) { c.Circumstance, c.Range = "Agile", "melee" }
	byRules := engine.Idle{What: "range", Why: engine.IdleInRules}
	if e := f.strike(anna, with(hit(10, 1), swift)); !slices.Equal(e.Idle, []engine.Idle{byRules, {What: "agile", Why: engine.IdleFirst}}) {
		t.Errorf("%+v", e.Idle)
	}
	if e := f.strike(anna, with(hit(10, 1), swift)); !slices.Equal(e.Idle, []engine.Idle{byRules}) {
		t.Errorf("%+v", e.Idle)
	}
	f = duelOf(t, "{form: d20 degrees, costs: quick, again: [-2, -6], agile: [-2, -6]}", "", ", ac 10")
	if e := f.strike(anna, with(hit(10, 1), func(c *play.Strike) { c.Circumstance = "agile" })); !slices.Equal(e.Idle, []engine.Idle{{What: "agile", Why: engine.IdleInRules}}) {
		t.Errorf("%+v", e.Idle)
	}
}
