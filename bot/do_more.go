package bot

import (
	"slices"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// pressMore shows, to the asker alone, what else can be done now: to a GM the GM screen, to anyone else what they can do
// that the card has no button for.
func pressMore(tx *transaction) (*discord.Reply, error) {
	if tx.gm() == nil {
		return tx.screen(0)
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	_, cantAct := tx.form(actForm)
	_, cantMove := tx.form(moveForm)
	_, cantLong := tx.form(longForm)
	_, cantUse := tx.form(useForm)
	_, cantLast := actsLast().who(tx)
	_, cantBlow := rollsWithBlow().who(tx)
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
		{words.ButtonActLast, "last", cantLast == nil},
		{words.ButtonBlow, "blow", cantBlow == nil},
		{words.ButtonDice, "dice", true},
		{words.ButtonEffects, "effects", len(tx.shown()) > 0},
	} {
		if b.can {
			row = append(row, discord.Button{Label: b.label, ID: discord.CustomID(b.verb, card.TurnArg(tx.seen().Turn))})
		}
	}
	row = append(row, tx.waitButtons()...)
	reply := &discord.Reply{Ephemeral: true, Text: words.More(rs)}
	reply.Buttons, _ = buttonRows(row, MostRows) // at most 15
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
func pressRemoveEffects(tx *transaction) (*discord.Reply, error) {
	var cmds []play.Command
	for _, key := range strings.Split(tx.r.Fields["values"], ",") {
		i := slices.IndexFunc(tx.shown(), func(e *engine.Effect) bool { return card.EffectKey(tx.seen(), e) == key })
		if i < 0 {
			return nil, refuse(engine.NotFound, words.EffectGone())
		}
		e := tx.shown()[i]
		cmds = append(cmds, play.EffectRemove{Target: tx.seen().TargetName(e), Name: e.Name})
	}
	return tx.play(cmds...)
}
