package bot

import (
	"context"
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

// The GM screen is a private message with everything about a fight. Its buttons carry the fight, so that those of an earlier
// fight's screen do nothing, and the combatant they are for.

// menuPage is the number of combatants in one menu of the GM screen; one option more leads to the next ones.
const menuPage = discord.MaxOptions - 1

// morePage is the prefix of that option's value. No value that names a combatant begins with it.
const morePage = "p."

// screen returns the GM screen, below what has just happened. page is the part of the combatants that the menu shows, from 0.
func (tx *transaction) screen(news string, page int) (*discord.Reply, error) {
	s, rs := tx.j.State(), tx.rs
	fight, err := tx.fightArg()
	if err != nil {
		return nil, err
	}
	text, rest := words.GMScreen(tx.own, s, rs)
	hard, err := tx.difficultyLine()
	if err != nil {
		return nil, err
	}
	if hard != "" {
		text = words.Lines(tx.own, []string{hard, text})
	}
	reply := privately(text)
	if news != "" {
		reply.Text = words.Lines(tx.own, []string{news, text})
	}
	if rest != "" {
		reply.Files = []discord.File{textFile("order.txt", rest)}
	}
	if menu := tx.combatantMenu(s, rs, fight, page); menu != nil {
		reply.Buttons = append(reply.Buttons, menu)
	}
	deck, err := tx.onDeckButtons()
	if err != nil {
		return nil, err
	}
	proposals, controls := tx.proposalRow(s, fight), tx.controlRow(s, fight)
	switch {
	case len(proposals)+len(deck) <= discord.MaxInRow:
		proposals, deck = append(proposals, deck...), nil
	case len(controls)+len(deck) <= discord.MaxInRow:
		controls, deck = append(controls, deck...), nil
	}
	reply.Buttons = append(reply.Buttons, controls, proposals)
	if menu := tx.savesMenu(s, fight); menu != nil {
		reply.Buttons = append(reply.Buttons, menu)
	}
	fates := fateMenus(tx.own, s.Undecided(), fight, onScreen)
	reply.Buttons = append(reply.Buttons, fates[:min(len(fates), discord.MaxRows-len(reply.Buttons))]...)
	who := armed(s)
	live := slices.ContainsFunc(who, func(c *engine.Combatant) bool { return liveBlock(s, c) })
	if !live {
		addAttackRows(tx.own, reply, s, rs, who, "")
	}
	if len(deck) > 0 && len(reply.Buttons) < discord.MaxRows {
		reply.Buttons = append(reply.Buttons, deck)
	}
	if legends := words.MayLegend(s, rs); len(legends) > 0 {
		addLegendary(tx.own, reply, s, rs, legends, inScreen)
	}
	addReactions(tx.own, reply, s, rs)
	if live {
		addBlocks(tx.own, reply, s, rs, who, inScreen)
	}
	return reply, nil
}

// combatantMenu returns the menu in which the GM chooses a combatant, in initiative order, or nil if there is none.
func (tx *transaction) combatantMenu(s *engine.State, rs *ruleset.Ruleset, fight string, page int) []discord.Button {
	var all []discord.Option
	for _, u := range s.Order(rs) {
		for _, c := range s.Members(u.ID) {
			all = withOption(all, discord.Option{Label: words.Called(tx.own, c), Value: card.CombatantArg(c), About: words.AboutCombatant(tx.own, s, rs, c)})
		}
	}
	if len(all) == 0 {
		return nil
	}
	if len(all) > discord.MaxOptions {
		pages := (len(all) + menuPage - 1) / menuPage
		page = min(max(page, 0), pages-1)
		next := discord.Option{Label: tx.own.Label("gm.more"), Value: morePage + strconv.Itoa((page+1)%pages)}
		all = append(all[page*menuPage:min(len(all), (page+1)*menuPage)], next)
	}
	return []discord.Button{{Label: tx.own.Label("gm.choose"), ID: discord.CustomID("screen-pick", fight), Menu: &discord.Menu{Options: all}}}
}

// controlRow returns the GM screen's buttons for the fight as a whole.
func (tx *transaction) controlRow(s *engine.State, fight string) []discord.Button {
	turn := card.TurnArg(s.Turn)
	row := []discord.Button{card.Button(tx.own, discord.Secondary, "undo", turn), card.Button(tx.own, discord.Secondary, "redo", turn)}
	switch {
	case s.Paused:
		row = append(row, card.Button(tx.own, discord.Primary, "resume", turn))
	case s.Phase == engine.Setup:
		row = append(row, card.Button(tx.own, discord.Success, "roll", turn))
	default:
		row = append(row, card.Button(tx.own, discord.Secondary, "pause", turn))
	}
	row = append(row, card.Button(tx.own, discord.Danger, "ask-end", turn))
	switch {
	case tx.actor.User != s.GM: // NPC turns mention the one who started the fight
	case s.PingGM:
		row = append(row, discord.Button{Label: tx.own.Label("button.ping-off"), ID: discord.CustomID("screen-ping", fight, "off")})
	default:
		row = append(row, discord.Button{Label: tx.own.Label("button.ping-on"), ID: discord.CustomID("screen-ping", fight, "on")})
	}
	return row
}

// proposalRow returns the buttons that show the GM screen again, add NPCs, bring in the first wave that is due, and apply what players proposed, oldest first.
func (tx *transaction) proposalRow(s *engine.State, fight string) []discord.Button {
	row := []discord.Button{{Label: tx.own.Label("button.refresh"), ID: discord.CustomID("screen", fight)},
		card.Button(tx.own, discord.Secondary, "add", card.TurnArg(s.Turn))}
	asks := tx.rs.Saves != nil && s.Phase != engine.Setup
	if asks {
		row = append(row, card.Button(tx.own, discord.Secondary, "saves", card.TurnArg(s.Turn)))
	}
	if due := s.DueWaves(); len(due) > 0 { // the next one follows once it is brought in
		row = append(row, waveRow(tx.own, due[0], len(due) > 1, fight)...)
	}
	if s.Phase == engine.Setup && len(playersOf(s)) > 0 {
		row = append(row, card.Button(tx.own, discord.Secondary, "keep-party", fight))
	}
	for i, p := range s.Proposals[:min(len(s.Proposals), discord.MaxInRow-len(row))] {
		row = append(row, applyOne(tx.own, fight, i, p))
	}
	if asks && len(row) < discord.MaxInRow {
		row = append(row, card.Button(tx.own, discord.Secondary, "more-saves", card.TurnArg(s.Turn)))
	}
	return row
}

// pressPick shows the page of the combatant chosen in the menu, or more of the menu.
func pressPick(tx *transaction) (*discord.Reply, error) {
	value := tx.given()["values"]
	if n, more := strings.CutPrefix(value, morePage); more {
		page, err := strconv.Atoi(n)
		if err != nil {
			return nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
		}
		return updated(tx.screen("", page))
	}
	c, err := combatantNamed(tx.j.State(), value)
	if err != nil {
		return nil, err
	}
	return tx.page(c.ID, "")
}

// page returns everything about one combatant, with buttons for what the GM does with it. news is the first line.
func (tx *transaction) page(id engine.CombatantID, news string) (*discord.Reply, error) {
	s, rs := tx.j.State(), tx.rs
	fight, err := tx.fightArg()
	if err != nil {
		return nil, err
	}
	c := s.Combatant(id)
	if c == nil {
		return tx.screen("", 0)
	}
	button := func(verb string) discord.Button {
		return discord.Button{Label: tx.own.Label("button." + strings.TrimPrefix(verb, "screen-")), ID: discord.CustomID(verb, fight, card.CombatantArg(c))}
	}
	var row []discord.Button
	if s.IsActive(c.Unit) && s.MayAct(c) && !s.Paused {
		row = append(row, discord.Button{Label: tx.own.Label("button.its-turn"), Style: discord.Primary,
			ID: discord.CustomID("member", card.TurnArg(s.Turn), card.CombatantArg(c))})
	}
	damage, heal := button("screen-damage"), button("screen-heal")
	damage.Disabled, heal.Disabled = !c.HasHP, !c.HasHP
	hide := button("screen-hide")
	if c.Hidden {
		hide = button("screen-show")
	}
	var below []discord.Button
	if len(words.CanUse(s, rs, c)) > 0 {
		below = append(below, button("screen-use"))
	}
	below = append(below, hide)
	if c.RealName != "" {
		below = append(below, button("screen-reveal"))
	}
	var attacks [][]discord.Button
	if slices.Contains(armed(s), c) {
		attacks = append(weaponRow(card.TurnArg(s.Turn), []*engine.Combatant{c}), card.AbilityRows(tx.own, s, rs, []*engine.Combatant{c}, "", 2)...)
	} else if c.Owner == "" && s.Phase != engine.Setup && s.Phase != engine.Ended && !s.Paused {
		attacks = card.AbilityRows(tx.own, s, rs, []*engine.Combatant{c}, "", 2)
	}
	row = append(row, damage, heal, button("screen-effect"))
	if tx.canCheck(c.Name) {
		row = append(row, button("screen-check"))
	}
	reply := &discord.Reply{Ephemeral: true, Update: true, Text: news,
		Buttons: append(attacks, row,
			append(below, button("screen-note"), discord.Button{Label: tx.own.Label("button.back"), ID: discord.CustomID("screen", fight)}))}
	addLines(tx.own, reply, words.CombatantPage(tx.own, s, rs, c))
	return reply, nil
}

// pressHide returns an action that hides or shows a combatant. If only the GM learns of it, the reply is the combatant's page.
func pressHide(hide bool) action {
	return func(tx *transaction) (*discord.Reply, error) {
		c, err := tx.combatantArg(tx.j.State(), 1)
		switch {
		case err != nil:
			return nil, err
		case c.Hidden && hide:
			return tx.page(c.ID, tx.own.Line("gm.already-hidden"))
		case !c.Hidden && !hide:
			return tx.page(c.ID, tx.own.Line("gm.already-visible"))
		}
		return tx.edited(c.ID, play.Edit{ID: c.ID, Hidden: &hide})
	}
}

// pressReveal tells everyone who is behind a combatant's mask (NU-34).
func pressReveal(tx *transaction) (*discord.Reply, error) {
	c, err := tx.combatantArg(tx.j.State(), 1)
	if err != nil {
		return nil, err
	}
	return tx.edited(c.ID, play.Edit{ID: c.ID, Reveal: true})
}

// edited plays an edit of a combatant on the GM screen. If only the GM learns of it, the reply is the combatant's page.
func (tx *transaction) edited(id engine.CombatantID, cmd play.Edit) (*discord.Reply, error) {
	told, err := tx.play(cmd)
	if err != nil || !told.Ephemeral {
		return told, err
	}
	reply, err := tx.page(id, told.Text)
	if err == nil {
		reply.Buttons = append(reply.Buttons, told.Buttons[:min(len(told.Buttons), discord.MaxRows-len(reply.Buttons))]...)
	}
	return reply, err
}

// opensOn returns an action that opens a form with a combatant of the GM screen already chosen.
func opensOn(form formMaker) action {
	return opensPage(func(tx *transaction, c *engine.Combatant) (*discord.Form, error) {
		f, err := form(tx)
		if err == nil {
			pickTargets(f, c.Name)
		}
		return f, err
	})
}

// opensPage returns an action that opens a form for a combatant of the GM screen.
func opensPage(form func(tx *transaction, c *engine.Combatant) (*discord.Form, error)) action {
	return func(tx *transaction) (*discord.Reply, error) {
		c, err := tx.combatantArg(tx.j.State(), 1)
		if err != nil {
			return nil, err
		}
		return opened(form(tx, c))
	}
}

// useOnScreen returns the form for the pools of a combatant of the GM screen.
func useOnScreen(tx *transaction, c *engine.Combatant) (*discord.Form, error) {
	if len(words.CanUse(tx.seen(), tx.rs, c)) == 0 {
		if err := tx.wouldRefuse(play.Use{Pool: words.ForUse(tx.rs), Who: c.Name}); err != nil {
			return nil, err
		}
	}
	f, err := tx.useOf(func(other *engine.Combatant) bool { return other.ID == c.ID })
	if err == nil {
		f.Title = lang.Clip(tx.own.Label("use-form.title-of", lang.Name("who", c.Name)), discord.MaxTitle)
	}
	return f, err
}

// noteForm returns the form for the note on a combatant.
func noteForm(tx *transaction, c *engine.Combatant) (*discord.Form, error) {
	fight, err := tx.fightArg()
	return tx.newForm(discord.CustomID("note-form", fight, card.CombatantArg(c)), []lang.Arg{lang.Name("who", c.Name)},
		discord.Input{ID: "note", Long: true, Value: c.Note, Max: play.MaxNote}), err
}

// noteFilled keeps the note and shows the combatant's page again.
func noteFilled(tx *transaction) (*discord.Reply, error) {
	c, err := tx.combatantArg(tx.j.State(), 1)
	if err != nil {
		return nil, err
	}
	news, err := tx.quietly(play.Note{ID: c.ID, Text: tx.r.Fields["note"]})
	if err != nil {
		return nil, err
	}
	return tx.page(c.ID, news)
}

// applyOne returns the button with which the GM applies the i-th proposal, counted from 0, from a message that only the GM sees.
func applyOne(l *lang.Language, fight string, i int, p engine.Proposal) discord.Button {
	return discord.Button{Label: l.Label("button.apply-one", lang.Int("n", i+1)), Style: discord.Success,
		ID: discord.CustomID("screen-apply", fight, card.TurnArg(engine.TurnID(p.ID)))}
}

// pressScreenApply applies a proposal from the GM screen. Unlike the button on the proposal itself, it leaves its message alone.
func pressScreenApply(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	return tx.play(play.ApplyProposal{ID: engine.ProposalID(turnArg(args[1:]))})
}

// pressPing switches whether NPC turns mention the GM, in this fight and in those that the GM starts in this server later.
func (b *Bot) pressPing(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	on := textArg(args, 1) == "on"
	reply, err := b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if gm := tx.j.State().GM; tx.actor.User != gm {
			return nil, refuse(engine.NotAllowed, lang.P("bot.not-the-gm", lang.Text("gm", words.Mention(gm))))
		}
		if _, err := tx.quietly(play.PingGM{On: on}); err != nil {
			return nil, err
		}
		return updated(tx.screen("", 0))
	})
	if err != nil {
		return nil, err
	}
	// The fight comes first, so that a refusal is one of both. If the request is delivered again, both are done again, to the same effect.
	if err := b.preferPings(ctx, r, on); err != nil {
		b.log.Warn().Str("channel", string(r.Channel)).Err(err).Msg("could not store a preference")
		reply.Text = b.reader(ctx, r).Line("gm.pings-not-saved") + "\n" + reply.Text
	}
	return reply, nil
}

// fightArg returns what identifies the channel's open fight in a custom ID: the time at which it began.
func (tx *transaction) fightArg() (string, error) {
	at, err := tx.j.Began()
	return strconv.FormatInt(at.UnixMilli(), 36), err
}

// checkScreen refuses anyone but the GM, and a button of an earlier fight's screen.
func (tx *transaction) checkScreen(args []string) error {
	if err := tx.gm(); err != nil {
		return err
	}
	fight, err := tx.fightArg()
	switch {
	case err != nil:
		return err
	case len(args) == 0 || args[0] != fight:
		return refuse(engine.Stale, lang.P("bot.earlier-screen"))
	}
	return nil
}
