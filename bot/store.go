package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"roundel/engine"
	"roundel/engine/command"
)

// Errors of a Store that users are told about. A Store that has errors of its own needs an adapter that returns these.
var (
	// ErrNoRoom means that the disk is full and nothing was changed.
	ErrNoRoom = errors.New("bot: no space left to store anything")
	// ErrUnknown means that the change may or may not have been stored; the process exits.
	ErrUnknown = errors.New("bot: unknown whether the change was stored")
)

// Store holds fights, servers' settings and users' characters.
type Store interface {
	// Update runs fn in a transaction on the channel's fight and stores the answer under the interaction's ID. If there
	// already is an answer under that ID, it doesn't run fn but returns that answer, with again set.
	Update(ctx context.Context, ch engine.ChannelID, interaction string,
		fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error)
	// Read runs fn on the current state; the journal accepts no changes.
	Read(ctx context.Context, ch engine.ChannelID, fn func(j engine.Journal) error) error
	// Log runs fn on the channel's latest fight and all of its entries, even if it has ended. It doesn't block the writer, so
	// whole logs are read here and never in Update, where all servers would have to wait.
	Log(ctx context.Context, ch engine.ChannelID, fn func(l engine.Log) error) error
	// Settings returns a server's settings, or nil if none were saved. AmendSettings changes them in a transaction and stores
	// the answer like Update.
	Settings(ctx context.Context, guild engine.GuildID) ([]byte, error)
	AmendSettings(ctx context.Context, guild engine.GuildID, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
	// Rulesets returns a server's own rulesets, sorted by name. AmendRulesets changes one of them in a transaction and stores the
	// answer like Update. RulesetText returns the text with that [engine.TextHash], or nil if no ruleset of any server and no fight
	// refers to it. It doesn't block the writer.
	Rulesets(ctx context.Context, guild engine.GuildID) ([]engine.StoredRuleset, error)
	AmendRulesets(ctx context.Context, guild engine.GuildID, interaction string,
		fn func(have []engine.StoredRuleset) (change engine.RulesetChange, answer []byte, err error)) (answer []byte, again bool, err error)
	RulesetText(ctx context.Context, hash string) ([]byte, error)
	// Characters returns the characters that a user has saved in a server, or nil. AmendCharacters changes them in a
	// transaction and stores the answer like Update.
	Characters(ctx context.Context, guild engine.GuildID, user engine.UserID) ([]byte, error)
	// UserData returns what is stored about a user, as JSON; whole is false if the oldest commands were left out. EraseUser
	// deletes whatever can be deleted.
	UserData(ctx context.Context, user engine.UserID) (data []byte, whole bool, err error)
	EraseUser(ctx context.Context, user engine.UserID) error
	// Preferences returns what a user prefers in a server, or nil. AmendPreferences changes it in a transaction and stores the
	// answer like Update, unless the interaction is empty.
	Preferences(ctx context.Context, guild engine.GuildID, user engine.UserID) ([]byte, error)
	AmendPreferences(ctx context.Context, guild engine.GuildID, user engine.UserID, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
	AmendCharacters(ctx context.Context, guild engine.GuildID, user engine.UserID, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
}

// defaultRuleset is the ruleset of servers that haven't chosen one.
const defaultRuleset = "turn-order"

// settings are the settings of a server.
type settings struct {
	Ruleset    string     `json:"ruleset,omitempty"`
	GMRole     string     `json:"gm_role,omitempty"` // a role's ID
	Activities []activity `json:"activities,omitempty"`
	PingGM     bool       `json:"ping_gm,omitempty"`  // on NPC turns
	Reminder   int        `json:"reminder,omitempty"` // minutes; 0: never

	Damage command.Policy `json:"damage,omitempty"` // by players
}

// settingsOf reads a server's settings; there are none for direct messages.
func (b *Bot) settingsOf(ctx context.Context, guild engine.GuildID) (settings, error) {
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

func readSettings(guild engine.GuildID, data []byte) (out settings, err error) {
	if len(data) == 0 {
		return out, nil
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return out, fmt.Errorf("settings of server %s: %w", guild, err)
	}
	return out, nil
}
