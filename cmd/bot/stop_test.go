package main

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"roundel/sandbox"
)

// stopLimit is how long the files in deploy let the bot take to stop.
const stopLimit = 15 * time.Second

// TestTheBotStopsInTheMiddleOfHeavyCommands: on SIGTERM in the middle of the heaviest commands that users can start, and of an upload whose file does not
// arrive, the bot ends in time. Each command is answered, by it or by the next process, and has been done exactly if the answer says so.
func TestTheBotStopsInTheMiddleOfHeavyCommands(t *testing.T) {
	t.Parallel()
	const heavy = "roundel: 1\nname: heavy\ntitle: Heavy\norder: {by: cards, deck: 1-3, deal: 10, redraw: 1, again: round, turns: 10, shuffle: when empty}\n"
	const fights, rounds = 3, 2
	tb, rnd := newProcessTable(t), newSeeded(t)
	tb.upload("Admin", heavy, "", "has been added")
	channel := func(i int) string { return fmt.Sprintf("heavy-%d", i) }
	for i := range fights {
		if _, err := tb.srv.AddChannel("", channel(i)); err != nil {
			t.Fatal(err)
		}
		at := tb.at(channel(i))
		at.do("GM", "/init start name:Crowd ruleset:heavy", "begins")
		for n := range 4 {
			at.do("GM", fmt.Sprintf("/init add name:Rat%d count:50 stats:hp 9 separate:true side:%d", n, n%2), "joined")
		}
	}
	id, err := tb.srv.User("Admin").Attach("heavy.yaml", []byte(heavy))
	if err != nil {
		t.Fatal(err)
	}
	for round := range rounds {
		tb.srv.Fail(sandbox.Fault{Method: http.MethodGet, Path: "/ephemeral-attachments/**", Delay: time.Minute})
		upload, err := tb.srv.User("Admin").Command("fight", "/ruleset add replace:true file:"+id)
		if err != nil {
			t.Fatal(err)
		}
		var asked [fights]*sandbox.Interaction
		for i := range asked {
			if asked[i], err = tb.srv.User("GM").Command(channel(i), "/init roll"); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Duration(rnd.IntN(200)) * time.Millisecond) // so that it is in the middle of various things
		open := 0
		for _, it := range asked {
			if r := it.Response(); r.Type == 0 {
				open++
			}
		}
		if upload.Response().Message != nil {
			t.Errorf("round %d: the upload is answered: %s", round, upload.Response().Text())
		}
		tb.stopsInTime()
		tb.begin()
		for i, it := range asked {
			got, err := it.Wait(tb.soon())
			if err != nil {
				t.Fatalf("round %d, fight %d: %v", round, i, err)
			}
			list := tb.at(channel(i)).do("GM", "/init list").Text()
			if done := strings.Contains(list, "round 1"); done != strings.Contains(got.Text(), "The deck is shuffled.") {
				t.Errorf("round %d, fight %d: the answer is %.200s\nbut the fight is %.200s", round, i, got.Text(), list)
			} else if done {
				tb.at(channel(i)).do("GM", "/init undo", "Undone")
			} else if !got.Failed {
				t.Errorf("round %d, fight %d: it was refused: %.200s", round, i, got.Text())
			}
		}
		got, err := upload.Wait(tb.soon())
		if err != nil {
			t.Fatalf("round %d: the upload: %v", round, err)
		}
		if !got.Failed && !strings.Contains(got.Text(), "couldn't be downloaded") && !strings.Contains(got.Text(), "has been replaced") {
			t.Errorf("round %d: the upload: %s", round, got.Text())
		}
		t.Logf("round %d: %d of %d fights were not answered yet; the upload: %.100s", round, open, fights, got.Text())
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
}

// at returns the table in another channel.
func (tb *processTable) at(channel string) *table {
	other := *tb.table
	other.channel = channel
	return &other
}

// stopsInTime tells the bot to stop, and fails unless it does.
func (tb *processTable) stopsInTime() {
	tb.t.Helper()
	tb.dies()
	if err := tb.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		tb.t.Fatal(err)
	}
	pid := tb.cmd.Process.Pid
	late := time.AfterFunc(stopLimit, func() { _ = syscall.Kill(pid, syscall.SIGABRT) })
	defer late.Stop()
	if status := tb.gone(); status != 0 {
		tb.t.Errorf("the bot ended with status %d", status)
	}
}
