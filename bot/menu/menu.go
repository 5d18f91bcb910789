package menu

import (
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words/form"
	"roundel/bot/words/plain"
)

// Discord's limits.
const (
	Most     = 25 // entries of a menu and suggestions for an option
	MostRows = 5  // rows of buttons, and buttons of a row
)

// Form returns a form with inputs; its texts come from package words.
func Form(id string, text form.FormText, inputs ...discord.Input) *discord.Form {
	for i := range inputs {
		says := text.Inputs[inputs[i].ID]
		inputs[i].Label, inputs[i].Help, inputs[i].Hint = says.Label, says.Help, says.Hint
	}
	return &discord.Form{ID: id, Title: text.Title, Inputs: inputs}
}

// Refill sets an input to what was entered before.
func Refill(in *discord.Input, text string) {
	if in.Menu == nil {
		in.Value = plain.Clip(text, in.Max)
		return
	}
	picks := strings.Split(text, ",")
	for i := range in.Menu.Options {
		in.Menu.Options[i].Picked = slices.Contains(picks, in.Menu.Options[i].Value)
	}
}

// Size returns how many of the options a menu has. If it has no room for all, a text input beside it takes the others.
func Size(all []discord.Option) int {
	if len(all) > Most {
		return Most - 1
	}
	return len(all)
}

// Choose returns the inputs for choosing one or several of the options: a menu, and a text input if there are too many for it.
func Choose(id string, most int, all []discord.Option) []discord.Input {
	menu := discord.Input{ID: id, Required: true, Menu: &discord.Menu{Options: all[:Size(all)], Most: most}}
	if len(menu.Menu.Options) == len(all) {
		return []discord.Input{menu}
	}
	menu.Required = false
	return []discord.Input{menu, {ID: id + "_more", Max: 1000}}
}

// Rows arranges buttons in rows and drops those that a message has no room for.
func Rows(all []discord.Button) [][]discord.Button {
	var out [][]discord.Button
	for i, b := range all {
		if i%MostRows == 0 {
			if len(out) == MostRows {
				return out
			}
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], b)
	}
	return out
}
