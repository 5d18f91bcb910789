package chart

import (
	"cmp"
	"reflect"
	"slices"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/view"
)

// History collects the hit points that everyone may know. The zero History is empty.
type History struct {
	In *lang.Language // nil: English

	name  string // of the fight
	lines []*line
	index map[engine.CombatantID]*line
	round int // of the last state
}

// line is one combatant's hit points.
type line struct {
	name   string
	health lang.Phrase // at the end
	grain  grain       // the coarsest in which its hit points were ever shown: it is drawn no finer
	gms    bool        // it was the GM's at some point
	points []point     // where the hit points changed, and the first; never empty
	until  int         // the last round in which it was in the fight
}

// grain is how finely a line may be drawn.
type grain int

// The grains, from the finest to the coarsest.
const (
	byNumber grain = iota
	byPlace        // of a bar (NU-32)
	byWord
)

// grainOf returns the grain of hit points that are blurred in a view.
func grainOf(blurred engine.HPShown) grain {
	switch blurred {
	case "":
		return byNumber
	case engine.HPBar:
		return byPlace
	}
	return byWord
}

// point is a combatant's hit points at the end of a round; those of round 0 are from before round 1.
type point struct {
	round, hp, most int
}

// share returns the hit points in percent of the maximum.
func (p point) share() float64 { return 100 * float64(p.hp) / float64(max(1, p.most)) }

// Equal reports whether the pictures of two histories are the same.
func (h *History) Equal(o *History) bool {
	return h.in() == o.in() && h.name == o.name && h.round == o.round && reflect.DeepEqual(h.lines, o.lines)
}

func (h *History) in() *lang.Language { return cmp.Or(h.In, lang.English()) }

// Note records the hit points in a state, the last one of its round. States must come in order. Those whose hit points are not shown are left
// out for good (NU-32).
func (h *History) Note(s *engine.State) {
	if s == nil {
		return
	}
	if h.index == nil {
		h.index = map[engine.CombatantID]*line{}
	}
	s = view.State(s, view.Viewer{})
	h.name, h.round = s.Name, s.Round
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if !c.HasHP {
			continue
		}
		l := h.index[c.ID]
		if l == nil {
			l = &line{}
			h.index[c.ID], h.lines = l, append(h.lines, l)
		}
		l.name, l.health, l.until = c.Name, words.HealthOf(c), s.Round
		l.gms = l.gms || c.Owner == ""
		l.grain = max(l.grain, grainOf(c.Blurred))
		if c.Blurred == engine.HPNothing {
			h.lines = slices.DeleteFunc(h.lines, func(one *line) bool { return one == l })
		}
		l.note(point{s.Round, c.HP, c.MaxHP})
	}
}

// note adds a point unless nothing has changed. The second one of a round replaces the first.
func (l *line) note(p point) {
	if n := len(l.points); n > 0 && l.points[n-1].round == p.round {
		l.points = l.points[:n-1]
	}
	if n := len(l.points); n == 0 || l.points[n-1].hp != p.hp || l.points[n-1].most != p.most {
		l.points = append(l.points, p)
	}
}

// change returns how much a combatant's hit points went up and down, in percent of its maximum.
func (l *line) change() float64 {
	sum := 0.0
	for i, p := range l.points[1:] {
		sum += max(p.height(l.grain)-l.points[i].height(l.grain), l.points[i].height(l.grain)-p.height(l.grain))
	}
	return sum
}

// The heights of the bands, in percent: those in between are drawn in the middle of what the words say.
const (
	hurt     = 75
	bloodied = 37.5
	critical = 12.5
)

// height returns where a point is drawn. There is only one height for each word, or for each place of a bar, whatever the numbers are.
func (p point) height(g grain) float64 {
	switch share := p.share(); {
	case g == byNumber || share <= 0 || share >= 100:
		return max(0, min(100, share))
	case g == byPlace:
		return 100 / engine.HPBarPlaces * float64(engine.BarHP(p.hp, p.most))
	case share > 50:
		return hurt
	case share > 25:
		return bloodied
	}
	return critical
}

// fell returns the round in which a combatant went down for good, or -1 if it is standing at the end.
func (l *line) fell() int {
	round := -1
	for _, p := range l.points {
		switch {
		case p.hp > 0:
			round = -1
		case round < 0:
			round = p.round
		}
	}
	return round
}

// most is the maximum number of lines in a picture.
const most = 10

// shown returns the lines to draw, in the order the combatants joined. If there are too many, it keeps those that changed most.
func (h *History) shown() []*line {
	if len(h.lines) <= most {
		return h.lines
	}
	byChange := slices.Clone(h.lines)
	slices.SortStableFunc(byChange, func(a, b *line) int { return cmp.Compare(b.change(), a.change()) })
	return slices.DeleteFunc(slices.Clone(h.lines), func(l *line) bool { return !slices.Contains(byChange[:most], l) })
}

// worthIt reports whether there is something to see: hit points, and either a whole round or a change.
func (h *History) worthIt() bool {
	return h.round > 1 && len(h.lines) > 0 ||
		h.round == 1 && slices.ContainsFunc(h.lines, func(l *line) bool { return l.change() > 0 })
}

// altLength is Discord's limit for the description of a file.
const altLength = 1024

// alt describes the picture to readers who can't see it: who went down when, and how the others ended.
func (h *History) alt() string {
	var down, up []lang.Phrase
	for _, l := range h.lines {
		who := lang.Name("who", l.name)
		switch fell := l.fell(); {
		case fell > 0:
			down = append(down, lang.P("chart.fell", who, lang.Int("round", fell)))
		case fell == 0:
			down = append(down, lang.P("chart.fell-early", who))
		case l.until == h.round:
			up = append(up, lang.P("summary.fate", who, lang.Part("health", l.health)))
		}
	}
	for names := 10; ; names-- {
		text := h.in().Label("chart.alt", lang.N("combatants", len(h.lines)), lang.N("rounds", h.round), words.FirstOf("down", down, names), words.FirstOf("up", up, names))
		if words.Length(text) <= altLength || names == 1 {
			return text
		}
	}
}
