package engine

import "roundel/engine/dice"

// Standing reports whether c has hit points left or doesn't track them (CO-12).
func (c *Combatant) Standing() bool { return !c.HasHP || c.HP > 0 }

// hpEvents lists the events of hit points.
func hpEvents() []codec {
	return []codec{
		{"hp-changed", 1, HPChanged{}},
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
	Cause     string       `json:"cause,omitempty"`  // the name of the effect that dealt it, if any
	None      bool         `json:"none,omitempty"`   // takes nothing of what others take; Amount is 0
	Booked    bool         `json:"booked,omitempty"` // By says who dealt it; older logs don't
	By        CombatantID  `json:"by,omitempty"`     // who dealt it; 0: nobody
	Blurred   bool         `json:"-"`                // in a view: From, To, Max, Soaked and Soak are not the real numbers
}

func (e HPChanged) apply(s *State) {
	c := s.Combatant(e.Combatant)
	if c == nil || !e.Tracked {
		return
	}
	c.HasHP, c.HP, c.MaxHP, c.Soak, c.Blurred = true, e.To, e.Max, e.Soak, e.Blurred
	s.hpChanged(c, e.From)
}

// Dealt returns the damage, beyond 0 as well: halved where only half of it is taken, and without what soak absorbed.
func (e HPChanged) Dealt() int {
	dealt := -e.Amount
	if e.Set || dealt < 0 {
		return 0
	}
	if e.Half {
		dealt /= 2
	}
	return dealt - e.Soaked
}

func (e HPChanged) seen(v Sight) (Event, bool) {
	e.By = v.whom(e.By)
	return shownIf(v.knows(e.Combatant), e)
}

func (e HPChanged) blurred(o Outcome) Event {
	if !o.ofPlayer(e.Combatant) {
		e.From, e.To, e.Max = blurredHP(e.From, e.Max), blurredHP(e.To, e.Max), blurredMax
		e.Soaked, e.Soak, e.Blurred = min(e.Soaked, 1), min(e.Soak, 1), true
	}
	return e
}

// Blurred hit points, out of blurredMax. There is one number for each word that people read instead.
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

// Blur hides what players may not know of a visible combatant: the GM's note, the exact hit points of the GM's combatants, and a
// surprise by hidden combatants that has not taken effect yet.
func (c *Combatant) Blur() {
	c.Note = ""
	if c.Unnoticed {
		c.Surprised = false
	}
	if c.Owner != "" || !c.HasHP {
		return
	}
	c.HP, c.MaxHP, c.Soak, c.Blurred = blurredHP(c.HP, c.MaxHP), blurredMax, min(c.Soak, 1), true
}

// ofPlayer reports whether a combatant is a player's, after the outcome or, if it is gone then, before it.
func (o Outcome) ofPlayer(id CombatantID) bool {
	c := o.State.Combatant(id)
	if c == nil && o.Before != nil {
		c = o.Before.Combatant(id)
	}
	return c != nil && c.Owner != ""
}
