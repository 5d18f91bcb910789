package engine

import (
	"slices"
	"strings"

	"roundel/engine/dice"
)

// attackEvents lists the events of attacks.
func attackEvents() []codec {
	return []codec{
		{"attacked", 2, Attacked{}},
	}
}

// Attacked is one attack with all its dice. If it deals damage, an HPChanged follows.
type Attacked struct {
	Attacker CombatantID `json:"attacker"`
	Target   CombatantID `json:"target"`
	Weapon   string      `json:"weapon,omitempty"`
	Ranged   bool        `json:"ranged,omitempty"`
	Free     bool        `json:"free,omitempty"` // costs no action
	Costs    []PoolSpend `json:"costs,omitempty"`
	Nth      int         `json:"nth,omitempty"` // this is the attacker's nth attack in its turn; 0: it doesn't count

	Die     int      `json:"die"` // number of sides: 20, or 100 for a test against a skill (ST-9)
	Natural int      `json:"natural"`
	Edge    Edge     `json:"edge,omitempty"`  // two dice were rolled and one counts (RS-73)
	Edges   []EdgeOf `json:"edges,omitempty"` // the effects that gave an edge, even if they cancel out (NU-22)
	Faces   []int    `json:"faces,omitempty"` // both dice; empty if the one that counts was typed
	Typed   bool     `json:"typed,omitempty"`
	Mods    []Mod    `json:"mods,omitempty"` // modifiers of the roll; in a test, of the target number
	Total   int      `json:"total"`          // Natural plus Mods; in a test, the modified target number
	AC      int      `json:"ac,omitempty"`
	ACMods  []Mod    `json:"ac_mods,omitempty"` // what effects have added to AC
	Hit     bool     `json:"hit"`

	Critical   bool   `json:"critical,omitempty"`    // the damage is doubled (RS-73, RS-74)
	CriticalBy string `json:"critical_by,omitempty"` // the effect that made it critical
	Degree     Degree `json:"degree,omitempty"`      // of success, under RS-74

	Extra *dice.Result `json:"extra,omitempty"` // dice that a critical hit adds to typed ones
	Times int          `json:"times,omitempty"` // what a critical hit multiplies the total by; 0: nothing

	Damage     *dice.Result `json:"damage,omitempty"`
	Shown      []int        `json:"shown,omitempty"` // the dice of a typed Damage with several parts (NU-5)
	Parts      []Part       `json:"parts,omitempty"` // of Dealt, where the ruleset has kinds of damage (NU-4)
	DamageMods []Mod        `json:"damage_mods,omitempty"`
	Deals      []MoreDamage `json:"deals,omitempty"` // what effects added to the damage
	Trauma     *Trauma      `json:"trauma,omitempty"`
	Shock      bool         `json:"shock,omitempty"` // the damage is Shock
	ShockBase  int          `json:"shock_base,omitempty"`
	ShockMods  []Mod        `json:"shock_mods,omitempty"`
	Stated     bool         `json:"stated,omitempty"` // only Total was given: dice, modifiers and damage are unknown (CR-59)
	Immune     bool         `json:"immune,omitempty"` // no damage gets through the armor (RI-12)
	Dealt      int          `json:"dealt"`            // damage before soak

	Wields Wielding `json:"wields,omitempty"` // shows which kind of weapon the attacker wields, where that matters (RI-8)
	Arms   string   `json:"arms,omitempty"`   // a typed weapon, which can be named from now on
	Idle   []Idle   `json:"idle,omitempty"`   // what was typed but makes no difference
}

// Idle is a circumstance or option of an attack that makes no difference.
type Idle struct {
	What string  `json:"what"` // as typed: "half-cover", "range"; for an attribute, its stat
	Why  IdleWhy `json:"why"`
}

// IdleWhy is the reason why it makes no difference.
type IdleWhy string

// The reasons.
const (
	IdleInMelee  IdleWhy = "melee"   // only counts at range
	IdleAtRange  IdleWhy = "range"   // only counts in melee
	IdleNotWorse IdleWhy = "worse"   // only the worse of prone and cover counts (RI-13)
	IdleFirst    IdleWhy = "first"   // only counts from the second attack of a turn on (RS-74)
	IdleLacking  IdleWhy = "lacking" // the attacker lacks the stat
	IdleInRules  IdleWhy = "rules"   // nothing in the ruleset depends on it
)

// Wielding is the kind of weapons that a combatant has attacked with.
type Wielding string

// The kinds: ranged weapons only, or any others.
const (
	RangedWeapons Wielding = "ranged"
	MeleeWeapons  Wielding = "melee"
)

// Edge says which of two attack dice counts: the higher or the lower one (RS-73).
type Edge string

// The edges.
const (
	Advantage    Edge = "advantage"
	Disadvantage Edge = "disadvantage"
)

// Degree is how well or badly an attack went (RS-74).
type Degree string

// The degrees, from the best to the worst.
const (
	CriticalSuccess Degree = "critical success"
	Success         Degree = "success"
	Failure         Degree = "failure"
	CriticalFailure Degree = "critical failure"
)

// AttackCount is the number of attacks that a combatant has made in one turn, not counting free ones.
type AttackCount struct {
	Turn TurnID `json:"turn"`
	N    int    `json:"n"`
}

// AttacksMade returns how many attacks a combatant has made in the current turn, not counting free ones (RS-73, RS-74).
func (s *State) AttacksMade(c *Combatant) int {
	if s.Turn == 0 || c.Attacks.Turn != s.Turn {
		return 0
	}
	return c.Attacks.N
}

// Mod is a modifier with the name shown for it.
type Mod struct {
	Name   string       `json:"name"`
	N      int          `json:"n"`
	Effect bool         `json:"effect,omitempty"` // it comes from the effect called Name
	Roll   *dice.Result `json:"roll,omitempty"`   // the dice whose total is N
}

// Trauma is a roll of the Trauma Die (CS-10).
type Trauma struct {
	Die       int  `json:"die"` // number of sides
	Roll      int  `json:"roll"`
	Typed     bool `json:"typed,omitempty"`
	Mod       int  `json:"mod,omitempty"`       // what the weapon adds to Roll
	Target    int  `json:"target"`              // the target's Trauma Target
	Traumatic bool `json:"traumatic,omitempty"` // Roll plus Mod is at least Target
	Rating    int  `json:"rating"`              // what the damage is multiplied by if it is traumatic
}

func (e Attacked) apply(s *State) {
	if c := s.Combatant(e.Attacker); c != nil {
		c.spend(e.Costs, s.Turn)
		// An attack on a hidden combatant that costs a visible attacker nothing isn't shown to others, so it must not count for them.
		if t := s.Combatant(e.Target); !e.Free || t == nil || !t.Hidden || c.Hidden {
			s.recordAct(c)
		}
		if e.Wields != "" && c.Wields != MeleeWeapons {
			c.Wields = e.Wields
		}
		if e.Arms != "" {
			c.arm(e.Weapon, e.Arms)
		}
		if e.Nth > 0 {
			c.Attacks = AttackCount{Turn: s.Turn, N: e.Nth}
		}
	}
	for i, f := range s.FreeAttacks {
		if e.Free && f.Attacker == e.Attacker && f.Target == e.Target {
			s.FreeAttacks[i].Made = true
		}
	}
}

// maxTyped is the maximum number of typed weapons that a combatant keeps.
const maxTyped = 20

// arm remembers a typed weapon, replacing one with the same name.
func (c *Combatant) arm(weapon, text string) {
	same := func(old string) bool {
		name, _, _ := strings.Cut(old, ",")
		return SameName(strings.TrimSpace(name), weapon)
	}
	all := append(slices.DeleteFunc(slices.Clone(c.Typed), same), text)
	c.Typed = all[max(0, len(all)-maxTyped):]
}

func (e Attacked) seen(v Sight) (Event, bool) {
	return shownIf(v.knows(e.Attacker) && v.knows(e.Target), e)
}
