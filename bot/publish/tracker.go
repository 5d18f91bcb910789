package publish

import (
	"context"
	"fmt"
	"hash/fnv"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// track makes the tracker show the current state. It posts a new tracker if there is none or it can't be edited.
func (p *Publisher) track(ctx context.Context, d *Display, s *engine.State, rs *engine.Ruleset) error {
	if d.BoardSeq >= d.Seq {
		return nil
	}
	m := closedMessage()
	if s != nil {
		m = BoardMessage(s, rs)
	}
	old, board, fresh := d.Board, d.Board, d.Board == ""
	hash := contentHash(m)
	same := !fresh && d.BoardSeq > 0 && p.lastSent(d.Channel) == sentTracker{d.Board, hash}
	if !same {
		p.setSent(d.Channel, sentTracker{}, false) // an edit that fails may or may not have been made
	}
	if !fresh && !same {
		err := p.edit(ctx, d.Channel, d.Board, m)
		switch discord.Code(err) {
		case discord.CodeUnknownMessage, discord.CodeOldEdits, discord.CodeThreadArchived: // a new message opens the thread
			fresh = true
		default:
			if err != nil {
				return err
			}
		}
	}
	if fresh && s != nil {
		m.Nonce = nonce("board", d.Encounter, d.Seq, d.Board)
		id, err := p.send(ctx, d.Channel, m)
		if err != nil {
			return err
		}
		board = id
	}
	p.setSent(d.Channel, sentTracker{board, hash}, s != nil)
	err := p.save(ctx, d, func(d *Display) bool {
		d.Board, d.BoardSeq = board, d.Seq
		return true
	})
	if err != nil {
		return err
	}
	if fresh && old != "" && s != nil {
		p.remove(ctx, d.Channel, old)
	}
	if fresh && s != nil && s.Pin {
		return p.pin(ctx, d, old == "")
	}
	return nil
}

// sentTracker is a tracker and a hash of what it shows. A tracker that would look the same is not edited: the edit would
// reveal that something hidden happened.
type sentTracker struct {
	message discord.MessageID
	hash    uint64
}

func contentHash(m discord.Message) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q", m.Text, fmt.Sprint(m.Buttons))
	return h.Sum64()
}

func (p *Publisher) lastSent(ch engine.ChannelID) sentTracker {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[ch]
}

// setSent remembers what an open fight's tracker shows. If open is false, it forgets it.
func (p *Publisher) setSent(ch engine.ChannelID, sent sentTracker, open bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if open {
		p.sent[ch] = sent
	} else {
		delete(p.sent, ch)
	}
}

// pin pins a new tracker. If Discord refuses to pin a fight's first tracker, a message says so.
func (p *Publisher) pin(ctx context.Context, d *Display, first bool) error {
	limited, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	err := p.parts.Discord.Pin(limited, discord.ChannelID(d.Channel), d.Board)
	if err == nil || transient(err) || !first {
		return nil // a tracker works without being pinned
	}
	_, err = p.send(ctx, d.Channel, discord.Message{Text: words.NotPinned(discord.Code(err) == discord.CodePinLimit), Nonce: nonce("pin", d.Encounter, 0, "")})
	return err
}

// remove deletes a tracker that was replaced. If that fails, the old one stays; its buttons say that it is out of date.
func (p *Publisher) remove(ctx context.Context, ch engine.ChannelID, id discord.MessageID) {
	ctx, cancel := context.WithTimeout(ctx, p.waits.call)
	defer cancel()
	if err := p.parts.Discord.Delete(ctx, discord.ChannelID(ch), id); err != nil {
		p.parts.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not delete an old tracker")
	}
}

// closeOlder closes the trackers of the channel's earlier fights whose end has not been shown.
func (p *Publisher) closeOlder(ctx context.Context, latest Display) error {
	behind, err := p.parts.Store.Behind(ctx, latest.Channel)
	if err != nil {
		return err
	}
	for _, d := range behind {
		if d.Encounter == latest.Encounter {
			continue
		}
		err := p.track(ctx, &d, nil, nil)
		if discord.Code(err) == discord.CodeUnknownChannel {
			err = p.abandon(ctx, d)
		}
		if transient(err) {
			return err
		}
	}
	return nil
}
