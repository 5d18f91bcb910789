package bot

import (
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/snowflake"
	"roundel/store"

	"roundel/bot/card"
	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// tell returns the reply to a change: what happened, as everyone may know it. What others may not know goes only to the
// asker, in a message of its own if there is also something for everyone. It keeps the effects that ended for the card of the
// next turn.
func (tx *transaction) tell(rs *ruleset.Ruleset, done engine.Outcome) (*discord.Reply, error) {
	public := view.Of(done, view.Viewer{})
	tx.public, tx.ended = public.State, words.Endings(rs, public)
	reply, intro := tellView(rs, public)
	reply = askToApply(reply, public)
	own := view.ViewerOf(done.State, tx.actor)
	var alone *discord.Reply
	if public.Withheld {
		if mine, _ := tellView(rs, view.Of(done, own)); mine != nil && (own.GM || reply == nil || mine.Text != reply.Text) {
			alone = mine
		}
	}
	if own.GM {
		var err error
		if alone, err = tx.tellGM(alone, done); err != nil {
			return nil, err
		}
	}
	if err := tx.tellAside(done); err != nil {
		return nil, err
	}
	if !own.GM && byHidden(done, public) {
		reply = nil
		alone, _ = tellView(rs, view.Of(done, own))
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
	tx.intro = new(words.Lines(append(intro, cantShow(tx.r)...)))
	reply.Text = words.Lines(append([]string{reply.Text}, cantShow(tx.r)...))
	return reply, nil
}

// askToApply makes a reply with a button Apply ping the GM.
func askToApply(reply *discord.Reply, view view.View) *discord.Reply {
	isProposal := func(e engine.Event) bool {
		switch e.(type) {
		case engine.DamageProposed, engine.EffectsProposed:
			return true
		}
		return false
	}
	if reply == nil || !slices.ContainsFunc(view.Events, isProposal) {
		return reply
	}
	gm := view.State.GM
	reply.Text = words.Lines([]string{reply.Text, words.ApplyWanted(gm)})
	reply.Mentions = []snowflake.User{gm}
	return reply
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

// tellView returns a reply with the events of a view and the buttons for what they lead to, or nil if there is nothing to tell,
// and the lines that a card doesn't say anyway.
func tellView(rs *ruleset.Ruleset, view view.View) (reply *discord.Reply, intro []string) {
	lines, intro := words.TellApart(rs, view)
	if len(lines) == 0 {
		return nil, nil
	}
	buttons, missing := followUps(rs, view)
	if len(missing) > 0 {
		lines = append(lines, words.ButtonsMissing(missing))
	}
	return &discord.Reply{Text: words.Lines(lines), Buttons: buttons}, intro
}

// chooseButtons ask whose turn ends. missing are the labels of those that there is no room for.
func chooseButtons(s *engine.State, choices []engine.CombatantID) (rows [][]discord.Button, missing []string) {
	var out []discord.Button
	for _, id := range choices {
		if c := s.Combatant(id); c != nil {
			out = append(out, discord.Button{Label: words.ButtonMember(c.Name), ID: discord.CustomID("which", card.TurnArg(s.Turn), idText(id)), Style: discord.Primary})
		}
	}
	return buttonRows(out, MostRows)
}

// Texts returns the sentences that a session shows when it cannot ask the bot.
func Texts() discord.Texts {
	return discord.Texts{Busy: words.TooBusy, NotUnderstood: words.NotUnderstood,
		FormTooLate: words.FormTooLate, Done: words.Done, FullText: words.FullTextAttached, Failed: words.ErrorFallback}
}

// refuse returns a refusal; text is a sentence of package words.
func refuse(code engine.Code, text string) error { return words.New(code, text) }

// noFight refuses a request that needs a fight in a channel without one.
func noFight() error {
	return engine.Refuse(engine.NoEncounter, reason.NoFight, engine.Args{})
}

// ErrorReply turns any error into a reply: a refusal says what to do instead; anything else is a failure, with ref as the
// reference number under which it was logged.
func ErrorReply(err error, ref string) *discord.Reply {
	reply := &discord.Reply{Ephemeral: true}
	var own *words.Refused
	var e *engine.Error
	switch {
	case errors.As(err, &own):
		reply.Text, reply.Refused = own.Text, true
	case errors.As(err, &e):
		reply.Text, reply.Refused = words.Of(e), true
	case errors.Is(err, store.ErrUnknown), errors.Is(err, discord.ErrInDoubt): // before the reason for the doubt, which may come with it
		reply.Text = words.MaybeSaved(ref)
	case errors.Is(err, store.ErrFull):
		reply.Text = words.DiskFull()
	case errors.Is(err, store.ErrUnavailable):
		reply.Text = words.NoDatabase()
	case errors.Is(err, store.ErrUnsafe):
		reply.Text = words.UnsafeDatabase()
	case errors.Is(err, engine.ErrNewer):
		reply.Text = words.NewerFight()
	case errors.Is(err, card.ErrUnreadable):
		reply.Text = words.RulesUnreadable(ref)
	default:
		reply.Text = words.Failed(ref)
	}
	return reply
}

// refused returns the reply to a refusal, with buttons if they are the next step. s is nil outside of a transaction.
func (b *Bot) refused(s *engine.State, r *discord.Request, why error) *discord.Reply {
	var e *engine.Error
	errors.As(why, &e)
	reply := ErrorReply(why, "")
	if left, known := b.members.Left(r.Channel, e.GM, b.now()); left && known && e.Code == engine.NotAllowed {
		reply.Text += " " + words.GMLeft()
	}
	switch {
	case e.Code == engine.Choose && s != nil:
		var missing []string
		if reply.Buttons, missing = chooseButtons(s, e.Choices); len(missing) > 0 {
			reply.Text += " " + words.ButtonsMissing(missing)
		}
	case e.Reason == reason.OpenTests && s != nil:
		reply.Buttons = testsButton(s, r)
	case e.Code == engine.Confirm:
		reply.Buttons = confirmButton(e.Choices)
	case r.Kind == discord.Filled && e.Code != engine.Stale && e.Code != engine.NoEncounter:
		reply.Buttons = b.againButton(r)
	}
	return reply
}
