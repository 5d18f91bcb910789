package bot

import (
	"roundel/bot/discord"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
)

// asker returns who asks, and the fight as it is now.
func (tx *transaction) asker() (*asker, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	return &asker{State: tx.j.State(), Seen: tx.seen(), Rules: rs, Actor: tx.actor, Players: tx.conf.Damage, Now: tx.now,
		Turn: newTurn(tx.now), Submitted: tx.r.Path}, nil
}

// form returns a form as it is for the asker now.
func (tx *transaction) form(form formMaker) (*discord.Form, error) {
	a, err := tx.asker()
	if err != nil {
		return nil, err
	}
	return form(a)
}

// wouldRefuse returns the refusal that a command would get now, or nil. It changes nothing.
func (tx *transaction) wouldRefuse(cmd play.Command) error {
	a, err := tx.asker()
	if err != nil {
		return err
	}
	return a.WouldRefuse(cmd)
}

// againButton keeps the contents of a refused form and returns a button that opens it again for the asker. It returns none for a form
// whose own button is still there.
func (b *Bot) againButton(r *discord.Request) [][]discord.Button {
	verb, args := discord.SplitID(r.Path)
	if rt := b.presses[verb]; rt == nil || !rt.reopens() {
		return nil
	}
	id := discord.CustomID(append([]string{"again", verb, r.ID}, args...)...)
	if len(id) > maxCustomID {
		return nil // only if the form's own ID was forged
	}
	b.drafts.Keep(r)
	return [][]discord.Button{{{Label: words.ButtonAgain, ID: id, Style: discord.Primary}}}
}

// pressAgain opens a form again with its earlier contents, unless those were dropped. The custom ID has the form's verb, the ID of the
// interaction that submitted it and, for a form that belongs to a turn, that turn.
func pressAgain(tx *transaction) (*discord.Reply, error) {
	args := tx.args()
	rt := tx.b.presses[textArg(args, 0)]
	if len(args) < 2 || rt == nil || !rt.reopens() {
		return nil, refuse(engine.NotFound, words.UnknownForm())
	}
	if tx.j.State() == nil {
		return nil, noFight()
	}
	if len(args) > 2 {
		if err := tx.checkTurn(args[2:]); err != nil {
			return nil, err
		}
	}
	draft, err := tx.b.drafts.Of(args[1], tx.r.User)
	if err != nil {
		return nil, err
	}
	f, err := tx.form(rt.form)
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
