package chart

import (
	"image"
	"image/color"
	"math"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"roundel/bot/words/lang"
)

// letters are the picture's font in one size.
type letters struct {
	font *opentype.Font
	face font.Face
	size float64 // in pixels
}

func newLetters(size float64) (*letters, error) {
	parsed, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return nil, err
	}
	return &letters{parsed, face, size}, nil
}

// width returns how wide a text is, in pixels.
func (l *letters) width(text string) float64 { return float64(font.MeasureString(l.face, text)) / 64 }

// drawable returns the part of a text that the font can draw.
func (l *letters) drawable(text string) string {
	var buf sfnt.Buffer
	text = strings.Map(func(r rune) rune {
		if glyph, err := l.font.GlyphIndex(&buf, r); err != nil || glyph == 0 {
			return -1
		}
		return r
	}, lang.Visible(text))
	return strings.TrimSpace(text)
}

// draws reports whether the font has the letters that the language needs for the words of a picture.
func (l *letters) draws(in *lang.Language) bool {
	text := in.Label("chart.title", lang.Name("fight", "")) + in.Label("chart.start") + in.Label("chart.rounds", lang.Flag("dashed", true)) +
		in.Label("chart.more", lang.N("n", 2)) + in.Label("chart.nameless", lang.Int("n", 2)) + in.Label("chart.line", lang.Name("who", ""), lang.Flag("left", true), lang.Text("health", ""))
	for _, band := range bandLabels(in) {
		text += band.text
	}
	return l.drawable(text) == strings.TrimSpace(lang.Visible(text))
}

// clip cuts a text to a width.
func (l *letters) clip(text string, width float64) string {
	if l.width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && l.width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}

// write draws a text next to a point: share is the part of its width to the left of the point, from 0 to 1. Small letters are centered on
// the point.
func (l *letters) write(on *image.RGBA, text string, at vec, share float64, in color.Color) {
	dot := fixed.Point26_6{X: fixed.Int26_6(64 * (at.X - share*l.width(text))), Y: fixed.I(int(math.Round(at.Y + l.size/4)))}
	(&font.Drawer{Dst: on, Src: image.NewUniform(in), Face: l.face, Dot: dot}).DrawString(text)
}
