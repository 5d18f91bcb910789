package words

import (
	"strings"
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

// TestWO15 checks that effects, causes and notes that people typed are shown as typed, though the language has the same text for a
// ruleset's file, and that those of the ruleset are shown in the language.
func TestWO15(t *testing.T) {
	l := *lang.English()
	l.Terms = map[string]string{"Prone": "Liegend", "on the floor": "am Boden", "Lair": "Hort"}
	with := &ruleset.Ruleset{Conditions: []ruleset.Condition{{Name: "Prone", Note: "on the floor"}}, Events: []ruleset.Event{{Name: "Lair", Note: "on the floor"}}}
	event := func(name string) *engine.State {
		return &engine.State{Units: []engine.Unit{{ID: 1, Name: name, Note: "on the floor"}}}
	}
	for _, c := range []struct {
		rs               *ruleset.Ruleset
		typed, tag, note string
	}{
		{with, "on the floor", "Liegend", "am Boden"},
		{with, "Prone", "Liegend", "Prone"},
		{&ruleset.Ruleset{}, "on the floor", "Prone", "on the floor"},
	} {
		s, e := &engine.State{}, &engine.Effect{Name: "Prone", Note: c.typed, Target: 1}
		told := l.Say(putOn(s, c.rs, e, lang.Name("who", "Ana")))
		listed := l.Label("effect.listed", lang.Name("who", "Ana"), effectName("effect", c.rs, e.Name), lang.Int("level", 0),
			lang.Parts("details", effectDetails(s, c.rs, e, "their")), lang.Part("check", lang.Phrase{}))
		for _, got := range []string{told, listed} {
			if !strings.Contains(got, c.tag) || !strings.Contains(got, c.note) {
				t.Errorf("%q lacks %q or %q", got, c.tag, c.note)
			}
		}
		if got := effectTag(&l, s, c.rs, e); got != c.tag {
			t.Errorf("board: %q, want %q", got, c.tag)
		}
	}
	for name, want := range map[string]string{"Lair": "am Boden", "Roof": "on the floor"} {
		teller := &teller{l: &l, rs: with, s: event(name)}
		if got := teller.eventNotes(engine.TurnBegan{Units: []engine.UnitID{1}}); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestWO13Clipped: a text of a file is looked up before it is shortened, and a pool by its key, however that is written.
func TestWO13Clipped(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: duel\ntitle: Duel\nstats: {init: How quick it is.}\norder: {by: pick}\nturn: {on_turn: 1, deep_breath: 2}\n" +
		"conditions: {Shaken: {note: " + strings.Repeat("x", 95) + ".}}\nwords:\n  de: {on_turn: Nebenbei, How quick it is.: Wie schnell., " + strings.Repeat("x", 95) + ".: Zittert.}\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(Facts(lang.Bundled().Of("de").Under(rs.Words), rs), "\n")
	for _, want := range []string{"Wie schnell", "Zittert", "Nebenbei", "deep breath 2"} {
		if !strings.Contains(text, want) || strings.Contains(text, want+"..") {
			t.Errorf("%s is not in, or has a full stop:\n%s", want, text)
		}
	}
	if text := strings.Join(Facts(lang.English(), rs), "\n"); !strings.Contains(text, "How quick it is.\n") || !strings.Contains(text, "on turn 1; deep breath 2") || !strings.Contains(text, "…") {
		t.Error(text)
	}
}
