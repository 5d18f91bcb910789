package roundel_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

const (
	ownPage  = "docs/rulesets/your-own.md"
	filePage = "docs/rulesets/file.md"
)

// ownFile is the name that the page about writing a ruleset gives its file.
const ownFile = "my-game.yaml"

// TestDocsOwnRuleset reads the page about writing a ruleset from top to bottom. Each YAML block is put into a file: its keys replace keys that
// are there, and others go to the end. The file must load after each block. After <!-- wrong -->, a block is only tried, and the block after it
// must have exactly the lines that roundel rules check prints. After <!-- whole -->, the block is the file, with a comment for editors.
func TestDocsOwnRuleset(t *testing.T) {
	block := regexp.MustCompile("(?s)(?:<!-- (wrong|whole) -->\n)?```yaml\n(.*?)```\n(?:\n```text\n(.*?)```\n)?")
	file, steps, wrong, whole := ownSections{}, 0, 0, false
	text := read(t, ownPage)
	made := block.ReplaceAllStringFunc(text, func(found string) string {
		m := block.FindStringSubmatch(found)
		switch m[1] {
		case "wrong":
			wrong++
			return strings.TrimSuffix(found, m[3]+"```\n") + problemsOf(t, file.with(m[2]).String()) + "```\n"
		case "whole":
			whole = true
			return "<!-- whole -->\n```yaml\n# yaml-language-server: $schema=ruleset.schema.json\n" + file.String() + "```\n"
		}
		steps++
		file = file.with(m[2])
		if _, err := ruleset.Read([]byte(file.String())); err != nil {
			t.Errorf("%s: after this block, the file does not load: %v\n%s", ownPage, err, m[2])
		}
		return found
	})
	if steps < 10 || wrong < 8 || !whole {
		t.Errorf("%s has %d steps and %d mistakes, and the whole file: %v", ownPage, steps, wrong, whole)
	}
	keepMade(t, ownPage, text, made)
}

// problemsOf returns what roundel rules check prints about a file.
func problemsOf(t *testing.T, text string) string {
	t.Helper()
	_, err := ruleset.Read([]byte(text))
	var problems strictyaml.Problems
	if !errors.As(err, &problems) {
		t.Errorf("%s: this is shown as a mistake, but it is not refused: %v\n%s", ownPage, err, text)
	}
	var out strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&out, ruleset.FileProblem{File: ownFile, Problem: p})
	}
	return out.String()
}

// ownSections is a file, split at its top-level keys.
type ownSections []struct{ key, text string }

// with returns the file with the keys of a block.
func (s ownSections) with(block string) ownSections {
	out, at := slices.Clone(s), -1
	for line := range strings.Lines(block) {
		key, _, isKey := strings.Cut(line, ":")
		if isKey && strings.TrimLeft(line, " #") == line {
			at = slices.IndexFunc(out, func(section struct{ key, text string }) bool { return section.key == key })
			if at < 0 {
				out = append(out, struct{ key, text string }{key: key})
				at = len(out) - 1
			}
			out[at].text = ""
		}
		out[at].text += line
	}
	return out
}

func (s ownSections) String() string {
	var out strings.Builder
	for _, section := range s {
		out.WriteString(section.text)
	}
	return out.String()
}

// ownValues are the stats and facts with which the examples of formulas are filled in. There is one member, who is a player character.
type ownValues map[string]int

func (v ownValues) Fact(name string) int { return v[name] }
func (v ownValues) Members() int         { return 1 }
func (v ownValues) PC(int) bool          { return true }
func (v ownValues) Stat(_ int, name string) (int, bool) {
	value, given := v[name]
	return value, given
}

// filledIn returns a formula with the values filled in, as dice notation or as a number.
func filledIn(t *testing.T, text string, values ownValues) string {
	t.Helper()
	scope := formula.Scope{Also: []string{"dc", "bonus", "level", "damage"}}
	for _, name := range []string{"speed", "quick", "will", "breath", "fire", "boss"} {
		scope.Stats = append(scope.Stats, formula.Stat{Name: name})
	}
	f, err := formula.Parse(text, scope)
	if err != nil {
		t.Errorf("%s: %s: %v", ownPage, text, err)
		return ""
	}
	return f.Fill(values).String()
}

// TestDocsFormulas fills in the formulas in the table on the page about writing a ruleset, with the stats and facts of the second column, and
// compares the dice or the number with the third.
func TestDocsFormulas(t *testing.T) {
	found := 0
	given := regexp.MustCompile(`([a-z_]+) (-?\d+)`)
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| `([^`]+)` \\|").FindAllStringSubmatch(read(t, ownPage), -1) {
		found++
		values := ownValues{}
		for _, g := range given.FindAllStringSubmatch(m[2], -1) {
			var n int
			if _, err := fmt.Sscan(g[2], &n); err != nil {
				t.Fatal(err)
			}
			values[g[1]] = n
		}
		if got := filledIn(t, m[1], values); got != m[3] {
			t.Errorf("%s: %s with %s is %s, not %s", ownPage, m[1], m[2], got, m[3])
		}
	}
	if found < 10 {
		t.Errorf("%s shows only %d formulas", ownPage, found)
	}
}

// TestDocsRulesetKeys keeps the tables after the comments <!-- keys: PATH --> in docs/rulesets/file.md up to date. They have a row for every
// key that the loader knows; the second column, the allowed values, is generated.
func TestDocsRulesetKeys(t *testing.T) {
	var schema ownSchema
	if err := json.Unmarshal(ruleset.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{}
	schema.tables("", want)
	table := regexp.MustCompile(`<!-- keys: (.*?) -->\n\|.*\n\|.*\n((?:\|.*\n)*)`)
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*?) \\| (.*) \\|$")
	text := read(t, filePage)
	made := table.ReplaceAllStringFunc(text, func(found string) string {
		m := table.FindStringSubmatch(found)
		rows := map[string]string{}
		for _, path := range strings.Split(m[1], ", ") {
			if rows = want[path]; rows == nil {
				t.Errorf("%s: there is no mapping at %s", filePage, path)
			}
			delete(want, path)
		}
		listed := map[string]bool{}
		out := row.ReplaceAllStringFunc(m[2], func(line string) string {
			cell := row.FindStringSubmatch(line)
			listed[cell[1]] = true
			if rows[cell[1]] == "" || strings.TrimSpace(cell[3]) == "" {
				t.Errorf("%s: %s: there is no key %s, or it has no meaning", filePage, m[1], cell[1])
			}
			return fmt.Sprintf("| `%s` | %s | %s |", cell[1], rows[cell[1]], cell[3])
		})
		for _, key := range slices.Sorted(maps.Keys(rows)) {
			if !listed[key] {
				t.Errorf("%s: %s lacks the key %s", filePage, m[1], key)
			}
		}
		return strings.TrimSuffix(found, m[2]) + out
	})
	for path := range want {
		t.Errorf("%s has no table for %q", filePage, path)
	}
	keepMade(t, filePage, text, made)
}

// ownSchema is what the tables need of a JSON schema.
type ownSchema struct {
	Description          string
	Properties           map[string]ownSchema
	Required             []string
	AnyOf                []ownSchema
	AdditionalProperties json.RawMessage
	MaxProperties        int
	PropertyNames        struct{ MaxLength int }
	Enum                 []any
}

// tables adds the tables of a place of the file and of all below it. A table lists what is allowed under each key; NAME stands for names that the
// file chooses.
func (s ownSchema) tables(path string, out map[string]map[string]string) {
	forms := slices.DeleteFunc(append([]ownSchema{s}, s.AnyOf...), func(f ownSchema) bool { return f.Properties == nil })
	rows := map[string]string{}
	for _, key := range keysOf(forms) {
		rows[key] = valueOf(forms, key)
	}
	if len(rows) > 0 {
		maps.Copy(rows, out[path]) // the row of the name, if there is one
		out[path] = rows
	}
	for _, f := range forms {
		for key, below := range f.Properties {
			below.tables(strings.TrimPrefix(path+"."+key, "."), out)
		}
	}
	for _, f := range append([]ownSchema{s}, s.AnyOf...) {
		var below ownSchema
		if json.Unmarshal(f.AdditionalProperties, &below) == nil && f.MaxProperties > 0 {
			out[path+".*"] = map[string]string{"NAME": fmt.Sprintf("at most %d; %s", f.MaxProperties, tableText(below.Description))}
			below.tables(path+".*", out)
		}
	}
}

// keysOf returns all keys of the forms that a mapping can have.
func keysOf(forms []ownSchema) []string {
	var out []string
	for _, f := range forms {
		out = append(out, slices.Collect(maps.Keys(f.Properties))...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// valueOf returns what is allowed under a key. If not all forms of the mapping have it, the forms that do are named.
func valueOf(forms []ownSchema, key string) string {
	var have, need, texts []string
	for _, f := range forms {
		v, ok := f.Properties[key]
		if !ok {
			continue
		}
		if slices.Contains(f.Required, key) {
			need = append(need, f.kind())
		}
		have, texts = append(have, f.kind()), append(texts, v.Description)
	}
	slices.Sort(texts)
	out := tableText(strings.Join(slices.Compact(texts), ", "))
	if len(have) < len(forms) {
		out = "only " + strings.Join(have, ", ") + ": " + out
	}
	switch len(need) {
	case 0:
		return out
	case len(have):
		return "**required**; " + out
	}
	return "**required** by " + strings.Join(need, ", ") + "; " + out
}

// kind returns the word that selects a form.
func (s ownSchema) kind() string {
	for _, key := range []string{"by", "form"} {
		if v, ok := s.Properties[key]; ok && len(v.Enum) == 1 {
			return fmt.Sprintf("`%v`", v.Enum[0])
		}
	}
	return ""
}

// tableText returns a text as it can stand in a table.
func tableText(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
