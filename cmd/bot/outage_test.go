package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/internal/pgtest"
	"roundel/sandbox"
)

const (
	noDatabase = "The bot can't reach its database right now, so nothing was changed. Try again in a minute."
	maybeSaved = "may or may not have been saved"
)

// newPostgresTable returns a table whose bot keeps a fight with a Hero in a PostgreSQL database on a server of its own.
func newPostgresTable(t *testing.T, settings ...string) (*processTable, *pgtest.Cluster) {
	t.Helper()
	cluster := pgtest.Start(t, settings...)
	tb := newProcessTable(t)
	tb.kill()
	tb.db = cluster.URL(t)
	tb.begin()
	tb.do("GM", "/init start name:Siege", "begins")
	tb.do("Anna", "/init join name:Hero stats:init 9, hp 900 roll:9", "has joined")
	tb.do("GM", "/init roll", "Round 1")
	tb.card("900/900")
	return tb, cluster
}

// TestEveryoneIsToldWhileTheDatabaseIsDown: PostgreSQL is down for longer than any wait of the bot. Whoever enters a command meanwhile is
// told so, and the bot stays connected to Discord. Nothing of that is carried out once the database is back, and everything works again.
func TestEveryoneIsToldWhileTheDatabaseIsDown(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	const commands, down = 10, 30 * time.Second // until the last command; its answer comes after those of the others in the channel, each of which takes a while
	tb, cluster := newPostgresTable(t)
	before := tb.export()
	starts := tb.srv.Identifies()
	if err := cluster.Stop(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var refused []*sandbox.Interaction
	for i := range commands {
		<-time.After(time.Until(began.Add(down * time.Duration(i) / time.Duration(commands)))) // how long it lasts is what is tested
		it, err := tb.srv.User("GM").Command("fight", "/damage target:Hero amount:10")
		if err != nil {
			t.Fatal(err)
		}
		refused = append(refused, it)
	}
	told := func(got sandbox.Response) bool {
		return !got.Failed && got.Ephemeral && (got.Text() == noDatabase || strings.Contains(got.Text(), maybeSaved))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // each waits for those before it, and for as long as the bot does
	defer cancel()
	for i, it := range refused {
		got, err := it.Wait(ctx)
		if err != nil || !told(got) {
			t.Errorf("command %d, without a database: %v, %+v", i, err, got)
		}
	}
	if again, resumed := tb.srv.Identifies()-starts, tb.srv.Resumes(); again+resumed > 0 {
		t.Errorf("without a database, the bot connected to Discord again: %d IDENTIFYs, %d RESUMEs", again, resumed)
	}
	cluster.Restart(t)
	tb.says("claims can be made", 1)
	if after := tb.export(); after != before {
		t.Errorf("before the outage:\n%s\nafter it:\n%s", before, after)
	}
	tb.do("GM", "/hp target:Hero amount:=77", "77/900")
	tb.card("77/900")
	for i, it := range refused {
		if got := it.Response(); !told(got) || len(got.FollowUps) > 0 {
			t.Errorf("command %d, afterwards: %+v", i, got)
		}
	}
	if again := tb.srv.Identifies() - starts; again > 0 {
		t.Errorf("%d new sessions", again)
	}
}

const unsafeDatabase = "The bot's database isn't set up safely and could lose that again, so nothing was changed. Tell whoever hosts the bot, and try again once it's fixed."

// alter changes a setting of a running server for all sessions.
func alter(t *testing.T, cluster *pgtest.Cluster, name, value string) {
	t.Helper()
	cluster.Exec(t, "ALTER SYSTEM SET "+name+" = "+value)
	cluster.Exec(t, "SELECT pg_reload_conf()")
}

// TestACommandIsRefusedWhileTheServerIsUnsafe: the host of the database turns off what keeps commands safe, while people play. They are told
// in private that nothing was changed, which stays so, and everything works again, by itself, once the setting is right.
func TestACommandIsRefusedWhileTheServerIsUnsafe(t *testing.T) {
	t.Parallel()
	tb, cluster := newPostgresTable(t)
	hp := 900
	hit := func() (done bool) { // what is done is done once
		got := tb.do("Anna", "/hp target:Hero amount:-1")
		if got.Text() == unsafeDatabase {
			return false
		}
		if hp--; !strings.Contains(got.Text(), fmt.Sprintf("%d/900", hp)) {
			t.Fatalf("%d hit points are left, but the answer is %q", hp, got.Text())
		}
		return true
	}
	for _, setting := range []string{"fsync", "full_page_writes"} {
		alter(t, cluster, setting, "off")
		tb.until("a refusal", func() bool { return !hit() })
		var refused []*sandbox.Interaction
		for range 10 {
			it, err := tb.srv.User("GM").Command("fight", "/damage target:Hero amount:10")
			if err != nil {
				t.Fatal(err)
			}
			refused = append(refused, it)
		}
		for _, it := range refused {
			if got, err := it.Wait(tb.soon()); err != nil || got.Text() != unsafeDatabase || !got.Ephemeral {
				t.Errorf("%s off: %v, %+v", setting, err, got)
			}
		}
		tb.until("a line in the log", func() bool { return strings.Contains(tb.out.String(), setting+" is off") })
		alter(t, cluster, setting, "on")
		tb.until("the end of the refusals", hit)
		for _, it := range refused {
			if got := it.Response(); got.Text() != unsafeDatabase || len(got.FollowUps) > 0 {
				t.Errorf("%s: afterwards: %+v", setting, got)
			}
		}
	}
	tb.card(fmt.Sprintf("%d/900", hp))
}

// TestACommandIsRefusedWhileThePromotedStandbyIsUnsafe: the primary dies while people play, and a standby with fsync = off takes its place.
// They are told in private that nothing was changed, which stays so. What the primary had acknowledged is there, and everything works again,
// by itself, once the setting is right.
func TestACommandIsRefusedWhileThePromotedStandbyIsUnsafe(t *testing.T) {
	t.Parallel()
	tb, primary := newPostgresTable(t)
	standby := primary.Standby(t)
	tb.kill()
	tb.db = through(tb.db, primary.Address(), primary.Address()+","+standby.Address())
	tb.begin()
	alter(t, standby, "fsync", "off")
	tb.do("Anna", "/hp target:Hero amount:-1", "899/900")
	if err := primary.Kill(); err != nil {
		t.Fatal(err)
	}
	standby.Promote(t)
	hit := func() string { return tb.do("Anna", "/hp target:Hero amount:-1").Text() }
	tb.until("a refusal", func() bool {
		text := hit()
		if text != unsafeDatabase && text != noDatabase && !strings.Contains(text, maybeSaved) {
			t.Fatalf("the server is unsafe, but the answer is %q", text)
		}
		return text == unsafeDatabase
	})
	it, err := tb.srv.User("GM").Command("fight", "/damage target:Hero amount:10")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := it.Wait(tb.soon()); err != nil || got.Text() != unsafeDatabase || !got.Ephemeral {
		t.Errorf("%v, %+v", err, got)
	}
	tb.until("a line in the log", func() bool { return strings.Contains(tb.out.String(), "fsync is off") })
	alter(t, standby, "fsync", "on")
	tb.until("the end of the refusals", func() bool {
		text := hit()
		if text != unsafeDatabase && !strings.Contains(text, "898/900") {
			t.Fatalf("the answer is %q", text)
		}
		return text != unsafeDatabase
	})
	tb.card("898/900")
	if got := it.Response(); got.Text() != unsafeDatabase || len(got.FollowUps) > 0 {
		t.Errorf("afterwards: %+v", got)
	}
}

// TestAnAnsweredCommandOutlastsTheServer: synchronous_commit is turned off while people play, and the server is killed right after a command
// was answered. What was answered is there.
func TestAnAnsweredCommandOutlastsTheServer(t *testing.T) {
	t.Parallel()
	for _, weak := range []string{"off", "local"} {
		t.Run(weak, func(t *testing.T) {
			t.Parallel()
			tb, cluster := newPostgresTable(t, "wal_writer_delay=10s", "checkpoint_timeout=1h", "bgwriter_delay=10s")
			alter(t, cluster, "synchronous_commit", weak)
			for hp := range 6 {
				tb.do("Anna", fmt.Sprintf("/hp target:Hero amount:=%d", 100+hp), fmt.Sprintf("%d/900", 100+hp))
			}
			if err := cluster.Kill(); err != nil {
				t.Fatal(err)
			}
			cluster.Restart(t)
			tb.says("claims can be made", 1)
			tb.do("Anna", "/hp target:Hero amount:-1", "104/900")
		})
	}
}
