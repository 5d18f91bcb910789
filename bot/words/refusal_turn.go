package words

import (
	"roundel/engine/reason"
)

// These show how results are typed.
const (
	likeRolls     = `"Knight 6, Goblin 12"`
	likeSideRolls = `"party 6, foes 3"`
	likeEachRolls = `"Goblin 1 6, Goblin 2 3"`
)

func (r sentence) initiative() string {
	switch r.Reason {
	case reason.RollPair:
		return r.typed + " isn't a name and a number. Write rolls like " + likeRolls + "."
	case reason.KeepsRoll:
		return r.name + " has already rolled " + Grouped(r.Count) + " in this fight and keeps that roll. Leave roll out."
	case reason.TwoResults:
		return "you gave two results for " + r.name + ". Give each name once."
	case reason.TooManyResults:
		return "you gave " + Counted(r.Count, "result") + " for " + r.name + ", who has " + Counted(r.High, "turn") + " a round. Give at most one for each turn."
	case reason.PhaseFirst:
		return "the turn is still in the " + Text(r.Text) + " phase, and can be handed over only in the last one. To go on, use /next."
	case reason.PhaseDone:
		return "you're done with " + Text(r.Text) + ". The next phase begins once the others are done too, or when the GM uses /next."
	case reason.NoDice:
		return "there are no dice to roll here. Leave the result out."
	case reason.DiceRange:
		text := r.Dice + " can only show " + Grouped(r.Low) + " to " + Grouped(r.High) + ", not " + Grouped(r.Count) + "."
		shows := " Type what the dice show"
		if r.Dice[0] == 'd' {
			text, shows = "a "+text, " Type what the die shows"
		}
		if r.name != "" {
			shows += " for " + r.name
		}
		return text + shows + "."
	case reason.SideRolls:
		return "each side makes one roll. Give the results in the rolls option of /init roll, like " + likeSideRolls + "."
	case reason.SideThere:
		return "that side is already in the fight, and makes one roll for all of its members. Leave roll out."
	case reason.EachRolls:
		return "each of them rolls separately. Give the results in the rolls option of /init roll, like " + likeEachRolls + "."
	case reason.GroupRolled:
		return "the new ones join " + r.name + ", which has already rolled. Leave roll out."
	case reason.RollsTogether:
		return r.name + " rolls as part of " + r.other + ". Give the result for " + r.other + "."
	case reason.UnitRolled:
		return r.name + " already has an initiative score. Leave that name out of the rolls."
	case reason.UnitNotRolled:
		return r.name + " hasn't rolled yet. Give the result in the rolls option of /init roll."
	case reason.ScoreRange:
		return "a score must be " + r.limits() + "."
	case reason.PlaceSelf:
		return "both names stand for " + r.name + ", which has only one place in the order. Name two that have separate places."
	case reason.PlaceEarly:
		return "you can reorder them only after both have rolled. The GM rolls with /init roll."
	case reason.TieOver:
		return "that tie has been settled, or one of the tied has acted. To change the order, use /init place."
	case reason.NotInDispute:
		return r.name + " doesn't roll off here. Leave that name out of the rolls."
	case reason.NobodyTied:
		return "no player's character is tied with " + r.name + ", so there's nothing to roll off. Leave dispute out."
	case reason.NotTied:
		return r.name + " and " + r.other + " aren't tied, so there's nothing to roll off. Leave dispute out."
	}
	return ""
}

func (r sentence) turns() string {
	switch r.Reason {
	case reason.TurnOver:
		return "that turn is over. " + r.turn()
	case reason.ActedAlready:
		return "that combatant has already acted. " + r.turn()
	case reason.NotTurnOf:
		return "it isn't " + Possessive(r.name) + " turn. " + r.turn()
	case reason.ChooseTurn:
		return "you have several active combatants. Choose whose turn to end."
	case reason.LastEarly:
		return "nobody can act last before round 1. Wait until it begins."
	case reason.LastAlready:
		return r.name + " is already acting last this round."
	case reason.LastActed:
		return r.name + " has already acted this round or is waiting for the next one. Try again next round."
	case reason.LastTaken:
		if r.Yours {
			return "someone on your side is already acting last this round."
		}
		return "someone on " + Possessive(TheSide(r.Name)) + " side is already acting last this round."
	case reason.BlowAlready:
		return r.name + " is already rolling with the blow. The score drops in the next round with a turn."
	}
	return ""
}

// rules are refusals for what the ruleset in play does not have.
func (r sentence) rules() string {
	if text := r.ruleless(); text != "" {
		return Text(r.Ruleset) + " " + text
	}
	if r.Reason == reason.MoralePC {
		return r.name + " is a player character, and those never check Morale. Leave that name out."
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
	case reason.NoGroup:
		return "has no group initiative. Leave group out, or choose another ruleset."
	case reason.NoActLast:
		return "doesn't let anyone act last." + seeTurn
	case reason.NoBlow:
		return "has no rule for rolling with the blow." + seeTurn
	case reason.NoReroll:
		return "doesn't reroll initiative during a fight. To correct a score, use /init edit."
	case reason.NoSurprise:
		return "has no surprise rules." + seeRules
	case reason.OnlyAmbush:
		return "has ambushes instead of surprise. Use /surprise ambush."
	case reason.NoAlert:
		return "has no rule for being on alert." + seeSurprise
	case reason.NoAwareness:
		return "has no Awareness tests." + seeSurprise
	case reason.NoContest:
		return "has no ambush contests." + seeSurprise
	case reason.NoAmbush:
		return "doesn't give ambushers a turn of their own." + seeSurprise
	case reason.NoMorale:
		return "has no Morale checks." + seeRules
	case reason.NoTicks:
		return "doesn't use ticks." + seeTurn
	case reason.NoActivities:
		return "has no predefined activities." + seeTurn
	case reason.NoLongActivities:
		return "has no long activities." + seeTurn
	case reason.NoReactions:
		return "doesn't track reactions." + seeTurn
	case reason.NoActionTypes:
		return "has no action types. Leave type out."
	case reason.NoOnce:
		return "has no once-per-scene abilities. Leave out the once option."
	case reason.NoMoves:
		return "doesn't track movement." + seeTurn
	case reason.NoTerrain:
		return "doesn't track terrain. Leave terrain out."
	case reason.NoMelee:
		return "doesn't track who is in melee." + seeTurn
	case reason.NoAttacks:
		return "doesn't resolve attacks. Use /roll, then /damage."
	case reason.NoCircumstances:
		return "has no attack circumstances. Use modifier instead."
	case reason.NoMain:
		return "has no main action. Leave main out."
	case reason.NoWeaponSkills:
		return "has no skills for different weapons. Leave the skill out of the weapon."
	case reason.NoTrauma:
		return "has no Trauma Die. Leave trauma and trauma_roll out."
	case reason.NoShock:
		return "has no Shock damage. Leave shock out."
	case reason.NoAttribute:
		return "doesn't use attributes in attacks. Leave attribute out."
	case reason.NoCounters:
		return "has no counters." + seeRules
	case reason.UnknownCounter:
		return "has no counter called " + r.typed + ". It has " + And(r.escaped()) + "."
	case reason.NoEdge:
		return "has no advantage or disadvantage in attacks. Leave edge out."
	case reason.NoAgainst:
		return "has no stat called " + Quoted(r.Stat) + ", so the bot can't tell if an attack hits. Use /roll, then /damage."
	case reason.NoRoundLength:
		return "doesn't say how long a round is. Give the duration in rounds."
	}
	return ""
}

func (r sentence) surprise() string {
	switch r.Reason {
	case reason.SurpriseOver:
		return "surprise is settled before initiative is rolled. To go back, use /init undo."
	case reason.OnAlert:
		return "someone on " + Possessive(TheSide(r.Name)) + " side is on alert, so that side can't be surprised. /surprise clear takes them off alert."
	case reason.ConfirmSurprise:
		return "player characters can be surprised only if their guard is truly down. Is that true of " + And(r.escaped()) + "?"
	case reason.NotSurprised:
		return "none of them is surprised, on alert or lying in ambush. /init list shows who is."
	case reason.SideEmpty:
		return "nobody is on the side " + r.typed + " yet. Choose " + r.either() + "."
	case reason.TestTarget:
		return "the target number must be " + r.limits() + "."
	case reason.TargetForm:
		return "I can't read " + r.typed + ". Write a target number like 40, or one for each, like: Seer 40, Guard 30."
	case reason.TwoTargets:
		return "there are two target numbers for " + r.name + ". Give one."
	case reason.LackAwareness:
		return And(r.escaped()) + map[bool]string{true: " has", false: " have"}[len(r.Names) == 1] + " no " + Text(r.Stat) +
			". Give a target number, or add the stat with /init edit."
	case reason.OpenTests:
		return And(r.escaped()) + map[bool]string{true: " hasn't", false: " haven't"}[len(r.Names) == 1] +
			" made the Awareness test yet. Wait, or have the bot roll: press the button or set tests to True. /surprise clear calls a test off."
	case reason.TestOver:
		return "that test has been answered or called off. There's nothing more to do."
	case reason.BothSides:
		return r.name + " is on both sides of the contest. Give that name only once."
	case reason.NotInContest:
		return r.name + " doesn't roll in this contest. Leave that name out of the rolls."
	}
	return ""
}
