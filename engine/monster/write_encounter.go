package monster

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// WriteEncounter returns an encounter as a file that [ReadEncounter] reads as the same encounter.
func WriteEncounter(e *Encounter) []byte {
	lines := []string{"roundel: 1", "encounter: " + scalarOf(e.Name)}
	if now := e.Wave(0); len(now) > 0 {
		lines = append(append(lines, "foes:"), foeLines("  ", now)...)
	}
	if later := e.Later(); len(later) > 0 {
		lines = append(lines, "waves:")
		for _, w := range later {
			lines = append(lines, fmt.Sprintf("  - round: %d", w.Round), "    foes:")
			lines = append(lines, foeLines("      ", w.Foes)...)
		}
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// foeLines returns foes as a list, one a line.
func foeLines(indent string, foes []Foe) []string {
	out := make([]string, len(foes))
	for i := range foes {
		out[i] = indent + "- " + foeText(&foes[i])
	}
	return out
}

// flow is a mapping in one line.
type flow []string

func (f *flow) add(key, value string) { *f = append(*f, key+": "+value) }

// text adds a text unless it is empty.
func (f *flow) text(key, value string) {
	if value != "" {
		f.add(key, scalarOf(value))
	}
}

// flag adds a key if it is set.
func (f *flow) flag(key string, set bool) {
	if set {
		f.add(key, "yes")
	}
}

func (f flow) String() string { return "{" + strings.Join(f, ", ") + "}" }

func foeText(f *Foe) string {
	var out, stats flow
	hp := 0
	if f.Own != nil {
		out.text("name", f.Own.Name)
		hp = f.Own.HP
		for _, key := range f.Own.StatKeys() {
			stats.add(key, strconv.Itoa(f.Own.Stats[key]))
		}
	} else {
		out.text("monster", f.Monster)
		out.text("name", f.Name)
	}
	for _, g := range f.Stats {
		if g.Key == "hp" {
			hp = g.Value
		} else {
			stats.add(g.Key, strconv.Itoa(g.Value))
		}
	}
	out.add("count", strconv.Itoa(max(f.Count, 1)))
	if f.RollHP {
		out.add("hp", "roll")
	} else if hp > 0 {
		out.add("hp", strconv.Itoa(hp))
	}
	if f.Own != nil {
		out.text("hit dice", f.Own.HitDice)
	}
	if len(stats) > 0 {
		out.add("stats", stats.String())
	}
	if f.Own != nil && len(f.Own.Attacks) > 0 {
		out.add("attacks", attacksText(f.Own.Attacks))
	}
	out.text("side", f.Side)
	out.flag("hidden", f.Hidden)
	out.flag("separate", f.Separate)
	return out.String()
}

func attacksText(attacks []Attack) string {
	list := make([]string, len(attacks))
	for i, a := range attacks {
		var out flow
		out.text("name", a.Name)
		if a.Kind != Melee {
			out.text("kind", string(a.Kind))
		}
		if a.Bonus != nil {
			out.add("bonus", strconv.Itoa(*a.Bonus))
		}
		damage := make([]string, len(a.Damage))
		for j, d := range a.Damage {
			damage[j] = scalarOf(d.String())
		}
		switch len(damage) {
		case 0:
		case 1:
			out.add("damage", damage[0])
		default:
			out.add("damage", "["+strings.Join(damage, ", ")+"]")
		}
		out.text("more", a.More)
		list[i] = out.String()
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// plainScalar matches texts that mean themselves in YAML without quotes.
var plainScalar = regexp.MustCompile(`^[\p{L}\d]([\p{L}\d '+-]*[\p{L}\d])?$`)

// scalarOf returns a text as a scalar of YAML, in quotes if it needs them.
func scalarOf(text string) string {
	words := []string{"y", "n", "yes", "no", "true", "false", "on", "off", "null"}
	if plainScalar.MatchString(text) && !slices.Contains(words, strings.ToLower(text)) {
		return text
	}
	quoted, err := json.Marshal(text)
	if err != nil { // no text is refused
		return strconv.Quote(text)
	}
	return string(quoted)
}
