package words

import (
	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// RestedFrom says how characters were before a rest between fights (NU-30): "Before: Knight 12/30 +5 (ki 1/2) and Mira 0/20." It is empty
// if the view shows none of that.
func RestedFrom(l *lang.Language, rs *ruleset.Ruleset, v view.View) string {
	s, any := v.Before(), false
	var who []lang.Phrase
	for i := range s.Combatants {
		c := &s.Combatants[i]
		var health lang.Phrase
		switch {
		case c.HasHP && c.Blurred == "":
			health = shownHP("", c.HP, c.MaxHP, c.AbsorbsAll())
		case c.HasHP:
			health = HealthOf(c)
		}
		var pools []lang.Phrase
		for j := range rs.Turn {
			p := &rs.Turn[j]
			of := s.PoolCount(c, p)
			if left := s.PoolLeft(c, p); left < of && p.Back.At == ruleset.BackRest {
				pools = append(pools, lang.P("left.aside", pooled(p.Key, p.Words(), of), lang.Int("n", left), lang.Int("of", of)))
			}
		}
		any = any || health.Is() || len(pools) > 0
		who = append(who, lang.P("rest.was", lang.Name("who", c.Name), lang.Part("health", health), lang.Parts("pools", pools)))
	}
	if !any {
		return ""
	}
	return l.Line("rest.before", lang.Flag("changed", len(v.Events) > 1), lang.AllParts("who", who))
}
