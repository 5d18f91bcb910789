package monsters

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"roundel/bot/attach"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/lists"
	"roundel/bot/menu"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/monster"
	"roundel/engine/names"
	"roundel/engine/ruleset"
)

// maxOwn is the maximum number of monsters that a server can have.
const maxOwn = 200

// Store holds the monsters of servers as JSON.
type Store interface {
	// Monsters returns a server's monsters, or nil if it has none. AmendMonsters changes them in a transaction and stores the answer under
	// the interaction's ID. If that ID already has an answer, it returns that answer, with again set, and doesn't run fn.
	Monsters(ctx context.Context, guild engine.GuildID) ([]byte, error)
	AmendMonsters(ctx context.Context, guild engine.GuildID, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
}

// Fetcher downloads files attached to commands, as [attach.Fetcher] does.
type Fetcher interface {
	Fetch(ctx context.Context, a attach.Attachment, limit int64) ([]byte, error)
}

// Keeper answers the commands for monsters. It may be used from any goroutine.
type Keeper struct {
	Store   Store
	Files   Fetcher // nil: no files can be added
	bundled monster.Bundled
}

// Own returns the server's own monsters, sorted by name, or nothing if the actor may not see them.
func (k *Keeper) Own(ctx context.Context, guild engine.GuildID, actor engine.Actor) ([]monster.Monster, error) {
	if guild == "" || !actor.Manager {
		return nil, nil
	}
	data, err := k.Store.Monsters(ctx, guild)
	if err != nil {
		return nil, err
	}
	return lists.Decode[monster.Monster](data)
}

// fitting returns the monsters that come with the bot and fit a ruleset, or all of them if the ruleset is nil.
func (k *Keeper) fitting(rs *ruleset.Ruleset) []monster.Monster {
	if book := k.bundled.Book(); rs == nil || book.Fits(rs) {
		return book.Monsters
	}
	return nil
}

// Find returns the monster with a name that somebody typed: one of the server's own, else one that comes with the bot and fits the ruleset.
// If there is none, the refusal suggests a similar name.
func (k *Keeper) Find(own []monster.Monster, rs *ruleset.Ruleset, name string) (*monster.Monster, error) {
	bundled := k.fitting(rs)
	for _, list := range [][]monster.Monster{own, bundled} {
		if m, ok := monster.Find(list, name); ok {
			return m, nil
		}
	}
	return nil, refusal.New(engine.NotFound, refusal.UnknownMonster(name, nearest(slices.Concat(own, bundled), name)))
}

// Known is like Find, but accepts monsters that come with the bot whatever ruleset they fit.
func (k *Keeper) Known(own []monster.Monster, name string) (*monster.Monster, error) {
	bundled := k.fitting(nil)
	for _, list := range [][]monster.Monster{own, bundled} {
		if m, ok := monster.Find(list, name); ok {
			return m, nil
		}
	}
	return nil, refusal.New(engine.NotFound, refusal.UnknownFoe(name, nearest(slices.Concat(own, bundled), name)))
}

// nearest returns the name that is most similar to what was typed, or "" if none is similar.
func nearest(list []monster.Monster, typed string) string {
	best, least := "", 0
	if len(typed) > 100 {
		return ""
	}
	for _, m := range list {
		if off, alike := names.Likeness(typed, m.Name); alike && (best == "" || off < least) {
			best, least = m.Name, off
		}
	}
	return best
}

// Suggest returns the monsters that match what was typed so far, by the beginning of any word: the server's own first, then those that come
// with the bot and fit the ruleset, except for names that one of the server's own has.
func (k *Keeper) Suggest(own []monster.Monster, rs *ruleset.Ruleset, typed string) []discord.Choice {
	var out []discord.Choice
	for _, m := range slices.Concat(monster.Suggest(own, typed), monster.Suggest(k.fitting(rs), typed)) {
		known := slices.ContainsFunc(out, func(c discord.Choice) bool { return engine.SameName(c.Value, m.Name) })
		if !known && len(out) < menu.Most {
			out = append(out, discord.Choice{Name: m.Name, Value: m.Name})
		}
	}
	return out
}

// Add returns the command that adds foes to a fight.
func Add(f *monster.Foe, m *monster.Monster, rs *ruleset.Ruleset) command.Add {
	ready := f.Fitting(m, rs)
	return command.Add{Name: ready.Name, Count: f.Count, Stats: ready.Stats, HitDice: ready.HitDice, Weapons: ready.Weapons,
		Side: f.Side, Hidden: f.Hidden, Separate: f.Separate}
}

// RollHP and AverageHP are values of the option hp: roll hit dice, or take the monster's hit points. Any other value is a number of hit points.
const (
	AverageHP = "average"
	RollHP    = "roll"
)

// Adding returns the command for /init add, with a monster or without. What was typed takes precedence over the monster's own numbers.
func (k *Keeper) Adding(own []monster.Monster, rs *ruleset.Ruleset, o input.Options) (command.Add, error) {
	typed, hp := input.Add(o), strings.ToLower(o.Text("hp"))
	if hp != "" && hp != RollHP && hp != AverageHP {
		typed.Stats = strings.TrimPrefix(typed.Stats+", hp "+hp, ", ")
	}
	if o.Text("monster") == "" {
		return typed, checkTyped(typed, hp)
	}
	m, err := k.Find(own, rs, o.Text("monster"))
	if err != nil {
		return typed, err
	}
	stats, err := engine.ParseStats(typed.Stats, rs.Template(true))
	if err != nil {
		return typed, err
	}
	f := monster.Foe{Monster: m.Name, Name: typed.Name, Count: typed.Count, Stats: stats, RollHP: hp == RollHP,
		Side: typed.Side, Hidden: typed.Hidden, Separate: typed.Separate}
	if f.RollHP && m.HitDice == "" {
		return typed, refusal.New(engine.Invalid, refusal.NoHitDice(m.Name))
	}
	add := Add(&f, m, rs)
	add.Roll, add.Owner = typed.Roll, typed.Owner
	return add, nil
}

// checkTyped refuses what can't be added without a monster.
func checkTyped(typed command.Add, hp string) error {
	switch {
	case typed.Name == "":
		return refusal.New(engine.Invalid, refusal.NoNameOrMonster())
	case hp == RollHP, hp == AverageHP:
		return refusal.New(engine.Invalid, refusal.HPNeedsMonster())
	}
	return nil
}

// sorted returns monsters by name.
func sorted(list []monster.Monster) []monster.Monster {
	slices.SortFunc(list, func(a, b monster.Monster) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return list
}
