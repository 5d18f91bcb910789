package bot

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"roundel/bot/discord"
	"roundel/engine"
)

// carried begins a fight with a Knight that carries hp 12 and temp 5 from its last one.
func carried(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	tb.want("Admin", "/roundel settings carry:keep", "Saved")
	tb.want("Anna", "/character save name:Knight stats:init 0, hp 30", "Saved")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join")
	tb.do("GM", "/hp target:Knight amount:=12")
	tb.do("GM", "/heal target:Knight amount:5 pool:temp")
	tb.do("GM", "/init remove name:Knight")
	tb.wantCarried("hp 12, temp 5")
	return tb
}

// wantCarried checks what Anna's Knight carries.
func (tb *table) wantCarried(want string) {
	tb.t.Helper()
	_, got, _ := strings.Cut(tb.do("Anna", "/character show name:Knight").Text, "From its last fight: ")
	if got != want {
		tb.t.Errorf("it carries %q, want %q", got, want)
	}
}

// TestNU28Undo: a combatant whose joining is undone has not left the fight, and one whose leaving is redone has.
func TestNU28Undo(t *testing.T) {
	tb := carried(t)
	tb.want("Anna", "/init join stats:hp 7, temp 9", "has joined")
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("hp 12, temp 5")
	tb.want("GM", "/init redo", "Redone")
	tb.want("GM", "/init remove name:Knight", "has left")
	tb.wantCarried("hp 7, temp 9")
	tb.want("GM", "/init undo", "Undone")
	tb.want("Anna", "/character save name:Knight stats:init 0, hp 30, temp 0", "Saved")
	tb.wantCarried("")
	tb.want("GM", "/init redo", "Redone")
	tb.wantCarried("")
}

// TestNU28SavedAnew: saving stats again clears only those carried values that the new stats name.
func TestNU28SavedAnew(t *testing.T) {
	tb := carried(t)
	tb.want("Anna", "/character save name:Knight stats:init 1", "From its last fight: hp 12, temp 5")
	tb.want("Anna", "/character save name:Knight weapon:Sword, 1d8", "From its last fight: hp 12, temp 5")
	tb.want("Anna", "/character save name:Knight stats:init 1, hp 40", "From its last fight: temp 5")
	tb.wantCarried("temp 5")
	tb.want("Anna", "/character save name:Knight stats:init 1, hp 40, temp 2", "Saved")
	tb.wantCarried("")
}

// TestNU28WhoeverItBelongsTo: a combatant that was renamed and has changed hands leaves what it carries with the character that joined, and with nobody
// else's.
func TestNU28WhoeverItBelongsTo(t *testing.T) {
	for name, owner := range map[string]string{"to a player": "<@102>", "to the GM": "<@100>"} {
		t.Run(name, func(t *testing.T) {
			tb := carried(t)
			tb.want("Ben", "/character save name:Sir Aldric stats:init 0, hp 40", "Saved")
			tb.want("Anna", "/init join name:KNIGHT", "has joined")
			tb.want("GM", "/init edit name:KNIGHT rename:Sir Aldric", "Sir Aldric")
			tb.want("GM", "/init edit name:Sir Aldric owner:"+owner, "")
			tb.want("GM", "/hp target:Sir Aldric amount:=8", "8/30")
			tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
			tb.wantCarried("hp 8, temp 5")
			if got := tb.do("Ben", "/character show name:Sir Aldric").Text; strings.Contains(got, "From its last fight") {
				t.Error(got)
			}
		})
	}
}

// TestNU28DeletedChannel: a fight that ends because its channel was deleted leaves the same as one that its GM ends.
func TestNU28DeletedChannel(t *testing.T) {
	tb := carried(t)
	tb.want("Anna", "/init join", "has joined")
	tb.do("GM", "/hp target:Knight amount:=3")
	if err := tb.bot.ChannelDeleted(t.Context(), testChannel); err != nil {
		t.Fatal(err)
	}
	if tb.state() != nil {
		t.Error("the fight goes on")
	}
	tb.wantCarried("hp 3, temp 5")
	tb.do("GM", "/init start ruleset:five-e-2014")
	tb.do("Anna", "/init join")
	tb.want("Admin", "/roundel settings carry:full", "Saved")
	tb.do("GM", "/hp target:Knight amount:=2")
	if err := tb.bot.ChannelDeleted(t.Context(), testChannel); err != nil {
		t.Fatal(err)
	}
	tb.wantCarried("hp 3, temp 5")
}

// TestNU28UndoneLeaving: if it is undone that a combatant has left, its character carries again what it did when that joined, also if the joining is
// undone in the same step. What it was left with since stays.
func TestNU28UndoneLeaving(t *testing.T) {
	tb := carried(t)
	tb.want("Anna", "/init join stats:hp 7, temp 9", "has joined")
	joined := tb.store.fight(testChannel).entries[len(tb.store.fight(testChannel).entries)-1].Seq
	tb.want("GM", "/init remove name:Knight", "has left")
	tb.wantCarried("hp 7, temp 9")
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("hp 12, temp 5")
	tb.want("GM", "/init redo", "Redone")
	tb.wantCarried("hp 7, temp 9")
	tb.want("GM", fmt.Sprintf("/init undo to:#%d", joined-1), "Undone")
	tb.wantCarried("hp 12, temp 5")
	tb.want("GM", fmt.Sprintf("/init redo to:#%d", joined+1), "Redone")
	tb.wantCarried("hp 7, temp 9")
	tb.want("Anna", "/character save name:Knight stats:init 0, hp 30, temp 0", "Saved")
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("")
}

// TestNU28OtherRulesets: what the ruleset of a fight doesn't have, a character carries on.
func TestNU28OtherRulesets(t *testing.T) {
	tb := camped(t)
	for ruleset, want := range map[string]string{"turn-order": "hp 9, temp 5, ki -1, spells -1", "five-e-2014": "hp 9, temp 2, ki -1, spells -1"} {
		tb.do("GM", "/init start ruleset:"+ruleset)
		tb.want("Anna", "/init join", "has joined")
		tb.do("GM", "/hp target:Knight amount:=9")
		if ruleset == "five-e-2014" {
			tb.do("GM", "/hp target:Knight amount:=2 pool:temp")
		}
		tb.want("GM", "/init remove name:Knight", "has left")
		tb.wantCarried(want)
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("hp 12, temp 5, ki -1, spells -1")
		tb.want("GM", "/init redo", "Redone")
		tb.wantCarried(want)
		tb.want("GM", "/init undo", "Undone")
		tb.do("GM", "/hp target:Knight amount:=12")
		if ruleset == "five-e-2014" {
			tb.do("GM", "/hp target:Knight amount:=5 pool:temp")
		}
		tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
		tb.wantCarried("hp 12, temp 5, ki -1, spells -1")
	}
}

// TestNU28SavedAfterDeleting: a character that is deleted during a fight and saved again under its name, or its user's data with it, is another one: that
// one carries nothing of what the combatant is left with, and doesn't rest as one of the fight's.
func TestNU28SavedAfterDeleting(t *testing.T) {
	tb := camped(t)
	tb.do("GM", "/init start ruleset:camp")
	tb.want("Anna", "/init join", "has joined")
	tb.do("GM", "/hp target:Knight amount:=3")
	tb.want("Anna", "/character delete name:Knight", "deleted")
	tb.want("Anna", "/character save name:Knight stats:init 0, hp 50", "Saved")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wantCarried("")
	tb.want("GM", "/rest kind:night names:party", "No character from this channel's last fight is hurt or carries anything")
}

// inTwoFights begins a second fight, in which the Knight of the first one is, too, and returns how to type there.
func inTwoFights(t *testing.T) (tb *table, there func(who, line, want string)) {
	tb = carried(t)
	there = func(who, line, want string) {
		t.Helper()
		r := tb.command(who, line)
		r.Channel = "501"
		tb.wants(tb.handle(r), false, want)
	}
	tb.want("Anna", "/init join", "has joined")
	there("GM", "/init start ruleset:five-e-2014", "begins")
	there("Anna", "/init join", "has joined")
	return tb, there
}

// restElsewhere ends a fight in a third channel, after which Anna's characters rest there. want is in the reply.
func restElsewhere(tb *table, amount, want string) {
	tb.t.Helper()
	there := func(r *discord.Request) *discord.Reply {
		r.Channel = "502"
		return tb.handle(r)
	}
	there(tb.command("Anna", "/init start ruleset:five-e-2014"))
	end := tb.request("Anna", discord.Pressed)
	end.Path, end.Message = there(tb.command("Anna", "/init end")).Buttons[0][0].ID, "700"
	there(end)
	tb.wants(there(tb.command("Anna", "/rest kind:short rest amount:"+amount)), false, want)
}

// TestNU28TwoFights: of two fights with the same character, the one that it left later counts, whatever is undone in the other.
func TestNU28TwoFights(t *testing.T) {
	tb, there := inTwoFights(t)
	tb.do("GM", "/hp target:Knight amount:=20")
	tb.want("GM", "/init remove name:Knight", "has left")
	tb.wantCarried("hp 20, temp 5")
	there("GM", "/hp target:Knight amount:=7", "7/30")
	there("GM", "/init remove name:Knight", "has left")
	tb.wantCarried("hp 7, temp 5")
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("hp 7, temp 5")
	tb.want("GM", "/init redo", "Redone")
	tb.wantCarried("hp 7, temp 5")
	there("GM", "/init undo", "Undone")
	tb.wantCarried("hp 20, temp 5")
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("hp 12, temp 5")
}

// TestNU28UndoneInTwoFights: undoing that a combatant has left gives back what the other fight had left its character with, not what it joined with, and
// nothing of what was undone there.
func TestNU28UndoneInTwoFights(t *testing.T) {
	leave := func(t *testing.T, hp string) (*table, func(who, line, want string)) {
		tb, there := inTwoFights(t)
		tb.do("GM", "/hp target:Knight amount:=20")
		tb.want("GM", "/init remove name:Knight", "has left")
		there("GM", "/hp target:Knight amount:="+hp, hp+"/30")
		there("GM", "/init remove name:Knight", "has left")
		tb.wantCarried("hp " + hp + ", temp 5")
		return tb, there
	}
	t.Run("the later", func(t *testing.T) {
		tb, there := leave(t, "7")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("hp 12, temp 5")
	})
	t.Run("the earlier first", func(t *testing.T) {
		tb, there := leave(t, "7")
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("hp 7, temp 5")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 12, temp 5")
	})
	t.Run("the same numbers", func(t *testing.T) {
		tb, _ := leave(t, "20")
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
	})
	t.Run("saved in between", func(t *testing.T) {
		tb, there := leave(t, "7")
		tb.want("Anna", "/character save name:Knight weapon:Sword, 1d8", "Saved")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
		tb.want("Anna", "/character save name:Knight stats:init 0, hp 25", "Saved")
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("temp 5")
	})
	t.Run("a rest in between", func(t *testing.T) {
		tb, there := leave(t, "7")
		restElsewhere(tb, "4", "Before: Knight 7/30")
		tb.wantCarried("hp 11, temp 5")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 11, temp 5")
		tb.want("GM", "/init undo", "Undone")
		tb.wantCarried("hp 11, temp 5")
	})
	t.Run("the other has ended", func(t *testing.T) {
		tb, there := inTwoFights(t)
		there("GM", "/hp target:Knight amount:=7", "7/30")
		there("GM", "/init remove name:Knight", "has left")
		tb.do("GM", "/hp target:Knight amount:=20")
		tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
		there("GM", "/init redo", "Redone")
		tb.wantCarried("hp 20, temp 5")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
	})
	t.Run("the setting has changed", func(t *testing.T) {
		tb, there := leave(t, "7")
		tb.want("Admin", "/roundel settings carry:full", "Saved")
		there("GM", "/init undo", "Undone")
		tb.wantCarried("hp 20, temp 5")
		there("GM", "/init redo", "Redone")
		tb.wantCarried("hp 20, temp 5")
	})
}

// TestNU28ManyLeavings: a character remembers the last ten leavings, and what can't be given back any more stays as it is.
func TestNU28ManyLeavings(t *testing.T) {
	tb := carried(t)
	for hp := range 12 {
		tb.want("Anna", fmt.Sprintf("/init join stats:hp %d, temp 0", hp+1), "has joined")
		tb.want("GM", "/init remove name:Knight", "has left")
	}
	if all := tb.saved("Anna"); len(all[0].Left) != maxLeft {
		t.Errorf("%d leavings", len(all[0].Left))
	}
	for hp := 12; hp > 2; hp-- {
		tb.wantCarried(fmt.Sprintf("hp %d, temp 0", hp))
		tb.want("GM", "/init undo", "Undone")
		tb.want("GM", "/init undo", "Undone")
	}
	tb.want("GM", "/init undo", "Undone")
	tb.wantCarried("hp 2, temp 0")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	for _, l := range tb.saved("Anna")[0].Left {
		if l.Had != nil || l.Wrote != nil {
			t.Errorf("a leaving has numbers after the end: %+v", l)
		}
	}
}

// TestNU28DeletedThenUndone: undoing that a combatant left brings nothing back of a character that was deleted since, nor anything to one that was saved
// under its name.
func TestNU28DeletedThenUndone(t *testing.T) {
	for _, saved := range []bool{false, true} {
		tb, there := inTwoFights(t)
		tb.want("GM", "/init remove name:Knight", "has left")
		there("GM", "/hp target:Knight amount:=7", "7/30")
		there("GM", "/init remove name:Knight", "has left")
		tb.want("Anna", "/character delete name:Knight", "deleted")
		if saved {
			tb.want("Anna", "/character save name:Knight stats:init 0, hp 50", "Saved")
		}
		for range 2 {
			there("GM", "/init undo", "Undone")
			there("GM", "/init redo", "Redone")
		}
		tb.want("GM", "/init undo", "Undone")
		switch all := tb.saved("Anna"); {
		case !saved && len(all) > 0:
			t.Errorf("%+v", all)
		case saved && (len(all) != 1 || all[0].Carried != nil || all[0].Left != nil):
			t.Errorf("%+v", all[0])
		}
	}
}

// TestNU28RedoneLeaving: redoing that a combatant has left is the opposite of undoing it: what its character was given since, in another fight, by a rest
// or when it was saved again, stays, whichever of these came first.
func TestNU28RedoneLeaving(t *testing.T) {
	t.Parallel()
	rest := func(tb *table) { restElsewhere(tb, "8", "Short rest: Knight.") }
	for name, c := range map[string]struct {
		since          func(tb *table, there func(who, line, want string))
		carries        string // after what came since
		redone, undone string // after redoing the leaving, and undoing it again
	}{
		"nothing": {func(*table, func(who, line, want string)) {}, "hp 12, temp 5", "hp 20, temp 5", "hp 12, temp 5"},
		"saved": {func(tb *table, _ func(who, line, want string)) {
			tb.want("Anna", "/character save name:Knight stats:init 0, hp 12/30", "Saved")
		}, "temp 5", "temp 5", "temp 5"},
		"other stats": {func(tb *table, _ func(who, line, want string)) {
			tb.want("Anna", "/character save name:Knight stats:init 3", "Saved")
		}, "hp 12, temp 5", "hp 20, temp 5", "hp 12, temp 5"},
		"a rest": {func(tb *table, _ func(who, line, want string)) { rest(tb) }, "hp 20, temp 5", "hp 20, temp 5", "hp 20, temp 5"},
		"another left": {func(_ *table, there func(who, line, want string)) {
			there("GM", "/hp target:Knight amount:=7", "7/30")
			there("GM", "/init remove name:Knight", "has left")
		}, "hp 7, temp 5", "hp 7, temp 5", "hp 7, temp 5"},
		"another left unhurt": {func(_ *table, there func(who, line, want string)) {
			there("GM", "/init remove name:Knight", "has left")
		}, "hp 12, temp 5", "hp 12, temp 5", "hp 12, temp 5"},
		"another left, undone": {func(_ *table, there func(who, line, want string)) {
			there("GM", "/hp target:Knight amount:=7", "7/30")
			there("GM", "/init remove name:Knight", "has left")
			there("GM", "/init undo", "Undone")
		}, "hp 12, temp 5", "hp 20, temp 5", "hp 12, temp 5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb, there := inTwoFights(t)
			tb.do("GM", "/hp target:Knight amount:=20")
			tb.want("GM", "/init remove name:Knight", "has left")
			tb.want("GM", "/init undo", "Undone")
			c.since(tb, there)
			tb.wantCarried(c.carries)
			tb.want("GM", "/init redo", "Redone")
			tb.wantCarried(c.redone)
			tb.want("GM", "/init undo", "Undone")
			tb.wantCarried(c.undone)
		})
	}
	t.Run("a rest before the undo", func(t *testing.T) {
		t.Parallel()
		tb, _ := inTwoFights(t)
		tb.do("GM", "/hp target:Knight amount:=4")
		tb.want("GM", "/init remove name:Knight", "has left")
		rest(tb)
		for _, line := range []string{"/init undo", "/init redo"} {
			tb.wantCarried("hp 12, temp 5") // as many as it had joined with
			tb.do("GM", line)
		}
		tb.wantCarried("hp 12, temp 5")
	})
	for _, order := range []string{"-A -B +A +B", "-A -B +B +A", "-B -A +A +B", "-B -A +B +A"} { // - undone, + redone; B left later
		t.Run("both, "+order, func(t *testing.T) {
			t.Parallel()
			tb, there := inTwoFights(t)
			tb.do("GM", "/hp target:Knight amount:=20")
			tb.want("GM", "/init remove name:Knight", "has left")
			there("GM", "/hp target:Knight amount:=7", "7/30")
			there("GM", "/init remove name:Knight", "has left")
			for _, step := range strings.Fields(order) {
				line, want := "/init undo", "Undone"
				if step[0] == '+' {
					line, want = "/init redo", "Redone"
				}
				if step[1] == 'A' {
					tb.want("GM", line, want)
				} else {
					there("GM", line, want)
				}
				if step == "-B" && order[0:2] == "-A" || step == "-A" && order[0:2] == "-B" {
					tb.wantCarried("hp 12, temp 5")
				}
			}
			tb.wantCarried("hp 7, temp 5")
		})
	}
	t.Run("left differently", func(t *testing.T) {
		t.Parallel()
		tb, _ := inTwoFights(t)
		for _, hp := range []string{"20", "25"} {
			tb.do("GM", "/hp target:Knight amount:="+hp)
			tb.want("GM", "/init remove name:Knight", "has left")
			tb.wantCarried("hp " + hp + ", temp 5")
			tb.want("GM", "/init undo", "Undone")
			tb.wantCarried("hp 12, temp 5")
		}
		tb.want("GM", "/init redo", "Redone")
		tb.wantCarried("hp 25, temp 5")
		if all := tb.saved("Anna"); len(all[0].Left) != 2 { // the first fight's, which carried begins with
			t.Errorf("%+v", all[0].Left)
		}
	})
	t.Run("imported", func(t *testing.T) {
		t.Parallel()
		tb, _ := inTwoFights(t)
		tb.do("GM", "/hp target:Knight amount:=20")
		tb.want("GM", "/init remove name:Knight", "has left")
		tb.want("GM", "/init undo", "Undone")
		files := uploads{}
		tb.bot.rulesets.Files = files
		tb.wants(tb.handle(tb.sheetFile(files, "Anna", own("hp: 28/30"), "name:Knight")), true, "Updated: **Knight**")
		tb.want("GM", "/init redo", "Redone")
		if c := tb.saved("Anna")[0].Carried; c == nil || c.HP != nil || c.Absorbs["temp"] != 5 {
			t.Errorf("it carries %+v", c)
		}
	})
}

// TestNU28AnyOrder: however leavings are undone and redone, the latest one that counts says what the character carries.
func TestNU28AnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 28))
		carrying := func(hp int) *engine.Carried { return &engine.Carried{HP: &hp} }
		c := &Character{Carried: carrying(0)}
		for i := range 2 + rng.IntN(5) {
			wrote := carrying(1 + rng.IntN(4)) // often the same as others
			c.Left = append(c.Left, leaving{Joined: strconv.Itoa(i), Had: c.Carried, Wrote: wrote})
			c.Carried = wrote
		}
		for range 30 {
			i := rng.IntN(len(c.Left))
			if as := (&engine.SavedAs{Joined: strconv.Itoa(i)}); c.Left[i].Undone {
				c.leaveAgain(as)
			} else {
				c.comeBack(as)
			}
			want := 0
			for _, l := range c.Left {
				if !l.Undone {
					want = *l.Wrote.HP
				}
			}
			if *c.Carried.HP != want {
				t.Fatalf("seed %d: it carries %d, want %d", seed, *c.Carried.HP, want)
			}
		}
	}
}
