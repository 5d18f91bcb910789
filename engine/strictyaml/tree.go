package strictyaml

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// The limits of a file (RS-1).
const (
	maxDepth = 8
	MaxKey   = 50
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes. A broken node has already been reported, so nothing more is said about it.
const (
	Broken Kind = iota
	Scalar
	List
	Mapping
)

// Node is a value in a file, with its position. A scalar is always text, whatever it looks like.
type Node struct {
	Kind         Kind
	Line, Column int
	Text         string // of a scalar, without white space around it
	Items        []*Node
	Entries      []Entry // in the order of the file, without repeated keys
	yaml         *yaml.Node
}

// Entry is a key with its value.
type Entry struct {
	Key   *Node
	Value *Node
}

// Mappings returns the entries whose values are mappings.
func (n *Node) Mappings() []Entry {
	var out []Entry
	if n != nil {
		for _, e := range n.Entries {
			if e.Value.Kind == Mapping {
				out = append(out, e)
			}
		}
	}
	return out
}

// Exact returns the text of a scalar with the white space around it, but without the line break that ends a block of lines.
func (n *Node) Exact() string { return strings.TrimSuffix(n.yaml.Value, "\n") }

// Get returns the value of a key, or nil if there is none. A nil node, or one that isn't a mapping, has no keys.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, e := range n.Entries {
		if e.Key.Text == key {
			return e.Value
		}
	}
	return nil
}

// Has reports whether a mapping has a key, even if its value is wrong.
func (n *Node) Has(key string) bool { return n.Get(key) != nil }

// Refused reports whether a mapping has a key whose value has been refused, so that what depends on it can't be judged.
func (n *Node) Refused(key string) bool {
	at := n.Get(key)
	return at != nil && at.Kind == Broken
}

// List returns the items of a list, or a single value as a list of one. It leaves out broken values.
func (n *Node) List() []*Node {
	if n == nil {
		return nil
	}
	var out []*Node
	all := n.Items
	if n.Kind == Scalar {
		all = []*Node{n}
	}
	for _, item := range all {
		if item.Kind != Broken {
			out = append(out, item)
		}
	}
	return out
}

// Texts returns the texts in a list.
func (n *Node) Texts() []string {
	var out []string
	for _, item := range n.List() {
		if item.Kind == Scalar && item.Text != "" {
			out = append(out, item.Text)
		}
	}
	return out
}

// tree builds nodes from YAML, and refuses the parts of YAML that files can't use.
type tree struct {
	*source
	problems []Problem
	File
}

// File describes the kind of file to read.
type File struct {
	What   string // "a ruleset"
	Most   int    // bytes
	Chars  int    // 0: no limit
	Marks  int    // characters that separate values; 0: no limit
	Begins string // how it should begin; empty: with roundel: 1, which is checked
	Key    int    // characters in a key; 0: MaxKey
}

// begins returns how the file should begin.
func (k File) begins() string { return cmp.Or(k.Begins, "roundel: 1") }

// crowded reports whether a file may have too many values, judging by the number of its separators.
func (k File) crowded(text []byte) bool {
	n := 0
	for _, c := range text {
		if c == ',' || c == ':' || c == '\n' || c == '\r' || c == '[' || c == '{' {
			n++
		}
	}
	return k.Marks > 0 && n > k.Marks
}

func (t *tree) problem(line, column int, format string, args ...any) {
	line, column = t.within(line, column)
	t.problems = append(t.problems, Problem{line, column, fmt.Sprintf(format, args...)})
}

// parse reads a file into nodes. If it returns nil, the file can't be read as YAML, and there is exactly one problem.
func (t *tree) parse(text []byte) *Node {
	if t.Chars > 0 && (len(text) > t.Most || utf8.RuneCount(text) > t.Chars) {
		t.source = newSource("")
		t.problem(1, 1, "the file is too large; %s can have at most %d characters", t.What, t.Chars)
		return nil
	}
	if len(text) > t.Most {
		t.source = newSource("")
		t.problem(1, 1, "the file is too large; %s can have at most %d bytes", t.What, t.Most)
		return nil
	}
	if t.crowded(text) {
		t.source = newSource("")
		t.problem(1, 1, "the file has too many values; write only what %s needs", t.What)
		return nil
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	t.source = newSource(strings.ToValidUTF8(string(text), string(utf8.RuneError)))
	if !utf8.Valid(text) {
		t.notUTF8(text)
		return nil
	}
	if line, column, found := t.tab(); found {
		t.problem(line, column, "a tab can't be used for indentation; write spaces")
		return nil
	}
	root, err := t.document(text)
	if err != nil {
		t.unreadable(err)
		return nil
	}
	if root == nil {
		t.problem(1, 1, "the file is empty; %s begins with %s", t.What, t.begins())
		return nil
	}
	return t.node(root, 1)
}

// notUTF8 reports the first byte that isn't UTF-8.
func (t *tree) notUTF8(text []byte) {
	good := 0
	for good < len(text) {
		if r, size := utf8.DecodeRune(text[good:]); r == utf8.RuneError && size <= 1 {
			break
		} else {
			good += size
		}
	}
	before := newSource(string(text[:good]))
	t.problem(len(before.lines), len(before.lines[len(before.lines)-1])+1, "this character is not UTF-8; save the file as UTF-8")
}

// tab returns the position of the first tab in front of a line's text.
func (t *tree) tab() (line, column int, found bool) {
	for i, line := range t.lines {
		at := 0
		for at < len(line) && line[at] == ' ' {
			at++
		}
		if at < len(line) && line[at] == '\t' && strings.TrimSpace(string(line)) != "" {
			return i + 1, at + 1, true
		}
	}
	return 0, 0, false
}

// document returns the only document in a file, or nil if there is none.
func (t *tree) document(text []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		t.problem(second.Line, second.Column, "a second document begins here; %s is one", t.What)
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	if len(first.Content) == 0 {
		return nil, nil
	}
	return first.Content[0], nil
}

// unreadable reports why a file isn't YAML, at the position at fault.
func (t *tree) unreadable(err error) {
	t.problems = nil
	var fault *yaml.LoadError
	if !errors.As(err, &fault) {
		t.problem(1, 1, "the file can't be read as YAML: %v", err)
		return
	}
	at := fault.Mark
	atEnd := at.Line > len(t.lines) || at.Line == len(t.lines) && at.Column > len(t.lines[at.Line-1])
	if c := fault.ContextMark; c.Line > 0 && (atEnd || fault.ContextMsg == "while scanning a simple key") {
		at = c
	}
	if at.Line == 0 {
		at.Line, at.Column = t.control()
	}
	t.problem(at.Line, at.Column, "%s", plain(fault.Message))
}

// control returns the position of the first control character.
func (t *tree) control() (line, column int) {
	for i, line := range t.lines {
		for j, r := range line {
			if r != '\t' && (r < ' ' || r == '\x7f') {
				return i + 1, j + 1
			}
		}
	}
	return 1, 1
}

// plain turns a message from the YAML library into a sentence that says what to do.
func plain(message string) string {
	for _, known := range []struct{ part, text string }{
		{"mapping values are not allowed", "a value can't begin here; if the colon belongs to a text, put the text in quotes, else check the indentation"},
		{"could not find expected ':'", "a colon is missing after this key; write key: value"},
		{"cannot start any token", "a text can't begin with this character; put the text in quotes"},
		{"unexpected end of stream", "this quoted text is not closed; add the quote at its end"},
		{"expected ',' or ']'", "this list is not written correctly; put a comma between its items and ] at its end"},
		{"expected ',' or '}'", "this mapping is not written correctly; put a comma between its keys and } at its end"},
		{"did not find expected key", "the indentation of this line doesn't fit the lines above it"},
		{"did not find expected '-' indicator", "the indentation of this line doesn't fit the list above it"},
		{"control characters", "control characters can't be used; remove this one"},
		{"incompatible YAML document", "this line can't be used; remove it"},
		{"unknown anchor", "aliases can't be used; write the value again"},
		{"unknown escape character", `this character can't stand after a backslash; write \\ for a backslash`},
	} {
		if strings.Contains(message, known.part) {
			return known.text
		}
	}
	return "this can't be read as YAML: " + message
}

// node builds the node for a YAML node at that depth.
func (t *tree) node(y *yaml.Node, depth int) *Node {
	line, column := t.within(y.Line, y.Column)
	n := &Node{Line: line, Column: column, yaml: y}
	switch {
	case y.Kind == yaml.AliasNode:
		t.problem(line, column, "aliases can't be used; write the value again")
		return n
	case y.Anchor != "":
		t.problem(line, column, "anchors can't be used; remove &%s", Clip(y.Anchor))
		return n
	case y.Style&yaml.TaggedStyle != 0 || strings.HasPrefix(y.Tag, "!") && !strings.HasPrefix(y.Tag, "!!"):
		t.problem(line, column, "tags can't be used; remove %s", Clip(y.Tag))
		return n
	case y.Kind == yaml.ScalarNode:
		n.Kind, n.Text = Scalar, strings.TrimSpace(y.Value)
		return n
	case depth > maxDepth:
		t.problem(line, column, "this is too deep; mappings and lists can be at most %d deep", maxDepth)
		return n
	case y.Kind == yaml.SequenceNode:
		n.Kind = List
		for _, item := range y.Content {
			n.Items = append(n.Items, t.item(item, depth))
		}
	case y.Kind == yaml.MappingNode:
		n.Kind = Mapping
		t.mapping(n, depth)
	}
	return n
}

// item builds the node for an item of a list.
func (t *tree) item(y *yaml.Node, depth int) *Node {
	n := t.node(y, depth+1)
	if missing(y) {
		t.problem(n.Line, n.Column, "an item of a list is empty; write it, or remove the dash or comma")
		n.Kind = Broken
	}
	return n
}

// missing reports whether nothing is written where a value belongs.
func missing(y *yaml.Node) bool {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.FoldedStyle | yaml.LiteralStyle
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&quoted == 0
}

// mapping adds the entries of a mapping to its node.
func (t *tree) mapping(n *Node, depth int) {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		key := t.key(n.yaml.Content[i])
		value := t.node(n.yaml.Content[i+1], depth+1)
		if key.Kind == Broken {
			continue
		}
		if first, twice := seen[key.Text]; twice {
			t.problem(key.Line, key.Column, "%s: this key is already in line %d; give it only once", Clip(key.Text), first)
			continue
		}
		seen[key.Text] = key.Line
		if missing(n.yaml.Content[i+1]) && value.Kind == Scalar {
			t.problem(key.Line, key.Column, "%s: the value is missing", Clip(key.Text))
			value.Kind = Broken
		}
		n.Entries = append(n.Entries, Entry{key, value})
	}
}

// key builds the node for a key.
func (t *tree) key(y *yaml.Node) *Node {
	n := t.node(y, maxDepth) // keys that are mappings or lists are refused below, whatever they contain
	switch {
	case n.Kind == Broken:
	case n.Kind != Scalar:
		n.Kind = Broken
		t.problem(n.Line, n.Column, "a key must be a text")
	case y.Value == "<<" && y.Style == 0:
		n.Kind = Broken
		t.problem(n.Line, n.Column, "merge keys can't be used; write the keys again")
	case n.Text == "":
		n.Kind = Broken
		t.problem(n.Line, n.Column, "a key is missing before the colon")
	case strings.ContainsFunc(n.Text, func(r rune) bool { return isBreak(r) || isControl(r) }):
		n.Kind = Broken
		t.problem(n.Line, n.Column, "%q: a key must be one line without control characters", Clip(n.Text))
	case utf8.RuneCountInString(n.Text) > cmp.Or(t.Key, MaxKey):
		n.Kind = Broken
		t.problem(n.Line, n.Column, "%s: a key can have at most %d characters", Clip(n.Text), cmp.Or(t.Key, MaxKey))
	}
	return n
}

// Clip shortens a text from a file for a message.
func Clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > MaxKey {
		return string(r[:MaxKey-1]) + "…"
	}
	return text
}
