package bot

import (
	"errors"
	"slices"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
)

// rollDice rolls the dice of these options and shows the result. In a fight, the roll also goes into the log, where undo skips it.
func rollDice(tx *transaction, o Options, own Rolls) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	n, of, secret, err := tx.notation(o, own, all)
	if err != nil {
		return nil, err
	}
	roller := tx.roller(secret)
	if of != nil && of.Owner != "" && !secret { // its player sees it
		roller = dice.Of(roller, string(of.Owner))
	}
	var rolls []engine.DiceRolled
	var events []engine.Event
	for range n.Times {
		e := engine.DiceRolled{By: tx.r.User, Reason: o.Text("reason"), Secret: secret}
		e.Roll = n.Roll(roller)
		rolls, events = append(rolls, e), append(events, e)
	}
	if tx.j.State() != nil {
		if err := tx.append(engine.Noted, engine.Outcome{Events: events}); err != nil {
			return nil, err
		}
	}
	l := tx.all
	if secret {
		l = tx.own
	}
	text, file := words.DiceRolls(l, rolls)
	reply := &discord.Reply{Text: text, Ephemeral: secret}
	if file != "" {
		reply.Files = []discord.File{textFile("roll.txt", file)}
	}
	if tx.r.Guild != "" {
		tx.j.AmendRolls(tx.r.Guild, tx.r.User, amended(func(r *Rolls) { r.remember(o, tx.now) }))
		again := card.Button(l, discord.Secondary, "roll-again", string(tx.r.User), rollKey(o))
		reply.Buttons = [][]discord.Button{{again}}
		if s := tx.j.State(); !secret && s != nil && (s.Phase == engine.Running || s.Phase == engine.Ambush) &&
			slices.ContainsFunc(rolls, func(e engine.DiceRolled) bool { return e.Roll.Total > 0 }) {
			reply.Buttons[0] = append(reply.Buttons[0], card.Button(l, discord.Secondary, "apply-roll"))
		}
	}
	return reply, nil
}

// notation returns the requested dice with names replaced by numbers, the combatant that has these numbers (nil: none in the fight), and
// whether the roll is secret, as it also is if not everyone may know the numbers. The name of a named roll stands for its dice (CR-54).
func (tx *transaction) notation(o Options, own Rolls, all []Character) (n *dice.Notation, of *engine.Combatant, secret bool, err error) {
	secret = o.Flag("secret")
	text := o.Text("dice")
	if named, ok := own.named(text); ok {
		text = named
	} else if whose, _, err := tx.numbersOf(all, o.Text("who")); err == nil {
		if named, ok := whose.Roll(text); ok {
			text, of, secret = named, whose.Of, secret || whose.Secret()
		}
	}
	n, err = dice.ParseNotation(text, dice.All)
	switch edge := engine.Edge(o.Text("edge")); {
	case err != nil:
	case edge == engine.Advantage:
		n, err = n.WithEdge(+1)
	case edge == engine.Disadvantage:
		n, err = n.WithEdge(-1)
	}
	if err != nil {
		return nil, nil, false, refuse(engine.Invalid, words.NotDice(err))
	}
	if len(n.Names()) > 0 || o.Text("who") != "" {
		names := n.Names()
		filled, whose, err := tx.filled(n, all, o.Text("who"))
		if err != nil {
			return nil, nil, false, err
		}
		n, of, secret = filled, whose.Of, secret || whose.Secret(names...)
	}
	if times := o.Whole("times"); times > 0 {
		n.Times = times
	}
	return n, of, secret, nil
}

// filled returns dice with somebody's numbers in place of their names (CR-54), and these numbers.
func (tx *transaction) filled(n *dice.Notation, all []Character, who string) (*dice.Notation, play.Numbers, error) {
	numbers, _, err := tx.numbersOf(all, who)
	switch {
	case err != nil && tx.j.State() == nil && who == "":
		return nil, numbers, refuse(engine.NoEncounter, words.NotDice(&dice.Error{Fault: dice.UnknownName, Text: n.Names()[0]}))
	case err != nil:
		return nil, numbers, err
	}
	filled, err := n.Fill(numbers.Value)
	if unknown, is := errors.AsType[*dice.Error](err); is {
		unknown.Instead = numbers.Nearest(unknown.Text)
		return nil, numbers, refuse(engine.Invalid, words.NotDice(err))
	}
	return filled, numbers, err
}

// diceForm asks for dice to roll.
func diceForm(tx *transaction) (*discord.Form, error) {
	return tx.newForm("dice-form", nil, discord.Input{ID: "dice", Required: true, Max: 200}, discord.Input{ID: "reason", Max: 200},
		tx.edgeInput(), discord.Input{ID: "secret", Check: true}), nil
}

// edgeInput is the input of a form for advantage or disadvantage on a roll.
func (tx *transaction) edgeInput() discord.Input {
	var edges []discord.Option
	for _, edge := range rollEdges() {
		edges = append(edges, discord.Option{Label: tx.own.Label("menu." + edge), Value: edge, Picked: edge == play.NoEdge})
	}
	return discord.Input{ID: "edge", Required: true, Radio: &discord.Menu{Options: edges}}
}

func rollEdges() []string {
	return []string{play.NoEdge, string(engine.Advantage), string(engine.Disadvantage)}
}

// readDiceForm returns the options of /roll that a form stands for.
func readDiceForm(f Options) (Options, error) {
	o := Options{"dice": f.Text("dice")}
	if reason := f.Text("reason"); reason != "" {
		o["reason"] = reason
	}
	edge, err := f.picked("edge", rollEdges()...)
	if err != nil {
		return nil, err
	}
	if len(edge) == 1 && edge[0] != play.NoEdge {
		o["edge"] = edge[0]
	}
	secret, err := f.ticked("secret")
	if secret {
		o["secret"] = "true"
	}
	return o, err
}
