package bot

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// TestAWaveComesInOnce: whether the button is pressed twice at the same time, or one press is delivered twice.
func TestAWaveComesInOnce(t *testing.T) {
	tb := inRoundOne(t)
	id := bringIn(nil, tb.do("GM", "/next"))
	pressed := func(id string) *discord.Request {
		r := tb.request("GM", discord.Pressed)
		r.Path, r.Message = id, "700"
		return r
	}
	presses := []*discord.Request{pressed(id), pressed(id)}
	var joined atomic.Int32
	var wg sync.WaitGroup
	for _, r := range presses {
		wg.Go(func() {
			if reply, err := tb.bot.Handle(t.Context(), r); err != nil {
				t.Error(err)
			} else if strings.Contains(reply.Text, "have joined") {
				joined.Add(1)
			}
		})
	}
	wg.Wait()
	if s := tb.state(); joined.Load() != 1 || len(s.Combatants) != 3 || len(s.Waves) != 0 {
		t.Errorf("joined %d times: %+v", joined.Load(), s)
	}
	for _, r := range presses {
		tb.handle(r)
	}
	if n := len(tb.state().Combatants); n != 3 {
		t.Errorf("%d combatants after both were delivered again", n)
	}
	tb.do("GM", "/init undo")
	forget := pressed(strings.Replace(id, "wave:", "wave-forget:", 1))
	first := tb.handle(forget)
	tb.wants(first, true, "No longer planned: Mud Ape ×2.")
	tb.wants(tb.handle(forget), true, first.Text)
	tb.wants(tb.press("GM", id), true, "already been brought in")
	tb.do("GM", "/init undo")
	tb.do("GM", "/init undo") // the round
	tb.do("GM", "/init redo")
	if got := bringIn(nil, &discord.Reply{Buttons: flipped(tb.do("GM", "/init list").Buttons)}); got != id {
		t.Errorf("after undo and redo the GM screen has %q", got)
	}
	tb.wants(tb.press("GM", id), false, "Mud Ape 1 and Mud Ape 2 have joined.")
}

// flipped returns buttons one a row.
func flipped(rows [][]discord.Button) [][]discord.Button {
	var out [][]discord.Button
	for _, row := range rows {
		for _, b := range row {
			out = append(out, []discord.Button{b})
		}
	}
	return out
}

// TestAnotherFightsWave: the buttons of a fight that is over do nothing in the next one, for whoever runs it.
func TestAnotherFightsWave(t *testing.T) {
	tb := inRoundOne(t)
	id := bringIn(nil, tb.do("GM", "/next"))
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wants(tb.press("GM", id), true, "no fight")
	tb.now = tb.now.Add(time.Minute)
	tb.do("Ben", "/init start ruleset:turn-order")
	tb.do("Admin", "/encounter load name:Late")
	for _, who := range []string{"GM", "Anna", "Ben", "Admin"} {
		for _, id := range []string{id, strings.Replace(id, "wave:", "wave-forget:", 1), "wave", "wave:", "wave::", "wave:x:~", "wave-forget:" + strings.Repeat("z", 60)} {
			if got := tb.press(who, id); !got.Ephemeral || strings.Contains(got.Text, "Ape") {
				t.Errorf("%s, %s: %+v", who, id, got)
			}
		}
	}
	if s := tb.state(); len(s.Combatants) != 0 || len(s.Waves) != 1 {
		t.Errorf("%+v", s)
	}
}
