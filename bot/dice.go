package bot

import (
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
)

// rollDice rolls dice and shows the result. In a fight, the roll also goes into the log, where undo skips it.
func rollDice(tx *transaction) (*discord.Reply, error) {
	o := tx.given()
	expr, err := dice.Parse(o.Text("dice"))
	if err != nil {
		return nil, refuse(engine.Invalid, words.NotDice(err))
	}
	e := engine.DiceRolled{By: tx.r.User, Reason: o.Text("reason"), Secret: o.Flag("secret")}
	e.Roll = expr.Roll(tx.b.roller(e.Secret))
	if tx.j.State() != nil {
		if err := tx.append(engine.Noted, engine.Outcome{Events: []engine.Event{e}}); err != nil {
			return nil, err
		}
	}
	l := tx.all
	if e.Secret {
		l = tx.own
	}
	return &discord.Reply{Text: words.DiceRoll(l, e), Ephemeral: e.Secret}, nil
}

// diceForm asks for dice to roll.
func diceForm(tx *transaction) (*discord.Form, error) {
	return tx.newForm("dice-form", nil, discord.Input{ID: "dice", Required: true, Max: 100}, discord.Input{ID: "reason", Max: 200}), nil
}
