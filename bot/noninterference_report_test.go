package bot

import (
	"fmt"
	"slices"
	"strings"
)

// leak is a difference between the two tables.
type leak struct {
	after         string // the line of the script
	what          string
	plain, hidden string
}

func (d leak) String() string {
	plain, hidden := unlike(d.plain, d.hidden)
	return fmt.Sprintf("after %s\n  %s\n    without hidden ones: %s\n    with hidden ones:    %s", d.after, d.what, quote(plain), quote(hidden))
}

func quote(text string) string {
	if text == "" {
		return "(nothing)"
	}
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n                         ")
}

// unlike drops the lines that two texts share at the beginning and at the end.
func unlike(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	return strings.Join(x[head:len(x)-tail], "\n"), strings.Join(y[head:len(y)-tail], "\n")
}

// kind returns what similar differences have in common: the same command, any button, any autocompletion.
func (d leak) kind() string {
	words := strings.Fields(d.what)
	switch {
	case slices.Contains(words, "completes"), slices.Contains(words, "presses"):
		return words[1]
	case strings.HasPrefix(words[min(1, len(words)-1)], "/"):
		return strings.Join(words[1:min(3, len(words))], " ")
	}
	return d.what
}

// maxKinds is the number of kinds of differences that are printed for a script.
const maxKinds = 8

// report returns the number of kinds of differences, and the first difference of each kind.
func report(found []leak) string {
	var seen []string
	text := fmt.Sprintf("%d differences\n", len(found))
	for _, d := range found {
		if kind := d.kind(); !slices.Contains(seen, kind) {
			if seen = append(seen, kind); len(seen) <= maxKinds {
				text += d.String() + "\n"
			}
		}
	}
	if n := len(seen) - maxKinds; n > 0 {
		text += fmt.Sprintf("and %d more kinds\n", n)
	}
	return text
}
