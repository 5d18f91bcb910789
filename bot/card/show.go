package card

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/snowflake"
	"roundel/store"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// show brings a channel up to date. If all is false, it posts the card of a new turn but does not redraw a card.
func (p *Publisher) show(ch snowflake.Channel, all bool) (err error) {
	defer catchPanic(&err)
	return p.showOwned(ch, all)
}

// showLatest shows the latest encounter of a channel.
func (p *Publisher) showLatest(ctx context.Context, ch snowflake.Channel, all bool) error {
	for {
		if err := p.showStored(ctx, ch, all); !errors.Is(err, store.ErrOutdated) {
			return err
		}
	}
}

// showStored is one attempt at show. It returns [store.ErrOutdated] if another encounter began in the meantime, and errClaimed if an
// answer carries the card or has just carried one.
func (p *Publisher) showStored(ctx context.Context, ch snowflake.Channel, all bool) error {
	settled := p.settled(ch) // before the card is read that an answer may just be storing
	d, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	if p.noteRead(d) {
		if err := p.heal(ctx, &d); err != nil {
			return err
		}
	}
	if err := p.closeCarried(ctx, d); err != nil {
		return err
	}
	if d.CardSeq == 0 { // the first card of a fight may have come with an answer
		if err := p.closeOlder(ctx, d); err != nil {
			return err
		}
	}
	if done, err := p.startTask(ctx, &d); done || err != nil {
		return err
	}
	s, rs, err := p.read(ctx, ch)
	if err != nil {
		return err
	}
	if err := p.storeCarried(ctx, &d, s); err != nil {
		return err
	}
	if !d.Behind() {
		return nil
	}
	if s != nil && (p.claims(ch, s.Turn) > 0 || p.settled(ch) != settled) {
		return errClaimed
	}
	err = p.update(ctx, &d, s, rs, all)
	if discord.Code(err) == discord.CodeUnknownChannel {
		return p.abandon(ctx, d)
	}
	return err
}

// read returns the part of a channel's fight that everyone may see, and its ruleset. Without a fight, both are nil.
func (p *Publisher) read(ctx context.Context, ch snowflake.Channel) (*engine.State, *ruleset.Ruleset, error) {
	var s *engine.State
	err := p.parts.Store.Read(ctx, ch, func(j engine.Journal) error { s = j.State(); return nil })
	if err != nil || s == nil {
		return nil, nil, err
	}
	rs, err := p.parts.Rules(ctx, s)
	if errors.Is(err, ErrUnreadable) {
		err = bugError{err}
	}
	if err != nil {
		return nil, nil, err
	}
	return view.State(s, view.Viewer{}), rs, nil
}

// storeCarried stores the cards that answers carried and that are not stored yet. They may show less than d.Seq.
func (p *Publisher) storeCarried(ctx context.Context, d *store.Display, s *engine.State) error {
	for {
		card := p.firstCarried(d.Channel, func(encounter int64) bool { return encounter == d.Encounter })
		if card == nil {
			return nil
		}
		if card.id != d.Card {
			if err := p.storeCard(ctx, d, s, card, false); err != nil {
				return err
			}
		}
		p.dropCarried(d.Channel, card) // only now, so that no one else finds neither the note nor the stored card
	}
}

// closeCarried makes the cards that could not be stored before the next fight began show the end of theirs.
func (p *Publisher) closeCarried(ctx context.Context, latest store.Display) error {
	for {
		card := p.firstCarried(latest.Channel, func(encounter int64) bool { return encounter < latest.Encounter })
		if card == nil {
			return nil
		}
		if err := p.edit(ctx, latest.Channel, card.id, closedMessage(card.head)); transient(err) {
			return err
		}
		p.dropCarried(latest.Channel, card)
	}
}

// storeCard makes a message the fight's card. If current is true, it shows everything up to d.Seq.
func (p *Publisher) storeCard(ctx context.Context, d *store.Display, s *engine.State, card *posted, current bool) error {
	var shrunk snowflake.Message
	p.withMemory(d.Channel, func(m *memory) { shrunk = m.shrunk })
	return p.save(ctx, d, func(d *store.Display) (bool, error) {
		was := shownOf(*d)
		if d.Card != "" && before(card.id, d.Card) { // its turn was over before it was known
			if card.id == shrunk || slices.ContainsFunc(was.Old, func(old oldCard) bool { return old.ID == card.id }) {
				return false, nil
			}
			was.Old, d.CardSeq = append(slices.Clone(was.Old), oldCard{card.id, card.head}), 0
			return true, setShown(d, was)
		}
		if d.Card != "" && d.Card != card.id && d.Card != shrunk {
			was.Old = append(slices.Clone(was.Old), oldCard{d.Card, was.Head})
		}
		d.Card, d.CardSeq, d.Announced, d.Remind = card.id, 0, card.turn, 0
		if current && len(was.Old) == 0 {
			d.CardSeq = d.Seq
		}
		if s != nil && s.Remind > 0 && card.pinged {
			d.Remind = p.parts.Now().Add(time.Duration(s.Remind) * time.Minute).UnixMilli()
		}
		return true, setShown(d, shown{Intro: card.intro, Head: card.head, Old: was.Old})
	})
}

// update posts the card of a turn that has begun or, if all is true, redraws the card, and takes the buttons from earlier ones.
func (p *Publisher) update(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset, all bool) (err error) {
	current, head := false, ""
	p.doubtCard(d)
	defer func() {
		if err == nil {
			p.withMemory(d.Channel, func(m *memory) { m.doubt = oldCard{} })
		}
	}()
	switch {
	case s != nil && (d.Card == "" || s.Turn != 0 && !s.Paused && d.Announced != s.Turn):
		current, err = true, p.newCard(ctx, d, s, rs, nonce("card", d.Encounter, int64(s.Turn), lastCard(*d)))
		if head = shownOf(*d).Head; err == nil && d.CardSeq < d.Seq { // or the card is not known to be current
			head, err = p.redraw(ctx, d, s, rs)
		}
	case all && d.CardSeq < d.Seq:
		current = true
		head, err = p.redraw(ctx, d, s, rs)
	}
	if err != nil {
		return err
	}
	if err := p.shrinkOld(ctx, d, current, head); err != nil {
		return err
	}
	if s != nil && current {
		p.absent(ctx, d.Channel, owners(s), false) // so that it is known when their turns begin
	}
	return nil
}

// newCard posts a card and makes it the fight's. A second card of the same turn mentions nobody. once is the same for every attempt
// to post it.
func (p *Publisher) newCard(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset, once string) error {
	c := words.Card{Left: p.absent(ctx, d.Channel, players(s, nil), false)}
	var via *discord.Via
	p.withMemory(d.Channel, func(m *memory) {
		if m.intro.turn == s.Turn {
			c.Intro = m.intro.text
		}
		if m.via != nil && m.via.Live() {
			via = m.via
		}
		m.via = nil
	})
	c.Intro = p.introOr(d.Channel, s, c.Intro)
	if notice := p.backNotice(d.Channel, s); notice != "" {
		c.Intro = notice
	}
	again := d.Card != "" && d.Announced == s.Turn
	if again {
		c.Intro = shownOf(*d).Intro
	}
	m, head := cardMessage(s, rs, c)
	hash, pinged := contentHash(m), len(m.Mentions) > 0 && !again
	if again {
		m.Mentions = nil
	}
	m.Nonce = once
	card := posted{encounter: d.Encounter, turn: s.Turn, intro: c.Intro, head: head, pinged: pinged}
	p.withMemory(d.Channel, func(m *memory) { m.posting = card })
	id, via, current, err := p.post(ctx, d.Channel, m, via)
	if err != nil {
		return err
	}
	p.endTask(d.Channel)
	if !current {
		hash = 0
	}
	p.setSent(d.Channel, sentCard{id, hash}, via)
	card.id = id
	p.withMemory(d.Channel, func(m *memory) { m.posting = card })
	if err = p.storeCard(ctx, d, s, &card, current); err != nil {
		p.withMemory(d.Channel, func(m *memory) { m.carried = append(m.carried, &card) }) // it is there, so another attempt must not post it again
	}
	return err
}

// before reports whether a message was posted before another one.
func before(a, b snowflake.Message) bool {
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// introOr returns what a card says above its heading: intro or, if that is empty, what ended when the turn began and no answer
// for everyone has said.
func (p *Publisher) introOr(ch snowflake.Channel, s *engine.State, intro string) string {
	if intro != "" {
		return intro
	}
	lines := p.parts.Turns.EndingsFor(ch, s)
	for len(lines) > 1 && discord.Length(words.Lines(lines)) > maxIntro {
		lines = lines[1:] // what ended first is of least interest, and in the log
	}
	return words.Clip(words.Lines(lines), maxIntro)
}

// post posts a card with a token if there is one, and otherwise the ordinary way. It returns the token if it was used. If an
// earlier attempt succeeded without anyone knowing, Discord keeps its message because of the nonce; then current is false, as
// that card may show an earlier state.
func (p *Publisher) post(ctx context.Context, ch snowflake.Channel, m discord.Message, via *discord.Via) (id snowflake.Message, used *discord.Via, current bool, err error) {
	if via != nil {
		limited, cancel := context.WithTimeout(ctx, p.waits.token)
		id, err := via.Send(limited, m)
		cancel()
		if err == nil {
			return id, via, true, nil
		}
		p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not post a card as a follow-up")
	}
	p.withMemory(ch, func(m *memory) { current, m.unsure = !m.unsure, true })
	if id, err = p.send(ctx, ch, m); err == nil {
		p.withMemory(ch, func(m *memory) { m.unsure = false })
	}
	return id, nil, current, err
}

// redraw makes the card show the current state, or the end of the fight if s is nil, and returns what will remain of it. It
// posts another one if the card can't be edited.
func (p *Publisher) redraw(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset) (head string, err error) {
	if s == nil {
		return shownOf(*d).Head, p.closeCard(ctx, d)
	}
	was := shownOf(*d)
	m, head := cardMessage(s, rs, words.Card{Intro: was.Intro, Left: p.absent(ctx, d.Channel, players(s, nil), false)})
	if was.Head != "" && (s.GMActs() || d.Announced != 0 && d.Announced != s.Turn) {
		head = was.Head // the others of the side or group have acted, or the turn has changed in a pause; the card's heading stays
	}
	sent := sentCard{d.Card, contentHash(m)}
	if d.Card == "" || p.lastSent(d.Channel) == sent {
		return head, nil
	}
	var call drawing
	p.setSent(d.Channel, sentCard{}, nil) // an edit that fails may or may not have been made
	p.withMemory(d.Channel, func(m *memory) { call = m.draw() })
	err = p.edit(ctx, d.Channel, d.Card, m)
	alone := false
	p.withMemory(d.Channel, func(m *memory) { alone = m.drew(call) })
	if lost(err) {
		return head, p.repost(ctx, d, s, rs)
	}
	switch {
	case err == nil && alone:
		p.setSent(d.Channel, sent, nil)
	case err == nil:
		err = errClaimed // an answer has changed the card as well
	}
	return head, err
}

// closeCard makes the card show the end of the fight, unless the card is lost.
func (p *Publisher) closeCard(ctx context.Context, d *store.Display) error {
	if d.Card == "" {
		return nil
	}
	err := p.edit(ctx, d.Channel, d.Card, closedMessage(shownOf(*d).Head))
	if lost(err) {
		return nil
	}
	return err
}

// lost reports whether a card can't be edited any more, but a new one can be posted; that opens an archived thread.
func lost(err error) bool {
	switch discord.Code(err) {
	case discord.CodeUnknownMessage, discord.CodeOldEdits, discord.CodeThreadArchived:
		return true
	}
	return false
}

// repost posts a turn's card again, because the old one was deleted or can't be edited any more.
func (p *Publisher) repost(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset) error {
	gone := d.Card
	p.withMemory(d.Channel, func(m *memory) { m.shrunk = gone })
	if err := p.newCard(ctx, d, s, rs, nonce("again", d.Encounter, d.Seq, gone)); err != nil {
		p.withMemory(d.Channel, func(m *memory) {
			if m.shrunk == gone {
				m.shrunk = ""
			}
		})
		return err
	}
	p.remove(ctx, d.Channel, gone)
	return nil
}

// shrinkOld takes the buttons from earlier cards, and stores what the card shows if it is current. An earlier card that
// Discord refuses to edit is left as it is: its buttons say that their turn is over. If that is for want of a permission or
// because its thread is locked, the next change tries again.
func (p *Publisher) shrinkOld(ctx context.Context, d *store.Display, current bool, head string) error {
	old, done := shownOf(*d).Old, []oldCard(nil)
	p.withMemory(d.Channel, func(m *memory) {
		if m.denied == d.Seq {
			old = nil // nothing has changed since
		}
	})
	for _, card := range old {
		err := p.edit(ctx, d.Channel, card.ID, headMessage(card.Head))
		if transient(err) || discord.Code(err) == discord.CodeUnknownChannel {
			return err
		}
		switch discord.Code(err) {
		case discord.CodeMissingAccess, discord.CodeMissingRights, discord.CodeThreadArchived:
			p.withMemory(d.Channel, func(m *memory) { m.denied = d.Seq })
			continue
		}
		p.dropToken(d.Channel, card.ID)
		done = append(done, card)
	}
	edited, again := oldCard{d.Card, head}, false
	err := p.save(ctx, d, func(d *store.Display) (bool, error) {
		if again = again || current && d.Card != edited.ID; again {
			return true, healCard(d, edited)
		}
		next := shownOf(*d)
		next.Old = slices.DeleteFunc(next.Old, func(card oldCard) bool { return slices.Contains(done, card) })
		if current {
			next.Head, d.CardSeq = head, d.Seq
		}
		if len(next.Old) > 0 {
			d.CardSeq = 0
		}
		was := d.Shown
		err := setShown(d, next)
		return d.Shown != was || current, err
	})
	if err == nil && again {
		return errClaimed // an answer or another process has posted another card
	}
	return err
}

// save applies change to d and stores the result. If something else was stored since d was read, it reads that and applies
// change to it instead. change returns false when there is nothing left to do.
func (p *Publisher) save(ctx context.Context, d *store.Display, change func(d *store.Display) (bool, error)) error {
	for {
		next := *d
		if todo, err := change(&next); err != nil || !todo {
			return err
		}
		if err := p.addSent(&next); err != nil {
			return err
		}
		err := p.parts.Store.SaveDisplay(ctx, *d, next)
		if err == nil {
			p.noteSaved(next)
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

// addSent adds what the card shows to what is stored of it, so that after a restart, and in another process, nothing is edited that would look
// the same.
func (p *Publisher) addSent(d *store.Display) error {
	s := shownOf(*d)
	s.Sent = 0
	if sent := p.lastSent(d.Channel); sent.message == d.Card && d.CardSeq == d.Seq {
		s.Sent = sent.hash
	}
	return setShown(d, s)
}

func (p *Publisher) send(ctx context.Context, ch snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	return p.parts.Discord.Send(ctx, ch, m)
}

// edit edits a card with the token that made it, if that still works, and otherwise the ordinary way.
func (p *Publisher) edit(ctx context.Context, ch snowflake.Channel, id snowflake.Message, m discord.Message) error {
	if via := p.token(ch, id); via != nil {
		limited, cancel := context.WithTimeout(ctx, p.waits.token)
		err := via.Edit(limited, id, m)
		cancel()
		if err == nil || discord.Code(err) == discord.CodeUnknownMessage {
			return err
		}
		p.dropToken(ch, id)
		p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not edit a card with a token")
	}
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	return p.parts.Discord.Edit(ctx, ch, id, m)
}

// remove deletes a card that was replaced by another of the same turn. If that fails, the old one stays; its buttons work.
func (p *Publisher) remove(ctx context.Context, ch snowflake.Channel, id snowflake.Message) {
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	if err := p.parts.Discord.Delete(ctx, ch, id); err != nil {
		p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not delete an old card")
	}
}

// closeOlder closes the cards of the channel's earlier fights whose end has not been shown.
func (p *Publisher) closeOlder(ctx context.Context, latest store.Display) error {
	behind, err := p.parts.Store.Behind(ctx, latest.Channel)
	if err != nil {
		return err
	}
	for _, d := range behind {
		if d.Encounter == latest.Encounter {
			continue
		}
		err := p.update(ctx, &d, nil, nil, true)
		if discord.Code(err) == discord.CodeUnknownChannel {
			err = p.abandon(ctx, d)
		}
		if transient(err) {
			return err
		}
	}
	return nil
}

// nonce returns a text that is the same whenever the same message is sent, and different for every other message. after is
// the message that this one replaces or follows, if any.
func nonce(kind string, encounter, n int64, after snowflake.Message) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %d %s", kind, encounter, n, after)
	return fmt.Sprintf("%s-%016x", kind, h.Sum64())
}
