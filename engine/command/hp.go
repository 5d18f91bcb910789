package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

func (c HP) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	who, err := d.findAll(c.Target)
	if err != nil {
		return err
	}
	if err := d.requireOwner(engine.ReasonNotYoursToChange, who...); err != nil {
		return err
	}
	sign, expr, err := parseAmount(c.Amount)
	if err != nil {
		return err
	}
	if sign == 0 && strings.TrimSpace(c.Half) != "" {
		return engine.Refuse(engine.Invalid, engine.ReasonHalfSet, engine.Args{})
	}
	half, err := d.someOf(who, c.Half, engine.ReasonHalfNotTarget)
	if err != nil {
		return err
	}
	if sign != 0 {
		if err := requireHP(who); err != nil {
			return err
		}
	}
	roll := expr.Roll(d.Dice)
	amount := max(0, roll.Total)
	if sign == 0 && amount > engine.MaxHP {
		return tooManyHP()
	}
	for _, m := range who {
		e := engine.HPChanged{Combatant: m.ID, Amount: sign * amount, Set: sign == 0, Half: slices.Contains(half, m)}
		if e.Set {
			e.Amount = amount
		}
		if expr.HasDice() {
			e.Roll = &roll
		}
		if sign < 0 {
			e.Booked, e.By = true, d.dealer(m.ID)
		}
		d.ChangeHP(e)
	}
	return nil
}

// requireHP refuses combatants whose hit points are not tracked.
func requireHP(who []*engine.Combatant) error {
	for _, m := range who {
		if !m.HasHP {
			return engine.Refuse(engine.NotNow, engine.ReasonNoHP, engine.Args{Name: m.Name})
		}
	}
	return nil
}

// someOf looks up the names of those among the targets who take half or nothing. It refuses others with the given reason.
func (d *decider) someOf(who []*engine.Combatant, names string, reason engine.Reason) ([]*engine.Combatant, error) {
	if strings.TrimSpace(names) == "" {
		return nil, nil
	}
	some, err := d.findAll(names)
	if err != nil {
		return nil, err
	}
	for _, m := range some {
		if !slices.Contains(who, m) {
			return nil, engine.Refuse(engine.Invalid, reason, engine.Args{Name: m.Name})
		}
	}
	return some, nil
}

// parseAmount parses "-5", "+3", "=12" and dice with a sign, as arithmetic: "-1d8-2" subtracts 1d8+2. sign is -1 for damage,
// +1 for healing, or 0 for setting the hit points; expr is the amount.
func parseAmount(text string) (sign int, expr dice.Expr, err error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "−", "-"))
	value, set := strings.CutPrefix(text, "=")
	expr, perr := dice.Parse(value)
	signed := set || strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")
	switch {
	case !signed && (perr == nil || isWholeNumber(value)):
		return 0, nil, engine.Refuse(engine.Invalid, engine.ReasonHPSign, engine.Args{Text: text})
	case perr != nil && isWholeNumber(value):
		return 0, nil, tooManyHP()
	case perr != nil || set && expr[0].Neg:
		return 0, nil, engine.Refuse(engine.Invalid, engine.ReasonHPAmount, engine.Args{Text: text})
	case set:
		return 0, expr, nil
	case strings.HasPrefix(text, "+"):
		return 1, expr, nil
	}
	for i := range expr {
		expr[i].Neg = !expr[i].Neg
	}
	return -1, expr, nil
}

// isWholeNumber reports whether a text is all digits, with or without a sign.
func isWholeNumber(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		text = strings.TrimSpace(text[1:])
	}
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func tooManyHP() error {
	return engine.Refuse(engine.Invalid, engine.ReasonTooManyHP, engine.Args{High: engine.MaxHP})
}

// noticeFallen saves a notice for the GM about each combatant that a player's command has brought to 0 hit points.
func (d *decider) noticeFallen() {
	for i := range len(d.Events) { // those that a notice adds don't count
		change, is := d.Events[i].(engine.HPChanged)
		if !is || !change.Tracked || change.To > 0 || change.From == 0 {
			continue
		}
		if m := d.State.Combatant(change.Combatant); m != nil && !m.Standing() && m.Down == "" {
			d.notice(engine.Notice{Kind: engine.NoticeFell, Who: m.ID})
		}
	}
}

func (c PickDown) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	m := d.State.Combatant(c.ID)
	switch {
	case m == nil:
		return engine.Refuse(engine.NotFound, engine.ReasonGone, engine.Args{})
	case m.Standing():
		return engine.Refuse(engine.NotNow, engine.ReasonNotDown, engine.Args{Name: m.Name})
	case !slices.Contains(engine.DownStates(), c.State):
		return engine.Refuse(engine.Invalid, engine.ReasonDownState, engine.Args{Text: c.State, Names: engine.DownStates()})
	}
	d.Emit(engine.DownPicked{Combatant: m.ID, State: c.State})
	return nil
}
