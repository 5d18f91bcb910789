package publish

import (
	"context"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// maxLead is how long a text can be to be shown on a card, above its heading, instead of in a message of its own.
const maxLead = 1500

// Claim keeps the publisher from posting the card of a turn until [Publisher.Answer] was called and what it returned was sent. It
// must be called before the turn is stored: the publisher may read it at once.
func (p *Publisher) Claim(ch engine.ChannelID, begun engine.TurnID) {
	p.withMemory(ch, func(m *memory) { m.hold(begun) })
}

// Answer returns what the public answer to a request carries, so that it costs no message and no call of its own; nil: nothing.
// The request has begun a turn, or ended one member's part of it.
//
//   - Without a pressed message, that is the card of the turn, with lead above its heading.
//   - With the fight's card pressed, the answer shrinks it, and the next card, with lead, follows. If the turn goes on, the
//     answer redraws the card.
//
// Discord may deliver a request twice; begun is the turn that was current when it was decided. It was claimed with
// [Publisher.Claim]; the claim ends once the post was sent, or now if there is none.
func (p *Publisher) Answer(ctx context.Context, ch engine.ChannelID, begun engine.TurnID, pressed discord.MessageID, lead string) *discord.Post {
	post := p.answer(ctx, ch, begun, pressed, lead)
	if post == nil {
		p.withMemory(ch, func(m *memory) { m.release(begun) })
	}
	return post
}

func (p *Publisher) answer(ctx context.Context, ch engine.ChannelID, begun engine.TurnID, pressed discord.MessageID, lead string) *discord.Post {
	d, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok || d.Ended || discord.Length(lead) > maxLead {
		return nil // the publisher shows the turn without the answer
	}
	s, rs, err := p.read(ctx, ch)
	switch {
	case err != nil || s == nil || s.Turn != begun || s.Paused:
		return nil
	case pressed != "" && pressed != d.Card:
		return nil
	case pressed != "" && d.Announced == s.Turn:
		return p.redrawn(d, s, rs, lead)
	case pressed != "":
		return p.shrunk(d, s, lead)
	}
	return p.carried(d, s, rs, lead)
}

// carried returns the card of a turn for an answer to carry.
func (p *Publisher) carried(d Display, s *engine.State, rs *engine.Ruleset, text string) *discord.Post {
	if d.Card != "" && s.Turn != 0 && d.Announced == s.Turn || p.claims(d.Channel, s.Turn) > 1 {
		return nil
	}
	c := words.Card{Lead: p.leadOr(d.Channel, s, text), Left: p.left(d.Channel, players(s, nil))}
	message, head := cardMessage(s, rs, c)
	return &discord.Post{Message: message, Sent: func(id discord.MessageID, via *discord.Via) {
		if id != "" {
			p.setSent(d.Channel, sentCard{id, contentHash(message)}, via)
		}
		p.withMemory(d.Channel, func(m *memory) {
			m.release(s.Turn)
			if id != "" {
				m.posted = &posted{id: id, turn: s.Turn, lead: c.Lead, head: head, pinged: len(message.Mentions) > 0}
			}
		})
		if id != "" { // at once, although Changed would do it, so that a crash is unlikely to come first
			if err := p.storePosted(p.ctx, &d, s); err != nil {
				p.parts.Log.Warn().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("could not store a card")
			}
		}
		p.Changed(d.Channel, nil)
	}}
}

// shrunk returns what remains of the pressed card. The next one says what happened before its turn.
func (p *Publisher) shrunk(d Display, s *engine.State, text string) *discord.Post {
	p.withMemory(d.Channel, func(m *memory) { m.lead = lead{s.Turn, text} })
	return &discord.Post{Message: headMessage(d.shown().Head), Update: true, Sent: func(id discord.MessageID, via *discord.Via) {
		p.setSent(d.Channel, sentCard{}, nil)
		p.withMemory(d.Channel, func(m *memory) {
			m.release(s.Turn)
			if id == "" {
				m.lead = lead{} // the answer says it
				return
			}
			m.shrunk, m.tokens[id] = id, via
		})
		p.Changed(d.Channel, via)
	}}
}

// redrawn returns the pressed card as it is now, or nil if there is something to say besides.
func (p *Publisher) redrawn(d Display, s *engine.State, rs *engine.Ruleset, text string) *discord.Post {
	if text != "" {
		return nil
	}
	c := words.Card{Lead: d.shown().Lead, Left: p.left(d.Channel, players(s, nil))}
	message, _ := cardMessage(s, rs, c)
	return &discord.Post{Message: message, Update: true, Sent: func(id discord.MessageID, via *discord.Via) {
		p.withMemory(d.Channel, func(m *memory) { m.release(s.Turn) })
		if id != "" {
			p.setSent(d.Channel, sentCard{id, contentHash(message)}, via)
		}
	}}
}
