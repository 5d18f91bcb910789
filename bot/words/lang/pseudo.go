package lang

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"roundel/engine/strictyaml"
)

// Pseudo makes a language out of English in which every letter has a mark. Whatever appears on a screen without marks is not in the
// language's file, unless it is a name or something that is typed.
type Pseudo struct {
	Tag     string
	Second  bool     // use a second set of marked letters, none of which is in the first
	Padding int      // percent of the letters that are written twice, up to 100, as far as a text's limit allows
	Rules   []string // texts of rulesets' files, which get marks too
}

// The letters from a to z with marks. Unicode gives their capitals.
const (
	firstMarks  = "àƀçðéƒĝĥïĵķľɱñöþɋŕšţüṽŵẋýž"
	secondMarks = "āḃĉďēḟğħīɉǩłṁńōṕꝗřśťūṿẁẍŷź"
)

// typed matches what has to be typed as it is: commands, options with values, and addresses.
func typed() *regexp.Regexp {
	var commands []string
	for id := range English().texts {
		if name, ok := strings.CutPrefix(id, "command."); ok {
			commands = append(commands, strings.Replace(name, "-", " ", 1))
		}
	}
	slices.Sort(commands)
	slices.Reverse(commands) // "init start" before "init"
	return regexp.MustCompile(`/(?:` + strings.Join(commands, "|") + `)\b(?: [a-z_]+:\S*)*|\b[a-z_]+:[^\s"']+`)
}

// marker writes texts with marks.
type marker struct {
	Pseudo
	letters []rune
	typed   *regexp.Regexp
	code    bool // inside backticks
	due     int  // percent of a letter that still has to be doubled
}

func (p Pseudo) marker() *marker {
	m := &marker{Pseudo: p, letters: []rune(firstMarks), typed: typed()}
	if p.Second {
		m.letters = []rune(secondMarks)
	}
	return m
}

// Mark returns a text with marks on its letters from a to z, except where something is typed.
func (p Pseudo) Mark(text string) string { return p.marker().text(text) }

func (m *marker) text(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i > 0 {
			b.WriteByte('`')
			m.code = !m.code
		}
		at := 0
		for _, span := range m.typed.FindAllStringIndex(part, -1) {
			m.words(&b, part[at:span[0]])
			b.WriteString(part[span[0]:span[1]])
			at = span[1]
		}
		m.words(&b, part[at:])
	}
	return b.String()
}

func (m *marker) words(b *strings.Builder, text string) {
	for _, r := range text {
		i := unicode.ToLower(r) - 'a'
		if m.code || i < 0 || i > 'z'-'a' {
			b.WriteRune(r)
			continue
		}
		letter := m.letters[i]
		if unicode.IsUpper(r) {
			letter = unicode.ToUpper(letter)
		}
		b.WriteRune(letter)
		if m.due += m.Padding; m.due >= 100 {
			b.WriteRune(unicode.ToLower(letter))
			m.due -= 100
		}
	}
}

// message returns a text of the file with marks on its words, and with less padding if it would be too long otherwise.
func (m *marker) message(id, source string) string {
	nodes, err := parse(source)
	if err != nil {
		panic(id + ": " + err.Error())
	}
	most, _, _, count := limit(id)
	all := m.Padding
	defer func() { m.Padding = all }()
	for ; ; m.Padding = max(0, m.Padding-5) {
		var b strings.Builder
		m.code, m.due = false, 0
		m.nodes(&b, nodes, false)
		if marked, err := parse(b.String()); m.Padding == 0 || err == nil && (most == 0 || longest(marked, count) <= most) {
			return b.String()
		}
	}
}

// nodes writes a text's source. counted: it is in a plural, where # is special.
func (m *marker) nodes(b *strings.Builder, nodes []node, counted bool) {
	for _, n := range nodes {
		switch n.op {
		case plainText:
			b.WriteString(quoteMessage(m.text(n.text), counted))
		case value:
			b.WriteString("{" + n.key + "}")
		case formed:
			b.WriteString("{" + n.key + ", " + n.form + "}")
		case hash:
			b.WriteByte('#')
		case plural, choose:
			how := "select"
			if n.op == plural {
				how = "plural"
			}
			b.WriteString("{" + n.key + ", " + how + ",")
			for _, c := range n.cases {
				b.WriteString(" " + c.word + " {")
				m.nodes(b, c.text, counted || n.op == plural)
				b.WriteByte('}')
			}
			b.WriteByte('}')
		}
	}
}

// File returns the file of the language. It is the same each time.
func (p Pseudo) File() []byte {
	m, r := p.marker(), read(contents(bundled, "languages/en.yaml"), Bundled().base)
	var b strings.Builder
	fmt.Fprintf(&b, "# English with marks on every letter, to find what no language's file can translate.\nlanguage: %s\n", p.Tag)
	for _, e := range r.Root.Entries {
		if e.Key.Text != "language" && e.Key.Text != "rules" {
			m.entry(&b, "", e.Key.Text, e)
		}
	}
	b.WriteString("\nrules:\n")
	for _, text := range p.Rules {
		m.code, m.due = false, 0
		fmt.Fprintf(&b, "  %q: %q\n", text, m.text(text))
	}
	return []byte(b.String())
}

// entry writes a key of the file with its value. path are the keys up to it.
func (m *marker) entry(b *strings.Builder, indent, path string, e strictyaml.Entry) {
	fmt.Fprintf(b, "%s%q:", indent, e.Key.Text)
	if e.Value.Kind != strictyaml.Mapping || len(e.Value.Entries) == 0 {
		b.WriteByte(' ')
		m.flow(b, path, e.Value)
		b.WriteByte('\n')
		return
	}
	b.WriteByte('\n')
	for _, inner := range e.Value.Entries {
		m.entry(b, indent+"  ", path+"."+inner.Key.Text, inner)
	}
}

// flow writes a value in one line.
func (m *marker) flow(b *strings.Builder, path string, n *strictyaml.Node) {
	switch n.Kind {
	case strictyaml.List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			m.flow(b, path, item)
		}
		b.WriteByte(']')
	case strictyaml.Mapping:
		b.WriteByte('{')
		for i, e := range n.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%q: ", e.Key.Text)
			m.flow(b, path+"."+e.Key.Text, e.Value)
		}
		b.WriteByte('}')
	default:
		b.WriteString(strconv.Quote(m.scalar(path, n.Exact())))
	}
}

// scalar returns the text at that path, with marks if people read it.
func (m *marker) scalar(path, text string) string {
	id, ok := strings.CutPrefix(path, "texts.")
	top, last := path[:strings.IndexByte(path+".", '.')], path[strings.LastIndexByte(path, '.')+1:]
	m.code, m.due = false, 0
	switch {
	case ok:
		return m.message(id, text)
	case top == "title" || top == "lists" || top == "forms" && (last == "before" || last == "add"):
		return m.text(text)
	}
	return text
}
