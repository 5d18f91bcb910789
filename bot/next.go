package bot

import (
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// pressMember ends the turn of one member of a group or side. If others still act and the card says all there is to say, nobody but the asker
// sees the reply.
func pressMember(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	c, err := tx.combatantArg(tx.seen(), 1)
	if err != nil {
		return nil, err
	}
	reply, err := tx.play(play.Next{ID: c.ID, Moment: tx.moment()})
	if err == nil && tx.checkTurn(args) == nil && tx.intro != nil && *tx.intro == "" {
		if mine, _ := tellView(tx.own, tx.rs, view.Of(tx.done, view.Viewer{})); mine != nil {
			mine.Alone, reply = reply.Alone, mine
		}
		reply.Ephemeral = true
	}
	return reply, err
}

// pressWhich is like pressMember for the buttons of a private message, whose place such a reply takes.
func pressWhich(tx *transaction) (*discord.Reply, error) {
	reply, err := pressMember(tx)
	if err == nil && reply.Ephemeral {
		reply.Update = true
	}
	return reply, err
}

// chooseButtons ask whose turn ends. missing are the labels of the buttons that don't fit.
func chooseButtons(s *engine.State, choices []engine.CombatantID) (rows [][]discord.Button, missing []string) {
	var out []discord.Button
	for _, id := range choices {
		if c := s.Combatant(id); c != nil {
			out = append(out, discord.Button{Label: lang.Visible(c.Name), ID: discord.CustomID("which", card.TurnArg(s.Turn), card.CombatantArg(c)), Style: discord.Primary})
		}
	}
	return buttonRows(out, discord.MaxRows)
}

// handOverForm returns the form that asks whose turn is next.
func handOverForm(tx *transaction) (*discord.Form, error) {
	names := tx.followers()
	if len(names) == 0 {
		cmd := play.Next{}
		if units := tx.seen().Units; len(units) > 0 {
			cmd.To = units[0].Name
		}
		return nil, tx.nobody(cmd)
	}
	return tx.whoIsNext("hand-form", names), nil
}

// followers returns the names of those whom the asker can give the next turn, last the end of the round.
func (tx *transaction) followers() []string {
	if tx.seen() == nil || !tx.rs.Order.Opens() && tx.rs.Order.Shape != ruleset.Draw {
		return nil
	}
	var out []string
	for _, u := range tx.seen().Units {
		if tx.wouldRefuse(play.Next{To: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	if tx.wouldRefuse(play.Next{To: play.EndOfRound}) == nil {
		out = append(out, play.EndOfRound)
	}
	return out
}

// whoIsNext returns a form with a menu of names.
func (tx *transaction) whoIsNext(id string, names []string) *discord.Form {
	options := make([]discord.Option, len(names))
	for i, name := range names {
		options[i] = discord.Option{Label: lang.Visible(whom.called(tx, tx.own, name)[0]), Value: name}
		if name == play.EndOfRound {
			options[i].Label = tx.own.Label("menu.end-of-round")
		}
	}
	return tx.newForm(discord.CustomID(id, card.TurnArg(tx.seen().Turn)), nil, choose("to", 1, options)...)
}

// completeNext suggests those who can take the next turn and whom the asker may choose.
func completeNext(tx *transaction, input string) []discord.Choice {
	return tx.suggest(whom, "", input, tx.followers())
}

// checkTurn refuses a button that belongs to a turn other than the current one, and says whose turn it is now.
func (tx *transaction) checkTurn(args []string) error {
	s := tx.j.State()
	switch {
	case s == nil:
		return noFight()
	case s.Turn != turnArg(args):
		return refuse(engine.Stale, words.EarlierTurn(tx.seen()))
	}
	return nil
}
