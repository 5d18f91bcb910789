package bot

import (
	"cmp"
	"context"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// fightCommands show or control the fight as a whole.
func fightCommands() []slashCommand {
	return []slashCommand{
		{path: "init list", run: listFight},
		{path: "init place", run: plays(placeCommand), options: []param{
			nameOption(),
			{name: "before", max: 100, complete: completeNames},
			{name: "dispute", kind: asFlag},
			{name: "rolls", max: 200},
		}},
		{path: "init last", run: playsNamed(lastCommand), options: ownOptions()},
		{path: "init blow", run: playsNamed(blowCommand), options: ownOptions()},
		{path: "init pause", run: plays(func(Options) play.Command { return play.Pause{} })},
		{path: "init resume", run: plays(func(Options) play.Command { return play.Resume{} })},
		{path: "init undo", run: undoOrRedo(true), options: []param{{name: "to", max: 100, complete: completeDone}}},
		{path: "init redo", run: undoOrRedo(false), options: []param{{name: "to", max: 100, complete: completeUndone}}},
		{path: "init log", run: showLog},
		{path: "init export", run: exportFight},
		{path: "init end", run: askEnd},
	}
}

// turnCommands end turns and change hit points.
func turnCommands() []slashCommand {
	return []slashCommand{
		{path: "next", run: next, options: []param{
			{name: "who", max: 100, complete: completeActive},
			{name: "to", max: 100, complete: completeNext},
		}},
		{path: "damage", run: deals(damageCommand), options: []param{
			namesOption("target"),
			{name: "amount", required: true, max: 100},
			{name: "half", max: 1000, complete: completeList},
			{name: "none", max: 1000, complete: completeList},
		}},
		{path: "heal", run: deals(healCommand), options: []param{
			namesOption("target"),
			{name: "amount", required: true, max: 100},
		}},
		{path: "hp", run: plays(hpCommand), options: []param{
			namesOption("target"),
			{name: "amount", required: true, max: 100},
			{name: "half", max: 1000, complete: completeList},
		}},
	}
}

// ownOptions returns the options for the acting combatant: "who", as in other commands, and its old name, "name".
func ownOptions() []param {
	return []param{{name: "name", max: 100, complete: completeNames}, whoOption()}
}

// playsNamed returns a handler that decides one command of whoever one of the two options names.
func playsNamed(cmd func(name string) play.Command) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		o := Options(r.Options)
		if o.Text("name") != "" && o.Text("who") != "" {
			return nil, refuse(engine.Invalid, words.OneName("name", "who"))
		}
		return plays(func(Options) play.Command { return cmd(cmp.Or(o.Text("who"), o.Text("name"))) })(ctx, b, r)
	}
}

// deals returns a handler that decides one command which depends on what players may do to others in this server.
func deals(cmd func(o Options, players play.Policy) play.Command) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			return tx.play(commandLine(r), cmd(Options(r.Options), tx.conf.Damage))
		})
	}
}

// next ends a turn, but only the one that the user saw when sending the command (CO-10).
func next(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		cmd := nextCommand(Options(r.Options))
		cmd.Moment = b.moment(r, tx)
		return tx.play(commandLine(r), cmd)
	})
}

// take takes an open turn, but only the one that the user saw (CO-10), or brings a waiting unit back.
func take(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		cmd := takeCommand(Options(r.Options))
		cmd.Moment = b.moment(r, tx)
		return tx.play(commandLine(r), cmd)
	})
}

// moment returns when a typed command was sent. If the clock was set back, times prove nothing.
func (b *Bot) moment(r *discord.Request, tx *transaction) play.Moment {
	s := tx.j.State()
	if s == nil || s.TurnCountsFrom().After(tx.now) {
		return play.Moment{}
	}
	return play.Moment{Sent: r.Sent, Arrived: r.Arrived, Shown: b.turns.ShownAt(r.Channel, s.Turn)}
}

// effectCommands add, remove and list effects.
func effectCommands() []slashCommand {
	return []slashCommand{
		{path: "effect add", run: deals(effectCommand), options: []param{
			namesOption("target"),
			{name: "name", required: true, max: 100, complete: completeKnownEffects},
			{name: "duration", max: 100,
				complete: completeDurations},
			{name: "damage", max: 100},
			{name: "initiative", kind: asWhole, min: -100, max: 100},
			{name: "ticks", kind: asWhole, min: -100, max: 100},
			{name: "skip", kind: asFlag},
			{name: "no_reactions", kind: asFlag},
			{name: "note", max: 200},
			{name: "source", max: 100, complete: completeNames},
			{name: "level", kind: asWhole, min: 1, max: 1000},
			{name: "dc", kind: asWhole, min: 0, max: 1000},
			{name: "bonus", kind: asWhole, min: -100, max: 100},
			{name: "with", max: 100, complete: completeEffectsOfSource},
		}},
		{path: "effect level", run: plays(effectLevelCommand), options: []param{
			{name: "target", required: true, max: 100, complete: completeNames},
			{name: "name", required: true, max: 100, complete: completeEffectsOn},
			{name: "amount", required: true, max: 10},
		}},
		{path: "effect remove", run: plays(effectRemoveCommand), options: []param{
			{name: "target", required: true, max: 100, complete: completeNames},
			{name: "name", required: true, max: 100, complete: completeEffectsOn},
		}},
		{path: "effect list", run: listEffects, options: []param{
			{name: "target", max: 100, complete: completeNames},
		}},
		checkCommand(),
	}
}

// counterCommands change and list counters (RS-70).
func counterCommands() []slashCommand {
	number := func(name string) param {
		return param{name: name, kind: asWhole, required: true, min: -formula.MaxNumber, max: formula.MaxNumber}
	}
	name, who := param{name: "name", required: true, max: 100, complete: completeCounters}, param{name: "who", max: 100, complete: completeCounterOwners}
	return []slashCommand{
		{path: "counter set", options: []param{name, number("value"), who}, run: plays(func(o Options) play.Command {
			return play.CounterSet{Name: o.Text("name"), Value: o.Whole("value"), Who: o.Text("who")}
		})},
		{path: "counter add", options: []param{name, number("amount"), who}, run: plays(func(o Options) play.Command {
			return play.CounterAdd{Name: o.Text("name"), Amount: o.Whole("amount"), Who: o.Text("who")}
		})},
		{path: "counter list", run: listCounters},
	}
}

// completeCounters suggests the counters that the asker may change.
func completeCounters(tx *transaction, input string) []discord.Choice {
	rs, err := tx.ruleset()
	if err != nil {
		return nil
	}
	var out []string
	for _, c := range rs.Counters {
		if own := c.Of == ruleset.OfPC || c.Of == ruleset.OfCombatant; engine.MayGM(tx.seen(), tx.actor) || own && !c.Secret {
			out = append(out, c.Name)
		}
	}
	return suggestNames("", input, out)
}

// completeCounterOwners suggests the asker's own combatants and, to the GM, sides.
func completeCounterOwners(tx *transaction, input string) []discord.Choice {
	out := completeOwn(tx, input)
	if s := tx.seen(); s != nil && engine.MayGM(s, tx.actor) {
		out = append(suggestNames("", input, s.Sides(false)), out...)
	}
	return out[:min(len(out), mostOptions)]
}

// otherCommands also work outside of a fight.
func otherCommands() []slashCommand {
	return []slashCommand{
		{path: "roll", run: rollDice, options: []param{
			{name: "dice", required: true, max: 100},
			{name: "reason", max: 200},
			{name: "secret", kind: asFlag},
		}},
		{path: "help", run: help, options: []param{
			{name: "topic", choices: helpTopics()},
		}},
	}
}
