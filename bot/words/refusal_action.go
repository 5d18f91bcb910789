package words

import (
	"strings"

	"roundel/engine/reason"
)

// likeWeapon shows how a weapon is written out.
const likeWeapon = `"Laser pistol, ranged, 1d6, attribute dex"`

func (r sentence) hitPoints() string {
	switch r.Reason {
	case reason.NoHP:
		return r.name + " has no hit points yet. Set them with /hp, like =12."
	case reason.HPAmount:
		return r.typed + " isn't an amount of hit points. Write =12 to set them, +3 to add some, -5 to take some away, or dice like -2d6."
	case reason.HPSign:
		return r.typed + " has no sign. Write =12 to set hit points, +3 to add some, or -5 to take some away."
	case reason.PlainAmount:
		return r.typed + " doesn't work here. Write a number or dice without a sign, like 5 or 2d6. For corrections, use /hp."
	case reason.HalfSet:
		return "half only works with + and -. Leave it out when you set hit points."
	case reason.HalfNotTarget:
		return r.name + " takes half but isn't a target. Add that name to the targets too."
	case reason.NoneNotTarget:
		return r.name + " takes nothing but isn't a target. Add that name to the targets too."
	case reason.HalfAndNone:
		return r.name + " can't take both half and nothing. Choose one."
	case reason.HiddenDealer:
		return r.name + " is hidden, and this would give it away. Ask the GM to enter it."
	case reason.ProposalLate:
		return "what that effect depends on is over. Put it on again with /effect add."
	case reason.LengthenedOrOver:
		return r.typed + " doesn't end with this turn any more. There's nothing left to change."
	case reason.ProposalOver:
		return "that has already been applied or undone. There's nothing left to apply."
	case reason.Gone:
		return "that combatant is no longer in this fight. There's nothing left to do."
	case reason.NotDown:
		return r.name + " has hit points again. There's nothing to choose."
	case reason.DownState:
		return r.typed + " isn't a state at 0 hit points. Choose " + r.either() + "."
	case reason.NoHPLeft:
		return r.name + " has no hit points left and can't do that. Use /heal first."
	}
	return ""
}

func (r sentence) effects() string {
	switch r.Reason {
	case reason.TooManyEffects:
		return "this fight has too many effects (at most " + Grouped(r.High) + "). Remove some with /effect remove first."
	case reason.EffectName:
		return "an effect's name " + r.length() + ", on one line."
	case reason.EffectNote:
		return "a note " + r.length() + ", on one line."
	case reason.ModifierRange:
		return "a modifier must be " + r.limits() + "."
	case reason.DamageForm:
		return r.typed + " isn't damage. Write a number, or dice like 1d6+1."
	case reason.NoDamageEver:
		return r.typed + " never deals damage. Write a number above 0, or dice like 1d6+1."
	case reason.UnknownEffect:
		return "there's no effect called " + r.typed + " there. /effect list shows the effects."
	case reason.DurationForm:
		return r.typed + " isn't a duration. Write 2 rounds, 10 min, 1 h, end of turn, end of this turn, end of round or fight."
	case reason.DurationRounds:
		return "a duration can be at most " + Counted(r.High, "round") + ". For anything longer, write fight."
	case reason.DurationHours:
		return "a duration can be at most " + Grouped(r.High) + " h. For anything longer, write fight."
	case reason.NoTurnRunning:
		return "there's no turn right now for the effect to end with. Choose another duration."
	}
	return r.conditions()
}

// conditions is for sources, levels and conditions.
func (r sentence) conditions() string {
	switch r.Reason {
	case reason.NeedsSource:
		return "it isn't clear whose turns or effects this depends on. Name that combatant with the source option."
	case reason.NoLevel:
		return r.typed + " has no levels."
	case reason.LevelRange:
		return "the level of " + r.typed + " must be " + r.limits() + "."
	case reason.LevelForm:
		return r.typed + " isn't a level. Write +1, -1 or =3."
	case reason.ConditionDamage:
		return r.typed + " deals damage. Say how much with the damage option, such as 1d6."
	case reason.UnknownWith:
		return r.name + " has no effect called " + r.typed + ". /effect list shows the effects."
	case reason.WithItself:
		return r.typed + " can't end with itself. Name another effect with the with option."
	}
	return ""
}

func (r sentence) activities() string {
	switch r.Reason {
	case reason.ActivityName:
		return "an activity's name " + r.length() + ", on one line."
	case reason.UnknownActivity:
		return r.typed + " isn't a predefined activity. Give its cost in the ticks option."
	case reason.NothingToForget:
		return r.typed + " isn't a predefined activity, so there's nothing to forget."
	case reason.TooManyActivities:
		return "this fight has too many predefined activities (at most " + Grouped(r.High) + "). Remove some with /act forget first."
	case reason.TickCost:
		return "an activity must cost " + Grouped(r.Low) + " to " + PoolCount(r.Pool, r.High) + "."
	case reason.PoolAmount:
		return "the amount must be " + r.limits() + "."
	case reason.TooFewLeft:
		if r.Text == "" {
			return r.name + " has " + PoolCount(r.Pool, r.Left) + " left and can't use " + Grouped(r.Count) + "."
		}
		return r.name + " has " + PoolCount(r.Pool, r.Left) + " left, and " + Text(r.Text) + " costs " + Grouped(r.Count) +
			". Choose something cheaper."
	case reason.TooFewToReserve:
		return r.name + " has " + PoolCount(r.Pool, r.Left) + " left and can't reserve " + Grouped(r.Count) + "."
	case reason.ReserveLimit:
		text := r.name + " can reserve at most " + PoolCount(r.Pool, r.High)
		if r.Left > 0 {
			text += " and has already reserved " + Grouped(r.Left)
		}
		return text + "."
	case reason.NothingReserved:
		return r.name + " has no " + PoolNoun(r.Pool) + "s reserved for a reaction. Reserve some with /act reserve on your own turn."
	case reason.ReactOwnTurn:
		if r.Pool != "" {
			return "it's " + Possessive(r.name) + " own turn. Use " + Article(PoolNoun(r.Pool)) + " during somebody else's."
		}
		return "it's " + Possessive(r.name) + " own turn. Use /act do instead."
	case reason.TooFewReserved:
		return r.name + " has " + PoolCount(r.Pool, r.Left) + " reserved, and " + Text(r.Text) + " costs " + Grouped(r.Count) +
			". Choose something cheaper."
	case reason.LongDuration:
		return "a long activity takes time or rounds. Write 30 s, 10 min, 1 h 30 min, 2 days or 5 rounds."
	case reason.LongRounds:
		return "a long activity can take at most " + Counted(r.High, "round") + ". For anything longer, write it as a time, such as 10 h."
	case reason.LongHours:
		return "a long activity can take at most " + Grouped(r.High) + " h. Start it with that, and again when it's finished."
	}
	return ""
}

func (r sentence) actions() string {
	switch r.Reason {
	case reason.OnlyInstant:
		return r.name + " is surprised and can take only instant actions until round 2."
	case reason.Surprised:
		return r.name + " is surprised and can't do that this round. Wait for the next one."
	case reason.SurprisedTurn:
		return r.name + " is surprised and loses the first turn. Wait until that turn is over."
	case reason.SurprisedAmbush:
		return r.name + " is surprised and can't do anything until round 1."
	case reason.OnlyFirstPool:
		return "before round 1, " + r.name + " has only " + Article(PoolNoun(r.Pool)) + ". Wait for round 1."
	case reason.UnknownPool:
		return r.unknownPool()
	case reason.ReactionPools:
		return Text(r.Ruleset) + " counts reactions as pools. Use /act use with the pool " + r.either() + "."
	case reason.NoReactionsNow:
		return r.name + " can't react because of " + r.other + ". /effect remove ends it."
	case reason.OnceUsed:
		return r.name + " has already used " + Text(r.Text) + ", which works once per scene. Choose something else."
	case reason.ActionType:
		return r.typed + " isn't an action type. Choose " + r.either() + "."
	case reason.PoolUsed:
		return r.poolUsed()
	case reason.MainAhead:
		return r.name + " has already used this round's " + PoolNoun(r.Pool) + ". Instant actions without main are left."
	case reason.NotAfterTurn:
		return r.name + " can use " + Article(PoolNoun(r.Pool)) + " only right after somebody else's turn. Wait until the next turn begins."
	case reason.OnceATurn:
		return r.name + " has already used " + Article(PoolNoun(r.Pool)) + " after that turn. Wait until the next turn begins."
	case reason.Terrain:
		return r.typed + " isn't a terrain. Choose " + r.either() + ", or leave terrain out."
	}
	return ""
}

// unknownPool says that the ruleset doesn't have a pool, and which it has.
func (r sentence) unknownPool() string {
	text := Text(r.Ruleset) + " has no pool called " + r.typed + "."
	if len(r.Names) == 0 {
		return text + " It has no pools at all."
	}
	return text + " Choose " + r.either() + "."
}

// poolUsed says that nothing is left of a pool, and what there is instead.
func (r sentence) poolUsed() string {
	noun, free := PoolNoun(r.Pool), make([]string, len(r.Names))
	for i, key := range r.Names {
		free[i] = strings.TrimSuffix(PoolNoun(key), " action")
	}
	switch {
	case r.Other != "":
		return r.name + " has no " + noun + " left this turn. A second " + noun + " uses the " + PoolNoun(r.Other) + "."
	case r.High == 0:
		return r.name + " has no " + noun + ". Choose something else."
	case r.High > 1:
		return r.name + " has no " + noun + " left. Choose something else."
	case len(free) == 0:
		return r.name + " has already used the " + noun + ". Choose something else."
	}
	left := And(free)
	return r.name + " has already used the " + noun + " this turn. " + strings.ToUpper(left[:1]) + left[1:] + " actions are left."
}

func (r sentence) melee() string {
	switch r.Reason {
	case reason.Leaving:
		return r.typed + " isn't a way to leave melee. Choose " + r.either() + "."
	case reason.NotInMelee:
		return r.name + " isn't in melee with anyone. Use /act move without leaving."
	case reason.WithdrawMain:
		return r.name + " needs the " + PoolNoun(r.Pool) + " for the second move and can't withdraw this turn."
	case reason.MeleeTarget:
		return "name one other combatant as the target. /init list shows the names."
	case reason.SameSide:
		return r.name + " and " + r.other + " are on the same side. Only enemies can be in melee with each other."
	case reason.AlreadyInMelee:
		return r.name + " and " + r.other + " are already in melee. /act disengage separates them."
	case reason.NotInMeleeWith:
		return r.name + " and " + r.other + " aren't in melee. Put them in melee with /act engage."
	}
	return ""
}

func (r sentence) attack() string {
	switch r.Reason {
	case reason.SelfAttack:
		return r.name + " can't be both the attacker and the target. Name another target."
	case reason.NoDamage:
		return "that attack has no damage. Name a weapon, or give damage like 1d6."
	case reason.NoDamageDice:
		return "there are no damage dice for that result. Give the dice in the damage option."
	case reason.NoTraumaDie:
		return "that attack has no Trauma Die. Give trauma like 1d8/x3, or leave trauma_roll out."
	case reason.FreeAttackOver:
		return "that free attack was only possible until the attacker's next turn ended. To make one anyway, use /attack with the free option."
	case reason.FreeAttackMade:
		return "that free attack has already been made. To make another, use /attack with the free option."
	case reason.DamageRange:
		return "the dice of " + r.Dice + " can only show " + Grouped(r.Low) + " to " + Grouped(r.High) + ", not " + Grouped(r.Count) +
			". Type what they show, without the plus."
	case reason.Circumstance:
		return r.typed + " isn't a circumstance. Choose " + r.either() + "."
	case reason.Edge:
		return r.typed + " isn't an edge. Choose " + r.either() + ", or leave edge out."
	}
	return ""
}

func (r sentence) weapon() string {
	switch r.Reason {
	case reason.WeaponName:
		return "a weapon's name " + r.length() + ", on one line."
	case reason.WeaponDamage:
		return "that weapon has no damage. Write it like " + likeWeapon + "."
	case reason.WeaponNumber:
		return "a weapon's " + r.Option + " must be a number " + r.limits() + ", not " + r.typed + "."
	case reason.UnknownWeapon:
		return r.name + " has no saved weapon called " + r.typed + ". Give its damage, or write it out like " + likeWeapon + "."
	case reason.Range:
		return r.typed + " isn't a range. Choose " + r.either() + "."
	case reason.Attribute:
		return r.typed + " isn't an attribute. Choose " + r.either() + "."
	case reason.SkillForm:
		return r.typed + " isn't a skill. Write it like skill shoot."
	case reason.WeaponSkill:
		return r.typed + " isn't a weapon skill here. Choose " + r.either() + "."
	case reason.ShockForm:
		return r.typed + " isn't Shock damage. Write it like 2/AC 15."
	case reason.TraumaForm:
		return r.typed + " isn't a Trauma Die. Write the die and the rating like 1d8/x3 or 1d8+1/x3."
	}
	return ""
}

func (r sentence) counters() string {
	switch r.Reason {
	case reason.CountersLater:
		return "counters start in round 1. Wait until it begins."
	case reason.CounterOfAll:
		return "there's only one " + Text(r.Text) + " for everyone. Leave who out."
	case reason.CounterOfPCs:
		return "only player characters have " + Text(r.Text) + ", and " + r.name + " isn't one. Name another combatant."
	case reason.CounterSide:
		return "only sides that everyone can see have that counter, and " + r.typed + " isn't one. Choose " + r.either() + "."
	}
	return ""
}
