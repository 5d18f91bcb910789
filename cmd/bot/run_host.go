package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/claims"
	"roundel/snowflake"
)

// host is what the session works for: the bot answers, the publisher shows.
type host struct {
	cfg       settings
	log       zerolog.Logger
	bot       *bot.Bot
	publisher *card.Publisher
	session   *discord.Session
	claims    claims.Claims
	quiet     *time.Timer // runs once no one has asked for anything for a while

	registers atomic.Bool // this process registers the commands, or has done so
}

// quietAfter is the time without a request after which the bot counts as idle.
const quietAfter = time.Second

func (h *host) handlers() discord.Host {
	return discord.Host{Handle: h.handle, ErrorReply: bot.ErrorReply, Texts: bot.Texts(), Recall: h.bot.Recall,
		Ready: h.ready, Deleted: h.deleted, Returned: h.returned}
}

// ready shows the changes that were not shown before the restart, and registers the commands, once: a process
// that reconnects while an upgrade goes on must not put back its older ones.
func (h *host) ready(ctx context.Context) {
	h.log.Info().Msg("connected")
	if err := h.publisher.CatchUp(ctx); err != nil {
		h.log.Warn().Err(err).Msg("cannot find out which fights have changes to show")
	}
	if h.registers.CompareAndSwap(false, true) {
		h.registerCommands(ctx)
	}
	h.quiet.Reset(quietAfter)
}

// handle answers a request.
func (h *host) handle(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	defer h.quiet.Reset(quietAfter)
	return h.bot.Handle(ctx, r)
}

// deleted ends the fight of a channel that is gone.
func (h *host) deleted(ctx context.Context, id snowflake.Channel) {
	ch := id
	if err := errors.Join(h.bot.ChannelDeleted(ctx, ch), h.publisher.Deleted(ctx, ch)); err != nil {
		h.log.Warn().Str("channel", string(ch)).Err(err).Msg("cannot find out whether a deleted channel had a fight")
	}
}

// returned shows the fights of a server that the bot was removed from and added to again.
func (h *host) returned(ctx context.Context, guild snowflake.Guild, channels []snowflake.Channel) {
	if err := h.publisher.Returned(ctx, channels); err != nil {
		h.log.Warn().Str("server", string(guild)).Err(err).Msg("cannot find out which fights to show again")
	}
	if string(guild) == h.cfg.Guild { // the server's own commands were removed with the bot
		h.registerCommands(ctx)
	}
}

// registerCommands registers the commands and retries until it succeeds. Of several processes one does so after the other; the
// later ones find that nothing is left to do unless their commands differ.
func (h *host) registerCommands(ctx context.Context) {
	for {
		pause := registerRetry
		mine, err := h.claims.Try(ctx, claims.Chore, claims.Commands)
		if mine {
			err = h.session.RegisterCommands(ctx, snowflake.Guild(h.cfg.Guild), h.bot.Commands())
			h.claims.Release(claims.Chore, claims.Commands)
		} else if err == nil {
			pause = registerSoon
		}
		if mine && err == nil {
			h.log.Info().Msg("the commands are registered; if a Discord client does not show them yet, reload it (Ctrl+R)")
			return
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			h.log.Warn().Str("error", words(advise(err, h.cfg.Guild))).Msg("the commands could not be registered; trying again")
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}
