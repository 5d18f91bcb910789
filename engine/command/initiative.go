package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/engine/turns"
)

func (c Roll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	switch {
	case d.State.Phase == engine.Running && d.Rules.Order.Again != ruleset.OnceAFight:
		return c.nextRound(d)
	case d.State.Phase != engine.Setup:
		return engine.Refuse(engine.NotNow, engine.ReasonAlreadyRolled, engine.Args{})
	case !d.anyoneRolls():
		return engine.Refuse(engine.NotNow, engine.ReasonNobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if d.Rules.Surprise.Kind == ruleset.FreeRound {
		if free := d.UnsurprisedSides(); free != nil {
			d.Emit(engine.RollsKept{Rolls: typed})
			d.BeginFreeRound(free)
			return nil
		}
		d.EndSurprise() // no side is surprised as a whole, so no one gets a free round
	}
	d.KeepLateRolls(typed)
	d.RollAll(typed)
	d.SettleOpenTies() // even before an ambush, so that a hidden one makes no difference
	if !d.BeginSurprise() {
		d.BeginRound(1)
	}
	d.Advance()
	d.SettleTies()
	return nil
}

// anyoneRolls reports whether there is anyone in the fight but events.
func (d *decider) anyoneRolls() bool {
	return slices.ContainsFunc(d.State.Combatants, func(c engine.Combatant) bool { return c.Kind != engine.AnEvent })
}

// nextRound holds typed results for the next round or, when that waits for the roll, begins it (RS-20).
func (c Roll) nextRound(d *decider) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	if d.State.Awaits && !d.anyoneRolls() {
		return engine.Refuse(engine.NotNow, engine.ReasonNobodyJoined, engine.Args{})
	}
	typed, err := d.typedRolls(c.Rolls)
	switch {
	case err != nil:
		return err
	case d.State.Awaits:
		d.BeginAskedRound(typed)
		return nil
	case len(typed) == 0:
		return engine.Refuse(engine.NotNow, engine.ReasonRollsForNext, engine.Args{})
	}
	held := slices.DeleteFunc(slices.Clone(d.State.Rolls), func(r engine.NamedRoll) bool {
		return slices.ContainsFunc(typed, func(t engine.NamedRoll) bool { return engine.SameName(t.Name, r.Name) })
	})
	d.Emit(engine.RollsKept{Rolls: append(held, typed...), Next: true})
	return nil
}

// typedRolls parses typed results and checks that each is for a unit that has yet to roll, now or for the next round.
func (d *decider) typedRolls(text string) ([]engine.NamedRoll, error) {
	rolls, err := parseRolls(text)
	if err != nil {
		return nil, err
	}
	var units []engine.UnitID
	for i, r := range rolls {
		u, err := d.unitToRoll(r.Name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(units, u.ID) {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonTwoResults, engine.Args{Name: u.Name})
		}
		units = append(units, u.ID)
		counted, _ := d.InitiativeDice(u.ID)
		if n := d.TurnsOf(u.ID); 1+len(r.More) > n {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonTooManyResults, engine.Args{Name: u.Name, Count: 1 + len(r.More), High: n})
		}
		for _, n := range append([]int{r.Natural}, r.More...) {
			if err := checkRoll(n, counted, u.Name); err != nil {
				return nil, err
			}
		}
		rolls[i].Name = u.Name
	}
	return rolls, nil
}

// unitToRoll returns the unit that rolls under this name.
func (d *decider) unitToRoll(name string) (*engine.Unit, error) {
	f, err := d.find(name)
	if err != nil {
		return nil, err
	}
	u := d.State.Unit(f.who[0].Unit)
	switch {
	case f.unit == 0 && !engine.SameName(u.Name, name) && len(d.State.Members(u.ID)) > 1, f.unit == 0 && d.State.BySide(d.Rules):
		return nil, engine.Refuse(engine.Invalid, engine.ReasonRollsTogether, engine.Args{Name: f.who[0].Name, Other: u.Name})
	case u.IsEvent():
		return nil, refuseEvent(f.who[0])
	case u.Rolled && (d.State.Awaits || d.State.Phase != engine.Running || d.Rules.Order.Again == ruleset.OnceAFight):
		return nil, engine.Refuse(engine.NotNow, engine.ReasonUnitRolled, engine.Args{Name: u.Name})
	}
	return u, nil
}

// parseRolls parses the rolls option: natural results by name.
func parseRolls(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, engine.Refuse(engine.Invalid, engine.ReasonRollPair, engine.Args{Text: part})
		}
		var results []int
		for text := range strings.SplitSeq(m[2], "/") {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil {
				return nil, engine.Refuse(engine.Invalid, engine.ReasonRollPair, engine.Args{Text: part})
			}
			results = append(results, n)
		}
		name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
		for _, r := range out {
			if engine.SameName(r.Name, name) {
				return nil, engine.Refuse(engine.Invalid, engine.ReasonTwoResults, engine.Args{Name: name})
			}
		}
		out = append(out, engine.NamedRoll{Name: name, Natural: results[0], More: slices.Clip(results[1:])})
	}
	return out, nil
}

// checkDie refuses a result that a die can't show. name says whose result it is, if several were typed.
func checkDie(n, sides int, name string) error {
	return checkRoll(n, dice.Expr{{N: 1, Sides: sides}}, name)
}

// checkRoll refuses a result that the dice can't show together (RS-14).
func checkRoll(n int, counted dice.Expr, name string) error {
	if len(counted) == 0 {
		return engine.Refuse(engine.Invalid, engine.ReasonNoDice, engine.Args{Name: name})
	}
	low, high := counted.Range()
	if n >= low && n <= high {
		return nil
	}
	args := engine.Args{Dice: counted.String(), Low: low, High: high, Count: n, Name: name}
	if len(counted) == 1 && counted[0].N == 1 {
		args.Dice = "d" + strconv.Itoa(counted[0].Sides)
	}
	return engine.Refuse(engine.Invalid, engine.ReasonDiceRange, args)
}

// rollPattern matches a name and a natural result: "Knight 6", "Goblin 1 = 12", "party: 3"; or one for each turn: "Ogre 9/3".
var rollPattern = regexp.MustCompile(`^(.*\S)\s*[\s=:]\s*([+-]?\d{1,6}(?:\s*/\s*[+-]?\d{1,6})*)$`)

func (c Reroll) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.Rules.Order.Reroll {
		return d.notInRules(engine.ReasonNoReroll)
	}
	if err := d.requireRound(); err != nil {
		return err
	}
	var surprised []*engine.Combatant
	if strings.TrimSpace(c.Surprised) != "" {
		var err error
		if surprised, err = d.findAll(c.Surprised); err != nil {
			return err
		}
		if err := d.requireSurpriseAgain(); err != nil {
			return err
		}
	}
	ids := turns.CombatantIDs(surprised)
	var waiting []engine.UnitID
	for _, u := range d.State.Order(d.Rules) {
		if !u.Acted && !slices.Contains(waiting, u.MainID()) {
			waiting = append(waiting, u.MainID())
		}
	}
	d.WithdrawTurns()
	d.EndRound()
	d.Emit(engine.OrderCleared{Waiting: waiting})
	typed, err := d.typedRolls(c.Rolls)
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		d.Emit(engine.SurpriseChanged{Combatants: ids, Surprised: true})
	}
	d.RollAll(typed)
	if d.Rules.Surprise.Kind == ruleset.WorseRoll {
		d.EndSurprise()
	}
	d.BeginRound(d.State.Round + 1)
	d.Advance()
	d.SettleTies()
	return nil
}
