package main

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"roundel/bot"
	"roundel/bot/words/lang"
	"roundel/internal/pgtest"
	"roundel/store"
)

// TestDataAndMetricsOnPostgreSQL: a user gets and deletes what is stored about them, and the metrics show what the store and the processes do.
func TestDataAndMetricsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	tb := newTable(t, "ROUNDEL_HTTP_ADDR="+addr, "ROUNDEL_DB="+pgtest.Start(t).URL(t))
	tb.says("on the PostgreSQL server", 1)
	tb.do("Anna", "/character save name:Knight stats:init 15, hp 30", "Knight")
	tb.do("Ben", "/character save name:Monk stats:init 12", "Monk")
	tb.do("GM", "/init start name:Bridge fight", "begins")
	tb.do("Anna", "/init join name:Knight roll:6", "has joined")
	tb.do("Ben", "/init join name:Monk roll:3", "has joined")
	tb.turn("GM", "/init roll", "Round 1 · Knight")
	files := tb.do("Anna", "/roundel data").Message.Files
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	if data := string(files[0].Data); !hasAll(data, []string{"Knight", "hp 30", "/init join name:Knight roll:6"}) || strings.Contains(data, "Monk") {
		t.Errorf("Anna's data is\n%s", data)
	}
	asked := tb.do("Anna", "/roundel erase")
	tb.do("Anna", "/character list", "Knight")
	tb.press("Anna", asked.Message.ID, "erase", "deleted")
	tb.do("Anna", "/character list", "no saved characters")
	tb.do("Ben", "/character list", "Monk")
	text := get(t, "http://"+addr+"/metrics", http.StatusOK)
	for _, want := range []string{`roundel_commit_seconds_count [1-9]`, `roundel_writes_total [1-9]\d`, `roundel_encounters{phase="running"} 1`,
		`roundel_encounters{phase="ended"} 0`, `roundel_processes 1`, `roundel_shards_claimed 1`, `roundel_gateway_ready 1`} {
		if !regexp.MustCompile(`(?m)^` + want).MatchString(text) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
}

// TestWhatIsSaidWhenTheDatabaseFails: nothing that may have been saved is said not to have been.
func TestWhatIsSaidWhenTheDatabaseFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want string
	}{
		{store.ErrUnavailable, "reach its database right now, so nothing was changed"},
		{store.ErrUnknown, "may or may not have been saved"},
		{errors.Join(store.ErrUnknown, store.ErrUnavailable), "may or may not have been saved"},
		{errors.Join(store.ErrUnknown, store.ErrFull), "may or may not have been saved"},
		{store.ErrFull, "disk"},
	} {
		if got := bot.ErrorReply(lang.English(), fmt.Errorf("it failed: %w", c.err), "ref"); !strings.Contains(got.Text, c.want) || !got.Ephemeral {
			t.Errorf("%v: %q", c.err, got.Text)
		}
	}
}
