package monster

import (
	"cmp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// Weighed returns the foes of an encounter for the difficulty of a fight to be judged (MO-24). find looks up monsters by name; those that it
// doesn't find have no rating.
func Weighed(d *ruleset.Difficulty, foes []Foe, find func(name string) (*Monster, error)) []ruleset.RatedFoe {
	var out []ruleset.RatedFoe
	for i := range foes {
		f := &foes[i]
		if engine.SameName(f.Side, engine.Party) {
			continue
		}
		one := ruleset.RatedFoe{Name: f.Kind()}
		if m := f.known(find); m != nil {
			one.Rating, one.Worth = m.Rating, m.Worth
			if a := d.Adjustment(f.Adjust); a != nil {
				one.Rating = a.Rated(m.Rating)
			}
		}
		out = append(out, slices.Repeat([]ruleset.RatedFoe{one}, max(1, f.Count))...)
	}
	return out
}

// known returns the foe's monster, or nil if find doesn't find it.
func (f *Foe) known(find func(name string) (*Monster, error)) *Monster {
	if f.Own != nil {
		return f.Own
	}
	m, _ := find(f.Monster)
	return m
}

// ScaleEnd is the reason why scaling an encounter stopped.
type ScaleEnd string

// The reasons.
const (
	Scaled     ScaleEnd = "reached" // Scale reached the wanted difficulty
	ScaledOver ScaleEnd = "over"    // the next step would go beyond it
	ScaledOut  ScaleEnd = "out"     // nothing is left to change
)

// The words for the adjustments that scaling uses. A ruleset may not have them.
const (
	stronger = "elite"
	weaker   = "weak"
)

// Scale changes the foes that join at the start, one step at a time, until they are as hard for the party as wanted, or as close as the steps
// get (MO-30). want is the label of a budget. Foes that differ only in number count as one kind; kinds on the party's side and those without a
// known worth stay unchanged, and so do later waves. find looks up monsters by name.
func Scale(e *Encounter, d *ruleset.Difficulty, party []int, want ruleset.Label, find func(name string) (*Monster, error)) (*Encounter, ScaleEnd) {
	known := map[string]*Monster{}
	s := scaling{d: d, party: party, room: MaxFoes - e.Heads(), find: func(name string) (*Monster, error) {
		m, seen := known[name]
		if seen {
			return m, nil
		}
		m, err := find(name)
		known[name] = m
		return m, err
	}}
	foes := slices.Clone(e.Wave(0))
	label := s.label(foes)
	harder, end := label < want, Scaled
	for label != want {
		next := s.step(foes, harder)
		if next == nil {
			end = ScaledOut
			break
		}
		after := s.label(next)
		if harder && after > want || !harder && after < want {
			end = ScaledOver
			break
		}
		foes, label = next, after
	}
	out := &Encounter{Name: e.Name, Waves: e.Later()}
	out.Add(0, foes...)
	return out, end
}

// scaling is the state of scaling an encounter.
type scaling struct {
	d     *ruleset.Difficulty
	party []int
	room  int // copies that the encounter still has room for
	find  func(name string) (*Monster, error)
}

func (s *scaling) label(foes []Foe) ruleset.Label {
	return s.d.Judge(s.party, Weighed(s.d, foes, s.find)).Label
}

// rated returns one foe of a kind with its worth. ok is false for kinds that aren't scaled.
func (s *scaling) rated(f Foe) (one ruleset.RatedFoe, ok bool) {
	f.Count = 1
	all := Weighed(s.d, []Foe{f}, s.find)
	if len(all) == 0 {
		return one, false
	}
	_, ok, _ = s.d.WorthOf(all[0], s.party)
	return all[0], ok
}

// step returns the foes after the next step, or nil if there is none.
func (s *scaling) step(foes []Foe, harder bool) []Foe {
	foes = slices.Clone(foes)
	most := -1
	for i := range foes {
		if _, ok := s.rated(foes[i]); ok && (most < 0 || foes[i].Count > foes[most].Count) {
			most = i
		}
	}
	switch {
	case most < 0:
		return nil
	case !harder && foes[most].Count > 1:
		foes[most].Count--
		return foes
	case harder && foes[most].Count < MaxCount && s.room > 0:
		foes[most].Count++
		s.room--
		return foes
	}
	word := weaker
	if harder {
		word = stronger
	}
	i := s.toAdjust(foes, word)
	if i < 0 {
		return nil
	}
	foes[i].Adjust = word
	return foes
}

// toAdjust returns the index of the kind to adjust next: the one with the highest rating that doesn't have the word yet, or -1 if there is
// none. Kinds whose worth is given apart from their rating, or wouldn't be known after the adjustment, are skipped.
func (s *scaling) toAdjust(foes []Foe, word string) int {
	best, highest := -1, ruleset.Rating(0)
	if s.d.Adjustment(word) == nil {
		return best
	}
	for i, f := range foes {
		one, ok := s.rated(f)
		rating, _ := ruleset.ParseRating(one.Rating)
		if !ok || one.Worth != nil || strings.EqualFold(cmp.Or(f.Adjust, f.known(s.find).Adjust), word) || best >= 0 && rating <= highest {
			continue
		}
		f.Adjust = word
		if _, ok := s.rated(f); ok {
			best, highest = i, rating
		}
	}
	return best
}
