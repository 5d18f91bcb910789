package card

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"time"

	"roundel/bot/discord"
	"roundel/claims"
	"roundel/snowflake"
	"roundel/store"
)

// errElsewhere means that an answer or another process shows the channel, or was quicker. What they do not show is tried again.
var errElsewhere = errors.New("card: an answer or another process shows the channel")

// own claims a channel, and reports whether this process may show it. It must be asked before what has been shown is read.
//
// A claim isn't a guarantee: a process that was stopped for a while may finish a call long after another has taken over, and put an
// old state on a card. Nobody has to tell it so. What has been shown is stored with a comparison, and its comparison fails,
// because the other process has stored something since. It then notes that the card shows the old state (see save), so that the
// channel is behind again, and the process that has the claim by then, perhaps the same one, shows it once more.
func (p *Publisher) own(ctx context.Context, ch snowflake.Channel) (bool, error) {
	if !p.shared {
		return true, nil
	}
	mine, err := p.parts.Claims.Try(ctx, claims.Channel, ChannelKey(ch))
	p.withMemory(ch, func(m *memory) {
		switch {
		case mine:
			m.owned = time.Now()
		case err == nil:
			m.unsure = true // the other process may post the same card
		}
	})
	return mine, err
}

// disown lets other processes show a channel.
func (p *Publisher) disown(ch snowflake.Channel) {
	mine := false
	p.withMemory(ch, func(m *memory) { mine, m.owned = !m.owned.IsZero(), time.Time{} })
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

// leftElsewhere returns errElsewhere if something is left to show in a channel that another process shows.
func (p *Publisher) leftElsewhere(ctx context.Context, ch snowflake.Channel) error {
	behind, err := p.parts.Store.Behind(ctx, ch)
	todo := len(behind) > 0
	p.withMemory(ch, func(m *memory) { todo = todo || m.there() || m.task != 0 || m.doubt.ID != "" })
	if err == nil && todo {
		return errElsewhere
	}
	return err
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
	p.withMemory(ch, func(m *memory) { news = m.last.Encounter != d.Encounter || m.last.Seq != d.Seq })
	return news
}

// runSweeps looks for channels that no process shows, until the publisher closes.
func (p *Publisher) runSweeps() {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	before := map[int64]lag{}
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.closing.Done():
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

// lag is how far behind a fight is.
type lag struct {
	store.Display
	tried bool // a sweep has tried to show it
}

// sweep shows the channels that were as far behind already at the sweep before: the process that should show them has ended, or is
// cut off. It tries each change once; what Discord refuses then is left until the next change. It returns how far behind they are.
func (p *Publisher) sweep(ctx context.Context, before map[int64]lag) (map[int64]lag, error) {
	behind, err := p.parts.Store.Behind(ctx, "")
	if err != nil {
		return before, err
	}
	now := map[int64]lag{}
	var todo []store.Display
	for _, d := range behind {
		was, known := before[d.Encounter]
		stuck := known && was.Display == d
		now[d.Encounter] = (lag{d, stuck})
		if stuck && !was.tried {
			todo = append(todo, d)
		}
	}
	p.beginCatchUp(todo)
	return now, nil
}

// disownIdle lets others show the channels that were claimed for an answer which was never sent.
func (p *Publisher) disownIdle() {
	var idle []snowflake.Channel
	p.mu.Lock()
	for ch, m := range p.memories {
		if !m.owned.IsZero() && m.worker == nil && time.Since(m.owned) > claimLimit {
			idle = append(idle, ch)
		}
	}
	p.mu.Unlock()
	for _, ch := range idle {
		p.disown(ch)
	}
}
