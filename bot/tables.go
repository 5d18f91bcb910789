package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/store"
)

// roll rolls on the loading's random table, if it is one (MO-32). typed, if it isn't nil, is the result of the first.
func (l *loading) roll(list []monster.Encounter, typed *int, roller dice.Roller) error {
	table := l.encounter
	if table.Table == nil {
		if typed != nil {
			return refuse(engine.Invalid, lang.P("bot.not-a-table", lang.Quoted("name", table.Name)))
		}
		return nil
	}
	rolled, leads, err := table.Roll(list, typed, roller)
	var fault *monster.TableError
	switch {
	case errors.As(err, &fault):
		return refuse(engine.NotNow, lang.P("bot.table-"+string(fault.Fault), lang.Quoted("name", fault.Name), lang.Quoted("other", fault.Other), lang.Int("low", fault.Low),
			lang.Int("high", fault.High), lang.Int("most", monster.MaxTables)))
	case err != nil:
		return err
	}
	l.rolled = rolled
	l.encounter = leads
	if leads == nil {
		l.encounter = &monster.Encounter{Name: table.Name}
		l.foes = rolled[len(rolled)-1].Foes
	}
	return nil
}

// rolledFoes adds the foes that a random table gave, which are typed, to the encounter.
func (l *loading) rolledFoes(rs *ruleset.Ruleset) error {
	if l.foes == "" {
		return nil
	}
	e, err := typedFoes{append(slices.Clip(l.rules), rs), func(name string) (*monster.Monster, error) {
		return l.b.findMonster(l.own, rs, name, "bot.unknown-foe")
	}}.read(l.foes, 0)
	if err != nil {
		return err
	}
	if heads := e.Heads(); heads > monster.MaxFoes {
		return refuse(engine.Invalid, lang.P("bot.too-many-foes", lang.Int("most", monster.MaxFoes), lang.N("count", heads)))
	}
	l.encounter = &monster.Encounter{Name: l.encounter.Name, Waves: e.Waves}
	return nil
}

// tellOfFoes adds to a reply, for the GM alone, what was rolled on random tables and which saves of these kinds of foes the ruleset lacks. If the GM
// alone reads nothing else, it says how hard the fight is, too (MO-26). l is nil for foes that aren't of an encounter.
func (tx *transaction) tellOfFoes(reply *discord.Reply, l *loading, kinds ...*monster.Monster) error {
	told := reply.Ephemeral || reply.Alone != nil
	if l != nil && len(l.rolled) > 0 {
		addLines(tx.own, private(reply), words.Rolled(tx.own, l.rolled)...)
	}
	tx.tellLeftOut(reply, kinds...)
	if told {
		return nil
	}
	return tx.tellDifficulty(reply)
}

// rollEncounter answers /encounter roll: it rolls on a random table and tells what it gave.
func (b *Bot) rollEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	o := Options(r.Options)
	return b.rollTable(ctx, r, func(e monster.Encounter) bool { return engine.SameName(e.Name, o.Text("name")) }, o.Text("name"), o.Number("roll"))
}

// pressRollAgain rolls on the same table again.
func (b *Bot) pressRollAgain(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	return b.rollTable(ctx, r, calledBy(textArg(args, 0)), "", nil)
}

// calledBy finds the encounter whose name has this hash.
func calledBy(hash string) func(e monster.Encounter) bool {
	return func(e monster.Encounter) bool { return hashed(strings.ToLower(e.Name)) == hash }
}

// hashed returns a short hash of a text, which fits a custom ID.
func hashed(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// prepared returns the server's encounters. It refuses users who may not roll on its tables or scale them: all but members with Manage Server or the GM
// role, and the GM of the channel's fight.
func (b *Bot) prepared(ctx context.Context, r *discord.Request) ([]monster.Encounter, error) {
	if keeps := b.admitToServer(ctx, r, encounterGM); keeps != nil {
		runs := false
		_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			runs = tx.gm() == nil && tx.j.State() != nil
			return nil, nil
		})
		if err != nil {
			return nil, err
		}
		if !runs || r.Guild == "" {
			return nil, keeps
		}
	}
	return load[[]monster.Encounter](ctx, b.store, store.EncountersOf(r.Guild))
}

// offerTables suggests the server's random tables to those who may roll on them.
func (b *Bot) offerTables(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	return b.offerPrepared(ctx, r, typed, func(e *monster.Encounter) bool { return e.Table != nil })
}

// offerScalable suggests the server's encounters with foes that come at once to those who may scale them.
func (b *Bot) offerScalable(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	return b.offerPrepared(ctx, r, typed, func(e *monster.Encounter) bool { return len(e.Wave(0)) > 0 })
}

func (b *Bot) offerPrepared(ctx context.Context, r *discord.Request, typed string, fits func(e *monster.Encounter) bool) ([]discord.Choice, error) {
	list, err := b.prepared(ctx, r)
	if _, refused := errors.AsType[*engine.Error](err); refused {
		return nil, nil
	}
	var names []string
	for i := range list {
		if fits(&list[i]) {
			names = append(names, list[i].Name)
		}
	}
	return suggestNames("", typed, names), err
}

// rollTable rolls on the table that is found. It can be added as it was rolled, because the button has the seed of its dice.
func (b *Bot) rollTable(ctx context.Context, r *discord.Request, is func(e monster.Encounter) bool, name string, typed *int) (*discord.Reply, error) {
	l, table, err := b.rolledTable(ctx, r, is, name, typed, "")
	if err != nil {
		return nil, err
	}
	own := b.reader(ctx, r)
	reply := privately(strings.Join(words.Rolled(own, l.rolled), "\n"))
	hash := hashed(strings.ToLower(table))
	again := card.Button(own, discord.Secondary, "table-again", hash)
	reply.Buttons = [][]discord.Button{{again}}
	if l.foes != "" || len(l.encounter.Waves) > 0 {
		first := ""
		if typed != nil {
			first = strconv.Itoa(*typed)
		}
		add := discord.Button{Label: own.Label("button.add-to-fight"), ID: discord.CustomID("table-add", hash, l.seed, first, outcome(l)), Style: discord.Success}
		reply.Buttons = [][]discord.Button{{add, again}}
	}
	return b.amendRolls(ctx, r, func(_ *lang.Language, kept *Rolls) (*discord.Reply, error) { // CR-61
		kept.count(l.faces)
		return reply, nil
	})
}

// outcome returns a hash of what was rolled, to see whether a table has changed since.
func outcome(l *loading) string { return hashed(fmt.Sprint(l.rolled)) }

// rolledTable rolls on the table that is found, with dice of a seed. If seed is empty, it is rolled as well. table is the table's name.
func (b *Bot) rolledTable(ctx context.Context, r *discord.Request, is func(e monster.Encounter) bool, name string, typed *int, seed string) (l *loading, table string, err error) {
	list, err := b.prepared(ctx, r)
	if err != nil {
		return nil, "", err
	}
	var e *monster.Encounter
	for i := range list {
		if is(list[i]) {
			e = &list[i]
		}
	}
	switch {
	case e == nil:
		_, err := findEncounter(list, name)
		return nil, "", err
	case e.Table == nil:
		return nil, "", refuse(engine.Invalid, lang.P("bot.no-table", lang.Quoted("name", e.Name)))
	}
	own, rules, err := b.kindsAndRules(ctx, r)
	if err != nil {
		return nil, "", err
	}
	if seed == "" {
		seed = strconv.Itoa(b.roller(true).Roll(1_000_000))
	}
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return nil, "", refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	l = &loading{b: b, encounter: e, own: own, rules: rules, seed: seed}
	err = l.roll(list, typed, counting{dice.Seeded(n), &l.faces, r.User})
	return l, e.Name, err
}

// pressTableAdd adds to the channel's fight what was rolled.
func (b *Bot) pressTableAdd(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	var typed *int
	if n, err := strconv.Atoi(textArg(args, 2)); err == nil {
		typed = &n
	}
	l, _, why := b.rolledTable(ctx, r, calledBy(textArg(args, 0)), "", typed, textArg(args, 1))
	if why == nil && outcome(l) != textArg(args, 3) {
		why = refuse(engine.NotNow, lang.P("bot.table-changed"))
	}
	if why == nil {
		l.faces = nil // counted when they were rolled
	}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if why == nil {
			why = tx.once()
		}
		if why != nil {
			return nil, why
		}
		return tx.load(l, "")
	})
}

// once refuses to add again what the same button has added in the last [engine.MaxSteps] steps, unless that was undone (MO-3). Only the GM may
// add anything.
func (tx *transaction) once() error {
	if err := tx.gm(); err != nil {
		return err
	}
	done, err := tx.j.Done(engine.MaxSteps)
	if err == nil && slices.ContainsFunc(done.Entries, func(e engine.Entry) bool { return e.Command == tx.source() }) {
		err = refuse(engine.Stale, lang.P("bot.foes-added"))
	}
	return err
}

// load adds an encounter to the channel's fight. Its GM alone is told what was rolled.
func (tx *transaction) load(l *loading, hp string) (*discord.Reply, error) {
	if err := tx.gm(); err != nil {
		return nil, err
	}
	cmds, err := tx.joinEncounter(l, hp)
	if err != nil {
		return nil, err
	}
	reply := privately("")
	if len(cmds) > 0 {
		if reply, err = tx.play(cmds...); err != nil {
			return nil, err
		}
	}
	if err := tx.tellOfFoes(reply, l, l.kinds...); err != nil {
		return nil, err
	}
	return reply, nil
}
