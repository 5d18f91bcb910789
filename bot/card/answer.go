package card

import (
	"cmp"
	"context"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// claim says that the card of a turn comes with an answer.
type claim struct {
	turn    engine.TurnID
	answers int // how many answers may carry it
	at      time.Time
}

// claimLimit is the time for which a claim is respected. An answer is usually sent long before that; a card has to be there 12 s after a
// change in any case.
const claimLimit = 8 * time.Second

// claims returns how many answers may carry the card of a turn.
func (m *memory) claims(turn engine.TurnID) int {
	if m.claim.turn != turn || time.Since(m.claim.at) >= claimLimit {
		return 0
	}
	return m.claim.answers
}

// Claim keeps the publisher from posting the card of a turn until [Publisher.Answer] was called and what it returned was sent. It
// must be called before the turn is stored: the publisher may read it at once. A claim on another turn ends: that turn is over.
func (p *Publisher) Claim(ch snowflake.Channel, begun engine.TurnID) {
	p.withMemory(ch, func(m *memory) {
		if m.claim.turn != begun {
			m.claim = claim{turn: begun}
		}
		m.claim.answers, m.claim.at = m.claim.answers+1, time.Now()
	})
}

// Release ends a claim on a turn that was not stored.
func (p *Publisher) Release(ch snowflake.Channel, begun engine.TurnID) {
	p.withMemory(ch, func(m *memory) {
		if m.claim.turn == begun && m.claim.answers > 0 {
			m.claim.answers--
		}
	})
}

// Change is the part of a request's result that the card in its answer needs.
type Change struct {
	Began   engine.TurnID     `json:"began"`             // the turn that was current afterwards
	Ended   engine.TurnID     `json:"ended"`             // the one that was current before; the same: only a member's part of it ended
	Intro   string            `json:"lead,omitempty"`    // what the answer says that the card doesn't; the stored name is older
	Pressed snowflake.Message `json:"pressed,omitempty"` // the card that was pressed, which the answer may change

	Mentions []snowflake.User `json:"mentions,omitempty"` // users that the answer's card pings in addition to those with the turn
}

// maxIntro is the maximum length of a text that is shown on a card, above its heading, instead of in a message of its own.
const maxIntro = 1500

// Answer returns what the public answer to a request carries, so that it costs no message and no call of its own; nil: nothing.
//
//   - Without a pressed card, that is the card of the turn that began, with c.Intro above its heading.
//   - With a pressed card, the answer shrinks it, and the next card, with c.Intro, follows. If the turn goes on, the answer
//     redraws the card.
//
// Discord may deliver a request twice, so that another turn than c.Began may be current by now. That turn was claimed with
// [Publisher.Claim]; the claim ends once the post was sent, or now if there is none.
func (p *Publisher) Answer(ctx context.Context, ch snowflake.Channel, c Change) (post *discord.Post) {
	defer func() {
		if post == nil {
			p.Release(ch, c.Began)
		}
	}()
	if mine, err := p.own(ctx, ch); err != nil || !mine {
		return nil // the process that shows the channel finds the turn in the store
	}
	d, ok, err := p.display(ctx, ch)
	if err != nil || !ok || d.Ended || discord.Length(c.Intro) > maxIntro {
		return nil // the publisher shows the turn without the answer
	}
	s, rs, err := p.read(ctx, ch)
	if err != nil || s == nil || s.Turn != c.Began || s.Paused {
		return nil
	}
	if c.Pressed == "" {
		return p.carrying(ctx, d, s, rs, c)
	}
	card, known := p.pressed(d, c)
	if !known { // it may have been stored since the display was read
		if d, ok, err = p.display(ctx, ch); err != nil || !ok || d.Ended {
			return nil
		}
		card, known = p.pressed(d, c)
	}
	switch {
	case !known, c.Ended == c.Began && c.Intro != "": // in the latter case the answer has something to say
		return nil
	case c.Ended != c.Began:
		return p.changing(ch, c, headMessage(card.Head), bare)
	}
	m, _ := cardMessage(s, rs, words.Card{In: p.language(s, rs), Intro: card.Intro, OnDeck: card.OnDeck, Left: p.absent(ctx, ch, players(s, nil), askNobody)})
	return p.changing(ch, c, m, contentHash(m))
}

// pressed returns the card that was pressed: the stored one, or one that is just being posted and not stored yet. Only the turn's
// own card has a button that ended the turn.
func (p *Publisher) pressed(d store.Display, c Change) (card shown, known bool) {
	if c.Pressed == d.Card && c.Ended == d.Announced {
		return shownOf(d), true
	}
	p.withMemory(d.Channel, func(m *memory) {
		for _, u := range m.unstored {
			if u.turn == c.Ended && (u.id == "" || u.id == c.Pressed) {
				card, known = u.shown, true
			}
		}
	})
	return card, known
}

// changing returns an update of the pressed card. If it shrinks the card, the next one says what happened before its turn.
func (p *Publisher) changing(ch snowflake.Channel, c Change, message discord.Message, hash uint64) *discord.Post {
	ends := hash == bare
	var card *face
	p.withMemory(ch, func(m *memory) {
		card, m.claim.at = m.face(c.Pressed), time.Now()
		card.begin()
		if ends {
			m.intro = intro{c.Began, c.Intro}
		}
	})
	return &discord.Post{Message: message, Update: true, Sent: func(id snowflake.Message, via *discord.Via) {
		p.withMemory(ch, func(m *memory) {
			switch {
			case id != "":
				card.end(hash)
				card.via = cmp.Or(via, card.via)
				return
			case ends && via != nil:
				m.intro = intro{} // the answer says it
			}
			card.end(0)
		})
		p.Release(ch, c.Began)
		if !ends {
			via = nil // no card follows
		}
		p.Changed(ch, via, true)
	}}
}

// carrying returns the card of a turn, or nil if the turn has one or two answers may carry it. It also pings guests; a later edit pings nobody.
func (p *Publisher) carrying(ctx context.Context, d store.Display, s *engine.State, rs *ruleset.Ruleset, c Change) *discord.Post {
	upcoming, err := p.upcoming(ctx, d, s, rs, askNobody)
	if err != nil {
		return nil // the publisher shows the turn without the answer
	}
	message, card := newCard(d.Encounter, s, rs, words.Card{In: p.language(s, rs), Intro: p.introOr(d.Channel, s, c.Intro), OnDeck: usersOf(upcoming),
		Left: p.absent(ctx, d.Channel, players(s, nil), askNobody)}, upcoming)
	message.Mentions = append(message.Mentions, c.Mentions...)
	alone := d.Card == "" || d.Announced != s.Turn || s.Turn == 0
	p.withMemory(d.Channel, func(m *memory) {
		alone = alone && m.claims(s.Turn) <= 1
		if alone {
			m.claim.at = time.Now()
			card.carried = m.claim.at
			m.sending(card)
		}
	})
	if !alone {
		return nil
	}
	return &discord.Post{Message: message, Sent: func(id snowflake.Message, via *discord.Via) {
		p.withMemory(d.Channel, func(*memory) { card.carried = time.Time{} })
		if id != "" {
			p.withMemory(d.Channel, func(m *memory) { m.arrived(card, id, contentHash(message), via) })
			if err := p.storeCards(p.ctx, &d, s); err != nil { // the publisher tries again; at once, a crash is unlikely to come first
				p.parts.Log.Warn().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("could not store a card")
			}
		}
		p.Release(d.Channel, s.Turn)
		p.Changed(d.Channel, nil, true)
	}}
}

// Nothing shows nothing. It is for a bot without a [Publisher].
type Nothing struct{}

// Changed does nothing.
func (Nothing) Changed(snowflake.Channel, *discord.Via, bool) {}

// Claim does nothing.
func (Nothing) Claim(snowflake.Channel, engine.TurnID) {}

// Release does nothing.
func (Nothing) Release(snowflake.Channel, engine.TurnID) {}

// Answer returns nil.
func (Nothing) Answer(context.Context, snowflake.Channel, Change) *discord.Post { return nil }
