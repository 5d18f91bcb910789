package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"reflect"
	"strings"
	"testing"

	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
)

// character returns a player's combatant, or one of the GM's.
func character(id int, name string, hp int, players bool) engine.Combatant {
	c := engine.Combatant{ID: engine.CombatantID(id), Name: name, HasHP: true, HP: hp, MaxHP: hp}
	if players {
		c.Owner = "101"
	}
	return c
}

// party returns a fight of that many combatants; every third is a player's.
func party(n int) *engine.State {
	s := &engine.State{Name: "Bridge"}
	for i := range n {
		s.Combatants = append(s.Combatants, character(i+1, fmt.Sprintf("Fighter %d", i+1), 40, i%3 == 0))
	}
	return s
}

// played returns the history of a fight: in each round, hit returns what a combatant loses.
func played(s *engine.State, rounds int, hit func(round, i int) int) *History {
	h := new(History)
	h.Note(s)
	for s.Round = 1; s.Round <= rounds; s.Round++ {
		for i := range s.Combatants {
			s.Combatants[i].HP = max(0, s.Combatants[i].HP-hit(s.Round, i))
		}
		h.Note(s)
	}
	return h
}

// drawn returns the picture of a history, which must have one.
func drawn(t testing.TB, h *History) *Picture {
	t.Helper()
	p, err := h.Picture()
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	return p
}

func decoded(t *testing.T, p *Picture) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// count returns how many pixels have exactly a color.
func count(img image.Image, want color.Color) int {
	n := 0
	r, g, b, _ := want.RGBA()
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r2, g2, b2, _ := img.At(x, y).RGBA(); r == r2 && g == g2 && b == b2 {
				n++
			}
		}
	}
	return n
}

// TestPicture checks the size, that the background is opaque, and that each combatant has a line, up to 10.
func TestPicture(t *testing.T) {
	for _, n := range []int{1, 3, 10, 40} {
		p := drawn(t, played(party(n), 6, func(round, i int) int { return (round + i) % 7 }))
		img := decoded(t, p)
		if img.Bounds() != image.Rect(0, 0, Width, Height) || len(p.PNG) > 200<<10 {
			t.Errorf("%d combatants: %v, %d bytes", n, img.Bounds(), len(p.PNG))
		}
		if o, is := img.(interface{ Opaque() bool }); !is || !o.Opaque() {
			t.Errorf("%d combatants: the picture is not opaque", n)
		}
		for i, c := range colors() {
			if got := count(img, c); (got > 150) != (i < n) {
				t.Errorf("%d combatants: line %d has %d pixels", n, i+1, got)
			}
		}
	}
}

// TestPalette checks that a picture's palette has room for all colors, and has each of them as it is.
func TestPalette(t *testing.T) {
	p := palette()
	if len(p) > 256 {
		t.Errorf("%d colors", len(p))
	}
	for _, c := range append(colors(), ink(), faint(), background(), lighter()) {
		if got := p.Convert(c); got != c {
			t.Errorf("%v becomes %v", c, got)
		}
	}
}

// TestSameFightSamePicture checks that equal fights give equal bytes, also when several end at once.
func TestSameFightSamePicture(t *testing.T) {
	fight := func() *History {
		return played(party(12), 9, func(round, i int) int { return (round * i) % 5 })
	}
	want := drawn(t, fight())
	done := make(chan *Picture)
	for range 4 {
		go func() {
			p, err := fight().Picture()
			if err != nil {
				t.Error(err)
			}
			done <- p
		}()
	}
	for range 4 {
		if got := <-done; !reflect.DeepEqual(got, want) {
			t.Error("the pictures differ")
		}
	}
}

// TestShowsOnlyTheBandsOfTheGMs checks that hit points of the GM's combatants that are the same in words give the same picture.
func TestShowsOnlyTheBandsOfTheGMs(t *testing.T) {
	fight := func(hp int, left ...int) *Picture {
		s := &engine.State{Name: "Bridge", Combatants: []engine.Combatant{character(1, "Knight", 30, true), character(2, "Boss", hp, false)}}
		return drawn(t, played(s, len(left), func(round, i int) int { return i * (s.Combatants[1].HP - left[round-1]) }))
	}
	want := fight(100, 99, 51, 50, 26, 25, 1, 0)
	if got := fight(1000, 501, 999, 251, 500, 1, 250, 0); !reflect.DeepEqual(got, want) {
		t.Errorf("the numbers show in the picture or its alt text:\n%s\n%s", want.Alt, got.Alt)
	}
	if got := fight(100, 99, 51, 50, 26, 25, 0, 0); reflect.DeepEqual(got, want) {
		t.Error("one that goes down earlier has the same picture")
	}
}

// TestAChangeOfOwnerShowsNoNumbers checks that a combatant which was the GM's for a while has only bands in the picture.
func TestAChangeOfOwnerShowsNoNumbers(t *testing.T) {
	fight := func(hp int) []byte {
		s := &engine.State{Name: "Bridge", Combatants: []engine.Combatant{character(1, "Knight", 30, true), character(2, "Boss", 100, false)}}
		return drawn(t, played(s, 3, func(round, i int) int {
			switch {
			case i == 0:
				return 0
			case round == 2:
				s.Combatants[1].Owner = "102"
				return s.Combatants[1].HP - hp
			case round == 3:
				return s.Combatants[1].HP - 60
			}
			return 0
		})).PNG
	}
	if !bytes.Equal(fight(70), fight(80)) {
		t.Error("70 and 80 of 100 give different pictures")
	}
}

// TestHiddenAreNotInThePicture checks that a fight with hidden combatants has the same picture as one without them.
func TestHiddenAreNotInThePicture(t *testing.T) {
	hit := func(round, i int) int { return round + i }
	s := party(12)
	for i := range 3 {
		s.Combatants = append(s.Combatants, character(100+i, "Zorn", 90, false))
		s.Combatants[12+i].Hidden = true
	}
	if got, want := drawn(t, played(s, 5, hit)), drawn(t, played(party(12), 5, hit)); !reflect.DeepEqual(got, want) || strings.Contains(got.Alt, "Zorn") {
		t.Errorf("got %s, want %s", got.Alt, want.Alt)
	}
	s = party(1)
	s.Combatants[0].Hidden = true
	if p, err := played(s, 5, hit).Picture(); p != nil || err != nil {
		t.Error("a fight in which everyone is hidden has a picture", err)
	}
}

// TestNothingToSee lists fights without a picture.
func TestNothingToSee(t *testing.T) {
	untracked := party(3)
	for i := range untracked.Combatants {
		untracked.Combatants[i].HasHP = false
	}
	for name, h := range map[string]*History{
		"nothing noted":     {},
		"no hit points":     played(untracked, 5, func(int, int) int { return 1 }),
		"no round":          played(party(3), 0, nil),
		"round 1, no blows": played(party(3), 1, func(int, int) int { return 0 }),
	} {
		if p, err := h.Picture(); p != nil || err != nil {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	drawn(t, played(party(3), 1, func(int, int) int { return 1 }))
	drawn(t, played(party(3), 2, func(int, int) int { return 0 }))
}

// TestTheOnesThatChangedMost checks which ten of many are drawn, and in which order.
func TestTheOnesThatChangedMost(t *testing.T) {
	h := played(party(14), 3, func(_, i int) int {
		return map[int]int{1: 0, 4: 0, 5: 0, 9: 0}[i] + map[bool]int{true: 13}[i != 1 && i != 4 && i != 5 && i != 9]
	})
	var got []string
	for _, l := range h.shown() {
		got = append(got, l.name)
	}
	if want := "[Fighter 1 Fighter 3 Fighter 4 Fighter 7 Fighter 8 Fighter 9 Fighter 11 Fighter 12 Fighter 13 Fighter 14]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestComingAndGoing checks that a line begins with the round in which its combatant came and ends when it left.
func TestComingAndGoing(t *testing.T) {
	s := party(1)
	var h History
	h.Note(s)
	for s.Round = 1; s.Round <= 5; s.Round++ {
		switch s.Round {
		case 2:
			s.Combatants = append(s.Combatants, character(2, "Late", 40, false))
		case 4:
			s.Combatants = s.Combatants[:1]
		}
		h.Note(s)
	}
	path := h.lines[1].path(5, 0)
	if len(path) != 2 || path[0].X != 2 || path[1].X != 3 || path[0].Y != 100 {
		t.Errorf("got %v", path)
	}
	if alt := drawn(t, &h).Alt; strings.Contains(alt, "Late") {
		t.Errorf("one that has left is standing at the end: %s", alt)
	}
}

// TestALongFight checks that a fight of the maximum length has a small picture, and that its line still ends where it should.
func TestALongFight(t *testing.T) {
	const rounds = 20_000
	h := played(party(10), rounds, func(round, i int) int { return -7*(round%2) + 7*((round+1)%2) })
	path := h.lines[0].path(h.round, 0)
	if len(path) > maxSteps+2 || path[len(path)-1].X != rounds {
		t.Errorf("%d steps, the last at %v", len(path), path[len(path)-1])
	}
	if n := len(drawn(t, h).PNG); n > 200<<10 {
		t.Errorf("%d bytes", n)
	}
}

// TestContrast checks that text and lines stand out from both backgrounds of the picture by at least 4.5 to 1, as the Web Content
// Accessibility Guidelines measure it. The picture has its own background, so that of Discord doesn't matter.
func TestContrast(t *testing.T) {
	light := func(c color.Color) float64 {
		linear := func(v uint32) float64 {
			if s := float64(v) / 0xffff; s > 0.04045 {
				return math.Pow((s+0.055)/1.055, 2.4)
			}
			return float64(v) / 0xffff / 12.92
		}
		r, g, b, _ := c.RGBA()
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	for _, behind := range []color.Color{background(), lighter()} {
		for _, c := range append(colors(), ink(), faint()) {
			if got := (light(c) + 0.05) / (light(behind) + 0.05); got < 4.5 {
				t.Errorf("%v on %v: %.1f", c, behind, got)
			}
		}
	}
}

// TestLinesDifferWithoutColor checks that no two lines have the same marker and dashes.
func TestLinesDifferWithoutColor(t *testing.T) {
	seen := map[string]bool{}
	for i := range most {
		for _, vague := range []bool{false, true} {
			look := lookOf(i, vague)
			if key := fmt.Sprintf("%v %v", look.shape, look.dashes); seen[key] {
				t.Errorf("line %d looks like another: %s", i, key)
			} else {
				seen[key] = true
			}
		}
	}
}

// TestVagueLinesStayInTheirBands checks that drawing lines apart doesn't move them into another band.
func TestVagueLinesStayInTheirBands(t *testing.T) {
	l := &line{grain: byWord}
	for i := range most {
		for _, at := range []float64{hurt, bloodied, critical} {
			if y := at + l.apart(i, most); words.Band(lang.English(), int(y*10), 1000) != words.Band(lang.English(), int(at*10), 1000) {
				t.Errorf("line %d of %s is drawn at %.1f", i, words.Band(lang.English(), int(at*10), 1000), y)
			}
		}
	}
}

// TestNames checks what the legend calls combatants whose names are long or not in the font.
func TestNames(t *testing.T) {
	s := party(0)
	for i, name := range []string{"Mira", "竜", "Wolf 🐺", strings.Repeat("W", 32), "Łukasz Ö", "Дракон"} {
		s.Combatants = append(s.Combatants, character(i+1, name, 10, true))
	}
	h := played(s, 2, func(_, i int) int { return i })
	c, err := newCanvas(lang.English())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range h.lines {
		got = append(got, h.label(l, c.in, c.text))
		if width := c.text.width(got[len(got)-1]); width > legendWidth-sample-10 {
			t.Errorf("%q has %.0f pixels", got[len(got)-1], width)
		}
	}
	if want := "Mira, 10/10|no. 2, 8/10|Wolf, 6/10|WWWWWWWW…, 4/10|Łukasz Ö, 2/10|Дракон, down"; strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
	got = nil
	for _, l := range h.lines[3:5] {
		l.health = words.HealthOf(&engine.Combatant{HasHP: true, HP: 1, MaxHP: 10, Blurred: engine.HPWords})
		got = append(got, h.label(l, lang.Bundled().Of("de"), c.text))
		if width := c.text.width(got[len(got)-1]); width > legendWidth-sample-10 {
			t.Errorf("%q has %.0f pixels", got[len(got)-1], width)
		}
	}
	if want := "WWWW…, lebensgef…|Łukasz Ö, lebensgefä…"; strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
	if alt := drawn(t, h).Alt; !strings.Contains(alt, "竜 8/10") || !strings.Contains(alt, "Wolf 🐺 6/10") || !strings.Contains(alt, "Дракон in round 2") {
		t.Error(alt)
	}
}

func BenchmarkPicture(b *testing.B) {
	h := played(party(10), 30, func(round, i int) int { return (round * i) % 4 })
	b.ReportAllocs()
	for b.Loop() {
		b.ReportMetric(float64(len(drawn(b, h).PNG)), "bytes/picture")
	}
}

// TestNU32GrainOfLines: a line is drawn as finely as the hit points were shown at their vaguest, and whose hit points are not shown has none.
func TestNU32GrainOfLines(t *testing.T) {
	heights := func(shown ...engine.HPShown) (out []float64) {
		h, s := new(History), &engine.State{Combatants: []engine.Combatant{character(1, "Ogre", 40, false)}}
		for i, how := range shown {
			c := &s.Combatants[0]
			s.Round, c.HPShown, c.HP = i, how, []int{40, 39, 23, 1, 0}[i]
			h.Note(s)
		}
		for _, l := range h.shown() {
			for _, p := range l.points {
				out = append(out, p.height(l.grain))
			}
		}
		return out
	}
	for _, c := range []struct {
		shown []engine.HPShown
		want  []float64
	}{
		{[]engine.HPShown{"numbers", "numbers", "numbers", "numbers", "numbers"}, []float64{100, 97.5, 57.5, 2.5, 0}},
		{[]engine.HPShown{"bar", "bar", "bar", "bar", "bar"}, []float64{100, 90, 50, 10, 0}},
		{[]engine.HPShown{"words", "words", "words", "words", "words"}, []float64{100, hurt, critical, 0}},
		{[]engine.HPShown{"numbers", "bar", "numbers", "bar", "numbers"}, []float64{100, 90, 50, 10, 0}},
		{[]engine.HPShown{"numbers", "words", "bar", "bar", "numbers"}, []float64{100, hurt, bloodied, critical, 0}},
		{[]engine.HPShown{"numbers", "numbers", "nothing", "numbers", "numbers"}, nil},
	} {
		if got := heights(c.shown...); !reflect.DeepEqual(got, c.want) {
			t.Errorf("shown as %v, the line is at %v, want %v", c.shown, got, c.want)
		}
	}
}
