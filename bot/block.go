package bot

import (
	"cmp"
	"context"
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

// A stat block is a private message with all that is known about a kind of monster, or about a combatant with its state and buttons for what
// it can do now (MO-13 to MO-17).

// showMonster answers /monster show: with a combatant of that name, for the GM of the channel's fight, otherwise with the kind (MO-13).
func (b *Bot) showMonster(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name := Options(r.Options).Text("name")
	found, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		c := toShow(tx.j.State(), name)
		if tx.gm() != nil || c == nil {
			return nil, nil
		}
		return tx.askedBlock(alone(c))
	})
	if found != nil || err != nil {
		return found, err
	}
	kind, err := b.kindToShow(ctx, r, name)
	if err != nil {
		return nil, err
	}
	return kindBlock(b.reader(ctx, r), kind), nil
}

// toShow returns the combatant that everyone calls by that name or, if there is none, the one that only the GM does; nil: there is none.
func toShow(s *engine.State, name string) *engine.Combatant {
	if s == nil {
		return nil
	}
	for _, called := range []func(c *engine.Combatant) string{
		func(c *engine.Combatant) string { return c.Name },
		func(c *engine.Combatant) string { return c.RealName },
	} {
		for i := range s.Combatants {
			if c := &s.Combatants[i]; c.Kind != engine.AnEvent && engine.SameName(called(c), name) {
				return c
			}
		}
	}
	return nil
}

// kindToShow returns the kind with that name. Members with Manage Server or the GM role can see all kinds, the GM of the channel's fight only
// those of the books.
func (b *Bot) kindToShow(ctx context.Context, r *discord.Request, name string) (words.Block, error) {
	var rs *ruleset.Ruleset
	runs := false
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		rs, runs = tx.rs, tx.gm() == nil
		if rs != nil {
			return nil, nil
		}
		usual, err := tx.rulesHere()
		if err == nil && usual.Difficulty != nil { // it says what the kind is worth
			rs = usual
		}
		return nil, ignoreRefusal(err)
	})
	if err != nil {
		return words.Block{}, err
	}
	keeps := b.admitToServer(ctx, r, monsterGM)
	if keeps != nil && !runs {
		return words.Block{}, keeps
	}
	own, err := b.ownMonsters(ctx, r)
	if err != nil {
		return words.Block{}, err
	}
	m, _, ok := monster.FindIn(own, monster.Books(), name)
	switch {
	case ok:
		return words.Block{Kind: m, Rules: rs}, nil
	case keeps != nil: // whether the server has one of that name isn't for them
		return words.Block{}, keeps
	}
	return words.Block{}, refuse(engine.NotFound, lang.P("bot.not-own-monster", lang.Quoted("name", name)))
}

// kindBlock returns the stat block of a kind, with a button for what it has no room for.
func kindBlock(l *lang.Language, block words.Block) *discord.Reply {
	if !block.Kind.HasBlock() {
		text, _ := block.Text(l, discord.MaxContent)
		return privately(text)
	}
	book := monster.BookNamed(block.Kind.Book)
	id := discord.CustomID("block-kind", monster.Named{Name: block.Kind.Name, Book: book, Behind: book != nil}.Value())
	more := discord.Button{Label: l.Label("button.block-more"), ID: id}
	text, rest := block.Text(l, discord.MaxContentV2-discord.Length(more.Label))
	reply := privately(text)
	reply.V2 = true
	if rest != "" {
		reply.Buttons = [][]discord.Button{{more}}
	}
	return reply
}

// pressKindMore shows what the block of a kind had no room for.
func (b *Bot) pressKindMore(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	kind, err := b.kindToShow(ctx, r, discord.CustomID(args...))
	if err != nil {
		return nil, err
	}
	l := b.reader(ctx, r)
	_, rest := kind.Text(l, discord.MaxContentV2-discord.Length(l.Label("button.block-more")))
	return blockRest(rest), nil
}

// blockRest returns the second message of a stat block. What a message has no room for is in a file.
func blockRest(rest string) *discord.Reply {
	reply := privately(rest)
	reply.V2 = discord.Length(rest) <= discord.MaxContentV2
	return reply
}

// The places of stat blocks, as the custom IDs of their buttons have them. The message is drawn again once one of its buttons has been pressed
// (MO-17). The place of the block of one combatant that was asked for is "c" and the combatant. After the others, an asterisk and a kind say
// that the buttons act for all of that kind (MO-15).
const (
	inTurn   = "t" // of what a turn begins with
	inScreen = "s" // the GM screen
	picked   = "k" // a message of its own, for a kind that was chosen; in IDs of an earlier release, a combatant follows that stands for its kind
	legends  = "l" // follows one of the first two: of the rows of legendary actions there
)

// placeOf returns the place of the block of combatants of one kind. Of a single one, it names no kind, so its buttons act for nobody else.
func placeOf(place string, like []*engine.Combatant) string {
	if len(like) == 1 || like[0].Block == "" {
		return place
	}
	return place + "*" + card.KindArg(like[0])
}

// splitPlace divides a place into where the block is, and its kind, or an empty text if it names none.
func splitPlace(place string) (where, kind string) {
	where, kind, _ = strings.Cut(place, "*")
	return where, kind
}

// liveBlock reports whether a combatant has a stat block with more than attacks (MO-2).
func liveBlock(s *engine.State, c *engine.Combatant) bool {
	b := s.BlockOf(c)
	return b != nil && (b.Multiattack != "" || slices.ContainsFunc(b.Abilities, func(a engine.Ability) bool { return a.As != "" }))
}

// kinds divides combatants by their kind: those with the same stat block, and each of the others alone.
func kinds(s *engine.State, who []*engine.Combatant) [][]*engine.Combatant {
	var out [][]*engine.Combatant
	for _, c := range who {
		i := slices.IndexFunc(out, func(like []*engine.Combatant) bool { return sameKind(s, c, like[0]) })
		if i < 0 {
			out = append(out, nil)
			i = len(out) - 1
		}
		out[i] = append(out[i], c)
	}
	return out
}

// sameKind reports whether two combatants of a unit have the same stat block.
func sameKind(s *engine.State, a, b *engine.Combatant) bool {
	return liveBlock(s, a) && a.Block == b.Block && a.Unit == b.Unit
}

// blockView is a stat block that is being drawn into a reply.
type blockView struct {
	l     *lang.Language
	s     *engine.State
	rs    *ruleset.Ruleset
	who   []*engine.Combatant // of one kind
	place string
}

// add adds the block to a reply that only the GM sees, below its text, with as many buttons as there is room for (MO-16).
func (v blockView) add(reply *discord.Reply) {
	block := words.LiveBlock(v.l, v.s, v.rs, v.who)
	buttons := v.buttons()
	more := discord.Button{Label: v.l.Label("button.block-more")}
	room := v.textRoom(reply, append(slices.Clone(buttons[:min(len(buttons), mostBlockButtons)]), more))
	text, rest := block.Text(v.l, room)
	if reply.Text != "" {
		text = reply.Text + "\n\n" + text
	}
	reply.Text, reply.V2 = text, true
	if rest != "" {
		more.ID = discord.CustomID("block-more", card.TurnArg(v.s.Turn), v.place, card.CombatantArg(v.who[0]), strconv.Itoa(room))
		at := min(len(buttons), mostBlockButtons-1)
		buttons = slices.Insert(buttons, at, more)
	}
	v.addButtons(reply, buttons)
}

// leastBlock is how much room a stat block has even if there are very many buttons.
const leastBlock = 1500

// textRoom returns how many characters of the block fit into a reply that gets these buttons. Discord counts their labels as text.
func (v blockView) textRoom(reply *discord.Reply, buttons []discord.Button) int {
	room := discord.MaxContentV2 - discord.Length(onlyYou(v.l)+"\n")
	if reply.Text != "" {
		room -= discord.Length(reply.Text + "\n\n")
	}
	labels := 0
	for _, b := range slices.Concat(slices.Concat(reply.Buttons...), buttons) {
		labels += discord.Length(b.Label)
	}
	if room-labels >= leastBlock {
		return room - labels
	}
	return min(room, leastBlock) // labels that are too long are in menus
}

// mostBlockButtons is the maximum number of buttons of a stat block, not counting menus (MO-16).
const mostBlockButtons = 20

// componentsLeft returns how many components there is room for in a message with components V2, however much its text grows.
func componentsLeft(reply *discord.Reply) int {
	message := discord.Message{Text: strings.Repeat("-\n\n", discord.MaxParts), Buttons: reply.Buttons, Files: reply.Files}
	return discord.MaxComponents - message.Components()
}

// addButtons adds buttons to a reply, two in a row. Those that don't fit are in menus.
func (v blockView) addButtons(reply *discord.Reply, buttons []discord.Button) {
	room := componentsLeft(reply)
	if v.place == inTurn+legends || v.place == inScreen+legends { // menus of reactions and of the active combatants come after it
		room -= 2 * 2
	}
	fits := func(n int) bool { // n buttons, and menus with the others
		rest := len(buttons) - n
		return n+(n+1)/2+2*((rest+discord.MaxOptions-1)/discord.MaxOptions) <= room
	}
	n := min(len(buttons), mostBlockButtons)
	for n > 0 && !fits(n) {
		n--
	}
	more := func(b discord.Button) bool { return strings.HasPrefix(b.ID, "block-more:") }
	if i := slices.IndexFunc(buttons, more); i >= n && n > 0 { // what shows the rest is always a button
		b := buttons[i]
		buttons = slices.Insert(slices.Delete(slices.Clone(buttons), i, i+1), n-1, b)
	}
	reply.Buttons = append(reply.Buttons, slices.Collect(slices.Chunk(buttons[:n], 2))...)
	for page := range slices.Chunk(buttons[n:], discord.MaxOptions) {
		var options []discord.Option
		for _, b := range page {
			o := discord.Option{Label: b.Label, Value: b.ID}
			if b.Disabled { // options can't be
				o.About = v.l.Label("block.not-now")
			}
			options = append(options, o)
		}
		if componentsLeft(reply) >= 2 {
			reply.Buttons = append(reply.Buttons, []discord.Button{{Label: v.l.Label("block.other"), Menu: &discord.Menu{Options: options},
				ID: discord.CustomID("block-other", card.TurnArg(v.s.Turn), v.place, strconv.Itoa(len(reply.Buttons)))}})
		}
	}
}

// buttons returns all buttons of the block: the rest of a multiattack, then attacks and abilities in the order of the block.
func (v blockView) buttons() []discord.Button {
	out := v.row()
	block := v.s.BlockOf(v.who[0])
	turn := card.TurnArg(v.s.Turn)
	active := v.active()
	if block != nil && block.Multiattack != "" {
		b := discord.Button{Label: v.l.Label("block.multiattack"), ID: discord.CustomID("block-multiattack", turn, v.place, card.CombatantArg(v.who[0])), Style: discord.Primary}
		free := slices.IndexFunc(active, func(c *engine.Combatant) bool { return canMultiattack(v.s, v.rs, c) })
		b.Disabled = free < 0
		if free >= 0 {
			b.ID = discord.CustomID("block-multiattack", turn, v.place, card.CombatantArg(active[free]))
		}
		out = append(out, b)
	}
	pays := slices.ContainsFunc(active, func(c *engine.Combatant) bool { return words.CanPayAttack(v.s, v.rs, c) })
	for _, name := range weaponNames(v.who[0]) {
		b := v.attackButton(name, name, 0)
		b.Disabled = !pays
		out = append(out, b)
	}
	all := v.s.Abilities(v.who[0])
	for _, as := range []engine.As{engine.AsAction, "", engine.AsBonus, engine.AsReaction, engine.AsTrait, engine.AsLegendary} {
		for i := range all {
			if a := &all[i]; a.As == as && (as != engine.AsTrait || a.Most() > 0) {
				out = append(out, v.abilityButton(all, i, 0))
			}
		}
	}
	return slices.DeleteFunc(out, func(b discord.Button) bool { return !fitsID(b.ID) })
}

// active returns those of the combatants that have the turn and can still act.
func (v blockView) active() []*engine.Combatant {
	var out []*engine.Combatant
	for _, c := range v.s.ActiveMembers() {
		if slices.ContainsFunc(v.who, func(w *engine.Combatant) bool { return w.ID == c.ID }) && c.Standing() && !v.s.Paused {
			out = append(out, c)
		}
	}
	return out
}

// row returns the buttons of a multiattack that has begun: one for each part, with how often it can still be used (MO-21).
func (v blockView) row() []discord.Button {
	var out []discord.Button
	for _, c := range v.active() {
		m := v.s.MultiattackOf(c)
		if m == nil {
			continue
		}
		one := v
		one.who = []*engine.Combatant{c}
		attacks := 0
		all := v.s.Abilities(c)
		for i, part := range m.Left {
			row := play.Row(i + 1)
			for _, name := range part.Of {
				label := withCount(name, part.N)
				var b discord.Button
				if i := slices.IndexFunc(all, func(a engine.Ability) bool { return engine.SameName(a.Name, name) }); i >= 0 {
					b = one.abilityButton(all, i, row)
					b.Disabled = b.Disabled || part.N == 0
				} else {
					b = one.attackButton(name, label, row)
					b.Disabled = part.N == 0
					attacks += part.N
				}
				b.Label, b.Style = v.of(label, c), discord.Success
				out = append(out, b)
			}
		}
		out = append(out, discord.Button{Label: v.of(v.l.Label("block.all-at-one"), c), Style: discord.Success, Disabled: attacks == 0,
			ID: discord.CustomID("block-all", card.TurnArg(v.s.Turn), v.place, card.CombatantArg(c))})
	}
	return out
}

// of returns the label of one combatant's button, with its name if the block is of several.
func (v blockView) of(label string, c *engine.Combatant) string {
	if len(v.who) == 1 {
		return label
	}
	return lang.Clip(label+" · "+lang.Visible(words.Called(v.l, c)), discord.MaxLabel)
}

// attackButton returns the button that opens the form of an attack.
func (v blockView) attackButton(name, label string, row play.Row) discord.Button {
	return discord.Button{Label: lang.Clip(lang.Visible(label), mostBlockLabel), Style: discord.Primary,
		ID: blockAttackID(v.s, v.place, row, v.who[0], name)}
}

// blockAttackID returns the custom ID of the button for an attack in a stat block.
func blockAttackID(s *engine.State, place string, row play.Row, c *engine.Combatant, weapon string) string {
	return discord.CustomID("block-attack", card.TurnArg(s.Turn), place, rowArg(row), card.CombatantArg(c), weapon)
}

// mostBlockLabel is the maximum length of the label of a stat block's button, without the number of uses (MO-17).
const mostBlockLabel = 40

// withCount returns a label with the number of uses.
func withCount(name string, n int) string {
	return lang.Clip(lang.Visible(name), mostBlockLabel) + " (" + strconv.Itoa(n) + ")"
}

// rowArg is the argument of a custom ID that says which part of a multiattack a button or form belongs to, if any.
func rowArg(row play.Row) string {
	if row == 0 {
		return ""
	}
	return "r" + strconv.Itoa(int(row))
}

// rowPart returns the part of a multiattack that the request's custom ID names. Those of an earlier release don't say which.
func (tx *transaction) rowPart() play.Row {
	number, of := strings.CutPrefix(textArg(tx.args(), 4), "r")
	n, err := strconv.Atoi(number)
	switch {
	case !of:
		return 0
	case err != nil || n < 1:
		return play.AnyPart
	}
	return play.Row(n)
}

// abilityButton returns the button that uses one of the abilities of the combatants, or opens its form: for the first that can use it now.
func (v blockView) abilityButton(all []engine.Ability, i int, row play.Row) discord.Button {
	a, who := &all[i], v.who[0]
	left, of, can := 0, 0, false
	for _, c := range v.who {
		n, most := c.UsesLeft(a)
		left, of = max(left, n), max(of, most)
		if able := words.CanUseAbility(v.s, v.rs, c, a) || row != 0 && c.Standing() && !v.s.Paused && (most == 0 || n > 0); able && !can {
			can, who = true, c
		}
	}
	verb := "ability"
	if a.As == "" {
		verb = "prepared-save"
	}
	b := discord.Button{Label: lang.Clip(lang.Visible(a.Name), mostBlockLabel), Style: discord.Primary, Disabled: !can,
		ID: discord.CustomID(verb, card.TurnArg(v.s.Turn), card.CombatantArg(who), card.AbilityArg(all, i), v.place, rowArg(row))}
	if of > 0 {
		b.Label = withCount(a.Name, left)
	}
	if a.As == engine.AsLegendary || a.As == engine.AsReaction || a.As == engine.AsTrait {
		b.Style = discord.Secondary
	}
	return b
}

// addLegendary adds a line for each of the GM's combatants that may use legendary actions now, and buttons for these actions (MO-22).
func addLegendary(l *lang.Language, reply *discord.Reply, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant, place string) {
	var buttons []discord.Button
	lines := slices.DeleteFunc([]string{reply.Text}, func(text string) bool { return text == "" })
	for _, c := range who {
		lines = append(lines, words.LegendaryLine(l, s, rs, c))
		all := s.Abilities(c)
		for i := range all {
			if all[i].As != engine.AsLegendary {
				continue
			}
			b := blockView{l, s, rs, []*engine.Combatant{c}, place}.abilityButton(all, i, 0)
			if len(who) > 1 {
				b.Label = lang.Clip(b.Label+" · "+words.Called(l, c), discord.MaxLabel)
			}
			buttons = append(buttons, b)
		}
	}
	if place == inTurn {
		buttons = append(buttons, discord.Button{Label: l.Label("block.pass"), ID: discord.CustomID("block-pass", card.TurnArg(s.Turn))})
	}
	reply.V2, reply.Text = true, words.LinesIn(l, lines, mostLegendary)
	blockView{l: l, s: s, rs: rs, place: place + legends}.addButtons(reply, buttons)
}

// mostLegendary is the maximum length of a text with legendary actions, so that a stat block has room below it.
const mostLegendary = 2400

// addReactions adds to the GM screen a menu of the reactions that can be used now by those of the GM's combatants that aren't active (MO-23).
// Those of the active ones are in their blocks.
func addReactions(l *lang.Language, reply *discord.Reply, s *engine.State, rs *ruleset.Ruleset) {
	var who []*engine.Combatant
	for i := range s.Combatants {
		if c := &s.Combatants[i]; c.Owner == "" && !s.IsActive(c.Unit) && liveBlock(s, c) {
			who = append(who, c)
		}
	}
	var options []discord.Option
	for _, like := range kinds(s, who) {
		all := s.Abilities(like[0])
		for i := range all {
			if all[i].As != engine.AsReaction {
				continue
			}
			b := blockView{l, s, rs, like, placeOf(inScreen, like)}.abilityButton(all, i, 0)
			if !b.Disabled && len(options) < discord.MaxOptions {
				options = append(options, discord.Option{Label: lang.Clip(b.Label+" · "+kindName(l, like), discord.MaxChoice), Value: b.ID})
			}
		}
	}
	if len(options) == 0 || componentsLeft(reply) < 2 {
		return
	}
	reply.V2 = true
	reply.Buttons = append(reply.Buttons, []discord.Button{{Label: l.Label("block.reactions"), Menu: &discord.Menu{Options: options},
		ID: discord.CustomID("block-other", card.TurnArg(s.Turn), inScreen+"r")}})
}

// kindName returns what combatants of one kind are called together.
func kindName(l *lang.Language, like []*engine.Combatant) string {
	name := words.Called(l, like[0])
	if len(like) > 1 {
		name = cmp.Or(like[0].Type, name)
	}
	return lang.Visible(name)
}

// addBlocks adds what the GM's active combatants can do to a reply that only the GM sees. At least one of them has a stat block. If all are of
// one kind, that is the block; otherwise, it is their attacks and a menu of the blocks (MO-15).
func addBlocks(l *lang.Language, reply *discord.Reply, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant, place string) {
	all := kinds(s, who)
	if len(all) == 1 {
		blockView{l, s, rs, who, placeOf(place, who)}.add(reply)
		return
	}
	if place != inScreen {
		addLines(l, reply, words.AttackLines(l, s, who)...)
	}
	addAttackRows(l, reply, s, rs, who, place)
	var options []discord.Option
	for _, like := range all {
		if liveBlock(s, like[0]) && len(options) < discord.MaxOptions {
			value := placeOf("", like)
			if value == "" {
				value = card.CombatantArg(like[0])
			}
			options = append(options, discord.Option{Label: kindName(l, like), Value: value})
		}
	}
	menu := discord.Button{Label: l.Label("block.choose"), ID: discord.CustomID("block-pick", card.TurnArg(s.Turn)), Menu: &discord.Menu{Options: options}}
	if reply.V2 || len(reply.Buttons) < discord.MaxRows {
		reply.Buttons = append(reply.Buttons, []discord.Button{menu})
	}
}

// blockOf returns the combatants of a block that was asked for, by where it is: one, or those of a kind.
func blockOf(s *engine.State, place string) []*engine.Combatant {
	where, kind := splitPlace(place)
	switch {
	case kind != "":
		return ofKind(s, kind)
	case where == "":
		return nil
	}
	c := card.CombatantNamed(s, where[1:])
	switch {
	case c == nil:
		return nil
	case where[:1] == picked:
		return likeIt(s, c)
	}
	return []*engine.Combatant{c}
}

// ofKind returns the combatants of a kind: those that act now or, if none of them does, all.
func ofKind(s *engine.State, kind string) []*engine.Combatant {
	other := func(c *engine.Combatant) bool { return s.BlockOf(c) == nil || card.KindArg(c) != kind }
	if act := slices.DeleteFunc(armed(s), other); len(act) > 0 {
		return act
	}
	return slices.DeleteFunc(knownCombatants(s), other)
}

// othersOfKind returns the combatants for which a button of a kind acts if the one that it names is gone: those that were there when the turn
// began. Whoever has joined since may have taken the place of one that an undo took away (MO-18).
func othersOfKind(s *engine.State, kind string) []*engine.Combatant {
	return slices.DeleteFunc(ofKind(s, kind), func(c *engine.Combatant) bool { return c.Added/1000 > int64(s.Turn)>>turnBits })
}

// sharing returns the combatants for which a button of a block acts, by the block's place and the combatant that the button names: in a block of
// several of one kind, those that act now, even if the one that it names has left the fight.
func sharing(s *engine.State, place, arg string) ([]*engine.Combatant, error) {
	c, err := combatantNamed(s, arg)
	_, kind := splitPlace(place)
	switch {
	case err != nil && kind != "":
		if like := othersOfKind(s, kind); len(like) > 0 {
			return like, nil
		}
		return nil, err
	case err != nil:
		return nil, err
	case strings.HasPrefix(place, "c"):
		return []*engine.Combatant{c}, nil
	}
	return likeIt(s, c), nil
}

// askedBlock returns a stat block that the GM has asked for.
func (tx *transaction) askedBlock(place string) (*discord.Reply, error) {
	who := blockOf(tx.j.State(), place)
	if len(who) == 0 {
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	reply := &discord.Reply{Ephemeral: true}
	blockView{tx.own, tx.j.State(), tx.rs, who, place}.add(reply)
	return reply, nil
}

// redrawn answers a button of a stat block: it draws the message with the button again. What reply tells is part of that message if only the
// GM may know it, and follows otherwise.
func (tx *transaction) redrawn(reply *discord.Reply, place string) (*discord.Reply, error) {
	if place == "" || reply == nil || reply.Form != nil || tx.gm() != nil { // others have no such message, whatever a form of theirs says
		return reply, nil
	}
	message := &discord.Reply{}
	if reply.Ephemeral {
		message.Text, message.Buttons, message.Files = reply.Text, reply.Buttons, reply.Files
	}
	s := tx.j.State()
	where, _ := splitPlace(place)
	switch {
	case s == nil || s.Phase == engine.Ended:
		return reply, nil
	case where == inScreen:
		screen, err := tx.screen(message.Text, 0)
		if err != nil {
			return nil, err
		}
		message = screen
	case where == inTurn:
		if _, err := tx.addTurn(message, true); err != nil {
			return nil, err
		}
	default:
		who := blockOf(s, place)
		if len(who) == 0 {
			return reply, nil
		}
		blockView{tx.own, s, tx.rs, who, place}.add(message)
	}
	if message.Text == "" {
		return reply, nil
	}
	message.Update, message.Ephemeral = true, true
	message.Alone, reply.Alone = reply.Alone, nil
	if !reply.Ephemeral {
		message.Then = reply
	}
	return message, nil
}

// addTurn adds to a reply what the GM is told when a turn begins, as it is now; if legends is set, also about legendary actions.
func (tx *transaction) addTurn(reply *discord.Reply, legends bool) (*discord.Reply, error) {
	s := tx.j.State()
	g := forGM{armed: armed(s), fallen: tx.told.Asks}
	if legends {
		g.legends = words.MayLegend(s, tx.rs)
	}
	if tx.told.Offers {
		g.waves = s.DueWaves()
	}
	return tx.addForGM(tx.own, reply, g, s)
}

// pressBlockAttack opens the form of an attack from a stat block. The custom ID has the turn, the block's place, whether the button is part of
// a multiattack, the combatant, and the weapon.
func pressBlockAttack(tx *transaction) (*discord.Reply, error) {
	args, s := tx.args(), tx.j.State()
	weapon, place, row := discord.CustomID(args[min(4, len(args)):]...), textArg(args, 1), textArg(args, 2)
	who, err := sharing(s, place, textArg(args, 3))
	if row != "" { // each has a multiattack of its own
		var c *engine.Combatant
		c, err = tx.combatantArg(s, 3)
		who = []*engine.Combatant{c}
	}
	if err != nil {
		return nil, err
	}
	if many := tx.whichOf(who, func(c *engine.Combatant) string { return blockAttackID(s, alone(c), 0, c, weapon) }); many != nil {
		return many, nil
	}
	return opened(attackFormOf(tx, who, weapon, place, row))
}

// likeIt returns the members of a combatant's unit that act now and are of its kind, whether it still acts or not. If none of them does, it returns the
// combatant alone.
func likeIt(s *engine.State, c *engine.Combatant) []*engine.Combatant {
	for _, like := range kinds(s, armed(s)) {
		if slices.Contains(like, c) || sameKind(s, c, like[0]) {
			return like
		}
	}
	return []*engine.Combatant{c}
}

// whichOf asks which combatant does something if a form hasn't room for all of them. It uses menus whose options act like a button of that
// combatant alone, with the custom ID that id returns. It returns nil if a form has room, or if a weapon's name makes an ID too long.
func (tx *transaction) whichOf(who []*engine.Combatant, id func(c *engine.Combatant) string) *discord.Reply {
	if len(who) <= discord.MaxOptions {
		return nil
	}
	reply := privately(tx.own.Line("block.which"))
	reply.V2 = true
	options := tx.offer(who)
	for i, c := range who {
		if options[i].Value = id(c); !fitsID(options[i].Value) {
			return nil
		}
	}
	for page := range slices.Chunk(options, discord.MaxOptions) {
		if componentsLeft(reply) < 2 {
			break
		}
		reply.Buttons = append(reply.Buttons, []discord.Button{{Label: lang.Clip(page[0].Label+" – "+page[len(page)-1].Label, discord.MaxHint), Menu: &discord.Menu{Options: page},
			ID: discord.CustomID("block-other", card.TurnArg(tx.j.State().Turn), "", strconv.Itoa(len(reply.Buttons)))}})
	}
	return reply
}

// alone is the place of a stat block of one combatant.
func alone(c *engine.Combatant) string { return "c" + card.CombatantArg(c) }

// canMultiattack reports whether a combatant can begin a multiattack now.
func canMultiattack(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) bool {
	return s.MultiattackOf(c) == nil && words.CanPayAttack(s, rs, c)
}

// pressMultiattack begins a multiattack (MO-21). In a block of several of one kind, a form asks whose if several can begin one (MO-15).
func pressMultiattack(tx *transaction) (*discord.Reply, error) {
	args, s := tx.args(), tx.j.State()
	place, arg := textArg(args, 1), textArg(args, 2)
	like, err := sharing(s, place, arg)
	if err != nil {
		return nil, err
	}
	id := like[0].ID
	if c := card.CombatantNamed(s, arg); c != nil {
		id = c.ID
	}
	can := slices.DeleteFunc(slices.Clone(like), func(c *engine.Combatant) bool { return !c.Standing() || !canMultiattack(s, tx.rs, c) })
	switch name := tx.given().Text("who"); {
	case name != "":
		i := slices.IndexFunc(like, func(c *engine.Combatant) bool { return engine.SameName(c.Name, name) })
		if i < 0 {
			return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
		}
		id = like[i].ID
	case len(can) > discord.MaxOptions:
		return tx.whichOf(can, func(c *engine.Combatant) string {
			return discord.CustomID("block-multiattack", args[0], alone(c), card.CombatantArg(c))
		}), nil
	case len(can) > 1:
		return &discord.Reply{Form: tx.newForm(discord.CustomID("block-multiattack-form", args[0], place, card.CombatantArg(can[0])), nil,
			choose("who", 1, tx.offer(can))...)}, nil
	case len(can) == 1:
		id = can[0].ID
	}
	reply, err := tx.play(play.Multiattack{ID: id})
	if err != nil {
		return nil, err
	}
	return tx.redrawn(reply, place)
}

// multiattackForm asks for the target of all remaining attacks of a multiattack.
func multiattackForm(tx *transaction) (*discord.Form, error) {
	args := tx.args()
	c, err := tx.combatantArg(tx.j.State(), 2)
	if err != nil {
		return nil, err
	}
	targets, err := tx.targets(false, func(name string) play.Command { return play.MultiattackAll{ID: c.ID, Target: name} })
	if err != nil {
		return nil, err
	}
	return tx.newForm(discord.CustomID("block-all-form", card.TurnArg(tx.j.State().Turn), args[1], card.CombatantArg(c)), []lang.Arg{lang.Name("who", words.Called(tx.own, c))},
		choose("target", 1, targets)...), nil
}

// multiattackFilled makes these attacks.
func multiattackFilled(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	target := cmp.Or(tx.given().Text("target_more"), tx.given().Text("target"))
	if target == "" {
		return nil, refuse(engine.Invalid, lang.P("bot.nobody-chosen"))
	}
	c, err := tx.combatantArg(tx.j.State(), 2)
	if err != nil {
		return nil, err
	}
	reply, err := tx.play(play.MultiattackAll{ID: c.ID, Target: target})
	if err != nil {
		return nil, err
	}
	return tx.redrawn(reply, textArg(args, 1))
}

// pressBlockMore shows what a block had no room for.
func pressBlockMore(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	s := tx.j.State()
	who, err := sharing(s, textArg(args, 1), textArg(args, 2))
	room := discord.NumberArg(args, 3)
	switch {
	case err != nil:
		return nil, err
	case room < 0:
		return nil, engine.Refuse(engine.NotFound, reason.Gone, engine.Args{})
	}
	_, rest := words.LiveBlock(tx.own, s, tx.rs, who).Text(tx.own, room)
	if rest == "" {
		return privately(tx.own.Line("block.nothing-more")), nil
	}
	return blockRest(rest), nil
}

// pressBlockPick shows the stat block that was chosen in a menu.
func pressBlockPick(tx *transaction) (*discord.Reply, error) {
	return tx.askedBlock(picked + tx.given()["values"])
}

// pressPass removes the legendary actions from a message. The rest stays.
func pressPass(tx *transaction) (*discord.Reply, error) {
	reply := &discord.Reply{Update: true, Ephemeral: true}
	if _, err := tx.addTurn(reply, false); err != nil {
		return nil, err
	}
	if reply.Text == "" {
		reply.Text = tx.own.Line("block.passed")
	}
	return reply, nil
}

// pressOther does what the button chosen in a stat block's menu would do. The option's value is the button's custom ID.
func (b *Bot) pressOther(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	chosen := *r
	chosen.Path, chosen.Fields = r.Fields["values"], nil
	if rt := b.routeOf(&chosen); rt == nil || !slices.Contains([]string{"block-attack", "block-multiattack", "block-all", "ability", "prepared-save"}, rt.verb) {
		return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	_, reply, err := b.dispatch(ctx, &chosen)
	return reply, err
}
