package chart

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strconv"

	"roundel/bot/words"
	"roundel/bot/words/lang"
)

// Picture is a PNG with its alt text.
type Picture struct {
	PNG []byte
	Alt string
}

// The size of a picture, in pixels. Discord shows it smaller, so text and lines are large.
const (
	Width  = 1000
	Height = 560
)

// Where the parts of a picture are, in pixels.
const (
	titleY      = 25
	unhurtY     = 70 // 100%
	percentY    = 4  // how high a percent is
	downY       = unhurtY + 100*percentY
	roundsY     = downY + 28 // the axis of the rounds
	margin      = 16
	tick        = 10
	right       = 723                  // the last round
	middle      = (margin + right) / 2 // of all but the legend
	legendX     = 744
	legendWidth = Width - legendX
	legendRow   = 25
	sample      = 44 // the width of a line in the legend
	leastName   = 90 // the least width of a long name in the legend
	lineWidth   = 3
)

// Picture draws the hit points that were noted. It returns nil if there is nothing to see: no hit points, or no round.
func (h *History) Picture() (*Picture, error) {
	if !h.worthIt() {
		return nil, nil
	}
	c, err := newCanvas(h.in())
	if err != nil {
		return nil, err
	}
	h.draw(c)
	var out bytes.Buffer
	if err := png.Encode(&out, reduced(c.img)); err != nil {
		return nil, err
	}
	return &Picture{out.Bytes(), h.alt()}, nil
}

func (h *History) draw(c *canvas) {
	c.heading.write(c.img, h.title(c.in, c.heading), vec{middle, titleY}, 0.5, ink())
	left := h.drawBands(c)
	h.drawRounds(c, left)
	shown := h.shown()
	for i, l := range shown {
		at := vec{legendX, unhurtY + 0.5 + legendRow*float64(i)} // in the middle of a pixel, for sharp lines
		c.text.write(c.img, h.label(l, c.in, c.text), at.plus(sample+5, vec{1, 0}), 0, ink())
		look := lookOf(i, l.grain > byNumber)
		c.line([]vec{at, at.plus(sample, vec{1, 0})}, lineWidth, look.dashes)
		c.marker(look.shape, at.plus(sample/2, vec{1, 0}))
		c.paint(look.color)
		h.drawLine(c, l, left, l.apart(i, len(shown)), look)
		c.paint(look.color)
	}
	if more := len(h.lines) - len(shown); more > 0 {
		c.text.write(c.img, c.in.Label("chart.more", lang.N("n", more)), vec{legendX + sample + 5, unhurtY + legendRow*float64(len(shown))}, 0, ink())
	}
}

// title returns the heading. A name that is too long is cut so that the rest stays.
func (h *History) title(in *lang.Language, letters *letters) string {
	title := func(name string) string { return in.Label("chart.title", lang.Name("fight", name)) }
	return title(letters.clip(letters.drawable(h.name), right-margin-letters.width(title(""))))
}

// drawBands draws the words for the bands on the left, and every second band lighter. It returns where the rounds begin.
func (h *History) drawBands(c *canvas) (left int) {
	labels, widest := bandLabels(c.in), 0.0
	for _, l := range labels {
		widest = max(widest, c.text.width(l.text))
	}
	axis := margin + int(widest) + 5 + tick
	for _, l := range labels {
		y := heightOf(l.at)
		c.text.write(c.img, l.text, vec{float64(axis - tick - 5), y}, 1, ink())
		c.fill(image.Rect(axis-tick, int(y), axis, int(y)+1), faint())
	}
	c.fill(image.Rect(axis, int(heightOf(106)), axis+1, int(heightOf(-6))), faint())
	left = axis + 11
	for _, band := range [][2]float64{{0, 25}, {50, 100}} {
		c.fill(image.Rect(left, int(heightOf(band[1])), right, int(heightOf(band[0]))), lighter())
	}
	return left
}

// drawRounds draws the axis of the rounds.
func (h *History) drawRounds(c *canvas, left int) {
	c.fill(image.Rect(left, roundsY, right, roundsY+1), faint())
	for round := 0; round <= h.round; round += h.step() {
		text := strconv.Itoa(round)
		if round == 0 {
			text = c.in.Label("chart.start")
		}
		x := h.across(float64(round), left)
		c.fill(image.Rect(int(x), roundsY, int(x)+1, roundsY+tick), faint())
		c.text.write(c.img, text, vec{x, roundsY + tick + 10}, 0.5, ink())
	}
	c.text.write(c.img, h.legend(c.in), vec{float64(left+right) / 2, roundsY + tick + 30}, 0.5, ink())
}

// legend says what the rounds are and, if some lines are dashed, which.
func (h *History) legend(in *lang.Language) string {
	dashed := slices.ContainsFunc(h.shown(), func(l *line) bool { return l.grain > byNumber })
	if slices.ContainsFunc(h.shown(), func(l *line) bool { return l.gms != (l.grain > byNumber) }) && dashed {
		return in.Label("chart.rounds-numbers")
	}
	return in.Label("chart.rounds", lang.Flag("dashed", dashed))
}

// drawLine collects a combatant's line with its markers.
func (h *History) drawLine(c *canvas, l *line, left int, apart float64, look look) {
	path := l.path(h.round, apart)
	var corners []vec
	for i, p := range path {
		at := vec{h.across(p.X, left), heightOf(p.Y)}
		if i > 0 && l.grain > byNumber {
			before := corners[len(corners)-1]
			half := (before.X + at.X) / 2
			corners = append(corners, vec{half, before.Y}, vec{half, at.Y})
		}
		corners = append(corners, at)
	}
	c.line(corners, lineWidth, look.dashes)
	for _, p := range withMarkers(path, h.step()) {
		c.marker(look.shape, vec{h.across(p.X, left), heightOf(p.Y)})
	}
}

// withMarkers returns the points of a path that have a marker: those in the rounds that have a label or, in a fight so long that
// the path leaves rounds out, the first ones after them. A path of one point has a marker too.
func withMarkers(path []vec, step int) []vec {
	if len(path) == 1 {
		return path
	}
	var out []vec
	next := (int(path[0].X) + step - 1) / step * step
	for _, p := range path {
		if round := int(p.X); round >= next {
			out = append(out, p)
			next = (round/step + 1) * step
		}
	}
	return out
}

// step returns how many rounds there are from one label to the next. There is room for a dozen labels, or for nine long ones.
func (h *History) step() int {
	if h.round >= 1000 {
		return 1 + h.round/9
	}
	return 1 + h.round/12
}

// across returns where a round is drawn, the first and last in the middle of a pixel.
func (h *History) across(round float64, left int) float64 {
	return float64(left) + 0.5 + round*float64(right-left)/float64(h.round)
}

// heightOf returns where a percentage is drawn, whole ones in the middle of a pixel.
func heightOf(n float64) float64 { return downY + 0.5 - percentY*n }

// label returns a line's entry in the legend. A long name is cut so that the hit points fit, but not below leastName; if they still
// don't fit, they are cut too.
func (h *History) label(l *line, in *lang.Language, letters *letters) string {
	name := letters.drawable(l.name)
	if name == "" {
		name = in.Label("chart.nameless", lang.Int("n", slices.Index(h.lines, l)+1))
	}
	health := lang.Text("health", letters.drawable(in.Label("list.part", lang.Part("part", l.health))))
	line := func(name string) string {
		return in.Label("chart.line", lang.Name("who", name), lang.Flag("left", l.until < h.round), health)
	}
	const room = legendWidth - sample - 10
	return letters.clip(line(letters.clip(name, max(leastName, room-letters.width(line(""))))), room)
}

// maxSteps is the maximum number of rounds between which a line is drawn; of a longer fight, some rounds are left out.
const maxSteps = 200

// path returns the points of a line over the rounds. Lines are drawn a little apart, or equal ones would hide each other.
func (l *line) path(rounds int, apart float64) []vec {
	step := 1 + rounds/maxSteps
	var out []vec
	next := 0
	for round := l.points[0].round; round <= l.until; round++ {
		for next < len(l.points) && l.points[next].round <= round {
			next++
		}
		if (round-l.points[0].round)%step == 0 || round == l.until {
			out = append(out, vec{float64(round), l.points[next-1].height(l.grain) + apart})
		}
	}
	return out
}

// apart returns by how many percent a line, the i-th of n, is drawn above its height. One that isn't drawn by numbers stays within its band.
func (l *line) apart(i, n int) float64 {
	each := 0.6
	if l.grain > byNumber {
		each = 1.1
	}
	return each * (float64(n-1)/2 - float64(i))
}

// bandLabel is what is written next to a percentage.
type bandLabel struct {
	at   float64
	text string
}

// bandLabels returns the word for each band, and the percentages between them.
func bandLabels(in *lang.Language) []bandLabel {
	var out []bandLabel
	for _, at := range []float64{0, critical, bloodied, hurt, 100} {
		out = append(out, bandLabel{at, words.Band(in, int(at*8), 800)})
	}
	for _, at := range []float64{25, 50} {
		out = append(out, bandLabel{at, strconv.Itoa(int(at)) + "%"})
	}
	return out
}
