package engine

// What the fight's ruleset doesn't have: code NotInRules, all with [Ruleset].
const (
	// ReasonNoGroup: group initiative (RI-2).
	ReasonNoGroup Reason = "no-group"
	// ReasonNoActLast: acting last (TO-6).
	ReasonNoActLast Reason = "no-act-last"
	// ReasonNoBlow: rolling with the blow (TO-7).
	ReasonNoBlow Reason = "no-blow"
	// ReasonNoReroll: rolling the whole order again in mid-fight (ST-7).
	ReasonNoReroll Reason = "no-reroll"
	// ReasonNoSurprise: surprise of any kind.
	ReasonNoSurprise Reason = "no-surprise"
	// ReasonOnlyAmbush: surprised combatants, in a ruleset that only has ambushers who act before round 1 (TO-12).
	ReasonOnlyAmbush Reason = "only-ambush"
	// ReasonNoAlert: being on alert (CS-5).
	ReasonNoAlert Reason = "no-alert"
	// ReasonNoAwareness: Awareness tests (ST-8).
	ReasonNoAwareness Reason = "no-awareness"
	// ReasonNoContest: an ambush by contest (RI-3).
	ReasonNoContest Reason = "no-contest"
	// ReasonNoAmbush: ambushers who act before round 1 (TO-12).
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
	// ReasonReactionPools: reactions as such, in a ruleset whose pools are spent out of turn [Names: their keys].
	ReasonReactionPools Reason = "reaction-pools"
	// ReasonNoActionTypes: types of actions (CS-6, RI-6).
	ReasonNoActionTypes Reason = "no-action-types"
	// ReasonNoOnce: abilities that work only once per scene (CS-4).
	ReasonNoOnce Reason = "no-once"
	// ReasonNoMoves: move actions (CS-6, RI-6).
	ReasonNoMoves Reason = "no-moves"
	// ReasonNoTerrain: rough ground (RI-7).
	ReasonNoTerrain Reason = "no-terrain"
	// ReasonNoMelee: tracking who is in melee (CS-7, RI-8).
	ReasonNoMelee Reason = "no-melee"
	// ReasonNoAttacks: resolving attacks.
	ReasonNoAttacks Reason = "no-attacks"
	// ReasonNoCircumstances: circumstances of an attack (RI-12, RI-13).
	ReasonNoCircumstances Reason = "no-circumstances"
	// ReasonNoTrauma: a Trauma Die (CS-10).
	ReasonNoTrauma Reason = "no-trauma"
	// ReasonNoShock: Shock damage (CS-12, RI-11).
	ReasonNoShock Reason = "no-shock"
	// ReasonNoAttribute: choosing the attribute that an attack uses.
	ReasonNoAttribute Reason = "no-attribute"
	// ReasonNoRoundLength: rounds with a fixed length, which durations in minutes need (CO-11).
	ReasonNoRoundLength Reason = "no-round-length"
	// ReasonMoralePC: player characters never check Morale (CS-8) [Name, instead of Ruleset].
	ReasonMoralePC Reason = "morale-pc"
)

// Surprise.
const (
	// ReasonSurpriseOver: surprise and ambushes are settled before initiative is rolled.
	ReasonSurpriseOver Reason = "surprise-over"
	// ReasonOnAlert: someone on the side is on alert, so it can't be surprised (CS-5) [Name: the side].
	ReasonOnAlert Reason = "on-alert"
	// ReasonConfirmSurprise: the GM has to confirm that player characters are surprised (RI-5) [Names; Error.Choices].
	ReasonConfirmSurprise Reason = "confirm-surprise"
	// ReasonNotSurprised: none of the combatants named is surprised, on alert or an ambusher.
	ReasonNotSurprised Reason = "not-surprised"
	// ReasonSideEmpty: no one is on that side [Text, Names: the sides that have combatants].
	ReasonSideEmpty Reason = "side-empty"
	// ReasonTestTarget: a test's target number is out of range (ST-8) [Low, High].
	ReasonTestTarget Reason = "test-target"
	// ReasonTestOver: the test has already been made, or has been called off (ST-8).
	ReasonTestOver Reason = "test-over"
	// ReasonBothSides: a combatant on both sides of a contest (RI-3) [Name].
	ReasonBothSides Reason = "both-sides"
	// ReasonNotInContest: a result for a combatant that is not in the contest (RI-3) [Name].
	ReasonNotInContest Reason = "not-in-contest"
)

// Hit points and effects.
const (
	// ReasonNoHP: damage or healing of a combatant whose hit points are not tracked [Name].
	ReasonNoHP Reason = "no-hp"
	// ReasonHPAmount: not a valid amount of hit points [Text].
	ReasonHPAmount Reason = "hp-amount"
	// ReasonHPSign: an amount without a sign where hit points are corrected [Text].
	ReasonHPSign Reason = "hp-sign"
	// ReasonPlainAmount: damage or healing that is not a number or dice without a sign [Text].
	ReasonPlainAmount Reason = "plain-amount"
	// ReasonHalfSet: half can't be combined with setting hit points.
	ReasonHalfSet Reason = "half-set"
	// ReasonHalfNotTarget: a combatant is to take half but is not a target [Name].
	ReasonHalfNotTarget Reason = "half-not-target"
	// ReasonNoneNotTarget: somebody takes nothing who is not a target [Name].
	ReasonNoneNotTarget Reason = "none-not-target"
	// ReasonHalfAndNone: somebody takes half and nothing [Name].
	ReasonHalfAndNone Reason = "half-and-none"
	// ReasonHiddenDealer: the asker's active combatant is hidden, and damage to others would give it away [Name].
	ReasonHiddenDealer Reason = "hidden-dealer"
	// ReasonProposalOver: the GM has applied the damage already, or the player's command was undone.
	ReasonProposalOver Reason = "proposal-over"
	// ReasonGone: the combatant is no longer in the fight.
	ReasonGone Reason = "gone"
	// ReasonNotDown: a state for a combatant that is not at 0 hit points (CO-12) [Name].
	ReasonNotDown Reason = "not-down"
	// ReasonDownState: not a valid state at 0 hit points (CO-12) [Text, Names].
	ReasonDownState Reason = "down-state"
	// ReasonNoHPLeft: the combatant can't do that at 0 hit points [Name].
	ReasonNoHPLeft Reason = "no-hp-left"
	// ReasonTooManyEffects: more effects than a fight can have [High].
	ReasonTooManyEffects Reason = "too-many-effects"
	// ReasonEffectName: the effect's name is empty, too long or has line breaks [Low, High].
	ReasonEffectName Reason = "effect-name"
	// ReasonEffectNote: the effect's note is too long or has line breaks [Low, High].
	ReasonEffectNote Reason = "effect-note"
	// ReasonModifierRange: a modifier outside the range [Low, High].
	ReasonModifierRange Reason = "modifier-range"
	// ReasonDamageForm: damage that is neither a number nor dice [Text].
	ReasonDamageForm Reason = "damage-form"
	// ReasonNoDamageEver: damage dice that can never roll 1 or more [Text].
	ReasonNoDamageEver Reason = "no-damage-ever"
	// ReasonUnknownEffect: the target has no effect with that name [Text].
	ReasonUnknownEffect Reason = "unknown-effect"
	// ReasonDurationForm: not a valid duration (CO-11) [Text].
	ReasonDurationForm Reason = "duration-form"
	// ReasonDurationRounds: a duration with too many rounds [High].
	ReasonDurationRounds Reason = "duration-rounds"
	// ReasonDurationHours: a duration with too many hours [High].
	ReasonDurationHours Reason = "duration-hours"
	// ReasonNoTurnRunning: a duration until the end of this turn, but no turn is running.
	ReasonNoTurnRunning Reason = "no-turn-running"
)

// Turns: ticks, actions and reactions.
const (
	// ReasonActivityName: the activity's name is empty, too long or has line breaks [Low, High].
	ReasonActivityName Reason = "activity-name"
	// ReasonOnlyInstant: a surprised combatant can only take instant actions until round 2 (RI-4) [Name].
	ReasonOnlyInstant Reason = "only-instant"
	// ReasonSurprised: a surprised combatant can't react or attack this round (ST-9) [Name].
	ReasonSurprised Reason = "surprised"
	// ReasonNoReactionsNow: an effect prevents the combatant from reacting [Name, Other: the effect].
	ReasonNoReactionsNow Reason = "no-reactions-now"
	// ReasonOnceUsed: the ability has already been used in this scene (CS-4) [Name, Text].
	ReasonOnceUsed Reason = "once-used"
	// ReasonUnknownActivity: no cost is given, and no predefined activity has that name (FT-5) [Text].
	ReasonUnknownActivity Reason = "unknown-activity"
	// ReasonNothingToForget: no predefined activity to delete has that name (FT-5) [Text].
	ReasonNothingToForget Reason = "nothing-to-forget"
	// ReasonTooManyActivities: more predefined activities than a fight can have [High].
	ReasonTooManyActivities Reason = "too-many-activities"
	// ReasonTickCost: a cost outside the range (FT-5) [Low, High, Pool].
	ReasonTickCost Reason = "tick-cost"
	// ReasonTooFewLeft: an activity costs more than is left of a pool (FT-5) [Name, Text, Pool, Count: its cost, Left].
	ReasonTooFewLeft Reason = "too-few-left"
	// ReasonTooFewToReserve: more to hold back than is left (FT-6) [Name, Pool, Count, Left].
	ReasonTooFewToReserve Reason = "too-few-to-reserve"
	// ReasonReserveLimit: more ticks than may be held back (FT-6) [Name, High, Left: ticks already held back].
	ReasonReserveLimit Reason = "reserve-limit"
	// ReasonNothingReserved: a reaction, but no ticks are held back (FT-7) [Name].
	ReasonNothingReserved Reason = "nothing-reserved"
	// ReasonReactOwnTurn: a reaction during the combatant's own turn (FT-7), or a pool that is only for others' [Name, Pool].
	ReasonReactOwnTurn Reason = "react-own-turn"
	// ReasonLongDuration: a long activity whose duration is not in minutes or hours (FT-9).
	ReasonLongDuration Reason = "long-duration"
	// ReasonActionType: not a valid type of action (CS-6) [Text, Names].
	ReasonActionType Reason = "action-type"
	// ReasonPoolUsed: nothing is left of a pool, nor of the one that stands in for it (CS-6, RI-6) [Name, Pool, Other: the key of that
	// one, High: how many a full pool has, Names: keys of pools that are not counted].
	ReasonPoolUsed Reason = "pool-used"
	// ReasonNotAfterTurn: a pool can only be spent right after another unit's turn (RS-41) [Name, Pool].
	ReasonNotAfterTurn Reason = "not-after-turn"
	// ReasonOnceATurn: a pool has been spent in this turn and can be once a turn (RS-41) [Name, Pool].
	ReasonOnceATurn Reason = "once-a-turn"
	// ReasonUnknownPool: the ruleset has no pool of that name [Ruleset, Text, Names: the keys of those it has].
	ReasonUnknownPool Reason = "unknown-pool"
	// ReasonPoolAmount: not a number that can be spent of a pool [Low, High].
	ReasonPoolAmount Reason = "pool-amount"
	// ReasonOnlyFirstPool: before round 1 there is only one of the first pool (RS-50) [Name, Pool: the first].
	ReasonOnlyFirstPool Reason = "only-first-pool"
	// ReasonSurprisedTurn: a surprised combatant can do nothing until its first turn, which it loses, is over (RS-50) [Name].
	ReasonSurprisedTurn Reason = "surprised-turn"
	// ReasonSurprisedAmbush: a surprised combatant can do nothing until round 1 begins (RS-50) [Name].
	ReasonSurprisedAmbush Reason = "surprised-ambush"
	// ReasonTerrain: not a valid kind of terrain (RI-7) [Text, Names].
	ReasonTerrain Reason = "terrain"
)

// Melee.
const (
	// ReasonLeaving: not a valid way to leave melee (CS-7, RI-8) [Text, Names].
	ReasonLeaving Reason = "leaving"
	// ReasonNotInMelee: the combatant is not in melee, so it can't leave it [Name].
	ReasonNotInMelee Reason = "not-in-melee"
	// ReasonWithdrawMain: a Fighting Withdrawal needs the main action, but this second move already uses it (RI-8) [Name].
	ReasonWithdrawMain Reason = "withdraw-main"
	// ReasonMeleeTarget: melee needs exactly one other combatant.
	ReasonMeleeTarget Reason = "melee-target"
	// ReasonSameSide: two combatants on the same side can't be in melee [Name, Other].
	ReasonSameSide Reason = "same-side"
	// ReasonAlreadyInMelee: the two combatants are already in melee [Name, Other].
	ReasonAlreadyInMelee Reason = "already-in-melee"
	// ReasonNotInMeleeWith: the two combatants are not in melee [Name, Other].
	ReasonNotInMeleeWith Reason = "not-in-melee-with"
)

// Attacks and weapons.
const (
	// ReasonSelfAttack: a combatant can't attack itself [Name].
	ReasonSelfAttack Reason = "self-attack"
	// ReasonNoDamage: an attack without damage dice.
	ReasonNoDamage Reason = "no-damage"
	// ReasonNoDamageDice: a typed damage result for an attack without damage dice.
	ReasonNoDamageDice Reason = "no-damage-dice"
	// ReasonNoTraumaDie: a typed Trauma Die result for an attack without a Trauma Die.
	ReasonNoTraumaDie Reason = "no-trauma-die"
	// ReasonFreeAttackOver: the free attack on a fleeing combatant has expired.
	ReasonFreeAttackOver Reason = "free-attack-over"
	// ReasonFreeAttackMade: the free attack on a fleeing combatant has already been made.
	ReasonFreeAttackMade Reason = "free-attack-made"
	// ReasonWeaponName: the weapon's name is empty, too long or has line breaks [Low, High].
	ReasonWeaponName Reason = "weapon-name"
	// ReasonWeaponDamage: the weapon has no damage.
	ReasonWeaponDamage Reason = "weapon-damage"
	// ReasonWeaponNumber: the weapon's bonus is not a number in range [Text, Option, Low, High].
	ReasonWeaponNumber Reason = "weapon-number"
	// ReasonUnknownWeapon: the combatant has no saved weapon with that name, and no damage is given [Name, Text].
	ReasonUnknownWeapon Reason = "unknown-weapon"
	// ReasonRange: not a valid range [Text, Names].
	ReasonRange Reason = "range"
	// ReasonAttribute: not a valid attribute [Text, Names].
	ReasonAttribute Reason = "attribute"
	// ReasonShockForm: not valid Shock damage [Text].
	ReasonShockForm Reason = "shock-form"
	// ReasonTraumaForm: not a valid Trauma Die and rating [Text].
	ReasonTraumaForm Reason = "trauma-form"
	// ReasonCircumstance: not a valid circumstance (RI-12, RI-13) [Text, Names].
	ReasonCircumstance Reason = "circumstance"
	// ReasonDamageRange: damage that the weapon's dice can't give (CO-7) [Dice, Low, High, Count].
	ReasonDamageRange Reason = "damage-range"
)

// Rounds that wait for a roll, waiting, and fixed entries of the order.
const (
	// ReasonRollAwaited: the round is over, and the next begins with the GM's roll (RS-20).
	ReasonRollAwaited Reason = "roll-awaited"
	// ReasonRollsForNext: in a round, the GM's roll only takes typed results for the next (RS-20).
	ReasonRollsForNext Reason = "rolls-for-next"
	// ReasonNoDelay: the ruleset has no way to wait (RS-45) [Ruleset].
	ReasonNoDelay Reason = "no-delay"
	// ReasonLastInstead: the ruleset lets units act last, which is another command (RS-45) [Ruleset].
	ReasonLastInstead Reason = "last-instead"
	// ReasonDelaysInstead: the ruleset lets units wait in another way than acting last (RS-45) [Ruleset].
	ReasonDelaysInstead Reason = "delays-instead"
	// ReasonNoSwap: nobody changes places under the ruleset (RS-48) [Ruleset].
	ReasonNoSwap Reason = "no-swap"
	// ReasonNoTake: under the ruleset nobody waits out of the order, so nobody comes back [Ruleset].
	ReasonNoTake Reason = "no-take"
	// ReasonSwapWith: it has to be said with whom a unit changes places (RS-48) [Names: those who can].
	ReasonSwapWith Reason = "swap-with"
	// ReasonSwapLater: places can only be changed with a unit that stands later and has not acted (RS-48) [Name, Names: those who can].
	ReasonSwapLater Reason = "swap-later"
	// ReasonRerollEarly: initiative is not rolled again before round 1 (ST-7).
	ReasonRerollEarly Reason = "reroll-early"
	// ReasonDelayEarly: nobody waits before round 1.
	ReasonDelayEarly Reason = "delay-early"
	// ReasonDelayActed: the unit has done something in this turn (RS-46) [Name].
	ReasonDelayActed Reason = "delay-acted"
	// ReasonWaitsAlready: the unit waits already [Name].
	ReasonWaitsAlready Reason = "waits-already"
	// ReasonWaitUnable: nobody in the unit is able to act [Name].
	ReasonWaitUnable Reason = "wait-unable"
	// ReasonNotWaiting: the unit doesn't wait, so it can't come back [Name].
	ReasonNotWaiting Reason = "not-waiting"
	// ReasonWaitsOut: the combatant waits, and spends nothing out of turn (RS-46) [Name].
	ReasonWaitsOut Reason = "waits-out"
	// ReasonEvent: a fixed entry of the order has nothing that this could change (RS-71) [Name].
	ReasonEvent Reason = "event"
	// ReasonEventScore: an event that the ruleset doesn't know needs a score (RS-71) [Name].
	ReasonEventScore Reason = "event-score"
	// ReasonEventRounds: a number of rounds out of range (RS-71) [Low, High].
	ReasonEventRounds Reason = "event-rounds"
)

// Sources, levels and conditions.
const (
	// ReasonNeedsSource: a duration or an effect to end with that needs a source, and none is given or clear (RS-61).
	ReasonNeedsSource Reason = "needs-source"
	// ReasonNoLevel: the effect has no level (RS-65) [Text].
	ReasonNoLevel Reason = "no-level"
	// ReasonLevelRange: a level outside the range (RS-65) [Text: the effect, Low, High].
	ReasonLevelRange Reason = "level-range"
	// ReasonLevelForm: not a valid change of a level [Text].
	ReasonLevelForm Reason = "level-form"
	// ReasonConditionDamage: a condition that needs damage, and none is given (RS-65) [Text].
	ReasonConditionDamage Reason = "condition-damage"
	// ReasonUnknownWith: the source has no such effect, and the ruleset has no such condition (RS-67) [Name: the source, Text].
	ReasonUnknownWith Reason = "unknown-with"
	// ReasonWithItself: an effect that would end with itself (RS-67) [Text].
	ReasonWithItself Reason = "with-itself"
)

// Attacks with a d20 against a number of the target (RS-73, RS-74).
const (
	// ReasonNoEdge: advantage or disadvantage, which only some attacks have; code NotInRules [Ruleset].
	ReasonNoEdge Reason = "no-edge"
	// ReasonNoAgainst: the ruleset does not say what attacks have to reach; code NotInRules [Ruleset, Stat].
	ReasonNoAgainst Reason = "no-against"
	// ReasonEdge: not a valid edge [Text, Names].
	ReasonEdge Reason = "edge"
)

// Counters (RS-70).
const (
	// ReasonNoCounters: the ruleset has no counters; code NotInRules [Ruleset].
	ReasonNoCounters Reason = "no-counters"
	// ReasonUnknownCounter: the ruleset has other counters; code NotInRules [Ruleset, Text, Names].
	ReasonUnknownCounter Reason = "unknown-counter"
	// ReasonCountersLater: counters begin with round 1.
	ReasonCountersLater Reason = "counters-later"
	// ReasonCounterOfAll: somebody is named for a counter of which there is one for all [Text: the counter].
	ReasonCounterOfAll Reason = "counter-of-all"
	// ReasonCounterOfPCs: only player characters have that counter [Name, Text: the counter].
	ReasonCounterOfPCs Reason = "counter-of-pcs"
	// ReasonCounterSide: not a side that everyone can see, and only those have that counter [Text, Names].
	ReasonCounterSide Reason = "counter-side"
)

// Checks (RS-66, RS-68).
const (
	// ReasonNoCheckOf: the ruleset has no check for such an effect, so it takes no dc and no bonus [Ruleset, Text: the effect].
	ReasonNoCheckOf Reason = "no-check-of"
	// ReasonBonusAlone: the effect has a check only with a dc, and only a bonus is given [Text: the effect].
	ReasonBonusAlone Reason = "bonus-alone"
	// ReasonCheckNumber: a dc or a bonus outside the range [Option, Low, High].
	ReasonCheckNumber Reason = "check-number"
	// ReasonNoCheck: the effect has no check [Name: its target, Text: the effect].
	ReasonNoCheck Reason = "no-check"
	// ReasonNoCheckDue: no check of the combatant is due, and none is named [Name].
	ReasonNoCheckDue Reason = "no-check-due"
	// ReasonCheckNotDue: the check is not due [Name: the target, Text: the effect or the state].
	ReasonCheckNotDue Reason = "check-not-due"
	// ReasonSayCheck: several checks of the combatant are due, and none is named [Name, Names].
	ReasonSayCheck Reason = "say-check"
)

// Open turns (RS-34). Names are the candidates; Other is the unit or the side that chooses, or empty if the GM does or any owner of one.
const (
	// ReasonTurnOpen: the turn is open, and nobody is named who takes it [Names, Other].
	ReasonTurnOpen Reason = "turn-open"
	// ReasonTurnTaken: somebody else was faster, or the turn is no longer open; code Stale [Turn, GMActs].
	ReasonTurnTaken Reason = "turn-taken"
	// ReasonNotYourChoice: others choose who takes the turn; code NotAllowed [Names, Other].
	ReasonNotYourChoice Reason = "not-your-choice"
	// ReasonNoCandidate: the unit can't take this turn [Name, Names].
	ReasonNoCandidate Reason = "no-candidate"
	// ReasonSayWhoTakes: several of the asker's units can take the turn, and none is named [Names].
	ReasonSayWhoTakes Reason = "say-who-takes"
	// ReasonNobodyChooses: under the ruleset nobody chooses who comes next; code NotInRules [Ruleset].
	ReasonNobodyChooses Reason = "nobody-chooses"
	// ReasonRoundEndsItself: under the ruleset nobody ends the round; code NotInRules [Ruleset].
	ReasonRoundEndsItself Reason = "round-ends-itself"
	// ReasonNoToken: no such token is left in the bag [Text: as typed, or empty for an end token].
	ReasonNoToken Reason = "no-token"
	// ReasonTurnGoesOn: others in the same turn still act, so nobody follows yet [Names].
	ReasonTurnGoesOn Reason = "turn-goes-on"
	// ReasonNoPlaces: under the ruleset nobody has a place in the order; code NotInRules [Ruleset].
	ReasonNoPlaces Reason = "no-places"
)

// Orders by cards and by ticks (RS-31, RS-38). Example is how a card is typed.
const (
	// ReasonCardPair: typed cards must be pairs of a name and a card [Text, Example].
	ReasonCardPair Reason = "card-pair"
	// ReasonNoSuchCard: the deck has no such card [Text, Example].
	ReasonNoSuchCard Reason = "no-such-card"
	// ReasonCardGone: the card can't be in the deck when it is dealt [Text: the card].
	ReasonCardGone Reason = "card-gone"
	// ReasonCardsTyped: a card of a French deck can't be given as a roll [Example].
	ReasonCardsTyped Reason = "cards-typed"
	// ReasonNoRounds: a clock has no rounds; code NotInRules [Ruleset].
	ReasonNoRounds Reason = "no-rounds"
	// ReasonNoClock: durations in ticks need a clock; code NotInRules [Ruleset].
	ReasonNoClock Reason = "no-clock"
)
