package main

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// pictures takes the pictures in the docs again: go test ./cmd/bot -run TestPictures -pictures. Look at them afterwards.
var pictures = flag.Bool("pictures", false, "make the pictures in docs/images again; needs Chromium")

// The size of a window in the pictures, and the maximum size of a picture in bytes.
const (
	pictureWidth  = 390
	pictureHeight = 640
	largestFilm   = 1_000_000
)

// TestPictures plays a fight in two windows, the GM's and a player's, and takes the pictures for the docs: a film of both
// windows side by side, and stills of single windows.
func TestPictures(t *testing.T) {
	if !*pictures {
		t.Skip("only with -pictures")
	}
	page, _ := runningSandbox(t)
	b := newBrowser(t, page)
	f := &film{t: t, gm: b.open(t, "GM", "fight"), player: b.open(t, "Anna", "fight")}
	for _, w := range []*window{f.gm, f.player} {
		w.run(chromedp.EmulateViewport(pictureWidth, pictureHeight))
		call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		script[chromedp.Void](w, `{ const still = new CSSStyleSheet(); still.replaceSync("* { caret-color: transparent !important }");
			document.adoptedStyleSheets = [still]; }`)
	}
	f.prepare()
	f.fight()
	f.write()
}

// prepare plays up to the first turn.
func (f *film) prepare() {
	gm, anna := f.gm, f.player
	f.hold(600 * time.Millisecond)
	f.types(gm, "/init start name:Ruined tower ruleset:rounds-initiative")
	f.sees("Ruined tower begins")
	f.hold(1800 * time.Millisecond)

	anna.press("Join")
	anna.sees("Join the fight")
	anna.fill("Your character's name", "Warrior")
	anna.keys("\t")
	anna.keys("dex 1, str 2, level 2, attack 2, skill 1, ac 16, hp 16")
	anna.fill("Your die, if you rolled it yourself", "8")
	f.still(anna, "join-form")
	f.hold(1800 * time.Millisecond)
	anna.press("Submit")
	f.sees("Warrior (@Anna) has joined.")
	f.hold(1500 * time.Millisecond)

	f.types(gm, "/init add name:Wolf count:2 stats:dex 1, attack 2, ac 12, hp 6")
	f.sees("Wolf 1 and Wolf 2 have joined.")
	f.hold(1200 * time.Millisecond)
	f.types(gm, "/init add name:Alpha stats:dex 2, attack 3, ac 13, hp 12 hidden:true")
	gm.sees("Alpha (hidden) has joined.")
	f.hold(2500 * time.Millisecond)
	f.types(gm, "/init roll rolls:Wolf 1 6, Wolf 2 4, Alpha 1")
	f.sees("Round 1 · 0:00 · Warrior")
	anna.pinged("Round 1 · 0:00 · Warrior")
	f.still(anna, "turn")
	f.hold(2500 * time.Millisecond)
}

// fight plays the first turns and the end. The film stops before the end.
func (f *film) fight() {
	gm, anna := f.gm, f.player
	f.types(anna, "/attack target:Wolf 1 weapon:Sword, melee, 1d8 roll:15 damage_roll:5")
	f.sees("Wolf 1 takes 7 damage and is down.", "Left: a move")
	f.hold(2500 * time.Millisecond)
	anna.press("End turn")
	f.sees("Round 1 · 0:00 · Wolf 2")
	f.hold(2 * time.Second)
	gm.press("More…")
	gm.sees("hidden", "12/12", "Wolf 1 is down.")
	gm.bottom()
	f.still(gm, "gm-panel")
	f.hold(3 * time.Second)
	gm.click("combobox", "What became of them?")
	gm.click("option", "Dead")
	f.sees("dead")
	f.hold(3 * time.Second)

	gm.line("/damage target:Wolf 2 amount:6")
	f.sees("Wolf 2 takes 6 damage")
	gm.line("/init end")
	gm.press("End the fight")
	f.sees("Ruined tower is over.", "This fight is over")
	gm.bottom()
	f.still(gm, "summary")
}

// film is a recording of two windows, frame by frame.
type film struct {
	t          *testing.T
	gm, player *window
	frames     []*image.RGBA
	holds      []time.Duration
	stills     map[string][]byte
}

// sees waits until both windows show some words.
func (f *film) sees(words ...string) {
	f.t.Helper()
	f.gm.sees(words...)
	f.player.sees(words...)
}

// types types a line, with a frame for every few letters, and sends it.
func (f *film) types(w *window, text string) {
	f.t.Helper()
	w.click("combobox", "Message or command")
	for letters := range slices.Chunk([]rune(text), 16) {
		w.keys(string(letters))
		f.hold(200 * time.Millisecond)
	}
	w.keys("\r")
}

// hold adds a frame of both windows, to be shown for d.
func (f *film) hold(d time.Duration) {
	f.t.Helper()
	const gap = 4
	frame := image.NewRGBA(image.Rect(0, 0, 2*pictureWidth+gap, pictureHeight))
	draw.Draw(frame, frame.Bounds(), image.NewUniform(color.Gray{0x60}), image.Point{}, draw.Src)
	for i, w := range []*window{f.gm, f.player} {
		shot, err := png.Decode(bytes.NewReader(w.screenshot()))
		if err != nil {
			f.t.Fatal(err)
		}
		draw.Draw(frame, image.Rect(i*(pictureWidth+gap), 0, frame.Bounds().Dx(), pictureHeight), shot, image.Point{}, draw.Src)
	}
	f.frames, f.holds = append(f.frames, frame), append(f.holds, d)
}

// still takes a picture of one window.
func (f *film) still(w *window, name string) {
	f.t.Helper()
	if f.stills == nil {
		f.stills = map[string][]byte{}
	}
	f.stills[name] = w.screenshot()
}

// bottom scrolls to the newest message, after a press on an older one.
func (w *window) bottom() {
	w.t.Helper()
	script[chromedp.Void](w, `{ const list = document.getElementById("messages"); list.scrollTop = list.scrollHeight; }`)
}

func (w *window) screenshot() []byte {
	w.t.Helper()
	data, err := chromedp.Run(w.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		w.t.Fatalf("%s: %v", w.user, err)
	}
	return data
}

// write writes the film and the stills into docs/images.
func (f *film) write() {
	f.t.Helper()
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, f.gif()); err != nil {
		f.t.Fatal(err)
	}
	if out.Len() > largestFilm {
		f.t.Fatalf("the film has %d bytes; the limit is %d", out.Len(), largestFilm)
	}
	f.t.Logf("%d frames, %d bytes", len(f.frames), out.Len())
	files := maps.Clone(f.stills)
	files["fight.gif"] = out.Bytes()
	for name, data := range files {
		if !strings.Contains(name, ".") {
			name += ".png"
		}
		if err := os.WriteFile(filepath.Join(top, "docs/images", name), data, 0o644); err != nil {
			f.t.Fatal(err)
		}
	}
}

// gif returns the film in its 127 most frequent colours. Each frame has only the pixels that changed.
func (f *film) gif() *gif.GIF {
	colours := f.palette()
	index := map[color.RGBA]uint8{}
	nearest := func(c color.RGBA) uint8 {
		i, known := index[c]
		if !known {
			i = uint8(1 + colours[1:].Index(c))
			index[c] = i
		}
		return i
	}
	out := &gif.GIF{}
	for i, frame := range f.frames {
		seen := image.NewPaletted(frame.Bounds(), colours)
		var changed image.Rectangle
		for y := range pictureHeight {
			for x := range frame.Bounds().Dx() {
				if c := frame.RGBAAt(x, y); i == 0 || c != f.frames[i-1].RGBAAt(x, y) {
					seen.SetColorIndex(x, y, nearest(c))
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if changed.Empty() {
			changed = image.Rect(0, 0, 1, 1)
		}
		part := image.NewPaletted(changed, colours)
		draw.Draw(part, changed, seen, changed.Min, draw.Src)
		out.Image = append(out.Image, part)
		out.Delay = append(out.Delay, int(f.holds[i]/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	return out
}

// palette returns the transparent colour and the most frequent colours of all frames.
func (f *film) palette() color.Palette {
	count := map[color.RGBA]int{}
	for _, frame := range f.frames {
		for i := 0; i < len(frame.Pix); i += 4 {
			count[color.RGBA{frame.Pix[i], frame.Pix[i+1], frame.Pix[i+2], 0xff}]++
		}
	}
	byCount := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int { return count[b] - count[a] })
	out := color.Palette{color.RGBA{}}
	for _, c := range byCount[:min(127, len(byCount))] {
		out = append(out, c)
	}
	return out
}
