package engine

// What the ruleset in play does not have: code NotInRules, all with [Ruleset].
const (
	// ReasonNoGroup: group initiative (RI-2).
	ReasonNoGroup Reason = "no-group"
	// ReasonNoActLast: acting last (TO-6).
	ReasonNoActLast Reason = "no-act-last"
	// ReasonNoBlow: rolling with the blow (TO-7).
	ReasonNoBlow Reason = "no-blow"
	// ReasonNoReroll: re-establishing the order in mid-fight (ST-7).
	ReasonNoReroll Reason = "no-reroll"
	// ReasonNoSurprise: surprise of any kind.
	ReasonNoSurprise Reason = "no-surprise"
	// ReasonOnlyAmbush: being surprised, in a ruleset whose only surprise is an ambush with turns of its own (TO-12).
	ReasonOnlyAmbush Reason = "only-ambush"
	// ReasonNoAlert: being on alert (CS-5).
	ReasonNoAlert Reason = "no-alert"
	// ReasonNoAwareness: Awareness tests (ST-8).
	ReasonNoAwareness Reason = "no-awareness"
	// ReasonNoContest: an ambush by contest (RI-3).
	ReasonNoContest Reason = "no-contest"
	// ReasonNoAmbush: an ambush with turns of its own (TO-12).
	ReasonNoAmbush Reason = "no-ambush"
	// ReasonNoMorale: Morale checks (CS-8).
	ReasonNoMorale Reason = "no-morale"
	// ReasonNoTicks: counting ticks (FT-4).
	ReasonNoTicks Reason = "no-ticks"
	// ReasonNoActivities: predefined activities (FT-5).
	ReasonNoActivities Reason = "no-activities"
	// ReasonNoLongActivities: long activities (FT-9).
	ReasonNoLongActivities Reason = "no-long-activities"
	// ReasonNoReactions: reactions (FT-7, ST-9).
	ReasonNoReactions Reason = "no-reactions"
	// ReasonNoActionTypes: types of actions (CS-6, RI-6).
	ReasonNoActionTypes Reason = "no-action-types"
	// ReasonNoOnce: abilities that work once per scene (CS-4).
	ReasonNoOnce Reason = "no-once"
	// ReasonNoMoves: move actions.
	ReasonNoMoves Reason = "no-moves"
	// ReasonNoTerrain: rough ground (RI-7).
	ReasonNoTerrain Reason = "no-terrain"
	// ReasonNoMelee: being in melee.
	ReasonNoMelee Reason = "no-melee"
	// ReasonNoAttacks: resolving attacks.
	ReasonNoAttacks Reason = "no-attacks"
	// ReasonNoCircumstances: circumstances of an attack (RI-12, RI-13).
	ReasonNoCircumstances Reason = "no-circumstances"
	// ReasonNoTrauma: a Trauma Die (CS-10).
	ReasonNoTrauma Reason = "no-trauma"
	// ReasonNoShock: Shock damage (CS-12, RI-11).
	ReasonNoShock Reason = "no-shock"
	// ReasonNoAttribute: an attribute that an attack uses.
	ReasonNoAttribute Reason = "no-attribute"
	// ReasonNoRoundLength: rounds of a fixed length (CO-11).
	ReasonNoRoundLength Reason = "no-round-length"
	// ReasonMoralePC: player characters never check Morale (CS-8) [Name, instead of Ruleset].
	ReasonMoralePC Reason = "morale-pc"
)

// Surprise.
const (
	// ReasonSurpriseOver: surprise and ambushes are settled before initiative is rolled.
	ReasonSurpriseOver Reason = "surprise-over"
	// ReasonOnAlert: somebody on the side is on alert, which keeps it from being surprised (CS-5) [Name: the side].
	ReasonOnAlert Reason = "on-alert"
	// ReasonConfirmSurprise: the GM has to confirm that player characters are surprised (RI-5) [Names; Error.Choices].
	ReasonConfirmSurprise Reason = "confirm-surprise"
	// ReasonNotSurprised: none of those named is surprised, on alert or in ambush.
	ReasonNotSurprised Reason = "not-surprised"
	// ReasonSideEmpty: nobody is on that side [Text, Names: the sides with somebody on them].
	ReasonSideEmpty Reason = "side-empty"
	// ReasonTestTarget: the target number of a test is out of range (ST-8) [Low, High].
	ReasonTestTarget Reason = "test-target"
	// ReasonTestOver: the test is answered or no longer asked for (ST-8).
	ReasonTestOver Reason = "test-over"
	// ReasonBothSides: a combatant on both sides of a contest (RI-3) [Name].
	ReasonBothSides Reason = "both-sides"
	// ReasonNotInContest: a result for somebody who is not in the contest (RI-3) [Name].
	ReasonNotInContest Reason = "not-in-contest"
)

// Hit points and effects.
const (
	// ReasonNoHP: damage or healing of a combatant whose hit points are not tracked [Name].
	ReasonNoHP Reason = "no-hp"
	// ReasonHPAmount: not an amount of hit points [Text].
	ReasonHPAmount Reason = "hp-amount"
	// ReasonHPSign: an amount without a sign where hit points are corrected [Text].
	ReasonHPSign Reason = "hp-sign"
	// ReasonPlainAmount: damage or healing that is not a number or dice without a sign [Text].
	ReasonPlainAmount Reason = "plain-amount"
	// ReasonHalfSet: half of an amount that is set.
	ReasonHalfSet Reason = "half-set"
	// ReasonHalfNotTarget: somebody takes half who is not a target [Name].
	ReasonHalfNotTarget Reason = "half-not-target"
	// ReasonNoneNotTarget: somebody takes nothing who is not a target [Name].
	ReasonNoneNotTarget Reason = "none-not-target"
	// ReasonHalfAndNone: somebody takes half and nothing [Name].
	ReasonHalfAndNone Reason = "half-and-none"
	// ReasonHiddenDealer: the asker's active combatant is hidden, and damage to others would give it away [Name].
	ReasonHiddenDealer Reason = "hidden-dealer"
	// ReasonProposalOver: the GM has applied the damage already, or the player's command was undone.
	ReasonProposalOver Reason = "proposal-over"
	// ReasonGone: the combatant is not in the fight any more.
	ReasonGone Reason = "gone"
	// ReasonNotDown: a state for somebody who has hit points (CO-12) [Name].
	ReasonNotDown Reason = "not-down"
	// ReasonDownState: not one of the states at 0 hit points (CO-12) [Text, Names].
	ReasonDownState Reason = "down-state"
	// ReasonNoHPLeft: the combatant is at 0 hit points and cannot do that [Name].
	ReasonNoHPLeft Reason = "no-hp-left"
	// ReasonTooManyEffects: the fight holds no more effects [High].
	ReasonTooManyEffects Reason = "too-many-effects"
	// ReasonEffectName: an effect's name is empty, too long or on several lines [Low, High].
	ReasonEffectName Reason = "effect-name"
	// ReasonEffectNote: an effect's note is too long or on several lines [Low, High].
	ReasonEffectNote Reason = "effect-note"
	// ReasonModifierRange: a modifier out of range [Low, High].
	ReasonModifierRange Reason = "modifier-range"
	// ReasonDamageForm: damage that is not a number or dice [Text].
	ReasonDamageForm Reason = "damage-form"
	// ReasonNoDamageEver: damage whose highest roll is below 1 [Text].
	ReasonNoDamageEver Reason = "no-damage-ever"
	// ReasonUnknownEffect: the target has no effect of that name [Text].
	ReasonUnknownEffect Reason = "unknown-effect"
	// ReasonDurationForm: not a duration (CO-11) [Text].
	ReasonDurationForm Reason = "duration-form"
	// ReasonDurationRounds: too many rounds [High].
	ReasonDurationRounds Reason = "duration-rounds"
	// ReasonDurationHours: too many hours [High].
	ReasonDurationHours Reason = "duration-hours"
	// ReasonNoTurnRunning: until the end of this turn, when there is none.
	ReasonNoTurnRunning Reason = "no-turn-running"
)

// What a turn is spent on.
const (
	// ReasonActivityName: an activity's name is empty, too long or on several lines [Low, High].
	ReasonActivityName Reason = "activity-name"
	// ReasonOnlyInstant: the surprised take only instant actions until round 2 (RI-4) [Name].
	ReasonOnlyInstant Reason = "only-instant"
	// ReasonSurprised: the surprised cannot react or attack in this round (ST-9) [Name].
	ReasonSurprised Reason = "surprised"
	// ReasonNoReactionsNow: an effect takes the combatant's reactions [Name, Other: the effect].
	ReasonNoReactionsNow Reason = "no-reactions-now"
	// ReasonOnceUsed: an ability that was used in this scene (CS-4) [Name, Text].
	ReasonOnceUsed Reason = "once-used"
	// ReasonUnknownActivity: no predefined activity of that name, and no cost given (FT-5) [Text].
	ReasonUnknownActivity Reason = "unknown-activity"
	// ReasonNothingToForget: no predefined activity of that name (FT-5) [Text].
	ReasonNothingToForget Reason = "nothing-to-forget"
	// ReasonTooManyActivities: the fight holds no more predefined activities [High].
	ReasonTooManyActivities Reason = "too-many-activities"
	// ReasonTickCost: a cost out of range (FT-5) [Low, High].
	ReasonTickCost Reason = "tick-cost"
	// ReasonTooFewTicks: an activity costs more than is left (FT-5) [Name, Text, Count: its cost, Left].
	ReasonTooFewTicks Reason = "too-few-ticks"
	// ReasonTooFewToReserve: fewer ticks are left than would be held back (FT-6) [Name, Count, Left].
	ReasonTooFewToReserve Reason = "too-few-to-reserve"
	// ReasonReserveLimit: more ticks than can be held back (FT-6) [Name, High, Left: those held back].
	ReasonReserveLimit Reason = "reserve-limit"
	// ReasonNothingReserved: a reaction without a tick held back (FT-7) [Name].
	ReasonNothingReserved Reason = "nothing-reserved"
	// ReasonReactOwnTurn: a reaction in the combatant's own turn (FT-7) [Name].
	ReasonReactOwnTurn Reason = "react-own-turn"
	// ReasonLongDuration: a long activity that does not take minutes or hours (FT-9).
	ReasonLongDuration Reason = "long-duration"
	// ReasonActionType: not a type of action (CS-6) [Text, Names].
	ReasonActionType Reason = "action-type"
	// ReasonMainUsed: the main action is used (CS-6) [Name].
	ReasonMainUsed Reason = "main-used"
	// ReasonNoMoveLeft: the moves of the turn are used (RI-6) [Name].
	ReasonNoMoveLeft Reason = "no-move-left"
	// ReasonTerrain: not a terrain (RI-7) [Text, Names].
	ReasonTerrain Reason = "terrain"
)

// Melee.
const (
	// ReasonLeaving: not a way to leave melee (CS-7, RI-8) [Text, Names].
	ReasonLeaving Reason = "leaving"
	// ReasonNotInMelee: leaving melee while in none [Name].
	ReasonNotInMelee Reason = "not-in-melee"
	// ReasonWithdrawMain: the main action is needed for the second move (RI-8) [Name].
	ReasonWithdrawMain Reason = "withdraw-main"
	// ReasonMeleeTarget: melee with oneself, or with several.
	ReasonMeleeTarget Reason = "melee-target"
	// ReasonSameSide: melee of two on one side [Name, Other].
	ReasonSameSide Reason = "same-side"
	// ReasonAlreadyInMelee: the two are in melee already [Name, Other].
	ReasonAlreadyInMelee Reason = "already-in-melee"
	// ReasonNotInMeleeWith: the two are not in melee [Name, Other].
	ReasonNotInMeleeWith Reason = "not-in-melee-with"
)

// Attacks and weapons.
const (
	// ReasonSelfAttack: an attack on oneself [Name].
	ReasonSelfAttack Reason = "self-attack"
	// ReasonNoDamage: an attack without damage dice.
	ReasonNoDamage Reason = "no-damage"
	// ReasonNoDamageDice: typed damage without the dice it belongs to.
	ReasonNoDamageDice Reason = "no-damage-dice"
	// ReasonNoTraumaDie: a typed Trauma Die of an attack without one.
	ReasonNoTraumaDie Reason = "no-trauma-die"
	// ReasonFreeAttackOver: the free attack that a flight gave is over.
	ReasonFreeAttackOver Reason = "free-attack-over"
	// ReasonFreeAttackMade: the free attack that a flight gave has been made.
	ReasonFreeAttackMade Reason = "free-attack-made"
	// ReasonWeaponName: a weapon's name is empty, too long or on several lines [Low, High].
	ReasonWeaponName Reason = "weapon-name"
	// ReasonWeaponDamage: a weapon without damage.
	ReasonWeaponDamage Reason = "weapon-damage"
	// ReasonWeaponNumber: a weapon's bonus that is not a number in range [Text, Option, Low, High].
	ReasonWeaponNumber Reason = "weapon-number"
	// ReasonUnknownWeapon: not the saved weapon, and without damage [Name, Text].
	ReasonUnknownWeapon Reason = "unknown-weapon"
	// ReasonRange: not a range [Text, Names].
	ReasonRange Reason = "range"
	// ReasonAttribute: not an attribute [Text, Names].
	ReasonAttribute Reason = "attribute"
	// ReasonShockForm: not Shock [Text].
	ReasonShockForm Reason = "shock-form"
	// ReasonTraumaForm: not a Trauma Die and rating [Text].
	ReasonTraumaForm Reason = "trauma-form"
	// ReasonCircumstance: not a circumstance (RI-12, RI-13) [Text, Names].
	ReasonCircumstance Reason = "circumstance"
	// ReasonDamageRange: damage that the weapon's dice cannot show (CO-7) [Dice, Low, High, Count].
	ReasonDamageRange Reason = "damage-range"
)
