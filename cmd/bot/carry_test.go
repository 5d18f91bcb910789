package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// stored returns how many fights are open, and the hit points that a user's only saved character carries, read from the database of a bot that is not
// running; -1: it carries none.
func (tb *processTable) stored(user string) (open, hp int) {
	tb.t.Helper()
	db := tb.query()
	defer db.Close()
	tb.must(db.QueryRow("SELECT count(*) FROM encounters WHERE ended = 0").Scan(&open))
	var data []byte
	tb.must(db.QueryRow(`SELECT data FROM characters WHERE "user" = $1`, tb.srv.User(user).ID()).Scan(&data))
	var all []struct{ Carries *struct{ HP int } }
	tb.must(json.Unmarshal(data, &all))
	if len(all) != 1 {
		tb.t.Fatalf("%s", data)
	}
	if all[0].Carries == nil {
		return open, -1
	}
	return open, all[0].Carries.HP
}

// TestNU28Kill: a SIGKILL at any moment of the end of a fight loses nothing of what a character carries: the fight has ended and the character carries
// it, or neither. What is delivered again afterwards changes neither.
func TestNU28Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killEnds)
}

func killEnds(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	tb.do("Admin", "/roundel settings carry:keep", "Saved")
	tb.do("Anna", "/character save name:Knight stats:init 1, hp 30", "Saved")
	carried := -1
	for _, at := range killMoments(rnd, 8, 30) {
		left := carried + 7
		tb.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
		tb.do("Anna", "/init join", "has joined")
		tb.do("GM", fmt.Sprintf("/hp target:Knight amount:=%d", left), fmt.Sprintf("%d/30", left))
		tb.do("GM", "/init edit name:Knight rename:Sir Aldric", "Sir Aldric")
		pressed, err := tb.srv.User("GM").Press(tb.do("GM", "/init end").Message.ID, "End the fight")
		tb.must(err)
		if at < 0 {
			_, err := pressed.Wait(tb.soon())
			tb.must(err)
		}
		time.Sleep(max(0, at))
		tb.kill()
		open, hp := tb.stored("Anna")
		if want := map[int]int{1: carried, 0: left}[open]; hp != want {
			t.Fatalf("killed after %s: %d open fights, and the character carries %d, want %d", at, open, hp, want)
		}
		if at < 0 && open != 0 {
			t.Fatal("the end that was answered is lost")
		}
		tb.begin()
		tb.srv.Redeliver(pressed)
		if got := tb.do("GM", "/init list"); !strings.Contains(got.Text(), "no fight") {
			end := tb.do("GM", "/init end")
			tb.press("GM", end.Message.ID, "End the fight", "is over")
		}
		tb.do("Anna", "/character show", fmt.Sprintf("hp %d,", left))
		carried = left
	}
	tb.kill()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.begin()
}

// TestNU28KillUndo: a SIGKILL after a character has left two fights, or at any moment of undoing the second leaving, loses nothing: the undo has given back
// what the first fight left it with, or hasn't happened. Delivered again, it happens once.
func TestNU28KillUndo(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killUndo)
}

func killUndo(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	if _, err := tb.srv.AddChannel("", "cellar"); err != nil {
		t.Fatal(err)
	}
	cellar := tb.at("cellar")
	tb.do("Admin", "/roundel settings carry:keep", "Saved")
	tb.do("Anna", "/character save name:Knight stats:init 1, hp 30", "Saved")
	for _, at := range []*table{tb.table, cellar} {
		at.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
		at.do("Anna", "/init join", "has joined")
	}
	tb.do("GM", "/hp target:Knight amount:=20", "20/30")
	tb.do("GM", "/init remove name:Knight", "has left")
	cellar.do("GM", "/hp target:Knight amount:=7", "7/30")
	for _, at := range killMoments(rnd, 8, 30) {
		cellar.do("GM", "/init remove name:Knight", "has left")
		undo, err := tb.srv.User("GM").Command("cellar", "/init undo")
		tb.must(err)
		if at < 0 {
			got, err := undo.Wait(tb.soon())
			tb.must(err)
			tb.check("the undo", got, []string{"Undone"})
		}
		time.Sleep(max(0, at))
		tb.kill()
		_, hp := tb.stored("Anna")
		if hp != 20 && (hp != 7 || at < 0) {
			t.Fatalf("killed after %s: it carries %d", at, hp)
		}
		tb.begin()
		tb.srv.Redeliver(undo)
		tb.do("Anna", "/roll dice:1d20") // after whatever was delivered again
		if list := cellar.do("GM", "/init list").Text(); strings.Contains(list, "Knight") != strings.Contains(tb.do("Anna", "/character show").Text(), "hp 20,") {
			t.Fatalf("killed after %s: %s", at, list)
		} else if !strings.Contains(list, "Knight") {
			cellar.do("GM", "/init undo", "Undone")
		}
		tb.do("Anna", "/character show", "hp 20,")
	}
	tb.do("GM", "/init undo", "Undone")
	if got := tb.do("Anna", "/character show").Text(); strings.Contains(got, "From its last fight") {
		t.Error(got)
	}
	tb.kill()
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.begin()
}

// TestNU30Kill: a rest between fights that was answered outlasts a SIGKILL, one that the kill interrupted has happened or not, and neither happens twice
// when Discord delivers it again.
func TestNU30Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killRests)
}

func killRests(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	tb.do("Admin", "/roundel settings carry:keep", "Saved")
	tb.do("Anna", "/character save name:Knight stats:init 1, hp 30", "Saved")
	tb.do("Anna", "/rest kind:long rest", "This channel hasn't had a fight yet")
	tb.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join", "has joined")
	tb.do("GM", "/hp target:Knight amount:=3", "3/30")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")
	hp := 3
	for _, at := range killMoments(rnd, 10) {
		rest, err := tb.srv.User("Anna").Command("fight", "/rest kind:short rest amount:5")
		tb.must(err)
		if at < 0 {
			got, err := rest.Wait(tb.soon())
			tb.must(err)
			tb.check("the rest", got, []string{"Short rest: Knight.", fmt.Sprintf("Before: Knight %d/30.", hp)})
		}
		time.Sleep(max(0, at))
		tb.kill()
		_, now := tb.stored("Anna")
		if !slices.Contains([]int{hp, hp + 5}, now) || at < 0 && now != hp+5 {
			t.Fatalf("killed after %s: it carries %d, and had %d before the rest", at, now, hp)
		}
		tb.begin()
		tb.srv.Redeliver(rest)
		tb.do("Anna", "/roll dice:1d20") // after whatever was delivered again
		got := tb.do("Anna", "/character show").Text()
		if hp+5 == now && !strings.Contains(got, fmt.Sprintf("hp %d,", now)) {
			t.Fatalf("it carried %d after the kill, and then: %s", now, got)
		}
		if strings.Contains(got, fmt.Sprintf("hp %d,", hp+5)) {
			hp += 5
		} else if !strings.Contains(got, fmt.Sprintf("hp %d,", hp)) {
			t.Fatalf("it had %d before the rest, and then: %s", hp, got)
		}
	}
}

// TestNU28DataAndErase: /roundel data has what characters carry, /roundel erase deletes it, and the end of a fight that goes on doesn't bring it back.
func TestNU28DataAndErase(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.do("Admin", "/roundel settings carry:keep", "Saved")
	tb.do("Anna", "/character save name:Knight stats:init 1, hp 30", "Saved")
	tb.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join", "has joined")
	tb.do("GM", "/hp target:Knight amount:=17", "17/30")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")
	got := tb.do("Anna", "/roundel data")
	if got.Message == nil || len(got.Message.Files) != 1 || !strings.Contains(strings.Join(strings.Fields(string(got.Message.Files[0].Data)), ""), `"carries":{"hp":17,"hp_max":30`) {
		t.Fatalf("%+v", got.Message)
	}
	tb.do("GM", "/init start name:Tower ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join", "has joined")
	asked := tb.do("Anna", "/roundel erase")
	tb.press("Anna", asked.Message.ID, "Delete characters")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")
	tb.do("Anna", "/character list", "no saved characters")
	tb.do("Anna", "/rest kind:long rest", "None of your characters is hurt or carries anything")
}

// TestNU28Moves: an archive takes along what characters carry (hit points, temporary ones and spent pools), and the death saves of a fight that goes
// on, from SQLite to PostgreSQL and the other way. The bot on the new database says of them what the one on the old database did.
func TestNU28Moves(t *testing.T) {
	t.Parallel()
	eachDatabase(t, movesCarried)
}

func movesCarried(t *testing.T, tb *processTable) {
	file, err := tb.srv.User("Admin").Attach("camp.yaml", []byte("roundel: 1\nname: camp\ntitle: Camp\nstats: {init: Initiative}\norder: {by: score, roll: d20 + init}\n"+
		"absorbs: {temp: {is: temporary hit points, counts: yes}}\nrests: {night: {hp: full}}\nturn: {spells: {count: 3, when: any time, back: night}}\n"))
	tb.must(err)
	tb.do("Admin", "/ruleset add file:"+file, "Camp")
	tb.do("Admin", "/roundel settings carry:keep", "Saved")
	tb.do("Anna", "/character save name:Knight stats:init 0, hp 30", "Saved")
	tb.do("GM", "/init start name:Camp ruleset:camp", "begins")
	tb.do("Anna", "/init join", "has joined")
	tb.do("GM", "/init roll rolls:Knight 18", "Round 1")
	tb.do("GM", "/hp target:Knight amount:=12", "12/30")
	tb.do("GM", "/heal target:Knight amount:5 pool:temp", "+5")
	tb.do("Anna", "/act use pool:spells who:Knight", "spell")
	tb.press("GM", tb.do("GM", "/init end").Message.ID, "End the fight", "is over")

	tavern := tb.at("tavern")
	tavern.do("GM", "/init start name:Crypt ruleset:five-e-2014", "begins")
	tavern.do("Ben", "/init join name:Mira stats:init 2, hp 20 roll:18", "has joined")
	tavern.do("GM", "/init add name:Orc stats:init 0, hp 30 roll:10", "has joined")
	tavern.do("GM", "/init roll", "Round 1")
	tavern.do("GM", "/hp target:Mira amount:-21", "dying")
	tavern.do("GM", "/next")
	tavern.do("GM", "/next", "Death save")
	tavern.do("Ben", "/effect save target:Mira roll:9", "1 of 3 failures")

	said := func() string {
		t.Helper()
		data := tb.do("Anna", "/roundel data").Message
		if data == nil || len(data.Files) != 1 {
			t.Fatalf("no file: %+v", data)
		}
		_, carries, _ := strings.Cut(strings.Join(strings.Fields(string(data.Files[0].Data)), ""), `"carries":`)
		carries, _, _ = strings.Cut(carries, "}}")
		return carries + "\n" + tb.do("Anna", "/character show", "From its last fight: hp 12, temp 5, spells -1").Text() + "\n" +
			tavern.do("GM", "/init list").Text() + tavern.do("GM", "/effect list", "0 of 3 successes, 1 of 3 failures").Text()
	}
	before := said()
	if !strings.Contains(before, `"hp":12,"hp_max":30,"absorbs":{"temp":5},"pools":{"spells":1`) {
		t.Errorf("the user's data has %s", before)
	}
	tb.kill()
	archive, old := filepath.Join(t.TempDir(), "all.jsonl"), tb.db
	must(t, []string{"ROUNDEL_DB=" + old}, "export", archive)
	if tb.onPostgres() {
		tb.db = filepath.Join(t.TempDir(), "moved.db")
	} else {
		tb.db = databases.Cluster(t).URL(t)
	}
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "import", archive)
	must(t, []string{"ROUNDEL_DB=" + tb.db}, "check")
	tb.begin()
	if after := said(); after != before {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	tavern.do("GM", "/hp target:Mira amount:-1", "2 of 3 failures")
	tb.do("GM", "/init start name:Camp ruleset:camp", "begins")
	tb.do("Anna", "/init join", "has joined")
	tb.do("GM", "/init roll rolls:Knight 18", "12/30 +5")
	tb.do("Anna", "/act use pool:spells who:Knight", "uses a spell, 1 left")
}
