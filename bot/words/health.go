package words

import (
	"fmt"

	"roundel/engine"
)

// health returns a combatant's hit points in a view: "12/30", a word if the viewer may not know the numbers, or nothing if
// they aren't tracked.
func health(c *engine.Combatant) string {
	switch {
	case !c.HasHP:
		return ""
	case !c.Standing():
		return downWord(c)
	case c.Vague:
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

// Band returns the word for hit points without numbers.
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
