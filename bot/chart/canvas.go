package chart

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"

	"roundel/bot/words/lang"
)

// vec is a point in the plane, or a distance: in a path, a round and a percentage; on a canvas, pixels from the top left corner.
type vec struct{ X, Y float64 }

// plus returns the point that is another vector away, that many times.
func (p vec) plus(times float64, other vec) vec {
	return vec{p.X + times*other.X, p.Y + times*other.Y}
}

// dashes are the lengths of the dashes of a line and of the gaps between them, in pixels. A solid line has neither.
type dashes struct{ dash, gap float64 }

// canvas is a picture being drawn. Polygons are collected until they are painted together, in one color.
type canvas struct {
	in       *lang.Language // of the words that are drawn
	img      *image.RGBA
	polygons [][]vec
	raster   vector.Rasterizer
	text     *letters
	heading  *letters
}

// newCanvas returns an empty picture. Its words are English if the font lacks letters of the language.
func newCanvas(in *lang.Language) (*canvas, error) {
	text, err := newLetters(18)
	if err != nil {
		return nil, err
	}
	heading, err := newLetters(22)
	if err != nil {
		return nil, err
	}
	if !text.draws(in) {
		in = lang.English()
	}
	c := &canvas{in: in, img: image.NewRGBA(image.Rect(0, 0, Width, Height)), text: text, heading: heading}
	c.fill(c.img.Bounds(), background())
	return c, nil
}

// fill paints a rectangle with sharp edges.
func (c *canvas) fill(r image.Rectangle, with color.Color) {
	draw.Draw(c.img, r, image.NewUniform(with), image.Point{}, draw.Src)
}

// paint draws the polygons that were collected. It touches only the part of the picture that they are in.
func (c *canvas) paint(with color.Color) {
	part := c.around()
	c.raster.Reset(part.Dx(), part.Dy())
	for _, corners := range c.polygons {
		for i, at := range corners {
			x, y := float32(at.X-float64(part.Min.X)), float32(at.Y-float64(part.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	mask := image.NewAlpha(c.raster.Bounds())
	c.raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(c.img, part, image.NewUniform(with), image.Point{}, mask, image.Point{}, draw.Over)
	c.polygons = nil
}

// around returns the smallest rectangle around the polygons.
func (c *canvas) around() image.Rectangle {
	var out image.Rectangle
	for _, corners := range c.polygons {
		for _, at := range corners {
			x, y := int(math.Floor(at.X)), int(math.Floor(at.Y))
			out = out.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return out
}

// polygon collects a polygon. All turn the same way, since two that overlap would cancel each other out if they didn't.
func (c *canvas) polygon(corners ...vec) {
	twice, last := 0.0, corners[len(corners)-1]
	for _, at := range corners {
		twice, last = twice+last.X*at.Y-at.X*last.Y, at
	}
	if twice < 0 {
		slices.Reverse(corners)
	}
	c.polygons = append(c.polygons, corners)
}

// line collects a line along a path.
func (c *canvas) line(path []vec, width float64, d dashes) {
	for _, piece := range d.cut(path) {
		c.solid(piece, width)
	}
}

// solid collects a rectangle for each part of a path, and fills the gaps between them where the path bends.
func (c *canvas) solid(path []vec, width float64) {
	var last vec // to the side of the path, half the width away from it
	for i, to := range path[1:] {
		from := path[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if length == 0 {
			continue
		}
		side := vec{(from.Y - to.Y) * width / 2 / length, (to.X - from.X) * width / 2 / length}
		c.polygon(from.plus(1, side), to.plus(1, side), to.plus(-1, side), from.plus(-1, side))
		outward := 1.0
		if last.X*side.Y > last.Y*side.X {
			outward = -1
		}
		middle := vec{}.plus(outward, last).plus(outward, side)
		if far := math.Hypot(middle.X, middle.Y); last != (vec{}) && far > 0 {
			c.polygon(from, from.plus(outward, last), from.plus(width/2/far, middle), from.plus(outward, side))
		}
		last = side
	}
}

// cut returns the dashes along a path.
func (d dashes) cut(path []vec) [][]vec {
	if d.dash <= 0 || d.gap <= 0 {
		return [][]vec{path}
	}
	var out [][]vec
	piece, left, visible := []vec{path[0]}, d.dash, true
	for _, to := range path[1:] {
		from := piece[len(piece)-1]
		rest := math.Hypot(to.X-from.X, to.Y-from.Y)
		for ; rest >= left; left = d.next(visible) {
			from = from.plus(left/rest, vec{to.X - from.X, to.Y - from.Y})
			rest -= left
			if visible {
				out = append(out, append(piece, from))
			}
			piece, visible = []vec{from}, !visible
		}
		left -= rest
		piece = append(piece, to)
	}
	if visible && len(piece) > 1 {
		out = append(out, piece)
	}
	return out
}

// next returns the length of a dash or, if dash is false, of a gap.
func (d dashes) next(dash bool) float64 {
	if dash {
		return d.dash
	}
	return d.gap
}

// shape is a marker: a regular polygon, filled or not, or a star of lines from the center to its corners.
type shape struct {
	corners int
	radius  float64 // from the center to a corner, in pixels
	turned  float64 // how far the first corner is from the top, in full turns
	style   style
}

type style int

const (
	filled style = iota
	outlined
	star
)

// marker collects a marker.
func (c *canvas) marker(s shape, at vec) {
	const thick = 2
	outer := s.outline(at, s.radius)
	inner := s.outline(at, s.radius-thick/math.Cos(math.Pi/float64(s.corners)))
	if s.style == filled {
		c.polygon(outer...)
		return
	}
	for i := range outer {
		if next := (i + 1) % len(outer); s.style == outlined {
			c.polygon(outer[i], outer[next], inner[next], inner[i])
		} else {
			c.solid([]vec{at, outer[i]}, thick)
		}
	}
}

// outline returns the corners of a shape.
func (s shape) outline(center vec, radius float64) []vec {
	var out []vec
	for i := range s.corners {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i)/float64(s.corners) + s.turned))
		out = append(out, center.plus(radius, vec{sin, -cos}))
	}
	return out
}
