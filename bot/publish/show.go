package publish

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// show brings a channel up to date. If all is false, it only announces the turn.
func (p *Publisher) show(ch engine.ChannelID, all bool) (err error) {
	defer catchPanic(&err)
	for {
		if err := p.showStored(p.ctx, ch, all); !errors.Is(err, ErrOutdated) {
			return err
		}
	}
}

// showStored is one attempt at show. It returns [ErrOutdated] if another encounter began in the meantime.
func (p *Publisher) showStored(ctx context.Context, ch engine.ChannelID, all bool) error {
	d, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	if d.Board == "" {
		if err := p.closeOlder(ctx, d); err != nil {
			return err
		}
	}
	if done, err := p.startTask(ctx, &d); done || err != nil {
		return err
	}
	if !d.Behind() {
		return nil
	}
	err = p.update(ctx, &d, all)
	if discord.Code(err) == discord.CodeUnknownChannel {
		return p.abandon(ctx, d)
	}
	return err
}

// update announces the turn of a fight and, if all is true, updates its tracker, even if the announcement failed.
func (p *Publisher) update(ctx context.Context, d *Display, all bool) error {
	var s *engine.State
	err := p.parts.Store.Read(ctx, d.Channel, func(j engine.Journal) error { s = j.State(); return nil })
	if err != nil {
		return err
	}
	var rs *engine.Ruleset
	if s != nil {
		if rs, err = p.parts.Rules(s.Ruleset); err != nil {
			return bugError{err}
		}
		s = s.View(engine.Viewer{})
	}
	announceErr := p.announce(ctx, d, s, rs)
	if !all {
		return announceErr
	}
	if trackErr := p.track(ctx, d, s, rs); transient(trackErr) || announceErr == nil {
		return trackErr
	}
	return announceErr
}

// announce posts the current turn unless it was announced before. The nonce prevents a second message after a crash.
func (p *Publisher) announce(ctx context.Context, d *Display, s *engine.State, rs *engine.Ruleset) error {
	if s == nil {
		return nil
	}
	notice := p.backNotice(d.Channel, s)
	if s.Turn == 0 || s.Paused {
		return p.announceReturn(ctx, d, s, rs, notice)
	}
	if d.Announced == s.Turn {
		return nil
	}
	left := p.absent(ctx, d.Channel, players(s, nil))
	m := Announcement(s, rs, left, p.parts.Turns.EndingsFor(d.Channel, s)...)
	m.Text = words.Clip(notice+m.Text, discord.MaxContent)
	m.Nonce = nonce("turn", d.Encounter, int64(s.Turn), d.Announcement)
	id, err := p.send(ctx, d.Channel, m)
	if err != nil {
		return err
	}
	p.endTask(d.Channel)
	remind := int64(0)
	if s.Remind > 0 && len(m.Mentions) > 0 {
		remind = p.parts.Now().Add(time.Duration(s.Remind) * time.Minute).UnixMilli()
	}
	return p.save(ctx, d, func(d *Display) bool {
		d.Announced, d.Announcement, d.Remind = s.Turn, id, remind
		return true
	})
}

// save applies change to d and stores the result. If something else was stored since d was read, it reads that and applies
// change to it instead. change returns false when there is nothing left to do.
func (p *Publisher) save(ctx context.Context, d *Display, change func(d *Display) bool) error {
	for {
		next := *d
		if !change(&next) {
			return nil
		}
		err := p.parts.Store.SaveDisplay(ctx, *d, next)
		if err == nil {
			*d = next
		}
		if !errors.Is(err, ErrOutdated) {
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
		d.Board, d.BoardSeq, d.Announced, d.Announcement, d.Remind = now.Board, now.BoardSeq, now.Announced, now.Announcement, now.Remind
	}
}

func (p *Publisher) send(ctx context.Context, ch engine.ChannelID, m discord.Message) (discord.MessageID, error) {
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	return p.parts.Discord.Send(ctx, discord.ChannelID(ch), m)
}

func (p *Publisher) edit(ctx context.Context, ch engine.ChannelID, id discord.MessageID, m discord.Message) error {
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	return p.parts.Discord.Edit(ctx, discord.ChannelID(ch), id, m)
}

// nonce returns a text that is the same whenever the same message is sent, and different for every other message. after is
// the message that this one replaces or follows, if any.
func nonce(kind string, encounter, n int64, after discord.MessageID) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %d %s", kind, encounter, n, after)
	return fmt.Sprintf("%s-%016x", kind, h.Sum64())
}
