package engine

// Reason says exactly why a command is refused. There is one for each sentence that people read. The comment on each says when it
// applies and, in brackets, which [Args] it sets. This file covers permissions, the state of the fight, names, stats, initiative and
// turns; reasons_action.go covers everything that combatants do.
type Reason string

// Permissions: code NotAllowed, with Error.GM.
const (
	// ReasonGMOnly: only the GM may do that.
	ReasonGMOnly Reason = "gm-only"
	// ReasonNotYoursToChange: only the GM, or the player who owns the combatant, may change it [Name, Owned].
	ReasonNotYoursToChange Reason = "not-yours-to-change"
	// ReasonNotYoursToPlay: only the GM, or the player who owns the combatant, may act for it [Name, Owned].
	ReasonNotYoursToPlay Reason = "not-yours-to-play"
	// ReasonNotInFight: only the GM and players who own a combatant may do that.
	ReasonNotInFight Reason = "not-in-fight"
	// ReasonNotYourTurn: only the GM and the owner of an active combatant, if any is Owned, may end the turn [Turn, GMActs, Owned].
	ReasonNotYourTurn Reason = "not-your-turn"
	// ReasonNotYourDamage: only the GM and the owner of an active combatant deal damage to others and heal them [Turn, GMActs].
	ReasonNotYourDamage Reason = "not-your-damage"
	// ReasonDamageOfGM: in this server only the GM deals damage to others and heals them.
	ReasonDamageOfGM Reason = "damage-of-gm"
	// ReasonPlacesOfGM: only the GM may do that; players may only order their own side's tied characters, if the ruleset allows it (TO-3).
	ReasonPlacesOfGM Reason = "places-of-gm"
)

// The state of the fight.
const (
	// ReasonNoFight: the channel has no fight.
	ReasonNoFight Reason = "no-fight"
	// ReasonFightExists: the channel already has a fight [Name; Error.GM].
	ReasonFightExists Reason = "fight-exists"
	// ReasonNothingToUndo: everything has been undone (CO-9).
	ReasonNothingToUndo Reason = "nothing-to-undo"
	// ReasonNothingToRedo: nothing has been undone since the last change (CO-9).
	ReasonNothingToRedo Reason = "nothing-to-redo"
	// ReasonNotDone: the fight can't go back to this step, which was undone or isn't a step at all (CO-9) [Text].
	ReasonNotDone Reason = "not-done"
	// ReasonNotUndone: this step can't be redone, because it isn't undone or isn't a step at all (CO-9) [Text].
	ReasonNotUndone Reason = "not-undone"
	// ReasonLastStep: nothing has happened since the step to go back to (CO-9).
	ReasonLastStep Reason = "last-step"
	// ReasonTooManySteps: more steps than can be undone or redone at once (CO-9) [High].
	ReasonTooManySteps Reason = "too-many-steps"
	// ReasonNotRolled: initiative has not been rolled yet.
	ReasonNotRolled Reason = "not-rolled"
	// ReasonAlreadyRolled: initiative has already been rolled.
	ReasonAlreadyRolled Reason = "already-rolled"
	// ReasonPaused: the fight is paused (FT-10).
	ReasonPaused Reason = "paused"
	// ReasonNotPaused: the fight is not paused, so it can't be resumed (FT-10).
	ReasonNotPaused Reason = "not-paused"
	// ReasonNobodyJoined: the fight has no combatants.
	ReasonNobodyJoined Reason = "nobody-joined"
	// ReasonNobodyActive: no one is in the initiative order.
	ReasonNobodyActive Reason = "nobody-active"
	// ReasonTooManyCombatants: more combatants than a fight can have [High].
	ReasonTooManyCombatants Reason = "too-many-combatants"
	// ReasonAddCount: a number of NPCs that can't be added at once [Low, High].
	ReasonAddCount Reason = "add-count"
	// ReasonNoSavedCharacter: a user without a saved character joins without giving a name [Example].
	ReasonNoSavedCharacter Reason = "no-saved-character"
	// ReasonNothingToEdit: an edit that changes nothing.
	ReasonNothingToEdit Reason = "nothing-to-edit"
	// ReasonSceneLength: the scene is empty or too long (ST-11) [Low, High].
	ReasonSceneLength Reason = "scene-length"
	// ReasonNoteLength: the GM's note on a combatant is too long [High].
	ReasonNoteLength Reason = "note-length"
	// ReasonFightName: the fight's name is empty, too long or has line breaks [Low, High].
	ReasonFightName Reason = "fight-name"
)

// Names.
const (
	// ReasonNoName: the command needs a name.
	ReasonNoName Reason = "no-name"
	// ReasonSayWho: without a name, it is unclear which combatant the command is for [Option].
	ReasonSayWho Reason = "say-who"
	// ReasonUnknownName: no combatant that the asker can see has that name [Text, Near].
	ReasonUnknownName Reason = "unknown-name"
	// ReasonSeveral: the name of a group or side where a single combatant is needed [Text, Name: one of its members].
	ReasonSeveral Reason = "several"
	// ReasonHiddenInGroup: a hidden member of a visible group has no place of its own in the order [Name, Other: the group].
	ReasonHiddenInGroup Reason = "hidden-in-group"
	// ReasonNameEmpty: the name has no visible characters.
	ReasonNameEmpty Reason = "name-empty"
	// ReasonNameLong: the name is too long [Count, High; Name, if it is not the one typed].
	ReasonNameLong Reason = "name-long"
	// ReasonNameComma: the name contains a comma.
	ReasonNameComma Reason = "name-comma"
	// ReasonNameControl: the name contains line breaks or control characters.
	ReasonNameControl Reason = "name-control"
	// ReasonNameTaken: another combatant or unit already has that name [Name].
	ReasonNameTaken Reason = "name-taken"
	// ReasonSideRename: a side can't be renamed; its name is the one its members' side option gives.
	ReasonSideRename Reason = "side-rename"
)

// Stats.
const (
	// ReasonStatForm: part of the stats option is not a key and a number [Text, Example].
	ReasonStatForm Reason = "stat-form"
	// ReasonStatTwice: a stat is given twice [Stat].
	ReasonStatTwice Reason = "stat-twice"
	// ReasonStatDigits: a stat's number has too many digits [Stat].
	ReasonStatDigits Reason = "stat-digits"
	// ReasonStatRange: a number outside the stat's range [Stat, Low, High, Count].
	ReasonStatRange Reason = "stat-range"
	// ReasonUnknownStat: the ruleset has no such stat [Ruleset, Stat, Names: the keys of its stats].
	ReasonUnknownStat Reason = "unknown-stat"
	// ReasonStatsMissing: a character lacks stats that the ruleset needs [Ruleset, Names: their keys, Example].
	ReasonStatsMissing Reason = "stats-missing"
	// ReasonLacksStat: a combatant lacks the stat that this needs [Name, Stat, Example].
	ReasonLacksStat Reason = "lacks-stat"
	// ReasonTooManyHP: more hit points than a combatant can have [High].
	ReasonTooManyHP Reason = "too-many-hp"
	// ReasonHPOverMax: more hit points than the maximum given with them [Count, High].
	ReasonHPOverMax Reason = "hp-over-max"
)

// Initiative, typed results and places in the order.
const (
	// ReasonRollPair: part of the rolls option is not a name and a number (CO-7) [Text].
	ReasonRollPair Reason = "roll-pair"
	// ReasonKeepsRoll: a result for a character that joins again, and keeps what it rolled before [Name, Count].
	ReasonKeepsRoll Reason = "keeps-roll"
	// ReasonTwoResults: two results for one name [Name].
	ReasonTwoResults Reason = "two-results"
	// ReasonTooManyResults: more results than a unit has turns a round (RS-21) [Name, Count, High].
	ReasonTooManyResults Reason = "too-many-results"
	// ReasonPhaseFirst: the turn can't be handed on before its last phase (RS-25) [Text: the phase].
	ReasonPhaseFirst Reason = "phase-first"
	// ReasonPhaseDone: the actor is done with this phase of the turn, and others are not [Text, Names].
	ReasonPhaseDone Reason = "phase-done"
	// ReasonNoDice: a result was typed for something that is not rolled (RS-14) [Name].
	ReasonNoDice Reason = "no-dice"
	// ReasonDiceRange: a result that the dice can't give [Dice, Low, High, Count; Name, if several units roll].
	ReasonDiceRange Reason = "dice-range"
	// ReasonSideRolls: a result typed on joining, but each side rolls as one.
	ReasonSideRolls Reason = "side-rolls"
	// ReasonEachRolls: one typed result for several combatants that roll separately.
	ReasonEachRolls Reason = "each-rolls"
	// ReasonGroupRolled: a typed result for combatants joining a unit that has already rolled [Name].
	ReasonGroupRolled Reason = "group-rolled"
	// ReasonRollsTogether: a result for a combatant that rolls with its unit [Name, Other: the unit].
	ReasonRollsTogether Reason = "rolls-together"
	// ReasonUnitRolled: a result for a unit that has already rolled [Name].
	ReasonUnitRolled Reason = "unit-rolled"
	// ReasonUnitNotRolled: a score for a unit that has not rolled (CO-14) [Name].
	ReasonUnitNotRolled Reason = "unit-not-rolled"
	// ReasonScoreRange: a score outside the range (CO-14) [Low, High].
	ReasonScoreRange Reason = "score-range"
	// ReasonPlaceSelf: a unit can't be placed before itself [Name].
	ReasonPlaceSelf Reason = "place-self"
	// ReasonPlaceEarly: places can't be chosen until both units have rolled (TO-3).
	ReasonPlaceEarly Reason = "place-early"
	// ReasonNotTied: a roll-off between two units that are not tied (TO-3) [Name, Other].
	ReasonNotTied Reason = "not-tied"
)

// Turns.
const (
	// ReasonTurnOver: a command or button meant for an earlier turn (CO-10) [Turn, GMActs].
	ReasonTurnOver Reason = "turn-over"
	// ReasonActedAlready: the combatant that a button is for has already had its turn (CO-10) [Turn, GMActs].
	ReasonActedAlready Reason = "acted-already"
	// ReasonNotTurnOf: it is not this combatant's turn [Name, Turn, GMActs].
	ReasonNotTurnOf Reason = "not-turn-of"
	// ReasonChooseTurn: the asker has several active combatants [Error.Choices].
	ReasonChooseTurn Reason = "choose-turn"
	// ReasonLastEarly: no one can act last before round 1 (TO-6).
	ReasonLastEarly Reason = "last-early"
	// ReasonLastAlready: the unit already acts last this round (TO-6) [Name].
	ReasonLastAlready Reason = "last-already"
	// ReasonLastActed: the unit has already acted, or is waiting for the next round (TO-6) [Name].
	ReasonLastActed Reason = "last-acted"
	// ReasonLastTaken: another unit on the side already acts last this round (TO-6) [Name: the side, Yours].
	ReasonLastTaken Reason = "last-taken"
	// ReasonBlowAlready: the unit has already rolled with the blow (TO-7) [Name].
	ReasonBlowAlready Reason = "blow-already"
)
