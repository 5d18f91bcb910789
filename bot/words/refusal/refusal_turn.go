package refusal

import (
	"roundel/engine"

	"roundel/bot/words/plain"
)

// These show how results are typed.
const (
	likeRolls     = `"Knight 6, Goblin 12"`
	likeSideRolls = `"party 6, foes 3"`
	likeEachRolls = `"Goblin 1 6, Goblin 2 3"`
)

func (r sentence) initiative() string {
	switch r.Reason {
	case engine.ReasonRollPair:
		return r.typed + " isn't a name and a number. Write rolls like " + likeRolls + "."
	case engine.ReasonKeepsRoll:
		return r.name + " has already rolled " + plain.Grouped(r.Count) + " in this fight and keeps that. Leave roll out."
	case engine.ReasonTwoResults:
		return "you gave two results for " + r.name + ". Give each name once."
	case engine.ReasonTooManyResults:
		return "you gave " + plain.Counted(r.Count, "result") + " for " + r.name + ", who has " + plain.Counted(r.High, "turn") + " a round. Give at most one for each turn."
	case engine.ReasonPhaseFirst:
		return "the turn is in its phase " + plain.Text(r.Text) + ". Go on with `/next` first: the turn can be handed on in its last phase."
	case engine.ReasonPhaseDone:
		return "you are done with " + plain.Text(r.Text) + ". The next phase begins when the others are done too, or when the GM uses `/next`."
	case engine.ReasonNoDice:
		return "there are no dice to roll here. Leave the result out."
	case engine.ReasonDiceRange:
		text := r.Dice + " can only show " + plain.Grouped(r.Low) + " to " + plain.Grouped(r.High) + ", not " + plain.Grouped(r.Count) + "."
		shows := " Type what the dice show"
		if r.Dice[0] == 'd' {
			text, shows = "a "+text, " Type what the die shows"
		}
		if r.name != "" {
			shows += " for " + r.name
		}
		return text + shows + "."
	case engine.ReasonSideRolls:
		return "each side makes one roll. Give the results in the rolls option of /init roll, like " + likeSideRolls + "."
	case engine.ReasonEachRolls:
		return "each of them rolls separately. Give the results in the rolls option of /init roll, like " + likeEachRolls + "."
	case engine.ReasonGroupRolled:
		return "the new ones join " + r.name + ", which has already rolled. Leave roll out."
	case engine.ReasonRollsTogether:
		return r.name + " rolls as part of " + r.other + ". Give the result for " + r.other + "."
	case engine.ReasonUnitRolled:
		return r.name + " already has an initiative score. Leave it out of the rolls."
	case engine.ReasonUnitNotRolled:
		return r.name + " hasn't rolled yet. Give its result in the rolls option of /init roll."
	case engine.ReasonScoreRange:
		return "a score must be " + r.limits() + "."
	case engine.ReasonPlaceSelf:
		return r.name + " can't be placed before itself. Name two that have separate places."
	case engine.ReasonPlaceEarly:
		return "you can reorder them only after both have rolled. The GM rolls with /init roll."
	case engine.ReasonNotTied:
		return r.name + " and " + r.other + " aren't tied, so there's nothing to roll off. Leave dispute out."
	}
	return ""
}

func (r sentence) turns() string {
	switch r.Reason {
	case engine.ReasonTurnOver:
		return "that turn is over. " + r.turn()
	case engine.ReasonActedAlready:
		return "that combatant has already acted. " + r.turn()
	case engine.ReasonNotTurnOf:
		return "it isn't " + plain.Possessive(r.name) + " turn. " + r.turn()
	case engine.ReasonChooseTurn:
		return "you have several active combatants. Choose whose turn to end."
	case engine.ReasonLastEarly:
		return "nobody can act last before round 1. Wait until it begins."
	case engine.ReasonLastAlready:
		return r.name + " is already acting last this round."
	case engine.ReasonLastActed:
		return r.name + " has already acted this round or is waiting for the next one. It can act last next round."
	case engine.ReasonLastTaken:
		if r.Yours {
			return "someone on your side is already acting last this round."
		}
		return "someone on " + plain.Possessive(plain.TheSide(r.Name)) + " side is already acting last this round."
	case engine.ReasonBlowAlready:
		return r.name + " is already rolling with the blow. Its score drops in its next round with a turn."
	}
	return ""
}

// rules are refusals for what the ruleset in play does not have.
func (r sentence) rules() string {
	if text := r.ruleless(); text != "" {
		return plain.Text(r.Ruleset) + " " + text
	}
	if r.Reason == engine.ReasonMoralePC {
		return r.name + " is a player character and never checks Morale. Leave it out."
	}
	return ""
}

// These say where to look for what the ruleset has instead.
const (
	seeTurn     = " See /help for what you can do in a turn."
	seeSurprise = " See /help for how it handles surprise."
	seeRules    = " See /help for its rules."
)

func (r sentence) ruleless() string {
	switch r.Reason {
	case engine.ReasonNoGroup:
		return "has no group initiative. Leave group out, or choose another ruleset."
	case engine.ReasonNoActLast:
		return "doesn't let anyone act last." + seeTurn
	case engine.ReasonNoBlow:
		return "has no rule for rolling with the blow." + seeTurn
	case engine.ReasonNoReroll:
		return "doesn't reroll initiative during a fight. To correct a score, use /init edit."
	case engine.ReasonNoSurprise:
		return "has no surprise rules." + seeRules
	case engine.ReasonOnlyAmbush:
		return "has ambushes instead of surprise. Use /surprise ambush."
	case engine.ReasonNoAlert:
		return "has no rule for being on alert." + seeSurprise
	case engine.ReasonNoAwareness:
		return "has no Awareness tests." + seeSurprise
	case engine.ReasonNoContest:
		return "has no ambush contests." + seeSurprise
	case engine.ReasonNoAmbush:
		return "doesn't give ambushers a turn of their own." + seeSurprise
	case engine.ReasonNoMorale:
		return "has no Morale checks." + seeRules
	case engine.ReasonNoTicks:
		return "doesn't use ticks." + seeTurn
	case engine.ReasonNoActivities:
		return "has no predefined activities." + seeTurn
	case engine.ReasonNoLongActivities:
		return "has no long activities." + seeTurn
	case engine.ReasonNoReactions:
		return "doesn't track reactions." + seeTurn
	case engine.ReasonNoActionTypes:
		return "has no action types. Leave type out."
	case engine.ReasonNoOnce:
		return "has no once-per-scene abilities. Leave once out."
	case engine.ReasonNoMoves:
		return "doesn't track movement." + seeTurn
	case engine.ReasonNoTerrain:
		return "doesn't track terrain. Leave terrain out."
	case engine.ReasonNoMelee:
		return "doesn't track who is in melee." + seeTurn
	case engine.ReasonNoAttacks:
		return "doesn't resolve attacks. Use /roll, then /damage."
	case engine.ReasonNoCircumstances:
		return "has no attack circumstances. Use modifier instead."
	case engine.ReasonNoTrauma:
		return "has no Trauma Die. Leave trauma and trauma_roll out."
	case engine.ReasonNoShock:
		return "has no Shock damage. Leave shock out."
	case engine.ReasonNoAttribute:
		return "doesn't use attributes in attacks. Leave attribute out."
	case engine.ReasonNoCounters:
		return "has no counters." + seeRules
	case engine.ReasonUnknownCounter:
		return "has no counter called " + r.typed + ". It has " + plain.And(r.escaped()) + "."
	case engine.ReasonNoEdge:
		return "has no advantage or disadvantage in attacks. Leave edge out."
	case engine.ReasonNoAgainst:
		return "doesn't say what an attack has to reach, as it has no stat called " + plain.Quoted(r.Stat) + ". Use /roll, then /damage."
	case engine.ReasonNoRoundLength:
		return "doesn't say how long a round is. Give the duration in rounds."
	}
	return ""
}

func (r sentence) surprise() string {
	switch r.Reason {
	case engine.ReasonSurpriseOver:
		return "surprise is settled before initiative is rolled. To go back, use /init undo."
	case engine.ReasonOnAlert:
		return "someone on " + plain.Possessive(plain.TheSide(r.Name)) + " side is on alert, so that side can't be surprised. /surprise clear takes them off alert."
	case engine.ReasonConfirmSurprise:
		return "player characters can be surprised only if their guard is truly down. Is that true of " + plain.And(r.escaped()) + "?"
	case engine.ReasonNotSurprised:
		return "none of them is surprised, on alert or lying in ambush. /init list shows who is."
	case engine.ReasonSideEmpty:
		return "nobody is on the side " + r.typed + " yet. Choose " + r.either() + "."
	case engine.ReasonTestTarget:
		return "the target number must be " + r.limits() + "."
	case engine.ReasonTestOver:
		return "that test has been answered or called off. There's nothing more to do."
	case engine.ReasonBothSides:
		return r.name + " is on both sides of the contest. Name it once."
	case engine.ReasonNotInContest:
		return r.name + " doesn't roll in this contest. Leave it out of the rolls."
	}
	return ""
}
