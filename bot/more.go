package bot

import (
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
)

// pressMore shows, to the asker alone, what else can be done now: to a GM the GM screen, to anyone else what they can do
// that the card has no button for.
func pressMore(tx *transaction) (*discord.Reply, error) {
	if tx.gm() == nil {
		return tx.screen("", 0)
	}
	deck, err := tx.onDeckButtons()
	if err != nil {
		return nil, err
	}
	_, cantAct := actForm(tx)
	_, cantMove := moveForm(tx)
	_, cantLong := longForm(tx)
	_, cantUse := useForm(tx)
	_, cantAsk := savesForm(tx)
	_, cantLast := actsLast().who(tx)
	_, cantBlow := rollsWithBlow().who(tx)
	var row []discord.Button
	for _, b := range []struct {
		verb string
		can  bool
	}{
		{"join", !tx.plays()},
		{"act", cantAct == nil},
		{"move", cantMove == nil},
		{"long", cantLong == nil},
		{"use", cantUse == nil},
		{"saves", cantAsk == nil},
		{"more-saves", cantAsk == nil},
		{"last", cantLast == nil},
		{"blow", cantBlow == nil},
		{"dice", true},
		{"effects", len(tx.shown()) > 0},
	} {
		if b.can {
			row = append(row, card.Button(tx.own, discord.Secondary, b.verb, card.TurnArg(tx.seen().Turn)))
		}
	}
	if tx.canCheck("") || len(tx.checkers()) > 0 {
		row = append(row, card.Button(tx.own, discord.Secondary, "roll-save"))
	}
	own := tx.owedButtons()
	for _, c := range keptChecks(tx.seen(), tx.rs) { // no card has them
		own = append(own, card.DueButton(tx.own, tx.seen(), c, false))
	}
	row = append(append(own, row...), tx.waitButtons()...)
	row = append(row, deck...)
	reply := privately(tx.own.Line("answer.more", lang.Term("ruleset", tx.rs.Title)))
	reply.Buttons, _ = buttonRows(row, discord.MaxRows) // at most 15
	if removable := tx.removable(); len(removable) > 0 {
		menu := discord.Button{Label: tx.own.Label("menu.remove-effects"), ID: discord.CustomID("remove-effects", card.TurnArg(tx.seen().Turn)),
			Menu: &discord.Menu{Options: removable, Least: 1, Most: discord.MaxOptions}}
		reply.Buttons = append(reply.Buttons, []discord.Button{menu})
	}
	return reply, nil
}
