package bot

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/snowflake"
)

// formMaker returns a form as it is for the asker now, or the refusal that submitting it would get.
//
// A form never offers somebody for whom it could only be refused, and doesn't open if there is nobody to offer: each candidate is tried
// with the form's own command, on a copy of the state.
type formMaker func(tx *transaction) (*discord.Form, error)

// formReader returns the commands that a submitted form stands for: cmd, which its inputs that are options of the route have filled in, with
// what its other inputs add.
type formReader func(tx *transaction, cmd play.Command) ([]play.Command, error)

// wouldRefuse returns the refusal that a command would get now, or nil. It changes nothing, and rolls dice of its own.
func (tx *transaction) wouldRefuse(cmd play.Command) error {
	_, err := play.Decide(tx.j.State(), tx.rs, cmd, play.Input{Actor: tx.actor, Now: tx.now, Dice: dice.Seeded(1), Turn: newTurn(tx.now)})
	return err
}

// opened returns a reply that opens a form.
func opened(f *discord.Form, err error) (*discord.Reply, error) {
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Form: f}, nil
}

// clipList shortens a text that is too long, at its last comma if it has one: what ends with examples loses whole ones.
func clipList(text string, most int) string {
	short := lang.Clip(text, most)
	if i := strings.LastIndex(short, ", "); short != text && i > 0 {
		return short[:i] + ", …"
	}
	return short
}

// newForm returns a form with inputs. Its texts are in the section named after the form, such as join-form.title and
// join-form.name-label; texts that several forms share are in the section form. args are their arguments.
func (tx *transaction) newForm(id string, args []lang.Arg, inputs ...discord.Input) *discord.Form {
	section, _ := discord.SplitID(id)
	text := func(name string, most int) string {
		for _, id := range []string{section + "." + name, "form." + name} {
			if tx.own.Has(id) {
				return clipList(tx.own.Label(id, args...), most)
			}
		}
		return ""
	}
	for i := range inputs {
		name := strings.ReplaceAll(inputs[i].ID, "_", "-")
		inputs[i].Label, inputs[i].Help, inputs[i].Hint = text(name+"-label", discord.MaxTitle), text(name+"-help", discord.MaxHint), text(name+"-hint", discord.MaxHint)
	}
	return &discord.Form{ID: id, Title: text("title", discord.MaxTitle), Inputs: inputs}
}

// formFor returns a form of a turn for what one of the asker's combatants does. If several can, it asks which; otherwise its custom ID
// says who. try returns why a combatant can't, or nil.
func (tx *transaction) formFor(verb string, args []lang.Arg, try func(c *engine.Combatant) error, inputs ...discord.Input) (*discord.Form, error) {
	who, err := tx.performers(tx.combatants(), try)
	if err != nil {
		return nil, err
	}
	id := []string{verb, card.TurnArg(tx.j.State().Turn)}
	if len(who) > 1 {
		return tx.newForm(discord.CustomID(id...), args, append(choose("who", 1, tx.offer(who)), inputs...)...), nil
	}
	return tx.newForm(discord.CustomID(append(id, card.CombatantArg(who[0]))...), args, inputs...), nil
}

// chosen returns the name of the combatant that a form is for: the one in its custom ID after the turn, or the one chosen in it.
func (tx *transaction) chosen() (string, error) {
	if textArg(tx.args(), 1) != "" {
		c, err := tx.combatantArg(tx.seen(), 1)
		if err != nil {
			return "", err
		}
		return c.Name, nil
	}
	if name := cmp.Or(tx.given().Text("who_more"), tx.given().Text("who")); name != "" {
		return tx.kept(whom, name), nil
	}
	return "", refuse(engine.Invalid, lang.P("bot.nobody-chosen"))
}

// targets returns, as the options of a menu, those for whom a command wouldn't be refused: combatants, and before its first member
// each group or side that can be named as a whole. If it would be refused for everybody, targets returns the reason.
func (tx *transaction) targets(friendsFirst bool, cmd func(name string) play.Command) ([]discord.Option, error) {
	var who []*engine.Combatant
	var why error
	for _, c := range tx.combatants() {
		switch err := tx.wouldRefuse(cmd(c.Name)); {
		case err == nil:
			who = append(who, c)
		case why == nil || notAllowed(err) && !notAllowed(why):
			why = err
		}
	}
	switch {
	case len(who) > 0:
		tx.nearestFirst(who, friendsFirst)
		return tx.withGroups(who), nil
	case why != nil:
		return nil, why
	}
	return nil, tx.nobody(cmd(""))
}

// performers returns those of the asker's combatants that can do something: of the pool or, if the asker has nobody in it, of all. For
// a GM, every combatant is the asker's. If none can, performers returns why the first can't.
func (tx *transaction) performers(pool []*engine.Combatant, try func(c *engine.Combatant) error) ([]*engine.Combatant, error) {
	others := func(c *engine.Combatant) bool { return !tx.mayAct(c) }
	pool = slices.DeleteFunc(pool, others)
	if len(pool) == 0 {
		pool = slices.DeleteFunc(tx.combatants(), others)
	}
	var out []*engine.Combatant
	var why error
	for _, c := range pool {
		switch err := try(c); {
		case err == nil:
			out = append(out, c)
		case why == nil:
			why = err
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case why != nil:
		return nil, why
	}
	return nil, tx.nobody(play.Strike{})
}

// nobody returns why a command is refused when there is no one it could be for: because of who asks, or because no one is there.
func (tx *transaction) nobody(cmd play.Command) error {
	if err := tx.wouldRefuse(cmd); notAllowed(err) {
		return err
	}
	return refuse(engine.NotNow, lang.P("bot.nobody-here"))
}

// notAllowed reports whether an error is a refusal for lack of permission.
func notAllowed(err error) bool {
	e, is := errors.AsType[*engine.Error](err)
	return is && e.Code == engine.NotAllowed
}

// nearestFirst sorts combatants for a menu: enemies of whoever acts before its friends, those at 0 hit points last in each group or, if friendsFirst
// is set, friends before enemies. Whoever uses an ability comes last of all.
func (tx *transaction) nearestFirst(who []*engine.Combatant, friendsFirst bool) {
	side := tx.side()
	rank := func(c *engine.Combatant) int {
		n := 0
		if (c.Side == side) != friendsFirst {
			n = 2
		}
		if !c.Standing() && !friendsFirst {
			n++
		}
		if tx.user != nil && c.ID == tx.user.ID {
			n = 4
		}
		return n
	}
	slices.SortStableFunc(who, func(a, b *engine.Combatant) int { return rank(a) - rank(b) })
}

// side returns the side that the asker acts for: that of the combatant that uses an ability, otherwise of one of the asker's combatants, active ones
// first, or, for a GM without combatants, of whoever is active.
func (tx *transaction) side() string {
	if tx.user != nil {
		return tx.user.Side
	}
	active := tx.seen().ActiveMembers()
	for _, c := range append(slices.Clone(active), tx.combatants()...) {
		if engine.Owns(c, tx.actor) {
			return c.Side
		}
	}
	if len(active) > 0 {
		return active[0].Side
	}
	return engine.Party
}

// offer returns combatants as the options of a menu. Their values are their names, as people type them.
func (tx *transaction) offer(who []*engine.Combatant) []discord.Option {
	out := make([]discord.Option, len(who))
	for i, c := range who {
		c = cmp.Or(tx.seen().Combatant(c.ID), c)
		out[i] = discord.Option{Label: words.Called(tx.own, c), Value: c.Name, About: words.AboutTarget(tx.own, c)}
	}
	return out
}

// withGroups is offer with groups and sides of several members, all of whom are among who.
func (tx *transaction) withGroups(who []*engine.Combatant) []discord.Option {
	s := tx.seen()
	var out []discord.Option
	called := lang.Name
	if tx.sidesAct() {
		called = lang.Unit
	}
	var offered []string
	group := func(name, side string) {
		if slices.Contains(offered, name) {
			return
		}
		offered = append(offered, name)
		_, members := s.Named(name, func(*engine.Combatant) bool { return true })
		if len(members) > 1 && !slices.ContainsFunc(members, func(m *engine.Combatant) bool { return !slices.Contains(who, m) }) {
			out = append(out, discord.Option{Label: tx.own.Label("menu.group", called("name", name), lang.Int("n", len(members))), Value: name, About: lang.Visible(tx.own.Label("list.bare-side", lang.Side("side", side), lang.Name("name", side)))})
		}
	}
	numbered := s.NumberedGroups()
	for i, option := range tx.offer(who) {
		if u := s.Unit(who[i].Unit); u != nil {
			group(u.Name, u.Side)
		}
		if base, _ := who[i].Numbered(); slices.ContainsFunc(numbered, func(name string) bool { return engine.SameName(name, base) }) {
			group(base, who[i].Side)
		}
		out = append(out, option)
	}
	return out
}

// optionsSize returns how many of the options a menu has. If it has no room for all, a text input next to it takes the others.
func optionsSize(all []discord.Option) int {
	if len(all) > discord.MaxOptions {
		return discord.MaxOptions - 1
	}
	return len(all)
}

// withOption adds an option, unless its value is there already: a unit with several places in the order comes several times.
func withOption(all []discord.Option, o discord.Option) []discord.Option {
	if slices.ContainsFunc(all, func(one discord.Option) bool { return one.Value == o.Value }) {
		return all
	}
	return append(all, o)
}

// choose returns the inputs for choosing one or several of the options: a menu, and a text input if there are too many for it.
func choose(id string, most int, all []discord.Option) []discord.Input {
	menu := discord.Input{ID: id, Required: true, Menu: &discord.Menu{Options: all[:optionsSize(all)], Most: most}}
	if len(menu.Menu.Options) == len(all) {
		return []discord.Input{menu}
	}
	menu.Required = false
	return []discord.Input{menu, {ID: id + "_more", Max: 1000}}
}

// fitsID reports whether a custom ID is short enough. Discord counts characters, and names can have some that take several bytes.
func fitsID(id string) bool { return discord.Length(id) <= discord.MaxID }

// reopens reports whether a form that was filled in can be opened again after a refusal.
func (rt *route) reopens() bool {
	return rt.form != nil && (rt.play != nil || rt.change != nil || rt.run != nil)
}

// againButton keeps the contents of a refused form and returns a button that opens it again for the asker. It returns none for a form
// whose own button is still there.
func (b *Bot) againButton(l *lang.Language, r *discord.Request) [][]discord.Button {
	verb, args := discord.SplitID(r.Path)
	if rt := b.presses[verb]; rt == nil || !rt.reopens() {
		return nil
	}
	id := discord.CustomID(append([]string{"again", verb, r.ID}, args...)...)
	if !fitsID(id) {
		return nil // only if the form's own ID was forged
	}
	b.drafts.keep(r)
	return [][]discord.Button{{{Label: l.Label("button.again"), ID: id, Style: discord.Primary}}}
}

// pressAgain opens a form again with its earlier contents, unless those were dropped. The custom ID has the form's verb, the ID of the
// interaction that submitted it and, for a form that belongs to a turn, that turn.
func pressAgain(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	rt := tx.b.presses[textArg(args, 0)]
	if len(args) < 2 || rt == nil || !rt.reopens() {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-form"))
	}
	if tx.j.State() == nil {
		return nil, noFight()
	}
	if len(args) > 2 {
		if err := tx.checkTurn(args[2:]); err != nil {
			return nil, err
		}
	}
	draft, err := tx.b.drafts.of(args[1], tx.r.User)
	if err != nil {
		return nil, err
	}
	r := *tx.r // with the form's own arguments
	r.Path = discord.CustomID(append([]string{args[0]}, args[2:]...)...)
	tx.r, tx.draft = &r, draft
	f, err := rt.form(tx)
	if err != nil {
		return nil, err
	}
	for i := range f.Inputs {
		if text, ok := draft[f.Inputs[i].ID]; ok {
			refill(&f.Inputs[i], text)
		}
	}
	return &discord.Reply{Form: f}, nil
}

// refill sets an input to what was entered before.
func refill(in *discord.Input, text string) {
	menu := in.Options()
	switch {
	case in.File != nil:
		return // has to be chosen again
	case in.Check:
		in.Value = text
		return
	case menu == nil:
		in.Value = lang.Clip(text, in.Max)
		return
	}
	picks := strings.Split(text, ",")
	for i := range menu.Options {
		menu.Options[i].Picked = slices.Contains(picks, menu.Options[i].Value)
	}
}

// drafts keeps the contents of forms that were refused, so that no one has to type them again. The zero value is ready to
// use.
type drafts struct {
	mu    sync.Mutex
	forms map[string]draft // by the ID of the interaction that submitted the form
}

// draft is what a user filled in.
type draft struct {
	by     snowflake.User
	fields map[string]string
}

// maxDrafts is the maximum number of drafts; when it is reached, all are dropped.
const maxDrafts = 4096

// keep keeps the contents of a form that a request submitted.
func (d *drafts) keep(r *discord.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= maxDrafts {
		d.forms = map[string]draft{}
	}
	d.forms[r.ID] = draft{r.User, r.Fields}
}

// of returns the contents of the form that an interaction of the user's submitted, or nil if they were dropped. They are refused to anyone
// else.
func (d *drafts) of(interaction string, user snowflake.User) (map[string]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept, is := d.forms[interaction]; is && kept.by != user {
		return nil, refuse(engine.NotAllowed, lang.P("bot.form-of-someone-else"))
	}
	return d.forms[interaction].fields, nil
}

// pickTargets chooses combatants as the targets of a form: in its menu or, if the menu has no room for one, in the text input next to it.
func pickTargets(f *discord.Form, names ...string) {
	rest := slices.Clone(names)
	for i := range f.Inputs {
		switch in := &f.Inputs[i]; {
		case in.ID == "target" && in.Menu != nil:
			for j := range in.Menu.Options {
				o := &in.Menu.Options[j]
				o.Picked = slices.Contains(names, o.Value)
				rest = slices.DeleteFunc(rest, func(name string) bool { return name == o.Value })
			}
		case in.ID == "target_more":
			in.Value = strings.Join(rest, ", ")
		}
	}
}
