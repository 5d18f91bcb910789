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
	Tracked   bool         `json:"tracked"`          // false: the combatant's hit points are not tracked, so nothing changes
	From      int          `json:"from"`
	To        int          `json:"to"`
	Max       int          `json:"max"`
	Roll      *dice.Result `json:"roll,omitempty"`
	Plain     bool         `json:"plain,omitempty"`    // without resistances (NU-10)
	Parts     []Part       `json:"parts,omitempty"`    // what the damage consists of, where the ruleset has kinds of damage (NU-4)
	Shared    int          `json:"shared,omitempty"`   // with Parts: what half or none leaves of them
	Resisted  int          `json:"resisted,omitempty"` // what resistances take of that; below 0 they add to it
	Why       []Resist     `json:"why,omitempty"`      // the resistances that do (NU-9)
	Cause     string       `json:"cause,omitempty"`    // the name of the effect that dealt it, if any
	None      bool         `json:"none,omitempty"`     // takes nothing of what others take; Amount is 0
	Booked    bool         `json:"booked,omitempty"`   // By says who dealt it; older logs don't
	By        CombatantID  `json:"by,omitempty"`       // who dealt it; 0: nobody
	Absorbed  []Absorbed   `json:"absorbed,omitempty"` // damage that went to something else before hit points (NU-11)
	Absorbs   int          `json:"absorbs,omitempty"`  // what absorbs has left afterwards, all together
	Blurred   HPShown      `json:"-"`                  // in a view: From, To, Max, Soaked and Soak are not the real numbers, but shown like this, and nothing absorbs

	Rest ruleset.RestHP `json:"rest,omitempty"` // what the rest restores by which these came back (NU-30); none: it was no rest
}

func (e HPChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || !e.Tracked {
		return
	}
	c.HasHP, c.HP, c.MaxHP, c.Soak, c.Blurred = true, e.To, e.Max, e.Soak, e.Blurred
	for _, a := range e.Absorbed {
		c.absorb(a.Key, a.N)
	}
	s.hpChanged(c, e.From)
}

// Arrives returns the damage that arrives, beyond 0 as well: what half and resistances leave of it, before soak.
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

// Dealt returns the damage that arrives, without what soak absorbed.
func (e HPChanged) Dealt() int { return e.Arrives() - e.Soaked }

// Taken returns the damage taken (NU-12): what was dealt, without what absorbs have taken that don't count for it.
func (e HPChanged) Taken() int {
	taken := e.Dealt()
	for _, a := range e.Absorbed {
		if !a.Counts {
			taken -= a.N
		}
	}
	return taken
}

// Beyond returns the damage that goes below 0 hit points.
func (e HPChanged) Beyond() int {
	beyond := e.Dealt() - e.From
	for _, a := range e.Absorbed {
		beyond -= a.N
	}
	return beyond
}

// hides: what a rest restores tells how much was missing.
func (e HPChanged) hides() bool { return e.Rest != ruleset.RestNone }

// restKept reports whether a change comes from a rest and would tell those who are shown hit points in this way, other than as numbers, how much was
// missing, or that some were.
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

// ShownAs returns the change as those read it to whom the hit points are shown like this (NU-31).
func (e HPChanged) ShownAs(shown HPShown) HPChanged {
	if shown == HPNumbers {
		return e
	}
	from, _ := shown.blur(e.From, e.Max)
	e.To, e.Max = shown.blur(e.To, e.Max)
	e.From, e.Soaked, e.Soak, e.Blurred = from, shown.some(e.Soaked), shown.some(e.Soak), shown
	e.Absorbed, e.Absorbs = nil, 0
	if shown == HPNothing { // only what was dealt
		e.Resisted, e.Why = 0, nil
	}
	if e.restKept(shown) { // only what is shown of them now
		e.Amount, e.Set, e.Roll = 0, true, nil
	}
	return e
}

// Blurred hit points shown as words, out of blurredMax. There is one number for each word.
const (
	blurredMax  = 8
	blurredHurt = 6
	blurredHalf = 3
	blurredLow  = 1
)

// blurredHP returns hit points that give away only one of five words: all, more than half, more than a quarter, less, none.
func blurredHP(hp, most int) int {
	switch {
	case hp <= 0:
		return 0
	case hp >= most:
		return blurredMax
	case hp*2 > most:
		return blurredHurt
	case hp*4 > most:
		return blurredHalf
	}
	return blurredLow
}

// ofPlayer reports whether a combatant is a player's, after the outcome or, if it is gone then, before it.
func (o Outcome) ofPlayer(id CombatantID) bool {
	c := o.combatant(id)
	return c != nil && c.Owner != ""
}

// combatant returns a combatant after the outcome or, if it is gone then, before it, or nil.
func (o Outcome) combatant(id CombatantID) *Combatant {
	c := o.State.Combatant(id)
	if c == nil && o.Before != nil {
		c = o.Before.Combatant(id)
	}
	return c
}
