package chart

import (
	"bytes"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"roundel/bot/words"
	"roundel/bot/words/plain"
)

// Picture is a PNG with its alt text.
type Picture struct {
	PNG []byte
	Alt string
}

// The size of a picture, in pixels.
const (
	Width  = 1000
	Height = 560

	legendWidth = 270
)

// pixel is one pixel of the picture: Discord shows it smaller, so text and lines are large.
const pixel = vg.Inch / vgimg.DefaultDPI

// Picture draws the hit points that were noted. It returns nil if there is nothing to see: no hit points, or no round.
func (h *History) Picture() (*Picture, error) {
	if !h.worthIt() {
		return nil, nil
	}
	p, legend, err := h.plot()
	if err != nil {
		return nil, err
	}
	img := vgimg.NewWith(vgimg.UseWH(Width*pixel, Height*pixel), vgimg.UseBackgroundColor(background()))
	all := draw.New(img)
	p.Draw(draw.Crop(all, 16*pixel, -legendWidth*pixel, 12*pixel, -14*pixel))
	legend.Draw(draw.Crop(all, (Width-legendWidth+14)*pixel, 0, 0, -60*pixel))
	var out bytes.Buffer
	if err := png.Encode(&out, reduced(img.Image())); err != nil {
		return nil, err
	}
	return &Picture{out.Bytes(), h.alt()}, nil
}

// plot returns the plot and its legend, which goes next to it.
func (h *History) plot() (*plot.Plot, *plot.Legend, error) {
	p := plot.New()
	p.BackgroundColor = background()
	p.Title.Text = clip(drawable(words.ChartTitle(h.name)), p.Title.TextStyle, (Width-legendWidth-40)*pixel)
	p.Title.TextStyle.Color, p.Title.TextStyle.Font = ink(), typeface(22)
	p.Title.TextStyle.XAlign, p.Title.Padding = draw.XCenter, 8*pixel
	p.X.Label.Text = words.ChartRounds(slices.ContainsFunc(h.shown(), func(l *line) bool { return l.vague }))
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color, axis.Label.TextStyle.Color, axis.Tick.Label.Color = faint(), faint(), ink(), ink()
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = typeface(18), typeface(18)
		axis.Padding = 4 * pixel
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = h.roundTicks(), bandTicks()
	bands, err := h.bands()
	if err != nil {
		return nil, nil, err
	}
	p.Add(bands...)
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding, legend.ThumbnailWidth = true, true, 9*pixel, 44*pixel
	legend.TextStyle.Font, legend.TextStyle.Color, legend.YPosition = typeface(18), ink(), draw.PosCenter
	if err := h.addLines(p, &legend); err != nil {
		return nil, nil, err
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(h.round), -6, 106
	return p, &legend, nil
}

// addLines adds a line and an entry of the legend for each combatant that is shown.
func (h *History) addLines(p *plot.Plot, legend *plot.Legend) error {
	shown := h.shown()
	for i, l := range shown {
		curve, marks, err := plotter.NewLinePoints(l.path(h.round, l.apart(i, len(shown))))
		if err != nil {
			return err
		}
		look := lookOf(i, l.vague)
		curve.Color, curve.Width, curve.Dashes = look.color, 3*pixel, look.dashes
		if l.vague {
			curve.StepStyle = plotter.MidStep
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: look.color, Radius: 7 * pixel, Shape: look.shape}
		marks.XYs = slices.DeleteFunc(slices.Clone(marks.XYs), func(at plotter.XY) bool { return int(at.X)%(1+h.round/12) != 0 && len(marks.XYs) > 1 })
		p.Add(curve, marks)
		legend.Add(h.label(l, legend.TextStyle), curve, marks)
	}
	if more := len(h.lines) - len(shown); more > 0 {
		legend.Add(words.ChartMore(more))
	}
	return nil
}

// label returns a line's entry in the legend. A name that is too long is cut so that the hit points stay.
func (h *History) label(l *line, style text.Style) string {
	name := drawable(l.name)
	if name == "" {
		name = words.ChartNameless(slices.Index(h.lines, l) + 1)
	}
	end := words.ChartLine("", drawable(l.health), l.until < h.round)
	room := (legendWidth-44-24)*pixel - style.Width(end)
	return words.ChartLine(clip(name, style, room), drawable(l.health), l.until < h.round)
}

// maxSteps is the maximum number of rounds between which a line is drawn; of a longer fight, some rounds are left out.
const maxSteps = 200

// path returns the points of a line over the rounds. Lines are drawn a little apart, or equal ones would hide each other.
func (l *line) path(rounds int, apart float64) plotter.XYs {
	step := 1 + rounds/maxSteps
	var out plotter.XYs
	next := 0
	for round := l.points[0].round; round <= l.until; round++ {
		for next < len(l.points) && l.points[next].round <= round {
			next++
		}
		if (round-l.points[0].round)%step == 0 || round == l.until {
			out = append(out, plotter.XY{X: float64(round), Y: l.points[next-1].height(l.vague) + apart})
		}
	}
	return out
}

// apart returns by how many percent a line, the i-th of n, is drawn above its place. A vague one stays within its band.
func (l *line) apart(i, n int) float64 {
	each := 0.6
	if l.vague {
		each = 1.1
	}
	return each * (float64(n-1)/2 - float64(i))
}

// bands returns the backgrounds of what the words say: every second one is lighter.
func (h *History) bands() ([]plot.Plotter, error) {
	var out []plot.Plotter
	for _, band := range [][2]float64{{0, 25}, {50, 100}} {
		left, right := 0.0, float64(h.round)
		area, err := plotter.NewPolygon(plotter.XYs{{X: left, Y: band[0]}, {X: right, Y: band[0]}, {X: right, Y: band[1]}, {X: left, Y: band[1]}})
		if err != nil {
			return nil, err
		}
		area.Color, area.LineStyle.Width = lighter(), 0
		out = append(out, area)
	}
	return out, nil
}

// bandTicks label the height of each word, and the percentages between them.
func bandTicks() plot.ConstantTicks {
	var out plot.ConstantTicks
	for _, at := range []float64{0, critical, bloodied, hurt, 100} {
		out = append(out, plot.Tick{Value: at, Label: words.Band(int(at*8), 800)})
	}
	for _, at := range []float64{25, 50} {
		out = append(out, plot.Tick{Value: at, Label: strconv.Itoa(int(at)) + "%"})
	}
	return out
}

// roundTicks label the start and at most a dozen rounds.
func (h *History) roundTicks() plot.ConstantTicks {
	out := plot.ConstantTicks{{Value: 0, Label: words.ChartStart}}
	step := 1 + h.round/12
	for round := step; round <= h.round; round += step {
		out = append(out, plot.Tick{Value: float64(round), Label: strconv.Itoa(round)})
	}
	return out
}

func typeface(pixels vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: pixels * pixel}
}

// drawable returns the part of a text that the font can draw.
func drawable(text string) string {
	face := font.DefaultCache.Lookup(typeface(18), 18).Face
	var buf sfnt.Buffer
	text = strings.Map(func(r rune) rune {
		if glyph, err := face.GlyphIndex(&buf, r); err != nil || glyph == 0 {
			return -1
		}
		return r
	}, plain.Visible(text))
	return strings.TrimSpace(text)
}

// clip cuts a text to a width.
func clip(text string, style text.Style, width vg.Length) string {
	if style.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && style.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

func gray(n uint8) color.Color { return color.NRGBA{n, n, n, 255} }

func background() color.Color { return color.NRGBA{0x1e, 0x1f, 0x22, 255} }
func lighter() color.Color    { return color.NRGBA{0x2a, 0x2c, 0x31, 255} }
func ink() color.Color        { return gray(0xf2) }
func faint() color.Color      { return gray(0x9a) }
