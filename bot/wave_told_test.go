package bot

import (
	"strings"
	"testing"

	"roundel/bot/discord"
)

// late is [cave] before a round that begins with the end of Cat's turn, in which a wave is due. It ends with the Orc.
func late(t *testing.T) (*table, *phone) {
	t.Helper()
	tb, p := cave(t, always)
	tb.bot.dice = anyDice{}
	tb.want("Admin", "/encounter save name:Late foes:2 Bat round:2")
	tb.wants(tb.do("Admin", "/encounter load name:Late"), true, "Planned for round 2: Bat ×2.")
	tb.want("GM", "/init remove name:Wolf")
	for range 3 {
		tb.do("GM", "/next")
	}
	return tb, p
}

// bringIn returns the ID of the button for the wave, wherever the GM has one in a private message: in those of p, or in the reply.
func bringIn(all []discord.Message, replies ...*discord.Reply) string {
	for _, r := range replies {
		for ; r != nil; r = r.Alone {
			all = append(all, discord.Message{Text: r.Text, Buttons: r.Buttons})
		}
	}
	for _, m := range all {
		for _, row := range m.Buttons {
			if strings.HasPrefix(row[0].ID, "wave:") {
				return row[0].ID
			}
		}
	}
	return ""
}

// TestTheGMIsToldOfWavesThatAnotherManagerMakesDue: whoever begins the round is told by the reply, and the GM at once.
func TestTheGMIsToldOfWavesThatAnotherManagerMakesDue(t *testing.T) {
	tb, p := late(t)
	got := tb.do("Admin", "/next")
	if tb.state().Round != 2 || bringIn(nil, got) == "" {
		t.Fatalf("%+v", got)
	}
	if id := bringIn(tb.told(p)); id == "" {
		t.Fatalf("the GM isn't told: %+v", tb.told(p))
	}
	if got := tb.do("GM", "/init scene text:Night."); bringIn(nil, got) != "" {
		t.Errorf("the GM is told twice: %+v", got)
	}
}

// TestADueWaveStaysInFrontOfTheGM: what takes the place of a private message that offers a wave offers it, too, until the GM has decided.
func TestADueWaveStaysInFrontOfTheGM(t *testing.T) {
	for _, by := range []string{"Cleo", "Admin"} {
		tb, p := late(t)
		tb.do(by, "/next")
		if bringIn(tb.told(p)) == "" {
			t.Fatalf("%+v", tb.told(p))
		}
		tb.do("Anna", "/next")
		tb.do("Ben", "/next") // the Orc's attacks are listed
		if msg := tb.wantTold(p, "Orc can attack", "Late, round 2: Bat ×2. Bring them in?"); bringIn([]discord.Message{msg}) == "" {
			t.Errorf("%+v", msg)
		}
		tb.do("GM", "/init scene text:Night.")
		tb.do("GM", "/next")
		tb.do("Cleo", "/next") // round 3
		tb.do("Anna", "/next")
		last := tb.do("GM", "/next") // lists the Orc's attacks itself
		if id := bringIn(tb.told(p), last); id == "" {
			t.Errorf("the wave is nowhere: %+v %+v", tb.told(p), last.Alone)
		} else {
			tb.wants(tb.press("GM", id), false, "Bat 1 and Bat 2")
		}
	}
}
