package card

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// ErrUnreadable means that the ruleset of a fight can't be had, and that asking again won't help.
var ErrUnreadable = errors.New("card: the ruleset of the fight can't be read")

// show brings a channel up to date. If all is false, it posts the card of a new turn but does not redraw a card. If another process shows the
// channel, it returns errElsewhere while something is left to show.
func (p *Publisher) show(ch snowflake.Channel, all bool) (err error) {
	defer catchPanic(&err)
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	if p.shared {
		lost := p.parts.Claims.Lost()
		go func() {
			select {
			case <-lost:
				cancel()
			case <-ctx.Done():
			}
		}()
		if mine, err := p.own(ctx, ch); err != nil {
			return err
		} else if !mine {
			return p.leftElsewhere(ctx, ch)
		}
	}
	for {
		if err := p.showStored(ctx, ch, all); !errors.Is(err, store.ErrOutdated) {
			return err
		}
	}
}

// showStored is one attempt at show. It returns [store.ErrOutdated] if another encounter began in the meantime, or an answer has carried a
// card, and errElsewhere if an answer carries the card.
func (p *Publisher) showStored(ctx context.Context, ch snowflake.Channel, all bool) error {
	var do task
	p.withMemory(ch, func(m *memory) { do = m.task })
	d, ok, err := p.display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	older := func(card *posted) bool { return card.encounter < d.Encounter }
	err = p.eachUnstored(ch, older, func(card *posted) error {
		if err := p.edit(ctx, ch, card.id, closedMessage(p.parts.Languages.Of(card.Language), card.Head)); transient(err) {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	if d.CardSeq == 0 { // the first card of a fight may have come with an answer
		if err := p.closeOlder(ctx, d); err != nil {
			return err
		}
	}
	switch {
	case do == abandonIt:
		p.setTask(ch, 0)
		return p.abandon(ctx, d)
	case do == showAgain && d.Ended:
		p.setTask(ch, 0)
	case do == showAgain && d.Card != "":
		err := p.save(ctx, &d, func(d *store.Display) error {
			s := shownOf(*d)
			s.add(oldCard{d.Card, s.Head})
			d.Card, d.CardSeq, d.Announced = "", 0, 0
			return setShown(d, s)
		})
		if err != nil {
			return err
		}
	}
	s, rs, err := p.read(ctx, ch)
	if err != nil {
		return err
	}
	known := d.Card
	if err := p.storeCards(ctx, &d, s); err != nil || !d.Behind() {
		return err
	}
	if d.Card != known {
		return store.ErrOutdated // the card has come since the display was read, so it may be newer than s
	}
	p.withMemory(ch, func(m *memory) {
		carried := func(c *posted) bool { // by an answer that is being sent, even if what comes after the turn is claimed already
			return c.id == "" && c.turn == s.Turn && time.Since(c.carried) < claimLimit
		}
		switch {
		case s != nil && (m.claims(s.Turn) > 0 || slices.ContainsFunc(m.unstored, carried)):
			err = errElsewhere
		case m.there() || shownPart(m.last) != shownPart(d):
			err = store.ErrOutdated // an answer has carried a card since d was read
		default:
			m.doubt = oldCard{d.Card, shownOf(d).Head}
		}
	})
	if err != nil {
		return err
	}
	err = p.update(ctx, &d, s, rs, all)
	if err == nil {
		p.withMemory(ch, func(m *memory) { m.doubt = oldCard{} })
	}
	return p.unlessDeleted(ctx, d, err)
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

// language returns the language of a fight, in the words of its ruleset.
func (p *Publisher) language(s *engine.State, rs *ruleset.Ruleset) *lang.Language {
	return words.Under(p.parts.Languages.Of(s.Speaks()), rs)
}

// update posts the card of a turn that has begun or, if all is true, redraws the card. It removes the buttons of earlier ones.
func (p *Publisher) update(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset, all bool) (err error) {
	current, head := false, ""
	if s != nil && (d.Card == "" || s.Turn != 0 && !s.Paused && d.Announced != s.Turn) {
		last := d.Card
		if old := shownOf(*d).Old; last == "" && len(old) > 0 {
			last = old[len(old)-1].ID
		}
		if err := p.post(ctx, d, s, rs, nonce("card", d.Encounter, int64(s.Turn), last)); err != nil {
			return err
		}
		if d.Announced != s.Turn {
			return errElsewhere // meanwhile, an answer has carried the card of a later turn
		}
		current, head = true, shownOf(*d).Head
	}
	if (all || current) && d.CardSeq < d.Seq { // a card that was just posted may not be known to be current
		current = true
		if head, err = p.redraw(ctx, d, s, rs); err != nil {
			return err
		}
	}
	if err := p.shrinkOld(ctx, d, s, current, head); err != nil {
		return err
	}
	if s != nil && current {
		p.absent(ctx, d.Channel, owners(s), askUnknown) // so that it is known when their turns begin
	}
	return nil
}

// post posts a card and makes it the fight's. A second card of the same turn mentions nobody. once is the same for every attempt
// to post it. It uses the token of the latest answer if there is one, and otherwise the ordinary way. If an earlier attempt succeeded without
// anyone knowing, Discord keeps its message because of the nonce; that card may show an earlier state.
func (p *Publisher) post(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset, once string) error {
	c := words.Card{In: p.language(s, rs), Left: p.absent(ctx, d.Channel, players(s, nil), askUnknown)}
	second := d.Card != "" && d.Announced == s.Turn
	var via *discord.Via
	back := false
	p.withMemory(d.Channel, func(m *memory) {
		if m.intro.turn == s.Turn {
			c.Intro = m.intro.text
		}
		via, m.via, back = m.via, nil, m.task == showAgain
	})
	switch {
	case second:
		c.Intro = shownOf(*d).Intro
	case back:
		c.Intro = c.In.Line("card.back", lang.Name("name", s.Name))
	default:
		c.Intro = p.introOr(d.Channel, s, c.Intro)
	}
	var upcoming []words.Upcoming
	if second {
		c.OnDeck = shownOf(*d).OnDeck
	} else {
		var err error
		if upcoming, err = p.upcoming(ctx, *d, s, rs, askUnknown); err != nil {
			return err
		}
		c.OnDeck = usersOf(upcoming)
	}
	m, card := newCard(d.Encounter, s, rs, c, upcoming)
	card.seq = d.Seq
	if second {
		m.Mentions, card.pings = nil, false
	}
	m.Nonce = once
	p.withMemory(d.Channel, func(m *memory) { m.sending(card) })
	id, err := snowflake.Message(""), errors.New("there is no token")
	if via != nil && via.Live() {
		limited, cancel := context.WithTimeout(ctx, tokenLimit)
		id, err = via.Send(limited, m)
		cancel()
		if err != nil {
			p.debug(d.Channel, err).Msg("could not post a card as a follow-up")
		}
	}
	hash := contentHash(m)
	if err != nil {
		via = nil
		p.withMemory(d.Channel, func(m *memory) {
			if m.unsure {
				card.seq, hash = 0, 0
			}
			m.unsure = true
		})
		if id, err = p.send(ctx, d.Channel, m); err != nil {
			return err
		}
		p.withMemory(d.Channel, func(m *memory) { m.unsure = false })
	}
	p.withMemory(d.Channel, func(m *memory) {
		if m.task == showAgain {
			m.task = 0
		}
		m.arrived(card, id, hash, via)
	})
	return p.storeCards(ctx, d, s)
}

// newCard returns the message with a card, which mentions those who have the turn and those on deck, and what is remembered of it.
func newCard(encounter int64, s *engine.State, rs *ruleset.Ruleset, c words.Card, upcoming []words.Upcoming) (discord.Message, *posted) {
	m, head := cardMessage(s, rs, c)
	card := &posted{encounter: encounter, turn: s.Turn, pings: len(m.Mentions) > 0,
		shown: shown{Intro: c.Intro, Head: head, Language: s.Language, OnDeck: c.OnDeck, Pinged: upcoming}}
	m.Mentions = append(m.Mentions, c.OnDeck...)
	return m, card
}

// upcoming returns the turns for which a card that is about to be posted mentions somebody because they are on deck: each turn once (NU-37).
func (p *Publisher) upcoming(ctx context.Context, d store.Display, s *engine.State, rs *ruleset.Ruleset, ask asking) ([]words.Upcoming, error) {
	if p.parts.OnDeck == nil {
		return nil, nil
	}
	next := words.OnDeck(s, rs)
	pinged := shownOf(d).Pinged
	p.withMemory(d.Channel, func(m *memory) {
		for _, card := range m.unstored {
			if card.encounter == d.Encounter && card.id != "" {
				pinged = slices.Concat(pinged, card.Pinged)
			}
		}
	})
	next = slices.DeleteFunc(next, func(u words.Upcoming) bool { return slices.Contains(pinged, u) })
	want, err := p.parts.OnDeck(ctx, d.Server, usersOf(next))
	if err != nil {
		return nil, err
	}
	next = slices.DeleteFunc(next, func(u words.Upcoming) bool { return !slices.Contains(want, u.User) })
	gone := p.absent(ctx, d.Channel, usersOf(next), ask)
	return slices.DeleteFunc(next, func(u words.Upcoming) bool { return slices.Contains(gone, u.User) }), nil
}

func usersOf(turns []words.Upcoming) []snowflake.User {
	var out []snowflake.User
	for _, u := range turns {
		out = append(out, u.User)
	}
	return out
}

// introOr returns what a card says above its heading: intro or, if that is empty, what ended when the turn began and no answer
// for everyone has said.
func (p *Publisher) introOr(ch snowflake.Channel, s *engine.State, intro string) string {
	if intro != "" {
		return intro
	}
	lines, l := p.parts.Turns.endingsFor(ch, s), p.parts.Languages.Of(s.Speaks())
	for len(lines) > 1 && discord.Length(words.Lines(l, lines)) > maxIntro {
		lines = lines[1:] // what ended first is of least interest, and in the log
	}
	return lang.Clip(words.Lines(l, lines), maxIntro)
}

// redraw makes the card show the current state, or the end of the fight if s is nil, and returns what will remain of it. It
// posts another one if the card can't be edited.
func (p *Publisher) redraw(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset) (head string, err error) {
	was := shownOf(*d)
	if s == nil {
		if d.Card != "" {
			err = p.edit(ctx, d.Channel, d.Card, closedMessage(p.parts.Languages.Of(was.Language), was.Head))
		}
		if uneditable(err) {
			err = nil
		}
		return was.Head, err
	}
	m, head := cardMessage(s, rs, words.Card{In: p.language(s, rs), Intro: was.Intro, OnDeck: was.OnDeck, Left: p.absent(ctx, d.Channel, players(s, nil), askUnknown)})
	if was.Head != "" && (s.GMActs() || d.Announced != 0 && d.Announced != s.Turn) {
		head = was.Head // the others of the side or group have acted, or the turn has changed in a pause; the card's heading stays
	}
	var card *face
	hash := contentHash(m)
	p.withMemory(d.Channel, func(m *memory) {
		if f := m.face(d.Card); f.hash != hash && d.Card != "" {
			card = f
			card.begin()
		}
	})
	if card == nil {
		return head, nil
	}
	err = p.edit(ctx, d.Channel, d.Card, m)
	certain := true
	p.withMemory(d.Channel, func(*memory) {
		switch {
		case err == nil:
			certain = card.end(hash)
		case uneditable(err):
			card.end(bare)
		default:
			card.end(0) // it may or may not have been edited
		}
	})
	switch {
	case uneditable(err):
		return head, p.repost(ctx, d, s, rs)
	case !certain:
		err = errElsewhere // an answer has changed the card as well
	}
	return head, err
}

// uneditable reports whether a card can't be edited any more, but a new one can be posted; that opens an archived thread.
func uneditable(err error) bool {
	switch discord.Code(err) {
	case discord.CodeUnknownMessage, discord.CodeOldEdits, discord.CodeThreadArchived:
		return true
	}
	return false
}

// repost posts a turn's card again, because the old one was deleted or can't be edited any more. If the old one can't be deleted, it stays;
// its buttons work.
func (p *Publisher) repost(ctx context.Context, d *store.Display, s *engine.State, rs *ruleset.Ruleset) error {
	gone := d.Card
	if err := p.post(ctx, d, s, rs, nonce("again", d.Encounter, d.Seq, gone)); err != nil {
		p.withMemory(d.Channel, func(m *memory) { m.face(gone).hash = 0 })
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	if err := p.parts.Discord.Delete(ctx, d.Channel, gone); err != nil {
		p.debug(d.Channel, err).Msg("could not delete an old card")
	}
	return nil
}

// shrinkOld removes the buttons of earlier cards, and stores what the card shows if it is current. An earlier card that
// Discord refuses to edit is left as it is: its buttons say that their turn is over. If the bot lacks a permission or the
// thread is locked, the next change tries again.
func (p *Publisher) shrinkOld(ctx context.Context, d *store.Display, s *engine.State, current bool, head string) error {
	var done []oldCard
	for _, card := range shownOf(*d).Old {
		denied := false
		p.withMemory(d.Channel, func(m *memory) { denied = m.face(card.ID).denied == d.Seq }) // nothing has changed since
		if denied {
			continue
		}
		err := p.edit(ctx, d.Channel, card.ID, headMessage(card.Head))
		if transient(err) || discord.Code(err) == discord.CodeUnknownChannel {
			return err
		}
		switch discord.Code(err) {
		case discord.CodeMissingAccess, discord.CodeMissingRights, discord.CodeThreadArchived:
			p.withMemory(d.Channel, func(m *memory) { m.face(card.ID).denied = d.Seq })
			continue
		}
		p.withMemory(d.Channel, func(m *memory) { delete(m.faces, card.ID) })
		done = append(done, card)
	}
	edited, another := oldCard{d.Card, head}, false
	err := p.save(ctx, d, func(d *store.Display) error {
		another = another || current && d.Card != edited.ID
		if another {
			return healCard(d, edited)
		}
		next := shownOf(*d)
		next.Old = slices.DeleteFunc(next.Old, func(card oldCard) bool { return slices.Contains(done, card) })
		if current {
			next.Head, d.CardSeq = head, d.Seq
			if s != nil {
				next.Language = s.Language
			}
		}
		if len(next.Old) > 0 {
			d.CardSeq = 0
		}
		return setShown(d, next)
	})
	if err == nil && another {
		return errElsewhere // an answer or another process has posted a card
	}
	return err
}

func (p *Publisher) send(ctx context.Context, ch snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return p.parts.Discord.Send(ctx, ch, m)
}

// edit edits a card with the token that made it, if that still works, and otherwise the ordinary way.
func (p *Publisher) edit(ctx context.Context, ch snowflake.Channel, id snowflake.Message, m discord.Message) error {
	var via *discord.Via
	p.withMemory(ch, func(m *memory) { via = m.face(id).via })
	if via != nil && via.Live() {
		limited, cancel := context.WithTimeout(ctx, tokenLimit)
		err := via.Edit(limited, id, m)
		cancel()
		if err == nil || discord.Code(err) == discord.CodeUnknownMessage {
			return err
		}
		p.withMemory(ch, func(m *memory) { m.face(id).via = nil })
		p.debug(ch, err).Msg("could not edit a card with a token")
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return p.parts.Discord.Edit(ctx, ch, id, m)
}

// debug begins a line in the log about a failure that does no harm.
func (p *Publisher) debug(ch snowflake.Channel, err error) *zerolog.Event {
	return p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error()))
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
		if err := p.unlessDeleted(ctx, d, p.update(ctx, &d, nil, nil, true)); transient(err) {
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

// task is work in a channel other than showing changes.
type task int

const (
	showAgain task = iota + 1 // post the card again, and say on it that the bot is back
	abandonIt                 // the channel was deleted
)

// Deleted tells the publisher that a channel or thread was deleted. Nothing is posted there again, not even after a restart.
func (p *Publisher) Deleted(ctx context.Context, ch snowflake.Channel) error {
	_, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	p.setTask(ch, abandonIt)
	p.Changed(ch, nil, true)
	return nil
}

// Returned tells the publisher that the bot was removed from a server and added again. The open fights in the server's
// channels are shown again.
func (p *Publisher) Returned(ctx context.Context, channels []snowflake.Channel) error {
	for _, ch := range channels {
		d, ok, err := p.parts.Store.Display(ctx, ch)
		if err != nil {
			return err
		}
		if ok && !d.Ended {
			p.setTask(ch, showAgain)
		}
		if ok {
			p.Changed(ch, nil, true)
		}
	}
	return nil
}

func (p *Publisher) setTask(ch snowflake.Channel, t task) {
	p.withMemory(ch, func(m *memory) { m.task = t })
}

// unlessDeleted returns an error of showing a fight, or stops showing the fight if the error says that its channel is gone. It does not end
// the fight, because a 404 response might be a fault of Discord's.
func (p *Publisher) unlessDeleted(ctx context.Context, d store.Display, err error) error {
	if discord.Code(err) == discord.CodeUnknownChannel {
		return p.abandon(ctx, d)
	}
	return err
}

// abandon stops showing a fight whose channel is gone.
func (p *Publisher) abandon(ctx context.Context, d store.Display) error {
	err := p.save(ctx, &d, func(d *store.Display) error {
		d.CardSeq, d.Announced, d.Remind = d.Seq, d.Turn, 0
		return nil
	})
	if err == nil && !d.Ended {
		p.parts.Log.Warn().Str("channel", string(d.Channel)).
			Msg("the channel of a fight was deleted; the fight is still in the database, and roundel export can save it")
	}
	return err
}
