package words_test

import (
	"strings"
	"testing"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/snowflake"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// duel returns a fight of Ana, whose turn it is, and a Dragon, under a bundled ruleset.
func duel(t *testing.T, name string) (*ruleset.Ruleset, *engine.State) {
	t.Helper()
	rs, ok := ruleset.Bundled().Find(name)
	if !ok {
		t.Fatal("no ruleset", name)
	}
	return rs, &engine.State{Name: "Duel", Ruleset: rs.Name, GM: "1", Phase: engine.Running, Round: 1, Turn: 9, LastID: 2, Active: []engine.UnitID{1},
		Before: []engine.TurnEnd{{Unit: 7}},
		Units:  []engine.Unit{{ID: 1, Name: "Ana", Rolled: true, Base: 20}, {ID: 2, Name: "Dragon", Rolled: true, Base: 10}},
		Combatants: []engine.Combatant{{ID: 1, Name: "Ana", Kind: engine.PC, Owner: "5", Unit: 1},
			{ID: 2, Name: "Dragon", Kind: engine.NPC, Unit: 2, Stats: map[string]int{"legendary": 3, "resist": 2, "recharge": 5}}}}
}

// spend sets what a combatant has used.
func spend(s *engine.State, who int, used map[string]engine.PoolUse) { s.Combatants[who].Pools = used }

// TestRS40CardLine: what the card says that a turn has, and what is left of it.
func TestRS40CardLine(t *testing.T) {
	type used = map[string]engine.PoolUse
	one := engine.PoolUse{Spent: 1}
	for _, c := range []struct {
		ruleset string
		used    used
		want    string
	}{
		{"five-e-2014", nil, "You have an action, a bonus action, a move and a reaction."},
		{"five-e-2014", used{"action": one}, "Left: bonus action, move and reaction."},
		{"five-e-2014", used{"action": one, "bonus": one, "move": one}, "Left: a reaction."},
		{"five-e-2014", used{"action": {Taken: 1}, "bonus": {Taken: 1}}, "You have a move and a reaction."},
		{"five-e-2014", used{"action": one, "bonus": one, "move": one, "reaction": one}, "Left: nothing."},
		{"three-actions", nil, "You have 3 actions and a reaction."},
		{"three-actions", used{"action": one}, "Left: 2 actions and reaction."},
		{"three-actions", used{"action": {Taken: -1}}, "You have 4 actions and a reaction."},
		{"escalation", nil, "You have a standard action, a move and a quick action. You can trade the standard action for a second move. You can trade the move for a second quick action."},
		{"escalation", used{"move": {Taken: 1}}, "You have a standard action and a quick action. You can trade the standard action for a second quick action."},
		{"escalation", used{"quick": one}, "Left: standard action and move or a second quick action."},
		{"escalation", used{"quick": one, "move": one}, "Left: standard action or a second move or quick action."},
	} {
		rs, s := duel(t, c.ruleset)
		spend(s, 0, c.used)
		text := words.Card{In: lang.English(), Mentions: []snowflake.User{"5"}}.Text(s, rs)
		if !strings.Contains(text, "\n"+c.want+"\n") {
			t.Errorf("%s with %v: want %q in\n%s", c.ruleset, c.used, c.want, text)
		}
	}
}

// TestRS50CardLine: before round 1 there is one of the first pool.
func TestRS50CardLine(t *testing.T) {
	rs, s := duel(t, "three-actions")
	s.Phase, s.Round, s.OneAction = engine.Ambush, 0, true
	spend(s, 0, map[string]engine.PoolUse{"action": {Taken: 2}})
	for used, want := range map[int]string{0: "You have an action before round 1.", 1: "Left: nothing."} {
		s.Combatants[0].Pools["action"] = engine.PoolUse{Taken: 2, Spent: used}
		if text := (words.Card{In: lang.English(), Mentions: []snowflake.User{"5"}}).Text(s, rs); !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

// TestRS50CardLineUncounted: one of a pool that isn't counted is one too.
func TestRS50CardLineUncounted(t *testing.T) {
	rs, err := ruleset.Read([]byte("roundel: 1\nname: one\ntitle: One\norder: {by: score, roll: d20}\nturn: {action: any, talk: any}\nsurprise: one action\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, s := duel(t, "three-actions")
	s.Phase, s.Round, s.OneAction = engine.Ambush, 0, true
	if text := (words.Card{In: lang.English(), Mentions: []snowflake.User{"5"}}).Text(s, rs); !strings.Contains(text, "\nYou have an action before round 1.\n") {
		t.Error(text)
	}
	s.Combatants[0].Did = s.Turn
	if text := (words.Card{In: lang.English(), Mentions: []snowflake.User{"5"}}).Text(s, rs); !strings.Contains(text, "\nLeft: nothing.\n") {
		t.Error(text)
	}
}

// TestRS41OnScreen: the GM's screen shows what others have left that doesn't come back by itself, in rows of 40 columns; the board of
// everyone doesn't.
func TestRS41OnScreen(t *testing.T) {
	rs, s := duel(t, "five-e-2014")
	spend(s, 1, map[string]engine.PoolUse{"legendary": {Spent: 1}, "reaction": {Spent: 1}})
	text, _ := words.GMScreen(lang.English(), s, rs)
	if !strings.Contains(text, "Dragon\n       legendary 2/3, resistance 2/2\n```") || strings.Count(text, "/") != 2 {
		t.Error(text)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, " ") && lang.Columns(line) > words.BoardWidth {
			t.Errorf("%q is too long", line)
		}
	}
	if board := words.Board(lang.English(), s, rs, words.BoardLength); strings.Contains(board, "legendary") {
		t.Error(board)
	}
	if page := words.CombatantPage(lang.English(), s, rs, &s.Combatants[1]); !strings.Contains(page, "\nLeft: legendary 2/3, resistance 2/2") {
		t.Error(page)
	}
}

// TestRS80WhatCanBeUsed: Use is for what can be spent now, by those who may.
func TestRS80WhatCanBeUsed(t *testing.T) {
	rs, s := duel(t, "five-e-2014")
	check := func(what, ana, dragon string) {
		t.Helper()
		for i, want := range []string{ana, dragon} {
			var got []string
			for _, p := range words.CanUse(s, rs, &s.Combatants[i]) {
				got = append(got, p.Key)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %s can use %q, want %q", what, s.Combatants[i].Name, got, want)
			}
		}
	}
	check("after somebody's turn", "reaction", "reaction legendary resistance")
	spend(s, 1, map[string]engine.PoolUse{"legendary": {Spent: 1, Turn: 9}, "reaction": {Spent: 1}})
	check("after its use", "reaction", "resistance")
	s.Turn, s.Before = 10, []engine.TurnEnd{{Unit: 2}}
	check("after its own turn", "reaction", "resistance")
	s.Effects = []engine.Effect{{Name: "Stunned", Target: 2, Skip: true}, {Name: "Dazed", Target: 1, NoReactions: true}}
	check("stunned", "reaction", "") // Ana is active
	s.Effects, s.Units[1].Stage = nil, engine.Delaying
	check("waiting", "reaction", "")
	s.Units[1].Stage, s.Paused = engine.NotBegun, true
	check("paused", "", "")
}
