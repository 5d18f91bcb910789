package bot

import (
	"context"

	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// asker returns who asks, and the fight as it is now.
func (tx *transaction) asker() (*asker, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	return &asker{State: tx.j.State(), Seen: tx.seen(), Rules: rs, Actor: tx.actor, Players: tx.conf.Damage, Now: tx.now,
		Turn: newTurn(tx.now), Submitted: tx.r.Path}, nil
}

// form returns a form as it is for the asker now.
func (tx *transaction) form(form formMaker) (*discord.Form, error) {
	a, err := tx.asker()
	if err != nil {
		return nil, err
	}
	return form(a)
}

// wouldRefuse returns the refusal that a command would get now, or nil. It changes nothing.
func (tx *transaction) wouldRefuse(cmd play.Command) error {
	a, err := tx.asker()
	if err != nil {
		return err
	}
	return a.WouldRefuse(cmd)
}

// opens returns a handler that opens a form, if the button belongs to the current turn.
func opens(form formMaker) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			f, err := tx.form(form)
			if err != nil {
				return nil, err
			}
			return &discord.Reply{Form: f}, nil
		})
	}
}

// reopened returns the forms that can be opened again after a refusal, by the verb of their custom ID.
func reopened() map[string]formMaker {
	return map[string]formMaker{"join-form": joinForm, "add-form": addForm, "attack-form": attackForm, "damage-form": damageForm,
		"heal-form": healForm, "effect-form": effectForm, "react-form": reactForm, "reserve-form": reserveForm, "act-form": actForm, "move-form": moveForm,
		"long-form": longForm, "use-form": useForm, "dice-form": diceForm}
}

// againButton keeps the contents of a refused form and returns a button that opens it again for the asker. It returns none for a form
// whose own button is still there.
func (b *Bot) againButton(r *discord.Request) [][]discord.Button {
	verb, args := discord.SplitID(r.Path)
	if reopened()[verb] == nil {
		return nil
	}
	id := discord.CustomID(append([]string{"again", verb, r.ID}, args...)...)
	if len(id) > maxCustomID {
		return nil // only if the form's own ID was forged
	}
	b.drafts.Keep(r)
	return [][]discord.Button{{{Label: words.ButtonAgain, ID: id, Style: discord.Primary}}}
}

// pressAgain opens a form again with its earlier contents, unless those were dropped. args are the form's verb, the ID of the
// interaction that submitted it and, for a form that belongs to a turn, that turn.
func pressAgain(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	if len(args) < 2 || reopened()[args[0]] == nil {
		return nil, refuse(engine.NotFound, words.UnknownForm())
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
		draft, err := b.drafts.Of(args[1], r.User)
		if err != nil {
			return nil, err
		}
		f, err := tx.form(form)
		if err != nil {
			return nil, err
		}
		for i := range f.Inputs {
			if text, ok := draft[f.Inputs[i].ID]; ok {
				refill(&f.Inputs[i], text)
			}
		}
		return &discord.Reply{Form: f}, nil
	})
}

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

// filledOnCard is like filledInTurn for a form that ends the turn of the card, so that the answer changes the card.
func filledOnCard(read formReader) pressHandler {
	return func(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.checkTurn(args); err != nil {
				return nil, err
			}
			tx.onCard = true
			return tx.fill(read)
		})
	}
}

// fill plays the commands of the form that was submitted.
func (tx *transaction) fill(read formReader) (*discord.Reply, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	a, err := tx.asker()
	if err != nil {
		return nil, err
	}
	list, err := read(a, Options(tx.r.Fields))
	if err != nil {
		return nil, err
	}
	return tx.play(buttonName(tx.r), list...)
}
