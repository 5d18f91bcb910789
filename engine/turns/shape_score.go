package turns

import "roundel/engine"

// score is the order by numbers: the best acts first (RS-20 to RS-27).
type score struct{ *Fight }

func (s score) next() step { return step{unit: s.nextUnit()} }

func (s score) place(unit engine.UnitID, typed *engine.NamedRoll) {
	if typed == nil {
		s.RollUnit(unit, nil)
		return
	}
	s.RollUnit(unit, &typed.Natural)
}

func (s score) newRound() {}

func (s score) turnOver(engine.UnitID) {}

func (s score) turnForOthers() bool { return false }

func (s score) again(engine.UnitID) bool { return false }
