package bot

import (
	"context"
	"time"

	"roundel/engine"
)

// ChannelDeleted ends the fight of a channel or a thread that is gone, because nobody can end it any more. It is nobody's
// command, and it is the log's last entry.
func (b *Bot) ChannelDeleted(ctx context.Context, ch engine.ChannelID) error {
	var ended bool
	err := b.store.Read(ctx, ch, func(j engine.Journal) error { ended = j.State() != nil; return nil })
	if err != nil || !ended {
		return err
	}
	_, _, err = b.store.Update(ctx, ch, "", func(j engine.Journal) ([]byte, error) {
		if ended = j.State() != nil; !ended {
			return nil, nil
		}
		return nil, j.Append(engine.Entry{Seq: j.NextSeq(), Kind: engine.Did, At: b.now().Truncate(time.Millisecond),
			Command: "the channel was deleted", Events: []engine.Event{engine.EncounterEnded{}}})
	})
	if ended && err == nil {
		b.log.Warn().Str("channel", string(ch)).
			Msg("the channel of a fight was deleted, so the fight has ended; roundel export writes it down")
	}
	return err
}
