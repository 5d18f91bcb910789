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

// colors are easy to tell apart, also for most people who are color-blind, and bright on the dark background.
func colors() []color.Color {
	return []color.Color{
		color.NRGBA{0x56, 0xb4, 0xe9, 255}, // sky blue
		color.NRGBA{0xe6, 0x9f, 0x00, 255}, // orange
		color.NRGBA{0x2f, 0xd1, 0xa0, 255}, // green
		color.NRGBA{0xf0, 0xe4, 0x42, 255}, // yellow
		color.NRGBA{0xe6, 0x8f, 0xc0, 255}, // pink
		color.NRGBA{0xff, 0x7a, 0x45, 255}, // vermilion
		color.NRGBA{0xb3, 0x9d, 0xff, 255}, // violet
		color.NRGBA{0xff, 0xff, 0xff, 255}, // white
		color.NRGBA{0xa6, 0xe2, 0x2e, 255}, // lime
		color.NRGBA{0x9f, 0xb4, 0xc7, 255}, // gray blue
	}
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
