package encounters

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"roundel/bot/attach"
	"roundel/bot/discord"
	"roundel/bot/lists"
	"roundel/bot/menu"
	"roundel/bot/monsters"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/monster"
	"roundel/engine/names"
	"roundel/engine/ruleset"
)

// Limits on what a server keeps: the number of encounters, and their total size in bytes.
const (
	maxSaved  = 100
	maxStored = 1 << 20
)

// Store holds the encounters of servers as JSON.
type Store interface {
	// Encounters returns a server's encounters, or nil if it has none. AmendEncounters changes them in a transaction and stores the answer
	// under the interaction's ID. If that ID already has an answer, it returns that answer, with again set, and doesn't run fn.
	Encounters(ctx context.Context, guild engine.GuildID) ([]byte, error)
	AmendEncounters(ctx context.Context, guild engine.GuildID, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
}

// Fetcher downloads files attached to commands, as [attach.Fetcher] does.
type Fetcher interface {
	Fetch(ctx context.Context, a attach.Attachment, limit int64) ([]byte, error)
}

// Keeper answers the commands for saved encounters. It may be used from any goroutine.
type Keeper struct {
	Store  Store
	Files  Fetcher // nil: no files can be added
	Beasts *monsters.Keeper
}

// Check refuses requests outside servers, and from users who may not see a server's encounters.
func Check(r *discord.Request, actor engine.Actor) error {
	switch {
	case r.Guild == "":
		return refusal.New(engine.NotNow, refusal.EncountersInServer())
	case !actor.Manager:
		return refusal.New(engine.NotAllowed, refusal.EncountersForGMs())
	}
	return nil
}

// Saved returns the server's encounters, sorted by name, or nothing if the actor may not see them.
func (k *Keeper) Saved(ctx context.Context, guild engine.GuildID, actor engine.Actor) ([]monster.Encounter, error) {
	if guild == "" || !actor.Manager {
		return nil, nil
	}
	data, err := k.Store.Encounters(ctx, guild)
	if err != nil {
		return nil, err
	}
	return lists.Decode[monster.Encounter](data)
}

// find returns the encounter with a name that somebody typed. If there is none, the refusal suggests a similar name.
func find(list []monster.Encounter, name string) (*monster.Encounter, error) {
	if e, ok := monster.FindEncounter(list, name); ok {
		return e, nil
	}
	best, least := "", 0
	for _, e := range list {
		if off, alike := names.Likeness(name, e.Name); alike && len(name) <= 100 && (best == "" || off < least) {
			best, least = e.Name, off
		}
	}
	return nil, refusal.New(engine.NotFound, refusal.UnknownEncounter(name, best))
}

// Suggest returns the encounters whose names contain what was typed so far.
func Suggest(list []monster.Encounter, typed string) []discord.Choice {
	all := make([]string, len(list))
	for i, e := range list {
		all[i] = e.Name
	}
	return menu.Suggest("", typed, all)
}

// Loading is a saved encounter to load into a fight, with the monsters that it may name.
type Loading struct {
	keeper    *Keeper
	encounter *monster.Encounter
	own       []monster.Monster
}

// Find returns the encounter of that name for a fight, or a refusal.
func (k *Keeper) Find(ctx context.Context, r *discord.Request, actor engine.Actor, name string) (*Loading, error) {
	if err := Check(r, actor); err != nil {
		return nil, err
	}
	list, err := k.Saved(ctx, engine.GuildID(r.Guild), actor)
	if err != nil {
		return nil, err
	}
	e, err := find(list, name)
	if err != nil {
		return nil, err
	}
	own, err := k.Beasts.Own(ctx, engine.GuildID(r.Guild), actor)
	return &Loading{k, e, own}, err
}

// Joining returns the commands that load an encounter into a fight under a ruleset. hp says how hit points are determined (see
// [monsters.RollHP]); if it is empty, the encounter decides. first is the ID of the first wave; the others count up from it.
func (l *Loading) Joining(rs *ruleset.Ruleset, hp string, first engine.WaveID) ([]command.Command, error) {
	var out []command.Command
	var later []engine.Wave
	for _, w := range l.encounter.Waves {
		foes, err := l.newcomers(w.Foes, rs, hp)
		if err != nil {
			return nil, err
		}
		if w.Round == 0 {
			out = append(out, adding(foes)...)
			continue
		}
		later = append(later, engine.Wave{ID: first + engine.WaveID(len(later)), From: l.encounter.Name, Round: w.Round,
			AnyTime: rs.Order.Shape == ruleset.Ticks, Foes: foes})
	}
	if len(later) > 0 {
		out = append(out, command.PlanWaves{Waves: later})
	}
	return out, nil
}

// newcomers returns foes as they join a fight under a ruleset, without the stats that it doesn't have.
func (l *Loading) newcomers(foes []monster.Foe, rs *ruleset.Ruleset, hp string) ([]engine.Newcomers, error) {
	var out []engine.Newcomers
	for _, f := range foes {
		m := f.Own
		if m == nil {
			var err error
			if m, err = l.keeper.Beasts.Find(l.own, rs, f.Monster); err != nil {
				return nil, err
			}
		}
		f.Stats = slices.DeleteFunc(slices.Clone(f.Stats), func(g engine.StatPair) bool { return g.Key != "hp" && !rs.Knows(g.Key) })
		if hp != "" {
			f.RollHP = hp == monsters.RollHP
		}
		f.RollHP = f.RollHP && m.HitDice != ""
		n := monsters.Add(&f, m, rs)
		out = append(out, engine.Newcomers{Name: n.Name, Count: max(n.Count, 1), Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons,
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate})
	}
	return out, nil
}

// adding returns the commands that add foes to a fight.
func adding(foes []engine.Newcomers) []command.Command {
	out := make([]command.Command, len(foes))
	for i, n := range foes {
		out[i] = command.Add{Name: n.Name, Count: n.Count, Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons,
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate}
	}
	return out
}

// Bringing returns the commands that bring in a planned wave. If there is none with this ID, they are refused.
func Bringing(s *engine.State, id engine.WaveID) []command.Command {
	out := []command.Command{command.EndWave{ID: id}}
	if w := s.Wave(id); w != nil {
		out = append(out, adding(w.Foes)...)
	}
	return out
}

// sorted returns encounters by name.
func sorted(list []monster.Encounter) []monster.Encounter {
	slices.SortFunc(list, func(a, b monster.Encounter) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return list
}
