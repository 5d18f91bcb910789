package words

import (
	"roundel/engine/reason"
)

func (r sentence) checks() string {
	switch r.Reason {
	case reason.NoCheckOf:
		return "In " + Text(r.Ruleset) + ", no roll ends " + r.typed + ". Leave dc and bonus out."
	case reason.BonusAlone:
		return "A bonus needs a difficulty. Give dc as well as bonus."
	case reason.CheckNumber:
		return "the number for " + r.Option + " must be " + r.limits() + "."
	case reason.NoCheck:
		return r.typed + " on " + r.name + " doesn't need a roll. End it with /effect remove."
	case reason.NoCheckDue:
		return r.name + " has nothing to roll right now. The GM can call for a roll with the name option."
	case reason.CheckNotDue:
		return r.name + " doesn't have to roll for " + r.typed + " right now. Only the GM can call for it."
	case reason.SayCheck:
		return r.name + " has several rolls to make. Choose one with the name option: " + r.either() + "."
	}
	return ""
}
