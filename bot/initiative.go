package bot

import (
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/view"
)

func completeRolls(tx *transaction, input string) []discord.Choice {
	before, last, _ := lastPart(input)
	var out []string
	for _, one := range tx.combatants() {
		if u := tx.seen().Unit(one.Unit); u != nil && !u.Rolled {
			out = append(out, u.Name, one.Name)
		}
	}
	return tx.suggest(whom, before, last, out)
}

// testsButton returns the button with which the GM has the bot make the open tests and roll the order that was asked for (ST-8). It returns
// none if what was typed doesn't fit into a button; the GM can then use the option tests.
func testsButton(l *lang.Language, s *engine.State, r *discord.Request) [][]discord.Button {
	args := r.Options["rolls"]
	if strings.Contains(args+r.Options["surprised"], "|") {
		return nil
	}
	if s.Phase != engine.Setup {
		args += "|" + r.Options["surprised"]
	}
	id := discord.CustomID("tests", card.TurnArg(s.Turn), args)
	if !fitsID(id) {
		return nil
	}
	return [][]discord.Button{{{Label: l.Label("button.tests"), ID: id, Style: discord.Primary}}}
}

// pressTests makes the open tests and rolls the order, with what was typed before.
func pressTests(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	rolls, surprised, again := strings.Cut(discord.CustomID(args[min(1, len(args)):]...), "|")
	if again {
		return tx.play(play.Reroll{Surprised: surprised, Rolls: rolls, Tests: true})
	}
	return tx.play(play.Roll{Rolls: rolls, Tests: true})
}

// pressFirst says who of the tied goes first (TO-3). The chosen unit is in the button or picked in the menu; with "roll-" before it, all
// who are tied with it roll off.
func pressFirst(tx *transaction) (*discord.Reply, error) {
	which, rollsOff := strings.CutPrefix(textArg(tx.args(), 1)+tx.given()["values"], "roll-")
	picked, tied := card.TieNamed(view.State(tx.j.State(), view.Viewer{}), which)
	switch {
	case picked == nil:
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	case len(tied) == 0:
		return nil, engine.Refuse(engine.NotNow, reason.TieOver, engine.Args{})
	case !rollsOff:
		return tx.play(play.GoFirst{Unit: picked.ID})
	}
	names := []string{tx.seen().Unit(tied[0]).Name, tx.seen().Unit(tied[1]).Name}
	return tx.play(play.Place{Name: names[0], Before: names[1], Dispute: true})
}
