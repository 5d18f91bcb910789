package bot

import (
	"context"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// xpNote is how the experience points of a channel's last fight are shared out (MO-27). The fight is over by then, and its log closed.
type xpNote struct {
	Fight  string `json:"fight"`            // when it began, as buttons carry it
	All    bool   `json:"all,omitempty"`    // standing foes count, too
	Living bool   `json:"living,omitempty"` // only those who live get something
	Posted bool   `json:"posted,omitempty"`
}

// xpOf returns how the experience points of the fight that began at that time are shared out.
func (n channelNote) xpOf(began string) xpNote {
	if n.XP != nil && n.XP.Fight == began {
		return *n.XP
	}
	return xpNote{Fight: began}
}

// experience adds what the foes of a fight were worth to the reply to its end, for the GM alone. s is its last state, and
// levels are those that the party had in it. If no foe is known to be worth anything, it adds nothing.
func (tx *transaction) experience(reply *discord.Reply, s *engine.State, levels []int, began string) {
	if tx.rs.Difficulty == nil || s.XP(tx.rs, levels, true, false).Worth == 0 {
		return
	}
	text, row := shareOut(words.Under(tx.own, tx.rs), s, tx.rs, levels, tx.conf.note(tx.r.Channel).xpOf(began))
	alone := private(reply)
	addLines(tx.own, alone, text)
	alone.Buttons = append(alone.Buttons, row)
}

// shareOut returns what each gets, with the buttons that change it and post it.
func shareOut(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, levels []int, n xpNote) (text string, row []discord.Button) {
	button := func(name string, next xpNote) discord.Button {
		return discord.Button{Label: l.Label("button." + name), ID: discord.CustomID("xp", next.Fight, flagArg(next.All), flagArg(next.Living))}
	}
	foes, heads := n, n
	foes.All, heads.Living = !n.All, !n.Living
	byFoes, byHeads := "xp-all", "xp-living"
	if n.All {
		byFoes = "xp-down"
	}
	if n.Living {
		byHeads = "xp-everyone"
	}
	xp := s.XP(rs, levels, n.All, n.Living)
	post := discord.Button{Label: l.Label("button.xp-post"), ID: discord.CustomID("xp-post", n.Fight), Style: discord.Success, Disabled: xp.Heads == 0}
	return words.Experience(l, xp, n.All, n.Living), []discord.Button{button(byFoes, foes), button(byHeads, heads), post}
}

func flagArg(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// pressXP changes which foes count, or who gets a share.
func (b *Bot) pressXP(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	return b.sharing(ctx, r, textArg(args, 0), func(n *xpNote) {
		n.All, n.Living = textArg(args, 1) == "1", textArg(args, 2) == "1"
	}, func(of shared, n xpNote) (*discord.Reply, error) {
		text, row := shareOut(words.Under(of.own, of.rs), of.s, of.rs, of.levels, n)
		return &discord.Reply{Ephemeral: true, Update: true, Text: text, Buttons: [][]discord.Button{row}}, nil
	})
}

// postXP tells everyone what each gets, once.
func (b *Bot) postXP(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	_, args := discord.SplitID(r.Path)
	return b.sharing(ctx, r, textArg(args, 0), func(n *xpNote) { n.Posted = true }, func(of shared, n xpNote) (*discord.Reply, error) {
		xp := of.s.XP(of.rs, of.levels, n.All, n.Living)
		if xp.Heads == 0 {
			return nil, refuse(engine.NotNow, lang.P("bot.xp-nobody"))
		}
		return &discord.Reply{Text: of.all.Line("difficulty.xp-posted", lang.N("heads", xp.Heads), lang.N("each", xp.Each))}, nil
	})
}

// shared is a fight that is over, whose experience points are shared out.
type shared struct {
	s        *engine.State
	rs       *ruleset.Ruleset
	levels   []int
	own, all *lang.Language
}

// sharing changes how the experience points of the fight that began at that time are shared out, if the asker has run it, it is the channel's last one, and
// nothing was posted yet. answer returns the reply.
func (b *Bot) sharing(ctx context.Context, r *discord.Request, began string, change func(n *xpNote), answer func(of shared, n xpNote) (*discord.Reply, error)) (*discord.Reply, error) {
	actor, conf, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	usual, err := b.findRegulars(ctx, r)
	if err != nil {
		return nil, err
	}
	of := shared{own: b.reader(ctx, r)}
	err = b.latest(ctx, r, func(l engine.Log, s *engine.State, rs *ruleset.Ruleset) error {
		if s == nil {
			return noFight()
		}
		at, err := logBegan(l)
		switch {
		case err != nil:
			return err
		case l.State() != nil, at != began, rs.Difficulty == nil:
			return refuse(engine.Stale, lang.P("bot.xp-over"))
		}
		if err := requireGM(s, actor); err != nil {
			return err
		}
		of.s, of.rs, of.all = s, rs, words.Under(b.languages.Of(s.Speaks()), rs)
		of.levels, _ = levelsOf(s, rs, conf.note(r.Channel), usual)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return keepReply(of.own, func(keep keeping) ([]byte, bool, error) {
		return b.amendNote(ctx, r, r.ID, func(note *channelNote) ([]byte, error) {
			n := note.xpOf(began)
			if n.Posted {
				return keep(nil, refuse(engine.NotNow, lang.P("bot.xp-posted")))
			}
			change(&n)
			reply, err := answer(of, n)
			if err == nil {
				note.XP = &n
			}
			return keep(reply, err)
		})
	})
}

// logBegan returns the time at which the fight of a log began, as buttons carry it. The fight may have ended.
func logBegan(l engine.Log) (string, error) {
	for first, err := range l.All() {
		return beganText(first.At), err
	}
	return "", nil
}
