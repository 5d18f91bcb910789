package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// tellTo tells events about combatants with these names, whose IDs start at 1. Owned ones are shown with numbers.
func tellTo(names []string, events ...engine.Event) []string {
	s := &engine.State{}
	for i, name := range names {
		s.Combatants = append(s.Combatants, engine.Combatant{ID: engine.CombatantID(i + 1), Name: name})
	}
	rs, _ := ruleset.ByName("turn-order")
	return Tell(lang.English(), rs, view.Of(engine.Outcome{Before: s, Events: events, State: engine.Fold(s, events)}, view.Viewer{GM: true}))
}

func TestDamageToSeveral(t *testing.T) {
	ten := &dice.Result{Expr: "2d6", Total: 10, Dice: []dice.Rolled{{Sides: 6, Faces: []int{4, 6}}}}
	hit := func(id engine.CombatantID, to int, vague bool) engine.HPChanged {
		e := engine.HPChanged{Combatant: id, Amount: -10, Roll: ten, Tracked: true, From: 15, To: to, Max: 15}
		if vague {
			e.Blurred = engine.HPWords
		}
		return e
	}
	half := func(e engine.HPChanged) engine.HPChanged { e.Half = true; return e }
	soaked := func(e engine.HPChanged, n int) engine.HPChanged { e.Soaked = n; return e }
	plain := func(e engine.HPChanged) engine.HPChanged { e.Roll = nil; return e }
	none := engine.HPChanged{Combatant: 6, None: true, Roll: ten, Tracked: true, To: 5, Max: 5}
	heal := func(id engine.CombatantID, from, to int) engine.HPChanged {
		return engine.HPChanged{Combatant: id, Amount: 6, Tracked: true, From: from, To: to, Max: 15}
	}
	again := func(id engine.CombatantID) engine.HPChanged {
		return engine.HPChanged{Combatant: id, Amount: -3, Tracked: true, Max: 15}
	}
	zero := func(id engine.CombatantID, roll *dice.Result) engine.HPChanged {
		return engine.HPChanged{Combatant: id, Roll: roll, Tracked: true, From: 3, To: 3, Max: 15}
	}
	low := &dice.Result{Expr: "1d4-2", Total: -1, Dice: []dice.Rolled{{Sides: 4, Faces: []int{1}}}}
	names := []string{"Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Goblin 5", "Kay_"}
	for _, c := range []struct {
		events []engine.Event
		want   string
	}{
		{[]engine.Event{hit(1, 0, true), half(hit(2, 6, true)), hit(3, 0, true), half(hit(4, 6, true)), hit(5, 0, true)},
			"Damage: 2d6 (4, 6) = 10.|Goblins 1, 3 and 5 are down. Goblins 2 and 4 take half (5) and are bloodied."},
		{[]engine.Event{hit(1, 5, false), hit(2, 5, false), half(hit(3, 10, false)), none},
			`Damage: 2d6 (4, 6) = 10.|Goblins 1 and 2 are at 5/15. Goblin 3 takes half (5) and is at 10/15. Kay\_ takes nothing.`},
		{[]engine.Event{none, hit(1, 0, false)}, `Damage: 2d6 (4, 6) = 10.|Kay\_ takes nothing. Goblin 1 is down.`},
		{[]engine.Event{soaked(hit(1, 8, false), 3), soaked(hit(2, 8, true), 1)},
			"Damage: 2d6 (4, 6) = 10.|Goblin 1 takes 10 damage, 3 absorbed by armor, and is at 8/15. Goblin 2 takes 10 damage, some absorbed by armor, and is hurt."},
		{[]engine.Event{plain(hit(1, 5, false)), plain(hit(6, 5, false)), plain(hit(2, 5, false))}, `Kay\_ and Goblins 1 and 2 take 10 damage and are at 5/15.`},
		{[]engine.Event{heal(1, 3, 9), heal(2, 3, 9), heal(6, 11, 15)}, `Goblins 1 and 2 heal 6 and are at 9/15. Kay\_ heals 4 and is at 15/15.`},
		{[]engine.Event{hit(1, 5, false)}, "Goblin 1 takes 10 damage (2d6 (4, 6) = 10): 5/15."},
		{[]engine.Event{hit(1, 0, false), again(1)}, "Goblin 1 takes 10 damage (2d6 (4, 6) = 10) and is down.|Goblin 1 takes 3 damage and is still down."},
		{[]engine.Event{engine.DamageProposed{Proposal: engine.Proposal{By: 6, Shares: []engine.DamageShare{{Combatant: 1}, {Combatant: 2}}}}}, `Waiting for the GM: Kay\_ deals nothing to Goblins 1 and 2.`},
		{[]engine.Event{zero(1, nil)}, "Nothing changes for Goblin 1."},
		{[]engine.Event{zero(1, low)}, "Nothing changes for Goblin 1 (1d4-2 (1) = -1)."},
		{[]engine.Event{zero(1, low), zero(2, low), zero(6, low)}, `Nothing changes for Kay\_ and Goblins 1 and 2 (1d4-2 (1) = -1).`},
		{[]engine.Event{none}, `Kay\_ takes nothing (2d6 (4, 6) = 10).`},
		{[]engine.Event{hit(1, 5, false), hit(2, 0, false), engine.EffectEnded{Effect: engine.Effect{Name: "Bless", Target: 2}}, engine.DownChanged{Combatant: 2, State: "dying"}, hit(3, 5, false)},
			"Damage: 2d6 (4, 6) = 10.|Goblins 1 and 3 are at 5/15. Goblin 2 is down.|Goblin 2 no longer has Bless.|Goblin 2 is dying."},
		{[]engine.Event{hit(1, 5, false), engine.DownPicked{Combatant: 2, State: "dead"}, hit(3, 5, false)},
			"Goblin 1 takes 10 damage (2d6 (4, 6) = 10): 5/15.|Goblin 2 is dead.|Goblin 3 takes 10 damage (2d6 (4, 6) = 10): 5/15."},
	} {
		if got := strings.Join(tellTo(names, c.events...), "|"); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestDamageToMany checks that each outcome gets a line of its own where there are many.
func TestDamageToMany(t *testing.T) {
	var names []string
	var events []engine.Event
	for i := range 60 {
		names = append(names, fmt.Sprintf("Temple Guardian %d", i+1))
		events = append(events, engine.HPChanged{Combatant: engine.CombatantID(i + 1), Amount: -1, Tracked: true, From: i + 2, To: i + 1, Max: 99})
	}
	if got := tellTo(names, events...); len(got) != 60 || got[59] != "Temple Guardian 60 takes 1 damage and is at 60/99." {
		t.Errorf("%d lines: %q", len(got), got)
	}
}

func TestProposedDamage(t *testing.T) {
	ten := &dice.Result{Expr: "2d6", Total: 10, Dice: []dice.Rolled{{Sides: 6, Faces: []int{4, 6}}}}
	share := func(id engine.CombatantID, half, none bool) engine.DamageShare {
		return engine.DamageShare{Combatant: id, Half: half, None: none}
	}
	for _, c := range []struct {
		p    engine.Proposal
		want string
	}{
		{engine.Proposal{By: 1, Amount: -10, Roll: ten, Shares: []engine.DamageShare{share(2, false, false), share(3, true, false), share(4, false, true)}},
			"Waiting for the GM: Knight deals 10 damage (2d6 (4, 6) = 10) to Goblin 1, half (5) to Goblin 2 and nothing to Goblin 3."},
		{engine.Proposal{Amount: -5, Shares: []engine.DamageShare{share(2, true, false), share(3, true, false)}},
			"Waiting for the GM: half of 5 damage to Goblins 1 and 2."},
		{engine.Proposal{By: 1, Amount: 5, Shares: []engine.DamageShare{share(1, false, false)}}, "Waiting for the GM: Knight gives 5 healing to Knight."},
	} {
		got := tellTo([]string{"Knight", "Goblin 1", "Goblin 2", "Goblin 3"}, engine.DamageProposed{Proposal: c.p})
		if !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q\nwant %s", got, c.want)
		}
	}
}

func TestTogether(t *testing.T) {
	for want, names := range map[string]string{
		"Knight":                       "Knight",
		"Goblin 2":                     "Goblin 2",
		"Goblins 1 to 4 and 7":         "Goblin 4,Goblin 1,Goblin 2,Goblin 3,Goblin 7",
		"Knight and Wolves 1 and 2":    "Wolf 1,Knight,Wolf 2",
		"Orc 1 and Goblins 1, 2 and 3": "Goblin 1,Goblin 2,Orc 1,Goblin 3",
		"Кобольд 1 and Кобольд 2":      "Кобольд 1,Кобольд 2",
		"Guards 1 and 2":               "Guards 1,Guards 2",
		"Watchmen 1 and 2":             "Watchman 1,Watchman 2",
		"Shamans 1 and 2":              "Shaman 1,Shaman 2",
		"Harpies 1 and 2":              "Harpy 1,Harpy 2",
		"Bosses 1 and 2":               "Boss 1,Boss 2",
		"Witches 1 and 2":              "Witch 1,Witch 2",
		"Boys 1 and 2":                 "Boy 1,Boy 2",
		"R2-D2 1 and R2-D2 2":          "R2-D2 1,R2-D2 2",
		"Goblin 01 and Goblin 1":       "Goblin 01,Goblin 1",
		"A, B, C, D, E and 2 others":   "A,B,C,D,E,F,G",
		`Glow\_y Things 1 and 2`:       "Glow_y Thing 1,Glow_y Thing 2",
	} {
		if got := lang.English().Line("list.name", lang.Groups("name", strings.Split(names, ","))); got != want {
			t.Errorf("%s: %q, want %q", names, got, want)
		}
	}
}
