package play

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Strike makes an attack. Options are as typed; empty means left out.
type Strike struct {
	Target, Who, Weapon   string
	Attribute, Range      string
	Hit                   *int
	Damage, Shock, Trauma string
	Circumstance          string
	Edge                  string // "advantage", "disadvantage", "normal" or empty (RS-73, NU-22)
	Modifier              int
	Free                  bool
	Use                   string // the ability of the attacker's stat block that makes the attack, and is paid for instead of it (MO-19)
	Due                   bool   // must be a free attack on someone who fled; see [CheckFreeAttack]
	Row                   Row    // must be part of the attacker's multiattack, and costs nothing more (MO-21)
	Roll, DamageRoll      *int
	DamageRolls           string // results of the dice of each part of the damage: "12/7" (NU-5)
	TraumaRoll            *int
}

func (c Strike) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Attack.Form != ruleset.NoAttack, reason.NoAttacks)
	if err != nil {
		return err
	}
	t, err := c.target(d, m)
	if err != nil {
		return err
	}
	if c.Due {
		if err := CheckFreeAttack(d.State, m.ID, t.ID); err != nil {
			return err
		}
	}
	a := c.attack(d, m, t)
	if err := a.check(); err != nil {
		return err
	}
	own := d.Rules.Pool(d.Rules.Attack.Takes(d.State.AttacksMade(m)))
	used, err := c.useAbility(d, m, a, own)
	if err != nil {
		return err
	}
	if used != nil {
		c.Free = used.free
		if c.Free {
			a.Nth = 0
		}
	}
	requireNow := d.requireTurn
	if c.Free {
		requireNow = d.requireCanAct
	}
	if err := requireNow(m); err != nil {
		return err
	}
	part := 0
	if c.Row != 0 {
		if part, err = d.rowPart(m, cmp.Or(strings.TrimSpace(c.Use), a.weapon.name), c.Row); err != nil {
			return err
		}
	}
	var costs []engine.PoolSpend
	if p := own; used != nil {
		costs = used.open
	} else if p != nil && !c.Free && c.Row == 0 {
		if costs, err = d.costs(m, p, 1, a.weapon.name); err != nil {
			return err
		}
	}
	e, err := a.resolve()
	if err != nil {
		return err
	}
	e.Free, e.Costs = c.Free, costs
	if !t.Hidden { // an attack on a hidden combatant changes nothing that others see
		e.Arms = a.toRemember()
	}
	if used != nil {
		d.emit(used.AbilityUsed)
	}
	id := m.ID
	c.apply(d, m, t, e)
	if c.Row != 0 {
		e := engine.MultiattackUsed{Combatant: id, Part: part}
		if own != nil && !c.Free {
			e.Open = own.Key
		}
		d.emit(e)
	}
	return nil
}

// abilityAttack is the use of an ability that makes an attack.
type abilityAttack struct {
	engine.AbilityUsed
	free bool               // others see a free attack, because the ability isn't paid from the pool for attacks
	open []engine.PoolSpend // the costs that others see, because the ability is paid from the pool for attacks
}

// useAbility returns what making the attack with an ability costs, or refuses it. It returns nil if no ability was named. own is the pool for
// attacks.
func (c Strike) useAbility(d *decider, m *engine.Combatant, a *attack, own *ruleset.Pool) (*abilityAttack, error) {
	if strings.TrimSpace(c.Use) == "" {
		return nil, nil
	}
	if err := d.requireGM(); err != nil {
		return nil, err
	}
	ability, err := d.ability(m, c.Use, func(able *engine.Ability) bool { return engine.SameName(a.weapon.name, able.Attack) })
	if err != nil {
		return nil, err
	}
	used := &abilityAttack{}
	if used.AbilityUsed, err = d.abilityUse(m, ability, c.Row); err != nil {
		return nil, err
	}
	used.free = d.abilityPool(ability) != own
	if !used.free {
		used.open, used.Costs = used.Costs, nil
	}
	return used, nil
}

// attack returns the attack with its options.
func (c Strike) attack(d *decider, m, t *engine.Combatant) *attack {
	roller := d.rollerFor(m, m.Hidden || t.Hidden)
	if t.Hidden && t.Owner != m.Owner {
		roller = d.roller(true) // only the GM sees it
	}
	a := &attack{Strike: c, Attacker: m, Target: t, State: d.State, Rules: d.Rules, Dice: roller}
	if d.Rules.Attack.Counts() && !c.Free {
		a.Nth = d.State.AttacksMade(m) + 1
	}
	return a
}

func (c Strike) target(d *decider, m *engine.Combatant) (*engine.Combatant, error) {
	f, err := d.findGroup(c.Target)
	if err == nil {
		err = refuseEvent(f.who...)
	}
	if err != nil {
		return nil, err
	}
	if len(f.who) > 1 {
		return nil, f.refuseSeveral(c.Target)
	}
	if f.who[0].ID == m.ID {
		return nil, engine.Refuse(engine.Invalid, reason.SelfAttack, engine.Args{Name: m.Name})
	}
	return f.who[0], nil
}

// requireCanAct refuses a combatant that is surprised or down, and so can't make a free attack.
func (d *decider) requireCanAct(m *engine.Combatant) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	switch {
	case m.Surprised:
		return d.refuseSurprised(m)
	case !m.Standing():
		return engine.Refuse(engine.NotNow, reason.NoHPLeft, engine.Args{Name: m.Name})
	}
	return nil
}

// apply emits the attack and its consequences: damage, and melee between attacker and target.
func (c Strike) apply(d *decider, m, t *engine.Combatant, e engine.Attacked) {
	attacker, target := m.ID, t.ID
	enemies, hidden := m.Side != t.Side, m.Hidden
	if hidden {
		d.reveal([]engine.CombatantID{attacker}) // attacking reveals it
	}
	d.endConcealment(attacker)
	if d.Rules.Attack.Form == ruleset.ShockAttack && !t.Hidden && !e.Stated { // an attack on a hidden combatant changes nothing that others see
		e.Wields = engine.MeleeWeapons
		if e.Ranged {
			e.Wields = engine.RangedWeapons
		}
	}
	d.emit(e)
	if e.Dealt > 0 {
		d.changeHP(engine.HPChanged{Combatant: target, Amount: -e.Dealt, Parts: e.Parts})
	}
	if hidden {
		d.settleTies()
	}
	if d.Rules.Attack.Melee() && !e.Ranged && !e.Free && !e.Stated && enemies && d.State.Combatant(target).Standing() {
		d.engage(attacker, target)
	}
}

// maxBonus limits typed bonuses.
const maxBonus = 1000

// attack is an attack being made. Call check before resolve.
type attack struct {
	Strike           // its options
	Attacker, Target *engine.Combatant
	Nth              int // the number of this attack in the attacker's turn; 0: it doesn't count, like a free attack
	State            *engine.State
	Rules            *ruleset.Ruleset
	Dice             dice.Roller

	weapon        weapon
	circumstances map[string]bool
	damage        ruleset.Amount // of the weapon, with the names as the ruleset spells them
	thrown        []int          // the typed results for each part of the damage that has dice
	edge          engine.Edge    // as typed, later the one that counts
	plain         bool           // ignores advantage and disadvantage from effects (NU-22)
	changes       engine.AttackChanges
}

// check reads the weapon and refuses options that aren't valid, or that this form of attack doesn't have. Errors are *[engine.Error].
func (a *attack) check() error {
	var err error
	if a.weapon, err = a.readWeapon(); err != nil {
		return err
	}
	if a.damage, err = a.weapon.amount(a.Rules); err != nil {
		return err
	}
	has := OptionsOf(a.Rules.Attack.Form)
	if err := a.checkCircumstances(has); err != nil {
		return err
	}
	switch {
	case a.Trauma != "" && !has.Trauma, a.TraumaRoll != nil && !has.Trauma:
		return a.notInRules(reason.NoTrauma)
	case a.Shock != "" && !has.Shock:
		return a.notInRules(reason.NoShock)
	case a.Attribute != "" && !has.Attribute:
		return a.notInRules(reason.NoAttribute)
	case strings.TrimSpace(a.Edge) != "" && !has.Edge:
		return a.notInRules(reason.NoEdge)
	case a.damage.Dice == nil && has.Damage:
		return engine.Refuse(engine.Invalid, reason.NoDamage, engine.Args{})
	case max(a.Modifier, -a.Modifier) > maxBonus, a.Hit != nil && max(*a.Hit, -*a.Hit) > maxBonus:
		return engine.Refuse(engine.Invalid, reason.ModifierRange, engine.Args{Low: -maxBonus, High: maxBonus})
	}
	if err := a.checkSkill(); err != nil {
		return err
	}
	if a.edge, a.plain, err = parseEdge(a.Edge); err != nil {
		return err
	}
	return a.checkTypedDice()
}

// resolve rolls the attack's dice and returns its outcome. Refusals are *[engine.Error]: a combatant lacks a stat that the attack needs.
func (a *attack) resolve() (engine.Attacked, error) {
	e := engine.Attacked{Attacker: a.Attacker.ID, Target: a.Target.ID, Weapon: a.weapon.name, Ranged: a.weapon.ranged, Nth: a.Nth}
	a.findChanges(&e)
	e.Idle = a.idleOptions()
	return e, formOf(a.Rules.Attack.Form).resolve(a, &e)
}

// idleOptions returns the typed options that make no difference: an attribute that the attacker lacks, and a range under rules in which
// nothing depends on it.
func (a *attack) idleOptions() []engine.Idle {
	var out []engine.Idle
	has, stats := OptionsOf(a.Rules.Attack.Form), a.Rules.Attack.Stats
	if strings.TrimSpace(a.Attribute) != "" && has.Attribute && a.attribute() == nil {
		what := map[string]string{strength: stats.Strength, dexterity: stats.Dexterity}[a.weapon.attribute]
		out = append(out, engine.Idle{What: what, Why: engine.IdleLacking})
	}
	if strings.TrimSpace(a.Range) != "" && !has.Attribute && a.Rules.Attack.Form != ruleset.SkillTest && !a.Rules.ByRange && !a.changes.ByRange {
		out = append(out, engine.Idle{What: "range", Why: engine.IdleInRules})
	}
	return out
}

func (a *attack) notInRules(reason reason.Reason) error {
	return engine.Refuse(engine.NotInRules, reason, engine.Args{Ruleset: a.Rules.Title})
}

// checkCircumstances reads the typed circumstances.
func (a *attack) checkCircumstances(has Has) error {
	known := has.Named()
	typed := map[string]bool{}
	for name := range strings.SplitSeq(strings.ToLower(a.Circumstance), ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			continue
		case known != nil && !slices.Contains(known, name):
			return engine.Refuse(engine.Invalid, reason.Circumstance, engine.Args{Text: name, Names: known})
		}
		typed[name] = true
	}
	if len(typed) > 0 && has.Circumstances == nil {
		return a.notInRules(reason.NoCircumstances)
	}
	a.circumstances = typed
	return nil
}

// checkTypedDice checks the typed results for damage and trauma, which may be given before it is known whether the attack hits (CO-7).
func (a *attack) checkTypedDice() error {
	if err := a.readThrown(); err != nil {
		return err
	}
	if a.thrown != nil {
		if err := a.checkTypedDamage(a.damage); err != nil && !a.checksLate() {
			return err
		}
	}
	if a.TraumaRoll == nil {
		return nil
	}
	if a.weapon.traumaDie == 0 {
		return engine.Refuse(engine.Invalid, reason.NoTraumaDie, engine.Args{})
	}
	return checkDie(*a.TraumaRoll, a.weapon.traumaDie, "")
}
