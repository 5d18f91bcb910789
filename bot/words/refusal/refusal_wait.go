package refusal

import (
	"roundel/bot/words/plain"
	"roundel/engine"
)

// waits are refusals about waiting, rounds that wait for a roll, and fixed entries of the order.
func (r sentence) waits() string {
	switch r.Reason {
	case engine.ReasonRollAwaited:
		return "the round is over. The GM begins the next with /init roll."
	case engine.ReasonRollsForNext:
		return "the bot rolls by itself when the next round begins. To use your own dice, give them in the rolls option, like " + likeRolls + "."
	case engine.ReasonSwapWith:
		if len(r.Names) == 0 {
			return "nobody acts later this round, so there's no one to change places with."
		}
		return "say who takes your place, with the with option: " + r.either() + "."
	case engine.ReasonSwapLater:
		text := r.name + " doesn't act later this round."
		if len(r.Names) > 0 {
			text += " Choose " + r.either() + "."
		}
		return text
	case engine.ReasonRerollEarly:
		return "initiative can't be rolled again before round 1. Wait until it begins."
	case engine.ReasonDelayEarly:
		return "nobody can wait before round 1. Wait until it begins."
	case engine.ReasonDelayActed:
		return r.name + " has already done something this turn, so it can no longer wait. End the turn with /next."
	case engine.ReasonWaitsAlready:
		return r.name + " is already waiting. It comes back with /init take."
	case engine.ReasonWaitUnable:
		return r.name + " can't act at the moment. Heal it or remove the effect first."
	case engine.ReasonNotWaiting:
		return r.name + " isn't waiting. It acts when its place in the order comes."
	case engine.ReasonWaitsOut:
		return r.name + " is waiting and can do nothing out of turn. Bring it back with /init take first."
	case engine.ReasonEvent:
		return r.name + " is only an event in the order. It has a fixed place, and no stats, hit points, effects or attacks."
	case engine.ReasonEventScore:
		return "the ruleset doesn't know the event " + r.name + ". Give its place with the score option."
	case engine.ReasonEventRounds:
		return "that number of rounds must be " + r.limits() + "."
	}
	if text := r.openTurn(); text != "" {
		return text
	}
	if text := r.otherWaits(); text != "" {
		return plain.Text(r.Ruleset) + " " + text
	}
	return ""
}

// otherWaits are refusals for a way of waiting that the ruleset in play does not have.
func (r sentence) otherWaits() string {
	switch r.Reason {
	case engine.ReasonNoDelay:
		return "doesn't let anyone wait for a later moment." + seeTurn
	case engine.ReasonLastInstead:
		return "doesn't let anyone delay. Move to the end of the round with /init last."
	case engine.ReasonDelaysInstead:
		return "doesn't let anyone act last. Wait with /init delay instead."
	case engine.ReasonNoSwap:
		return "doesn't let anyone change places. Leave with out."
	case engine.ReasonNoTake:
		return "doesn't let anyone wait out of the order, so there's nobody to bring back." + seeTurn
	case engine.ReasonNobodyChooses:
		return "has an order of its own, so nobody chooses who's next. End the turn with /next alone."
	case engine.ReasonRoundEndsItself:
		return "ends the round by itself. Choose somebody who can act."
	}
	return ""
}

// openTurn are refusals about a turn that somebody has to take (RS-34).
func (r sentence) openTurn() string {
	candidates := ""
	if len(r.Names) > 0 {
		candidates = " Choose " + r.either() + "."
	}
	picks := "the GM picks"
	if r.other != "" {
		picks = r.other + " picks"
	}
	switch r.Reason {
	case engine.ReasonTurnOpen:
		return "nobody has the turn yet: " + picks + " who goes next. Use /next to: with a name, or /init take." + candidates
	case engine.ReasonTurnTaken:
		return "somebody else was faster. " + r.turn()
	case engine.ReasonNotYourChoice:
		return "you can't give this turn away: " + picks + " who goes next."
	case engine.ReasonNoCandidate:
		return r.name + " can't take this turn." + candidates
	case engine.ReasonSayWhoTakes:
		return "several of yours could act. Say who, with /init take name: " + r.either() + "."
	}
	return ""
}
