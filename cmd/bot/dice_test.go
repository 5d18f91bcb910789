package main

import (
	"strings"
	"testing"
)

// TestCR56AfterARestart repeats a roll and rolls a named one after the bot was killed, and finds both in what is stored about the user.
func TestCR56AfterARestart(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("Anna", "/rolls save name:Sneak attack dice:3d1+4", "Saved: **Sneak attack** is 3d1+4")
	rolled := tb.do("Anna", "/roll dice:sneak attack reason:luck", "rolls for luck: 3d1 (1, 1, 1) + 4 = 7")
	tb.do("Anna", "/roll dice:20d20", "20d20 (")
	tb.end()
	tb.start()
	tb.press("Anna", rolled.Message.ID, "Roll again", "rolls for luck: 3d1 (1, 1, 1) + 4 = 7")
	tb.do("Anna", "/dice", "**d20**: 20 rolls", "too few to tell, it takes 100")
	tb.do("Anna", "/dice whose:server", "Only members with Manage Server")
	tb.do("Admin", "/dice whose:server", "**d20**: 20 rolls")
	data := tb.do("Anna", "/roundel data", "")
	if data.Message == nil || len(data.Message.Files) == 0 || !strings.Contains(string(data.Message.Files[0].Data), "Sneak attack") {
		t.Errorf("what is stored about Anna lacks her named roll: %+v", data.Message)
	}
	asked := tb.do("Anna", "/roundel erase", "named rolls, dice counts")
	tb.press("Anna", asked.Message.ID, "Delete characters", "named rolls, dice counts")
	tb.do("Anna", "/rolls list", "You have no named rolls")
	tb.do("Anna", "/dice", "hasn't rolled any dice for you")
}
