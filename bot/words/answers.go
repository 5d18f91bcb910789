package words

import (
	"fmt"
	"strings"

	"roundel/engine/ruleset"
)

// SampleName names the fight that shows how a ruleset that has been added plays.
const SampleName = "Sample fight"

// Added says that a ruleset was added to a server: its order, its stats, and a sample order that was played under it.
func Added(rs *ruleset.Ruleset, replaced bool, sample string) string {
	head := " has been added. Start a fight with `/init start ruleset:" + rs.Name + "`."
	if replaced {
		head = " has been replaced. Fights that are already running keep the earlier one."
	}
	stats := make([]string, len(rs.Stats))
	for i, st := range rs.Stats {
		stats[i] = "`" + st.Key + "`"
	}
	return Lines([]string{"**" + Text(rs.Title) + "** (`" + rs.Name + "`)" + head, "Order: " + Order(rs) + ".",
		"Stats: " + strings.Join(append(stats, "`hp`"), ", ") + ".", "Here's how a sample fight of three starts (the stats are made up):", sample})
}

// Order says in a few words who acts when: "highest first, `d20 + init` rolled once per fight".
func Order(rs *ruleset.Ruleset) string {
	o := rs.Order
	switch o.Shape {
	case ruleset.Cards:
		return "by cards" + again(o.Again)
	case ruleset.Pick:
		return "someone chooses who is next"
	case ruleset.Draw:
		return "by tokens drawn from a bag"
	case ruleset.Ticks:
		return "lowest tick first"
	}
	text := "highest first"
	if o.Low {
		text = "lowest first"
	}
	if o.Roll != nil {
		text += ", `" + o.Roll.String() + "`"
	}
	if rs.Units.Side {
		text += " for each side"
	}
	return text + again(o.Again)
}

// again says when the order is made.
func again(a ruleset.Again) string {
	switch a {
	case ruleset.EachRound:
		return ", every round"
	case ruleset.OnAsking:
		return ", whenever the GM asks"
	}
	return ", once per fight"
}

// Removed says that a server's own ruleset was removed.
func Removed(name string, wasDefault bool) string {
	text := "The ruleset " + Text(name) + " has been removed. Fights that are already running keep it."
	if wasDefault {
		text += " It was this server's default; set another with /roundel settings."
	}
	return text
}

// Shown says which ruleset's file is attached.
func Shown(rs *ruleset.Ruleset) string {
	return "**" + Text(rs.Title) + "** is attached. To make it your own, change its name and add it with /ruleset add."
}

// List is a group of rulesets under a heading.
type List struct {
	Heading string
	Names   []Name
}

// Name is a ruleset in a list.
type Name struct {
	Name, Title string // without a title, the ruleset can't be read
}

// The headings of lists.
const (
	OwnHeading     = "This server's own"
	HostHeading    = "This bot's own"
	BundledHeading = "Included with Roundel"
)

// Listing lists rulesets by name. Groups without any are left out.
func Listing(groups ...List) string {
	var out []string
	for _, g := range groups {
		if len(g.Names) == 0 {
			continue
		}
		out = append(out, "**"+g.Heading+"**")
		for _, n := range g.Names {
			title := Text(n.Title)
			if title == "" {
				title = "can't be read; remove it, then add it again"
			}
			out = append(out, "`"+n.Name+"`: "+title)
		}
	}
	return strings.Join(append(out, "See a file with `/ruleset show`, and add your own with `/ruleset add`."), "\n")
}

// Problem is one thing that is wrong with a file.
type Problem struct {
	Line, Column int
	Text         string
}

// maxProblems is the maximum length of the problems in a message. Longer ones are in a file.
const maxProblems = 1900

// mostProblems is the number of problems after which the rest are only counted.
const mostProblems = 20

// Problems lists what is wrong with a file, a line each; what says what should be in it, such as "ruleset". If that is too long for a message, file is all of it as plain text, and
// text says how many there are.
func Problems(what string, all []Problem) (text, file string) {
	count := Counted(len(all), "problem")
	if len(all) > mostProblems { // the last says how many there are
		count = fmt.Sprintf("more than %d problems", mostProblems)
	}
	head := "This " + what + " can't be added. It has " + count + ". Fix the file, then add it again."
	var shown, unformatted []string
	for _, p := range all {
		line := Visible(fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Text))
		shown, unformatted = append(shown, Text(line)), append(unformatted, line)
	}
	text = head + "\n" + strings.Join(shown, "\n")
	if Length(text) <= maxProblems {
		return text, ""
	}
	return head + " They are all in the attached file.", strings.Join(unformatted, "\n")
}
