package engine

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// Bonus is what one effect adds to a roll, or to the number that a roll has to reach (NU-22).
type Bonus struct {
	Name string    // of the effect or the condition
	Type string    // of the same type, only the highest bonus and the lowest penalty count
	Dice dice.Expr // with stats filled in
}

// EdgeOf is an advantage or disadvantage, with the effect or condition that gives it.
type EdgeOf struct {
	Name string `json:"name"`
	Edge Edge   `json:"edge"`
}

// MoreDamage is damage that an effect of the attacker adds to a hit.
type MoreDamage struct {
	Name string      `json:"name"`
	Roll dice.Result `json:"roll"`
}

// Deals is what an effect adds to the damage of a hit.
type Deals struct {
	Name   string // of the effect or the condition
	Amount ruleset.Amount
}

// AttackChanges is how the effects on the attacker and the target change an attack.
type AttackChanges struct {
	Bonuses  []Bonus // added to the roll
	AC       []Mod   // added to the number that it has to reach
	Edges    []EdgeOf
	Critical string  // the effect that makes a hit critical, or empty
	Deals    []Deals // added to a hit's damage
	ByRange  bool    // some of this depends on whether the attack is ranged
}

// brought is what one effect or condition does for a combatant's rolls and damage.
type brought struct {
	name    string
	level   int
	kind    string // the type of its numbers
	changes []ruleset.Change
	typed   int // how many of the changes were typed with the effect; they come first
	also    []string
}

// counting returns the changes with this key that fit: those typed with the effect or, if none of them fits, those of the condition itself
// (NU-22). fits may be nil.
func (b *brought) counting(key ruleset.ChangeKey, fits func(c *ruleset.Change) bool) (out []*ruleset.Change) {
	for i := range b.changes {
		if i == b.typed && out != nil {
			break
		}
		if c := &b.changes[i]; c.Key == key && (fits == nil || fits(c)) {
			out = append(out, c)
		}
	}
	return out
}

// resists returns the resistances given: those typed, then those of the condition whose word and name weren't typed (NU-22).
func (b *brought) resists() (out []ruleset.Resistance) {
	for i := range b.changes {
		typed := out // at most one change has typed resistances
		for _, r := range b.changes[i].Resists {
			if !slices.ContainsFunc(typed, func(t ruleset.Resistance) bool { return t.Word == r.Word && t.Of == r.Of }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// AttackChanges returns how effects change an attack made now.
func (s *State) AttackChanges(rs *ruleset.Ruleset, attacker, target *Combatant, ranged bool) AttackChanges {
	var out AttackChanges
	for _, b := range s.broughtTo(rs, attacker) {
		for _, c := range b.counting(ruleset.ChangesAttack, nil) {
			out.Bonuses = append(out.Bonuses, b.bonus(s, attacker, c))
		}
		for _, c := range b.counting(ruleset.ChangesEdge, nil) {
			out.Edges = b.edge(s, attacker, c, out.Edges)
		}
		for _, c := range b.counting(ruleset.ChangesDeals, nil) {
			out.Deals = append(out.Deals, Deals{b.name, c.Deals})
		}
	}
	var ac []Bonus
	for _, b := range s.broughtTo(rs, target) {
		for i := range b.changes {
			out.ByRange = out.ByRange || b.changes[i].ByRange()
		}
		for _, c := range b.counting(ruleset.ChangesAC, nil) {
			ac = append(ac, b.bonus(s, target, c))
		}
		for _, c := range b.counting(ruleset.ChangesAttacked, func(c *ruleset.Change) bool { return c.Of == "" || (c.Of == "ranged") == ranged }) {
			out.Edges = b.edge(s, target, c, out.Edges)
		}
		for _, c := range b.counting(ruleset.ChangesCritical, nil) {
			if out.Critical == "" && !(c.Melee() && ranged) {
				out.Critical = b.name
			}
		}
	}
	out.AC = RollBonuses(ac, nil)
	return out
}

// Resistances returns a combatant's resistances: its own, then those from effects.
func (s *State) Resistances(rs *ruleset.Ruleset, c *Combatant) []Resist {
	out := make([]Resist, len(c.Resists))
	for i, r := range c.Resists {
		out[i].Resistance = r
	}
	for _, b := range s.broughtTo(rs, c) {
		for _, r := range b.resists() {
			out = append(out, Resist{r, b.name})
		}
	}
	return out
}

// ImmuneTo reports whether a combatant is currently immune to a condition (NU-27).
func (s *State) ImmuneTo(rs *ruleset.Ruleset, c *Combatant, condition string) bool {
	return slices.ContainsFunc(s.Resistances(rs, c), func(r Resist) bool {
		return strings.EqualFold(r.Of, condition) && rs.Damage.Does(r.Word) == ruleset.DoesNone
	})
}

// TotalEdge returns the sum of advantages and disadvantages: any of one kind cancel any of the other, and several of a kind count as one
// (NU-22).
func TotalEdge(all []EdgeOf) Edge {
	has := func(edge Edge) bool { return slices.ContainsFunc(all, func(e EdgeOf) bool { return e.Edge == edge }) }
	switch up, down := has(Advantage), has(Disadvantage); {
	case up && !down:
		return Advantage
	case down && !up:
		return Disadvantage
	}
	return ""
}

// maxBonus limits what one effect can add to a roll.
const maxBonus = 1000

// RollBonuses rolls the bonuses' dice and returns those that count, as modifiers.
func RollBonuses(bonuses []Bonus, roller dice.Roller) []Mod {
	var out []Mod
	var types []string
	for _, b := range bonuses {
		roll := b.Dice.Roll(roller)
		m := Mod{Name: b.Name, N: max(-maxBonus, min(maxBonus, roll.Total)), Effect: true}
		if b.Dice.HasDice() {
			m.Roll = &roll
		}
		if m.N == 0 && m.Roll == nil {
			continue
		}
		same := -1
		for i := range out {
			if b.Type != "" && types[i] == b.Type && (out[i].N > 0) == (m.N > 0) {
				same = i
			}
		}
		switch {
		case same < 0:
			out, types = append(out, m), append(types, b.Type)
		case max(m.N, -m.N) > max(out[same].N, -out[same].N):
			out[same] = m
		}
	}
	return out
}

// bonus returns what a change adds for a combatant.
func (b *brought) bonus(s *State, c *Combatant, change *ruleset.Change) Bonus {
	return Bonus{Name: b.name, Type: b.kind, Dice: change.Value.Fill(s.CombatantValues(c, Facts{Level: b.level}))}
}

// edge appends the advantage or disadvantage that a change currently gives, if any.
func (b *brought) edge(s *State, c *Combatant, change *ruleset.Change, list []EdgeOf) []EdgeOf {
	switch n := change.Value.Value(s.CombatantValues(c, Facts{Level: b.level})); {
	case n > 0:
		return append(list, EdgeOf{b.name, Advantage})
	case n < 0:
		return append(list, EdgeOf{b.name, Disadvantage})
	}
	return list
}

// effectsBring returns what all effects on a combatant bring. A condition counts once, at its highest level; effects that aren't conditions add
// up whatever they are called (NU-22).
func (s *State) effectsBring(rs *ruleset.Ruleset, c *Combatant) []brought {
	var out []brought
	for i := range s.Effects {
		e := &s.Effects[i]
		if e.Changes == "" && !rs.ConditionsChange || !s.On(e, c) { // the first two spare most rulesets the work, on every turn
			continue
		}
		b := e.brings(rs)
		if b.changes == nil && b.also == nil {
			continue
		}
		switch at := slices.IndexFunc(out, b.same); {
		case at < 0, rs.Condition(e.Name) == nil:
			out = append(out, b)
		case b.level > out[at].level:
			out[at] = b
		}
	}
	return out
}

// addConditions appends the conditions that the items of the list bring with them, without duplicates.
func addConditions(rs *ruleset.Ruleset, out []brought) []brought {
	for i := 0; i < len(out); i++ { // out grows
		for _, name := range out[i].also {
			condition := rs.Condition(name)
			b := brought{name: condition.Name, kind: condition.Type, changes: condition.Changes, also: condition.Also}
			if condition.Level {
				b.level = max(1, out[i].level)
			}
			if !slices.ContainsFunc(out, b.same) {
				out = append(out, b)
			}
		}
	}
	return out
}

func (b brought) same(other brought) bool { return strings.EqualFold(b.name, other.name) }

// brings returns what an effect itself brings. What was typed with it comes before what its condition says.
func (e *Effect) brings(rs *ruleset.Ruleset) brought {
	b := brought{name: e.Name, level: e.Level}
	if e.Changes != "" { // parsing nothing takes memory too
		b.changes, _ = rs.ParseChanges(e.Changes) // checked when the effect was added
	}
	condition := rs.Condition(e.Name)
	if condition == nil {
		return b
	}
	b.kind, b.also = condition.Type, condition.Also
	b.typed = len(b.changes)
	b.changes = append(b.changes, condition.Changes...)
	return b
}

// SaveChanges is how the effects on a combatant change one of its saves.
type SaveChanges struct {
	Bonuses []Bonus // added to the roll
	Edges   []EdgeOf
	Fails   string // the effect that makes it fail without a roll, or empty
	Evades  string // the effect by which a success takes nothing and a failure what a success would, or empty
}

// Edge returns 1 for advantage, -1 for disadvantage, and 0 for neither, as formulas expect it.
func (c SaveChanges) Edge() int {
	switch TotalEdge(c.Edges) {
	case Advantage:
		return 1
	case Disadvantage:
		return -1
	}
	return 0
}

// SaveChanges returns how effects change a save with this stat made now. With an empty stat, only changes to all saves count.
func (s *State) SaveChanges(rs *ruleset.Ruleset, bearer *Combatant, stat string) SaveChanges {
	var out SaveChanges
	for _, b := range s.broughtTo(rs, bearer) {
		fits := func(c *ruleset.Change) bool { return c.Of == "" || c.Of == stat }
		if with := func(c *ruleset.Change) bool { return slices.Contains(c.Stats, stat) }; b.counting(ruleset.ChangesEvades, with) != nil {
			out.Evades = cmp.Or(out.Evades, b.name)
		}
		for _, c := range b.counting(ruleset.ChangesSaves, fits) {
			out.Bonuses = append(out.Bonuses, b.bonus(s, bearer, c))
		}
		for _, c := range b.counting(ruleset.ChangesSaveEdge, fits) {
			if c.Fail {
				out.Fails = cmp.Or(out.Fails, b.name)
			} else {
				out.Edges = b.edge(s, bearer, c, out.Edges)
			}
		}
	}
	return out
}

// CheckChanges returns how effects change a check with this roll that counts as one of these saves (NU-25). If saves is empty, they don't change it.
// If the roll doesn't use edge, there is no advantage or disadvantage.
func (s *State) CheckChanges(rs *ruleset.Ruleset, saves string, roll *formula.Formula, c *Combatant) SaveChanges {
	switch {
	case saves == "" || c == nil:
		return SaveChanges{}
	case saves == ruleset.SavesAll:
		saves = ""
	}
	out := s.SaveChanges(rs, c, saves)
	if !slices.Contains(roll.Facts(), "edge") {
		out.Edges = nil
	}
	return out
}
