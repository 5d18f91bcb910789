package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxProblems is the maximum number of problems listed for a file. The others are only counted.
const MaxProblems = 20

// Problem is one thing that is wrong with a file.
type Problem struct {
	Line, Column int    // from 1; columns are characters, and a byte order mark is not one
	Text         string // the key, a colon, and what is allowed there
}

// String returns the problem as it is printed after the name of its file: "6:15: roll: …".
func (p Problem) String() string { return fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Text) }

// Problems are all the problems of a file, sorted by line and column. There is at least one. After [MaxProblems] comes one more that says how
// many there are in all, at the position of the first that was left out.
type Problems []Problem

// Error returns the problems, one per line.
func (list Problems) Error() string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.String()
	}
	return strings.Join(out, "\n")
}

// Sorted sorts problems, removes duplicates, and keeps at most as many as are listed.
func Sorted(list []Problem) Problems {
	slices.SortStableFunc(list, func(a, b Problem) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	list = slices.Compact(list)
	if n := len(list); n > MaxProblems {
		list = slices.Clip(list[:MaxProblems+1])
		list[MaxProblems].Text = fmt.Sprintf("this problem and all after it are left out; there are %d in all", n)
	}
	return list
}
