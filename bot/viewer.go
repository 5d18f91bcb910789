package bot

import "roundel/engine"

// viewer is for whom something is put into words. The zero viewer is the public: what everybody in the channel sees.
type viewer struct {
	user engine.UserID
	gm   bool
}

// viewerOf is the actor as the only reader.
func viewerOf(s *engine.State, a engine.Actor) viewer {
	return viewer{a.User, s != nil && engine.MayGM(s, a)}
}

// sees tells whether the viewer may know of the combatant.
func (v viewer) sees(c *engine.Combatant) bool {
	return !c.Hidden || v.gm || v.user != "" && v.user == c.Owner
}

// members are those of a unit that the viewer may know of.
func (v viewer) members(s *engine.State, id engine.UnitID) []*engine.Combatant {
	var out []*engine.Combatant
	for _, c := range s.Members(id) {
		if v.sees(c) {
			out = append(out, c)
		}
	}
	return out
}

// numbers tells whether the viewer may know the combatant's hit points as numbers.
func (v viewer) numbers(c *engine.Combatant) bool { return v.gm || c.Owner != "" }

// health is how a combatant fares, as the viewer may know it: "12/30", a word, or nothing where no hit points are kept.
func (v viewer) health(c *engine.Combatant) string {
	switch {
	case !c.HasHP:
		return ""
	case !c.Standing():
		return downWord(c)
	case v.numbers(c):
		return ratio(c.HP, c.MaxHP)
	}
	return band(c.HP, c.MaxHP)
}

func downWord(c *engine.Combatant) string {
	if c.Down != "" {
		return c.Down
	}
	return "down"
}

// band says hit points without numbers.
func band(hp, most int) string {
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
