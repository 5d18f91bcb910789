package strictyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Reader reads one file, and collects everything that is wrong with it.
type Reader struct {
	*source
	Root     *Node
	Problems []Problem
}

// ProblemIn reports a problem at one character of a scalar's text; index counts characters.
func (r *Reader) ProblemIn(n *Node, index int, format string, args ...any) {
	leading := utf8.RuneCountInString(n.yaml.Value) - utf8.RuneCountInString(strings.TrimLeftFunc(n.yaml.Value, isSpace))
	line, column := r.locate(n.yaml, leading+index)
	r.Problems = append(r.Problems, Problem{line, column, fmt.Sprintf(format, args...)})
}

// Open reads a file into nodes and checks their structure. It reports whether there is anything left to read.
func (r *Reader) Open(text []byte, kind File, keys Spec) bool {
	t := &tree{File: kind}
	r.Root = t.parse(text)
	r.source, r.Problems = t.source, t.problems
	if r.Root == nil {
		return false
	}
	if r.Root.Kind != Mapping {
		if r.Root.Kind != Broken {
			r.Problem(r.Root, "the file must be a mapping of keys to values that begins with %s", kind.begins())
		}
		return false
	}
	if kind.Begins == "" && !r.format() {
		return false
	}
	var c checker
	c.check(r.Root, "the file", keys)
	r.Problems = append(r.Problems, c.problems...)
	return true
}

// format checks the first key, and reports whether the file has the format that this bot reads (RS-2).
func (r *Reader) format() bool {
	if len(r.Root.Entries) == 0 {
		r.Problem(r.Root, "roundel: this key must be the first of the file; write roundel: 1")
		return false
	}
	version := r.Root.Get("roundel")
	if version == nil || version.Kind != Scalar {
		return true // a key that is missing or broken is reported with the others
	}
	if first := r.Root.Entries[0].Key; first.Text != "roundel" {
		r.Problem(r.KeyOf(r.Root, "roundel"), "roundel: this key must be the first of the file; move it before %s", Clip(first.Text))
	}
	if version.Text != "" && strings.Trim(version.Text, "0123456789") == "" && strings.TrimLeft(version.Text, "0") != "1" {
		r.Problem(version, "roundel: this bot reads format 1, not %s", Clip(version.Text))
		return false
	}
	return true
}

// Problem reports what is wrong with a node.
func (r *Reader) Problem(n *Node, format string, args ...any) {
	r.Problems = append(r.Problems, Problem{n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// KeyOf returns the node of a key in a mapping, or the mapping if it doesn't have the key.
func (r *Reader) KeyOf(n *Node, key string) *Node {
	for _, e := range n.Entries {
		if e.Key.Text == key {
			return e.Key
		}
	}
	return n
}

// Only refuses keys that have no effect there, with the reason.
func (r *Reader) Only(n *Node, reason string, keys ...string) {
	for _, key := range keys {
		if v := n.Get(key); v != nil && v.Kind != Broken && v.Text != "no" {
			r.Problem(r.KeyOf(n, key), "%s: %s", key, reason)
		}
	}
}

// isSpace reports whether [strings.TrimSpace] removes a character.
func isSpace(r rune) bool { return strings.TrimSpace(string(r)) == "" }
