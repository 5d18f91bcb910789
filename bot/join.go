package bot

import (
	"errors"
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
)

// join adds the user's character to the fight. Options take precedence over what is saved.
func join(tx *transaction) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	in, err := tx.joining(all, tx.given())
	if err != nil {
		return nil, err
	}
	return tx.playJoin(in)
}

// pressJoin joins with the saved character that fits the ruleset, or offers a menu if several do. If none does, it opens the form, with
// the one saved last.
func pressJoin(tx *transaction) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	form, err := joinForm(tx)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return &discord.Reply{Form: form}, nil
	}
	ready := tx.ready(all)
	switch {
	case len(ready) > 1, len(ready) == 1 && tx.plays():
		return tx.chooseCharacter(ready), nil
	case len(ready) == 1:
		all = ready
	}
	in, err := tx.joining(all, Options{})
	if err != nil {
		return nil, err
	}
	reply, err := tx.playJoin(in)
	if why, is := errors.AsType[*engine.Error](err); is && why.Code == engine.Invalid {
		form.Inputs[0].Value = in.Name
		if in.Stats != "" {
			form.Inputs[1].Value = in.Stats
		}
		return &discord.Reply{Form: form}, nil
	}
	return reply, err
}

// pressJoinAs joins with the saved character that was chosen.
func pressJoinAs(tx *transaction) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	name := tx.r.Fields["values"]
	if _, ok := findCharacter(all, name); !ok {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-character", lang.Quoted("name", name)))
	}
	in, err := tx.joining(all, Options{"name": name})
	if err != nil {
		return nil, err
	}
	return tx.playJoin(in)
}

// chooseCharacter asks with which saved character to join. The one saved last comes first.
func (tx *transaction) chooseCharacter(ready []Character) *discord.Reply {
	m := &discord.Menu{Least: 1}
	for _, c := range slices.Backward(ready[max(0, len(ready)-discord.MaxOptions):]) {
		m.Options = append(m.Options, discord.Option{Label: lang.Visible(c.Name), Value: c.Name, About: lang.Clip(lang.Visible(c.allStats()), 100)})
	}
	return &discord.Reply{Ephemeral: true, Text: tx.own.Line("character.choose"),
		Buttons: [][]discord.Button{{{Label: tx.own.Label("character.menu"), ID: discord.CustomID("join-as", card.TurnArg(tx.seen().Turn)), Menu: m}}}}
}

// ready returns the asker's saved characters that can join the fight now.
func (tx *transaction) ready(all []Character) []Character {
	var out []Character
	for _, c := range all {
		in, err := tx.joining(all, Options{"name": c.Name})
		if err == nil && characterFits(tx.rs, c) && tx.wouldRefuse(in.Join) == nil {
			out = append(out, c)
		}
	}
	return out
}

// joining is a command to join. The fields after it are for a saved character.
type joining struct {
	play.Join
	saved bool
	left  leftOut // with saves that the fight's ruleset doesn't have
}

// joining returns the command to join with the options and, if there is one with that name, a saved character. It joins with
// the stats that the fight's ruleset has.
func (tx *transaction) joining(all []Character, o Options) (joining, error) {
	in := joining{Join: play.Join{Name: o.Text("name"), Stats: o.Text("stats"), Side: o.Text("side")}}
	_, rs, err := tx.fight()
	if err != nil {
		return in, err
	}
	if in.Roll, err = o.WholeNumber("roll"); err != nil {
		return in, err
	}
	one, ok := findCharacter(all, in.Name)
	if ok && tx.r.Kind == discord.Filled && in.Stats == rs.Template(false) {
		in.Stats = "" // as the form came
	}
	if in.Given, err = tx.typedStats(one, rs, in.Stats); err != nil || !ok {
		return in, err
	}
	if in.Name == "" {
		in.Name = one.Name
	}
	in.saved, in.Weapon, in.Sheet = true, one.weapons(), one.Sheet.InFight()
	in.Saved = one.as(tx.r.Guild, tx.r.User, tx.r.ID)
	if tx.conf.Carry == carryKeep {
		if in.Carried, err = one.brings(in.Stats, rs); err != nil {
			return in, err
		}
	}
	if in.Stats, in.left, err = one.fitting(rs, in.Stats); err != nil {
		return in, err
	}
	saves, lacks := engine.FittingSaves(one.Saves, rs)
	in.Saves, in.left.unused = engine.PreparedText(saves), append(in.left.unused, lacks...)
	return in, nil
}

// typedStats returns the keys of stats that were typed to join with a character. A form may open filled in, so values that match the
// character's don't count as typed.
func (tx *transaction) typedStats(one Character, rs *ruleset.Ruleset, stats string) ([]string, error) {
	pairs := func(text string) ([]engine.StatPair, error) {
		text, _, err := play.TakeResistances(text, rs)
		if err != nil {
			return nil, err
		}
		return engine.ParseStats(text, rs.Template(false))
	}
	typed, err := pairs(stats)
	if err != nil {
		return nil, err
	}
	var had []engine.StatPair
	if tx.r.Kind == discord.Filled {
		fits, _, err := one.fitting(rs, "")
		if err != nil {
			return nil, err
		}
		if had, err = pairs(fits); err != nil {
			return nil, err
		}
	}
	var keys []string
	for _, g := range typed {
		if !slices.Contains(had, g) {
			keys = append(keys, g.Key)
		}
	}
	return keys, nil
}

// playJoin joins.
func (tx *transaction) playJoin(in joining) (*discord.Reply, error) { return tx.playSaved(in, in.Join) }

// playSaved plays a command with the stats of what joins. The reply says which stats of a saved character were left out, and a refusal which ones it lacks.
func (tx *transaction) playSaved(in joining, cmd play.Command) (*discord.Reply, error) {
	reply, err := tx.play(cmd)
	if why, is := errors.AsType[*engine.Error](err); in.saved && is && why.Reason == reason.StatsMissing {
		return nil, refuse(engine.Invalid, lang.P("bot.saved-lacks-stats", lang.Name("name", in.Name), lang.All("missing", strings.Split(strings.Join(why.Names, "|"), "|")), lang.Term("ruleset", why.Ruleset), lang.Quoted("example", why.Example)))
	}
	if err != nil {
		return nil, err
	}
	if in.Sheet == nil {
		reply.Text = words.Lines(tx.all, append([]string{reply.Text}, in.left.shown(tx.all, tx.rs)...))
	} else if lines := in.left.shown(tx.own, tx.rs); len(lines) > 0 { // nobody else reads a sheet (CR-4)
		addLines(tx.own, private(reply), lines...)
	}
	return reply, nil
}

// shown lists the numbers that were left out.
func (left leftOut) shown(l *lang.Language, rs *ruleset.Ruleset) []string {
	var lines []string
	if len(left.unused) > 0 {
		lines = append(lines, l.Line("character.left-out", lang.Term("ruleset", rs.Title), lang.Listed("stats", left.unused)))
	}
	var beyond []lang.Phrase
	for _, v := range left.beyond {
		st, _ := rs.Stat(v.Stat)
		beyond = append(beyond, lang.P("character.out-of-range", lang.Name("stat", v.Stat), lang.N("n", v.Value), lang.N("low", st.Min), lang.N("high", st.Max)))
	}
	if len(beyond) > 0 {
		lines = append(lines, l.Line("character.left-out-beyond", lang.Term("ruleset", rs.Title), lang.AllParts("stats", beyond)))
	}
	return lines
}

// mostKeys is the maximum length of stat keys that a phone shows in one line after a label. Longer ones go below it.
const mostKeys = 29

// joinForm asks for a character to join with.
func joinForm(tx *transaction) (*discord.Form, error) {
	keys, below := strings.Join(tx.rs.StatKeys(), ", "), ""
	if words.Length(keys) > mostKeys {
		keys, below = "", whole(tx.rs.StatKeys(), discord.MaxHint)
	}
	return tx.newForm("join-form", []lang.Arg{lang.Text("keys", keys), lang.Text("below", below)},
		discord.Input{ID: "name", Max: engine.MaxName},
		discord.Input{ID: "stats", Value: tx.rs.Template(false), Max: 500},
		discord.Input{ID: "roll", Max: 4},
		discord.Input{ID: "side", Max: engine.MaxName},
		discord.Input{ID: "file", File: sheetFiles()}), nil
}

// whole joins as many of the keys as fit into that many characters; three dots stand for the others.
func whole(keys []string, most int) string {
	out := strings.Join(keys, ", ")
	for n := len(keys) - 1; n > 0 && words.Length(out) > most; n-- {
		out = strings.Join(keys[:n], ", ") + ", …"
	}
	return out
}

// plays reports whether the asker has a combatant in the fight.
func (tx *transaction) plays() bool {
	return slices.ContainsFunc(tx.combatants(), func(c *engine.Combatant) bool { return engine.Owns(c, tx.actor) })
}

// completeSaved suggests the user's saved characters.
func completeSaved(tx *transaction, input string) []discord.Choice {
	var names []string
	for _, one := range tx.saved {
		names = append(names, one.Name)
	}
	slices.Reverse(names)
	return suggestNames("", input, names)
}
