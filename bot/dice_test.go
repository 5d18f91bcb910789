package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestCR55 reads the answers of /roll: a line for each time, twenty dice of a term, and everything in a file.
func TestCR55(t *testing.T) {
	tb := newTable(t)
	tb.roll(3, 17, 2, 5)
	tb.wants(tb.do("Cleo", "/roll dice:d20+2d6 edge:advantage reason:luck"), false, "<@103> rolls for luck: 2d20kh1 (~~3~~, 17) + 2d6 (2, 5) = 24")
	tb.roll(4, 6, 5)
	got := tb.do("Cleo", "/roll dice:d6 [fire] - 1 times:3")
	tb.wants(got, false, "1d6 (4) [fire] - 1 = 3\n", "1d6 (6) [fire] - 1 = 5\n", "1d6 (5) [fire] - 1 = 4")
	if !strings.HasSuffix(got.Text, "= 4") || strings.Count(got.Text, "\n") != 2 || len(got.Files) > 0 {
		t.Errorf("three rolls are told as %q", got.Text)
	}
	tb.roll(2, 2)
	tb.wants(tb.do("Cleo", "/roll dice:2#d6"), false, "1d6 (2) = 2\n")

	ones := make([]int, 100)
	for i := range ones {
		ones[i] = 1
	}
	tb.roll(ones...)
	got = tb.do("Cleo", "/roll dice:100d6")
	tb.wants(got, false, "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, … 80 more) = 100")
	if len(got.Files) != 1 || got.Files[0].Name != "roll.txt" || strings.Count(string(got.Files[0].Data), "1, ") != 99 {
		t.Errorf("the file is %+v", got.Files)
	}
	for range 10 {
		tb.roll(ones...)
	}
	got = tb.do("Cleo", "/roll dice:"+strings.Repeat("20d6+", 4)+"20d6 times:10 reason:"+strings.Repeat("long ", 30))
	if len([]rune(got.Text)) > 1500 || !strings.HasSuffix(got.Text, "= 100") || len(got.Files) != 1 || strings.Count(string(got.Files[0].Data), " = 100") != 10 {
		t.Errorf("%d characters, ending %q, and %d files", len([]rune(got.Text)), got.Text[max(0, len(got.Text)-20):], len(got.Files))
	}
	tb.roll(3)
	tb.wants(tb.do("Cleo", "/roll dice:d6 [@everyone *x*] + 1"), false, "[\\@everyone \\*x\\*] + 1 = 4")
}

// TestCR52Refusals reads what is said of dice that can't be rolled.
func TestCR52Refusals(t *testing.T) {
	tb := newTable(t)
	for text, want := range map[string]string{
		"4d6r2": "Write 4d6ro\\<=2 or 4d6rr=2", "6d10>7": "Write 6d10t7", "d6!1": "Reroll or explode only some", "2d6 adv": "single die",
		"11#d6": "1 to 10 times", "2d20kh1kl1": "twice", "d20+dex": `"dex" isn't a number here`,
	} {
		tb.wants(tb.do("Cleo", "/roll dice:"+text), true, want)
	}
}

// TestCR54InAFight names stats of one's own combatants: the active one, or the one named (CR-42).
func TestCR54InAFight(t *testing.T) {
	tb := fight(t)
	tb.roll(10)
	tb.wants(tb.do("Anna", "/roll dice:d20+init"), false, "1d20 (10) + ")
	tb.wants(tb.do("Anna", "/roll dice:d20+initt"), true, "Did you mean init?")
	tb.wants(tb.do("Anna", "/roll dice:d20+init who:Goblin 1"), true, "")
	tb.do("GM", "/init edit name:Goblin 1 hidden:true")
	tb.roll(11)
	if got := tb.do("GM", "/roll dice:d20+hp who:Goblin 1"); !got.Ephemeral || !strings.Contains(got.Text, "1d20 (11) + ") {
		t.Errorf("what a hidden one rolls is told as %+v", got)
	}
	for who, want := range map[string]bool{"GM": true, "Anna": false} {
		if got := tb.do(who, "/init log"); strings.Contains(got.Text, "(11)") != want {
			t.Errorf("%s sees in the log: %s", who, got.Text)
		}
	}
}

// TestCR54Named saves, replaces, lists, rolls and deletes named rolls.
func TestCR54Named(t *testing.T) {
	tb := newTable(t)
	tb.wants(tb.do("Cleo", "/rolls list"), true, "You have no named rolls")
	tb.wants(tb.do("Cleo", "/rolls save name:Sneak attack dice:3d6"), true, "Saved: **Sneak attack** is 3d6")
	tb.wants(tb.do("Cleo", "/rolls save name:sneak  Attack dice:4d6"), true, "is 4d6")
	for text, want := range map[string]string{"name:d20 dice:3d6": "is a number or dice itself", "name:7 dice:3d6": "is a number or dice itself", "name:(2 + 3) dice:d6": "is a number or dice itself", "name:" + strings.Repeat("x", 33) + " dice:d6": "1 to 32 characters",
		"name:Bad dice:3d6zz": "isn't dice", "name:Worse dice:4d6r2": "Other bots disagree"} {
		tb.wants(tb.do("Cleo", "/rolls save "+text), true, want)
	}
	tb.roll(1, 2, 3, 4)
	tb.wants(tb.do("Cleo", "/roll dice:SNEAK ATTACK"), false, "4d6 (1, 2, 3, 4) = 10")
	tb.wants(tb.do("Anna", "/roll dice:sneak attack"), true, "isn't a number here")

	got := tb.do("Cleo", "/rolls list")
	tb.wants(got, true, "**sneak Attack**: 4d6")
	tb.roll(6, 6, 6, 6)
	tb.wants(tb.press("Cleo", got.Buttons[0][0].ID), false, "<@103> rolls: 4d6 (6, 6, 6, 6) = 24")
	tb.wants(tb.do("Cleo", "/rolls delete name:sneak atack"), true, "did you mean sneak Attack")
	tb.wants(tb.do("Cleo", "/rolls delete name:Sneak Attack"), true, "Deleted")
	tb.wants(tb.press("Cleo", got.Buttons[0][0].ID), true, "isn't saved any more")
	for i := range 50 {
		tb.do("Cleo", fmt.Sprintf("/rolls save name:Roll number %d dice:d6", i))
	}
	tb.wants(tb.do("Cleo", "/rolls save name:One more dice:d6"), true, "50 rolls")
	if got := tb.do("Cleo", "/rolls list"); len(got.Buttons) != 5 || len(got.Buttons[4]) != 5 {
		t.Errorf("the list has %d rows of buttons, want 5 of 5", len(got.Buttons))
	}
}

// TestCR56 rolls the same again: for who rolled it, for thirty days, public or secret as before.
func TestCR56(t *testing.T) {
	tb := newTable(t)
	tb.roll(3, 4)
	first := tb.do("Cleo", "/roll dice:d6+1 reason:luck times:2")
	tb.roll(5, 6)
	id := first.Buttons[0][0].ID
	again := tb.press("Cleo", id)
	tb.wants(again, false, "<@103> rolls for luck: 1d6 (5) + 1 = 6\n<@103> rolls for luck: 1d6 (6) + 1 = 7")
	if again.Update || len(again.Buttons) != 1 {
		t.Errorf("the second roll changes the message of the first, or can't be rolled again: %+v", again)
	}
	tb.wants(tb.press("Anna", id), true, "Only whoever rolled this")
	tb.roll(2)
	secret := tb.do("Cleo", "/roll dice:d8 secret:true")
	tb.roll(7)
	tb.wants(tb.press("Cleo", secret.Buttons[0][0].ID), true, "1d8 (7) = 7")
	tb.now = tb.now.Add(30*24*time.Hour + time.Minute)
	tb.wants(tb.press("Cleo", id), true, "more than 30 days")
}

// TestCR61 counts dice of people, of fights and of servers.
func TestCR61(t *testing.T) {
	tb := newTable(t)
	tb.wants(tb.do("Cleo", "/dice"), true, "The bot hasn't rolled any dice for you in this server yet.")
	for face, n := range []int{8, 12, 9, 11, 14, 6} {
		for range n {
			tb.roll(face + 1)
			tb.do("Cleo", "/roll dice:d6")
		}
	}
	tb.wants(tb.do("Cleo", "/dice"), true, "**d6**: 60 rolls, mean 3.48 (fair: 3.50), chi-square 4.2: looks fair.")
	tb.roll(3, 17, 1, 20)
	tb.do("Cleo", "/roll dice:2d20kh1 + 1d1 + d20")
	tb.wants(tb.do("Cleo", "/dice whose:mine"), true, "**d20**: 3 rolls, mean 13.33 (fair: 10.50)", "too few to tell, it takes 100")
	if got := tb.do("Cleo", "/dice"); strings.Contains(got.Text, "d1**") {
		t.Errorf("a die of one side is counted: %s", got.Text)
	}
	tb.wants(tb.do("Anna", "/dice"), true, "hasn't rolled any dice for you")
	tb.wants(tb.do("Anna", "/dice whose:server"), true, "Only members with Manage Server")
	tb.wants(tb.do("Anna", "/dice whose:fight"), true, "There's no fight")

	// Dice of a player's combatant are the player's, whoever asks for them.
	tb = newTable(t)
	tb.do("GM", "/init start name:Bridge")
	tb.do("Anna", "/init join name:Elf stats:init 5")
	tb.do("GM", "/init add name:Wolf stats:init 1")
	tb.roll(13, 7)
	tb.do("GM", "/init roll")
	tb.wants(tb.do("Anna", "/dice"), true, "**d20**: 1 roll, mean 13.00")
	tb.wants(tb.do("GM", "/dice"), true, "**d20**: 1 roll, mean 7.00")
	tb.wants(tb.do("Anna", "/dice whose:fight"), true, "Only <@100>")
	tb.wants(tb.do("GM", "/dice whose:fight"), true, "The dice of this fight", "**d20**: 2 rolls")
	tb.do("GM", "/init undo")
	tb.wants(tb.do("GM", "/dice whose:fight"), true, "**d20**: 2 rolls")
	tb.press("GM", tb.do("GM", "/init end").Buttons[0][0].ID)
	tb.wants(tb.do("GM", "/init start name:Second"), false, "**Second**")
	tb.wants(tb.do("GM", "/dice whose:fight"), true, "No dice have been rolled in this fight yet.")
}

// TestCR61Unseen: dice that may not be seen by whoever let them roll are the GM's: those of a recharge, and of saves of the GM's combatants.
func TestCR61Unseen(t *testing.T) {
	tb, _ := withDragon(t)
	tb.want("GM", "/act use pool:Fire Breath")
	tb.want("GM", "/next")
	tb.want("Ben", "/next")
	tb.roll(5)
	next := tb.do("Anna", "/next")
	tb.wants(next, false, "Ember")
	if next.Alone != nil {
		t.Errorf("%+v", next.Alone)
	}
	tb.wants(tb.do("Anna", "/dice"), true, "hasn't rolled any dice for you")
	tb.wants(tb.do("GM", "/dice"), true, "**d6**: 1 roll, mean 5.00")

	tb = newTable(t)
	tb.do("GM", "/init start name:Bridge ruleset:five-e-2014")
	tb.do("Anna", "/init join name:Elf stats:init 5, hp 20 roll:20")
	tb.do("GM", "/init add name:Wolf stats:init 1, hp 9, dex 2 roll:3")
	tb.do("GM", "/init roll")
	tb.roll(4, 9)
	if got := tb.do("Anna", "/save target:Wolf save:dex dc:12 amount:1d6"); got.Refused {
		t.Fatal(got.Text)
	}
	for who, want := range map[string]string{"Anna": "**d6**: 1 roll", "GM": "**d20**: 1 roll"} {
		got := tb.do(who, "/dice")
		tb.wants(got, true, want)
		if strings.Count(got.Text, "roll,") != 1 {
			t.Errorf("%s: %s", who, got.Text)
		}
	}
}

// TestCR61Whose: dice of combatants are their players', whoever asks for them, and those of the GM's combatants and what only the GM sees are the GM's.
// Cards and tokens aren't dice.
func TestCR61Whose(t *testing.T) {
	var tb *table
	start := func(ruleset string, lines ...string) {
		t.Helper()
		tb = newTable(t)
		tb.bot.dice = anyDice{}
		tb.want("GM", "/init start ruleset:"+ruleset, "begins")
		for _, line := range lines {
			who, what, _ := strings.Cut(line, ": ")
			tb.do(who, what)
		}
	}
	rolled := func(who string) (n int) {
		for _, m := range regexp.MustCompile(`: (\d+) rolls?,`).FindAllStringSubmatch(tb.do(who, "/dice").Text, -1) {
			one, _ := strconv.Atoi(m[1])
			n += one
		}
		return n
	}
	wants := func(anna, ben, gm int) {
		t.Helper()
		if a, b, g := rolled("Anna"), rolled("Ben"), rolled("GM"); a != anna || b != ben || g != gm {
			t.Errorf("Anna, Ben and the GM have rolled %d, %d and %d dice, want %d, %d and %d: %s", a, b, g, anna, ben, gm, tb.last.Text)
		}
	}
	joins := []string{"Anna: /init join name:Knight stats:init 1, ac 9, hp 20 roll:20", "Ben: /init join name:Elf stats:init 1, ac 9, hp 20 roll:20",
		"GM: /init add name:Wolf stats:init 1, ac 1, hp 90 roll:3", "GM: /init roll"}

	start("five-e-2014", joins...)
	for name, want := range map[string][3]int{"Knight": {1, 0, 0}, "Elf": {0, 1, 0}} {
		was := [3]int{rolled("Anna"), rolled("Ben"), rolled("GM")}
		tb.turnOf(name)
		tb.wants(tb.do("GM", "/attack who:"+name+" target:Wolf weapon:hit 20, 5 modifier:50"), false, name+" attacks Wolf")
		wants(was[0]+want[0], was[1]+want[1], was[2]+want[2])
	}
	tb.want("GM", "/init edit name:Wolf hidden:true")
	tb.turnOf("Elf")
	tb.do("GM", "/attack who:Elf target:Wolf weapon:hit 20, 5")
	wants(1, 1, 1)
	tb.want("GM", "/roll dice:d20+init who:Knight", "rolls")
	tb.do("GM", "/roll dice:d20+init who:Knight secret:true")
	tb.do("GM", "/roll dice:d20+init who:Wolf")
	tb.want("Anna", "/roll dice:d20", "rolls")
	wants(3, 1, 3)

	start("turn-order", "Anna: /init join name:Knight stats:init 1 roll:20", "Ben: /init join name:Elf stats:init 1 roll:20", "GM: /init roll")
	tb.wants(tb.do("GM", "/init place name:Knight dispute:true"), false, "Tie: ")
	if a, b := rolled("Anna"), rolled("Ben"); a == 0 || a != b || rolled("GM") != 0 {
		t.Errorf("of the roll-off, %d and %d dice", a, b)
	}

	start("rounds-initiative", "Anna: /init join name:Pilot stats:dex 1, sneak 2", "Ben: /init join name:Medic stats:dex 1, sneak 2", "GM: /init add name:Guard stats:notice 1")
	tb.want("GM", "/surprise contest ambushers:Pilot, Medic targets:Guard", "Pilot rolls Sneak")
	wants(2, 2, 2)
	tb.want("GM", "/init edit name:Guard hidden:true")
	tb.do("GM", "/surprise contest ambushers:Pilot, Medic targets:Guard")
	wants(2, 2, 8)

	start("action-cards", "Anna: /init join name:A stats:hp 5", "GM: /init add name:B stats:hp 5", "GM: /init roll")
	wants(0, 0, 0)
	start("token-bag", "Anna: /init join name:A stats:hp 5", "GM: /init add name:B stats:hp 5", "GM: /init add name:C stats:hp 5 hidden:true", "GM: /init roll", "GM: /next")
	wants(0, 0, 0)
}
