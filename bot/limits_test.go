package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/engine"
)

func TestTooLargeFilesAreRefused(t *testing.T) {
	tb := newTable(t)
	for size, fits := range map[int]bool{maxAttachment: true, maxAttachment + 1: false} {
		tb.bot.commands["help"].run = func(context.Context, *discord.Request) (*discord.Reply, error) {
			return &discord.Reply{Files: []discord.File{{Name: "encounter.json", Data: make([]byte, size)}}}, nil
		}
		got := tb.do("GM", "/help")
		if fits {
			if len(got.Files) != 1 {
				t.Errorf("%d bytes were refused: %s", size, got.Text)
			}
			continue
		}
		tb.wants(got, true, "8 MB", "`roundel export`")
		if len(got.Files) != 0 || !got.Refused {
			t.Errorf("%d bytes: %d files, refused %v", size, len(got.Files), got.Refused)
		}
	}
}

// longJournal is a journal whose log is full.
type longJournal struct{ engine.Journal }

func (longJournal) NextSeq() int64 { return maxEntries + 1 }

func TestAFullLogAcceptsOnlyTheEnd(t *testing.T) {
	if err := room(longJournal{}, 1, []engine.Event{engine.SceneSet{}}); err == nil || !strings.Contains(err.Error(), "/init end") {
		t.Errorf("%v", err)
	}
	if err := room(longJournal{}, 1, []engine.Event{engine.EncounterEnded{}}); err != nil {
		t.Error(err)
	}
}

// TestAFullLogAcceptsNoUndo checks that undo and redo, which also add entries to the log, are refused.
func TestAFullLogAcceptsNoUndo(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight amount:-1")
	tb.do("GM", "/hp target:Knight amount:-1")
	tb.do("GM", "/init undo")
	f := tb.store.fight(testChannel)
	for n := len(f.entries); n < maxEntries; n++ {
		f.entries = append(f.entries, engine.Entry{Seq: int64(n) + 1, Kind: engine.Noted})
	}
	for _, line := range []string{"/init undo", "/init redo", "/hp target:Knight amount:-1"} {
		tb.wants(tb.do("GM", line), true, "100,000 entries", "/init end")
	}
	if f := tb.store.fight(testChannel); len(f.entries) != maxEntries {
		t.Errorf("the log has %d entries", len(f.entries))
	}
}

func TestAServerHasAMaximumOfOpenFights(t *testing.T) {
	tb := newTable(t)
	begin := func(channel int) string {
		r := tb.command("GM", "/init start name:Bridge")
		r.Channel = snowflake.Channel(fmt.Sprint(channel))
		return tb.handle(r).Text
	}
	for i := range maxFights {
		if got := begin(1000 + i); !strings.Contains(got, "begins") {
			t.Fatalf("fight %d: %s", i+1, got)
		}
	}
	if got := begin(1); !strings.Contains(got, "250 open fights") || !strings.Contains(got, "/init end") {
		t.Errorf("one more fight: %s", got)
	}
	if got := begin(1000); strings.Contains(got, "250") {
		t.Errorf("in a channel with an open fight: %s", got)
	}
	elsewhere := tb.command("GM", "/init start name:Bridge")
	elsewhere.Channel, elsewhere.Guild = "2", "2"
	if got := tb.handle(elsewhere).Text; !strings.Contains(got, "begins") {
		t.Errorf("in another server: %s", got)
	}
	end := tb.command("GM", "/init end")
	end.Channel = "1000"
	press := tb.request("GM", discord.Pressed)
	press.Path, press.Channel = tb.handle(end).Buttons[0][0].ID, "1000"
	tb.handle(press)
	if got := begin(1); !strings.Contains(got, "begins") {
		t.Errorf("after one has ended: %s", got)
	}
}
