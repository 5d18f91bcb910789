package bot

import (
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
)

// pressTest opens the form for an Awareness test that has been asked for and not answered (ST-8).
func pressTest(tx *transaction) (*discord.Reply, error) {
	who, err := tx.owned()
	if err != nil {
		return nil, err
	}
	open := tx.j.State().OpenTest(who.ID)
	if open == nil {
		return nil, engine.Refuse(engine.NotNow, reason.TestOver, engine.Args{})
	}
	return &discord.Reply{Form: tx.newForm(discord.CustomID("test-form", tx.args()[0]), []lang.Arg{lang.Name("who", who.Name), lang.Int("target", open.Target)},
		discord.Input{ID: "roll", Max: 4})}, nil
}

func testFilled(tx *transaction) (*discord.Reply, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	who, err := tx.combatantArg(tx.seen(), 0)
	if err != nil {
		return nil, err
	}
	roll, err := tx.given().WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return tx.play(play.SurpriseAnswer{ID: who.ID, Roll: roll})
}

// confirmButton returns the button with which the GM confirms that player characters of a state are surprised (RI-5). It returns none if
// they don't fit into a button; the GM can then use the option confirm.
func confirmButton(l *lang.Language, s *engine.State, who []engine.CombatantID) [][]discord.Button {
	var asked []*engine.Combatant
	for _, id := range who {
		if c := s.Combatant(id); c != nil {
			asked = append(asked, c)
		}
	}
	id := discord.CustomID("surprise", card.CombatantsArg(asked))
	if !fitsID(id) {
		return nil
	}
	return [][]discord.Button{{{Label: l.Label("button.confirm"), ID: id, Style: discord.Danger}}}
}

// pressSurprise surprises the player characters that the GM was asked about.
func pressSurprise(tx *transaction) (*discord.Reply, error) {
	var names []string
	for _, c := range card.CombatantsNamed(tx.j.State(), textArg(tx.args(), 0), 10) {
		names = append(names, c.Name)
	}
	if len(names) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.no-one-to-surprise"))
	}
	return tx.play(play.SurpriseSet{Names: strings.Join(names, ","), Confirm: true})
}
