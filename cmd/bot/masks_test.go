package main

import (
	"strings"
	"testing"
)

// TestNU33MaskOverTheWire: nobody but the GM receives the real name of a masked one, in any message, suggestion or file, until it is revealed; what was
// told before keeps the mask (worked example 11). A restart in between changes nothing.
func TestNU33MaskOverTheWire(t *testing.T) {
	t.Parallel()
	tb := newProcessTable(t)
	players := []string{"Anna", "Ben", "Cleo"}
	secret := func(when string) {
		t.Helper()
		for _, who := range players {
			if seen := tb.srv.Seen(who); strings.Contains(seen, "Assassin") {
				i := strings.Index(seen, "Assassin")
				t.Fatalf("%s, %s has received the real name: …%s…", when, who, seen[max(0, i-120):min(len(seen), i+120)])
			}
		}
	}
	tb.do("GM", "/init start name:Masks ruleset:five-e-2014", "begins")
	tb.do("Anna", "/init join name:Mira stats:init 2, ac 12, hp 20 roll:9", "has joined")
	tb.do("Ben", "/init join name:Elf stats:init 1, hp 20 roll:5", "has joined")
	tb.do("GM", "/init add name:Assassin as:A shrouded figure stats:init 3, ac 15, attack 5, hp 40 hidden:true roll:15", "Assassin (as A shrouded figure)")
	tb.do("GM", "/init roll", "Round 1")
	tb.do("GM", "/attack who:Assassin target:Mira damage:1d6+3 roll:15 damage_roll:4", "A shrouded figure comes into view.")
	tb.message("Cleo", "A shrouded figure attacks Mira")
	tb.do("Ben", "/hp target:A shrouded figure amount:-1")
	for _, who := range players {
		for _, typed := range [][2]string{{"/damage target:A", "target"}, {"/effect add target:As", "target"}, {"/hp target:", "target"}} {
			if _, err := tb.srv.User(who).Complete(tb.soon(), "fight", typed[0], typed[1]); err != nil {
				t.Fatal(err)
			}
		}
		tb.do(who, "/init list", "A shrouded figure")
		tb.do(who, "/init log", "A shrouded figure")
	}
	tb.kill()
	tb.begin()
	tb.do("GM", "/init list", "Assassin (as A shrouded")
	tb.do("GM", "/damage target:Assassin amount:5", "A shrouded figure takes 5 damage")
	for _, who := range players {
		tb.do(who, "/init log", "A shrouded figure takes 5 damage")
	}
	secret("before it is revealed")
	unknown := tb.do("Ben", "/effect list target:Zorn").Text()
	if got := tb.do("Ben", "/effect list target:Assassin").Text(); strings.ReplaceAll(got, "Assassin", "Zorn") != unknown {
		t.Errorf("the real name is refused with %q, another with %q", got, unknown)
	}
	tb.do("GM", "/init edit name:Assassin reveal:true", "A shrouded figure is Assassin.")
	tb.message("Cleo", "A shrouded figure is Assassin.")
	tb.do("Cleo", "/init list", "Assassin")
	tb.do("Cleo", "/init log", "A shrouded figure attacks Mira", "A shrouded figure takes 5 damage", "A shrouded figure is Assassin")
	tb.do("GM", "/init undo", "Undone")
	if got := tb.do("Cleo", "/init list").Text(); strings.Contains(got, "Assassin") || !strings.Contains(got, "A shrouded figure") {
		t.Errorf("after an undo: %s", got)
	}
}
