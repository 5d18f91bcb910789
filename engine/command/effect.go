package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
)

// maxEffects is the maximum number of effects in one fight.
const maxEffects = 200

func (c EffectAdd) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	targets, err := d.effectTargets(c.Target)
	if err != nil {
		return err
	}
	e, err := c.newEffect(d)
	if err != nil {
		return err
	}
	if err := d.requireRoomForEffects(len(targets)); err != nil {
		return err
	}
	for _, t := range targets {
		d.AddEffect(t.on(e))
	}
	d.SettleTies()
	return nil
}

// requireRoomForEffects refuses n more effects if the fight would then have too many.
func (d *decider) requireRoomForEffects(n int) error {
	if len(d.State.Effects)+n > maxEffects {
		return engine.Refuse(engine.NotNow, engine.ReasonTooManyEffects, engine.Args{High: maxEffects})
	}
	return nil
}

// effectTargets looks targets up. A group or side named as a whole is one target (CO-13).
func (d *decider) effectTargets(list string) ([]match, error) {
	names := splitNames(list)
	if len(names) == 0 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonNoName, engine.Args{})
	}
	var out []match
	for _, name := range names {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.requireOwner(engine.ReasonNotYoursToChange, f.who...); err != nil {
			return nil, err
		}
		if err := refuseEvent(f.who...); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// on returns the effect with the match as its target.
func (t match) on(e engine.Effect) engine.Effect {
	if e.Unit = t.unit; e.Unit == 0 {
		e.Target = t.who[0].ID
	}
	return e
}

// newEffect checks the options and returns the effect, still without an ID or target.
func (c EffectAdd) newEffect(d *decider) (engine.Effect, error) {
	e := engine.Effect{Name: strings.TrimSpace(c.Name), Initiative: c.Initiative, Ticks: c.Ticks, Skip: c.Skip,
		NoReactions: c.NoReactions, Note: strings.TrimSpace(c.Note)}
	if err := engine.CheckText(e.Name, 50, engine.ReasonEffectName); err != nil {
		return e, err
	}
	if e.Note != "" {
		if err := engine.CheckText(e.Note, 200, engine.ReasonEffectNote); err != nil {
			return e, err
		}
	}
	if c.Ticks != 0 && d.Rules.PricedPool() == nil {
		return e, d.notInRules(engine.ReasonNoTicks)
	}
	if max(c.Initiative, -c.Initiative, c.Ticks, -c.Ticks) > 100 {
		return e, engine.Refuse(engine.Invalid, engine.ReasonModifierRange, engine.Args{Low: -100, High: 100})
	}
	if c.Damage != "" {
		expr, err := dice.Parse(c.Damage)
		if err != nil {
			return e, engine.Refuse(engine.Invalid, engine.ReasonDamageForm, engine.Args{Text: strings.TrimSpace(c.Damage)})
		}
		if _, most := expr.Range(); most < 1 {
			return e, engine.Refuse(engine.Invalid, engine.ReasonNoDamageEver, engine.Args{Text: strings.TrimSpace(c.Damage)})
		}
		e.Damage = expr.String()
	}
	var err error
	e.Until, e.Remaining, err = d.parseDuration(c.Duration)
	if e.Until == engine.UntilEndOfThisTurn {
		e.Turn = d.State.Turn
	}
	return e, err
}

var durationPattern = regexp.MustCompile(`^(\d{1,5})\s*([a-z]*)$`)

// parseDuration parses the durations of CO-11.
func (d *decider) parseDuration(text string) (engine.Until, int, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	switch text {
	case "":
		return engine.UntilRemoved, 0, nil
	case "fight":
		return engine.UntilFight, 0, nil
	case "end of turn":
		return engine.UntilEndOfTurn, 0, nil
	case "end of round":
		return engine.UntilEndOfRound, 0, nil
	case "end of this turn":
		if d.State.Turn == 0 {
			return "", 0, engine.Refuse(engine.NotNow, engine.ReasonNoTurnRunning, engine.Args{})
		}
		return engine.UntilEndOfThisTurn, 0, nil
	}
	seconds, rounds, err := parseCount(text)
	if err != nil {
		return "", 0, err
	}
	if seconds > 0 {
		if d.Rules.RoundSeconds == 0 {
			return "", 0, d.notInRules(engine.ReasonNoRoundLength)
		}
		rounds = (seconds + d.Rules.RoundSeconds - 1) / d.Rules.RoundSeconds
	}
	return engine.UntilOwnTurns, rounds, nil
}

// parseCount parses a counted duration: "2 rounds" in rounds, "10 min" and "1 h" in seconds.
func parseCount(text string) (seconds, rounds int, err error) {
	bad := engine.Refuse(engine.Invalid, engine.ReasonDurationForm, engine.Args{Text: text})
	m := durationPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, bad
	}
	n, aerr := strconv.Atoi(m[1])
	if aerr != nil || n < 1 {
		return 0, 0, bad
	}
	unit := 0
	switch m[2] {
	case "", "r", "round", "rounds":
		if n > 1000 {
			return 0, 0, engine.Refuse(engine.Invalid, engine.ReasonDurationRounds, engine.Args{High: 1000})
		}
		return 0, n, nil
	case "m", "min", "mins", "minute", "minutes":
		unit = 60
	case "h", "hour", "hours":
		unit = 3600
	default:
		return 0, 0, bad
	}
	if n*unit > 7*24*3600 {
		return 0, 0, engine.Refuse(engine.Invalid, engine.ReasonDurationHours, engine.Args{High: 168})
	}
	return n * unit, 0, nil
}

func (c EffectRemove) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	targets, err := d.effectTargets(c.Target)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(c.Name)
	for _, t := range targets {
		i := slices.IndexFunc(d.State.Effects, func(e engine.Effect) bool {
			on := e.Unit == t.unit && t.unit != 0 || t.unit == 0 && e.Target == t.who[0].ID
			return on && engine.SameName(e.Name, name)
		})
		if i < 0 {
			return engine.Refuse(engine.NotFound, engine.ReasonUnknownEffect, engine.Args{Text: name})
		}
		e := d.State.Effects[i]
		d.ForgetTiesForEffect(&e)
		d.Emit(engine.EffectEnded{Effect: e, ByHand: true})
	}
	d.SettleTies()
	return nil
}
