package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/sandbox"
	"roundel/sandbox/client"
)

// counting is a table that counts what each user does: a typed command, a pressed button, or a form with the button that
// opens it.
type counting struct {
	*table
	actions map[string]int
}

func newCounting(t *testing.T) *counting {
	t.Helper()
	return &counting{newTable(t), map[string]int{}}
}

func (c *counting) do(user, line string, want ...string) sandbox.Response {
	c.t.Helper()
	c.actions[user]++
	return c.table.do(user, line, want...)
}

func (c *counting) press(user, message, button string, want ...string) sandbox.Response {
	c.t.Helper()
	c.actions[user]++
	return c.table.press(user, message, button, want...)
}

func (c *counting) fill(user, message, button string, fields map[string]string, want ...string) sandbox.Response {
	c.t.Helper()
	c.actions[user]++
	return c.table.fill(user, message, button, fields, want...)
}

// public returns the messages that everyone sees. Cleo must not have joined the fight.
func (tb *table) public() []client.Message {
	tb.t.Helper()
	seen, err := tb.srv.Messages(tb.where(), "Cleo")
	tb.must(err)
	return slices.DeleteFunc(seen, func(m client.Message) bool { return m.Ephemeral })
}

// TestFewActions: what happens most often at a table takes one action, and the start of a fight takes few.
func TestFewActions(t *testing.T) {
	t.Parallel()
	t.Run("a fight starts", aFightStarts)
	t.Run("a prepared fight starts", aPreparedFightStarts)
	t.Run("a fireball", aFireball)
	t.Run("a dragon's breath", aDragonsBreath)
	t.Run("an NPC attacks under combat-sequence", func(t *testing.T) {
		anNPCAttacks(t, "combat-sequence", "d20 (15, typed) +3 attack bonus +1 Dex = **19**. Hit.")
	})
	t.Run("an NPC attacks under rounds-initiative", func(t *testing.T) {
		anNPCAttacks(t, "rounds-initiative", "d20 (15, typed) +3 attack bonus = **18**. Hit.")
	})
	t.Run("an ambusher is added with a command", func(t *testing.T) {
		anAmbusherHides(t, func(c *counting, _ client.Message) {
			c.do("GM", "/init add name:Assassin stats:init 1, hp 9 roll:2 hidden:true", "Assassin (hidden) has joined")
		})
	})
	t.Run("an ambusher is added with the form", func(t *testing.T) {
		anAmbusherHides(t, func(c *counting, more client.Message) {
			c.fill("GM", more.ID, "Add foes", map[string]string{"lines": "Assassin, init -9, hp 9", "hidden": "true"}, "Assassin (hidden) has joined") // always after the Elf
		})
	})
	t.Run("three turns are taken back", threeTurnsAreTakenBack)
}

// aFightStarts: with four saved characters and six NPCs of two kinds, it takes the GM three actions and each player one to get
// to the first turn.
func aFightStarts(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	if id := c.srv.AddUser("Dora"); id == "" {
		t.Fatal("the user was not added")
	}
	players := []string{"Anna", "Ben", "Cleo", "Dora"}
	for i, who := range players { // once, long before
		c.table.do(who, fmt.Sprintf("/character save name:Hero %d stats:init %d, hp 20", i+1, 10+i), "Saved")
	}
	c.do("GM", "/init start name:Bridge")
	card := c.card("Join now")
	for i, who := range players {
		c.press(who, card.ID, "Join", fmt.Sprintf("Hero %d", i+1), "has joined")
	}
	c.fill("GM", card.ID, "Add foes", map[string]string{"lines": "4 Goblin, init 7, hp 5\n2 Orc, init 9, hp 12"}, "Goblin 4", "Orc 2")
	c.press("GM", card.ID, "Roll initiative")
	c.card("Round 1 · ", "On deck")
	for who, n := range c.actions {
		if n > 1 && who != "GM" || n > 3 {
			t.Errorf("%s needed %d actions", who, n)
		}
	}
}

// aPreparedFightStarts: with four saved characters and a saved encounter of six foes in two waves, it takes the GM two actions and each player
// one tap to get to the first turn. Each player is pinged once by the invitation.
func aPreparedFightStarts(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	if id := c.srv.AddUser("Dora"); id == "" {
		t.Fatal("the user was not added")
	}
	players := []string{"Anna", "Ben", "Cleo", "Dora"}
	for i, who := range players { // once, long before
		c.table.do(who, fmt.Sprintf("/character save name:Hero %d stats:init %d, ac 15, hp 20", i+1, 2+i), "Saved")
	}
	c.table.do("Admin", "/encounter save name:Ambush foes:4 Goblin, 1 Ogre; at round 2: Wolf, hidden", "Ambush")
	c.do("Admin", "/init start name:Bridge ruleset:five-e-2014 encounter:Ambush party:True", "press Join")
	card := c.card("press Join")
	if pinged := slices.Sorted(slices.Values(card.Pinged)); !slices.Equal(pinged, players) {
		t.Errorf("the invitation pings %q", pinged)
	}
	for i, who := range players {
		c.press(who, card.ID, "Join", fmt.Sprintf("Hero %d", i+1), "has joined")
	}
	joined := c.card("Hero 4")
	for _, m := range c.public() {
		if m.ID != joined.ID && len(m.Pinged) > 0 {
			t.Errorf("%q pings %q", m.Text, m.Pinged)
		}
	}
	c.press("Admin", joined.ID, "Roll initiative")
	c.card("Round 1 · ", "On deck", "Goblin", "Ogre")
	for who, n := range c.actions {
		if n > 1 && who != "Admin" || n > 2 {
			t.Errorf("%s needed %d actions", who, n)
		}
	}
}

// aFireball: damage to five goblins, two of whom take half, takes one form. The answer is one message, which says together who
// is down and who takes half.
func aFireball(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	c.underway()
	c.table.do("GM", "/init add name:Goblin count:5 stats:init 7, hp 7 roll:1", "Goblin 5")
	card, before := c.card("Goblin"), len(c.public())
	const answer = "Goblins 1, 3 and 4 take 8 damage and are down. Goblins 2 and 5 take half of 8 (4) and are bloodied."
	c.fill("Anna", card.ID, "Damage", map[string]string{"target": "Goblin 1\nGoblin 2\nGoblin 3\nGoblin 4\nGoblin 5", "amount": "8",
		"half": "Goblin 2\nGoblin 5"}, answer)
	c.card("down", "bloodied")
	if now := c.public(); len(now) != before+1 || now[before].Text != answer {
		t.Errorf("the fireball's messages are %v", now[before:])
	}
	if c.actions["Anna"] != 1 || c.actions["GM"] != 0 {
		t.Errorf("%v", c.actions)
	}
}

// aDragonsBreath: a dragon's whole turn, in which it breathes on four characters, takes the GM two actions and each player one tap (MO-20).
func aDragonsBreath(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	if id := c.srv.AddUser("Dora"); id == "" {
		t.Fatal("the user was not added")
	}
	players := []string{"Anna", "Ben", "Cleo", "Dora"}
	c.table.do("GM", "/init start name:Lair ruleset:five-e-2014", "begins")
	c.table.do("GM", "/init add monster:Adult Red Dragon name:Dragon roll:20", "Dragon has joined")
	var heroes []string
	for i, who := range players {
		heroes = append(heroes, fmt.Sprintf("Hero %d", i+1))
		c.table.do(who, fmt.Sprintf("/init join name:%s stats:init 0, dex 2, hp 200 roll:%d", heroes[i], 9-i), "has joined")
	}
	c.table.do("GM", "/init roll", "Round 1")
	c.card("Round 1 · 0:00 · Dragon")
	own := c.message("GM", "Huge dragon, CR 17")
	c.fill("GM", own.ID, "Fire Breath (1)", map[string]string{"target": strings.Join(heroes, "\n")}, "Fire Breath (0 of 1")
	c.message("GM", "**Fire Breath**: Dexterity save, DC 21")
	asked := c.message("Anna", "Hero 4 has yet to save")
	for i, who := range players {
		c.fill(who, asked.ID, "Roll my save", nil, heroes[i]+" rolls ")
	}
	c.message("GM", "Dragon uses **Fire Breath**: 0 of 1 left.")
	c.pressTurn("GM", c.card("Round 1").ID, "End turn", "Round 1 · 0:00 · Hero 1")
	c.actions["GM"]++
	for _, who := range players {
		if c.actions[who] != 1 {
			t.Errorf("%s needed %d actions", who, c.actions[who])
		}
	}
	if c.actions["GM"] != 2 {
		t.Errorf("the GM needed %d actions", c.actions["GM"])
	}
	for i, who := range players {
		next := "Round 2 · 0:06 · Dragon"
		if i < 3 {
			next = "Round 1 · 0:00 · " + heroes[i+1]
		}
		c.turn(who, "/next", next)
	}
	c.message("GM", "Dragon rolls for **Fire Breath**: d6 (")
	for _, who := range players {
		if seen := c.srv.Seen(who); strings.Contains(seen, "rolls for **Fire Breath**") || strings.Contains(seen, "uses **Fire Breath**") {
			t.Errorf("%s can read what only the GM is told of the breath", who)
		}
	}
}

// anNPCAttacks: an attack by one of the GM's combatants takes one form, in which attacker, target and weapon are picked from
// menus. The answer is one message with the rolls and the damage.
func anNPCAttacks(t *testing.T, ruleset, roll string) {
	t.Parallel()
	c := newCounting(t)
	c.table.do("GM", "/init start ruleset:"+ruleset)
	c.table.do("Anna", "/init join name:Knight stats:dex 0, ac 12, trauma_target 6, hp 30", "Knight")
	c.table.do("GM", "/init add name:Goblin count:2 stats:dex 1, ac 12, attack 3, hp 9", "Goblin 2")
	c.table.do("GM", "/init roll")
	card := c.card("Round 1 · ")
	if len(card.Pinged) != 0 {
		c.press("Anna", card.ID, "End turn")
		card = c.card("✓")
	}
	before := len(c.public())
	fields := map[string]string{"target": "Knight", "weapon": "Punch", "more": "roll 15"}
	if ruleset == "combat-sequence" {
		fields["who"] = "Goblin 2"
	}
	c.fill("GM", card.ID, "Attack", fields, "attacks Knight (Punch): "+roll, "Damage 1d2 (", "Knight takes ", "/30.")
	if now := c.public(); len(now) != before+1 {
		t.Errorf("the attack's messages are %v", now[before:])
	}
	if c.actions["GM"] != 1 {
		t.Errorf("%v", c.actions)
	}
}

// anAmbusherHides: it takes the GM one action to add a hidden ambusher to a running fight, and the players see nothing.
func anAmbusherHides(t *testing.T, add func(c *counting, more client.Message)) {
	t.Parallel()
	c := newCounting(t)
	card := c.underway()
	more := c.table.press("GM", card.ID, "More…").Message
	before := c.public()
	add(c, *more)
	if now := c.public(); fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("the players saw\n%v\nand now\n%v", before, now)
	}
	if c.actions["GM"] != 1 {
		t.Errorf("%v", c.actions)
	}
	c.table.do("GM", "/init list", "Assassin")
	c.turn("Anna", "/next", "Round 1 · Elf") // nothing about the Assassin can come after this
	for _, who := range []string{"Anna", "Ben", "Cleo"} {
		if strings.Contains(c.srv.Seen(who), "Assassin") {
			t.Errorf("%s has seen the hidden combatant", who)
		}
	}
}

// threeTurnsAreTakenBack: the GM takes back three turns with one command, chosen from the list. That takes one message, the
// card of the turn that begins again, and one ping.
func threeTurnsAreTakenBack(t *testing.T) {
	t.Parallel()
	c := newCounting(t)
	c.underway()
	c.turn("GM", "/next", "Round 1 · Elf")
	c.turn("GM", "/next", "Round 2 · Knight")
	c.turn("GM", "/next", "Round 2 · Elf")
	before := c.public()
	offered, err := c.srv.User("GM").Complete(c.soon(), "fight", "/init undo to:round 1", "to")
	c.must(err)
	if len(offered) != 1 || !strings.Contains(offered[0].Name, "Round 1 begins. Next: Knight.") {
		t.Fatalf("offered %v", offered)
	}
	got := c.do("GM", fmt.Sprint("/init undo to:", offered[0].Value))
	card := c.began("undo", got, "Round 1 · Knight", []string{"Undone:\n> Knight's turn is over.\n> Next: Elf.\n> Elf's turn is over."})
	if added := c.public()[len(before):]; len(added) != 1 || added[0].ID != card.ID || !slices.Equal(card.Pinged, []string{"Anna"}) {
		t.Errorf("messages %v, pings %v", added, card.Pinged)
	}
	if c.actions["GM"] != 1 {
		t.Errorf("%v", c.actions)
	}
	c.table.do("GM", "/init redo to:7", "Redone:", "Now: Elf.")
}
