package attack

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// maxBonus limits typed bonuses.
const maxBonus = 1000

// Options are the options of an attack, each as typed, and empty if it was left out.
type Options struct {
	Weapon, Attribute, Range string
	Hit                      *int
	Damage, Shock, Trauma    string
	Circumstance, Edge       string
	Modifier                 int
	Roll, DamageRoll         *int
	TraumaRoll               *int
}

// Attack is one attack that is being made. Call Check before Resolve.
type Attack struct {
	Options
	Attacker, Target *engine.Combatant
	Nth              int // the number of this attack in the attacker's turn; 0: it does not count, like a free attack
	State            *engine.State
	Rules            *ruleset.Ruleset
	Dice             dice.Roller

	weapon        weapon
	circumstances map[string]bool
	edge          engine.Edge
}

// Has says which options a form has.
type Has struct {
	Circumstances []string // those that count
	Edge          bool     // advantage and disadvantage (RS-73)
	Trauma        bool     // a Trauma Die (CS-10)
	Shock         bool     // Shock damage (CS-12, RI-11)
	Attribute     bool     // the choice of an attribute
	Damage        bool     // every attack needs damage

	// elsewhere are the circumstances that are refused as those of another form, and not as unknown.
	elsewhere []string
}

// Named returns the circumstances that are known by name: those that count or, if none do, those of another form.
func (h Has) Named() []string {
	if h.Circumstances == nil {
		return h.elsewhere
	}
	return h.Circumstances
}

// form is one way to resolve attacks.
type form interface {
	has() Has
	// resolve completes an event that says who attacks whom and with what. Refusals are *[engine.Error].
	resolve(a *Attack, e *engine.Attacked) error
}

func formOf(f ruleset.AttackForm) form {
	switch f {
	case ruleset.SkillTest:
		return skillTest{}
	case ruleset.TraumaAttack:
		return trauma{}
	case ruleset.ShockAttack:
		return shock{}
	case ruleset.CriticalAttack:
		return critical{}
	case ruleset.DegreesAttack:
		return degrees{}
	}
	return nil
}

// OptionsOf says which options attacks of that form have. Without attacks there are none.
func OptionsOf(f ruleset.AttackForm) Has {
	if form := formOf(f); form != nil {
		return form.has()
	}
	return Has{}
}

// Check reads the weapon and refuses options that are not valid, or that the ruleset's attacks don't have. Errors are *[engine.Error].
func (a *Attack) Check() error {
	var err error
	if a.weapon, err = a.Options.weapon(a.Attacker); err != nil {
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
	case a.weapon.damage == nil && has.Damage:
		return engine.Refuse(engine.Invalid, reason.NoDamage, engine.Args{})
	case max(a.Modifier, -a.Modifier) > maxBonus, a.Hit != nil && max(*a.Hit, -*a.Hit) > maxBonus:
		return engine.Refuse(engine.Invalid, reason.ModifierRange, engine.Args{Low: -maxBonus, High: maxBonus})
	}
	if err := a.checkSkill(); err != nil {
		return err
	}
	if a.edge, err = parseEdge(a.Edge); err != nil {
		return err
	}
	return a.checkTypedDice()
}

// Resolve rolls the dice of the attack and returns it with everything that they decide. Refusals are *[engine.Error]: a combatant lacks
// a stat that the attack needs.
func (a *Attack) Resolve() (engine.Attacked, error) {
	e := engine.Attacked{Attacker: a.Attacker.ID, Target: a.Target.ID, Weapon: a.weapon.name, Ranged: a.weapon.ranged, Nth: a.Nth}
	return e, formOf(a.Rules.Attack.Form).resolve(a, &e)
}

// WeaponName returns the name of the weapon, which may be empty.
func (a *Attack) WeaponName() string { return a.weapon.name }

func (a *Attack) notInRules(reason reason.Reason) error {
	return engine.Refuse(engine.NotInRules, reason, engine.Args{Ruleset: a.Rules.Title})
}

// checkCircumstances reads the circumstances.
func (a *Attack) checkCircumstances(has Has) error {
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

// checkTypedDice checks the typed results for damage and trauma, before the bot knows whether the attack hits (CO-7).
func (a *Attack) checkTypedDice() error {
	if a.DamageRoll != nil {
		if a.weapon.damage == nil {
			return engine.Refuse(engine.Invalid, reason.NoDamageDice, engine.Args{})
		}
		if err := a.checkTypedDamage(a.weapon.damage); err != nil && !a.checksLate() {
			return err
		}
	}
	if a.TraumaRoll == nil {
		return nil
	}
	if a.weapon.traumaDie == 0 {
		return engine.Refuse(engine.Invalid, reason.NoTraumaDie, engine.Args{})
	}
	return checkDie(*a.TraumaRoll, a.weapon.traumaDie)
}
