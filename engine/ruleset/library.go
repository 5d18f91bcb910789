package ruleset

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

//go:embed *.yaml
var files embed.FS

// Default is the ruleset of servers that haven't chosen one.
const Default = "turn-order"

// Seeds returns the five rulesets of the first release.
func Seeds() []*Ruleset { return Bundled().List[:5] }

// ByName returns the bundled ruleset with that name, and whether there is one.
func ByName(name string) (*Ruleset, bool) { return Bundled().Find(name) }

// Library is a list of rulesets, in the order in which they are offered.
type Library struct {
	List []*Ruleset
}

// Names returns the names of all bundled files, in the order in which they are offered.
func Names() []string {
	return []string{"structured-time", "flow-of-time", "combat-sequence", "rounds-initiative", "turn-order",
		"five-e-2014", "five-e-2024", "three-actions", "action-cards", "cards-of-ten", "popcorn", "alternating", "spotlight",
		"sides-d6", "d6-who-begins", "slots", "passes", "escalation", "static-dex", "token-bag", "tick-clock"}
}

// Bundled returns the bundled rulesets. Their files are read only once.
func Bundled() Library { return Library{List: slices.Clone(bundledOnce().List)} }

var bundledOnce = sync.OnceValue(readBundled)

func readBundled() Library {
	var out Library
	for _, name := range Names() {
		text, err := files.ReadFile(name + ".yaml")
		if err != nil {
			panic(fmt.Sprintf("ruleset: a bundled file is missing: %v", err))
		}
		r := read(text, false)
		if len(r.Problems) > 0 {
			panic(fmt.Sprintf("ruleset: %s.yaml: %v", name, strictyaml.Sorted(r.Problems)))
		}
		out.List = append(out.List, r.rs)
	}
	return out
}

// Find returns the ruleset with that name, and whether there is one.
func (l Library) Find(name string) (*Ruleset, bool) {
	i := slices.IndexFunc(l.List, func(rs *Ruleset) bool { return rs.Name == name })
	if i < 0 {
		return nil, false
	}
	return l.List[i], true
}

// normalized returns a text in the form in which names and titles are compared.
func normalized(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Nearest returns the name of the ruleset whose name, title or game is closest to the text typed, or "" if none is close.
func (l Library) Nearest(typed string) string {
	var known []string
	name := map[string]string{}
	for _, rs := range l.List {
		for _, text := range append([]string{rs.Name, rs.Title}, rs.Fits...) {
			text = normalized(text)
			if name[text] == "" {
				known = append(known, text)
				name[text] = rs.Name
			}
		}
	}
	return name[formula.Nearest(normalized(typed), known)]
}

// ReadFolder reads the *.yaml files in a folder, sorted by name. A ruleset can't have the name of one in the library or in another file
// (RS-82). If anything is wrong, it returns the problems of all files, and no rulesets.
func (l Library) ReadFolder(folder fs.FS) ([]*Ruleset, []strictyaml.FileProblem) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, []strictyaml.FileProblem{{File: ".", Problem: strictyaml.Unreadable("folder", err)[0]}}
	}
	var out []*Ruleset
	var problems []strictyaml.FileProblem
	taken := map[string]string{}
	for _, rs := range l.List {
		taken[rs.Name] = "a bundled ruleset"
	}
	for _, name := range Names() {
		taken[name] = "a bundled ruleset"
	}
	for _, e := range entries {
		file := e.Name()
		if path.Ext(file) != ".yaml" {
			continue
		}
		rs, faults := readFile(folder, file, taken)
		for _, p := range faults {
			problems = append(problems, strictyaml.FileProblem{File: file, Problem: p})
		}
		out = append(out, rs)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return out, nil
}

// readFile reads one file of a folder. taken maps names to what has them; the file's is added.
func readFile(folder fs.FS, file string, taken map[string]string) (*Ruleset, strictyaml.Problems) {
	text, err := strictyaml.Contents(folder, file, MaxBytes)
	if err != nil {
		return nil, strictyaml.Unreadable("file", err)
	}
	r := read(text, false)
	if name := r.Root.Get("name"); name != nil && name.Kind == strictyaml.Scalar {
		if by, twice := taken[name.Text]; twice {
			r.Problem(name, "name: %s is the name of %s; choose another", name.Text, by)
		} else {
			taken[name.Text] = "the ruleset in " + path.Base(file)
		}
	}
	if len(r.Problems) > 0 {
		return nil, strictyaml.Sorted(r.Problems)
	}
	return r.rs, nil
}
