package ruleset

import "roundel/engine/formula"

// Clock is the moment at which "N rounds" are counted (RS-60).
type Clock string

// The moments: the ends of the target's turns (CO-11), the other ends and starts of turns, the ends of rounds.
const (
	TargetsEnd   Clock = "end of target's turn"
	TargetsStart Clock = "start of target's turn"
	SourcesStart Clock = "start of source's turn"
	SourcesEnd   Clock = "end of source's turn"
	RoundsEnd    Clock = "end of round"
)

// Condition is what the file knows about an effect by its name (RS-65).
type Condition struct {
	Name        string
	Skip        bool // loses turns
	NoReactions bool // spends nothing out of turn
	Level       bool // has a level, up to Most
	Most        int
	Fades       Fades
	Lasts       string // its duration where none is typed, as [ParseDuration] takes it; empty: until removed
	Takes       []Take // less of these pools comes back, times the level (RS-43)
	Initiative  int    // modifier of the score while it lasts (TO-8)
	Damage      bool   // the option damage is asked for
	One         bool   // a second on the same target ends the first
	Breaks      Breaks
	Check       *Check
	Note        string
}

// Take is the number that a condition takes of a pool for each level; below 0 it gives.
type Take struct {
	Pool string
	N    int
}

// Fades is when a level falls by itself (RS-65).
type Fades string

// When a level falls: never, by one at the start or the end of the target's turn, by what Takes took.
const (
	NeverFades   Fades = ""
	FadesStart   Fades = "start of turn"
	FadesEnd     Fades = "end of turn"
	FadesBySpent Fades = "spent"
)

// Breaks is what ends a condition at once: its target goes down, gets an effect that loses turns, or gets one of these conditions.
type Breaks struct {
	Down, Skip bool
	Conditions []string
}

// Check is a roll that ends an effect or keeps it (RS-66).
type Check struct {
	At      CheckAt
	Roll    *formula.Formula
	Needs   *formula.Formula // the total at this or more passes
	Keeps   bool             // failing ends the effect, and passing keeps it
	Passes  int              // how many end it in all; with Keeps, how many failures, the same as Fails if that is above 0
	Fails   int              // how many in all turn it into Becomes; 0: none do
	Becomes string
	NeedsDC bool // Roll or Needs names dc, so there is no check where none is typed
}

// CheckAt is the moment at which a check is due.
type CheckAt string

// The moments: the end or the start of the target's turn, damage.
const (
	AtEnd    CheckAt = "end"
	AtStart  CheckAt = "start"
	AtDamage CheckAt = "damage"
)

// Down is what happens at 0 hit points (RS-68).
type Down struct {
	PC, NPC bool
	First   string // on going down
	Middle  string // after enough passes, or at level 0
	Last    string // after enough fails
	Label   string // of the button
	Roll    *formula.Formula
	Needs   *formula.Formula
	Passes  int  // how many lead to Middle; 0 with Level
	Fails   int  // how many lead to Last, or the level that does; 0: none do
	OnOne   int  // fails that a natural 1 counts beyond the usual; 0 or 1 more
	UpAt    int  // hit points that a natural 20 gives; 0: it does nothing special
	Hit     int  // fails that damage while down counts
	Massive bool // damage of the full hit points beyond 0 leads to Last at once
	Level   bool // a level instead of counts
	Degrees bool // by 10 or more counts twice, a natural 20 or 1 one degree
}

// Counter is a number that the table keeps (RS-70).
type Counter struct {
	Name      string
	From      *formula.Formula // when round 1 begins; nil: 0
	EachRound *formula.Formula // added at the start of later rounds; nil: 0
	Least, To int
	Of        CounterOf
	Secret    bool // shown to the GM only
}

// CounterOf says how many of a counter there are.
type CounterOf string

// One for the fight, for each side, for the GM, for each PC, for each combatant.
const (
	OfFight     CounterOf = "fight"
	OfSide      CounterOf = "side"
	OfGM        CounterOf = "gm"
	OfPC        CounterOf = "pc"
	OfCombatant CounterOf = "combatant"
)

// Event is a fixed entry of the order, as a default for /init event (RS-71).
type Event struct {
	Name  string
	Score int
	Every int // rounds
	First int // the first round; 0: as soon as its place comes
	Note  string
}
