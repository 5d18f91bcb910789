package bot

import (
	"slices"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

// orderCommands let combatants wait, and put fixed entries into the order.
func orderCommands() []slashCommand {
	return []slashCommand{
		{path: "init delay", run: plays(input.Delay), options: []param{
			{name: "name", max: 100, complete: completeActive},
			{name: "with", max: 100, complete: completeNames},
		}},
		{path: "init take", run: take, options: []param{{name: "name", max: 100, complete: completeWaiting}}},
		{path: "init event", run: plays(input.Event), options: []param{
			{name: "name", required: true, max: 100, complete: completeEvents},
			{name: "score", kind: asWhole, min: -1000, max: 1000},
			{name: "every", kind: asWhole, min: 1, max: 1000},
			{name: "first", kind: asWhole, min: 1, max: 1000},
			{name: "note", max: 200},
		}},
	}
}

// completeWaiting proposes those of the asker's combatants that wait.
func completeWaiting(tx *transaction, input string) []discord.Choice {
	var out []string
	for _, c := range tx.combatants() {
		u := tx.seen().Unit(c.Unit)
		if u != nil && u.Waiting != engine.NotWaiting && (engine.MayGM(tx.seen(), tx.actor) || engine.Owns(c, tx.actor)) {
			out = append(out, c.Name)
		}
	}
	return suggest("", input, out)
}

// completeEvents proposes the ruleset's events that are not in the order.
func completeEvents(tx *transaction, input string) []discord.Choice {
	var out []string
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	for _, e := range rs.Events {
		if !slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.SameName(c.Name, e.Name) }) {
			out = append(out, e.Name)
		}
	}
	return suggest("", input, out)
}

// waitPresses are the buttons and forms for waiting.
func waitPresses() []press {
	return []press{
		{"delay", "button delay", pressedOnCard(func([]string) command.Command { return command.Delay{} })},
		{"take", "button take", pressedOnCard(func([]string) command.Command { return command.Take{} })},
		{"swap", "button delay", opens(swapForm)},
		{"swap-form", "form delay", filledInTurn(swapFilled)},
	}
}

// swapForm asks with whom the active combatant changes places.
func swapForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	seen := tx.seen()
	var later []discord.Option
	for _, u := range seen.Order(rs) {
		if !u.Acted && !u.IsEvent() && !seen.IsActive(u.ID) && len(later) < maxChoices {
			later = append(later, discord.Option{Label: u.Name, Value: u.Name})
		}
	}
	swap := func(c *engine.Combatant) error {
		for _, with := range later {
			if tx.wouldRefuse(command.Delay{Name: c.Name, With: with.Value}) == nil {
				return nil
			}
		}
		return tx.wouldRefuse(command.Delay{Name: c.Name})
	}
	return tx.formFor("swap-form", words.SwapForm(), swap, discord.Input{ID: "with", Required: true, Menu: &discord.Menu{Options: later}})
}

func swapFilled(tx *transaction, f input.Options) ([]command.Command, error) {
	who, err := tx.chosen(f)
	return []command.Command{command.Delay{Name: who, With: f.Text("with")}}, err
}

// waitButtons returns the buttons for waiting and coming back that the asker can use now.
func (tx *transaction) waitButtons() []discord.Button {
	var row []discord.Button
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	if _, cant := swapForm(tx); rs.Wait == ruleset.Swap && cant == nil {
		row = append(row, discord.Button{Label: words.ButtonDelay, ID: discord.CustomID("swap", publish.TurnArg(tx.seen().Turn))})
	}
	for _, b := range []struct {
		label, verb string
		cmd         command.Command
	}{{words.ButtonDelay, "delay", command.Delay{}}, {words.ButtonTake, "take", command.Take{}}} {
		if tx.wouldRefuse(b.cmd) == nil {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, publish.TurnArg(tx.seen().Turn))})
		}
	}
	return row
}
