package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/bot/words"

	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// start opens a fight, if the bot can show it in the channel.
func (b *Bot) start(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.saved.Settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	ping, err := b.saved.PingsGM(ctx, r, conf)
	if err != nil {
		return nil, err
	}
	rs, unknown, err := b.startsUnder(ctx, r, conf.Ruleset)
	if err != nil {
		return nil, err
	}
	loading, noFoes := b.encounter(ctx, r, Options(r.Options).Text("encounter"))
	var guests guests
	invites := Options(r.Options).Flag("party")
	if invites && unknown == nil && noFoes == nil && r.Guild != "" {
		if guests, err = b.parties.Invite(ctx, r, rs, nil); err != nil {
			return nil, err
		}
	}
	return b.changeInviting(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := canShow(r); err != nil {
			return nil, err
		}
		if tx.j.State() != nil {
			return tx.play(play.Start{}) // is refused
		}
		if err := cmp.Or(anotherFight(tx.j, r.Guild), unknown, noFoes); err != nil {
			return nil, err
		}
		o := Options(r.Options)
		tx.begins = rs
		cmds := []play.Command{play.Start{Name: o.Text("name"), Ruleset: rs.Name, Group: tx.conf.startsGrouped(o, rs),
			Preferences: engine.Preferences{PingGM: ping, Remind: tx.conf.Reminder}}}
		foes, err := tx.joinEncounter(loading, "")
		if err != nil {
			return nil, err
		}
		reply, err := tx.play(slices.Concat(cmds, tx.conf.Predefined(rs), foes)...)
		if err == nil {
			reply.Text += "\n" + words.Steps(rs)
			tx.intro = nil
			if invites {
				b.invite(r, reply, guests)
			}
		}
		return reply, err
	})
}

// startsUnder returns the ruleset of a fight that /init start begins; preset is the server's default. If there is no such ruleset, unknown is
// the refusal.
func (b *Bot) startsUnder(ctx context.Context, r *discord.Request, preset string) (rs *ruleset.Ruleset, unknown, err error) {
	server, err := b.rulesets.ForServer(ctx, r.Guild)
	if err != nil {
		return nil, nil, err
	}
	if typed := Options(r.Options).Text("ruleset"); typed != "" {
		rs, unknown = server.Match(typed)
	} else {
		rs, unknown = server.Default(preset)
	}
	return rs, unknown, nil
}

// askEnd asks for confirmation. The button carries the time at which the fight began, so it can't end a later fight.
func askEnd(tx *transaction) (*discord.Reply, error) {
	began, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.AskEnd(tx.j.State().Name),
		Buttons: [][]discord.Button{{{Label: words.ButtonEnd, ID: discord.CustomID("end", began), Style: discord.Danger}}}}, nil
}

// beganAt returns the time at which a fight began, as buttons carry it.
func beganAt(j interface{ Began() (time.Time, error) }) (string, error) {
	at, err := j.Began()
	return fmt.Sprint(at.UnixMilli()), err
}

// errWentOn means that the fight's log has grown since it was read.
var errWentOn = errors.New("bot: the fight went on")

// pressEnd ends the fight that the button belongs to and posts a summary. The log is read before the transaction, which
// checks that nothing was added since.
func (b *Bot) pressEnd(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	began := discord.CustomID(args...)
	for range 3 {
		sum, err := b.sumUp(ctx, r, began)
		if err != nil {
			return nil, err
		}
		reply, err := b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.end(began, sum) })
		if !errors.Is(err, errWentOn) {
			return reply, err
		}
	}
	return nil, refuse(engine.Stale, words.FightWentOn())
}

// sumUp sums up the log of the fight that began at the given time. It returns nil if there is no such fight or the asker
// can't end it.
func (b *Bot) sumUp(ctx context.Context, r *discord.Request, began string) (sum *summary, err error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	err = b.store.Log(ctx, r.Channel, func(l engine.Log) error {
		s := l.State()
		if s == nil || !engine.MayGM(s, actor) {
			return nil
		}
		at, err := beganAt(l)
		if err != nil || at != began {
			return err
		}
		sum, err = summaryOf(l, s)
		return err
	})
	if err != nil || sum == nil {
		return nil, err
	}
	return sum, sum.Draw()
}

// end ends the fight that began at the given time, if the summary covers its whole log.
func (tx *transaction) end(began string, sum *summary) (*discord.Reply, error) {
	at, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	if at != began {
		return nil, refuse(engine.Stale, words.EarlierFight())
	}
	before := tx.j.State()
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	if sum == nil || tx.j.NextSeq() != int64(sum.Tallies.Entries)+1 {
		return nil, errWentOn
	}
	if _, err := tx.play(play.End{}); err != nil {
		return nil, err
	}
	tx.drawn = began
	return sum.Reply(before, rs, tx.now), nil
}

// drawAgain returns the picture of the fight that began at the given time and is over. There is none if the next one has begun, or if
// it can't be drawn: the summary says enough without it.
func (b *Bot) drawAgain(ctx context.Context, r *discord.Request, began string) []discord.File {
	var sum *summary
	err := b.store.Log(ctx, r.Channel, func(l engine.Log) error {
		if l.State() != nil {
			return nil
		}
		for first, err := range l.All() {
			if err != nil || fmt.Sprint(first.At.UnixMilli()) != began {
				return err
			}
			break
		}
		s, err := engine.Latest(l)
		if err == nil && s != nil {
			sum, err = summaryOf(l, s)
		}
		return err
	})
	if err == nil && sum != nil {
		err = sum.Draw()
	}
	if err != nil {
		b.log.Warn().Str("channel", string(r.Channel)).Err(err).Msg("could not draw the picture of a fight again")
		return nil
	}
	if sum == nil {
		return nil
	}
	return sum.Files()
}

// ChannelDeleted ends the fight of a channel or thread that was deleted, because no one else can end it anymore. The last entry
// of its log has no user.
func (b *Bot) ChannelDeleted(ctx context.Context, ch snowflake.Channel) error {
	var open bool
	err := b.store.Read(ctx, ch, func(j engine.Journal) error { open = j.State() != nil; return nil })
	if err != nil || !open {
		return err
	}
	_, _, err = b.store.Update(ctx, ch, "", func(j engine.Journal) ([]byte, error) {
		if open = j.State() != nil; !open {
			return nil, nil
		}
		return nil, j.Append(engine.Entry{Seq: j.NextSeq(), Kind: engine.Did, At: b.now().Truncate(time.Millisecond),
			Command: "the channel was deleted", Events: []engine.Event{engine.EncounterEnded{}}})
	})
	if open && err == nil {
		b.log.Warn().Str("channel", string(ch)).
			Msg("the channel of a fight was deleted, so the fight has ended; roundel export still has it")
	}
	return err
}
