package strictyaml

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine/formula"
)

// checker checks a file's structure: which keys it has where, and whether their values have the right form. Values that it refuses become
// Broken, so that nobody reports them again.
type checker struct {
	problems []Problem
}

func (c *checker) problem(n *Node, format string, args ...any) {
	c.problems = append(c.problems, Problem{n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// check checks the value of a key.
func (c *checker) check(n *Node, name string, s Spec) {
	switch n.Kind {
	case Scalar:
		c.scalar(n, name, s)
	case List:
		if s.List == nil {
			c.refuse(n, name, s, "a list", "")
			return
		}
		c.list(n, name, s.List)
	case Mapping:
		switch {
		case s.Keys != nil:
			c.keys(n, name, s.Keys)
		case s.Names != nil:
			c.names(n, name, s.Names)
		case s.Forms != nil:
			c.forms(n, name, s)
		default:
			c.refuse(n, name, s, "a mapping", "")
		}
	}
}

// refuse reports a value that isn't allowed there.
func (c *checker) refuse(n *Node, name string, s Spec, not, more string) {
	n.Kind = Broken
	c.problem(n, "%s: must be %s, not %s%s", name, s.What, not, more)
}

func (c *checker) scalar(n *Node, name string, s Spec) {
	if s.scalar == nil && s.List != nil {
		if s.List.Min > 1 {
			c.refuse(n, name, s, Quote(n.Text), "")
			return
		}
		c.check(n, name, s.List.Of)
		return
	}
	if s.scalar == nil {
		c.refuse(n, name, s, Quote(n.Text), "")
		return
	}
	if ok, more := s.scalar.matches(n.Text); !ok {
		c.refuse(n, name, s, Quote(n.Text), more)
	}
}

func (c *checker) list(n *Node, name string, l *Items) {
	if len(n.Items) < l.Min || len(n.Items) > l.Max {
		many := fmt.Sprintf("at most %d", l.Max)
		if l.Min == l.Max {
			many = fmt.Sprint(l.Min)
		} else if l.Min > 0 {
			many = fmt.Sprintf("%d to %d", l.Min, l.Max)
		}
		c.problem(n, "%s: the list can have %s items, not %d", name, many, len(n.Items))
		n.Items = n.Items[:min(len(n.Items), l.Max)]
	}
	for _, item := range n.Items {
		c.check(item, name, l.Of)
	}
}

// keys checks a mapping with known keys.
func (c *checker) keys(n *Node, name string, k *Keys) {
	c.known(n, k, func(string) string { return "" })
	c.required(n, k)
}

// required reports the required keys that a mapping doesn't have.
func (c *checker) required(n *Node, k *Keys) {
	for _, key := range k.All {
		if key.Required && !n.Has(key.Name) {
			c.problem(n, "%s: this key is missing in %s; it is %s", key.Name, k.Of, key.Spec.What)
		}
	}
}

// known checks the keys of a mapping and their values. elsewhere may explain a key that is unknown here.
func (c *checker) known(n *Node, k *Keys, elsewhere func(key string) string) {
	var missing []string // from the first unknown key on: the keys that aren't there, since a file may have thousands of unknown ones
	for _, e := range n.Entries {
		if key := k.find(e.Key.Text); key != nil {
			c.check(e.Value, key.Name, key.Spec)
			continue
		}
		e.Value.Kind = Broken
		if more := elsewhere(e.Key.Text); more != "" {
			c.problem(e.Key, "%s: %s", e.Key.Text, more)
			continue
		}
		if missing == nil {
			missing = slices.DeleteFunc(k.list(), n.Has)
		}
		more := Meant(e.Key.Text, missing) // preferably one that isn't there yet
		if more == "" {
			more = Meant(e.Key.Text, k.list())
		}
		if more == "" {
			more = "; there are " + And(k.list())
		}
		c.problem(e.Key, "%s: this is not a key of %s%s", Clip(e.Key.Text), k.Of, more)
	}
}

// forms checks a mapping whose keys depend on the value of one of them.
func (c *checker) forms(n *Node, name string, s Spec) {
	by := n.Get(s.By)
	if by == nil || by.Kind != Scalar || s.Forms[by.Text] == nil {
		all := s.union()
		c.known(n, all, func(string) string { return "" })
		if by == nil {
			c.problem(n, "%s: this key is missing in %s; it is %s", s.By, all.Of, all.find(s.By).Spec.What)
		}
		return
	}
	form := s.Forms[by.Text]
	c.known(n, form, func(key string) string {
		var others []string
		for _, word := range s.words() {
			if s.Forms[word].find(key) != nil {
				others = append(others, word)
			}
		}
		if len(others) == 0 {
			return ""
		}
		return fmt.Sprintf("%s can't have this key, only %s: %s; there are %s", form.Of, s.By, Either(others), And(form.list()))
	})
	c.required(n, form)
}

// words returns the words that select one of the forms, in alphabetical order.
func (s Spec) words() []string {
	var out []string
	for word := range s.Forms {
		out = append(out, word)
	}
	slices.Sort(out)
	return out
}

// union returns the keys of all forms together. The key that selects the form can have any of their words.
func (s Spec) union() *Keys {
	out := &Keys{Of: s.Of}
	for _, word := range s.words() {
		for _, key := range s.Forms[word].All {
			if key.Name == s.By {
				key = &Key{Name: key.Name, Spec: Words(s.words()...)}
			}
			if out.find(key.Name) == nil {
				out.All = append(out.All, key)
			}
		}
	}
	return out
}

// names checks a mapping whose keys are names that the file's author chooses.
func (c *checker) names(n *Node, name string, l *Named) {
	if len(n.Entries) > l.Most {
		c.problem(n.Entries[l.Most].Key, "%s: there can be at most %d, not %d", name, l.Most, len(n.Entries))
	}
	seen := map[string]int{}
	for _, e := range n.Entries {
		c.check(e.Value, e.Key.Text, l.Spec)
		if text := e.Key.Text; l.Pattern != nil && !l.Pattern.MatchString(text) || utf8.RuneCountInString(text) > l.Length ||
			strings.ContainsFunc(text, isControl) || !visible(text) {
			c.problem(e.Key, "%s: the name of %s must be %s", Clip(text), l.Of, l.What)
		}
		folded := strings.ToLower(strings.Join(strings.Fields(e.Key.Text), " "))
		if line, twice := seen[folded]; twice && l.Fold {
			c.problem(e.Key, "%s: this name is already in line %d, and case does not matter", e.Key.Text, line)
			continue
		}
		seen[folded] = e.Key.Line
	}
}

// Quote quotes a value for a message.
func Quote(text string) string { return fmt.Sprintf("%q", Clip(text)) }

// Meant suggests the known name that is closest to the one written, if one is close enough (RS-4).
func Meant(written string, known []string) string {
	if near := formula.Nearest(written, known); near != "" {
		return fmt.Sprintf("; is %q meant?", near)
	}
	return ""
}
