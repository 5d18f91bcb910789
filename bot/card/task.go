package card

import (
	"context"
	"slices"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/snowflake"
	"roundel/store"
)

// task is something to do in a channel besides showing what has changed.
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
	p.Changed(ch, nil)
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
			p.Changed(ch, nil)
		}
	}
	return nil
}

func (p *Publisher) setTask(ch snowflake.Channel, t task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks[ch] = t
}

func (p *Publisher) taskOf(ch snowflake.Channel) task {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tasks[ch]
}

func (p *Publisher) endTask(ch snowflake.Channel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.tasks, ch)
}

// startTask starts a channel's task, if it has one. It returns true if nothing is left to show there.
func (p *Publisher) startTask(ctx context.Context, d *store.Display) (done bool, err error) {
	switch p.taskOf(d.Channel) {
	case abandonIt:
		p.endTask(d.Channel)
		return true, p.abandon(ctx, *d)
	case showAgain:
		if d.Ended {
			p.endTask(d.Channel)
			return false, nil
		}
		return false, p.save(ctx, d, func(d *store.Display) (bool, error) {
			if d.Card == "" {
				return false, nil
			}
			s := shownOf(*d)
			s.Old = append(slices.Clone(s.Old), oldCard{d.Card, s.Head})
			d.Card, d.CardSeq, d.Announced = "", 0, 0
			return true, setShown(d, s)
		})
	}
	return false, nil
}

// abandon stops showing a fight whose channel is gone. It does not end the fight, because a 404 response might be a fault
// of Discord's.
func (p *Publisher) abandon(ctx context.Context, d store.Display) error {
	p.forget(d.Channel)
	err := p.save(ctx, &d, func(d *store.Display) (bool, error) {
		d.CardSeq, d.Announced, d.Remind = d.Seq, d.Turn, 0
		return true, nil
	})
	if err != nil {
		return err
	}
	if !d.Ended {
		p.parts.Log.Warn().Str("channel", string(d.Channel)).
			Msg("the channel of a fight was deleted; the fight is still in the database, and roundel export can save it")
	}
	return nil
}

// backNotice returns what a card says first when the bot has just come back to a server, or "".
func (p *Publisher) backNotice(ch snowflake.Channel, s *engine.State) string {
	if p.taskOf(ch) != showAgain {
		return ""
	}
	return words.BackHere(s)
}
