package engine

import (
	"slices"
	"time"

	"roundel/engine/dice"
)

// ChannelID is a Discord channel or thread: the place of one encounter (CO-1).
type ChannelID string

// UserID is a Discord user. The empty one stands for the GM as owner of NPCs.
type UserID string

// CombatantID names a combatant for the length of an encounter; names may change, it does not. 0 is none.
type CombatantID int

// UnitID names what holds a place in the order: a combatant, a group of like NPCs or a side. 0 is none.
type UnitID int

// EffectID names one effect. 0 is none.
type EffectID int

// TurnID names one turn of one unit; it is never given twice in an encounter, undo included. 0 is none.
type TurnID int64

// Phase is how far an encounter has come (CO-2).
type Phase string

// The phases in their order.
const (
	Setup   Phase = "setup"
	Ambush  Phase = "ambush"
	Running Phase = "running"
	Ended   Phase = "ended"
)

// Kind tells player characters from everybody else.
type Kind string

// The kinds of combatants.
const (
	PC  Kind = "pc"
	NPC Kind = "npc"
)

// Party and Foes are the default sides of PCs and of NPCs.
const (
	Party = "party"
	Foes  = "foes"
)

// State is one encounter. Only [Apply] changes one; maps and strings inside are never changed in place, so that
// [State.Clone] is cheap.
type State struct {
	Name    string `json:"name"`
	Ruleset string `json:"ruleset"`
	Group   bool   `json:"group,omitempty"` // RI-2: sides roll
	Phase   Phase  `json:"phase"`
	Paused  bool   `json:"paused,omitempty"`
	Round   int    `json:"round"`
	Elapsed int    `json:"elapsed"` // seconds, by rounds that have ended
	GM      UserID `json:"gm"`
	Scene   string `json:"scene,omitempty"`
	Preferences

	Turn      TurnID    `json:"turn"`               // the present turn; 0 when nobody has one
	TurnBegan time.Time `json:"began,omitzero"`     // when it began
	Restarted time.Time `json:"restarted,omitzero"` // when undo or redo came back to it: it counts as begun then (CO-10)
	Active    []UnitID  `json:"active,omitempty"`   // whose turn it is: one unit, or in the free round of CS-5 every unsurprised side

	FreeRound  bool `json:"free_round,omitempty"`  // the ambush is a free round of whole sides (CS-5)
	HiddenTurn bool `json:"hidden_turn,omitempty"` // of those who have the turn only hidden ones can still act

	Units      []Unit      `json:"units"`
	Combatants []Combatant `json:"combatants"` // in the order in which they joined
	Effects    []Effect    `json:"effects,omitempty"`
	Ties       []Tie       `json:"ties,omitempty"`
	LastID     int         `json:"last_id"` // the last ID given to a combatant, a unit or an effect

	Engaged     []Engagement   `json:"engaged,omitempty"`      // who is in melee with whom (CS-7, RI-8)
	FreeAttacks []FreeAttack   `json:"free_attacks,omitempty"` // who may strike at one that fled (CS-7, RI-8)
	Activities  map[string]int `json:"activities,omitempty"`   // FT-5: ticks of predefined activities, by lower-case name
	Rolls       []NamedRoll    `json:"rolls,omitempty"`        // CS-5: results typed before the free round, for the roll after it
	Tests       []SurpriseTest `json:"tests,omitempty"`        // ST-8: Awareness tests asked for and not answered
	Notices     []Notice       `json:"notices,omitempty"`      // for the GM alone: what players' commands did among hidden ones
	Proposals   []Proposal     `json:"proposals,omitempty"`    // for the GM alone: damage and healing that players entered and the GM hasn't applied
	LastHidden  int            `json:"last_hidden,omitempty"`  // the last ID given to something hidden, from hiddenIDs on
}

// Preferences are how an encounter is shown, as the server wished when it was started. The rules do not depend on them.
type Preferences struct {
	PingGM bool `json:"ping_gm,omitempty"` // at the turns of NPCs
	Pin    bool `json:"pin,omitempty"`     // the message that shows the fight
	Remind int  `json:"remind,omitempty"`  // minutes after which a turn is reminded of, once; 0: never
}

// Unit holds a place in the order. Its score is Base plus what effects and a blow add: see [State.Score].
type Unit struct {
	ID      UnitID `json:"id"`
	Name    string `json:"name"`
	Side    string `json:"side"`
	Key     string `json:"key,omitempty"` // what members must share (TO-4); empty: takes no more members
	Rolled  bool   `json:"rolled,omitempty"`
	Natural int    `json:"natural,omitempty"` // what the die showed
	Base    int    `json:"base,omitempty"`    // the original score, before modifiers
	Shift   int    `json:"shift,omitempty"`   // moves the place without touching the score: /init place by the GM
	Acted   bool   `json:"acted,omitempty"`   // acts no more in this round
	Waits   bool   `json:"waits,omitempty"`   // CO-4: joined above the active unit, acts from the next round on; Acted is set too
	Took    bool   `json:"took,omitempty"`    // had a turn of its own this round, not one lost
	Last    int    `json:"last,omitempty"`    // TO-6: acts last this round; the higher number after the lower
	Blow    Blow   `json:"blow,omitempty"`
	BlowDue bool   `json:"blow_due,omitempty"` // a second blow, declared while the first shows
	Losses  int    `json:"losses,omitempty"`   // members that went down since the GM was last reminded of Morale (CS-8)

	HiddenLosses int `json:"hidden_losses,omitempty"` // the same, of hidden members
}

// Blow is how far a "rolling with the blow" has come (TO-7).
type Blow string

// The states of a blow: none, declared for the next round with a turn, showing in this round.
const (
	NoBlow      Blow = ""
	BlowPending Blow = "pending"
	BlowActive  Blow = "active"
)

// Combatant is one character.
type Combatant struct {
	ID       CombatantID    `json:"id"`
	Name     string         `json:"name"`
	Type     string         `json:"type,omitempty"` // NPCs: the name they were added under
	Kind     Kind           `json:"kind"`
	Side     string         `json:"side"`
	Owner    UserID         `json:"owner,omitempty"` // empty: the GM's
	Unit     UnitID         `json:"unit"`
	Separate bool           `json:"separate,omitempty"` // never grouped
	Stats    map[string]int `json:"stats,omitempty"`
	Weapon   string         `json:"weapon,omitempty"` // the saved weapon it came with

	Acted     bool `json:"acted,omitempty"` // has acted, or can act no more, this round
	Surprised bool `json:"surprised,omitempty"`
	Unnoticed bool `json:"unnoticed,omitempty"` // surprised by hidden ones: others do not see it before it takes effect
	Hidden    bool `json:"hidden,omitempty"`
	Alert     bool `json:"alert,omitempty"`
	Ambusher  bool `json:"ambusher,omitempty"`
	Lurking   bool `json:"lurking,omitempty"` // hidden by an ambush: shown once it has acted (TO-12)

	HasHP bool   `json:"has_hp,omitempty"`
	HP    int    `json:"hp,omitempty"` // 0 to MaxHP
	MaxHP int    `json:"hp_max,omitempty"`
	Vague bool   `json:"-"`              // in a view: HP and MaxHP stand for a word, not for numbers
	Soak  int    `json:"soak,omitempty"` // what is left of the armor's soak (CS-13)
	Down  string `json:"down,omitempty"` // the state picked at 0 hit points (CO-12)

	Spent    int      `json:"spent,omitempty"`    // ticks spent since the turn began, reserved ones not counted (FT-5)
	Reserved int      `json:"reserved,omitempty"` // ticks held for reactions (FT-6)
	Main     bool     `json:"main,omitempty"`     // main action used (CS-6)
	Moves    int      `json:"moves,omitempty"`    // move actions used
	Once     []string `json:"once,omitempty"`     // abilities used this scene, lower case (CS-4)
}

// Standing tells whether c is not at 0 hit points (CO-12).
func (c *Combatant) Standing() bool { return !c.HasHP || c.HP > 0 }

// Engagement is two combatants in melee with each other: A attacked B, and B has attacked A too where it is Mutual.
type Engagement struct {
	A      CombatantID `json:"a"`
	B      CombatantID `json:"b"`
	Mutual bool        `json:"mutual,omitempty"`
}

// FreeAttack is one that a flight gave. It stands until the attacker's next turn is over.
type FreeAttack struct {
	Attacker CombatantID `json:"attacker"`
	Target   CombatantID `json:"target"`
	Made     bool        `json:"made,omitempty"`
}

// Tie is a settled tie: at equal scores Above goes before Below, for the rest of the fight (TO-2, CO-8).
type Tie struct {
	Above UnitID `json:"above"`
	Below UnitID `json:"below"`
}

// SurpriseTest is an Awareness test that a combatant still owes (ST-8).
type SurpriseTest struct {
	Who    CombatantID `json:"who"`
	Target int         `json:"target"` // the d100 must not exceed it
}

// Clone copies the state so that changing the copy leaves s as it is.
func (s *State) Clone() *State {
	c := *s
	c.Active = slices.Clone(s.Active)
	c.Units = slices.Clone(s.Units)
	c.Combatants = slices.Clone(s.Combatants)
	c.Effects = slices.Clone(s.Effects)
	c.Ties = slices.Clone(s.Ties)
	c.Engaged = slices.Clone(s.Engaged)
	c.FreeAttacks = slices.Clone(s.FreeAttacks)
	c.Rolls = slices.Clone(s.Rolls)
	c.Tests = slices.Clone(s.Tests)
	c.Notices = slices.Clone(s.Notices)
	c.Proposals = slices.Clone(s.Proposals)
	return &c
}

// Unit returns the unit with that ID, or nil.
func (s *State) Unit(id UnitID) *Unit {
	for i := range s.Units {
		if s.Units[i].ID == id {
			return &s.Units[i]
		}
	}
	return nil
}

// Combatant returns the combatant with that ID, or nil.
func (s *State) Combatant(id CombatantID) *Combatant {
	for i := range s.Combatants {
		if s.Combatants[i].ID == id {
			return &s.Combatants[i]
		}
	}
	return nil
}

// Effect returns the effect with that ID, or nil.
func (s *State) Effect(id EffectID) *Effect {
	for i := range s.Effects {
		if s.Effects[i].ID == id {
			return &s.Effects[i]
		}
	}
	return nil
}

// Members returns the combatants of a unit in the order in which they joined. The pointers reach into s.
func (s *State) Members(id UnitID) []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if s.Combatants[i].Unit == id {
			out = append(out, &s.Combatants[i])
		}
	}
	return out
}

// IsActive tells whether it is the unit's turn.
func (s *State) IsActive(id UnitID) bool { return slices.Contains(s.Active, id) }

// ActiveMembers returns the combatants that may take their turn now.
func (s *State) ActiveMembers() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; s.IsActive(c.Unit) && s.MayAct(c) {
			out = append(out, c)
		}
	}
	return out
}

// MayAct tells whether c has a turn to take in this round or ambush.
func (s *State) MayAct(c *Combatant) bool {
	if c.Acted {
		return false
	}
	return s.Phase != Ambush || s.FreeRound || c.Ambusher
}

// HasAmbushers tells whether somebody lies in ambush (TO-12).
func (s *State) HasAmbushers() bool {
	return slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return c.Ambusher })
}

// Hidden reports whether all members of the unit are hidden: then others do not see that it is there.
func (s *State) Hidden(id UnitID) bool {
	any := false
	for i := range s.Combatants {
		if s.Combatants[i].Unit == id {
			if !s.Combatants[i].Hidden {
				return false
			}
			any = true
		}
	}
	return any
}

// HasHidden reports whether anybody is hidden.
func (s *State) HasHidden() bool {
	return slices.ContainsFunc(s.Combatants, func(c Combatant) bool { return c.Hidden })
}

// HiddenIDs is where the IDs of what was hidden when it came begin, so that the IDs of others have no gaps.
const HiddenIDs = 1 << 20

// slots is how long a list indexed by [State.slot] has to be.
func (s *State) slots() int { return s.LastID + 1 + max(0, s.LastHidden-HiddenIDs) }

// slot returns the place of an ID in a list of [State.slots].
func (s *State) slot(id int) int {
	if id > HiddenIDs {
		return s.LastID + id - HiddenIDs
	}
	return id
}

// noteID keeps count of an ID that was given.
func (s *State) noteID(id int) {
	if id > HiddenIDs {
		s.LastHidden = max(s.LastHidden, id)
		return
	}
	s.LastID = max(s.LastID, id)
}

// Shown returns the members that count for what everybody sees of a unit: those who are not hidden, or all of a unit
// that is hidden as a whole. The pointers reach into s.
func (s *State) Shown(id UnitID) []*Combatant {
	all := s.Members(id)
	open := slices.DeleteFunc(slices.Clone(all), func(c *Combatant) bool { return c.Hidden })
	if len(open) == 0 {
		return all
	}
	return open
}

// Score is the unit's present score: the original one, what initiative effects on it and its members add (TO-8,
// TO-13), and −10 while a blow shows (TO-7).
func (s *State) Score(u *Unit) int {
	score := u.Base
	if u.Blow == BlowActive {
		score += blowPenalty
	}
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Initiative != 0 && s.ScoredBy(e) == u.ID {
			score += e.Initiative
		}
	}
	return score
}

// ScoredBy returns the unit whose score an effect changes: its own target or its target's unit; 0 for none.
func (s *State) ScoredBy(e *Effect) UnitID {
	switch c := s.Combatant(e.Target); {
	case e.Apart:
		return 0
	case e.Unit != 0:
		return e.Unit
	case c != nil:
		return c.Unit
	}
	return 0
}

// ProposalID names one proposal. It is never given twice in an encounter, undo included. 0 is none.
type ProposalID int64

// Proposal is damage or healing that a player entered and that the GM has yet to apply. The dice have been rolled.
type Proposal struct {
	ID     ProposalID    `json:"id"`
	By     CombatantID   `json:"by,omitempty"` // who deals it; 0: nobody
	Amount int           `json:"amount"`       // below 0: damage; above: healing
	Roll   *dice.Result  `json:"roll,omitempty"`
	Shares []DamageShare `json:"shares"`
}

// DamageShare is what one target takes of an amount: all of it, half or none.
type DamageShare struct {
	Combatant CombatantID `json:"combatant"`
	Half      bool        `json:"half,omitempty"`
	None      bool        `json:"none,omitempty"`
}

// maxProposals is how many proposals are kept; the oldest can no longer be applied.
const maxProposals = 20

// Proposal returns the proposal with this ID, or nil.
func (s *State) Proposal(id ProposalID) *Proposal {
	for i := range s.Proposals {
		if s.Proposals[i].ID == id {
			return &s.Proposals[i]
		}
	}
	return nil
}

// Notice is something the GM has yet to be told: a player's command brought it about among hidden combatants.
type Notice struct {
	Kind NoticeKind  `json:"kind"`
	Who  CombatantID `json:"who,omitempty"`
	By   CombatantID `json:"by,omitempty"`
	From string      `json:"from,omitempty"`
	To   string      `json:"to,omitempty"`
}

// NoticeKind tells notices apart.
type NoticeKind string

// The kinds of notices: the hidden Who is called To now, for somebody visible took its name From; Who moved away while in
// melee with the hidden By; the hidden By may strike Who, who fled.
const (
	NoticeRenamed NoticeKind = "renamed"
	NoticeSlipped NoticeKind = "slipped"
	NoticeFled    NoticeKind = "fled"
)

// maxNotices is how many notices are kept; older ones are in the log.
const maxNotices = 20

// EffectsOn returns the effects on a combatant: its own and those of its unit, in the order they were put.
func (s *State) EffectsOn(c *Combatant) []*Effect {
	var out []*Effect
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Target == c.ID || e.Unit == c.Unit && e.Unit != 0 {
			out = append(out, e)
		}
	}
	return out
}

// Holds reports whether id has attacked foe in the melee they are in, or was put there by hand.
func (s *State) Holds(id, foe CombatantID) bool {
	return slices.ContainsFunc(s.Engaged, func(g Engagement) bool {
		return g.A == id && g.B == foe || g.Mutual && g.A == foe && g.B == id
	})
}
