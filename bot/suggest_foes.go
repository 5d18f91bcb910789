package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/store"
)

const (
	maxTheme = 40      // so that the custom IDs of buttons have room for it
	maxSeed  = 999_999 // of suggestions
	mostFoes = 50      // that can be asked for
)

// wish is what somebody wants foes to be like (MO-28). The buttons of a suggestion carry all of it, and nothing else is stored.
type wish struct {
	label ruleset.Label
	most  int
	kinds int
	seed  int
	party []int
	theme string
}

// id returns the custom ID of a button or a form for the wish.
func (w wish) id(verb string) string {
	return discord.CustomID(verb, strconv.Itoa(int(w.label)), strconv.Itoa(w.most), strconv.Itoa(w.kinds), strconv.Itoa(w.seed), partyArg(w.party), w.theme)
}

// partyArg returns the levels of a party as an argument of a custom ID. A level is one character.
func partyArg(levels []int) string {
	var out strings.Builder
	for _, level := range levels {
		out.WriteString(strconv.FormatInt(int64(level), 36))
	}
	return out.String()
}

// partyOfArg reads what [partyArg] wrote, or returns nothing.
func partyOfArg(text string) []int {
	var out []int
	for _, c := range text {
		level, err := strconv.ParseInt(string(c), 36, 0)
		if err != nil || level < 1 || level > ruleset.MaxLevel || len(out) == maxParty {
			return nil
		}
		out = append(out, int(level))
	}
	return out
}

// wishArgs is the number of arguments of a custom ID for a wish.
const wishArgs = 6

// wishOf reads the arguments of a custom ID.
func wishOf(args []string, d *ruleset.Difficulty) (wish, error) {
	if len(args) != wishArgs {
		return wish{}, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	}
	w := wish{label: ruleset.Label(discord.NumberArg(args, 0)), most: discord.NumberArg(args, 1), kinds: discord.NumberArg(args, 2), seed: discord.NumberArg(args, 3), party: partyOfArg(args[4]), theme: args[5]}
	possible := w.label >= 0 && int(w.label) < len(d.Budgets) && w.most >= 1 && w.most <= mostFoes && w.kinds >= 1 && w.kinds <= 4 && w.seed >= 0 && w.seed <= maxSeed &&
		len(w.party) > 0
	if !possible { // the fight has another ruleset now
		return wish{}, refuse(engine.Stale, lang.P("bot.wish-over"))
	}
	return w, nil
}

// built are foes for a wish, under a ruleset.
type built struct {
	wish
	rs   *ruleset.Ruleset
	own  []monster.Monster
	foes []monster.Picked
}

// build returns foes for the wish that read returns. It refuses anyone but the GM of the channel's fight and users who may prepare encounters.
func (b *Bot) build(ctx context.Context, r *discord.Request, read func(tx *transaction, rs *ruleset.Ruleset) (wish, error)) (*built, error) {
	keeps := b.admitToServer(ctx, r, encounterGM)
	own, err := b.ownMonsters(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &built{own: own}
	_, err = b.look(ctx, r, func(tx *transaction) (_ *discord.Reply, err error) {
		if keeps != nil && tx.gm() != nil {
			return nil, keeps
		}
		if out.rs, err = tx.rulesHere(); err != nil {
			return nil, err
		}
		if out.rs.Difficulty == nil {
			return nil, refuse(engine.NotNow, lang.P("bot.no-difficulty", lang.Term("ruleset", out.rs.Title)))
		}
		out.wish, err = read(tx, out.rs)
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	d := out.rs.Difficulty
	all := monster.Choices(own, monster.BooksFor(out.rs))
	if !slices.ContainsFunc(all, func(c monster.Choice) bool { return c.Rating != "" || c.Worth != nil }) {
		return nil, refuse(engine.NotFound, lang.P("bot.no-rated-monsters", lang.Term("ruleset", out.rs.Title)))
	}
	kinds := monster.Themed(all, out.theme)
	if len(kinds) == 0 {
		return nil, refuse(engine.NotFound, lang.P("bot.no-theme", lang.Quoted("theme", out.theme)))
	}
	foes := func(label ruleset.Label) []monster.Picked {
		return monster.Build(monster.Wish{Rules: d, Label: label, Party: out.party, Most: out.most, Kinds: out.kinds, Seed: uint64(out.seed)}, kinds)
	}
	out.foes = foes(out.label)
	if out.foes != nil {
		return out, nil
	}
	var near []ruleset.Label
	for away := 1; away < len(d.Budgets); away++ {
		near = append(near, out.label-ruleset.Label(away), out.label+ruleset.Label(away))
	}
	near = slices.DeleteFunc(near, func(l ruleset.Label) bool { return l < 0 || int(l) >= len(d.Budgets) })
	for _, label := range append(near, d.OutsideLabel()) { // the last can't be asked for, so anything else is better
		if word, named := d.Word(label); named && foes(label) != nil {
			return nil, refuse(engine.NotFound, lang.P("bot.not-possible", lang.Term("label", d.Budgets[out.label].Label), lang.Term("near", word)))
		}
	}
	return nil, refuse(engine.NotFound, lang.P("bot.none-possible"))
}

// pressedWish reads the wish of a button or a form.
func pressedWish(tx *transaction, rs *ruleset.Ruleset) (wish, error) {
	return wishOf(tx.args(), rs.Difficulty)
}

// wishToAdd reads the wish of a button that adds the foes. Its last argument says which suggestion it stands under, since each adds them once
// (see once).
func wishToAdd(tx *transaction, rs *ruleset.Ruleset) (wish, error) {
	args := tx.args()
	return wishOf(args[:min(len(args), wishArgs)], rs.Difficulty)
}

// suggestFoes answers /encounter suggest.
func (b *Bot) suggestFoes(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	typed, err := b.typedParty(ctx, r)
	if err != nil {
		return nil, err
	}
	o := Options(r.Options)
	chosen := rand.IntN(maxSeed + 1)
	return b.suggestion(ctx, r, func(tx *transaction, rs *ruleset.Ruleset) (wish, error) {
		w := wish{kinds: 2, seed: chosen, theme: oneLine(strings.ReplaceAll(o.Text("theme"), ":", " "))}
		var err error
		if w.label, w.party, err = tx.wanted(rs, o.Text("difficulty"), typed); err != nil {
			return w, err
		}
		w.most = min(mostFoes, 2*len(w.party))
		if n := o.Number("most"); n != nil {
			w.most = max(1, min(mostFoes, *n))
		}
		if n := o.Number("kinds"); n != nil {
			w.kinds = max(1, min(4, *n))
		}
		if n := o.Number("seed"); n != nil {
			w.seed = max(0, min(maxSeed, *n))
		}
		return w, nil
	})
}

// wanted returns the difficulty that was typed, and the levels of the party that it is for, of which there are at most [maxParty].
func (tx *transaction) wanted(rs *ruleset.Ruleset, difficulty string, typed []int) (ruleset.Label, []int, error) {
	l := words.Under(tx.own, rs)
	label, known := labelTyped(l, rs.Difficulty, difficulty)
	if !known {
		return 0, nil, refuse(engine.NotFound, lang.P("bot.unknown-difficulty", lang.Quoted("text", difficulty), lang.Listed("labels", difficulties(l, rs.Difficulty))))
	}
	party, without, err := tx.party(rs, typed)
	if err != nil {
		return 0, nil, err
	}
	if len(party) == 0 {
		return 0, nil, refuse(engine.NotNow, lang.P("bot.no-party-levels", lang.Int("count", len(without)), lang.AllParts("names", without)))
	}
	return label, party[:min(len(party), maxParty)], nil
}

// difficulties returns what the difficulties of a ruleset are called in a language.
func difficulties(l *lang.Language, d *ruleset.Difficulty) []string {
	out := make([]string, len(d.Budgets))
	for i := range d.Budgets {
		out[i] = words.Label(l, d.Budgets[i].Label)
	}
	return out
}

// labelTyped returns the difficulty that was typed, as the file has it or as it is shown.
func labelTyped(l *lang.Language, d *ruleset.Difficulty, typed string) (ruleset.Label, bool) {
	if label, ok := d.FindLabel(typed); ok {
		return label, true
	}
	i := slices.IndexFunc(difficulties(l, d), func(shown string) bool { return strings.EqualFold(shown, strings.TrimSpace(typed)) })
	return ruleset.Label(i), i >= 0
}

// offerDifficulties suggests the difficulties of the fight's ruleset or, without a fight, of the server's default.
func (b *Bot) offerDifficulties(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	var out []discord.Choice
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		rs, err := tx.rulesHere()
		if err != nil || rs.Difficulty == nil {
			return nil, ignoreRefusal(err)
		}
		l := words.Under(tx.own, rs)
		values := make([]string, len(rs.Difficulty.Budgets))
		for i := range values {
			values[i] = rs.Difficulty.Budgets[i].Label
		}
		out = suggestAs("", typed, values, func(value string) string { return words.Label(l, value) })
		return nil, nil
	})
	return out, err
}

// suggestion shows foes for a wish, with what can be done with them.
func (b *Bot) suggestion(ctx context.Context, r *discord.Request, read func(tx *transaction, rs *ruleset.Ruleset) (wish, error)) (*discord.Reply, error) {
	found, err := b.build(ctx, r, read)
	if err != nil {
		return nil, err
	}
	l, d := words.Under(b.reader(ctx, r), found.rs), found.rs.Difficulty
	reply := privately(words.Suggestion(l, found.foes, found.seed))
	addLines(l, reply, words.Difficulty(l, d, d.Judge(found.party, monster.Judged(found.foes))))
	next := found.wish
	next.seed = (next.seed + 1) % (maxSeed + 1)
	reply.Buttons = [][]discord.Button{{
		{Label: l.Label("button.suggest-another"), ID: next.id("suggest")},
		{Label: l.Label("button.suggest-save"), ID: found.id("suggest-save")},
		{Label: l.Label("button.suggest-add"), ID: discord.CustomID(found.id("suggest-add"), hashed(r.ID)), Style: discord.Success},
	}}
	return reply, nil
}

// pressSuggest shows the foes for the wish of the button in place of those before.
func (b *Bot) pressSuggest(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return updated(b.suggestion(ctx, r, pressedWish))
}

// encounterOf returns foes as an encounter.
func (b *built) encounterOf(name string) *monster.Encounter {
	e := &monster.Encounter{Name: name}
	for _, p := range b.foes {
		e.Add(0, monster.Foe{Monster: p.Value, Count: p.Count})
	}
	return e
}

// pressSuggestAdd puts the foes of a suggestion into the fight.
func (b *Bot) pressSuggestAdd(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	found, err := b.build(ctx, r, wishToAdd)
	if err != nil {
		return nil, err
	}
	loading := &loading{b: b, encounter: found.encounterOf(""), own: found.own}
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.once(); err != nil {
			return nil, err
		}
		if tx.rs.Hash != found.rs.Hash {
			return nil, refuse(engine.Stale, lang.P("bot.wish-over"))
		}
		cmds, err := loading.joining(tx.rs, "", 0)
		if err != nil {
			return nil, err
		}
		reply, err := tx.play(cmds...)
		if err == nil {
			err = tx.tellOfFoes(reply, loading, loading.kinds...)
		}
		return reply, err
	})
}

// askEncounterName returns a handler that asks for the name of a new encounter, in a form with the button's arguments.
func (b *Bot) askEncounterName(form string) handler {
	return func(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
		return b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			id := discord.CustomID(append([]string{form}, tx.args()...)...)
			return opened(tx.newForm(id, nil, discord.Input{ID: "name", Required: true, Max: monster.MaxEncounterName}), nil)
		})
	}
}

// saveSuggestion saves the foes of a suggestion as an encounter.
func (b *Bot) saveSuggestion(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	found, err := b.build(ctx, r, pressedWish)
	if err != nil {
		return nil, err
	}
	name := engine.CleanName(r.Fields["name"])
	l := b.reader(ctx, r)
	return amendList(ctx, b, r, l, store.EncountersOf(r.Guild), func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if err := newEncounterName(have, name); err != nil {
			return nil, nil, err
		}
		e := found.encounterOf(name)
		list, err := putEncounter(have, e)
		return list, privately(words.EncounterSaved(l, e)), err
	})
}
