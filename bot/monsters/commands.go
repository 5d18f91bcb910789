package monsters

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"roundel/bot/attach"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/lists"
	"roundel/bot/words/keep"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
)

// maxFile is the maximum size of a file of monsters in bytes.
const maxFile = 1 << 20

// check refuses requests outside servers, and from users who may not see a server's monsters.
func check(r *discord.Request, actor engine.Actor) error {
	switch {
	case r.Guild == "":
		return refusal.New(engine.NotNow, refusal.MonstersInServer())
	case !actor.Manager:
		return refusal.New(engine.NotAllowed, refusal.MonstersForGMs())
	}
	return nil
}

// amend changes a server's monsters and stores the reply.
func (k *Keeper) amend(ctx context.Context, r *discord.Request, fn func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error)) (*discord.Reply, error) {
	return lists.Amend(func(change lists.Change) (answer []byte, again bool, err error) {
		return k.Store.AmendMonsters(ctx, engine.GuildID(r.Guild), r.ID, change)
	}, func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		list, reply, err := fn(have)
		return sorted(list), reply, err
	})
}

// put adds monsters to a list, in place of those with the same names.
func put(have, added []monster.Monster) ([]monster.Monster, error) {
	have = slices.DeleteFunc(have, func(m monster.Monster) bool { _, replaced := monster.Find(added, m.Name); return replaced })
	if have = append(have, added...); len(have) > maxOwn {
		return nil, refusal.New(engine.NotNow, refusal.TooManyMonsters(maxOwn))
	}
	return have, nil
}

// AddFile answers /monster add: it downloads the attached file, reads it, and keeps its monsters. Downloading may take seconds.
func (k *Keeper) AddFile(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	if err := check(r, actor); err != nil {
		return nil, err
	}
	added, missed, why := k.fetch(ctx, r.Attachments["file"])
	var problems rules.Problems
	return k.amend(ctx, r, func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		if errors.As(why, &problems) {
			return have, lists.Faulty("file", problems), nil
		} else if why != nil {
			return nil, nil, why
		}
		var names, twice []string
		for _, m := range added {
			names = append(names, m.Name)
			if _, exists := monster.Find(have, m.Name); exists {
				twice = append(twice, m.Name)
			}
		}
		if len(twice) > 0 && r.Options["replace"] != "true" {
			return nil, nil, refusal.New(engine.NotNow, refusal.MonstersExist(twice))
		}
		list, err := put(have, added)
		text, file := keep.MonstersAdded(names, missed)
		return list, lists.WithFile(text, "left-out.txt", file), err
	})
}

// fetch downloads and reads a file. If it can't be added, the error is [rules.Problems] or a refusal.
func (k *Keeper) fetch(ctx context.Context, file attach.Attachment) ([]monster.Monster, []statblock.Missed, error) {
	text, err := k.Files.Fetch(ctx, file, maxFile)
	if err != nil {
		return nil, nil, lists.NotFetched(err, refusal.MonstersTooLarge(maxFile))
	}
	if !foreign(text) {
		list, err := rules.ReadMonsters(text)
		return list, nil, err
	}
	list, missed, err := statblock.Read(text)
	switch {
	case errors.Is(err, statblock.ErrTooMany):
		return nil, nil, refusal.New(engine.Invalid, refusal.TooManyMonsters(maxOwn))
	case errors.Is(err, statblock.ErrTooComplex):
		return nil, nil, refusal.New(engine.Invalid, refusal.MonstersTooComplex(statblock.MaxValues))
	case err != nil:
		return nil, nil, refusal.New(engine.Invalid, refusal.NotMonsters())
	}
	return list, missed, nil
}

// foreign reports whether a file is JSON written by another tool. JSON in the bot's own format contains that format's first key.
func foreign(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	var own struct {
		Roundel json.RawMessage `json:"roundel"` // isn't decoded, because it may be anything
	}
	return json.Valid(text) && (json.Unmarshal(text, &own) != nil || len(own.Roundel) == 0 || string(own.Roundel) == "null")
}

// Save answers /monster save. of is the combatant to save, or nil. What was typed takes precedence over the combatant and over a monster
// already saved under that name. known are the rulesets whose stats may be typed.
func (k *Keeper) Save(ctx context.Context, r *discord.Request, actor engine.Actor, of *engine.Combatant, known []*ruleset.Ruleset) (*discord.Reply, error) {
	if err := check(r, actor); err != nil {
		return nil, err
	}
	o := input.Options(r.Options)
	typed, err := parse(o, known)
	if err != nil {
		return nil, err
	}
	return k.amend(ctx, r, func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		m := monster.Monster{Name: typed.Name}
		if old, ok := monster.Find(have, typed.Name); ok && of == nil {
			m = *old
			m.Name = typed.Name
		} else if of != nil {
			m = monster.Of(typed.Name, of)
		}
		over(&m, typed)
		if m.HP == 0 && m.HitDice == "" && len(m.Stats)+len(m.Attacks) == 0 {
			return nil, nil, refusal.New(engine.Invalid, refusal.NothingToSave())
		}
		list, err := put(have, []monster.Monster{m})
		return list, lists.Private(keep.MonsterSaved(&m)), err
	})
}

// parse reads what was typed into /monster save.
func parse(o input.Options, known []*ruleset.Ruleset) (m monster.Monster, err error) {
	m.Name = engine.CleanName(o.Text("name"))
	if err := engine.CheckName(m.Name); err != nil {
		return m, err
	}
	pairs, err := engine.ParseStats(o.Text("stats"), "hp 7, init 2")
	if err != nil {
		return m, err
	}
	m.Stats = map[string]int{}
	for _, g := range pairs {
		switch {
		case g.Key == "hp":
			m.HP = max(g.Value, g.Most)
		case !slices.ContainsFunc(known, func(rs *ruleset.Ruleset) bool { return rs.Knows(g.Key) }):
			return m, refusal.New(engine.Invalid, refusal.StatInNoRuleset(g.Key))
		default:
			m.Stats[g.Key] = g.Value
		}
	}
	if m.Attacks, err = monster.ParseWeapons(o.Text("attacks")); err != nil {
		return m, err
	}
	if len(m.Attacks) > monster.MaxAttacks {
		return m, refusal.New(engine.Invalid, refusal.TooManyAttacks(monster.MaxAttacks))
	}
	m.HitDice = o.Text("hit_dice")
	if expr, err := dice.Parse(m.HitDice); m.HitDice != "" && (err != nil || !expr.HasDice()) {
		return m, refusal.New(engine.Invalid, refusal.NotHitDice(m.HitDice))
	}
	return m, nil
}

// over applies what was typed to a monster.
func over(m *monster.Monster, typed monster.Monster) {
	m.HP, m.HitDice = cmp.Or(typed.HP, m.HP), cmp.Or(typed.HitDice, m.HitDice)
	if len(typed.Attacks) > 0 {
		m.Attacks = typed.Attacks
	}
	for key, n := range typed.Stats {
		if m.Stats == nil {
			m.Stats = map[string]int{}
		}
		m.Stats[key] = n
	}
}

// List answers /monster list.
func (k *Keeper) List(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	if err := check(r, actor); err != nil {
		return nil, err
	}
	own, err := k.Own(ctx, engine.GuildID(r.Guild), actor)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(own))
	for i, m := range own {
		names[i] = m.Name
	}
	text, file := keep.MonsterList(names, k.bundled.Book())
	return lists.WithFile(text, "monsters.txt", file), nil
}

// Show answers /monster show, for a server's own monsters and those that come with the bot.
func (k *Keeper) Show(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	if err := check(r, actor); err != nil {
		return nil, err
	}
	own, err := k.Own(ctx, engine.GuildID(r.Guild), actor)
	if err != nil {
		return nil, err
	}
	name := input.Options(r.Options).Text("name")
	if m, ok := monster.Find(own, name); ok {
		return lists.Private(keep.Monster(m, "")), nil
	}
	book := k.bundled.Book()
	if m, ok := monster.Find(book.Monsters, name); ok {
		return lists.Private(keep.Monster(m, book.Credit)), nil
	}
	return nil, refusal.New(engine.NotFound, refusal.NotOwnMonster(name))
}

// Delete answers /monster delete.
func (k *Keeper) Delete(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	if err := check(r, actor); err != nil {
		return nil, err
	}
	name := input.Options(r.Options).Text("name")
	return k.amend(ctx, r, func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		m, ok := monster.Find(have, name)
		if !ok {
			return nil, nil, refusal.New(engine.NotFound, refusal.NotOwnMonster(name))
		}
		gone := m.Name
		return slices.DeleteFunc(have, func(m monster.Monster) bool { return m.Name == gone }), lists.Private(keep.MonsterDeleted(gone)), nil
	})
}

// Credit says where the monsters that come with the bot are from.
func (k *Keeper) Credit() string { return k.bundled.Book().Credit }
