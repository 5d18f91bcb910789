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
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// Prepared saves are kept with characters and monsters (NU-20). Each is a button wherever its combatant's attacks are, which opens a form with all that
// is known.

// readPrepared reads prepared saves as typed. Each has to be one that some ruleset knows.
func readPrepared(vocabularies savedVocabularies, text string) ([]engine.Prepared, error) {
	all, err := engine.ParsePrepared(text)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i] = keptPrepared(vocabularies, all[i])
		knows := slices.IndexFunc(vocabularies, func(v *vocabulary) bool { _, known := v.rs.SaveStat(all[i].Save); return known })
		if knows < 0 {
			return nil, refuse(engine.Invalid, lang.P("bot.save-in-no-ruleset", lang.Quoted("save", all[i].Save)))
		}
		all[i].Save, _ = vocabularies[knows].rs.SaveStat(all[i].Save)
	}
	return all, nil
}

// tellLeftOut adds to a reply, for the GM alone, what the ruleset lacks of the saves of monsters.
func (tx *transaction) tellLeftOut(reply *discord.Reply, monsters ...*monster.Monster) {
	for _, m := range monsters {
		lacks := m.LeftOut(tx.rs, tx.given().Text("owner") != "")
		if len(lacks) == 0 {
			continue
		}
		addLines(tx.own, private(reply), tx.own.Line("monster.saves-left-out", lang.Name("name", m.Name), lang.Term("ruleset", tx.rs.Title), lang.Listed("saves", lacks)))
	}
}

// abilityArg returns the ability that a button, a menu or a form is for, as its index, and its combatant. It refuses those who may not act for the
// combatant.
func (tx *transaction) abilityArg() (c *engine.Combatant, n int, err error) {
	who, what, _ := strings.Cut(tx.given()["values"], ".") // from a menu
	if args := tx.args(); len(args) > 2 && args[1] != "" {
		who, what = args[1], args[2]
	}
	s := tx.seen()
	if c, err = combatantNamed(s, who); err != nil {
		_, kind := splitPlace(textArg(tx.args(), 3))
		pinned := tx.rowPart() != 0 || tx.r.Kind == discord.Filled && tx.given().Text("who") == "" // to the one that it names
		if kind == "" || pinned || !engine.MayGM(tx.j.State(), tx.actor) {
			return nil, 0, err
		}
		like := othersOfKind(s, kind) // the button is that of all of its kind
		if len(like) == 0 {
			return nil, 0, err
		}
		c = like[0]
	}
	if !tx.mayAct(c) {
		return nil, 0, &engine.Error{Code: engine.NotAllowed, Reason: reason.NotYoursToPlay, GM: s.GM, Args: engine.Args{Name: c.Name, Owned: c.Owner != ""}}
	}
	n, ok := card.AbilityNamed(c, s.Abilities(c), what)
	if !ok {
		return nil, 0, refuse(engine.NotFound, lang.P("bot.ability-moved", lang.Name("name", c.Name)))
	}
	if name := tx.given().Text("who"); name != "" {
		like := tx.abilityKind(c, n)
		i := slices.IndexFunc(like, func(u *engine.Combatant) bool { return engine.SameName(u.Name, name) })
		if i < 0 {
			return nil, 0, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
		}
		c = like[i]
	}
	return c, n, nil
}

// preparedSave is abilityArg for an ability that asks for a save.
func (tx *transaction) preparedSave() (c *engine.Combatant, n int, err error) {
	if c, n, err = tx.abilityArg(); err == nil && !tx.seen().Abilities(c)[n].Saves() {
		return nil, 0, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	return c, n, err
}

// pressPrepared opens the form for a prepared save.
func pressPrepared(tx *transaction) (*discord.Reply, error) {
	if _, _, err := tx.preparedSave(); err != nil {
		return nil, err
	}
	return pressAbility(tx)
}

// preparedForm asks for the targets of a prepared save. It is filled in with what is known, which can be changed.
func preparedForm(tx *transaction) (*discord.Form, error) {
	c, n, err := tx.preparedSave()
	if err != nil {
		return nil, err
	}
	a, c := tx.seen().Abilities(c)[n], tx.abilityUsers(c, n)[0]
	tx.user = c
	p, most := a.Save, discord.MaxOptions
	if a.One {
		most = 1
	}
	targets, err := tx.targets(false, func(name string) play.Command {
		return play.Save{Target: name, Use: p.Name, Source: c.Name, Row: tx.rowPart(), Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	share := ruleset.SaveShare(p.Success)
	if share == "" {
		share = tx.rs.Saves.Damage[ruleset.SaveSuccess]
	}
	inputs := tx.whoUses(c, n)
	asks := len(inputs) > 0
	inputs = append(inputs, discord.Input{ID: "target", Required: true, Menu: &discord.Menu{Options: targets[:min(len(targets), discord.MaxOptions)], Most: most}},
		discord.Input{ID: "dc", Required: true, Value: strconv.Itoa(p.DC), Max: 5}, discord.Input{ID: "amount", Value: p.Amount, Max: 100})
	if !asks { // otherwise there is no room for it; the last input takes "success none", too
		inputs = append(inputs, discord.Input{ID: "success", Menu: &discord.Menu{Options: tx.shareOptions(share), Most: 1}})
	}
	shown := engine.Prepared{}
	if p.Effect != "" {
		shown = engine.Prepared{Effect: tx.effectShown(p.Effect), Duration: p.Duration, Repeat: p.Repeat}
	}
	if asks && p.Amount != "" {
		shown.Success = string(share)
	}
	return tx.newForm(tx.abilityFormID("prepared-save-form", c, n),
		[]lang.Arg{lang.Name("name", p.Name), lang.Term("save", tx.rs.SaveName(p.Save)), lang.Text("parts", words.PreparedParts(tx.rs)), lang.Name("area", a.Area)},
		append(inputs, discord.Input{ID: preparedParts, Value: strings.Join(shown.Results(), ", "), Long: true, Max: 2 * engine.MaxPreparedText})...), nil // in another language it may be longer than it was typed
}

// preparedParts is the input of a prepared save's form for what a failure brings. Forms that an earlier release opened have an input "more" instead.
const preparedParts = "parts"

// effectShown returns the effect of a prepared save as the asker reads it and can type it.
func (tx *transaction) effectShown(effect string) string {
	parts := strings.Split(effect, "+")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		parts[i] = tx.own.Term(part)
		if name, level, both := cutLast(part); both && parts[i] == part {
			parts[i] = tx.own.Term(name) + level
		}
	}
	shown := strings.Join(parts, " + ")
	if strings.ContainsAny(shown, ",;\n") || tx.keptIn("save", "effect", shown) != tx.keptIn("save", "effect", effect) {
		return effect // as it is shown, it wouldn't be understood
	}
	return shown
}

// shareOptions returns how much of the damage a success can take. now is picked.
func (tx *transaction) shareOptions(now ruleset.SaveShare) []discord.Option {
	var out []discord.Option
	for _, share := range []ruleset.SaveShare{ruleset.TakesHalf, ruleset.TakesNone} {
		out = append(out, discord.Option{Label: tx.own.Label("choice.success-" + string(share)), Value: string(share), Picked: share == now})
	}
	return out
}

// readPreparedForm adds what the form says to a prepared save.
func readPreparedForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	c, n, err := tx.preparedSave()
	if err != nil {
		return nil, err
	}
	p, save := tx.seen().Abilities(c)[n].Save, cmd.(play.Save)
	save.Use, save.Source, save.Row = p.Name, c.Name, tx.rowPart()
	save.Success = tx.given().Text("success")
	if save.Success == "" && tx.given().Text("who") == "" {
		save.Cleared = append(save.Cleared, "success")
	}
	switch save.Amount {
	case "":
		save.Cleared = append(save.Cleared, "amount")
	case p.Amount, tx.keptIn("save", "amount", p.Amount): // unchanged: its types of damage may be unknown to the ruleset
		save.Amount = ""
	}
	text, shows := tx.given()[preparedParts]
	if !shows {
		text = tx.given().Text("more")
	}
	if save, err = readSaveParts(tx, save, text); err != nil {
		return nil, err
	}
	if shows { // what was deleted from the input is left out
		for option, has := range map[string]bool{"effect": save.Effect != "", "duration": save.Duration != "", "repeat": save.Repeat, "success": save.Success != "" || p.Amount == ""} {
			if !has && !slices.Contains(save.Cleared, option) {
				save.Cleared = append(save.Cleared, option)
			}
		}
	}
	return []play.Command{save}, nil
}

// completePrepared suggests the prepared saves of the source that is given or, without one, of all for whom the asker may act, the active ones' first.
func completePrepared(tx *transaction, input string) []discord.Choice {
	if tx.rs == nil {
		return nil
	}
	who := tx.combatants()
	if source := strings.TrimSpace(tx.r.Options["source"]); source != "" {
		who = tx.named(source)
	}
	active := func(c *engine.Combatant) int { return map[bool]int{false: 1, true: 0}[tx.seen().IsActive(c.Unit)] }
	slices.SortStableFunc(who, func(a, b *engine.Combatant) int { return active(a) - active(b) })
	var out []string
	for _, c := range who {
		if !tx.mayAct(c) {
			continue
		}
		for _, p := range tx.seen().PreparedSaves(c) {
			out = append(out, p.Name)
		}
	}
	return suggestNames("", input, out)
}
