package card

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// shownPart returns what a display says about the cards.
func shownPart(d store.Display) store.Display {
	return store.Display{Encounter: d.Encounter, Card: d.Card, CardSeq: d.CardSeq, Announced: d.Announced, Shown: d.Shown}
}

// shown is store.Display.Shown, decoded.
type shown struct {
	Intro string    `json:"lead,omitempty"` // what the card says happened before its turn; the stored name is older
	Head  string    `json:"head,omitempty"` // what remains of the card when its turn is over
	Old   []oldCard `json:"old,omitempty"`  // earlier cards that still have their buttons
	Sent  uint64    `json:"sent,omitempty"` // the hash of what the card shows; 0: not known

	Language string `json:"language,omitempty"` // the tag of the fight's language

	OnDeck []snowflake.User `json:"deck,omitempty"`   // whom the card mentioned because they were on deck
	Pinged []words.Upcoming `json:"pinged,omitempty"` // the latest turns for which the fight's cards have done that
}

// maxPinged is the maximum number of turns that are remembered so that nobody is mentioned twice for one, even after an undo.
const maxPinged = 50

// oldCard is a card whose turn is over, and what has to remain of it.
type oldCard struct {
	ID   snowflake.Message `json:"id"`
	Head string            `json:"head"` // empty: all but the buttons
}

// maxOld is the maximum number of cards that may still have their buttons. If Discord refuses to edit more, the oldest keep theirs.
const maxOld = 8

// add adds a card, unless it is there.
func (s *shown) add(card oldCard) {
	if !slices.ContainsFunc(s.Old, func(old oldCard) bool { return old.ID == card.ID }) {
		s.Old = append(slices.Clone(s.Old), card)
	}
}

// shownOf decodes what a display says about its cards. Releases without cards have stored the ID of the turn's announcement there, which has buttons, too.
func shownOf(d store.Display) shown {
	if _, err := strconv.ParseUint(d.Shown, 10, 64); err == nil {
		return shown{Old: []oldCard{{ID: snowflake.Message(d.Shown)}}}
	}
	var out shown
	if json.Unmarshal([]byte(d.Shown), &out) != nil {
		return shown{}
	}
	return out
}

// setShown encodes what a display says about its cards.
func setShown(d *store.Display, s shown) error {
	s.Old = s.Old[max(0, len(s.Old)-maxOld):]
	data, err := json.Marshal(s)
	d.Shown = string(data)
	return err
}

// display returns what has been shown of a channel's latest fight. If this process may have put an old state on a card and someone else has
// stored something since, the channel counts as behind.
func (p *Publisher) display(ctx context.Context, ch snowflake.Channel) (store.Display, bool, error) {
	for {
		var last store.Display
		p.withMemory(ch, func(m *memory) { last = m.last })
		d, ok, err := p.parts.Store.Display(ctx, ch)
		if err != nil || !ok {
			return d, false, err
		}
		outdated, doubt := false, oldCard{}
		p.withMemory(ch, func(m *memory) {
			outdated = m.last != last
			if !outdated { // else this process has stored something in the meantime
				doubt = m.read(d)
			}
		})
		if doubt.ID != "" {
			if err := p.save(ctx, &d, func(d *store.Display) error { return healCard(d, doubt) }); err != nil {
				return d, false, err
			}
			p.withMemory(ch, func(m *memory) { m.doubt = oldCard{} })
		} else if !outdated {
			return d, true, nil
		}
	}
}

// eachUnstored calls do for each card that is there and not stored yet. It forgets a card only afterwards, so that everyone else finds
// either the note or the stored card.
func (p *Publisher) eachUnstored(ch snowflake.Channel, which func(card *posted) bool, do func(card *posted) error) error {
	for {
		var card *posted
		p.withMemory(ch, func(m *memory) {
			if i := slices.IndexFunc(m.unstored, func(c *posted) bool { return c.id != "" && which(c) }); i >= 0 {
				card = m.unstored[i]
			}
		})
		if card == nil {
			return nil
		}
		if err := do(card); err != nil {
			return err
		}
		p.withMemory(ch, func(m *memory) {
			m.unstored = slices.DeleteFunc(m.unstored, func(c *posted) bool { return c == card })
		})
	}
}

// storeCards stores the cards that are there and not stored yet.
func (p *Publisher) storeCards(ctx context.Context, d *store.Display, s *engine.State) error {
	its := func(card *posted) bool { return card.encounter == d.Encounter }
	return p.eachUnstored(d.Channel, its, func(card *posted) error {
		return p.save(ctx, d, func(d *store.Display) error { return p.storeCard(d, s, card) })
	})
}

// storeCard makes a card that is there the fight's card or, if its turn was over before it was known, an old one.
func (p *Publisher) storeCard(d *store.Display, s *engine.State, card *posted) error {
	was, shrunk := shownOf(*d), func(id snowflake.Message) (shrunk bool) {
		p.withMemory(d.Channel, func(m *memory) { shrunk = m.face(id).hash == bare })
		return shrunk
	}
	order := age(card.id, d.Card)
	if order == 0 {
		return nil
	}
	was.Pinged = append(slices.Clip(was.Pinged), card.Pinged...)
	was.Pinged = was.Pinged[max(0, len(was.Pinged)-maxPinged):]
	switch {
	case order < 0 && shrunk(card.id):
		return setShown(d, was)
	case order < 0:
		was.add(oldCard{card.id, card.Head})
		d.CardSeq = 0
		return setShown(d, was)
	}
	if d.Card != "" && !shrunk(d.Card) {
		was.add(oldCard{d.Card, was.Head})
	}
	d.Card, d.CardSeq, d.Announced, d.Remind = card.id, 0, card.turn, 0
	if len(was.Old) == 0 {
		d.CardSeq = card.seq
	}
	if s != nil && s.Remind > 0 && card.pings {
		d.Remind = p.parts.Now().Add(time.Duration(s.Remind) * time.Minute).UnixMilli()
	}
	now := card.shown
	now.Old, now.Pinged = was.Old, was.Pinged
	return setShown(d, now)
}

// save applies change to d and stores the result if it is different. If something else was stored since d was read, it reads that and applies
// change to it instead.
func (p *Publisher) save(ctx context.Context, d *store.Display, change func(d *store.Display) error) error {
	for {
		next := *d
		if err := change(&next); err != nil {
			return err
		}
		if next.Card != d.Card || next.CardSeq != d.CardSeq { // after a restart, and in another process, nothing is edited that would look the same
			s := shownOf(next)
			s.Sent = 0
			if next.CardSeq == next.Seq {
				p.withMemory(d.Channel, func(m *memory) { s.Sent = m.face(next.Card).hash })
			}
			if err := setShown(&next, s); err != nil {
				return err
			}
		}
		if next == *d {
			return nil
		}
		err := p.parts.Store.SaveDisplay(ctx, *d, next)
		if err == nil {
			p.withMemory(d.Channel, func(m *memory) {
				if shownPart(*d) == shownPart(m.last) { // else what was stored before was not read as what the card shows
					m.last = next
				}
			})
			*d = next
		}
		if !errors.Is(err, store.ErrOutdated) {
			return err
		}
		now, ok, failed := p.parts.Store.Display(ctx, d.Channel)
		switch {
		case failed != nil:
			return failed
		case !ok || now.Encounter != d.Encounter:
			return err // the next fight has begun; it is shown from the beginning
		}
		// Seq and Turn stay as they were read before the state, because that state is what is being shown.
		d.Card, d.CardSeq, d.Announced, d.Shown, d.Remind = now.Card, now.CardSeq, now.Announced, now.Shown, now.Remind
	}
}

// healCard marks the current card as one to be shown again. If an answer or another process has posted it since this process edited a card,
// it also records the edited card as an old one. d is the stored display.
func healCard(d *store.Display, edited oldCard) error {
	was := shownOf(*d)
	d.CardSeq = 0
	if edited.ID != "" && edited.ID != d.Card {
		was.add(edited)
	}
	return setShown(d, was)
}
