package bot

import (
	"slices"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Saves that players are asked for are in one message, which is edited as answers come. Its buttons belong to no turn: their custom IDs have the
// ID of the saves. Buttons on other messages have elsewhere in their custom IDs, and are answered with a message of its own.

// elsewhere is the last argument of the custom ID of a button or form for a save that is not on the message of the saves.
const elsewhere = "m"

// savesArg returns the ID of saves as it appears in custom IDs.
func savesArg(id engine.SavesID) string { return card.TurnArg(engine.TurnID(id)) }

// saveButtons returns the buttons of saves that are due. private says that they are for a private message.
func saveButtons(l *lang.Language, id engine.SavesID, private bool) []discord.Button {
	args := []string{savesArg(id)}
	if private {
		args = append(args, elsewhere)
	}
	return []discord.Button{{Label: l.Label("button.asked"), ID: discord.CustomID(append([]string{"asked"}, args...)...), Style: discord.Primary},
		{Label: l.Label("button.rest"), ID: discord.CustomID(append([]string{"rest"}, args...)...)}}
}

// dueAgainButtons returns the buttons of saves that an undo has made due again, because the message that asked for them may have lost its own.
func dueAgainButtons(l *lang.Language, rs *ruleset.Ruleset, again []engine.AskedSaves) [][]discord.Button {
	switch len(again) {
	case 0:
		return nil
	case 1:
		return [][]discord.Button{saveButtons(l, again[0].ID, true)}
	}
	var row []discord.Button
	for i := range again[:min(len(again), discord.MaxInRow)] {
		row = append(row, askedButton(l, rs, &again[i]))
	}
	return [][]discord.Button{row}
}

// askedButton returns a button for one of several saves that are due.
func askedButton(l *lang.Language, rs *ruleset.Ruleset, a *engine.AskedSaves) discord.Button {
	return discord.Button{Label: lang.Clip(l.Label("button.asked-one", lang.Text("save", words.SaveTitle(l, rs, &a.SaveCall))), 80),
		ID: discord.CustomID("asked", savesArg(a.ID), elsewhere), Style: discord.Primary}
}

// askedSaves returns the saves that a button or form is for, as the asker may know them.
func (tx *transaction) askedSaves() (*engine.AskedSaves, error) {
	if tx.j.State() == nil {
		return nil, noFight()
	}
	if a := tx.seen().AskedSave(engine.SavesID(turnArg(tx.args()))); a != nil {
		return a, nil
	}
	return nil, engine.Refuse(engine.NotNow, reason.SaveOver, engine.Args{})
}

// savers returns the combatants for whom the asker can make one of these saves: the asker's own and, for a GM, all others after them.
func (tx *transaction) savers(a *engine.AskedSaves) []*engine.Combatant {
	var own, others []*engine.Combatant
	for _, t := range a.Due {
		switch c := tx.seen().Combatant(t.Who); {
		case c == nil:
		case engine.Owns(c, tx.actor):
			own = append(own, c)
		default:
			others = append(others, c)
		}
	}
	if engine.MayGM(tx.j.State(), tx.actor) {
		return append(own, others...)
	}
	return own
}

// pressAsked opens the form for a save, with a menu if several of the asker's combatants have yet to make it.
func pressAsked(tx *transaction) (*discord.Reply, error) {
	a, err := tx.askedSaves()
	if err != nil {
		return nil, err
	}
	return tx.saveForm(a, tx.args()[1:]...)
}

// saveForm opens the form for one of these saves. more are the last arguments of its custom ID.
func (tx *transaction) saveForm(a *engine.AskedSaves, more ...string) (*discord.Reply, error) {
	who := tx.savers(a)
	if len(who) == 0 {
		return nil, refuse(engine.NotAllowed, lang.P("bot.no-save-of-yours"))
	}
	id, name := []string{"asked-form", savesArg(a.ID), "0"}, ""
	inputs := []discord.Input{{ID: "roll", Max: 7}, {ID: "modifier", Max: 7}}
	if len(who) == 1 {
		id[2], name = card.CombatantArg(who[0]), who[0].Name
	} else {
		var options []discord.Option
		for _, c := range who[:min(len(who), discord.MaxOptions)] {
			options = append(options, discord.Option{Label: words.Called(tx.own, c), Value: card.CombatantArg(c)})
		}
		inputs = append([]discord.Input{{ID: "who", Required: true, Menu: &discord.Menu{Options: options, Most: 1}}}, inputs...)
	}
	return &discord.Reply{Form: tx.newForm(discord.CustomID(append(id, more...)...), words.SaveArgs(tx.rs, &a.SaveCall, name), inputs...)}, nil
}

// askedFilled makes a save with what the form says.
func askedFilled(tx *transaction) (*discord.Reply, error) {
	a, err := tx.askedSaves()
	if err != nil {
		return nil, err
	}
	named := textArg(tx.args(), 1)
	if named == "0" {
		if named = tx.given().Text("who"); named == "" {
			return nil, refuse(engine.Invalid, lang.P("bot.nobody-chosen"))
		}
	}
	who, err := combatantNamed(tx.seen(), named)
	if err != nil {
		return nil, err
	}
	cmd := play.SaveAnswer{ID: a.ID, Who: who.ID}
	if cmd.Roll, err = tx.given().WholeNumber("roll"); err != nil {
		return nil, err
	}
	modifier, err := tx.given().WholeNumber("modifier")
	if err != nil {
		return nil, err
	}
	if modifier != nil {
		cmd.Modifier = *modifier
	}
	return tx.answerSaves(a, cmd)
}

// pressRest rolls for all who have yet to save.
func pressRest(tx *transaction) (*discord.Reply, error) {
	a, err := tx.askedSaves()
	if err != nil {
		return nil, err
	}
	return tx.answerSaves(a, play.SaveRest{ID: a.ID})
}

// answerSaves carries out a command that makes some of the saves. On the message of the saves, the reply takes its place.
func (tx *transaction) answerSaves(a *engine.AskedSaves, cmd play.Command) (*discord.Reply, error) {
	done, err := tx.decide([]play.Command{cmd})
	if err != nil {
		return nil, err
	}
	if err := tx.append(engine.Did, done); err != nil {
		return nil, err
	}
	reply, err := tx.tell(done)
	if err != nil {
		return nil, err
	}
	public := view.Of(done, view.Viewer{})
	asked := public.Before().AskedSave(a.ID)
	if reply.Ephemeral || asked == nil || tx.r.Message == "" || slices.Contains(tx.args(), elsewhere) {
		return reply, nil
	}
	reply.Update, reply.Text = true, words.SavesMessage(tx.all, tx.rs, asked, public)
	if public.State.AskedSave(a.ID) != nil {
		reply.Buttons = append([][]discord.Button{saveButtons(tx.all, a.ID, false)}, reply.Buttons[:min(len(reply.Buttons), discord.MaxRows-1)]...)
	}
	return reply, nil
}

// savesMenu returns the menu in which the GM chooses one of the open saves, oldest first; nil if there are none.
func (tx *transaction) savesMenu(s *engine.State, fight string) []discord.Button {
	var options []discord.Option
	for i := range s.AskedSaves[:min(len(s.AskedSaves), discord.MaxOptions)] {
		a := &s.AskedSaves[i]
		options = append(options, discord.Option{Label: lang.Clip(words.SaveTitle(tx.own, tx.rs, &a.SaveCall), discord.MaxHint), Value: savesArg(a.ID),
			About: lang.Clip(words.SaveDue(tx.own, s, a), discord.MaxHint)})
	}
	if options == nil {
		return nil
	}
	return []discord.Button{{Label: tx.own.Label("menu.open-saves"), ID: discord.CustomID("screen-saves", fight), Menu: &discord.Menu{Options: options}}}
}

// pressOpenSaves shows the saves chosen from the menu of open ones, with buttons that make one, roll for the rest and drop the rest.
func pressOpenSaves(tx *transaction) (*discord.Reply, error) {
	a := tx.j.State().AskedSave(engine.SavesID(turnArg([]string{tx.given()["values"]})))
	if a == nil {
		return nil, engine.Refuse(engine.NotNow, reason.SaveOver, engine.Args{})
	}
	drop := card.Button(tx.own, discord.Danger, "drop-rest", savesArg(a.ID))
	reply := privately(words.OpenSaves(tx.own, tx.rs, tx.j.State(), a))
	reply.Buttons = [][]discord.Button{append(saveButtons(tx.own, a.ID, true), drop)}
	return reply, nil
}

// pressDropRest withdraws the saves that are still due.
func pressDropRest(tx *transaction) (*discord.Reply, error) {
	a, err := tx.askedSaves()
	if err != nil {
		return nil, err
	}
	return tx.play(play.SaveRest{ID: a.ID, Drop: true})
}

// owedButtons returns a button for each of the open saves that the asker has yet to make.
func (tx *transaction) owedButtons() []discord.Button {
	var out []discord.Button
	s := tx.seen()
	for i := range s.AskedSaves {
		if a := &s.AskedSaves[i]; len(tx.savers(a)) > 0 && len(out) < discord.MaxInRow {
			out = append(out, askedButton(tx.own, tx.rs, a))
		}
	}
	return out
}

// savesForm is the form to ask for saves, with what is needed most. Everything else is in [moreSavesForm].
func savesForm(tx *transaction) (*discord.Form, error) {
	inputs, err := tx.saveInputs()
	if err != nil {
		return nil, err
	}
	if sources := tx.saveSources(); len(sources) > 1 {
		inputs = append([]discord.Input{{ID: "source", Menu: &discord.Menu{Options: sources[:min(len(sources), discord.MaxOptions)], Most: 1}}}, inputs...)
	}
	return tx.newForm("saves-form", nil, inputs...), nil
}

// moreSavesForm is like [savesForm], with an input for effects and everything else that the latter has no room for.
func moreSavesForm(tx *transaction) (*discord.Form, error) {
	inputs, err := tx.saveInputs()
	if err != nil {
		return nil, err
	}
	return tx.newForm("more-saves-form", []lang.Arg{lang.Text("parts", words.SaveParts(tx.rs))}, append(inputs, discord.Input{ID: "more", Long: true, Max: 500})...), nil
}

// saveInputs returns what both forms ask for: who saves, with what, what a success takes, the difficulty and the damage.
func (tx *transaction) saveInputs() ([]discord.Input, error) {
	if tx.rs.Saves == nil {
		return nil, engine.Refuse(engine.NotInRules, reason.NoSaves, engine.Args{Ruleset: tx.rs.Title})
	}
	dc := 10
	targets, err := tx.targets(false, func(name string) play.Command {
		return play.Save{Target: name, Save: tx.rs.Saves.Names[0].Stat, DC: &dc, Players: tx.conf.Damage}
	})
	if err != nil {
		return nil, err
	}
	return []discord.Input{{ID: "target", Required: true, Menu: &discord.Menu{Options: targets[:min(len(targets), discord.MaxOptions)], Most: discord.MaxOptions}},
		{ID: "save", Required: true, Menu: &discord.Menu{Options: tx.saveOptions(), Most: 1}},
		{ID: "dc", Required: true, Max: 5}, {ID: "amount", Max: 100}}, nil
}

// saveOptions returns the saves with how much of the damage a success takes: first as the ruleset has it, then the other ways. The latter are in the
// value, after the stat: "dex none".
func (tx *transaction) saveOptions() []discord.Option {
	usual := tx.rs.Saves.Damage[ruleset.SaveSuccess]
	var out []discord.Option
	for _, share := range []ruleset.SaveShare{usual, ruleset.TakesHalf, ruleset.TakesNone} {
		if share == usual && len(out) > 0 {
			continue
		}
		for _, n := range tx.rs.Saves.Names {
			value := n.Stat
			if share != usual {
				value += " " + string(share)
			}
			out = append(out, discord.Option{Label: tx.own.Label("menu.save-option", lang.Term("save", n.Name), lang.Text("share", string(share))), Value: value})
		}
	}
	return out[:min(len(out), discord.MaxOptions)]
}

// saveSources returns those who can be the source of saves: for a GM everybody, for others their own combatants that are active. If only one combatant is
// active, it is picked.
func (tx *transaction) saveSources() []discord.Option {
	s := tx.seen()
	gm := engine.MayGM(s, tx.actor)
	active := s.ActiveMembers()
	who := slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool {
		return !gm && !(engine.Owns(c, tx.actor) && slices.Contains(active, c))
	})
	slices.SortStableFunc(who, func(a, b *engine.Combatant) int {
		rank := map[bool]int{true: 0, false: 1}
		return rank[slices.Contains(active, a)] - rank[slices.Contains(active, b)]
	})
	out := tx.offer(who)
	if len(active) == 1 && len(who) > 0 && who[0].ID == active[0].ID {
		out[0].Picked = true
	}
	return out
}

// readSavesForm adds what the inputs of a form say that are not options of the command.
func readSavesForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	save := cmd.(play.Save)
	save.Save, save.Success, _ = strings.Cut(tx.given().Text("save"), " ")
	save, err := readSaveParts(tx, save, tx.given().Text("more"))
	if err != nil {
		return nil, err
	}
	return []play.Command{save}, nil
}

// readSaveParts adds the difficulty that a form has, and the text of its last input.
func readSaveParts(tx *transaction, save play.Save, text string) (play.Save, error) {
	if save.Target == "" {
		return save, refuse(engine.Invalid, lang.P("bot.nobody-chosen"))
	}
	dc, err := tx.given().WholeNumber("dc")
	if err != nil {
		return save, err
	}
	save.DC = dc
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' || r == ';' })
	for i := 0; i < len(parts); i++ {
		part := oneLine(parts[i])
		if key, lasts, _ := strings.Cut(part, " "); key == "duration" && i+1 < len(parts) && isDuration(lasts+", "+oneLine(parts[i+1])) {
			i++ // "duration 1 round, end of source's turn"
			part += ", " + oneLine(parts[i])
		}
		if part != "" && !tx.addToSave(&save, part) {
			return save, refuse(engine.Invalid, lang.P("bot.not-in-save", lang.Quoted("text", part), lang.Text("parts", words.SaveParts(tx.rs))))
		}
	}
	return save, nil
}

func isDuration(text string) bool {
	_, err := ruleset.ParseDuration(text)
	return err == nil
}

// addToSave adds one thing to saves, such as "effect Frightened" or "repeat", and reports whether they have it. Each of several names has a part of its
// own: "advantage Mira, advantage Rogue".
func (tx *transaction) addToSave(cmd *play.Save, part string) bool {
	key, value, _ := strings.Cut(part, " ")
	key = strings.ToLower(key)
	switch key {
	case "repeat":
		cmd.Repeat = true
		return value == ""
	case "plain":
		cmd.Plain = true
		return value == ""
	case "now":
		cmd.Now = true
		return value == ""
	case "roll":
		key = "rolls"
	}
	if value == "" {
		return false
	}
	value = tx.keptIn("save", key, value)
	for name, field := range map[string]*string{"source": &cmd.Source, "success": &cmd.Success, "name": &cmd.Name, "effect": &cmd.Effect, "effect_success": &cmd.EffectSuccess,
		"effect_critical": &cmd.EffectCritical, "duration": &cmd.Duration, "with": &cmd.With, "pool": &cmd.Pool} {
		if key == name {
			*field = value
			return true
		}
	}
	for name, field := range map[string]*string{"target": &cmd.Target, "rolls": &cmd.Rolls, "modifier": &cmd.Modifier, "advantage": &cmd.Advantage, "disadvantage": &cmd.Disadvantage} {
		if key == name {
			*field = listedNames(*field, value)
			return true
		}
	}
	return false
}

// saveNames are the ruleset's saves, by the stats saved with.
var saveNames = &naming{
	values: func(tx *transaction) []string { return tx.rs.Saves.Stats() },
	called: func(tx *transaction, l *lang.Language, value string) []string {
		return []string{l.Term(tx.rs.SaveName(value))}
	},
}
