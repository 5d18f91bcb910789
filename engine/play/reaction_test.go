package play_test

import (
	"testing"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// TestST9ReactionsOnOthersTurns: a reaction is for others' turns, as the words and the button say.
func TestST9ReactionsOnOthersTurns(t *testing.T) {
	f := start(t, "structured-time")
	f.pc("Guard", "agility 30", 9)
	f.npc("Cultist", 1, "agility 20", 2)
	f.gm(play.Roll{})
	f.wantActive("1: Guard")
	f.refused(anna, play.React{Activity: "Dodge", Who: "Guard"}, engine.NotNow, reason.ReactOwnTurn)
	f.gm(play.React{Activity: "Dodge", Who: "Cultist"})
	f.next(1)
	f.by(anna, play.React{Activity: "Dodge", Who: "Guard"})
}
