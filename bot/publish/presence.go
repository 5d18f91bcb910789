package publish

import (
	"context"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// order is what is to be done about a channel besides showing what has changed.
type order int

const (
	showAll order = iota + 1 // say that the bot is back, and whose turn it is; look whether the tracker is there
	leaveIt                  // the channel was deleted
)

// Deleted says that a channel or a thread is gone: it is left alone from then on, also after a restart.
func (p *Publisher) Deleted(ctx context.Context, ch engine.ChannelID) error {
	_, ok, err := p.parts.Store.Display(ctx, ch)
	if err != nil || !ok {
		return err
	}
	p.order(ch, leaveIt)
	p.Changed(ch)
	return nil
}

// Return says that the bot is in a server again from which it had been removed: the open fights of its channels are shown
// anew.
func (p *Publisher) Return(ctx context.Context, channels []engine.ChannelID) error {
	for _, ch := range channels {
		d, ok, err := p.parts.Store.Display(ctx, ch)
		if err != nil {
			return err
		}
		if ok && !d.Ended {
			p.order(ch, showAll)
		}
		if ok {
			p.Changed(ch)
		}
	}
	return nil
}

func (p *Publisher) order(ch engine.ChannelID, what order) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.orders[ch] = what
}

func (p *Publisher) ordered(ch engine.ChannelID) order {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.orders[ch]
}

func (p *Publisher) carriedOut(ch engine.ChannelID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.orders, ch)
}

// forget looks after a channel's tracker no more, until the fight changes.
func (p *Publisher) forget(ch engine.ChannelID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.recent, ch)
}

// carryOut begins what was ordered for a channel; done tells that nothing is left to show there.
func (p *Publisher) carryOut(ctx context.Context, d *Display) (done bool, err error) {
	switch p.ordered(d.Channel) {
	case leaveIt:
		p.carriedOut(d.Channel)
		return true, p.leave(ctx, *d)
	case showAll:
		if d.Ended {
			p.carriedOut(d.Channel)
			return false, nil
		}
		return false, p.save(ctx, d, func(d *Display) bool {
			d.BoardSeq, d.Announced = 0, 0
			return true
		})
	}
	return false, nil
}

// leave gives a fight up whose channel is gone. It stays in the database, and open when nobody but a refused request told
// so: that might be a fault of Discord's.
func (p *Publisher) leave(ctx context.Context, d Display) error {
	p.forget(d.Channel)
	err := p.save(ctx, &d, func(d *Display) bool {
		d.BoardSeq, d.Announced, d.Remind = d.Seq, d.Turn, 0
		return true
	})
	if err != nil {
		return err
	}
	if !d.Ended {
		p.parts.Log.Warn().Str("channel", string(d.Channel)).
			Msg("the channel of a fight was deleted; the fight stays in the database, and roundel export writes it down")
	}
	return nil
}

// lead is what comes before an announcement.
func (p *Publisher) lead(ch engine.ChannelID, s *engine.State) string {
	if p.ordered(ch) != showAll {
		return ""
	}
	return words.BackHere(s)
}

// sayBack says that the bot is back where no turn is to be announced.
func (p *Publisher) sayBack(ctx context.Context, d *Display, s *engine.State, rs *engine.Ruleset, lead string) error {
	if lead == "" {
		return nil
	}
	m := discord.Message{Text: lead + words.Present(s, rs), Nonce: nonce("back", d.Encounter, d.Seq, d.Announcement)}
	if _, err := p.send(ctx, d.Channel, m); err != nil {
		return err
	}
	p.carriedOut(d.Channel)
	return nil
}

// absent are those of the users who are not in the server any more, as far as that is known or said at once: nothing waits
// long for it, and who was there a turn ago is not asked for again.
func (p *Publisher) absent(ctx context.Context, ch engine.ChannelID, users []string) []string {
	ctx, cancel := context.WithTimeout(ctx, p.pace.look)
	defer cancel()
	return slices.DeleteFunc(slices.Clone(users), func(user string) bool {
		id := engine.UserID(user)
		left, known := p.parts.Members.Left(ch, id, p.parts.Now())
		if !known {
			there, err := p.parts.Discord.Present(ctx, discord.ChannelID(ch), discord.UserID(user))
			keep := KeepAbsent
			if there {
				keep = keepPresent
			}
			if err != nil {
				p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("cannot tell whether a player is in the server")
			}
			left = err == nil && !there
			p.parts.Members.Saw(ch, id, left, keep, p.parts.Now())
		}
		return !left
	})
}
