package words

import (
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
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
