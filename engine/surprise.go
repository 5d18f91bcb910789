package engine

import (
	"slices"

	"roundel/engine/dice"
)

// SurpriseTest is an Awareness test that a combatant has yet to make (ST-8).
type SurpriseTest struct {
	Who    CombatantID `json:"who"`
	Target int         `json:"target"`          // the d100 passes if it shows this or less
	Again  bool        `json:"again,omitempty"` // asked for during the fight, for the next order that is rolled (ST-7)
}

// OpenTests returns the tests that can be made now. Tests that were still open when initiative was rolled can't be.
func (s *State) OpenTests() []SurpriseTest {
	return slices.DeleteFunc(slices.Clone(s.Tests), func(t SurpriseTest) bool {
		return s.Phase != Setup && s.Phase != Running || t.Again != (s.Phase == Running)
	})
}

// OpenTest returns the test that a combatant can make now, or nil.
func (s *State) OpenTest(id CombatantID) *SurpriseTest {
	for _, t := range s.OpenTests() {
		if t.Who == id {
			return &t
		}
	}
	return nil
}

// ActsInAmbush reports whether c has a turn of its own before round 1: as an ambusher (TO-12), or because it isn't surprised (RS-50).
func (s *State) ActsInAmbush(c *Combatant) bool { return c.Ambusher || s.OneAction && !c.Surprised }

// HasAmbushers reports whether any combatant is an ambusher (TO-12).
func (s *State) HasAmbushers() bool {
	return s.any(func(c *Combatant) bool { return c.Ambusher })
}

// surpriseEvents lists the events of surprise and ambushes.
func surpriseEvents() []codec {
	return []codec{
		{"concealed-changed", 1, ConcealedChanged{}},
		{"ambush-began", 1, AmbushBegan{}},
		{"ambush-over", 1, AmbushOver{}},
		{"ambush-set", 1, AmbushSet{}},
		{"surprise-changed", 1, SurpriseChanged{}},
		{"surprise-due", 1, SurpriseDue{}},
		{"alert-changed", 1, AlertChanged{}},
		{"tests-asked", 1, TestsAsked{}},
		{"test-answered", 1, TestAnswered{}},
		{"tests-called-off", 1, TestsCalledOff{}},
		{"contested", 1, Contested{}},
	}
}

// ConcealedChanged hides players' combatants from the enemy, which the GM plays, or stops hiding them (TO-12). Unlike those of a
// [HiddenChanged], all players see them, with a mark.
type ConcealedChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Concealed  bool          `json:"concealed"`
}

func (e ConcealedChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Concealed = e.Concealed })
}

func (e ConcealedChanged) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// AmbushBegan starts the turns before round 1: a turn for each ambusher (TO-12), a free round for all unsurprised sides at once (CS-5), or a
// turn of one action for everyone who isn't surprised (RS-50).
type AmbushBegan struct {
	Free      bool `json:"free,omitempty"`
	OneAction bool `json:"one_action,omitempty"`
}

func (e AmbushBegan) apply(s *State) {
	s.Phase, s.Round, s.FreeRound, s.OneAction = Ambush, 0, e.Free, e.OneAction
	s.freshRound()
}

func (e AmbushBegan) seen(v Sight) (Event, bool) {
	known := slices.ContainsFunc(v.After.Combatants, func(c Combatant) bool { return v.After.ActsInAmbush(&c) })
	return shownIf(e.Free || known, e)
}

// AmbushOver ends the turns before round 1.
type AmbushOver struct{}

func (AmbushOver) apply(s *State) {
	for i := range s.Combatants {
		s.Combatants[i].Ambusher = false
	}
	s.Active, s.Turn, s.FreeRound, s.OneAction, s.HiddenTurn = nil, 0, false, false, false
}

func (e AmbushOver) seen(Sight) (Event, bool) { return e, true }

// AmbushSet makes combatants ambushers, or no longer ambushers (TO-12).
type AmbushSet struct {
	Combatants []CombatantID `json:"combatants"`
	Ambusher   bool          `json:"ambusher"`
}

func (e AmbushSet) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Ambusher = e.Ambusher })
}

func (e AmbushSet) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// SurpriseChanged makes combatants surprised, or no longer surprised.
type SurpriseChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Surprised  bool          `json:"surprised"`
}

func (e SurpriseChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) {
		c.Surprised, c.Unnoticed = e.Surprised, false
		c.SurpriseDue = c.SurpriseDue && !e.Surprised
	})
}

func (e SurpriseChanged) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// SurpriseDue marks combatants that will be surprised once a new order is rolled (ST-7), or clears the mark.
type SurpriseDue struct {
	Combatants []CombatantID `json:"combatants"`
	Due        bool          `json:"due"`
}

func (e SurpriseDue) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.SurpriseDue = e.Due })
}

func (e SurpriseDue) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

// AlertChanged puts combatants on alert, or takes them off it (CS-5).
type AlertChanged struct {
	Combatants []CombatantID `json:"combatants"`
	Alert      bool          `json:"alert"`
}

func (e AlertChanged) apply(s *State) {
	s.change(e.Combatants, func(c *Combatant) { c.Alert = e.Alert })
}

func (e AlertChanged) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }

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

func (e TestsAsked) seen(v Sight) (Event, bool) { return about(v, &e, &e.Who) }

// TestAnswered is the result of an Awareness test (ST-8). It passes if Roll is at most Target.
type TestAnswered struct {
	Who    CombatantID `json:"who"`
	Roll   int         `json:"roll"` // on a d100
	Target int         `json:"target"`
	Typed  bool        `json:"typed,omitempty"`
}

func (e TestAnswered) apply(s *State) {
	s.dropTest(e.Who)
}

// dropTest drops the Awareness test that a combatant has yet to make.
func (s *State) dropTest(id CombatantID) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return t.Who == id })
}

func (e TestAnswered) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Who), e) }

// TestsCalledOff drops Awareness tests that haven't been made (ST-8).
type TestsCalledOff struct {
	Who []CombatantID `json:"who"`
}

func (e TestsCalledOff) apply(s *State) {
	s.Tests = slices.DeleteFunc(s.Tests, func(t SurpriseTest) bool { return slices.Contains(e.Who, t.Who) })
}

func (e TestsCalledOff) seen(v Sight) (Event, bool) { return about(v, &e, &e.Who) }

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
	s.change(e.Surprised, func(c *Combatant) { c.Unnoticed = !seen })
}

// seen shows the rolls of known ambushers and known targets. A surprise by hidden ambushers alone shows when it takes effect.
func (e Contested) seen(v Sight) (Event, bool) {
	known := func(r ContestRoll) bool { return v.knows(r.Who) }
	ambushers, targets := keep(&e.Ambushers, known), keep(&e.Targets, known)
	e.Surprised = v.who(e.Surprised)
	if len(e.Ambushers) == 0 || len(e.Targets) == 0 {
		return nil, false
	}
	return e, ambushers && targets
}
