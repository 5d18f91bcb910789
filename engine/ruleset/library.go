package ruleset

import (
	"embed"
	"errors"
	"fmt"
	"io"
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

// Default is the ruleset of a server that has not chosen one.
const Default = "turn-order"

// Seeds returns the five rulesets of the first release.
func Seeds() []*Ruleset { return Bundled().List[:5] }

// ByName returns the bundled ruleset with that name, and whether there is one.
func ByName(name string) (*Ruleset, bool) { return Bundled().Find(name) }

// Library is a number of rulesets, in the order in which they are offered.
type Library struct {
	List []*Ruleset
}

// Names returns the names of all files that come with the bot, in the order in which they are offered.
func Names() []string {
	return []string{"structured-time", "flow-of-time", "combat-sequence", "rounds-initiative", "turn-order",
		"five-e-2014", "five-e-2024", "three-actions", "action-cards", "cards-of-ten", "popcorn", "alternating", "spotlight",
		"sides-d6", "d6-who-begins", "slots", "passes", "escalation", "static-dex", "token-bag", "tick-clock"}
}

// Bundled returns the rulesets that come with the bot. Their files are read once.
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

// FileProblem is a problem of one of several files.
type FileProblem struct {
	File string
	strictyaml.Problem
}

// String returns the problem as it is printed: "goblins.yaml:6:15: roll: …".
func (p FileProblem) String() string { return p.File + ":" + p.Problem.String() }

// ReadFolder reads the files *.yaml of a folder, sorted by name. The name of a ruleset can be neither one of the library's nor that of another file
// (RS-82). If anything is wrong, it returns the problems of all files, and no rulesets.
func (l Library) ReadFolder(folder fs.FS) ([]*Ruleset, []FileProblem) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, []FileProblem{{".", strictyaml.Problem{Line: 1, Column: 1, Text: "this folder can't be read: " + reason(err)}}}
	}
	var out []*Ruleset
	var problems []FileProblem
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
			problems = append(problems, FileProblem{file, p})
		}
		out = append(out, rs)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return out, nil
}

// readFile reads one file of a folder. taken are the names that others have, with what has them; the file's is added.
func readFile(folder fs.FS, file string, taken map[string]string) (*Ruleset, strictyaml.Problems) {
	text, err := contents(folder, file)
	if err != nil {
		return nil, Unreadable(err)
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

// contents returns the text of a file, or one byte more than a ruleset can have if it has more. Folders, pipes and devices aren't opened, because
// that could wait forever.
func contents(folder fs.FS, file string) ([]byte, error) {
	info, err := fs.Stat(folder, file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := folder.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxBytes+1))
}

// Unreadable returns the only problem of a file that could not be opened or read.
func Unreadable(err error) strictyaml.Problems {
	return strictyaml.Problems{{Line: 1, Column: 1, Text: "this file can't be read: " + reason(err)}}
}

// reason returns why a file can't be read, without its name.
func reason(err error) string {
	for inner := err; inner != nil; {
		err = inner
		unwrap, ok := inner.(interface{ Unwrap() error })
		if !ok {
			break
		}
		inner = unwrap.Unwrap()
	}
	return err.Error()
}
