package refusal

import (
	"roundel/bot/words/plain"
	"roundel/engine"
)

func (r sentence) checks() string {
	switch r.Reason {
	case engine.ReasonNoCheckOf:
		return "In " + plain.Text(r.Ruleset) + ", no roll ends " + r.typed + ". Leave dc and bonus out."
	case engine.ReasonBonusAlone:
		return "A bonus needs a difficulty. Give dc as well as bonus."
	case engine.ReasonCheckNumber:
		return "the option " + r.Option + " must be " + r.limits() + "."
	case engine.ReasonNoCheck:
		return r.typed + " on " + r.name + " doesn't need a roll. End it with /effect remove."
	case engine.ReasonNoCheckDue:
		return r.name + " has nothing to roll right now. The GM can call for a roll with the name option."
	case engine.ReasonCheckNotDue:
		return r.name + " doesn't have to roll for " + r.typed + " right now. Only the GM can call for it."
	case engine.ReasonSayCheck:
		return r.name + " has several rolls to make. Choose one with the name option: " + r.either() + "."
	}
	return ""
}
