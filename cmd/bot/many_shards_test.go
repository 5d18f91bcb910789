package main

import (
	"testing"
	"time"

	"roundel/internal/pgtest"
	"roundel/sandbox/gateway"
)

// readyAtLast lets a shard become ready that was held back. In a short run, Discord answers it late. In a long one it never does, so that the bot
// gives up after half a minute and tries again.
func readyAtLast(shard *gateway.Control) {
	if brief() {
		shard.ReadyAtLast()
	} else {
		shard.HoldReady(false)
	}
}

// TestManyChangeTheNumberOfShardsUnderFaults: while people play, a process is replaced and told by Discord to use more shards, which all take
// over. One of them doesn't become ready for a while. Meanwhile the database goes down and comes back, and a process is killed once or twice. Nothing
// acknowledged is lost or done twice, all shards are ready in the end, and the sessions before are closed.
func TestManyChangeTheNumberOfShardsUnderFaults(t *testing.T) {
	notInBrief(t)
	t.Parallel()
	const shards = manyShards + 2
	cluster := pgtest.Start(t)
	url := cluster.URL(t)
	m := newMany(t, url, same(url)...)
	m.most = manyShards + 4*shards // whoever is interrupted before its session is stored starts another
	m.twice = true
	connected := (&table{t: t, srv: m.srv}).connected
	m.play()
	m.gap(time.Now())
	m.srv.SetShards(shards)
	m.srv.Shard(shards - 1).HoldReady(true)
	m.replace(m.procs[0])
	stuck := func(what string) {
		t.Helper()
		m.until(m.procs[2], what, func() bool { return connected(shards) == shards-1 && connected(manyShards) == manyShards })
	}
	stuck("all new shards but one")
	m.gap(time.Now())
	m.outages = nil // so far, no one is to notice
	began := time.Now()
	if err := cluster.Kill(); err != nil {
		t.Fatal(err)
	}
	<-time.After(m.upTo(4 * time.Second)) // until somebody notices
	cluster.Restart(t)
	m.gap(began)
	stuck("all new shards but one after the outage")
	for range 2 {
		m.kill(m.procs[1])
		m.gap(time.Now())
		m.launch(m.procs[1])
		m.says(m.procs[1], "the gateway is ready")
	}
	stuck("all new shards but one after the kills")
	m.outages[len(m.outages)-1].to = time.Now()
	readyAtLast(m.srv.Shard(shards - 1))
	m.until(m.procs[2], "all new shards alone", func() bool { return connected(shards) == shards && connected(manyShards) == 0 })
	m.gap(time.Now())
	m.rest()
	m.cards(100)
	s := m.judge()
	if !t.Failed() {
		t.Log(s)
	}
}
