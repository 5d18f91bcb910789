package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine/formula"
)

// checker checks a file's structure: which keys stand where, and whether their values have the right form. What it refuses is broken from
// then on, so that nobody reports it again.
type checker struct {
	problems []Problem
}

func (c *checker) problem(n *node, format string, args ...any) {
	c.problems = append(c.problems, Problem{n.line, n.column, fmt.Sprintf(format, args...)})
}

// check checks the value of a key.
func (c *checker) check(n *node, name string, s spec) {
	switch n.kind {
	case scalar:
		c.scalar(n, name, s)
	case list:
		if s.list == nil {
			c.refuse(n, name, s, "a list", "")
			return
		}
		c.list(n, name, s.list)
	case mapping:
		switch {
		case s.keys != nil:
			c.keys(n, name, s.keys)
		case s.names != nil:
			c.names(n, name, s.names)
		case s.forms != nil:
			c.forms(n, name, s)
		default:
			c.refuse(n, name, s, "a mapping", "")
		}
	}
}

// refuse reports a value that can't stand there.
func (c *checker) refuse(n *node, name string, s spec, not, more string) {
	n.kind = broken
	c.problem(n, "%s: must be %s, not %s%s", name, s.what, not, more)
}

func (c *checker) scalar(n *node, name string, s spec) {
	if s.scalar == nil && s.list != nil {
		if s.list.min > 1 {
			c.refuse(n, name, s, quote(n.text), "")
			return
		}
		c.check(n, name, s.list.of)
		return
	}
	if s.scalar == nil {
		c.refuse(n, name, s, quote(n.text), "")
		return
	}
	if ok, more := s.scalar.matches(n.text); !ok {
		c.refuse(n, name, s, quote(n.text), more)
	}
}

func (c *checker) list(n *node, name string, l *items) {
	if len(n.items) < l.min || len(n.items) > l.max {
		many := fmt.Sprintf("at most %d", l.max)
		if l.min == l.max {
			many = fmt.Sprint(l.min)
		} else if l.min > 0 {
			many = fmt.Sprintf("%d to %d", l.min, l.max)
		}
		c.problem(n, "%s: the list can have %s items, not %d", name, many, len(n.items))
		n.items = n.items[:min(len(n.items), l.max)]
	}
	for _, item := range n.items {
		c.check(item, name, l.of)
	}
}

// keys checks a mapping with known keys.
func (c *checker) keys(n *node, name string, k *keys) {
	c.known(n, k, func(string) string { return "" })
	for _, key := range k.all {
		if key.required && !n.has(key.name) {
			c.problem(n, "%s: this key is missing in %s; it is %s", key.name, k.of, key.spec.what)
		}
	}
}

// known checks the keys of a mapping and their values. elsewhere says more about a key that is unknown here.
func (c *checker) known(n *node, k *keys, elsewhere func(key string) string) {
	for _, e := range n.entries {
		if key := k.find(e.key.text); key != nil {
			c.check(e.value, key.name, key.spec)
			continue
		}
		e.value.kind = broken
		if more := elsewhere(e.key.text); more != "" {
			c.problem(e.key, "%s: %s", e.key.text, more)
			continue
		}
		more := meant(e.key.text, k.list())
		if more == "" {
			more = "; there are " + and(k.list())
		}
		c.problem(e.key, "%s: this is not a key of %s%s", clip(e.key.text), k.of, more)
	}
}

// forms checks a mapping whose keys depend on one word in it.
func (c *checker) forms(n *node, name string, s spec) {
	by := n.get(s.by)
	if by == nil || by.kind != scalar || s.forms[by.text] == nil {
		all := s.union()
		c.known(n, all, func(string) string { return "" })
		if by == nil {
			c.problem(n, "%s: this key is missing in %s; it is %s", s.by, all.of, all.find(s.by).spec.what)
		}
		return
	}
	form := s.forms[by.text]
	c.known(n, form, func(key string) string {
		var others []string
		for _, word := range s.words() {
			if s.forms[word].find(key) != nil {
				others = append(others, word)
			}
		}
		if len(others) == 0 {
			return ""
		}
		return fmt.Sprintf("%s can't have this key, only %s: %s; there are %s", form.of, s.by, either(others), and(form.list()))
	})
	for _, key := range form.all {
		if key.required && !n.has(key.name) {
			c.problem(n, "%s: this key is missing in %s; it is %s", key.name, form.of, key.spec.what)
		}
	}
}

// words returns the words that select one of the forms, in alphabetical order.
func (s spec) words() []string {
	var out []string
	for word := range s.forms {
		out = append(out, word)
	}
	slices.Sort(out)
	return out
}

// union returns the keys of all forms, of which the selecting one can have any of their words.
func (s spec) union() *keys {
	out := &keys{of: name(s.by)}
	for _, word := range s.words() {
		for _, key := range s.forms[word].all {
			if key.name == s.by {
				key.spec = words(s.words()...)
			}
			if out.find(key.name) == nil {
				out.all = append(out.all, key)
			}
		}
	}
	return out
}

// name returns what has a key by that selects its form.
func name(by string) string {
	if by == "by" {
		return "an order"
	}
	return "an attack"
}

// names checks a mapping of names that the file chooses.
func (c *checker) names(n *node, name string, l *names) {
	if len(n.entries) > l.most {
		c.problem(n.entries[l.most].key, "%s: there can be at most %d, not %d", name, l.most, len(n.entries))
	}
	seen := map[string]int{}
	for _, e := range n.entries {
		c.check(e.value, e.key.text, l.spec)
		if text := e.key.text; l.pattern != nil && !l.pattern.MatchString(text) || utf8.RuneCountInString(text) > l.length ||
			strings.ContainsFunc(text, isControl) || !visible(text) {
			c.problem(e.key, "%s: the name of %s must be %s", clip(text), l.of, l.what)
		}
		folded := strings.ToLower(strings.Join(strings.Fields(e.key.text), " "))
		if line, twice := seen[folded]; twice && l.fold {
			c.problem(e.key, "%s: this name is already in line %d, and case does not matter", e.key.text, line)
			continue
		}
		seen[folded] = e.key.line
	}
}

// quote quotes a value for a message.
func quote(text string) string { return fmt.Sprintf("%q", clip(text)) }

// meant asks whether a known name close to the one written is meant, if there is one (RS-4).
func meant(written string, known []string) string {
	if near := formula.Nearest(written, known); near != "" {
		return fmt.Sprintf("; is %q meant?", near)
	}
	return ""
}
