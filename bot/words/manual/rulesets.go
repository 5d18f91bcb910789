package manual

// RulesetSteps explains a fight under the ruleset of that name, step by step. It is empty for a ruleset without an
// explanation.
func RulesetSteps(ruleset string) []string {
	switch ruleset {
	case "structured-time":
		return structuredTime()
	case "flow-of-time":
		return flowOfTime()
	case "combat-sequence":
		return combatSequence()
	case "rounds-initiative":
		return roundsInitiative()
	case "turn-order":
		return turnOrder()
	}
	return nil
}

func structuredTime() []string {
	return []string{
		"**Surprise.** The GM names who is surprised (`/surprise set`) or asks for Awareness tests (`/surprise test`: each " +
			"player gets a button, and types a d100 or lets the bot roll). If nobody is surprised, there is no Surprised round.",
		"**The scene.** The GM describes what everyone sees: `/init scene`.",
		"**Initiative.** `/init roll`: a d10 plus the Agility bonus, rolled once. Similar enemies share one roll. Ties go to " +
			"the higher Agility; if that is equal too, each rolls a d10.",
		"**Turns**, highest first: `/act do` for actions, `/attack` for a test against `ws` or `bs`, `/act react` for " +
			"reactions during others' turns, `/next` to end your turn. In the Surprised round, surprised combatants lose their " +
			"turn and can't react, and attacks against them get +30.",
		"**The round ends** after 5 seconds, along with everything that lasts until the end of the round.",
		"**The fight ends** when the GM says so: `/init end`. If events call for it, the GM can roll a new order with " +
			"`/init reroll`, and say who is surprised this time.",
	}
}

func flowOfTime() []string {
	return []string{
		"**Narrative time** has no order; everyone acts when they like. The GM starts turns with `/init roll`, pauses them " +
			"with `/init pause`, and continues with `/init resume`.",
		"**Initiative.** `/init roll`: a d20 plus the higher of Finesse and Cognition, rolled once. Tied combatants each roll " +
			"a d20 without a bonus.",
		"**Your turn** has 4 ticks (3 at level 0). Spend them on activities with `/act do`. Predefined activities have a " +
			"fixed cost (GM: `/act define`); for anything else, give the cost in `ticks`. `/next` ends the turn.",
		"**Reactions.** On your turn, reserve up to 2 ticks with `/act reserve`. During others' turns, each reserved tick " +
			"pays for one reaction: `/act react`.",
		"**Unspent ticks** are lost when your next turn begins, and you start it with all your ticks again.",
		"**Long activities** take minutes or hours. Start one with `/act long`; it counts down at the end of each round, " +
			"which is 12 seconds.",
		"**Effects** can add or remove ticks, or prevent reactions: `/effect add`.",
	}
}

func combatSequence() []string {
	return []string{
		"**Surprise.** If a whole side is surprised (`/surprise side`), everyone else gets a free round before initiative is " +
			"rolled. If anyone on a side is on alert (`/surprise alert`), it can't be surprised.",
		"**Initiative.** `/init roll`: a d8 for each side plus its best Dexterity modifier, rolled once. Player characters " +
			"win ties.",
		"**A side acts together.** Its members act in any order, and each ends their turn with `/next`. Then the next side " +
			"acts. A round is 6 seconds.",
		"**A turn** has a main action and a move (`/act do`, `/act move`), or two moves, and any number of on-turn actions. " +
			"Instant actions work at any time. `once` marks what works only once per scene.",
		"**Attack** with `/attack`, a main action: a d20 plus bonuses against Armor Class. A natural 1 misses, and a natural " +
			"20 hits. The bot then handles Trauma, damage, Shock on a miss, armor and hit points.",
		"**Leaving melee**: use `/act move`. A Fighting Withdrawal takes the main action. If you flee, each enemy you leave " +
			"gets a button for a free attack, until the end of its own next turn. `/act engage` and `/act disengage` change who " +
			"is in melee.",
		"**Morale.** After losses, the bot reminds the GM to check Morale with `/morale`. Player characters never check it.",
	}
}

func roundsInitiative() []string {
	return []string{
		"**Surprise.** An ambush is a contest of Sneak against Notice (`/surprise contest`), or the GM names who is " +
			"surprised (`/surprise set`) and confirms it for player characters. Surprised combatants roll in round 2 and can " +
			"only take instant actions until then.",
		"**Initiative.** `/init roll`: a d8 each plus the Dexterity modifier, rolled once. Player characters win ties against " +
			"NPCs. With group initiative (`group` in `/init start`), each side rolls one d8 and acts together, in any order. " +
			"The party adds its best Dexterity modifier; other sides add nothing.",
		"**A turn** has a main action and a move (`/act do`, `/act move`), or two moves, and any number of on-turn actions; " +
			"`/next` ends it. A move is 10 meters, or 5 over rough terrain. Instant actions work at any time. A round is 6 " +
			"seconds.",
		"**Attack** with `/attack`, a main action: a d20 plus attack bonus, skill and attribute against Armor Class; −2 " +
			"without the skill. `circumstance` is for cover, being prone and so on. Damage is the weapon's dice plus the " +
			"attribute. Shock hurts hit or miss.",
		"**Leaving melee**: use `/act move`. A Fighting Withdrawal takes the main action. If you flee, each enemy you leave " +
			"gets a button for a free attack, until the end of its own next turn. `/act engage` and `/act disengage` change who " +
			"is in melee.",
	}
}

func turnOrder() []string {
	return []string{
		"**Ambush.** The ambushers (`/surprise ambush`), hidden or not, each take a turn before round 1. If they are " +
			"discovered first, use `/surprise clear`.",
		"**Initiative.** `/init roll`: a d20 plus the stat `init`, rolled once, highest first. NPCs of one type with the same " +
			"`init` share one roll and one place; the GM plays them in any order.",
		"**Ties** between sides are settled by a d6 each. Tied player characters on one side choose their order with `/init " +
			"place`.",
		"**A turn** ends with `/next`. Everyone acts once per round, even if the order changes.",
		"**Acting last**: once per round, one combatant from each side can move to the end with `/init last`.",
		"**Rolling with the blow**: `/init blow` lowers your score by 10 in your next round with a turn.",
		"**Effects** that last 3 rounds (`/effect add`) last for 3 of the target's own turns. Their damage is dealt at the " +
			"end of each of those. Effects can change the score too.",
	}
}
