package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/plain"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/attack"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

// maxCharacters is the maximum number of characters that a user can save in a server.
const maxCharacters = 50

// character is a saved character: a name, stats for any rulesets, and a weapon written out in full.
type character struct {
	Name   string `json:"name"`
	Stats  string `json:"stats,omitempty"`
	Weapon string `json:"weapon,omitempty"`
}

// characterCommands manage the characters of a user in a server.
func characterCommands() []slashCommand {
	name := param{name: "name", required: true, max: 100, complete: completeSaved}
	shown := name
	shown.required = false
	return []slashCommand{
		{path: "character save", run: saveCharacter, options: []param{
			name, statsOption(),
			{name: "weapon", max: 200, complete: completeWeapons},
		}},
		{path: "character show", run: showCharacter, options: []param{shown}},
		{path: "character list", run: listCharacters},
		{path: "character delete", run: deleteCharacter, options: []param{name}},
	}
}

// saved returns the user's characters in the server; the one saved last comes last.
func (b *Bot) saved(ctx context.Context, r *discord.Request) ([]character, error) {
	data, err := b.store.Characters(ctx, characterGuild(r), engine.UserID(r.User))
	if err != nil {
		return nil, err
	}
	return readCharacters(data)
}

// characterGuild returns the server whose characters a request uses; direct messages have their own.
func characterGuild(r *discord.Request) engine.GuildID {
	if r.Guild == "" {
		return "@me"
	}
	return engine.GuildID(r.Guild)
}

func readCharacters(data []byte) ([]character, error) {
	var out []character
	if len(data) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("saved characters: %w", err)
	}
	return out, nil
}

// find returns the character with a name, or without a name the one saved last.
func find(all []character, name string) (character, bool) {
	if name == "" && len(all) > 0 {
		return all[len(all)-1], true
	}
	i := slices.IndexFunc(all, func(c character) bool { return engine.SameName(c.Name, name) })
	if i < 0 {
		return character{}, false
	}
	return all[i], true
}

// amend changes the user's characters and stores the reply. A request that is delivered again gets the same reply.
func (b *Bot) amend(ctx context.Context, r *discord.Request, change func(all []character) ([]character, *discord.Reply, error)) (*discord.Reply, error) {
	data, _, err := b.store.AmendCharacters(ctx, characterGuild(r), engine.UserID(r.User), r.ID, func(data []byte) (next, answer []byte, err error) {
		all, err := readCharacters(data)
		if err != nil {
			return nil, nil, err
		}
		all, reply, err := change(all)
		if err != nil {
			return nil, nil, err
		}
		if len(all) > 0 {
			if next, err = json.Marshal(all); err != nil {
				return nil, nil, err
			}
		}
		answer, err = json.Marshal(reply)
		return next, answer, err
	})
	if err != nil {
		return nil, err
	}
	return storedReply(data)
}

func saveCharacter(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	o := options(r.Options)
	c := character{Name: o.text("name"), Stats: o.text("stats"), Weapon: o.text("weapon")}
	if err := b.checkCharacter(&c); err != nil {
		return nil, err
	}
	return b.amend(ctx, r, func(all []character) ([]character, *discord.Reply, error) {
		if old, ok := find(all, c.Name); ok {
			if c.Stats == "" {
				c.Stats = old.Stats
			}
			if c.Weapon == "" {
				c.Weapon = old.Weapon
			}
			all = slices.DeleteFunc(all, func(x character) bool { return engine.SameName(x.Name, c.Name) })
		}
		if len(all) >= maxCharacters {
			return nil, nil, refuse(engine.NotNow, refusal.TooManyCharacters(maxCharacters))
		}
		return append(all, c), &discord.Reply{Ephemeral: true, Text: words.CharacterSaved(c.Name, c.Stats, c.Weapon)}, nil
	})
}

// checkCharacter refuses a character that no ruleset could use.
func (b *Bot) checkCharacter(c *character) error {
	if err := engine.CheckName(c.Name); err != nil {
		return err
	}
	pairs, err := engine.ParseStats(c.Stats, "init 15, hp 30")
	if err != nil {
		return err
	}
	var stats []string
	for _, g := range pairs {
		if !slices.ContainsFunc(b.rules.List, func(rs *ruleset.Ruleset) bool { return rs.Knows(g.Key) }) {
			return refuse(engine.Invalid, refusal.StatInNoRuleset(g.Key))
		}
		stats = append(stats, g.String())
	}
	c.Stats = strings.Join(stats, ", ")
	if c.Weapon != "" {
		return attack.CheckWeapon(c.Weapon)
	}
	return nil
}

func noCharacter(name string) error {
	if name == "" {
		return refuse(engine.NotFound, refusal.NoCharacters())
	}
	return refuse(engine.NotFound, refusal.UnknownCharacter(name))
}

func showCharacter(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved(ctx, r)
	if err != nil {
		return nil, err
	}
	name := options(r.Options).text("name")
	c, ok := find(all, name)
	if !ok {
		return nil, noCharacter(name)
	}
	return &discord.Reply{Ephemeral: true, Text: words.Character(c.Name, c.Stats, c.Weapon)}, nil
}

func listCharacters(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	all, err := b.saved(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, noCharacter("")
	}
	lines := make([]string, len(all))
	for i, c := range all {
		lines[len(all)-1-i] = words.Character(c.Name, c.Stats, c.Weapon)
	}
	return &discord.Reply{Ephemeral: true, Text: plain.Lines(lines)}, nil
}

func deleteCharacter(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	name := options(r.Options).text("name")
	return b.amend(ctx, r, func(all []character) ([]character, *discord.Reply, error) {
		c, ok := find(all, name)
		if !ok || name == "" {
			return nil, nil, noCharacter(name)
		}
		rest := slices.DeleteFunc(all, func(x character) bool { return x.Name == c.Name })
		return rest, &discord.Reply{Ephemeral: true, Text: words.CharacterDeleted(c.Name)}, nil
	})
}

// completeSaved suggests the user's saved characters.
func completeSaved(tx *transaction, input string) []discord.Choice {
	var names []string
	for _, one := range tx.saved {
		names = append(names, one.Name)
	}
	slices.Reverse(names)
	return suggest("", input, names)
}

// join adds the user's character to the fight. Options take precedence over what is saved.
func join(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	saved, err := b.saved(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		in, err := tx.joining(saved, options(r.Options))
		if err != nil {
			return nil, err
		}
		return tx.playJoin(commandLine(r), in)
	})
}

// joining is a command to join. The fields after it are for a saved character.
type joining struct {
	command.Join
	saved   bool
	leftOut []string // stats that the fight's ruleset doesn't have: "agility 42"
}

// joining returns the command to join with the options and, if there is one with that name, a saved character. It joins with
// the stats that the fight's ruleset has.
func (tx *transaction) joining(saved []character, o options) (joining, error) {
	in := joining{Join: command.Join{Name: o.text("name"), Stats: o.text("stats"), Roll: o.number("roll"), Side: o.text("side")}}
	rs, err := tx.ruleset()
	if err != nil {
		return in, err
	}
	one, ok := find(saved, in.Name)
	if !ok {
		return in, nil
	}
	if in.Name == "" {
		in.Name = one.Name
	}
	in.saved, in.Weapon = true, one.Weapon
	given, err := engine.ParseStats(in.Stats, rs.Template(false))
	if err != nil {
		return in, err
	}
	kept, err := engine.ParseStats(one.Stats, rs.Template(false))
	if err != nil {
		return in, err
	}
	stats := []string{in.Stats}
	for _, g := range kept {
		isGiven := slices.ContainsFunc(given, func(x engine.StatPair) bool { return x.Key == g.Key })
		if !rs.Knows(g.Key) {
			in.leftOut = append(in.leftOut, g.String())
		} else if !isGiven {
			stats = append(stats, g.String())
		}
	}
	in.Stats = strings.Trim(strings.Join(stats, ", "), ", ")
	return in, nil
}

// playJoin joins. The reply says which stats of a saved character were left out, and a refusal which ones it lacks.
func (tx *transaction) playJoin(source string, in joining) (*discord.Reply, error) {
	reply, err := tx.play(source, in.Join)
	var why *engine.Error
	if in.saved && errors.As(err, &why) && why.Reason == engine.ReasonStatsMissing {
		return nil, refuse(engine.Invalid, refusal.SavedLacksStats(in.Name, why))
	}
	if err == nil && len(in.leftOut) > 0 {
		rs, err := tx.ruleset()
		if err != nil {
			return nil, err
		}
		reply.Text = plain.Lines([]string{reply.Text, words.StatsLeftOut(rs.Title, in.leftOut)})
	}
	return reply, err
}

// pressJoin joins with the character saved last. If there is none, or it doesn't fit the ruleset, it opens the form.
func pressJoin(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	saved, err := b.saved(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.checkTurn(args); err != nil {
			return nil, err
		}
		form, err := joinForm(tx)
		if err != nil {
			return nil, err
		}
		if len(saved) == 0 {
			return &discord.Reply{Form: form}, nil
		}
		in, err := tx.joining(saved, options{})
		if err != nil {
			return nil, err
		}
		reply, err := tx.playJoin(buttonName(r), in)
		var why *engine.Error
		if errors.As(err, &why) && why.Code == engine.Invalid {
			form.Inputs[0].Value = in.Name
			if in.Stats != "" {
				form.Inputs[1].Value = in.Stats
			}
			return &discord.Reply{Form: form}, nil
		}
		return reply, err
	})
}
