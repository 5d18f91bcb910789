package words

import (
	"fmt"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

func TestSeveralNames(t *testing.T) {
	goblins := func(from, to int, note string) []string {
		var out []string
		for i := from; i <= to; i++ {
			out = append(out, fmt.Sprintf("Goblin %d%s", i, note))
		}
		return out
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Ann"}, "Ann"},
		{[]string{"Ann", "Bo"}, "Ann and Bo"},
		{goblins(1, 6, ""), "Goblin 1, Goblin 2, Goblin 3, Goblin 4, Goblin 5 and Goblin 6"},
		{goblins(1, 9, ""), "Goblin 1 to Goblin 9"},
		{goblins(8, 14, ""), "Goblin 8 to Goblin 14"},
		{goblins(1, 7, " (hidden)"), "Goblin 1 (hidden) to Goblin 7 (hidden)"},
		{append(goblins(1, 6, ""), "Goblin 8"), "Goblin 1, Goblin 2, Goblin 3, Goblin 4, Goblin 5 and 2 others"},
		{append(goblins(1, 6, ""), "Sir Aldric"), "Goblin 1, Goblin 2, Goblin 3, Goblin 4, Goblin 5 and 2 others"},
		{[]string{"A", "B", "C", "D", "E", "F", "G", "H"}, "A, B, C, D, E and 3 others"},
	} {
		if got := lang.English().Line("card.units", lang.Names("who", c.names)); got != c.want {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
}

func TestSidesTakeAnArticle(t *testing.T) {
	for side, want := range map[string]string{"party": "The party's turn", "foes": "The foes' turn", "beasts": "The beasts' turn",
		"Red Hand": "Red Hand's turn", "the dead": "the dead's turn", "7th watch": "7th watch's turn"} {
		if got := lang.English().Line("turn.over", lang.Side("who", side)); got != want+" is over." {
			t.Errorf("%s: %q, want %q", side, got, want)
		}
	}
}

// puts returns what putting an effect on somebody says, without Ana's name.
func puts(effect string, who lang.Arg) string {
	return strings.TrimPrefix(lang.English().Say(putOn(&engine.State{}, &ruleset.Ruleset{}, &engine.Effect{Name: effect}, who)), "Ana ")
}

func TestEffectsDescribeOrBelong(t *testing.T) {
	for effect, want := range map[string]string{
		"Prone": "is Prone", "prone": "is prone", "Poisoned": "is Poisoned", "Frightened 2": "is Frightened 2", "Unconscious": "is Unconscious",
		"Invisible": "is Invisible", "On fire": "is On fire", "Off-guard": "is Off-guard", "Hidden": "is Hidden", "Burning": "is Burning",
		"Grappled by Ogre": "is Grappled by Ogre", "Badly wounded": "is Badly wounded", "Helpless": "is Helpless",
		"Bless": "has Bless", "Shield": "has Shield", "Hunter's Mark": "has Hunter's Mark", "Speed": "has Speed", "Omen": "has Omen",
		"Protection from Evil": "has Protection from Evil", "Blessing": "has Blessing", "Bane_2": `has Bane\_2`,
	} {
		if got := puts(effect, lang.Name("who", "Ana")); got != want {
			t.Errorf("%s: %q, want %q", effect, got, want)
		}
	}
	both := lang.All("who", []string{"Ana", "Bo"})
	if got := puts("Slowed", both) + ", " + puts("Bless", both); got != "and Bo are Slowed, and Bo have Bless" {
		t.Errorf("of many: %q", got)
	}
}

func TestEffectsInWords(t *testing.T) {
	for _, c := range []struct {
		effect        engine.Effect
		putOn, listed string
	}{
		{engine.Effect{Name: "Prone"}, "is Prone", ""},
		{engine.Effect{Name: "Bless", Until: engine.UntilFight, Note: "d4 to hit"}, "has Bless for the whole fight: d4 to hit", "for the whole fight, d4 to hit"},
		{engine.Effect{Name: "Slowed", Until: engine.UntilOwnTurns, Remaining: 1, Initiative: -3},
			"is Slowed for 1 round: −3 initiative", "−3 initiative, 1 round left"},
		{engine.Effect{Name: "Stunned", Until: engine.UntilOwnTurns, Remaining: 1, Skip: true},
			"is Stunned and loses 1 turn", "skips 1 turn"},
		{engine.Effect{Name: "Stunned", Until: engine.UntilOwnTurns, Remaining: 2, Skip: true, NoReactions: true},
			"is Stunned and loses 2 turns: no reactions", "skips 2 turns, no reactions"},
		{engine.Effect{Name: "Held", Until: engine.UntilEndOfRound, Skip: true},
			"is Held until the end of the round: skips turns", "skips turns, until the end of the round"},
		{engine.Effect{Name: "Poisoned", Until: engine.UntilOwnTurns, Remaining: 2, Damage: "1d4"},
			"is Poisoned for 2 rounds: 1d4 damage at the end of each turn", "1d4 damage at the end of your turn, 2 rounds left"},
		{engine.Effect{Name: "Hasted", Until: engine.UntilEndOfTurn, Ticks: 1}, "is Hasted until the end of their turn: +1 tick", "+1 tick, until the end of your turn"},
		{engine.Effect{Name: "Slowed", Until: engine.UntilRounds, Remaining: 5, Ticks: -2}, "is Slowed for 5 rounds: −2 ticks", "−2 ticks, 5 rounds left"},
	} {
		if got := strings.TrimPrefix(lang.English().Say(putOn(&engine.State{}, &ruleset.Ruleset{}, &c.effect, lang.Name("who", "Ana"))), "Ana "); got != c.putOn {
			t.Errorf("%s is put on: %q, want %q", c.effect.Name, got, c.putOn)
		}
		if got := lang.English().Label("list.name", lang.Parts("name", effectDetails(&engine.State{}, &ruleset.Ruleset{}, &c.effect, "your"))); got != c.listed {
			t.Errorf("%s is listed: %q, want %q", c.effect.Name, got, c.listed)
		}
	}
}

// TestNumberedNames: German has no possessive of a name that ends in a number.
func TestNumberedNames(t *testing.T) {
	for who, want := range map[string]string{"Goblin 1": "Der Zug von Goblin 1 ist vorbei.", "Anna": "Annas Zug ist vorbei.", "Klaus": "Klaus’ Zug ist vorbei."} {
		if got := lang.Bundled().Of("de").Line("turn.over", lang.Name("who", who)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestStillDown: in no language does somebody fall who is down already.
func TestStillDown(t *testing.T) {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Name: "Boss"}}}
	falls, hit := engine.HPChanged{Combatant: 1, Amount: -7, Tracked: true, From: 7, Max: 30}, engine.HPChanged{Combatant: 1, Amount: -7, Tracked: true, Max: 30}
	for _, tag := range lang.Bundled().Tags() {
		say := &teller{fight: fight{lang.Bundled().Of(tag), s, &ruleset.Ruleset{}}, past: s}
		if a, b := say.hitPoints(falls), say.hitPoints(hit); a == b {
			t.Errorf("%s: %s", tag, b)
		}
		if healed := say.hitPoints(engine.HPChanged{Combatant: 1, Tracked: true, Max: 30}); strings.Contains(healed, "0") {
			t.Errorf("%s: %s", tag, healed)
		}
		set := engine.HPChanged{Combatant: 1, Set: true, Tracked: true, Max: 30}
		for _, blurred := range []engine.HPShown{"", engine.HPWords, engine.HPNothing} {
			set.Blurred = blurred
			var said []string
			for _, was := range []engine.Combatant{
				{ID: 1, Name: "Boss", HasHP: true, HP: 7, MaxHP: 30},
				{ID: 1, Name: "Boss", HasHP: true, MaxHP: 30}, // the GM hasn't chosen a state
				{ID: 1, Name: "Boss", HasHP: true, MaxHP: 30, Down: "dead"},
			} {
				before := &engine.State{Combatants: []engine.Combatant{was}}
				say := &teller{fight: fight{lang.Bundled().Of(tag), before, &ruleset.Ruleset{}}, past: before}
				said = append(said, say.hitPoints(set))
			}
			if said[0] == said[1] || said[1] != said[2] {
				t.Errorf("%s, %q: %q", tag, blurred, said)
			}
		}
	}
}

func TestHitPointsInWords(t *testing.T) {
	s := &engine.State{Combatants: []engine.Combatant{{ID: 1, Name: "Boss"}}}
	say := &teller{fight: fight{lang.English(), s, &ruleset.Ruleset{}}, past: s}
	for _, c := range []struct {
		e    engine.HPChanged
		want string
	}{
		{engine.HPChanged{Amount: -3, Tracked: true, From: 30, To: 27, Max: 30}, "Boss takes 3 damage: 27/30."},
		{engine.HPChanged{Amount: -3, Tracked: true, To: 9, Max: 30, Blurred: engine.HPWords}, "Boss takes 3 damage and is now bloodied."},
		{engine.HPChanged{Amount: -3, Tracked: true, From: 12, To: 9, Max: 30, Blurred: engine.HPWords}, "Boss takes 3 damage."},
		{engine.HPChanged{Amount: -7, Half: true, Soaked: 1, Tracked: true, From: 12, To: 10, Max: 30, Blurred: engine.HPWords}, "Boss takes 3 damage, half of 7, some absorbed by armor."},
		{engine.HPChanged{Amount: 2, Tracked: true, From: 16, To: 18, Max: 30, Blurred: engine.HPWords}, "Boss heals 2."},
		{engine.HPChanged{Amount: -7, Half: true, Tracked: true, To: 9, Max: 30, Blurred: engine.HPWords}, "Boss takes 3 damage, half of 7, and is now bloodied."},
		{engine.HPChanged{Amount: -7, Tracked: true, From: 7, Max: 30}, "Boss takes 7 damage and is down."},
		{engine.HPChanged{Amount: -7, Tracked: true, From: 7, Max: 30, Cause: "Fire_1"}, `Boss takes 7 damage from Fire\_1 and is down.`},
		{engine.HPChanged{Amount: -7, Tracked: true, To: 5, Max: 30, Soaked: 4}, "Boss takes 7 damage, 4 absorbed by armor: 5/30."},
		{engine.HPChanged{Amount: -7, Tracked: true, To: 5, Max: 30, Soaked: 4, Blurred: engine.HPWords}, "Boss takes 7 damage, some absorbed by armor, and is now critical."},
		{engine.HPChanged{Amount: -7}, "Boss takes 7 damage; hit points aren't tracked."},
		{engine.HPChanged{Amount: 4, Tracked: true, From: 5, To: 9, Max: 30}, "Boss heals 4: 9/30."},
		{engine.HPChanged{Set: true, Tracked: true, To: 12, Max: 30}, "Boss is now at 12/30."},
		{engine.HPChanged{Set: true, Tracked: true, To: 12, Max: 30, Blurred: engine.HPWords}, "Boss is now bloodied."},
		{engine.HPChanged{Set: true, Tracked: true, Max: 30}, "Boss is now down."},
	} {
		c.e.Combatant = 1
		if got := say.hitPoints(c.e); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
}

// TestEffectsOnTheBoard checks that a number next to an effect says what it counts, and that a lost turn shows, in 40 columns.
func TestEffectsOnTheBoard(t *testing.T) {
	for _, c := range []struct {
		effect engine.Effect
		want   string
	}{
		{engine.Effect{Name: "Poisoned", Until: engine.UntilOwnTurns, Remaining: 2, Damage: "1d4"}, "Poisoned (2 rounds)"},
		{engine.Effect{Name: "Slowed", Until: engine.UntilOwnTurns, Remaining: 1}, "Slowed (1 round)"},
		{engine.Effect{Name: "Dig", Until: engine.UntilRounds, Remaining: 5, Activity: true}, "Dig (5 rounds)"},
		{engine.Effect{Name: "Stunned", Until: engine.UntilOwnTurns, Remaining: 1, Skip: true}, "Stunned (skips 1 turn)"},
		{engine.Effect{Name: "Stunned", Until: engine.UntilOwnTurns, Remaining: 3, Skip: true}, "Stunned (skips 3 turns)"},
		{engine.Effect{Name: "Asleep", Until: engine.UntilFight, Skip: true}, "Asleep (skips turns)"},
		{engine.Effect{Name: "Blessed", Until: engine.UntilRemoved}, "Blessed"},
		{engine.Effect{Name: strings.Repeat("x", 100), Until: engine.UntilOwnTurns, Remaining: 12, Skip: true}, strings.Repeat("x", 15) + "… (skips 12 turns)"},
	} {
		got := fight{lang.English(), &engine.State{}, &ruleset.Ruleset{}}.effectTag(&c.effect)
		if got != c.want {
			t.Errorf("the board shows %q, want %q", got, c.want)
		}
		for _, row := range tags([]string{got}) {
			if lang.Columns(row) > BoardWidth || !strings.HasSuffix(row, got) {
				t.Errorf("a row of the board is %q", row)
			}
		}
	}
}

// TestTheStateBeforeIsWorkedOutOnDemand: telling that a turn begins copies the fight a second time only where a ruleset has ticks to lose.
func TestTheStateBeforeIsWorkedOutOnDemand(t *testing.T) {
	s := &engine.State{Turn: 9, Active: []engine.UnitID{1}, Units: []engine.Unit{{ID: 1, Name: "Ana"}},
		Combatants: []engine.Combatant{{ID: 1, Name: "Ana", Kind: engine.PC, Unit: 1}}}
	tell := &teller{fight: fight{lang.English(), s, &ruleset.Ruleset{}}}
	tell.forfeits(engine.TurnBegan{Units: []engine.UnitID{1}, Fresh: true})
	if tell.past != nil {
		t.Error("the state before was worked out for nothing")
	}
}
