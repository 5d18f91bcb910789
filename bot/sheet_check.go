package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// check rolls a save, a skill or any other number of a sheet (CR-41).
func (b *Bot) check(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return b.rollWith(ctx, r, func(tx *transaction, all []Character) (play.Numbers, *ruleset.Ruleset, Options, error) {
		n, rs, err := tx.numbersOf(all, tx.given().Text("who"))
		return n, rs, tx.given(), err
	})
}

// rollWith rolls a check. read returns the numbers to roll with, the ruleset in play, and the options; all are the asker's
// characters.
func (b *Bot) rollWith(ctx context.Context, r *discord.Request, read func(tx *transaction, all []Character) (play.Numbers, *ruleset.Ruleset, Options, error)) (*discord.Reply, error) {
	preset, err := b.preset(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		all, err := tx.characters()
		if err != nil {
			return nil, err
		}
		n, rs, o, err := read(tx, all)
		if err != nil {
			return nil, err
		}
		return tx.rollCheck(n, rs, preset, o)
	})
}

// preset returns the server's default ruleset, which says what is rolled outside of fights if a sheet doesn't. It is nil if there is none.
func (b *Bot) preset(ctx context.Context, r *discord.Request) (*ruleset.Ruleset, error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	conf, err := b.settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	rs, unknown := server.forNewFight(conf.Ruleset)
	if unknown != nil {
		return nil, nil
	}
	return rs, nil
}

// numbersOf returns the numbers to roll with: in a fight those of who, or of the asker's combatant there; otherwise those of a saved character (CR-42). It
// also returns the ruleset in play.
func (tx *transaction) numbersOf(all []Character, who string) (play.Numbers, *ruleset.Ruleset, error) {
	var inFight error
	if s := tx.j.State(); s != nil {
		n, err := play.NumbersOf(s, tx.rs, tx.actor, who)
		var why *engine.Error
		switch {
		case err == nil:
			return n, tx.rs, nil
		case !errors.As(err, &why):
			return n, nil, err
		case who != "" && why.Reason != reason.UnknownName && why.Reason != reason.NotInFight:
			return n, nil, err
		case who == "" && tx.plays():
			return n, nil, err
		}
		inFight = err
	}
	n, err := savedNumbers(all, who)
	if err != nil && inFight != nil {
		err = inFight
	}
	return n, nil, err
}

// savedNumbers returns the numbers of a saved character (CR-42).
func savedNumbers(all []Character, name string) (play.Numbers, error) {
	c, ok := findCharacter(all, name)
	if !ok {
		return play.Numbers{}, noCharacter(name)
	}
	stats := map[string]int{}
	for _, g := range c.typed() {
		if g.Key != "hp" {
			stats[g.Key] = g.Value
		}
	}
	_, most := c.hitPoints()
	return play.NumbersFrom(c.Name, c.Sheet.InFight(), stats, most), nil
}

// rollCheck rolls the check that the options say. rs is the ruleset in play, or nil. In a fight, the check also goes into the log, where undo skips it.
func (tx *transaction) rollCheck(n play.Numbers, rs, preset *ruleset.Ruleset, o Options) (reply *discord.Reply, err error) {
	if rs == nil && (n.Sheet == nil || n.Sheet.Check == "") {
		rs = preset
	}
	c := play.Check{By: tx.actor, What: o.Text("what"), Edge: o.Text("edge"), Modifier: o.Text("modifier"), DC: o.Number("dc"), Secret: o.Flag("secret")}
	if c.Roll, err = o.WholeNumber("roll"); err != nil {
		return nil, err
	}
	e, err := c.Decide(n, rs, tx.roller)
	if _, wrong := errors.AsType[*dice.Error](err); wrong {
		return nil, refuse(engine.Invalid, words.NotDice(err))
	}
	if err != nil {
		return nil, err
	}
	if tx.j.State() != nil {
		if err := tx.append(engine.Noted, engine.Outcome{Events: []engine.Event{e}}); err != nil {
			return nil, err
		}
	}
	if e.Secret {
		return privately(words.Check(tx.own, e)), nil
	}
	return &discord.Reply{Text: words.Check(tx.all, e)}, nil
}

// completeNumbers suggests the numbers of whoever is meant.
func completeNumbers(tx *transaction, input string) []discord.Choice {
	n, _, err := tx.numbersOf(tx.saved, tx.given().Text("who"))
	if err != nil {
		return nil
	}
	typed := strings.ToLower(strings.Join(strings.FieldsFunc(input, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_"))
	first := func(name string) bool { return strings.HasPrefix(name, typed) }
	word := func(name string) bool { return !first(name) && strings.Contains("_"+name, "_"+typed) }
	var out []discord.Choice
	for _, fits := range []func(string) bool{first, word} {
		for _, name := range n.Names() {
			if fits(name) && len(out) < discord.MaxOptions {
				out = append(out, discord.Choice{Name: words.NumberName(name), Value: words.NumberName(name)})
			}
		}
	}
	return out
}

// completeWhose suggests whose numbers can be rolled: of combatants for whom the asker may act or, if there are none, of the asker's characters.
func completeWhose(tx *transaction, input string) []discord.Choice {
	if out := completeOwn(tx, input); len(out) > 0 {
		return out
	}
	return completeSaved(tx, input)
}

// sheetForm asks for a check (CR-43). whose is as [transaction.numbersFor] has it.
func (tx *transaction) sheetForm(all []Character, whose string) (*discord.Form, error) {
	n, _, err := tx.numbersFor(all, whose)
	if err != nil {
		return nil, err
	}
	what := &discord.Menu{}
	for _, key := range formNumbers(n) {
		value, _ := n.Value(key)
		what.Options = append(what.Options, discord.Option{Label: words.NumberName(key), Value: key, About: fmt.Sprintf("%+d", value)})
	}
	if len(what.Options) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.no-numbers", lang.Name("name", n.Name)))
	}
	if n.Of != nil {
		whose = combatantMark + card.CombatantArg(n.Of) // whoever's turn it is when the form is sent
	}
	return tx.newForm(discord.CustomID("roll-save-form", whose), []lang.Arg{lang.Name("who", n.Name)},
		discord.Input{ID: "what", Required: true, Menu: what}, tx.edgeInput(), discord.Input{ID: "modifier", Max: 50}, discord.Input{ID: "roll", Max: 7},
		discord.Input{ID: "secret", Check: true}), nil
}

// formNumbers returns the names of the numbers that the form offers: saves, then skills or, if there are none, whatever there is.
func formNumbers(n play.Numbers) []string {
	names := n.Names()
	if n.Sheet != nil {
		if saves, skills, _ := n.Sheet.Names(); len(saves)+len(skills) > 0 {
			names = append(saves, skills...)
		}
	}
	return names[:min(len(names), discord.MaxOptions)]
}

// combatantMark is the prefix of a combatant in a field that can also hold a name; no name has a comma.
const combatantMark = ","

// numbersFor returns the numbers of a combatant by what names it in a custom ID, or of one of the asker's characters by its name: as it is in the fight, if it is there, else as it is
// saved. Without either, it is numbersOf.
func (tx *transaction) numbersFor(all []Character, whose string) (play.Numbers, *ruleset.Ruleset, error) {
	s := tx.j.State()
	if id, is := strings.CutPrefix(whose, combatantMark); is {
		if s == nil {
			return play.Numbers{}, nil, noFight()
		}
		c, err := combatantNamed(tx.seen(), id)
		if err != nil {
			return play.Numbers{}, nil, err
		}
		return tx.numbersOf(nil, c.Name)
	}
	if whose == "" || s != nil && play.OwnNamed(s, tx.actor, whose) != nil {
		return tx.numbersOf(all, whose)
	}
	n, err := savedNumbers(all, whose)
	return n, nil, err
}

// canCheck reports whether the form for a check can be opened for a combatant of that name or, without one, for the one that is meant.
func (tx *transaction) canCheck(name string) bool {
	n, rs, err := tx.numbersOf(nil, name)
	return err == nil && n.CanCheck(rs) && len(formNumbers(n)) > 0
}

// checkers returns those of the asker's own combatants for which the form for a check can be opened.
func (tx *transaction) checkers() []*engine.Combatant {
	return slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return !engine.Owns(c, tx.actor) || !tx.canCheck(c.Name) })
}

// pressRollSave opens the form for a check: in a fight for the asker's combatant, or for the character whose name the button has. If it could be for several,
// it asks for which.
func pressRollSave(tx *transaction) (*discord.Reply, error) {
	all, err := tx.characters()
	if err != nil {
		return nil, err
	}
	form, err := tx.sheetForm(all, discord.CustomID(tx.args()...))
	if why, is := errors.AsType[*engine.Error](err); !is || why.Reason != reason.SayWhose {
		return opened(form, err)
	}
	options := tx.offer(tx.checkers())
	if len(options) == 0 {
		return nil, err
	}
	for i, c := range tx.checkers() {
		options[i].Value = card.CombatantArg(c)
	}
	reply := privately(tx.own.Line("character.whose"))
	reply.Buttons = [][]discord.Button{{{Label: tx.own.Label("gm.choose"), ID: "roll-save-of", Menu: &discord.Menu{Options: options[:min(len(options), discord.MaxOptions)], Least: 1}}}}
	return reply, nil
}

// pressRollSaveOf opens the form for a check by the combatant that was chosen.
func pressRollSaveOf(tx *transaction) (*discord.Reply, error) {
	return opened(tx.sheetForm(nil, combatantMark+tx.given()["values"]))
}

// checkOnScreen returns the form for a check by a combatant of the GM screen.
func checkOnScreen(tx *transaction, c *engine.Combatant) (*discord.Form, error) {
	return tx.sheetForm(nil, combatantMark+card.CombatantArg(c))
}

// rollSaveFilled rolls the check that was chosen in the form.
func (b *Bot) rollSaveFilled(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return b.rollWith(ctx, r, func(tx *transaction, all []Character) (n play.Numbers, rs *ruleset.Ruleset, o Options, err error) {
		if n, rs, err = tx.numbersFor(all, discord.CustomID(tx.args()...)); err != nil {
			return n, rs, nil, err
		}
		f, o := tx.given(), Options{}
		what, err := f.picked("what", formNumbers(n)...)
		if err != nil {
			return n, rs, nil, err
		}
		edge, err := f.picked("edge", rollEdges()...)
		if err != nil {
			return n, rs, nil, err
		}
		secret, err := f.ticked("secret")
		for name, text := range map[string]string{"what": strings.Join(what, ""), "edge": strings.Join(edge, ""), "modifier": f.Text("modifier"), "roll": f.Text("roll")} {
			if text != "" && text != play.NoEdge {
				o[name] = text
			}
		}
		if secret {
			o["secret"] = "true"
		}
		return n, rs, o, err
	})
}
