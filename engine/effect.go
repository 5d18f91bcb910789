package engine

// Until is when an effect ends (CO-11).
type Until string

// The ends of effects; the words are those of the export file.
const (
	UntilEndOfTurn     Until = "end-of-turn"      // of the target's present or next own turn
	UntilEndOfThisTurn Until = "end-of-this-turn" // of the turn that was running, whoever had it
	UntilEndOfRound    Until = "end-of-round"
	UntilOwnTurns      Until = "own-turns" // Remaining of the target's own turns (TO-11)
	UntilRounds        Until = "rounds"    // Remaining ends of rounds: long activities (FT-9)
	UntilFight         Until = "fight"     // until the encounter ends
	UntilRemoved       Until = "removed"
)

// Effect is something that stays with a combatant or a unit and goes by itself when its time is over.
type Effect struct {
	ID          EffectID    `json:"id"`
	Name        string      `json:"name"`
	Target      CombatantID `json:"target,omitempty"` // one of Target and Unit is set (CO-13)
	Unit        UnitID      `json:"unit,omitempty"`
	Until       Until       `json:"until"`
	Remaining   int         `json:"remaining,omitempty"` // own turns or rounds left
	Turn        TurnID      `json:"turn,omitempty"`      // UntilEndOfThisTurn: the turn meant
	Damage      string      `json:"damage,omitempty"`    // dice, at the end of each own turn
	Initiative  int         `json:"initiative,omitempty"`
	Ticks       int         `json:"ticks,omitempty"`
	Skip        bool        `json:"skip,omitempty"` // the target loses its turns
	NoReactions bool        `json:"no_reactions,omitempty"`
	Note        string      `json:"note,omitempty"`
	Activity    bool        `json:"activity,omitempty"` // a long activity of the target (FT-9)
	Unscored    bool        `json:"apart,omitempty"`    // changes no score: on a hidden member of a unit that others see
}

// Permanent tells whether an initiative change by this effect is one for the rest of the fight (TO-8).
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
