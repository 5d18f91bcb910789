package card

import (
	"context"
	"errors"
	"sync"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/claims"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
	"roundel/store"
)

// runReminders sends reminders until the publisher closes.
func (p *Publisher) runReminders() {
	ticker := time.NewTicker(remindEvery)
	defer ticker.Stop()
	failed := map[int64]failure{}
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.closing.Done():
			return
		case <-ticker.C:
		}
		if mine, err := p.parts.Claims.Try(p.ctx, claims.Chore, claims.Reminders); err != nil || !mine {
			clear(failed)
			continue // another process sends them
		}
		var err error
		if failed, err = p.remind(p.ctx, p.parts.Now(), failed); err != nil && p.ctx.Err() == nil {
			p.parts.Log.Warn().Str("error", discord.Redact(err.Error())).Msg("cannot find out which reminders are due")
		}
	}
}

// failure says why the reminder of a fight could not be sent, and when to try again.
type failure struct {
	why   string
	again time.Time
	pause time.Duration // the time between the last attempt and the next one
}

// remindersAtOnce is the maximum number of reminders that are being sent at the same time: a call that is not answered holds up the
// others for its whole timeout.
const remindersAtOnce = 8

// remind sends the reminders that are due. Each turn gets at most one. A fight whose reminder fails does not hold up those of the others:
// it is tried again after a pause that doubles each time. failed has what failed before, and remind returns what has failed now.
func (p *Publisher) remind(ctx context.Context, now time.Time, failed map[int64]failure) (map[int64]failure, error) {
	due, err := p.parts.Store.Due(ctx, now)
	if err != nil {
		return failed, err
	}
	var mu sync.Mutex
	still := map[int64]failure{}
	var wg sync.WaitGroup
	room := make(chan struct{}, remindersAtOnce)
	for _, d := range due {
		was, known := failed[d.Encounter]
		if known && time.Now().Before(was.again) {
			mu.Lock()
			still[d.Encounter] = was
			mu.Unlock()
			continue
		}
		room <- struct{}{}
		if p.closing.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-room }()
			err := p.remindOf(ctx, d)
			if _, bug := errors.AsType[bugError](err); ctx.Err() != nil || !bug && (!transient(err) || errors.Is(err, store.ErrOutdated)) {
				return
			}
			pause := min(max(2*was.pause, remindEvery), remindMax)
			mu.Lock()
			still[d.Encounter] = failure{err.Error(), time.Now().Add(pause), pause}
			mu.Unlock()
			if err.Error() != was.why { // else it is in the log already
				p.parts.Log.Error().Str("channel", string(d.Channel)).Str("error", discord.Redact(err.Error())).Msg("could not send a reminder")
			}
		})
	}
	wg.Wait()
	return still, nil
}

// remindOf sends the reminder of one fight's turn, unless the turn is over.
func (p *Publisher) remindOf(ctx context.Context, d store.Display) (err error) {
	defer catchPanic(&err)
	var s *engine.State
	err = p.parts.Store.Read(ctx, d.Channel, func(j engine.Journal) error { s = view.State(j.State(), view.Viewer{}); return nil })
	if err != nil {
		return err
	}
	if s != nil && s.Paused && s.Turn == d.Announced {
		return nil // it has been paused since; the reminder is due when the pause ends
	}
	if s != nil && s.Turn == d.Announced {
		rs, err := p.parts.Rules(ctx, s)
		if err != nil && !errors.Is(err, ErrUnreadable) {
			return err
		}
		if err == nil {
			m := Reminder(p.language(s, rs), s, rs, p.absent(ctx, d.Channel, players(s, nil), askAll))
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
	return p.save(ctx, &d, func(d *store.Display) error {
		if d.Announced == turn && d.Remind == due { // else another turn has begun, with a reminder of its own
			d.Remind = 0
		}
		return nil
	})
}

// Reminder returns the message that reminds of the current turn. It pings the same players as the turn's card.
func Reminder(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, left []snowflake.User) discord.Message {
	who := players(s, left)
	m := discord.Message{Mentions: who}
	m.Text = lang.Clip(words.Reminder(l, s, rs, who, left), discord.MaxContent)
	return m
}
