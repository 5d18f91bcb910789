package words

import (
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

// TestStatesInOtherWords checks that a ruleset's own state at 0 hit points is shown as the language has it, unlike the bot's own.
func TestStatesInOtherWords(t *testing.T) {
	l := *lang.English()
	l.Terms = map[string]string{"Torpor": "Starre", "dead": "tot"}
	for state, want := range map[string]string{"Torpor": "Starre", "Asleep": "Asleep", "dead": "dead", "mortally wounded": "mortally wounded"} {
		if got := Health(&l, &engine.Combatant{HasHP: true, Down: state}); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}

// TestModifiersOfOlderReleases checks that modifiers in logs of older releases are shown as those of this one.
func TestModifiersOfOlderReleases(t *testing.T) {
	for _, pair := range [][2]string{{"second attack, agile", "second-attack-agile"}, {"later attack", "later-attack"}, {"target surprised", "target-surprised"},
		{"target prone near", "target-prone-near"}, {"prepared position", "prepared"}} {
		shown := mods([]engine.Mod{{Name: pair[0], N: -4}, {Name: pair[1], N: -4}})
		old, now := lang.English().Say(shown[0]), lang.English().Say(shown[1])
		if want := "−4 " + pair[0]; old != want || now != want {
			t.Errorf("%q and %q, want %q", old, now, want)
		}
	}
}

// TestHeadingsInOtherWords checks that headings show the ruleset's title and phases as the language has them, and names as they were typed.
func TestHeadingsInOtherWords(t *testing.T) {
	l := *lang.English()
	l.Terms = map[string]string{"Lantern Watch": "Laternenwache", "Move": "Bewegung", "Ann": "Anna"}
	rs := &ruleset.Ruleset{Title: "Lantern Watch", Order: ruleset.Order{Phases: []string{"Move", "Strike"}}}
	s := &engine.State{Name: "*Ann*", Round: 2, Turn: 5, Phase: engine.Running, Active: []engine.UnitID{1},
		Units: []engine.Unit{{ID: 1, Name: "Ann"}}, Combatants: []engine.Combatant{{ID: 1, Unit: 1, Name: "Ann"}}}
	paused := *s
	paused.Paused = true
	for got, want := range map[string]string{
		heading(&l, s, rs):                          "**Round 2 · Ann · Bewegung**",
		footing(&l, s, rs):                          `\*Ann\* · Laternenwache`,
		headline(&l, &paused, rs):                   `**\*Ann\*** · Laternenwache · round 2` + "\nFight paused.",
		footing(&l, &engine.State{}, rs):            "Laternenwache",
		heading(&l, &engine.State{Name: "Ann"}, rs): "**Ann**",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
