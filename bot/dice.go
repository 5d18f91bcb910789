package bot

import (
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
)

// rollDice rolls the dice of these options and shows the result. In a fight, the roll also goes into the log, where undo skips it.
func rollDice(tx *transaction, o Options, own ownRolls) (*discord.Reply, error) {
	n, secret, err := tx.notation(o, own)
	if err != nil {
		return nil, err
	}
	var rolls []engine.DiceRolled
	var events []engine.Event
	for range n.Times {
		e := engine.DiceRolled{By: tx.r.User, Reason: o.Text("reason"), Secret: secret}
		e.Roll = n.Roll(tx.roller(e.Secret))
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
		again := discord.Button{Label: l.Label("button.roll-again"), ID: discord.CustomID("roll-again", string(tx.r.User), rollKey(o))}
		reply.Buttons = [][]discord.Button{{again}}
		if s := tx.j.State(); !secret && s != nil && (s.Phase == engine.Running || s.Phase == engine.Ambush) &&
			slices.ContainsFunc(rolls, func(e engine.DiceRolled) bool { return e.Roll.Total > 0 }) {
			reply.Buttons[0] = append(reply.Buttons[0], discord.Button{Label: l.Label("button.apply-roll"), ID: "apply-roll"})
		}
	}
	return reply, nil
}

// notation returns the dice that were asked for, with numbers in place of names, and whether the roll is secret: it also is if the numbers are
// those of a hidden combatant (CR-42). The name of a named roll stands for its dice (CR-54).
func (tx *transaction) notation(o Options, own ownRolls) (n *dice.Notation, secret bool, err error) {
	secret = o.Flag("secret")
	text := o.Text("dice")
	if named, ok := own.named(text); ok {
		text = named
	} else if of, _, err := tx.numbersOf(own.characters, o.Text("who")); err == nil {
		if named, ok := of.Roll(text); ok {
			text, secret = named, secret || of.Of != nil && of.Of.Hidden
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
		return nil, false, refuse(engine.Invalid, words.NotDice(err))
	}
	if len(n.Names()) > 0 || o.Text("who") != "" {
		if n, secret, err = tx.filled(n, own.characters, o.Text("who"), secret); err != nil {
			return nil, false, err
		}
	}
	if times := o.Whole("times"); times > 0 {
		n.Times = times
	}
	return n, secret, nil
}

// filled returns dice with somebody's numbers in place of their names (CR-54).
func (tx *transaction) filled(n *dice.Notation, all []Character, who string, secret bool) (*dice.Notation, bool, error) {
	numbers, _, err := tx.numbersOf(all, who)
	switch {
	case err != nil && tx.j.State() == nil && who == "":
		return nil, false, refuse(engine.NoEncounter, words.NotDice(&dice.Error{Fault: dice.UnknownName, Text: n.Names()[0]}))
	case err != nil:
		return nil, false, err
	}
	filled, err := n.Fill(numbers.Value)
	var unknown *dice.Error
	if errors.As(err, &unknown) {
		unknown.Instead = numbers.Nearest(unknown.Text)
		return nil, false, refuse(engine.Invalid, words.NotDice(err))
	}
	return filled, secret || numbers.Of != nil && numbers.Of.Hidden, err
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
