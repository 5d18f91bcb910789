package bot

import (
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

// actionCommands are for what combatants do, on their turns and between them.
func actionCommands() []slashCommand {
	return []slashCommand{
		{path: "act do", run: plays(doOf), options: []param{
			activityOption(),
			{name: "ticks", kind: asWhole, max: 20},
			{name: "type", max: 50, complete: completePools},
			{name: "once", kind: asFlag},
			whoOption(),
		}},
		{path: "act reserve", run: plays(reserveOf), options: []param{
			{name: "ticks", kind: asWhole, required: true, min: 1, max: 20}, whoOption(),
		}},
		{path: "act react", run: plays(reactOf), options: []param{
			activityOption(), whoOption(),
		}},
		{path: "act use", run: plays(useOf), options: []param{
			{name: "pool", required: true, max: 50, complete: completeUses},
			{name: "amount", kind: asWhole, min: 1, max: 1000},
			whoOption(),
		}},
		{path: "act move", run: plays(moveOf), options: []param{
			{name: "leaving", choices: values("withdraw", "flee")},
			{name: "terrain", choices: values("rough")},
			whoOption(),
		}},
		{path: "act engage", run: plays(engageOf), options: []param{
			targetOption(), whoOption(),
		}},
		{path: "act disengage", run: plays(disengageOf), options: []param{
			targetOption(), whoOption(),
		}},
		{path: "act long", run: plays(longOf), options: []param{
			activityOption(),
			{name: "duration", required: true, max: 100, complete: completeDurations},
			whoOption(),
		}},
		{path: "act define", run: plays(defineOf), options: []param{
			activityOption(), {name: "ticks", kind: asWhole, required: true, min: 1, max: 20},
		}},
		{path: "act forget", run: plays(forgetOf), options: []param{activityOption()}},
		{path: "attack", run: plays(strikeOf), options: attackOptions()},
		{path: "morale", run: plays(moraleOf), options: []param{
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
		{path: "surprise set", run: plays(surpriseOf), options: []param{
			namesOption("names"),
			{name: "confirm", kind: asFlag},
		}},
		{path: "surprise side", run: plays(surpriseSideOf), options: []param{
			{name: "side", required: true, max: 100, complete: completeSides},
		}},
		{path: "surprise alert", run: plays(alertOf), options: []param{
			namesOption("names"),
		}},
		{path: "surprise test", run: plays(askOf), options: []param{
			namesOption("names"),
			{name: "target", kind: asWhole, required: true, min: 1, max: 100},
		}},
		{path: "surprise contest", run: plays(contestOf), options: []param{
			namesOption("ambushers"),
			namesOption("targets"),
			{name: "rolls", max: 1000, complete: completeList},
		}},
		{path: "init reroll", run: plays(rerollOf), options: []param{
			{name: "surprised", max: 1000, complete: completeList},
			{name: "rolls", max: 1000, complete: completeList},
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

func doOf(o options) command.Command {
	return command.Do{Activity: o.text("activity"), Ticks: o.number("ticks"), Type: o.text("type"), Once: o.flag("once"), Who: o.text("who")}
}

func reserveOf(o options) command.Command {
	return command.Reserve{Ticks: o.whole("ticks"), Who: o.text("who")}
}

func reactOf(o options) command.Command {
	return command.React{Activity: o.text("activity"), Who: o.text("who")}
}

func useOf(o options) command.Command {
	return command.Use{Pool: o.text("pool"), Amount: o.number("amount"), Who: o.text("who")}
}

func moveOf(o options) command.Command {
	return command.Move{Leaving: o.text("leaving"), Terrain: o.text("terrain"), Who: o.text("who")}
}

func engageOf(o options) command.Command {
	return command.Engage{Target: o.text("target"), Who: o.text("who")}
}

func disengageOf(o options) command.Command {
	return command.Disengage{Target: o.text("target"), Who: o.text("who")}
}

func longOf(o options) command.Command {
	return command.Long{Activity: o.text("activity"), Duration: o.text("duration"), Who: o.text("who")}
}

func defineOf(o options) command.Command {
	return command.Define{Activity: o.text("activity"), Ticks: o.whole("ticks")}
}

func forgetOf(o options) command.Command { return command.Forget{Activity: o.text("activity")} }

func moraleOf(o options) command.Command {
	return command.Morale{Who: o.text("who"), Roll: o.number("roll")}
}

func strikeOf(o options) command.Command {
	return command.Strike{Target: o.text("target"), Who: o.text("who"), Weapon: o.text("weapon"),
		Attribute: o.text("attribute"), Range: o.text("range"), Hit: o.number("hit"), Damage: o.text("damage"),
		Shock: o.text("shock"), Trauma: o.text("trauma"), Circumstance: o.text("circumstance"),
		Modifier: o.whole("modifier"), Free: o.flag("free"), Roll: o.number("roll"),
		DamageRoll: o.number("damage_roll"), TraumaRoll: o.number("trauma_roll"), Edge: o.text("edge")}
}

func surpriseOf(o options) command.Command {
	return command.SurpriseSet{Names: o.text("names"), Confirm: o.flag("confirm")}
}

func surpriseSideOf(o options) command.Command { return command.SurpriseSide{Side: o.text("side")} }

func alertOf(o options) command.Command { return command.SurpriseAlert{Names: o.text("names")} }

func askOf(o options) command.Command {
	return command.SurpriseAsk{Names: o.text("names"), Target: o.whole("target")}
}

func contestOf(o options) command.Command {
	return command.SurpriseContest{Ambushers: o.text("ambushers"), Targets: o.text("targets"), Rolls: o.text("rolls")}
}

func rerollOf(o options) command.Command {
	return command.Reroll{Surprised: o.text("surprised"), Rolls: o.text("rolls")}
}

// completeOwn suggests the combatants that the asker may act for.
func completeOwn(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, one := range tx.combatants() {
		if s := tx.seen(); engine.MayGM(s, tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, one.Name)
		}
	}
	return suggest("", input, out)
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
	return suggest("", input, out)
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
	return suggest("", input, keys)
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
	return suggest("", input, keys)
}

// completeWeapons suggests Punch and the saved weapons of combatants that the asker may act for.
func completeWeapons(tx *transaction, input string) []discord.Choice {
	out := []string{"Punch"}
	for _, one := range tx.combatants() {
		if name, _, _ := strings.Cut(one.Weapon, ","); engine.MayGM(tx.seen(), tx.actor) || engine.Owns(one, tx.actor) {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return suggest("", input, out)
}

func completeCircumstances(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	before, last, rest := lastPart(input)
	known := attack.OptionsOf(rs.Attack.Form).Circumstances
	return suggest(before, last, slices.DeleteFunc(known, func(c string) bool { return slices.Contains(rest, c) }))
}
