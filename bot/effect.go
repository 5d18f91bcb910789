package bot

import (
	"regexp"
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

// effectForm asks for an effect on those on whom the asker may put one.
func effectForm(tx *transaction) (*discord.Form, error) {
	rs := tx.rs
	targets, err := tx.targets(false, func(name string) play.Command {
		return play.EffectAdd{Target: name, Name: "x", Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	durations := []discord.Option{{Label: tx.own.Label("menu.until-removed"), Value: untilRemoved, About: words.AboutUntilRemoved(tx.own, rs), Picked: true}}
	for _, d := range words.Durations(rs) {
		durations = append(durations, discord.Option{Label: words.DurationName(tx.own, d), Value: d, About: words.AboutDuration(tx.own, rs, d)})
	}
	inputs := append(choose("target", discord.MaxOptions, targets),
		discord.Input{ID: "name", Required: true, Max: 50},
		discord.Input{ID: "duration", Menu: &discord.Menu{Options: durations}})
	if len(inputs)+1 < discord.MaxInputs {
		var also []discord.Option
		for _, value := range effectAlso() {
			also = append(also, discord.Option{Label: tx.own.Label("menu.effect-" + value), Value: value})
		}
		inputs = append(inputs, discord.Input{ID: "also", Checks: &discord.Menu{Options: also}})
	}
	inputs = append(inputs, discord.Input{ID: "more", Max: 200 + ruleset.MaxChanges})
	return tx.newForm("effect-form", []lang.Arg{lang.Parts("names", words.EffectNames(rs)), lang.Text("parts", words.EffectParts(rs)), lang.Text("changes", words.ChangesExample(rs))},
		inputs...), nil
}

// The other things that an effect can do, as values of the form.
const (
	alsoSkips       = "skip"
	alsoNoReactions = "no-reactions"
)

func effectAlso() []string { return []string{alsoSkips, alsoNoReactions} }

// untilRemoved is the value of the duration of an effect that doesn't end by itself.
const untilRemoved = "until removed"

// changesPattern matches what comes before the changes in the last line of the form.
var changesPattern = regexp.MustCompile(`(?i)(?:^|,)\s*changes\s*:?\s+`)

// readEffectForm adds what the checkboxes and the last line of the form say to the effect. In the line, changes come last, after the word.
func readEffectForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	effect := cmd.(play.EffectAdd)
	also, err := tx.given().picked("also", effectAlso()...)
	if err != nil {
		return nil, err
	}
	effect.Skip, effect.NoReactions = slices.Contains(also, alsoSkips), slices.Contains(also, alsoNoReactions)
	parts, changes := tx.given().Text("more"), tx.given().Text("changes") // which had an input of its own in earlier releases
	if at := changesPattern.FindStringIndex(parts); at != nil {
		parts, changes = parts[:at[0]], parts[at[1]:]
	}
	err = addPartsToEffect(&effect, parts, words.EffectParts(tx.rs))
	effect.With, effect.Source = tx.keptIn("effect add", "with", effect.With), tx.keptIn("effect add", "source", effect.Source)
	effect.Changes, effect.Damage = tx.keptIn("effect add", "changes", changes), tx.keptIn("effect add", "damage", effect.Damage)
	return []play.Command{effect}, err
}

// addPartsToEffect reads what is added to an effect in a line: "level 2, dc 14, with Concentrating, source Orc". Each thing may be there once.
// parts shows what can be there, for refusals.
func addPartsToEffect(cmd *play.EffectAdd, line, parts string) error {
	var given []string
	for part := range strings.SplitSeq(line, ",") {
		list := strings.Fields(part)
		if len(list) == 0 {
			continue
		}
		key, value := strings.ToLower(list[0]), strings.Join(list[1:], " ")
		if all := strings.ToLower(strings.Join(list, " ")); all == "no reactions" || all == "no_reactions" {
			key, value = "no reactions", ""
		}
		switch {
		case !addToEffect(cmd, key, value):
			return refuse(engine.Invalid, lang.P("bot.not-in-effect", lang.Quoted("text", strings.Join(list, " ")), lang.Text("parts", parts)))
		case slices.Contains(given, key):
			return refuse(engine.Invalid, lang.P("bot.twice-in-effect", lang.Quoted("key", key)))
		}
		given = append(given, key)
	}
	return nil
}

// addToEffect adds one thing to an effect, and reports whether effects have it.
func addToEffect(cmd *play.EffectAdd, key, value string) bool {
	switch key {
	case "skip":
		cmd.Skip = true
		return value == ""
	case "no reactions":
		cmd.NoReactions = true
		return true
	case "damage":
		cmd.Damage = strings.ToLower(value)
		return value != ""
	case "with":
		cmd.With = value
		return value != ""
	case "source":
		cmd.Source = value
		return value != ""
	}
	n, err := strconv.Atoi(strings.ReplaceAll(value, "−", "-"))
	switch key {
	case "initiative":
		cmd.Initiative = n
	case "ticks":
		cmd.Ticks = n
	case "level":
		cmd.Level = &n
	case "dc":
		cmd.DC = &n
	case "bonus":
		cmd.Bonus = &n
	default:
		return false
	}
	return err == nil
}

// listEffects shows the effects that the asker may know about.
func listEffects(tx *transaction) (*discord.Reply, error) {
	_, rs, err := tx.fight()
	if err != nil {
		return nil, err
	}
	s := tx.seen()
	target := tx.given().Text("target")
	listed := tx.combatants()
	if target != "" {
		listed = tx.named(target)
		if listed == nil {
			return nil, engine.UnknownName(s, target)
		}
	}
	lines := words.EffectLines(tx.own, s, rs, listed)
	if len(lines) == 0 {
		lines = []string{tx.own.Line("answer.no-effects")}
	}
	return privately(strings.Join(lines, "\n")), nil
}

// pressLonger adds a second round to an effect that would end with the turn of the button (CO-11).
func pressLonger(tx *transaction) (*discord.Reply, error) {
	s := tx.seen()
	for i := range s.Effects {
		if e := &s.Effects[i]; card.EffectKey(s, e) == textArg(tx.args(), 1) {
			return tx.play(play.EffectLengthen{Target: s.TargetName(e), Name: e.Name, Players: tx.conf.Damage})
		}
	}
	return nil, refuse(engine.NotNow, lang.P("bot.effect-gone"))
}

// removable returns the effects that the asker may remove, as the options of a menu.
func (tx *transaction) removable() []discord.Option {
	var out []discord.Option
	for _, e := range tx.shown() {
		if target := tx.seen().TargetName(e); len(out) < discord.MaxOptions && tx.wouldRefuse(play.EffectRemove{Target: target, Name: e.Name}) == nil {
			out = append(out, discord.Option{Label: lang.Visible(effectNames.called(tx, tx.own, e.Name)[0]), Value: card.EffectKey(tx.seen(), e), About: lang.Visible(target)})
		}
	}
	return out
}

// pressRemoveEffects removes the effects that were picked from the menu.
func pressRemoveEffects(tx *transaction) (*discord.Reply, error) {
	var cmds []play.Command
	for _, key := range strings.Split(tx.r.Fields["values"], ",") {
		i := slices.IndexFunc(tx.shown(), func(e *engine.Effect) bool { return card.EffectKey(tx.seen(), e) == key })
		if i < 0 {
			return nil, refuse(engine.NotFound, lang.P("bot.effect-gone"))
		}
		e := tx.shown()[i]
		cmds = append(cmds, play.EffectRemove{Target: tx.seen().TargetName(e), Name: e.Name})
	}
	return tx.play(cmds...)
}

func completeKnownEffects(tx *transaction, input string) []discord.Choice {
	known := tx.conditions()
	if len(known) == 0 {
		known = words.CommonEffects()
	}
	return tx.suggest(effectNames, "", input, append(effectNames.given(tx), known...))
}

// completeEffectsOfSource suggests the effects on the source that is given, or on who is active, and the ruleset's conditions.
func completeEffectsOfSource(tx *transaction, input string) []discord.Choice {
	s, source := tx.seen(), strings.TrimSpace(tx.r.Options["source"])
	who := tx.named(source)
	if source == "" {
		who = slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return !s.IsActive(c.Unit) })
	}
	var out []string
	for _, one := range who {
		for _, e := range s.EffectsOn(one) {
			out = append(out, e.Name)
		}
	}
	return tx.suggest(effectNames, "", input, append(out, tx.conditions()...))
}

func completeEffectsOn(tx *transaction, input string) []discord.Choice {
	return tx.suggest(effectNames, "", input, tx.effectsOn(tx.targeted()))
}

// completeChecksOn is [completeEffectsOn] plus the states of combatants that roll at 0 hit points.
func completeChecksOn(tx *transaction, input string) []discord.Choice {
	who := tx.targeted()
	out := tx.effectsOn(who)
	for _, one := range who {
		if one.Saving(tx.rs) && !slices.Contains(out, one.Down) {
			out = append(out, one.Down)
		}
	}
	return tx.suggest(checkNames, "", input, out)
}

// targeted returns the combatants that the option target names, or all of them.
func (tx *transaction) targeted() []*engine.Combatant {
	if target := tx.r.Options["target"]; strings.TrimSpace(target) != "" {
		return tx.named(target)
	}
	return tx.combatants()
}

// effectsOn returns the names of the effects on combatants that the asker may know about.
func (tx *transaction) effectsOn(who []*engine.Combatant) []string {
	var out []string
	for _, one := range who {
		for _, e := range tx.seen().EffectsOn(one) {
			out = append(out, e.Name)
		}
	}
	return out
}

// shown returns the effects that the asker may know about.
func (tx *transaction) shown() []*engine.Effect {
	var out []*engine.Effect
	for _, one := range tx.combatants() {
		for _, e := range tx.seen().EffectsOn(one) {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// downStates returns the ruleset's state in which combatants roll at 0 hit points, if it has one: that roll is chosen by name, like an effect's.
func (tx *transaction) downStates() []string {
	if tx.rs == nil || tx.rs.Down == nil {
		return nil
	}
	return []string{tx.rs.Down.First}
}

// conditions returns the names of the ruleset's conditions.
func (tx *transaction) conditions() []string {
	if tx.rs == nil {
		return nil
	}
	out := make([]string, len(tx.rs.Conditions))
	for i := range tx.rs.Conditions {
		out[i] = tx.rs.Conditions[i].Name
	}
	return out
}
