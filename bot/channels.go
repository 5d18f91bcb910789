package bot

import (
	"context"
	"time"

	"roundel/engine"
)

// ChannelDeleted ends the fight of a channel or thread that was deleted, because no one else can end it anymore. The last entry
// of its log has no user.
func (b *Bot) ChannelDeleted(ctx context.Context, ch engine.ChannelID) error {
	var open bool
	err := b.store.Read(ctx, ch, func(j engine.Journal) error { open = j.State() != nil; return nil })
	if err != nil || !open {
		return err
	}
	_, _, err = b.store.Update(ctx, ch, "", func(j engine.Journal) ([]byte, error) {
		if open = j.State() != nil; !open {
			return nil, nil
		}
		return nil, j.Append(engine.Entry{Seq: j.NextSeq(), Kind: engine.Did, At: b.now().Truncate(time.Millisecond),
			Command: "the channel was deleted", Events: []engine.Event{engine.EncounterEnded{}}})
	})
	if open && err == nil {
		b.log.Warn().Str("channel", string(ch)).
			Msg("the channel of a fight was deleted, so the fight has ended; roundel export still has it")
	}
	return err
}
