package publish

import (
	"context"
	"errors"
	"time"

	"roundel/bot/discord"
	"roundel/bot/library"
	"roundel/claims"
	"roundel/engine"
	"roundel/engine/views"
)

// runReminders sends reminders until the publisher closes.
func (p *Publisher) runReminders() {
	ticker := time.NewTicker(p.waits.tick)
	defer ticker.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.closing:
			return
		case <-ticker.C:
		}
		if mine, err := p.parts.Claims.Try(p.ctx, claims.Chore, claims.Reminders); err != nil || !mine {
			continue // another process sends them
		}
		if err := p.remind(p.ctx, p.parts.Now()); err != nil && p.ctx.Err() == nil {
			p.parts.Log.Warn().Str("error", discord.Redact(err.Error())).Msg("could not send all reminders")
		}
	}
}

// remind sends the reminders that are due. Each turn gets at most one.
func (p *Publisher) remind(ctx context.Context, now time.Time) error {
	due, err := p.parts.Store.Due(ctx, now)
	if err != nil {
		return err
	}
	for _, d := range due {
		err := p.remindOf(ctx, d)
		var bug bugError
		if errors.As(err, &bug) {
			p.parts.Log.Error().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("could not send a reminder")
		}
		if transient(err) && !errors.Is(err, ErrOutdated) {
			return err
		}
	}
	return nil
}

// remindOf sends the reminder of one fight's turn, unless the turn is over.
func (p *Publisher) remindOf(ctx context.Context, d Display) (err error) {
	defer catchPanic(&err)
	var s *engine.State
	err = p.parts.Store.Read(ctx, d.Channel, func(j engine.Journal) error { s = views.State(j.State(), views.Viewer{}); return nil })
	if err != nil {
		return err
	}
	if s != nil && s.Turn == d.Announced && !s.Paused {
		rs, err := p.parts.Rules(ctx, s)
		if err != nil && !errors.Is(err, library.ErrUnreadable) {
			return err
		}
		if err == nil {
			m := Reminder(s, rs, p.absent(ctx, d.Channel, players(s, nil), true))
			m.Nonce = nonce("remind", d.Encounter, int64(s.Turn), "")
			_, err := p.send(ctx, d.Channel, m)
			if discord.Code(err) == discord.CodeUnknownChannel {
				return p.abandon(ctx, d)
			}
			if transient(err) {
				return err
			}
		}
	}
	turn, due := d.Announced, d.Remind
	return p.save(ctx, &d, func(d *Display) (bool, error) {
		newer := d.Announced != turn || d.Remind != due // another turn has begun, with a reminder of its own
		d.Remind = 0
		return !newer, nil
	})
}
