package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"roundel/engine"
)

// Errors that are told apart; a Store that has others for these is translated where it is put together with a Bot.
var (
	// ErrNoRoom: the disk is full and nothing was changed.
	ErrNoRoom = errors.New("bot: there is no room to store anything")
	// ErrUnknown: what was asked for may be stored or may not, and the process ends.
	ErrUnknown = errors.New("bot: whether it is stored is not known")
)

// Store keeps encounters, what has been shown of them, and servers' settings.
type Store interface {
	// Update runs fn in one transaction on the channel's encounter and keeps the answer under the interaction's ID. For
	// an ID that has one, fn is not run: the kept answer is returned with again set.
	Update(ctx context.Context, ch engine.ChannelID, interaction string,
		fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error)
	// Read runs fn on the present state; the journal takes no changes.
	Read(ctx context.Context, ch engine.ChannelID, fn func(j engine.Journal) error) error
	// Log runs fn on the channel's latest encounter and all its entries, ended or not. It goes next to the writer: what
	// needs a whole log reads it here and never in Update, where all servers would wait for it.
	Log(ctx context.Context, ch engine.ChannelID, fn func(l engine.Log) error) error
	// Settings are a server's settings as last saved; nil when there are none. AmendSettings changes them in one
	// transaction, which keeps the answer under the interaction's ID as Update does.
	Settings(ctx context.Context, guild string) ([]byte, error)
	AmendSettings(ctx context.Context, guild, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
	// Characters are what a user has saved in a server; nil when there is nothing. AmendCharacters changes it in one
	// transaction, which keeps the answer under the interaction's ID as Update does.
	Characters(ctx context.Context, guild, user string) ([]byte, error)
	// UserData is what is stored of a user, as JSON; whole is false when the oldest commands are left out. EraseUser
	// deletes what can be taken out.
	UserData(ctx context.Context, user string) (data []byte, whole bool, err error)
	EraseUser(ctx context.Context, user string) error
	AmendCharacters(ctx context.Context, guild, user, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
}

// defaultRuleset is that of a server that has chosen none.
const defaultRuleset = "turn-order"

// settings are what a server may set.
type settings struct {
	Ruleset    string     `json:"ruleset,omitempty"`
	GMRole     string     `json:"gm_role,omitempty"` // a role's ID
	Activities []activity `json:"activities,omitempty"`
	PingGM     bool       `json:"ping_gm,omitempty"`  // at the turns of NPCs
	Pin        bool       `json:"pin,omitempty"`      // the tracker
	Reminder   int        `json:"reminder,omitempty"` // minutes; 0: never
}

// settingsOf reads the settings of a server; a direct message has none.
func (b *Bot) settingsOf(ctx context.Context, guild string) (settings, error) {
	var out settings
	if guild == "" {
		return out, nil
	}
	data, err := b.store.Settings(ctx, guild)
	if err != nil {
		return out, err
	}
	return readSettings(guild, data)
}

func readSettings(guild string, data []byte) (out settings, err error) {
	if len(data) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return out, fmt.Errorf("settings of server %s: %w", guild, err)
	}
	return out, nil
}
