package bot

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/snowflake"
)

// Discord's limits.
const (
	mostOptions = 25 // entries of a menu and suggestions for an option
	MostRows    = 5  // rows of buttons, and buttons of a row
)

// newForm returns a form with inputs; its texts come from package words.
func newForm(id string, text words.FormText, inputs ...discord.Input) *discord.Form {
	for i := range inputs {
		says := text.Inputs[inputs[i].ID]
		inputs[i].Label, inputs[i].Help, inputs[i].Hint = says.Label, says.Help, says.Hint
	}
	return &discord.Form{ID: id, Title: text.Title, Inputs: inputs}
}

// refill sets an input to what was entered before.
func refill(in *discord.Input, text string) {
	if in.Menu == nil {
		in.Value = words.Clip(text, in.Max)
		return
	}
	picks := strings.Split(text, ",")
	for i := range in.Menu.Options {
		in.Menu.Options[i].Picked = slices.Contains(picks, in.Menu.Options[i].Value)
	}
}

// optionsSize returns how many of the options a menu has. If it has no room for all, a text input beside it takes the others.
func optionsSize(all []discord.Option) int {
	if len(all) > mostOptions {
		return mostOptions - 1
	}
	return len(all)
}

// withOption adds an option unless its value is there already, as that of a unit with several places in the order.
func withOption(all []discord.Option, o discord.Option) []discord.Option {
	if slices.ContainsFunc(all, func(one discord.Option) bool { return one.Value == o.Value }) {
		return all
	}
	return append(all, o)
}

// choose returns the inputs for choosing one or several of the options: a menu, and a text input if there are too many for it.
func choose(id string, most int, all []discord.Option) []discord.Input {
	menu := discord.Input{ID: id, Required: true, Menu: &discord.Menu{Options: all[:optionsSize(all)], Most: most}}
	if len(menu.Menu.Options) == len(all) {
		return []discord.Input{menu}
	}
	menu.Required = false
	return []discord.Input{menu, {ID: id + "_more", Max: 1000}}
}

// buttonRows arranges buttons in up to so many rows. missing are the labels of those that there is no room for.
func buttonRows(all []discord.Button, most int) (rows [][]discord.Button, missing []string) {
	room := min(len(all), max(0, most)*MostRows)
	for _, b := range all[room:] {
		missing = append(missing, b.Label)
	}
	return slices.Collect(slices.Chunk(all[:room], MostRows)), missing
}

const maxValue = 100 // characters of a suggestion

// suggestNames returns the candidates that begin with what was typed, each with the text before it prepended.
func suggestNames(before, input string, candidates []string) []discord.Choice {
	input = strings.ToLower(strings.TrimSpace(input))
	var out []discord.Choice
	for _, w := range candidates {
		value := before + w
		if w == "" || !strings.HasPrefix(strings.ToLower(w), input) || utf8.RuneCountInString(value) > maxValue {
			continue
		}
		if choice := (discord.Choice{Name: value, Value: value}); len(out) < mostOptions && !slices.Contains(out, choice) {
			out = append(out, choice)
		}
	}
	return out
}

// lastPart splits a comma-separated list into its last element and the text and elements before that.
func lastPart(input string) (before, last string, rest []string) {
	cut := strings.LastIndexByte(input, ',')
	if cut < 0 {
		return "", input, nil
	}
	for part := range strings.SplitSeq(input[:cut], ",") {
		rest = append(rest, strings.TrimSpace(part))
	}
	return strings.TrimSpace(input[:cut]) + ", ", input[cut+1:], rest
}

// maxDrafts is the maximum number of drafts; when it is reached, all are dropped.
const maxDrafts = 4096

// drafts keeps the contents of forms that were refused, so that no one has to type them again. The zero value is ready to
// use.
type drafts struct {
	mu    sync.Mutex
	forms map[string]draft // by the ID of the interaction that submitted the form
}

// draft is what a user filled in.
type draft struct {
	by     snowflake.User
	fields map[string]string
}

// Keep keeps the contents of a form that a request submitted.
func (d *drafts) Keep(r *discord.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= maxDrafts {
		d.forms = map[string]draft{}
	}
	d.forms[r.ID] = draft{r.User, r.Fields}
}

// Of returns the contents of the form that an interaction of the user's submitted, or nil if they were dropped. They are refused to anyone
// else.
func (d *drafts) Of(interaction string, user snowflake.User) (map[string]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept, is := d.forms[interaction]; is && kept.by != user {
		return nil, refuse(engine.NotAllowed, words.FormOfSomeoneElse())
	}
	return d.forms[interaction].fields, nil
}
