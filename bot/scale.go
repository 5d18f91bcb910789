package bot

import (
	"context"
	"slices"
	"strconv"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/store"
)

// scaling is a saved encounter before and after it is changed to have the wanted difficulty (MO-30).
type scaling struct {
	rs            *ruleset.Ruleset
	label         ruleset.Label // that is wanted
	party         []int
	before, after *monster.Encounter
	end           monster.ScaleEnd
	find          lookup
}

// id returns the custom ID of a button or a form. It has hashes of both encounters, so that only what was shown can be saved.
func (s *scaling) id(verb string) string {
	return discord.CustomID(verb, strconv.Itoa(int(s.label)), partyArg(s.party), contentOf(s.before), contentOf(s.after))
}

// contentOf returns a short hash of an encounter with all that is in it.
func contentOf(e *monster.Encounter) string { return hashed(string(monster.WriteEncounter(e))) }

// scale scales the encounter that pick picks, for those who may also roll on tables. read returns the wanted difficulty and the party.
func (b *Bot) scale(ctx context.Context, r *discord.Request, pick func(list []monster.Encounter) (*monster.Encounter, error),
	read func(tx *transaction, rs *ruleset.Ruleset) (ruleset.Label, []int, error)) (*scaling, error) {
	list, err := b.prepared(ctx, r)
	if err != nil {
		return nil, err
	}
	s := &scaling{}
	_, err = b.look(ctx, r, func(tx *transaction) (_ *discord.Reply, err error) {
		if s.rs, err = tx.rulesHere(); err != nil {
			return nil, err
		}
		if s.rs.Difficulty == nil {
			return nil, refuse(engine.NotNow, lang.P("bot.no-difficulty", lang.Term("ruleset", s.rs.Title)))
		}
		if s.before, err = pick(list); err != nil {
			return nil, err
		}
		if len(s.before.Wave(0)) == 0 {
			return nil, refuse(engine.Invalid, lang.P("bot.nothing-to-scale", lang.Quoted("name", s.before.Name)))
		}
		s.label, s.party, err = read(tx, s.rs)
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	own, err := load[[]monster.Monster](ctx, b.store, store.MonstersOf(r.Guild))
	if err != nil {
		return nil, err
	}
	s.find = func(name string) (*monster.Monster, error) {
		return b.findMonster(own, s.rs, name, "bot.unknown-monster")
	}
	s.after, s.end = monster.Scale(s.before, s.rs.Difficulty, s.party, s.label, s.find)
	return s, nil
}

// scaleEncounter answers /encounter scale: it shows an encounter before and after.
func (b *Bot) scaleEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	o := Options(r.Options)
	typed, err := parseParty(o.Text("party"))
	if err != nil {
		return nil, err
	}
	s, err := b.scale(ctx, r, func(list []monster.Encounter) (*monster.Encounter, error) { return findEncounter(list, o.Text("name")) },
		func(tx *transaction, rs *ruleset.Ruleset) (ruleset.Label, []int, error) {
			return tx.wanted(rs, o.Text("difficulty"), typed)
		})
	if err != nil {
		return nil, err
	}
	if _, err := b.typedParty(ctx, r); err != nil { // the channel keeps it
		return nil, err
	}
	l, d := words.Under(b.reader(ctx, r), s.rs), s.rs.Difficulty
	line := func(e *monster.Encounter) string {
		return words.Difficulty(l, d, d.Judge(s.party, monster.Weighed(d, e.Wave(0), s.find)))
	}
	changed := contentOf(s.before) != contentOf(s.after)
	text, file := words.Scaled(l, s.before, s.after, [2]string{line(s.before), line(s.after)}, words.Label(l, d.Budgets[s.label].Label), s.end, changed)
	reply := withFile(text, "encounter.txt", file)
	if changed {
		reply.Buttons = [][]discord.Button{{
			{Label: l.Label("button.scale-save"), ID: s.id("scale-save"), Style: discord.Success},
			{Label: l.Label("button.scale-save-as"), ID: s.id("scale-save-as")},
		}}
	}
	return reply, nil
}

// pressedScaling scales again what a button or a form was for. What has changed since is refused.
func (b *Bot) pressedScaling(ctx context.Context, r *discord.Request) (*scaling, error) {
	_, args := discord.SplitID(r.Path)
	over := refuse(engine.Stale, lang.P("bot.scale-over"))
	s, err := b.scale(ctx, r, func(list []monster.Encounter) (*monster.Encounter, error) {
		i := slices.IndexFunc(list, func(e monster.Encounter) bool { return contentOf(&e) == textArg(args, 2) })
		if i < 0 {
			return nil, over
		}
		return &list[i], nil
	}, func(_ *transaction, rs *ruleset.Ruleset) (ruleset.Label, []int, error) {
		label, party := discord.NumberArg(args, 0), partyOfArg(textArg(args, 1))
		if label < 0 || label >= len(rs.Difficulty.Budgets) || len(party) == 0 {
			return 0, nil, over
		}
		return ruleset.Label(label), party, nil
	})
	if err == nil && contentOf(s.after) != textArg(args, 3) { // the ruleset or a monster has changed
		return nil, over
	}
	return s, err
}

// saveScaled replaces the encounter with the scaled one or, from the form, saves the latter under another name.
func (b *Bot) saveScaled(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	s, why := b.pressedScaling(ctx, r)
	name, named := r.Fields["name"]
	l := b.reader(ctx, r)
	return amendList(ctx, b, r, l, store.EncountersOf(r.Guild), func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if why != nil {
			return nil, nil, why
		}
		e := *s.after
		if named {
			e.Name = engine.CleanName(name)
			if err := newEncounterName(have, e.Name); err != nil {
				return nil, nil, err
			}
		} else if old, exists := monster.FindEncounter(have, e.Name); !exists || contentOf(old) != contentOf(s.before) {
			return nil, nil, refuse(engine.Stale, lang.P("bot.scale-over"))
		}
		list, err := putEncounter(have, &e)
		return list, privately(words.EncounterSaved(l, &e)), err
	})
}

// newEncounterName refuses what can't be the name of another encounter.
func newEncounterName(have []monster.Encounter, name string) error {
	if !monster.IsEncounterName(name) {
		return refuse(engine.Invalid, lang.P("bot.encounter-name", lang.Int("most", monster.MaxEncounterName)))
	}
	if old, exists := monster.FindEncounter(have, name); exists {
		return refuse(engine.NotNow, lang.P("bot.encounter-name-taken", lang.Quoted("name", old.Name)))
	}
	return nil
}
