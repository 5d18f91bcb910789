package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"roundel/sandbox"
	"roundel/sandbox/client"
)

// TestNU16Kill: saves that players were asked for outlast a SIGKILL: the message's buttons work, answers bring what they would have, and two that
// come at once both count, each once, even if Discord delivers them again.
func TestNU16Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killSaves)
}

func killSaves(t *testing.T, tb *processTable) {
	asked := startSaves(tb)
	before := tb.export()
	tb.until("the GM has been told the dice", func() bool { return strings.Contains(tb.srv.Seen("GM"), "Saves of your combatants:") })
	if strings.Contains(tb.srv.Seen("Anna"), "Saves of your combatants") {
		t.Error("the dice of the GM's combatants are the GM's alone")
	}

	tb.kill()
	tb.begin()

	if after := tb.export(); after != before {
		t.Fatalf("before the kill:\n%s\nafter it:\n%s", before, after)
	}
	anna, ben := tb.opens("Anna", asked.ID, "Roll my save"), tb.opens("Ben", asked.ID, "Roll my save")
	var sent []*sandbox.Interaction
	for user, opened := range map[string]*sandbox.Interaction{"Anna": anna, "Ben": ben} {
		i, err := tb.srv.User(user).Submit(opened, map[string]string{"roll": "14"})
		tb.must(err)
		sent = append(sent, i)
	}
	for _, i := range sent {
		got, err := i.Wait(tb.soon())
		tb.must(err)
		tb.check("an answer", got, []string{"rolls 1d20", "success"})
		tb.srv.Redeliver(i)
	}
	tb.message("Cleo", "**Fireball**", "Success", "half of 28")
	tb.until("both have taken half", func() bool {
		file := tb.export()
		return strings.Count(file, `"hp": 16,`) == 2 && strings.Contains(file, `"asked_saves": []`)
	})
	tb.do("GM", "/init undo", "Undone", "rolls 1d20")
	if file := tb.export(); strings.Count(file, `"hp": 16,`) != 1 || strings.Contains(file, `"asked_saves": []`) {
		t.Errorf("after an undo: %s", file)
	}
	tb.do("GM", "/init undo", "Undone")
	if after := tb.export(); after != before {
		t.Fatalf("before the answers:\n%s\nafter undoing them:\n%s", before, after)
	}
	tb.do("GM", "/init redo", "Redone")
	tb.do("GM", "/init pause", "paused")
	end := tb.do("GM", "/init end")
	tb.press("GM", end.Message.ID, "End the fight", "is over")
	tb.do("Ben", "/effect save target:Bard roll:3", "no fight")
}

// TestNU16KillLeaves: a target that leaves owes its save no longer, also after a SIGKILL at any moment of its leaving, and delivered again it leaves once.
// An undo makes the save due again.
func TestNU16KillLeaves(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killLeaves)
}

func killLeaves(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	asked := startSaves(tb)
	before := tb.export()
	for _, at := range killMoments(rnd, 12) {
		leaves, err := tb.srv.User("GM").Command("fight", "/init remove name:Knight")
		tb.must(err)
		if at < 0 {
			got, err := leaves.Wait(tb.soon())
			tb.must(err)
			tb.check("the leaving", got, []string{"Knight has left"})
		}
		time.Sleep(max(0, at))
		tb.kill()
		tb.begin()
		tb.srv.Redeliver(leaves)
		tb.do("Anna", "/roll dice:1d20") // after whatever was delivered again
		after := tb.export()
		switch gone := !strings.Contains(after, `"name": "Knight"`); {
		case !gone && at < 0:
			t.Fatal("the leaving that was answered is lost")
		case !gone && after != before:
			t.Fatalf("killed after %s, it has half left:\n%s", at, after)
		case !gone:
			continue
		}
		if !strings.Contains(after, `"due": [
        "Bard"
      ]`) {
			t.Fatalf("the Knight still has to save: %s", after)
		}
		tb.do("GM", "/effect save target:Knight roll:14", "Nobody in this fight has that name.")
		tb.press("Anna", asked.ID, "Roll my save", "None of your combatants has to make this save.")
		tb.do("GM", "/init undo", "Undone")
		if again := tb.export(); again != before {
			t.Fatalf("before it left:\n%s\nafter an undo:\n%s", before, again)
		}
	}
	tb.do("Anna", "/effect save target:Knight roll:14", "success")
	tb.do("GM", "/init remove name:Bard", "has left") // the last who owed one
	if after := tb.export(); !strings.Contains(after, `"asked_saves": []`) {
		t.Errorf("something is still due: %s", after)
	}
	tb.press("GM", asked.ID, "Roll for the rest", "no longer needed")
}

// TestNU15KillRest: a press of Roll for the rest has one effect, also if a SIGKILL comes at any moment of it and Discord delivers it again to the bot that
// comes after, or to the one that answered.
func TestNU15KillRest(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killRest)
}

func killRest(t *testing.T, tb *processTable) {
	rnd := newSeeded(t)
	asked := startSaves(tb)
	for _, at := range killMoments(rnd, 12) {
		before := tb.export()
		rest, err := tb.srv.User("GM").Press(asked.ID, "Roll for the rest")
		tb.must(err)
		if at < 0 {
			got, err := rest.Wait(tb.soon())
			tb.must(err)
			tb.check("Roll for the rest", got, []string{"Knight (1d20+1 (", "Bard (1d20+2 ("})
			made := tb.export()
			tb.srv.Redeliver(rest)
			tb.do("Anna", "/roll dice:1d20") // after it
			if again := tb.export(); again != made {
				t.Fatalf("delivered again, it changed something:\n%s\nwas\n%s", again, made)
			}
		}
		time.Sleep(max(0, at))
		tb.kill()
		tb.begin()
		tb.srv.Redeliver(rest)
		tb.do("Anna", "/roll dice:1d20") // after whatever was delivered again
		switch after := tb.export(); {
		case after == before && at < 0:
			t.Fatal("the rolls that were answered are lost")
		case after == before:
			continue
		case !strings.Contains(after, `"asked_saves": []`):
			t.Fatalf("killed after %s, only some have rolled: %s", at, after)
		}
		tb.do("GM", "/init undo", "Undone", "Knight (1d20+1 (", "Bard (1d20+2 (")
		if after := tb.export(); after != before {
			t.Fatalf("before it:\n%s\nafter one undo:\n%s", before, after)
		}
		tb.do("GM", "/init undo", "Undone", "Fireball")
		asked = askSaves(tb) // the buttons of the first message are gone
	}
}

// startSaves starts a fight in which Anna's Knight and Ben's Bard have to save, and returns the message that says so.
func startSaves(tb *processTable) client.Message {
	tb.t.Helper()
	tb.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 1, dex 1, hp 30 roll:15", "has joined")
	tb.do("Ben", "/init join name:Bard stats:init 1, dex 2, hp 30 roll:12", "has joined")
	tb.do("GM", "/init add name:Ogre stats:init 0, dex -1, hp 59 roll:9", "joined")
	tb.do("GM", "/init roll", "Round 1")
	return askSaves(tb)
}

// askSaves asks for the saves again.
func askSaves(tb *processTable) client.Message {
	tb.t.Helper()
	tb.do("GM", "/save target:Ogre, Knight, Bard save:dex dc:15 amount:28 name:Fireball rolls:Ogre 12", "Ogre: failure.")
	return tb.message("Ben", "**Fireball**", "Bard has yet to save.", "Knight has yet to save.")
}

// TestNU14FewActions: a prepared fireball on eight, three of them players', takes the GM one form, and each player one. It is one message, which pings
// each of them once and is edited as they answer; nothing else is posted. The GM reads the dice of the five in a private line, by result.
func TestNU14FewActions(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	if id := c.srv.AddUser("Dora"); id == "" {
		t.Fatal("the user was not added")
	}
	players := map[string]string{"Anna": "Knight", "Ben": "Bard", "Dora": "Druid"}
	c.table.do("Admin", "/monster save name:Mage stats:init 9, hp 40 saves:Fireball, save dex, dc 15, 28", "Fireball")
	c.table.do("GM", "/init start name:Bridge ruleset:five-e-2014", "begins")
	for who, name := range players {
		c.table.do(who, "/init join name:"+name+" stats:init 1, dex 2, hp 40 roll:10", "has joined")
	}
	c.table.do("GM", "/init add name:Goblin count:5 stats:init 0, dex 2, hp 30 roll:5", "Goblin 5")
	c.table.do("Admin", "/init add monster:Mage roll:19", "Mage")
	c.table.do("GM", "/init roll", "Round 1")
	c.card("Round 1 · ", "Mage")
	before := len(c.public())
	private := c.message("GM", "Mage can attack:")
	targets := []string{"Knight", "Bard", "Druid"}
	for i := range 5 {
		targets = append(targets, fmt.Sprintf("Goblin %d", i+1))
	}
	c.fill("GM", private.ID, "Fireball", map[string]string{"target": strings.Join(targets, "\n")}, "**Fireball**: Dexterity save, DC 15, 28 damage", "from Mage")
	asked := c.message("Cleo", "**Fireball**", "yet to save")
	if pinged := slices.Sorted(slices.Values(asked.Pinged)); !slices.Equal(pinged, []string{"Anna", "Ben", "Dora"}) {
		t.Errorf("it pings %q", pinged)
	}
	if dice := c.message("GM", "Saves of your combatants:"); !dice.Ephemeral || strings.Contains(dice.Text, "||") || strings.Count(dice.Text, "Goblin") != 5 {
		t.Errorf("the dice: %+v", dice)
	}
	c.card("Knight has yet to save: Fireball (DC 15).", "Bard has yet to save: Fireball (DC 15).", "Druid has yet to save: Fireball (DC 15).")
	for who, name := range players {
		c.fill(who, asked.ID, "Roll my save", nil, name+" rolls 1d20+2 (")
	}
	c.until("nobody has to save any more", func() bool {
		m := c.message("Cleo", "**Fireball**")
		return m.ID == asked.ID && !strings.Contains(m.Text, "yet to save")
	})
	if now := c.public(); len(now) != before+1 {
		t.Errorf("%d messages more: %v", len(now)-before, now[before:])
	}
	for who, n := range c.actions {
		if n != 1 {
			t.Errorf("%s needed %d actions", who, n)
		}
	}
}
