package engine

import "slices"

// Engagement is a pair of combatants in melee: A attacked B. If it is Mutual, B has attacked A as well.
type Engagement struct {
	A      CombatantID `json:"a"`
	B      CombatantID `json:"b"`
	Mutual bool        `json:"mutual,omitempty"`
}

// FreeAttack is an attack that Attacker may make because Target fled from melee. It expires after the attacker's next turn.
type FreeAttack struct {
	Attacker CombatantID `json:"attacker"`
	Target   CombatantID `json:"target"`
	Made     bool        `json:"made,omitempty"`
}

// meleeEvents lists the events of melee.
func meleeEvents() []codec {
	return []codec{
		{"engaged", 1, Engaged{}},
		{"disengaged", 1, Disengaged{}},
		{"fled", 1, Fled{}},
		{"free-attacks-due", 1, FreeAttacksDue{}},
	}
}

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

// Withdrawal is the activity that leaves melee without provoking free attacks (CS-7, RI-8), as typed and logged.
const Withdrawal = "Fighting Withdrawal"

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
	return about(v, &e, &e.Attackers)
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
	return about(v, &e, &e.Attackers)
}

// Engages reports whether id is in melee with foe by its own attack, or was put in that melee by command.
func (s *State) Engages(id, foe CombatantID) bool {
	return slices.ContainsFunc(s.Engaged, func(g Engagement) bool {
		return g.A == id && g.B == foe || g.Mutual && g.A == foe && g.B == id
	})
}

// dropFreeAttacks removes the free attacks for which these returns true.
func (s *State) dropFreeAttacks(these func(f FreeAttack) bool) {
	s.FreeAttacks = slices.DeleteFunc(s.FreeAttacks, these)
}

// dropMelee takes a combatant out of all melees, with the free attacks by it and on it.
func (s *State) dropMelee(id CombatantID) {
	s.Engaged = slices.DeleteFunc(s.Engaged, func(g Engagement) bool { return g.A == id || g.B == id })
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == id || f.Target == id })
}
