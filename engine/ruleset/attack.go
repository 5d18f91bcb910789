package ruleset

import (
	"strconv"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// AttackForm is how attacks are resolved.
type AttackForm string

// The forms: none; d100 against a skill (ST-9); d20 with Trauma and soak (CS-9 to CS-13); d20 with Shock (RI-9 to RI-13); d20 with
// criticals (RS-73); d20 with four degrees (RS-74).
const (
	NoAttack       AttackForm = ""
	SkillTest      AttackForm = "d100 under"
	TraumaAttack   AttackForm = "d20 trauma"
	ShockAttack    AttackForm = "d20 shock"
	CriticalAttack AttackForm = "d20 critical"
	DegreesAttack  AttackForm = "d20 degrees"
)

// Attack is a form of attack and the stats that it reads. A stat that the file doesn't have counts as not given.
type Attack struct {
	Form  AttackForm
	Stats AttackStats

	Costs    string           // the pool that pays for an attack; empty: none
	Bonus    *formula.Formula // the attacker's; nil: 0, because the file has no stat for it
	Against  *formula.Formula // the target's; nil: always typed, because the file has no stat for it
	Critical int              // the lowest natural result that is a critical hit (RS-73)
	Doubles  Doubling
	Again    []int // penalties for the second attack of a turn, and for later ones (RS-74)
	Agile    []int // the same for agile weapons

	// NoNaturals means that only the total decides, even on a natural 1 or 20 (RI-9).
	NoNaturals bool
	// Skills are the stats for a Punch, for other melee weapons, for ranged ones, and then any that only a weapon can name. If empty, only the
	// general skill counts, whatever the weapon (RI-9).
	Skills []string
}

// SkillFor returns the stat of a weapon's skill: the one that it names, or else the one for its kind.
func (a *Attack) SkillFor(named string, punch, ranged bool) string {
	switch {
	case named != "" || len(a.Skills) < 3:
		return named
	case punch:
		return a.Skills[0]
	case ranged:
		return a.Skills[2]
	}
	return a.Skills[1]
}

// AttackStats are the keys of the stats that attack forms read by name.
type AttackStats struct {
	Melee, Ranged      string // the skills of a test (ST-9)
	Attack, Level      string // the attack bonus; the level that gives it (RI-9)
	Skill              string
	Strength           string
	Dexterity          string
	Armor, RangedArmor string // Armor Class, in general and against ranged attacks
	Soak               string
	TraumaTarget       string
}

// Doubling is what a critical hit doubles.
type Doubling string

// What is doubled: the dice, or the total.
const (
	DoubleDice  Doubling = "dice"
	DoubleTotal Doubling = "total"
)

// Melee reports whether attacks put combatants into melee with each other, which they can't leave freely (CS-7, RI-8).
func (a *Attack) Melee() bool { return a.Form == TraumaAttack || a.Form == ShockAttack }

// Counts reports whether the number of attacks that a combatant has made in its turn matters (RS-73, RS-74).
func (a *Attack) Counts() bool { return a.Form == CriticalAttack || a.Form == DegreesAttack }

// Takes returns the pool that pays for an attack, given the number of attacks already made this turn; empty: none. Under RS-73, only the first
// attack costs something.
func (a *Attack) Takes(made int) string {
	if a.Form == CriticalAttack && made > 0 {
		return ""
	}
	return a.Costs
}

func (r *reader) attackKey(k *strictyaml.Keys) {
	forms := map[string]*strictyaml.Keys{}
	for _, form := range []AttackForm{TraumaAttack, ShockAttack, CriticalAttack, DegreesAttack} {
		forms[string(form)] = r.attackKeys(&Attack{Form: form})
	}
	attack := strictyaml.Or(strictyaml.Words("none", string(SkillTest), string(TraumaAttack), string(ShockAttack)), strictyaml.Spec{By: "form", Of: "an attack", Forms: forms})
	attack.What = "none, d100 under, d20 trauma, d20 shock, or a mapping such as {form: d20 critical}"
	k.Add("attack", "[how the bot rolls to hit](#attack): `none` (default), a form with rules of its own (`d100 under`, `d20 trauma`, `d20 shock`), or one with keys",
		attack, func(n *strictyaml.Node) {
			if n.Kind == strictyaml.Scalar {
				if n.Text != "none" {
					r.rs.Attack = r.armorAttack(AttackForm(n.Text))
				}
				return
			}
			form := n.Get("form")
			if form == nil || forms[form.Text] == nil {
				n.Kind = strictyaml.Broken // already reported; what it allows is unknown
				return
			}
			a := r.armorAttack(AttackForm(form.Text))
			r.attackKeys(&a).Read(n)
			if !a.Melee() {
				a.Bonus = r.statOr(a.Bonus, n, "bonus", a.Stats.Attack)
				a.Against = r.statOr(a.Against, n, "against", a.Stats.Armor)
			}
			r.rs.Attack = a
		})
}

// armorAttack returns an attack of this form with its defaults. Attacks that put combatants into melee cost the main action, if there is one.
func (r *reader) armorAttack(form AttackForm) Attack {
	a := builtInAttack(form)
	if a.Melee() && r.rs.Pool(mainAction) != nil {
		a.Costs = mainAction
	}
	return a
}

// statOr returns f, or the stat of the form if the file has that stat and not this key.
func (r *reader) statOr(f *formula.Formula, n *strictyaml.Node, key, stat string) *formula.Formula {
	if n.Has(key) || !r.isStat(stat) {
		return f
	}
	return r.parse(r.KeyOf(n, "form"), key, stat, scope{number: true})
}

// attackKeys returns the keys of this form of attack: against Armor Class (CS-9, RI-9), or with a d20 whose bonus and target the file chooses
// (RS-73, RS-74).
func (r *reader) attackKeys(a *Attack) *strictyaml.Keys {
	k := strictyaml.NewKeys("an attack by " + string(a.Form))
	k.Add("form", "how it is rolled", strictyaml.Words(string(a.Form)), nil).Must()
	k.Add("costs", "the pool that an attack takes from", strictyaml.Pattern(keyPattern, "the key of a pool"), func(n *strictyaml.Node) {
		if r.poolExists(n, "costs", n.Text) {
			a.Costs = n.Text
		}
	})
	if a.Melee() {
		k.Add("naturals", "whether a natural 1 always misses and a natural 20 always hits; default: yes", strictyaml.YesNo(),
			func(n *strictyaml.Node) { a.NoNaturals = n.Text == "no" })
		k.Texts("skills", "the skills for unarmed attacks, for melee and for ranged weapons, then others that a weapon can name; `skill` counts for those that a combatant lacks",
			&a.Skills, strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Pattern(keyPattern, "the key of a stat"), Min: 3, Max: 12},
				What: "a list of at least three stats, such as [punch, stab, shoot]"}).Then(func(n *strictyaml.Node) {
			r.distinct(n, "skills")
			for _, item := range n.List() {
				if item.Kind == strictyaml.Scalar {
					r.statExists(item, "skills")
				}
			}
		})
		return k
	}
	r.number(k, "bonus", "added to the d20; default: the attacker's stat `attack`", &a.Bonus, scope{})
	r.number(k, "against", "what it has to reach; default: the target's stat `ac`", &a.Against, scope{})
	strictyaml.Choice(k, "doubles", "what a critical hit doubles; default: `dice`, and `total` with degrees", &a.Doubles, DoubleDice, DoubleTotal)
	if a.Form == CriticalAttack {
		k.Number("critical", "the lowest natural roll that is critical; default: 20", &a.Critical, 2, 20)
		return k
	}
	penalties := func(name, about string, into *[]int) {
		k.Add(name, about, strictyaml.Spec{List: &strictyaml.Items{Of: strictyaml.Number(-100, 100), Min: 2, Max: 2}, What: "a list of two penalties, such as [-5, -10]"},
			func(n *strictyaml.Node) {
				var out []int
				for _, text := range n.Texts() {
					if v, err := strconv.Atoi(text); err == nil {
						out = append(out, v)
					}
				}
				if len(out) == 2 {
					*into = out
				}
			})
	}
	penalties("again", "what the second and all later attacks of a turn add; default: -5 and -10", &a.Again)
	penalties("agile", "the same for `circumstance:agile`; default: -4 and -8", &a.Agile)
	return k
}
