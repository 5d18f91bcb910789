package words

import (
	"strings"
	"unicode/utf16"

	"roundel/bot/words/lang"
	"roundel/engine/ruleset"
)

// Under returns a language for fights under a ruleset, with the words of the ruleset's file and its names for events in the order.
func Under(l *lang.Language, rs *ruleset.Ruleset) *lang.Language {
	return l.Under(rs.Words, rs.EventNames())
}

// named returns what people typed as a phrase of its own.
func named(name string) lang.Phrase { return lang.P("list.name", lang.Name("name", name)) }

// term returns a text of a ruleset's file as a phrase of its own.
func term(text string) lang.Phrase { return lang.P("list.name", lang.Term("name", text)) }

// phrases returns a phrase for each text.
func phrases(texts []string, phrase func(text string) lang.Phrase) []lang.Phrase {
	out := make([]lang.Phrase, len(texts))
	for i, text := range texts {
		out[i] = phrase(text)
	}
	return out
}

// Unformatted turns one of our texts into plain text for a file: without the asterisks of bold words and the backslashes of [lang.Escape].
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

// boxed makes text that people chose fit for a code block, where a backslash escapes nothing.
func boxed(text string) string {
	return strings.ReplaceAll(lang.Visible(text), "`", "'")
}

// Mention names a user; Reply.Mentions alone decides whether that pings.
func Mention[T ~string](who T) string { return "<@" + string(who) + ">" }

// longest is the maximum length of a text in one message, with room left for a last line.
const longest = 1900

// lastLine is the room that the last line of a shortened text has.
const lastLine = 100

// Lines joins lines into one message. If some don't fit, the last line points to the log instead. Texts that it returned can be joined further.
func Lines(l *lang.Language, lines []string) string { return linesIn(l, lines, longest-1, longest) }

// LinesIn is [Lines] for a message that has room for that many characters.
func LinesIn(l *lang.Language, lines []string, room int) string {
	return linesIn(l, lines, room, room-lastLine)
}

// linesIn returns all lines if they have at most whole characters, otherwise those in the first cut characters and the one that points to the log.
func linesIn(l *lang.Language, lines []string, whole, cut int) string {
	all := strings.Join(lines, "\n")
	if Length(all) <= whole {
		return all
	}
	var b strings.Builder
	for line := range strings.SplitSeq(all, "\n") {
		if Length(b.String())+Length(line)+1 > cut {
			break
		}
		b.WriteString(line + "\n")
	}
	if strings.Count(b.String(), "```")%2 != 0 {
		b.WriteString("```\n")
	}
	return b.String() + l.Line("answer.more-lines")
}

// Length returns the number of UTF-16 units, the strictest way Discord may count.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
