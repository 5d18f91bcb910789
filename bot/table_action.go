package bot

import (
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/engine"
)

// actionCommands are what combatants do in their turns and out of them.
func actionCommands() []command {
	return []command{
		{path: "act do", about: "Do something: spend ticks or an action of your turn", run: plays(doOf), options: []param{
			activityOption(),
			{name: "ticks", about: "What it costs; without it what the activity is defined with", kind: asWhole, max: 20},
			{name: "type", about: "Which action it takes; without it the main action", choices: actionTypes()},
			{name: "once", about: "An ability that works once per scene", kind: asFlag},
			whoOption("who"),
		}},
		{path: "act reserve", about: "Hold ticks back for reactions, up to 2", run: plays(reserveOf), options: []param{
			{name: "ticks", about: "How many", kind: asWhole, required: true, min: 1, max: 2}, whoOption("who"),
		}},
		{path: "act react", about: "React in somebody else's turn", run: plays(reactOf), options: []param{
			activityOption(), whoOption("who"),
		}},
		{path: "act move", about: "Use a move action", run: plays(moveOf), options: []param{
			{name: "leaving", about: "How you leave melee", choices: []discord.Choice{{Name: "Fighting Withdrawal", Value: "withdraw"}, {Name: "Flee", Value: "flee"}}},
			{name: "terrain", about: "Where you move", choices: []discord.Choice{{Name: "Rough: climbing, swimming, rubble", Value: "rough"}}},
			whoOption("who"),
		}},
		{path: "act engage", about: "Two are in melee with each other", run: plays(engageOf), options: []param{
			targetOption("With whom"), whoOption("who"),
		}},
		{path: "act disengage", about: "Two are in melee no longer", run: plays(disengageOf), options: []param{
			targetOption("With whom"), whoOption("who"),
		}},
		{path: "act long", about: "Begin an activity of minutes or hours", run: plays(longOf), options: []param{
			activityOption(),
			{name: "duration", about: "10 min or 1 h", required: true, max: 100, complete: completeDurations},
			whoOption("who"),
		}},
		{path: "act define", about: "GM: what an activity costs in this fight", run: plays(defineOf), options: []param{
			activityOption(), {name: "ticks", about: "Its cost", kind: asWhole, required: true, min: 1, max: 20},
		}},
		{path: "act forget", about: "GM: take a predefined activity out", run: plays(forgetOf), options: []param{activityOption()}},
		{path: "attack", about: "Attack somebody", run: plays(strikeOf), options: attackOptions()},
		{path: "morale", about: "GM: a Morale check of NPCs", run: plays(moraleOf), options: []param{
			namesOption("who", "Who checks, separated by commas"),
			{name: "roll", about: "What your two d6 show together", kind: asWhole, min: 2, max: 12},
		}},
	}
}

func attackOptions() []param {
	return []param{
		targetOption("Whom"), whoOption("who"),
		{name: "weapon", about: "A saved weapon, Punch, or all in one: Knife, melee, 1d4, shock 1/AC 15", max: 200, complete: completeWeapons},
		{name: "attribute", about: "Which modifier; without it dex at range, in melee the better",
			choices: []discord.Choice{{Name: "Strength", Value: "str"}, {Name: "Dexterity", Value: "dex"}, {Name: "The better", Value: "best"}}},
		{name: "hit", about: "The whole bonus to hit, instead of what is computed", kind: asWhole, min: -500, max: 500},
		{name: "damage", about: "Damage dice, like 2d6+1", max: 100},
		{name: "shock", about: "Shock, like 2/AC 15", max: 100},
		{name: "trauma", about: "Trauma Die and rating, like 1d8/x3", max: 100},
		{name: "range", about: "Without it melee", choices: []discord.Choice{{Name: "Melee", Value: "melee"}, {Name: "Ranged", Value: "ranged"}}},
		{name: "circumstance", about: "half-cover, full-cover, target-prone-near, prepared and others", max: 200, complete: completeCircumstances},
		{name: "modifier", about: "Added to the roll", kind: asWhole, min: -500, max: 500},
		{name: "free", about: "Out of turn, costs no action", kind: asFlag},
		{name: "roll", about: "What your d20 or d100 shows", kind: asWhole, min: 1, max: 100},
		{name: "damage_roll", about: "What your damage dice show, without the plus", kind: asWhole, min: 0, max: 100000},
		{name: "trauma_roll", about: "What your Trauma Die shows", kind: asWhole, min: 1, max: 1000},
	}
}

// surpriseCommands settle who is caught unawares.
func surpriseCommands() []command {
	return []command{
		{path: "surprise set", about: "GM: who is surprised", run: plays(surpriseOf), options: []param{
			namesOption("names", "Who, separated by commas"),
			{name: "confirm", about: "Their guard is genuinely down: surprise player characters too", kind: asFlag},
		}},
		{path: "surprise side", about: "GM: a whole side is surprised", run: plays(surpriseSideOf), options: []param{
			{name: "side", about: "Which side", required: true, max: 100, complete: completeSides},
		}},
		{path: "surprise alert", about: "GM: who is on alert and cannot be surprised", run: plays(alertOf), options: []param{
			namesOption("names", "Who, separated by commas"),
		}},
		{path: "surprise test", about: "GM: ask for Awareness tests against surprise", run: plays(askOf), options: []param{
			namesOption("names", "Who, separated by commas"),
			{name: "target", about: "The d100 must not be over this", kind: asWhole, required: true, min: 1, max: 100},
		}},
		{path: "surprise contest", about: "GM: an ambush by contest of Sneak against Notice", run: plays(contestOf), options: []param{
			namesOption("ambushers", "Who lies in wait, separated by commas"),
			namesOption("targets", "Who may notice, separated by commas"),
			{name: "rolls", about: "What real 2d6 showed, like: Thief 7, Guard 9", max: 1000, complete: completeList},
		}},
		{path: "init reroll", about: "GM: make the order anew in mid-fight", run: plays(rerollOf), options: []param{
			{name: "surprised", about: "Who is surprised by it, separated by commas", max: 1000, complete: completeList},
			{name: "rolls", about: "What real dice showed, like: Knight 6, Goblin 9", max: 1000, complete: completeList},
		}},
	}
}

func activityOption() param {
	return param{name: "activity", about: "What", required: true, max: 100, complete: completeActivities}
}

func targetOption(about string) param {
	return param{name: "target", about: about, required: true, max: 100, complete: completeNames}
}

func whoOption(name string) param {
	return param{name: name, about: "Who does it; without it the one whose turn it is", max: 100, complete: completeOwn}
}

func actionTypes() []discord.Choice {
	return []discord.Choice{{Name: "Main action", Value: string(engine.MainAction)}, {Name: "Move action", Value: string(engine.MoveAction)},
		{Name: "On-turn action", Value: string(engine.OnTurnAction)}, {Name: "Instant action", Value: string(engine.InstantAction)}}
}

func doOf(o options) engine.Command {
	return engine.Do{Activity: o.text("activity"), Ticks: o.number("ticks"), Type: o.text("type"), Once: o.flag("once"), Who: o.text("who")}
}

func reserveOf(o options) engine.Command {
	return engine.Reserve{Ticks: o.whole("ticks"), Who: o.text("who")}
}

func reactOf(o options) engine.Command {
	return engine.React{Activity: o.text("activity"), Who: o.text("who")}
}

func moveOf(o options) engine.Command {
	return engine.Move{Leaving: o.text("leaving"), Terrain: o.text("terrain"), Who: o.text("who")}
}

func engageOf(o options) engine.Command {
	return engine.Engage{Target: o.text("target"), Who: o.text("who")}
}

func disengageOf(o options) engine.Command {
	return engine.Disengage{Target: o.text("target"), Who: o.text("who")}
}

func longOf(o options) engine.Command {
	return engine.Long{Activity: o.text("activity"), Duration: o.text("duration"), Who: o.text("who")}
}

func defineOf(o options) engine.Command {
	return engine.Define{Activity: o.text("activity"), Ticks: o.whole("ticks")}
}

func forgetOf(o options) engine.Command { return engine.Forget{Activity: o.text("activity")} }

func moraleOf(o options) engine.Command {
	return engine.Morale{Who: o.text("who"), Roll: o.number("roll")}
}

func strikeOf(o options) engine.Command {
	return engine.Strike{Target: o.text("target"), Who: o.text("who"), Weapon: o.text("weapon"),
		Attribute: o.text("attribute"), Range: o.text("range"), Hit: o.number("hit"), Damage: o.text("damage"),
		Shock: o.text("shock"), Trauma: o.text("trauma"), Circumstance: o.text("circumstance"),
		Modifier: o.whole("modifier"), Free: o.flag("free"), Roll: o.number("roll"),
		DamageRoll: o.number("damage_roll"), TraumaRoll: o.number("trauma_roll")}
}

func surpriseOf(o options) engine.Command {
	return engine.SurpriseSet{Names: o.text("names"), Confirm: o.flag("confirm")}
}

func surpriseSideOf(o options) engine.Command { return engine.SurpriseSide{Side: o.text("side")} }

func alertOf(o options) engine.Command { return engine.SurpriseAlert{Names: o.text("names")} }

func askOf(o options) engine.Command {
	return engine.SurpriseAsk{Names: o.text("names"), Target: o.whole("target")}
}

func contestOf(o options) engine.Command {
	return engine.SurpriseContest{Ambushers: o.text("ambushers"), Targets: o.text("targets"), Rolls: o.text("rolls")}
}

func rerollOf(o options) engine.Command {
	return engine.Reroll{Surprised: o.text("surprised"), Rolls: o.text("rolls")}
}

// completeOwn offers those the asker may act for.
func completeOwn(tx *transaction, typed string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if s := tx.seen(); engine.MayGM(s, tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, one.Name)
		}
	}
	return offer("", typed, out)
}

// completeActivities offers the predefined ones (FT-5).
func completeActivities(tx *transaction, typed string) []discord.Choice {
	s := tx.seen()
	if s == nil {
		return nil
	}
	var out []string
	for name := range s.Activities {
		out = append(out, name)
	}
	slices.Sort(out)
	return offer("", typed, out)
}

// completeWeapons offers Punch and the saved weapons of those the asker may act for.
func completeWeapons(tx *transaction, typed string) []discord.Choice {
	out := []string{"Punch"}
	for _, one := range tx.combatants() {
		if name, _, _ := strings.Cut(one.Weapon, ","); engine.MayGM(tx.seen(), tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return offer("", typed, out)
}

func completeCircumstances(_ *transaction, typed string) []discord.Choice {
	before, last, rest := lastPart(typed)
	return offer(before, last, slices.DeleteFunc(engine.Circumstances(), func(c string) bool { return slices.Contains(rest, c) }))
}
