package main

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/discord"

	"roundel/bot/card"
	"roundel/claims"
	"roundel/sandbox"
)

// heldClaims are claims of which the first attempt waits.
type heldClaims struct {
	*claims.Alone
	tries         atomic.Int32
	tried, resume chan struct{}
}

func (c *heldClaims) Try(context.Context, claims.Kind, int64) (bool, error) {
	if c.tries.Add(1) == 1 {
		close(c.tried)
		<-c.resume
	}
	return true, nil
}

// TestAReconnectRegistersNothing: a process that was connected before leaves the commands as they are, because in an upgrade they may be
// those of a newer one by then. So does one that is still registering them.
func TestAReconnectRegistersNothing(t *testing.T) {
	t.Parallel()
	srv, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	env := []string{"DISCORD_TOKEN=" + srv.Token(), "DISCORD_API_URL=" + srv.URL(), "ROUNDEL_DB=" + filepath.Join(t.TempDir(), "roundel.db")}
	cfg, err := readSettings(env)
	if err != nil {
		t.Fatal(err)
	}
	out := realOutside()
	st, _, closed, err := openDatabase(t.Context(), cfg, zerolog.Nop(), out, discord.NewClock(out.now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
	session, err := discord.New(discord.Config{Token: cfg.Token, APIURL: cfg.APIURL, Log: zerolog.Nop(), Facts: facts{st}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.NewBot(bot.Parts{Store: st, Library: bot.NewLibrary(bot.LibraryParts{Store: st, Bundled: out.rules}), Dice: out.dice, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	pub := card.New(card.Parts{Store: st, Discord: session, Now: time.Now})
	defer pub.Close(0)
	held := &heldClaims{Alone: claims.NewAlone(), tried: make(chan struct{}), resume: make(chan struct{})}
	h := &host{tidy: func() {}, cfg: cfg, log: zerolog.Nop(), bot: b, publisher: pub, session: session, claims: held, quiet: time.NewTimer(time.Hour)}
	var first sync.WaitGroup
	first.Go(func() { h.ready(t.Context()) })
	<-held.tried
	h.ready(t.Context())
	close(held.resume)
	first.Wait()
	if n := held.tries.Load(); n != 1 {
		t.Errorf("the commands were registered %d times", n)
	}
	if n := registered(t, srv); n != len(b.Commands()) {
		t.Fatalf("Discord knows %d commands", n)
	}
	must(t, env[:2], "unregister")
	h.ready(t.Context())
	if n := registered(t, srv); n != 0 {
		t.Errorf("%d commands were registered again", n)
	}
}
