package bot

import (
	"context"
	"errors"

	"roundel/bot/library"
	"roundel/bot/saved"
	"roundel/engine"
)

// Errors of a Store that users are told about. A Store that has errors of its own needs an adapter that returns these.
var (
	// ErrNoRoom means that the disk is full and nothing was changed.
	ErrNoRoom = errors.New("bot: no space left to store anything")
	// ErrUnknown means that the change may or may not have been stored; the process exits.
	ErrUnknown = errors.New("bot: unknown whether the change was stored")
)

// Store holds fights, what servers and users have saved, and rulesets.
type Store interface {
	saved.Store
	library.Store
	// Update runs fn in a transaction on the channel's fight and stores the answer under the interaction's ID. If there
	// already is an answer under that ID, it doesn't run fn but returns that answer, with again set.
	Update(ctx context.Context, ch engine.ChannelID, interaction string,
		fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error)
	// Read runs fn on the current state; the journal accepts no changes.
	Read(ctx context.Context, ch engine.ChannelID, fn func(j engine.Journal) error) error
	// Log runs fn on the channel's latest fight and all of its entries, even if it has ended. It doesn't block the writer, so
	// whole logs are read here and never in Update, where all servers would have to wait.
	Log(ctx context.Context, ch engine.ChannelID, fn func(l engine.Log) error) error
}
