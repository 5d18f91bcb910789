package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// start opens a fight where the bot can show it.
func start(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := canShow(r); err != nil {
			return nil, err
		}
		if tx.j.State() == nil {
			if err := another(tx.j, r.Guild); err != nil {
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
			return nil, engine.Refuse(engine.Invalid, "There is no ruleset %q here; choose one of the list.", name)
		}
		cmds := []engine.Command{engine.Start{Name: o.text("name"), Ruleset: rs.Name, Group: o.flag("group"),
			Manners: engine.Manners{PingGM: tx.conf.PingGM, Pin: tx.conf.Pin, Remind: tx.conf.Reminder}}}
		reply, err := tx.playUnder(rs, asTyped(r), append(cmds, tx.conf.predefined(rs)...)...)
		if err == nil {
			reply.Text += "\n" + steps(rs)
		}
		return reply, err
	})
}

// steps guides the GM to the first turn (ST-11).
func steps(rs *engine.Ruleset) string {
	text := "Players: /init join, or the Join button. GM: /init add for NPCs, "
	if rs.Surprise != engine.NoSurprise {
		text += "/surprise if somebody is caught unawares, "
	}
	return text + "/init scene to set the scene, then /init roll."
}

// canShow refuses a fight where nobody could follow it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return engine.Refuse(engine.NotNow, "Start the fight in a server channel, where the players are; nothing was made here.")
	}
	if r.Sealed {
		return engine.Refuse(engine.NotNow,
			"This thread is archived and locked, so no fight can be shown here; have a moderator unlock it, then start the fight again.")
	}
	if missing := lacks(r); len(missing) > 0 {
		return engine.Refuse(engine.NotNow, "The bot lacks %s in this channel; give it that, then start the fight again.", words.And(missing))
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
		return []string{"This thread is archived and locked: the tracker and the pings wait, and only you see this answer, until a moderator unlocks it."}
	}
	if missing := lacks(r); len(missing) > 0 {
		return []string{"The bot lacks " + words.And(missing) + " here now: the tracker and the pings wait until it is given back."}
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

// stepper takes the last change back, or does it again.
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

// step takes a change back or does it again and says in words which: to all, or where it concerns what is hidden then or
// now, to the GM.
func (tx *transaction) step(back bool) (*discord.Reply, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	word, step, before := "Done again", tx.j.Redo, tx.j.State()
	if err := room(tx.j, nil); err != nil {
		return nil, err
	}
	if back {
		word, step = "Taken back", tx.j.Undo
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
	reply := tx.stepped(rs, word, public, before.View(everybody), after.View(everybody))
	if public.Withheld {
		alone := tx.stepped(rs, word, done.View(asker), before.View(asker), after.View(asker))
		alone.Ephemeral = true
		if len(words.Tell(rs, public)) == 0 {
			reply = alone
		} else {
			reply.Alone = alone
		}
	}
	reply.Text = words.Lines(append([]string{reply.Text}, hindrance(tx.r)...))
	return reply, nil
}

// stepped says what was taken back or done again, and whose turn it is where that changed.
func (tx *transaction) stepped(rs *engine.Ruleset, word string, view engine.View, before, after *engine.State) *discord.Reply {
	lines := words.Tell(rs, view)
	if len(lines) == 0 {
		lines = []string{"a change of which nothing is seen."}
	}
	for i := range lines {
		lines[i] = "> " + strings.ReplaceAll(lines[i], "\n", " ")
	}
	lines = append([]string{word + ":"}, lines...)
	if after.Turn != 0 && after.Turn != before.Turn {
		lines = append(lines, words.TurnIs("Now: ", after, rs))
	}
	return &discord.Reply{Text: words.Lines(lines)}
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
		return &discord.Reply{Ephemeral: true, Text: fmt.Sprintf("End **%s**? It cannot be taken up again.", words.Plain(tx.j.State().Name)),
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
	return nil, engine.Refuse(engine.Stale, "The fight went on while it was being ended; end it with /init end.")
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
		return nil, engine.Refuse(engine.Stale, "That button was for an earlier fight; end this one with /init end.")
	}
	before := tx.j.State()
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	if counted == nil || tx.j.NextSeq() != int64(counted.Entries)+1 {
		return nil, errMoved
	}
	if _, err := tx.play(buttonWords(tx.r), engine.End{}); err != nil {
		return nil, err
	}
	return &discord.Reply{Text: words.Summary(before, rs, counted, tx.now)}, nil
}
