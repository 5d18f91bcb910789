package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

func TestDiscordgoReconnects(t *testing.T) {
	t.Parallel()
	for name, disturb := range map[string]func(*sandbox.Server){
		"dropped":     func(srv *sandbox.Server) { srv.DropGateway() },
		"reconnect":   func(srv *sandbox.Server) { srv.SendReconnect() },
		"closed":      func(srv *sandbox.Server) { srv.CloseGateway(4000) },
		"new session": func(srv *sandbox.Server) { srv.RefuseResume(1); srv.CloseGateway(4000) },
		"invalidated": func(srv *sandbox.Server) { srv.InvalidateSession(false) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := smallbot.Retry(func() error {
				srv := another(t, sandbox.Config{})
				smallbot.Serve(t, srv, smallbot.Done(smallbot.Ignore))
				before := srv.Resumes() + srv.Identifies()
				disturb(srv)
				err := smallbot.WaitBack(smallbot.Soon(t), srv, before)
				if err == nil {
					err = smallbot.WaitDone(smallbot.Soon(t), srv, "Ben", "side-quest")
				}
				smallbot.NoViolations(t, srv)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestDeliveredTwice(t *testing.T) {
	srv := start(t, sandbox.Config{})
	smallbot.Serve(t, srv, smallbot.Done(smallbot.Ignore))
	srv.DeliverTwice(true)
	it, err := srv.User("Ben").Command("@Ben", "/init end")
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Await(smallbot.Soon(t), func() bool { return len(it.Answers()) == 2 }); err != nil {
		t.Fatal(err)
	}
	if seen, err := srv.Messages("@Ben", "Ben"); err != nil || len(seen) != 1 {
		t.Errorf("Ben sees %v, %v", seen, err)
	}
	smallbot.NoViolations(t, srv)
}

func TestAnotherProcessTakesOver(t *testing.T) {
	srv := start(t, sandbox.Config{})
	first := newBot(t, srv)
	open(t, first)
	srv.DropGateway()
	smallbot.Serve(t, srv, smallbot.Done(smallbot.Ignore))
	got, err := srv.User("Ben").Do(smallbot.Soon(t), "fight", "/init end")
	if err != nil || got.Text() != "done" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWorldChangesReachTheBot(t *testing.T) {
	srv := start(t, sandbox.Config{})
	bot := newBot(t, srv)
	bot.Identify.Intents |= discordgo.IntentsGuildMessages
	heard := make(chan string, 20)
	hear := func(format string, parts ...any) { heard <- fmt.Sprintf(format, parts...) }
	bot.SyncEvents = true
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) { hear("guild %s", e.Name) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) { hear("no guild %t", e.Unavailable) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelDelete) { hear("no channel %s", e.Name) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelUpdate) { hear("channel %s", e.Name) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadUpdate) { hear("thread %t", e.ThreadMetadata.Archived) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) { hear("message %q", e.Content) })
	bot.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageDelete) { hear("no message") })
	open(t, bot)
	message, err := srv.User("Anna").Say("fight", "secret")
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range []func() error{
		func() error { return srv.DeleteMessage(message) },
		func() error { return srv.ArchiveThread("side-quest", true, false) },
		func() error { return srv.SetBotPermissions("tavern", 0) },
		func() error { return srv.DeleteChannel("tavern") },
		func() error { return srv.Outage("") },
		func() error { return srv.KickBot("") },
		func() error { return srv.InviteBot("") },
	} {
		if err := act(); err != nil {
			t.Fatal(err)
		}
	}
	soon := smallbot.Soon(t)
	for _, want := range []string{"guild The Table", `message ""`, "no message", "thread true", "channel tavern",
		"no channel tavern", "no guild true", "guild The Table", "no guild false", "guild The Table"} {
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		case <-soon.Done():
			t.Fatalf("never got %q", want)
		}
	}
}
