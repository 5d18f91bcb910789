package play

import (
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// rollDie rolls the attack's die, or uses the typed result.
func (a *Attack) rollDie(e *engine.Attacked, sides int) error {
	e.Die = sides
	if a.Roll == nil {
		e.Natural = a.Dice.Roll(sides)
		return nil
	}
	e.Natural, e.Typed = *a.Roll, true
	return checkDie(*a.Roll, sides)
}

// checkDie refuses a result that a die can't show.
func checkDie(n, sides int) error {
	if n >= 1 && n <= sides {
		return nil
	}
	return engine.Refuse(engine.Invalid, reason.DiceRange, engine.Args{Dice: "d" + strconv.Itoa(sides), Low: 1, High: sides, Count: n})
}

// parseEdge parses advantage and disadvantage.
func parseEdge(text string) (engine.Edge, error) {
	edge := engine.Edge(strings.ToLower(strings.TrimSpace(text)))
	switch edge {
	case "", engine.Advantage, engine.Disadvantage:
		return edge, nil
	}
	return "", engine.Refuse(engine.Invalid, reason.Edge,
		engine.Args{Text: strings.TrimSpace(text), Names: []string{string(engine.Advantage), string(engine.Disadvantage)}})
}

// rollD20 rolls a d20, or two of which one counts. A typed result is that of the die that counts (RS-73).
func (a *Attack) rollD20(e *engine.Attacked) error {
	e.Edge = a.edge
	if a.edge == "" || a.Roll != nil {
		return a.rollDie(e, 20)
	}
	e.Die, e.Faces = 20, []int{a.Dice.Roll(20), a.Dice.Roll(20)}
	if e.Natural = max(e.Faces[0], e.Faces[1]); a.edge == engine.Disadvantage {
		e.Natural = min(e.Faces[0], e.Faces[1])
	}
	return nil
}

// rollDamage rolls damage, or uses the typed dice result, to which it adds the numbers of the damage (CO-7).
func (a *Attack) rollDamage(damage dice.Expr) dice.Result {
	if a.DamageRoll == nil {
		return damage.Roll(a.Dice)
	}
	_, plus := formula.Split(damage)
	return dice.Result{Expr: damage.String(), Total: *a.DamageRoll + plus, Typed: true}
}

// checkTypedDamage refuses a typed result that these dice can't show.
func (a *Attack) checkTypedDamage(damage dice.Expr) error {
	counted, _ := formula.Split(damage)
	if len(counted) == 0 && a.doubles() != "" {
		return engine.Refuse(engine.Invalid, reason.NoDamageDice, engine.Args{})
	}
	low, high := counted.Range()
	if shown := *a.DamageRoll; shown < low || shown > high {
		return engine.Refuse(engine.Invalid, reason.DamageRange, engine.Args{Dice: damage.String(), Low: low, High: high, Count: shown})
	}
	return nil
}

// doubles returns what a critical hit doubles; nothing where there are none.
func (a *Attack) doubles() ruleset.Doubling { return a.Rules.Attack.Doubles }

// checksLate reports whether the typed damage can be checked only once the attack is resolved: dice that a critical hit doubles were
// thrown by somebody who knew what the typed d20 shows.
func (a *Attack) checksLate() bool { return a.doubles() == ruleset.DoubleDice && a.Roll != nil }

// doubled returns damage with twice as many dice.
func doubled(damage dice.Expr) dice.Expr {
	out := make(dice.Expr, len(damage))
	for i, t := range damage {
		if t.Sides > 0 {
			t.N, t.Keep = 2*t.N, 2*t.Keep
		}
		out[i] = t
	}
	return out
}

func addModifier(e *engine.Attacked, n int) {
	if n != 0 {
		e.Mods = append(e.Mods, engine.Mod{Name: "modifier", N: n})
	}
}

func sum(mods []engine.Mod) int {
	total := 0
	for _, m := range mods {
		total += m.N
	}
	return total
}

// rollFor rolls dice, or takes what was typed for them, and returns the natural result besides: what the dice show together (RS-14).
func (f *Fight) rollFor(expr dice.Expr, typed *int, hidden bool) (roll dice.Result, natural int) {
	_, number := formula.Split(expr)
	if typed != nil {
		return dice.Result{Expr: expr.String(), Total: *typed + number, Typed: true}, *typed
	}
	roll = expr.Roll(f.Roller(hidden))
	return roll, roll.Total - number
}
