package main

import "testing"

// TestCS2SidesOverSockets: in a server whose fights begin with group initiative, whoever is brought round while the side acts is shown on the
// card as able to act and can end the turn with its button, a side that joins types its die, and all that is kept over a restart.
func TestCS2SidesOverSockets(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("Admin", "/roundel settings group:true", "Group initiative where the ruleset has it: yes")
	tb.end()
	tb.start()
	tb.do("GM", "/init start name:Bridge ruleset:rounds-initiative", "Rounds and Initiative, group initiative")
	tb.do("Anna", "/init join name:Knight stats:dex 1, hp 9", "Knight")
	tb.do("Ben", "/init join name:Thief stats:dex 0, hp 9", "Thief")
	tb.do("GM", "/init add name:Orc stats:hp 5", "Orc")
	tb.turn("GM", "/init roll rolls:party 2, foes 8", "Round 1 · 0:00 · foes")
	tb.do("GM", "/damage target:Thief amount:9", "Thief takes 9 damage and is down.")
	tb.turn("GM", "/next", "Round 1 · 0:00 · party", "Knight")
	tb.do("Anna", "/act do activity:First aid", "Knight: First aid (main action)")
	tb.card("Knight · main used")
	tb.end()
	tb.start()
	tb.do("GM", "/heal target:Thief amount:2", "Thief is up again and can still act this turn.")
	tb.card("@Anna @Ben", "Knight · main used")
	tb.do("GM", "/init add name:Troll side:trolls roll:5", "trolls: d8 (5, typed)", "act from next round on")
	tb.do("Anna", "/next", "Knight's turn is over.")
	card := tb.card("Round 1 · 0:00 · party** @Ben")
	tb.pressTurn("Ben", card.ID, "End turn", "Round 2 · 0:06 · foes")
}
