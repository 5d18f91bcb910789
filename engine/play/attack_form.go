package play

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Has says which options a form of attack has.
type Has struct {
	Circumstances []string // those that count
	Edge          bool     // advantage and disadvantage (RS-73)
	Trauma        bool     // a Trauma Die (CS-10)
	Shock         bool     // Shock damage (CS-12, RI-11)
	Attribute     bool     // the choice of an attribute
	Damage        bool     // every attack needs damage

	// elsewhere are circumstances that another form has. They are refused for that reason, not as unknown.
	elsewhere []string
}

// Named returns the circumstances that are known by name: the form's own or, if it has none, those of another form.
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
	resolve(a *attack, e *engine.Attacked) error
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
		return degreesAttack{}
	}
	return nil
}

// OptionsOf returns the options that this form of attack has: none without a form.
func OptionsOf(f ruleset.AttackForm) Has {
	if form := formOf(f); form != nil {
		return form.has()
	}
	return Has{}
}

// surpriseBonus is the bonus for attacking a surprised target (ST-9).
const surpriseBonus = 30

// skillTest is a d100 test of Weapon Skill or Ballistic Skill (ST-9).
type skillTest struct{}

func (skillTest) has() Has { return Has{elsewhere: proneAndCover()} }

func (skillTest) resolve(a *attack, e *engine.Attacked) error {
	key := a.Rules.Attack.Stats.Melee
	if a.weapon.ranged {
		key = a.Rules.Attack.Stats.Ranged
	}
	skill, has := a.Attacker.Stats[key]
	switch {
	case a.weapon.hit != nil:
		e.Mods = append(e.Mods, engine.Mod{Name: "given", N: *a.weapon.hit})
	case has:
		e.Mods = append(e.Mods, engine.Mod{Name: key, N: skill})
	default:
		return engine.Refuse(engine.NotNow, reason.LacksStat, engine.Args{Name: a.Attacker.Name, Stat: key, Example: key + " 35"})
	}
	if a.Target.Surprised && !a.Attacker.Surprised {
		e.Mods = append(e.Mods, engine.Mod{Name: "target-surprised", N: surpriseBonus})
	}
	a.modify(e)
	for _, m := range a.changes.AC { // a target that is harder to hit lowers the number
		m.N = -m.N
		e.Mods = append(e.Mods, m)
	}
	e.Total = sum(e.Mods)
	if err := a.rollDie(e, 100); err != nil {
		return err
	}
	e.Hit = e.Natural <= e.Total
	if e.Hit && a.damage.Dice != nil {
		a.dealt(e, a.dealMore(e, a.rollDamage(e, a.damage)), 1)
	}
	return nil
}

// trauma is a d20 against Armor Class, with a Trauma Die that multiplies the damage, and Shock on a miss (CS-9 to CS-13).
type trauma struct{}

func (trauma) has() Has {
	return Has{Trauma: true, Shock: true, Attribute: true, Damage: true, elsewhere: proneAndCover()}
}

func (trauma) resolve(a *attack, e *engine.Attacked) error {
	ac, err := a.armorClass()
	if err != nil {
		return err
	}
	target, has := a.Target.Stats[a.Rules.Attack.Stats.TraumaTarget]
	if a.weapon.traumaDie > 0 && !has {
		return lacks(a.Target, a.Rules.Attack.Stats.TraumaTarget, 6)
	}
	attribute := a.attribute()
	e.Mods = a.given()
	if e.Mods == nil {
		e.Mods = traumaMods(a, attribute)
	}
	if err := a.rollAgainstArmor(e, ac); err != nil {
		return err
	}
	if e.Hit {
		rollTrauma(a, e, target)
		a.damageOfHit(e, attribute)
	} else if n, ok := a.shockDamage(e, attribute); ok {
		a.dealShock(e, n, attribute)
	}
	return nil
}

// traumaMods returns the attack bonus, the skill and the attribute (CS-9).
func traumaMods(a *attack, attribute *engine.Mod) []engine.Mod {
	stats := a.Rules.Attack.Stats
	out := []engine.Mod{{Name: stats.Attack, N: a.Attacker.Stats[stats.Attack]}}
	if skill := a.skill(); skill != nil {
		out = append(out, *skill)
	}
	if attribute != nil {
		out = append(out, *attribute)
	}
	return out
}

// rollTrauma rolls the weapon's Trauma Die, if it has one, against the target's Trauma Target (CS-10).
func rollTrauma(a *attack, e *engine.Attacked, target int) {
	if a.weapon.traumaDie == 0 {
		return
	}
	tr := engine.Trauma{Die: a.weapon.traumaDie, Mod: a.weapon.traumaMod, Target: target, Rating: a.weapon.rating, Typed: a.TraumaRoll != nil}
	if tr.Typed {
		tr.Roll = *a.TraumaRoll
	} else {
		tr.Roll = a.Dice.Roll(tr.Die)
	}
	tr.Traumatic = tr.Roll+tr.Mod >= target
	e.Trauma = &tr
}

// unskilled is the penalty for a PC without even level 0 in the skill (RI-9).
const unskilled = -2

// primitiveAC is the maximum Armor Class of primitive armor against advanced weapons (RI-12).
const primitiveAC = 10

// shock is a d20 against Armor Class, with circumstances, and Shock as the minimum damage (RI-9 to RI-13).
type shock struct{}

func (shock) has() Has {
	return Has{Circumstances: proneAndCover(), Shock: true, Attribute: true, Damage: true}
}

func (shock) resolve(a *attack, e *engine.Attacked) error {
	ac, err := a.armorClass()
	if err != nil {
		return err
	}
	if a.circumstances["armor-primitive"] {
		ac = min(ac, primitiveAC)
	}
	attribute := a.attribute()
	e.Mods = a.given()
	if e.Mods == nil {
		e.Mods = shockMods(a, attribute)
	}
	mods, idle := circumstanceMods(a.circumstances, a.weapon.ranged)
	e.Mods, e.Idle = append(e.Mods, mods...), append(e.Idle, idle...)
	if err := a.rollAgainstArmor(e, ac); err != nil {
		return err
	}
	if e.Hit {
		a.damageOfHit(e, attribute)
	}
	if n, ok := a.shockDamage(e, attribute); ok {
		n = max(a.weapon.shock, n)
		if !e.Hit || n > e.Dealt {
			a.dealShock(e, n, attribute)
		}
	}
	e.Immune = a.circumstances["armor-immune"]
	if e.Immune {
		e.Dealt, e.Parts, e.Shock = 0, nil, false
	}
	return nil
}

// shockMods returns the attack bonus, the skill and the attribute. An NPC's attack bonus includes everything (RI-9).
func shockMods(a *attack, attribute *engine.Mod) []engine.Mod {
	stats, pc := a.Rules.Attack.Stats, a.Attacker.Kind == engine.PC
	bonus, has := a.Attacker.Stats[stats.Attack]
	if pc && !has {
		bonus = a.Attacker.Stats[stats.Level] / 2
	}
	out := []engine.Mod{{Name: stats.Attack, N: bonus}}
	if !pc {
		return out
	}
	if skill := a.skill(); skill != nil {
		out = append(out, *skill)
	} else {
		out = append(out, engine.Mod{Name: "unskilled", N: unskilled})
	}
	if attribute != nil {
		out = append(out, *attribute)
	}
	return out
}

// proneAndCover returns the circumstances of RI-12 and RI-13.
func proneAndCover() []string {
	return []string{"target-prone-far", "target-prone-near", "attacker-prone", "half-cover", "full-cover", "prepared", "armor-immune", "armor-primitive"}
}

// rollCircumstances are the circumstances of RI-13 that modify the roll. The others don't depend on the weapon. Whether primitive armor makes
// a difference isn't reported, because that would give away the target's Armor Class.
var rollCircumstances = []struct {
	key           string
	n             int
	melee, ranged bool // where it counts
	target        bool // the target is prone or in cover; only the worst of these counts
}{
	{"target-prone-near", 2, true, true, true},
	{"target-prone-far", -2, false, true, true},
	{"half-cover", -2, false, true, true},
	{"full-cover", -4, false, true, true},
	{"attacker-prone", -4, true, false, false},
	{"prepared", 2, false, true, false},
}

// circumstanceMods returns the modifiers of RI-13, and the circumstances that make no difference. If the target is both prone and in
// cover, only the worse modifier counts. Melee ignores cover.
func circumstanceMods(circumstances map[string]bool, ranged bool) (mods []engine.Mod, idle []engine.Idle) {
	worst := -1
	for i, c := range rollCircumstances {
		if circumstances[c.key] && c.target && (ranged && c.ranged || !ranged && c.melee) && (worst < 0 || c.n < rollCircumstances[worst].n) {
			worst = i
		}
	}
	for i, c := range rollCircumstances {
		switch {
		case !circumstances[c.key]:
		case ranged && !c.ranged:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleAtRange})
		case !ranged && !c.melee:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleInMelee})
		case c.target && i != worst:
			idle = append(idle, engine.Idle{What: c.key, Why: engine.IdleNotWorse})
		default:
			mods = append(mods, engine.Mod{Name: c.key, N: c.n})
		}
	}
	return mods, idle
}

// armorClass returns the target's Armor Class against this weapon.
func (a *attack) armorClass() (int, error) {
	stats := a.Rules.Attack.Stats
	ac, has := a.Target.Stats[stats.Armor]
	if at, ok := a.Target.Stats[stats.RangedArmor]; ok && (a.weapon.ranged || !has) {
		ac, has = at, true
	}
	if !has {
		return 0, lacks(a.Target, stats.Armor, 12)
	}
	return ac, nil
}

// lacks refuses a target without the number that the attack or its Trauma Die has to reach.
func lacks(target *engine.Combatant, stat string, example int) error {
	return engine.Refuse(engine.NotNow, reason.LacksStat, engine.Args{Name: target.Name, Stat: stat, Example: stat + " " + strconv.Itoa(example)})
}

// attribute returns the modifier for the weapon's attribute: by default Dexterity for a ranged weapon, and the better of Strength and
// Dexterity in melee. It returns nil if the attacker has none.
func (a *attack) attribute() *engine.Mod {
	stats := a.Rules.Attack.Stats
	keys := []string{stats.Strength, stats.Dexterity}
	switch {
	case a.weapon.attribute == strength:
		keys = keys[:1]
	case a.weapon.attribute == dexterity, a.weapon.attribute == "" && a.weapon.ranged:
		keys = keys[1:]
	}
	var best *engine.Mod
	for _, key := range keys {
		if n, has := a.Attacker.Stats[key]; has && (best == nil || n > best.N) {
			best = &engine.Mod{Name: key, N: n}
		}
	}
	return best
}

// skill returns the level of the weapon's skill, or else of the general skill; nil if the attacker has neither.
func (a *attack) skill() *engine.Mod {
	for _, key := range []string{a.skillKey(), a.Rules.Attack.Stats.Skill} {
		if n, has := a.Attacker.Stats[key]; has && key != "" {
			return &engine.Mod{Name: key, N: n}
		}
	}
	return nil
}

// skillKey returns the stat of the weapon's skill, or "" if only the general one counts.
func (a *attack) skillKey() string {
	return a.Rules.Attack.SkillFor(a.weapon.skill, a.weapon.punch, a.weapon.ranged)
}

// punches reports whether this is a Punch attack, which adds the skill to the damage: with the built-in weapon, or one with that skill.
func (a *attack) punches() bool {
	if skills := a.Rules.Attack.Skills; len(skills) > 0 {
		return a.skillKey() == skills[0]
	}
	return a.weapon.punch
}

// checkSkill refuses a weapon whose skill is not one of the ruleset's.
func (a *attack) checkSkill() error {
	known := a.Rules.Attack.Skills
	switch named := a.weapon.skill; {
	case named == "" || slices.Contains(known, named) || len(known) > 0 && named == a.Rules.Attack.Stats.Skill:
		return nil
	case len(known) == 0:
		return a.notInRules(reason.NoWeaponSkills)
	default:
		return engine.Refuse(engine.Invalid, reason.WeaponSkill, engine.Args{Text: named, Names: known})
	}
}

// given returns the typed bonus that replaces the stats, if there is one.
func (a *attack) given() []engine.Mod {
	if a.weapon.hit == nil {
		return nil
	}
	return []engine.Mod{{Name: "given", N: *a.weapon.hit}}
}

// rollAgainstArmor rolls a d20 with the modifiers already in e and the weapon's own (CS-9, RI-9).
func (a *attack) rollAgainstArmor(e *engine.Attacked, ac int) error {
	a.modify(e)
	if err := a.rollDie(e, 20); err != nil {
		return err
	}
	e.AC, e.ACMods, e.Total = ac+sum(a.changes.AC), a.changes.AC, e.Natural+sum(e.Mods)
	e.Hit = e.Total >= e.AC
	if !a.Rules.Attack.NoNaturals {
		e.Hit = e.Natural == 20 || e.Natural != 1 && e.Hit
	}
	return nil
}

// damageOfHit rolls a hit's damage, adding the attribute and, for a Punch, the skill (CS-11, RI-10).
func (a *attack) damageOfHit(e *engine.Attacked, attribute *engine.Mod) {
	parts := a.rollDamage(e, a.damage)
	if attribute != nil {
		e.DamageMods = append(e.DamageMods, *attribute)
	}
	if skill := a.skill(); skill != nil && a.punches() {
		e.DamageMods = append(e.DamageMods, *skill)
	}
	parts[0].Amount += sum(e.DamageMods)
	times := 1
	if e.Trauma != nil && e.Trauma.Traumatic {
		times = e.Trauma.Rating
	}
	a.dealt(e, a.dealMore(e, parts), times)
}

// shockDamage returns the Shock damage before any minimum. ok is false if the weapon has no Shock, or none that gets through the armor.
func (a *attack) shockDamage(e *engine.Attacked, attribute *engine.Mod) (n int, ok bool) {
	if a.weapon.shockAC == 0 || a.weapon.shockAC < e.AC {
		return 0, false
	}
	n = a.weapon.shock
	if attribute != nil {
		n += attribute.N
	}
	return max(0, n), true
}

// dealShock replaces the damage by Shock.
func (a *attack) dealShock(e *engine.Attacked, n int, attribute *engine.Mod) {
	a.dealt(e, []engine.Part{{Names: a.damage.Parts()[0].Names, Amount: n}}, 1)
	e.Shock, e.ShockBase = true, a.weapon.shock
	if attribute != nil {
		e.ShockMods = []engine.Mod{*attribute}
	}
}

// critical is a d20 against a number of the target. A high natural roll hits and doubles the damage (RS-73).
type critical struct{}

func (critical) has() Has { return Has{Edge: true, Damage: true} }

func (critical) resolve(a *attack, e *engine.Attacked) error {
	if err := a.rollAgainst(e); err != nil {
		return err
	}
	e.Critical = e.Natural != 1 && e.Natural >= a.Rules.Attack.Critical
	e.Hit = e.Critical || e.Natural != 1 && e.Total >= e.AC
	if e.Hit && !e.Critical && a.changes.Critical != "" {
		e.Critical, e.CriticalBy = true, a.changes.Critical
	}
	return a.deal(e)
}

// agile is the circumstance with lower penalties for further attacks (RS-74).
const agile = "agile"

// degreesAttack is a d20 against a number of the target, with four degrees of success and penalties for further attacks in a turn (RS-74).
type degreesAttack struct{}

func (degreesAttack) has() Has { return Has{Circumstances: []string{agile}, Damage: true} }

func (degreesAttack) resolve(a *attack, e *engine.Attacked) error {
	if err := a.rollAgainst(e, laterAttack(a)...); err != nil {
		return err
	}
	switch penalties := a.Rules.Attack.Again; {
	case !a.circumstances[agile]:
	case len(penalties) < 2 || slices.Equal(penalties, a.Rules.Attack.Agile):
		e.Idle = append(e.Idle, engine.Idle{What: agile, Why: engine.IdleInRules})
	case a.Nth < 2:
		e.Idle = append(e.Idle, engine.Idle{What: agile, Why: engine.IdleFirst})
	}
	e.Degree = attackDegrees()[degree(e.Total-e.AC, e.Natural, true)]
	e.Critical = e.Degree == engine.CriticalSuccess
	e.Hit = e.Critical || e.Degree == engine.Success
	return a.deal(e)
}

// attackDegrees returns the degrees of success of an attack, by their numbers.
func attackDegrees() [4]engine.Degree {
	return [4]engine.Degree{engine.CriticalFailure, engine.Failure, engine.Success, engine.CriticalSuccess}
}

// laterAttack returns the penalty for an attack that isn't the first of its turn.
func laterAttack(a *attack) []engine.Mod {
	penalties, name := a.Rules.Attack.Again, ""
	if a.circumstances[agile] {
		penalties, name = a.Rules.Attack.Agile, "-agile"
	}
	switch {
	case a.Nth < 2 || len(penalties) < 2:
		return nil
	case a.Nth == 2:
		return []engine.Mod{{Name: "second-attack" + name, N: penalties[0]}}
	case a.Nth == 3:
		return []engine.Mod{{Name: "third-attack" + name, N: penalties[1]}}
	}
	return []engine.Mod{{Name: "later-attack" + name, N: penalties[1]}}
}

// rollAgainst rolls a d20 against the target's number that the file names, with the typed bonus or else the file's, more, and the weapon's
// modifier (RS-73, RS-74).
func (a *attack) rollAgainst(e *engine.Attacked, more ...engine.Mod) error {
	var err error
	if e.AC, err = a.against(); err != nil {
		return err
	}
	e.AC, e.ACMods = e.AC+sum(a.changes.AC), a.changes.AC
	e.Mods = a.given()
	if e.Mods == nil {
		e.Mods = []engine.Mod{a.bonus()}
	}
	e.Mods = append(e.Mods, more...)
	a.modify(e)
	if err := a.rollD20(e); err != nil {
		return err
	}
	e.Total = e.Natural + sum(e.Mods)
	return nil
}

// against returns the number that the attack has to reach. It refuses a target that has none of the stats for it, unless they aren't needed.
func (a *attack) against() (int, error) {
	f := a.Rules.Attack.Against
	if f == nil {
		return 0, engine.Refuse(engine.NotInRules, reason.NoAgainst, engine.Args{Ruleset: a.Rules.Title, Stat: a.Rules.Attack.Stats.Armor})
	}
	n, stats := f.Value(a.State.CombatantValues(a.Target, engine.Facts{})), f.Stats()
	given := slices.ContainsFunc(stats, func(key string) bool { _, has := a.Target.Stats[key]; return has })
	if n == 0 && len(stats) > 0 && !given {
		return 0, lacks(a.Target, stats[0], 12)
	}
	return n, nil
}

// bonus returns the attacker's bonus. If it is a single stat, it is named after that.
func (a *attack) bonus() engine.Mod {
	f := a.Rules.Attack.Bonus
	if f == nil {
		return engine.Mod{Name: "bonus"}
	}
	mod := engine.Mod{Name: "bonus", N: f.Value(a.State.CombatantValues(a.Attacker, engine.Facts{}))}
	if slices.Contains(f.Stats(), f.String()) {
		mod.Name = f.String()
	}
	return mod
}

// deal rolls the damage of a hit. A critical hit doubles its dice or its total.
func (a *attack) deal(e *engine.Attacked) error {
	damage, twice := a.damage, e.Critical && a.doubles() == ruleset.DoubleDice
	if twice && (a.thrown == nil || a.checksLate()) {
		damage, twice = doubled(damage), false
	}
	if a.thrown != nil && a.checksLate() {
		if err := a.checkTypedDamage(damage); err != nil {
			return err
		}
	}
	if !e.Hit {
		return nil
	}
	parts := a.rollDamage(e, damage)
	if twice { // the typed dice were thrown before anyone knew that it would be a critical hit
		more, extra := engine.RollAmount(damage.Map(func(t dice.Term) (dice.Term, bool) { return t, t.Sides > 0 }), a.Dice)
		e.Extra = &more
		for _, p := range extra {
			parts = engine.AddPart(parts, p)
		}
	}
	parts = a.dealMore(e, parts)
	times := 1
	if e.Critical && a.doubles() == ruleset.DoubleTotal {
		e.Times, times = 2, 2
	}
	a.dealt(e, parts, times)
	return nil
}

// rollDie rolls the attack's die, or uses the typed result.
func (a *attack) rollDie(e *engine.Attacked, sides int) error {
	e.Die = sides
	if a.Roll == nil {
		e.Natural = a.Dice.Roll(sides)
		return nil
	}
	e.Natural, e.Typed = *a.Roll, true
	return checkDie(*a.Roll, sides, "")
}

// NoEdge is typed to ignore advantage and disadvantage from effects (NU-22).
const NoEdge = "normal"

// parseEdge parses advantage and disadvantage. plain is true for NoEdge.
func parseEdge(text string) (edge engine.Edge, plain bool, err error) {
	edge = engine.Edge(strings.ToLower(strings.TrimSpace(text)))
	switch edge {
	case "", engine.Advantage, engine.Disadvantage:
		return edge, false, nil
	case NoEdge:
		return "", true, nil
	}
	return "", false, engine.Refuse(engine.Invalid, reason.Edge,
		engine.Args{Text: strings.TrimSpace(text), Names: []string{string(engine.Advantage), string(engine.Disadvantage), NoEdge}})
}

// rollD20 rolls a d20, or two of which one counts. A typed result is taken for the one that counts (RS-73).
func (a *attack) rollD20(e *engine.Attacked) error {
	e.Edge = a.edge
	if a.edge == "" || a.Roll != nil {
		return a.rollDie(e, 20)
	}
	e.Die, e.Faces = 20, []int{a.Dice.Roll(20), a.Dice.Roll(20)}
	e.Natural = max(e.Faces[0], e.Faces[1])
	if a.edge == engine.Disadvantage {
		e.Natural = min(e.Faces[0], e.Faces[1])
	}
	return nil
}

// rollDamage rolls damage, or adds its fixed numbers to the typed dice results (CO-7). It returns the parts.
func (a *attack) rollDamage(e *engine.Attacked, damage ruleset.Amount) []engine.Part {
	if a.thrown == nil {
		rolled, parts := engine.RollAmount(damage, a.Dice)
		e.Damage = &rolled
		return parts
	}
	e.Damage = &dice.Result{Expr: damage.String(), Typed: true}
	var parts []engine.Part
	shown := a.thrown
	if len(shown) > 1 {
		e.Shown = shown
	}
	for _, p := range damage.Parts() {
		counted, total := formula.Split(p.Dice)
		if len(counted) > 0 {
			total, shown = total+shown[0], shown[1:]
		}
		e.Damage.Total += total
		parts = append(parts, engine.Part{Names: p.Names, Amount: total})
	}
	return parts
}

// dealt sets the damage of a hit or of Shock. Parts are raised to 0, then multiplied.
func (a *attack) dealt(e *engine.Attacked, parts []engine.Part, times int) {
	parts, e.Dealt = engine.WholeParts(parts)
	if a.Rules.Damage != nil {
		e.Parts = parts
	}
	e.Dealt *= times
	for i := range e.Parts {
		e.Parts[i].Amount *= times
	}
}

// readThrown reads the typed results of the damage dice: one or, if several parts have dice, one for each of them (NU-5).
func (a *attack) readThrown() error {
	if a.DamageRoll == nil && strings.TrimSpace(a.DamageRolls) == "" {
		return nil
	}
	parts := slices.DeleteFunc(a.damage.Parts(), func(p ruleset.AmountPart) bool { return !p.Dice.HasDice() })
	args := engine.Args{Count: len(parts), Dice: a.damage.String(), Text: strings.TrimSpace(a.DamageRolls)}
	switch {
	case a.damage.Dice == nil:
		return engine.Refuse(engine.Invalid, reason.NoDamageDice, engine.Args{})
	case a.DamageRoll != nil && args.Text != "":
		return engine.Refuse(engine.Invalid, reason.DamageRollTwice, args)
	case a.DamageRoll != nil && len(parts) > 1:
		args.Example = strings.Repeat("/5", len(parts))[1:]
		return engine.Refuse(engine.Invalid, reason.DamageRollParts, args)
	case a.DamageRoll != nil:
		a.thrown = []int{*a.DamageRoll}
		return nil
	}
	for text := range strings.SplitSeq(args.Text, "/") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return engine.Refuse(engine.Invalid, reason.DamageRollsForm, args)
		}
		a.thrown = append(a.thrown, n)
	}
	if len(a.thrown) != max(1, len(parts)) {
		return engine.Refuse(engine.Invalid, reason.DamageRollsForm, args)
	}
	return nil
}

// checkTypedDamage refuses typed results that the dice can't show.
func (a *attack) checkTypedDamage(damage ruleset.Amount) error {
	parts := damage.Parts()
	if damage.Dice.HasDice() {
		parts = slices.DeleteFunc(parts, func(p ruleset.AmountPart) bool { return !p.Dice.HasDice() })
	} else if a.doubles() != "" {
		return engine.Refuse(engine.Invalid, reason.NoDamageDice, engine.Args{})
	}
	for i, shown := range a.thrown {
		counted, _ := formula.Split(parts[i].Dice)
		low, high := counted.Range()
		if shown < low || shown > high {
			return engine.Refuse(engine.Invalid, reason.DamageRange, engine.Args{Dice: parts[i].Dice.String(), Low: low, High: high, Count: shown})
		}
	}
	return nil
}

// doubles returns what a critical hit doubles, or "" if nothing.
func (a *attack) doubles() ruleset.Doubling { return a.Rules.Attack.Doubles }

// checksLate reports whether typed damage can only be checked once the attack is resolved: whoever threw the dice knew the typed d20 result,
// and so threw twice as many for a critical hit.
func (a *attack) checksLate() bool { return a.doubles() == ruleset.DoubleDice && a.Roll != nil }

// doubled returns damage with twice as many dice.
func doubled(damage ruleset.Amount) ruleset.Amount {
	return damage.Map(func(t dice.Term) (dice.Term, bool) {
		if t.Sides > 0 {
			t.N, t.Keep = 2*t.N, 2*t.Keep
		}
		return t, true
	})
}

// modify adds the modifiers that apply to every form of attack, one line for each mechanic.
func (a *attack) modify(e *engine.Attacked) {
	if n := a.weapon.modifier; n != 0 {
		e.Mods = append(e.Mods, engine.Mod{Name: "modifier", N: n})
	}
	e.Mods = append(e.Mods, engine.RollBonuses(a.changes.Bonuses, a.Dice)...) // NU-22
}

func sum(mods []engine.Mod) int {
	total := 0
	for _, m := range mods {
		total += m.N
	}
	return total
}
