package ruleset

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundel/engine/strictyaml"
)

var updateRefusals = flag.Bool("update", false, "write testdata/refusals.txt again; what is new in it is still to be decided")

const refusalsFile = "testdata/refusals.txt"

// What becomes of a ruleset that a fight has stored if it earns a refusal.
const (
	always    = "always" // every release has refused it, so that no fight has such a text. Only a damaged database does: then users are told that the rules can't be read
	loads     = "loads"  // an earlier release took it: [ReadStored] does, and there is an example below
	undecided = "undecided"
)

// storedExamples are rulesets that were taken once, by the refusals that they earn today.
func storedExamples() map[string]string {
	return map[string]string{
		`ruleset/words.go readWords newProblem "%s: Discord has no language with this tag%s"`:                                                                             "roundel: 1\nname: tags\ntitle: Tags\norder: {by: pick}\nwords: {pt: {Tags: Etiquetas}}\n",
		`ruleset/words.go readWords newProblem "%s: the translation is empty; leave it out to keep the text"`:                                                             "roundel: 1\nname: blank\ntitle: Blank\norder: {by: pick}\nwords: {de: {Blank: \"\"}}\n",
		`ruleset/tie.go readTies newProblem "ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here"`: "roundel: 1\nname: together\ntitle: Together\norder: {by: draw, ties: together, tokens: 1}\n",
	}
}

// refusals returns everything that the reader of ruleset files refuses: the calls that report a problem, and what each key takes.
func refusals(t *testing.T) []string {
	t.Helper()
	found := map[string]int{}
	for _, folder := range []string{".", "../strictyaml", "../formula", "../dice"} {
		names, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if fn, is := d.(*ast.FuncDecl); is {
					ast.Inspect(fn, func(n ast.Node) bool {
						if call := reports(n); call != "" {
							where, err := filepath.Abs(name)
							if err != nil {
								t.Fatal(err)
							}
							found[fmt.Sprintf("%s/%s %s %s", filepath.Base(filepath.Dir(where)), filepath.Base(name), fn.Name.Name, call)]++
						}
						return true
					})
				}
			}
		}
	}
	var out []string
	for _, call := range slices.Sorted(maps.Keys(found)) {
		if found[call] > 1 {
			call += fmt.Sprintf(" ×%d", found[call])
		}
		out = append(out, call)
	}
	return append(out, taken("", Keys())...)
}

// reports returns a call that reports a problem as text: the function, and the fault or sentence if it is written there.
func reports(n ast.Node) string {
	call, is := n.(*ast.CallExpr)
	if !is {
		return ""
	}
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	if !slices.Contains([]string{"problem", "Problem", "ProblemIn", "newProblem", "refuse", "Only", "fail", "numbers", "wrong", "fault"}, name) {
		return ""
	}
	sentence := ""
	for _, arg := range call.Args {
		if fault, is := arg.(*ast.Ident); is && fault.IsExported() && sentence == "" {
			sentence = fault.Name
		}
		ast.Inspect(arg, func(n ast.Node) bool {
			if lit, is := n.(*ast.BasicLit); is && lit.Kind == token.STRING && sentence == "" {
				sentence = lit.Value
			}
			return true
		})
	}
	return strings.TrimSpace(name + " " + sentence)
}

// taken returns what a key takes, and the keys below it.
func taken(path string, s strictyaml.Spec) []string {
	var out []string
	if path != "" {
		out = append(out, "key "+path+": "+s.What)
	}
	below := func(keys *strictyaml.Keys, under string) {
		for _, k := range keys.All {
			name := strings.TrimPrefix(under+"."+k.Name, ".")
			if k.Required {
				name += " (required)"
			}
			out = append(out, taken(name, k.Spec)...)
		}
	}
	if s.List != nil {
		out = append(out, taken(path+"[]", s.List.Of)...)
		out[len(out)-1] += fmt.Sprintf(", %d to %d", s.List.Min, s.List.Max)
	}
	if s.Names != nil {
		out = append(out, taken(fmt.Sprintf("%s.* (at most %d, %s)", path, s.Names.Most, s.Names.What), s.Names.Spec)...)
	}
	if s.Keys != nil {
		below(s.Keys, path)
	}
	for _, word := range slices.Sorted(maps.Keys(s.Forms)) {
		below(s.Forms[word], path+"("+word+")")
	}
	return out
}

// decided returns what was decided about each refusal.
func decided(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(refusalsFile)
	if err != nil && !*updateRefusals {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		decision, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		out[what] = decision
	}
	return out
}

// TestRS6StoredRefusals: nobody adds a refusal, or narrows what a key takes, without deciding about the fights that have begun under such a
// ruleset. A fight keeps the text that it began with, and goes on under it after an upgrade (RS-6).
func TestRS6StoredRefusals(t *testing.T) {
	was, now := decided(t), refusals(t)
	if *updateRefusals {
		var b strings.Builder
		for _, what := range now {
			decision := was[what]
			if decision == "" {
				decision = undecided
			}
			b.WriteString(decision + "\t" + what + "\n")
		}
		if err := os.WriteFile(refusalsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		was = decided(t)
	}
	for _, what := range now {
		switch was[what] {
		case always:
		case loads:
			if storedExamples()[what] == "" {
				t.Errorf("there is no example of a stored ruleset for %s", what)
			}
		default:
			t.Errorf("nobody has decided what becomes of fights under a ruleset that earns this: %s\n"+
				"Report it with newProblem, make ReadStored take such rulesets as before, write %q before it in %s and add an example to this test. "+
				"If no release has ever taken such a ruleset, or the key takes more than before, write %q. -update adds the line.", what, loads, refusalsFile, always)
		}
		delete(was, what)
	}
	for what := range was {
		t.Errorf("%s has a line that nothing stands for any more: %s", refusalsFile, what)
	}
	tolerated := 0
	for what, text := range storedExamples() {
		tolerated++
		_, sentence, _ := strings.Cut(what, "newProblem ")
		sentence, err := strconv.Unquote(sentence)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Read([]byte(text))
		for part := range strings.SplitSeq(sentence, "%s") {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%q doesn't earn %q: %v", text, sentence, err)
			}
		}
		if _, err := ReadStored([]byte(text)); err != nil {
			t.Errorf("a fight under %q can't go on: %v", text, err)
		}
	}
	for _, what := range now {
		if strings.Contains(what, ` newProblem "`) {
			tolerated--
		}
	}
	if tolerated != 0 {
		t.Errorf("there are %d more examples than refusals that are only for new files", tolerated)
	}
}
