package bot

import (
	"context"
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// completeSaved suggests the user's saved characters.
func completeSaved(tx *transaction, input string) []discord.Choice {
	var names []string
	for _, one := range tx.saved {
		names = append(names, one.Name)
	}
	slices.Reverse(names)
	return suggestNames("", input, names)
}

// join adds the user's character to the fight. Options take precedence over what is saved.
func (b *Bot) join(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		in, err := tx.joining(all, Options(r.Options))
		if err != nil {
			return nil, err
		}
		return tx.playJoin(in)
	})
}

// joining is a command to join. The fields after it are for a saved character.
type joining struct {
	play.Join
	saved   bool
	leftOut []string // stats that the fight's ruleset doesn't have: "agility 42"
}

// joining returns the command to join with the options and, if there is one with that name, a saved character. It joins with
// the stats that the fight's ruleset has.
func (tx *transaction) joining(all []Character, o Options) (joining, error) {
	in := joining{Join: play.Join{Name: o.Text("name"), Stats: o.Text("stats"), Roll: o.Number("roll"), Side: o.Text("side")}}
	rs, err := tx.ruleset()
	if err != nil {
		return in, err
	}
	one, ok := findCharacter(all, in.Name)
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
func (tx *transaction) playJoin(in joining) (*discord.Reply, error) {
	reply, err := tx.play(in.Join)
	var why *engine.Error
	if in.saved && errors.As(err, &why) && why.Reason == reason.StatsMissing {
		return nil, refuse(engine.Invalid, words.SavedLacksStats(in.Name, why))
	}
	if err == nil && len(in.leftOut) > 0 {
		rs, err := tx.ruleset()
		if err != nil {
			return nil, err
		}
		reply.Text = words.Lines([]string{reply.Text, words.StatsLeftOut(rs.Title, in.leftOut)})
	}
	return reply, err
}

// pressJoin joins with the saved character that fits the ruleset, or offers a menu if several do. If none does, it opens the form, with
// the one saved last.
func (b *Bot) pressJoin(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		form, err := tx.form(joinForm)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			return &discord.Reply{Form: form}, nil
		}
		ready, err := tx.characters(all)
		if err != nil {
			return nil, err
		}
		switch {
		case len(ready) > 1, len(ready) == 1 && tx.plays():
			return tx.chooseCharacter(ready), nil
		case len(ready) == 1:
			all = ready
		}
		in, err := tx.joining(all, Options{})
		if err != nil {
			return nil, err
		}
		reply, err := tx.playJoin(in)
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

// add adds NPCs: typed ones, or monsters that are known.
func (b *Bot) add(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	o := Options(r.Options)
	var own []monster.Monster
	if o.Text("monster") != "" {
		var err error
		if own, err = b.ownMonsters(ctx, r); err != nil {
			return nil, err
		}
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		_, rs, err := tx.fight()
		if err != nil {
			return nil, err
		}
		cmd, err := b.monsters.Adding(own, rs, o)
		if err != nil {
			return nil, err
		}
		return tx.play(cmd)
	})
}

// ownMonsters returns the server's own monsters, or nothing if the asker may not see them.
func (b *Bot) ownMonsters(ctx context.Context, r *discord.Request) ([]monster.Monster, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.monsters.Own(ctx, r.Guild, actor)
}

// offerMonsters suggests monsters for the fight to its GM.
func (b *Bot) offerMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	own, err := b.ownMonsters(ctx, r)
	if err != nil {
		return nil, err
	}
	var out []discord.Choice
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if tx.gm() != nil {
			return nil, nil
		}
		_, rs, err := tx.fight()
		if err == nil {
			out = b.monsters.Suggest(own, rs, typed)
		}
		return nil, err
	})
	return out, err
}

// offerHP suggests what the hit points of a monster can be.
func offerHP(_ context.Context, _ *discord.Request, typed string) ([]discord.Choice, error) {
	return suggestNames("", typed, []string{AverageHP, RollHP}), nil
}

// offerOwnMonsters suggests the server's own monsters.
func (b *Bot) offerOwnMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	own, err := b.ownMonsters(ctx, r)
	return b.monsters.Suggest(own, &ruleset.Ruleset{}, typed), err
}

// offerAllMonsters suggests the server's own monsters and all that come with the bot, to those who may see the former.
func (b *Bot) offerAllMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil || !actor.Manager {
		return nil, err
	}
	own, err := b.ownMonsters(ctx, r)
	return b.monsters.Suggest(own, nil, typed), err
}

// joinForm asks for a character to join with.
func joinForm(a *asker) (*discord.Form, error) {
	return newForm("join-form", words.JoinForm(a.Rules),
		discord.Input{ID: "name", Required: true, Max: engine.MaxName},
		discord.Input{ID: "stats", Value: a.Rules.Template(false), Max: 500},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "side", Max: engine.MaxName}), nil
}

// readJoinForm joins as /init join would.
func readJoinForm(_ *asker, f Options) ([]play.Command, error) {
	roll, err := f.WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return []play.Command{play.Join{Name: f.Text("name"), Stats: oneLine(f.Text("stats")), Roll: roll, Side: f.Text("side")}}, nil
}

// addForm asks the GM for foes, one in each line.
func addForm(a *asker) (*discord.Form, error) {
	if !engine.MayGM(a.State, a.Actor) {
		return nil, &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: a.State.GM}
	}
	return newForm("add-form", words.AddForm(a.Rules),
		discord.Input{ID: "lines", Long: true, Required: true, Max: 2000},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "hidden", Menu: &discord.Menu{Options: []discord.Option{
			{Label: words.SeenByAll, Value: "no", Picked: true}, {Label: words.SeenByGM, Value: "yes"}}}}), nil
}

// readAddForm adds the foes of all lines.
func readAddForm(_ *asker, f Options) ([]play.Command, error) { return foesCommands(f) }
