package bot

import (
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
)

// tell returns the reply to a change: what happened, as everyone may know it. What others may not know goes only to the
// asker, in a message of its own if there is also something for everyone. It keeps the effects that ended for the card of the
// next turn.
func (tx *transaction) tell(rs *engine.Ruleset, done engine.Outcome) *discord.Reply {
	public := done.View(engine.Viewer{})
	tx.public, tx.ended = public.State, words.Endings(rs, public)
	reply, lead := tellView(rs, public)
	own := engine.ViewerOf(done.State, tx.actor)
	var alone *discord.Reply
	if public.Withheld {
		if mine, _ := tellView(rs, done.View(own)); mine != nil && (own.GM || reply == nil || mine.Text != reply.Text) {
			alone = mine
		}
	}
	if own.GM && done.Before != nil {
		alone = withNotices(alone, done.Before)
	}
	if !own.GM && byHidden(done, public) {
		reply = nil
		alone, _ = tellView(rs, done.View(own))
	}
	switch {
	case reply == nil && alone == nil:
		reply = &discord.Reply{Ephemeral: true, Text: words.Done}
	case reply == nil:
		reply = alone
		reply.Ephemeral = true
	case alone != nil:
		alone.Ephemeral = true
		alone.Text = words.Lines([]string{words.OnlyYou, alone.Text})
		reply.Alone = alone
	}
	tx.lead = new(words.Lines(append(lead, cantShow(tx.r)...)))
	reply.Text = words.Lines(append([]string{reply.Text}, cantShow(tx.r)...))
	return reply
}

// byHidden reports whether what others see as the GM's turn was ended by the owner of a hidden combatant: a public reply would
// reveal who that is. The card of the next turn tells the others what happens next.
func byHidden(done engine.Outcome, public engine.View) bool {
	if !public.Hides() {
		return false
	}
	before := public.Before()
	if before == nil || !before.GMActs() || before.Turn == public.State.Turn && public.State.GMActs() {
		return false
	}
	first := engine.Outcome{Before: done.Before, Events: done.Events[:1], State: engine.Fold(done.Before, done.Events[:1])}
	return len(first.View(public.Viewer).Events) == 0
}

// tellView returns a reply with the events of a view and the buttons for what they lead to, or nil if there is nothing to tell,
// and the lines that a card doesn't say anyway.
func tellView(rs *engine.Ruleset, view engine.View) (reply *discord.Reply, lead []string) {
	lines, lead := words.TellApart(rs, view)
	if len(lines) == 0 {
		return nil, nil
	}
	reply = &discord.Reply{Text: words.Lines(lines), Buttons: downButtons(fallen(view))}
	if asked := followUps(view); len(reply.Buttons)+len(asked) <= maxRows {
		reply.Buttons = append(reply.Buttons, asked...)
	}
	return reply, lead
}

// withNotices adds what players' commands have done to hidden combatants to a reply that only the GM sees.
func withNotices(reply *discord.Reply, s *engine.State) *discord.Reply {
	if len(s.Notices) == 0 {
		return reply
	}
	if reply == nil {
		reply = &discord.Reply{}
	}
	lines, row := []string{reply.Text}, []discord.Button(nil)
	if reply.Text == "" {
		lines = nil
	}
	for _, n := range s.Notices {
		lines = append(lines, words.Notice(s, n))
		if n.Kind == engine.NoticeFled {
			row = append(row, strikeButton(s, n.By, n.Who)...)
		}
	}
	reply.Text = words.Lines(lines)
	if more := inRows(row); len(reply.Buttons)+len(more) <= maxRows {
		reply.Buttons = append(reply.Buttons, more...)
	}
	return reply
}

// fallen returns the combatants whom the events of a view brought to 0 hit points and who are still down.
func fallen(view engine.View) []*engine.Combatant {
	var out []*engine.Combatant
	for _, e := range view.Events {
		change, ok := e.(engine.HPChanged)
		if !ok || !change.Tracked || change.To > 0 || change.From == 0 && !change.Set {
			continue
		}
		if c := view.State.Combatant(change.Combatant); c != nil && !c.Standing() && c.Down == "" {
			out = append(out, c)
		}
	}
	return out
}

// downButtons let the GM choose a state for each combatant that fell, in a row of its own, or for all at once if there are
// more than a message has rows.
func downButtons(who []*engine.Combatant) [][]discord.Button {
	var out [][]discord.Button
	if len(who) > maxRows {
		return append(out, downRow("all", ""))
	}
	for _, c := range who {
		name := ""
		if len(who) > 1 {
			name = c.Name
		}
		out = append(out, downRow(idText(c.ID), name))
	}
	return out
}

// maxRows is the number of rows of buttons in a message, and of buttons in a row.
const maxRows = 5

func downRow(who, name string) []discord.Button {
	var row []discord.Button
	for i, state := range engine.DownStates() {
		row = append(row, discord.Button{Label: words.ButtonDown(name, state), ID: discord.CustomID("down", who, strconv.Itoa(i))})
	}
	return row
}

// chooseButtons ask whose turn ends.
func chooseButtons(s *engine.State, choices []engine.CombatantID) [][]discord.Button {
	var out []discord.Button
	for _, id := range choices {
		if c := s.Combatant(id); c != nil && len(out) < maxRows*maxRows {
			out = append(out, discord.Button{Label: words.ButtonMember(c.Name), ID: discord.CustomID("member", publish.TurnArg(s.Turn), idText(id)), Style: discord.Primary})
		}
	}
	return inRows(out)
}

// Texts returns the sentences that a session shows when it cannot ask the bot.
func Texts() discord.Texts {
	return discord.Texts{Busy: words.TooBusy, Restarting: words.Restarting, NotUnderstood: words.NotUnderstood,
		FormTooLate: words.FormTooLate, Done: words.Done, FullText: words.FullTextAttached, Failed: words.ErrorFallback}
}
