package bot

import (
	"context"
	"slices"
	"strconv"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// A check that is due has a button on the card, and below the message that tells of the damage that causes it. The button opens a form
// for the dice. The custom ID of a button holds its turn, then the effect's key or the ID of the combatant that is down; that of a form
// also how often has been rolled, so that a form rolls only what it was opened for.

func checkCommand() slashCommand {
	return slashCommand{path: "effect save", run: plays(saveOf), options: []param{
		{name: "target", required: true, max: 100, complete: completeNames},
		{name: "name", max: 100, complete: completeEffectsOn},
		{name: "roll", kind: asWhole, min: -100000, max: 100000},
	}}
}

func saveOf(o Options) play.Command {
	return play.EffectSave{Target: o.Text("target"), Name: o.Text("name"), Roll: o.Number("roll")}
}

// dueCheck returns the check that a button or a form is for. It is refused if it isn't due any more, or isn't the asker's.
func (tx *transaction) dueCheck(verb string, args []string) (words.DueCheck, play.EffectSave, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return words.DueCheck{}, play.EffectSave{}, err
	}
	s := tx.seen()
	for _, c := range words.DueChecks(s, rs) {
		cmd := play.EffectSave{Target: c.Who.Name, Name: c.Who.Down, Due: true}
		is := verb == "save" && int(c.Who.ID) == discord.NumberArg(args, 1)
		if c.Effect != nil {
			cmd.Target, cmd.Name = s.TargetName(c.Effect), c.Effect.Name
			is = verb == "check" && slices.Contains(args[min(1, len(args)):], card.EffectKey(s, c.Effect))
		}
		if is {
			return c, cmd, nil
		}
	}
	return words.DueCheck{}, play.EffectSave{}, refuse(engine.NotNow, words.CheckOver())
}

// timesRolled returns how often the check of an effect has been rolled, of which several may be due at once.
func timesRolled(c words.DueCheck) string {
	if c.Effect == nil {
		return "0"
	}
	return strconv.Itoa(c.Effect.Check.Passes + c.Effect.Check.Fails)
}

// pressCheck returns a handler that opens the form for a check.
func pressCheck(verb string) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			c, cmd, err := tx.dueCheck(verb, args)
			if err != nil {
				return nil, err
			}
			if err := tx.wouldRefuse(cmd); err != nil {
				return nil, err
			}
			id := discord.CustomID(append([]string{verb + "-form"}, append(slices.Clone(args), timesRolled(c))...)...)
			return &discord.Reply{Form: newForm(id, words.CheckForm(c), discord.Input{ID: "roll", Max: 7})}, nil
		})
	}
}

// checkFilled returns a handler that rolls a check with what the form says. The form may be submitted in a later turn, because it means
// the same then.
func checkFilled(verb string) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			c, cmd, err := tx.dueCheck(verb, args)
			if err != nil {
				return nil, err
			}
			if len(args) < 3 || timesRolled(c) != args[2] {
				return nil, refuse(engine.NotNow, words.CheckOver())
			}
			if cmd.Roll, err = Options(r.Fields).WholeNumber("roll"); err != nil {
				return nil, err
			}
			return tx.play(buttonName(r), cmd)
		})
	}
}

// checkButtons returns the buttons for checks that the events of a view have made due and that no card shows in a new turn: those that
// damage causes, and those of hidden combatants, which only their owner and the GM see.
func checkButtons(rs *ruleset.Ruleset, view view.View) []discord.Button {
	due := slices.DeleteFunc(words.DueChecks(view.State, rs), func(c words.DueCheck) bool { return !madeDue(view.Events, c) })
	if len(due) == 0 { // the state before is a copy
		return nil
	}
	if before := view.Before(); before == nil || before.Turn != view.State.Turn {
		due = slices.DeleteFunc(due, func(c words.DueCheck) bool { return !c.Who.Hidden })
	}
	var out []discord.Button
	for _, c := range due {
		out = append(out, card.DueButton(view.State, c, len(due) == 1))
	}
	return out
}

// madeDue reports whether one of the events makes a check due.
func madeDue(events []engine.Event, c words.DueCheck) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.CheckDue:
			return c.Effect != nil && e.Effect == c.Effect.ID
		case engine.SaveDue:
			return c.Effect == nil && e.Combatant == c.Who.ID
		}
		return false
	})
}
