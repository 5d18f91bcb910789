package reason

// Reason says exactly why a command is refused. There is one for each sentence that people read. The comment on each says when it
// applies and, in brackets, which arguments of the refusal it sets. This file covers permissions, the state of the fight, names, stats,
// initiative and turns; action.go covers everything that combatants do.
type Reason string

// Permissions: code NotAllowed, with Error.GM.
const (
	// GMOnly: only the GM may do that.
	GMOnly Reason = "gm-only"
	// NotYoursToChange: only the GM, or the player who owns the combatant, may change it [Name, Owned].
	NotYoursToChange Reason = "not-yours-to-change"
	// NotYoursToPlay: only the GM, or the player who owns the combatant, may act for it [Name, Owned].
	NotYoursToPlay Reason = "not-yours-to-play"
	// NotInFight: only the GM and players who own a combatant may do that.
	NotInFight Reason = "not-in-fight"
	// NotYourTurn: only the GM and the owner of an active combatant, if any is Owned, may end the turn [Turn, GMActs, Owned].
	NotYourTurn Reason = "not-your-turn"
	// NotYourDamage: only the GM and the owner of an active combatant deal damage to others and heal them [Turn, GMActs].
	NotYourDamage Reason = "not-your-damage"
	// DamageOfGM: in this server only the GM deals damage to others and heals them.
	DamageOfGM Reason = "damage-of-gm"
	// NotYourEffect: only the GM and the owner of an active combatant put effects on others [Turn, GMActs].
	NotYourEffect Reason = "not-your-effect"
	// EffectsOfGM: in this server only the GM puts effects on others.
	EffectsOfGM Reason = "effects-of-gm"
	// DisengageOfGM: a player ends a melee, which only the GM may without a cost (CS-7, RI-8) [Name, Other].
	DisengageOfGM Reason = "disengage-of-gm"
	// PlacesOfGM: only the GM may do that; players may only order their own side's tied characters, if the ruleset allows it (TO-3).
	PlacesOfGM Reason = "places-of-gm"
)

// The state of the fight.
const (
	// NoFight: the channel has no fight.
	NoFight Reason = "no-fight"
	// FightExists: the channel already has a fight [Name; Error.GM].
	FightExists Reason = "fight-exists"
	// NothingToUndo: everything has been undone (CO-9).
	NothingToUndo Reason = "nothing-to-undo"
	// NothingToRedo: nothing has been undone since the last change (CO-9).
	NothingToRedo Reason = "nothing-to-redo"
	// NotDone: the fight can't go back to this step, which was undone or isn't a step at all (CO-9) [Text].
	NotDone Reason = "not-done"
	// NotUndone: this step can't be redone, because it isn't undone or isn't a step at all (CO-9) [Text].
	NotUndone Reason = "not-undone"
	// LastStep: nothing has happened since the step to go back to (CO-9).
	LastStep Reason = "last-step"
	// TooManySteps: more steps than can be undone or redone at once (CO-9) [High].
	TooManySteps Reason = "too-many-steps"
	// NotRolled: initiative has not been rolled yet.
	NotRolled Reason = "not-rolled"
	// AlreadyRolled: initiative has already been rolled.
	AlreadyRolled Reason = "already-rolled"
	// MessageNumber: a number that can't be applied from a message (CR-57) [Low, High].
	MessageNumber Reason = "message-number"
	// Paused: the fight is paused (FT-10).
	Paused Reason = "paused"
	// NotPaused: the fight is not paused, so it can't be resumed (FT-10).
	NotPaused Reason = "not-paused"
	// NobodyJoined: the fight has no combatants.
	NobodyJoined Reason = "nobody-joined"
	// NobodyActive: no one is in the initiative order.
	NobodyActive Reason = "nobody-active"
	// TooManyCombatants: more combatants than a fight can have [High].
	TooManyCombatants Reason = "too-many-combatants"
	// AddCount: a number of NPCs that can't be added at once [Low, High].
	AddCount Reason = "add-count"
	// NoSavedCharacter: a user without a saved character joins without giving a name [Example].
	NoSavedCharacter Reason = "no-saved-character"
	// NothingToEdit: an edit that changes nothing.
	NothingToEdit Reason = "nothing-to-edit"
	// SceneLength: the scene is empty or too long (ST-11) [Low, High].
	SceneLength Reason = "scene-length"
	// NoteLength: the GM's note on a combatant is too long [High].
	NoteLength Reason = "note-length"
	// FightName: the fight's name is empty, too long or has line breaks [Low, High].
	FightName Reason = "fight-name"
)

// Names.
const (
	// NoName: the command needs a name.
	NoName Reason = "no-name"
	// SayWho: without a name, it is unclear which combatant the command is for [Option].
	SayWho Reason = "say-who"
	// UnknownName: no combatant that the asker can see has that name [Text, Near].
	UnknownName Reason = "unknown-name"
	// Several: the name of a group or side where a single combatant is needed [Text, Name: one of its members].
	Several Reason = "several"
	// HiddenInGroup: a hidden member of a visible group has no place of its own in the order [Name, Other: the group].
	HiddenInGroup Reason = "hidden-in-group"
	// NameEmpty: the name has no visible characters.
	NameEmpty Reason = "name-empty"
	// NameLong: the name is too long [Count, High; Name, if it is not the one typed].
	NameLong Reason = "name-long"
	// NameComma: the name contains a comma.
	NameComma Reason = "name-comma"
	// NameControl: the name contains line breaks or control characters.
	NameControl Reason = "name-control"
	// NameTaken: another combatant or unit already has that name [Name].
	NameTaken Reason = "name-taken"
	// EventTaken: the ruleset's event with that name is in the order already (RS-71) [Name].
	EventTaken Reason = "event-taken"
	// RealNameTaken: the name behind a mask is in use, so it has to be revealed under another one (NU-34) [Name].
	RealNameTaken Reason = "real-name-taken"
	// NoMask: a combatant whose name everybody knows already can't be revealed (NU-34) [Name].
	NoMask Reason = "no-mask"
	// MaskOfPlayer: only the GM's NPCs wear masks (NU-33).
	MaskOfPlayer Reason = "mask-of-player"
	// MaskOrName: a mask and a new or revealed name, which takes its place, in one command (NU-33).
	MaskOrName Reason = "mask-or-name"
	// SideRename: a side can't be renamed; its name is the one its members' side option gives.
	SideRename Reason = "side-rename"
)

// Stats.
const (
	// StatForm: part of the stats option is not a key and a number [Text, Example].
	StatForm Reason = "stat-form"
	// StatTwice: a stat is given twice [Stat].
	StatTwice Reason = "stat-twice"
	// StatDigits: a stat's number has too many digits [Stat].
	StatDigits Reason = "stat-digits"
	// StatRange: a number outside the stat's range [Stat, Low, High, Count].
	StatRange Reason = "stat-range"
	// UnknownStat: the ruleset has no such stat [Ruleset, Stat, Names: the keys of its stats].
	UnknownStat Reason = "unknown-stat"
	// StatsMissing: a character lacks stats that the ruleset needs [Ruleset, Names: their keys, with | between those of which one will do, Example].
	StatsMissing Reason = "stats-missing"
	// LacksStat: a combatant lacks the stat that this needs [Name, Stat, Example].
	LacksStat Reason = "lacks-stat"
	// TooManyHP: more hit points than a combatant can have [High].
	TooManyHP Reason = "too-many-hp"
	// HPOverMax: more hit points than the maximum given with them [Count, High].
	HPOverMax Reason = "hp-over-max"
	// UnknownRest: a rest that the ruleset doesn't have (NU-30) [Ruleset, Text, Names: those that it has].
	UnknownRest Reason = "unknown-rest"
	// RestAmount: an amount for a rest that takes none [Text: the rest].
	RestAmount Reason = "rest-amount"
	// NobodyRests: no player character is there to rest.
	NobodyRests Reason = "nobody-rests"
	// AbsorbNeedsHP: something that absorbs for a combatant without hit points (NU-11) [Stat].
	AbsorbNeedsHP Reason = "absorb-needs-hp"
	// UnknownAbsorb: something that absorbs and that the ruleset doesn't have (NU-11) [Ruleset, Text, Names: the keys of those that it has].
	UnknownAbsorb Reason = "unknown-absorb"
)

// Initiative, typed results and places in the order.
const (
	// RollPair: part of the rolls option is not a name and a number (CO-7) [Text].
	RollPair Reason = "roll-pair"
	// KeepsRoll: a result for a character that joins again, and keeps what it rolled before [Name, Count].
	KeepsRoll Reason = "keeps-roll"
	// TwoResults: two results for one name [Name].
	TwoResults Reason = "two-results"
	// TooManyResults: more results than a unit has turns a round (RS-21) [Name, Count, High].
	TooManyResults Reason = "too-many-results"
	// PhaseFirst: the turn can't be handed on before its last phase (RS-25) [Text: the phase].
	PhaseFirst Reason = "phase-first"
	// PhaseDone: the actor is done with this phase of the turn, and others are not [Text, Names].
	PhaseDone Reason = "phase-done"
	// NoDice: a result was typed for something that is not rolled (RS-14) [Name].
	NoDice Reason = "no-dice"
	// DiceRange: a result that the dice can't give [Dice, Low, High, Count; Name, if several units roll].
	DiceRange Reason = "dice-range"
	// SideRolls: a result typed on joining, but each side rolls as one.
	SideRolls Reason = "side-rolls"
	// EachRolls: one typed result for several combatants that roll separately.
	EachRolls Reason = "each-rolls"
	// SideThere: a result typed on joining, but the side that makes one roll is in the fight already.
	SideThere Reason = "side-there"
	// GroupRolled: a typed result for combatants joining a unit that has already rolled [Name].
	GroupRolled Reason = "group-rolled"
	// RollsTogether: a result for a combatant that rolls with its unit [Name, Other: the unit].
	RollsTogether Reason = "rolls-together"
	// UnitRolled: a result for a unit that has already rolled [Name].
	UnitRolled Reason = "unit-rolled"
	// UnitNotRolled: a score for a unit that has not rolled (CO-14) [Name].
	UnitNotRolled Reason = "unit-not-rolled"
	// ScoreRange: a score outside the range (CO-14) [Low, High].
	ScoreRange Reason = "score-range"
	// PlaceSelf: a unit can't be placed before itself [Name].
	PlaceSelf Reason = "place-self"
	// PlaceEarly: places can't be chosen until both units have rolled (TO-3).
	PlaceEarly Reason = "place-early"
	// TieOver: nobody asks any more who of the tied goes first (TO-3).
	TieOver Reason = "tie-over"
	// NotInDispute: a result for somebody who doesn't roll off (TO-3) [Name].
	NotInDispute Reason = "not-in-dispute"
	// NoTieDice: typed dice of ties where the ruleset settles them without dice (RS-23).
	NoTieDice Reason = "no-tie-dice"
	// TiesLater: typed dice of ties while nobody rolls yet (CO-7).
	TiesLater Reason = "ties-later"
	// NobodyTied: a roll-off of a unit with which nobody is tied whose player could choose (TO-3) [Name].
	NobodyTied Reason = "nobody-tied"
	// NotTied: a roll-off between two units that are not tied (TO-3) [Name, Other].
	NotTied Reason = "not-tied"
)

// Turns.
const (
	// TurnOver: a command or button meant for an earlier turn (CO-10) [Turn, GMActs].
	TurnOver Reason = "turn-over"
	// ActedAlready: the combatant that a button is for has already had its turn (CO-10) [Turn, GMActs].
	ActedAlready Reason = "acted-already"
	// NotTurnOf: it is not this combatant's turn [Name, Turn, GMActs].
	NotTurnOf Reason = "not-turn-of"
	// ChooseTurn: the asker has several active combatants [Error.Choices].
	ChooseTurn Reason = "choose-turn"
	// LastEarly: no one can act last before round 1 (TO-6).
	LastEarly Reason = "last-early"
	// LastAlready: the unit already acts last this round (TO-6) [Name].
	LastAlready Reason = "last-already"
	// LastActed: the unit has already acted, or is waiting for the next round (TO-6) [Name].
	LastActed Reason = "last-acted"
	// LastTaken: another unit on the side already acts last this round (TO-6) [Name: the side, Yours].
	LastTaken Reason = "last-taken"
	// BlowAlready: the unit has already rolled with the blow (TO-7) [Name].
	BlowAlready Reason = "blow-already"
)
