package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"roundel/bot/discord"
	"roundel/engine"
)

func TestRateIsPerUserAndChannelAndComesBack(t *testing.T) {
	l := rate{perMinute: 240}
	now := time.Unix(1_800_000_000, 0)
	for i := range 240 {
		if !l.allow("1", "anna", now) {
			t.Fatalf("command %d of a burst was refused", i+1)
		}
	}
	if l.allow("1", "anna", now) {
		t.Error("command 241 in one moment was allowed")
	}
	if !l.allow("1", "ben", now) || !l.allow("2", "anna", now) {
		t.Error("somebody else, or another channel, was refused")
	}
	if l.allow("1", "anna", now.Add(-time.Hour)) {
		t.Error("a clock that jumps back gives commands away")
	}
	if !l.allow("1", "anna", now.Add(time.Second)) {
		t.Error("a second later nothing has come back")
	}
	if !l.allow("1", "anna", now.Add(time.Hour)) || l.seen[asker{"1", "anna"}].left > 240 {
		t.Error("more has come back than there is in a minute")
	}
}

func TestRateForgetsInsteadOfGrowing(t *testing.T) {
	l := rate{perMinute: 1}
	now := time.Unix(1_800_000_000, 0)
	for i := range 3 * mostAskers {
		l.allow(engine.ChannelID(time.Duration(i).String()), "anna", now)
		if len(l.seen) > mostAskers {
			t.Fatalf("%d are remembered", len(l.seen))
		}
	}
}

func TestFilesAreBounded(t *testing.T) {
	big := &discord.Reply{Files: []discord.File{{Name: "encounter.json", Data: make([]byte, maxAttachment+1)}}}
	if got := bounded(big); len(got.Files) != 0 || !strings.Contains(got.Text, "8 MB") || !strings.Contains(got.Text, "`roundel export`") {
		t.Errorf("%q", got.Text)
	}
	small := &discord.Reply{Files: []discord.File{{Data: make([]byte, maxAttachment)}}}
	if bounded(small) != small || bounded(nil) != nil {
		t.Error("what fits was changed")
	}
}

// longJournal is a fight with a full log.
type longJournal struct{ engine.Journal }

func (longJournal) NextSeq() int64 { return maxEntries + 1 }

func TestAFullLogTakesOnlyTheEnd(t *testing.T) {
	if err := room(longJournal{}, []engine.Event{engine.SceneSet{}}); err == nil || !strings.Contains(err.Error(), "/init end") {
		t.Errorf("%v", err)
	}
	if err := room(longJournal{}, []engine.Event{engine.EncounterEnded{}}); err != nil {
		t.Error(err)
	}
}

// TestAFullLogTakesNoStepBack: an undo and a redo are entries of the log too.
func TestAFullLogTakesNoStepBack(t *testing.T) {
	tb := fight(t)
	tb.do("GM", "/hp target:Knight amount:-1")
	tb.do("GM", "/hp target:Knight amount:-1")
	tb.do("GM", "/init undo")
	f := tb.store.fight(testChannel)
	for n := len(f.entries); n < maxEntries; n++ {
		f.entries = append(f.entries, engine.Entry{Seq: int64(n) + 1, Kind: engine.Noted})
	}
	for _, line := range []string{"/init undo", "/init redo", "/hp target:Knight amount:-1"} {
		tb.wants(tb.do("GM", line), true, "100000 entries", "/init end")
	}
	if f := tb.store.fight(testChannel); len(f.entries) != maxEntries {
		t.Errorf("the log has %d entries", len(f.entries))
	}
}

func TestAServerHasSoManyFights(t *testing.T) {
	tb := newTable(t)
	begin := func(channel int) string {
		r := tb.typed("GM", "/init start name:Bridge")
		r.Channel = discord.ChannelID(engine.ChannelID(fmt.Sprint(channel)))
		return tb.handle(r).Text
	}
	for i := range maxFights {
		if got := begin(1000 + i); !strings.Contains(got, "begins") {
			t.Fatalf("fight %d: %s", i+1, got)
		}
	}
	if got := begin(1); !strings.Contains(got, "250 fights open") || !strings.Contains(got, "/init end") {
		t.Errorf("one more: %s", got)
	}
	if got := begin(1000); strings.Contains(got, "250") {
		t.Errorf("where one is open: %s", got)
	}
	elsewhere := tb.typed("GM", "/init start name:Bridge")
	elsewhere.Channel, elsewhere.Guild = "2", "2"
	if got := tb.handle(elsewhere).Text; !strings.Contains(got, "begins") {
		t.Errorf("in another server: %s", got)
	}
	end := tb.typed("GM", "/init end")
	end.Channel = "1000"
	press := tb.request("GM", discord.Pressed)
	press.Path, press.Channel = tb.handle(end).Buttons[0][0].ID, "1000"
	tb.handle(press)
	if got := begin(1); !strings.Contains(got, "begins") {
		t.Errorf("after one has ended: %s", got)
	}
}
