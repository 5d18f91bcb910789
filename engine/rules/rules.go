package rules

import (
	"fmt"

	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// List are rulesets in the order in which they are offered.
type List []*ruleset.Ruleset

// Find returns the ruleset with that name, or an error if there is none.
func (list List) Find(name string) (*ruleset.Ruleset, error) {
	for _, rs := range list {
		if rs.Name == name {
			return rs, nil
		}
	}
	return nil, fmt.Errorf("rules: there is no ruleset %q", name)
}

// All returns the rulesets in the order in which they are offered.
func All() List {
	return List{StructuredTime(), FlowOfTime(), CombatSequence(), RoundsInitiative(), TurnOrder()}
}

// Default is the ruleset of a server that has not chosen one.
const Default = "turn-order"

// ByName returns the ruleset with that name, and whether there is one.
func ByName(name string) (*ruleset.Ruleset, bool) {
	rs, err := All().Find(name)
	return rs, err == nil
}

func parse(text string, stats []ruleset.Stat) *formula.Formula {
	var scope formula.Scope
	for _, st := range stats {
		scope.Stats = append(scope.Stats, formula.Stat{Name: st.Key, Default: st.Default})
	}
	f, err := formula.Parse(text, scope)
	if err != nil {
		panic(err)
	}
	return f
}

func actions(r *ruleset.Ruleset) {
	one := parse("1", nil)
	r.Turn = []ruleset.Pool{
		{Key: "main", Count: one, When: ruleset.OwnTurn, Back: ruleset.Back{At: ruleset.BackOwnTurn}},
		{Key: "move", Count: one, Also: "main", When: ruleset.OwnTurn, Back: ruleset.Back{At: ruleset.BackOwnTurn}},
		{Key: "on_turn", When: ruleset.OwnTurn}, {Key: "instant", When: ruleset.AnyTime},
	}
	r.Durations = ruleset.TargetsEnd
	r.Attack.Costs = "main"
	r.Attack.Stats = ruleset.AttackStats{Melee: "ws", Ranged: "bs", Attack: "attack", Level: "level", Skill: "skill", Strength: "str", Dexterity: "dex",
		Armor: "ac", RangedArmor: "ac_ranged", Soak: "soak", TraumaTarget: "trauma_target"}
}

// TurnOrder is turn-order.
func TurnOrder() *ruleset.Ruleset {
	r := &ruleset.Ruleset{Name: "turn-order", Title: "Turn Order", Blow: -10, Wait: ruleset.BottomOnceSide, Durations: ruleset.TargetsEnd,
		Surprise: ruleset.Surprise{Kind: ruleset.AmbushTurns}, Stats: []ruleset.Stat{{Key: "init", Min: -20, Max: 99, PC: true, NPC: true}}}
	r.Units = ruleset.Units{Alike: true, Same: []*formula.Formula{parse("init", r.Stats)}}
	r.Order = ruleset.Order{Shape: ruleset.Score, Roll: parse("d20 + init", r.Stats), TieDie: 6,
		Ties: []ruleset.Tie{{Kind: ruleset.ByDice, By: parse("d6", nil), Side: true}, {Kind: ruleset.Choose}}}
	return r
}

// StructuredTime is structured-time.
func StructuredTime() *ruleset.Ruleset {
	r := &ruleset.Ruleset{Name: "structured-time", Title: "Structured Time", RoundSeconds: 5, Durations: ruleset.TargetsEnd, Stats: []ruleset.Stat{
		{Key: "agility", Min: 0, Max: 500, PC: true, NPC: true, Or: []string{"agility_bonus"}}, {Key: "agility_bonus", Min: -20, Max: 50},
		{Key: "ws", Min: 0, Max: 500}, {Key: "bs", Min: 0, Max: 500}, {Key: "awareness", Min: -100, Max: 500}}}
	bonus, value := "agility_bonus if has(agility_bonus) else agility / 10", parse("agility if has(agility) else 10 * agility_bonus", r.Stats)
	r.Units = ruleset.Units{Alike: true, Same: []*formula.Formula{value, parse(bonus, r.Stats)}}
	r.Order = ruleset.Order{Shape: ruleset.Score, Roll: parse("d10 + ("+bonus+")", r.Stats), TieDie: 10, Reroll: true,
		Ties: []ruleset.Tie{{Kind: ruleset.ByValue, By: value}, {Kind: ruleset.ByDice, By: parse("d10", nil)}}}
	r.Surprise = ruleset.Surprise{Kind: ruleset.LostRound, Awareness: "awareness"}
	r.Turn = []ruleset.Pool{{Key: "reaction", When: ruleset.OthersTurns}}
	r.Attack = ruleset.Attack{Form: ruleset.SkillTest, Stats: ruleset.AttackStats{Melee: "ws", Ranged: "bs", Soak: "soak"}}
	return r
}

// FlowOfTime is flow-of-time.
func FlowOfTime() *ruleset.Ruleset {
	r := &ruleset.Ruleset{Name: "flow-of-time", Title: "Flow of Time", RoundSeconds: 12, Durations: ruleset.TargetsEnd, Stats: []ruleset.Stat{
		{Key: "finesse", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"cognition"}},
		{Key: "cognition", Min: -20, Max: 100, PC: true, NPC: true, Or: []string{"finesse"}}, {Key: "level", Min: 0, Max: 100, Default: 1}}}
	r.Order = ruleset.Order{Shape: ruleset.Score, Roll: parse("d20 + best(finesse, cognition)", r.Stats), TieDie: 20,
		Ties: []ruleset.Tie{{Kind: ruleset.ByDice, By: parse("d20", nil)}}}
	r.Turn = []ruleset.Pool{{Key: "ticks", Count: parse("3 if level == 0 else 4", r.Stats), When: ruleset.OwnTurn, Reserve: 2, Priced: true,
		Back: ruleset.Back{At: ruleset.BackOwnTurn}}}
	return r
}

func combat(r *ruleset.Ruleset) *ruleset.Ruleset {
	r.RoundSeconds = 6
	r.Stats = []ruleset.Stat{
		{Key: "dex", Min: -10, Max: 20, PC: true}, {Key: "str", Min: -10, Max: 20}, {Key: "level", Min: 0, Max: 100},
		{Key: "attack", Min: -20, Max: 50}, {Key: "skill", Min: -5, Max: 20}, {Key: "sneak", Min: -20, Max: 50},
		{Key: "notice", Min: -20, Max: 50}, {Key: "morale", Min: 2, Max: 12}, {Key: "ac", Min: 0, Max: 100},
		{Key: "ac_ranged", Min: 0, Max: 100}, {Key: "soak", Min: 0, Max: 1000}, {Key: "trauma_target", Min: 1, Max: 100}}
	actions(r)
	r.Order = ruleset.Order{Shape: ruleset.Score, TieDie: 8, Ties: []ruleset.Tie{{Kind: ruleset.PCsFirst}, {Kind: ruleset.ByDice, By: parse("d8", nil)}}}
	return r
}

// CombatSequence is combat-sequence.
func CombatSequence() *ruleset.Ruleset {
	r := combat(&ruleset.Ruleset{Name: "combat-sequence", Title: "Combat Sequence", Units: ruleset.Units{Side: true}, Once: true})
	r.Surprise.Kind, r.Attack.Form = ruleset.FreeRound, ruleset.TraumaAttack
	r.Order.Roll = parse("d8 + best(dex)", r.Stats)
	expr, err := dice.Parse("2d6")
	if err != nil {
		panic(err)
	}
	r.Morale = ruleset.Morale{Roll: expr, Stat: "morale"}
	return r
}

// RoundsInitiative is rounds-initiative.
func RoundsInitiative() *ruleset.Ruleset {
	r := combat(&ruleset.Ruleset{Name: "rounds-initiative", Title: "Rounds and Initiative", Units: ruleset.Units{SideOption: true}})
	r.Surprise, r.Attack.Form = ruleset.Surprise{Kind: ruleset.LateRoll, Sneak: "sneak", Notice: "notice"}, ruleset.ShockAttack
	r.Order.Roll, r.Order.SideRoll = parse("d8 + dex", r.Stats), parse("d8 + best_pc(dex)", r.Stats)
	r.Turn[1].Metres = 10
	return r
}
