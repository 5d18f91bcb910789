package bot

import "roundel/engine"

// effectCommands put effects on combatants and take them off.
func effectCommands() []command {
	return []command{
		{path: "effect add", about: "Put an effect on somebody", run: plays(effectOf), options: []param{
			namesOption("target", "On whom, separated by commas"),
			{name: "name", about: "What the effect is called", required: true, max: 100, complete: completeKnownEffects},
			{name: "duration", about: "2 rounds, end of turn, end of round, 10 min, fight; without it until removed", max: 100,
				complete: completeDurations},
			{name: "damage", about: "Dice or a number, at the end of each own turn", max: 100},
			{name: "initiative", about: "Added to the initiative score while it lasts", kind: asWhole, min: -100, max: 100},
			{name: "ticks", about: "Added to the ticks of a turn while it lasts", kind: asWhole, min: -100, max: 100},
			{name: "skip", about: "A stun: the turns are lost", kind: asFlag},
			{name: "no_reactions", about: "No reactions while it lasts", kind: asFlag},
			{name: "note", about: "A reminder shown with it", max: 200},
		}},
		{path: "effect remove", about: "Take an effect off somebody", run: plays(effectRemoveOf), options: []param{
			{name: "target", about: "From whom", required: true, max: 100, complete: completeNames},
			{name: "name", about: "Which effect", required: true, max: 100, complete: completeEffectsOn},
		}},
		{path: "effect list", about: "Show the effects in the fight", run: listEffects, options: []param{
			{name: "target", about: "Of whom; without it of all", max: 100, complete: completeNames},
		}},
	}
}

// otherCommands work outside a fight too.
func otherCommands() []command {
	return []command{
		{path: "roll", about: "Roll dice", run: rollDice, options: []param{
			{name: "dice", about: "Dice notation, like 2d6+1, d20-2 or 4d6kh3", required: true, max: 100},
			{name: "reason", about: "What for", max: 200},
			{name: "secret", about: "Only you and the GM learn the result", kind: asFlag},
		}},
		{path: "help", about: "How to use the bot, and the rules of this channel's fight", run: help, options: []param{
			{name: "topic", about: "What about", choices: helpTopics()},
		}},
	}
}

func effectOf(o options) engine.Command {
	return engine.EffectAdd{Target: o.text("target"), Name: o.text("name"), Duration: o.text("duration"),
		Damage: o.text("damage"), Initiative: o.whole("initiative"), Ticks: o.whole("ticks"), Skip: o.flag("skip"),
		NoReactions: o.flag("no_reactions"), Note: o.text("note")}
}

func effectRemoveOf(o options) engine.Command {
	return engine.EffectRemove{Target: o.text("target"), Name: o.text("name")}
}
