package sandbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// patience is the time that a test waits for something that has to happen. It decides only how soon a failure is reported,
// so it is far longer than even a busy machine needs.
const patience = time.Minute

// start starts a sandbox for one test, which from here on runs in parallel with the others. Users wait for answers as
// long as the test does, unless cfg says otherwise.
func start(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	if cfg.AnswerWithin == 0 {
		cfg.AnswerWithin = patience
	}
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, page.Config{}))
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

// newBot makes a discordgo session that talks to the sandbox and is not connected yet.
func newBot(t *testing.T, srv *sandbox.Server) *discordgo.Session {
	t.Helper()
	bot, err := smallbot.New(srv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := smallbot.Close(bot); err != nil {
			t.Log(err)
		}
	})
	return bot
}

func open(t *testing.T, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// serve opens a small bot that handles interactions with the function.
func serve(t *testing.T, srv *sandbox.Server, handle smallbot.Handler) {
	t.Helper()
	bot, err := smallbot.Open(soon(t), srv, handle)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := smallbot.Close(bot); err != nil {
			t.Log(err)
		}
	})
}

// ignore is for bots whose answers may be lost to a fault.
func ignore(error) {}

// failing reports what goes wrong in a bot's handler.
func failing(t *testing.T) func(error) { return func(err error) { t.Error(err) } }

func noViolations(t *testing.T, srv *sandbox.Server, except ...int) {
	t.Helper()
	for _, v := range append(srv.Violations(except...), srv.Warnings()...) {
		t.Error("violation:", v)
	}
}

// another starts a further sandbox.
func another(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, page.Config{}))
	t.Cleanup(func() { srv.Close() })
	return srv
}
