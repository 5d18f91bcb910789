package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// tell returns the reply to a change: what happened, as everyone may know it. What others may not know goes only to the
// asker, in a message of its own if there is also something for everyone. It keeps the effects that ended for the card of the
// next turn.
func (tx *transaction) tell(done engine.Outcome) (*discord.Reply, error) {
	rs, public := tx.rs, view.Of(done, view.Viewer{})
	tx.done, tx.public, tx.ended = done, public.State, words.Endings(tx.all, rs, public)
	reply, intro := tellView(tx.all, rs, public)
	own := view.ViewerOf(done.State, tx.actor)
	var alone *discord.Reply
	if public.Withheld {
		seen := view.Of(done, own)
		if mine, _ := tellView(tx.all, rs, seen); mine != nil && (own.GM || reply == nil || mine.Text != reply.Text) {
			alone, _ = tellView(tx.own, rs, seen)
		}
	}
	if own.GM {
		var err error
		if alone, err = tx.tellGM(alone, done); err != nil {
			return nil, err
		}
	}
	if tx.actor.User != done.State.GM {
		if err := tx.tellAside(done); err != nil {
			return nil, err
		}
	}
	if !own.GM && byHidden(done, public) {
		reply = nil
		alone, _ = tellView(tx.own, rs, view.Of(done, own))
	}
	switch {
	case reply == nil && alone == nil:
		reply = privately(tx.own.Line("answer.done"))
	case reply == nil:
		reply = alone
		reply.Ephemeral = true
	case alone != nil:
		alone.Ephemeral = true
		alone.Text = joined(tx.own, alone, onlyYou(tx.own), alone.Text)
		reply.Alone = alone
	}
	if why := cantShow(tx.all, tx.r); why != "" {
		intro = append(intro, why)
		tx.sayCantShow(reply)
	}
	tx.intro = new(words.Lines(tx.all, intro))
	return reply, nil
}

// tellView returns a reply with the events of a view and the buttons for what they lead to, or nil if there is nothing to tell,
// and the lines that a card doesn't say anyway.
func tellView(l *lang.Language, rs *ruleset.Ruleset, view view.View) (reply *discord.Reply, intro []string) {
	lines, intro := words.TellApart(l, rs, view)
	if len(lines) == 0 {
		return nil, nil
	}
	reply = &discord.Reply{}
	buttons, proposes := followUps(l, rs, view)
	if len(buttons) > 0 {
		var missing []string
		reply.Buttons, missing = buttonRows(buttons, discord.MaxRows)
		if len(missing) > 0 {
			lines = append(lines, l.Line("card.buttons-missing", lang.Names("buttons", missing)))
		}
	}
	reply.Text = words.Lines(l, lines)
	if view.Viewer.User == "" && !view.Viewer.GM {
		for _, e := range view.Events {
			if called, is := e.(engine.SavesCalled); is {
				reply.Mentions = append(reply.Mentions, words.Owing(view.State, called.Due)...)
			}
		}
	}
	if proposes && view.Viewer.User == "" {
		addLines(l, reply, l.Line("gm.apply", lang.Text("gm", words.Mention(view.State.GM))))
		reply.Mentions = []snowflake.User{view.State.GM}
	}
	return reply, intro
}

// byHidden reports whether what others see as the GM's turn was ended by the owner of a hidden combatant: a public reply would
// reveal who that is. The card of the next turn tells the others what happens next.
func byHidden(done engine.Outcome, public view.View) bool {
	if !public.Hides() {
		return false
	}
	before := public.Before()
	if before == nil || !before.GMActs() || before.Turn == public.State.Turn && public.State.GMActs() {
		return false
	}
	first := engine.Outcome{Before: done.Before, Events: done.Events[:1], State: engine.Fold(done.Before, done.Events[:1])}
	return len(view.Of(first, public.Viewer).Events) == 0
}

// followUps returns the buttons for what the events of a view lead to: Awareness tests (ST-8), free attacks on a combatant that flees (CS-7,
// RI-8), damage that the GM has to apply, which the message then asks for, and checks that damage causes (RS-66).
func followUps(l *lang.Language, rs *ruleset.Ruleset, view view.View) (all []discord.Button, proposes bool) {
	for _, e := range view.Events {
		switch e := e.(type) {
		case engine.TestsAsked:
			for _, id := range e.Who {
				if c := view.State.Combatant(id); c != nil {
					all = append(all, discord.Button{Label: l.Label("button.test", lang.Name("who", c.Name)), ID: discord.CustomID("test", card.CombatantArg(c)), Style: discord.Primary})
				}
			}
		case engine.DamageProposed:
			all, proposes = append(all, applyButton(l, e.Proposal)), true
		case engine.EffectsProposed:
			all, proposes = append(all, applyButton(l, e.Proposal)), true
		case engine.SavesProposed:
			all, proposes = append(all, applyButton(l, e.Proposal)), true
		case engine.SavesCalled:
			if view.State.AskedSave(e.ID) != nil {
				all = append(all, saveButtons(l, e.ID, view.Viewer.User != "" || view.Viewer.GM)...)
			}
		case engine.EffectAdded:
			if put := view.State.Effect(e.Effect.ID); put != nil && words.EndsThisTurn(view.State, put) {
				all = append(all, discord.Button{Label: l.Label("button.longer", lang.Name("who", view.State.TargetName(put))), ID: discord.CustomID("longer",
					card.TurnArg(view.State.Turn), card.EffectKey(view.State, put))})
			}
		case engine.Attacked:
			if c := view.State.Combatant(e.Target); c != nil && e.Stated && e.Hit { // whose damage is known by nobody yet
				all = append(all, discord.Button{Label: l.Label("button.damage"), ID: discord.CustomID("damage-to", card.TurnArg(view.State.Turn), card.CombatantArg(c)), Style: discord.Primary})
			}
		case engine.Fled:
			for _, id := range e.Attackers {
				all = append(all, strikeButton(l, view.State, id, e.Combatant)...)
			}
		}
	}
	return append(all, checkButtons(l, rs, view)...), proposes
}

// checkButtons returns the buttons for checks that the events of a view have made due and that no card shows in a new turn: those that
// damage causes, and those that only the owner and the GM see.
func checkButtons(l *lang.Language, rs *ruleset.Ruleset, view view.View) []discord.Button {
	due := slices.DeleteFunc(words.DueChecks(view.State, rs), func(c words.DueCheck) bool { return !madeDue(view.Events, c) })
	if len(due) == 0 { // the state before is a copy
		return nil
	}
	if before := view.Before(); before == nil || before.Turn != view.State.Turn {
		due = slices.DeleteFunc(due, func(c words.DueCheck) bool { return !c.Who.Hidden && !keptCheck(view.State, c) })
	}
	var out []discord.Button
	for _, c := range due {
		out = append(out, card.DueButton(l, view.State, c, len(due) == 1))
	}
	return out
}

// sidesAct reports whether there is a fight in which each side acts as one.
func (tx *transaction) sidesAct() bool {
	s := tx.j.State()
	return s != nil && tx.rs != nil && s.BySide(tx.rs)
}

// refused returns the reply to a refusal, with buttons if they are the next step. s is nil if nothing could be changed. sides: in the fight, each
// side acts as one.
func (b *Bot) refused(l *lang.Language, s *engine.State, sides bool, r *discord.Request, why error) *discord.Reply {
	e, _ := errors.AsType[*engine.Error](why)
	reply := errorReply(l, why, "", sides)
	if left, known := b.members.Left(r.Channel, e.GM, b.now()); left && known && e.Code == engine.NotAllowed {
		reply.Text = lang.Together(reply.Text, l.Line("refusal.gm-left"))
	}
	switch {
	case e.Code == engine.Choose && s != nil:
		var missing []string
		reply.Buttons, missing = chooseButtons(s, e.Choices)
		if len(missing) > 0 {
			reply.Text = lang.Together(reply.Text, l.Line("card.buttons-missing", lang.Names("buttons", missing)))
		}
	case e.Reason == reason.OpenTests && s != nil:
		reply.Buttons = testsButton(l, s, r)
	case e.Code == engine.Confirm && s != nil:
		reply.Buttons = confirmButton(l, s, e.Choices)
	case r.Kind == discord.Filled && e.Code != engine.Stale && e.Code != engine.NoEncounter:
		reply.Buttons = b.againButton(l, r)
	}
	return reply
}

// ErrorReply turns any error into a reply: a refusal says what to do instead; anything else is a failure, with ref as the reference number under
// which it was logged.
func ErrorReply(l *lang.Language, err error, ref string) *discord.Reply {
	return errorReply(l, err, ref, false)
}

// errorReply is [ErrorReply] for a fight in which each side acts as one, if sides is true.
func errorReply(l *lang.Language, err error, ref string, sides bool) *discord.Reply {
	reply := &discord.Reply{Ephemeral: true}
	var own *words.Refused
	var e *engine.Error
	switch {
	case errors.As(err, &own):
		reply.Text, reply.Refused = own.In(l), true
	case errors.As(err, &e):
		reply.Text, reply.Refused = words.Of(l, e, sides), true
	case errors.Is(err, store.ErrUnknown), errors.Is(err, discord.ErrInDoubt): // before the reason for the doubt, which may come with it
		reply.Text = l.Line("bot.maybe-saved", lang.Text("ref", ref))
	case errors.Is(err, store.ErrFull):
		reply.Text = l.Line("bot.disk-full")
	case errors.Is(err, store.ErrUnavailable):
		reply.Text = l.Line("bot.no-database")
	case errors.Is(err, store.ErrUnsafe):
		reply.Text = l.Line("bot.unsafe-database")
	case errors.Is(err, engine.ErrNewer):
		reply.Text = l.Line("bot.newer-fight")
	case errors.Is(err, card.ErrUnreadable):
		reply.Text = l.Line("bot.rules-unreadable", lang.Text("ref", ref))
	default:
		reply.Text = l.Line("bot.failed", lang.Text("ref", ref))
	}
	return reply
}

// findLanguage is how long a failure waits for the language of the fight.
const findLanguage = 300 * time.Millisecond

// readerNow is reader for what has to be said soon. The context of the request may be over.
func (b *Bot) readerNow(r *discord.Request) *lang.Language {
	ctx, cancel := context.WithTimeout(context.Background(), findLanguage)
	defer cancel()
	return b.reader(ctx, r)
}

// ErrorReply returns the reply to a request that failed. ref is the reference number under which the error was logged.
func (b *Bot) ErrorReply(r *discord.Request, err error, ref string) *discord.Reply {
	return ErrorReply(b.readerNow(r), err, ref)
}

// refuse returns a refusal, said by a phrase of package words.
func refuse(code engine.Code, says lang.Phrase) error { return &words.Refused{Code: code, Says: says} }

// noFight refuses a request that needs a fight in a channel without one.
func noFight() error {
	return engine.Refuse(engine.NoEncounter, reason.NoFight, engine.Args{})
}

// Texts returns the sentences that a session shows when it cannot ask the bot.
func (b *Bot) Texts(r *discord.Request) discord.Texts {
	l := b.readerNow(r)
	return discord.Texts{Busy: l.Line("answer.busy"), NotUnderstood: l.Line("answer.not-understood"), FormTooLate: l.Line("answer.form-too-late"),
		Done: l.Line("answer.done"), Failed: func(ref string) string { return l.Line("answer.failed", lang.Text("ref", ref)) }}
}

// privately returns a reply that only the asker sees.
func privately(text string) *discord.Reply { return &discord.Reply{Ephemeral: true, Text: text} }

// private returns the part of a reply that only the asker sees. It adds one to a reply for everyone that has none.
func private(reply *discord.Reply) *discord.Reply {
	if reply.Ephemeral {
		return reply
	}
	if reply.Alone == nil {
		reply.Alone = privately("")
	}
	return reply.Alone
}

// withFile returns a reply that only the asker sees, with a text file unless that is empty.
func withFile(text, name, file string) *discord.Reply {
	reply := privately(text)
	if file != "" {
		reply.Files = []discord.File{textFile(name, file)}
	}
	return reply
}

func textFile(name, text string) discord.File {
	return discord.File{Name: name, Type: "text/plain; charset=utf-8", Data: []byte(text + "\n")}
}

// checkFiles refuses a reply with more bytes of files than Discord accepts.
func checkFiles(reply *discord.Reply) error {
	if reply == nil {
		return nil
	}
	size := 0
	for _, f := range reply.Files {
		size += len(f.Data)
	}
	if size <= maxAttachment {
		return nil
	}
	return refuse(engine.NotNow, lang.P("bot.file-too-large", lang.Int("megabytes", size>>20)))
}

// updated makes a reply replace the message of the button that was pressed.
func updated(reply *discord.Reply, err error) (*discord.Reply, error) {
	if err == nil {
		reply.Update = true
	}
	return reply, err
}

// addLines adds lines to the text of a reply.
func addLines(l *lang.Language, reply *discord.Reply, lines ...string) {
	if reply.Text != "" {
		lines = append([]string{reply.Text}, lines...)
	}
	reply.Text = joined(l, reply, lines...)
}

// onlyYou returns the line above what only the asker sees of a reply.
func onlyYou(l *lang.Language) string { return l.Line("answer.only-you") }

// joined joins lines into a text for a reply. If some don't fit, the last line points to the log instead.
func joined(l *lang.Language, reply *discord.Reply, lines ...string) string {
	if reply.V2 {
		return words.LinesIn(l, lines, discord.MaxContentV2)
	}
	return words.Lines(l, lines)
}

// sayCantShow adds to a reply why the bot can no longer show the fight, if it can't, in the language of the reply's readers.
func (tx *transaction) sayCantShow(reply *discord.Reply) {
	l := tx.all
	if reply.Ephemeral {
		l = tx.own
	}
	if why := cantShow(l, tx.r); why != "" {
		addLines(l, reply, why)
	}
}

// cantShow returns a line that says why the bot can no longer show a fight in its channel, or nothing. The bot still takes
// commands, because replies need no permission.
func cantShow(l *lang.Language, r *discord.Request) string {
	if r.Guild == "" {
		return ""
	}
	if r.Sealed {
		return l.Line("answer.sealed")
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return l.Line("answer.lacking", lang.AllParts("missing", missing))
	}
	return ""
}

// missingPermissions names the permissions that the bot needs to show a fight but doesn't have in the request's channel.
func missingPermissions(r *discord.Request) []lang.Phrase {
	if r.Rights&discord.Administrator != 0 {
		return nil
	}
	var missing []lang.Phrase
	type right struct {
		bits int64
		name string
	}
	speak := right{discord.SendMessages, "permission.send-messages"}
	if r.Thread {
		speak = right{discord.SendInThreads, "permission.send-messages-in-threads"}
	}
	for _, need := range []right{{discord.ViewChannel, "permission.view-channel"}, speak,
		{discord.ReadMessageHistory, "permission.read-message-history"}} {
		if r.Rights&need.bits == 0 {
			missing = append(missing, lang.P(need.name))
		}
	}
	return missing
}

// addButtons adds buttons to a reply while there is room, and says which are missing.
func addButtons(l *lang.Language, reply *discord.Reply, all []discord.Button) {
	rows, missing := buttonRows(all, discord.MaxRows-len(reply.Buttons))
	reply.Buttons = append(reply.Buttons, rows...)
	if len(missing) > 0 {
		addLines(l, reply, l.Line("card.buttons-missing", lang.Names("buttons", missing)))
	}
}

// buttonRows arranges buttons in rows, of which there may be most. missing are the labels of the buttons that don't fit.
func buttonRows(all []discord.Button, most int) (rows [][]discord.Button, missing []string) {
	room := min(len(all), max(0, most)*discord.MaxInRow)
	for _, b := range all[room:] {
		missing = append(missing, b.Label)
	}
	return slices.Collect(slices.Chunk(all[:room], discord.MaxInRow)), missing
}

// FullText returns what follows the beginning of a reply that is attached as a file, for all who read the channel or for the asker alone.
func (b *Bot) FullText(r *discord.Request, everyone bool) string {
	ctx, cancel := context.WithTimeout(context.Background(), findLanguage)
	defer cancel()
	if everyone {
		return b.everyone(ctx, r).Line("answer.full-text")
	}
	return b.reader(ctx, r).Line("answer.full-text")
}
