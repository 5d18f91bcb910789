package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
	"roundel/engine/strictyaml"
	"roundel/store"
)

// The limits of a server's own monsters: their number, and their size together in bytes (MO-9).
const (
	maxOwnMonsters = 200
	maxOwnSize     = 2 << 20
)

// Fetcher downloads files attached to commands, as [discord.Fetcher] does.
type Fetcher interface {
	Fetch(ctx context.Context, a discord.Attachment, limit int64) ([]byte, error)
}

// saveMonster saves a monster from what is typed or from a combatant of the channel's fight: the combatant that is named or, if only the monster's name is
// typed, the combatant of that name.
func (b *Bot) saveMonster(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var of *engine.Combatant
	var state *engine.State
	var here *ruleset.Ruleset
	o := Options(r.Options)
	_, err := b.look(ctx, r, func(tx *transaction) (_ *discord.Reply, err error) {
		here, state = tx.rs, tx.j.State()
		of, err = combatantToSave(state, o)
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	known := server.all()
	likely, err := b.likelyRulesets(ctx, r)
	if err != nil {
		return nil, err
	}
	l := b.reader(ctx, r)
	typed, err := parseMonster(o, likely, l)
	if err != nil {
		return nil, err
	}
	return amendList(ctx, b, r, l, store.MonstersOf(r.Guild), func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		m := monster.Monster{Name: typed.Name}
		if old, ok := monster.Find(have, typed.Name); ok && of == nil {
			m = *old
			m.Name = typed.Name
		} else if of != nil {
			m = monster.Of(typed.Name, state, of)
			if typed.HP != 0 && typed.HP != m.HP {
				m.HitDice = "" // they don't fit what was typed
			}
		}
		over(&m, typed)
		if m.HP == 0 && m.HitDice == "" && len(m.Stats)+len(m.Attacks)+len(m.Resistances)+len(m.Saves) == 0 {
			return nil, nil, refuse(engine.Invalid, lang.P("bot.nothing-to-save"))
		}
		list, err := putMonster(have, []monster.Monster{m})
		return list, privately(words.MonsterSaved(l, &m, madeFor(&m, of, here, known))), err
	})
}

// combatantToSave returns the combatant of a fight that /monster save is for, or nil.
func combatantToSave(s *engine.State, o Options) (of *engine.Combatant, err error) {
	from, named := o.Text("from"), o.Text("from") != ""
	if !named && o.Text("stats")+o.Text("attacks")+o.Text("saves")+o.Text("hit_dice") == "" {
		from = o.Text("name")
	}
	switch {
	case from == "" || s == nil && !named:
		return nil, nil
	case s == nil:
		return nil, noFight()
	}
	for i := range s.Combatants {
		if c := &s.Combatants[i]; engine.SameName(c.Name, from) || of == nil && engine.SameName(c.Type, from) {
			of = c
		}
	}
	if masked := s.Masked(from); of == nil && len(masked) > 0 {
		of = masked[0]
	}
	if of == nil && named {
		return nil, engine.UnknownName(s, from)
	}
	return of, nil
}

// parseMonster reads what was typed into /monster save.
func parseMonster(o Options, known []*ruleset.Ruleset, l *lang.Language) (m monster.Monster, err error) {
	m.Name = engine.CleanName(o.Text("name"))
	if err := engine.CheckName(m.Name); err != nil {
		return m, err
	}
	typed := vocabulariesOf(known, l)
	pairs, resists, err := play.SavedResistances(o.Text("stats"), known, typed.stats(o.Text("stats")), "hp 7, init 2")
	if err != nil {
		return m, err
	}
	m.Resistances = resists.String()
	m.Stats = map[string]int{}
	for _, g := range pairs {
		switch {
		case g.Key == "hp":
			m.HP = max(g.Value, g.Most)
		case !slices.ContainsFunc(known, func(rs *ruleset.Ruleset) bool { return rs.Knows(g.Key) }):
			return m, refuse(engine.Invalid, lang.P("bot.stat-in-no-ruleset", lang.Quoted("key", g.Key)))
		default:
			if err := play.CheckSaved(g, known); err != nil {
				return m, err
			}
			m.Stats[g.Key] = g.Value
		}
	}
	if m.Attacks, err = monster.ParseWeapons(typed.weapons(o.Text("attacks"))); err != nil {
		return m, err
	}
	if len(m.Attacks) > monster.MaxAttacks {
		return m, refuse(engine.Invalid, lang.P("bot.too-many-attacks", lang.Int("most", monster.MaxAttacks)))
	}
	if m.Saves, err = readPrepared(typed, o.Text("saves")); err != nil {
		return m, err
	}
	m.HitDice = o.Text("hit_dice")
	if expr, err := dice.Parse(m.HitDice); m.HitDice != "" && (err != nil || !expr.HasDice()) {
		return m, refuse(engine.Invalid, lang.P("bot.not-hit-dice", lang.Quoted("text", m.HitDice)))
	}
	return m, nil
}

// over applies what was typed to a monster.
func over(m *monster.Monster, typed monster.Monster) {
	m.HP, m.HitDice = cmp.Or(typed.HP, m.HP), cmp.Or(typed.HitDice, m.HitDice)
	m.Resistances = cmp.Or(typed.Resistances, m.Resistances)
	if len(typed.Attacks) > 0 {
		m.Attacks = typed.Attacks
		m.Tidy()
	}
	if len(typed.Saves) > 0 {
		m.Saves = typed.Saves
	}
	for key, n := range typed.Stats {
		if m.Stats == nil {
			m.Stats = map[string]int{}
		}
		m.Stats[key] = n
	}
}

// madeFor returns the titles of the rulesets that know all stats of a monster. One that was saved from a combatant is for its fight's.
func madeFor(m *monster.Monster, of *engine.Combatant, here *ruleset.Ruleset, known []*ruleset.Ruleset) []string {
	if of != nil {
		return []string{here.Title}
	}
	var titles []string
	for _, rs := range known {
		if !slices.ContainsFunc(m.StatKeys(), func(key string) bool { return !rs.Knows(key) }) {
			titles = append(titles, rs.Title)
		}
	}
	return titles
}

// addMonsters answers /monster add: it downloads the attached file, reads it, and keeps its monsters. Downloading may take seconds.
func (b *Bot) addMonsters(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	added, missed, why := b.fetchMonsters(ctx, r.Attachments["file"])
	l := b.reader(ctx, r)
	var problems strictyaml.Problems
	return amendList(ctx, b, r, l, store.MonstersOf(r.Guild), func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		if errors.As(why, &problems) {
			return have, faulty(l, "file", problems), nil
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
			return nil, nil, refuse(engine.NotNow, words.MonstersExist(twice))
		}
		list, err := putMonster(have, added)
		text, file := words.MonstersAdded(l, names, missed)
		return list, withFile(text, "left-out.txt", file), err
	})
}

// fetchMonsters downloads and reads a file. If it can't be added, the error is [strictyaml.Problems] or a refusal.
func (b *Bot) fetchMonsters(ctx context.Context, file discord.Attachment) ([]monster.Monster, []statblock.Missed, error) {
	text, err := b.rulesets.Files.Fetch(ctx, file, maxFile)
	if err != nil {
		return nil, nil, notFetched(err, lang.P("bot.monsters-too-large", lang.N("limit", maxFile)))
	}
	if !foreign(text) {
		list, err := monster.Read(text)
		return list, nil, err
	}
	list, missed, err := statblock.Read(text)
	switch {
	case errors.Is(err, statblock.ErrTooMany):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.too-many-monsters", lang.N("most", maxOwnMonsters)))
	case errors.Is(err, statblock.ErrTooComplex):
		return nil, nil, refuse(engine.Invalid, lang.P("bot.monsters-too-complex", lang.N("most", statblock.MaxValues)))
	case err != nil:
		return nil, nil, refuse(engine.Invalid, lang.P("bot.not-monsters"))
	}
	return list, missed, nil
}

// maxFile is the maximum size of a file of monsters in bytes.
const maxFile = 1 << 20

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

// listMonsters answers /monster list.
func (b *Bot) listMonsters(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	own, err := load[[]monster.Monster](ctx, b.store, store.MonstersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	text, file := words.MonsterList(b.reader(ctx, r), namesOf(own, monsterName), monster.Books())
	return withFile(text, "monsters.txt", file), nil
}

// exportMonster answers /monster export with a file that /monster add reads.
func (b *Bot) exportMonster(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	own, err := load[[]monster.Monster](ctx, b.store, store.MonstersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	name := Options(r.Options).Text("name")
	m, _, ok := monster.FindIn(own, monster.Books(), name)
	if !ok {
		return nil, refuse(engine.NotFound, lang.P("bot.not-own-monster", lang.Quoted("name", name)))
	}
	reply := privately(b.reader(ctx, r).Line("monster.exported", lang.Name("name", m.Name)))
	reply.Files = []discord.File{{Name: "monster.yaml", Type: "text/plain; charset=utf-8", Data: monster.Write([]monster.Monster{*m})}}
	return reply, nil
}

// deleteMonster answers /monster delete.
func (b *Bot) deleteMonster(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	name, l := Options(r.Options).Text("name"), b.reader(ctx, r)
	return amendList(ctx, b, r, l, store.MonstersOf(r.Guild), func(have []monster.Monster) ([]monster.Monster, *discord.Reply, error) {
		m, ok := monster.Find(have, name)
		if !ok {
			return nil, nil, refuse(engine.NotFound, lang.P("bot.not-own-monster", lang.Quoted("name", name)))
		}
		gone := m.Name
		return slices.DeleteFunc(have, func(m monster.Monster) bool { return m.Name == gone }), privately(l.Line("monster.deleted", lang.Name("name", gone))), nil
	})
}

// findMonster returns the monster with a name that somebody typed: one of the server's own, else one of the books that a ruleset offers;
// nil: of any book. If there is none, it refuses with the text unknown, which has the name and a similar one.
func (b *Bot) findMonster(own []monster.Monster, rs *ruleset.Ruleset, name, unknown string) (*monster.Monster, error) {
	books := monster.BooksFor(rs)
	if m, _, ok := monster.FindIn(own, books, name); ok {
		return m, nil
	}
	all := namesOf(own, monsterName)
	for _, book := range books {
		all = append(all, book.Index().Names...)
	}
	return nil, refuse(engine.NotFound, lang.P(unknown, lang.Quoted("name", name), lang.Name("near", nearest(all, name))))
}

func monsterName(m monster.Monster) string { return m.Name }

// ownMonsters returns the server's own monsters, or nothing if the asker may not see them.
func (b *Bot) ownMonsters(ctx context.Context, r *discord.Request) ([]monster.Monster, error) {
	return loadForGM[monster.Monster](ctx, b, r, store.MonstersOf(r.Guild))
}

// putMonster adds monsters to a list, in place of those with the same names.
func putMonster(have, added []monster.Monster) ([]monster.Monster, error) {
	have = slices.DeleteFunc(have, func(m monster.Monster) bool { _, replaced := monster.Find(added, m.Name); return replaced })
	have = append(have, added...)
	size := 0
	for i := range have {
		one := have[i].Size()
		size += one
		if one > monster.MaxStored {
			return nil, refuse(engine.Invalid, lang.P("bot.monster-too-large", lang.Name("name", have[i].Name), lang.N("limit", monster.MaxStored)))
		}
	}
	switch {
	case len(have) > maxOwnMonsters:
		return nil, refuse(engine.NotNow, lang.P("bot.too-many-monsters", lang.N("most", maxOwnMonsters)))
	case size > maxOwnSize:
		return nil, refuse(engine.NotNow, lang.P("bot.monsters-full"))
	}
	return sortedBy(have, monsterName), nil
}

// offerOwnMonsters suggests the server's own monsters.
func (b *Bot) offerOwnMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	own, err := b.ownMonsters(ctx, r)
	return suggestMonsters(own, nil, typed), err
}

// offerAllMonsters suggests the server's own monsters and all that come with the bot, to those who may see the former.
func (b *Bot) offerAllMonsters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil || !actor.Manager {
		return nil, err
	}
	own, err := b.ownMonsters(ctx, r)
	return suggestMonsters(own, monster.Books(), typed), err
}

// offerToShow suggests the combatants of the channel's fight to its GM, and then kinds of monsters (MO-13): all kinds to whoever may see the server's own,
// those of the books to any other GM of the fight.
func (b *Bot) offerToShow(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	var out []discord.Choice
	runs := false
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if tx.j.State() == nil || tx.gm() != nil {
			return nil, nil
		}
		runs = true
		var names []string
		for _, c := range tx.combatants() {
			if c.Kind != engine.AnEvent {
				names = append(names, c.Name)
			}
		}
		out = tx.suggest(whom, "", typed, names)
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	kinds, err := b.offerAllMonsters(ctx, r, typed)
	if err == nil && kinds == nil && runs {
		kinds = suggestMonsters(nil, monster.Books(), typed)
	}
	for _, kind := range kinds {
		same := func(c discord.Choice) bool { return engine.SameName(c.Value, kind.Value) }
		if len(out) < discord.MaxOptions && !slices.ContainsFunc(out, same) {
			out = append(out, kind)
		}
	}
	return out, err
}

// suggestMonsters returns the monsters that match what was typed so far, by the beginning of any word: the server's own first, then those of
// the books. One that another of its name hides is offered with its book (MO-5).
func suggestMonsters(own []monster.Monster, books []*monster.Book, typed string) []discord.Choice {
	var out []discord.Choice
	for _, m := range monster.Suggest(own, books, typed) {
		if len(out) == discord.MaxOptions {
			break
		}
		name := m.Name
		if m.Behind {
			name += " · " + m.Book.Index().Title
		}
		out = append(out, discord.Choice{Name: name, Value: m.Value()})
	}
	return out
}
