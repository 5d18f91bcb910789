package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
)

// saveEncounter saves the foes that are typed or, without any, those of the channel's fight.
func (b *Bot) saveEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var actor engine.Actor
	var fight *engine.State
	_, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		actor, fight = tx.actor, tx.j.State()
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	return b.encounters.Save(ctx, r, actor, fight)
}

// loadEncounter puts a saved encounter into the channel's fight.
func (b *Bot) loadEncounter(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	o := Options(r.Options)
	loading, unknown := b.encounter(ctx, r, o.Text("name"))
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := cmp.Or(unknown, tx.gm()); err != nil {
			return nil, err
		}
		cmds, err := tx.joinEncounter(loading, o.Text("hp"))
		if err != nil {
			return nil, err
		}
		return tx.play(cmds...)
	})
}

// encounter returns the saved encounter of that name, or nil if the name is empty.
func (b *Bot) encounter(ctx context.Context, r *discord.Request, name string) (*loading, error) {
	if name == "" {
		return nil, nil
	}
	if err := b.admitToServer(ctx, r, encounterGM); err != nil {
		return nil, err
	}
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	return b.encounters.Find(ctx, r, actor, name)
}

// joinEncounter returns the commands that put a saved encounter into the fight, or into the one that begins; none if loading is nil.
func (tx *transaction) joinEncounter(loading *loading, hp string) ([]play.Command, error) {
	if loading == nil {
		return nil, nil
	}
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	const room = 100 // for the waves of one entry of the log
	return loading.Joining(rs, hp, engine.WaveID(tx.j.NextSeq()*room))
}

// offerEncounters suggests the server's saved encounters to those who may see them.
func (b *Bot) offerEncounters(ctx context.Context, r *discord.Request, typed string) ([]discord.Choice, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	list, err := b.encounters.Saved(ctx, r.Guild, actor)
	return suggestEncounters(list, typed), err
}

// waveArg returns the wave that a button is for.
func (tx *transaction) waveArg() (engine.WaveID, error) {
	id, err := strconv.ParseInt(textArg(tx.args(), 1), 36, 64)
	if err != nil {
		return 0, refuse(engine.NotFound, words.UnknownButton())
	}
	return engine.WaveID(id), nil
}

// pressWave brings in a planned wave.
func pressWave(tx *transaction) (*discord.Reply, error) {
	id, err := tx.waveArg()
	if err != nil {
		return nil, err
	}
	return tx.play(bringing(tx.j.State(), id)...)
}

// pressForget drops a planned wave.
func pressForget(tx *transaction) (*discord.Reply, error) {
	id, err := tx.waveArg()
	if err != nil {
		return nil, err
	}
	text, err := tx.quietly(play.EndWave{ID: id, Dropped: true})
	return &discord.Reply{Ephemeral: true, Text: text}, err
}

// withWaves adds waves that are due to a reply that only the GM sees.
func (tx *transaction) withWaves(reply *discord.Reply, due []engine.Wave) (*discord.Reply, error) {
	if len(due) == 0 || tx.j.State() == nil {
		return reply, nil
	}
	fight, err := tx.fightArg()
	if err != nil {
		return nil, err
	}
	return withWaves(reply, due, fight), nil
}

// tellsWaves reports whether the GM has yet to be told that a wave is due.
func tellsWaves(notices []engine.Notice) bool {
	return slices.ContainsFunc(notices, func(n engine.Notice) bool { return n.Kind == engine.NoticeWave })
}

// newlyDue returns the waves that have become due by a change.
func newlyDue(done engine.Outcome) []engine.Wave {
	before := done.Before.DueWaves()
	return slices.DeleteFunc(done.State.DueWaves(), func(w engine.Wave) bool {
		return slices.ContainsFunc(before, func(b engine.Wave) bool { return b.ID == w.ID })
	})
}
