package store

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine"
)

func TestQueriesUseTheirIndexes(t *testing.T) {
	s := mustOpen(t, file(t))
	for query, index := range map[string]string{
		behindInQuery: "encounters_channel",
		dueQuery:      "encounters_remind",
		"SELECT count(*) FROM encounters WHERE guild = 'x' AND ended = 0":        "encounters_guild",
		"SELECT id FROM encounters WHERE channel = 'x' ORDER BY id DESC LIMIT 1": "encounters_channel",
	} {
		var id, parent, unused int
		var plan string
		if err := s.readDB.QueryRow("EXPLAIN QUERY PLAN "+strings.ReplaceAll(query, "?", "1")).Scan(&id, &parent, &unused, &plan); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, index) {
			t.Errorf("%s: %s", query, plan)
		}
	}
}

func TestCacheKeepsRecentlyUsedAndNewestStates(t *testing.T) {
	c := newCache()
	one, two := &engine.State{Name: "one"}, &engine.State{Name: "two"}
	at := func(ch string, seq int64, state *engine.State) head {
		return head{ch: engine.ChannelID(ch), enc: encounter{id: 1, last: seq}, state: state}
	}
	c.commit(at("a", 5, two))
	c.offer(at("a", 4, one)) // from a slow reader
	c.offer(at("a", 5, one))
	if h, ok := c.get("a"); !ok || h.state != two || !h.committed {
		t.Fatal("what a reader read replaced what was committed")
	}
	for i := range cacheSize - 1 {
		c.commit(at(fmt.Sprint(i), 1, one))
	}
	c.get("a")
	c.commit(at("b", 1, one))
	_, kept := c.get("a")
	_, dropped := c.get("0")
	if !kept || dropped || c.used.Len() != cacheSize || len(c.byCh) != cacheSize {
		t.Fatal("the cache did not drop the least recently used channel")
	}
	c.drop("a")
	c.offer(at("a", 4, one)) // from the same slow reader
	if h, ok := c.get("a"); !ok || h.committed {
		t.Fatal("the writer would go on from what a slow reader read")
	}
}
