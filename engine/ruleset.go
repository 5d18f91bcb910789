package engine

import "fmt"

// Ruleset describes how one published game system runs turns. It consists of data and small functions; package rules builds each
// one in a file that reads like a list of its rules. A zero field means that the system has no such rule.
type Ruleset struct {
	Name  string // as typed: "turn-order"
	Title string // as shown: "Turn Order"

	Die          int // sides of the initiative die
	TieDie       int // sides of the die that settles ties (CO-8)
	RoundSeconds int // length of a round in seconds; 0: no clock is shown (CO-6)

	// Sides: each side is one unit (CS-1). GroupOption: the GM can choose that (RI-2).
	Sides, GroupOption bool
	// GroupKey returns the value that NPCs must share, in addition to type, side and owner, to form one unit with one roll (TO-4).
	// nil: NPCs never share a unit.
	GroupKey func(c *Combatant) string
	// Bonus returns the modifier of the unit's initiative roll. members is never empty.
	Bonus func(s *State, members []*Combatant) int
	// Above settles a tie between two units by their stats: < 0 if a goes first, > 0 if b does, 0 if dice decide. nil: always 0.
	Above func(s *State, a, b *Unit) int
	// TieBySide: each tied side rolls once, and all units of the winner go before all units of the other (TO-2).
	TieBySide bool
	// PlayersOrderTies: the owners of tied PCs on one side choose which goes first (TO-3).
	PlayersOrderTies bool

	ActLast, Blow bool // acting last (TO-6), rolling with the blow (TO-7)
	Reestablish   bool // rolling the whole order again in mid-fight (ST-7)
	Reactions     bool // reactions out of turn (ST-9, FT-7)
	Once          bool // abilities that work once per scene (CS-4)
	Morale        bool // Morale checks (CS-8)
	Metres        int  // distance of one move in metres; 0: not tracked (RI-7)

	Surprise Surprise
	Budget   Budget
	Attack   Attack

	Stats []Stat // the stats a combatant can have, apart from hp
}

// Surprise is how a ruleset handles surprise.
type Surprise int

// The kinds of surprise: none; the surprised lose round 1 (ST-9); they roll initiative in round 2 (RI-4); everyone else gets a free
// round before initiative is rolled (CS-5); ambushers named by the GM get free turns after it (TO-12).
const (
	NoSurprise Surprise = iota
	LosesRound
	RollsLate
	FreeRound
	AmbushTurns
)

// Budget is how a ruleset limits what a combatant does in a turn.
type Budget int

// The budgets: no limit is tracked; ticks (FT-4); main, move, on-turn and instant actions (CS-6, RI-6).
const (
	Uncounted Budget = iota
	Ticks
	Actions
)

// Attack is how a ruleset resolves attacks.
type Attack int

// The kinds of attack: none; d100 against a skill (ST-9); d20 with Trauma and soak (CS-9); d20 with Shock (RI-9).
const (
	NoAttack Attack = iota
	SkillTest
	TraumaAttack
	ShockAttack
)

// Stat is a stat that a combatant can have.
type Stat struct {
	Key      string   // as typed: "init"
	Min, Max int      // the allowed range, inclusive
	PC, NPC  bool     // whether PCs and NPCs need it
	Or       []string // keys of stats that can be given instead of a needed one
}

// Stat returns the stat with that key, and whether the ruleset has one.
func (r *Ruleset) Stat(key string) (Stat, bool) {
	for _, st := range r.Stats {
		if st.Key == key {
			return st, true
		}
	}
	return Stat{}, false
}

// BySide reports whether each side of the encounter is one unit.
func (r *Ruleset) BySide(s *State) bool { return r.Sides || r.GroupOption && s.Group }

// Rulesets are the rulesets that can be played, in the order in which they are offered.
type Rulesets []*Ruleset

// Find returns the ruleset with that name, or an error if there is none.
func (list Rulesets) Find(name string) (*Ruleset, error) {
	for _, rs := range list {
		if rs.Name == name {
			return rs, nil
		}
	}
	return nil, fmt.Errorf("engine: there is no ruleset %q", name)
}
