package engine

import (
	"cmp"
	"slices"
	"time"

	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// CombatantID identifies a combatant within an encounter, even if its name changes. 0 means none.
type CombatantID int

// UnitID identifies a unit, which has one place in the order: a combatant, a group of similar NPCs, or a side. 0 means none.
type UnitID int

// EffectID identifies an effect within an encounter. 0 means none.
type EffectID int

// TurnID identifies one turn. It is never used twice in an encounter, not even after an undo. 0 means none.
type TurnID int64

// Phase is the stage of an encounter (CO-2).
type Phase string

// The phases, in order: joining, turns before round 1, rounds, over.
const (
	Setup   Phase = "setup"
	Ambush  Phase = "ambush"
	Running Phase = "running"
	Ended   Phase = "ended"
)

// Kind distinguishes player characters from everyone else.
type Kind string

// The kinds of combatants.
const (
	PC      Kind = "pc"
	NPC     Kind = "npc"
	AnEvent Kind = "event" // a fixed entry of the order (RS-71)
)

// Party and Foes are the default sides of PCs and of NPCs.
const (
	Party = "party"
	Foes  = "foes"
)

// State is the complete state of one encounter. It is changed only by applying events. Maps and inner slices are replaced, never
// changed in place, so that [State.Clone] is cheap.
type State struct {
	Name    string         `json:"name"`
	Ruleset string         `json:"ruleset"`
	Text    string         `json:"text,omitempty"` // the [TextHash] of the ruleset's text; empty in older fights, whose ruleset is found by its name
	Phase   Phase          `json:"phase"`
	Group   bool           `json:"group,omitempty"` // sides roll as groups (RI-2)
	Paused  bool           `json:"paused,omitempty"`
	Round   int            `json:"round"`
	Elapsed int            `json:"elapsed"` // seconds of all rounds that have ended (CO-6)
	GM      snowflake.User `json:"gm"`
	Scene   string         `json:"scene,omitempty"`
	Preferences
	Language string `json:"language,omitempty"` // the tag of the language that everyone in the channel reads; see Speaks

	Turn      TurnID    `json:"turn"`               // the current turn, which may be open; 0 if there is none
	TurnBegan time.Time `json:"began,omitzero"`     // when the turn began
	Restarted time.Time `json:"restarted,omitzero"` // when undo or redo last returned to the turn; see TurnCountsFrom
	Active    []UnitID  `json:"active,omitempty"`   // the units that have the turn: one, or every unsurprised side in a free round (CS-5)

	Before     []TurnEnd `json:"before,omitempty"`      // the turns that ended right before the current one began
	Done       []TurnEnd `json:"done,omitempty"`        // the turns that have ended since it began
	SeenBefore []TurnEnd `json:"seen_before,omitempty"` // the same as Before and Done for those who don't know of hidden units
	SeenDone   []TurnEnd `json:"seen_done,omitempty"`   // since the last turn that they have seen begin

	Open *OpenTurn `json:"open,omitempty"` // nobody has the turn until somebody chooses (RS-34); replaced, never changed

	Pass         int           `json:"pass,omitempty"`          // which pass of the round it is, from the second on (RS-26)
	HiddenPasses int           `json:"hidden_passes,omitempty"` // how many passes of the round only hidden units have part in
	TurnPhase    int           `json:"turn_phase,omitempty"`    // which of its phases the turn is in, from 0 (RS-25)
	Ready        []CombatantID `json:"ready,omitempty"`         // who is done with this phase of the turn

	Interrupted []Interruption `json:"interrupted,omitempty"` // turns that go on after the present one, the latest last (RS-46)
	Awaits      bool           `json:"awaits,omitempty"`      // the round is over, and the GM rolls for the next (RS-20)

	FreeRound  bool `json:"free_round,omitempty"`  // the ambush is a free round of whole sides (CS-5)
	OneAction  bool `json:"one_action,omitempty"`  // everyone who isn't surprised has a turn of one action in the ambush (RS-50)
	HiddenTurn bool `json:"hidden_turn,omitempty"` // only hidden members of the active units can still act
	Closing    bool `json:"closing,omitempty"`     // nobody else takes a turn in this round: what happens at its end follows

	Units      []Unit      `json:"units"`
	Further    []Unit      `json:"further,omitempty"` // places of units that have several turns a round; see [Unit.Of]
	Combatants []Combatant `json:"combatants"`        // in the order in which they joined
	Effects    []Effect    `json:"effects,omitempty"`
	Ties       []Tie       `json:"ties,omitempty"`
	OpenTies   [][]UnitID  `json:"open_ties,omitempty"` // whose players may still say who goes first (TO-3); replaced, never changed
	LastID     int         `json:"last_id"`             // the last ID given to a combatant, a unit or an effect

	Engaged     []Engagement     `json:"engaged,omitempty"`      // pairs in melee (CS-7, RI-8)
	FreeAttacks []FreeAttack     `json:"free_attacks,omitempty"` // free attacks on combatants that fled (CS-7, RI-8)
	Activities  map[string]int   `json:"activities,omitempty"`   // ticks that predefined activities cost, by lower-case name (FT-5)
	Rolls       []NamedRoll      `json:"rolls,omitempty"`        // results typed before the free round, for the roll after it (CS-5)
	Tests       []SurpriseTest   `json:"tests,omitempty"`        // Awareness tests asked for and not answered yet (ST-8)
	AskedSaves  []AskedSaves     `json:"asked_saves,omitempty"`  // saves of which some are due (NU-14), oldest first
	Notices     []Notice         `json:"notices,omitempty"`      // for the GM only: what players' commands did to hidden combatants
	Proposals   []Proposal       `json:"proposals,omitempty"`    // for the GM only: damage, healing and effects that players entered and the GM hasn't applied
	Waves       []Wave           `json:"waves,omitempty"`        // for the GM only: foes that are to join later
	Blocks      []*Block         `json:"blocks,omitempty"`       // for the GM only: the stat blocks of combatants and planned foes; replaced, never changed
	Left        []LeftRoll       `json:"left,omitempty"`         // for nobody: rolls of player characters that have left
	Counters    []CounterValue   `json:"counters,omitempty"`     // what the table keeps count of (RS-70), from round 1 on
	Messages    []AppliedMessage `json:"messages,omitempty"`     // from which something was applied, oldest first (CR-60)
	LastHidden  int              `json:"last_hidden,omitempty"`  // the last ID given to something hidden; above HiddenIDs, or 0
	Departed    []Departed       `json:"marks,omitempty"`        // sources that have left (RS-63); the stored name is older
	Dealt
	Clock

	Begin    []SideScore `json:"sides,omitempty"`    // what sides rolled for who begins, in the order in which they do (RS-33)
	Promised UnitID      `json:"promised,omitempty"` // where turns are open: has the next one that is not for hidden units alone
	LastTurn *LastTurn   `json:"led,omitempty"`      // who had the last turn in an order by choice; replaced, never changed
	Bag      *Bag        `json:"bag,omitempty"`      // the tokens to draw (RS-36); replaced, never changed
}

// Speaks returns the tag of the fight's language. Fights of releases that had one language only don't say it.
func (s *State) Speaks() string { return cmp.Or(s.Language, "en") }

// Preferences say how an encounter is shown. They are copied from the server's settings when it starts and don't affect the rules.
type Preferences struct {
	PingGM bool `json:"ping_gm,omitempty"` // ping the GM on NPCs' turns
	Remind int  `json:"remind,omitempty"`  // minutes until the one reminder of a turn; 0: never

	ShowsClock bool `json:"clock,omitempty"` // cards say when their turn began (NU-38)

	HPFoes    HPShown `json:"hp_foes,omitempty"`    // of the GM's combatants; empty: as words
	HPPlayers HPShown `json:"hp_players,omitempty"` // of users' combatants; empty: as numbers
}

// Combatant is one character in a fight.
type Combatant struct {
	ID       CombatantID    `json:"id"`
	Name     string         `json:"name"`                // masked ones: the mask, which is their name in everything but what only the GM reads (NU-33)
	RealName string         `json:"real_name,omitempty"` // masked ones: the GM's name for it; in a view: empty, except in the GM's
	Type     string         `json:"type,omitempty"`      // NPCs: the name they were added with, without a number
	Kind     Kind           `json:"kind"`
	Side     string         `json:"side"`
	Owner    snowflake.User `json:"owner,omitempty"` // empty: belongs to the GM
	Unit     UnitID         `json:"unit"`
	Stats    map[string]int `json:"stats,omitempty"`
	Saved    *SavedAs       `json:"saved,omitempty"`    // the saved character that it joined from; nil: none, and what it is left with is not kept (NU-28)
	Weapon   string         `json:"weapon,omitempty"`   // the weapon saved with the character, as typed
	Prepared string         `json:"prepared,omitempty"` // the saves kept with it, one a line (NU-20)
	Typed    []string       `json:"typed,omitempty"`    // the weapons typed in this fight; replaced, never changed
	Given    []string       `json:"given,omitempty"`    // players': the keys of the stats typed in this fight, which go before any sheet (CR-15); replaced, never changed
	Separate bool           `json:"separate,omitempty"` // never shares a unit
	Block    string         `json:"block,omitempty"`    // the key of its stat block; for the GM only
	Rating   string         `json:"rating,omitempty"`   // as the GM typed it; only the GM knows (MO-24)

	Sheet *Sheet `json:"sheet,omitempty"` // of the character that it joined as (CR-15); for its owner and the GM only; nil: it has none

	Resists []ruleset.Resistance `json:"resists,omitempty"` // its own, not those of effects (NU-6); replaced, never changed

	Acted     bool `json:"acted,omitempty"` // can't act any more this round
	Surprised bool `json:"surprised,omitempty"`
	Unnoticed bool `json:"unnoticed,omitempty"` // surprised by hidden combatants: not shown until it takes effect
	Hidden    bool `json:"hidden,omitempty"`

	SurpriseDue bool `json:"surprise_due,omitempty"` // surprised once a new order is rolled (ST-7)

	Alert     bool `json:"alert,omitempty"`
	Ambusher  bool `json:"ambusher,omitempty"`
	BlowDue   bool `json:"blow_due,omitempty"`  // rolls with the blow, alone of its group, in the next round in which it has a turn (TO-7)
	Lurking   bool `json:"lurking,omitempty"`   // hidden by an ambush: revealed once it has acted (TO-12)
	Concealed bool `json:"concealed,omitempty"` // a player's, hidden from the enemy until it has acted (TO-12): every player sees it

	HasHP   bool              `json:"has_hp,omitempty"`
	HP      int               `json:"hp,omitempty"` // 0 to MaxHP
	MaxHP   int               `json:"hp_max,omitempty"`
	Soak    int               `json:"soak,omitempty"`    // soak that the armor has left (CS-13)
	Absorbs map[string]Absorb `json:"absorbs,omitempty"` // what takes damage before hit points do, by the ruleset's keys; replaced, never changed
	Down    string            `json:"down,omitempty"`    // the state at 0 hit points: chosen by the GM (CO-12), or of the ruleset (RS-68)
	Note    string            `json:"note,omitempty"`    // the GM's private note

	HPShown HPShown `json:"hp_shown,omitempty"` // to others; empty: as the fight's preferences say
	Blurred HPShown `json:"-"`                  // in a view: HP, MaxHP and Soak are not the real numbers, but shown like this

	Pools map[string]PoolUse `json:"pools,omitempty"` // what it has used of its turn (RS-40); replaced, never changed
	Once  []string           `json:"once,omitempty"`  // once-per-scene abilities used, in lower case (CS-4)
	Did   TurnID             `json:"did,omitempty"`   // the last turn in which it has done something (RS-46)

	Lost     TurnID `json:"lost,omitempty"`     // the turn that it has lost, and gets back if it is up again while others of its side have it (CS-2)
	Regained TurnID `json:"regained,omitempty"` // the turn that it has got back
	Cost     *int   `json:"cost,omitempty"`     // ticks of what it has done in its turn (RS-38); replaced, never changed

	Wields  Wielding    `json:"wields,omitempty"` // what it has attacked with (RI-8)
	Attacks AttackCount `json:"attacks,omitzero"` // where a ruleset counts the attacks of a turn

	Multiattack *Multiattack `json:"multiattack,omitempty"` // the latest; see [State.MultiattackOf]; for the GM only; replaced, never changed
	Saves       *SaveState   `json:"saves,omitempty"`       // down, and the ruleset says what follows (RS-68); replaced, never changed
}

// Clone returns a copy of the state; that of nil is empty. Applying events to the copy doesn't change s.
func (s *State) Clone() *State {
	if s == nil {
		return &State{}
	}
	c := *s
	c.Active = slices.Clone(s.Active)
	c.Units = slices.Clone(s.Units)
	c.Further = slices.Clone(s.Further)
	c.Combatants = slices.Clone(s.Combatants)
	c.Effects = slices.Clone(s.Effects)
	c.Ties = slices.Clone(s.Ties)
	c.Engaged = slices.Clone(s.Engaged)
	c.FreeAttacks = slices.Clone(s.FreeAttacks)
	c.Rolls = slices.Clone(s.Rolls)
	c.Tests = slices.Clone(s.Tests)
	c.AskedSaves = slices.Clone(s.AskedSaves)
	c.Notices = slices.Clone(s.Notices)
	c.Proposals = slices.Clone(s.Proposals)
	c.Waves = slices.Clone(s.Waves)
	c.Left = slices.Clone(s.Left)
	c.Interrupted = slices.Clone(s.Interrupted)
	c.Departed = slices.Clone(s.Departed)
	c.Counters = slices.Clone(s.Counters)
	c.Out, c.HiddenOut = slices.Clone(s.Out), slices.Clone(s.HiddenOut)
	c.Begin = slices.Clone(s.Begin)
	c.Messages = slices.Clone(s.Messages)
	return &c
}

// What a mechanic adds to a fight stands in its own file. Its lines stand in this one: its fields above and, below, its events, what it brings to
// rolls, what it does at each moment, and what it keeps from others. A moment is what several events bring, and its lines are all that happens to the state then. What leads
// to further events is in package play, whose moments.go has the same lists for those.

// codecs returns a row for each event that this release writes; the rows stand in the files of their events. Names and versions never change.
func codecs() []codec {
	return slices.Concat(
		fightEvents(),
		rosterEvents(),
		initiativeEvents(),
		tieEvents(),
		apartEvents(),
		turnEvents(),
		placeEvents(),
		openEvents(),
		waitEvents(),
		cardEvents(),
		clockEvents(),
		pickEvents(),
		tokenEvents(),
		surpriseEvents(),
		actionEvents(),
		poolEvents(),
		counterEvents(),
		attackEvents(),
		multiattackEvents(),
		meleeEvents(),
		moraleEvents(),
		blowEvents(),
		hpEvents(),
		absorbEvents(),
		restEvents(),
		downEvents(),
		checkEvents(),
		effectEvents(),
		proposalEvents(),
		messageEvents(),
		saveEvents(),
		abilityEvents(),
		gmEvents(),
		difficultyEvents(),
		sheetEvents(),
	)
}

// broughtTo returns what changes a combatant's rolls and damage now, each thing once (NU-22).
func (s *State) broughtTo(rs *ruleset.Ruleset, c *Combatant) []brought {
	return addConditions(rs, s.effectsBring(rs, c))
}

// left is when a combatant has left the fight (CO-5).
func (s *State) left(id CombatantID) {
	s.dropEffectsOf(id, 0) // those on it; those that it caused forget it (RS-63)
	s.dropMelee(id)        // CS-7, RI-8
	s.dropTest(id)         // ST-8
	s.dropSaves(id)        // NU-16
	s.dropCounters()       // RS-70
	s.dropBlocks()         // MO-2
}

// unitLeft is when the last member of a unit has left it. With slots, its places stay as slots of its side (RS-27).
func (s *State) unitLeft(id UnitID, slots bool) {
	s.dropEffectsOf(0, id)
	s.dropInterrupted(id) // RS-46
	if !slots {
		s.dropTies(id) // TO-2
	}
	if s.IsActive(id) {
		s.withdraw(id)
	}
}

// shown is when combatants were hidden or revealed, or have come to another side: others know of other sides.
func (s *State) shown() {
	s.dropCounters() // RS-70
}

// turnOver is when a combatant's turn is over: it has had it, lost it or gives it up to wait.
func (s *State) turnOver(id CombatantID) {
	s.dropFreeAttacksBy(id) // CS-7, RI-8
}

// hpChanged is when a combatant's hit points have changed.
func (s *State) hpChanged(c *Combatant, from int) {
	s.countLoss(c, from) // CS-8
	c.getUp()            // CO-12, RS-68
}

// Blur hides what a user other than the GM may not know of a visible combatant: the GM's note, the name behind a mask, what its saved character carried, its stat block and the uses of its
// abilities (MO-1), what it resists and its sheet unless it is the user's (NU-9, CR-4), hit points that aren't shown to them as numbers, and a surprise by hidden combatants
// that has not taken effect yet. An empty user is everyone.
func (p Preferences) Blur(c *Combatant, to snowflake.User) {
	c.Note, c.RealName, c.Rating, c.Multiattack, c.Saved, c.Given = "", "", "", nil, nil, nil
	if c.Owner == "" || c.Owner != to {
		c.Resists = nil
		if c.Sheet != nil {
			c.Sheet, c.Weapon = nil, ""
		}
	}
	if c.Owner == "" {
		c.Prepared = ""
	}
	c.Block, c.Pools = "", shownPools(c.Pools)
	if c.Unnoticed {
		c.Surprised = false
	}
	if shown := p.hpShownTo(c, to); shown != HPNumbers && c.HasHP {
		c.HP, c.MaxHP = shown.blur(c.HP, c.MaxHP)
		c.Soak, c.Absorbs, c.Blurred = shown.some(c.Soak), nil, shown
	}
}

// Unit returns the unit with that ID, or nil.
func (s *State) Unit(id UnitID) *Unit {
	for i := range s.Units {
		if s.Units[i].ID == id {
			return &s.Units[i]
		}
	}
	for i := range s.Further {
		if s.Further[i].ID == id {
			return &s.Further[i]
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

// Members returns the combatants of a unit in the order in which they joined. The pointers point into s.
func (s *State) Members(id UnitID) []*Combatant {
	var out []*Combatant
	id = s.MainID(id)
	for i := range s.Combatants {
		if s.Combatants[i].Unit == id {
			out = append(out, &s.Combatants[i])
		}
	}
	return out
}

// MemberIDs returns the IDs of the combatants of a unit.
func (s *State) MemberIDs(id UnitID) []CombatantID {
	var out []CombatantID
	id = s.MainID(id)
	for i := range s.Combatants {
		if s.Combatants[i].Unit == id {
			out = append(out, s.Combatants[i].ID)
		}
	}
	return out
}

// IsActive reports whether it is the unit's turn, at whichever of its places.
func (s *State) IsActive(id UnitID) bool { return slices.Contains(s.Active, id) }

// ActiveMembers returns the members of active units that may still act in this turn. The pointers point into s.
func (s *State) ActiveMembers() []*Combatant {
	var out []*Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; s.IsActive(c.Unit) && s.MayAct(c) {
			out = append(out, c)
		}
	}
	return out
}

// MayAct reports whether c still has a turn in this round or ambush.
func (s *State) MayAct(c *Combatant) bool {
	if c.Acted {
		return false
	}
	return s.Phase != Ambush || s.FreeRound || s.ActsInAmbush(c)
}

// Hidden reports whether all members of the unit are hidden, so that other players don't see the unit at all.
func (s *State) Hidden(id UnitID) bool {
	any := false
	id = s.MainID(id)
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

// HasHidden reports whether any combatant is hidden.
func (s *State) HasHidden() bool {
	return s.any(func(c *Combatant) bool { return c.Hidden })
}

// any reports whether is returns true for any combatant. [slices.ContainsFunc] would copy each of them.
func (s *State) any(is func(c *Combatant) bool) bool {
	for i := range s.Combatants {
		if is(&s.Combatants[i]) {
			return true
		}
	}
	return false
}

// HiddenIDs is the base for IDs of everything that was hidden when it was added: theirs are above it. That leaves no gaps in other
// IDs that would give hidden combatants away.
const HiddenIDs = 1 << 20

// denseLen returns the length of a list that is indexed by [State.denseIndex].
func (s *State) denseLen() int { return s.LastID + 1 + max(0, s.LastHidden-HiddenIDs) }

// denseIndex maps an ID to an index below [State.denseLen], without the gap before the IDs of hidden combatants.
func (s *State) denseIndex(id int) int {
	if id > HiddenIDs {
		return s.LastID + id - HiddenIDs
	}
	return id
}

// noteID records that an ID has been given. IDs are never reused.
func (s *State) noteID(id int) {
	if id > HiddenIDs {
		s.LastHidden = max(s.LastHidden, id)
		return
	}
	s.LastID = max(s.LastID, id)
}

// VisibleMembers returns the members that count for the unit's roll and turns: those that are not hidden or, if all of them are
// hidden, all of them. The pointers point into s.
func (s *State) VisibleMembers(id UnitID) []*Combatant {
	all := s.Members(id)
	open := slices.DeleteFunc(slices.Clone(all), func(c *Combatant) bool { return c.Hidden })
	if len(open) == 0 {
		return all
	}
	return open
}

// Score returns the unit's current score: its original score, plus initiative effects on the unit and its members (TO-8, TO-13),
// less in the round after a blow (TO-7), and what it gained or lost by waiting.
func (s *State) Score(rs *ruleset.Ruleset, u *Unit) int {
	score := u.Base + u.Moved - s.Fallen(rs, u)
	if s.Main(u).Blow.Lowers() {
		score += rs.BlowChange()
	}
	for i := range s.Effects {
		if e := &s.Effects[i]; e.Initiative != 0 && s.scores(e, s.ScoredBy(e), u) {
			score += e.Initiative
		}
	}
	return score
}

// scores reports whether the effect, whose unit is given, changes the score of a place: also that of a member who stands apart from the unit.
func (s *State) scores(e *Effect, unit UnitID, place *Unit) bool {
	return unit == place.MainID() || e.Unit != 0 && unit == place.Home
}

// ScoredBy returns the unit whose score the effect changes: its target, or the unit its target belongs to. 0 means none.
func (s *State) ScoredBy(e *Effect) UnitID {
	switch c := s.Combatant(e.Target); {
	case e.Unscored:
		return 0
	case e.Unit != 0:
		return e.Unit
	case c != nil:
		return c.Unit
	}
	return 0
}
