package play_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// TestRandomSequencesOfAttacksAndCounters plays random commands under files with attacks against a number and counters of every kind
// (RS-70, RS-73, RS-74).
func TestRandomSequencesOfAttacksAndCounters(t *testing.T) {
	for _, attack := range []string{"{form: d20 critical, costs: action, critical: 17}", "{form: d20 critical, doubles: total, against: 10 + ac / 2}",
		"{form: d20 degrees, costs: action}", "{form: d20 degrees, doubles: dice, costs: quick}"} {
		rs, err := ruleset.Read([]byte(d20Rules(attack) + "counters:\n  fear: {from: heroes, each round: heroes + round, to: 9, of: gm}\n" +
			"  morale: {from: 9, each round: -members, of: side}\n  wounds: {from: ac, each round: pc, of: combatant, secret: yes}\n  luck: {from: 1, to: 3, of: pc}\n"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(attack, func(t *testing.T) { rapid.Check(t, func(rt *rapid.T) { playRandom(rt, rs, false) }) })
	}
}

// checkCounters checks that every counter there should be is there once, within its bounds, and no other.
func checkCounters(rs *ruleset.Ruleset, s *engine.State) string {
	values := map[engine.CounterID]int{}
	for _, v := range s.Counters {
		if _, twice := values[v.CounterID]; twice {
			return fmt.Sprintf("two counters %+v", v.CounterID)
		}
		values[v.CounterID] = v.N
	}
	want := 0
	for i := range rs.Counters {
		c := &rs.Counters[i]
		for _, id := range s.CounterIDs(c) {
			want++
			if n, has := values[id]; s.Phase == engine.Running && (!has || n < c.Least || n > c.To) {
				return fmt.Sprintf("%+v is %d, %v", id, n, has)
			}
		}
	}
	if len(values) > want || s.Phase == engine.Setup && len(values) > 0 {
		return fmt.Sprintf("%d counters instead of %d: %+v", len(values), want, s.Counters)
	}
	return ""
}

// fileDraw draws ruleset files from the schema, so that every key there is comes with every other.
type fileDraw struct {
	t     *rapid.T
	lines []string
}

// schemaOfFiles is the part of the JSON schema that files are drawn from.
type schemaOfFiles struct {
	AnyOf                []*schemaOfFiles
	Enum                 []any
	Type                 any
	Pattern, Description string
	Minimum, Maximum     *float64
	MinItems, MaxItems   int
	Items                *schemaOfFiles
	Properties           map[string]*schemaOfFiles
	Required             []string
	AdditionalProperties json.RawMessage
}

// The texts, numbers and formulas that files are drawn with. Many mean nothing where they stand; those lines are dropped.
var (
	drawnNames = map[string][]string{
		"stats": {"init", "ac", "morale", "grit"}, "absorbs": {"temp", "ward"}, "turn": {"main", "move", "parry", "spare"}, "takes": {"main", "move", "parry", "spare"},
		"conditions": {"A", "B", "C", "Ill"}, "names": {"init", "ac"}, "saves": {"init", "ac"}, "save edge": {"init", "ac"}, "counters": {"fear", "morale", "wounds", "luck"}, "events": {"Lair", "Tide"},
		"groups": {"physical", "elemental"}, "words": {"immune", "reduce", "resist", "weak", "vulnerable"}, "rests": {"short rest", "night"},
		"worth": {"0", "1/4", "1", "2"}, "budgets": {"easy", "hard"}, "many": {"1", "3"}, "adjust": {"elite", "weak"}, "hp": {"1", "5"},
	}
	drawnTexts = map[string][]string{
		"round": {"6 s", "1 min", "1 h"}, "or": {"init", "ac"}, "also": {"main", "move", "spare", "A", "B", "C"}, "costs": {"main", "move"}, "skills": {"init", "ac", "grit"},
		"deck": {"1-3", "1-9", "2-12", "french", "french + 1 joker", "french + 2 jokers"}, "on 20": {"up at 1 hp", "up at 3 hp"},
		"breaks": {"down", "skip", "A", "B", "C"}, "becomes": {"A", "B", "Ill"}, "states": {"dying", "calm", "dead", "asleep"}, "phases": {"move", "act", "talk"},
		"lasts":    {"end of turn", "1 round", "2 rounds", "start of source's turn", "end of source's next turn", "end of round", "fight"},
		"attacked": {"advantage", "-1", "1 if pc else 0"}, "edge": {"advantage", "disadvantage", "level - 1", "-1"}, "melee": {"advantage", "-1"}, "ranged": {"disadvantage", "1"},
		"saves": {"yes", "init", "ac"}, "save edge": {"advantage", "fail", "level - 2"}, "evades": {"init", "ac"}, "names": {"Will", "Nerve", "athletics"},
		"kinds": {"fire", "cold", "slashing"}, "marks": {"magical", "silvered"}, "physical": {"slashing", "cold"}, "elemental": {"fire", "cold"}, "needs": {"dc", "dc - 3", "7", "8 + level", "max(7, damage)"},
		"hp": {"full", "typed", "d6", "d8 + init"}, "empties": {"temp", "ward"}, "resists": {"immune fire", "resist all", "vulnerable cold", "reduce physical 3, all 1", "weak slashing 2"},
		"deals": {"1d4", "2", "1d6+1"}, "type": {"status", "luck"},
		"ties": {"pc", "npc", "choose", "gm", "joined", "together", "together", "init", "d6", "d4 a side", "init a side", "best(init)"},
	}
	drawnNumbers  = []string{"0", "1", "2", "3", "-1", "any", "init", "ac / 6", "members", "1 + round / 3", "2 if npc else 1", "3 - round", "heroes", "10 - level", "max(7, damage)", "best(init)"}
	drawnRolls    = []string{"d20 + bonus", "(2d20kh1 if edge > 0 else 2d20kl1 if edge < 0 else d20) + bonus", "d6", "d4", "d1", "2d6", "d20 + init", "d6 if pc else 3", "d8 - 4", "d10 + best(init)", "d6 + level", "0", "init", "5"}
	drawnIntegers = []int{-3, -2, -1, 0, 1, 2, 3, 4, 5, 8, 12, 20}
)

// of draws one of several texts.
func (d *fileDraw) of(label string, texts []string) string {
	return rapid.SampledFrom(texts).Draw(d.t, label)
}

// scalar draws a scalar that the schema allows for a key.
func (d *fileDraw) scalar(key string, s *schemaOfFiles) string {
	switch texts := drawnTexts[key]; {
	case s.Enum != nil:
		var words []string
		for _, word := range s.Enum {
			words = append(words, fmt.Sprint(word))
		}
		return d.of(key, words)
	case s.Minimum != nil:
		n := rapid.SampledFrom(drawnIntegers).Draw(d.t, key)
		return fmt.Sprint(min(max(float64(n), *s.Minimum), *s.Maximum))
	case texts != nil:
		return d.of(key, texts)
	case strings.Contains(s.Description[strings.LastIndex(s.Description, "\n")+1:], "roll") || key == "roll" || key == "side roll" || key == "morale":
		return d.of(key, drawnRolls)
	case strings.Contains(fmt.Sprint(s.Type), "integer"):
		return d.of(key, drawnNumbers)
	}
	return "A text"
}

// write draws the value of a key and writes both, one key a line, so that each can be dropped with what is in it.
func (d *fileDraw) write(indent, key string, s *schemaOfFiles, most int) {
	inner, shown := indent+"  ", key
	if ways := s.AnyOf; ways != nil {
		way := *ways[rapid.IntRange(0, len(ways)-1).Draw(d.t, "way of "+key)]
		way.Description += s.Description
		d.write(indent, key, &way, most)
		return
	}
	var more *schemaOfFiles // of names that the file chooses
	if len(s.AdditionalProperties) > 0 && json.Unmarshal(s.AdditionalProperties, &more) == nil && more != nil {
		d.lines = append(d.lines, indent+shown+":")
		for _, name := range drawnNames[key] {
			if rapid.Bool().Draw(d.t, name+"?") {
				d.write(inner, name, more, most)
			}
		}
		if d.lines[len(d.lines)-1] == indent+shown+":" {
			d.lines[len(d.lines)-1] += " {}"
		}
		return
	}
	switch {
	case s.Properties != nil:
		d.lines = append(d.lines, indent+shown+":")
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if slices.Contains(s.Required, name) || rapid.IntRange(0, most).Draw(d.t, name+"?") == 0 {
				d.write(inner, name, s.Properties[name], most)
			}
		}
		if d.lines[len(d.lines)-1] == indent+shown+":" {
			d.lines[len(d.lines)-1] += " {}"
		}
	case s.Items != nil:
		var items []string
		item := s.Items
		for item.AnyOf != nil {
			item = item.AnyOf[0]
		}
		for range rapid.IntRange(max(1, s.MinItems), max(3, s.MinItems)).Draw(d.t, "items of "+key) {
			one := strconv.Quote(d.scalar(key, item))
			if s.MinItems > 1 || !slices.Contains(items, one) { // most lists have nothing twice
				items = append(items, one)
			}
		}
		d.lines = append(d.lines, indent+shown+": ["+strings.Join(items, ", ")+"]")
	default:
		text := d.scalar(key, s)
		if s.Minimum == nil {
			text = strconv.Quote(text)
		}
		d.lines = append(d.lines, indent+shown+": "+text)
	}
}

// unplayed are the keys that change nothing of a fight.
var unplayed = []string{"roundel", "name", "title", "fits", "credit", "help"}

// least are the least orders of every shape.
var least = map[string]string{"score": "roll: d6", "cards": "deck: 1-9", "pick": "who: gm", "draw": "tokens: 1", "clock": "roll: d6"}

// randomFile draws a file of any keys, of which about most of most+1 are left out. What it can't have is dropped, but for what servers have stored: "together"
// stays in every shape.
func randomFile(t *rapid.T, schema *schemaOfFiles, most int) *ruleset.Ruleset {
	d := &fileDraw{t: t}
	head := []string{"roundel: 1", "name: random", "title: Random"}
	for _, key := range slices.Sorted(maps.Keys(schema.Properties)) {
		switch {
		case slices.Contains(unplayed, key):
		case slices.Contains(schema.Required, key) || key == "stats" || rapid.IntRange(0, most).Draw(t, key+"?") == 0:
			d.write("", key, schema.Properties[key], most)
		}
	}
	lines := append(head, d.lines...)
	shape := "score"
	for _, line := range lines {
		if by, is := strings.CutPrefix(line, "  by: "); is {
			shape = strings.Trim(by, `"`)
		}
	}
	for range 1000 {
		rs, err := ruleset.ReadStored([]byte(strings.Join(lines, "\n") + "\n"))
		var problems strictyaml.Problems
		if !errors.As(err, &problems) {
			return rs
		}
		lines = withoutLine(lines, min(problems[0].Line, len(lines)), shape)
	}
	t.Fatalf("no ruleset comes of this:\n%s", strings.Join(lines, "\n"))
	return nil
}

// withoutLine drops a line and what is under it. An order and stats are always left.
func withoutLine(lines []string, n int, shape string) []string {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	end := n
	for end < len(lines) && indent(lines[end]) > indent(lines[n-1]) {
		end++
	}
	dropped := lines[n-1]
	lines = slices.Delete(slices.Clone(lines), n-1, end)
	switch key := strings.TrimSpace(strings.Split(dropped, ":")[0]); {
	case indent(dropped) == 0 && (key == "order" || n <= 3):
		lines = append(lines, "order: {by: "+shape+", "+least[shape]+"}")
	case indent(dropped) == 0 && key == "stats":
		lines = append(lines, "stats: {init: Initiative}")
	case n-2 >= 0 && n-2 < len(lines) && strings.HasSuffix(lines[n-2], ":") && (n-1 >= len(lines) || indent(lines[n-1]) <= indent(lines[n-2])):
		return withoutLine(lines, n-1, shape) // nothing is left in it
	}
	return lines
}

// TestRandomFiles plays random commands under random files, in which every key comes with every other: each fight and each command comes to
// its end, and a fight that is running can go on.
func TestRandomFiles(t *testing.T) {
	var schema schemaOfFiles
	if err := json.Unmarshal(ruleset.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	shapes := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		rs := randomFile(rt, &schema, rapid.IntRange(0, 3).Draw(rt, "keys left out"))
		defer watch(string(rs.Text))()
		rt.Logf("%s", rs.Text)
		together := ""
		if engine.ActTogether(rs) {
			together = ", together"
		}
		shapes[string(rs.Order.Shape)+together]++
		playRandom(rt, rs, rs.Units.SideOption && rapid.Bool().Draw(rt, "group"))
	})
	t.Log(shapes)
}

// TestRandomFilesHaveEveryKey: no key of rulesets is missing from all random files because whatever is drawn for it means nothing there.
// It takes ten seconds, so it needs -rapid.checks 100.
func TestRandomFilesHaveEveryKey(t *testing.T) {
	if checks() < 100 {
		t.Skip("takes 10 s; -rapid.checks 100")
	}
	var schema schemaOfFiles
	if err := json.Unmarshal(ruleset.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	schema.keys("", missing)
	all := maps.Clone(missing)
	maps.DeleteFunc(missing, func(key string, _ bool) bool {
		return slices.Contains(unplayed, key) || strings.HasPrefix(key, "difficulty.") // what foes are worth changes no fight
	})
	var found func(under string, value any)
	found = func(under string, value any) {
		keys, _ := value.(map[string]any)
		for name, value := range keys {
			key := strings.TrimPrefix(under+"."+name, ".")
			if !all[key] {
				key = under + ".*"
			}
			delete(missing, key)
			found(key, value)
		}
	}
	for seed := 0; len(missing) > 0 && seed < 1000; seed++ {
		var value any
		if err := yaml.Unmarshal(rapid.Custom(func(rt *rapid.T) []byte { return randomFile(rt, &schema, []int{0, 1, 3, 3}[seed%4]).Text }).Example(seed), &value); err != nil {
			t.Fatal(err)
		}
		found("", value)
	}
	if len(missing) > 0 {
		t.Errorf("no random file has %q; draw other values for them", slices.Sorted(maps.Keys(missing)))
	}
}

// keys collects the paths of all keys: "conditions.*.check.needs".
func (s *schemaOfFiles) keys(under string, into map[string]bool) {
	for _, way := range s.AnyOf {
		way.keys(under, into)
	}
	for name, value := range s.Properties {
		key := strings.TrimPrefix(under+"."+name, ".")
		into[key] = true
		value.keys(key, into)
	}
	var more *schemaOfFiles
	if len(s.AdditionalProperties) > 0 && json.Unmarshal(s.AdditionalProperties, &more) == nil && more != nil {
		more.keys(under+".*", into)
	}
}
