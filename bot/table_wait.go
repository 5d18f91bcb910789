package bot

import (
	"context"
	"slices"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// orderCommands let combatants wait, and put fixed entries into the order.
func orderCommands() []slashCommand {
	return []slashCommand{
		{path: "init delay", run: plays(delayCommand), options: []param{
			{name: "name", max: 100, complete: completeActive},
			{name: "with", max: 100, complete: completeNames},
		}},
		{path: "init take", run: take, options: []param{{name: "name", max: 100, complete: completeWaiting}}},
		{path: "init event", run: plays(eventCommand), options: []param{
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
	return suggestNames("", input, a.Followers())
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
			asks = &discord.Reply{Form: takeForm(a, names)}
		}
		return nil, nil
	})
	if err != nil || asks != nil {
		return asks, err
	}
	return pressedOnCard(func(args []string) play.Command { return play.Take{Moment: play.Moment{Turn: turnArg(args)}} })(ctx, b, r, args)
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
	return suggestNames("", input, out)
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
	return suggestNames("", input, out)
}

// waitPresses are the buttons and forms for waiting.
func waitPresses() []press {
	return []press{
		{"delay", "button delay", pressedOnCard(func([]string) play.Command { return play.Delay{} })},
		{"take", "button take", pressTake},
		{"take-form", "form take", filledOnCard(readNamesForm(func(to string, m play.Moment) play.Command { return play.Take{Name: to, Moment: m} }))},
		{"hand", "button hand over", opens(handOverForm)},
		{"hand-form", "form hand over", filledOnCard(readNamesForm(func(to string, m play.Moment) play.Command { return play.Next{To: to, Moment: m} }))},
		{"swap", "button delay", opens(swapForm)},
		{"swap-form", "form delay", filledInTurn(readSwapForm)},
	}
}

// waitButtons returns the buttons for waiting and coming back that the asker can use now.
func (tx *transaction) waitButtons() []discord.Button {
	var row []discord.Button
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	if _, cant := tx.form(swapForm); rs.Wait == ruleset.Swap && cant == nil {
		row = append(row, discord.Button{Label: words.ButtonDelay, ID: discord.CustomID("swap", card.TurnArg(tx.seen().Turn))})
	}
	for _, b := range []struct {
		label, verb string
		cmd         play.Command
	}{{words.ButtonDelay, "delay", play.Delay{}}, {words.ButtonTake, "take", play.Take{}}} {
		if tx.wouldRefuse(b.cmd) == nil {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, card.TurnArg(tx.seen().Turn))})
		}
	}
	return row
}
