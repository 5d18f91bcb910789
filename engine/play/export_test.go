package play

import "roundel/engine"

// What tests of this package need besides commands.
type Fight = fight

var (
	CatchOverrun = catchOverrun
	WieldsRanged = wieldsRanged
)

// RollUnit rolls a unit's initiative.
func (f *fight) RollUnit(id engine.UnitID) { f.rollUnit(id, nil) }
