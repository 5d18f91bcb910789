package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"roundel/bot/chart"
	"roundel/bot/discord"
	"roundel/bot/input"
	"roundel/bot/words"
	"roundel/bot/words/form"
	"roundel/bot/words/history"
	"roundel/bot/words/refusal"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/ruleset"
)

// start opens a fight, if the bot can show it in the channel.
func start(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.saved.Settings(ctx, engine.GuildID(r.Guild))
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
	return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := canShow(r); err != nil {
			return nil, err
		}
		if tx.j.State() != nil {
			return tx.play(commandLine(r), command.Start{}) // is refused
		}
		if err := cmp.Or(anotherFight(tx.j, engine.GuildID(r.Guild)), unknown); err != nil {
			return nil, err
		}
		o := input.Options(r.Options)
		tx.begins = rs
		cmds := []command.Command{command.Start{Name: o.Text("name"), Ruleset: rs.Name, Group: o.Flag("group"),
			Preferences: engine.Preferences{PingGM: ping, Remind: tx.conf.Reminder}}}
		reply, err := tx.play(commandLine(r), append(cmds, tx.conf.Predefined(rs)...)...)
		if err == nil {
			reply.Text += "\n" + words.Steps(rs)
			tx.lead = nil
		}
		return reply, err
	})
}

// startsUnder returns the ruleset of a fight that /init start begins; preset is the server's default. If there is no such ruleset, unknown is
// the refusal.
func (b *Bot) startsUnder(ctx context.Context, r *discord.Request, preset string) (rs *ruleset.Ruleset, unknown, err error) {
	server, err := b.shelf.ForServer(ctx, engine.GuildID(r.Guild))
	if err != nil {
		return nil, nil, err
	}
	if typed := input.Options(r.Options).Text("ruleset"); typed != "" {
		rs, unknown = server.Match(typed)
	} else {
		rs, unknown = server.Default(preset)
	}
	return rs, unknown, nil
}

// canShow refuses a fight in a channel where the bot couldn't show it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return refuse(engine.NotNow, refusal.StartInServer())
	}
	if r.Sealed {
		return refuse(engine.NotNow, refusal.StartSealed())
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return refuse(engine.NotNow, refusal.StartLacking(missing))
	}
	return nil
}

// cantShow returns a line that says why the bot can no longer show a fight in its channel, or nothing. The bot still takes
// commands, because replies need no permission.
func cantShow(r *discord.Request) []string {
	if r.Guild == "" {
		return nil
	}
	if r.Sealed {
		return []string{words.SealedNow}
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return []string{words.LackingNow(missing)}
	}
	return nil
}

// missingPermissions names the permissions that the bot needs to show a fight but doesn't have in the request's channel.
func missingPermissions(r *discord.Request) []string {
	if r.Rights&discord.Administrator != 0 {
		return nil
	}
	var missing []string
	type right struct {
		bits int64
		name string
	}
	speak := right{discord.SendMessages, words.SendMessages}
	if r.Thread {
		speak = right{discord.SendInThreads, words.SendInThreads}
	}
	for _, need := range []right{{discord.ViewChannel, words.ViewChannel}, speak,
		{discord.ReadMessageHistory, words.ReadMessageHistory}} {
		if r.Rights&need.bits == 0 {
			missing = append(missing, need.name)
		}
	}
	return missing
}

// askEnd asks for confirmation. The button carries the time at which the fight began, so it can't end a later fight.
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
			Buttons: [][]discord.Button{{{Label: form.ButtonEnd, ID: discord.CustomID("end", began), Style: discord.Danger}}}}, nil
	})
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
func pressEnd(ctx context.Context, b *Bot, r *discord.Request, args []string) (*discord.Reply, error) {
	for range 3 {
		sum, err := b.sumUp(ctx, r, discord.CustomID(args...))
		if err != nil {
			return nil, err
		}
		reply, err := b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) { return tx.end(discord.CustomID(args...), sum) })
		if !errors.Is(err, errWentOn) {
			return reply, err
		}
	}
	return nil, refuse(engine.Stale, refusal.FightWentOn())
}

// summary is what a fight's log says of the whole fight.
type summary struct {
	tallies *history.Tallies
	history chart.History
	picture *chart.Picture // nil: there is nothing to see
}

// sumUp sums up the log of the fight that began at the given time. It returns nil if there is no such fight or the asker
// can't end it.
func (b *Bot) sumUp(ctx context.Context, r *discord.Request, began string) (sum *summary, err error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	err = b.store.Log(ctx, engine.ChannelID(r.Channel), func(l engine.Log) error {
		s := l.State()
		if s == nil || !engine.MayGM(s, actor) {
			return nil
		}
		at, err := beganAt(l)
		if err != nil || at != began {
			return err
		}
		sum, err = sumUpLog(l, s)
		return err
	})
	if err != nil || sum == nil {
		return nil, err
	}
	return sum, sum.draw()
}

// sumUpLog sums up a whole log; s is the state that it leads to.
func sumUpLog(l engine.Log, s *engine.State) (*summary, error) {
	sum := &summary{}
	var err error
	sum.tallies, err = history.Tally(l.All(), sum.history.Note)
	sum.history.Note(s)
	return sum, err
}

// draw draws the picture. That takes long enough not to be done while the log is read.
func (sum *summary) draw() (err error) {
	sum.picture, err = sum.history.Picture()
	return err
}

// reply shows the summary of a fight whose last state is s.
func (sum *summary) reply(s *engine.State, rs *ruleset.Ruleset, ended time.Time) *discord.Reply {
	reply := &discord.Reply{Text: history.Summary(s, rs, sum.tallies, ended)}
	if sum.picture != nil {
		reply.Files = []discord.File{{Name: "fight.png", Type: "image/png", Data: sum.picture.PNG, Description: sum.picture.Alt}}
	}
	return reply
}

// end ends the fight that began at the given time, if the summary covers its whole log.
func (tx *transaction) end(began string, sum *summary) (*discord.Reply, error) {
	if err := tx.gm(); err != nil {
		return nil, err
	}
	at, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	if at != began {
		return nil, refuse(engine.Stale, refusal.EarlierFight())
	}
	before := tx.j.State()
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	if sum == nil || tx.j.NextSeq() != int64(sum.tallies.Entries)+1 {
		return nil, errWentOn
	}
	if _, err := tx.play(buttonName(tx.r), command.End{}); err != nil {
		return nil, err
	}
	return sum.reply(before, rs, tx.now), nil
}

// ChannelDeleted ends the fight of a channel or thread that was deleted, because no one else can end it anymore. The last entry
// of its log has no user.
func (b *Bot) ChannelDeleted(ctx context.Context, ch engine.ChannelID) error {
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
