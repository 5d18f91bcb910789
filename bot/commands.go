package bot

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"roundel/bot/discord"
	"roundel/store"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/rules"
)

// amend changes a server's encounters and stores the reply.
func (k *encounterKeeper) amend(ctx context.Context, r *discord.Request, fn func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error)) (*discord.Reply, error) {
	return amendList(func(change listChange) (answer []byte, again bool, err error) {
		return k.Store.Amend(ctx, store.EncountersOf(r.Guild), r.ID, change)
	}, func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		list, reply, err := fn(have)
		return sortedEncounters(list), reply, err
	})
}

// put adds an encounter to a list, in place of the one with the same name.
func putEncounter(have []monster.Encounter, e *monster.Encounter) ([]monster.Encounter, error) {
	list := without(have, e.Name)
	list = append(list, *e)
	data, err := json.Marshal(list)
	switch heads := e.Heads(); {
	case err != nil:
		return nil, err
	case heads > monster.MaxFoes:
		return nil, words.New(engine.Invalid, words.TooManyFoes(monster.MaxFoes, heads))
	case len(e.Later()) > monster.MaxWaves:
		return nil, words.New(engine.Invalid, words.WaveLimit(monster.MaxWaves))
	case len(list) > maxSaved:
		return nil, words.New(engine.NotNow, words.TooManyEncounters(maxSaved))
	case len(rules.WriteEncounter(e)) > rules.MaxMonsters:
		return nil, words.New(engine.Invalid, words.EncounterTooLarge(rules.MaxMonsters))
	case len(data) > maxStored:
		return nil, words.New(engine.NotNow, words.EncountersFull())
	}
	return list, nil
}

// without returns a list without the encounter of that name.
func without(have []monster.Encounter, name string) []monster.Encounter {
	return slices.DeleteFunc(slices.Clone(have), func(e monster.Encounter) bool { return engine.SameName(e.Name, name) })
}

// Save answers /encounter save: it adds the typed foes to the encounter of that name or, if none are typed, saves the foes of the fight,
// which is nil if there is none.
func (k *encounterKeeper) Save(ctx context.Context, r *discord.Request, actor engine.Actor, fight *engine.State) (*discord.Reply, error) {
	own, err := k.Beasts.Own(ctx, r.Guild, actor)
	if err != nil {
		return nil, err
	}
	o := Options(r.Options)
	more, why := k.given(o, own, fight)
	return k.amend(ctx, r, func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if why != nil {
			return nil, nil, why
		}
		e := &monster.Encounter{Name: more.Name}
		if old, exists := monster.FindEncounter(have, more.Name); exists && !o.Flag("replace") {
			if o.Text("foes") == "" {
				return nil, nil, words.New(engine.NotNow, words.EncounterExists(old.Name))
			}
			e.Name, e.Waves = old.Name, slices.Clone(old.Waves)
		}
		for _, w := range more.Waves {
			e.Add(w.Round, w.Foes...)
		}
		list, err := putEncounter(have, e)
		return list, privately(words.EncounterSaved(e)), err
	})
}

// given returns the typed foes or, if none are typed, those of the fight.
func (k *encounterKeeper) given(o Options, own []monster.Monster, fight *engine.State) (*monster.Encounter, error) {
	name, round := engine.CleanName(o.Text("name")), o.Number("round")
	switch {
	case !monster.IsEncounterName(name):
		return nil, words.New(engine.Invalid, words.EncounterName(monster.MaxEncounterName))
	case round != nil && (*round < 1 || *round > monster.MaxRound):
		return nil, words.New(engine.Invalid, words.WaveRound(monster.MaxRound))
	case round != nil && o.Text("foes") == "":
		return nil, words.New(engine.Invalid, words.RoundWithoutFoes())
	case o.Text("foes") != "":
		out, err := parseFoes(o.Text("foes"), o.Whole("round"), func(name string) (*monster.Monster, error) { return k.Beasts.Known(own, name) })
		if err == nil {
			out.Name = name
		}
		return out, err
	case fight == nil:
		return nil, words.New(engine.NotNow, words.NoFightToSave())
	}
	out, err := monster.OfFight(name, fight)
	if err == nil && out.Heads() == 0 {
		err = words.New(engine.NotNow, words.NoFoesToSave())
	}
	return out, err
}

// Import answers /encounter import: it downloads the attached file, reads it, and keeps the encounter. Downloading may take seconds.
func (k *encounterKeeper) Import(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	e, why := k.fetch(ctx, r.Attachments["file"])
	var problems rules.Problems
	return k.amend(ctx, r, func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		if errors.As(why, &problems) {
			return have, faulty("file", problems), nil
		} else if why != nil {
			return nil, nil, why
		}
		if old, exists := monster.FindEncounter(have, e.Name); exists && r.Options["replace"] != "true" {
			return nil, nil, words.New(engine.NotNow, words.EncounterExists(old.Name))
		}
		list, err := putEncounter(have, e)
		return list, privately(words.EncounterSaved(e)), err
	})
}

// fetch downloads and reads a file. If it can't be kept, the error is [rules.Problems] or a refusal.
func (k *encounterKeeper) fetch(ctx context.Context, file discord.Attachment) (*monster.Encounter, error) {
	text, err := k.Files.Fetch(ctx, file, rules.MaxMonsters)
	if err != nil {
		return nil, notFetched(err, words.EncounterTooLarge(rules.MaxMonsters))
	}
	return rules.ReadEncounter(text)
}

// List answers /encounter list.
func (k *encounterKeeper) List(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	list, err := k.Saved(ctx, r.Guild, actor)
	if err != nil {
		return nil, err
	}
	text, file := words.EncounterList(list)
	return withFile(text, "encounters.txt", file), nil
}

// chosen returns the encounter that the option name means.
func (k *encounterKeeper) chosen(ctx context.Context, r *discord.Request, actor engine.Actor) (*monster.Encounter, error) {
	l, err := k.Find(ctx, r, actor, Options(r.Options).Text("name"))
	if err != nil {
		return nil, err
	}
	return l.encounter, nil
}

// Show answers /encounter show.
func (k *encounterKeeper) Show(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	e, err := k.chosen(ctx, r, actor)
	if err != nil {
		return nil, err
	}
	text, file := words.Encounter(e)
	return withFile(text, "encounter.txt", file), nil
}

// Export answers /encounter export with a file that /encounter import reads.
func (k *encounterKeeper) Export(ctx context.Context, r *discord.Request, actor engine.Actor) (*discord.Reply, error) {
	e, err := k.chosen(ctx, r, actor)
	if err != nil {
		return nil, err
	}
	reply := privately(words.EncounterAttached(e.Name))
	reply.Files = []discord.File{{Name: "encounter.yaml", Type: "text/plain; charset=utf-8", Data: rules.WriteEncounter(e)}}
	return reply, nil
}

// Delete answers /encounter delete.
func (k *encounterKeeper) Delete(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return k.amend(ctx, r, func(have []monster.Encounter) ([]monster.Encounter, *discord.Reply, error) {
		e, err := find(have, Options(r.Options).Text("name"))
		if err != nil {
			return nil, nil, err
		}
		return without(have, e.Name), privately(words.EncounterDeleted(e.Name)), nil
	})
}
