package words

import (
	"roundel/engine/reason"
)

// waits are refusals about waiting, rounds that wait for a roll, and fixed entries of the order.
func (r sentence) waits() string {
	switch r.Reason {
	case reason.RollAwaited:
		return "the round is over. The GM starts the next one with /init roll."
	case reason.RollsForNext:
		return "the bot rolls by itself when the next round begins. To use your own dice, give them in the rolls option, like " + likeRolls + "."
	case reason.SwapWith:
		if len(r.Names) == 0 {
			return "nobody acts later this round, so there's no one to change places with."
		}
		return "say who takes your place, with the with option: " + r.either() + "."
	case reason.SwapLater:
		text := r.name + " doesn't act later this round."
		if len(r.Names) > 0 {
			text += " Choose " + r.either() + "."
		}
		return text
	case reason.RerollEarly:
		return "initiative can't be rolled again before round 1. Wait until it begins."
	case reason.DelayEarly:
		return "nobody can wait before round 1. Wait until it begins."
	case reason.DelayActed:
		return r.name + " has already done something this turn and can no longer wait. End the turn with /next."
	case reason.WaitsAlready:
		return r.name + " is already waiting. To come back, use /init take."
	case reason.WaitUnable:
		return r.name + " can't act at the moment. Use /heal or /effect remove first."
	case reason.NotWaiting:
		return r.name + " isn't waiting and acts in the usual order."
	case reason.WaitsOut:
		return r.name + " is waiting and can't act out of turn. To come back, use /init take."
	case reason.Event:
		return r.name + " is only an event in the order. It has a fixed place, and no stats, hit points, effects or attacks."
	case reason.EventScore:
		return "the ruleset has no event called " + r.name + ". Give its place in the order with the score option."
	case reason.CardPair:
		return "I can't read " + r.typed + ". Write a name and a card for each, such as Anna " + r.Example + "."
	case reason.NoSuchCard:
		return r.typed + " isn't a card of this deck. Write cards like " + r.Example + "."
	case reason.CardGone:
		return r.typed + " isn't in the deck: it has already been dealt, or you gave it twice. Choose another card."
	case reason.CardsTyped:
		return "this deck's cards aren't numbers, so leave roll out. The GM can enter cards with /init roll, such as " + r.Example + "."
	case reason.EventRounds:
		return "that number of rounds must be " + r.limits() + "."
	}
	if text := r.openTurn(); text != "" {
		return text
	}
	if text := r.otherWaits(); text != "" {
		return Text(r.Ruleset) + " " + text
	}
	return ""
}

// otherWaits are refusals for a way of waiting that the ruleset in play does not have.
func (r sentence) otherWaits() string {
	switch r.Reason {
	case reason.NoDelay:
		return "doesn't let anyone delay or hold a turn." + seeTurn
	case reason.LastInstead:
		return "doesn't let anyone delay. Move to the end of the round with /init last."
	case reason.DelaysInstead:
		return "doesn't let anyone act last. Wait with /init delay instead."
	case reason.NoRounds:
		return "has no rounds, only turns and ticks. Give the time in ticks, or name a turn."
	case reason.NoClock:
		return "has no tick clock. Give the duration in rounds."
	case reason.NoSwap:
		return "doesn't let anyone change places. Leave out the with option."
	case reason.NoTake:
		return "doesn't let anyone leave the order to wait, so nobody can come back to it." + seeTurn
	case reason.NobodyChooses:
		return "decides by itself who goes next. Use /next without the to option."
	case reason.RoundEndsItself:
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
	upTo := "The GM picks who goes next."
	if r.Other != "" {
		upTo = "It's up to " + TheSide(r.Other) + " to say who goes next."
	}
	switch r.Reason {
	case reason.TurnOpen:
		return "nobody has the turn yet. " + upTo + " Use /next to: with a name, or /init take." + candidates
	case reason.TurnTaken:
		return "that turn has been taken. " + r.turn()
	case reason.NotYourChoice:
		return "you can't take this turn or hand it over. " + upTo
	case reason.NoCandidate:
		return r.name + " can't take this turn." + candidates
	case reason.SayWhoTakes:
		return "you have several combatants who could act. Choose one with /init take name: " + r.either() + "."
	case reason.NoToken:
		if r.Text == "" {
			return "the end token isn't in the bag any more. Leave to out, and the bot draws a token."
		}
		return r.typed + " has no token left in the bag. Name somebody who has one, or leave out the to option to let the bot draw."
	case reason.TurnGoesOn:
		return "the turn isn't over yet. End it with /next first."
	case reason.NoPlaces:
		return Text(r.Ruleset) + " has no fixed order: who goes next is picked or drawn each turn."
	}
	return ""
}
