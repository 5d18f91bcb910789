package main

import (
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/store/postgres/pgtest"
)

const (
	noDatabase = "The bot can't reach its database right now, so nothing was changed. Try again in a minute."
	maybeSaved = "may or may not have been saved"
)

// newPostgresTable returns a table whose bot keeps a fight with a Hero in a PostgreSQL database of its own server.
func newPostgresTable(t *testing.T, env ...string) (*processTable, *pgtest.Cluster) {
	t.Helper()
	cluster := pgtest.Start(t)
	tb := newProcessTable(t)
	tb.kill()
	tb.db, tb.env = cluster.URL(t), env
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
	t.Parallel()
	const commands = 10
	down := 18 * time.Second
	if full() {
		down = 30 * time.Second
	}
	tb, cluster := newPostgresTable(t)
	before := tb.export()
	starts := tb.srv.Identifies()
	if err := cluster.Stop(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var refused []*sandbox.Interaction
	for i := range commands {
		<-time.After(time.Until(began.Add(down * time.Duration(i) / commands))) // how long it lasts is what is tested
		it, err := tb.srv.User("GM").Command("fight", "/damage target:Hero amount:10")
		if err != nil {
			t.Fatal(err)
		}
		refused = append(refused, it)
	}
	told := func(got sandbox.Response) bool {
		return !got.Failed && got.Ephemeral && (got.Text() == noDatabase || strings.Contains(got.Text(), maybeSaved))
	}
	for i, it := range refused {
		got, err := it.Wait(tb.soon())
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
