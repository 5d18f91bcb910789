package formula_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/engine/formula"
)

// unit is a unit to fill formulas in with.
type unit struct {
	facts   map[string]int
	members []member
}

// member is a member of a unit. A stat that is not in the map was not given.
type member struct {
	pc    bool
	stats map[string]int
}

func (u *unit) Members() int  { return len(u.members) }
func (u *unit) PC(i int) bool { return u.members[i].pc }
func (u *unit) Stat(i int, name string) (int, bool) {
	value, given := u.members[i].stats[name]
	return value, given
}
func (u *unit) Fact(name string) int {
	value, known := u.facts[name]
	if !known {
		panic("the test has no fact " + name)
	}
	return value
}

// one is a player character with these stats.
func one(stats map[string]int) *unit { return &unit{members: []member{{true, stats}}} }

// stats returns stats without defaults.
func stats(names ...string) []formula.Stat {
	out := make([]formula.Stat, len(names))
	for i, name := range names {
		out[i].Name = name
	}
	return out
}

// parse parses a formula that must be valid.
func parse(t testing.TB, text string, scope formula.Scope) *formula.Formula {
	t.Helper()
	f, err := formula.Parse(text, scope)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

// bundled is a formula of a bundled ruleset.
type bundled struct{ ruleset, key, text string }

// scope returns the scope of the key under which the formula stands, with the stats of all bundled rulesets.
func (b bundled) scope() formula.Scope {
	s := formula.Scope{Stats: stats("level_headed", "quick", "hesitant", "turns", "ferocity", "dex", "level", "init", "edge", "con", "legendary",
		"resist", "recharge", "finesse", "cognition", "reaction", "intuition", "ini_dice", "successes", "advantages", "gun", "skill",
		"agility", "agility_bonus", "tokens")}
	switch b.key {
	case "roll", "tie", "back roll", "morale":
	case "side roll":
		s.Side = true
	case "check roll":
		s.Also = []string{"dc", "bonus", "level", "damage"}
	case "check needs":
		s.Also, s.Number = []string{"dc", "bonus", "level", "damage"}, true
	case "redraw":
		s.Also, s.Number = []string{"card"}, true
	case "counter":
		s.Also, s.Number = []string{"heroes"}, true
	default:
		s.Number = true
	}
	return s
}

func bundledFormulas(t testing.TB) []bundled {
	t.Helper()
	data, err := os.ReadFile("testdata/formulas.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []bundled
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 3 {
			t.Fatalf("%q is not a line of three cells", line)
		}
		out = append(out, bundled{cells[0], cells[1], cells[2]})
	}
	if len(out) < 50 {
		t.Fatalf("found only %d formulas", len(out))
	}
	return out
}

func TestBundledFormulas(t *testing.T) {
	for _, b := range bundledFormulas(t) {
		f := parse(t, b.text, b.scope())
		if b.text != f.String() {
			t.Errorf("%s %s: %q is written as %q", b.ruleset, b.key, b.text, f)
		}
	}
}

func TestRS13NamesUsed(t *testing.T) {
	scope := formula.Scope{Stats: stats("dex", "init", "con"), Also: []string{"dc"}}
	f := parse(t, "d20 + dex + best(con, dex) + (dc if pc and pc == round else init)", scope)
	if got := f.Stats(); !slices.Equal(got, []string{"dex", "con", "init"}) {
		t.Errorf("the stats are %v", got)
	}
	if got := f.Facts(); !slices.Equal(got, []string{"dc", "pc", "round"}) {
		t.Errorf("the facts are %v", got)
	}
	f.Stats()[0] = "changed"
	if f.Stats()[0] != "dex" {
		t.Error("the formula can be changed through its list of stats")
	}
}

func TestRS11TwoTypes(t *testing.T) {
	for text, rolls := range map[string]bool{"init": false, "2 * (1 + round)": false, "d20": true, "5 - d6": true, "-d6": true,
		"dice(init, 6)": true, "d6 if pc else 3": true, "3 if pc else -d6": true, "min(1, 2)": false} {
		if got := parse(t, text, formula.Scope{Stats: stats("init")}).Rolls(); got != rolls {
			t.Errorf("%s: Rolls returns %v", text, got)
		}
	}
}

func TestRS23Die(t *testing.T) {
	for text, die := range map[string]int{"d20": 20, "5": 0, "(2d20kh1 if edge > 0 else d20) + edge": 20, "d20 + d6": 0, "d6 - d6": 6,
		"d6 if pc else 3": 6, "3 if pc else d6": 6, "dice(edge, 6)": 6, "dice(6, edge)": 0, "dice(edge, 6) + 2d6": 6, "dice(edge, 8) + d6": 0, "d20 + d6 + d20": 0} {
		if got := parse(t, text, formula.Scope{Stats: stats("edge")}).Die(); got != die {
			t.Errorf("%s: the die is %d, want %d", text, got, die)
		}
	}
}

func TestReservedNames(t *testing.T) {
	for _, name := range []string{"pc", "npc", "round", "members", "surprised", "best", "worst", "total", "best_pc", "has", "min", "max", "abs", "dice",
		"if", "else", "or", "and", "not", "hp", "d6", "d6_bonus"} {
		if !formula.Reserved(name) {
			t.Errorf("%s is not reserved", name)
		}
	}
	for _, name := range []string{"init", "dex", "d", "dd6", "dc", "level", "card", "heroes", "best_dex"} {
		if formula.Reserved(name) {
			t.Errorf("%s is reserved", name)
		}
		parse(t, name+" + 2", formula.Scope{Stats: stats(name)})
	}
}
