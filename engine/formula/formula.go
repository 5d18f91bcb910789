package formula

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine/dice"
)

// The limits of a formula (RS-10, RS-12). Those of its dice are the ones of package dice.
const (
	MaxLength = 200           // characters
	MaxNumber = dice.MaxConst // highest number; every step of a calculation is kept from -MaxNumber to MaxNumber
)

// Formula is a parsed formula. It is immutable and safe for concurrent use.
type Formula struct {
	root         *dice.Node
	rolls        bool
	die          int
	stats, facts []string
	valued       []string
}

// Stat is a stat that a formula can use.
type Stat struct {
	Name    string
	Default int // its value for a member that has none (RS-13)
}

// Scope says what a formula can contain where it stands in its file.
type Scope struct {
	Stats  []Stat   // the stats of the file
	Also   []string // facts known only here, such as "dc" in a check; they hide stats of the same name (RS-13)
	Number bool     // a number is needed, so dice are refused (RS-11)
	Side   bool     // the unit is a side, so a stat has to stand in best, worst, total, best_pc or has (RS-13)
	Words  []string // what is allowed there instead of a formula, to name in problems (RS-4)
	Sheet  bool     // it is about a character's sheet: Stats are the names of its numbers, and Also all facts (CR-30)
}

// Problem is one thing that is wrong with a formula.
type Problem struct {
	Column int    // of the character at fault, from 1, in characters (RS-4)
	Text   string // what is wrong and what would be right, without a full stop
}

// Problems are all problems of a formula, sorted by column. There is at least one.
type Problems []Problem

// Error returns the problems in one line.
func (list Problems) Error() string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = fmt.Sprintf("column %d: %s", p.Column, p.Text)
	}
	return strings.Join(out, "; ")
}

// Parse parses a formula that stands in that scope. The error is of type [Problems]. A formula that doesn't fit the grammar has one
// problem for that; one that does has a problem for each wrong name, number or use of dice.
func Parse(text string, scope Scope) (*Formula, error) {
	if utf8.RuneCountInString(text) > MaxLength {
		return nil, Problems{{MaxLength + 1, fmt.Sprintf("the formula is too long; it can have %d characters", MaxLength)}}
	}
	c := checker{scope: scope}
	root, wrong := dice.Tree(text)
	for _, e := range wrong {
		c.grammar(e)
	}
	if root == nil {
		return nil, c.problems.sorted()
	}
	if root.Name != strings.TrimSpace(text) { // a word can only stand alone
		c.scope.Words = nil
	}
	kind := c.check(root)
	if scope.Number && kind.rolls() {
		c.problem(kind.at, "a number is needed here, known before any dice are rolled; remove the dice")
	}
	if len(c.problems) > 0 {
		return nil, c.problems.sorted()
	}
	f := &Formula{root: root, rolls: kind.rolls(), die: max(0, die(root))}
	f.collect(root, false)
	return f, nil
}

// sorted sorts the problems by column. Problems of one column stay in the order in which they were found.
func (list Problems) sorted() Problems {
	slices.SortStableFunc(list, func(a, b Problem) int { return a.Column - b.Column })
	return list
}

// collect adds the names in n to the lists of f. inHas is whether n is a value of has.
func (f *Formula) collect(n *dice.Node, inHas bool) {
	list := &f.stats
	switch n.Op {
	case opFact:
		list = &f.facts
		fallthrough
	case opStat:
		if !slices.Contains(*list, n.Name) {
			*list = append(*list, n.Name)
		}
		if n.Op == opStat && !inHas && !slices.Contains(f.valued, n.Name) {
			f.valued = append(f.valued, n.Name)
		}
	}
	for _, arg := range n.Args {
		f.collect(arg, inHas || n.Op == opHas)
	}
}

// Rolls reports whether the formula is a roll: it has dice, although for some units none may be left when it is filled in (RS-11).
func (f *Formula) Rolls() bool { return f.rolls }

// Stats returns the stats that the formula uses, each once, in order of appearance.
func (f *Formula) Stats() []string { return slices.Clone(f.stats) }

// Valued returns the stats whose values the formula uses, apart from asking whether there are any with has (CR-30).
func (f *Formula) Valued() []string { return slices.Clone(f.valued) }

// Facts returns the facts that the formula uses, each once, in order of appearance.
func (f *Formula) Facts() []string { return slices.Clone(f.facts) }

// Die returns the number of sides of the formula's dice if they are all of one kind, and otherwise 0. Ties that are left can be rolled
// off with that die (RS-23).
func (f *Formula) Die() int { return f.die }

// die returns the sides of all dice in n, 0 if there are none, or -1 if they differ or depend on the unit.
func die(n *dice.Node) int {
	sides := 0
	switch n.Op {
	case dice.OpDice:
		return n.Dice().Sides
	case opDiceOf:
		if n.Args[1].Op == dice.OpNumber && n.Args[1].Value >= 1 {
			return min(n.Args[1].Value, dice.MaxSides)
		}
		return -1
	}
	for _, arg := range n.Args {
		if of := die(arg); sides == 0 {
			sides = of
		} else if of != 0 && of != sides {
			return -1
		}
	}
	return sides
}
