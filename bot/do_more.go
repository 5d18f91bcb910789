package bot

import (
	"context"
	"slices"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// pressMore shows, to the asker alone, what else can be done now: to a GM the GM's panel, to anyone else what they can do.
func pressMore(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	gm := false
	reply, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		if gm = tx.gm() == nil; gm {
			return nil, nil
		}
		return tx.more()
	})
	if err != nil || !gm {
		return reply, err
	}
	return pressPanel(ctx, b, r, args)
}

// more returns what a player can do now that the card has no button for.
func (tx *transaction) more() (*discord.Reply, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	_, cantAct := tx.form(actForm)
	_, cantMove := tx.form(moveForm)
	_, cantLong := tx.form(longForm)
	_, cantUse := tx.form(useForm)
	var row []discord.Button
	for _, b := range []struct {
		label, verb string
		can         bool
	}{
		{words.ButtonJoin, "join", !tx.plays()},
		{words.ButtonAct, "act", cantAct == nil},
		{words.ButtonMove, "move", cantMove == nil},
		{words.ButtonLong, "long", cantLong == nil},
		{words.ButtonUse, "use", cantUse == nil},
		{words.ButtonActLast, "last", tx.wouldRefuse(play.Last{}) == nil},
		{words.ButtonBlow, "blow", tx.wouldRefuse(play.RollWithBlow{}) == nil},
		{words.ButtonDice, "dice", true},
		{words.ButtonEffects, "effects", len(tx.shown()) > 0},
	} {
		if b.can {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, card.TurnArg(tx.seen().Turn))})
		}
	}
	row = append(row, tx.waitButtons()...)
	reply := &discord.Reply{Ephemeral: true, Text: words.More(rs), Buttons: buttonRows(row)}
	if removable := tx.removable(); len(removable) > 0 {
		menu := discord.Button{Label: words.RemoveEffects, ID: discord.CustomID("remove-effects", card.TurnArg(tx.seen().Turn)),
			Menu: &discord.Menu{Options: removable, Least: 1, Most: mostOptions}}
		reply.Buttons = append(reply.Buttons, []discord.Button{menu})
	}
	return reply, nil
}

// plays reports whether the asker has a combatant in the fight.
func (tx *transaction) plays() bool {
	return slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.Owns(c, tx.actor) })
}

// removable returns the effects that the asker may remove, as the options of a menu.
func (tx *transaction) removable() []discord.Option {
	var out []discord.Option
	for _, e := range tx.shown() {
		if target := tx.seen().TargetName(e); len(out) < mostOptions && tx.wouldRefuse(play.EffectRemove{Target: target, Name: e.Name}) == nil {
			out = append(out, discord.Option{Label: words.Visible(e.Name), Value: card.EffectKey(tx.seen(), e), About: words.Visible(target)})
		}
	}
	return out
}

// pressRemoveEffects removes the effects that were picked from the menu.
func pressRemoveEffects(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		var cmds []play.Command
		for _, key := range strings.Split(r.Fields["values"], ",") {
			i := slices.IndexFunc(tx.shown(), func(e *engine.Effect) bool { return card.EffectKey(tx.seen(), e) == key })
			if i < 0 {
				return nil, refuse(engine.NotFound, words.EffectGone())
			}
			e := tx.shown()[i]
			cmds = append(cmds, play.EffectRemove{Target: tx.seen().TargetName(e), Name: e.Name})
		}
		return tx.play(buttonName(r), cmds...)
	})
}

// pressEffects lists all effects, as /effect list does.
func pressEffects(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return listEffects(ctx, b, r)
}

func diceFilled(ctx context.Context, b *Bot, r *discord.Request, _ []string) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		return tx.rollDice(Options(r.Fields), buttonName(r))
	})
}
