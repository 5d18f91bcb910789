package engine

// restEvents lists the events of rests.
func restEvents() []codec {
	return []codec{
		{"rested", 1, Rested{}},
	}
}

// Rested says that combatants have rested (NU-30). An [HPChanged], [AbsorbSet] or [PoolsBack] for what each regained follows.
type Rested struct {
	Rest       string        `json:"rest"` // its name in the ruleset
	Combatants []CombatantID `json:"combatants"`
}

func (Rested) apply(*State) {}

func (e Rested) seen(v Sight) (Event, bool) { return about(v, &e, &e.Combatants) }
