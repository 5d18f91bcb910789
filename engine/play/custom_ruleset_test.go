package play_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/formula"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// tavernBrawl returns a made-up ruleset: 1d12 + wits; ties go to the taller, then to 1d12 each; rounds take ten seconds; turns
// have actions; the surprised lose their first round; anyone may act last.
func tavernBrawl(t *testing.T) *ruleset.Ruleset {
	parse := func(text string, keys ...string) *formula.Formula {
		var scope formula.Scope
		for _, key := range keys {
			scope.Stats = append(scope.Stats, formula.Stat{Name: key})
		}
		f, err := formula.Parse(text, scope)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	back := ruleset.Back{At: ruleset.BackOwnTurn}
	return &ruleset.Ruleset{
		Name: "tavern-brawl", Title: "Tavern Brawl", RoundSeconds: 10,
		Order: ruleset.Order{Roll: parse("d12 + wits", "wits"), TieDie: 12, Ties: []ruleset.Tie{{Kind: ruleset.ByValue, By: parse("height", "height")}}},
		Units: ruleset.Units{Alike: true},
		Wait:  ruleset.BottomOnceSide, Once: true,
		Turn: []ruleset.Pool{
			{Key: "main", Count: parse("1"), When: ruleset.OwnTurn, Back: back},
			{Key: "move", Count: parse("1"), Also: "main", When: ruleset.OwnTurn, Back: back},
			{Key: "duck", When: ruleset.OthersTurns},
		},
		Surprise: ruleset.Surprise{Kind: ruleset.LostRound},
		Attack: ruleset.Attack{Form: ruleset.ShockAttack, Costs: "main",
			Stats: ruleset.AttackStats{Armor: "ac", Skill: "skill", Attack: "attack", Strength: "str", Dexterity: "dex"}},
		Stats: []ruleset.Stat{
			{Key: "wits", Min: 0, Max: 9, PC: true}, // Wits
			{Key: "height", Min: 50, Max: 250},      // Height in cm
			{Key: "ac", Min: 0, Max: 30},            // Toughness
		},
	}
}

func TestCustomRuleset(t *testing.T) {
	f := startWith(t, tavernBrawl(t), play.Start{Name: "The Gilded Goose"})
	f.refused(anna, play.Join{Name: "Moe", Stats: "agility 40"}, engine.Invalid, reason.UnknownStat, "[wits height ac hp]")
	f.refused(anna, play.Join{Name: "Moe", Stats: "height 180"}, engine.Invalid, reason.StatsMissing, "wits")
	f.pc("Moe", "wits 3, height 180, hp 8", 6)
	f.pc("Flo", "wits 1, height 190, hp 6", 8)
	f.npc("Sailor", 3, "ac 9, hp 3", 5)
	f.gm(play.SurpriseSet{Names: "Sailor 2"}, play.Roll{})
	f.wantOrder("Flo 9, Moe 9, Sailor 5")
	f.by(anna, play.Last{Name: "Flo"}, play.Do{Activity: "bottle", Type: "move"})
	e := f.strike(anna, play.Strike{Target: "Sailor 1", Weapon: "Stool, 1d4", Roll: roll(11), DamageRoll: roll(3)})
	if !e.Hit || e.Total != 9 { // -2 without the skill
		t.Errorf("%+v", e)
	}
	f.wantHP("Sailor 1", 0)
	f.by(anna, play.React{Activity: "duck", Who: "Flo"})
	f.wantTurns("1: Moe", "1: Sailor 3", "1: Flo", "2: Flo", "2: Moe", "2: Sailor 2, Sailor 3")
	f.wantClock(10)
	f.refused(theGM, play.RollWithBlow{Name: "Sailor"}, engine.NotInRules, "Tavern Brawl")
	if out := f.export(); !strings.Contains(out, `"elapsed_seconds": 10`) || !strings.Contains(out, `"wits": 3`) {
		t.Error(out)
	}
}
