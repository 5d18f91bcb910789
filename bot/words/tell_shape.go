package words

import (
	"fmt"

	"roundel/engine"
)

// shapes tells of what only some shapes of order have: sides that roll for who begins, and tokens.
func (t *teller) shapes(e engine.Event) string {
	switch e := e.(type) {
	case engine.SidesRolled:
		return t.sidesRolled(e)
	case engine.TokenDrawn:
		if e.Who == 0 {
			return "The end token is drawn: the round ends."
		}
	}
	return ""
}

// sidesRolled tells what sides rolled, and which begins.
func (t *teller) sidesRolled(e engine.SidesRolled) string {
	line := ""
	for _, r := range e.Rolls {
		line += fmt.Sprintf("%s: %s. ", opening(TheSide(r.Side)), initiative(engine.InitiativeRolled{Die: r.Die, Natural: r.Natural, Bonus: r.Bonus, Roll: r.Roll, Typed: r.Typed}))
	}
	for _, tie := range e.Ties {
		line += fmt.Sprintf("Roll-off, %s: %v. ", TheSide(tie.Side), tie.Faces)
	}
	for _, side := range e.Order {
		if t.s.HasSide(side) { // otherwise all of its members have left
			return line + "First: " + TheSide(side) + "."
		}
	}
	return line
}
