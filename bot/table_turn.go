package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/engine"
)

// fightCommands look at the fight as a whole, or steer it.
func fightCommands() []command {
	return []command{
		{path: "init list", about: "Show the order", run: list},
		{path: "init place", about: "Put someone directly before another of the same score", run: plays(placeOf), options: []param{
			nameOption("Who"),
			{name: "before", about: "Before whom", required: true, max: 100, complete: completeNames},
			{name: "dispute", about: "You do not agree: roll 1d6 each instead", kind: asFlag},
		}},
		{path: "init last", about: "Act last this round", run: plays(lastOf), options: []param{ownOption("name")}},
		{path: "init blow", about: "Roll with the blow: score -10 in your next round", run: plays(blowOf),
			options: []param{ownOption("name")}},
		{path: "init pause", about: "GM: suspend the order", run: plays(func(options) engine.Command { return engine.Pause{} })},
		{path: "init resume", about: "GM: take the order up again where it was", run: plays(
			func(options) engine.Command { return engine.Resume{} })},
		{path: "init undo", about: "GM: take back the last change", run: stepper(true)},
		{path: "init redo", about: "GM: do again what was taken back last", run: stepper(false)},
		{path: "init log", about: "What happened so far, with all dice", run: showLog},
		{path: "init export", about: "GM: the whole fight as a file, encounter.json", run: export},
		{path: "init end", about: "GM: end the fight; you are asked first", run: askEnd},
	}
}

// turnCommands end turns and change hit points.
func turnCommands() []command {
	return []command{
		{path: "next", about: "End the turn", run: next, options: []param{
			{name: "who", about: "Whose turn, where several have it", max: 100, complete: completeActive},
		}},
		{path: "hp", about: "Deal damage, heal, or set hit points", run: plays(hpOf), options: []param{
			namesOption("target", "Who, separated by commas"),
			{name: "amount", about: "-5 or -2d6 deals, +3 heals, 12 or =12 sets", required: true, max: 100},
			{name: "half", about: "Who of them takes half, separated by commas", max: 1000, complete: completeList},
		}},
	}
}

func ownOption(name string) param {
	return param{name: name, about: "Who; without it yours", max: 100, complete: completeNames}
}

func placeOf(o options) engine.Command {
	return engine.Place{Name: o.text("name"), Before: o.text("before"), Dispute: o.flag("dispute")}
}

func lastOf(o options) engine.Command { return engine.Last{Name: o.text("name")} }

func blowOf(o options) engine.Command { return engine.RollWithBlow{Name: o.text("name")} }

func hpOf(o options) engine.Command {
	return engine.HP{Target: o.text("target"), Amount: o.text("amount"), Half: o.text("half")}
}

// next ends a turn. It was meant for the turn its sender saw (CO-10).
func next(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		cmd := engine.Next{Who: options(r.Options).text("who")}
		if s := tx.j.State(); s != nil && !s.Counted().After(tx.now) { // else a clock was put back, and says nothing of the turn
			cmd.Sent, cmd.Arrived, cmd.Shown = r.Sent, r.Arrived, b.turns.ShownAt(engine.ChannelID(r.Channel), s.Turn)
		}
		return tx.play(asTyped(r), cmd)
	})
}
