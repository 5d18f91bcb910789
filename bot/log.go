package bot

import (
	"context"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// logLength is the maximum length of a log that is sent as a message rather than as a file.
const logLength = 1800

// showLog shows everything that has happened and that the asker may know, with dice. After the end of a fight it shows that
// one until the next begins.
func (b *Bot) showLog(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	actor, _, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	var told func() (*discord.Reply, error) // the summary of a fight that is over
	err = b.latest(ctx, r, func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error {
		if s == nil {
			return noFight()
		}
		viewer := view.ViewerOf(s, actor)
		lines, err := words.Log(words.Under(b.reads(r, s), rs), l.All(), rs, viewer, nil)
		if err != nil {
			return err
		}
		text := strings.Join(lines, "\n")
		reply = privately(text)
		if discord.Length(text) > logLength {
			if lines, err = words.Log(words.Under(b.reads(r, s), rs), l.All(), rs, viewer, view.State(s, viewer)); err != nil {
				return err
			}
			reply = &discord.Reply{Ephemeral: true, Text: b.reads(r, s).Line("answer.log-attached", lang.Name("name", s.Name)),
				Files: []discord.File{textFile("log.txt", words.Unformatted(strings.Join(lines, "\n")))}}
		}
		if l.State() == nil { // it is over
			told, err = b.summaryWhenEnded(b.reads(r, s), l, s, rs)
		}
		return err
	})
	if err != nil || told == nil {
		return reply, err
	}
	reply.Alone, err = told()
	return reply, err
}

// exportFight sends the fight to the GM as a file. After the end of a fight it sends that one until the next begins.
func (b *Bot) exportFight(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	actor, conf, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	usual, err := b.findRegulars(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	err = b.latest(ctx, r, func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error {
		if err := requireGM(s, actor); err != nil {
			return err
		}
		began, err := logBegan(l)
		if err != nil {
			return err
		}
		note := conf.note(r.Channel)
		xp := note.xpOf(began)
		party, _ := levelsOf(s, rs, note, usual)
		data, err := view.JSONWith(s, rs, view.Beside{Party: party, All: xp.All, Living: xp.Living, Posted: xp.Posted})
		reply = &discord.Reply{Ephemeral: true, Text: b.reads(r, s).Line("answer.export-attached"),
			Files: []discord.File{{Name: "encounter.json", Type: "application/json", Data: data}}}
		return err
	})
	return reply, err
}

// latest runs fn on the log of the channel's latest fight, with its state and its ruleset. Both are nil if there never was a fight.
func (b *Bot) latest(ctx context.Context, r *discord.Request, fn func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error) error {
	return finding(ctx, func(f *lookups) error {
		return b.store.Log(ctx, r.Channel, func(l engine.Log) error {
			s, err := engine.Latest(l)
			switch {
			case err != nil:
				return err
			case s == nil:
				return fn(l, nil, nil)
			}
			rs, err := b.rulesOf(s, f)
			if err != nil {
				return err
			}
			return fn(l, s, rs)
		})
	})
}
