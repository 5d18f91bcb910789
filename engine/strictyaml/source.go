package strictyaml

import (
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"
)

// source is the text of a file, split into lines of characters, without the byte order mark.
type source struct {
	lines [][]rune
}

// newSource splits a text into lines the way YAML does.
func newSource(text string) *source {
	s, start, runes := &source{}, 0, []rune(text)
	for i, r := range runes {
		if !isBreak(r) || r == '\r' && i+1 < len(runes) && runes[i+1] == '\n' {
			continue
		}
		end := i
		if r == '\n' && end > start && runes[end-1] == '\r' {
			end--
		}
		s.lines = append(s.lines, runes[start:end])
		start = i + 1
	}
	s.lines = append(s.lines, runes[start:])
	return s
}

// isBreak reports whether a character ends a line.
func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// within returns the position in the file closest to a line and column. The column can be one after the last character.
func (s *source) within(line, column int) (int, int) {
	line = max(1, min(line, len(s.lines)))
	return line, max(1, min(column, len(s.lines[line-1])+1))
}

// locate returns the position of a character of a scalar's value; index counts characters. Apart from escapes, a value and its source can only
// differ in white space, so locate counts the characters that aren't white space. White space, and the end of the value, count as right after
// the last of those.
func (s *source) locate(n *yaml.Node, index int) (line, column int) {
	value := []rune(n.Value)
	index = min(index, len(value))
	count := 0
	for _, r := range value[:index] {
		if !unicode.IsSpace(r) {
			count++
		}
	}
	w := newWalker(s, n)
	line, column = w.line, w.column
	for range count {
		if _, ok := w.next(); !ok {
			return s.within(line, column)
		}
		line, column = w.line, w.column
	}
	if index < len(value) && !unicode.IsSpace(value[index]) {
		if from, ok := w.next(); ok {
			line, column = w.line, from
		}
	}
	return s.within(line, column)
}

// walker steps through the source of a scalar.
type walker struct {
	s            *source
	style        yaml.Style
	line, column int // of the next character
}

// newWalker returns a walker at the first character of the scalar's text.
func newWalker(s *source, n *yaml.Node) *walker {
	w := &walker{s: s, style: n.Style, line: n.Line, column: n.Column}
	switch {
	case n.Style&(yaml.FoldedStyle|yaml.LiteralStyle) != 0:
		w.line, w.column = n.Line+1, 1
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		w.column++
	}
	return w
}

// next moves past the next character that isn't white space, and returns the column where it begins, on the walker's line. It returns false at
// the end of the file.
func (w *walker) next() (from int, ok bool) {
	for w.line <= len(w.s.lines) {
		line := w.s.lines[w.line-1]
		if w.column > len(line) {
			w.line, w.column = w.line+1, 1
			continue
		}
		from, r := w.column, line[w.column-1]
		w.column++
		switch {
		case w.style&yaml.SingleQuotedStyle != 0 && r == '\'':
			w.column++ // a quote is written twice
		case w.style&yaml.DoubleQuotedStyle != 0 && r == '\\':
			r = w.escape(line)
		}
		if !unicode.IsSpace(r) {
			return from, true
		}
	}
	return 0, false
}

// escape moves past an escape in a quoted text, whose backslash the walker has already passed, and returns the character it stands for. At the
// end of a line that is a space.
func (w *walker) escape(line []rune) rune {
	if w.column > len(line) {
		return ' '
	}
	sign := line[w.column-1]
	w.column++
	size := map[rune]int{'x': 2, 'u': 4, 'U': 8}[sign]
	if size == 0 {
		if strings.ContainsRune("tnrvfNLP_ \t", sign) {
			return ' '
		}
		return sign // a quote, a backslash or a slash; or a control character, which formulas can't have
	}
	end := min(len(line), w.column-1+size)
	code, err := strconv.ParseInt(string(line[w.column-1:end]), 16, 32)
	w.column = end + 1
	if err != nil {
		return unicode.ReplacementChar
	}
	return rune(code)
}
