package words

import (
	"fmt"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
	"roundel/engine/strictyaml"
)

// Added says that a ruleset was added to a server: its order, its stats, and a sample order that was played under it.
func Added(l *lang.Language, rs *ruleset.Ruleset, replaced bool, sample string) string {
	stats := make([]lang.Phrase, len(rs.Stats), len(rs.Stats)+1)
	for i, st := range rs.Stats {
		stats[i] = lang.P("ruleset.stat", lang.Text("stat", st.Key))
	}
	stats = append(stats, lang.P("ruleset.stat", lang.Text("stat", "hp")))
	return Lines(l, []string{l.Line("ruleset.added", lang.Term("title", rs.Title), lang.Text("name", rs.Name), lang.Flag("replaced", replaced),
		lang.Part("order", order(rs)), lang.Parts("stats", stats)), sample})
}

// order describes who acts when, as in "highest first, `d20 + init`, once per fight".
func order(rs *ruleset.Ruleset) lang.Phrase {
	o, how := rs.Order, lang.P("ruleset.once")
	switch o.Again {
	case ruleset.EachRound:
		how = lang.P("ruleset.each-round")
	case ruleset.OnAsking:
		how = lang.P("ruleset.on-asking")
	}
	switch o.Shape {
	case ruleset.Cards:
		return lang.P("ruleset.by-cards", lang.Part("how", how))
	case ruleset.Pick:
		return lang.P("ruleset.by-choice")
	case ruleset.Draw:
		return lang.P("ruleset.by-tokens")
	case ruleset.Ticks:
		return lang.P("ruleset.by-ticks")
	}
	roll := ""
	if o.Roll != nil {
		roll = o.Roll.String()
	}
	return lang.P("ruleset.by-score", lang.Flag("low", o.Low), lang.Text("roll", roll), lang.Flag("sides", rs.Units.Side), lang.Part("how", how))
}

// List is a group of rulesets under a heading, which is the ID of its text.
type List struct {
	Heading  string
	Rulesets []*ruleset.Ruleset
	Broken   []string // the names of those that can't be read
}

// Listing lists rulesets by name. Groups without any are left out.
func Listing(l *lang.Language, groups ...List) string {
	var out []string
	for _, g := range groups {
		if len(g.Rulesets)+len(g.Broken) == 0 {
			continue
		}
		out = append(out, l.Line(g.Heading))
		for _, rs := range g.Rulesets {
			out = append(out, l.Line("ruleset.listed", lang.Text("name", rs.Name), lang.Term("title", rs.Title)))
		}
		for _, name := range g.Broken {
			out = append(out, l.Line("ruleset.listed", lang.Text("name", name), lang.Term("title", "")))
		}
	}
	return strings.Join(append(out, l.Line("ruleset.how-to-see")), "\n")
}

// maxProblems is the maximum length of a message with problems. A longer list becomes a file.
const maxProblems = 1900

// mostProblems is the number of problems after which the rest are only counted.
const mostProblems = 20

// Problems lists what is wrong with a file, one problem a line. what says what the file should be: ruleset or file. If the list is too long
// for a message, file is the list as plain text, and text says how many problems there are.
func Problems(l *lang.Language, what string, all strictyaml.Problems) (text, file string) {
	n := min(len(all), mostProblems) // if there are more, the last line counts the rest
	head := lang.P("ruleset.faulty", lang.Text("what", what), lang.Flag("more", len(all) > n), lang.N("n", n))
	var shown, unformatted []string
	for _, p := range all {
		line := lang.Visible(fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Text))
		shown, unformatted = append(shown, lang.Escape(line)), append(unformatted, line)
	}
	text = l.Say(head) + "\n" + strings.Join(shown, "\n")
	if Length(text) <= maxProblems {
		return text, ""
	}
	return l.Line("ruleset.faulty-attached", lang.Part("faulty", head)), strings.Join(unformatted, "\n")
}
