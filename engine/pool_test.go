package engine_test

import (
	"testing"

	"roundel/engine"
)

// TestRS41NoTurn: outside of turns, nothing counts as spent in this turn.
func TestRS41NoTurn(t *testing.T) {
	for _, use := range []engine.PoolUse{{}, {Spent: 1}, {Spent: 1, Turn: 7}, {Spent: 1, Quiet: 1, QuietTurn: 7}} {
		if use.SpentIn(0) || use.SpentIn(7) != (use.Turn == 7 || use.QuietTurn == 7) {
			t.Errorf("%+v", use)
		}
	}
}
