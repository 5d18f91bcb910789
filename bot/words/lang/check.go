package lang

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine/strictyaml"
)

// builtin are the forms that every language has.
var builtin = []string{"or", "signed", "operator", "some", "noun", "capital"}

// limits are the maximum lengths of texts, in characters or, for those in a grid, in columns: a wide letter takes two. What is filled in
// doesn't count; of several cases, the longest does. The first limit that matches applies (WO-18).
var limits = []struct {
	ids     string // a pattern for [path.Match]
	most    int
	columns bool
	what    string
	fixed   bool // only texts without arguments
}{
	{"command.*", 100, false, "the description of a command", false},
	{"option.*", 100, false, "the description of an option", false},
	{"choice.*", 100, false, "a choice", false},
	{"button.*", 34, true, "a button", true}, // two fit a phone's row
	{"button.*", 80, false, "a button", false},
	{"check.button*", 80, false, "a button", false},
	{"*-form.title", 45, false, "the title of a form", false},
	{"*form.*-label", 45, false, "the label of an input", false},
	{"*form.*-hint", 100, false, "the hint of an input", false},
	{"*form.*-help", 100, false, "the help of an input", false},
	{"menu.*", 100, false, "a line of a menu", false},
	{"roster.fight", 80, false, "the name of a fight", false},
	{"state.*", 33, true, "a word on the board", false},
	{"hp.*", 33, true, "a word on the board", false},
	{"at-0-hp.*", 33, true, "a word on the board", false},
}

// headings are the texts above the columns of a summary. The fifth column, names, has none. mostHeadings is the maximum of their columns
// together: with a blank before each, they take the 40 of a row (WO-18).
var headings = []string{"summary.dealt", "summary.taken", "summary.healed", "summary.felled"}

const mostHeadings = 36

// limit returns the maximum length of a text, what the text is, and what its length is counted in; 0 if there is no maximum.
func limit(id string) (most int, what, unit string, count func(string) int) {
	for _, l := range limits {
		switch ok, _ := path.Match(l.ids, id); {
		case !ok || l.fixed && len(used(English().parsed(id))) > 0:
		case l.columns:
			return l.most, l.what, "columns", Columns
		default:
			return l.most, l.what, "characters", utf8.RuneCountInString
		}
	}
	return 0, "", "", nil
}

// longest returns the length of a text with its longest cases, without what is filled in.
func longest(nodes []node, count func(string) int) int {
	n := 0
	for i := range nodes {
		most := count(nodes[i].text)
		for _, b := range nodes[i].cases {
			most = max(most, longest(b.text, count))
		}
		n += most
	}
	return n
}

// check checks the texts of a file against English, which has all texts and arguments.
func (r *reader) check(en *Language) {
	sections := map[string][]string{} // names of texts
	for id := range en.texts {
		section, name, _ := strings.Cut(id, ".")
		sections[section] = append(sections[section], name)
	}
	for _, e := range r.Root.Get("texts").Mappings() {
		names := sections[e.Key.Text]
		if names == nil {
			r.Problem(e.Key, "texts: English has no section %s%s", e.Key.Text, meant(e.Key.Text, sections))
			continue
		}
		scalars(e.Value, func(key, value *strictyaml.Node) {
			id := e.Key.Text + "." + key.Text
			needs := used(en.parsed(id))
			switch {
			case id == "pool.other":
				needs["written"] = true
			case slices.Contains(names, key.Text):
			case e.Key.Text == "pool":
				needs = map[string]bool{"n": true}
			case !r.sideInForm(id):
				slices.Sort(names)
				r.Problem(key, "%s: English has no such text%s", strictyaml.Clip(id), strictyaml.Meant(key.Text, names))
				return
			}
			r.checkText(id, value, needs)
		})
		if e.Key.Text == "summary" {
			r.checkHeadings(e.Key, en)
		}
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// checkHeadings checks the width of a summary's headings together. at is the key of their section.
func (r *reader) checkHeadings(at *strictyaml.Node, en *Language) {
	n := 0
	for _, id := range headings {
		t := en.texts[id]
		if own := r.l.texts[id]; own != nil {
			t = own
		}
		n += Columns(t.source)
	}
	if n > mostHeadings {
		r.Problem(at, "summary: %s can have at most %d columns together, not %d", strictyaml.And(headings), mostHeadings, n)
	}
}

// meant suggests a key that is close to what was written.
func meant[V any](written string, known map[string]V) string {
	return strictyaml.Meant(written, sorted(known))
}

// sideInForm reports whether a text is a side's name in one of the file's forms, such as side.party-dative.
func (r *reader) sideInForm(id string) bool {
	for _, side := range []string{"side.party-", "side.foes-"} {
		if form, ok := strings.CutPrefix(id, side); ok && r.l.forms[form] != nil {
			return true
		}
	}
	return false
}

// checkText checks one text. needs are the arguments that it may have.
func (r *reader) checkText(id string, value *strictyaml.Node, needs map[string]bool) {
	source := value.Exact()
	problem := func(at int, format string, args ...any) {
		leading := len(source) - len(strings.TrimLeftFunc(source, unicode.IsSpace))
		r.ProblemIn(value, utf8.RuneCountInString(source[:at])-utf8.RuneCountInString(source[:min(at, leading)]), "%s: %s", id, fmt.Sprintf(format, args...))
	}
	nodes, err := parse(source)
	if f, ok := err.(fault); ok {
		problem(f.at, "%s", f.text)
		return
	}
	if nodes == nil {
		r.Problem(value, "%s: the text is empty; leave it out to have it in English", id)
		return
	}
	eachNode(nodes, func(n *node) {
		if !needs[n.key] {
			more := "; it has none"
			if len(needs) > 0 {
				more = "; it has " + strictyaml.And(sorted(needs))
			}
			problem(int(n.at), "%s is not an argument of the English text%s", strictyaml.Clip(n.key), more)
		}
		if n.op == formed && !slices.Contains(builtin, n.form) && r.l.forms[n.form] == nil {
			problem(int(n.at), "the language has no form %s%s", strictyaml.Clip(n.form), meant(n.form, r.l.forms))
		}
		for _, b := range n.cases {
			if n.op == plural && !b.is && b.word != "other" && !r.l.counts(b.word) {
				problem(int(b.at), "the language has no plural category %s; give its rule under plurals, or remove this case", strictyaml.Clip(b.word))
			}
		}
	})
	if most, what, unit, count := limit(id); most > 0 {
		if n := longest(nodes, count); n > most {
			r.Problem(value, "%s: %s can have at most %d %s, not %d", id, what, most, unit, n)
		}
	}
}

// used returns a text's arguments, including those that it counts or selects by.
func used(nodes []node) map[string]bool {
	out := map[string]bool{}
	eachNode(nodes, func(n *node) { out[n.key] = true })
	return out
}

// eachNode calls fn for every node of a text except plain words.
func eachNode(nodes []node, fn func(n *node)) {
	for i := range nodes {
		if nodes[i].op != plainText {
			fn(&nodes[i])
		}
		for _, b := range nodes[i].cases {
			eachNode(b.text, fn)
		}
	}
}
