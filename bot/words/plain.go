package words

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"roundel/bot/words/lang"
)

// Text makes text that people chose show as they typed it: no markdown, no mention, no link, nothing invisible.
func Text(text string) string { return lang.Escape(text) }

// Unformatted returns one of our texts for a plain text file: without the asterisks of bold words and the backslashes of [Text].
func Unformatted(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\\*_~`|<@[]#-+>:", text[i+1]) >= 0:
			i++
		case strings.HasPrefix(text[i:], "**"):
			i++
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Boxed makes such text fit for a code block, where a backslash escapes nothing.
func Boxed(text string) string {
	return strings.ReplaceAll(lang.Visible(text), "`", "'")
}

// Visible drops control and format characters, which hide, reverse or imitate text. Joiners inside emoji stay.
func Visible(text string) string { return lang.Visible(text) }

// Clip shortens text to at most n characters.
func Clip(text string, n int) string { return lang.Clip(text, n) }

// And joins words as a sentence does: "a, b and c".
func And(words []string) string { return join(words, " and ") }

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}

// Mention names a user; whether it pings is decided by Reply.Mentions alone.
func Mention[T ~string](who T) string { return "<@" + string(who) + ">" }

// Longest is the maximum length of a text in one message, less the room for a last line.
const Longest = 1900

// longestCut is the maximum length of a text that [Lines] has shortened.
const longestCut = Longest + 60

// cutPattern matches the last line of a text that [Lines] has shortened.
var cutPattern = regexp.MustCompile(`\n?… and ([\d,]+) more lines?; see /init log\.$`)

// Lines joins lines into one message. If some do not fit, the last line points to the log. Texts that it returned can be joined further.
func Lines(lines []string) string {
	all, lost := strings.Join(lines, "\n"), 0
	if m := cutPattern.FindStringSubmatch(all); m != nil {
		if Length(all) <= longestCut {
			return all
		}
		if n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); err == nil {
			all, lost = strings.TrimSuffix(all, m[0]), n
		}
	} else if Length(all) < Longest {
		return all
	}
	var b strings.Builder
	parts := strings.Split(all, "\n")
	for i, line := range parts {
		if Length(b.String())+Length(line)+1 > Longest {
			lost += len(parts) - i
			break
		}
		b.WriteString(line + "\n")
	}
	if strings.Count(b.String(), "```")%2 != 0 {
		b.WriteString("```\n")
	}
	return b.String() + "… and " + Counted(lost, "more line") + "; see /init log."
}

// Length returns the number of UTF-16 units, the strictest way Discord may count.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// Counted returns a number of things: "1 tick", "2 ticks".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Grouped(n) + " " + thing + "s"
}

// Grouped writes a number with commas between the thousands.
func Grouped(n int) string {
	digits, sign := strconv.Itoa(n), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
