package bot

import (
	"context"
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/menu"
	"roundel/bot/saved"
	"roundel/bot/words/keep"
	"roundel/bot/words/plain"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/reason"
)

// completeSaved suggests the user's saved characters.
func completeSaved(tx *transaction, input string) []discord.Choice {
	var names []string
	for _, one := range tx.saved {
		names = append(names, one.Name)
	}
	slices.Reverse(names)
	return menu.Suggest("", input, names)
}

// join adds the user's character to the fight. Options take precedence over what is saved.
func join(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		in, err := tx.joining(all, input.Options(r.Options))
		if err != nil {
			return nil, err
		}
		return tx.playJoin(commandLine(r), in)
	})
}

// joining is a command to join. The fields after it are for a saved character.
type joining struct {
	command.Join
	saved   bool
	leftOut []string // stats that the fight's ruleset doesn't have: "agility 42"
}

// joining returns the command to join with the options and, if there is one with that name, a saved character. It joins with
// the stats that the fight's ruleset has.
func (tx *transaction) joining(all []saved.Character, o input.Options) (joining, error) {
	in := joining{Join: command.Join{Name: o.Text("name"), Stats: o.Text("stats"), Roll: o.Number("roll"), Side: o.Text("side")}}
	rs, err := tx.ruleset()
	if err != nil {
		return in, err
	}
	one, ok := saved.Find(all, in.Name)
	if !ok {
		return in, nil
	}
	if in.Name == "" {
		in.Name = one.Name
	}
	in.saved, in.Weapon = true, one.Weapon
	in.Stats, in.leftOut, err = one.Fitting(rs, in.Stats)
	return in, err
}

// playJoin joins. The reply says which stats of a saved character were left out, and a refusal which ones it lacks.
func (tx *transaction) playJoin(source string, in joining) (*discord.Reply, error) {
	reply, err := tx.play(source, in.Join)
	var why *engine.Error
	if in.saved && errors.As(err, &why) && why.Reason == reason.StatsMissing {
		return nil, refuse(engine.Invalid, refusal.SavedLacksStats(in.Name, why))
	}
	if err == nil && len(in.leftOut) > 0 {
		rs, err := tx.ruleset()
		if err != nil {
			return nil, err
		}
		reply.Text = plain.Lines([]string{reply.Text, keep.StatsLeftOut(rs.Title, in.leftOut)})
	}
	return reply, err
}

// pressJoin joins with the character saved last. If there is none, or it doesn't fit the ruleset, it opens the form.
func pressJoin(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	all, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		form, err := joinForm(tx)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			return &discord.Reply{Form: form}, nil
		}
		in, err := tx.joining(all, input.Options{})
		if err != nil {
			return nil, err
		}
		reply, err := tx.playJoin(buttonName(r), in)
		var why *engine.Error
		if errors.As(err, &why) && why.Code == engine.Invalid {
			form.Inputs[0].Value = in.Name
			if in.Stats != "" {
				form.Inputs[1].Value = in.Stats
			}
			return &discord.Reply{Form: form}, nil
		}
		return reply, err
	})
}
