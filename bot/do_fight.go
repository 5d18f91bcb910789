package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

// start opens a fight where the bot can show it.
func start(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := canShow(r); err != nil {
			return nil, err
		}
		if tx.j.State() == nil {
			if err := another(tx.j, string(r.Guild)); err != nil {
				return nil, err
			}
		}
		o := options(r.Options)
		name := o.text("ruleset")
		if name == "" {
			name = tx.conf.Ruleset
		}
		rs, err := b.ruleset(name)
		if err != nil {
			return nil, refuse(engine.Invalid, "There is no ruleset %q here; choose one of the list.", name)
		}
		cmds := []command.Command{command.Start{Name: o.text("name"), Ruleset: rs.Name, Group: o.flag("group"),
			Preferences: engine.Preferences{PingGM: tx.conf.PingGM, Pin: tx.conf.Pin, Remind: tx.conf.Reminder}}}
		reply, err := tx.playUnder(rs, asTyped(r), append(cmds, tx.conf.predefined(rs)...)...)
		if err == nil {
			reply.Text += "\n" + words.Steps(rs)
		}
		return reply, err
	})
}

// canShow refuses a fight where nobody could follow it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return refuse(engine.NotNow, "Start the fight in a server channel, where the players are; nothing was made here.")
	}
	if r.Sealed {
		return refuse(engine.NotNow,
			"This thread is archived and locked, so no fight can be shown here; have a moderator unlock it, then start the fight again.")
	}
	if missing := lacks(r); len(missing) > 0 {
		return refuse(engine.NotNow, "The bot lacks %s in this channel; give it that, then start the fight again.", words.And(missing))
	}
	return nil
}

// hindrance says in a line what came up in mid-fight that keeps the bot from showing it, or nothing: answers need no
// permission.
func hindrance(r *discord.Request) []string {
	if r.Guild == "" {
		return nil
	}
	if r.Sealed {
		return []string{words.SealedNow}
	}
	if missing := lacks(r); len(missing) > 0 {
		return []string{words.LackingNow(missing)}
	}
	return nil
}

// lacks names the permissions that the bot needs to show a fight and does not have where the request came from.
func lacks(r *discord.Request) []string {
	if r.Rights&discord.Administrator != 0 {
		return nil
	}
	var missing []string
	type right struct {
		bits int64
		name string
	}
	speak := right{discord.SendMessages, "Send Messages"}
	if r.Thread {
		speak = right{discord.SendInThreads, "Send Messages in Threads"}
	}
	for _, need := range []right{{discord.ViewChannel, "View Channel"}, speak,
		{discord.ReadMessageHistory, "Read Message History"}} {
		if r.Rights&need.bits == 0 {
			missing = append(missing, need.name)
		}
	}
	return missing
}

// stepper undoes the last change, or redoes it.
func stepper(back bool) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.gm(); err != nil {
				return nil, err
			}
			return tx.step(back)
		})
	}
}

// step undoes or redoes a change and says which: to everyone, or if it concerns something hidden then or now, to the GM.
func (tx *transaction) step(back bool) (*discord.Reply, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	step, before := tx.j.Redo, tx.j.State()
	if err := room(tx.j, nil); err != nil {
		return nil, err
	}
	if back {
		step = tx.j.Undo
	}
	entry, err := step(engine.UserID(tx.r.User), tx.now.Truncate(time.Millisecond))
	if err != nil {
		return nil, err
	}
	after := tx.j.State()
	done := engine.Outcome{Before: before, Events: entry.Events, State: after} // as it happens, or happened
	if back {
		done.Before, done.State = after, before
	}
	hidden := map[engine.CombatantID]bool{}
	for _, m := range after.Combatants {
		hidden[m.ID] = m.Hidden
	}
	everybody, asker := engine.Viewer{}.Without(hidden), engine.ViewerOf(after, tx.actor)
	public := done.View(everybody)
	reply := &discord.Reply{Text: words.Stepped(rs, back, public, before.View(everybody), after.View(everybody))}
	if public.Withheld {
		alone := &discord.Reply{Ephemeral: true, Text: words.Stepped(rs, back, done.View(asker), before.View(asker), after.View(asker))}
		if len(words.Tell(rs, public)) == 0 {
			reply = alone
		} else {
			reply.Alone = alone
		}
	}
	reply.Text = words.Lines(append([]string{reply.Text}, hindrance(tx.r)...))
	return reply, nil
}

// askEnd asks before it ends anything. The button carries when the fight began, so that it ends no later one.
func askEnd(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := tx.gm(); err != nil {
			return nil, err
		}
		began, err := beganAt(tx.j)
		if err != nil {
			return nil, err
		}
		return &discord.Reply{Ephemeral: true, Text: words.AskEnd(tx.j.State().Name),
			Buttons: [][]discord.Button{{{Label: words.ButtonEnd, ID: discord.CustomID("end", began), Style: discord.Danger}}}}, nil
	})
}

// beganAt is when a fight began, as buttons carry it.
func beganAt(j interface{ Began() (time.Time, error) }) (string, error) {
	at, err := j.Began()
	return fmt.Sprint(at.UnixMilli()), err
}

// errMoved: the fight went on while its log was read.
var errMoved = errors.New("bot: the fight went on")

// pressEnd ends the fight the button was made for and tells how it stands. The log is read before the transaction, which
// wants it to be the whole log still.
func pressEnd(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	for range 3 {
		counted, err := b.counted(ctx, r, discord.CustomID(args...))
		if err != nil {
			return nil, err
		}
		reply, err := b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.end(discord.CustomID(args...), counted) })
		if !errors.Is(err, errMoved) {
			return reply, err
		}
	}
	return nil, refuse(engine.Stale, "The fight went on while it was being ended; end it with /init end.")
}

// counted sums up the log of the fight that began then, for who may end it; nil when there is nothing to end.
func (b *Bot) counted(ctx context.Context, r *discord.Request, then string) (counted *words.Tallies, err error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	err = b.store.Log(ctx, engine.ChannelID(r.Channel), func(l engine.Log) error {
		if s := l.State(); s == nil || !engine.MayGM(s, actor) {
			return nil
		}
		began, err := beganAt(l)
		if err != nil || began != then {
			return err
		}
		counted, err = words.Tally(l.All())
		return err
	})
	return counted, err
}

// end ends the fight that began then.
func (tx *transaction) end(then string, counted *words.Tallies) (*discord.Reply, error) {
	if err := tx.gm(); err != nil {
		return nil, err
	}
	began, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	if then != began {
		return nil, refuse(engine.Stale, "That button was for an earlier fight; end this one with /init end.")
	}
	before := tx.j.State()
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	if counted == nil || tx.j.NextSeq() != int64(counted.Entries)+1 {
		return nil, errMoved
	}
	if _, err := tx.play(buttonWords(tx.r), command.End{}); err != nil {
		return nil, err
	}
	return &discord.Reply{Text: words.Summary(before, rs, counted, tx.now)}, nil
}
