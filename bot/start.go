package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/ruleset"
)

// start opens a fight, if the bot can show it in the channel.
func (b *Bot) start(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	conf, err := b.settings(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	ping, err := b.pingsGM(ctx, r, conf)
	if err != nil {
		return nil, err
	}
	rs, unknown, err := b.startsUnder(ctx, r, conf.Ruleset)
	if err != nil {
		return nil, err
	}
	loading, noFoes := b.encounter(ctx, r, Options(r.Options).Text("encounter"), Options(r.Options).Number("roll"))
	var guests guests
	invites := Options(r.Options).Flag("party")
	if invites && unknown == nil && noFoes == nil && r.Guild != "" {
		if guests, err = b.guestsOf(ctx, r, rs, nil); err != nil {
			return nil, err
		}
	}
	return b.changeInviting(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if err := canShow(r); err != nil {
			return nil, err
		}
		if tx.j.State() != nil {
			return tx.play(play.Start{}) // which refuses
		}
		if err := cmp.Or(anotherFight(tx.j, r.Guild), unknown, noFoes); err != nil {
			return nil, err
		}
		o := Options(r.Options)
		tx.rs = rs
		cmds := []play.Command{play.Start{Name: cmp.Or(strings.TrimSpace(o.Text("name")), tx.all.Label("roster.fight")), Ruleset: rs.Name, Group: tx.conf.startsGrouped(o, rs),
			Preferences: tx.conf.preferences(ping), Language: tx.all.Tag}}
		foes, err := tx.joinEncounter(loading, "")
		if err != nil {
			return nil, err
		}
		activities, _, _ := usable(rs, tx.conf.Activities) // FT-5; without those that an older version stored and the ruleset refuses
		reply, err := tx.play(slices.Concat(cmds, activities, foes)...)
		if err == nil {
			reply.Text += "\n" + tx.all.Line("answer.steps", lang.Flag("surprise", rs.Surprise.Kind != ruleset.NoSurprise)) // ST-11
			tx.intro = nil
			tx.hintLanguage(reply)
			if loading != nil {
				err = tx.tellOfFoes(reply, loading, loading.kinds...)
			}
			if invites {
				tx.invite(reply, guests)
			}
		}
		return reply, err
	})
}

// startsUnder returns the ruleset of a fight that /init start begins; preset is the server's default. If there is no such ruleset, unknown is
// the refusal.
func (b *Bot) startsUnder(ctx context.Context, r *discord.Request, preset string) (rs *ruleset.Ruleset, unknown, err error) {
	server, err := b.rulesets.forServer(ctx, r.Guild)
	if err != nil {
		return nil, nil, err
	}
	if typed := Options(r.Options).Text("ruleset"); typed != "" {
		rs, unknown = server.match(typed)
	} else {
		rs, unknown = server.forNewFight(preset)
	}
	return rs, unknown, nil
}

// canShow refuses a fight in a channel where the bot couldn't show it.
func canShow(r *discord.Request) error {
	if r.Guild == "" {
		return refuse(engine.NotNow, lang.P("bot.start-in-server"))
	}
	if r.Sealed {
		return refuse(engine.NotNow, lang.P("bot.start-sealed"))
	}
	if missing := missingPermissions(r); len(missing) > 0 {
		return refuse(engine.NotNow, lang.P("bot.start-lacking", lang.AllParts("missing", missing)))
	}
	return nil
}
