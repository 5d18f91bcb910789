package forms

import (
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/words/form"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
)

// Join asks for a character to join with.
func Join(a *Asker) (*discord.Form, error) {
	return menu.Form("join-form", form.JoinForm(a.Rules),
		discord.Input{ID: "name", Required: true, Max: engine.MaxName},
		discord.Input{ID: "stats", Value: a.Rules.Template(false), Max: 500},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "side", Max: engine.MaxName}), nil
}

// ReadJoin joins as /init join would.
func ReadJoin(_ *Asker, f input.Options) ([]command.Command, error) {
	roll, err := f.WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return []command.Command{command.Join{Name: f.Text("name"), Stats: input.OneLine(f.Text("stats")), Roll: roll, Side: f.Text("side")}}, nil
}

// Add asks the GM for foes, one in each line.
func Add(a *Asker) (*discord.Form, error) {
	if !engine.MayGM(a.State, a.Actor) {
		return nil, &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: a.State.GM}
	}
	return menu.Form("add-form", form.AddForm(a.Rules),
		discord.Input{ID: "lines", Long: true, Required: true, Max: 2000},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "hidden", Menu: &discord.Menu{Options: []discord.Option{
			{Label: form.SeenByAll, Value: "no", Picked: true}, {Label: form.SeenByGM, Value: "yes"}}}}), nil
}

// ReadAdd adds the foes of all lines.
func ReadAdd(_ *Asker, f input.Options) ([]command.Command, error) { return input.Foes(f) }
