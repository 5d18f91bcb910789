package forms

import (
	"cmp"
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

// Followers returns the names of those whom the asker can give the next turn, last the end of the round.
func (a *Asker) Followers() []string {
	if a.Seen == nil || !a.Rules.Order.Opens() && a.Rules.Order.Shape != ruleset.Draw {
		return nil
	}
	var out []string
	for _, u := range a.Seen.Units {
		if a.WouldRefuse(command.Next{To: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	if a.WouldRefuse(command.Next{To: command.EndOfRound}) == nil {
		out = append(out, command.EndOfRound)
	}
	return out
}

// Takers returns the names of those for whom the asker can take the open turn.
func (a *Asker) Takers() []string {
	var out []string
	s := a.Seen
	if s == nil {
		return nil
	}
	for _, u := range s.Candidates() {
		if a.WouldRefuse(command.Take{Name: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	return out
}

// HandOver returns the form that asks whose turn is next.
func HandOver(a *Asker) (*discord.Form, error) {
	names := a.Followers()
	if len(names) == 0 {
		return nil, a.nobody(command.Next{To: a.someName()})
	}
	return a.whoIsNext("hand-form", form.HandOverForm(), names), nil
}

// someName returns the name of somebody in the fight.
func (a *Asker) someName() string {
	for _, u := range a.Seen.Units {
		return u.Name
	}
	return ""
}

// whoIsNext returns a form with a menu of names.
func (a *Asker) whoIsNext(id string, text form.FormText, names []string) *discord.Form {
	options := make([]discord.Option, len(names))
	for i, name := range names {
		options[i] = discord.Option{Label: plain.Visible(name), Value: name}
		if name == command.EndOfRound {
			options[i].Label = form.EndRoundLabel
		}
	}
	return menu.Form(discord.CustomID(id, publish.TurnArg(a.Seen.Turn)), text, menu.Choose("to", 1, options)...)
}

// Take returns the form that asks who of several takes the open turn.
func Take(a *Asker, names []string) *discord.Form {
	return a.whoIsNext("take-form", form.TakeForm(), names)
}

// ReadNames returns a reader of a form that asked whose turn is next.
func ReadNames(cmd func(to string, m command.Moment) command.Command) Reader {
	return func(a *Asker, f input.Options) ([]command.Command, error) {
		m := command.Moment{Turn: a.State.Turn}
		return []command.Command{cmd(cmp.Or(f.Text("to_more"), f.Text("to")), m)}, nil
	}
}

// Swap asks with whom the active combatant changes places.
func Swap(a *Asker) (*discord.Form, error) {
	seen := a.Seen
	var later []discord.Option
	for _, u := range seen.Order(a.Rules) {
		if !u.Acted && !u.IsEvent() && !seen.IsActive(u.ID) && len(later) < menu.Most {
			later = append(later, discord.Option{Label: u.Name, Value: u.Name})
		}
	}
	swap := func(c *engine.Combatant) error {
		for _, with := range later {
			if a.WouldRefuse(command.Delay{Name: c.Name, With: with.Value}) == nil {
				return nil
			}
		}
		return a.WouldRefuse(command.Delay{Name: c.Name})
	}
	return a.formFor("swap-form", form.SwapForm(), swap, discord.Input{ID: "with", Required: true, Menu: &discord.Menu{Options: later}})
}

// ReadSwap waits, and changes places with whoever was chosen.
func ReadSwap(a *Asker, f input.Options) ([]command.Command, error) {
	who, err := a.chosen(f)
	return []command.Command{command.Delay{Name: who, With: f.Text("with")}}, err
}
