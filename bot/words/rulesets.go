package words

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
		"**Surprise.** The GM names who is surprised (`/surprise set`) or asks for Awareness tests (`/surprise test`: a " +
			"button each, a d100 typed or rolled). If nobody is surprised, there is no Surprised round.",
		"**The scene.** The GM describes what everyone sees: `/init scene`.",
		"**Initiative.** `/init roll`: a d10 plus the Agility bonus, once. Similar enemies share one roll. Ties go to the " +
			"higher Agility, then to a d10 each.",
		"**Turns**, highest first: `/act do` for actions, `/attack` for a test under `ws` or `bs`, `/act react` for " +
			"reactions in others' turns, `/next` to end it. In the Surprised round the surprised lose their turn, cannot react, " +
			"and are attacked at +30.",
		"**The round ends** after 5 seconds, and with it what lasts until the end of the round.",
		"**The encounter ends** when the GM says so: `/init end`. When events demand it, `/init reroll` rolls a new order, " +
			"and may surprise again.",
	}
}

func flowOfTime() []string {
	return []string{
		"**Narrative time** has no order; everyone acts when they see fit. The GM asks for turns with `/init roll`, " +
			"pauses them with `/init pause`, and continues with `/init resume`.",
		"**Initiative.** `/init roll`: a d20 plus the higher of Finesse and Cognition, once. Ties roll a bare d20.",
		"**Your turn**: 4 ticks, 3 at level 0, spent on activities with `/act do`. A predefined one knows its cost (GM: " +
			"`/act define`), for an improvised one type it in `ticks`. `/next` ends the turn.",
		"**Reactions.** In your turn hold back up to 2 ticks with `/act reserve`. In others' turns each of them is a " +
			"reaction: `/act react`.",
		"**Leftovers** are gone when your next turn begins, and all your ticks come back.",
		"**Long activities** of minutes or hours begin with `/act long` and are counted down at the ends of rounds of 12 " +
			"seconds.",
		"**Effects** can give or take ticks, or reactions: `/effect add`.",
	}
}

func combatSequence() []string {
	return []string{
		"**Surprise.** A side that is completely surprised (`/surprise side`) gives the others a free round before anyone " +
			"rolls. Someone on alert (`/surprise alert`) prevents it.",
		"**Initiative.** `/init roll`: a d8 for each side plus its best Dexterity modifier, once. Player characters win " +
			"ties.",
		"**A side acts**, its members in any order, each until `/next`; then the next side does. A round is 6 seconds.",
		"**A turn**: a main action and a move (`/act do`, `/act move`), or two moves, and any on-turn actions. Instant " +
			"actions work at any time. `once` marks what works once per scene.",
		"**Attack** with `/attack`, a main action: a d20 plus bonuses against Armor Class; 1 misses, 20 hits. Trauma, " +
			"damage, Shock on a miss, armor and hit points follow.",
		"**Leaving melee**: `/act move` with a Fighting Withdrawal, which takes the main action, or fleeing, which gives " +
			"each enemy there a free attack by a button, until its own next turn ends. `/act engage` and `/act disengage` say " +
			"who is in melee.",
		"**Morale.** After losses the GM is reminded to check: `/morale`. Player characters never do.",
	}
}

func roundsInitiative() []string {
	return []string{
		"**Surprise.** An ambush is a contest of Sneak against Notice (`/surprise contest`), or the GM names who is " +
			"surprised (`/surprise set`) and confirms it for player characters. The surprised roll in round 2 and take only " +
			"instant actions until then.",
		"**Initiative.** `/init roll`: a d8 each plus the Dexterity modifier, once. Player characters win ties against " +
			"NPCs. With group initiative (`group` of `/init start`) the best of the party rolls for it and one bare die for the " +
			"others; a side acts in any order.",
		"**A turn**: a main action and a move (`/act do`, `/act move`), or two moves, and any on-turn actions; `/next` ends " +
			"it. A move is 10 metres, over rough ground 5. Instant actions work at any time. A round is 6 seconds.",
		"**Attack** with `/attack`, a main action: a d20 plus attack bonus, skill and attribute against Armor Class; " +
			"without the skill −2. `circumstance` knows cover, being prone and others. Damage is the weapon's dice plus the " +
			"attribute; Shock hurts hit or miss.",
		"**Leaving melee**: `/act move` with a Fighting Withdrawal, which takes the main action, or fleeing, which gives " +
			"each foe there a free attack by a button, until its own next turn ends. `/act engage` and `/act disengage` say " +
			"who is in melee.",
	}
}

func turnOrder() []string {
	return []string{
		"**Ambush.** The ambushers (`/surprise ambush`), hidden or not, take a turn each before round 1; `/surprise clear` " +
			"says they are discovered.",
		"**Initiative.** `/init roll`: a d20 plus the stat `init`, once, highest first. NPCs of one type and one `init` are " +
			"one unit with one roll; the GM plays them in any order.",
		"**Ties** of two sides are settled by a d6 each. Tied player characters of one side choose their order with `/init " +
			"place`.",
		"**A turn** ends with `/next`. Each acts once a round, however the order changes.",
		"**Acting last**: once a round one of each side may go to the bottom with `/init last`.",
		"**Rolling with the blow**: `/init blow` costs 10 points of score in the next round with a turn.",
		"**Effects** of x rounds (`/effect add`) last x of the target's own turns, and their damage falls at the ends of " +
			"those. They can change the score as well.",
	}
}
