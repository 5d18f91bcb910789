package play

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// rating sets the challenge rating or level of foes (MO-24).
func (c Edit) rating(d *decider, _ match, who []engine.CombatantID, _ engine.UnitID) error {
	typed := strings.TrimSpace(c.Rating)
	if typed == "" {
		return nil
	}
	if _, ok := ruleset.ParseRating(typed); !ok {
		return engine.Refuse(engine.Invalid, reason.Rating, engine.Args{Text: typed})
	}
	for _, id := range who {
		if m := d.State.Combatant(id); m.Kind != engine.NPC || m.Owner != "" {
			return engine.Refuse(engine.Invalid, reason.RatingOf, engine.Args{Name: m.Name})
		}
	}
	changed := slices.DeleteFunc(slices.Clone(who), func(id engine.CombatantID) bool { return d.State.Combatant(id).Rating == typed })
	if len(changed) > 0 {
		d.Emit(engine.RatingSet{Combatants: changed, To: typed})
	}
	return nil
}
