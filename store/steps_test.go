package store

import (
	"testing"

	"roundel/engine"
)

// TestUndoToAStepReadsFewEntriesHoweverLongTheFight: the entries undone and those since the checkpoint before them, each once.
// That holds after an upgrade that stores states in another format, too.
func TestUndoToAStepReadsFewEntriesHoweverLongTheFight(t *testing.T) {
	path := file(t)
	s := mustOpen(t, path)
	many := []engine.Entry{did(0, started("Bridge"))}
	for i := range 1000 {
		many = append(many, did(1+i, scene("%d", i)))
	}
	mustUpdate(t, s, "", appending(many...))
	few := func(fn func(engine.Journal) ([]byte, error), steps int) {
		t.Helper()
		read := 0
		mustUpdate(t, s, "", func(j engine.Journal) ([]byte, error) {
			answer, err := fn(j)
			read = j.(*journal).tx.rows
			return answer, err
		})
		if most := 2*steps + checkpointEvery + 3*indexEvery; read > most { // every block of entries has a query of the index
			t.Errorf("%d steps read %d rows, more than %d", steps, read, most)
		}
	}
	few(undoingTo(2000, 976), 25)
	wantScene(t, s, "974")
	few(redoingTo(2001, 1001), 25)
	wantScene(t, s, "999")
	mustClose(t, s)
	tamper(t, path, "UPDATE states SET data = json_set(data, '$.version', 999) WHERE data <> ''")
	tamper(t, path, "UPDATE checkpoints SET data = json_set(data, '$.version', 999)")
	s = mustOpen(t, path)
	few(undoingTo(2002, 801), 200)
	wantScene(t, s, "799")
	few(redoingTo(2003, 826), 25)
	wantScene(t, s, "824")
}
