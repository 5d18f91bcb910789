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
	registerRetry = 5 * time.Second // until the commands are tried again
	pruneEvery    = time.Hour
	keepAnswers   = 48 * time.Hour // how long an interaction is remembered
	showGrace     = 2 * time.Second
)

// outside is what the program takes from outside beside its settings: the machine's clock, dice, and the rulesets that
// are played. Tests put others in their place.
type outside struct {
	now    func() time.Time
	dice   dice.Roller
	rules  []*engine.Ruleset
	stderr *os.File // the process's own, where the log is JSON; nil: crashes are left as they are
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
		return tell(environment, stderr, err)
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

// serve runs the bot until ctx ends, Discord refuses it for good, or the database cannot be trusted any more. It leaves
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
	var pub *bot.Publisher // set before anything can change
	b, err := bot.NewBot(bot.Parts{Store: botStore{st}, Rules: from.rules, Dice: from.dice, Now: clock.Now, Log: log,
		Changed: func(ch engine.ChannelID) { pub.Changed(ch) }, Count: m.command,
		PerMinute: cfg.PerMinute})
	if err != nil {
		return err
	}
	ready := func(ctx context.Context) {}
	back := func(ctx context.Context, guild discord.GuildID, channels []discord.ChannelID) {}
	session, err := discord.New(discord.Config{Token: cfg.Token, APIURL: cfg.APIURL, Log: log, Facts: facts{st}, Clock: clock,
		Handler: b.Handle, ErrorReply: errorReply, DeferEphemeral: bot.DeferEphemeral,
		OnReady: func(ctx context.Context) { ready(ctx) }, Metrics: m.session(),
		OnReturn: func(ctx context.Context, guild discord.GuildID, channels []discord.ChannelID) {
			back(ctx, guild, channels)
		},
		OnDeleted: func(ctx context.Context, ch discord.ChannelID) {
			if err := pub.Deleted(ctx, engine.ChannelID(ch)); err != nil {
				log.Warn().Str("channel", string(ch)).Err(err).Msg("cannot tell whether a deleted channel had a fight")
			}
		}})
	if err != nil {
		return err
	}
	m.observe(session, st)
	pub = b.NewPublisher(session)
	defer func() { pub.Close(showGrace) }()
	ready = func(ctx context.Context) { whenReady(ctx, cfg, log, b, pub, session) }
	back = func(ctx context.Context, guild discord.GuildID, channels []discord.ChannelID) {
		var fights []engine.ChannelID
		for _, ch := range channels {
			fights = append(fights, engine.ChannelID(ch))
		}
		if err := pub.Return(ctx, fights); err != nil {
			log.Warn().Str("server", string(guild)).Err(err).Msg("cannot tell which fights are to be shown again")
		}
		if string(guild) == cfg.Guild { // its own commands went with the bot
			registerCommands(ctx, cfg, log, b, session)
		}
	}

	web, err := listen(cfg.HTTPAddr, log, probes{ready: session.Ready, alive: st.Alive, write: st.Ping, metrics: m.page()})
	if err != nil {
		return err
	}
	defer web.close()
	go watch(ctx, st, clock, cfg.KeepDays, log, cancel)
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

// botStore is the store as the bot knows it: where the bot branches on an error, it is the bot's own.
type botStore struct{ *store.Store }

// SaveDisplay returns [bot.ErrOutdated] where the store has an error of its own for it.
func (s botStore) SaveDisplay(ctx context.Context, was, next engine.Display) error {
	err := s.Store.SaveDisplay(ctx, was, next)
	if errors.Is(err, store.ErrOutdated) {
		return fmt.Errorf("%w: %w", bot.ErrOutdated, err)
	}
	return err
}

// errorReply puts errors into words, those of the store among them, which bot does not know.
func errorReply(err error, ref string) *discord.Reply {
	switch {
	case errors.Is(err, store.ErrFull):
		err = fmt.Errorf("%w: %w", bot.ErrNoRoom, err)
	case errors.Is(err, store.ErrUnknown):
		err = fmt.Errorf("%w: %w", bot.ErrUnknown, err)
	}
	return bot.ErrorReply(err, ref)
}

// whenReady shows what was not shown before a restart, and registers the commands.
func whenReady(ctx context.Context, cfg settings, log zerolog.Logger, b *bot.Bot, pub *bot.Publisher, s *discord.Session) {
	log.Info().Msg("connected")
	if err := pub.CatchUp(ctx); err != nil {
		log.Warn().Err(err).Msg("cannot tell what is still to be shown")
	}
	registerCommands(ctx, cfg, log, b, s)
}

// registerCommands tries until it works.
func registerCommands(ctx context.Context, cfg settings, log zerolog.Logger, b *bot.Bot, s *discord.Session) {
	for {
		err := s.RegisterCommands(ctx, discord.GuildID(cfg.Guild), b.Commands())
		if err == nil {
			log.Info().Msg("the commands are registered; a Discord client that does not show them yet needs a reload (Ctrl+R)")
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

// watch ends the process when the store gives up, and forgets old interactions, and old fights where that is wanted, from
// time to time: once the time is known, not only what the machine takes it for.
func watch(ctx context.Context, st *store.Store, clock *discord.Clock, keepDays int, log zerolog.Logger, cancel context.CancelCauseFunc) {
	prune := time.NewTicker(pruneEvery)
	defer prune.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-st.Fatal():
			cancel(fmt.Errorf("the database cannot be relied on any more; start the bot again: %w", err))
			return
		case <-prune.C:
			if !clock.Set() {
				continue // a bot that nobody has asked anything
			}
			now := clock.Now()
			if err := st.Prune(ctx, now.Add(-keepAnswers)); err != nil && ctx.Err() == nil {
				log.Warn().Err(err).Msg("old interactions could not be forgotten")
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

// facts keeps the session's texts in the store.
type facts struct{ st *store.Store }

func (f facts) Get(ctx context.Context, key string) (string, error) {
	value, err := f.st.Get(ctx, key)
	return string(value), err
}

func (f facts) Put(ctx context.Context, key, value string) error {
	return f.st.Put(ctx, key, []byte(value))
}
