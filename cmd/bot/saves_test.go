package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/sandbox"
)

// TestNU16Kill: saves that players were asked for outlast a SIGKILL: the message's buttons work, answers bring what they would have, and two that
// come at once both count, each once, even if Discord delivers them again.
func TestNU16Kill(t *testing.T) {
	t.Parallel()
	eachDatabase(t, killSaves)
}

func killSaves(t *testing.T, tb *processTable) {
	tb.do("GM", "/init start name:Bridge fight ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Knight stats:init 1, dex 1, hp 30 roll:15", "has joined")
	tb.do("Ben", "/init join name:Bard stats:init 1, dex 2, hp 30 roll:12", "has joined")
	tb.do("GM", "/init add name:Ogre stats:init 0, dex -1, hp 59 roll:9", "joined")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("GM", "/save target:Ogre, Knight, Bard save:dex dc:15 amount:28 name:Fireball rolls:Ogre 12", "Ogre: failure.")
	asked := tb.message("Ben", "**Fireball**", "Bard has yet to save.", "Knight has yet to save.")
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
