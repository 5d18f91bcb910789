package chart

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"roundel/bot/words/lang"
)

func blank(t *testing.T) *canvas {
	t.Helper()
	c, err := newCanvas(lang.English())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPolygonsThatOverlap checks that two polygons that turn different ways don't cancel each other out.
func TestPolygonsThatOverlap(t *testing.T) {
	c := blank(t)
	c.polygon(vec{10, 10}, vec{30, 10}, vec{30, 30}, vec{10, 30})
	c.polygon(vec{20, 20}, vec{20, 40}, vec{40, 40}, vec{40, 20})
	c.paint(ink())
	if got, want := count(c.img, ink()), 2*20*20-10*10; got != want {
		t.Errorf("%d pixels, want %d", got, want)
	}
}

// TestBends checks that a line has no gaps where it bends, whichever way it turns.
func TestBends(t *testing.T) {
	for _, turn := range []float64{-150, -90, -30, 30, 90, 150} {
		c := blank(t)
		sin, cos := math.Sincos(turn * math.Pi / 180)
		bend := vec{500, 300}
		c.line([]vec{{300, 300}, bend, bend, bend.plus(200, vec{cos, sin})}, 40, dashes{})
		c.paint(ink())
		sin, cos = math.Sincos(turn / 2 * math.Pi / 180) // the outer side is at a right angle to the mean of both directions
		at := bend.plus(math.Copysign(18, turn), vec{sin, -cos})
		if got := c.img.At(int(at.X), int(at.Y)); color.NRGBAModel.Convert(got) != ink() {
			t.Errorf("by %.0f degrees: %v at %v", turn, got, at)
		}
	}
}

// TestDashes checks that dashes go around corners, and that the last one may be short.
func TestDashes(t *testing.T) {
	for want, d := range map[string]dashes{
		"[[{0 0} {10 0} {10 9}]]":                               {},
		"[[{0 0} {4 0}] [{8 0} {10 0} {10 2}] [{10 6} {10 9}]]": {4, 4},
		"[[{0 0} {10 0}] [{10 5} {10 9}]]":                      {10, 5},
		"[[{0 0} {6 0}]]":                                       {6, 14},
	} {
		if got := fmt.Sprint(d.cut([]vec{{0, 0}, {10, 0}, {10, 9}})); got != want {
			t.Errorf("%v: got %s, want %s", d, got, want)
		}
	}
}

// TestALongTitle checks that a title stays within the plot, and that only the name of the fight is cut.
func TestALongTitle(t *testing.T) {
	c := blank(t)
	for _, name := range []string{"Bridge", strings.Repeat("W", 100), strings.Repeat("very long ", 20)} {
		title := (&History{name: name}).title(c.in, c.heading)
		if !strings.HasSuffix(title, ": hit points by round") || !strings.HasPrefix(title, name[:6]) || c.heading.width(title) > right-margin {
			t.Errorf("%q has %.0f pixels", title, c.heading.width(title))
		}
	}
}

// TestRoundLabels checks that the labels of the rounds don't touch each other, however long the fight is.
func TestRoundLabels(t *testing.T) {
	c := blank(t)
	for _, rounds := range []int{1, 12, 13, 60, 144, 999, 1000, 9999, 20_000, 99_999} {
		h := &History{round: rounds}
		space := h.across(float64(h.step()), 110) - h.across(0, 110)
		if width := c.text.width(fmt.Sprint(rounds)); width+5 > space {
			t.Errorf("%d rounds: labels of %.0f pixels every %.0f", rounds, width, space)
		}
	}
}

// TestMarkers checks which points of a line have a marker.
func TestMarkers(t *testing.T) {
	at := func(rounds ...float64) (out []vec) {
		for _, round := range rounds {
			out = append(out, vec{round, 50})
		}
		return out
	}
	for want, path := range map[string][]vec{
		"[{0 50} {5 50} {10 50}]": at(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
		"[{5 50}]":                at(3, 4, 5, 6),
		"[{0 50} {6 50} {12 50}]": at(0, 3, 6, 9, 12, 13),
		"[{3 50}]":                at(3),
		"[]":                      at(3, 4),
	} {
		if got := fmt.Sprint(withMarkers(path, 5)); got != want {
			t.Errorf("%v: got %s, want %s", path, got, want)
		}
	}
}
