package bot

import (
	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/bot/words"
	"roundel/engine"
)

// tell is the answer to a change: what happened, for everybody. What others may not know is told to the asker alone, in
// a message of its own where there is something for everybody too.
func (tx *transaction) tell(rs *engine.Ruleset, done engine.Outcome, public engine.View) *discord.Reply {
	reply := says(rs, public)
	own := engine.ViewerOf(done.State, tx.actor)
	var alone *discord.Reply
	if public.Withheld {
		if mine := says(rs, done.View(own)); mine != nil && (own.GM || reply == nil || mine.Text != reply.Text) {
			alone = mine
		}
	}
	if own.GM && done.Before != nil {
		alone = withNotices(alone, done.Before)
	}
	if !own.GM && byHidden(done, public) {
		reply, alone = nil, says(rs, done.View(own))
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
	reply.Text = words.Lines(append([]string{reply.Text}, hindrance(tx.r)...))
	return reply
}

// byHidden reports whether the GM's turn, as others read it, ended by what its owner did with a hidden combatant: an answer
// to all would say who that is. The card of the next turn tells the others how it goes on.
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

// says is what a view says, with the buttons for what follows from it; nil when it says nothing.
func says(rs *engine.Ruleset, view engine.View) *discord.Reply {
	lines := words.Tell(rs, view)
	if len(lines) == 0 {
		return nil
	}
	reply := &discord.Reply{Text: words.Lines(lines), Buttons: downButtons(fallen(view))}
	if asked := followUps(view); len(reply.Buttons)+len(asked) <= maxRows {
		reply.Buttons = append(reply.Buttons, asked...)
	}
	return reply
}

// withNotices adds to what the GM alone is told what players' commands did among hidden ones since.
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

// fallen are those whom the events of a view brought to 0 hit points and who are down still.
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

// downButtons let the GM pick the state of each who fell, a row each; of more than five, of all at once.
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

// maxRows is how many rows a message has, and how many buttons a row.
const maxRows = 5

func downRow(who, name string) []discord.Button {
	var row []discord.Button
	for i, state := range engine.DownStates() {
		row = append(row, discord.Button{Label: words.ButtonDown(name, state), ID: discord.CustomID("down", who, numberText(i))})
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
