package engine

// restEvents lists the events of rests.
func restEvents() []codec {
	return []codec{
		{"rested", 1, Rested{}},
	}
}

// Rested says that combatants have rested (NU-30). What they got by that follows, as [HPChanged], [AbsorbSet] and [PoolsBack].
type Rested struct {
	Rest       string        `json:"rest"` // its name in the ruleset
	Combatants []CombatantID `json:"combatants"`
}

func (Rested) apply(*State) {}

func (e Rested) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }
