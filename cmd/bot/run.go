package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/claims"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/snowflake"
	"roundel/store"
)

const (
	registerRetry = 5 * time.Second // the wait before the commands are registered again
	registerSoon  = time.Second     // the wait while another process registers them
	pruneEvery    = time.Hour
	keepAnswers   = 48 * time.Hour  // how long an interaction is remembered
	showGrace     = 2 * time.Second // the time for showing the last changes when the bot stops
)

// outside holds what the program gets from outside, apart from its settings: the machine's clock, dice, and rulesets.
// Tests replace them.
type outside struct {
	now    func() time.Time
	dice   dice.Roller
	rules  ruleset.Library
	store  *store.Store  // the database, which several processes of a test share; nil: that of the settings is opened
	claims claims.Claims // what several processes share out; with store only
	spaced time.Duration // between two IDENTIFYs; 0: as Discord wants
	shared bool          // the process isn't the bot's own, but that of a test, so its memory is left alone
	greets bool          // at a terminal, the log begins with what the doctor would say
	stderr *os.File      // a copy of the process's standard error if the log is JSON; nil: crash reports are not caught
}

func realOutside() outside {
	return outside{now: time.Now, dice: dice.NewFair(), rules: ruleset.Bundled()}
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
	from.greets = from.greets && isTerminal(stderr) && !cfg.json(stderr)
	if from.greets {
		greet(ctx, environment, log)
	} else {
		for _, name := range unknownSettings(environment) {
			log.Warn().Msgf("%s is not a setting of Roundel; check its name", name)
		}
		for _, line := range ambiguous(cfg) {
			log.Warn().Msg(line)
		}
	}
	if err := serve(ctx, cfg, log, from); err != nil {
		log.Error().Msg(words(err))
		return err
	}
	return nil
}

// serve runs the bot until ctx ends, Discord refuses it for good, or the database can no longer be trusted. It leaves
// nothing running and nothing half done.
func serve(ctx context.Context, cfg settings, log zerolog.Logger, from outside) (err error) {
	clock := discord.NewClock(from.now)
	st, shared, closed, err := openDatabase(ctx, cfg, log, from, clock)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closed()) }()
	if from.stderr != nil {
		defer catchCrashes(from.stderr, cfg, log)()
	}
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	m := newMetrics()
	session, err := discord.New(discord.Config{Token: cfg.Token, APIURL: cfg.APIURL, Log: log, Facts: facts{st}, Clock: clock,
		Claims: shared, Shards: cfg.Shards, Spaced: from.spaced, Webhook: cfg.Webhook != "", Metrics: m.session()})
	if err != nil {
		return err
	}
	if from.greets {
		greetOnline(ctx, cfg, session, log)
	}
	m.observe(session, st, shared)
	turns, members := new(card.Turns), new(card.Members)
	files, err := discord.NewFetcher(discord.FetcherConfig{APIURL: cfg.APIURL})
	if err != nil {
		return err
	}
	library := bot.NewLibrary(bot.LibraryParts{Store: st, Bundled: from.rules, Host: cfg.rules, Files: files})
	pub := card.New(card.Parts{Store: st, Rules: library.Of, Discord: session, Log: log, Now: clock.Now,
		Turns: turns, Members: members, OnDeck: bot.OnDeck(st), Claims: shared, Languages: cfg.languages})
	defer pub.Close(showGrace)
	b, err := bot.NewBot(bot.Parts{Store: st, Library: library, Dice: from.dice, Now: clock.Now, Log: log, Turns: turns,
		Members: members, Present: session.Present, Cards: pub, Count: m.command, PerMinute: cfg.PerMinute, Languages: cfg.languages})
	if err != nil {
		return err
	}
	release, tidy := releaseProgram, debug.FreeOSMemory
	if from.shared {
		release, tidy = func() {}, func() {}
	} else {
		debug.SetGCPercent(50) // a bot that is idle most of the time is better small than quick to allocate
	}
	tidy() // what reading the rulesets left behind would otherwise stay for minutes

	stopPages, err := servePages(cfg.HTTPAddr, log, probes{down: func() string { return unready(session) }, alive: st.Alive, write: st.Ping, metrics: m.page()})
	if err != nil {
		return err
	}
	defer stopPages()
	stopInteractions, err := serveInteractions(ctx, cfg.Webhook, log, session.Interactions())
	if err != nil {
		return err
	}
	defer stopInteractions()
	saving := newBackups(cfg, clock.Now, log)
	m.saved(saving)
	defer saving.start(ctx)()
	running.Go(func() { maintain(ctx, st, shared, clock, cfg.KeepDays, log, cancel) })
	log.Info().Str("version", versionOf(buildInfo())).Stringer("database", databaseAt(cfg.DB)).Msg("connecting to Discord")
	h := &host{cfg: cfg, log: log, bot: b, publisher: pub, session: session, claims: shared, tidy: tidy, quiet: time.AfterFunc(quietAfter, release)}
	defer h.quiet.Stop()
	if err := session.Run(ctx, h.handlers()); err != nil {
		return err
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	log.Info().Msg("stopped")
	return nil
}

// openDatabase opens the database, and returns it with the claims of the processes that share it and a function that closes both.
func openDatabase(ctx context.Context, cfg settings, log zerolog.Logger, from outside, clock *discord.Clock) (st *store.Store, shared claims.Claims, closed func() error, err error) {
	if from.store != nil {
		return from.store, from.claims, func() error { return nil }, nil
	}
	db := databaseAt(cfg.DB)
	st, shared, closed, err = db.open(ctx, func(format string, args ...any) { log.Info().Msgf(format, args...) })
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", db, err)
	}
	st.UseClock(clock.Now)
	return st, shared, closed, nil
}

// maintain ends the process when the store fails. Once an hour it deletes old interactions and, if the settings say so,
// old fights, but only after the clock was set from Discord's time, because the machine's own may be wrong. Of several processes
// one does that.
func maintain(ctx context.Context, st *store.Store, shared claims.Claims, clock *discord.Clock, keepDays int, log zerolog.Logger, cancel context.CancelCauseFunc) {
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
			if mine, err := shared.Try(ctx, claims.Chore, claims.Pruning); err == nil && mine {
				prunes(ctx, st, clock.Now(), keepDays, log)
			}
		}
	}
}

// prunes deletes old interactions and, unless keepDays is 0, old fights.
func prunes(ctx context.Context, st *store.Store, now time.Time, keepDays int, log zerolog.Logger) {
	if err := st.Prune(ctx, now.Add(-keepAnswers)); err != nil && ctx.Err() == nil {
		log.Warn().Err(err).Msg("old interactions could not be deleted")
	}
	if keepDays <= 0 {
		return
	}
	n, err := st.PruneFights(ctx, now.AddDate(0, 0, -keepDays))
	if err != nil && ctx.Err() == nil {
		log.Warn().Err(err).Msg("old fights could not be deleted")
	}
	if n > 0 {
		log.Info().Int("fights", n).Msg("deleted fights that ended long ago")
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

// host is what the session works for: the bot answers, the publisher shows.
type host struct {
	cfg       settings
	log       zerolog.Logger
	bot       *bot.Bot
	publisher *card.Publisher
	session   *discord.Session
	claims    claims.Claims
	quiet     *time.Timer // runs once no one has asked for anything for a while
	tidy      func()      // gives memory that is not used back to the system

	registers atomic.Bool // this process registers the commands, or has done so
}

// quietAfter is the time without a request after which the bot counts as idle. It is longer than the session takes to save its resume
// point, which needs the parts of the program that write to the database once more.
const quietAfter = 1500 * time.Millisecond

func (h *host) handlers() discord.Host {
	handle := func(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
		defer h.quiet.Reset(quietAfter)
		return h.bot.Handle(ctx, r)
	}
	return discord.Host{Handle: handle, ErrorReply: h.bot.ErrorReply, Texts: h.bot.Texts, FullText: h.bot.FullText, Recall: h.bot.Recall,
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

// deleted ends the fight of a channel that is gone.
func (h *host) deleted(ctx context.Context, ch snowflake.Channel) {
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
			h.tidy() // after reading all languages
			h.log.Info().Msg("the commands are registered; if a Discord client does not show them yet, reload it (Ctrl+R)")
			return
		}
		if errors.Is(err, discord.ErrEntryPoint) {
			h.log.Error().Str("error", words(err)).Msg("the commands are not up to date")
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
