package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
	"roundel/store"
)

// Limits on what a server keeps: the number of encounters, and their total size in bytes.
const (
	maxSaved  = 100
	maxStored = 1 << 20
)

// saveEncounter adds the foes that are typed to the encounter of that name or, without any, saves those of the channel's fight.
func (b *Bot) saveEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	fight, err := b.fightHere(ctx, r)
	if err != nil {
		return nil, err
	}
	own, rules, err := b.kindsAndRules(ctx, r)
	if err != nil {
		return nil, err
	}
	o := Options(r.Options)
	more, why := b.givenFoes(o, own, rules, fight)
	l := b.reader(ctx, r)
	return amendList(ctx, b, r, l, store.EncountersOf(r.Guild), func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if why != nil {
			return nil, nil, why
		}
		e := &monster.Encounter{Name: more.Name}
		if old, exists := monster.FindEncounter(have, more.Name); exists && !o.Flag("replace") {
			if o.Text("foes") == "" {
				return nil, nil, refuse(engine.NotNow, lang.P("bot.encounter-exists", lang.Quoted("name", old.Name)))
			}
			if old.Table != nil {
				return nil, nil, refuse(engine.NotNow, lang.P("bot.table-exists", lang.Quoted("name", old.Name)))
			}
			e.Name, e.Waves = old.Name, slices.Clone(old.Waves)
		}
		for _, w := range more.Waves {
			e.Add(w.Round, w.Foes...)
		}
		list, err := putEncounter(have, e)
		return list, privately(words.EncounterSaved(l, e)), err
	})
}

// kindsAndRules returns what a server's typed foes are read by: its own monsters, and all rulesets that it can use.
func (b *Bot) kindsAndRules(ctx context.Context, r *discord.Request) ([]monster.Monster, []*ruleset.Ruleset, error) {
	own, err := load[[]monster.Monster](ctx, b.store, store.MonstersOf(r.Guild))
	if err != nil {
		return nil, nil, err
	}
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, nil, err
	}
	return own, server.all(), nil
}

// givenFoes returns the typed foes or, if none are typed, those of the fight.
func (b *Bot) givenFoes(o Options, own []monster.Monster, rules []*ruleset.Ruleset, fight *engine.State) (*monster.Encounter, error) {
	name, round := engine.CleanName(o.Text("name")), o.Number("round")
	switch {
	case !monster.IsEncounterName(name):
		return nil, refuse(engine.Invalid, lang.P("bot.encounter-name", lang.Int("most", monster.MaxEncounterName)))
	case round != nil && (*round < 1 || *round > monster.MaxRound):
		return nil, refuse(engine.Invalid, lang.P("bot.wave-round", lang.N("most", monster.MaxRound)))
	case round != nil && o.Text("foes") == "":
		return nil, refuse(engine.Invalid, lang.P("bot.round-without-foes"))
	case o.Text("foes") != "":
		out, err := typedFoes{rules, func(name string) (*monster.Monster, error) {
			return b.findMonster(own, nil, name, "bot.unknown-foe")
		}}.read(o.Text("foes"), o.Whole("round"))
		if err == nil {
			out.Name = name
		}
		return out, err
	case fight == nil:
		return nil, refuse(engine.NotNow, lang.P("bot.no-fight-to-save"))
	}
	out, err := monster.OfFight(name, fight)
	if err == nil && out.Heads() == 0 {
		err = refuse(engine.NotNow, lang.P("bot.no-foes-to-save"))
	}
	return out, err
}

// wavePattern matches how a wave begins: "at round 4:", "round 4:".
var wavePattern = regexp.MustCompile(`(?i)^(?:at\s+)?round\s+(\d+)\s*:?\s*(.*)$`)

// foePattern matches how many there are of a kind, and its name: "3 Goblin", "3x Goblin", "3×Goblin".
var foePattern = regexp.MustCompile(`(?i)^(\d+)\s*(?:×|x\s|\s)\s*(\S.*)$`)

// lookup finds a monster by its name, or refuses.
type lookup func(name string) (*monster.Monster, error)

// typedFoes reads foes that somebody typed.
type typedFoes struct {
	rules []*ruleset.Ruleset // any of which may know the words that make foes stronger or weaker (MO-31)
	find  lookup
}

// read reads typed foes: "3 Goblin, 1 Ogre hidden; at round 4: 2 Wolf, hidden". Waves are separated by semicolons or line breaks, foes by
// commas. "hidden", "separate", "roll" and a word such as "elite" after a foe apply to that foe; between commas they apply to the whole wave.
// Foes without a round get the given one.
func (t typedFoes) read(text string, round int) (*monster.Encounter, error) {
	out := &monster.Encounter{}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		whole, at := strings.TrimSpace(part), round
		part := whole
		if m := wavePattern.FindStringSubmatch(part); m != nil {
			n, err := strconv.Atoi(m[1])
			if err != nil || n < 1 || n > monster.MaxRound {
				return nil, refuse(engine.Invalid, lang.P("bot.wave-round", lang.N("most", monster.MaxRound)))
			}
			at, part = n, m[2]
		}
		if whole == "" {
			continue
		}
		if part == "" {
			return nil, refuse(engine.Invalid, lang.P("bot.foes-form", lang.Quoted("text", whole)))
		}
		foes, err := t.wave(part)
		if err != nil {
			return nil, err
		}
		out.Add(at, foes...)
	}
	return out, nil
}

// wave reads the foes of one wave.
func (t typedFoes) wave(text string) ([]monster.Foe, error) {
	var out []monster.Foe
	var all monster.Foe
	for item := range strings.SplitSeq(text, ",") {
		item = oneLine(item)
		if item == "" || t.mark(&all, item) {
			continue
		}
		f, err := t.foe(item)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	for i := range out {
		out[i].Hidden, out[i].Separate, out[i].RollHP = out[i].Hidden || all.Hidden, out[i].Separate || all.Separate, out[i].RollHP || all.RollHP
		out[i].Adjust = cmp.Or(out[i].Adjust, all.Adjust)
	}
	if len(out) == 0 {
		return nil, refuse(engine.Invalid, lang.P("bot.foes-form", lang.Quoted("text", text)))
	}
	return out, nil
}

// mark applies a word such as "hidden" to a foe. It reports whether it knows the word.
func (t typedFoes) mark(f *monster.Foe, word string) bool {
	switch strings.ToLower(word) {
	case "hidden":
		f.Hidden = true
	case "separate":
		f.Separate = true
	case "roll":
		f.RollHP = true
	default:
		if f.Adjust != "" || !slices.ContainsFunc(t.rules, func(rs *ruleset.Ruleset) bool { return rs.Difficulty.Adjustment(word) != nil }) {
			return false
		}
		f.Adjust = strings.ToLower(word)
	}
	return true
}

// foe reads foes of one kind: "3 Goblin hidden".
func (t typedFoes) foe(text string) (monster.Foe, error) {
	f := monster.Foe{Count: 1}
	name := text
	if m := foePattern.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 || n > monster.MaxCount {
			return f, refuse(engine.Invalid, lang.P("bot.foe-count", lang.Quoted("text", text), lang.Int("most", monster.MaxCount)))
		}
		f.Count, name = n, m[2]
	}
	for {
		m, err := t.find(name)
		if plural, cut := strings.CutSuffix(name, "s"); err != nil && f.Count > 1 && cut {
			if one, wrong := t.find(plural); wrong == nil {
				m, err = one, nil
			}
		}
		if err == nil {
			f.Monster = m.Name
			if book, _ := monster.Cut(name); book != nil && m.Book == book.Key {
				f.Monster = monster.Named{Name: m.Name, Book: book, Behind: true}.Value()
			}
			return f, nil
		}
		i := strings.LastIndexByte(name, ' ')
		if i < 0 || !t.mark(&f, name[i+1:]) {
			if strings.Trim(name, "0123456789") == "" {
				err = refuse(engine.Invalid, lang.P("bot.foes-form", lang.Quoted("text", text)))
			}
			return f, err
		}
		name = strings.TrimSpace(name[:i])
	}
}

// loadEncounter puts a saved encounter into the channel's fight.
func (b *Bot) loadEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	o := Options(r.Options)
	loading, unknown := b.encounter(ctx, r, o.Text("name"), o.Number("roll"))
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if unknown != nil {
			return nil, unknown
		}
		return tx.load(loading, o.Text("hp"))
	})
}

// encounter returns the saved encounter of that name, or nil if the name is empty. If it is a random table, it is rolled on; typed, if it isn't
// nil, is the result.
func (b *Bot) encounter(ctx context.Context, r *discord.Request, name string, typed *int) (*loading, error) {
	if name == "" {
		if typed != nil {
			return nil, refuse(engine.Invalid, lang.P("bot.roll-without-table"))
		}
		return nil, nil
	}
	if err := b.admitToServer(ctx, r, encounterGM); err != nil {
		return nil, err
	}
	list, err := load[[]monster.Encounter](ctx, b.store, store.EncountersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	e, err := findEncounter(list, name)
	if err != nil {
		return nil, err
	}
	own, rules, err := b.kindsAndRules(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &loading{b: b, encounter: e, own: own, rules: rules}
	err = out.roll(list, typed, counting{b.roller(true), &out.faces, r.User})
	return out, err
}

// findEncounter returns the encounter with a name that somebody typed. If there is none, the refusal suggests a similar name.
func findEncounter(list []monster.Encounter, name string) (*monster.Encounter, error) {
	if e, ok := monster.FindEncounter(list, name); ok {
		return e, nil
	}
	return nil, refuse(engine.NotFound, lang.P("bot.unknown-encounter", lang.Quoted("name", name), lang.Name("near", nearest(namesOf(list, encounterName), name))))
}

func encounterName(e monster.Encounter) string { return e.Name }

// joinEncounter returns the commands that put a saved encounter into the fight, or into the one that begins; none if loading is nil.
func (tx *transaction) joinEncounter(loading *loading, hp string) ([]play.Command, error) {
	if loading == nil {
		return nil, nil
	}
	if err := loading.rolledFoes(tx.rs); err != nil {
		return nil, err
	}
	tx.faces = append(tx.faces, loading.faces...)
	const room = 100 // for the waves of one entry of the log
	return loading.joining(tx.rs, hp, engine.WaveID(tx.j.NextSeq()*room))
}

// loading is a saved encounter to load into a fight, with the monsters that it may name.
type loading struct {
	b         *Bot
	encounter *monster.Encounter
	own       []monster.Monster
	rules     []*ruleset.Ruleset // that typed foes are read by

	rolled []monster.Rolled // on random tables
	faces  []face           // that the dice showed, unless they have been counted
	seed   string           // of their dice, if it is rolled to be added later
	foes   string           // that they gave, as typed; empty: those of the encounter

	kinds  []*monster.Monster // of its foes, each once, before they are adjusted
	blocks []*engine.Block    // of its foes
}

// joining returns the commands that load an encounter into a fight under a ruleset. hp says how hit points are determined (see
// [rollHP]); if it is empty, the encounter decides. first is the ID of the first wave; the others count up from it.
func (l *loading) joining(rs *ruleset.Ruleset, hp string, first engine.WaveID) ([]play.Command, error) {
	var out []play.Command
	var later []engine.Wave
	l.kinds, l.blocks = nil, nil // the transaction may run again
	for _, w := range l.encounter.Waves {
		foes, err := l.newcomers(w.Foes, rs, hp)
		if err != nil {
			return nil, err
		}
		if w.Round == 0 {
			out = append(out, adding(foes, l.blocks)...)
			continue
		}
		later = append(later, engine.Wave{ID: first + engine.WaveID(len(later)), From: l.encounter.Name, Round: w.Round,
			AnyTime: rs.Order.Shape == ruleset.Ticks, Foes: foes})
	}
	if len(later) > 0 {
		out = append(out, play.PlanWaves{Waves: later, Blocks: l.planned(later)})
	}
	return out, nil
}

// newcomers returns foes as they join a fight under a ruleset, without the stats that it doesn't have.
func (l *loading) newcomers(foes []monster.Foe, rs *ruleset.Ruleset, hp string) ([]engine.Newcomers, error) {
	var out []engine.Newcomers
	for _, f := range foes {
		m := f.Own
		if m == nil {
			var err error
			if m, err = l.b.findMonster(l.own, rs, f.Monster, "bot.unknown-monster"); err != nil {
				return nil, err
			}
		}
		if !slices.ContainsFunc(l.kinds, func(known *monster.Monster) bool { return known.Name == m.Name && known.Book == m.Book }) {
			l.kinds = append(l.kinds, m)
		}
		m, err := adjusted(m, f.Adjust, rs)
		if err != nil {
			return nil, err
		}
		f.Stats = slices.DeleteFunc(slices.Clone(f.Stats), func(g engine.StatPair) bool { return g.Key != "hp" && !rs.Knows(g.Key) })
		if hp != "" {
			f.RollHP = hp == rollHP
		}
		f.RollHP = f.RollHP && m.HitDice != ""
		n := addMonster(&f, m, rs)
		l.blocks = append(l.blocks, n.Block)
		out = append(out, engine.Newcomers{Name: n.Name, As: n.As, Count: max(n.Count, 1), Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons, Prepared: n.Saves, Block: n.Block.Key,
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate})
	}
	return out, nil
}

// planned returns the stat blocks that the foes of waves name.
func (l *loading) planned(waves []engine.Wave) []*engine.Block {
	var out []*engine.Block
	for _, w := range waves {
		for _, n := range w.Foes {
			if b := blockIn(l.blocks, n.Block); b != nil && blockIn(out, n.Block) == nil {
				out = append(out, b)
			}
		}
	}
	return out
}

// blockIn returns the stat block with that key, or nil.
func blockIn(blocks []*engine.Block, key string) *engine.Block {
	i := slices.IndexFunc(blocks, func(b *engine.Block) bool { return b.Key == key })
	if i < 0 {
		return nil
	}
	return blocks[i]
}

// adding returns the commands that add foes to a fight. blocks has the stat blocks that they name.
func adding(foes []engine.Newcomers, blocks []*engine.Block) []play.Command {
	out := make([]play.Command, len(foes))
	for i, n := range foes {
		out[i] = play.Add{Name: n.Name, As: n.As, Count: n.Count, Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons, Saves: n.Prepared, Block: blockIn(blocks, n.Block),
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate}
	}
	return out
}

// importEncounter answers /encounter import: it downloads the attached file, reads it, and keeps the encounter. Downloading may take seconds.
func (b *Bot) importEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	e, why := b.fetchEncounter(ctx, r.Attachments["file"])
	l := b.reader(ctx, r)
	var problems strictyaml.Problems
	return amendList(ctx, b, r, l, store.EncountersOf(r.Guild), func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if errors.As(why, &problems) {
			return have, faulty(l, "file", problems), nil
		} else if why != nil {
			return nil, nil, why
		}
		if old, exists := monster.FindEncounter(have, e.Name); exists && r.Options["replace"] != "true" {
			return nil, nil, refuse(engine.NotNow, lang.P("bot.encounter-exists", lang.Quoted("name", old.Name)))
		}
		list, err := putEncounter(have, e)
		return list, privately(words.EncounterSaved(l, e)), err
	})
}

// fetchEncounter downloads and reads a file. If it can't be kept, the error is [strictyaml.Problems] or a refusal.
func (b *Bot) fetchEncounter(ctx context.Context, file discord.Attachment) (*monster.Encounter, error) {
	text, err := b.rulesets.Files.Fetch(ctx, file, monster.MaxBytes)
	if err != nil {
		return nil, notFetched(err, lang.P("bot.encounter-too-large", lang.N("limit", monster.MaxBytes)))
	}
	return monster.ReadEncounter(text)
}

// listEncounters answers /encounter list.
func (b *Bot) listEncounters(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	list, err := load[[]monster.Encounter](ctx, b.store, store.EncountersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	text, file := words.EncounterList(b.reader(ctx, r), list)
	return withFile(text, "encounters.txt", file), nil
}

// chosenEncounter returns the encounter that the option name means.
func (b *Bot) chosenEncounter(ctx context.Context, r *discord.Request) (*monster.Encounter, error) {
	list, err := load[[]monster.Encounter](ctx, b.store, store.EncountersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	return findEncounter(list, Options(r.Options).Text("name"))
}

// exportEncounter answers /encounter export with a file that /encounter import reads.
func (b *Bot) exportEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	e, err := b.chosenEncounter(ctx, r)
	if err != nil {
		return nil, err
	}
	reply := privately(b.reader(ctx, r).Line("encounter.exported", lang.Name("name", e.Name)))
	reply.Files = []discord.File{{Name: "encounter.yaml", Type: "text/plain; charset=utf-8", Data: monster.WriteEncounter(e)}}
	return reply, nil
}

// deleteEncounter answers /encounter delete.
func (b *Bot) deleteEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	l := b.reader(ctx, r)
	return amendList(ctx, b, r, l, store.EncountersOf(r.Guild), func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		e, err := findEncounter(have, Options(r.Options).Text("name"))
		if err != nil {
			return nil, nil, err
		}
		return without(have, e.Name), privately(l.Line("encounter.deleted", lang.Name("name", e.Name))), nil
	})
}

// putEncounter adds an encounter to a list, in place of the one with the same name.
func putEncounter(have []monster.Encounter, e *monster.Encounter) ([]monster.Encounter, error) {
	list := without(have, e.Name)
	list = append(list, *e)
	data, err := json.Marshal(list)
	switch heads := e.Heads(); {
	case err != nil:
		return nil, err
	case heads > monster.MaxFoes:
		return nil, refuse(engine.Invalid, lang.P("bot.too-many-foes", lang.Int("most", monster.MaxFoes), lang.N("count", heads)))
	case len(e.Later()) > monster.MaxWaves:
		return nil, refuse(engine.Invalid, lang.P("bot.wave-limit", lang.Int("most", monster.MaxWaves)))
	case len(list) > maxSaved:
		return nil, refuse(engine.NotNow, lang.P("bot.too-many-encounters", lang.N("most", maxSaved)))
	case len(monster.WriteEncounter(e)) > monster.MaxBytes:
		return nil, refuse(engine.Invalid, lang.P("bot.encounter-too-large", lang.N("limit", monster.MaxBytes)))
	case len(data) > maxStored:
		return nil, refuse(engine.NotNow, lang.P("bot.encounters-full"))
	}
	return sortedBy(list, encounterName), nil
}

// without returns a list without the encounter of that name.
func without(have []monster.Encounter, name string) []monster.Encounter {
	return slices.DeleteFunc(slices.Clone(have), func(e monster.Encounter) bool { return engine.SameName(e.Name, name) })
}

// offerEncounters suggests the server's saved encounters to those who may see them.
func (b *Bot) offerEncounters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	list, err := loadForGM[monster.Encounter](ctx, b, r, store.EncountersOf(r.Guild))
	return suggestNames("", typed, namesOf(list, encounterName)), err
}

// addWaves adds waves that are due to a reply that only the GM sees. fight is the ID of the fight as it appears in the custom IDs of buttons.
func addWaves(l *lang.Language, reply *discord.Reply, s *engine.State, due []engine.Wave, fight string) {
	addLines(l, reply, words.WavesDue(l, s, due)...)
	for _, w := range due {
		if len(reply.Buttons) < discord.MaxRows {
			reply.Buttons = append(reply.Buttons, waveRow(l, w, len(due) > 1, fight))
		}
	}
}

// waveRow returns the buttons for a planned wave; several means that other waves are due, too.
func waveRow(l *lang.Language, w engine.Wave, several bool, fight string) []discord.Button {
	round := 0
	if several {
		round = w.Round
	}
	id := strconv.FormatInt(int64(w.ID), 36)
	return []discord.Button{{Label: l.Label("button.bring-in", lang.Int("round", round)), ID: discord.CustomID("wave", fight, id), Style: discord.Success},
		{Label: l.Label("button.forget"), ID: discord.CustomID("wave-forget", fight, id)}}
}

// newlyDue returns the waves that have become due by a change.
func newlyDue(done engine.Outcome) []engine.Wave {
	before := done.Before.DueWaves()
	return slices.DeleteFunc(done.State.DueWaves(), func(w engine.Wave) bool {
		return slices.ContainsFunc(before, func(b engine.Wave) bool { return b.ID == w.ID })
	})
}

// tellsWaves reports whether the GM has yet to be told that a wave is due.
func tellsWaves(notices []engine.Notice) bool {
	return slices.ContainsFunc(notices, func(n engine.Notice) bool { return n.Kind == engine.NoticeWave })
}

// pressWave brings in a planned wave.
func pressWave(tx *transaction) (*discord.Reply, error) {
	id, err := tx.waveArg()
	if err != nil {
		return nil, err
	}
	cmds := []play.Command{play.EndWave{ID: id}} // refused if there is no such wave
	if s := tx.j.State(); s.Wave(id) != nil {
		cmds = append(cmds, adding(s.Wave(id).Foes, s.Blocks)...)
	}
	return tx.play(cmds...)
}

// pressForget drops a planned wave.
func pressForget(tx *transaction) (*discord.Reply, error) {
	id, err := tx.waveArg()
	if err != nil {
		return nil, err
	}
	text, err := tx.quietly(play.EndWave{ID: id, Dropped: true})
	return privately(text), err
}

// waveArg returns the wave that a button is for.
func (tx *transaction) waveArg() (engine.WaveID, error) {
	id, err := strconv.ParseInt(textArg(tx.args(), 1), 36, 64)
	if err != nil {
		return 0, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	return engine.WaveID(id), nil
}
