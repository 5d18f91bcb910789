package engine

import (
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// SavesID identifies one call for saves. It is never used twice in an encounter, not even after an undo. 0 means none.
type SavesID int64

// SaveCall is what combatants have to save against, the same for all of them (NU-13, NU-16).
type SaveCall struct {
	ID      SavesID           `json:"id"`
	Name    string            `json:"name,omitempty"`
	Stat    string            `json:"stat"`
	DC      int               `json:"dc"`
	Deals   bool              `json:"deals,omitempty"` // there is damage
	Amount  int               `json:"amount,omitempty"`
	Roll    *dice.Result      `json:"roll,omitempty"`
	Parts   []Part            `json:"parts,omitempty"`   // of Amount, where the ruleset has kinds of damage
	Success ruleset.SaveShare `json:"success,omitempty"` // the share of the damage that a success takes; empty: what the ruleset says
	Plain   bool              `json:"plain,omitempty"`   // without resistances (NU-10)
	Source  CombatantID       `json:"source,omitempty"`
	By      CombatantID       `json:"by,omitempty"` // who deals the damage
	Effects []SaveEffect      `json:"effects,omitempty"`
	Repeat  bool              `json:"repeat,omitempty"` // the effects have a check with this stat
}

// SaveEffect is an effect that a result brings (NU-18), not yet on a target, and its duration as typed.
type SaveEffect struct {
	On     ruleset.SaveResult `json:"on"`
	Effect Effect             `json:"effect"`
	Lasts  string             `json:"lasts,omitempty"`
}

// SaveTarget is a combatant that has to save, and what was typed for it.
type SaveTarget struct {
	Who      CombatantID `json:"who"`
	Modifier int         `json:"modifier,omitempty"`
	Edges    []Edge      `json:"edges,omitempty"`
	Natural  *int        `json:"natural,omitempty"` // what the die shows; nil: it has yet to be asked for or rolled
}

// AskedSaves is a call for saves of which some are still due (NU-14).
type AskedSaves struct {
	SaveCall
	Due  []SaveTarget `json:"due"`
	Made []MadeSave   `json:"made,omitempty"`
}

// MadeSave is the result of a save as everyone may know it, kept while other saves of the same call are due.
type MadeSave struct {
	Who    CombatantID        `json:"who"`
	Shown  *int               `json:"shown,omitempty"` // its total, if a player owned the combatant when it saved, whoever owns it later (NU-21)
	Result ruleset.SaveResult `json:"result"`
	Took   *int               `json:"took,omitempty"` // the damage that it then took, as everyone could read it at that time; nil: no damage, or not dealt yet
}

// AskedSave returns the call with this ID if any of its saves are due, or nil.
func (s *State) AskedSave(id SavesID) *AskedSaves {
	i := slices.IndexFunc(s.AskedSaves, func(a AskedSaves) bool { return a.ID == id })
	if i < 0 {
		return nil
	}
	return &s.AskedSaves[i]
}

// SavesDue returns the calls for which a combatant still has to save, oldest first.
func (s *State) SavesDue(id CombatantID) []*AskedSaves {
	var out []*AskedSaves
	for i := range s.AskedSaves {
		if a := &s.AskedSaves[i]; a.DueOf(id) != nil {
			out = append(out, a)
		}
	}
	return out
}

// DueOf returns a combatant's save if it is due, or nil.
func (a *AskedSaves) DueOf(id CombatantID) *SaveTarget {
	i := slices.IndexFunc(a.Due, func(t SaveTarget) bool { return t.Who == id })
	if i < 0 {
		return nil
	}
	return &a.Due[i]
}

// ShareOf returns the share of the damage that a result takes under a ruleset. If evades is set, a success takes nothing and a failure what a
// success would.
func (c *SaveCall) ShareOf(rs *ruleset.Ruleset, result ruleset.SaveResult, evades bool) ruleset.SaveShare {
	passed := result == ruleset.SaveSuccess || result == ruleset.SaveCriticalSuccess
	switch {
	case evades && passed:
		return ruleset.TakesNone
	case evades:
		result = ruleset.SaveSuccess
	}
	switch {
	case c.Success != "" && result == ruleset.SaveSuccess, c.Success == ruleset.TakesNone && passed:
		return c.Success
	}
	return rs.Saves.Damage[result]
}

// Comes reports whether a result brings an effect. Effects of a critical failure replace those of a failure.
func (c *SaveCall) Comes(e *SaveEffect, result ruleset.SaveResult) bool {
	if result != ruleset.SaveCriticalFailure {
		return e.On == result
	}
	critical := slices.ContainsFunc(c.Effects, func(e SaveEffect) bool { return e.On == ruleset.SaveCriticalFailure })
	return e.On == ruleset.SaveCriticalFailure || !critical && e.On == ruleset.SaveFailure
}

// saveEvents lists the events of saves.
func saveEvents() []codec {
	return []codec{
		{"saves-called", 1, SavesCalled{}},
		{"save-made", 1, SaveMade{}},
		{"saves-dropped", 1, SavesDropped{}},
		{"saves-proposed", 1, SavesProposed{}},
	}
}

// SavesCalled asks combatants to save. Saves in Due have yet to be made; for the others, a [SaveMade] follows.
type SavesCalled struct {
	SaveCall
	Who []CombatantID `json:"who"`
	Due []SaveTarget  `json:"due,omitempty"`
}

func (e SavesCalled) apply(s *State) {
	if len(e.Due) > 0 {
		s.AskedSaves = append(s.AskedSaves, AskedSaves{SaveCall: e.SaveCall, Due: e.Due})
	}
}

func (e SavesCalled) seen(v Sight) (Event, bool) {
	all, named := len(e.Who), e.Source
	e.Who, e.Due, e.SaveCall = v.who(e.Who), v.dueSaves(e.Due), e.seenBy(v)
	part, whole := some(len(e.Who), all, e)
	return part, whole && named == e.Source
}

// blurred leaves out the effects: until they come, only the GM knows them.
func (e SavesCalled) blurred(Outcome, snowflake.User) Event {
	e.Effects = nil
	return e
}

// seenBy leaves out a source that they don't know, and the effects.
func (c SaveCall) seenBy(v Sight) SaveCall {
	c.Source, c.By, c.Effects = v.whom(c.Source), v.whom(c.By), nil
	return c
}

// dueSaves returns the saves that are due of combatants that they know.
func (v Sight) dueSaves(due []SaveTarget) []SaveTarget {
	return slices.DeleteFunc(slices.Clone(due), func(t SaveTarget) bool { return !v.knows(t.Who) })
}

// SaveMade is the result of a combatant's save. Its damage and effects follow.
type SaveMade struct {
	ID       SavesID            `json:"id"`
	Who      CombatantID        `json:"who"`
	Stat     string             `json:"stat"`
	Roll     dice.Result        `json:"roll"`
	Modifier int                `json:"modifier,omitempty"` // typed
	Mods     []Mod              `json:"mods,omitempty"`     // of effects
	Edges    []EdgeOf           `json:"edges,omitempty"`    // typed ones have no name
	FailsBy  string             `json:"fails_by,omitempty"` // the effect that makes it fail without a roll
	Evades   string             `json:"evades,omitempty"`   // the effect that reduces what it takes
	Lacks    bool               `json:"lacks,omitempty"`    // the combatant lacks the stat
	Total    int                `json:"total"`
	Needs    int                `json:"needs"`
	Result   ruleset.SaveResult `json:"result"`
	Share    ruleset.SaveShare  `json:"share,omitempty"` // its share of the damage; empty: there is no damage
	Blurred  bool               `json:"-"`               // in a view: the roll isn't shown
}

func (e SaveMade) apply(s *State) {
	a := s.AskedSave(e.ID)
	if a == nil {
		return
	}
	c, made := s.Combatant(e.Who), MadeSave{Who: e.Who, Result: e.Result}
	if c != nil && c.Owner != "" && e.FailsBy == "" {
		total := e.Total
		made.Shown = &total
	}
	if c == nil || !c.Hidden { // nobody else is ever told of it, even if the combatant is revealed later
		a.Made = append(slices.Clip(a.Made), made)
	}
	s.dropDueSave(func(t *AskedSaves) bool { return t == a }, e.Who)
}

func (e SaveMade) seen(v Sight) (Event, bool) { return shownIf(v.knows(e.Who), e) }

func (e SaveMade) blurred(o Outcome, _ snowflake.User) Event {
	if o.ofPlayer(e.Who) {
		e.Lacks = false
		return e
	}
	return SaveMade{ID: e.ID, Who: e.Who, Stat: e.Stat, FailsBy: e.FailsBy, Evades: e.Evades, Result: e.Result, Share: e.Share, Blurred: true}
}

// noteTaken keeps the damage of a save that a combatant has just made. It is the first change of its hit points after the save.
func (s *State) noteTaken(c *Combatant, e HPChanged) {
	for i := range s.AskedSaves {
		a := &s.AskedSaves[i]
		at := slices.IndexFunc(a.Made, func(m MadeSave) bool { return m.Who == c.ID })
		if !a.Deals || at < 0 || a.Made[at].Took != nil {
			continue
		}
		took := e.ShownAs(s.HPShownOf(c)).Arrives()
		a.Made = slices.Clone(a.Made)
		a.Made[at].Took = &took
		return
	}
}

// dropDueSave removes combatants from the saves that are due. A call with none left is over.
func (s *State) dropDueSave(of func(a *AskedSaves) bool, who ...CombatantID) {
	for i := range s.AskedSaves {
		a := &s.AskedSaves[i]
		if of(a) {
			a.Due = slices.DeleteFunc(slices.Clone(a.Due), func(t SaveTarget) bool { return slices.Contains(who, t.Who) })
		}
	}
	s.AskedSaves = slices.DeleteFunc(s.AskedSaves, func(a AskedSaves) bool { return len(a.Due) == 0 })
}

// dropSaves drops the saves of a combatant that has left. Saves against something of its own stay due.
func (s *State) dropSaves(id CombatantID) {
	s.dropDueSave(func(*AskedSaves) bool { return true }, id)
}

// SavesDropped calls off saves that are due.
type SavesDropped struct {
	ID  SavesID       `json:"id"`
	Who []CombatantID `json:"who"`
}

func (e SavesDropped) apply(s *State) {
	s.dropDueSave(func(a *AskedSaves) bool { return a.ID == e.ID }, e.Who...)
}

func (e SavesDropped) seen(v Sight) (Event, bool) { return about(v, &e, &e.Who) }

// SavesProposed keeps the saves that a player asked others for until the GM applies them.
type SavesProposed struct {
	Proposal
}

func (e SavesProposed) apply(s *State) { DamageProposed(e).apply(s) }

func (e SavesProposed) seen(v Sight) (Event, bool) {
	if e.Saves == nil {
		return nil, true
	}
	all := len(e.Saves.Targets)
	e.Proposal = e.Proposal.seenBy(v)
	return some(len(e.Saves.Targets), all, e)
}

func (e SavesProposed) blurred(Outcome, snowflake.User) Event {
	if e.Saves == nil {
		return e
	}
	saves := *e.Saves
	saves.Effects, saves.First = nil, nil
	e.Saves = &saves
	return e
}

// ProposedSaves is a player's call for saves. The damage has been rolled; everything else waits for the GM.
type ProposedSaves struct {
	SaveCall
	Targets []SaveTarget `json:"targets"`
	Pool    string       `json:"pool,omitempty"`  // the pool from which the source pays one
	First   *Effect      `json:"first,omitempty"` // a condition that the source gets first, and with which the effects end (RS-67)
}

// MostEffects returns how many effects a single combatant can get.
func (c *SaveCall) MostEffects() int {
	most := 0
	for _, result := range []ruleset.SaveResult{ruleset.SaveSuccess, ruleset.SaveFailure, ruleset.SaveCriticalFailure} {
		n := 0
		for i := range c.Effects {
			if c.Comes(&c.Effects[i], result) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// SeenSaves returns the asked saves as someone other than the GM sees them, who knows the combatants for which knows returns true. s may be
// the real state.
func (s *State) SeenSaves(knows func(c *Combatant) bool) []AskedSaves {
	var out []AskedSaves
	known := func(id CombatantID) bool { c := s.Combatant(id); return c == nil || knows(c) }
	for _, a := range s.AskedSaves {
		a.Due = slices.DeleteFunc(slices.Clone(a.Due), func(t SaveTarget) bool { return !known(t.Who) })
		if len(a.Due) == 0 {
			continue
		}
		a.Made = slices.DeleteFunc(slices.Clone(a.Made), func(m MadeSave) bool { return !known(m.Who) })
		if !known(a.Source) {
			a.Source = 0
		}
		if !known(a.By) {
			a.By = 0
		}
		a.Effects = nil
		out = append(out, a)
	}
	return out
}
