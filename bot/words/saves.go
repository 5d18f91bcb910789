package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// saves renders calls for saves and their results (NU-13 to NU-21).
func (t *teller) saves(e engine.Event) string {
	switch e := e.(type) {
	case engine.SavesCalled:
		t.said(&e.SaveCall)
		t.say(t.l.Say(saveCall(t.s, t.rs, &e.SaveCall)))
		for _, line := range t.dueSaves(e.Due) { // before the results, so that a long message doesn't leave out those it asks
			t.say(line)
		}
	case engine.SaveMade:
		if t.i >= t.toldTo {
			t.saveRun(e)
		}
	case engine.SavesDropped:
		if a := t.before().AskedSave(e.ID); a != nil {
			return t.aboutAll(e.Who, "saves.dropped", saveTitle(t.rs, &a.SaveCall))
		}
	case engine.SavesProposed:
		return t.proposed(e.Proposal)
	}
	return ""
}

// said remembers that the dice of the saves' damage have been told.
func (t *teller) said(c *engine.SaveCall) {
	t.saidDice = amountText(c.Roll, c.Parts)
}

// saveCall says what is saved against: "**Fireball**: Dexterity save, DC 15, 28 damage (8d6: …), because of Mira."
func saveCall(s *engine.State, rs *ruleset.Ruleset, c *engine.SaveCall) lang.Phrase {
	var damage lang.Phrase
	if c.Deals {
		damage = lang.P("damage.proposed", lang.Int("n", c.Amount), lang.Mixed("dice", madeOf(c.Roll, c.Parts)))
	}
	source := ""
	if m := s.Combatant(c.Source); m != nil {
		source = m.Name
	}
	return lang.P("saves.called", lang.Name("name", c.Name), lang.Term("save", rs.SaveName(c.Stat)), lang.Int("dc", c.DC), lang.Part("damage", damage), lang.Name("source", source))
}

// saveTitle returns what a form or a menu calls saves: their name or, without one, the save's.
func saveTitle(rs *ruleset.Ruleset, c *engine.SaveCall) lang.Arg {
	if c.Name != "" {
		return lang.Name("save", c.Name)
	}
	return lang.Term("save", rs.SaveName(c.Stat))
}

// SaveTitle returns what a menu calls saves.
func SaveTitle(l *lang.Language, rs *ruleset.Ruleset, c *engine.SaveCall) string {
	return l.Label("saves.title", saveTitle(rs, c))
}

// SaveArgs returns the arguments of the texts of the form for a save.
func SaveArgs(rs *ruleset.Ruleset, c *engine.SaveCall, who string) []lang.Arg {
	return []lang.Arg{lang.Name("who", who), saveTitle(rs, c), lang.Int("dc", c.DC)}
}

// owing is a player and those of their combatants that have yet to save.
type owing struct {
	user  snowflake.User
	names []string
}

// owe returns the players of combatants whose saves are due, in the order of due.
func owe(s *engine.State, due []engine.SaveTarget) []owing {
	var out []owing
	for _, d := range due {
		c := s.Combatant(d.Who)
		if c == nil {
			continue
		}
		i := slices.IndexFunc(out, func(o owing) bool { return o.user == c.Owner })
		if i < 0 {
			i, out = len(out), append(out, owing{user: c.Owner})
		}
		out[i].names = append(out[i].names, c.Name)
	}
	return out
}

// Owing returns the users who have yet to save, each once.
func Owing(s *engine.State, due []engine.SaveTarget) []snowflake.User {
	var out []snowflake.User
	for _, o := range owe(s, due) {
		if o.user != "" {
			out = append(out, o.user)
		}
	}
	return out
}

// dueSaves says who has yet to save, in one line per player.
func (t *teller) dueSaves(due []engine.SaveTarget) []string {
	var out []string
	for _, o := range owe(t.s, due) {
		user := lang.Text("player", "")
		if o.user != "" {
			user = t.user("player", o.user, o.names[0])
		}
		out = append(out, t.l.Line("saves.due", user, lang.Groups("who", o.names)))
	}
	return out
}

// owedSaves returns what a card says about saves that are due: a line for each player. Combatants that have to make the same saves share a sentence.
func (f fight) owedSaves() []string {
	type debt struct {
		who   string
		saves []int // indexes of AskedSaves
	}
	var users []snowflake.User
	debts := map[snowflake.User][]debt{}
	for i := range f.s.AskedSaves {
		for _, o := range owe(f.s, f.s.AskedSaves[i].Due) {
			if debts[o.user] == nil {
				users = append(users, o.user)
			}
			for _, name := range o.names {
				at := slices.IndexFunc(debts[o.user], func(d debt) bool { return d.who == name })
				if at < 0 {
					at, debts[o.user] = len(debts[o.user]), append(debts[o.user], debt{who: name})
				}
				debts[o.user][at].saves = append(debts[o.user][at].saves, i)
			}
		}
	}
	var out []string
	for i, user := range users {
		if i == MostDue {
			return append(out, f.l.Line("saves.owed-more", lang.N("n", len(users)-i)))
		}
		var line []string
		for left := debts[user]; len(left) > 0; {
			first := left[0]
			var who []string
			left = slices.DeleteFunc(left, func(d debt) bool {
				same := slices.Equal(d.saves, first.saves)
				if same {
					who = append(who, d.who)
				}
				return same
			})
			var saves []lang.Phrase
			for _, at := range first.saves {
				a := &f.s.AskedSaves[at]
				saves = append(saves, lang.P("saves.owed-one", saveTitle(f.rs, &a.SaveCall), lang.Int("dc", a.DC)))
			}
			line = append(line, f.l.Line("saves.owed", lang.Groups("who", who), lang.Some("saves", saves)))
		}
		out = append(out, strings.Join(line, " "))
	}
	return out
}

// DueAgain returns the saves that an undo between two states has made due again, with those who have to make them (NU-17).
func DueAgain(before, after *engine.State) []engine.AskedSaves {
	var out []engine.AskedSaves
	for _, a := range after.AskedSaves {
		was := before.AskedSave(a.ID)
		a.Due = slices.DeleteFunc(slices.Clone(a.Due), func(t engine.SaveTarget) bool { return was != nil && was.DueOf(t.Who) != nil })
		if len(a.Due) > 0 {
			out = append(out, a)
		}
	}
	return out
}

// saveRun renders the current save and those made together with it: a single one with its roll, several by result.
func (t *teller) saveRun(first engine.SaveMade) {
	run := []engine.SaveMade{first}
	for _, e := range t.rest {
		next, is := e.(engine.SaveMade)
		if !is || next.ID != first.ID {
			break
		}
		run = append(run, next)
	}
	t.toldTo = t.i + len(run)
	called := first.ID == t.toldSaves || slices.ContainsFunc(t.view.Events[:t.i], func(e engine.Event) bool { c, is := e.(engine.SavesCalled); return is && c.ID == first.ID })
	if a := t.before().AskedSave(first.ID); a != nil {
		t.said(&a.SaveCall)
		if !called {
			t.say(t.l.Say(saveCall(t.before(), t.rs, &a.SaveCall)))
		}
	}
	if len(run) == 1 {
		t.say(t.oneSave(first))
		return
	}
	var parts []savePart
	for _, e := range run {
		if c, ok := t.who(e.Who); ok {
			parts = append(parts, savePart{result: e.Result, name: c.Name, says: t.savePart(c.Name, e)})
		}
	}
	for _, line := range byResult(t.l, parts) {
		t.say(line)
	}
}

// oneSave renders one save with its roll.
func (t *teller) oneSave(e engine.SaveMade) string {
	result, evades := lang.Text("result", resultKey(e.Result)), effectName("evades", t.rs, e.Evades)
	switch {
	case e.FailsBy != "":
		return t.about(e.Who, "saves.fails", effectName("by", t.rs, e.FailsBy), result, evades)
	case e.Blurred:
		return t.about(e.Who, "saves.kept", result)
	}
	return t.about(e.Who, "saves.made", lang.Part("dice", thrownDice(e.Roll)), lang.Int("modifier", e.Modifier), lang.Sentences("mods", t.mods(e.Mods)),
		lang.Part("why", t.whySave(e)), lang.Int("total", e.Total), lang.Int("needs", e.Needs), result, evades)
}

// whySave says which effects give a save its second die (NU-23).
func (t *teller) whySave(e engine.SaveMade) lang.Phrase {
	named := slices.DeleteFunc(slices.Clone(e.Edges), func(e engine.EdgeOf) bool { return e.Name == "" })
	return t.why(engine.TotalEdge(e.Edges), named, nil)
}

// savePart says whose save it was, with the roll. It is empty if only the name is shown.
func (t *teller) savePart(name string, e engine.SaveMade) lang.Phrase {
	who, evades := lang.Name("who", name), effectName("evades", t.rs, e.Evades)
	switch {
	case e.FailsBy != "":
		return lang.P("saves.who-fails", who, effectName("by", t.rs, e.FailsBy), evades)
	case e.Blurred:
		return lang.Phrase{}
	}
	return lang.P("saves.who-rolled", who, lang.Part("dice", thrownDice(e.Roll)), lang.Int("modifier", e.Modifier), lang.Sentences("mods", t.mods(e.Mods)), lang.Int("total", e.Total),
		lang.Part("why", t.whySave(e)), evades)
}

// savePart is one of several saves.
type savePart struct {
	result ruleset.SaveResult
	name   string
	says   lang.Phrase // the name and details; empty if there are no details
}

// byResult returns a line for each result, the best first. In each, those with nothing but a name come first.
func byResult(l *lang.Language, parts []savePart) []string {
	var out []string
	for _, result := range []ruleset.SaveResult{ruleset.SaveCriticalSuccess, ruleset.SaveSuccess, ruleset.SaveFailure, ruleset.SaveCriticalFailure} {
		var names []string
		var who []lang.Phrase
		for _, p := range parts {
			switch {
			case p.result != result:
			case p.says.Is():
				who = append(who, p.says)
			default:
				names = append(names, p.name)
			}
		}
		if len(names)+len(who) > 0 {
			out = append(out, l.Line("saves.result", lang.Text("result", resultKey(result)), lang.GroupsAnd("who", names, who)))
		}
	}
	return out
}

func resultKey(result ruleset.SaveResult) string {
	return strings.ReplaceAll(string(result), " ", "-")
}

// proposedSaves renders saves that wait for the GM.
func (t *teller) proposedSaves(e engine.Proposal) string {
	var who []string
	for _, target := range e.Saves.Targets {
		if c, ok := t.who(target.Who); ok {
			who = append(who, c.Name)
		}
	}
	by := ""
	if c, ok := t.who(e.By); ok {
		by = c.Name
	}
	call := e.Saves.SaveCall
	call.Source = 0
	return t.l.Line("saves.waiting", lang.Name("by", by), lang.Part("call", saveCall(t.s, t.rs, &call)), lang.Groups("who", who))
}

// SaveDue says whose saves are due, as only the GM may see it: "Knight, Bard".
func SaveDue(l *lang.Language, s *engine.State, a *engine.AskedSaves) string {
	s = calledBoth(l, s)
	var who []string
	for _, o := range owe(s, a.Due) {
		who = append(who, o.names...)
	}
	return l.Label("saves.due-names", lang.Groups("who", who))
}

// OpenSaves returns what is saved against and who has yet to save, as only the GM may see it.
func OpenSaves(l *lang.Language, rs *ruleset.Ruleset, s *engine.State, a *engine.AskedSaves) string {
	s = calledBoth(l, s)
	t := &teller{fight: fight{l, s, rs}}
	return Lines(l, append([]string{l.Say(saveCall(s, rs, &a.SaveCall))}, t.dueSaves(a.Due)...))
}

// SavesMessage returns the message of saves after some have been made, as everyone may know it: what is saved against, who has yet to save,
// the results so far with the damage taken, and what just happened. asked is the state of the saves before that.
func SavesMessage(l *lang.Language, rs *ruleset.Ruleset, asked *engine.AskedSaves, v view.View) string {
	t := &teller{fight: fight{l, v.State, rs}, view: v}
	lines := []string{l.Say(saveCall(v.State, rs, &asked.SaveCall))}
	if a := v.State.AskedSave(asked.ID); a != nil {
		lines = append(lines, t.dueSaves(a.Due)...)
	}
	var parts []savePart
	var amounts []int
	took := map[int][]string{}
	for _, m := range asked.Made {
		if c := v.State.Combatant(m.Who); c != nil {
			p := savePart{result: m.Result, name: c.Name}
			if m.Shown != nil {
				p.says = lang.P("saves.who-total", lang.Name("who", c.Name), lang.Int("total", *m.Shown))
			}
			parts = append(parts, p)
			if m.Took != nil {
				if took[*m.Took] == nil {
					amounts = append(amounts, *m.Took)
				}
				took[*m.Took] = append(took[*m.Took], c.Name)
			}
		}
	}
	lines = append(lines, byResult(l, parts)...)
	var taken []string
	for _, n := range amounts {
		taken = append(taken, l.Say(outcome{n: n, none: n == 0}.phrase(rs, took[n], lang.Phrase{})))
	}
	told := &teller{fight: fight{l: l, rs: rs}, view: v, toldSaves: asked.ID}
	news := told.tell()
	if all := slices.Concat(lines, taken, news); Length(strings.Join(all, "\n")) < longest {
		return Lines(l, all)
	}
	return Lines(l, append(lines, news...)) // the log has what was taken before
}

// SaveParts is an example of what can be added to saves in a form.
func SaveParts(rs *ruleset.Ruleset) string { return saveParts(rs, ", source Mira") }

// PreparedParts is SaveParts for a prepared save, whose source is known.
func PreparedParts(rs *ruleset.Ruleset) string { return saveParts(rs, "") }

func saveParts(rs *ruleset.Ruleset, source string) string {
	parts := "success none, effect Frightened, duration 2 rounds" + source
	if rs.Save != nil {
		parts += ", repeat"
	}
	return parts
}

// fewRolls is the maximum number of saves for which the GM reads every die. If there are more, the GM reads only totals, so that all fit;
// the log has the dice.
const fewRolls = 12

// SaveDice returns what only the GM reads of saves: the rolls of the GM's combatants by result, unless they are told anyway, and who lacks the stat.
func SaveDice(l *lang.Language, rs *ruleset.Ruleset, done engine.Outcome, withRolls bool) string {
	done.Before, done.State = calledBoth(l, done.Before), calledBoth(l, done.State)
	t := &teller{fight: fight{l, done.State, rs}}
	var rolls, totals []savePart
	var lack []string
	stat := ""
	for _, e := range done.Events {
		made, is := e.(engine.SaveMade)
		if !is {
			continue
		}
		c := done.State.Combatant(made.Who)
		if c == nil && done.Before != nil {
			c = done.Before.Combatant(made.Who)
		}
		if c == nil {
			continue
		}
		if made.Lacks && made.FailsBy == "" {
			lack, stat = append(lack, c.Name), rs.SaveName(made.Stat)
		}
		if withRolls && c.Owner == "" && made.FailsBy == "" {
			rolls = append(rolls, savePart{made.Result, c.Name, t.savePart(c.Name, made)})
			totals = append(totals, savePart{made.Result, c.Name, lang.P("saves.who-total", lang.Name("who", c.Name), lang.Int("total", made.Total))})
		}
	}
	if len(rolls) > fewRolls {
		rolls = totals
	}
	var lines []string
	if len(rolls) > 0 {
		lines = append([]string{l.Line("saves.dice")}, byResult(l, rolls)...)
	}
	if len(lack) > 0 {
		lines = append(lines, l.Line("saves.lack", lang.Groups("who", lack), lang.Term("save", stat)))
	}
	return strings.Join(lines, "\n")
}
