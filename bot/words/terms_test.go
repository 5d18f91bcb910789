package words

import (
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/reason"
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
		shown := (&teller{fight: fight{rs: &ruleset.Ruleset{}}}).mods([]engine.Mod{{Name: pair[0], N: -4}, {Name: pair[1], N: -4}})
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
		fight{&l, s, rs}.heading():                          "**Round 2 · Ann · Bewegung**",
		fight{&l, s, rs}.footing():                          `\*Ann\* · Laternenwache`,
		fight{&l, &paused, rs}.headline():                   `**\*Ann\*** · Laternenwache · round 2` + "\nFight paused.",
		fight{&l, &engine.State{}, rs}.footing():            "Laternenwache",
		fight{&l, &engine.State{Name: "Ann"}, rs}.heading(): "**Ann**",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWO15 checks that effects, causes, notes and activities that people typed are shown as typed, though the language has the same text for a
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
		if got := (fight{&l, s, c.rs}).effectTag(e); got != c.tag {
			t.Errorf("board: %q, want %q", got, c.tag)
		}
	}
	for name, want := range map[string]string{"Lair": "am Boden", "Roof": "on the floor"} {
		teller := &teller{fight: fight{&l, event(name), with}}
		if got := teller.eventNotes(engine.TurnBegan{Units: []engine.UnitID{1}}); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct {
		why  reason.Reason
		args engine.Args
		says string
	}{
		{reason.NoReactionsNow, engine.Args{Name: "Ana", Other: "Prone"}, "because of Prone."},
		{reason.NoReactionsNow, engine.Args{Name: "Ana", Other: "Prone", Condition: true}, "because of Liegend."},
		{reason.TooFewLeft, engine.Args{Name: "Ana", Text: "Lair", Pool: "ticks", Count: 3, Left: 2}, "and Lair costs 3."},
		{reason.TooFewReserved, engine.Args{Name: "Ana", Text: "Lair", Pool: "ticks", Count: 3, Left: 2}, "and Lair costs 3."},
		{reason.SayCheck, engine.Args{Name: "Ana", Names: []string{"Prone", "Lair"}, Conditions: []string{"Prone"}}, `"Liegend" or "Lair".`},
		{reason.SayCheck, engine.Args{Name: "Ana", Names: []string{"Lair", "Prone"}, Down: "Prone"}, `"Lair" or "Liegend".`},
		{reason.CheckNotDue, engine.Args{Name: "Ana", Text: "dying", Down: "dying"}, `for "dying" right now.`},
		{reason.CheckNotDue, engine.Args{Name: "Ana", Text: "Prone", Down: "Prone"}, `for "Liegend" right now.`},
		{reason.EventTaken, engine.Args{Name: "Lair"}, "Hort is in the order already."},
	} {
		for _, sides := range []bool{false, true} {
			if got := Of(&l, &engine.Error{Reason: c.why, Args: c.args}, sides); !strings.Contains(got, c.says) {
				t.Errorf("%q lacks %q", got, c.says)
			}
		}
	}
}

// TestWO13Begins: a sentence that begins with a file's own word for a pool begins with a capital letter.
func TestWO13Begins(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: duel\ntitle: Duel\norder: {by: pick}\nturn: {on_turn: 1}\nwords:\n  de: {on_turn: nebenbei}\n"))
	if err != nil {
		t.Fatal(err)
	}
	l := Under(lang.Bundled().Of("de"), rs)
	if got := l.Line("list.part", lang.Part("part", lang.P("list.pool-kind", lang.PoolNoun("pool", "on_turn")))); got != "Nebenbei" {
		t.Error(got)
	}
}

// TestWO13Clipped: a text of a file is looked up before it is shortened, and a pool by its key, however that is written.
func TestWO13Clipped(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: duel\ntitle: Duel\nstats: {init: How quick it is.}\norder: {by: pick}\nturn: {on_turn: 1, deep_breath: 2}\n" +
		"conditions: {Shaken: {note: " + strings.Repeat("x", 95) + ".}}\nwords:\n  de: {on_turn: Nebenbei, How quick it is.: Wie schnell., " + strings.Repeat("x", 95) + ".: Zittert.}\n"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(Facts(Under(lang.Bundled().Of("de"), rs), rs), "\n")
	for _, want := range []string{"Wie schnell", "Zittert", "Nebenbei", "deep-breath 2"} {
		if !strings.Contains(text, want) || strings.Contains(text, want+"..") {
			t.Errorf("%s is not in, or has a full stop:\n%s", want, text)
		}
	}
	if text := strings.Join(Facts(lang.English(), rs), "\n"); !strings.Contains(text, "How quick it is.\n") || !strings.Contains(text, "on turn 1; deep breath 2") || !strings.Contains(text, "…") {
		t.Error(text)
	}
}

// TestWO14InTexts checks that names of the ruleset are in the reader's words where they stand among what is typed: in effects, refusals, resistances, and
// what monsters do. What is typed in every language stays.
func TestWO14InTexts(t *testing.T) {
	rs, _ := ruleset.ByName("five-e-2014")
	l, s := lang.Bundled().Of("de"), &engine.State{}
	details := func(e engine.Effect) string {
		return l.Label("list.all", lang.Parts("parts", effectDetails(s, rs, &e, "their")))
	}
	fifteen := 15
	monster, _ := Block{Kind: &monster.Monster{Name: "Fire Imp", Resistances: "resist cold except magical; immune fire, Prone", Stats: map[string]int{"ac": fifteen},
		Attacks:   []monster.Attack{{Name: "Bite", Damage: []monster.Damage{{Dice: "1d6+2", Type: "piercing"}, {Dice: "2d6", Type: "fire"}}}, {Name: "Claw", Damage: []monster.Damage{{Dice: "1d4", Type: "slashing"}}}},
		Abilities: []monster.Ability{{Name: "Fire Breath", Damage: []monster.Damage{{Dice: "3d6", Type: "fire"}}}}}}.Text(l, 1900)
	absorbs := func(to int) string {
		teller := &teller{fight: fight{l, &engine.State{Combatants: []engine.Combatant{{ID: 1, Name: "Ana"}}}, rs}}
		return teller.absorb(engine.AbsorbSet{Combatant: 1, Key: "temp", Amount: to, To: to, HP: 3, Max: 5, Absorbs: to})
	}
	for got, want := range map[string]string{
		details(engine.Effect{Name: "Burning", Damage: "1d6 cold", Until: engine.UntilFight}):                          "1d6 Kälte Schaden am Ende",
		details(engine.Effect{Name: "Ward", Changes: "attack -1, resist all, immune Prone", Until: engine.UntilFight}): "attack -1, Resistenz alles, Immunität Liegend",
		Of(l, &engine.Error{Reason: "damage-rolls-form", Args: engine.Args{Dice: "2d6 fire + 1d8 cold"}}, false):       "2d6 Feuer + 1d8 Kälte",
		monster:     "Resistenz Kälte außer magisch; Immunität Feuer, Liegend",
		monster[1:]: "1d6+2 Stich + 2d6 Feuer\n",
		monster[2:]: "1d4 Hieb",
		monster[3:]: "- Fire Breath (3d6 Feuer)",
		absorbs(1):  "Ana erhält 1 temporären Trefferpunkt: 3/5 +1.",
		absorbs(2):  "Ana erhält 2 temporäre Trefferpunkte: 3/5 +2.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

// TestHelpInGerman checks that a message has room for the summary of every bundled ruleset's rules, in German as in English.
func TestHelpInGerman(t *testing.T) {
	for _, tag := range []string{"en", "de"} {
		for _, rs := range ruleset.Bundled().List {
			l := Under(lang.Bundled().Of(tag), rs)
			text, _ := HelpOnRules(l, rs)
			help := strings.Split(RulesHelp(l, rs), "\n")
			if last := help[len(help)-1]; !strings.Contains(text, last) {
				t.Errorf("%s, %s: %d characters, and %q is missing", tag, rs.Name, Length(RulesHelp(l, rs)), last)
			}
		}
	}
}
