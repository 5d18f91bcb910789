package bot

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// A check that is due has a button on the card, and below the message that tells of the damage that causes it. The button opens a form
// for the dice. The custom ID of a button holds its turn, then the effect's key or the ID of the combatant that is down; that of a form
// also how often has been rolled, so that a form rolls only what it was opened for.

// dueCheck returns the check that a button or a form is for. It is refused if it isn't due any more, or isn't the asker's.
func (tx *transaction) dueCheck() (words.DueCheck, play.EffectSave, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return words.DueCheck{}, play.EffectSave{}, err
	}
	s := tx.seen()
	verb, args := discord.SplitID(tx.r.Path)
	for _, c := range words.DueChecks(s, rs) {
		cmd := play.EffectSave{Target: c.Who.Name, Name: c.Who.Down, Due: true}
		is := strings.HasPrefix(verb, "save") && card.CombatantArg(c.Who) == textArg(args, 1)
		if c.Effect != nil {
			cmd.Target, cmd.Name = s.TargetName(c.Effect), c.Effect.Name
			is = strings.HasPrefix(verb, "check") && slices.Contains(args[min(1, len(args)):], card.EffectKey(s, c.Effect))
		}
		if is {
			return c, cmd, nil
		}
	}
	return words.DueCheck{}, play.EffectSave{}, refuse(engine.NotNow, lang.P("bot.check-over"))
}

// timesRolled returns how often the check of an effect has been rolled, of which several may be due at once.
func timesRolled(c words.DueCheck) string {
	if c.Effect == nil {
		return "0"
	}
	return strconv.Itoa(c.Effect.Check.Passes + c.Effect.Check.Fails)
}

// pressCheck opens the form for a check.
func pressCheck(tx *transaction) (*discord.Reply, error) {
	c, cmd, err := tx.dueCheck()
	if err != nil {
		return nil, err
	}
	if err := tx.wouldRefuse(cmd); err != nil {
		return nil, err
	}
	verb, args := discord.SplitID(tx.r.Path)
	id := discord.CustomID(append([]string{verb + "-form"}, append(args, timesRolled(c))...)...)
	return &discord.Reply{Form: tx.newForm(id, c.FormArgs(), discord.Input{ID: "roll", Max: 7})}, nil
}

// checkFilled rolls a check with what the form says. The form may be submitted in a later turn, because it means the same then.
func checkFilled(tx *transaction) (*discord.Reply, error) {
	c, cmd, err := tx.dueCheck()
	if err != nil {
		return nil, err
	}
	if textArg(tx.args(), 2) != timesRolled(c) {
		return nil, refuse(engine.NotNow, lang.P("bot.check-over"))
	}
	if cmd.Roll, err = tx.given().WholeNumber("roll"); err != nil {
		return nil, err
	}
	return tx.play(cmd)
}

// keptChecks returns the checks that are due and that only the GM and the owner know of.
func keptChecks(s *engine.State, rs *ruleset.Ruleset) []words.DueCheck {
	return slices.DeleteFunc(words.DueChecks(s, rs), func(c words.DueCheck) bool { return !keptCheck(s, c) })
}

// keptCheck reports whether only the GM and the owner know of a check.
func keptCheck(s *engine.State, c words.DueCheck) bool {
	return c.Effect != nil && c.Effect.Check.Hurt && s.KeepsHurt(c.Effect, c.Effect.Check.Inside, "")
}

// madeDue reports whether one of the events makes a check due.
func madeDue(events []engine.Event, c words.DueCheck) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.CheckDue:
			return c.Effect != nil && e.Effect == c.Effect.ID
		case engine.SaveDue:
			return c.Effect == nil && e.Combatant == c.Who.ID
		}
		return false
	})
}
