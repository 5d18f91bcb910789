package bot

import "roundel/engine/command"

// effectCommands add, remove and list effects.
func effectCommands() []slashCommand {
	return []slashCommand{
		{path: "effect add", run: plays(effectOf), options: []param{
			namesOption("target"),
			{name: "name", required: true, max: 100, complete: completeKnownEffects},
			{name: "duration", max: 100,
				complete: completeDurations},
			{name: "damage", max: 100},
			{name: "initiative", kind: asWhole, min: -100, max: 100},
			{name: "ticks", kind: asWhole, min: -100, max: 100},
			{name: "skip", kind: asFlag},
			{name: "no_reactions", kind: asFlag},
			{name: "note", max: 200},
		}},
		{path: "effect remove", run: plays(effectRemoveOf), options: []param{
			{name: "target", required: true, max: 100, complete: completeNames},
			{name: "name", required: true, max: 100, complete: completeEffectsOn},
		}},
		{path: "effect list", run: listEffects, options: []param{
			{name: "target", max: 100, complete: completeNames},
		}},
	}
}

// otherCommands also work outside of a fight.
func otherCommands() []slashCommand {
	return []slashCommand{
		{path: "roll", run: rollDice, options: []param{
			{name: "dice", required: true, max: 100},
			{name: "reason", max: 200},
			{name: "secret", kind: asFlag},
		}},
		{path: "help", run: help, options: []param{
			{name: "topic", choices: helpTopics()},
		}},
	}
}

func effectOf(o options) command.Command {
	return command.EffectAdd{Target: o.text("target"), Name: o.text("name"), Duration: o.text("duration"),
		Damage: o.text("damage"), Initiative: o.whole("initiative"), Ticks: o.whole("ticks"), Skip: o.flag("skip"),
		NoReactions: o.flag("no_reactions"), Note: o.text("note")}
}

func effectRemoveOf(o options) command.Command {
	return command.EffectRemove{Target: o.text("target"), Name: o.text("name")}
}
