package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/rules"
	"roundel/store"
)

const (
	registerRetry = 5 * time.Second // the wait before the commands are registered again
	pruneEvery    = time.Hour
	keepAnswers   = 48 * time.Hour  // how long an interaction is remembered
	showGrace     = 2 * time.Second // the time for showing the last changes when the bot stops
)

// outside holds what the program gets from outside, apart from its settings: the machine's clock, dice, and rulesets.
// Tests replace them.
type outside struct {
	now    func() time.Time
	dice   dice.Roller
	rules  []*engine.Ruleset
	stderr *os.File // a copy of the process's standard error if the log is JSON; nil: crash reports are not caught
}

func realOutside() outside {
	return outside{now: time.Now, dice: dice.NewFair(), rules: rules.All()}
}

func runBot(ctx context.Context, environment []string, stderr io.Writer, from outside) error {
	cfg, err := readSettings(environment)
	if err != nil {
		report(environment, stderr, err)
		return exit{2, err}
	}
	if from.stderr, err = cfg.ownStderr(stderr); err != nil {
		return reported(environment, stderr, err)
	}
	if from.stderr != nil {
		defer from.stderr.Close()
		stderr = from.stderr
	}
	log := cfg.logger(stderr)
	if err := serve(ctx, cfg, log, from); err != nil {
		log.Error().Msg(words(err))
		return err
	}
	return nil
}

// serve runs the bot until ctx ends, Discord refuses it for good, or the database can no longer be trusted. It leaves
// nothing running and nothing half done.
func serve(ctx context.Context, cfg settings, log zerolog.Logger, from outside) (err error) {
	st, err := store.Open(ctx, cfg.DB, func(format string, args ...any) { log.Info().Msgf(format, args...) })
	if err != nil {
		return fmt.Errorf("the database %s: %w", cfg.DB, err)
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if from.stderr != nil {
		defer catchCrashes(from.stderr, cfg, log)()
	}
	clock := discord.NewClock(from.now)
	st.UseClock(clock.Now)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	m := newMetrics()
	var pub *bot.Publisher // set below, before any request arrives
	b, err := bot.NewBot(bot.Parts{Store: botStore{st}, Rules: from.rules, Dice: from.dice, Now: clock.Now, Log: log,
		Changed: func(ch engine.ChannelID) { pub.Changed(ch) }, Count: m.command,
		PerMinute: cfg.PerMinute})
	if err != nil {
		return err
	}
	ready := func(ctx context.Context) {}
	back := func(ctx context.Context, guild string, channels []discord.ChannelID) {}
	session, err := discord.New(discord.Config{Token: cfg.Token, APIURL: cfg.APIURL, Log: log, Facts: facts{st}, Clock: clock,
		Handler: b.Handle, ErrorReply: errorReply, DeferEphemeral: bot.DeferEphemeral,
		OnReady: func(ctx context.Context) { ready(ctx) }, Watch: m.session(),
		OnReturn: func(ctx context.Context, guild string, channels []discord.ChannelID) { back(ctx, guild, channels) },
		OnDeleted: func(ctx context.Context, ch discord.ChannelID) {
			if err := pub.Deleted(ctx, engine.ChannelID(ch)); err != nil {
				log.Warn().Str("channel", string(ch)).Err(err).Msg("cannot find out whether a deleted channel had a fight")
			}
		}})
	if err != nil {
		return err
	}
	m.observe(session, st)
	pub = b.NewPublisher(session)
	defer func() { pub.Close(showGrace) }()
	ready = func(ctx context.Context) { whenReady(ctx, cfg, log, b, pub, session) }
	back = func(ctx context.Context, guild string, channels []discord.ChannelID) {
		var fights []engine.ChannelID
		for _, ch := range channels {
			fights = append(fights, engine.ChannelID(ch))
		}
		if err := pub.Return(ctx, fights); err != nil {
			log.Warn().Str("server", guild).Err(err).Msg("cannot find out which fights to show again")
		}
		if guild == cfg.Guild { // the server's own commands were removed with the bot
			registerCommands(ctx, cfg, log, b, session)
		}
	}

	web, err := listen(cfg.HTTPAddr, log, probes{ready: session.Ready, alive: st.Alive, write: st.Ping, metrics: m.page()})
	if err != nil {
		return err
	}
	defer web.close()
	go maintain(ctx, st, clock, cfg.KeepDays, log, cancel)
	log.Info().Str("version", versionOf(buildInfo())).Str("database", cfg.DB).Msg("connecting to Discord")
	if err := session.Run(ctx); err != nil {
		return err
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	log.Info().Msg("stopped")
	return nil
}

// botStore is the store with the errors that the bot knows.
type botStore struct{ *store.Store }

// SaveDisplay returns [bot.ErrOutdated] in place of [store.ErrOutdated].
func (s botStore) SaveDisplay(ctx context.Context, was, next engine.Display) error {
	err := s.Store.SaveDisplay(ctx, was, next)
	if errors.Is(err, store.ErrOutdated) {
		return fmt.Errorf("%w: %w", bot.ErrOutdated, err)
	}
	return err
}

// errorReply returns the reply to an error. It replaces the store's errors, which package bot does not know.
func errorReply(err error, ref string) *discord.Reply {
	switch {
	case errors.Is(err, store.ErrFull):
		err = fmt.Errorf("%w: %w", bot.ErrNoRoom, err)
	case errors.Is(err, store.ErrUnknown):
		err = fmt.Errorf("%w: %w", bot.ErrUnknown, err)
	}
	return bot.ErrorReply(err, ref)
}

// whenReady shows the changes that were not shown before the restart, and registers the commands.
func whenReady(ctx context.Context, cfg settings, log zerolog.Logger, b *bot.Bot, pub *bot.Publisher, s *discord.Session) {
	log.Info().Msg("connected")
	if err := pub.CatchUp(ctx); err != nil {
		log.Warn().Err(err).Msg("cannot find out which fights have changes to show")
	}
	registerCommands(ctx, cfg, log, b, s)
}

// registerCommands registers the commands and retries until it succeeds.
func registerCommands(ctx context.Context, cfg settings, log zerolog.Logger, b *bot.Bot, s *discord.Session) {
	for {
		err := s.RegisterCommands(ctx, cfg.Guild, b.Commands())
		if err == nil {
			log.Info().Msg("the commands are registered; if a Discord client does not show them yet, reload it (Ctrl+R)")
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		log.Warn().Str("error", words(advise(err, cfg.Guild))).Msg("the commands could not be registered; trying again")
		select {
		case <-ctx.Done():
			return
		case <-time.After(registerRetry):
		}
	}
}

// maintain ends the process when the store fails. Once an hour it deletes old interactions and, if the settings say so,
// old fights, but only after the clock was set from Discord's time, because the machine's own may be wrong.
func maintain(ctx context.Context, st *store.Store, clock *discord.Clock, keepDays int, log zerolog.Logger, cancel context.CancelCauseFunc) {
	prune := time.NewTicker(pruneEvery)
	defer prune.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-st.Fatal():
			cancel(fmt.Errorf("the database can no longer be trusted; restart the bot: %w", err))
			return
		case <-prune.C:
			if !clock.Set() {
				continue // nobody has used the bot yet
			}
			now := clock.Now()
			if err := st.Prune(ctx, now.Add(-keepAnswers)); err != nil && ctx.Err() == nil {
				log.Warn().Err(err).Msg("old interactions could not be deleted")
			}
			if keepDays <= 0 {
				continue
			}
			n, err := st.PruneFights(ctx, now.AddDate(0, 0, -keepDays))
			if err != nil && ctx.Err() == nil {
				log.Warn().Err(err).Msg("old fights could not be deleted")
			}
			if n > 0 {
				log.Info().Int("fights", n).Msg("deleted fights that ended long ago")
			}
		}
	}
}

// facts stores the session's facts in the store.
type facts struct{ st *store.Store }

func (f facts) Get(ctx context.Context, key string) (string, error) {
	value, err := f.st.Get(ctx, key)
	return string(value), err
}

func (f facts) Put(ctx context.Context, key, value string) error {
	return f.st.Put(ctx, key, []byte(value))
}
