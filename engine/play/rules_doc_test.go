package play_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the test column in docs/rules.md")

const rulesDoc = "../../docs/rules.md"

// ruleIDs returns the IDs of all rules and worked examples.
func ruleIDs() []string {
	var out []string
	for _, part := range []struct {
		name     string
		from, to int
	}{{"CO-", 1, 14}, {"ST-", 1, 14}, {"FT-", 1, 10}, {"CS-", 1, 13}, {"RI-", 1, 13}, {"TO-", 1, 13}, {"Example ", 1, 6},
		{"RS-", 1, 14}, {"RS-", 20, 38}, {"RS-", 40, 48}, {"RS-", 50, 50}, {"RS-", 60, 74}, {"RS-", 80, 85}, {"WO-", 1, 18}, {"NU-", 1, 38}, {"MO-", 1, 34}} {
		for i := part.from; i <= part.to; i++ {
			out = append(out, fmt.Sprint(part.name, i))
		}
	}
	return out
}

// grows reports whether a rule is one of those about characters, of which there are more from change to change: the table has them as they get tests.
func grows(id string) bool { return strings.HasPrefix(id, "CR-") }

var (
	testName  = regexp.MustCompile(`^Test(CO|ST|FT|CS|RI|TO|RS|WO|NU|MO|CR|Example)(\d+)`)
	moreRules = regexp.MustCompile(`^TestRS(\d+)(To|And|)RS(\d+)`)
	rowName   = regexp.MustCompile(`^"(CO|ST|FT|CS|RI|TO|RS|WO|NU|MO|CR)-(\d+) `)
	docRow    = regexp.MustCompile(`^\| ((?:[A-Z]{2}-|Example )\d+) \| (.*) \| (.*) \|$`)
)

// testsOf returns the tests of each rule: functions named after it, and functions with table rows or subtests whose names
// start with its ID.
func testsOf(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	var files []string
	for _, dir := range []string{"..", "../*", "../../bot", "../../bot/*", "../../bot/words/*", "../../store", "../../store/*", "../../cmd/bot"} {
		found, err := filepath.Glob(dir + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Test") {
				continue
			}
			for _, id := range rulesNamedBy(fn) {
				out[id] = append(out[id], fn.Name.Name)
			}
		}
	}
	for id := range out {
		slices.Sort(out[id])
		out[id] = slices.Compact(out[id])
	}
	return out
}

// rulesNamedBy returns the rules that a test function names.
func rulesNamedBy(fn *ast.FuncDecl) []string {
	var ids []string
	add := func(m []string) {
		if m == nil {
			return
		}
		id := m[1] + "-" + m[2]
		if m[1] == "Example" {
			id = "Example " + m[2]
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(testName.FindStringSubmatch(fn.Name.Name))
	for _, id := range moreRulesNamedBy(fn.Name.Name) {
		add([]string{"", "RS", id})
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			add(rowName.FindStringSubmatch(lit.Value))
		}
		return true
	})
	return ids
}

// moreRulesNamedBy returns the numbers of the rules after the first that the name of a test has: TestRS28ToRS38… names all from RS-28 to RS-38,
// and TestRS73RS74… two.
func moreRulesNamedBy(name string) []string {
	m := moreRules.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	if m[2] != "To" {
		return []string{m[3]}
	}
	from, to := slices.Index(ruleIDs(), "RS-"+m[1]), slices.Index(ruleIDs(), "RS-"+m[3])
	var out []string
	for _, id := range ruleIDs()[from+1 : to+1] {
		out = append(out, strings.TrimPrefix(id, "RS-"))
	}
	return out
}

// TestRulesHaveTests keeps docs/rules.md up to date: every rule has a meaning and at least one test, and the table lists all
// tests.
func TestRulesHaveTests(t *testing.T) {
	data, err := os.ReadFile(rulesDoc)
	if err != nil {
		t.Fatal(err)
	}
	tests := testsOf(t)
	lines := strings.Split(string(data), "\n")
	var listed []string
	for i, line := range lines {
		m := docRow.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		id, meaning := m[1], strings.TrimSpace(m[2])
		listed = append(listed, id)
		if meaning == "" {
			t.Errorf("%s has no meaning in %s", id, rulesDoc)
		}
		lines[i] = fmt.Sprintf("| %s | %s | `%s` |", id, meaning, strings.Join(tests[id], "`, `"))
	}
	for _, id := range listed {
		if len(tests[id]) == 0 {
			t.Errorf("%s has no test", id)
		}
	}
	slices.Sort(listed)
	want := slices.Sorted(slices.Values(ruleIDs()))
	fixed := slices.DeleteFunc(slices.Clone(listed), grows)
	if !slices.Equal(fixed, want) || len(slices.Compact(slices.Clone(listed))) != len(listed) {
		t.Errorf("%s lists %v, want %v", rulesDoc, listed, want)
	}
	for id, named := range tests {
		if !slices.Contains(listed, id) && !grows(id) {
			t.Errorf("%q name rule %s, which %s lacks", named, id, rulesDoc)
		}
	}
	text := strings.Join(lines, "\n")
	switch {
	case text == string(data):
	case *update && !t.Failed():
		if err := os.WriteFile(rulesDoc, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run go test ./engine/play -run TestRulesHaveTests -update", rulesDoc)
	}
}
