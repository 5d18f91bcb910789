package reason

// What the fight's ruleset doesn't have: code NotInRules, all with [Ruleset].
const (
	// NoGroup: group initiative (RI-2).
	NoGroup Reason = "no-group"
	// NoActLast: acting last (TO-6).
	NoActLast Reason = "no-act-last"
	// NoBlow: rolling with the blow (TO-7).
	NoBlow Reason = "no-blow"
	// NoReroll: rolling the whole order again in mid-fight (ST-7).
	NoReroll Reason = "no-reroll"
	// NoSurprise: surprise of any kind.
	NoSurprise Reason = "no-surprise"
	// OnlyAmbush: surprised combatants, in a ruleset that only has ambushers who act before round 1 (TO-12).
	OnlyAmbush Reason = "only-ambush"
	// NoAlert: being on alert (CS-5).
	NoAlert Reason = "no-alert"
	// NoAwareness: Awareness tests (ST-8).
	NoAwareness Reason = "no-awareness"
	// NoContest: an ambush by contest (RI-3).
	NoContest Reason = "no-contest"
	// NoAmbush: ambushers who act before round 1 (TO-12).
	NoAmbush Reason = "no-ambush"
	// NoMorale: Morale checks (CS-8).
	NoMorale Reason = "no-morale"
	// NoTicks: counting ticks (FT-4).
	NoTicks Reason = "no-ticks"
	// NoActivities: predefined activities (FT-5).
	NoActivities Reason = "no-activities"
	// NoLongActivities: long activities (FT-9).
	NoLongActivities Reason = "no-long-activities"
	// NoReactions: reactions (FT-7, ST-9).
	NoReactions Reason = "no-reactions"
	// ReactionPools: reactions as such, in a ruleset whose pools are spent out of turn [Names: their keys].
	ReactionPools Reason = "reaction-pools"
	// NoActionTypes: types of actions (CS-6, RI-6).
	NoActionTypes Reason = "no-action-types"
	// NoAbsorbs: anything that absorbs damage before hit points do (NU-11).
	NoAbsorbs Reason = "no-absorbs"
	// NoRests: rests (NU-30).
	NoRests Reason = "no-rests"
	// NoOnce: abilities that work only once per scene (CS-4).
	NoOnce Reason = "no-once"
	// NoMoves: move actions (CS-6, RI-6).
	NoMoves Reason = "no-moves"
	// NoTerrain: rough ground (RI-7).
	NoTerrain Reason = "no-terrain"
	// NoMelee: tracking who is in melee (CS-7, RI-8).
	NoMelee Reason = "no-melee"
	// NoAttacks: resolving attacks.
	NoAttacks Reason = "no-attacks"
	// NoAttackTotals: attacks whose total is known from a message (CR-59).
	NoAttackTotals Reason = "no-attack-totals"
	// NoTotals: a total as somebody's initiative (CR-59).
	NoTotals Reason = "no-totals"
	// NoCircumstances: circumstances of an attack (RI-12, RI-13).
	NoCircumstances Reason = "no-circumstances"
	// NoMain: a main action that an activity could take as well (RI-6).
	NoMain Reason = "no-main"
	// NoWeaponSkills: weapons that name their skill (RI-9).
	NoWeaponSkills Reason = "no-weapon-skills"
	// NoTrauma: a Trauma Die (CS-10).
	NoTrauma Reason = "no-trauma"
	// NoShock: Shock damage (CS-12, RI-11).
	NoShock Reason = "no-shock"
	// NoAttribute: choosing the attribute that an attack uses.
	NoAttribute Reason = "no-attribute"
	// NoRoundLength: rounds with a fixed length, which durations in minutes need (CO-11).
	NoRoundLength Reason = "no-round-length"
	// MoralePC: player characters never check Morale (CS-8) [Name, instead of Ruleset].
	MoralePC Reason = "morale-pc"
)

// Surprise.
const (
	// SurpriseOver: surprise and ambushes are settled before initiative is rolled.
	SurpriseOver Reason = "surprise-over"
	// OnAlert: someone on the side is on alert, so it can't be surprised (CS-5) [Name: the side].
	OnAlert Reason = "on-alert"
	// ConfirmSurprise: the GM has to confirm that player characters are surprised (RI-5) [Names; Error.Choices].
	ConfirmSurprise Reason = "confirm-surprise"
	// NotSurprised: none of the combatants named is surprised, on alert or an ambusher.
	NotSurprised Reason = "not-surprised"
	// SideEmpty: no one is on that side [Text, Names: the sides that have combatants].
	SideEmpty Reason = "side-empty"
	// TestTarget: a test's target number is out of range (ST-8) [Low, High].
	TestTarget Reason = "test-target"
	// TargetForm: part of the target numbers is neither a number for all nor a name and a number [Text].
	TargetForm Reason = "target-form"
	// TwoTargets: somebody has two target numbers [Name].
	TwoTargets Reason = "two-targets"
	// LackAwareness: a test without a target number is against a stat that some don't have (ST-8) [Names, Stat].
	LackAwareness Reason = "lack-awareness"
	// OpenTests: some have yet to make their Awareness test before initiative is rolled (ST-8) [Names].
	OpenTests Reason = "open-tests"
	// TestOver: the test has already been made, or has been called off (ST-8).
	TestOver Reason = "test-over"
	// BothSides: a combatant on both sides of a contest (RI-3) [Name].
	BothSides Reason = "both-sides"
	// NotInContest: a result for a combatant that is not in the contest (RI-3) [Name].
	NotInContest Reason = "not-in-contest"
)

// Hit points and effects.
const (
	// NoHP: damage or healing of a combatant whose hit points are not tracked [Name].
	NoHP Reason = "no-hp"
	// HPAmount: not a valid amount of hit points [Text].
	HPAmount Reason = "hp-amount"
	// HPSign: an amount without a sign where hit points are corrected [Text].
	HPSign Reason = "hp-sign"
	// HPShown: not a way to show hit points [Text].
	HPShown Reason = "hp-shown"
	// Rating: not a challenge rating or level [Text].
	Rating Reason = "rating"
	// RatingOf: only the GM's combatants have a rating [Name].
	RatingOf Reason = "rating-of"
	// PlainAmount: damage or healing that is not a number or dice without a sign [Text].
	PlainAmount Reason = "plain-amount"
	// KindAmount: the same of damage, where a kind of damage may follow (NU-4) [Text].
	KindAmount Reason = "kind-amount"
	// HalfSet: half can't be combined with setting hit points.
	HalfSet Reason = "half-set"
	// HalfOfOther: half of something other than damage, from a message (CR-57).
	HalfOfOther Reason = "half-of-other"
	// OneOnly: several targets of what is for one, from a message (CR-59).
	OneOnly Reason = "one-only"
	// HasScore: a player gives a total as the initiative of somebody who has a score (CR-59) [Name].
	HasScore Reason = "has-score"
	// TotalRange: a total that somebody's initiative roll can't give (CR-59) [Name, Low, High, Count].
	TotalRange Reason = "total-range"
	// HalfNotTarget: a combatant is to take half but is not a target [Name].
	HalfNotTarget Reason = "half-not-target"
	// NoneNotTarget: somebody takes nothing who is not a target [Name].
	NoneNotTarget Reason = "none-not-target"
	// HalfAndNone: somebody takes half and nothing [Name].
	HalfAndNone Reason = "half-and-none"
	// HiddenDealer: the asker's active combatant is hidden, and damage to others would give it away [Name].
	HiddenDealer Reason = "hidden-dealer"
	// ProposalLate: the turn is over, or the effect or combatant gone, that the effect depends on.
	ProposalLate Reason = "proposal-late"
	// LengthenedOrOver: the effect doesn't end with this turn any more [Text].
	LengthenedOrOver Reason = "lengthened-or-over"
	// ProposalOver: the GM has applied the damage already, or the player's command was undone.
	ProposalOver Reason = "proposal-over"
	// Gone: the combatant is no longer in the fight.
	Gone Reason = "gone"
	// NotDown: a state for a combatant that is not at 0 hit points (CO-12) [Name].
	NotDown Reason = "not-down"
	// DownState: not a valid state at 0 hit points (CO-12) [Text, Names].
	DownState Reason = "down-state"
	// NoHPLeft: the combatant can't do that at 0 hit points [Name].
	NoHPLeft Reason = "no-hp-left"
	// TooManyEffects: more effects than a fight can have [High].
	TooManyEffects Reason = "too-many-effects"
	// EffectName: the effect's name is empty, too long or has line breaks [Low, High].
	EffectName Reason = "effect-name"
	// EffectNote: the effect's note is too long or has line breaks [Low, High].
	EffectNote Reason = "effect-note"
	// DamageRollParts: one typed result for damage of which several parts have dice (NU-5) [Count: the parts, Dice, Example].
	DamageRollParts Reason = "damage-roll-parts"
	// DamageRollsForm: typed results of damage that are not one for each of Count parts with dice [Text, Count, Dice].
	DamageRollsForm Reason = "damage-rolls-form"
	// DamageRollTwice: the results of damage were typed as one and for each part.
	DamageRollTwice Reason = "damage-roll-twice"
	// Immune: nobody of those meant can have the condition (NU-27) [Names, Text: the condition].
	Immune Reason = "immune"
	// NoKinds: a kind of damage where the ruleset has none (NU-4); code NotInRules [Ruleset, Text: the kind].
	NoKinds Reason = "no-kinds"
	// UnknownKind: not a kind or a mark of damage [Ruleset, Text, Near, Names: those that there are].
	UnknownKind Reason = "unknown-kind"
	// UnknownResist: not a name that can stand after a word for resistances (NU-6) [Stat: the word, Text, Near, Names: those that can].
	UnknownResist Reason = "unknown-resist"
	// ResistNumber: a number from 1 to High is missing after a name, or out of that range [Stat: the word, Text: the name, Example, High].
	ResistNumber Reason = "resist-number"
	// ResistNoNumber: a number after a name where there can be none [Stat: the word, Text: the name].
	ResistNoNumber Reason = "resist-no-number"
	// ResistNothing: a word for resistances without a name after it [Stat: the word, Example].
	ResistNothing Reason = "resist-nothing"
	// TooManyResistances: more resistances than a combatant can have [High].
	TooManyResistances Reason = "too-many-resistances"
	// ChangesLength: what was typed as changes of rolls is too long or has line breaks [Low, High].
	ChangesLength Reason = "changes-length"
	// ChangeForm: not something that an effect changes (NU-24) [Text, Names: what it can change].
	ChangeForm Reason = "change-form"
	// ChangeValue: not a valid value of a change [Text].
	ChangeValue Reason = "change-value"
	// ChangeTwice: a change that is there twice [Stat: what is changed].
	ChangeTwice Reason = "change-twice"
	// NoChange: the ruleset has nothing that this change is for (NU-24); code NotInRules [Ruleset, Stat: what is changed, Names: what can be].
	NoChange Reason = "no-change"
	// ModifierRange: a modifier outside the range [Low, High].
	ModifierRange Reason = "modifier-range"
	// DamageForm: damage that is neither a number nor dice [Text].
	DamageForm Reason = "damage-form"
	// NoDamageEver: damage dice that can never roll 1 or more [Text].
	NoDamageEver Reason = "no-damage-ever"
	// UnknownEffect: the target has no effect with that name [Text].
	UnknownEffect Reason = "unknown-effect"
	// DurationForm: not a valid duration (CO-11) [Text].
	DurationForm Reason = "duration-form"
	// DurationRounds: a duration with too many rounds [High].
	DurationRounds Reason = "duration-rounds"
	// DurationHours: a duration with too many hours [High].
	DurationHours Reason = "duration-hours"
	// NoTurnRunning: a duration until the end of this turn, but no turn is running.
	NoTurnRunning Reason = "no-turn-running"
)

// Turns: ticks, actions and reactions.
const (
	// ActivityName: the activity's name is empty, too long or has line breaks [Low, High].
	ActivityName Reason = "activity-name"
	// OnlyInstant: a surprised combatant can only take instant actions until round 2 (RI-4) [Name].
	OnlyInstant Reason = "only-instant"
	// Surprised: a surprised combatant can't react or attack this round (ST-9) [Name].
	Surprised Reason = "surprised"
	// NoReactionsNow: an effect prevents the combatant from reacting [Name, Other: the effect, Condition: the effect is one].
	NoReactionsNow Reason = "no-reactions-now"
	// OnceUsed: the ability has already been used in this scene (CS-4) [Name, Text].
	OnceUsed Reason = "once-used"
	// UnknownActivity: no cost is given, and no predefined activity has that name (FT-5) [Text].
	UnknownActivity Reason = "unknown-activity"
	// NothingToForget: no predefined activity to delete has that name (FT-5) [Text].
	NothingToForget Reason = "nothing-to-forget"
	// TooManyActivities: more predefined activities than a fight can have [High].
	TooManyActivities Reason = "too-many-activities"
	// TickCost: a cost outside the range (FT-5) [Low, High, Pool].
	TickCost Reason = "tick-cost"
	// NoMultiattack: a multiattack of somebody who has none (MO-21) [Name].
	NoMultiattack Reason = "no-multiattack"
	// MultiattackTwice: a second multiattack in the same turn (MO-21) [Name].
	MultiattackTwice Reason = "multiattack-twice"
	// MultiattackOver: an attack or ability of which a multiattack has none left, or that it doesn't have; without Text, any attack at all
	// [Name, Text, Names: what is left, one for each use].
	MultiattackOver Reason = "multiattack-over"
	// TooFewLeft: an activity costs more than is left of a pool (FT-5) [Name, Text, Pool, Count: its cost, Left].
	TooFewLeft Reason = "too-few-left"
	// TooFewToReserve: more to hold back than is left (FT-6) [Name, Pool, Count, Left].
	TooFewToReserve Reason = "too-few-to-reserve"
	// ReserveLimit: more ticks than may be held back (FT-6) [Name, High, Left: ticks already held back].
	ReserveLimit Reason = "reserve-limit"
	// NothingReserved: a reaction, but no ticks are held back (FT-7) [Name].
	NothingReserved Reason = "nothing-reserved"
	// ReactOwnTurn: a reaction during the combatant's own turn (FT-7), or a pool that is only for others' [Name, Pool].
	ReactOwnTurn Reason = "react-own-turn"
	// FreeOfGM: a player lets an activity cost nothing (FT-5) [Text, Pool].
	FreeOfGM Reason = "free-of-gm"
	// TooFewReserved: a reaction costs more than is held back (FT-7) [Name, Text, Pool, Count: its cost, Left].
	TooFewReserved Reason = "too-few-reserved"
	// LongRounds, LongHours: a long activity that takes too many rounds or hours (FT-9) [High].
	LongRounds Reason = "long-rounds"
	LongHours  Reason = "long-hours"
	// LongDuration: a long activity whose duration is not a time or a number of rounds (FT-9).
	LongDuration Reason = "long-duration"
	// ActionType: not a valid type of action (CS-6) [Text, Names].
	ActionType Reason = "action-type"
	// PoolUsed: nothing is left of a pool, nor of the one that stands in for it (CS-6, RI-6) [Name, Pool, Other: the key of that
	// one, High: how many a full pool has, Names: keys of pools that are not counted].
	PoolUsed Reason = "pool-used"
	// NotAfterTurn: a pool can only be spent right after another unit's turn (RS-41) [Name, Pool].
	NotAfterTurn Reason = "not-after-turn"
	// OnceATurn: a pool has been spent in this turn and can be once a turn (RS-41) [Name, Pool].
	OnceATurn Reason = "once-a-turn"
	// UnknownPool: the ruleset has no pool of that name [Ruleset, Text, Names: the keys of those it has].
	UnknownPool Reason = "unknown-pool"
	// PoolAmount: not a number that can be spent of a pool [Low, High].
	PoolAmount Reason = "pool-amount"
	// OnlyFirstPool: before round 1 there is only one of the first pool (RS-50) [Name, Pool: the first].
	OnlyFirstPool Reason = "only-first-pool"
	// SurprisedTurn: a surprised combatant can do nothing until its first turn, which it loses, is over (RS-50) [Name].
	SurprisedTurn Reason = "surprised-turn"
	// SurprisedAmbush: a surprised combatant can do nothing until round 1 begins (RS-50) [Name].
	SurprisedAmbush Reason = "surprised-ambush"
	// Terrain: not a valid kind of terrain (RI-7) [Text, Names].
	Terrain Reason = "terrain"
)

// Melee.
const (
	// Leaving: not a valid way to leave melee (CS-7, RI-8) [Text, Names].
	Leaving Reason = "leaving"
	// NotInMelee: the combatant is not in melee, so it can't leave it [Name].
	NotInMelee Reason = "not-in-melee"
	// WithdrawMain: a Fighting Withdrawal needs the main action, but this second move already uses it (RI-8) [Name].
	WithdrawMain Reason = "withdraw-main"
	// MeleeTarget: melee needs exactly one other combatant.
	MeleeTarget Reason = "melee-target"
	// SameSide: two combatants on the same side can't be in melee [Name, Other].
	SameSide Reason = "same-side"
	// AlreadyInMelee: the two combatants are already in melee [Name, Other].
	AlreadyInMelee Reason = "already-in-melee"
	// NotInMeleeWith: the two combatants are not in melee [Name, Other].
	NotInMeleeWith Reason = "not-in-melee-with"
)

// Attacks and weapons.
const (
	// MainAhead: the main action of the turn to come is spent already (RI-6) [Name, Pool].
	MainAhead Reason = "main-ahead"
	// SelfAttack: a combatant can't attack itself [Name].
	SelfAttack Reason = "self-attack"
	// NoDamage: an attack without damage dice.
	NoDamage Reason = "no-damage"
	// NoDamageDice: a typed damage result for an attack without damage dice.
	NoDamageDice Reason = "no-damage-dice"
	// NoTraumaDie: a typed Trauma Die result for an attack without a Trauma Die.
	NoTraumaDie Reason = "no-trauma-die"
	// FreeAttackOver: the free attack on a fleeing combatant has expired.
	FreeAttackOver Reason = "free-attack-over"
	// FreeAttackMade: the free attack on a fleeing combatant has already been made.
	FreeAttackMade Reason = "free-attack-made"
	// WeaponName: the weapon's name is empty, too long or has line breaks [Low, High].
	WeaponName Reason = "weapon-name"
	// WeaponDamage: the weapon has no damage.
	WeaponDamage Reason = "weapon-damage"
	// WeaponNumber: the weapon's bonus is not a number in range [Text, Option, Low, High].
	WeaponNumber Reason = "weapon-number"
	// UnknownWeapon: the combatant has no saved weapon with that name, and no damage is given [Name, Text].
	UnknownWeapon Reason = "unknown-weapon"
	// Range: not a valid range [Text, Names].
	Range Reason = "range"
	// Attribute: not a valid attribute [Text, Names].
	Attribute Reason = "attribute"
	// SkillForm: not a weapon's skill at all [Text].
	SkillForm Reason = "skill-form"
	// WeaponSkill: not a skill of the ruleset's weapons (RI-9) [Text, Names].
	WeaponSkill Reason = "weapon-skill"
	// ShockForm: not valid Shock damage [Text].
	ShockForm Reason = "shock-form"
	// TraumaForm: not a valid Trauma Die and rating [Text].
	TraumaForm Reason = "trauma-form"
	// Circumstance: not a valid circumstance (RI-12, RI-13) [Text, Names].
	Circumstance Reason = "circumstance"
	// DamageRange: damage that the weapon's dice can't give (CO-7) [Dice, Low, High, Count].
	DamageRange Reason = "damage-range"
)

// Rounds that wait for a roll, waiting, and fixed entries of the order.
const (
	// RollAwaited: the round is over, and the next begins with the GM's roll (RS-20).
	RollAwaited Reason = "roll-awaited"
	// RollsForNext: in a round, the GM's roll only takes typed results for the next (RS-20).
	RollsForNext Reason = "rolls-for-next"
	// NoDelay: the ruleset has no way to wait (RS-45) [Ruleset].
	NoDelay Reason = "no-delay"
	// LastInstead: the ruleset lets units act last, which is another command (RS-45) [Ruleset].
	LastInstead Reason = "last-instead"
	// DelaysInstead: the ruleset lets units wait in another way than acting last (RS-45) [Ruleset].
	DelaysInstead Reason = "delays-instead"
	// NoSwap: nobody changes places under the ruleset (RS-48) [Ruleset].
	NoSwap Reason = "no-swap"
	// NoTake: under the ruleset nobody waits out of the order, so nobody comes back [Ruleset].
	NoTake Reason = "no-take"
	// SwapWith: it has to be said with whom a unit changes places (RS-48) [Names: those who can].
	SwapWith Reason = "swap-with"
	// SwapLater: places can only be changed with a unit that stands later and has not acted (RS-48) [Name, Names: those who can].
	SwapLater Reason = "swap-later"
	// RerollEarly: initiative is not rolled again before round 1 (ST-7).
	RerollEarly Reason = "reroll-early"
	// DelayEarly: nobody waits before round 1.
	DelayEarly Reason = "delay-early"
	// DelayActed: the unit has done something in this turn (RS-46) [Name].
	DelayActed Reason = "delay-acted"
	// WaitsAlready: the unit waits already [Name].
	WaitsAlready Reason = "waits-already"
	// WaitUnable: nobody in the unit is able to act [Name].
	WaitUnable Reason = "wait-unable"
	// NotWaiting: the unit doesn't wait, so it can't come back [Name].
	NotWaiting Reason = "not-waiting"
	// WaitsOut: the combatant waits, and spends nothing out of turn (RS-46) [Name].
	WaitsOut Reason = "waits-out"
	// Event: a fixed entry of the order has nothing that this could change (RS-71) [Name].
	Event Reason = "event"
	// EventScore: an event that the ruleset doesn't know needs a score (RS-71) [Name].
	EventScore Reason = "event-score"
	// EventAtEnd: an event can't have a score, because all events come at the end of the round (RS-71) [Ruleset].
	EventAtEnd Reason = "event-at-end"
	// EventRounds: a number of rounds out of range (RS-71) [Low, High].
	EventRounds Reason = "event-rounds"
)

// Sources, levels and conditions.
const (
	// NeedsSource: a duration or an effect to end with that needs a source, and none is given or clear (RS-61).
	NeedsSource Reason = "needs-source"
	// NoLevel: the effect has no level (RS-65) [Text].
	NoLevel Reason = "no-level"
	// NoLevelToChange: the level of an effect that has none should change (RS-65) [Text].
	NoLevelToChange Reason = "no-level-to-change"
	// LevelRange: a level outside the range (RS-65) [Text: the effect, Low, High].
	LevelRange Reason = "level-range"
	// LevelForm: not a valid change of a level [Text].
	LevelForm Reason = "level-form"
	// ConditionDamage: a condition that needs damage, and none is given (RS-65) [Text].
	ConditionDamage Reason = "condition-damage"
	// UnknownWith: the source has no such effect, and the ruleset has no such condition (RS-67) [Name: the source, Text].
	UnknownWith Reason = "unknown-with"
	// WithItself: an effect that would end with itself (RS-67) [Text].
	WithItself Reason = "with-itself"
)

// Attacks with a d20 against a number of the target (RS-73, RS-74).
const (
	// NoEdge: advantage or disadvantage, which only some attacks have; code NotInRules [Ruleset].
	NoEdge Reason = "no-edge"
	// NoAgainst: the ruleset does not say what attacks have to reach; code NotInRules [Ruleset, Stat].
	NoAgainst Reason = "no-against"
	// Edge: not a valid edge [Text, Names].
	Edge Reason = "edge"
)

// Counters (RS-70).
const (
	// NoCounters: the ruleset has no counters; code NotInRules [Ruleset].
	NoCounters Reason = "no-counters"
	// UnknownCounter: the ruleset has other counters; code NotInRules [Ruleset, Text, Names].
	UnknownCounter Reason = "unknown-counter"
	// CountersLater: counters begin with round 1.
	CountersLater Reason = "counters-later"
	// CounterOfAll: somebody is named for a counter of which there is one for all [Text: the counter].
	CounterOfAll Reason = "counter-of-all"
	// CounterOfPCs: only player characters have that counter [Name, Text: the counter].
	CounterOfPCs Reason = "counter-of-pcs"
	// CounterSide: not a side that everyone can see, and only those have that counter [Text, Names].
	CounterSide Reason = "counter-side"
)

// Checks (RS-66, RS-68).
const (
	// NoCheckOf: the ruleset has no check for such an effect, so it takes no dc and no bonus [Ruleset, Text: the effect].
	NoCheckOf Reason = "no-check-of"
	// BonusAlone: the effect has a check only with a dc, and only a bonus is given [Text: the effect].
	BonusAlone Reason = "bonus-alone"
	// CheckNumber: a dc or a bonus outside the range [Option, Low, High].
	CheckNumber Reason = "check-number"
	// NoCheck: the effect has no check [Name: its target, Text: the effect].
	NoCheck Reason = "no-check"
	// NoCheckDue: no check of the combatant is due, and none is named [Name].
	NoCheckDue Reason = "no-check-due"
	// CheckNotDue: the check is not due [Name: the target, Text: the effect or the state, Condition or Down].
	CheckNotDue Reason = "check-not-due"
	// SayCheck: several checks of the combatant are due, and none is named [Name, Names, Conditions, Down].
	SayCheck Reason = "say-check"
)

// Open turns (RS-34). Names are the candidates; Other is the unit or the side that chooses, or empty if the GM does or any owner of one.
const (
	// TurnOpen: the turn is open, and nobody is named who takes it [Names, Other].
	TurnOpen Reason = "turn-open"
	// TurnTaken: somebody else was faster, or the turn is no longer open; code Stale [Turn, GMActs].
	TurnTaken Reason = "turn-taken"
	// NotYourChoice: others choose who takes the turn; code NotAllowed [Names, Other].
	NotYourChoice Reason = "not-your-choice"
	// NoCandidate: the unit can't take this turn [Name, Names].
	NoCandidate Reason = "no-candidate"
	// SayWhoTakes: several of the asker's units can take the turn, and none is named [Names].
	SayWhoTakes Reason = "say-who-takes"
	// NobodyChooses: under the ruleset nobody chooses who comes next; code NotInRules [Ruleset].
	NobodyChooses Reason = "nobody-chooses"
	// RoundEndsItself: under the ruleset nobody ends the round; code NotInRules [Ruleset].
	RoundEndsItself Reason = "round-ends-itself"
	// NoToken: no such token is left in the bag [Text: as typed, or empty for an end token].
	NoToken Reason = "no-token"
	// TurnGoesOn: others in the same turn still act, so nobody follows yet [Names].
	TurnGoesOn Reason = "turn-goes-on"
	// NoPlaces: under the ruleset nobody has a place in the order; code NotInRules [Ruleset].
	NoPlaces Reason = "no-places"
)

// Orders by cards and by ticks (RS-31, RS-38). Example is how a card is typed.
const (
	// CardPair: typed cards must be pairs of a name and a card [Text, Example].
	CardPair Reason = "card-pair"
	// NoSuchCard: the deck has no such card [Text, Example].
	NoSuchCard Reason = "no-such-card"
	// CardGone: the card can't be in the deck when it is dealt [Text: the card].
	CardGone Reason = "card-gone"
	// CardsTyped: a card of a French deck can't be given as a roll [Example].
	CardsTyped Reason = "cards-typed"
	// NoRounds: a clock has no rounds; code NotInRules [Ruleset].
	NoRounds Reason = "no-rounds"
	// NoClock: durations in ticks need a clock; code NotInRules [Ruleset].
	NoClock Reason = "no-clock"
)

// Saved encounters.
const (
	// TooManyWaves: no more waves can be planned [High].
	TooManyWaves Reason = "too-many-waves"
	// WaveOver: the wave has been brought in or dropped.
	WaveOver Reason = "wave-over"
)

// Abilities of stat blocks, of which only the GM learns (MO-10 to MO-20).
const (
	// UnknownAbility: a combatant has no ability of that name that can do what is asked [Name, Text, Names: those it has, Near].
	UnknownAbility Reason = "unknown-ability"
	// NoUses: all uses of an ability are spent [Name, Text, High: how many there are, Option: when they come back: fight, round, turn or recharge, Count: on which
	// result].
	NoUses Reason = "no-uses"
	// OneUse: more than one use of an ability at once [Text].
	OneUse Reason = "one-use"
)
