package chart

import "image/color"

// look is how a line is drawn. No two lines of a picture have the same shape and dashes, so that they differ without color.
type look struct {
	color  color.Color
	shape  shape
	dashes dashes
}

// lookOf returns the look of the i-th line. A vague one, whose numbers are not shown, is dashed.
func lookOf(i int, vague bool) look {
	colors, shapes := colors(), shapes()
	out := look{color: colors[i%len(colors)], shape: shapes[i%len(shapes)]}
	switch second := i >= len(shapes); {
	case vague && second:
		out.dashes = dashes{3, 5}
	case vague:
		out.dashes = dashes{11, 6}
	case second:
		out.dashes = dashes{30, 4}
	}
	return out
}

// shapes returns the markers: each has about the same area as a circle, or the same size.
func shapes() []shape {
	return []shape{
		{32, 7, 0, filled},          // circle
		{4, 8.5, 1.0 / 8, filled},   // square
		{3, 8.75, 0, filled},        // triangle
		{32, 7.5, 0, outlined},      // ring
		{4, 9.5, 1.0 / 8, outlined}, // empty square
		{3, 10.5, 0, outlined},      // empty triangle
		{4, 8, 1.0 / 8, star},       // cross
		{4, 8, 0, star},             // plus
	}
}
