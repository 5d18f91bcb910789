package monster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// The limits of a monster.
const (
	MaxAttacks = 12
	MaxStats   = 40
	MaxStat    = 100_000
	MaxBonus   = 500      // of an attack, above or below 0
	MaxDC      = 1000     // of a save
	MaxCount   = 50       // of one kind of foe
	MaxStored  = 16 << 10 // of a stored monster, in bytes (MO-9)
)

// Monster is the stored form of a kind of foe.
type Monster struct {
	Name      string            `json:"name"`
	Adjust    string            `json:"adjusted,omitempty"` // the word by which it was made stronger or weaker (MO-31), which its numbers include; empty: none
	Book      string            `json:"-"`                  // the key of the book that it is from; empty: it is a server's own
	From      string            `json:"from,omitempty"`     // the key of the book that a server's own has its text from (MO-6); empty: none
	HP        int               `json:"hp,omitempty"`       // 0: not given
	HitDice   string            `json:"hit_dice,omitempty"` // dice notation; empty: not given
	Stats     map[string]int    `json:"stats,omitempty"`    // for any rulesets
	Attacks   []Attack          `json:"attacks,omitempty"`
	Saves     []engine.Prepared `json:"saves,omitempty"`     // that it asks others for (NU-20); see [Monster.Prepared]
	Recharges bool              `json:"recharges,omitempty"` // has abilities that recharge, and it isn't known on which results

	Rating      string    `json:"rating,omitempty"` // its challenge rating or level, such as "1/4"; see [Rated]
	Worth       *int      `json:"worth,omitempty"`  // instead of what the ruleset says about the rating
	Is          string    `json:"is,omitempty"`     // such as "Large dragon"
	Tags        []string  `json:"tags,omitempty"`
	Speed       string    `json:"speed,omitempty"`
	Senses      string    `json:"senses,omitempty"`
	Languages   string    `json:"languages,omitempty"`
	Resistances string    `json:"resistances,omitempty"` // as typed among stats: "resist cold; immune fire, poison"
	Multiattack string    `json:"multiattack,omitempty"` // see [engine.ParseSteps]
	Abilities   []Ability `json:"abilities,omitempty"`
}

// Source returns the book that the monster's text is from, or nil if it isn't from a book. The book's credit is shown wherever the monster is
// (MO-6).
func (m *Monster) Source() *Book { return BookNamed(cmp.Or(m.Book, m.From)) }

// Size returns how many bytes the monster takes when it is stored.
func (m *Monster) Size() int {
	text, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("monster: %s can't be written: %v", m.Name, err)) // it has nothing but texts and numbers
	}
	return len(text)
}

// StatKeys returns the keys of the stats in alphabetical order.
func (m *Monster) StatKeys() []string { return slices.Sorted(maps.Keys(m.Stats)) }

// AverageHP returns the hit points or, if only hit dice are given, their average, rounded down. 0 means that neither is given.
func (m *Monster) AverageHP() int {
	if m.HP > 0 || m.HitDice == "" {
		return m.HP
	}
	expr, err := dice.Parse(m.HitDice)
	if err != nil { // hit dice that can't be read count as none
		return 0
	}
	low, high := expr.Range()
	return min(max((low+high)/2, 1), engine.MaxHP)
}

// Weapons returns the attacks as saved weapons, one per line.
func (m *Monster) Weapons() string {
	out := make([]string, len(m.Attacks))
	for i := range m.Attacks {
		out[i] = m.Attacks[i].Weapon()
	}
	return strings.Join(out, "\n")
}

// Of returns what is known about a combatant as a monster with that name. Its weapons become attacks, except those that can't be read.
func Of(name string, s *engine.State, c *engine.Combatant) Monster {
	m := Monster{Name: name, Stats: maps.Clone(c.Stats), Resistances: ruleset.ResistancesText(c.Resists)}
	if c.HasHP {
		m.HP = c.MaxHP
	}
	m.addWeapons(c.Weapon)
	m.Saves = c.OwnSaves()
	if b := s.Block(c.Block); b != nil {
		m.add(b)
	}
	if c.Rating != "" { // the GM has given it one in the fight
		m.Rating, m.Worth = c.Rating, nil
	}
	return m
}

// addWeapons adds saved weapons, one per line, as attacks.
func (m *Monster) addWeapons(lines string) {
	for line := range strings.Lines(lines) {
		if a, err := ParseWeapon(line); err == nil && len(m.Attacks) < MaxAttacks {
			m.Attacks = append(m.Attacks, a)
		}
	}
}

// Foe is one or more monsters of the same kind that join a fight, and how they differ from the stored monster.
type Foe struct {
	Monster  string            `json:"monster,omitempty"` // the name of the kind; empty: the kind is Own
	Own      *Monster          `json:"own,omitempty"`     // a kind that isn't stored elsewhere; never changed
	Name     string            `json:"name,omitempty"`    // empty: that of the kind
	As       string            `json:"as,omitempty"`      // the mask: what everybody but the GM knows them as; empty: Name (NU-33)
	Count    int               `json:"count,omitempty"`   // 0: one
	Stats    []engine.StatPair `json:"stats,omitempty"`   // instead of the stored ones
	RollHP   bool              `json:"roll,omitempty"`    // each one's hit dice are rolled
	Side     string            `json:"side,omitempty"`    // empty: foes
	Hidden   bool              `json:"hidden,omitempty"`
	Separate bool              `json:"separate,omitempty"`
	Adjust   string            `json:"adjust,omitempty"` // a word of the ruleset's key adjust (MO-31)

	Resistances string `json:"resistances,omitempty"` // instead of those of the kind under the same words, as typed

	Owned bool `json:"-"` // they join as a player's, who knows nothing of stat blocks: their saves are prepared ones, and stats say what recharges
}

// Ready is a foe in the form in which it joins a fight.
type Ready struct {
	Name    string
	Stats   string // as typed; resistances after a semicolon
	HitDice string // rolled for each foe's hit points; empty: they are in the stats
	Weapons string // one per line
	Saves   string // prepared saves of a player's foes, one per line; other foes have a [Monster.Block]
}

// resistances returns the foe's own resistances, and those of its kind that the ruleset knows, unless the foe has its own under the same word.
func (f *Foe) resistances(m *Monster, rs *ruleset.Ruleset) string {
	fit, _ := rs.FitResistances(m.Resistances)
	_, own, err := rs.TakeResistances(f.Resistances)
	if err != nil { // it is refused when the foe joins
		return f.Resistances
	}
	all := own.Over(fit)
	return ruleset.ResistancesText(all[:min(len(all), ruleset.MaxResistances)])
}

// Fitting prepares the foes for a fight under a ruleset. Stats that the ruleset doesn't have are left out, unless they are the foe's own:
// those are refused when the foe joins, just like typed ones.
func (f *Foe) Fitting(m *Monster, rs *ruleset.Ruleset) Ready {
	out := Ready{Name: cmp.Or(f.Name, m.Name), Weapons: m.Weapons()}
	given := func(key string) bool {
		return slices.ContainsFunc(f.Stats, func(g engine.StatPair) bool { return g.Key == key })
	}
	var stats []string
	for _, g := range f.Stats {
		stats = append(stats, g.String())
	}
	for _, key := range rs.StatKeys() {
		if n, has := m.Stats[key]; has && !given(key) {
			stats = append(stats, engine.StatPair{Key: key, Value: n}.String())
		}
	}
	switch {
	case given("hp"):
	case f.RollHP:
		out.HitDice = m.HitDice
	case m.AverageHP() > 0:
		stats = append(stats, engine.StatPair{Key: "hp", Value: m.AverageHP()}.String())
	}
	if f.Owned {
		saves, _ := engine.FittingSaves(m.Prepared(), rs)
		out.Saves = engine.PreparedText(saves)
	}
	if _, has := m.Stats[rechargePool]; f.Owned && !has && !given(rechargePool) && slices.Contains(rs.StatKeys(), rechargePool) && m.recharge() > 0 {
		stats = append(stats, engine.StatPair{Key: rechargePool, Value: m.recharge()}.String())
	}
	out.Stats = strings.Join(stats, ", ")
	if resists := f.resistances(m, rs); resists != "" {
		out.Stats += "; " + resists
	}
	return out
}
