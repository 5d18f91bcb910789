package engine

import (
	"cmp"
	"slices"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// Part is one part of an amount of damage: its amount and its names, which are kinds and marks (NU-4). Without names, it is untyped.
type Part struct {
	Names  []string `json:"names,omitempty"`
	Amount int      `json:"amount"`
}

// RollAmount rolls an amount and returns its parts. A part may be negative until everything is added up; see [WholeParts].
func RollAmount(a ruleset.Amount, roller dice.Roller) (dice.Result, []Part) {
	roll := a.Dice.Roll(roller)
	roll.Expr = a.String()
	var parts []Part
	for i, n := range a.Dice.Terms(roll) {
		p := Part{Amount: n}
		if a.Names != nil {
			p.Names = a.Names[i]
		}
		parts = AddPart(parts, p)
	}
	return roll, parts
}

// AddPart adds a part to a list. Parts with the same names are merged (NU-4).
func AddPart(parts []Part, p Part) []Part {
	for i := range parts {
		if ruleset.SameNames(parts[i].Names, p.Names) {
			parts[i].Amount += p.Amount
			return parts
		}
	}
	return append(parts, p)
}

// WholeParts raises negative parts to 0 and returns the parts and their sum.
func WholeParts(parts []Part) (whole []Part, sum int) {
	for _, p := range parts {
		p.Amount = max(0, p.Amount)
		whole, sum = append(whole, p), sum+p.Amount
	}
	return whole, sum
}

// Resist is a resistance that a combatant currently has.
type Resist struct {
	ruleset.Resistance
	From string `json:"from,omitempty"` // the effect that gives it; empty: its own
}

// Withstood is the part of an amount that reaches one target.
type Withstood struct {
	Shared  int      // the total after step 2 of NU-8
	Arrives int      // the total after step 3: the damage before soak
	By      []Resist // the resistances that changed something, in the order of the words
}

// Withstand halves each part by itself if half is set, and rounds it. It then applies the words in the order of the file. That completes steps 2
// and 3 of NU-8. For plain damage, resists is empty (NU-10). No part may be negative, and none is changed. d must not be nil.
func Withstand(d *ruleset.Damage, parts []Part, half bool, resists []Resist) Withstood {
	var out Withstood
	left := slices.Clone(parts)
	for i := range left {
		if half {
			left[i].Amount = d.Half(left[i].Amount)
		}
		out.Shared += left[i].Amount
	}
	for _, w := range d.Words {
		of := slices.DeleteFunc(slices.Clone(resists), func(r Resist) bool { return r.Word != w.Word })
		if w.Does.Counted() {
			out.By = append(out.By, useOnce(d, w.Does, left, of)...)
		} else {
			out.By = append(out.By, useOnEach(d, w.Does, left, of)...)
		}
	}
	for _, p := range left {
		out.Arrives += p.Amount
	}
	return out
}

// useOnEach applies a word once to every part that it fits, however many resistances fit. It returns the resistances that changed something.
func useOnEach(d *ruleset.Damage, does ruleset.WordDoes, parts []Part, resists []Resist) []Resist {
	var by []Resist
	for i := range parts {
		p := &parts[i]
		at := slices.IndexFunc(resists, func(r Resist) bool { return d.Fits(&r.Resistance, p.Names) })
		if at < 0 {
			continue
		}
		before := p.Amount
		switch does {
		case ruleset.DoesNone:
			p.Amount = 0
		case ruleset.DoesHalf:
			p.Amount = d.Half(p.Amount)
		case ruleset.DoesDouble:
			p.Amount *= 2
		}
		if p.Amount != before && !slices.ContainsFunc(by, resists[at].same) {
			by = append(by, resists[at])
		}
	}
	return by
}

func (r Resist) same(other Resist) bool {
	return r.Of == other.Of && slices.Equal(r.Except, other.Except)
}

// useOnce applies a word with numbers: the highest first, each resistance to one part that no resistance with this word has been used on,
// where it does most. It returns the resistances that changed something.
func useOnce(d *ruleset.Damage, does ruleset.WordDoes, parts []Part, resists []Resist) []Resist {
	var by []Resist
	slices.SortStableFunc(resists, func(a, b Resist) int { return cmp.Compare(b.N, a.N) })
	used := make([]bool, len(parts))
	for _, r := range resists {
		best, most := -1, 0
		for i := range parts {
			if used[i] || parts[i].Amount == 0 || !d.Fits(&r.Resistance, parts[i].Names) {
				continue
			}
			n := r.N
			if does == ruleset.DoesMinus {
				n = min(n, parts[i].Amount)
			}
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			continue
		}
		if does == ruleset.DoesMinus {
			most = -most
		}
		parts[best].Amount, used[best] = parts[best].Amount+most, true
		by = append(by, r)
	}
	return by
}
