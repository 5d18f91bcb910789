package monster

import (
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

// Weighed returns what foes of an encounter bring into the sum of a fight under a ruleset (MO-24). find finds their kinds; what it doesn't find isn't rated.
func Weighed(d *ruleset.Difficulty, foes []Foe, find func(name string) (*Monster, error)) []ruleset.RatedFoe {
	var out []ruleset.RatedFoe
	for i := range foes {
		f := &foes[i]
		if engine.SameName(f.Side, engine.Party) {
			continue
		}
		one := ruleset.RatedFoe{Name: f.Kind()}
		m := f.Own
		if m == nil {
			m, _ = find(f.Monster) // nil: it isn't known
		}
		if m != nil {
			one.Rating, one.Worth = m.Rating, m.Worth
			if a := d.Adjustment(f.Adjust); a != nil {
				one.Rating = a.Rated(m.Rating)
			}
		}
		out = append(out, slices.Repeat([]ruleset.RatedFoe{one}, max(1, f.Count))...)
	}
	return out
}

// ScaleEnd is why scaling an encounter ended.
type ScaleEnd string

// The reasons.
const (
	Scaled     ScaleEnd = "reached" // it has the difficulty
	ScaledOver ScaleEnd = "over"    // the next change would jump over the difficulty
	ScaledOut  ScaleEnd = "out"     // there is nothing left to change
)

// The words of adjustments by which encounters are scaled. A ruleset may lack them.
const (
	stronger = "elite"
	weaker   = "weak"
)

// Scale returns the encounter with its foes that come at once changed, one step at a time, until they are as hard for the party as wanted, or as near as
// the steps come (MO-30). want is the label of a budget. A kind is a row of foes that differ only in their number; kinds on the side of the party and
// those without a known worth stay as they are, and so do later waves. find finds monsters by their names.
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

// scaling is how the foes of an encounter are changed.
type scaling struct {
	d     *ruleset.Difficulty
	party []int
	room  int // copies that the encounter still has room for
	find  func(name string) (*Monster, error)
}

func (s *scaling) label(foes []Foe) ruleset.Label {
	return s.d.Judge(s.party, Weighed(s.d, foes, s.find)).Label
}

// rated returns what one foe of a kind brings into the sum. ok is false for kinds that aren't scaled.
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

// toAdjust returns which kind gets a word next: of those that don't have it, the one of the highest rating; -1 if there is none. Kinds whose worth is
// told apart from their rating, or would be unknown with the word, get none.
func (s *scaling) toAdjust(foes []Foe, word string) int {
	best, highest := -1, ruleset.Rating(0)
	if s.d.Adjustment(word) == nil {
		return best
	}
	for i, f := range foes {
		one, ok := s.rated(f)
		rating, _ := ruleset.ParseRating(one.Rating)
		if !ok || one.Worth != nil || strings.EqualFold(f.Adjust, word) || best >= 0 && rating <= highest {
			continue
		}
		f.Adjust = word
		if _, ok := s.rated(f); ok {
			best, highest = i, rating
		}
	}
	return best
}
