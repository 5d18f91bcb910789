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
	Active    []UnitID  `json:"active,omitempty"`   // the units that have the turn: one, or several at once (RS-23, CS-5)

	Before     []TurnEnd `json:"before,omitempty"`      // the turns that ended right before the current one began
	Done       []TurnEnd `json:"done,omitempty"`        // the turns that have ended since it began
	SeenBefore []TurnEnd `json:"seen_before,omitempty"` // like Before, as seen by users who don't know of hidden units
	SeenDone   []TurnEnd `json:"seen_done,omitempty"`   // like Done, since the last turn that they saw begin

	Open *OpenTurn `json:"open,omitempty"` // nobody has the turn until someone chooses (RS-34); replaced, never changed

	Pass         int           `json:"pass,omitempty"`          // which pass of the round it is, from the second on (RS-26)
	HiddenPasses int           `json:"hidden_passes,omitempty"` // how many passes of the round only hidden units take part in
	TurnPhase    int           `json:"turn_phase,omitempty"`    // the phase that the turn is in, from 0 (RS-25)
	Ready        []CombatantID `json:"ready,omitempty"`         // who is done with this phase of the turn

	Interrupted []Interruption `json:"interrupted,omitempty"` // turns that resume after the current one, the next one last (RS-46)
	Awaits      bool           `json:"awaits,omitempty"`      // the round is over, and the GM has to roll for the next (RS-20)

	FreeRound  bool `json:"free_round,omitempty"`  // the ambush is a free round of whole sides (CS-5)
	OneAction  bool `json:"one_action,omitempty"`  // everyone who isn't surprised has a turn with one action in the ambush (RS-50)
	HiddenTurn bool `json:"hidden_turn,omitempty"` // only hidden members of the active units can still act
	Closing    bool `json:"closing,omitempty"`     // nobody else takes a turn in this round; its end follows

	Units      []Unit      `json:"units"`
	Further    []Unit      `json:"further,omitempty"` // further places of units with several turns a round; see [Unit.Of]
	Combatants []Combatant `json:"combatants"`        // in the order in which they joined
	Effects    []Effect    `json:"effects,omitempty"`
	Ties       []Tie       `json:"ties,omitempty"`
	OpenTies   [][]UnitID  `json:"open_ties,omitempty"` // ties whose players may still say who goes first (TO-3); replaced, never changed
	LastID     int         `json:"last_id"`             // the last ID given to a combatant, a unit or an effect

	Engaged     []Engagement     `json:"engaged,omitempty"`      // pairs in melee (CS-7, RI-8)
	FreeAttacks []FreeAttack     `json:"free_attacks,omitempty"` // free attacks on combatants that fled (CS-7, RI-8)
	Activities  map[string]int   `json:"activities,omitempty"`   // ticks that predefined activities cost, by lower-case name (FT-5)
	Rolls       []NamedRoll      `json:"rolls,omitempty"`        // results typed before the free round, for the roll after it (CS-5)
	Tests       []SurpriseTest   `json:"tests,omitempty"`        // Awareness tests asked for and not answered yet (ST-8)
	AskedSaves  []AskedSaves     `json:"asked_saves,omitempty"`  // calls for saves of which some are due (NU-14), oldest first
	Notices     []Notice         `json:"notices,omitempty"`      // for the GM only: what players' commands did to hidden combatants
	Proposals   []Proposal       `json:"proposals,omitempty"`    // for the GM only: what players entered and the GM hasn't applied
	Waves       []Wave           `json:"waves,omitempty"`        // for the GM only: foes that will join later
	Blocks      []*Block         `json:"blocks,omitempty"`       // for the GM only: the stat blocks of combatants and planned foes; replaced, never changed
	Left        []LeftRoll       `json:"left,omitempty"`         // shown to nobody: rolls of player characters that have left
	Counters    []CounterValue   `json:"counters,omitempty"`     // from round 1 on (RS-70)
	Messages    []AppliedMessage `json:"messages,omitempty"`     // messages whose numbers were applied, oldest first (CR-60)
	LastHidden  int              `json:"last_hidden,omitempty"`  // the last ID given to something hidden, above HiddenIDs; or 0
	Departed    []Departed       `json:"marks,omitempty"`        // effects' sources that have left (RS-63); the stored name is older
	Dealt
	Clock

	Begin    []SideScore `json:"sides,omitempty"`    // the rolls for which side begins, in that order (RS-33)
	Promised UnitID      `json:"promised,omitempty"` // where turns are open: gets the next turn that isn't for hidden units only
	LastTurn *LastTurn   `json:"led,omitempty"`      // who had the last turn in an order by choice; replaced, never changed
	Bag      *Bag        `json:"bag,omitempty"`      // the tokens to draw (RS-36); replaced, never changed
}

// Speaks returns the tag of the fight's language. Releases with only one language didn't store it.
func (s *State) Speaks() string { return cmp.Or(s.Language, "en") }

// Preferences say how an encounter is shown. They are copied from the server's settings when it starts and don't affect the rules.
type Preferences struct {
	PingGM bool `json:"ping_gm,omitempty"` // ping the GM on NPCs' turns
	Remind int  `json:"remind,omitempty"`  // minutes until the one reminder of a turn; 0: never

	ShowsClock bool `json:"clock,omitempty"` // cards say when their turn began (NU-38)

	HPFoes    HPShown `json:"hp_foes,omitempty"`    // for the GM's combatants; empty: as words
	HPPlayers HPShown `json:"hp_players,omitempty"` // for players' combatants; empty: as numbers
}

// Combatant is one character in a fight.
type Combatant struct {
	ID       CombatantID    `json:"id"`
	Added    int64          `json:"added,omitempty"`     // when it was added, in Unix milliseconds, since another can get its ID after an undo; 0: by an earlier release
	Name     string         `json:"name"`                // if it is masked: the mask, which is its name in everything that others than the GM read (NU-33)
	RealName string         `json:"real_name,omitempty"` // if it is masked: the name behind the mask; in a view: empty, except in the GM's
	Type     string         `json:"type,omitempty"`      // NPCs: the name they were added with, without a number
	Kind     Kind           `json:"kind"`
	Side     string         `json:"side"`
	Owner    snowflake.User `json:"owner,omitempty"` // empty: belongs to the GM
	Unit     UnitID         `json:"unit"`
	Stats    map[string]int `json:"stats,omitempty"`
	Saved    *SavedAs       `json:"saved,omitempty"`    // the saved character that it joined from; nil: none, and what it carries afterwards isn't kept (NU-28)
	Weapon   string         `json:"weapon,omitempty"`   // the weapon saved with the character, as typed
	Prepared string         `json:"prepared,omitempty"` // saves kept with it, one per line (NU-20)
	Typed    []string       `json:"typed,omitempty"`    // weapons typed in this fight; replaced, never changed
	Given    []string       `json:"given,omitempty"`    // a player's: the keys of the stats typed in this fight, which override any sheet's (CR-15); replaced, never changed
	Separate bool           `json:"separate,omitempty"` // never shares a unit
	Block    string         `json:"block,omitempty"`    // the key of its stat block; for the GM only
	Rating   string         `json:"rating,omitempty"`   // typed by the GM; for the GM only (MO-24)

	Sheet *Sheet `json:"sheet,omitempty"` // its character's sheet (CR-15), or nil; for its owner and the GM only

	Resists []ruleset.Resistance `json:"resists,omitempty"` // its own, not those of effects (NU-6); replaced, never changed

	Acted     bool `json:"acted,omitempty"` // can't act any more this round
	Surprised bool `json:"surprised,omitempty"`
	Unnoticed bool `json:"unnoticed,omitempty"` // surprised by hidden combatants: not shown until it takes effect
	Hidden    bool `json:"hidden,omitempty"`

	SurpriseDue bool `json:"surprise_due,omitempty"` // will be surprised once a new order is rolled (ST-7)

	Alert     bool `json:"alert,omitempty"`
	Ambusher  bool `json:"ambusher,omitempty"`
	BlowDue   bool `json:"blow_due,omitempty"`  // it alone of its group rolls with the blow in the next round in which it has a turn (TO-7)
	Lurking   bool `json:"lurking,omitempty"`   // hidden by an ambush: revealed once it has acted (TO-12)
	Concealed bool `json:"concealed,omitempty"` // a player's combatant hidden from the enemy until it has acted (TO-12): all players see it

	HasHP   bool              `json:"has_hp,omitempty"`
	HP      int               `json:"hp,omitempty"` // 0 to MaxHP
	MaxHP   int               `json:"hp_max,omitempty"`
	Soak    int               `json:"soak,omitempty"`    // what is left of the armor's soak (CS-13)
	Absorbs map[string]Absorb `json:"absorbs,omitempty"` // takes damage before hit points do, by the ruleset's keys; replaced, never changed
	Down    string            `json:"down,omitempty"`    // the state at 0 hit points: chosen by the GM (CO-12), or the ruleset's (RS-68)
	Note    string            `json:"note,omitempty"`    // the GM's private note

	HPShown HPShown `json:"hp_shown,omitempty"` // to others; empty: as the fight's preferences say
	Blurred HPShown `json:"-"`                  // in a view: HP, MaxHP and Soak aren't the real numbers, but shown like this

	Pools map[string]PoolUse `json:"pools,omitempty"` // what it has used of its pools (RS-40); replaced, never changed
	Once  []string           `json:"once,omitempty"`  // once-per-scene abilities used, in lower case (CS-4)
	Did   TurnID             `json:"did,omitempty"`   // the last turn in which it did something (RS-46)

	Lost     TurnID `json:"lost,omitempty"`     // the turn that it lost, and gets back if it is up again while others of its side have it (CS-2)
	Regained TurnID `json:"regained,omitempty"` // the turn that it got back
	Cost     *int   `json:"cost,omitempty"`     // ticks spent in its turn (RS-38); replaced, never changed

	Wields  Wielding    `json:"wields,omitempty"` // what it has attacked with (RI-8)
	Attacks AttackCount `json:"attacks,omitzero"` // counted where a ruleset needs the number of attacks in a turn

	Multiattack *Multiattack `json:"multiattack,omitempty"` // the latest; see [State.MultiattackOf]; for the GM only; replaced, never changed
	Saves       *SaveState   `json:"saves,omitempty"`       // set while it is down, if the ruleset says what follows (RS-68); replaced, never changed
}

// Clone returns a copy of the state, or an empty one for nil. Applying events to the copy doesn't change s.
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

// Each mechanic has its own file. The lists that bring them together are here: the fields above and, below, the events, what changes rolls,
// what happens at each moment, and what others may not see. A moment is something that several events bring about; its lines are everything
// that then happens to the state. What leads to further events is in package play, in moments.go.

// codecs returns a row for each event that this release writes. The rows are in the files of their events. Names and versions never change.
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

// broughtTo returns what currently changes a combatant's rolls and damage, each thing once (NU-22).
func (s *State) broughtTo(rs *ruleset.Ruleset, c *Combatant) []brought {
	return addConditions(rs, s.effectsBring(rs, c))
}

// left runs when a combatant has left the fight (CO-5).
func (s *State) left(id CombatantID) {
	s.dropEffectsOf(id, 0) // those on it; those that it caused forget it (RS-63)
	s.dropMelee(id)        // CS-7, RI-8
	s.dropTest(id)         // ST-8
	s.dropSaves(id)        // NU-16
	s.dropCounters()       // RS-70
	s.dropBlocks()         // MO-2
}

// unitLeft runs when a unit's last member has left it. With slots, its places stay as slots of its side (RS-27).
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

// shown runs when combatants were hidden, revealed or moved to another side, because others then know of other sides.
func (s *State) shown() {
	s.dropCounters() // RS-70
}

// turnOver runs when a combatant's turn is over: it had it, lost it, or gave it up to wait.
func (s *State) turnOver(id CombatantID) {
	s.dropFreeAttacks(func(f FreeAttack) bool { return f.Attacker == id }) // CS-7, RI-8: its own expire
}

// hpChanged runs when a combatant's hit points have changed.
func (s *State) hpChanged(c *Combatant, from int) {
	s.countLoss(c, from) // CS-8
	c.getUp()            // CO-12, RS-68
}

// Blur hides what a user other than the GM may not know of a visible combatant: the GM's note, the name behind a mask, its saved character,
// its stat block and the uses of its abilities (MO-1), hit points that aren't shown as numbers, a surprise by hidden combatants that hasn't
// taken effect yet and, unless the combatant is the user's own, what it resists, its sheet (NU-9, CR-4) and what abilities have cost it. An empty user stands for everyone.
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
	c.Block, c.Pools = "", shownPools(c.Pools, c.Owner != "" && c.Owner == to)
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

// change calls fn for each of the combatants that exist.
func (s *State) change(ids []CombatantID, fn func(c *Combatant)) {
	for _, id := range ids {
		if c := s.Combatant(id); c != nil {
			fn(c)
		}
	}
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

// IsActive reports whether it is the unit's turn, at any of its places.
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

// any reports whether is returns true for any combatant. [slices.ContainsFunc] would copy each combatant.
func (s *State) any(is func(c *Combatant) bool) bool {
	for i := range s.Combatants {
		if is(&s.Combatants[i]) {
			return true
		}
	}
	return false
}

// HiddenIDs is the base for IDs of everything that was hidden when it was added. Such IDs are above it, so that they leave no gaps among the
// others that would give hidden combatants away.
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

// noteID records that an ID has been given. It is given again only if undo has taken away what had it.
func (s *State) noteID(id int) {
	if id > HiddenIDs {
		s.LastHidden = max(s.LastHidden, id)
		return
	}
	s.LastID = max(s.LastID, id)
}

// VisibleMembers returns the members that count for the unit's roll and turns: the visible ones or, if all are hidden, all of them. The
// pointers point into s.
func (s *State) VisibleMembers(id UnitID) []*Combatant {
	all := s.Members(id)
	open := slices.DeleteFunc(slices.Clone(all), func(c *Combatant) bool { return c.Hidden })
	if len(open) == 0 {
		return all
	}
	return open
}

// Score returns the unit's current score: its original score, plus initiative effects on the unit and its members (TO-8, TO-13), plus what it
// gained or lost by waiting, less the penalty in the round after a blow (TO-7) and that of passes (RS-26).
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

// scores reports whether an effect scored for this unit changes the score of a place. Members that stand apart from a unit count as well.
func (s *State) scores(e *Effect, unit UnitID, place *Unit) bool {
	return unit == place.MainID() || e.Unit != 0 && unit == place.Home
}

// ScoredBy returns the unit whose score the effect changes: its target, or its target's unit. 0 means none.
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
