package engine

import (
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// Standing reports whether c has hit points left or doesn't track them (CO-12).
func (c *Combatant) Standing() bool { return !c.HasHP || c.HP > 0 }

// hpEvents lists the events of hit points.
func hpEvents() []codec {
	return []codec{
		{"hp-changed", 1, HPChanged{}},
		{"hp-shown-changed", 1, HPShownChanged{}},
	}
}

// HPChanged sets a combatant's hit points. Amount is the damage (negative) or healing before halving, soak, and the limits of 0 and
// Max.
type HPChanged struct {
	Combatant CombatantID  `json:"combatant"`
	Amount    int          `json:"amount"`
	Set       bool         `json:"set,omitempty"` // set directly instead of dealt or healed
	Half      bool         `json:"half,omitempty"`
	Soaked    int          `json:"soaked,omitempty"` // damage absorbed by armor (CS-13)
	Soak      int          `json:"soak,omitempty"`   // soak left afterwards
	Tracked   bool         `json:"tracked"`          // false: its hit points aren't tracked, so nothing changes
	From      int          `json:"from"`
	To        int          `json:"to"`
	Max       int          `json:"max"`
	Roll      *dice.Result `json:"roll,omitempty"`
	Plain     bool         `json:"plain,omitempty"`    // without resistances (NU-10)
	Parts     []Part       `json:"parts,omitempty"`    // the parts of the damage, if the ruleset has kinds of damage (NU-4)
	Shared    int          `json:"shared,omitempty"`   // with Parts: their total after half or none
	Resisted  int          `json:"resisted,omitempty"` // how much resistances take off that; negative: they add to it
	Why       []Resist     `json:"why,omitempty"`      // the resistances that did (NU-9)
	Cause     string       `json:"cause,omitempty"`    // the name of the effect that dealt it, if any
	None      bool         `json:"none,omitempty"`     // this target takes nothing; Amount is 0
	Booked    bool         `json:"booked,omitempty"`   // By is known to say who dealt it; older logs don't say
	By        CombatantID  `json:"by,omitempty"`       // who dealt it; 0: nobody
	Absorbed  []Absorbed   `json:"absorbed,omitempty"` // damage that absorbs took (NU-11)
	Absorbs   int          `json:"absorbs,omitempty"`  // the total of all absorbs afterwards
	Blurred   HPShown      `json:"-"`                  // in a view: From, To, Max, Soaked and Soak aren't the real numbers, and Absorbed is empty

	Rest ruleset.RestHP `json:"rest,omitempty"` // what the rest that restored these hit points restores (NU-30); none: not a rest
}

func (e HPChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil {
		return
	}
	s.noteTaken(c, e)
	if !e.Tracked {
		return
	}
	c.HasHP, c.HP, c.MaxHP, c.Soak, c.Blurred = true, e.To, e.Max, e.Soak, e.Blurred
	for _, a := range e.Absorbed {
		c.absorb(a.Key, a.N)
	}
	s.hpChanged(c, e.From)
}

// Arrives returns the damage that arrives, including any below 0 hit points: what half and resistances leave, before soak.
func (e HPChanged) Arrives() int {
	switch dealt := -e.Amount; {
	case e.Set || dealt < 0:
		return 0
	case e.Parts != nil:
		return e.Shared - e.Resisted
	case e.Half:
		return dealt / 2
	default:
		return dealt
	}
}

// Dealt returns the damage after soak.
func (e HPChanged) Dealt() int { return e.Arrives() - e.Soaked }

// Taken returns the damage taken (NU-12): Dealt, less what was taken by absorbs that don't count.
func (e HPChanged) Taken() int {
	taken := e.Dealt()
	for _, a := range e.Absorbed {
		if !a.Counts {
			taken -= a.N
		}
	}
	return taken
}

// Beyond returns the damage below 0 hit points.
func (e HPChanged) Beyond() int {
	beyond := e.Dealt() - e.From
	for _, a := range e.Absorbed {
		beyond -= a.N
	}
	return beyond
}

// hides: the amount that a rest restores reveals how much was missing.
func (e HPChanged) hides() bool { return e.Rest != ruleset.RestNone }

// restKept reports whether a change comes from a rest and would reveal how much was missing, or that anything was, to those who see hit points
// shown like this.
func (e HPChanged) restKept(shown HPShown) bool {
	return e.Rest == ruleset.RestFull || e.Rest != ruleset.RestNone && shown == HPNothing
}

func (e HPChanged) seen(v Sight) (Event, bool) {
	e.By = v.whom(e.By)
	before, after := v.Before.Combatant(e.Combatant), v.After.Combatant(e.Combatant)
	if before != nil && after != nil && before.HP == after.HP && after.Blurred != "" && e.restKept(after.Blurred) {
		return nil, false
	}
	return shownIf(v.knows(e.Combatant), e)
}

func (e HPChanged) blurred(o Outcome, to snowflake.User) Event {
	return e.ShownAs(o.hpShownTo(e.Combatant, to))
}

// ShownAs returns the change as read by those who see hit points shown like this (NU-31).
func (e HPChanged) ShownAs(shown HPShown) HPChanged {
	if shown == HPNumbers {
		return e
	}
	from, _ := shown.blur(e.From, e.Max)
	e.To, e.Max = shown.blur(e.To, e.Max)
	e.From, e.Soaked, e.Soak, e.Blurred = from, shown.some(e.Soaked), shown.some(e.Soak), shown
	e.Absorbed, e.Absorbs = nil, 0
	if shown == HPNothing { // only the damage dealt
		e.Resisted, e.Why = 0, nil
	}
	if e.restKept(shown) { // only the new value
		e.Amount, e.Set, e.Roll = 0, true, nil
	}
	return e
}

// ofPlayer reports whether a combatant is a player's, after the outcome or, if it is gone by then, before it.
func (o Outcome) ofPlayer(id CombatantID) bool {
	c := o.combatant(id)
	return c != nil && c.Owner != ""
}

// combatant returns a combatant as it is after the outcome or, if it is gone by then, before it; or nil.
func (o Outcome) combatant(id CombatantID) *Combatant {
	c := o.State.Combatant(id)
	if c == nil && o.Before != nil {
		c = o.Before.Combatant(id)
	}
	return c
}
