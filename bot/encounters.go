package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

// Limits on what a server keeps: the number of encounters, and their total size in bytes.
const (
	maxSaved  = 100
	maxStored = 1 << 20
)

// Keeper answers the commands for saved encounters. It may be used from any goroutine.
type encounterKeeper struct {
	Store  savedStore
	Files  Fetcher // nil: no files can be added
	Beasts *monsterKeeper
}

// Saved returns the server's encounters, sorted by name, or nothing if the actor may not see them.
func (k *encounterKeeper) Saved(ctx context.Context, guild snowflake.Guild, actor engine.Actor) ([]monster.Encounter, error) {
	if guild == "" || !actor.Manager {
		return nil, nil
	}
	data, err := k.Store.Load(ctx, store.EncountersOf(guild))
	if err != nil {
		return nil, err
	}
	return DecodeList[monster.Encounter](data)
}

// find returns the encounter with a name that somebody typed. If there is none, the refusal suggests a similar name.
func find(list []monster.Encounter, name string) (*monster.Encounter, error) {
	if e, ok := monster.FindEncounter(list, name); ok {
		return e, nil
	}
	best, least := "", 0
	for _, e := range list {
		if off, alike := engine.Likeness(name, e.Name); alike && len(name) <= 100 && (best == "" || off < least) {
			best, least = e.Name, off
		}
	}
	return nil, words.New(engine.NotFound, words.UnknownEncounter(name, best))
}

// Suggest returns the encounters whose names contain what was typed so far.
func suggestEncounters(list []monster.Encounter, typed string) []discord.Choice {
	all := make([]string, len(list))
	for i, e := range list {
		all[i] = e.Name
	}
	return suggestNames("", typed, all)
}

// Loading is a saved encounter to load into a fight, with the monsters that it may name.
type loading struct {
	keeper    *encounterKeeper
	encounter *monster.Encounter
	own       []monster.Monster
}

// Find returns the encounter of that name for a fight, or a refusal.
func (k *encounterKeeper) Find(ctx context.Context, r *discord.Request, actor engine.Actor, name string) (*loading, error) {
	list, err := k.Saved(ctx, r.Guild, actor)
	if err != nil {
		return nil, err
	}
	e, err := find(list, name)
	if err != nil {
		return nil, err
	}
	own, err := k.Beasts.Own(ctx, r.Guild, actor)
	return &loading{k, e, own}, err
}

// Joining returns the commands that load an encounter into a fight under a ruleset. hp says how hit points are determined (see
// [RollHP]); if it is empty, the encounter decides. first is the ID of the first wave; the others count up from it.
func (l *loading) Joining(rs *ruleset.Ruleset, hp string, first engine.WaveID) ([]play.Command, error) {
	var out []play.Command
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
		out = append(out, play.PlanWaves{Waves: later})
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
			if m, err = l.keeper.Beasts.Find(l.own, rs, f.Monster); err != nil {
				return nil, err
			}
		}
		f.Stats = slices.DeleteFunc(slices.Clone(f.Stats), func(g engine.StatPair) bool { return g.Key != "hp" && !rs.Knows(g.Key) })
		if hp != "" {
			f.RollHP = hp == RollHP
		}
		f.RollHP = f.RollHP && m.HitDice != ""
		n := addMonster(&f, m, rs)
		out = append(out, engine.Newcomers{Name: n.Name, Count: max(n.Count, 1), Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons,
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate})
	}
	return out, nil
}

// adding returns the commands that add foes to a fight.
func adding(foes []engine.Newcomers) []play.Command {
	out := make([]play.Command, len(foes))
	for i, n := range foes {
		out[i] = play.Add{Name: n.Name, Count: n.Count, Stats: n.Stats, HitDice: n.HitDice, Weapons: n.Weapons,
			Side: n.Side, Hidden: n.Hidden, Separate: n.Separate}
	}
	return out
}

// Bringing returns the commands that bring in a planned wave. If there is none with this ID, they are refused.
func bringing(s *engine.State, id engine.WaveID) []play.Command {
	out := []play.Command{play.EndWave{ID: id}}
	if w := s.Wave(id); w != nil {
		out = append(out, adding(w.Foes)...)
	}
	return out
}

// sorted returns encounters by name.
func sortedEncounters(list []monster.Encounter) []monster.Encounter {
	slices.SortFunc(list, func(a, b monster.Encounter) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return list
}

// Told adds the due waves to alone, the message that only the GM sees, or begins that message if alone is nil. fight is the ID of the fight
// as it appears in the custom IDs of buttons.
func withWaves(alone *discord.Reply, due []engine.Wave, fight string) *discord.Reply {
	lines := words.WavesDue(due)
	if alone == nil {
		alone = &discord.Reply{}
	} else {
		lines = append([]string{alone.Text}, lines...)
	}
	alone.Text = words.Lines(lines)
	for _, w := range due {
		if len(alone.Buttons) < MostRows {
			alone.Buttons = append(alone.Buttons, waveRow(w, len(due) > 1, fight))
		}
	}
	return alone
}

// Row returns the buttons for a planned wave; several means that other waves are due, too.
func waveRow(w engine.Wave, several bool, fight string) []discord.Button {
	label := words.ButtonBringIn
	if several {
		label = words.ButtonBringInOf(w)
	}
	id := strconv.FormatInt(int64(w.ID), 36)
	return []discord.Button{{Label: label, ID: discord.CustomID("wave", fight, id), Style: discord.Success},
		{Label: words.ButtonForget, ID: discord.CustomID("wave-forget", fight, id)}}
}
