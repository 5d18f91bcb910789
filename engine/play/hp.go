package play

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// HP corrects hit points by "-5", "+3" or dice with a sign, or sets them to "=12". Half names the targets that take half. With Pool, it
// changes an absorb instead (NU-11).
type HP struct{ Target, Amount, Half, Pool string }

func (c HP) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	who, err := d.findAll(c.Target)
	if err != nil {
		return err
	}
	if err := d.requireOwner(reason.NotYoursToChange, who...); err != nil {
		return err
	}
	sign, expr, err := signedAmount(c.Amount)
	if err != nil {
		return err
	}
	if sign == 0 && strings.TrimSpace(c.Half) != "" {
		return engine.Refuse(engine.Invalid, reason.HalfSet, engine.Args{})
	}
	half, err := d.someOf(who, c.Half, reason.HalfNotTarget)
	if err != nil {
		return err
	}
	pool, err := d.absorbTyped(c.Pool)
	if err != nil {
		return err
	}
	if sign != 0 || pool != "" {
		if err := requireHP(who); err != nil {
			return err
		}
	}
	roll := expr.Roll(d.sharedRoller(who))
	amount := max(0, roll.Total)
	if sign == 0 && amount > engine.MaxHP {
		return tooManyHP()
	}
	for _, m := range who {
		if pool != "" {
			e := engine.AbsorbSet{Combatant: m.ID, Key: pool, Amount: amount, Set: sign == 0, Half: slices.Contains(half, m)}
			if !e.Set {
				e.Amount *= sign
			}
			if expr.HasDice() {
				e.Roll = &roll
			}
			d.setAbsorb(e, true)
			continue
		}
		e := engine.HPChanged{Combatant: m.ID, Amount: sign * amount, Set: sign == 0, Half: slices.Contains(half, m), Plain: true}
		if e.Set {
			e.Amount = amount
		}
		if expr.HasDice() {
			e.Roll = &roll
		}
		if sign < 0 {
			e.Booked, e.By = true, d.dealer(m.ID)
		}
		d.changeHP(e)
	}
	return nil
}

// sharedRoller returns the dice for a roll that concerns all these combatants. The roll is hidden if all of them are.
func (d *decider) sharedRoller(who []*engine.Combatant) dice.Roller {
	return d.roller(!slices.ContainsFunc(who, func(m *engine.Combatant) bool { return !m.Hidden }))
}

// requireHP refuses combatants whose hit points are not tracked.
func requireHP(who []*engine.Combatant) error {
	for _, m := range who {
		if !m.HasHP {
			return engine.Refuse(engine.NotNow, reason.NoHP, engine.Args{Name: m.Name})
		}
	}
	return nil
}

// someOf looks up the names of targets that take half or nothing. If one isn't a target, it refuses with the given reason.
func (d *decider) someOf(who []*engine.Combatant, names string, why reason.Reason) ([]*engine.Combatant, error) {
	if strings.TrimSpace(names) == "" {
		return nil, nil
	}
	some, err := d.findAll(names)
	if err != nil {
		return nil, err
	}
	for _, m := range some {
		if !slices.Contains(who, m) {
			return nil, engine.Refuse(engine.Invalid, why, engine.Args{Name: m.Name})
		}
	}
	return some, nil
}

// Damage deals a number or dice, rolled once for all targets. Half names the targets that take half, None those that take nothing. Players
// says what happens to damage that a player deals to others' combatants.
type Damage struct {
	Target, Amount, Half, None string
	Plain                      bool // without resistances (NU-10)
	Players                    Policy
}

func (c Damage) decide(d *decider) error {
	return dealing{target: c.Target, amount: c.Amount, half: c.Half, none: c.None, plain: c.Plain, sign: -1, players: c.Players}.decide(d)
}

// Heal is like Damage, but heals. With Pool, it gives an absorb instead (NU-11).
type Heal struct {
	Target, Amount, Half, Pool string
	Players                    Policy
}

func (c Heal) decide(d *decider) error {
	return dealing{target: c.Target, amount: c.Amount, half: c.Half, pool: c.Pool, sign: 1, players: c.Players}.decide(d)
}

// dealing is damage (sign is -1) or healing (+1).
type dealing struct {
	target, amount, half, none string

	pool    string // the absorb that is given; empty: hit points
	plain   bool
	sign    int
	players Policy
	message snowflake.Message // where the amount is from; empty: it was typed
}

func (c dealing) decide(d *decider) error {
	if err := d.requirePlayer(); err != nil {
		return err
	}
	who, err := d.findAll(c.target)
	if err != nil {
		return err
	}
	own, err := d.requireDealer(c.players, who, reason.DamageOfGM, reason.NotYourDamage)
	if err != nil {
		return err
	}
	amount, notation, err := c.read(d.Rules)
	if err != nil {
		return err
	}
	pool, err := d.absorbTyped(c.pool)
	if err != nil {
		return err
	}
	shares, err := c.shares(d, who)
	if err != nil {
		return err
	}
	p := engine.Proposal{ID: engine.ProposalID(d.NextTurn), By: d.dealer(0), Plain: c.plain, Pool: pool, Shares: shares}
	if notation == nil {
		p.Roll, p.Parts, p.Amount = d.rollAmount(amount, d.sharedRoller(who))
	} else {
		roll := notation.Roll(d.sharedRoller(who))
		p.Amount = min(max(0, roll.Total), engine.MaxHP)
		if amount.Names != nil {
			p.Parts = []engine.Part{{Names: amount.Names[0], Amount: p.Amount}}
			roll.Expr += " " + strings.Join(amount.Names[0], " ")
			roll.Parts = append(roll.Parts, dice.Part{Text: " " + strings.Join(amount.Names[0], " ")})
		}
		if notation.HasDice() {
			p.Roll = &roll
		}
	}
	p.Amount *= c.sign
	if c.sign > 0 {
		p.Parts = nil
	}
	waits := c.players == GMConfirms && !own
	if c.message != "" {
		id := engine.ProposalID(0)
		if waits {
			id = p.ID
		}
		d.applied(c.message, id, who...)
	}
	if waits {
		d.emit(engine.DamageProposed{Proposal: p})
		return nil
	}
	d.deal(p)
	return nil
}

// read reads the amount. Only damage has kinds (NU-4). If it isn't an amount as in ruleset files, it may be in the notation of /roll (CR-56); then
// notation is set, and the kinds and marks after it are those of a single term of the amount.
func (c dealing) read(rs *ruleset.Ruleset) (amount ruleset.Amount, notation *dice.Notation, err error) {
	if c.sign < 0 {
		amount, err = damageAmount(c.amount, rs)
	} else {
		amount.Dice, err = plainAmount(c.amount)
	}
	if err == nil || strings.TrimLeft(strings.TrimSpace(c.amount), "+-−=") != strings.TrimSpace(c.amount) {
		return amount, nil, err
	}
	notation, other := dice.ParseNotation(c.amount, dice.Amounts)
	if other == nil {
		return amount, notation, nil
	}
	m := afterNotation.FindStringSubmatch(c.amount)
	if c.sign > 0 || m == nil {
		return amount, nil, err
	}
	notation, other = dice.ParseNotation(m[1], dice.Amounts)
	named, unknown := damageAmount("0"+m[2], rs)
	switch refusal, is := unknown.(*engine.Error); {
	case is && (refusal.Reason == reason.UnknownKind || refusal.Reason == reason.NoKinds):
		return amount, nil, unknown
	case other != nil || unknown != nil || named.Names == nil:
		return amount, nil, err
	}
	return named, notation, nil
}

// afterNotation splits notation such as "8d6/2" from the names after it.
var afterNotation = regexp.MustCompile(`^(.*[\d%)!\]])(\s+\pL[\pL\s-]*)$`)

// rollAmount rolls an amount. It returns the roll (nil if there are no dice), the parts (nil if the ruleset has no kinds of damage) and the
// total.
func (f *fight) rollAmount(a ruleset.Amount, roller dice.Roller) (roll *dice.Result, parts []engine.Part, sum int) {
	rolled, parts := engine.RollAmount(a, roller)
	if a.Dice.HasDice() {
		roll = &rolled
	}
	if f.Rules.Damage == nil {
		return roll, nil, max(0, rolled.Total)
	}
	parts, sum = engine.WholeParts(parts)
	return roll, parts, sum
}

// shares returns what each target takes. It refuses targets without hit points, unless they take nothing.
func (c dealing) shares(d *decider, who []*engine.Combatant) ([]engine.DamageShare, error) {
	half, err := d.someOf(who, c.half, reason.HalfNotTarget)
	if err != nil {
		return nil, err
	}
	none, err := d.someOf(who, c.none, reason.NoneNotTarget)
	if err != nil {
		return nil, err
	}
	var out []engine.DamageShare
	for _, m := range who {
		share := engine.DamageShare{Combatant: m.ID, Half: slices.Contains(half, m), None: slices.Contains(none, m)}
		if share.Half && share.None {
			return nil, engine.Refuse(engine.Invalid, reason.HalfAndNone, engine.Args{Name: m.Name})
		}
		if !share.None {
			if err := requireHP([]*engine.Combatant{m}); err != nil {
				return nil, err
			}
		}
		out = append(out, share)
	}
	return out, nil
}

// deal changes the hit points or the absorb of all targets that are still in the fight.
func (d *decider) deal(p engine.Proposal) {
	for _, share := range p.Shares {
		m := d.State.Combatant(share.Combatant)
		if m == nil {
			continue
		}
		if p.Pool != "" {
			d.setAbsorb(engine.AbsorbSet{Combatant: m.ID, Key: p.Pool, Amount: p.Amount, Half: share.Half, Roll: p.Roll}, false)
			continue
		}
		e := engine.HPChanged{Combatant: m.ID, Amount: p.Amount, Half: share.Half, None: share.None, Roll: p.Roll, Parts: p.Parts, Plain: p.Plain}
		if share.None {
			e.Amount, e.Parts = 0, nil
		} else if p.Amount < 0 {
			e.Booked = true
			if p.By != m.ID && d.State.Combatant(p.By) != nil {
				e.By = p.By
			}
		}
		d.changeHP(e)
	}
}

// changeHP completes and emits what one amount does to one target's hit points (NU-8). The caller sets Combatant, Amount, Set, Half, None,
// Plain, Parts, Roll, Cause and By; changeHP applies half, resistances, soak, absorbs and the limits. Without Parts, damage is untyped.
func (f *fight) changeHP(e engine.HPChanged) {
	c := f.State.Combatant(e.Combatant)
	e.Tracked, e.From, e.Max, e.Soak, e.Absorbs = c.HasHP || e.Set, c.HP, c.MaxHP, c.Soak, c.AbsorbsAll()
	amount := e.Amount
	switch {
	case e.Set:
		e.To, e.Max = amount, max(c.MaxHP, amount)
	case amount < 0:
		f.withstand(c, &e)
		e.Soaked = min(c.Soak, e.Arrives())
		e.Soak -= e.Soaked
		rest := 0
		e.Absorbed, rest = f.absorb(c, -e.Dealt())
		e.Absorbs -= e.Dealt() + rest
		e.To = max(0, c.HP+rest)
	default:
		if e.Half {
			amount /= 2
		}
		e.To = min(c.MaxHP, c.HP+amount)
	}
	f.emit(e)
	f.hpChanged(e)
}

// hpAmount is the amount of hit points.
func hpAmount() amount {
	return amount{
		key: "hp", most: engine.MaxHP,
		join: func(_ *decider, c *engine.Combatant, typed *engine.StatPair) {
			if typed != nil {
				c.HasHP, c.HP, c.MaxHP = true, typed.Value, max(typed.Value, typed.Most)
			}
		},
		edit: func(d *decider, id engine.CombatantID, typed engine.StatPair) {
			c := d.State.Combatant(id)
			e := engine.HPChanged{Combatant: id, Amount: typed.Value, Set: true, Tracked: true, From: c.HP, To: typed.Value, Max: max(typed.Value, typed.Most), Soak: c.Soak,
				Absorbs: c.AbsorbsAll()}
			d.emit(e)
			d.hpChanged(e)
		},
		has: func(_ *decider, c *engine.Combatant, typed engine.StatPair) bool {
			return c.HasHP && c.HP == typed.Value && c.MaxHP == max(typed.Value, typed.Most)
		},
	}
}

// withstand applies a combatant's resistances to damage, if the ruleset has kinds of damage (NU-8).
func (f *fight) withstand(c *engine.Combatant, e *engine.HPChanged) {
	if f.Rules.Damage == nil {
		return
	}
	if e.Parts == nil {
		e.Parts = []engine.Part{{Amount: -e.Amount}}
	}
	var resists []engine.Resist
	if !e.Plain {
		resists = f.State.Resistances(f.Rules, c)
	}
	out := engine.Withstand(f.Rules.Damage, e.Parts, e.Half, resists)
	e.Shared, e.Resisted, e.Why = out.Shared, out.Shared-out.Arrives, out.By
}
