package ruleset

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"roundel/engine/strictyaml"
)

// compiled returns the schema as editors use it.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(Schema())))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("ruleset.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("ruleset.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// plainNumber is an integer of YAML 1.2.
var plainNumber = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)

// jsonOf returns a YAML node as JSON. Unless asText is set, plain scalars that look like integers are numbers.
func jsonOf(n *yaml.Node, asText bool) any {
	switch n.Kind {
	case yaml.SequenceNode:
		out := []any{}
		for _, item := range n.Content {
			out = append(out, jsonOf(item, asText))
		}
		return out
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			out[n.Content[i].Value] = jsonOf(n.Content[i+1], asText)
		}
		return out
	}
	if i, err := strconv.Atoi(n.Value); err == nil && !asText && n.Style == 0 && plainNumber.MatchString(n.Value) {
		return json.Number(strconv.Itoa(i))
	}
	return strings.TrimSpace(n.Value)
}

// TestRS81Schema holds the schema and the loader to one set of files: what the loader's structure refuses, the schema refuses too.
func TestRS81Schema(t *testing.T) {
	schema := compiled(t)
	good, bad := 0, 0
	check := func(text string) {
		t.Helper()
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var r strictyaml.Reader
		r.Open([]byte(text), strictyaml.File{What: "a ruleset", Most: MaxBytes, Key: maxText}, Keys())
		refused := len(r.Problems) > 0
		for _, asText := range []bool{false, true} {
			if err := schema.Validate(jsonOf(document.Content[0], asText)); (err != nil) != refused {
				t.Errorf("the loader says %v, the schema says %v\n%s", r.Problems, err, text)
			}
		}
		if refused {
			bad++
		} else {
			good++
		}
	}
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		check(string(text))
	}
	for _, part := range strings.Split(structures, "\n") {
		check(file(strings.ReplaceAll(part, `\n`, "\n")))
	}
	if good < 40 || bad < 60 {
		t.Errorf("only %d good files and %d bad ones", good, bad)
	}
}

// structures are parts of files, one a line, good and bad ones.
const structures = `once: yes
difficulty: {rated: CR, party: 1, worth: {0: 1, 1/8: 2}, budgets: {a: 1, b: [2, 3]}, many: {1: 0.1, 2: 1.5, 3: 10}, few: {below: 3, above: 5, ends: [0.5, 5]}}
difficulty: {rated: CR, party: 1, worth: {0: 1}, budgets: {a: 1, b: 2}, many: {1: 1.25}}
difficulty: {rated: CR, party: 1, worth: {1/3: 1}, budgets: {a: 1, b: 2}}
difficulty: {rated: CR, party: 1, worth: {0: 1}, budgets: {a: 1, b: 2}, few: {below: 3, above: 5}}
difficulty: {rated: CR, party: 1, worth: {0: 1}}
words: {de: {X: Y, action: {one: Aktion, other: Aktionen}}}
words: {}
words: {german: {X: Y}}
words: {de: {X: [Y]}}
words: {de: {X: {several: Y}}}
words: {de: X}
once: true
once: [yes]
wiat: hold
wait: swop
wait: bottom, one a side
blow: -5
blow: x
blow: [-5]
help: x
help: []
help: [x, 12, no]
help: {a: b}
fits: [a, b]
fits: ['']
round: 6 s
round: 6
credit: [a]
stats: {}
stats: {init: x}
stats: {Init: x}
stats: {init: {is: x, from: 1, to: 2, default: 0, need: all, or: [dex]}}
stats: {init: {is: x, upto: 2}}
stats: {init: {need: both}}
stats: {init: {or: A}}
stats: [init]
units: each or side
units: sides
units: {alike: []}
units: {alike: [init, dex]}
units: {like: [init]}
units: {}
order: {by: score, roll: d20, side roll: d6, best: low, passes: 10, slots: yes, ties: [pc], again: ask, turns: 2, phases: [a, b], reroll: yes}
order: {by: score}
order: {by: score, roll: d20, deck: french}
order: {by: score, roll: d20, phases: a}
order: {by: score, roll: d20, phases: [a]}
order: {by: score, roll: d20, ties: [a, b, c, d, e, f, g, h, i]}
order: {by: score, roll: d20, again: never}
order: {by: score, roll: [d20]}
order: {roll: d20}
order: {by: scores, roll: d20}
order: d20
order: {by: cards, deck: french + 1 joker, deal: 2, lowest: 0, redraw: 0, shuffle: when empty}
order: {by: cards, deck: tarot}
order: {by: cards}
order: {by: pick, next: any, who: gm, repeat: no, roll: d6}
order: {by: pick, tokens: 2}
order: {by: draw, tokens: 2, pool: own, ends: 3}
order: {by: draw}
order: {by: draw, tokens: 2, ends: few}
order: {by: clock, roll: d6, cost: 5, ties: pc}
order: {by: clock, roll: d6, reroll: yes}
turn: {action: 1, free: any, move: {count: 1, also: action, when: any time, back: round, reserve: 2, metres: 10, priced: yes}}
turn: {action: {also: move}}
turn: {action: {count: 1, when: never}}
turn: {action: {count: 1, back: {roll: d6, needs: 5}}}
turn: {action: {count: 1, back: {roll: d6}}}
turn: {action: {count: 1, back: later}}
turn: {Action: 1}
turn: action
surprise: one action
surprise: sometimes
durations: end of round
durations: end
save: {roll: d20, needs: dc}
save: {roll: d20}
save: {roll: d20, needs: 5, at: damage, ends: fail, passes: 2, fails: 2, becomes: X}
save: {roll: d20, needs: 5, passes: some}
save: d20
conditions: {Prone: {}}
conditions: {Prone: x}
conditions: {Prone: {skip: yes, no reactions: no, level: yes, most: 3, fades: spent, lasts: end of turn, takes: {action: 1}, initiative: -2, damage: yes, one: yes, breaks: [down], note: x}}
conditions: {Prone: {breaks: down, check: {roll: d20, needs: 5}}}
conditions: {Prone: {check: {roll: d20}}}
conditions: {Prone: {takes: [action]}}
conditions: {Prone: {takes: {action: some}}}
conditions: {Prone: {fades: later}}
conditions: {Prone: {lats: 2 rounds}}
conditions: {Prone: {lasts: ''}}
down: {roll: d20, needs: 10, states: [a, b, c]}
down: {roll: d20, needs: 10, states: [a, b]}
down: {roll: d20, needs: 10, states: a}
down: {roll: d20, states: [a, b, c]}
down: {who: all, at: start, label: x, roll: d20, needs: 10, passes: 3, fails: 3, on 1: two fails, on 20: up at 1 hp, hit: 1, massive: yes, level: no, degrees: no, states: [a, b, c]}
down: {roll: d20, needs: 10, states: [a, b, c], on 1: dead}
down: {roll: d20, needs: 10, states: [a, b, c], on 20: up}
down: {roll: d20, needs: 10, states: [a, b, c], at: end}
counters: {fear: {}}
counters: {fear: {from: 1, least: -2, to: 12, each round: 1, of: gm, secret: yes}}
counters: {fear: {of: npc}}
counters: {fear: {upto: 3}}
counters: {fear: 3}
counters: {this name has more than thirty characters: {}}
events: {Lair: {score: 20, every: 2, first: 1, note: x}}
events: {Lair: {score: high}}
events: {'a, b': {score: 1}}
events: {Lair: 20}
morale: 2d6
morale: [2d6]
attack: none
attack: d100 under
attack: d20 trauma
attack: d20 critical
attack: {form: d20 critical, costs: action, bonus: 1, against: ac, doubles: total, critical: 19}
attack: {form: d20 critical, again: [-5, -10]}
attack: {form: d20 degrees, again: [-5, -10], agile: [-4, -8]}
attack: {form: d20 degrees, critical: 19}
attack: {form: d20 degrees, again: -5}
attack: {form: d20 degrees, again: [-5]}
attack: {form: d100 under}
attack: {costs: action}
attack: [none]
title2: x`

// TestRS81SchemaFile: docs/ruleset.schema.json is the schema. To write it: go run ./cmd/bot rules schema > docs/ruleset.schema.json
func TestRS81SchemaFile(t *testing.T) {
	text, err := os.ReadFile("../../docs/ruleset.schema.json")
	if err != nil || string(text) != string(Schema()) {
		t.Errorf("docs/ruleset.schema.json is out of date; write it with go run ./cmd/bot rules schema (%v)", err)
	}
}
