package bot

import (
	"context"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/forms"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/publish"
	"roundel/bot/words/form"
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

// completeNext proposes who can take the next turn, as far as the asker may choose.
func completeNext(tx *transaction, input string) []discord.Choice {
	a, err := tx.asker()
	if err != nil {
		return nil
	}
	return menu.Suggest("", input, a.Followers())
}

// pressTake takes the open turn or brings a waiting unit back. If the asker could take the turn for several, a form asks for whom.
func pressTake(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	var asks *discord.Reply
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		a, err := tx.asker()
		if err != nil {
			return nil, err
		}
		if names := a.Takers(); len(names) > 1 {
			asks = &discord.Reply{Form: forms.Take(a, names)}
		}
		return nil, nil
	})
	if err != nil || asks != nil {
		return asks, err
	}
	return pressedOnCard(func(args []string) command.Command { return command.Take{Moment: command.Moment{Turn: turnArg(args)}} })(ctx, b, r, args)
}

// completeWaiting proposes those of the asker's combatants that wait, or that can take the open turn.
func completeWaiting(tx *transaction, input string) []discord.Choice {
	a, err := tx.asker()
	if err != nil {
		return nil
	}
	out := a.Takers()
	for _, c := range tx.combatants() {
		u := tx.seen().Unit(c.Unit)
		if u != nil && u.Waiting != engine.NotWaiting && (engine.MayGM(tx.seen(), tx.actor) || engine.Owns(c, tx.actor)) {
			out = append(out, c.Name)
		}
	}
	return menu.Suggest("", input, out)
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
	return menu.Suggest("", input, out)
}

// waitPresses are the buttons and forms for waiting.
func waitPresses() []press {
	return []press{
		{"delay", "button delay", pressedOnCard(func([]string) command.Command { return command.Delay{} })},
		{"take", "button take", pressTake},
		{"take-form", "form take", filledOnCard(forms.ReadNames(func(to string, m command.Moment) command.Command { return command.Take{Name: to, Moment: m} }))},
		{"hand", "button hand over", opens(forms.HandOver)},
		{"hand-form", "form hand over", filledOnCard(forms.ReadNames(func(to string, m command.Moment) command.Command { return command.Next{To: to, Moment: m} }))},
		{"swap", "button delay", opens(forms.Swap)},
		{"swap-form", "form delay", filledInTurn(forms.ReadSwap)},
	}
}

// waitButtons returns the buttons for waiting and coming back that the asker can use now.
func (tx *transaction) waitButtons() []discord.Button {
	var row []discord.Button
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	if _, cant := tx.form(forms.Swap); rs.Wait == ruleset.Swap && cant == nil {
		row = append(row, discord.Button{Label: form.ButtonDelay, ID: discord.CustomID("swap", publish.TurnArg(tx.seen().Turn))})
	}
	for _, b := range []struct {
		label, verb string
		cmd         command.Command
	}{{form.ButtonDelay, "delay", command.Delay{}}, {form.ButtonTake, "take", command.Take{}}} {
		if tx.wouldRefuse(b.cmd) == nil {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, publish.TurnArg(tx.seen().Turn))})
		}
	}
	return row
}
