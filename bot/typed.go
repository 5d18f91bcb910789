package bot

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/monster"
)

// wavePattern matches how a wave begins: "at round 4:", "round 4:".
var wavePattern = regexp.MustCompile(`(?i)^(?:at\s+)?round\s+(\d+)\s*:?\s*(.*)$`)

// foePattern matches how a foe begins: "3 Goblin", "3x Goblin".
var foePattern = regexp.MustCompile(`(?i)^(\d+)\s*(?:[x×]\s+|\s)\s*(\S.*)$`)

// lookup finds a monster by its name, or refuses.
type lookup func(name string) (*monster.Monster, error)

// parseFoes reads typed foes: "3 Goblin, 1 Ogre hidden; at round 4: 2 Wolf, hidden". Waves are separated by semicolons or line breaks, foes by
// commas. "hidden", "separate" and "roll" after a foe apply to that foe; between commas they apply to the whole wave. Foes without a
// round get the given one.
func parseFoes(text string, round int, find lookup) (*monster.Encounter, error) {
	out := &monster.Encounter{}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		whole, at := strings.TrimSpace(part), round
		part := whole
		if m := wavePattern.FindStringSubmatch(part); m != nil {
			n, err := strconv.Atoi(m[1])
			if err != nil || n < 1 || n > monster.MaxRound {
				return nil, words.New(engine.Invalid, words.WaveRound(monster.MaxRound))
			}
			at, part = n, m[2]
		}
		if whole == "" {
			continue
		}
		if part == "" {
			return nil, words.New(engine.Invalid, words.FoesForm(whole))
		}
		foes, err := parseWave(part, find)
		if err != nil {
			return nil, err
		}
		out.Add(at, foes...)
	}
	return out, nil
}

// parseWave reads the foes of one wave.
func parseWave(text string, find lookup) ([]monster.Foe, error) {
	var out []monster.Foe
	var all monster.Foe
	for item := range strings.SplitSeq(text, ",") {
		item = strings.Join(strings.Fields(item), " ")
		if item == "" || mark(&all, item) {
			continue
		}
		f, err := parseFoe(item, find)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	for i := range out {
		out[i].Hidden, out[i].Separate, out[i].RollHP = out[i].Hidden || all.Hidden, out[i].Separate || all.Separate, out[i].RollHP || all.RollHP
	}
	if len(out) == 0 {
		return nil, words.New(engine.Invalid, words.FoesForm(text))
	}
	return out, nil
}

// mark applies a word such as "hidden" to a foe. It reports whether it knows the word.
func mark(f *monster.Foe, word string) bool {
	switch strings.ToLower(word) {
	case "hidden":
		f.Hidden = true
	case "separate":
		f.Separate = true
	case "roll":
		f.RollHP = true
	default:
		return false
	}
	return true
}

// parseFoe reads foes of one kind: "3 Goblin hidden".
func parseFoe(text string, find lookup) (monster.Foe, error) {
	f := monster.Foe{Count: 1}
	name := text
	if m := foePattern.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 || n > monster.MaxCount {
			return f, words.New(engine.Invalid, words.FoeCount(text, monster.MaxCount))
		}
		f.Count, name = n, m[2]
	}
	for {
		m, err := find(name)
		if plural, cut := strings.CutSuffix(name, "s"); err != nil && f.Count > 1 && cut {
			if one, wrong := find(plural); wrong == nil {
				m, err = one, nil
			}
		}
		if err == nil {
			f.Monster = m.Name
			return f, nil
		}
		i := strings.LastIndexByte(name, ' ')
		if i < 0 || !mark(&f, name[i+1:]) {
			if strings.Trim(name, "0123456789") == "" {
				err = words.New(engine.Invalid, words.FoesForm(text))
			}
			return f, err
		}
		name = strings.TrimSpace(name[:i])
	}
}
