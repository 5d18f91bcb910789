package card

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// errElsewhere means that another process shows the channel. What it does not show is tried again.
var errElsewhere = errors.New("card: another process shows the channel")

// own claims a channel, and reports whether this process may show it. It must be asked before what has been shown is read.
//
// A claim is no guarantee: a process that was stopped for a while may finish a call long after another has taken over, and put an
// old state on a card. Nobody has to tell it so. What has been shown is stored with a comparison, and its comparison fails,
// because the other process has stored something since. It then notes that the card shows the old state (see save), so that the
// channel is behind again, and the process that has the claim by then, perhaps the same one, shows it once more.
func (p *Publisher) own(ctx context.Context, ch snowflake.Channel) (bool, error) {
	if !p.shared {
		return true, nil
	}
	mine, err := p.parts.Claims.Try(ctx, claims.Channel, ChannelKey(ch))
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case mine:
		p.owned[ch] = time.Now()
	case err == nil:
		p.remember(ch).unsure = true // the other process may post the same card
	}
	return mine, err
}

// disown lets other processes show a channel.
func (p *Publisher) disown(ch snowflake.Channel) {
	if !p.shared {
		return
	}
	p.mu.Lock()
	_, mine := p.owned[ch]
	delete(p.owned, ch)
	p.mu.Unlock()
	if mine {
		p.parts.Claims.Release(claims.Channel, ChannelKey(ch))
	}
}

// ChannelKey returns the key under which a channel is claimed.
func ChannelKey(ch snowflake.Channel) int64 {
	if id, err := strconv.ParseInt(string(ch), 10, 64); err == nil {
		return id
	}
	h := fnv.New64a()
	h.Write([]byte(ch)) // never fails
	return int64(h.Sum64())
}

// showOwned shows a channel if no other process does. If one does, it returns errElsewhere while something is left to show.
func (p *Publisher) showOwned(ch snowflake.Channel, all bool) error {
	if !p.shared {
		return p.showLatest(p.ctx, ch, all)
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	lost := p.parts.Claims.Lost()
	go func() {
		select {
		case <-lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	mine, err := p.own(ctx, ch)
	if err != nil {
		return err
	}
	if mine {
		return p.showLatest(ctx, ch, all)
	}
	behind, err := p.parts.Store.Behind(ctx, ch)
	if err != nil {
		return err
	}
	unstored := false
	p.withMemory(ch, func(m *memory) { unstored = len(m.carried) > 0 || m.doubt.ID != "" })
	if len(behind) > 0 || unstored || p.taskOf(ch) != 0 {
		return errElsewhere
	}
	return nil
}

// version is how far a channel's latest fight is, and what was last stored of what has been shown of it.
type version struct {
	encounter, seq int64
	turn           engine.TurnID
	card           snowflake.Message
	cardSeq        int64
	announced      engine.TurnID
	shown          string
}

func versionOf(d store.Display) version {
	return version{d.Encounter, d.Seq, d.Turn, d.Card, d.CardSeq, d.Announced, d.Shown}
}

// noteRead takes what the card shows from the database if this process does not know it, or if another process has stored something since,
// which it reports: that process may have changed the card.
func (p *Publisher) noteRead(d store.Display) (elsewhere bool) {
	p.withMemory(d.Channel, func(m *memory) {
		now, left := versionOf(d), m.left
		now.seq, now.turn, left.seq, left.turn = 0, 0, 0, 0
		if elsewhere = p.shared && now != left; elsewhere {
			m.sent, m.shrunk = sentCard{}, ""
		}
		if hash := shownOf(d).Sent; now != left && hash != 0 && m.sent == (sentCard{}) && !m.edited && m.doubt.ID == "" {
			m.sent = sentCard{d.Card, hash}
		}
		m.left, m.edited = versionOf(d), false
	})
	return elsewhere
}

// doubtCard notes that a card is going to be changed, until what it shows has been stored.
func (p *Publisher) doubtCard(d *store.Display) {
	if p.shared {
		p.withMemory(d.Channel, func(m *memory) { m.doubt = oldCard{d.Card, shownOf(*d).Head} })
	}
}

// heal makes a channel count as behind if this process may have put an old state on one of its cards before it lost its claim.
func (p *Publisher) heal(ctx context.Context, d *store.Display) error {
	var doubt oldCard
	p.withMemory(d.Channel, func(m *memory) { doubt = m.doubt })
	if doubt.ID == "" {
		return nil
	}
	err := p.save(ctx, d, func(d *store.Display) (bool, error) { return true, healCard(d, doubt) })
	if err == nil {
		p.withMemory(d.Channel, func(m *memory) { m.doubt = oldCard{} })
	}
	return err
}

// noteSaved remembers what this process has stored.
func (p *Publisher) noteSaved(d store.Display) {
	p.withMemory(d.Channel, func(m *memory) {
		if d.Encounter >= m.left.encounter {
			m.left = versionOf(d)
		}
	})
}

// hasNews reports whether a channel's fight has changed since it was last shown, perhaps because of another process, which cannot
// say so. It is asked before the channel is left to others.
func (p *Publisher) hasNews(ch snowflake.Channel) bool {
	if !p.shared {
		return false
	}
	d, ok, err := p.parts.Store.Display(p.ctx, ch)
	if err != nil || !ok || !d.Behind() {
		return false // sweep finds what is not shown yet
	}
	news := false
	p.withMemory(ch, func(m *memory) { news = m.left.encounter != d.Encounter || m.left.seq != d.Seq })
	return news
}

// healCard makes sure that a card which this process has edited is not left as it is, because an answer or another process
// has posted another card since. d is what is stored now.
func healCard(d *store.Display, edited oldCard) error {
	was := shownOf(*d)
	d.CardSeq = 0
	if edited.ID != "" && edited.ID != d.Card && !slices.ContainsFunc(was.Old, func(old oldCard) bool { return old.ID == edited.ID }) {
		was.Old = append(slices.Clone(was.Old), edited)
	}
	return setShown(d, was)
}

// runSweeps looks for channels that no process shows, until the publisher closes.
func (p *Publisher) runSweeps() {
	ticker := time.NewTicker(p.waits.sweep)
	defer ticker.Stop()
	before := map[int64]version{}
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.closing:
			p.parts.Claims.Release(claims.Chore, claims.Showing)
			p.parts.Claims.Release(claims.Chore, claims.Reminders)
			return
		case <-ticker.C:
		}
		p.disownIdle()
		mine, err := p.parts.Claims.Try(p.ctx, claims.Chore, claims.Showing)
		if err != nil || !mine {
			clear(before)
			continue
		}
		if before, err = p.sweep(p.ctx, before); err != nil && p.ctx.Err() == nil {
			p.parts.Log.Warn().Str("error", discord.Redact(err.Error())).Msg("cannot find out which fights have changes to show")
		}
	}
}

// sweep shows the channels that were as far behind already at the sweep before: the process that should show them has ended, or is
// cut off. It tries each change once; what Discord refuses then is left until the next change. It returns how far behind they are.
func (p *Publisher) sweep(ctx context.Context, before map[int64]version) (map[int64]version, error) {
	behind, err := p.parts.Store.Behind(ctx, "")
	if err != nil {
		return before, err
	}
	now := map[int64]version{}
	var left []store.Display
	for _, d := range behind {
		v := versionOf(d)
		was, known := before[d.Encounter]
		if now[d.Encounter] = v; !known || was != v {
			continue
		}
		todo := false
		p.withMemory(d.Channel, func(m *memory) {
			if todo = m.swept != v; todo {
				m.swept, m.unsure, m.edited = v, true, true
			}
		})
		if todo {
			left = append(left, d)
		}
	}
	p.beginCatchUp(left)
	return now, nil
}

// disownIdle lets others show the channels that were claimed for an answer which was never sent.
func (p *Publisher) disownIdle() {
	p.mu.Lock()
	var idle []snowflake.Channel
	for ch, since := range p.owned {
		if p.workers[ch] == nil && time.Since(since) > claimLimit {
			idle = append(idle, ch)
		}
	}
	p.mu.Unlock()
	for _, ch := range idle {
		p.disown(ch)
	}
}
