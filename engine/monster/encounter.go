package monster

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"roundel/engine"
)

// The limits of an encounter.
const (
	MaxWaves = 20
	MaxFoes  = 100 // of all waves together
	MaxRound = 1000

	MaxEncounterName = 60 // in code points
)

// Encounter is the stored form of the foes of a fight, some of whom may come later.
type Encounter struct {
	Name  string `json:"name"`
	Waves []Wave `json:"waves"`           // by round, one for each; see [Encounter.Add]
	Table *Table `json:"table,omitempty"` // nil: Waves are its foes; otherwise there are none, and it is rolled on
}

// Wave is the foes that join in the same round.
type Wave struct {
	Round int   `json:"round,omitempty"` // 0: at once
	Foes  []Foe `json:"foes"`
}

// Kind returns the name of the foe's monster.
func (f *Foe) Kind() string {
	if f.Own != nil {
		return f.Own.Name
	}
	return f.Monster
}

// Heads returns how many foes the wave has.
func (w *Wave) Heads() int {
	n := 0
	for _, f := range w.Foes {
		n += max(f.Count, 1)
	}
	return n
}

// Heads returns the number of foes in all waves.
func (e *Encounter) Heads() int {
	n := 0
	for i := range e.Waves {
		n += e.Waves[i].Heads()
	}
	return n
}

// Wave returns the foes that join in a round; round 0 is the start.
func (e *Encounter) Wave(round int) []Foe {
	for _, w := range e.Waves {
		if w.Round == round {
			return w.Foes
		}
	}
	return nil
}

// Later returns the waves that don't join at once.
func (e *Encounter) Later() []Wave {
	return slices.DeleteFunc(slices.Clone(e.Waves), func(w Wave) bool { return w.Round == 0 })
}

// Add adds foes to a round. Foes that differ only in number are merged.
func (e *Encounter) Add(round int, foes ...Foe) {
	i, found := slices.BinarySearchFunc(e.Waves, round, func(w Wave, round int) int { return cmp.Compare(w.Round, round) })
	if !found {
		e.Waves = slices.Insert(slices.Clone(e.Waves), i, Wave{Round: round})
	}
	w := Wave{Round: round, Foes: slices.Clone(e.Waves[i].Foes)}
	for _, f := range foes {
		f.Count = max(f.Count, 1)
		like := slices.IndexFunc(w.Foes, func(g Foe) bool {
			g.Count = f.Count
			return reflect.DeepEqual(f, g)
		})
		if like >= 0 && w.Foes[like].Count+f.Count <= MaxCount {
			w.Foes[like].Count += f.Count
		} else {
			w.Foes = append(w.Foes, f)
		}
	}
	e.Waves[i] = w
}

// FindEncounter returns the encounter with that name.
func FindEncounter(list []Encounter, name string) (*Encounter, bool) {
	i := slices.IndexFunc(list, func(e Encounter) bool { return engine.SameName(e.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil, false
	}
	return &list[i], true
}

// OfFight returns the GM's NPCs that aren't on the party's side, and the planned waves, as an encounter. It keeps everything known about them,
// but with full hit points.
func OfFight(name string, s *engine.State) (*Encounter, error) {
	out := &Encounter{Name: name}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if c.Kind != engine.NPC || c.Owner != "" || engine.SameName(c.Side, engine.Party) {
			continue
		}
		kind, mask := kindOf(c), ""
		if c.RealName != "" {
			kind, mask = realKind(c), kind
		}
		own := Of(kind, s, c)
		out.Add(0, Foe{Own: &own, As: mask, Side: sideOf(c.Side), Hidden: c.Hidden, Separate: c.Separate})
	}
	for _, w := range s.Waves {
		for _, n := range w.Foes {
			f, err := ofNewcomers(n, s)
			if err != nil {
				return nil, err
			}
			out.Add(w.Round, f)
		}
	}
	return out, nil
}

// sideOf returns the side to store for a foe: empty for the default side.
func sideOf(side string) string {
	if engine.SameName(side, engine.Foes) {
		return ""
	}
	return side
}

// kindOf returns the name that combatants like c are numbered under: the name it was added with, unless it has been renamed since.
func kindOf(c *engine.Combatant) string {
	rest, numbered := strings.CutPrefix(c.Name, c.Type)
	if numbered && strings.Trim(rest, " 0123456789") == "" && c.Type != "" {
		return c.Type
	}
	return c.Name
}

// realKind is kindOf for the name behind a mask: without its number, if the mask has one.
func realKind(c *engine.Combatant) string {
	_, masked := c.Numbered()
	if base, is := engine.Numbered(c.RealName); is && masked {
		return base
	}
	return c.RealName
}

// ofNewcomers converts foes that are to join a fight into foes of an encounter.
func ofNewcomers(n engine.Newcomers, s *engine.State) (Foe, error) {
	own := &Monster{Name: n.Name, HitDice: n.HitDice}
	stats, resistances, _ := strings.Cut(n.Stats, ";")
	own.Resistances = strings.TrimSpace(resistances)
	pairs, err := engine.ParseStats(stats, "")
	if err != nil {
		return Foe{}, err
	}
	for _, g := range pairs {
		if g.Key == "hp" {
			own.HP = max(g.Value, g.Most)
			continue
		}
		if own.Stats == nil {
			own.Stats = map[string]int{}
		}
		own.Stats[g.Key] = g.Value
	}
	own.addWeapons(n.Weapons)
	if own.Saves, err = engine.ParsePrepared(n.Prepared); err != nil {
		return Foe{}, err
	}
	if b := s.Block(n.Block); b != nil {
		own.add(b)
	}
	return Foe{Own: own, As: n.As, Count: n.Count, RollHP: n.HitDice != "", Side: n.Side, Hidden: n.Hidden, Separate: n.Separate}, nil
}

// IsEncounterName reports whether an encounter can have that name.
func IsEncounterName(name string) bool { return engine.CheckText(name, MaxEncounterName, "") == nil }

// Tidy drops waves without foes.
func (e *Encounter) Tidy() {
	e.Waves = slices.DeleteFunc(e.Waves, func(w Wave) bool { return len(w.Foes) == 0 })
}
