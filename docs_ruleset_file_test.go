package roundel_test

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roundel/engine/formula"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/engine/sheet"
	"roundel/engine/strictyaml"
)

const ownPage = "docs/rulesets/your-own.md"

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
		fmt.Fprintln(&out, strictyaml.FileProblem{File: ownFile, Problem: p})
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

// TestDocsKeys writes the tables after the comments <!-- keys: PATH -->. They have a row for every key that the reader of such a file knows, in
// the order in which the page lists them.
func TestDocsKeys(t *testing.T) {
	writeKeys(t, "docs/rulesets/file.md", ruleset.Keys())
	writeKeys(t, "docs/monsters.md", monster.Keys())
	writeKeys(t, "docs/characters.md", sheet.Keys())
	// attacks, abilities and stats are those of monsters, as the page says
	var elsewhere []string
	for _, foes := range []string{"foes[]", "waves[].foes[]"} {
		elsewhere = append(elsewhere, foes+".stats.*", foes+".attacks[]", foes+".abilities[]", foes+".abilities[].recharge")
	}
	writeKeys(t, "docs/encounters.md", monster.EncounterKeys(), elsewhere...)
}

func writeKeys(t *testing.T, page string, keys strictyaml.Spec, elsewhere ...string) {
	t.Helper()
	want := map[string]map[string]string{}
	keyTables("", keys, want)
	table := regexp.MustCompile(`<!-- keys: (.*?) -->\n\|.*\n\|.*\n((?:\|.*\n)*)`)
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` .*\n")
	text := read(t, page)
	made := table.ReplaceAllStringFunc(text, func(found string) string {
		m, rows := table.FindStringSubmatch(found), map[string]string{}
		for _, path := range strings.Split(m[1], ", ") {
			if rows = want[path]; rows == nil {
				t.Errorf("%s: there is no mapping at %s", page, path)
			}
			delete(want, path)
		}
		out := row.ReplaceAllStringFunc(m[2], func(line string) string {
			key := row.FindStringSubmatch(line)[1]
			now := rows[key]
			delete(rows, key)
			return now
		})
		for _, key := range slices.Sorted(maps.Keys(rows)) {
			out += rows[key]
		}
		return strings.TrimSuffix(found, m[2]) + out
	})
	for path := range want {
		if !slices.Contains(elsewhere, path) {
			t.Errorf("%s has no table for %q", page, path)
		}
	}
	keepMade(t, page, text, made)
}

// keyTables adds the rows of the tables of a place of the file and of all below it. A row says what is allowed under a key and what it is for;
// NAME stands for names that the file chooses.
func keyTables(path string, s strictyaml.Spec, out map[string]map[string]string) {
	rows, forms := map[string]string{}, maps.Clone(s.Forms)
	if s.Keys != nil {
		forms = map[string]*strictyaml.Keys{"": s.Keys}
	}
	for _, form := range forms {
		for _, key := range form.All {
			rows[key.Name] = keyRow(forms, key)
			keyTables(strings.TrimPrefix(path+"."+key.Name, "."), key.Spec, out)
		}
	}
	if s.List != nil {
		keyTables(path+"[]", s.List.Of, out)
	}
	if s.Names != nil {
		keyTables(path+".*", s.Names.Spec, out)
		path += ".*"
		rows["NAME"] = tableRow("NAME", fmt.Sprintf("at most %d; %s", s.Names.Most, s.Names.Spec.What), s.Names.About)
	}
	if len(rows) > 0 {
		if out[path] == nil {
			out[path] = map[string]string{}
		}
		maps.Copy(out[path], rows)
	}
}

// keyRow returns the row of a key. If not all forms of the mapping have it, the forms that do are named.
func keyRow(forms map[string]*strictyaml.Keys, key *strictyaml.Key) string {
	var have, need, values []string
	for _, word := range slices.Sorted(maps.Keys(forms)) {
		i := slices.IndexFunc(forms[word].All, func(other *strictyaml.Key) bool { return other.Name == key.Name })
		if i < 0 {
			continue
		}
		same := forms[word].All[i]
		have, values = append(have, "`"+word+"`"), append(values, same.Spec.What)
		if same.Required {
			need = append(need, "`"+word+"`")
		}
	}
	slices.Sort(values)
	value := strings.Join(slices.Compact(values), ", ")
	if len(have) < len(forms) {
		value = "only " + strings.Join(have, ", ") + ": " + value
	}
	switch len(need) {
	case 0:
	case len(have):
		value = "**required**; " + value
	default:
		value = "**required** by " + strings.Join(need, ", ") + "; " + value
	}
	return tableRow(key.Name, value, key.About)
}

// tableRow returns a row of a table of keys.
func tableRow(key, value, about string) string {
	return fmt.Sprintf("| `%s` | %s | %s |\n", key, tableText(value), tableText(about))
}

// tableText returns a text as it can stand in a table.
func tableText(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
