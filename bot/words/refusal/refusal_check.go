package refusal

import (
	"roundel/bot/words/plain"
	"roundel/engine"
)

func (r sentence) checks() string {
	switch r.Reason {
	case engine.ReasonNoCheckOf:
		return plain.Text(r.Ruleset) + " has no roll that ends " + r.typed + ", so it takes no dc and no bonus. Leave them out."
	case engine.ReasonBonusAlone:
		return r.typed + " has a roll that ends it only with a difficulty. Give dc as well as bonus."
	case engine.ReasonCheckNumber:
		return "the option " + r.Option + " must be " + r.limits() + "."
	case engine.ReasonNoCheck:
		return "nothing has to be rolled for " + r.typed + " on " + r.name + ". End it with /effect remove."
	case engine.ReasonNoCheckDue:
		return r.name + " has nothing to roll right now. The GM can call for a roll with the name option."
	case engine.ReasonCheckNotDue:
		return r.name + " doesn't have to roll for " + r.typed + " right now. Only the GM can call for it."
	case engine.ReasonSayCheck:
		return r.name + " has several rolls to make. Choose one with the name option: " + r.either() + "."
	}
	return ""
}
