package chart

import (
	"image"
	"image/color"
)

// shades is the number of steps from a color to the background, used for the edges of lines and letters.
const shades = 9

// palette returns the colors of a picture: at most 256, so that its file is small.
func palette() color.Palette {
	out := color.Palette{background(), lighter()}
	for _, c := range append(colors(), ink(), faint()) {
		for _, behind := range []color.Color{background(), lighter()} {
			for step := 1; step <= shades; step++ {
				out = append(out, mixed(behind, c, step))
			}
		}
	}
	return out
}

// mixed returns a color between two others; in the last step it is the second one.
func mixed(from, to color.Color, step int) color.Color {
	a, b := color.NRGBAModel.Convert(from).(color.NRGBA), color.NRGBAModel.Convert(to).(color.NRGBA)
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(shades-step) + int(b)*step) / shades) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// reduced returns an opaque picture in the colors of the palette. Each color is looked up only once.
func reduced(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Bounds(), palette())
	known := map[[3]uint8]uint8{}
	var last [3]uint8
	for i := range out.Pix {
		rgb := [3]uint8(img.Pix[4*i : 4*i+3])
		if i > 0 && rgb == last {
			out.Pix[i] = out.Pix[i-1]
			continue
		}
		last = rgb
		at, ok := known[rgb]
		if !ok {
			at = uint8(out.Palette.Index(color.NRGBA{rgb[0], rgb[1], rgb[2], 255}))
			known[rgb] = at
		}
		out.Pix[i] = at
	}
	return out
}
