package bot

import (
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
)

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
		Menu: &discord.Menu{Options: who[:min(len(who), mostOptions)]}}
	return &discord.Reply{Ephemeral: true, Text: tx.own.Line("menu.pick", lang.Int("missing", max(0, len(who)-mostOptions)), lang.Text("verb", p.verb)), Buttons: [][]discord.Button{{menu}}}, nil
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
