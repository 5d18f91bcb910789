package bot

import (
	"slices"
	"strings"
	"testing"

	"roundel/bot/discord"
)

// more presses More… and returns the labels of the buttons, row by row, and what the menu in it offers.
func (tb *table) more(who string) (labels string, removable []discord.Option) {
	tb.t.Helper()
	got := tb.press(who, discord.CustomID("more", tb.turnArg()))
	if !got.Ephemeral || got.Refused {
		tb.t.Fatalf("%s: %+v", who, got)
	}
	var out []string
	for _, row := range got.Buttons {
		for _, b := range row {
			if b.Menu != nil {
				if b.Label == "Remove effects" {
					removable = b.Menu.Options
				}
				continue
			}
			out = append(out, b.Label)
		}
	}
	return strings.Join(out, ", "), removable
}

// pick picks options of a message's select.
func (tb *table) pick(who, id string, values ...string) *discord.Reply {
	tb.t.Helper()
	r := tb.request(who, discord.Pressed)
	r.Path, r.Message, r.Fields = id, "700", map[string]string{"values": strings.Join(values, ",")}
	return tb.handle(r)
}

// TestMoreForPlayers checks that More… offers players what they can do now, and nothing else.
func TestMoreForPlayers(t *testing.T) {
	for _, c := range []struct{ ruleset, who, want string }{
		{"turn-order", "Anna", "Act, Act last, Roll with the blow, Roll dice, Roll my save, Ping me on deck"},
		{"turn-order", "Ben", "Act last, Roll with the blow, Roll dice, Roll my save, Ping me on deck"},
		{"turn-order", "Cleo", "Join, Roll dice"},
		{"structured-time", "Anna", "Act, Roll dice, Ping me on deck"},
		{"structured-time", "Ben", "Roll dice, Ping me on deck"},
		{"flow-of-time", "Anna", "Act, Long activity, Roll dice, Ping me on deck"},
		{"flow-of-time", "Ben", "Long activity, Roll dice, Ping me on deck"},
		{"combat-sequence", "Anna", "Act, Move, Roll dice, Ping me on deck"},
		{"rounds-initiative", "Anna", "Act, Move, Roll dice, Ping me on deck"},
		{"rounds-initiative", "Ben", "Act, Roll dice, Ping me on deck"}, // an instant action
		{"rounds-initiative", "GM", "Undo, Redo, Pause, End the fight …, Ping me on NPC turns, Refresh, Add foes"},
	} {
		tb := versus(t, c.ruleset)
		tb.do("GM", "/init roll")
		tb.turnOf("Knight")
		if got, removable := tb.more(c.who); got != c.want || len(removable) != 0 {
			t.Errorf("%s: %s is offered %s and to remove %v, want %s", c.ruleset, c.who, got, removable, c.want)
		}
	}
	tb := versus(t, "turn-order")
	if got, _ := tb.more("Anna"); got != "Roll dice, Roll my save, Ping me on deck" {
		t.Errorf("before the fight Anna is offered %s", got)
	}
	old := discord.CustomID("more", tb.turnArg())
	tb.do("GM", "/init roll")
	tb.wants(tb.press("Anna", old), true, "earlier turn")
	tb.wants(tb.press("GM", old), true, "earlier turn")
}

// TestMoreActions fills in the forms behind More….
func TestMoreActions(t *testing.T) {
	tb := versus(t, "rounds-initiative")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	act := tb.opened("Anna", "act")
	if got := offered(act, "type"); !slices.Equal(got, []string{"main", "move", "on-turn", "instant"}) {
		t.Errorf("the types are %q", got)
	}
	tb.wants(tb.fill("Anna", act.ID, map[string]string{"activity": "Climb", "type": "main"}), false, "Climb")
	if got := offered(tb.opened("Anna", "act"), "type"); !slices.Equal(got, []string{"move", "on-turn", "instant"}) {
		t.Errorf("after the main action the types are %q", got)
	}
	tb.do("GM", "/act engage target:Wolf who:Knight")
	move := tb.opened("Anna", "move")
	if got := offered(move, "leaving"); !slices.Equal(got, []string{"stay", "flee"}) {
		t.Errorf("the ways to move are %q", got) // withdrawing takes the main action
	}
	tb.wants(tb.fill("Anna", move.ID, map[string]string{"leaving": "flee", "terrain": "rough"}), false, "flees")

	tb = versus(t, "flow-of-time")
	tb.do("GM", "/init roll")
	tb.turnOf("Knight")
	act = tb.opened("Anna", "act")
	if got := offered(act, "ticks"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
		t.Errorf("the ticks are %q", got)
	}
	tb.wants(tb.fill("Anna", act.ID, map[string]string{"activity": "Climb", "ticks": "3"}), false, "Climb", "3 ticks")
	long := tb.opened("Anna", "long")
	if got := offered(long, "duration"); slices.Contains(got, "fight") || !slices.Contains(got, "10 min") {
		t.Errorf("the durations are %q", got)
	}
	tb.wants(tb.fill("Anna", long.ID, map[string]string{"activity": "Dig", "duration": "10 min"}), false, "Dig")
	tb.do("GM", "/act define activity:Shout ticks:1")
	act = tb.opened("Anna", "act")
	if got, ticks := offered(act, "predefined"), offered(act, "ticks"); !slices.Equal(got, []string{"shout"}) || !slices.Equal(ticks, []string{"predefined", "1"}) {
		t.Errorf("the predefined activities are %q, the ticks %q", got, ticks)
	}
	tb.wants(tb.fill("Anna", act.ID, map[string]string{"ticks": "predefined"}), true, "what you do")
	tb.wants(tb.fill("Anna", act.ID, map[string]string{"predefined": "shout", "ticks": "predefined"}), false, "shout (1 tick, 0 left)")
	tb.wants(tb.fill("Cleo", tb.opened("Cleo", "dice").ID, map[string]string{"dice": "1d1+2", "reason": "luck"}), false, "<@103> rolls for luck: 1d1 (1) + 2 = 3")
}

// TestMoreRemovesEffects checks that players can remove the effects on their own combatants, and learn of no others.
func TestMoreRemovesEffects(t *testing.T) {
	tb := versus(t, "turn-order")
	tb.do("GM", "/init add name:Zorn stats:init 1 hidden:true")
	tb.do("GM", "/init roll")
	for _, on := range []string{"Knight", "Elf", "Zorn"} {
		tb.do("GM", "/effect add target:"+on+" name:Prone")
		tb.do("GM", "/effect add target:"+on+" name:Slow")
	}
	labels, removable := tb.more("Anna")
	if len(removable) != 2 || removable[0].About != "Knight" || !strings.Contains(labels, "Effects") {
		t.Fatalf("%s, %+v", labels, removable)
	}
	id := discord.CustomID("remove-effects", tb.turnArg())
	tb.wants(tb.pick("Anna", id, removable[0].Value, removable[1].Value), false, "Prone has been removed from Knight", "Slow has been removed from Knight")
	tb.wants(tb.pick("Anna", id, removable[0].Value), true, "no longer there")
	_, others := tb.more("Ben")
	tb.wants(tb.pick("Anna", id, others[0].Value), true, "Only <@100> or Elf's player can change Elf.")
	got := tb.press("Anna", discord.CustomID("effects", tb.turnArg()))
	tb.wants(got, true, "Elf: Prone")
	if strings.Contains(got.Text, "Zorn") {
		t.Error(got.Text)
	}
}
