package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox/client"
)

// TestMO27Kill: a SIGKILL at any moment of posting experience points loses nothing: they have been posted, and are posted once, or they can still be, split
// as the GM has chosen.
func TestMO27Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killExperience)
}

func killExperience(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	moments := killMoments(rnd, 30)
	for n, at := range moments {
		tb.do("GM", fmt.Sprintf("/init start name:Bridge fight %d ruleset:five-e-2014", n), "begins")
		tb.do("Anna", "/init join name:Knight stats:init 1, hp 30, level 5", "has joined")
		tb.do("Ben", "/init join name:Bard stats:init 1, hp 30, level 5", "has joined")
		tb.do("GM", "/init add monster:Ogre count:10", "joined")
		tb.do("GM", "/init roll", "Round 1")
		tb.do("GM", "/hp target:"+[]string{"Ogre 1", "Ogre 1, Ogre 2", "Ogre 1, Ogre 2, Ogre 3"}[n]+" amount:=0", "Ogre 1")
		tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")
		shares := tb.message("GM", "were worth "+[]string{"450", "900", "1,350"}[n]+" XP").ID
		const each = "Each of 2 gets 2,250 XP."
		tb.press("GM", shares, "Count all foes", each)
		tb.kill()
		tb.begin()
		pressed, err := tb.srv.User("GM").Press(shares, "Post it")
		tb.must(err)
		if at < 0 {
			got, err := pressed.Wait(tb.soon())
			tb.must(err)
			tb.check("posting", got, []string{each})
		}
		time.Sleep(max(0, at))
		tb.kill()
		tb.begin()
		tb.srv.Redeliver(pressed)
		tb.do("GM", "/roll dice:1d20") // after whatever was delivered again
		if again := tb.presses("GM", shares, "Post it"); !strings.Contains(again, each) && !strings.Contains(again, "have been posted") {
			t.Errorf("killed after %s: %s", at, again)
		}
		tb.srv.Redeliver(pressed)
		tb.press("GM", shares, "Post it", "have been posted")
		var posted []client.Message
		err = tb.srv.Await(tb.soon(), func() bool { // the asker has the answer before everyone else
			seen, err := tb.srv.Messages(tb.where(), "Anna")
			tb.must(err)
			posted = slices.DeleteFunc(seen, func(m client.Message) bool { return m.Text != each })
			return len(posted) > n
		})
		if err != nil || len(posted) != n+1 {
			t.Errorf("killed after %s: posted %d times in %d fights", at, len(posted), n+1)
		}
	}
	tb.do("GM", "/roll dice:1d20") // after whatever might be posted twice
	seen, err := tb.srv.Messages(tb.where(), "Anna")
	tb.must(err)
	if n := len(slices.DeleteFunc(seen, func(m client.Message) bool { return !strings.HasPrefix(m.Text, "Each of 2 gets") })); n != len(moments) {
		t.Errorf("posted %d times in %d fights", n, len(moments))
	}
}

// TestMO25Kill: the party that was typed in a channel outlasts a SIGKILL.
func TestMO25Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, tb *processTable) {
		tb.do("Admin", "/roundel settings ruleset:five-e-2014", "Saved")
		tb.do("Admin", "/encounter save name:Ford foes:3 Ogre", "Saved")
		tb.do("Admin", "/encounter show name:Ford party:4x5", "Medium", "4 at level 5")
		tb.kill()
		tb.begin()
		tb.do("Admin", "/encounter show name:Ford", "Medium", "4 at level 5")
		tb.do("Admin", "/encounter show name:Ford party:6x5", "Easy", "6 at level 5")
		tb.kill()
		must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
		tb.begin()
		tb.do("Admin", "/encounter show name:Ford", "Easy", "6 at level 5")
	})
}

// TestMO32Kill: a SIGKILL at any moment of loading a random table, or of adding what was rolled on it, adds what was rolled once, or nothing. A table and what
// a button is to add outlast it.
func TestMO32Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killTables)
}

func killTables(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	tb.importEncounter("Admin", "roundel: 1\nencounter: Road\n1d6: {1-5: 1d20 Wolf, 6: nothing}\n", "Saved.")
	tb.do("GM", "/init start name:Road ruleset:five-e-2014", "begins")
	wolves := func() int { return strings.Count(tb.export(), `"monster": "Wolf"`) }
	for _, at := range killMoments(rnd, 30) {
		rolled := tb.do("Admin", "/encounter roll name:Road roll:3", "(typed): ", " Wolf")
		var n int
		if _, err := fmt.Sscanf(rolled.Text()[strings.Index(rolled.Text(), "(typed): "):], "(typed): %d Wolf", &n); err != nil {
			t.Fatal(rolled.Text())
		}
		before := wolves()
		tb.kill()
		tb.begin()
		pressed, err := tb.srv.User("Admin").Press(rolled.Message.ID, "Add to the fight")
		tb.must(err)
		if at < 0 {
			_, err := pressed.Wait(tb.soon())
			tb.must(err)
		}
		time.Sleep(max(0, at))
		tb.kill()
		tb.begin()
		tb.srv.Redeliver(pressed)
		tb.do("Admin", "/roll dice:1d20") // after whatever was delivered again
		if wolves() == before && at >= 0 {
			tb.press("Admin", rolled.Message.ID, "Add to the fight", "Wolf")
		}
		if got := wolves(); got != before+n {
			t.Errorf("killed after %s: %d wolves, want %d", at, got, before+n)
		}
		load, err := tb.srv.User("Admin").Command("fight", "/encounter load name:Road roll:2")
		tb.must(err)
		time.Sleep(max(0, at))
		tb.kill()
		tb.begin()
		tb.srv.Redeliver(load)
		tb.do("Admin", "/roll dice:1d20")
		loaded := wolves()
		tb.srv.Redeliver(load)
		tb.do("Admin", "/roll dice:1d20")
		if got := wolves(); got < loaded || got > before+n+20 {
			t.Errorf("killed after %s: %d wolves, and then %d", at, loaded, got)
		}
		if wolves() > before+n {
			tb.do("Admin", "/init undo", "Undone")
		}
		if got := wolves(); got != before+n {
			t.Errorf("%d wolves after one undo, want %d", got, before+n)
		}
	}
}

// presses presses a button and returns what the answer says.
func (tb *table) presses(user, message, button string) string {
	tb.t.Helper()
	i, err := tb.srv.User(user).Press(message, button)
	tb.must(err)
	got, err := i.Wait(tb.soon())
	tb.must(err)
	return got.Text()
}
