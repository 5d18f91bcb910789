package bot

import (
	"errors"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// refusal is a refusal for which the engine has no reason: its code, and its sentence from package words.
type refusal struct {
	code engine.Code
	text string
}

// refuse returns a refusal; text is a sentence of package words.
func refuse(code engine.Code, text string) error { return &refusal{code, text} }

// Error returns the sentence.
func (r *refusal) Error() string { return r.text }

// Refused returns the code as text, for logs.
func (r *refusal) Refused() string { return string(r.code) }

// Unwrap returns an [engine.Error] with the same code, so that callers need to look for only one type.
func (r *refusal) Unwrap() error { return &engine.Error{Code: r.code} }

// noFight refuses a request that needs a fight where there is none.
func noFight() error {
	return engine.Refuse(engine.NoEncounter, engine.ReasonNoFight, engine.Args{})
}

// ErrorReply turns any error into a reply: a refusal says what to do instead; anything else is a failure, with ref as the
// reference number under which it was logged.
func ErrorReply(err error, ref string) *discord.Reply {
	reply := &discord.Reply{Ephemeral: true}
	var own *refusal
	var e *engine.Error
	switch {
	case errors.As(err, &own):
		reply.Text, reply.Refused = own.text, true
	case errors.As(err, &e):
		reply.Text, reply.Refused = words.Refusal(e), true
	case errors.Is(err, ErrNoRoom):
		reply.Text = words.DiskFull()
	case errors.Is(err, ErrUnknown):
		reply.Text = words.MaybeSaved(ref)
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
	if left, known := b.members.Left(engine.ChannelID(r.Channel), e.GM, b.now()); left && known && e.Code == engine.NotAllowed {
		reply.Text += " " + words.GMLeft()
	}
	switch {
	case e.Code == engine.Choose && s != nil:
		reply.Buttons = chooseButtons(s, e.Choices)
	case e.Code == engine.Confirm:
		reply.Buttons = confirmButton(e.Choices)
	case r.Kind == discord.Filled && e.Code != engine.Stale && e.Code != engine.NoEncounter:
		reply.Buttons = b.againButton(r)
	}
	return reply
}
