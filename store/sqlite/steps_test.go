package sqlite

import (
	"testing"

	"roundel/engine"
	"roundel/internal/storetest"
)

// TestUndoToAStepReadsFewEntriesHoweverLongTheFight: the entries undone and those since the checkpoint before them.
// After an upgrade that stores states in another format, it needs more, but it works.
func TestUndoToAStepReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	many := []engine.Entry{storetest.Did(0, started("Bridge"))}
	for i := range 1000 {
		many = append(many, storetest.Did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", storetest.Appending(many...))
	// Entries that are not needed cannot be read.
	hide := func(first, last int) {
		t.Helper()
		execute(t, s, "UPDATE entries SET events = '-' || events WHERE events NOT LIKE '-%' AND NOT seq BETWEEN $1 AND $2", first, last)
	}
	show := func() { execute(t, s, "UPDATE entries SET events = substr(events, 2) WHERE events LIKE '-%'") }
	hide(976-checkpointEvery, 1001)
	mustUpdate(t, s, "", storetest.UndoingTo(2000, 976))
	wantScene(t, s, "974")
	show()
	hide(977, 1001)
	mustUpdate(t, s, "", storetest.RedoingTo(2001, 1001))
	wantScene(t, s, "999")
	show()
	mustClose(t, s)
	tamper(t, path, "UPDATE states SET data = json_set(data, '$.version', 999) WHERE data <> ''")
	tamper(t, path, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	s = mustOpen(t, path)
	mustUpdate(t, s, "", storetest.UndoingTo(2002, 801))
	wantScene(t, s, "799")
	mustUpdate(t, s, "", storetest.RedoingTo(2003, 826))
	wantScene(t, s, "824")
}
