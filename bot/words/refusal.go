package words

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
)

// Of says what was refused and what to do instead, in one sentence or two short ones.
func Of(e *engine.Error) string {
	r := sentence{e}
	text, fixed := refusals[e.Reason]
	if !fixed {
		text = r.varying()
	}
	if text == "" {
		return "That can't be done right now."
	}
	return Capital(r.fill(text))
}

// GMLeft adds to a refusal that names the GM what to do when that user has left the server.
func GMLeft() string {
	return "The GM has left this server; a member with Manage Server can act as GM."
}

// These show how results and weapons are typed.
const (
	likeRolls     = `"Knight 6, Goblin 12"`
	likeSideRolls = `"party 6, foes 3"`
	likeEachRolls = `"Goblin 1 6, Goblin 2 3"`
	likeWeapon    = `"Laser pistol, ranged, 1d6, attribute dex"`
)

// These say where to look for what the ruleset has instead.
const (
	seeTurn     = " See /help for what you can do in a turn."
	seeSurprise = " See /help for how it handles surprise."
	seeRules    = " See /help for its rules."
)

// refusals has the sentence for each reason, with its arguments in braces ([sentence.fill]). Reasons that have several sentences are in
// [sentence.varying].
var refusals = map[reason.Reason]string{
	// Permissions.
	reason.GMOnly:           "Only {gm} can do that.",
	reason.NotYoursToChange: "{who} can change {name}.",
	reason.NotYoursToPlay:   "{who} can act for {name}.",
	reason.NotInFight:       "Only {gm} and the players in this fight can do that. Join with /init join.",
	reason.NotYourDamage:    "{turn} Only {gm} or a player whose turn it is can change other combatants' hit points.",
	reason.DamageOfGM:       "In this server, only {gm} can enter damage and healing for other combatants. Tell them what you rolled.",
	reason.NotYourEffect:    "{turn} Only {gm} or a player whose turn it is can put effects on other combatants.",
	reason.FreeOfGM:         "Only {gm} can let an activity cost nothing. Give at least 1 in the ticks option.",
	reason.EffectsOfGM:      "In this server, only {gm} can put effects on other combatants. Tell them what it does.",
	reason.DisengageOfGM:    "Only {gm} can end the melee between {name} and {other}. To leave it, use /act move with leaving:withdraw or leaving:flee.",
	reason.PlacesOfGM:       "Only {gm} can do that. Players can reorder only tied characters on their own side, if the ruleset allows it.",

	// The fight.
	reason.NoFight:           "There's no fight in this channel. Start one with /init start.",
	reason.FightExists:       "This channel already has a fight: {name}, run by {gm}. End it with /init end first.",
	reason.NothingToUndo:     "There's nothing left to undo.",
	reason.NothingToRedo:     "There's nothing to redo.",
	reason.NotDone:           "{typed} isn't a step you can go back to. Choose one from the list.",
	reason.NotUndone:         "{typed} isn't a step you can redo. Choose one from the list.",
	reason.LastStep:          "Nothing has happened since that step. To undo the step itself, choose the one before it.",
	reason.TooManySteps:      "That's more than {high} steps at once. Choose a closer one first.",
	reason.NotRolled:         "Initiative hasn't been rolled yet. The GM does that with /init roll.",
	reason.AlreadyRolled:     "Initiative has already been rolled. The bot rolls for anyone who joins now.",
	reason.Paused:            "The fight is paused. The GM can continue it with /init resume.",
	reason.NotPaused:         "The fight isn't paused. You can pause it with /init pause.",
	reason.NobodyJoined:      "Nobody has joined yet. Players join with /init join, and the GM adds NPCs with /init add.",
	reason.NobodyActive:      "Nobody is in the initiative order. Add someone with /init join or /init add.",
	reason.TooManyCombatants: "This fight is full (at most {high combatant}). Remove some with /init remove first.",
	reason.AddCount:          "The count must be {limits}. Add more with a second command.",
	reason.NoSavedCharacter:  "You have no saved character to join with. Give a name and stats, like {quoted example}.",
	reason.NothingToEdit:     "There's nothing to change. Use rename, stats, side, score, owner or hidden.",
	reason.SceneLength:       "A scene {length}.",
	reason.NoteLength:        "A note can have at most {high character}.",
	reason.TooManyWaves:      "This fight has too many waves planned (at most {high}). Bring some in first, or forget them.",
	reason.WaveOver:          "These foes have already been brought in, or are no longer planned. /init list shows the waves still to come.",
	reason.FightName:         "A fight's name {length}, on one line.",

	// Names.
	reason.NoName:        "Say who you mean. /init list shows the names.",
	reason.SayWho:        "Use the {option} option to say who you mean. /init list shows the names.",
	reason.Several:       "{typed} could mean several combatants. Choose one of them, like {name}.",
	reason.HiddenInGroup: "{name} is hidden and shares a place with {other}. Use the name {other} to move all of them.",
	reason.NameEmpty:     "A name needs at least one visible character.",
	reason.NameComma:     "A name can't contain a comma, because commas separate names in lists. Leave it out.",
	reason.NameControl:   "A name can't contain line breaks or control characters. Leave them out.",
	reason.NameTaken:     "The name {quoted name} is already taken in this fight. Choose another.",
	reason.SideRename:    "A side can't be renamed. To move its members to another side, use the side option.",

	// Stats.
	reason.StatForm:     "{typed} isn't a stat with a number. Write stats like {quoted example}.",
	reason.StatTwice:    "You gave the stat {stat} twice. Give it once.",
	reason.StatDigits:   "The number for {stat} has too many digits. Give a smaller one.",
	reason.StatRange:    "The stat {stat} must be {limits}, not {count}.",
	reason.UnknownStat:  "{ruleset} has no stat called {quoted stat}. It has {all}.",
	reason.StatsMissing: "{ruleset} needs {all}. Write the stats option like {quoted example}.",
	reason.TooManyHP:    "That's too many hit points (at most {high}).",
	reason.HPOverMax:    "{count hit point} is more than the maximum of {high}. Write the current number first, like hp 45/60.",

	// Initiative and its dice.
	reason.RollPair:       "{typed} isn't a name and a number. Write rolls like " + likeRolls + ".",
	reason.KeepsRoll:      "{name} has already rolled {count} in this fight and keeps that roll. Leave roll out.",
	reason.TwoResults:     "You gave two results for {name}. Give each name once.",
	reason.TooManyResults: "You gave {count result} for {name}, who has {high turn} a round. Give at most one for each turn.",
	reason.PhaseFirst:     "The turn is still in the {text} phase, and can be handed over only in the last one. To go on, use /next.",
	reason.PhaseDone:      "You're done with {text}. The next phase begins once the others are done too, or when the GM uses /next.",
	reason.NoDice:         "There are no dice to roll here. Leave the result out.",
	reason.SideRolls:      "Each side makes one roll. Give the results in the rolls option of /init roll, like " + likeSideRolls + ".",
	reason.SideThere:      "That side is already in the fight, and makes one roll for all of its members. Leave roll out.",
	reason.EachRolls:      "Each of them rolls separately. Give the results in the rolls option of /init roll, like " + likeEachRolls + ".",
	reason.GroupRolled:    "The new ones join {name}, which has already rolled. Leave roll out.",
	reason.RollsTogether:  "{name} rolls as part of {other}. Give the result for {other}.",
	reason.UnitRolled:     "{name} already has an initiative score. Leave that name out of the rolls.",
	reason.UnitNotRolled:  "{name} hasn't rolled yet. Give the result in the rolls option of /init roll.",
	reason.ScoreRange:     "A score must be {limits}.",
	reason.PlaceSelf:      "Both names stand for {name}, which has only one place in the order. Name two that have separate places.",
	reason.PlaceEarly:     "You can reorder them only after both have rolled. The GM rolls with /init roll.",
	reason.TieOver:        "That tie has been settled, or one of the tied has acted. To change the order, use /init place.",
	reason.NotInDispute:   "{name} doesn't roll off here. Leave that name out of the rolls.",
	reason.TiesLater:      "Nobody rolls initiative yet, so no one can be tied. Leave ties out, and give those dice when initiative is rolled.",
	reason.NobodyTied:     "No player's character is tied with {name}, so there's nothing to roll off. Leave dispute out.",
	reason.NotTied:        "{name} and {other} aren't tied, so there's nothing to roll off. Leave dispute out.",

	// Turns.
	reason.TurnOver:     "That turn is over. {turn}",
	reason.ActedAlready: "That combatant has already acted. {turn}",
	reason.NotTurnOf:    "It isn't {name's} turn. {turn}",
	reason.ChooseTurn:   "You have several active combatants. Choose whose turn to end.",
	reason.LastEarly:    "Nobody can act last before round 1. Wait until it begins.",
	reason.LastAlready:  "{name} is already acting last this round.",
	reason.LastActed:    "{name} has already acted this round or is waiting for the next one. Try again next round.",
	reason.BlowAlready:  "{name} is already rolling with the blow. The score drops in the next round with a turn.",

	// What the ruleset in play does not have.
	reason.NoGroup:          "{ruleset} has no group initiative. Leave group out, or choose another ruleset.",
	reason.NoActLast:        "{ruleset} doesn't let anyone act last." + seeTurn,
	reason.NoBlow:           "{ruleset} has no rule for rolling with the blow." + seeTurn,
	reason.NoReroll:         "{ruleset} doesn't reroll initiative during a fight. To correct a score, use /init edit.",
	reason.NoTieDice:        "{ruleset} settles ties without dice. Leave ties out.",
	reason.NoSurprise:       "{ruleset} has no surprise rules." + seeRules,
	reason.OnlyAmbush:       "{ruleset} has ambushes instead of surprise. Use /surprise ambush.",
	reason.NoAlert:          "{ruleset} has no rule for being on alert." + seeSurprise,
	reason.NoAwareness:      "{ruleset} has no Awareness tests." + seeSurprise,
	reason.NoContest:        "{ruleset} has no ambush contests." + seeSurprise,
	reason.NoAmbush:         "{ruleset} doesn't give ambushers a turn of their own." + seeSurprise,
	reason.NoMorale:         "{ruleset} has no Morale checks." + seeRules,
	reason.NoTicks:          "{ruleset} doesn't use ticks." + seeTurn,
	reason.NoActivities:     "{ruleset} has no predefined activities." + seeTurn,
	reason.NoLongActivities: "{ruleset} has no long activities." + seeTurn,
	reason.NoReactions:      "{ruleset} doesn't track reactions." + seeTurn,
	reason.NoActionTypes:    "{ruleset} has no action types. Leave type out.",
	reason.NoOnce:           "{ruleset} has no once-per-scene abilities. Leave out the once option.",
	reason.NoMoves:          "{ruleset} doesn't track movement." + seeTurn,
	reason.NoTerrain:        "{ruleset} doesn't track terrain. Leave terrain out.",
	reason.NoMelee:          "{ruleset} doesn't track who is in melee." + seeTurn,
	reason.NoAttacks:        "{ruleset} doesn't resolve attacks. Use /roll, then /damage.",
	reason.NoCircumstances:  "{ruleset} has no attack circumstances. Use modifier instead.",
	reason.NoMain:           "{ruleset} has no main action. Leave main out.",
	reason.NoWeaponSkills:   "{ruleset} has no skills for different weapons. Leave the skill out of the weapon.",
	reason.NoTrauma:         "{ruleset} has no Trauma Die. Leave trauma and trauma_roll out.",
	reason.NoShock:          "{ruleset} has no Shock damage. Leave shock out.",
	reason.NoAttribute:      "{ruleset} doesn't use attributes in attacks. Leave attribute out.",
	reason.NoCounters:       "{ruleset} has no counters." + seeRules,
	reason.UnknownCounter:   "{ruleset} has no counter called {typed}. It has {all}.",
	reason.NoEdge:           "{ruleset} has no advantage or disadvantage in attacks. Leave edge out.",
	reason.NoAgainst:        "{ruleset} has no stat called {quoted stat}, so the bot can't tell if an attack hits. Use /roll, then /damage.",
	reason.NoRoundLength:    "{ruleset} doesn't say how long a round is. Give the duration in rounds.",
	reason.MoralePC:         "{name} is a player character, and those never check Morale. Leave that name out.",

	// Surprise.
	reason.SurpriseOver:    "Surprise is settled before initiative is rolled. To go back, use /init undo.",
	reason.OnAlert:         "Someone on {side's} side is on alert, so that side can't be surprised. /surprise clear takes them off alert.",
	reason.ConfirmSurprise: "Player characters can be surprised only if their guard is truly down. Is that true of {all}?",
	reason.NotSurprised:    "None of them is surprised, on alert or lying in ambush. /init list shows who is.",
	reason.SideEmpty:       "Nobody is on the side {typed} yet. Choose {either}.",
	reason.TestTarget:      "The target number must be {limits}.",
	reason.TargetForm:      "I can't read {typed}. Write a target number like 40, or one for each, like: Seer 40, Guard 30.",
	reason.TwoTargets:      "There are two target numbers for {name}. Give one.",
	reason.LackAwareness:   "{all} {has} no {stat}. Give a target number, or add the stat with /init edit.",
	reason.OpenTests:       "{all} {has}n't made the Awareness test yet. Wait, or have the bot roll: press the button or set tests to True. /surprise clear calls a test off.",
	reason.TestOver:        "That test has been answered or called off. There's nothing more to do.",
	reason.BothSides:       "{name} is on both sides of the contest. Give that name only once.",
	reason.NotInContest:    "{name} doesn't roll in this contest. Leave that name out of the rolls.",

	// Hit points.
	reason.NoHP:             "{name} has no hit points yet. Set them with /hp, like =12.",
	reason.HPAmount:         "{typed} isn't an amount of hit points. Write =12 to set them, +3 to add some, -5 to take some away, or dice like -2d6.",
	reason.HPSign:           "{typed} has no sign. Write =12 to set hit points, +3 to add some, or -5 to take some away.",
	reason.PlainAmount:      "{typed} doesn't work here. Write a number or dice without a sign, like 5 or 2d6. For corrections, use /hp.",
	reason.HalfSet:          "Half only works with + and -. Leave it out when you set hit points.",
	reason.HalfNotTarget:    "{name} takes half but isn't a target. Add that name to the targets too.",
	reason.NoneNotTarget:    "{name} takes nothing but isn't a target. Add that name to the targets too.",
	reason.HalfAndNone:      "{name} can't take both half and nothing. Choose one.",
	reason.HiddenDealer:     "{name} is hidden, and this would give it away. Ask the GM to enter it.",
	reason.ProposalLate:     "What that effect depends on is over. Put it on again with /effect add.",
	reason.LengthenedOrOver: "{typed} doesn't end with this turn any more. There's nothing left to change.",
	reason.ProposalOver:     "That has already been applied or undone. There's nothing left to apply.",
	reason.Gone:             "That combatant is no longer in this fight. There's nothing left to do.",
	reason.NotDown:          "{name} has hit points again. There's nothing to choose.",
	reason.DownState:        "{typed} isn't a state at 0 hit points. Choose {either}.",
	reason.NoHPLeft:         "{name} has no hit points left and can't do that. Use /heal first.",

	// Effects.
	reason.TooManyEffects: "This fight has too many effects (at most {high}). Remove some with /effect remove first.",
	reason.EffectName:     "An effect's name {length}, on one line.",
	reason.EffectNote:     "A note {length}, on one line.",
	reason.ModifierRange:  "A modifier must be {limits}.",
	reason.DamageForm:     "{typed} isn't damage. Write a number, or dice like 1d6+1.",
	reason.NoDamageEver:   "{typed} never deals damage. Write a number above 0, or dice like 1d6+1.",
	reason.UnknownEffect:  "There's no effect called {typed} there. /effect list shows the effects.",
	reason.DurationForm:   "{typed} isn't a duration. Write 2 rounds, 10 min, 1 h, end of turn, end of this turn, end of round or fight.",
	reason.DurationRounds: "A duration can be at most {high round}. For anything longer, write fight.",
	reason.DurationHours:  "A duration can be at most {high} h. For anything longer, write fight.",
	reason.NoTurnRunning:  "There's no turn right now for the effect to end with. Choose another duration.",

	// Sources, levels and conditions.
	reason.NeedsSource:     "It isn't clear whose turns or effects this depends on. Name that combatant with the source option.",
	reason.NoLevel:         "{typed} has no levels.",
	reason.LevelRange:      "The level of {typed} must be {limits}.",
	reason.LevelForm:       "{typed} isn't a level. Write +1, -1 or =3.",
	reason.ConditionDamage: "{typed} deals damage. Say how much with the damage option, such as 1d6.",
	reason.UnknownWith:     "{name} has no effect called {typed}. /effect list shows the effects.",
	reason.WithItself:      "{typed} can't end with itself. Name another effect with the with option.",

	// Activities.
	reason.ActivityName:      "An activity's name {length}, on one line.",
	reason.UnknownActivity:   "{typed} isn't a predefined activity. Give its cost in the ticks option.",
	reason.NothingToForget:   "{typed} isn't a predefined activity, so there's nothing to forget.",
	reason.TooManyActivities: "This fight has too many predefined activities (at most {high}). Remove some with /act forget first.",
	reason.TickCost:          "An activity must cost {low} to {high of pool}.",
	reason.PoolAmount:        "The amount must be {limits}.",
	reason.TooFewToReserve:   "{name} has {left of pool} left and can't reserve {count}.",
	reason.NothingReserved:   "{name} has no {pool}s reserved for a reaction. Reserve some with /act reserve on your own turn.",
	reason.TooFewReserved:    "{name} has {left of pool} reserved, and {text} costs {count}. Choose something cheaper.",
	reason.LongDuration:      "A long activity takes time or rounds. Write 30 s, 10 min, 1 h 30 min, 2 days or 5 rounds.",
	reason.LongRounds:        "A long activity can take at most {high round}. For anything longer, write it as a time, such as 10 h.",
	reason.LongHours:         "A long activity can take at most {high} h. Start it with that, and again when it's finished.",

	// Pools and actions.
	reason.OnlyInstant:     "{name} is surprised and can take only instant actions until round 2.",
	reason.Surprised:       "{name} is surprised and can't do that this round. Wait for the next one.",
	reason.SurprisedTurn:   "{name} is surprised and loses the first turn. Wait until that turn is over.",
	reason.SurprisedAmbush: "{name} is surprised and can't do anything until round 1.",
	reason.OnlyFirstPool:   "Before round 1, {name} has only {a pool}. Wait for round 1.",
	reason.ReactionPools:   "{ruleset} counts reactions as pools. Use /act use with the pool {either}.",
	reason.NoReactionsNow:  "{name} can't react because of {other}. /effect remove ends it.",
	reason.OnceUsed:        "{name} has already used {text}, which works once per scene. Choose something else.",
	reason.ActionType:      "{typed} isn't an action type. Choose {either}.",
	reason.MainAhead:       "{name} has already used this round's {pool}. Instant actions without main are left.",
	reason.NotAfterTurn:    "{name} can use {a pool} only right after somebody else's turn. Wait until the next turn begins.",
	reason.OnceATurn:       "{name} has already used {a pool} after that turn. Wait until the next turn begins.",
	reason.Terrain:         "{typed} isn't a terrain. Choose {either}, or leave terrain out.",

	// Melee.
	reason.Leaving:        "{typed} isn't a way to leave melee. Choose {either}.",
	reason.NotInMelee:     "{name} isn't in melee with anyone. Use /act move without leaving.",
	reason.WithdrawMain:   "{name} needs the {pool} for the second move and can't withdraw this turn.",
	reason.MeleeTarget:    "Name one other combatant as the target. /init list shows the names.",
	reason.SameSide:       "{name} and {other} are on the same side. Only enemies can be in melee with each other.",
	reason.AlreadyInMelee: "{name} and {other} are already in melee. /act disengage separates them.",
	reason.NotInMeleeWith: "{name} and {other} aren't in melee. Put them in melee with /act engage.",

	// Attacks.
	reason.SelfAttack:     "{name} can't be both the attacker and the target. Name another target.",
	reason.NoDamage:       "That attack has no damage. Name a weapon, or give damage like 1d6.",
	reason.NoDamageDice:   "There are no damage dice for that result. Give the dice in the damage option.",
	reason.NoTraumaDie:    "That attack has no Trauma Die. Give trauma like 1d8/x3, or leave trauma_roll out.",
	reason.FreeAttackOver: "That free attack was only possible until the attacker's next turn ended. To make one anyway, use /attack with the free option.",
	reason.FreeAttackMade: "That free attack has already been made. To make another, use /attack with the free option.",
	reason.DamageRange:    "The dice of {dice} can only show {low} to {high}, not {count}. Type what they show, without the plus.",
	reason.Circumstance:   "{typed} isn't a circumstance. Choose {either}.",
	reason.Edge:           "{typed} isn't an edge. Choose {either}, or leave edge out.",

	// Weapons.
	reason.WeaponName:    "A weapon's name {length}, on one line.",
	reason.WeaponDamage:  "That weapon has no damage. Write it like " + likeWeapon + ".",
	reason.WeaponNumber:  "A weapon's {option} must be a number {limits}, not {typed}.",
	reason.UnknownWeapon: "{name} has no saved weapon called {typed}. Give its damage, or write it out like " + likeWeapon + ".",
	reason.Range:         "{typed} isn't a range. Choose {either}.",
	reason.Attribute:     "{typed} isn't an attribute. Choose {either}.",
	reason.SkillForm:     "{typed} isn't a skill. Write it like skill shoot.",
	reason.WeaponSkill:   "{typed} isn't a weapon skill here. Choose {either}.",
	reason.ShockForm:     "{typed} isn't Shock damage. Write it like 2/AC 15.",
	reason.TraumaForm:    "{typed} isn't a Trauma Die. Write the die and the rating like 1d8/x3 or 1d8+1/x3.",

	// Counters.
	reason.CountersLater: "Counters start in round 1. Wait until it begins.",
	reason.CounterOfAll:  "There's only one {text} for everyone. Leave who out.",
	reason.CounterOfPCs:  "Only player characters have {text}, and {name} isn't one. Name another combatant.",
	reason.CounterSide:   "Only sides that everyone can see have that counter, and {typed} isn't one. Choose {either}.",

	// Waiting, rounds that wait for a roll, fixed entries of the order.
	reason.RollAwaited:  "The round is over. The GM starts the next one with /init roll.",
	reason.RollsForNext: "The bot rolls by itself when the next round begins. To use your own dice, give them in the rolls option, like " + likeRolls + ".",
	reason.SwapLater:    "{name} doesn't act later this round.{candidates}",
	reason.RerollEarly:  "Initiative can't be rolled again before round 1. Wait until it begins.",
	reason.DelayEarly:   "Nobody can wait before round 1. Wait until it begins.",
	reason.DelayActed:   "{name} has already done something this turn and can no longer wait. End the turn with /next.",
	reason.WaitsAlready: "{name} is already waiting. To come back, use /init take.",
	reason.WaitUnable:   "{name} can't act at the moment. Use /heal or /effect remove first.",
	reason.NotWaiting:   "{name} isn't waiting and acts in the usual order.",
	reason.WaitsOut:     "{name} is waiting and can't act out of turn. To come back, use /init take.",
	reason.Event:        "{name} is only an event in the order. It has a fixed place, and no stats, hit points, effects or attacks.",
	reason.EventScore:   "The ruleset has no event called {name}. Give its place in the order with the score option.",
	reason.CardPair:     "I can't read {typed}. Write a name and a card for each, such as Anna {example}.",
	reason.NoSuchCard:   "{typed} isn't a card of this deck. Write cards like {example}.",
	reason.CardGone:     "{typed} isn't in the deck: it has already been dealt, or you gave it twice. Choose another card.",
	reason.CardsTyped:   "This deck's cards aren't numbers, so leave roll out. The GM can enter cards with /init roll, such as {example}.",
	reason.EventRounds:  "That number of rounds must be {limits}.",

	// Ways of waiting that the ruleset in play does not have.
	reason.NoDelay:         "{ruleset} doesn't let anyone delay or hold a turn." + seeTurn,
	reason.LastInstead:     "{ruleset} doesn't let anyone delay. Move to the end of the round with /init last.",
	reason.DelaysInstead:   "{ruleset} doesn't let anyone act last. Wait with /init delay instead.",
	reason.NoRounds:        "{ruleset} has no rounds, only turns and ticks. Give the time in ticks, or name a turn.",
	reason.NoClock:         "{ruleset} has no tick clock. Give the duration in rounds.",
	reason.NoSwap:          "{ruleset} doesn't let anyone change places. Leave out the with option.",
	reason.NoTake:          "{ruleset} doesn't let anyone leave the order to wait, so nobody can come back to it." + seeTurn,
	reason.NobodyChooses:   "{ruleset} decides by itself who goes next. Use /next without the to option.",
	reason.RoundEndsItself: "{ruleset} ends the round by itself. Choose somebody who can act.",

	// Turns that somebody has to take (RS-34).
	reason.TurnOpen:      "Nobody has the turn yet. {chooser} Use /next to: with a name, or /init take.{candidates}",
	reason.TurnTaken:     "That turn has been taken. {turn}",
	reason.NotYourChoice: "You can't take this turn or hand it over. {chooser}",
	reason.NoCandidate:   "{name} can't take this turn.{candidates}",
	reason.SayWhoTakes:   "You have several combatants who could act. Choose one with /init take name: {either}.",
	reason.TurnGoesOn:    "The turn isn't over yet. End it with /next first.",
	reason.NoPlaces:      "{ruleset} has no fixed order: who goes next is picked or drawn each turn.",

	// Checks.
	reason.NoCheckOf:   "In {ruleset}, no roll ends {typed}. Leave dc and bonus out.",
	reason.BonusAlone:  "A bonus needs a difficulty. Give dc as well as bonus.",
	reason.CheckNumber: "The number for {option} must be {limits}.",
	reason.NoCheck:     "{typed} on {name} doesn't need a roll. End it with /effect remove.",
	reason.NoCheckDue:  "{name} has nothing to roll right now. The GM can call for a roll with the name option.",
	reason.CheckNotDue: "{name} doesn't have to roll for {typed} right now. Only the GM can call for it.",
	reason.SayCheck:    "{name} has several rolls to make. Choose one with the name option: {either}.",
}

// sentence is one refusal.
type sentence struct{ *engine.Error }

// varying returns the sentence for a reason that has several, depending on what is known.
func (r sentence) varying() string {
	switch r.Reason {
	case reason.NotYourTurn:
		switch {
		case len(r.Turn) == 0:
			return "{turn} Only {gm} can end this turn."
		case !r.Owned:
			return "{turn} Only {gm} can end it."
		}
		return "{turn} Only {gm} or a player whose turn it is can end it."
	case reason.UnknownName:
		if r.Near != "" {
			return "Nobody called {typed} is in this fight. Did you mean {near}?"
		}
		return "Nobody in this fight has that name. /init list shows the names." // not repeated: it may be the name of somebody hidden
	case reason.NameLong:
		if r.Name != "" {
			return "{name} is too long for a name ({count character}, at most {high}). Choose a shorter one."
		}
		return "That name is too long ({count character}, at most {high}). Choose a shorter one."
	case reason.LacksStat:
		stat := map[string]string{"ac": "Armor Class", "trauma_target": "Trauma Target"}[r.Stat]
		return "{name} has no " + cmp.Or(stat, "{stat} stat") + ". The GM can add it with /init edit, like {quoted example}."
	case reason.DiceRange:
		text, shows := "{dice} can only show {low} to {high}, not {count}.", " Type what the dice show"
		if r.Dice[0] == 'd' {
			text, shows = "A "+text, " Type what the die shows"
		}
		if r.Name != "" {
			shows += " for {name}"
		}
		return text + shows + "."
	case reason.LastTaken:
		if r.Yours {
			return "Someone on your side is already acting last this round."
		}
		return "Someone on {side's} side is already acting last this round."
	case reason.TooFewLeft:
		if r.Text == "" {
			return "{name} has {left of pool} left and can't use {count}."
		}
		return "{name} has {left of pool} left, and {text} costs {count}. Choose something cheaper."
	case reason.ReserveLimit:
		if r.Left > 0 {
			return "{name} can reserve at most {high of pool} and has already reserved {left}."
		}
		return "{name} can reserve at most {high of pool}."
	case reason.ReactOwnTurn:
		if r.Pool != "" {
			return "It's {name's} own turn. Use {a pool} during somebody else's."
		}
		return "It's {name's} own turn. Use /act do instead."
	case reason.UnknownPool:
		if len(r.Names) == 0 {
			return "{ruleset} has no pool called {typed}. It has no pools at all."
		}
		return "{ruleset} has no pool called {typed}. Choose {either}."
	case reason.PoolUsed:
		switch {
		case r.Other != "":
			return "{name} has no {pool} left this turn. A second {pool} uses the {other pool}."
		case r.High == 0:
			return "{name} has no {pool}. Choose something else."
		case r.High > 1:
			return "{name} has no {pool} left. Choose something else."
		case len(r.Names) == 0:
			return "{name} has already used the {pool}. Choose something else."
		}
		return "{name} has already used the {pool} this turn. {kinds} actions are left."
	case reason.SwapWith:
		if len(r.Names) == 0 {
			return "Nobody acts later this round, so there's no one to change places with."
		}
		return "Say who takes your place, with the with option: {either}."
	case reason.NoToken:
		if r.Text == "" {
			return "The end token isn't in the bag any more. Leave to out, and the bot draws a token."
		}
		return "{typed} has no token left in the bag. Name somebody who has one, or leave out the to option to let the bot draw."
	}
	return ""
}

// fill puts the arguments into a sentence. Names and texts are escaped, and quoted where they are given back as typed.
func (r sentence) fill(text string) string {
	candidates, chooser, who, pool := "", "The GM picks who goes next.", "only "+r.gm(), ""
	if len(r.Names) > 0 {
		candidates = " Choose " + r.either() + "."
	}
	if r.Other != "" {
		chooser = "It's up to " + TheSide(r.Other) + " to say who goes next."
	}
	if r.Owned {
		who += " or " + Possessive(Text(r.Name)) + " player"
	}
	if r.Pool != "" {
		pool = Article(PoolNoun(r.Pool))
	}
	return strings.NewReplacer(
		"{name}", Text(r.Name), "{name's}", Possessive(Text(r.Name)), "{quoted name}", Quoted(r.Name), "{side's}", Possessive(TheSide(r.Name)),
		"{other}", Text(r.Other), "{near}", Text(r.Near), "{text}", Text(r.Text), "{typed}", Quoted(r.Text),
		"{all}", And(r.escaped()), "{either}", r.either(), "{candidates}", candidates, "{kinds}", r.kinds(),
		"{has}", map[bool]string{true: "has", false: "have"}[len(r.Names) == 1],
		"{gm}", r.gm(), "{who}", who, "{chooser}", chooser, "{turn}", r.turn(),
		"{ruleset}", Text(r.Ruleset), "{option}", r.Option, "{stat}", Text(r.Stat), "{quoted stat}", Quoted(r.Stat), "{dice}", r.Dice,
		"{example}", r.Example, "{quoted example}", Quoted(r.Example),
		"{pool}", PoolNoun(r.Pool), "{a pool}", pool, "{other pool}", PoolNoun(r.Other),
		"{left of pool}", PoolCount(r.Pool, r.Left), "{high of pool}", PoolCount(r.Pool, r.High),
		"{low}", Grouped(r.Low), "{high}", Grouped(r.High), "{count}", Grouped(r.Count), "{left}", Grouped(r.Left),
		"{limits}", "from "+Grouped(r.Low)+" to "+Grouped(r.High),
		"{length}", "must be "+Grouped(r.Low)+" to "+Grouped(r.High)+" characters long",
		"{high character}", Counted(r.High, "character"), "{high combatant}", Counted(r.High, "combatant"), "{high round}", Counted(r.High, "round"),
		"{high turn}", Counted(r.High, "turn"), "{count character}", Counted(r.Count, "character"), "{count hit point}", Counted(r.Count, "hit point"),
		"{count result}", Counted(r.Count, "result"),
	).Replace(text)
}

// escaped returns names as they are shown.
func (r sentence) escaped() []string {
	out := make([]string, len(r.Names))
	for i, name := range r.Names {
		out[i] = Text(name)
	}
	return out
}

// either joins what there is to choose from: "a, b or c".
func (r sentence) either() string { return Or(r.escaped()) }

// kinds joins the kinds of actions that are left: "On-turn and instant".
func (r sentence) kinds() string {
	free := make([]string, len(r.Names))
	for i, key := range r.Names {
		free[i] = strings.TrimSuffix(PoolNoun(key), " action")
	}
	return Capital(And(free))
}

// gm names the GM.
func (r sentence) gm() string {
	if r.GM == "" {
		return "the GM"
	}
	return Mention(r.GM)
}

// turn says whose turn it is.
func (r sentence) turn() string {
	switch {
	case len(r.Turn) > 0:
		names := make([]string, len(r.Turn))
		for i, name := range r.Turn {
			names[i] = Text(name)
			if name == engine.Party || name == engine.Foes {
				names[i] = TheSide(name)
			}
		}
		return "It's " + Possessive(And(names)) + " turn now."
	case r.GMActs:
		return "The GM is acting now."
	}
	return "It's nobody's turn right now."
}

// NotDice says what is wrong with a text that should be dice, from the error of [dice.Parse].
func NotDice(err error) string {
	var e *dice.Error
	if !errors.As(err, &e) {
		e = &dice.Error{Fault: dice.NotNotation}
	}
	switch e.Fault {
	case dice.TooManyDice:
		return "That's too much for one roll (at most " + Grouped(dice.MaxDice) + " dice and " + Grouped(dice.MaxTerms) + " parts)."
	case dice.DiceCount:
		return Quoted(e.Text) + " isn't possible. Roll 1 to " + Grouped(dice.MaxDice) + " dice at once."
	case dice.DieSides:
		return Quoted(e.Text) + " isn't possible. A die has 1 to " + Grouped(dice.MaxSides) + " sides."
	case dice.KeepCount:
		return Quoted(e.Text) + " isn't possible. With kh or kl, keep at least 1 and at most all of the dice, as in 4d6kh3."
	}
	return Quoted(e.Text) + " isn't dice. Write something like 2d6+1 or d20-2."
}

// Refused is a refusal for which the engine has no reason: its code, and its sentence.
type Refused struct {
	Code engine.Code
	Text string
}

// New returns a refusal; text is a sentence of this package.
func New(code engine.Code, text string) error { return &Refused{code, text} }

// Error returns the sentence.
func (r *Refused) Error() string { return r.Text }

// Refused returns the code as text, for logs.
func (r *Refused) Refused() string { return string(r.Code) }

// Unwrap returns an [engine.Error] with the same code, so that callers need to look for only one type.
func (r *Refused) Unwrap() error { return &engine.Error{Code: r.Code} }

// mostNamed is the maximum number of rulesets that a refusal names.
const mostNamed = 5

// rulesetNames offers the names of rulesets: "five-e-2014 or five-e-2024".
func rulesetNames(names []string) string {
	if n := len(names); n > mostNamed {
		return strings.Join(names[:mostNamed], ", ") + " or one of " + fmt.Sprint(n-mostNamed) + " others"
	}
	return Or(names)
}
