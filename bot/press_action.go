package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// followUps returns the rows of buttons for what the events of a view lead to, and the labels of those that a message has no room for.
func followUps(rs *ruleset.Ruleset, view view.View) (rows [][]discord.Button, missing []string) {
	return buttonRows(followUpButtons(rs, view), MostRows)
}

// followUpButtons returns the buttons for what the events of a view lead to: Awareness tests (ST-8), free attacks on a combatant
// that flees (CS-7, RI-8), damage that the GM has to apply, and checks that damage causes (RS-66).
func followUpButtons(rs *ruleset.Ruleset, view view.View) []discord.Button {
	var all []discord.Button
	for _, e := range view.Events {
		switch e := e.(type) {
		case engine.TestsAsked:
			for _, id := range e.Who {
				if c := view.State.Combatant(id); c != nil {
					all = append(all, discord.Button{Label: words.ButtonTest(c.Name), ID: discord.CustomID("test", fmt.Sprint(id)), Style: discord.Primary})
				}
			}
		case engine.DamageProposed:
			all = append(all, applyButton(e.Proposal))
		case engine.EffectsProposed:
			all = append(all, applyButton(e.Proposal))
		case engine.EffectAdded:
			if put := view.State.Effect(e.Effect.ID); put != nil && words.EndsThisTurn(view.State, put) {
				all = append(all, discord.Button{Label: words.ButtonLonger(view.State.TargetName(put)), ID: discord.CustomID("longer",
					card.TurnArg(view.State.Turn), card.EffectKey(view.State, put))})
			}
		case engine.Fled:
			for _, id := range e.Attackers {
				all = append(all, strikeButton(view.State, id, e.Combatant)...)
			}
		}
	}
	return append(all, checkButtons(rs, view)...)
}

// applyButton returns the button with which the GM applies what a player proposed.
func applyButton(p engine.Proposal) discord.Button {
	return discord.Button{Label: words.ButtonApply, ID: discord.CustomID("apply", card.TurnArg(engine.TurnID(p.ID))), Style: discord.Success}
}

// pressLonger makes two rounds of an effect that would end with the turn of the button (CO-11).
func pressLonger(tx *transaction) (*discord.Reply, error) {
	s := tx.seen()
	for i := range s.Effects {
		if e := &s.Effects[i]; card.EffectKey(s, e) == textArg(tx.args(), 1) {
			return tx.play(play.EffectLengthen{Target: s.TargetName(e), Name: e.Name, Players: tx.conf.Damage})
		}
	}
	return nil, refuse(engine.NotNow, words.EffectGone())
}

// strikeButton returns the button for a free attack on a combatant that fled, or none if the attacker is gone.
func strikeButton(s *engine.State, attacker, target engine.CombatantID) []discord.Button {
	c := s.Combatant(attacker)
	if c == nil {
		return nil
	}
	return []discord.Button{{Label: words.ButtonStrike(c.Name),
		ID: discord.CustomID("strike", fmt.Sprint(attacker), fmt.Sprint(target)), Style: discord.Danger}}
}

// confirmButton returns the button with which the GM confirms that player characters are surprised (RI-5). It returns none if
// their IDs don't fit into a button; the GM can then use the option confirm.
func confirmButton(who []engine.CombatantID) [][]discord.Button {
	parts := make([]string, len(who))
	for i, id := range who {
		parts[i] = fmt.Sprint(id)
	}
	id := discord.CustomID("surprise", strings.Join(parts, "."))
	if len(id) > maxCustomID {
		return nil
	}
	return [][]discord.Button{{{Label: words.ButtonConfirm, ID: id, Style: discord.Danger}}}
}

// testsButton returns the button with which the GM has the bot make the open tests and roll the order that was asked for (ST-8). It returns
// none if what was typed doesn't fit into a button; the GM can then use the option tests.
func testsButton(s *engine.State, r *discord.Request) [][]discord.Button {
	args := r.Options["rolls"]
	if strings.Contains(args+r.Options["surprised"], "|") {
		return nil
	}
	if s.Phase != engine.Setup {
		args += "|" + r.Options["surprised"]
	}
	id := discord.CustomID("tests", card.TurnArg(s.Turn), args)
	if len(id) > maxCustomID {
		return nil
	}
	return [][]discord.Button{{{Label: words.ButtonTests, ID: id, Style: discord.Primary}}}
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

// maxCustomID is the maximum length of a custom ID.
const maxCustomID = 100

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
		return nil, refuse(engine.NotFound, words.NoOneToSurprise())
	}
	return tx.play(play.SurpriseSet{Names: strings.Join(names, ","), Confirm: true})
}

// owned returns the combatant that a button is for, to its owner and the GM.
func (tx *transaction) owned() (*engine.Combatant, error) {
	s := tx.seen()
	if s == nil {
		return nil, noFight()
	}
	one := s.Combatant(engine.CombatantID(discord.NumberArg(tx.args(), 0)))
	switch {
	case one == nil:
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	case !engine.MayGM(s, tx.actor) && !engine.Owns(one, tx.actor):
		return nil, &engine.Error{Code: engine.NotAllowed, Reason: reason.NotYoursToPlay, GM: s.GM,
			Args: engine.Args{Name: one.Name, Owned: one.Owner != ""}}
	}
	return one, nil
}

func testFilled(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	roll, err := tx.given().WholeNumber("roll")
	if err != nil {
		return nil, err
	}
	return tx.play(play.SurpriseAnswer{ID: engine.CombatantID(discord.NumberArg(args, 0)), Roll: roll})
}

func strikeFilled(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	s, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	attacker, target := s.Combatant(engine.CombatantID(discord.NumberArg(args, 0))), s.Combatant(engine.CombatantID(discord.NumberArg(args, 1)))
	if attacker == nil || target == nil {
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	cmd, err := readStrikeForm(rs, tx.given())
	if err != nil {
		return nil, err
	}
	cmd.Who, cmd.Target = attacker.Name, target.Name
	return tx.play(cmd)
}

// pressArmed opens the form of an attack for one of the asker's combatants with one of its weapons picked, if the button belongs to the
// current turn.
func pressArmed(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	c := tx.j.State().Combatant(engine.CombatantID(discord.NumberArg(args, 1)))
	if c == nil || len(args) < 3 {
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	like := slices.DeleteFunc(armed(tx.j.State()), func(other *engine.Combatant) bool { return other.Unit != c.Unit })
	if !slices.Contains(like, c) {
		like = []*engine.Combatant{c}
	}
	f, err := tx.form(func(a *asker) (*discord.Form, error) { return attackFormOf(a, like) })
	if err != nil {
		return nil, err
	}
	for i := range f.Inputs {
		if f.Inputs[i].ID == "weapon" {
			pickOption(f.Inputs[i].Menu.Options, discord.CustomID(args[2:]...))
		}
	}
	return &discord.Reply{Form: f}, nil
}
