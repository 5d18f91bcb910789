package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	"roundel/engine/reason"
	"roundel/snowflake"
)

// messageForm opens the form that applies a number of a message, which came with the request (CR-57). Its text is kept nowhere.
func messageForm(tx *transaction) (*discord.Form, error) {
	s, _, err := tx.fight()
	if err != nil {
		return nil, err
	}
	if s.Paused {
		return nil, engine.Refuse(engine.NotNow, reason.Paused, engine.Args{})
	}
	quoted := tx.r.Quoted
	if quoted == nil || quoted.ID == "" {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	return tx.formForMessage(quoted.ID, findNumbers(quoted.Texts))
}

// messageAgain opens the form again after a refusal. The message's text is kept nowhere: of its numbers, only the one that was chosen is offered.
func messageAgain(tx *transaction) (*discord.Form, error) {
	var found foundNumbers
	if value := tx.draft.Text("number"); value != "" {
		n, err := pickedNumber(value)
		if err != nil {
			return nil, err
		}
		found.all = []foundNumber{{n: n, value: value}}
	}
	return tx.formForMessage(snowflake.Message(textArg(tx.args(), 1)), found)
}

// formForMessage returns the form for a message with the numbers that were found in it. Whose attack it can be is for the turn in which it opens.
func (tx *transaction) formForMessage(message snowflake.Message, found foundNumbers) (*discord.Form, error) {
	open, err := tx.openUses(message)
	if err != nil {
		return nil, err
	}
	var inputs []discord.Input
	if len(found.all) > 0 {
		menu := &discord.Menu{}
		for i, n := range found.all {
			menu.Options = append(menu.Options, discord.Option{Label: strconv.Itoa(n.n), Value: cmp.Or(n.value, fmt.Sprintf("%d:%d", i, n.n)),
				About: lang.Clip(lang.Visible(n.line), discord.MaxChoice), Picked: i == found.chosen})
		}
		inputs = append(inputs, discord.Input{ID: "number", Menu: menu})
	}
	targets, half := tx.messageTargets(open.targets, found), []discord.Input{{ID: "half", Check: true}}
	if len(inputs)+2+len(targets)+len(half) > discord.MaxInputs { // another number and the use
		open.addHalf(tx.own)
		half = nil
	}
	inputs = append(append(append(inputs, discord.Input{ID: "another", Max: 7}, open.input(found)), targets...), half...)
	var before []string
	for _, c := range tx.seen().AppliedTo(message) {
		before = append(before, words.Called(tx.own, c))
	}
	id := discord.CustomID("from-message-form", card.TurnArg(tx.j.State().Turn), string(message))
	return tx.newForm(id, []lang.Arg{lang.Names("to", before)}, inputs...), nil
}

// uses are what the asker can now use a number from a message as (CR-57), and the possible targets.
type uses struct {
	options []discord.Option // their values begin with the use; that of an attack says whose it is
	targets []*engine.Combatant
}

// mostAttackers is how many of the asker's combatants that can attack can be chosen for the result of an attack: radio buttons have room for ten options.
const mostAttackers = 6

// useHalf is half damage, where it is a use because the form has no room for a checkbox.
const useHalf = "half"

// addHalf adds half damage after damage, if that is open.
func (u *uses) addHalf(l *lang.Language) {
	i := slices.IndexFunc(u.options, func(o discord.Option) bool { return o.Value == string(play.AsDamage) })
	if i >= 0 {
		u.options = slices.Insert(u.options, i+1, discord.Option{Label: l.Label("from-message-form.half-label"), Value: useHalf})
	}
}

// openUses returns the uses that wouldn't be refused for every target or, if there are none, why.
func (tx *transaction) openUses(message snowflake.Message) (uses, error) {
	var out uses
	var why error
	try := func(label, value string, cmd play.FromMessage) {
		any := false
		for _, c := range tx.combatants() {
			cmd.Message, cmd.Players, cmd.Target = message, tx.conf.Damage, c.Name
			err := tx.wouldRefuse(cmd)
			if e, is := errors.AsType[*engine.Error](err); is && e.Reason == reason.TotalRange {
				err = nil // another number may do
			}
			switch {
			case err == nil:
				any = true
				if !slices.Contains(out.targets, c) {
					out.targets = append(out.targets, c)
				}
			case why == nil || notAllowed(err) && !notAllowed(why):
				why = err
			}
		}
		if any {
			out.options = append(out.options, discord.Option{Label: label, Value: value})
		}
	}
	for _, use := range []play.MessageUse{play.AsDamage, play.AsHealing, play.AsInitiative} {
		try(tx.own.Label("menu.use-"+string(use)), string(use), play.FromMessage{Use: use})
	}
	attackers := slices.DeleteFunc(tx.seen().ActiveMembers(), func(c *engine.Combatant) bool { return !tx.mayAct(c) })
	most := len(out.options) + mostAttackers
	for _, c := range attackers {
		if len(out.options) == most {
			break
		}
		who := words.Called(tx.own, c)
		if len(attackers) == 1 {
			who = ""
		}
		try(tx.own.Label("menu.use-attack", lang.Name("who", who)), string(play.AsAttack)+"-"+card.CombatantArg(c), play.FromMessage{Use: play.AsAttack, Who: c.Name})
	}
	switch {
	case len(out.options) > 0:
		return out, nil
	case why != nil:
		return out, why
	}
	return out, tx.nobody(play.FromMessage{Message: message})
}

// input returns the input for what the number is used as. What the message says is picked, if it is open. A single use is in a menu, because
// radio buttons need at least two options.
func (u uses) input(found foundNumbers) discord.Input {
	for i := range u.options {
		is := strings.HasPrefix(u.options[i].Value, string(found.use))
		u.options[i].Picked = len(u.options) == 1 || is && !slices.ContainsFunc(u.options[:i], func(o discord.Option) bool { return o.Picked })
	}
	in := discord.Input{ID: "use", Required: true}
	if menu := (&discord.Menu{Options: u.options}); len(u.options) == 1 {
		in.Menu = menu
	} else {
		in.Radio = menu
	}
	return in
}

// messageTargets returns the inputs for targets: a menu and, if there are too many for it, a text input. If the text names a single combatant that isn't
// active, it is picked (CR-57), and in the menu even if there is no room for all.
func (tx *transaction) messageTargets(who []*engine.Combatant, found foundNumbers) []discord.Input {
	tx.nearestFirst(who, found.use == play.AsHealing || found.use == play.AsInitiative)
	options := tx.withGroups(who)
	named := namedIn(found.text, tx.combatants())
	active := tx.seen().ActiveMembers()
	named = slices.DeleteFunc(named, func(c *engine.Combatant) bool { return slices.Contains(active, c) })
	if len(named) == 1 {
		if i := slices.IndexFunc(options, func(o discord.Option) bool { return o.Value == named[0].Name }); i >= 0 {
			options[i].Picked = true
			if last := optionsSize(options) - 1; i > last {
				options[i], options[last] = options[last], options[i]
			}
		}
	}
	return choose("target", discord.MaxOptions, options)
}

// namedIn returns the combatants whose names are in a text as words of their own, and not only as part of a longer name. A masked combatant has
// two names, if the asker knows both.
func namedIn(text string, all []*engine.Combatant) []*engine.Combatant {
	type name struct {
		text string
		of   *engine.Combatant
	}
	var names []name
	for _, c := range all {
		names = append(names, name{c.Name, c})
	}
	for _, c := range all { // after the names that everyone knows: see NU-35
		if c.RealName != "" {
			names = append(names, name{c.RealName, c})
		}
	}
	slices.SortStableFunc(names, func(a, b name) int { return cmp.Compare(len(b.text), len(a.text)) })
	var out []*engine.Combatant
	for _, n := range names {
		pattern := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])` + regexp.QuoteMeta(oneLine(n.text)) + `($|[^\p{L}\p{N}])`)
		rest := pattern.ReplaceAllString(text, "$1\x00$2")
		if rest != text && !slices.Contains(out, n.of) {
			out = append(out, n.of)
		}
		text = rest
	}
	return out
}

// pickedNumber returns the number of a value of the menu of numbers, which its place goes before.
func pickedNumber(value string) (int, error) {
	_, number, _ := strings.Cut(value, ":")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0, notOffered()
	}
	return n, nil
}

// readMessageForm returns the command that a form for a number of a message stands for.
func readMessageForm(tx *transaction, cmd play.Command) ([]play.Command, error) {
	c, f := cmd.(play.FromMessage), tx.given()
	c.Message = snowflake.Message(textArg(tx.args(), 1))
	if discord.NumberArg(tx.args(), 1) <= 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-form"))
	}
	if c.Target == "" {
		return nil, refuse(engine.Invalid, lang.P("bot.no-target"))
	}
	another, err := f.WholeNumber("another")
	switch {
	case err != nil:
		return nil, err
	case another != nil:
		c.Number = *another
	case f.Text("number") == "":
		return nil, refuse(engine.Invalid, lang.P("bot.no-number"))
	default:
		if c.Number, err = pickedNumber(f.Text("number")); err != nil {
			return nil, err
		}
	}
	if c.Half, err = f.ticked("half"); err != nil {
		return nil, err
	}
	use, attacker, _ := strings.Cut(f.Text("use"), "-")
	if use == useHalf {
		use, c.Half = string(play.AsDamage), true
	}
	c.Use = play.MessageUse(use)
	switch c.Use {
	case play.AsDamage, play.AsHealing, play.AsInitiative:
	case play.AsAttack: // by whoever could attack in the turn in which the form was opened
		if err := tx.checkTurn(tx.args()); err != nil {
			return nil, err
		}
		by, err := combatantNamed(tx.seen(), attacker)
		if err != nil {
			return nil, err
		}
		c.Who = by.Name
	case "":
		return nil, refuse(engine.Invalid, lang.P("bot.no-use"))
	default:
		return nil, notOffered()
	}
	return []play.Command{c}, nil
}

// damageTo opens the form for damage to the target of a hit (CR-59).
func damageTo(tx *transaction) (*discord.Reply, error) {
	c, err := tx.combatantArg(tx.seen(), 1)
	if err != nil {
		return nil, err
	}
	f, err := damageForm(tx)
	if err == nil {
		pickTargets(f, c.Name)
	}
	return opened(f, err)
}

// ofMember returns those of the target member's combatants that the asker sees, or refuses.
func (tx *transaction) ofMember() ([]*engine.Combatant, error) {
	if _, _, err := tx.fight(); err != nil {
		return nil, err
	}
	who := slices.DeleteFunc(tx.combatants(), func(c *engine.Combatant) bool { return c.Owner == "" || c.Owner != tx.r.Target })
	if len(who) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.not-in-fight"))
	}
	return who, nil
}

// damageMember opens the form for damage with a member's combatants chosen.
func damageMember(tx *transaction) (*discord.Form, error) {
	who, err := tx.ofMember()
	if err != nil {
		return nil, err
	}
	f, err := damageForm(tx)
	if err == nil {
		var names []string
		for _, c := range who {
			names = append(names, c.Name)
		}
		pickTargets(f, names...)
	}
	return f, err
}

// showMember shows the asker's own character, or what the order shows the asker of another member's combatants.
func (b *Bot) showMember(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if r.Target == r.User {
		return b.showCharacter(ctx, r)
	}
	return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		who, err := tx.ofMember()
		if err != nil {
			return nil, err
		}
		var units []engine.UnitID
		for _, c := range who {
			units = append(units, c.Unit)
		}
		return privately(words.BoardOf(tx.own, tx.seen(), tx.rs, units, listLength)), nil
	})
}
