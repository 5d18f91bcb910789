package engine_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

const (
	fiveE        = "{kinds: [bludgeoning, cold, fire, lightning, piercing, poison, slashing], groups: {physical: [bludgeoning, piercing, slashing]}, marks: [magical, silvered], words: {immune: none, reduce: minus, resist: half, vulnerable: double}}"
	threeActions = "{kinds: [cold, fire, piercing, slashing], groups: {physical: [piercing, slashing]}, marks: [cold iron], words: {immune: none, weak: plus, resist: minus}}"
	halvesUp     = "{kinds: [fire, cold], words: {resist: half}, round: up}"
)

func withDamage(t *testing.T, damage string) *ruleset.Ruleset {
	t.Helper()
	rs, err := ruleset.Read([]byte("roundel: 1\nname: test\ntitle: Test\nstats: {init: x, resist: x}\norder: {by: score, roll: d20 + init}\ndamage: " + damage + "\nconditions: {Poisoned: {}, Slowed down: {}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// withstand returns what a combatant with typed resistances makes of an amount without dice, and the names of the resistances that have changed something.
func withstand(t *testing.T, rs *ruleset.Ruleset, amount, resistances string, half bool) (engine.Withstood, string) {
	t.Helper()
	a, err := rs.Damage.ParseAmount(amount)
	if err != nil {
		t.Fatal(err)
	}
	rest, typed, err := rs.TakeResistances(resistances)
	if err != nil || strings.Trim(rest, ", ") != "" {
		t.Fatalf("%q leaves %q: %v", resistances, rest, err)
	}
	var has []engine.Resist
	for _, r := range typed.All {
		has = append(has, engine.Resist{Resistance: r})
	}
	_, parts := engine.RollAmount(a, dice.Script())
	before := slices.Clone(parts)
	out := engine.Withstand(rs.Damage, parts, half, has)
	if !slices.EqualFunc(before, parts, func(a, b engine.Part) bool { return a.Amount == b.Amount }) {
		t.Errorf("%q: the parts have been changed to %v", amount, parts)
	}
	var by []string
	for _, r := range out.By {
		by = append(by, r.Word+" "+r.Of)
	}
	return out, strings.Join(by, ", ")
}

func TestNU8Withstand(t *testing.T) {
	for _, row := range []struct {
		damage, resistances, amount string
		half                        bool
		shared, arrives             int
		by                          string
	}{
		// worked example 2
		{fiveE, "resist cold, vulnerable fire", "18 cold + 9 fire", false, 27, 27, "resist cold, vulnerable fire"},
		{fiveE, "immune physical except magical, silvered", "9 slashing + 5 fire", false, 14, 5, "immune physical"},
		{fiveE, "immune physical except magical, silvered", "9 slashing silvered", false, 9, 9, ""},
		{fiveE, "resist lightning", "31 lightning", true, 15, 7, "resist lightning"},
		// 3
		{fiveE, "reduce physical 5, resist bludgeoning", "25 bludgeoning", false, 25, 10, "reduce physical, resist bludgeoning"},
		{fiveE, "reduce physical 5, resist bludgeoning, vulnerable bludgeoning", "25 bludgeoning", false, 25, 20, "reduce physical, resist bludgeoning, vulnerable bludgeoning"},
		// 4
		{fiveE, "resist all; immune poison", "21 fire + 9 poison", false, 30, 10, "immune poison, resist all"},
		{fiveE, "resist all; immune poison", "9", false, 9, 4, "resist all"},
		{fiveE, "", "9", false, 9, 9, ""},
		// 5
		{threeActions, "weak fire 10", "13 fire", false, 13, 23, "weak fire"},
		{threeActions, "weak fire 10", "13 fire", true, 6, 16, "weak fire"},
		// 6
		{threeActions, "resist physical 5", "7 slashing + 9 piercing", false, 16, 11, "resist physical"},
		{threeActions, "weak cold iron 5, slashing 3", "10 slashing cold iron + 4 cold", false, 14, 19, "weak cold iron"},
		// each part is halved by itself, and by what fits once
		{fiveE, "resist fire, all", "9 fire + 9 cold", true, 8, 4, "resist fire, resist all"},
		{halvesUp, "resist fire", "9 fire + 9 cold", true, 10, 8, "resist fire"},
		{fiveE, "resist fire", "1 cold + 1 fire", false, 2, 1, "resist fire"},
		{halvesUp, "resist fire", "1 fire", false, 1, 1, ""}, // it changes nothing
		// numbers: from the highest down, where they do most, not below 0
		{threeActions, "resist fire 3, all 10", "4 fire + 12 cold", false, 16, 3, "resist all, resist fire"},
		{threeActions, "resist all 5", "4 fire + 5 cold + 6", false, 15, 10, "resist all"},
		{threeActions, "resist fire 20", "4 fire", false, 4, 0, "resist fire"},
		{threeActions, "weak fire 5", "0 fire + 3 cold", false, 3, 3, ""},
		{threeActions, "resist all 5 except cold iron", "9 slashing cold iron", false, 9, 9, ""},
		{fiveE, "immune all except physical", "9 slashing + 9 fire", false, 18, 9, "immune all"},
		{fiveE, "immune magical", "9 slashing magical + 9 magical + 9 slashing", false, 27, 9, "immune magical"},
	} {
		out, by := withstand(t, withDamage(t, row.damage), row.amount, row.resistances, row.half)
		if out.Shared != row.shared || out.Arrives != row.arrives || by != row.by {
			t.Errorf("%s on %q, half %t: %d, then %d (%s); want %d, then %d (%s)", row.amount, row.resistances, row.half, out.Shared, out.Arrives, by, row.shared, row.arrives, row.by)
		}
	}
}

var deep = flag.Bool("deep", false, "a million random amounts instead of fifty thousand; .ci/run does that")

// TestNU8WithstandBounds looks at random amounts, with -deep at a million: nothing falls below 0, no word raises what it lowers, and parts that nothing fits are left alone.
func TestNU8WithstandBounds(t *testing.T) {
	rs := withDamage(t, fiveE)
	rng := rand.New(rand.NewPCG(8, 8))
	names := [][]string{nil, {"fire"}, {"cold"}, {"slashing"}, {"slashing", "magical"}, {"poison"}}
	of := []string{"fire", "cold", "slashing", "physical", "magical", "all"}
	amounts := 50_000
	if *deep {
		amounts = 1_000_000
	}
	for range amounts {
		var parts []engine.Part
		total := 0
		for range 1 + rng.IntN(4) {
			p := engine.Part{Names: names[rng.IntN(len(names))], Amount: rng.IntN(50)}
			parts, total = engine.AddPart(parts, p), total+p.Amount
		}
		var lower, higher []engine.Resist
		for range rng.IntN(5) {
			r := ruleset.Resistance{Word: []string{"immune", "reduce", "resist"}[rng.IntN(3)], Of: of[rng.IntN(len(of))]}
			if r.Word == "reduce" {
				r.N = 1 + rng.IntN(20)
			}
			lower = append(lower, engine.Resist{Resistance: r})
			higher = append(higher, engine.Resist{Resistance: ruleset.Resistance{Word: "vulnerable", Of: r.Of}})
		}
		less, more := engine.Withstand(rs.Damage, parts, false, lower), engine.Withstand(rs.Damage, parts, false, higher)
		if less.Shared != total || less.Arrives < 0 || less.Arrives > total || more.Arrives < total || more.Arrives > 2*total {
			t.Fatalf("%v: %v makes %+v, %v makes %+v", parts, lower, less, higher, more)
		}
		if changed := len(less.By) > 0; changed != (less.Arrives != total) {
			t.Fatalf("%v: %v makes %+v, which it should say", parts, lower, less)
		}
	}
}

// TestNU7Fits: a resistance fits a part that has its name, or a kind of its group, and no name that stands after except.
func TestNU7Fits(t *testing.T) {
	rs := withDamage(t, fiveE)
	for _, row := range []struct {
		resistance, amount string
		fits               bool
	}{
		{"immune fire", "9 fire", true}, {"immune fire", "9 cold", false}, {"immune fire", "9", false}, {"immune all", "9", true}, {"immune all", "9 fire magical", true},
		{"immune magical", "9 slashing magical", true}, {"immune magical", "9 slashing", false}, {"immune physical", "9 piercing magical", true}, {"immune physical", "9 fire", false},
		{"immune physical except magical", "9 piercing magical", false}, {"immune physical except magical, silvered", "9 piercing silvered", false},
		{"immune all except fire", "9 fire", false}, {"immune all except fire", "9", true}, {"immune fire except magical", "9 fire", true},
		{"immune all except physical", "9 piercing", false}, {"immune all except physical", "9 cold", true},
	} {
		if out, by := withstand(t, rs, row.amount, row.resistance, false); (out.Arrives == 0) != row.fits || (by != "") != row.fits {
			t.Errorf("%s of %s: %+v, by %q", row.amount, row.resistance, out, by)
		}
	}
}
