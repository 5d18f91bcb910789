package bot

import (
	"roundel/bot/discord"
	"roundel/engine"
)

// setupCommands open a fight and put combatants into it.
func setupCommands(rules []*engine.Ruleset) []command {
	return []command{
		{path: "init start", about: "Start a fight in this channel; you are its GM", run: start, options: []param{
			{name: "name", about: "What the fight is called", max: 80},
			{name: "ruleset", about: "The rules of turns; without it the server's, or turn-order", choices: rulesetChoices(rules)},
			{name: "group", about: "rounds-initiative: each side rolls once and acts together", kind: asFlag},
		}},
		{path: "init join", about: "Put your character into the fight", run: join, options: []param{
			{name: "name", about: "Your character's name; without it the one you saved last", max: 100, complete: completeSaved},
			statsOption("Stats as the ruleset wants them, like: init 15, hp 30"),
			rollOption(), sideOption("The side it is on; without it: party"),
		}},
		{path: "init add", about: "GM: put NPCs into the fight", run: plays(addOf), options: []param{
			{name: "name", about: "What they are called; several are numbered", required: true, max: 100, complete: completeTypes},
			{name: "count", about: "How many", kind: asWhole, min: 1, max: 50},
			statsOption("Stats of each, like: init 7, hp 5"),
			rollOption(), sideOption("The side they are on; without it: foes"),
			{name: "separate", about: "Each has a place of its own in the order", kind: asFlag},
			{name: "hidden", about: "Only you see them, until you show them", kind: asFlag},
			{name: "owner", about: "The player whose minion it is", kind: asUser},
		}},
		{path: "init scene", about: "GM: set the scene", run: plays(sceneOf), options: []param{
			{name: "text", about: "What everybody sees", required: true, max: 1500},
		}},
		{path: "init roll", about: "GM: roll initiative for all who have none yet, and begin", run: plays(rollOf), options: []param{
			{name: "rolls", about: "What real dice showed, like: Knight 6, Goblin 12", max: 1000, complete: completeRolls},
		}},
		{path: "init edit", about: "GM: change a combatant", run: plays(editOf), options: []param{
			nameOption("Who"),
			{name: "rename", about: "A new name", max: 100},
			statsOption("Stats to change, like: init 9"),
			sideOption("The side to move to"),
			{name: "score", about: "The right initiative score", kind: asWhole, min: -1000, max: 1000},
			{name: "owner", about: "The player who owns it from now on", kind: asUser},
			{name: "hidden", about: "Hide it from the players, or show it", kind: asFlag},
		}},
		{path: "init remove", about: "Take a combatant or a group out of the fight", run: plays(removeOf), options: []param{
			nameOption("Who"),
		}},
		{path: "surprise ambush", about: "GM: who lies in ambush and acts before round 1", run: plays(ambushOf), options: []param{
			namesOption("names", "The ambushers, separated by commas"),
			{name: "hidden", about: "The others do not see them until they act", kind: asFlag},
		}},
		{path: "surprise clear", about: "GM: take surprise or ambush back; an ambush is discovered", run: plays(clearOf), options: []param{
			namesOption("names", "Who, separated by commas"),
		}},
	}
}

func rulesetChoices(rules []*engine.Ruleset) []discord.Choice {
	var out []discord.Choice
	for _, rs := range rules {
		out = append(out, discord.Choice{Name: rs.Title, Value: rs.Name})
	}
	return out
}

func statsOption(about string) param {
	return param{name: "stats", about: about, max: 500, complete: completeStats}
}

func rollOption() param {
	return param{name: "roll", about: "What your real die shows, without any bonus", kind: asWhole, min: 1, max: 100}
}

func sideOption(about string) param {
	return param{name: "side", about: about, max: 100, complete: completeSides}
}

func nameOption(about string) param {
	return param{name: "name", about: about, required: true, max: 100, complete: completeNames}
}

// namesOption is required unless it is called target.
func namesOption(name, about string) param {
	return param{name: name, about: about, required: true, max: 1000, complete: completeList}
}

func addOf(o options) engine.Command {
	add := engine.Add{Name: o.text("name"), Count: o.whole("count"), Stats: o.text("stats"), Roll: o.number("roll"),
		Side: o.text("side"), Separate: o.flag("separate"), Hidden: o.flag("hidden")}
	if owner := o.user("owner"); owner != nil {
		add.Owner = *owner
	}
	return add
}

func sceneOf(o options) engine.Command { return engine.Scene{Text: o.text("text")} }

func rollOf(o options) engine.Command { return engine.Roll{Rolls: o.text("rolls")} }

func editOf(o options) engine.Command {
	return engine.Edit{Name: o.text("name"), Rename: o.text("rename"), Stats: o.text("stats"), Side: o.text("side"),
		Score: o.number("score"), Owner: o.user("owner"), Hidden: o.flagged("hidden")}
}

func removeOf(o options) engine.Command { return engine.Remove{Name: o.text("name")} }

func ambushOf(o options) engine.Command {
	return engine.SurpriseAmbush{Names: o.text("names"), Hidden: o.flag("hidden")}
}

func clearOf(o options) engine.Command { return engine.SurpriseClear{Names: o.text("names")} }
