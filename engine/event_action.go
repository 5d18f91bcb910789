package engine

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// actionEvents lists the events of tests, activities, melee and attacks.
func actionEvents() []codec {
	return []codec{
		{"tests-asked", 1, TestsAsked{}},
		{"test-answered", 1, TestAnswered{}},
		{"tests-called-off", 1, TestsCalledOff{}},
		{"contested", 1, Contested{}},
		{"order-cleared", 1, OrderCleared{}},
		{"morale-due", 1, MoraleDue{}},
		{"morale-checked", 1, MoraleChecked{}},
		{"activity-defined", 1, ActivityDefined{}},
		{"acted", 2, Acted{}},
		{"pool-reserved", 1, PoolReserved{}},
		{"engaged", 1, Engaged{}},
		{"disengaged", 1, Disengaged{}},
		{"fled", 1, Fled{}},
		{"free-attacks-due", 1, FreeAttacksDue{}},
		{"attacked", 2, Attacked{}},
	}
}

// TestsAsked asks combatants to make an Awareness test against a target number (ST-8).
type TestsAsked struct {
	Who    []CombatantID `json:"who"`
	Target int           `json:"target"`
	Again  bool          `json:"again,omitempty"` // for the next order that is rolled (ST-7)
}

func (e TestsAsked) apply(s *State) {
	TestsCalledOff{e.Who}.apply(s)
	for _, id := range e.Who {
		s.Tests = append(s.Tests, SurpriseTest{id, e.Target, e.Again})
	}
}

func (e TestsAsked) seen(v Sight) (Event, bool) {
	all := len(e.Who)
	e.Who = v.who(e.Who)
	return some(len(e.Who), all, e)
}

// TestAnswered is the result of an Awareness test (ST-8). It passes if Roll is at most Target.
type TestAnswered struct {
	Who    CombatantID `json:"who"`
	Roll   int         `json:"roll"` // on a d100
	Target int         `json:"target"`
	Typed  bool        `json:"typed,omitempty"`
}

func (e TestAnswered) apply(s *State) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return t.Who == e.Who })
}

func (e TestAnswered) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Who), e) }

// TestsCalledOff drops Awareness tests that have not been made (ST-8).
type TestsCalledOff struct {
	Who []CombatantID `json:"who"`
}

func (e TestsCalledOff) apply(s *State) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return slices.Contains(e.Who, t.Who) })
}

func (e TestsCalledOff) seen(v Sight) (Event, bool) {
	all := len(e.Who)
	e.Who = v.who(e.Who)
	return some(len(e.Who), all, e)
}

// Contested is an ambush decided by a contest of rolls (RI-3).
type Contested struct {
	Ambushers []ContestRoll `json:"ambushers"`
	Targets   []ContestRoll `json:"targets"`
	Surprised []CombatantID `json:"surprised,omitempty"` // the targets that lost the contest
}

// ContestRoll is one combatant's roll of 2d6 in a contest, with its bonus.
type ContestRoll struct {
	Who   CombatantID `json:"who"`
	Roll  dice.Result `json:"roll"`
	Bonus int         `json:"bonus"`
	Total int         `json:"total"`
}

func (e Contested) apply(s *State) {
	SurpriseChanged{e.Surprised, true}.apply(s)
	seen := slices.ContainsFunc(e.Ambushers, func(r ContestRoll) bool { c := s.Combatant(r.Who); return c != nil && !c.Hidden })
	for _, id := range e.Surprised {
		if c := s.Combatant(id); c != nil {
			c.Unnoticed = !seen
		}
	}
}

// seen shows the rolls of known ambushers and known targets. A surprise by hidden ambushers alone shows when it takes effect.
func (e Contested) seen(v Sight) (Event, bool) {
	all := len(e.Ambushers) + len(e.Targets)
	strange := func(r ContestRoll) bool { return !v.knows(r.Who) }
	e.Ambushers = slices.DeleteFunc(slices.Clone(e.Ambushers), strange)
	e.Targets = slices.DeleteFunc(slices.Clone(e.Targets), strange)
	e.Surprised = v.who(e.Surprised)
	if len(e.Ambushers) == 0 || len(e.Targets) == 0 {
		return nil, false
	}
	return e, len(e.Ambushers)+len(e.Targets) == all
}

// OrderCleared removes all scores before initiative is rolled again (ST-7).
type OrderCleared struct {
	Waiting []UnitID `json:"waiting,omitempty"` // units that had not acted yet in the interrupted round
}

func (e OrderCleared) apply(s *State) {
	s.Ties, s.OpenTies, s.Left, s.Begin, s.JokerDealt, s.HiddenJoker = nil, nil, nil, nil, false, false
	for i := range s.Units {
		if u := &s.Units[i]; !u.IsEvent() {
			u.Rolled, u.Natural, u.Base, u.Shift, u.Moved = false, 0, 0, 0, 0
			s.discard(u)
		}
	}
	s.Further = slices.DeleteFunc(s.Further, func(u Unit) bool { return u.Slot })
	for i := range s.Further {
		u := &s.Further[i]
		u.Rolled, u.Natural, u.Base, u.Shift, u.Moved = false, 0, 0, 0, 0
		s.discard(u)
	}
	for i := range s.Departed {
		s.Departed[i].Placed = false
	}
}

func (e OrderCleared) seen(v Sight) (Event, bool) {
	all := len(e.Waiting)
	e.Waiting = v.units(e.Waiting)
	return e, len(e.Waiting) == all
}

// discard takes the card of a place, but for that of a turn which is held.
func (s *State) discard(place *Unit) {
	if main := s.Main(place); main.Waiting != Holding || s.Playing(main).ID != place.ID {
		place.Card = ruleset.None
	}
}

// MoraleDue reminds the GM that a side has taken losses (CS-8).
type MoraleDue struct {
	Unit   UnitID `json:"unit"`
	Hidden bool   `json:"hidden,omitempty"` // only hidden members were lost
}

func (e MoraleDue) apply(s *State) {
	u := s.Unit(e.Unit)
	if u == nil {
		return
	}
	if u.HiddenLosses = 0; !e.Hidden {
		u.Losses = 0
	}
}

func (e MoraleDue) seen(v Sight) (Event, bool) { return shownIf(v.knowsUnit(e.Unit) && !e.Hidden, e) }

// MoraleChecked is a Morale check (CS-8): everyone whose Morale score is below the roll breaks.
type MoraleChecked struct {
	Who    []CombatantID `json:"who"`
	Roll   dice.Result   `json:"roll"`
	Broken []CombatantID `json:"broken,omitempty"`
}

func (MoraleChecked) apply(*State) {}

func (e MoraleChecked) seen(v Sight) (Event, bool) {
	all := len(e.Who)
	e.Who, e.Broken = v.who(e.Who), v.who(e.Broken)
	return some(len(e.Who), all, e)
}

// ActivityDefined sets the cost of a predefined activity, or deletes the activity if Ticks is 0 (FT-5).
type ActivityDefined struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
}

func (e ActivityDefined) apply(s *State) {
	all := maps.Clone(s.Activities)
	if all == nil {
		all = map[string]int{}
	}
	if e.Ticks == 0 {
		delete(all, strings.ToLower(e.Name))
	} else {
		all[strings.ToLower(e.Name)] = e.Ticks
	}
	s.Activities = all
}

func (e ActivityDefined) seen(Sight) (Event, bool) { return e, true }

// Acted is an activity of a combatant, and what it cost.
type Acted struct {
	Combatant CombatantID `json:"combatant"`
	Activity  string      `json:"activity"`
	Pool      string      `json:"pool,omitempty"`      // what it was meant to take
	Costs     []PoolSpend `json:"costs,omitempty"`     // what it took; nothing if the pool isn't counted
	Once      bool        `json:"once,omitempty"`      // works once per scene (CS-4)
	Reaction  bool        `json:"reaction,omitempty"`  // out of turn (FT-7, ST-9)
	Left      int         `json:"left,omitempty"`      // left of the pool afterwards; of a reaction out of a reserve, left of that
	Metres    int         `json:"metres,omitempty"`    // distance moved (RI-7)
	Ticks     *int        `json:"ticks,omitempty"`     // how far it takes the turn on the clock (RS-38)
	Instead   int         `json:"instead,omitempty"`   // the predefined cost, if another one was typed (FT-5)
	Narrative bool        `json:"narrative,omitempty"` // while there is no order: it costs nothing and changes nothing (FT-10)
}

func (e Acted) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || e.Narrative {
		return
	}
	c.spend(e.Costs, s.Turn)
	s.recordAct(c)
	c.addTicks(e.Ticks)
	if e.Once {
		c.Once = append(slices.Clone(c.Once), strings.ToLower(e.Activity))
	}
}

func (e Acted) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// PoolReserved sets how many of a pool a combatant holds back for reactions (FT-6).
type PoolReserved struct {
	Combatant CombatantID `json:"combatant"`
	Pool      string      `json:"pool"`
	Reserved  int         `json:"reserved"` // total number now held back
	Left      int         `json:"left"`     // left to spend
}

func (e PoolReserved) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		use := c.Pools[e.Pool]
		use.Reserved = e.Reserved
		c.setPool(e.Pool, use)
		s.recordAct(c)
	}
}

func (e PoolReserved) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Combatant), e) }

// Engaged puts two combatants in melee, because A attacked B. Disengaged separates them. Mutual means that B's attack had already put
// them in melee, and now A strikes back.
type (
	Engaged struct {
		A      CombatantID `json:"a"`
		B      CombatantID `json:"b"`
		Mutual bool        `json:"mutual,omitempty"`
	}
	Disengaged struct {
		A CombatantID `json:"a"`
		B CombatantID `json:"b"`
	}
)

func (e Engaged) apply(s *State) {
	if !e.Mutual {
		s.Engaged = append(s.Engaged, Engagement{A: e.A, B: e.B})
		return
	}
	for i, g := range s.Engaged {
		if g.A == e.B && g.B == e.A {
			s.Engaged[i].Mutual = true
		}
	}
}

func (e Engaged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.A) && v.knows(e.B), e) }

func (e Disengaged) apply(s *State) {
	s.Engaged = slices.DeleteFunc(s.Engaged, func(g Engagement) bool {
		return g.A == e.A && g.B == e.B || g.A == e.B && g.B == e.A
	})
}

func (e Disengaged) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.A) && v.knows(e.B), e) }

// Fled lists the combatants that get a free attack because Combatant left melee without a Fighting Withdrawal (CS-7, RI-8).
type Fled struct {
	Combatant CombatantID   `json:"combatant"`
	Attackers []CombatantID `json:"attackers"`
}

func (Fled) apply(*State) {}

func (e Fled) seen(v Sight) (Event, bool) {
	if !v.knows(e.Combatant) {
		return nil, false
	}
	all := len(e.Attackers)
	e.Attackers = v.who(e.Attackers)
	return some(len(e.Attackers), all, e)
}

// FreeAttacksDue gives each attacker one free attack on the target that fled, until the end of the attacker's next turn.
type FreeAttacksDue struct {
	Target    CombatantID   `json:"target"`
	Attackers []CombatantID `json:"attackers"`
}

func (e FreeAttacksDue) apply(s *State) {
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Target == e.Target && slices.Contains(e.Attackers, f.Attacker) })
	for _, id := range e.Attackers {
		s.FreeAttacks = append(s.FreeAttacks, FreeAttack{Attacker: id, Target: e.Target})
	}
}

func (e FreeAttacksDue) seen(v Sight) (Event, bool) {
	if !v.knows(e.Target) {
		return nil, false
	}
	all := len(e.Attackers)
	e.Attackers = v.who(e.Attackers)
	return some(len(e.Attackers), all, e)
}

// dropFreeAttacks removes the free attacks for which these returns true.
func (s *State) dropFreeAttacks(these func(f FreeAttack) bool) {
	s.FreeAttacks = slices.DeleteFunc(s.FreeAttacks, these)
}

// dropFreeAttacksBy removes a combatant's free attacks: they expire at the end of its next turn.
func (s *State) dropFreeAttacksBy(id CombatantID) {
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == id })
}

// Attacked is one attack with all its dice. An HPChanged follows if it does damage.
type Attacked struct {
	Attacker CombatantID `json:"attacker"`
	Target   CombatantID `json:"target"`
	Weapon   string      `json:"weapon,omitempty"`
	Ranged   bool        `json:"ranged,omitempty"`
	Free     bool        `json:"free,omitempty"` // costs no action
	Costs    []PoolSpend `json:"costs,omitempty"`
	Nth      int         `json:"nth,omitempty"` // the number of this attack in the attacker's turn; 0: it does not count

	Die     int   `json:"die"` // number of sides: 20, or 100 for a test against a skill (ST-9)
	Natural int   `json:"natural"`
	Edge    Edge  `json:"edge,omitempty"`  // two dice, of which one counts (RS-73)
	Faces   []int `json:"faces,omitempty"` // what the two dice showed; nothing if the one that counts was typed
	Typed   bool  `json:"typed,omitempty"`
	Mods    []Mod `json:"mods,omitempty"` // modifiers of the roll; in a test, of the target number
	Total   int   `json:"total"`          // Natural plus Mods; in a test, the modified target number
	AC      int   `json:"ac,omitempty"`
	Hit     bool  `json:"hit"`

	Critical bool   `json:"critical,omitempty"` // the damage is doubled (RS-73, RS-74)
	Degree   Degree `json:"degree,omitempty"`   // of success, under RS-74

	Extra *dice.Result `json:"extra,omitempty"` // dice that a critical hit adds to typed ones
	Times int          `json:"times,omitempty"` // what a critical hit multiplies the total by; 0: nothing

	Damage     *dice.Result `json:"damage,omitempty"`
	DamageMods []Mod        `json:"damage_mods,omitempty"`
	Trauma     *Trauma      `json:"trauma,omitempty"`
	Shock      bool         `json:"shock,omitempty"` // the damage is Shock
	ShockBase  int          `json:"shock_base,omitempty"`
	ShockMods  []Mod        `json:"shock_mods,omitempty"`
	Immune     bool         `json:"immune,omitempty"` // no damage gets through the armor (RI-12)
	Dealt      int          `json:"dealt"`            // damage before soak

	Wields Wielding `json:"wields,omitempty"` // what it shows that the attacker wields, where that matters (RI-8)
}

// Wielding is the kind of weapons that a combatant has attacked with.
type Wielding string

// The kinds: only ranged ones, or any others.
const (
	RangedWeapons Wielding = "ranged"
	MeleeWeapons  Wielding = "melee"
)

// Edge is a second die for an attack: the higher or the lower one counts (RS-73).
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

// AttackCount is the number of attacks that a combatant has made in one turn, without free ones.
type AttackCount struct {
	Turn TurnID `json:"turn"`
	N    int    `json:"n"`
}

// AttacksMade returns how many attacks a combatant has made in the current turn, without free ones (RS-73, RS-74).
func (s *State) AttacksMade(c *Combatant) int {
	if s.Turn == 0 || c.Attacks.Turn != s.Turn {
		return 0
	}
	return c.Attacks.N
}

// Mod is a modifier with the name shown for it.
type Mod struct {
	Name string `json:"name"`
	N    int    `json:"n"`
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
		// One that costs a visible combatant nothing and is made on a hidden one is no deed: others don't see it.
		if t := s.Combatant(e.Target); !e.Free || t == nil || !t.Hidden || c.Hidden {
			s.recordAct(c)
		}
		if e.Wields != "" && c.Wields != MeleeWeapons {
			c.Wields = e.Wields
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

func (e Attacked) seen(v Sight) (Event, bool) {
	return shownIf(v.knows(e.Attacker) && v.knows(e.Target), e)
}
