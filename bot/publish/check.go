package publish

import (
	"context"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
)

const (
	checkFor    = 15 * time.Minute // how long a tracker is checked after a change
	checkEvery  = 10 * time.Second
	maxChecks   = 5 // trackers checked per tick, so that thousands of fights don't use up the bot's rate limit
	remindEvery = 20 * time.Second
)

// check is a tracker that is checked regularly, because someone may delete it.
type check struct{ due, until time.Time }

// scheduleCheck makes a channel's tracker be checked for the next checkFor. The caller holds p.mu.
func (p *Publisher) scheduleCheck(ch engine.ChannelID) {
	now := p.parts.Now()
	p.checks[ch] = &check{due: now.Add(checkEvery), until: now.Add(checkFor)}
}

// stopChecks stops checking a channel's tracker until the fight changes.
func (p *Publisher) stopChecks(ch engine.ChannelID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.checks, ch)
}

// runChecks checks trackers and sends reminders until the publisher closes.
func (p *Publisher) runChecks() {
	ticker := time.NewTicker(p.waits.tick)
	defer ticker.Stop()
	var reminded time.Time
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.closing:
			return
		case <-ticker.C:
		}
		for _, ch := range p.dueChecks() {
			if err := p.checkTracker(ch); err != nil {
				if !transient(err) {
					p.stopChecks(ch)
				}
				p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not check a tracker")
			}
		}
		if now := p.parts.Now(); now.Sub(reminded) >= remindEvery {
			reminded = now
			if err := p.remind(p.ctx, now); err != nil && p.ctx.Err() == nil {
				p.parts.Log.Warn().Str("error", discord.Redact(err.Error())).Msg("could not send all reminders")
			}
		}
	}
}

// dueChecks returns up to maxChecks channels whose tracker is due for a check, and drops checks that have expired.
func (p *Publisher) dueChecks() []engine.ChannelID {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.parts.Now()
	var out []engine.ChannelID
	for ch, c := range p.checks {
		switch {
		case now.After(c.until):
			delete(p.checks, ch)
		case now.After(c.due) && len(out) < maxChecks && p.workers[ch] == nil:
			c.due = now.Add(checkEvery)
			out = append(out, ch)
		}
	}
	return out
}

// checkTracker has a new tracker posted if the old one was deleted.
func (p *Publisher) checkTracker(ch engine.ChannelID) (err error) {
	defer catchPanic(&err)
	d, ok, err := p.parts.Store.Display(p.ctx, ch)
	if err != nil || !ok || d.Ended || d.Board == "" || d.Behind() {
		return err
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.waits.call)
	defer cancel()
	exists, err := p.parts.Discord.Exists(ctx, discord.ChannelID(ch), d.Board)
	if discord.Code(err) == discord.CodeUnknownChannel {
		p.setTask(ch, abandonIt)
		p.Changed(ch)
		return nil
	}
	if err != nil || exists {
		return err
	}
	deleted := d.Board
	err = p.save(p.ctx, &d, func(d *Display) bool {
		d.BoardSeq = 0
		return d.Board == deleted // otherwise it has been replaced already
	})
	if err != nil {
		return err
	}
	p.Changed(ch)
	return nil
}
