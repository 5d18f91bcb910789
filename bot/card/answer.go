package card

import (
	"context"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// maxIntro is the maximum length of a text that is shown on a card, above its heading, instead of in a message of its own.
const maxIntro = 1500

// Claim keeps the publisher from posting the card of a turn until [Publisher.Answer] was called and what it returned was sent. It
// must be called before the turn is stored: the publisher may read it at once.
func (p *Publisher) Claim(ch snowflake.Channel, begun engine.TurnID) {
	p.withMemory(ch, func(m *memory) { m.hold(begun) })
}

// Release ends a claim on a turn that was not stored.
func (p *Publisher) Release(ch snowflake.Channel, begun engine.TurnID) {
	p.withMemory(ch, func(m *memory) { m.release(begun) })
}

// Change is what a request did to the turn, as far as the card in its answer depends on it.
type Change struct {
	Began   engine.TurnID     `json:"began"`             // the turn that was current afterwards
	Ended   engine.TurnID     `json:"ended"`             // the one that was current before; the same: only a member's part of it ended
	Intro   string            `json:"lead,omitempty"`    // what the answer says that the card doesn't; the stored name is older
	Pressed snowflake.Message `json:"pressed,omitempty"` // the card that was pressed, which the answer may change

	Mentions []snowflake.User `json:"mentions,omitempty"` // whom a card that the answer carries pings besides those whose turn it is
}

// Answer returns what the public answer to a request carries, so that it costs no message and no call of its own; nil: nothing.
//
//   - Without a pressed card, that is the card of the turn that began, with c.Intro above its heading.
//   - With a pressed card, the answer shrinks it, and the next card, with c.Intro, follows. If the turn goes on, the answer
//     redraws the card.
//
// Discord may deliver a request twice, so that another turn than c.Began may be current by now. That turn was claimed with
// [Publisher.Claim]; the claim ends once the post was sent, or now if there is none.
func (p *Publisher) Answer(ctx context.Context, ch snowflake.Channel, c Change) *discord.Post {
	post := p.answer(ctx, ch, c)
	if post == nil {
		p.Release(ch, c.Began)
	}
	return post
}

func (p *Publisher) answer(ctx context.Context, ch snowflake.Channel, c Change) *discord.Post {
	if mine, err := p.own(ctx, ch); err != nil || !mine {
		return nil // the process that shows the channel finds the turn in the store
	}
	d, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok || d.Ended || discord.Length(c.Intro) > maxIntro {
		return nil // the publisher shows the turn without the answer
	}
	s, rs, err := p.read(ctx, ch)
	if err != nil || s == nil || s.Turn != c.Began || s.Paused {
		return nil
	}
	if c.Pressed == "" {
		return p.carried(d, s, rs, c.Intro, c.Mentions)
	}
	card, known := p.pressed(d, c)
	switch {
	case !known:
		return nil
	case c.Ended == c.Began:
		return p.redrawn(d, s, rs, c.Intro, card)
	}
	return p.shrunk(d, s, c.Intro, card)
}

// pressed returns the card that was pressed: the stored one, or one that is just being posted and not stored yet. Only the turn's
// own card has a button that ended the turn.
func (p *Publisher) pressed(d store.Display, c Change) (shown, bool) {
	if c.Pressed == d.Card && c.Ended == d.Announced {
		return shownOf(d), true
	}
	var out shown
	known := false
	p.withMemory(d.Channel, func(m *memory) {
		if known = m.posting.turn == c.Ended && (m.posting.id == "" || m.posting.id == c.Pressed); known {
			out = shown{Intro: m.posting.intro, Head: m.posting.head}
		}
	})
	return out, known
}

// carried returns the card of a turn for an answer to carry. It pings guests too; a later edit pings nobody.
func (p *Publisher) carried(d store.Display, s *engine.State, rs *ruleset.Ruleset, text string, guests []snowflake.User) *discord.Post {
	if d.Card != "" && s.Turn != 0 && d.Announced == s.Turn || p.claims(d.Channel, s.Turn) > 1 {
		return nil
	}
	c := words.Card{Intro: p.introOr(d.Channel, s, text), Left: p.left(d.Channel, players(s, nil))}
	message, head := cardMessage(s, rs, c)
	card := posted{encounter: d.Encounter, turn: s.Turn, intro: c.Intro, head: head, pinged: len(message.Mentions) > 0}
	message.Mentions = append(message.Mentions, guests...)
	p.withMemory(d.Channel, func(m *memory) { m.posting, m.claim.at = card, time.Now() })
	return &discord.Post{Message: message, Sent: func(id snowflake.Message, via *discord.Via) {
		if id != "" {
			p.keepCarried(d, s, card, sentCard{id, contentHash(message)}, via)
		}
		p.Release(d.Channel, s.Turn)
		p.Changed(d.Channel, nil)
	}}
}

// keepCarried stores a card that an answer has carried. The publisher would do that, too; at once, a crash is unlikely to come
// first.
func (p *Publisher) keepCarried(d store.Display, s *engine.State, card posted, sent sentCard, via *discord.Via) {
	card.id = sent.message
	p.withMemory(d.Channel, func(m *memory) {
		m.carried = append(m.carried, &card)
		m.keepToken(card.id, via)
		if m.shrunk != card.id && m.posting.turn == card.turn { // it was not pressed meanwhile
			m.posting.id, m.sent = card.id, sent
		}
	})
	if err := p.storeCarried(p.ctx, &d, s); err != nil {
		p.parts.Log.Warn().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("could not store a card")
	}
}

// shrunk returns what remains of the pressed card. The next one says what happened before its turn.
func (p *Publisher) shrunk(d store.Display, s *engine.State, text string, card shown) *discord.Post {
	var call drawing
	p.withMemory(d.Channel, func(m *memory) { m.intro, m.claim.at, call = intro{s.Turn, text}, time.Now(), m.draw() })
	return &discord.Post{Message: headMessage(card.Head), Update: true, Sent: func(id snowflake.Message, via *discord.Via) {
		p.setSent(d.Channel, sentCard{}, nil)
		p.withMemory(d.Channel, func(m *memory) {
			alone := m.drew(call)
			m.release(s.Turn)
			switch {
			case id == "" && via != nil:
				m.intro = intro{} // the answer says it
			case id != "":
				m.keepToken(id, via)
			}
			if id != "" && alone {
				m.shrunk = id
			}
		})
		p.Changed(d.Channel, via)
	}}
}

// redrawn returns the pressed card as it is now, or nil if there is something to say besides.
func (p *Publisher) redrawn(d store.Display, s *engine.State, rs *ruleset.Ruleset, text string, card shown) *discord.Post {
	if text != "" {
		return nil
	}
	c := words.Card{Intro: card.Intro, Left: p.left(d.Channel, players(s, nil))}
	message, _ := cardMessage(s, rs, c)
	var call drawing
	p.withMemory(d.Channel, func(m *memory) { m.claim.at, call = time.Now(), m.draw() })
	return &discord.Post{Message: message, Update: true, Sent: func(id snowflake.Message, via *discord.Via) {
		alone := false
		p.withMemory(d.Channel, func(m *memory) {
			alone = m.drew(call)
			m.release(s.Turn)
		})
		if id != "" && alone {
			p.setSent(d.Channel, sentCard{id, contentHash(message)}, via)
		} else {
			p.setSent(d.Channel, sentCard{}, nil)
		}
		p.Changed(d.Channel, nil)
	}}
}

// Nothing shows nothing: for a bot whose fights nobody has to see, as in tests.
type Nothing struct{}

// Changed does nothing.
func (Nothing) Changed(snowflake.Channel, *discord.Via) {}

// ChangedOnCard does nothing.
func (Nothing) ChangedOnCard(snowflake.Channel, *discord.Via) {}

// Claim does nothing.
func (Nothing) Claim(snowflake.Channel, engine.TurnID) {}

// Release does nothing.
func (Nothing) Release(snowflake.Channel, engine.TurnID) {}

// Answer returns nil.
func (Nothing) Answer(context.Context, snowflake.Channel, Change) *discord.Post { return nil }
