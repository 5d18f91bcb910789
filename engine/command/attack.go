package command

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// surpriseBonus is the bonus for attacking a surprised target (ST-9).
const surpriseBonus = 30

// unskilled is the penalty for a PC without even level 0 in the skill (RI-9).
const unskilled = -2

// primitiveAC is the maximum Armor Class of primitive armor against advanced weapons (RI-12).
const primitiveAC = 10

// maxBonus limits typed bonuses.
const maxBonus = 1000

func (c Strike) decide(d *decider) error {
	m, err := d.performer(c.Who, d.Rules.Attack.Form != ruleset.NoAttack, engine.ReasonNoAttacks)
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
	w, err := c.weapon(m)
	if err != nil {
		return err
	}
	circumstances, err := c.checkAllowed(d, m, w)
	if err != nil {
		return err
	}
	e := engine.Attacked{Attacker: m.ID, Target: t.ID, Weapon: w.name, Ranged: w.ranged, Free: c.Free}
	if p := d.Rules.Pool(d.Rules.Attack.Costs); p != nil && !c.Free {
		if e.Costs, err = d.costs(m, p, 1, w.name); err != nil {
			return err
		}
	}
	if d.Rules.Attack.Form == ruleset.SkillTest {
		err = c.skillTest(d, m, t, w, &e)
	} else {
		err = c.rollAgainstArmor(d, m, t, w, circumstances, &e)
	}
	if err != nil {
		return err
	}
	c.apply(d, m, t, e)
	return nil
}

func (c Strike) target(d *decider, m *engine.Combatant) (*engine.Combatant, error) {
	f, err := d.find(c.Target)
	if err == nil {
		err = refuseEvent(f.who...)
	}
	if err != nil {
		return nil, err
	}
	if len(f.who) > 1 {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonSeveral, engine.Args{Text: strings.TrimSpace(c.Target), Name: f.who[0].Name})
	}
	if f.who[0].ID == m.ID {
		return nil, engine.Refuse(engine.Invalid, engine.ReasonSelfAttack, engine.Args{Name: m.Name})
	}
	return f.who[0], nil
}

// checkAllowed checks that the attack is allowed now and that the ruleset has its options. It returns the circumstances.
func (c Strike) checkAllowed(d *decider, m *engine.Combatant, w weapon) (map[string]bool, error) {
	circumstances, err := parseCircumstances(c.Circumstance)
	switch {
	case err != nil:
		return nil, err
	case len(circumstances) > 0 && d.Rules.Attack.Form != ruleset.ShockAttack:
		return nil, d.notInRules(engine.ReasonNoCircumstances)
	case c.Trauma != "" && d.Rules.Attack.Form != ruleset.TraumaAttack, c.TraumaRoll != nil && d.Rules.Attack.Form != ruleset.TraumaAttack:
		return nil, d.notInRules(engine.ReasonNoTrauma)
	case c.Shock != "" && d.Rules.Attack.Form == ruleset.SkillTest:
		return nil, d.notInRules(engine.ReasonNoShock)
	case c.Attribute != "" && d.Rules.Attack.Form == ruleset.SkillTest:
		return nil, d.notInRules(engine.ReasonNoAttribute)
	case w.damage == nil && d.Rules.Attack.Form != ruleset.SkillTest:
		return nil, engine.Refuse(engine.Invalid, engine.ReasonNoDamage, engine.Args{})
	case max(c.Modifier, -c.Modifier) > maxBonus, c.Hit != nil && max(*c.Hit, -*c.Hit) > maxBonus:
		return nil, engine.Refuse(engine.Invalid, engine.ReasonModifierRange, engine.Args{Low: -maxBonus, High: maxBonus})
	}
	if err := c.checkTypedDice(w); err != nil {
		return nil, err
	}
	if c.Free {
		return circumstances, d.requireCanAct(m)
	}
	return circumstances, d.requireTurn(m)
}

// requireCanAct refuses a combatant who is surprised or down, and so can't make a free attack.
func (d *decider) requireCanAct(m *engine.Combatant) error {
	if err := d.requireOrder(); err != nil {
		return err
	}
	switch {
	case m.Surprised:
		return engine.Refuse(engine.NotNow, engine.ReasonSurprised, engine.Args{Name: m.Name})
	case !m.Standing():
		return engine.Refuse(engine.NotNow, engine.ReasonNoHPLeft, engine.Args{Name: m.Name})
	}
	return nil
}

// checkTypedDice checks the typed results for damage and trauma, before the bot knows whether the attack hits (CO-7).
func (c Strike) checkTypedDice(w weapon) error {
	if c.DamageRoll != nil {
		if w.damage == nil {
			return engine.Refuse(engine.Invalid, engine.ReasonNoDamageDice, engine.Args{})
		}
		if _, err := typedDamage(w, *c.DamageRoll); err != nil {
			return err
		}
	}
	if c.TraumaRoll == nil {
		return nil
	}
	if w.traumaDie == 0 {
		return engine.Refuse(engine.Invalid, engine.ReasonNoTraumaDie, engine.Args{})
	}
	return checkDie(*c.TraumaRoll, w.traumaDie, "")
}

// skillTest makes the attack as a d100 test of Weapon Skill or Ballistic Skill (ST-9).
func (c Strike) skillTest(d *decider, m, t *engine.Combatant, w weapon, e *engine.Attacked) error {
	key := d.Rules.Attack.Stats.Melee
	if w.ranged {
		key = d.Rules.Attack.Stats.Ranged
	}
	skill, has := m.Stats[key]
	switch {
	case w.hit != nil:
		e.Mods = append(e.Mods, engine.Mod{Name: "given", N: *w.hit})
	case has:
		e.Mods = append(e.Mods, engine.Mod{Name: key, N: skill})
	default:
		return engine.Refuse(engine.NotNow, engine.ReasonLacksStat, engine.Args{Name: m.Name, Stat: key, Example: key + " 35"})
	}
	if t.Surprised && !m.Surprised {
		e.Mods = append(e.Mods, engine.Mod{Name: "target surprised", N: surpriseBonus})
	}
	addModifier(e, w.modifier)
	e.Total, e.Die = sum(e.Mods), 100
	if err := c.rollAttackDie(d, e, 100); err != nil {
		return err
	}
	e.Hit = e.Natural <= e.Total
	if !e.Hit || w.damage == nil {
		return nil
	}
	damage, err := c.rollDamage(d, w)
	e.Damage, e.Dealt = &damage, max(0, damage.Total)
	return err
}

// rollAttackDie rolls the attack's die, or uses the typed result.
func (c Strike) rollAttackDie(d *decider, e *engine.Attacked, sides int) error {
	if c.Roll == nil {
		e.Natural = d.Dice.Roll(sides)
		return nil
	}
	e.Natural, e.Typed = *c.Roll, true
	return checkDie(*c.Roll, sides, "")
}

// rollAgainstArmor makes the attack with a d20 against Armor Class (CS-9 to CS-12, RI-9 to RI-13).
func (c Strike) rollAgainstArmor(d *decider, m, t *engine.Combatant, w weapon, circumstances map[string]bool, e *engine.Attacked) error {
	ac, err := d.armorClass(t, w.ranged)
	if err != nil {
		return err
	}
	if circumstances["armor-primitive"] {
		ac = min(ac, primitiveAC)
	}
	attribute := d.attributeMod(m, w)
	e.AC, e.Die, e.Immune = ac, 20, circumstances["armor-immune"]
	e.Mods = d.hitMods(m, w, attribute)
	e.Mods = append(e.Mods, circumstanceMods(circumstances, w.ranged)...)
	addModifier(e, w.modifier)
	if err := c.rollAttackDie(d, e, 20); err != nil {
		return err
	}
	e.Total = e.Natural + sum(e.Mods)
	e.Hit = e.Natural == 20 || e.Natural != 1 && e.Total >= ac
	if e.Hit {
		err = c.resolveHit(d, m, t, w, attribute, e)
	}
	c.resolveShock(d, w, attribute, e)
	if e.Immune {
		e.Dealt, e.Shock = 0, false
	}
	return err
}

// armorClass returns the target's Armor Class against a ranged or melee attack.
func (d *decider) armorClass(t *engine.Combatant, ranged bool) (int, error) {
	stats := d.Rules.Attack.Stats
	ac, has := t.Stats[stats.Armor]
	if at, ok := t.Stats[stats.RangedArmor]; ok && (ranged || !has) {
		ac, has = at, true
	}
	if !has {
		return 0, engine.Refuse(engine.NotNow, engine.ReasonLacksStat, engine.Args{Name: t.Name, Stat: stats.Armor, Example: stats.Armor + " 12"})
	}
	return ac, nil
}

// attributeMod returns the modifier for the weapon's attribute: by default Dexterity for a ranged weapon, and the better of Strength
// and Dexterity in melee.
func (d *decider) attributeMod(m *engine.Combatant, w weapon) *engine.Mod {
	stats := d.Rules.Attack.Stats
	keys := []string{stats.Strength, stats.Dexterity}
	switch {
	case w.attribute == strength:
		keys = keys[:1]
	case w.attribute == dexterity, w.attribute == "" && w.ranged:
		keys = keys[1:]
	}
	var best *engine.Mod
	for _, key := range keys {
		if n, has := m.Stats[key]; has && (best == nil || n > best.N) {
			best = &engine.Mod{Name: key, N: n}
		}
	}
	return best
}

// hitMods returns the attack bonus, skill and attribute. Under RI-9 an NPC's attack bonus includes everything.
func (d *decider) hitMods(m *engine.Combatant, w weapon, attribute *engine.Mod) []engine.Mod {
	if w.hit != nil {
		return []engine.Mod{{Name: "given", N: *w.hit}}
	}
	stats := d.Rules.Attack.Stats
	bonus, has := m.Stats[stats.Attack]
	level := m.Stats[stats.Level]
	if d.Rules.Attack.Form == ruleset.ShockAttack && m.Kind == engine.PC && !has {
		bonus = level / 2
	}
	out := []engine.Mod{{Name: stats.Attack, N: bonus}}
	if d.Rules.Attack.Form == ruleset.ShockAttack && m.Kind == engine.NPC {
		return out
	}
	skill, skilled := m.Stats[stats.Skill]
	switch {
	case skilled:
		out = append(out, engine.Mod{Name: stats.Skill, N: skill})
	case d.Rules.Attack.Form == ruleset.ShockAttack:
		out = append(out, engine.Mod{Name: "unskilled", N: unskilled})
	}
	if attribute != nil {
		out = append(out, *attribute)
	}
	return out
}

// resolveHit rolls the Trauma Die and the damage of a hit (CS-10, CS-11, RI-10).
func (c Strike) resolveHit(d *decider, m, t *engine.Combatant, w weapon, attribute *engine.Mod, e *engine.Attacked) error {
	c.rollTrauma(d, t, w, e)
	damage, err := c.rollDamage(d, w)
	if err != nil {
		return err
	}
	if attribute != nil {
		e.DamageMods = append(e.DamageMods, *attribute)
	}
	if skill, has := m.Stats[d.Rules.Attack.Stats.Skill]; w.punch && has {
		e.DamageMods = append(e.DamageMods, engine.Mod{Name: d.Rules.Attack.Stats.Skill, N: skill})
	}
	e.Damage, e.Dealt = &damage, max(0, damage.Total+sum(e.DamageMods))
	if e.Trauma != nil && e.Trauma.Traumatic {
		e.Dealt *= e.Trauma.Rating
	}
	return nil
}

// rollTrauma rolls the weapon's Trauma Die against the target's Trauma Target (CS-10).
func (c Strike) rollTrauma(d *decider, t *engine.Combatant, w weapon, e *engine.Attacked) {
	target, has := t.Stats[d.Rules.Attack.Stats.TraumaTarget]
	if d.Rules.Attack.Form != ruleset.TraumaAttack || w.traumaDie == 0 || !has {
		return
	}
	tr := engine.Trauma{Die: w.traumaDie, Target: target, Rating: w.rating, Typed: c.TraumaRoll != nil}
	if tr.Typed {
		tr.Roll = *c.TraumaRoll
	} else {
		tr.Roll = d.Dice.Roll(tr.Die)
	}
	tr.Traumatic = tr.Roll >= target
	e.Trauma = &tr
}

// rollDamage rolls the weapon's damage, or uses the typed dice result, to which it adds the weapon's bonus (CO-7).
func (c Strike) rollDamage(d *decider, w weapon) (dice.Result, error) {
	if c.DamageRoll == nil {
		return w.damage.Roll(d.Dice), nil
	}
	return typedDamage(w, *c.DamageRoll)
}

// typedDamage returns a weapon's damage for a typed dice result.
func typedDamage(w weapon, shown int) (dice.Result, error) {
	plus := 0
	var diced dice.Expr
	for _, term := range w.damage {
		switch {
		case term.Sides > 0:
			diced = append(diced, term)
		case term.Neg:
			plus -= term.N
		default:
			plus += term.N
		}
	}
	low, high := diced.Range()
	if shown < low || shown > high {
		return dice.Result{}, engine.Refuse(engine.Invalid, engine.ReasonDamageRange, engine.Args{Dice: w.damage.String(), Low: low, High: high, Count: shown})
	}
	return dice.Result{Expr: w.damage.String(), Total: shown + plus, Typed: true}, nil
}

// resolveShock applies Shock: only on a miss under CS-12, on a hit or miss under RI-11, where it never deals less than
// its base.
func (c Strike) resolveShock(d *decider, w weapon, attribute *engine.Mod, e *engine.Attacked) {
	if w.shockAC == 0 || w.shockAC < e.AC || e.Hit && d.Rules.Attack.Form == ruleset.TraumaAttack {
		return
	}
	shock := w.shock
	if attribute != nil {
		shock += attribute.N
	}
	shock = max(0, shock)
	if d.Rules.Attack.Form == ruleset.ShockAttack {
		shock = max(w.shock, shock)
	}
	if !e.Hit || shock > e.Dealt {
		e.Dealt, e.Shock, e.ShockBase = shock, true, w.shock
		if attribute != nil {
			e.ShockMods = []engine.Mod{*attribute}
		}
	}
}

// apply emits the attack and what follows from it: damage, and melee between attacker and target.
func (c Strike) apply(d *decider, m, t *engine.Combatant, e engine.Attacked) {
	attacker, target := m.ID, t.ID
	enemies, hidden := m.Side != t.Side, m.Hidden
	if hidden {
		d.Emit(engine.HiddenChanged{Combatants: []engine.CombatantID{attacker}}) // attacking reveals it
	}
	d.Emit(e)
	if e.Dealt > 0 {
		d.ChangeHP(engine.HPChanged{Combatant: target, Amount: -e.Dealt})
	}
	if hidden {
		d.SettleTies()
	}
	if d.Rules.Attack.Melee() && !e.Ranged && !e.Free && enemies && d.State.Combatant(target).Standing() {
		d.engage(attacker, target)
	}
}

// engage puts an attacker into melee with its target. If the target attacked it first, the melee becomes mutual.
func (d *decider) engage(attacker, target engine.CombatantID) {
	switch {
	case d.State.Engages(attacker, target):
	case d.State.Engages(target, attacker):
		d.Emit(engine.Engaged{A: attacker, B: target, Mutual: true})
	default:
		d.Emit(engine.Engaged{A: attacker, B: target})
	}
}

// CheckFreeAttack refuses a free attack that no flight gave the attacker, or that has already been made or has lapsed.
func CheckFreeAttack(s *engine.State, attacker, target engine.CombatantID) error {
	i := slices.IndexFunc(s.FreeAttacks, func(f engine.FreeAttack) bool { return f.Attacker == attacker && f.Target == target })
	switch {
	case i < 0:
		return engine.Refuse(engine.NotNow, engine.ReasonFreeAttackOver, engine.Args{})
	case s.FreeAttacks[i].Made:
		return engine.Refuse(engine.NotNow, engine.ReasonFreeAttackMade, engine.Args{})
	}
	return nil
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
