package monster

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"roundel/engine"
)

// foesText writes foes as they are typed.
func foesText(foes []Foe) string {
	var out []string
	for _, f := range foes {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %s %s", f.Count, f.Kind(), f.Adjust)))
	}
	return strings.Join(out, ", ")
}

// TestMO30Scale: copies first, then the words of the ruleset, one step at a time; it ends at the first that has the difficulty, or at the last before one
// that jumps over it. The first row is worked example 10.
func TestMO30Scale(t *testing.T) {
	own := func(name, rating string) Foe { return Foe{Own: &Monster{Name: name, Rating: rating}, Count: 1} }
	many := func(f Foe, n int) Foe { f.Count = n; return f }
	word := func(f Foe, adjust string) Foe { f.Adjust = adjust; return f }
	worth := func(f Foe, n int) Foe { m := *f.Own; m.Worth = &n; f.Own = &m; return f }
	goblin, ogre, wolf := own("Goblin", "1/4"), own("Ogre", "2"), own("Wolf", "1/4")
	four3 := []int{3, 3, 3, 3}
	one4 := []int{4}
	for _, row := range []struct {
		name  string
		rs    string
		foes  []Foe
		party []int
		label string
		want  string
		ends  ScaleEnd
	}{
		{"too hard: one copy less", "five-e-2014", []Foe{many(goblin, 6), ogre}, four3, "hard", "5 Goblin, 1 Ogre", Scaled},
		{"as it is", "five-e-2014", []Foe{many(goblin, 6), ogre}, four3, "deadly", "6 Goblin, 1 Ogre", Scaled},
		{"of equals the first", "five-e-2014", []Foe{many(wolf, 3), many(goblin, 3), ogre}, four3, "hard", "2 Wolf, 3 Goblin, 1 Ogre", Scaled},
		// 4 Goblins and an Ogre are 650 × 2 = 1,300, hard; 3 are 600 × 2 = 1,200; 2 are 550 × 2 = 1,100; 1 is 500 × 1.5 = 750: medium.
		{"never the last", "five-e-2014", []Foe{many(goblin, 6), ogre}, four3, "easy", "1 Goblin, 1 Ogre", ScaledOut},
		{"medium on the way", "five-e-2014", []Foe{many(goblin, 6), ogre}, four3, "medium", "1 Goblin, 1 Ogre", Scaled},
		// 50, 150 (× 1.5), 300 (3, × 2), 400 (4), 500 (5), 600 (6): the next has the label medium.
		{"too easy: copies", "five-e-2014", []Foe{goblin}, four3, "medium", "6 Goblin", Scaled},
		{"the kind with most copies grows", "five-e-2014", []Foe{ogre, many(goblin, 2)}, four3, "deadly", "1 Ogre, 6 Goblin", Scaled},
		// 2 Ogres are 900 × 1.5 = 1,350: hard; one is 450: easy.
		{"jumps over, downwards", "five-e-2014", []Foe{many(ogre, 2)}, four3, "medium", "2 Ogre", ScaledOver},
		{"jumps over, upwards", "five-e-2014", []Foe{ogre}, four3, "medium", "1 Ogre", ScaledOver},
		// A character of level 4: 10, 15, 20, 30 and 40. Level 4 is worth 40, level 3 30, level 2 20, level 1 15.
		{"copies are taken before weak", "three-actions", []Foe{many(own("Brute", "4"), 2)}, one4, "severe", "1 Brute weak", Scaled},
		// For three: 45, 60, 90, 120. 15 + 40 + 40 = 95 is extreme, 15 + 30 + 40 = 85 severe.
		{"weak for the first of the highest", "three-actions", []Foe{own("Pup", "1"), own("Brute", "4"), own("Mage", "4")}, []int{4, 4, 4}, "severe", "1 Pup, 1 Brute weak, 1 Mage", Scaled},
		{"weak for all who lack it", "three-actions", []Foe{word(own("Brute", "5"), "weak"), own("Pup", "1")}, one4, "extreme", "1 Brute weak, 1 Pup weak", ScaledOut},
		{"weak for all who lack it, also as saved from a fight", "three-actions", []Foe{{Own: &Monster{Name: "Brute", Rating: "5", Adjust: "weak"}, Count: 1}, own("Pup", "1")}, one4, "extreme", "1 Brute, 1 Pup weak", ScaledOut},
		// For four: 40, 60, 80, 120, 160. The rats are worth nothing; the brute is worth 80, an elite one 120.
		{"elite for the highest from 50 copies on", "three-actions", []Foe{many(own("Rat", "-1"), 48), own("Brute", "22")}, []int{20, 20, 20, 20}, "severe", "50 Rat, 1 Brute elite", Scaled},
		{"no copies of what nobody knows the worth of", "five-e-2014", []Foe{many(own("Stranger", ""), 9), goblin}, four3, "easy", "9 Stranger, 2 Goblin", Scaled},
		{"nothing is known", "five-e-2014", []Foe{own("Stranger", "")}, four3, "easy", "1 Stranger", ScaledOut},
		{"allies stay", "five-e-2014", []Foe{{Own: &Monster{Name: "Knight", Rating: "3"}, Count: 5, Side: engine.Party}, many(goblin, 2)}, four3, "medium", "5 Knight, 6 Goblin", Scaled},
		{"a worth of its own has no elite", "three-actions", []Foe{many(worth(own("Idol", "9"), 0), 50)}, one4, "low", "50 Idol", ScaledOut},
	} {
		d := rules(t, row.rs).Difficulty
		label, ok := d.FindLabel(row.label)
		if !ok {
			t.Fatalf("%s: no label %s", row.name, row.label)
		}
		e := &Encounter{Name: "Ford", Waves: []Wave{{Foes: row.foes}, {Round: 4, Foes: []Foe{ogre}}}}
		before := foesText(row.foes)
		out, end := Scale(e, d, row.party, label, func(string) (*Monster, error) { return nil, errors.New("not found") })
		if got := foesText(out.Wave(0)); got != row.want || end != row.ends {
			t.Errorf("%s: %s, %s; want %s, %s", row.name, got, end, row.want, row.ends)
		}
		if (end == Scaled) != (d.Judge(row.party, Weighed(d, out.Wave(0), nil)).Label == label) {
			t.Errorf("%s: %s", row.name, end)
		}
		if !reflect.DeepEqual(out.Later(), e.Later()) || out.Name != "Ford" || foesText(e.Wave(0)) != before {
			t.Errorf("%s: %+v, from %+v", row.name, out, e)
		}
	}
}

// TestMO30Elite: from 50 copies on the kinds get elite, the highest rating first, and a saved encounter never has more foes than it may.
func TestMO30Elite(t *testing.T) {
	d := rules(t, "three-actions").Difficulty
	foes := map[string]*Monster{"Rat": {Name: "Rat", Rating: "-1"}, "Brute": {Name: "Brute", Rating: "18"}}
	asked := 0
	find := func(name string) (*Monster, error) { asked++; return foes[name], nil }
	e := &Encounter{Name: "Cellar", Waves: []Wave{{Foes: []Foe{{Monster: "Rat", Count: 49}, {Monster: "Brute", Count: 1}}}}}
	// For four of level 20 trivial is at most 40, and low at most 60. A rat is worth nothing, a brute 20, an elite one 30.
	out, end := Scale(e, d, []int{20, 20, 20, 20}, 0, find)
	if got := foesText(out.Wave(0)); got != "49 Rat, 1 Brute" || end != Scaled || asked != 2 {
		t.Errorf("%s, %s after %d look-ups", got, end, asked)
	}
	out, end = Scale(e, d, []int{20, 20, 20, 20}, 1, find)
	if got := foesText(out.Wave(0)); got != "50 Rat elite, 1 Brute elite" || end != ScaledOut {
		t.Errorf("%s, %s", got, end)
	}
	e.Waves = append(e.Waves, Wave{Round: 2, Foes: []Foe{{Monster: "Rat", Count: MaxFoes - 50}}})
	if out, _ = Scale(e, d, []int{20, 20, 20, 20}, 1, find); out.Heads() != MaxFoes || foesText(out.Wave(0)) != "49 Rat elite, 1 Brute elite" {
		t.Errorf("%d: %s", out.Heads(), foesText(out.Wave(0)))
	}
	if out, end := Scale(&Encounter{Waves: []Wave{{Foes: []Foe{{Monster: "Nobody", Count: 3}}}}}, d, []int{5}, 2, find); end != ScaledOut || out.Heads() != 3 {
		t.Errorf("%+v, %s", out, end)
	}
}
