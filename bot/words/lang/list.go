package lang

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mostNames is the maximum number of names that a sentence lists.
const mostNames = 6

// joined writes n things as a list: "a, b and c".
func (w *writer) joined(n int, last string, write func(i int)) {
	for i := range n {
		switch {
		case i == 0:
		case i == n-1:
			w.b = append(w.b, last...)
		default:
			w.b = append(w.b, w.l.marks.comma...)
		}
		write(i)
	}
}

// sentences writes phrases one after another.
func (w *writer) sentences(all []Phrase) {
	for i, p := range all {
		if i > 0 {
			w.b = append(w.b, ' ')
		}
		w.within(p)
	}
}

// Together joins sentences, leaving out empty ones. There is no space after a Japanese full stop.
func Together(all ...string) string {
	out := ""
	for _, sentence := range all {
		if out != "" && sentence != "" && !strings.HasSuffix(out, "。") {
			out += " "
		}
		out += sentence
	}
	return out
}

// names writes up to six names. A longer list becomes "Goblin 1 to Goblin 9" if the names are numbered, else "A, B, C, D, E and 4 others".
func (w *writer) names(list []string, last string) {
	list = w.l.called(list)
	if len(list) > mostNames && !numbered(list) {
		w.joined(mostNames, last, func(i int) {
			if i < mostNames-1 {
				w.name(list[i])
			} else {
				w.within(Phrase{"list.others", []Arg{N("n", len(list)-i)}})
			}
		})
		return
	}
	if len(list) > mostNames {
		w.within(Phrase{"list.range", []Arg{Name("first", list[0]), Name("last", list[len(list)-1])}})
		return
	}
	w.allNames(list, last)
}

func (w *writer) allNames(list []string, last string) {
	list = w.l.called(list)
	w.joined(len(list), last, func(i int) { w.name(list[i]) })
}

// some writes up to six phrases, as [writer.names] does.
func (w *writer) some(all []Phrase) {
	list := make([]string, len(all))
	for i, p := range all {
		from := len(w.b)
		w.within(p)
		list[i], w.b = string(w.b[from:]), w.b[:from]
	}
	was := w.said
	w.said = true
	w.names(list, w.l.marks.and)
	w.said = was
}

var digits = regexp.MustCompile(`\d+`)

// numbered reports whether the names differ only in a number that goes up by one from name to name.
func numbered(names []string) bool {
	for _, at := range digits.FindAllStringIndex(names[0], -1) {
		before, after := names[0][:at[0]], names[0][at[1]:]
		first, err := strconv.Atoi(names[0][at[0]:at[1]])
		if err != nil {
			continue
		}
		i := 0
		for i < len(names) && names[i] == before+strconv.Itoa(first+i)+after {
			i++
		}
		if i == len(names) {
			return true
		}
	}
	return false
}

// groups writes names, with those that differ only in their number grouped after the others: "Knight and Goblins 1, 3 and 5". The phrases in more follow
// in the same list.
func (w *writer) groups(names []string, more []Phrase) {
	names = w.l.called(names)
	var bases, single []string
	numbers := map[string][]int{}
	for _, one := range names {
		if base, n, ok := w.split(one); ok {
			if numbers[base] == nil {
				bases = append(bases, base)
			}
			numbers[base] = append(numbers[base], n)
		}
	}
	for _, one := range names {
		if base, _, ok := w.split(one); !ok || len(numbers[base]) == 1 {
			single = append(single, one)
		}
	}
	var items []Arg
	if len(single) > mostNames {
		items = append(items, Names("", single))
	} else {
		for _, one := range single {
			items = append(items, Name("", one))
		}
	}
	for _, base := range bases {
		if list := numbers[base]; len(list) > 1 {
			items = append(items, Part("", Phrase{"list.numbered", []Arg{Name("base", base), All("numbers", w.ranges(list))}}))
		}
	}
	for _, p := range more {
		items = append(items, Part("", p))
	}
	w.joined(len(items), w.l.marks.and, func(i int) { w.value(&items[i]) })
}

// split splits "Goblin 3" into its base and its number; ok is false if the name isn't like that, or its base has no form for several.
func (w *writer) split(name string) (base string, n int, ok bool) {
	cut := strings.LastIndexByte(name, ' ')
	if cut < 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(name[cut+1:])
	if err != nil || strconv.Itoa(n) != name[cut+1:] {
		return "", 0, false
	}
	if rules, has := w.l.forms["several"]; has && form(rules, name[:cut]) == "" {
		return "", 0, false
	}
	return name[:cut], n, true
}

// ranges lists numbers in ascending order, with four or more in a row as "1 to 4".
func (w *writer) ranges(list []int) []string {
	list = slices.Sorted(slices.Values(list))
	var out []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0]+n {
			n++
		}
		if n < 4 {
			n = 1
			out = append(out, strconv.Itoa(list[0]))
		} else {
			out = append(out, w.l.Line("list.range", Text("first", strconv.Itoa(list[0])), Text("last", strconv.Itoa(list[n-1]))))
		}
		list = list[n:]
	}
	return out
}
