package engine

import (
	"cmp"
	"slices"

	"roundel/snowflake"
)

// HPShown is how hit points are shown to those who may not know the numbers (NU-31).
type HPShown string

// The ways: as numbers after all, as one of five words, as a bar with ten places, or not at all.
const (
	HPNumbers HPShown = "numbers"
	HPWords   HPShown = "words"
	HPBar     HPShown = "bar"
	HPNothing HPShown = "nothing"
)

// HPShownChanged sets how the hit points of combatants are shown to others (NU-31).
type HPShownChanged struct {
	Combatants []CombatantID `json:"combatants"`
	To         HPShown       `json:"to,omitempty"` // empty: as the fight's preferences say
}

func (e HPShownChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.HPShown = e.To })
}

func (e HPShownChanged) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// HPBarPlaces is the length of a bar (NU-32).
const HPBarPlaces = 10

// HPShownOf returns how the hit points of a combatant are shown to others.
func (p Preferences) HPShownOf(c *Combatant) HPShown {
	switch {
	case c.HPShown != "":
		return c.HPShown
	case c.Owner == "":
		return cmp.Or(p.HPFoes, HPWords)
	}
	return cmp.Or(p.HPPlayers, HPNumbers)
}

// hpShownTo returns how a combatant's hit points are shown to a user other than the GM. Owners see the numbers of their own.
func (p Preferences) hpShownTo(c *Combatant, to snowflake.User) HPShown {
	if c.Owner != "" && c.Owner == to {
		return HPNumbers
	}
	return p.HPShownOf(c)
}

// hpShownTo returns how a combatant's hit points are shown to a user after the outcome or, if the combatant is gone by then, before it.
func (o Outcome) hpShownTo(id CombatantID, to snowflake.User) HPShown {
	c := o.combatant(id)
	if c == nil {
		c = &Combatant{}
	}
	return o.State.hpShownTo(c, to)
}

// KeepsHurt reports whether checks of an effect that damage causes must be kept from a user other than the GM. They would reveal how much
// damage reached the bearer's hit points: where these aren't shown at all, and where they are shown as words or a bar and something that
// others aren't told of may have absorbed some, see [CheckState].
func (s *State) KeepsHurt(e *Effect, inside bool, to snowflake.User) bool {
	bearers := s.MemberIDs(e.Unit)
	if e.Unit == 0 {
		bearers = []CombatantID{e.Target}
	}
	return slices.ContainsFunc(bearers, func(id CombatantID) bool {
		c := s.Combatant(id)
		if c == nil {
			return false
		}
		shown := s.hpShownTo(c, to)
		return shown == HPNothing || inside && shown != HPNumbers
	})
}

// keepsRepeat reports whether only the GM may see the numbers of an effect's check: those of a save that one of the GM's combatants, or nobody
// who is known, repeats (NU-21).
func keepsRepeat(e *Effect, bearer *Combatant) bool {
	return e.Save != "" && (bearer == nil || bearer.Owner == "")
}

// withoutNumbers returns the effect without the numbers of its check, as others read it.
func (e Effect) withoutNumbers() Effect {
	e.Bonus, e.Blurred = 0, true
	return e
}

// withoutNumbers returns an effect that was added or has ended, as others read it.
func (o Outcome) withoutNumbers(e Effect) Effect {
	if keepsRepeat(&e, o.combatant(e.Target)) {
		return e.withoutNumbers()
	}
	return e
}

// SeenChecks returns effects without the checks that must be kept from a user, see [State.KeepsHurt], and without the numbers of checks that are
// the GM's alone. It doesn't change the effects given.
func (s *State) SeenChecks(effects []Effect, to snowflake.User) []Effect {
	kept := func(e *Effect) bool { return e.Check != nil && e.Check.Hurt && s.KeepsHurt(e, e.Check.Inside, to) }
	repeats := func(e *Effect) bool { return keepsRepeat(e, s.Bearer(e)) }
	if !slices.ContainsFunc(effects, func(e Effect) bool { return kept(&e) || repeats(&e) }) {
		return effects
	}
	out := slices.Clone(effects)
	for i := range out {
		if kept(&out[i]) {
			out[i].Check = nil
		}
		if repeats(&out[i]) {
			out[i] = out[i].withoutNumbers()
		}
	}
	return out
}

// blur returns hit points that reveal only what is shown: a word, places of a bar, or whether there are any left.
func (h HPShown) blur(hp, most int) (blurred, of int) {
	switch h {
	case HPNumbers:
		return hp, most
	case HPBar:
		return BarHP(hp, most), HPBarPlaces
	case HPNothing:
		return min(max(hp, 0), 1), 1
	}
	return blurredHP(hp, most), blurredMax
}

// Hit points shown as words, on a scale up to blurredMax. There is one number for each word.
const (
	blurredMax  = 8
	blurredHurt = 6
	blurredHalf = 3
	blurredLow  = 1
)

// blurredHP returns a number that reveals only one of five words: all, more than half, more than a quarter, less, none.
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

// BarHP returns how many places of a bar hit points fill: all only if none are missing, and at least one while any are left (NU-32).
func BarHP(hp, most int) int {
	switch {
	case hp <= 0:
		return 0
	case hp >= most:
		return HPBarPlaces
	}
	return max(1, hp*HPBarPlaces/most)
}

// some returns what is shown of a number that protects hit points: whether there is any, or nothing at all.
func (h HPShown) some(n int) int {
	if h == HPNothing {
		return 0
	}
	return min(n, 1)
}
