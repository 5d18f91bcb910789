package bot

import (
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// waitButtons returns the buttons for waiting and coming back that the asker can use now.
func (tx *transaction) waitButtons() []discord.Button {
	var row []discord.Button
	if _, cant := swapForm(tx); tx.rs.Wait == ruleset.Swap && cant == nil {
		row = append(row, card.Button(tx.own, discord.Secondary, "swap", card.TurnArg(tx.seen().Turn)))
	}
	for _, b := range []struct {
		verb string
		cmd  play.Command
	}{{"delay", play.Delay{}}, {"take", play.Take{}}} {
		if tx.wouldRefuse(b.cmd) == nil {
			row = append(row, card.Button(tx.own, discord.Secondary, b.verb, card.TurnArg(tx.seen().Turn)))
		}
	}
	return row
}

// swapForm asks with whom the active combatant changes places.
func swapForm(tx *transaction) (*discord.Form, error) {
	seen := tx.seen()
	var later []discord.Option
	for _, u := range seen.Order(tx.rs) {
		if !u.Acted() && !u.IsEvent() && !seen.IsActive(u.ID) && len(later) < discord.MaxOptions {
			later = withOption(later, discord.Option{Label: u.Name, Value: u.Name})
		}
	}
	swap := func(c *engine.Combatant) error {
		for _, with := range later {
			if tx.wouldRefuse(play.Delay{Name: c.Name, With: with.Value}) == nil {
				return nil
			}
		}
		return tx.wouldRefuse(play.Delay{Name: c.Name})
	}
	return tx.formFor("swap-form", nil, swap, discord.Input{ID: "with", Required: true, Menu: &discord.Menu{Options: later}})
}

// pressTake takes the open turn or brings a waiting unit back. If the asker could take the turn for several, a form asks for whom.
func pressTake(tx *transaction) (*discord.Reply, error) {
	if names := tx.takers(); len(names) > 1 {
		return &discord.Reply{Form: tx.whoIsNext("take-form", names)}, nil
	}
	return tx.play(play.Take{Moment: tx.moment()})
}

// takers returns the names of those for whom the asker can take the open turn.
func (tx *transaction) takers() []string {
	var out []string
	s := tx.seen()
	if s == nil {
		return nil
	}
	for _, u := range s.Candidates() {
		if tx.wouldRefuse(play.Take{Name: u.Name}) == nil {
			out = append(out, u.Name)
		}
	}
	return out
}

// completeWaiting proposes those of the asker's combatants that wait, or that can take the open turn.
func completeWaiting(tx *transaction, input string) []discord.Choice {
	out := tx.takers()
	for _, c := range tx.combatants() {
		u := tx.seen().Unit(c.Unit)
		if u != nil && u.Waits() && tx.mayAct(c) {
			out = append(out, c.Name)
		}
	}
	return tx.suggest(whom, "", input, out)
}

// placing is a button about a place in the order: it moves one of the asker's combatants to the end of the round, or lets it roll with the
// blow. Whoever has several to choose from gets a menu.
type placing struct {
	verb string // of the button; that of the menu has -who after it
	cmd  func(who string) play.Command
}

func actsLast() placing {
	return placing{"last", func(who string) play.Command { return play.Last{Name: who} }}
}

func rollsWithBlow() placing {
	return placing{"blow", func(who string) play.Command { return play.RollWithBlow{Name: who} }}
}

// press plays the command for the only combatant that can, or shows the menu.
func (p placing) press(tx *transaction) (*discord.Reply, error) {
	who, err := p.who(tx)
	switch {
	case err != nil || len(who) == 0:
		return tx.play(p.cmd(""))
	case len(who) == 1:
		return tx.play(p.cmd(who[0].Value))
	}
	menu := discord.Button{Label: tx.own.Label("menu." + p.verb), ID: discord.CustomID(p.verb+"-who", card.TurnArg(tx.seen().Turn)),
		Menu: &discord.Menu{Options: who[:min(len(who), discord.MaxOptions)]}}
	return &discord.Reply{Ephemeral: true, Text: tx.own.Line("menu.pick", lang.Int("missing", max(0, len(who)-discord.MaxOptions)), lang.Text("verb", p.verb)), Buttons: [][]discord.Button{{menu}}}, nil
}

// who returns those of the asker's combatants that can do it, as the options of a menu with groups before their members: of those whose turn
// it is or, if none of these is the asker's, of all.
func (p placing) who(tx *transaction) ([]discord.Option, error) {
	who, err := tx.performers(tx.seen().ActiveMembers(), func(c *engine.Combatant) error { return tx.wouldRefuse(p.cmd(c.Name)) })
	return tx.withGroups(who), err
}

// picked plays the command for the combatant that was picked from the menu.
func (p placing) picked(tx *transaction) (*discord.Reply, error) {
	return tx.play(p.cmd(tx.r.Fields["values"]))
}
