package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"roundel/engine"
	"roundel/snowflake"
)

// RulesetText returns the text of a ruleset by its [engine.TextHash]. It returns nil if no server's ruleset and no stored
// fight refers to it, and [ErrDamaged] if the stored text has a different hash. It runs alongside the writer.
func (s *Store) RulesetText(ctx context.Context, hash string) ([]byte, error) {
	var text string
	t := s.query(ctx)
	ok, err := t.Get("SELECT text FROM ruleset_texts WHERE hash = $1", []any{hash}, &text)
	if err != nil {
		return nil, s.readError(err)
	}
	if !ok {
		return nil, nil
	}
	if err := hashed(hash, text); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return []byte(text), nil
}

// Rulesets returns a server's own rulesets, sorted by name.
func (s *Store) Rulesets(ctx context.Context, guild snowflake.Guild) ([]engine.StoredRuleset, error) {
	list, err := rulesetsOf(s.query(ctx), guild)
	return list, s.readError(err)
}

func rulesetsOf(t *Tx, guild snowflake.Guild) ([]engine.StoredRuleset, error) {
	return Select(t, "SELECT name, hash FROM server_rulesets WHERE guild = $1 ORDER BY name", []any{guild},
		func(r *engine.StoredRuleset) []any { return []any{&r.Name, &r.Hash} })
}

// AmendRulesets changes a server's own rulesets. fn gets all of them, sorted by name, and returns the one change to make
// and the answer, which is kept with the interaction as in [Store.Update]. A text that nothing refers to after the change
// is deleted; fights keep the texts that they began with. A text that is empty or not valid UTF-8 is an error. Other
// errors are those of Update; after any of them nothing has changed.
func (s *Store) AmendRulesets(ctx context.Context, guild snowflake.Guild, interaction string,
	fn func(have []engine.StoredRuleset) (change engine.RulesetChange, answer []byte, err error)) (answer []byte, again bool, err error) {
	return s.once(ctx, "rulesets:"+string(guild), interaction, func(t *Tx) ([]byte, error) {
		have, err := rulesetsOf(t, guild)
		if err != nil {
			return nil, err
		}
		change, answer, err := fn(slices.Clone(have))
		if err != nil {
			return nil, err
		}
		err = t.changeRulesets(guild, have, change)
		return answer, err
	})
}

// changeRulesets makes one change to the rulesets that a server has.
func (t *Tx) changeRulesets(guild snowflake.Guild, have []engine.StoredRuleset, change engine.RulesetChange) error {
	switch {
	case change.Name == "" && change.Text != nil:
		return errors.New("store: a ruleset needs a name")
	case change.Name == "":
		return nil
	case change.Text == nil:
		if err := t.Exec("DELETE FROM server_rulesets WHERE guild = $1 AND name = $2", guild, change.Name); err != nil {
			return err
		}
	default:
		hash := engine.TextHash(change.Text)
		if err := t.keepText(hash, change.Text); err != nil {
			return err
		}
		if err := t.Exec("INSERT INTO server_rulesets (guild, name, hash) VALUES ($1, $2, $3) ON CONFLICT (guild, name) DO UPDATE SET hash = excluded.hash",
			guild, change.Name, hash); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(have, func(r engine.StoredRuleset) bool { return r.Name == change.Name })
	if i < 0 {
		return nil
	}
	return t.dropText(have[i].Hash)
}

// keepText stores a text under its hash, unless it is stored already.
func (t *Tx) keepText(hash string, text []byte) error {
	if err := validText(text); err != nil {
		return err
	}
	return t.Exec("INSERT INTO ruleset_texts (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, string(text))
}

// validText returns an error for a text that cannot be stored.
func validText(text []byte) error {
	if len(text) == 0 || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return errors.New("store: the text of a ruleset must be valid UTF-8 without the character 0 and not empty")
	}
	return nil
}

// dropText deletes a text if no server's ruleset and no fight refers to it any more.
func (t *Tx) dropText(hash string) error {
	return t.Exec(`DELETE FROM ruleset_texts WHERE hash = $1
		AND NOT EXISTS (SELECT 1 FROM encounters WHERE encounters.text_hash = ruleset_texts.hash)
		AND NOT EXISTS (SELECT 1 FROM server_rulesets WHERE server_rulesets.hash = ruleset_texts.hash)`, hash)
}

// needText returns an error unless the text is stored.
func (t *Tx) needText(hash string) error {
	ok, err := t.hasText(hash)
	if err == nil && !ok {
		err = noText(hash)
	}
	return err
}

// hasText reports whether a text is stored.
func (t *Tx) hasText(hash string) (bool, error) {
	return t.Get("SELECT 1 FROM ruleset_texts WHERE hash = $1", []any{hash}, new(int))
}

// noText returns the error for a fight or a server's ruleset whose text is not stored.
func noText(hash string) error {
	return fmt.Errorf("the text of its ruleset is missing: %s", hash)
}

// hashed returns an error unless the text has that hash.
func hashed(hash, text string) error {
	if engine.TextHash([]byte(text)) != hash {
		return fmt.Errorf("the text of ruleset %s was changed: its hash is different", hash)
	}
	return nil
}

// textOf returns the hash of the ruleset's text according to the first entry of a log that has passed [bounds].
func textOf(rows []Row) string { return rows[0].events[0].(engine.EncounterStarted).Text }
