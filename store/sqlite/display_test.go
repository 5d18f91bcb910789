package sqlite

import (
	"strings"
	"testing"

	"roundel/store"
)

func TestQueriesUseTheirIndexes(t *testing.T) {
	s := mustOpen(t, file(t))
	for query, index := range map[string]string{
		store.BehindInQuery: "encounters_channel",
		store.DueQuery:      "encounters_remind",
		"SELECT count(*) FROM encounters WHERE guild = 'x' AND ended = 0":        "encounters_guild",
		"SELECT id FROM encounters WHERE channel = 'x' ORDER BY id DESC LIMIT 1": "encounters_channel",
	} {
		var id, parent, unused int
		var plan string
		if err := reader(s).QueryRow("EXPLAIN QUERY PLAN "+strings.ReplaceAll(query, "$1", "1")).Scan(&id, &parent, &unused, &plan); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, index) {
			t.Errorf("%s: %s", query, plan)
		}
	}
}
