package bot

import (
	"cmp"
	"context"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/publish"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
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
	return menu.Suggest("", input, tx.followers())
}

// followers returns the names of those whom the asker can give the next turn, last the end of the round.
func (tx *transaction) followers() []string {
	if rs, err := tx.ruleset(); err != nil || !rs.Order.Opens() && rs.Order.Shape != ruleset.Draw {
		return nil
	}
	var out []string
	if tx.seen() == nil {
		return nil
	}
	for _, u := range tx.seen().Units {
		if tx.wouldRefuse(command.Next{To: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	if tx.wouldRefuse(command.Next{To: command.EndOfRound}) == nil {
		out = append(out, command.EndOfRound)
	}
	return out
}

// takers returns the names of those for whom the asker can take the open turn.
func (tx *transaction) takers() []string {
	var out []string
	s := tx.seen()
	if s == nil {
		return nil
	}
	for _, u := range s.Candidates() {
		if tx.wouldRefuse(command.Take{Name: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	return out
}

// handOverForm returns the form that asks whose turn is next.
func handOverForm(tx *transaction) (*discord.Form, error) {
	names := tx.followers()
	if len(names) == 0 {
		return nil, tx.nobody(command.Next{To: tx.someName()})
	}
	return tx.whoIsNext("hand-form", form.HandOverForm(), names), nil
}

// someName returns the name of somebody in the fight.
func (tx *transaction) someName() string {
	for _, u := range tx.seen().Units {
		return u.Name
	}
	return ""
}

// whoIsNext returns a form with a menu of names.
func (tx *transaction) whoIsNext(id string, text form.FormText, names []string) *discord.Form {
	options := make([]discord.Option, len(names))
	for i, name := range names {
		options[i] = discord.Option{Label: plain.Visible(name), Value: name}
		if name == command.EndOfRound {
			options[i].Label = form.EndRoundLabel
		}
	}
	return menu.Form(discord.CustomID(id, publish.TurnArg(tx.seen().Turn)), text, menu.Choose("to", 1, options)...)
}

// handedOver reads a submitted form that asked whose turn is next.
func handedOver(cmd func(to string, m command.Moment) command.Command) formReader {
	return func(tx *transaction, f input.Options) ([]command.Command, error) {
		tx.onCard = true
		m := command.Moment{Turn: tx.j.State().Turn}
		return []command.Command{cmd(cmp.Or(f.Text("to_more"), f.Text("to")), m)}, nil
	}
}

// pressTake takes the open turn or brings a waiting unit back. If the asker could take the turn for several, a form asks for whom.
func pressTake(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	var asks *discord.Reply
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		if names := tx.takers(); len(names) > 1 {
			asks = &discord.Reply{Form: tx.whoIsNext("take-form", form.TakeForm(), names)}
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
	out := tx.takers()
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
		{"take-form", "form take", filledInTurn(handedOver(func(to string, m command.Moment) command.Command { return command.Take{Name: to, Moment: m} }))},
		{"hand", "button hand over", opens(handOverForm)},
		{"hand-form", "form hand over", filledInTurn(handedOver(func(to string, m command.Moment) command.Command { return command.Next{To: to, Moment: m} }))},
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
		if !u.Acted && !u.IsEvent() && !seen.IsActive(u.ID) && len(later) < menu.Most {
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
	return tx.formFor("swap-form", form.SwapForm(), swap, discord.Input{ID: "with", Required: true, Menu: &discord.Menu{Options: later}})
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
