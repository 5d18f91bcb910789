package engine

// Reason says exactly what is refused: there is one for each sentence that people read. The comment on each says when it
// happens and, in brackets, which [Args] it sets. This file has those about who may act, names, stats and the state of the
// fight; reasons_action.go has those about what is done in it.
type Reason string

// Who may do it: code NotAllowed, with Error.GM.
const (
	// ReasonGMOnly: only the GM may do that.
	ReasonGMOnly Reason = "gm-only"
	// ReasonNotYoursToChange: only the GM, or the player who owns the combatant, may change it [Name, Owned].
	ReasonNotYoursToChange Reason = "not-yours-to-change"
	// ReasonNotYoursToPlay: only the GM, or the player who owns the combatant, may act for it [Name, Owned].
	ReasonNotYoursToPlay Reason = "not-yours-to-play"
	// ReasonNotInFight: only the GM and those who own a combatant may do that.
	ReasonNotInFight Reason = "not-in-fight"
	// ReasonNotYourTurn: only the GM and the owner of an active combatant may end the turn [Turn, GMActs].
	ReasonNotYourTurn Reason = "not-your-turn"
	// ReasonNotYourDamage: only the GM and the owner of an active combatant deal damage to others and heal them [Turn, GMActs].
	ReasonNotYourDamage Reason = "not-your-damage"
	// ReasonDamageOfGM: in this server only the GM deals damage to others and heals them.
	ReasonDamageOfGM Reason = "damage-of-gm"
	// ReasonPlacesOfGM: players choose only between tied characters of their own side, where the ruleset lets them (TO-3).
	ReasonPlacesOfGM Reason = "places-of-gm"
)

// The fight and its phases.
const (
	// ReasonNoFight: the channel has no fight.
	ReasonNoFight Reason = "no-fight"
	// ReasonFightExists: the channel has one already [Name; Error.GM].
	ReasonFightExists Reason = "fight-exists"
	// ReasonNothingToUndo: the log is at its beginning (CO-9).
	ReasonNothingToUndo Reason = "nothing-to-undo"
	// ReasonNothingToRedo: nothing was undone since the last change.
	ReasonNothingToRedo Reason = "nothing-to-redo"
	// ReasonNotRolled: initiative has not been rolled yet.
	ReasonNotRolled Reason = "not-rolled"
	// ReasonAlreadyRolled: initiative has been rolled already.
	ReasonAlreadyRolled Reason = "already-rolled"
	// ReasonPaused: the order is suspended (FT-10).
	ReasonPaused Reason = "paused"
	// ReasonNotPaused: there is nothing to resume.
	ReasonNotPaused Reason = "not-paused"
	// ReasonNobodyJoined: the fight has no combatants.
	ReasonNobodyJoined Reason = "nobody-joined"
	// ReasonNobodyActive: nobody is in the initiative order.
	ReasonNobodyActive Reason = "nobody-active"
	// ReasonTooManyCombatants: the fight is full [High].
	ReasonTooManyCombatants Reason = "too-many-combatants"
	// ReasonAddCount: more NPCs at once than /init add takes, or fewer than one [Low, High].
	ReasonAddCount Reason = "add-count"
	// ReasonNoSavedCharacter: a join without a name, by a user who has no saved character [Example].
	ReasonNoSavedCharacter Reason = "no-saved-character"
	// ReasonNothingToEdit: an edit without anything to change.
	ReasonNothingToEdit Reason = "nothing-to-edit"
	// ReasonSceneLength: a scene that is empty or too long (ST-11) [Low, High].
	ReasonSceneLength Reason = "scene-length"
	// ReasonFightName: the fight's name is empty, too long or on several lines [Low, High].
	ReasonFightName Reason = "fight-name"
)

// Names.
const (
	// ReasonNoName: a command that needs a name got none.
	ReasonNoName Reason = "no-name"
	// ReasonSayWho: it is unclear whom a command without a name is for [Option].
	ReasonSayWho Reason = "say-who"
	// ReasonUnknownName: nobody whom the asker may see is called that [Text, Near].
	ReasonUnknownName Reason = "unknown-name"
	// ReasonSeveral: the name of a group or side, where one combatant is needed [Text, Name: one of them].
	ReasonSeveral Reason = "several"
	// ReasonHiddenInGroup: a hidden member of a group has no place of its own [Name, Other: the group].
	ReasonHiddenInGroup Reason = "hidden-in-group"
	// ReasonNameEmpty: a name without a visible character.
	ReasonNameEmpty Reason = "name-empty"
	// ReasonNameLong: a name with too many characters [Count, High; Name, where it is not the one that was typed].
	ReasonNameLong Reason = "name-long"
	// ReasonNameComma: a name with a comma.
	ReasonNameComma Reason = "name-comma"
	// ReasonNameControl: a name with line breaks or control characters.
	ReasonNameControl Reason = "name-control"
	// ReasonNameTaken: somebody is called that already [Name].
	ReasonNameTaken Reason = "name-taken"
	// ReasonSideRename: a side has no name apart from what its members' side is called.
	ReasonSideRename Reason = "side-rename"
)

// Stats.
const (
	// ReasonStatForm: a part of the stats option that is not a key and a number [Text, Example].
	ReasonStatForm Reason = "stat-form"
	// ReasonStatTwice: a key that is given twice [Stat].
	ReasonStatTwice Reason = "stat-twice"
	// ReasonStatDigits: a number that is too long to read [Stat].
	ReasonStatDigits Reason = "stat-digits"
	// ReasonStatRange: a number out of the stat's range [Stat, Low, High, Count].
	ReasonStatRange Reason = "stat-range"
	// ReasonUnknownStat: the ruleset has no such stat [Ruleset, Stat, Names: the keys it has].
	ReasonUnknownStat Reason = "unknown-stat"
	// ReasonStatsMissing: a character lacks stats that the ruleset needs [Ruleset, Names: their keys, Example].
	ReasonStatsMissing Reason = "stats-missing"
	// ReasonLacksStat: a combatant lacks the stat that this needs [Name, Stat, Example].
	ReasonLacksStat Reason = "lacks-stat"
	// ReasonTooManyHP: more hit points than anything can have [High].
	ReasonTooManyHP Reason = "too-many-hp"
)

// Initiative, typed results and places.
const (
	// ReasonRollPair: a part of the rolls option that is not a name and a number (CO-7) [Text].
	ReasonRollPair Reason = "roll-pair"
	// ReasonTwoResults: two results for one name [Name].
	ReasonTwoResults Reason = "two-results"
	// ReasonDiceRange: a result that the dice cannot show [Dice, Low, High, Count; Name, where several roll].
	ReasonDiceRange Reason = "dice-range"
	// ReasonSideRolls: a typed result at joining where sides roll.
	ReasonSideRolls Reason = "side-rolls"
	// ReasonEachRolls: one typed result for several who roll each.
	ReasonEachRolls Reason = "each-rolls"
	// ReasonGroupRolled: a typed result for newcomers of a unit that has rolled [Name].
	ReasonGroupRolled Reason = "group-rolled"
	// ReasonRollsTogether: a result for a combatant that rolls with its unit [Name, Other: the unit].
	ReasonRollsTogether Reason = "rolls-together"
	// ReasonUnitRolled: a result for a unit that has its initiative [Name].
	ReasonUnitRolled Reason = "unit-rolled"
	// ReasonUnitNotRolled: a score for a unit that has not rolled (CO-14) [Name].
	ReasonUnitNotRolled Reason = "unit-not-rolled"
	// ReasonScoreRange: a score out of range [Low, High].
	ReasonScoreRange Reason = "score-range"
	// ReasonPlaceSelf: a unit placed before itself [Name].
	ReasonPlaceSelf Reason = "place-self"
	// ReasonPlaceEarly: places are chosen once both have rolled (TO-3).
	ReasonPlaceEarly Reason = "place-early"
	// ReasonNotTied: a roll-off of two that are not tied (TO-3) [Name, Other].
	ReasonNotTied Reason = "not-tied"
)

// Turns.
const (
	// ReasonTurnOver: a command or button meant for an earlier turn (CO-10) [Turn, GMActs].
	ReasonTurnOver Reason = "turn-over"
	// ReasonActedAlready: the one chosen by a button has had its turn (CO-10) [Turn, GMActs].
	ReasonActedAlready Reason = "acted-already"
	// ReasonNotTurnOf: it is somebody else's turn [Name, Turn, GMActs].
	ReasonNotTurnOf Reason = "not-turn-of"
	// ReasonChooseTurn: the asker has several active combatants [Error.Choices].
	ReasonChooseTurn Reason = "choose-turn"
	// ReasonLastEarly: acting last before round 1 (TO-6).
	ReasonLastEarly Reason = "last-early"
	// ReasonLastAlready: it acts last already (TO-6) [Name].
	ReasonLastAlready Reason = "last-already"
	// ReasonLastActed: it has acted, or waits for the next round (TO-6) [Name].
	ReasonLastActed Reason = "last-acted"
	// ReasonLastTaken: another one of the side acts last (TO-6) [Name: the side, Yours].
	ReasonLastTaken Reason = "last-taken"
	// ReasonBlowAlready: it rolls with a blow already (TO-7) [Name].
	ReasonBlowAlready Reason = "blow-already"
)
