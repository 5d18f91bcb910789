package chart

import (
	"image"
	"image/color"
)

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

func gray(n uint8) color.Color { return color.NRGBA{n, n, n, 255} }

func background() color.Color { return color.NRGBA{0x1e, 0x1f, 0x22, 255} }
func lighter() color.Color    { return color.NRGBA{0x2a, 0x2c, 0x31, 255} }
func ink() color.Color        { return gray(0xf2) }
func faint() color.Color      { return gray(0x9a) }

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
