package engine

import "fmt"

// Ruleset is how one published system runs turns. It is data and small functions; package rules builds one in a file
// that reads as the list of its rules. A zero field means that the system has no such rule.
type Ruleset struct {
	Name  string // as typed: "turn-order"
	Title string // as shown: "Turn Order"

	Die          int // sides of the initiative die
	TieDie       int // sides of the die that settles ties (CO-8)
	RoundSeconds int // length of a round; 0: no clock is shown (CO-6)

	// Sides: units are whole sides (CS-1). GroupOption: they can be, at the GM's choice (RI-2).
	Sides, GroupOption bool
	// Alike returns what NPCs must share, beside type, side and owner, to be one unit with one roll; nil: never.
	GroupKey func(c *Combatant) string
	// Bonus is what the unit adds to its initiative die. members is never empty.
	Bonus func(s *State, members []*Combatant) int
	// Above settles a tie of two units by what is on the sheet: < 0 a first, > 0 b first, 0 dice must. nil: always 0.
	Above func(s *State, a, b *Unit) int
	// TieBySide: tied sides roll once each, and all of one stand above all of the other (TO-2).
	TieBySide bool
	// PlayersPlace: the owners of tied PCs choose their order (TO-3).
	PlayersOrderTies bool

	ActLast, Blow bool // TO-6, TO-7
	Reestablish   bool // ST-7
	Reactions     bool // reactions out of turn (ST-9, FT-7)
	Once          bool // abilities used once per scene (CS-4)
	Morale        bool // CS-8
	Metres        int  // how far a move goes; 0: not counted (RI-7)

	Surprise Surprise
	Budget   Budget
	Attack   Attack

	Stats []Stat // what a combatant can have, apart from hp
}

// Surprise is what being caught unawares does.
type Surprise int

// The kinds of surprise: none; a lost first round (ST-9); no initiative until round 2 (RI-4); a free round for the
// others before the roll (CS-5); free turns of named ambushers after it (TO-12).
const (
	NoSurprise Surprise = iota
	LosesRound
	RollsLate
	FreeRound
	AmbushTurns
)

// Budget is what a turn may be spent on.
type Budget int

// The budgets: nothing is counted; ticks (FT-4); main, move, on-turn and instant actions (CS-6, RI-6).
const (
	Uncounted Budget = iota
	Ticks
	Actions
)

// Attack is how an attack is resolved.
type Attack int

// The attacks: none; a d100 test under a skill (ST-9); d20 with trauma and soak (CS-9); d20 with shock (RI-9).
const (
	NoAttack Attack = iota
	SkillTest
	TraumaAttack
	ShockAttack
)

// Stat is one value a combatant can have.
type Stat struct {
	Key      string
	Min, Max int
	PC, NPC  bool     // required of PCs, of NPCs
	Or       []string // required, unless one of these is given
}

// Stat returns the ruleset's stat of that key, and whether there is one.
func (r *Ruleset) Stat(key string) (Stat, bool) {
	for _, st := range r.Stats {
		if st.Key == key {
			return st, true
		}
	}
	return Stat{}, false
}

// BySide tells whether the encounter's units are whole sides.
func (r *Ruleset) BySide(s *State) bool { return r.Sides || r.GroupOption && s.Group }

// Rulesets are those that can be played, in the order in which they are offered.
type Rulesets []*Ruleset

// Find returns the ruleset of that name.
func (list Rulesets) Find(name string) (*Ruleset, error) {
	for _, rs := range list {
		if rs.Name == name {
			return rs, nil
		}
	}
	return nil, fmt.Errorf("engine: there is no ruleset %q", name)
}
