package engine

// Until is when an effect ends (CO-11).
type Until string

// When effects end. These values also appear in encounter.json.
const (
	UntilEndOfTurn     Until = "end-of-turn"      // end of the target's current or next own turn
	UntilEndOfThisTurn Until = "end-of-this-turn" // end of the turn that was running, whoever had it
	UntilEndOfRound    Until = "end-of-round"
	UntilOwnTurns      Until = "own-turns" // after Remaining more of the target's own turns (TO-11)
	UntilRounds        Until = "rounds"    // after Remaining more rounds: long activities (FT-9)
	UntilFight         Until = "fight"     // until the encounter ends
	UntilRemoved       Until = "removed"
)

// Effect is a condition or modifier on a combatant or a unit. It ends by itself when its time is up.
type Effect struct {
	ID          EffectID    `json:"id"`
	Name        string      `json:"name"`
	Target      CombatantID `json:"target,omitempty"` // exactly one of Target and Unit is set (CO-13)
	Unit        UnitID      `json:"unit,omitempty"`
	Until       Until       `json:"until"`
	Remaining   int         `json:"remaining,omitempty"`  // own turns or rounds left
	Turn        TurnID      `json:"turn,omitempty"`       // UntilEndOfThisTurn: that turn
	Damage      string      `json:"damage,omitempty"`     // dice notation; dealt at the end of each of the target's own turns
	Initiative  int         `json:"initiative,omitempty"` // added to the score while the effect lasts
	Ticks       int         `json:"ticks,omitempty"`      // added to the budget of a turn (FT-4)
	Skip        bool        `json:"skip,omitempty"`       // the target loses its turns
	NoReactions bool        `json:"no_reactions,omitempty"`
	Note        string      `json:"note,omitempty"`
	Activity    bool        `json:"activity,omitempty"`    // a long activity of the target (FT-9)
	Source      CombatantID `json:"source,omitempty"`      // who caused it (RS-61); 0: nobody, or a unit
	SourceUnit  UnitID      `json:"source_unit,omitempty"` // a group that caused it as a whole
	Level       int         `json:"level,omitempty"`       // of a condition that has levels (RS-65)
	With        EffectID    `json:"with,omitempty"`        // an effect of the source: this one ends when that does (RS-67)
	DC          int         `json:"dc,omitempty"`          // of its check, if HasDC is set (RS-66)
	HasDC       bool        `json:"has_dc,omitempty"`
	Bonus       int         `json:"bonus,omitempty"`
	Check       *CheckState `json:"check,omitempty"` // nil: it has no check, or nothing has happened to it yet
	Unscored    bool        `json:"apart,omitempty"` // changes no score, because the target is a hidden member of a visible unit
}

// CheckState is where an effect's check stands (RS-66).
type CheckState struct {
	Due    int   `json:"due,omitempty"`    // how many rolls are due
	Damage []int `json:"damage,omitempty"` // of checks that damage causes: the damage of each one that is due, oldest first
	Passes int   `json:"passes,omitempty"`
	Fails  int   `json:"fails,omitempty"`
}

// Permanent reports whether the effect changes initiative for the rest of the fight rather than for a while (TO-8).
func (e *Effect) Permanent() bool { return e.Until == UntilFight || e.Until == UntilRemoved }

// TargetName returns the name of the combatant or unit that an effect is on, or "" when it is no longer in the fight.
func (s *State) TargetName(e *Effect) string {
	if u := s.Unit(e.Unit); e.Unit != 0 && u != nil {
		return u.Name
	}
	if c := s.Combatant(e.Target); c != nil {
		return c.Name
	}
	return ""
}
