package bot

import (
	"context"
	"slices"

	"roundel/bot/discord"

	"roundel/bot/card"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// partyOf returns the channel's fight, or nil.
func (b *Bot) partyOf(ctx context.Context, r *discord.Request) (s *engine.State, err error) {
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s = tx.j.State()
		return nil, nil
	})
	return s, err
}

func (b *Bot) saveParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	s, err := b.partyOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, noFight()
	}
	return b.parties.Save(ctx, r, s)
}

func (b *Bot) showParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.partyOf(ctx, r); err != nil {
		return nil, err
	}
	return b.parties.Show(ctx, r)
}

func (b *Bot) deleteParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.partyOf(ctx, r); err != nil {
		return nil, err
	}
	return b.parties.Delete(ctx, r)
}

// invite adds an invitation to a reply. It pings those whom no invitation has pinged lately; if there's nobody left to ping, the asker is told
// so.
func (b *Bot) invite(r *discord.Request, reply *discord.Reply, guests guests) {
	reply.Text = words.Lines(append(nonEmpty(reply.Text), words.Invitation(guests.Users, guests.More, guests.Usual)))
	reply.Mentions = append(reply.Mentions, b.parties.Unpinged(r.Channel, guests.Users)...)
	if len(guests.Users) > 0 && len(reply.Mentions) == 0 {
		if reply.Alone == nil {
			reply.Alone = &discord.Reply{Ephemeral: true}
		}
		reply.Alone.Text = words.Lines(append(nonEmpty(reply.Alone.Text), words.InvitedLately))
	}
}

// changeInviting is [Bot.change] for what may invite people. Whom the answer pings is noted once it is stored.
func (b *Bot) changeInviting(ctx context.Context, r *discord.Request, do func(*transaction) (*discord.Reply, error)) (*discord.Reply, error) {
	reply, err := b.change(ctx, r, do)
	if err == nil && reply != nil && len(reply.Mentions) > 0 {
		b.parties.Pinged(r.Channel, reply.Mentions)
	}
	return reply, err
}

// pressInvite invites the party to a fight that waits for its first turn, in a message with the button to join.
func (b *Bot) pressInvite(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var s *engine.State
	var rs *ruleset.Ruleset
	_, err := b.look(ctx, r, func(tx *transaction) (_ *discord.Reply, err error) {
		s, rs, err = tx.fight()
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	guests, err := b.parties.Invite(ctx, r, rs, s)
	if err != nil {
		return nil, err
	}
	return b.changeInviting(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if len(guests.Users) > 0 && len(b.parties.Unpinged(r.Channel, guests.Users)) == 0 {
			return &discord.Reply{Ephemeral: true, Text: words.InvitedLately}, nil
		}
		reply := &discord.Reply{Ephemeral: len(guests.Users) == 0}
		if b.invite(r, reply, guests); !reply.Ephemeral {
			reply.Buttons = [][]discord.Button{{{Label: words.ButtonJoin, ID: discord.CustomID("join", card.TurnArg(tx.j.State().Turn)), Style: discord.Primary}}}
		}
		return reply, nil
	})
}

// characters returns those of the asker's saved characters that can join the fight now.
func (tx *transaction) characters(all []Character) ([]Character, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	var out []Character
	for _, c := range all {
		in, err := tx.joining(all, Options{"name": c.Name})
		if err == nil && characterFits(rs, c) && tx.wouldRefuse(in.Join) == nil {
			out = append(out, c)
		}
	}
	return out, nil
}

// chooseCharacter asks with which saved character to join. The one saved last comes first.
func (tx *transaction) chooseCharacter(ready []Character) *discord.Reply {
	m := &discord.Menu{Least: 1}
	for _, c := range slices.Backward(ready[max(0, len(ready)-mostOptions):]) {
		m.Options = append(m.Options, discord.Option{Label: words.Visible(c.Name), Value: c.Name, About: words.Clip(words.Visible(c.Stats), 100)})
	}
	return &discord.Reply{Ephemeral: true, Text: words.ChooseCharacter,
		Buttons: [][]discord.Button{{{Label: words.MenuCharacter, ID: discord.CustomID("join-as", card.TurnArg(tx.seen().Turn)), Menu: m}}}}
}

// pressJoinAs joins with the saved character that was chosen.
func (b *Bot) pressJoinAs(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved.Characters(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if _, ok := findCharacter(all, r.Fields["values"]); !ok {
			return nil, refuse(engine.NotFound, words.UnknownCharacter(r.Fields["values"]))
		}
		in, err := tx.joining(all, Options{"name": r.Fields["values"]})
		if err != nil {
			return nil, err
		}
		return tx.playJoin(in)
	})
}
