package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot"
	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/store"
	"roundel/store/sqlite"
)

// TestManyPressesAtOnce: with 20,000 presses of "End turn" (2,000 without -deep), a hundred on each turn at the same
// moment and half of them delivered twice, each turn ends once.
func TestManyPressesAtOnce(t *testing.T) {
	t.Parallel()
	const crowd = 100
	halls := 20
	if *deep {
		halls = 200
	}
	path := t.TempDir() + "/roundel.db"
	st, err := sqlite.Open(t.Context(), path, func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.NewBot(bot.Parts{Store: st, Library: bot.NewLibrary(bot.LibraryParts{Store: st, Bundled: ruleset.Bundled()}), Dice: dice.NewFair(), Now: time.Now, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	rs, _ := ruleset.ByName(ruleset.Default)
	opening := openingOf(t, rs)
	var ids atomic.Int64
	var wg sync.WaitGroup
	for hall := range halls {
		ch := snowflake.Channel(fmt.Sprint(hall))
		if err := storeFight(st, ch, opening); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() { pressed(t, b, st, ch, crowd, &ids) })
	}
	wg.Wait()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if report, err := sqlite.Check(t.Context(), path, nil); err != nil || !report.Sound() {
		t.Errorf("%v, %v", err, report.Faults)
	}
	t.Logf("%d presses, %d of them delivered twice: each turn ended once", halls*crowd, halls*crowd/2)
}

// pressed lets a crowd press "End turn" in a fight at the same time, and fails unless the turn ends exactly once.
func pressed(t *testing.T, b *bot.Bot, st *store.Store, ch snowflake.Channel, crowd int, ids *atomic.Int64) {
	before := current(t, st, ch)
	var done atomic.Int64
	var text atomic.Value
	var wg sync.WaitGroup
	for i := range crowd {
		r := &discord.Request{Kind: discord.Pressed, ID: fmt.Sprintf("%019d", ids.Add(1)), Sent: time.Now(), Arrived: time.Now(), Channel: ch,
			Guild: "1", User: "1", Path: "next:" + strconv.FormatInt(int64(before.Turn), 36), Message: "2"}
		for range 1 + i%2 {
			wg.Go(func() {
				reply, err := b.Handle(context.Background(), r)
				if err != nil {
					t.Error(err)
				} else if text.Store(reply.Text); strings.Contains(reply.Text, "'s turn is over") {
					done.Add(1)
				}
			})
		}
	}
	wg.Wait()
	if n := done.Load(); n < 1 || n > 2 { // 2 if the successful press was delivered twice
		t.Errorf("%s: %d presses ended the turn; one answer is %q", ch, n, text.Load())
	}
	if err := st.Log(t.Context(), ch, func(l engine.Log) error {
		n := 0
		for _, err := range l.All() {
			if err != nil {
				return err
			}
			n++
		}
		if n != 2 || l.State().Turn == before.Turn {
			t.Errorf("%s: %d entries, turn %d after %d", ch, n, l.State().Turn, before.Turn)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func current(t *testing.T, st *store.Store, ch snowflake.Channel) (s *engine.State) {
	t.Helper()
	if err := st.Read(t.Context(), ch, func(j engine.Journal) error { s = j.State(); return nil }); err != nil {
		t.Fatal(err)
	}
	return s
}
