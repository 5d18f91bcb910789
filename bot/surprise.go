package bot

import (
	"strconv"
	"strings"

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
	args := tx.args()
	roll, err := tx.given().WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return tx.play(play.SurpriseAnswer{ID: engine.CombatantID(discord.NumberArg(args, 0)), Roll: roll})
}

// confirmButton returns the button with which the GM confirms that player characters are surprised (RI-5). It returns none if
// their IDs don't fit into a button; the GM can then use the option confirm.
func confirmButton(l *lang.Language, who []engine.CombatantID) [][]discord.Button {
	parts := make([]string, len(who))
	for i, id := range who {
		parts[i] = idText(id)
	}
	id := discord.CustomID("surprise", strings.Join(parts, "."))
	if !fitsID(id) {
		return nil
	}
	return [][]discord.Button{{{Label: l.Label("button.confirm"), ID: id, Style: discord.Danger}}}
}

// pressSurprise surprises the player characters that the GM was asked about.
func pressSurprise(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	s := tx.j.State()
	var names []string
	for part := range strings.SplitSeq(strings.Join(args, ""), ".") {
		id, err := strconv.Atoi(part)
		if one := s.Combatant(engine.CombatantID(id)); err == nil && one != nil {
			names = append(names, one.Name)
		}
	}
	if len(names) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.no-one-to-surprise"))
	}
	return tx.play(play.SurpriseSet{Names: strings.Join(names, ","), Confirm: true})
}
