package words

import (
	"fmt"

	"roundel/engine"
)

// health is how a combatant of a view fares: "12/30", a word where the viewer may not know the numbers, or nothing where
// no hit points are kept.
func health(c *engine.Combatant) string {
	switch {
	case !c.HasHP:
		return ""
	case !c.Standing():
		return downWord(c)
	case c.Blurred:
		return Band(c.HP, c.MaxHP)
	}
	return ratio(c.HP, c.MaxHP)
}

func downWord(c *engine.Combatant) string {
	if c.Down != "" {
		return c.Down
	}
	return "down"
}

// Band says hit points without numbers.
func Band(hp, most int) string {
	switch {
	case hp <= 0:
		return "down"
	case hp >= most:
		return "unhurt"
	case hp*2 > most:
		return "hurt"
	case hp*4 > most:
		return "bloodied"
	}
	return "critical"
}

func ratio(hp, most int) string { return fmt.Sprintf("%d/%d", hp, most) }
