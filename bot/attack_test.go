package bot

import (
	"slices"
	"testing"

	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// TestWeaponsOfFreeAttacks checks that the saved weapons are offered first unless they are ranged, and that a weapon may be only its dice.
func TestWeaponsOfFreeAttacks(t *testing.T) {
	for saved, want := range map[string][]string{"": {otherWeapon, punch}, "Sword, melee, 1d8": {"Sword", otherWeapon, punch}, "Bow, 1d6, range ranged": {otherWeapon, punch},
		"Bow, ranged, 1d6\nBite, 1d4\nClaw, 1d6": {"Bite", "Claw", otherWeapon, punch}, "punch, 1d4": {otherWeapon, punch}} {
		options := (&transaction{own: lang.English()}).freeAttackOptions(&engine.Combatant{Weapon: saved})
		var got []string
		for _, o := range options {
			got = append(got, o.Value)
		}
		if !slices.Equal(got, want) || !options[0].Picked {
			t.Errorf("%q: %q, want %q", saved, got, want)
		}
	}
}

// TestTypedWeaponIsSuggested: a weapon that was typed is suggested and offered to those who may attack with it, and to nobody else. Undo takes it
// back. A group's name is suggested if the asker sees several of its members.
func TestTypedWeaponIsSuggested(t *testing.T) {
	tb := newTable(t)
	tb.do("GM", "/init start ruleset:rounds-initiative")
	tb.do("Anna", "/init join name:Knight stats:dex 1, level 2, skill 1, ac 13, hp 30 roll:8")
	tb.do("GM", "/init add name:Goblin count:3 stats:hp 30, ac 12")
	tb.do("GM", "/init edit name:Goblin 3 hidden:true")
	tb.do("GM", "/init roll rolls:Goblin 1 5, Goblin 2 4, Goblin 3 3")
	suggested := func(who, path, option, typed string) bool {
		r := tb.request(who, discord.Completing)
		r.Path, r.Focused, r.Options = path, option, map[string]string{option: typed}
		return slices.ContainsFunc(tb.handle(r).Choices, func(c discord.Choice) bool { return c.Value == typed })
	}
	for _, who := range []string{"Anna", "GM"} {
		if !suggested(who, "damage", "target", "Goblin") {
			t.Errorf("Goblin isn't suggested to %s", who)
		}
	}
	tb.wants(tb.do("Anna", "/attack target:Goblin 1 weapon:Halberd"), true, "Halberd")
	tb.wants(tb.do("Anna", "/attack target:Goblin 1 weapon:Halberd damage:1d10 hit:4 roll:2"), false, "Knight attacks Goblin 1 (Halberd)")
	if !suggested("Anna", "attack", "weapon", "Halberd") || suggested("Ben", "attack", "weapon", "Halberd") {
		t.Error("Anna's weapon is suggested to the wrong people")
	}
	tb.do("GM", "/init undo")
	if suggested("Anna", "attack", "weapon", "Halberd") {
		t.Error("still suggested after the undo")
	}
	tb.do("Anna", "/next")
	tb.do("GM", "/attack who:Goblin 1 target:Knight weapon:Net damage:1d4 roll:2")
	tb.do("GM", "/init edit name:Goblin 2 hidden:true")
	if suggested("Anna", "attack", "weapon", "Net") || !suggested("GM", "attack", "weapon", "Net") {
		t.Error("the goblin's weapon is suggested to the wrong people")
	}
	if suggested("Anna", "damage", "target", "Goblin") || !suggested("GM", "damage", "target", "Goblin") {
		t.Error("the hidden goblins give themselves away")
	}
}
