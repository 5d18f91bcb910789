package publish

import (
	"context"
	"errors"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
)

const (
	watchFor   = 15 * time.Minute // after a change the tracker is looked after for so long
	watchEvery = 10 * time.Second
	watchMost  = 5 // trackers looked for in one tick, so that thousands of fights do not use the bot's requests up
	remindTick = 20 * time.Second
)

// watched is a tracker that is looked after.
type watched struct{ due, until time.Time }

// watch begins to look after a channel's tracker, or goes on; p.mu is held.
func (p *Publisher) watch(ch engine.ChannelID) {
	now := p.parts.Now()
	p.recent[ch] = &watched{due: now.Add(watchEvery), until: now.Add(watchFor)}
}

// lookAfter posts trackers anew that were deleted by hand, and reminds of turns, until the publisher closes.
func (p *Publisher) lookAfter() {
	ticker := time.NewTicker(p.pace.tick)
	defer ticker.Stop()
	var reminded time.Time
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.quitting:
			return
		case <-ticker.C:
		}
		for _, ch := range p.dueTrackers() {
			if err := p.restore(ch); err != nil {
				if !passing(err) {
					p.forget(ch)
				}
				p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("a tracker could not be looked for")
			}
		}
		if now := p.parts.Now(); now.Sub(reminded) >= remindTick {
			reminded = now
			if err := p.remind(p.ctx, now); err != nil && p.ctx.Err() == nil {
				p.parts.Log.Warn().Str("error", discord.Redact(err.Error())).Msg("turns could not be reminded of")
			}
		}
	}
}

// dueTrackers picks a few channels whose tracker is to be looked for.
func (p *Publisher) dueTrackers() []engine.ChannelID {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.parts.Now()
	var out []engine.ChannelID
	for ch, w := range p.recent {
		switch {
		case now.After(w.until):
			delete(p.recent, ch)
		case now.After(w.due) && len(out) < watchMost && p.busy[ch] == nil:
			w.due = now.Add(watchEvery)
			out = append(out, ch)
		}
	}
	return out
}

// restore has a tracker that is gone posted anew.
func (p *Publisher) restore(ch engine.ChannelID) (err error) {
	defer stuck(&err)
	d, ok, err := p.parts.Store.Display(p.ctx, ch)
	if err != nil || !ok || d.Ended || d.Board == "" || d.Behind() {
		return err
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.pace.call)
	defer cancel()
	there, err := p.parts.Discord.Exists(ctx, discord.ChannelID(ch), discord.MessageID(d.Board))
	if discord.Code(err) == discord.CodeUnknownChannel {
		p.order(ch, leaveIt)
		p.Changed(ch)
		return nil
	}
	if err != nil || there {
		return err
	}
	lost := d.Board
	err = p.save(p.ctx, &d, func(d *Display) bool {
		d.BoardSeq = 0
		return d.Board == lost // there is another one already otherwise
	})
	if err != nil {
		return err
	}
	p.Changed(ch)
	return nil
}

// remind pings once those whose turn has lasted longer than the server wished.
func (p *Publisher) remind(ctx context.Context, now time.Time) error {
	due, err := p.parts.Store.Due(ctx, now)
	if err != nil {
		return err
	}
	for _, d := range due {
		err := p.remindOf(ctx, d)
		var panicked stuckError
		if errors.As(err, &panicked) {
			p.parts.Log.Error().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("a turn could not be reminded of")
		}
		if passing(err) && !errors.Is(err, ErrOutdated) {
			return err
		}
	}
	return nil
}

func (p *Publisher) remindOf(ctx context.Context, d Display) (err error) {
	defer stuck(&err)
	var s *engine.State
	err = p.parts.Store.Read(ctx, d.Channel, func(j engine.Journal) error { s = j.State().View(engine.Viewer{}); return nil })
	if err != nil {
		return err
	}
	if s != nil && s.Turn == d.Announced && !s.Paused {
		if rs, err := p.parts.Rules(s.Ruleset); err == nil {
			m := Reminder(s, rs, p.absent(ctx, d.Channel, players(s, nil)))
			m.Nonce = nonce("remind", d.Encounter, int64(s.Turn), "")
			_, err := p.send(ctx, d.Channel, m)
			if discord.Code(err) == discord.CodeUnknownChannel {
				return p.leave(ctx, d)
			}
			if passing(err) {
				return err
			}
		}
	}
	turn, due := d.Announced, d.Remind
	return p.save(ctx, &d, func(d *Display) bool {
		over := d.Announced != turn || d.Remind != due // another turn was announced meanwhile, with a reminder of its own
		d.Remind = 0
		return !over
	})
}
