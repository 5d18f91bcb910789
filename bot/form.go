package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/words/form"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
)

// formOf returns a form as it is for the asker now, or the refusal that submitting it could only lead to.
type formOf func(tx *transaction) (*discord.Form, error)

// opens returns a handler that opens a form, if the button belongs to the current turn.
func opens(form formOf) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			f, err := form(tx)
			if err != nil {
				return nil, err
			}
			return &discord.Reply{Form: f}, nil
		})
	}
}

// reopened returns the forms that can be opened again after a refusal, by the verb of their custom ID.
func reopened() map[string]formOf {
	return map[string]formOf{"join-form": joinForm, "add-form": addForm, "attack-form": attackForm, "damage-form": damageForm,
		"heal-form": healForm, "effect-form": effectForm, "react-form": reactForm, "reserve-form": reserveForm, "act-form": actForm, "move-form": moveForm,
		"long-form": longForm, "use-form": useForm, "dice-form": diceForm}
}

// againButton keeps the contents of a refused form and returns a button that opens it again. It returns none for a form whose
// own button is still there.
func (b *Bot) againButton(r *discord.Request) [][]discord.Button {
	verb, args := discord.SplitID(r.Path)
	if reopened()[verb] == nil {
		return nil
	}
	b.drafts.Keep(r.ID, r.Fields)
	id := discord.CustomID(append([]string{"again", verb, r.ID}, args...)...)
	return [][]discord.Button{{{Label: form.ButtonAgain, ID: id, Style: discord.Primary}}}
}

// pressAgain opens a form again with its earlier contents, unless those were dropped. args are the form's verb, the ID of the
// interaction that submitted it and, for a form that belongs to a turn, that turn.
func pressAgain(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	if len(args) < 2 || reopened()[args[0]] == nil {
		return nil, refuse(engine.NotFound, refusal.UnknownForm())
	}
	form := reopened()[args[0]]
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if tx.j.State() == nil {
			return nil, noFight()
		}
		if len(args) > 2 {
			if err := tx.checkTurn(args[2:]); err != nil {
				return nil, err
			}
		}
		f, err := form(tx)
		if err != nil {
			return nil, err
		}
		draft := b.drafts.Of(args[1])
		for i := range f.Inputs {
			if text, ok := draft[f.Inputs[i].ID]; ok {
				menu.Refill(&f.Inputs[i], text)
			}
		}
		return &discord.Reply{Form: f}, nil
	})
}

// formReader returns the commands that a submitted form stands for.
type formReader func(tx *transaction, f input.Options) ([]command.Command, error)

// filled returns a handler that decides the commands of a form, either all or none. The form may be submitted in a later turn
// than it was opened in, because it means the same then.
func filled(read formReader) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.fill(read) })
	}
}

// filledInTurn is like filled for a form that belongs to the turn in which it was opened, like a button.
func filledInTurn(read formReader) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			return tx.fill(read)
		})
	}
}

func (tx *transaction) fill(read formReader) (*discord.Reply, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	list, err := read(tx, input.Options(tx.r.Fields))
	if err != nil {
		return nil, err
	}
	return tx.play(buttonName(tx.r), list...)
}

func joinForm(tx *transaction) (*discord.Form, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	return menu.Form("join-form", form.JoinForm(rs),
		discord.Input{ID: "name", Required: true, Max: engine.MaxName},
		discord.Input{ID: "stats", Value: rs.Template(false), Max: 500},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "side", Max: engine.MaxName}), nil
}

func joinFilled(_ *transaction, f input.Options) ([]command.Command, error) {
	roll, err := f.WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return []command.Command{command.Join{Name: f.Text("name"), Stats: input.OneLine(f.Text("stats")), Roll: roll, Side: f.Text("side")}}, nil
}

func addForm(tx *transaction) (*discord.Form, error) {
	if err := tx.gm(); err != nil {
		return nil, err
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	return menu.Form("add-form", form.AddForm(rs),
		discord.Input{ID: "lines", Long: true, Required: true, Max: 2000},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "hidden", Menu: &discord.Menu{Options: []discord.Option{
			{Label: form.SeenByAll, Value: "no", Picked: true}, {Label: form.SeenByGM, Value: "yes"}}}}), nil
}

func addFilled(_ *transaction, f input.Options) ([]command.Command, error) { return input.Foes(f) }
