package engine

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine/dice"
)

// TestsAsked asks combatants for an Awareness test (ST-8).
type TestsAsked struct {
	Who    []CombatantID `json:"who"`
	Target int           `json:"target"`
}

func (e TestsAsked) apply(s *State) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return slices.Contains(e.Who, t.Who) })
	for _, id := range e.Who {
		s.Tests = append(s.Tests, SurpriseTest{id, e.Target})
	}
}

// TestAnswered is such a test; it is passed at the target number or less.
type TestAnswered struct {
	Who    CombatantID `json:"who"`
	Roll   int         `json:"roll"` // of the d100
	Target int         `json:"target"`
	Typed  bool        `json:"typed,omitempty"`
}

func (e TestAnswered) apply(s *State) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return t.Who == e.Who })
}

// Contested is an ambush by contest (RI-3).
type Contested struct {
	Ambushers []ContestRoll `json:"ambushers"`
	Targets   []ContestRoll `json:"targets"`
	Surprised []CombatantID `json:"surprised,omitempty"` // the targets that failed
}

// ContestRoll is one combatant's 2d6 and its bonus.
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

// OrderCleared takes all scores back before they are rolled anew (ST-7).
type OrderCleared struct {
	Waiting []UnitID `json:"waiting,omitempty"` // who had not acted in the round that is cut off
}

func (e OrderCleared) apply(s *State) {
	s.Ties = nil
	for i := range s.Units {
		u := &s.Units[i]
		u.Rolled, u.Natural, u.Base, u.Shift = false, 0, 0, 0
	}
}

// MoraleDue reminds the GM that a side has taken losses (CS-8).
type MoraleDue struct {
	Unit   UnitID `json:"unit"`
	Hidden bool   `json:"hidden,omitempty"` // only hidden ones were lost
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

// Noticed keeps something for the GM to be told, [NoticesRead] says that it was.
type (
	Noticed struct {
		Notice Notice `json:"notice"`
	}
	NoticesRead struct{}
)

func (e Noticed) apply(s *State) {
	s.Notices = append(s.Notices, e.Notice)
	s.Notices = s.Notices[max(0, len(s.Notices)-maxNotices):]
}

func (NoticesRead) apply(s *State) { s.Notices = nil }

// MoraleChecked is a Morale check: who has a score below the roll breaks.
type MoraleChecked struct {
	Who    []CombatantID `json:"who"`
	Roll   dice.Result   `json:"roll"`
	Broken []CombatantID `json:"broken,omitempty"`
}

func (MoraleChecked) apply(*State) {}

// ActivityDefined sets what a predefined activity costs, or forgets it at 0 ticks (FT-5).
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

// Acted is an activity of a combatant, and what it used up.
type Acted struct {
	Combatant CombatantID `json:"combatant"`
	Activity  string      `json:"activity"`
	Type      ActionType  `json:"type,omitempty"`
	Ticks     int         `json:"ticks,omitempty"` // spent
	Main      bool        `json:"main,omitempty"`  // uses up the main action
	Move      bool        `json:"move,omitempty"`  // uses up a move action
	Once      bool        `json:"once,omitempty"`  // once per scene (CS-4)
	Reaction  bool        `json:"reaction,omitempty"`
	Left      int         `json:"left,omitempty"`   // ticks left afterwards
	Metres    int         `json:"metres,omitempty"` // how far a move goes (RI-7)
}

func (e Acted) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	c.Spent += e.Ticks
	c.Main = c.Main || e.Main
	if e.Move {
		c.Moves++
	}
	if e.Reaction && e.Ticks > 0 {
		c.Reserved = max(0, c.Reserved-e.Ticks)
	}
	if e.Once {
		c.Once = append(slices.Clone(c.Once), strings.ToLower(e.Activity))
	}
}

// TicksReserved holds ticks back for reactions (FT-6).
type TicksReserved struct {
	Combatant CombatantID `json:"combatant"`
	Reserved  int         `json:"reserved"` // all that is held back now
	Left      int         `json:"left"`
}

func (e TicksReserved) apply(s *State) {
	if c := s.Combatant(e.Combatant); c != nil {
		c.Reserved = e.Reserved
	}
}

// Engaged puts two combatants in melee with each other, Disengaged parts them. Mutual: they are already, by an attack of
// B's, and now A strikes back.
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

func (e Disengaged) apply(s *State) {
	s.Engaged = slices.DeleteFunc(s.Engaged, func(g Engagement) bool {
		return g.A == e.A && g.B == e.B || g.A == e.B && g.B == e.A
	})
}

// Fled names those who get a free attack on one that left melee without a Fighting Withdrawal (CS-7, RI-8).
type Fled struct {
	Combatant CombatantID   `json:"combatant"`
	Attackers []CombatantID `json:"attackers"`
}

func (Fled) apply(*State) {}

// FreeAttacksDue lets each attacker strike once at the target that fled, until the attacker's next turn is over.
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

func (s *State) dropFreeAttacks(these func(f FreeAttack) bool) {
	s.FreeAttacks = slices.DeleteFunc(s.FreeAttacks, these)
}

// dropFreeAttacksBy drops what a combatant did not strike until its own next turn was over.
func (s *State) dropFreeAttacksBy(id CombatantID) {
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == id })
}

// Attacked is one attack with all its dice. What it did to hit points follows as an HPChanged.
type Attacked struct {
	Attacker CombatantID `json:"attacker"`
	Target   CombatantID `json:"target"`
	Weapon   string      `json:"weapon,omitempty"`
	Ranged   bool        `json:"ranged,omitempty"`
	Free     bool        `json:"free,omitempty"` // costs no action
	Main     bool        `json:"main,omitempty"` // uses up the main action

	Die     int   `json:"die"` // 20, or 100 for a test under a skill (ST-9)
	Natural int   `json:"natural"`
	Typed   bool  `json:"typed,omitempty"`
	Mods    []Mod `json:"mods,omitempty"` // of the roll, or of the target number of a test
	Total   int   `json:"total"`          // natural and modifiers; of a test the target number
	AC      int   `json:"ac,omitempty"`
	Hit     bool  `json:"hit"`

	Damage     *dice.Result `json:"damage,omitempty"`
	DamageMods []Mod        `json:"damage_mods,omitempty"`
	Trauma     *Trauma      `json:"trauma,omitempty"`
	Shock      bool         `json:"shock,omitempty"` // the damage is Shock
	ShockBase  int          `json:"shock_base,omitempty"`
	ShockMods  []Mod        `json:"shock_mods,omitempty"`
	Immune     bool         `json:"immune,omitempty"` // the armor lets nothing through (RI-12)
	Dealt      int          `json:"dealt"`            // before soak
}

// Mod is one named modifier.
type Mod struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Trauma is the roll of a Trauma Die (CS-10).
type Trauma struct {
	Die       int  `json:"die"`
	Roll      int  `json:"roll"`
	Typed     bool `json:"typed,omitempty"`
	Target    int  `json:"target"`
	Traumatic bool `json:"traumatic,omitempty"`
	Rating    int  `json:"rating"`
}

func (e Attacked) apply(s *State) {
	if c := s.Combatant(e.Attacker); c != nil {
		c.Main = c.Main || e.Main
	}
	for i, f := range s.FreeAttacks {
		if e.Free && f.Attacker == e.Attacker && f.Target == e.Target {
			s.FreeAttacks[i].Made = true
		}
	}
}

// ActionType is one of the actions of a turn (CS-6, RI-6).
type ActionType string

// The types of actions.
const (
	MainAction    ActionType = "main"
	MoveAction    ActionType = "move"
	OnTurnAction  ActionType = "on-turn"
	InstantAction ActionType = "instant"
)
