package bot

import (
	"slices"

	"roundel/bot/discord"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// actionCommands are for what combatants do, on their turns and between them.
func actionCommands() []slashCommand {
	return []slashCommand{
		{path: "act do", run: plays(doCommand), options: []param{
			activityOption(),
			{name: "ticks", kind: asWhole, max: 20},
			{name: "type", max: 50, complete: completePools},
			{name: "once", kind: asFlag},
			{name: "main", kind: asFlag},
			whoOption(),
		}},
		{path: "act reserve", run: plays(reserveCommand), options: []param{
			{name: "ticks", kind: asWhole, required: true, min: 1, max: 20}, whoOption(),
		}},
		{path: "act react", run: plays(reactCommand), options: []param{
			activityOption(), {name: "ticks", kind: asWhole, min: 1, max: 20}, whoOption(),
		}},
		{path: "act use", run: plays(useCommand), options: []param{
			{name: "pool", required: true, max: 50, complete: completeUses},
			{name: "amount", kind: asWhole, min: 1, max: 1000},
			whoOption(),
		}},
		{path: "act move", run: plays(moveCommand), options: []param{
			{name: "leaving", choices: values("withdraw", "flee")},
			{name: "terrain", choices: values("rough")},
			whoOption(),
		}},
		{path: "act engage", run: plays(engageCommand), options: []param{
			targetOption(), whoOption(),
		}},
		{path: "act disengage", run: plays(disengageCommand), options: []param{
			targetOption(), whoOption(),
		}},
		{path: "act long", run: plays(longCommand), options: []param{
			activityOption(),
			{name: "duration", required: true, max: 100, complete: completeDurations},
			{name: "ticks", kind: asWhole, min: 1, max: 20},
			whoOption(),
		}},
		{path: "act define", run: plays(defineCommand), options: []param{
			activityOption(), {name: "ticks", kind: asWhole, required: true, min: 1, max: 20},
		}},
		{path: "act forget", run: plays(forgetCommand), options: []param{activityOption()}},
		{path: "attack", run: plays(strikeCommand), options: attackOptions()},
		{path: "morale", run: plays(moraleCommand), options: []param{
			namesOption("who"),
			{name: "roll", kind: asWhole, min: 1, max: 1000},
		}},
	}
}

func attackOptions() []param {
	return []param{
		targetOption(), whoOption(),
		{name: "weapon", max: 200, complete: completeWeapons},
		{name: "attribute", choices: values("str", "dex", "best")},
		{name: "hit", kind: asWhole, min: -500, max: 500},
		{name: "damage", max: 100},
		{name: "shock", max: 100},
		{name: "trauma", max: 100},
		{name: "range", choices: values("melee", "ranged")},
		{name: "circumstance", max: 200, complete: completeCircumstances},
		{name: "modifier", kind: asWhole, min: -500, max: 500},
		{name: "free", kind: asFlag},
		{name: "roll", kind: asWhole, min: 1, max: 100},
		{name: "damage_roll", kind: asWhole, min: 0, max: 100000},
		{name: "trauma_roll", kind: asWhole, min: 1, max: 1000},
		{name: "edge", choices: values(string(engine.Advantage), string(engine.Disadvantage))},
	}
}

// surpriseCommands determine who is surprised.
func surpriseCommands() []slashCommand {
	return []slashCommand{
		{path: "surprise set", run: plays(surpriseCommand), options: []param{
			namesOption("names"),
			{name: "confirm", kind: asFlag},
		}},
		{path: "surprise side", run: plays(surpriseSideCommand), options: []param{
			{name: "side", required: true, max: 100, complete: completeSides},
		}},
		{path: "surprise alert", run: plays(alertCommand), options: []param{
			namesOption("names"),
		}},
		{path: "surprise test", run: plays(askCommand), options: []param{
			{name: "names", max: 1000, complete: completeList},
			{name: "target", max: 1000, complete: completeList},
		}},
		{path: "surprise contest", run: plays(contestCommand), options: []param{
			namesOption("ambushers"),
			namesOption("targets"),
			{name: "rolls", max: 1000, complete: completeList},
		}},
		{path: "init reroll", run: plays(rerollCommand), options: []param{
			{name: "surprised", max: 1000, complete: completeList},
			{name: "rolls", max: 1000, complete: completeList},
			{name: "tests", kind: asFlag},
		}},
	}
}

func activityOption() param {
	return param{name: "activity", required: true, max: 100, complete: completeActivities}
}

func targetOption() param {
	return param{name: "target", required: true, max: 100, complete: completeNames}
}

func whoOption() param {
	return param{name: "who", max: 100, complete: completeOwn}
}

// completeOwn suggests the combatants that the asker may act for.
func completeOwn(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if s := tx.seen(); engine.MayGM(s, tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, one.Name)
		}
	}
	return suggestNames("", input, out)
}

// completeActivities suggests the predefined activities (FT-5).
func completeActivities(tx *transaction, input string) []discord.Choice {
	s := tx.seen()
	if s == nil {
		return nil
	}
	var out []string
	for name := range s.Activities {
		out = append(out, name)
	}
	slices.Sort(out)
	return suggestNames("", input, out)
}

// completePools suggests what an activity can take.
func completePools(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		tx.fault = err
		return nil
	}
	var keys []string
	for _, p := range rs.Turn {
		if p.When != ruleset.OthersTurns || p.Counted() {
			keys = append(keys, p.Typed())
		}
	}
	return suggestNames("", input, keys)
}

// completeUses suggests all pools.
func completeUses(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	var keys []string
	for _, p := range rs.Turn {
		keys = append(keys, p.Typed())
	}
	return suggestNames("", input, keys)
}

// completeWeapons suggests Punch and the saved weapons of combatants that the asker may act for.
func completeWeapons(tx *transaction, input string) []discord.Choice {
	out := []string{"Punch"}
	for _, one := range tx.combatants() {
		if engine.MayGM(tx.seen(), tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, weaponNames(one)...)
		}
	}
	return suggestNames("", input, out)
}

func completeCircumstances(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	before, last, rest := lastPart(input)
	known := play.OptionsOf(rs.Attack.Form).Circumstances
	return suggestNames(before, last, slices.DeleteFunc(known, func(c string) bool { return slices.Contains(rest, c) }))
}
