package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
	"roundel/sandbox/page"
)

// start starts a sandbox for one test, which from here on runs in parallel with the others. Users wait for answers as
// long as the test does, unless cfg says otherwise.
func start(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	t.Parallel()
	return another(t, cfg)
}

// another starts a further sandbox.
func another(t *testing.T, cfg sandbox.Config) *sandbox.Server {
	t.Helper()
	if cfg.AnswerWithin == 0 {
		cfg.AnswerWithin = smallbot.Patience
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
