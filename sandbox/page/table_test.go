package page_test

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// patience is the time that a test waits for something that has to happen.
const patience = time.Minute

// start starts a sandbox with a page for one test, which runs in parallel with the others.
func start(t *testing.T, cfg sandbox.Config, offers page.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	return another(t, cfg, offers)
}

// another starts a further sandbox. Users wait for answers as long as the test does.
func another(t *testing.T, cfg sandbox.Config, offers page.Config) *sandbox.Server {
	t.Helper()
	cfg.AnswerWithin = patience
	srv, err := sandbox.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv.Handle(page.Handlers(srv, offers))
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

// soon ends a wait that takes far longer than even a busy machine needs.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// serve opens a small bot that handles interactions with the function.
func serve(t *testing.T, srv *sandbox.Server, handle smallbot.Handler, further ...*discordgo.ApplicationCommand) {
	t.Helper()
	bot, err := smallbot.Open(soon(t), srv, handle, further...)
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

func noViolations(t *testing.T, srv *sandbox.Server) {
	t.Helper()
	for _, v := range append(srv.Violations(), srv.Warnings()...) {
		t.Error("violation:", v)
	}
}
