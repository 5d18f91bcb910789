package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"roundel/bot/card"
	"roundel/bot/chart"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// askEnd asks for confirmation. The button carries the time at which the fight began, so it can't end a later fight.
func askEnd(tx *transaction) (*discord.Reply, error) {
	began, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: tx.own.Line("answer.ask-end", lang.Name("name", tx.j.State().Name)),
		Buttons: [][]discord.Button{{card.Button(tx.own, discord.Danger, "end", began)}}}, nil
}

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
	return nil, refuse(engine.Stale, lang.P("bot.fight-went-on"))
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
		sum, err = summaryOf(b.languages.Of(s.Speaks()), l, s)
		return err
	})
	if err != nil || sum == nil {
		return nil, err
	}
	if err := b.charts.draw(sum); err != nil {
		return nil, err
	}
	return sum, nil
}

// end ends the fight that began at the given time, if the summary covers its whole log.
func (tx *transaction) end(began string, sum *summary) (*discord.Reply, error) {
	at, err := beganAt(tx.j)
	if err != nil {
		return nil, err
	}
	if at != began {
		return nil, refuse(engine.Stale, lang.P("bot.earlier-fight"))
	}
	before := tx.j.State()
	if sum == nil || tx.j.NextSeq() != int64(sum.Tallies.Entries)+1 {
		return nil, errWentOn
	}
	var levels []int // the party's, while it is still in the fight
	if tx.rs.Difficulty != nil {
		if levels, _, err = tx.party(tx.rs, nil); err != nil {
			return nil, err
		}
	}
	if _, err := tx.play(play.End{}); err != nil {
		return nil, err
	}
	tx.drawn = began
	reply := sum.reply(before, tx.rs, tx.now)
	tx.experience(reply, before, levels, began)
	return reply, nil
}

// beganAt returns the time at which a fight began, as buttons carry it.
func beganAt(j interface{ Began() (time.Time, error) }) (string, error) {
	at, err := j.Began()
	return beganText(at), err
}

func beganText(at time.Time) string { return fmt.Sprint(at.UnixMilli()) }

// errWentOn means that the fight's log has grown since it was read.
var errWentOn = errors.New("bot: the fight went on")

// summary is what a fight's log says of the whole fight.
type summary struct {
	Tallies *words.Tallies
	shown   chart.History
	picture *chart.Picture // nil: there is nothing to see
}

// summaryOf sums up a whole log in a language; s is the state that it leads to.
func summaryOf(in *lang.Language, l engine.Log, s *engine.State) (*summary, error) {
	sum := &summary{shown: chart.History{In: in}}
	var err error
	sum.Tallies, err = words.Tally(l.All(), sum.shown.Note)
	sum.shown.Note(s)
	return sum, err
}

// lastChart remembers the last picture, because those who were in a fight read its log soon after its end, one after the other.
type lastChart struct {
	mu      sync.Mutex
	of      chart.History
	picture *chart.Picture
}

// draw draws the picture of a summary, unless it is the last one that was drawn. Drawing takes too long to be
// done while the log is read.
func (c *lastChart) draw(sum *summary) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.picture == nil || !c.of.Equal(&sum.shown) {
		if c.picture, err = sum.shown.Picture(); err != nil {
			return err
		}
		c.of = sum.shown
	}
	sum.picture = c.picture
	return nil
}

// reply shows the summary of a fight whose last state is s.
func (sum *summary) reply(s *engine.State, rs *ruleset.Ruleset, ended time.Time) *discord.Reply {
	return &discord.Reply{Text: words.Summary(words.Under(sum.shown.In, rs), s, rs, sum.Tallies, ended), Files: sum.files()}
}

// files returns the picture, if there is one.
func (sum *summary) files() []discord.File {
	if sum.picture == nil {
		return nil
	}
	return []discord.File{{Name: "fight.png", Type: "image/png", Data: sum.picture.PNG, Description: sum.picture.Alt}}
}

// summaryWhenEnded returns a function that shows the summary of a fight that is over. s is its last state.
func (b *Bot) summaryWhenEnded(in *lang.Language, l engine.Log, s *engine.State, rs *ruleset.Ruleset) (func() (*discord.Reply, error), error) {
	var ended time.Time
	for e, err := range l.All() {
		if err != nil {
			return nil, err
		}
		ended = e.At
	}
	sum, err := summaryOf(in, l, s)
	return func() (*discord.Reply, error) {
		if err := b.charts.draw(sum); err != nil {
			return nil, err
		}
		return sum.reply(s, rs, ended), nil
	}, err
}

// drawAgain returns the picture of the fight that began at the given time and is over. There is none if the next one has begun, or if
// it can't be drawn: the summary says enough without it.
func (b *Bot) drawAgain(ctx context.Context, r *discord.Request, began string) []discord.File {
	var sum *summary
	err := b.store.Log(ctx, r.Channel, func(l engine.Log) error {
		if l.State() != nil {
			return nil
		}
		at, err := logBegan(l)
		if err != nil || at != began {
			return err
		}
		s, err := engine.Latest(l)
		if err == nil && s != nil {
			sum, err = summaryOf(b.languages.Of(s.Speaks()), l, s)
		}
		return err
	})
	if err == nil && sum != nil {
		err = b.charts.draw(sum)
	}
	if err != nil {
		b.log.Warn().Str("channel", string(r.Channel)).Err(err).Msg("could not draw the picture of a fight again")
		return nil
	}
	if sum == nil {
		return nil
	}
	return sum.files()
}

// ChannelDeleted ends the fight of a channel or thread that was deleted, because no one else can end it anymore. The last entry
// of its log has no user.
func (b *Bot) ChannelDeleted(ctx context.Context, ch snowflake.Channel) error {
	var open bool
	err := b.store.Read(ctx, ch, func(j engine.Journal) error { open = j.State() != nil; return nil })
	if err != nil || !open {
		return err
	}
	err = finding(ctx, func(f *lookups) error {
		_, _, err := b.store.Update(ctx, ch, "", func(j engine.Journal) ([]byte, error) {
			s := j.State()
			open = s != nil
			if !open {
				return nil, nil
			}
			if err := b.leaveCarried(j, f); err != nil {
				return nil, err
			}
			return nil, j.Append(engine.Entry{Seq: j.NextSeq(), Kind: engine.Did, At: b.now().Truncate(time.Millisecond),
				Command: "the channel was deleted", Events: []engine.Event{engine.EncounterEnded{}}})
		})
		return err
	})
	if open && err == nil {
		b.log.Warn().Str("channel", string(ch)).
			Msg("the channel of a fight was deleted, so the fight has ended; roundel export still has it")
	}
	return err
}
