package command_test

import (
	"strings"
	"testing"

	"roundel/engine"
	"roundel/engine/command"
)

// tavernBrawl returns a made-up ruleset: 1d12 + wits; ties go to the taller, then to 1d12 each; rounds take ten seconds; turns
// have actions; the surprised lose their first round; anyone may act last.
func tavernBrawl() *engine.Ruleset {
	return &engine.Ruleset{
		Name: "tavern-brawl", Title: "Tavern Brawl",
		Die: 12, TieDie: 12, RoundSeconds: 10,
		Bonus: func(_ *engine.State, members []*engine.Combatant) int { return members[0].Stats["wits"] },
		Above: func(s *engine.State, a, b *engine.Unit) int {
			return s.Members(b.ID)[0].Stats["height"] - s.Members(a.ID)[0].Stats["height"]
		},
		GroupKey: func(c *engine.Combatant) string { return "a mob" },
		ActLast:  true, Reactions: true, Once: true,
		Surprise: engine.LosesRound, Budget: engine.Actions, Attack: engine.ShockAttack,
		Stats: []engine.Stat{
			{Key: "wits", Min: 0, Max: 9, PC: true}, // Wits
			{Key: "height", Min: 50, Max: 250},      // Height in cm
			{Key: "ac", Min: 0, Max: 30},            // Toughness
		},
	}
}

func TestCustomRuleset(t *testing.T) {
	f := startWith(t, tavernBrawl(), command.Start{Name: "The Gilded Goose"})
	f.refused(anna, command.Join{Name: "Moe", Stats: "agility 40"}, engine.Invalid, engine.ReasonUnknownStat, "[wits height ac hp]")
	f.refused(anna, command.Join{Name: "Moe", Stats: "height 180"}, engine.Invalid, engine.ReasonStatsMissing, "wits")
	f.pc("Moe", "wits 3, height 180, hp 8", 6)
	f.pc("Flo", "wits 1, height 190, hp 6", 8)
	f.npc("Sailor", 3, "ac 9, hp 3", 5)
	f.gm(command.SurpriseSet{Names: "Sailor 2"}, command.Roll{})
	f.wantOrder("Flo 9, Moe 9, Sailor 5")
	f.by(anna, command.Last{Name: "Flo"}, command.Do{Activity: "bottle", Type: "move"})
	e := f.strike(anna, command.Strike{Target: "Sailor 1", Weapon: "Stool, 1d4", Roll: roll(11), DamageRoll: roll(3)})
	if !e.Hit || e.Total != 9 { // -2 without the skill
		t.Errorf("%+v", e)
	}
	f.wantHP("Sailor 1", 0)
	f.by(anna, command.React{Activity: "duck", Who: "Flo"})
	f.wantTurns("1: Moe", "1: Sailor 3", "1: Flo", "2: Flo", "2: Moe", "2: Sailor 2, Sailor 3")
	f.wantClock(10)
	f.refused(theGM, command.RollWithBlow{Name: "Sailor"}, engine.NotInRules, "Tavern Brawl")
	if out := f.export(); !strings.Contains(out, `"elapsed_seconds": 10`) || !strings.Contains(out, `"wits": 3`) {
		t.Error(out)
	}
}
