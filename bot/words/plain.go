package words

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"roundel/engine"
)

// Plain makes text that people chose show as they typed it: no markdown, no mention, no link, nothing invisible.
func Plain(text string) string {
	text = Visible(text)
	var b strings.Builder
	for i, r := range text {
		if strings.ContainsRune("\\*_~`|<@[]", r) || i == 0 && strings.ContainsRune("#-+>", r) ||
			r == ':' && strings.HasPrefix(text[i:], "://") {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Unmarked is a text of ours for a file, where neither the marks of bold words nor the backslashes of [plain] are drawn.
func Unmarked(text string) string {
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

var userMention = regexp.MustCompile(`<@\d+>`)

// Named replaces mentions, which a file shows as numbers, with words: the GM, or the player of the first of a
// user's combatants in the view.
func Named(text string, s *engine.State) string {
	text = strings.ReplaceAll(text, " The GM is "+Mention(s.GM)+".", "")
	text = userMention.ReplaceAllStringFunc(text, func(found string) string {
		if found == Mention(s.GM) {
			return "the GM"
		}
		for i := range s.Combatants {
			if c := &s.Combatants[i]; Mention(c.Owner) == found {
				return playerOf(c)
			}
		}
		return "a player"
	})
	for i := range s.Combatants { // "Knight (Knight's player) has joined" says nothing
		c := &s.Combatants[i]
		text = strings.ReplaceAll(text, Plain(c.Name)+" ("+playerOf(c), Plain(c.Name)+" (a player")
	}
	return text
}

func playerOf(c *engine.Combatant) string { return Plain(c.Name) + "'s player" }

// boxed makes such text fit for a code block, where a backslash escapes nothing.
func boxed(text string) string {
	return strings.ReplaceAll(Visible(text), "`", "'")
}

// Visible drops control and format characters, which hide, reverse or imitate text. Joiners inside emoji stay.
func Visible(text string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		joins := r == '\u200d' && (unicode.Is(unicode.So, last) || last == '\ufe0f')
		last = r
		switch {
		case r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r) && !joins, unicode.IsControl(r), r == '\ufffd':
			return -1
		}
		return r
	}, text)
}

// Clip shortens text to at most n characters.
func Clip(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-1]) + "…"
}

// And joins words as a sentence does: "a, b and c".
func And(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Mention names a user; whether it pings is decided by Reply.Mentions alone.
func Mention[T ~string](who T) string { return "<@" + string(who) + ">" }

// parens puts words in brackets, if there are any. What people typed in them has been through [plain] already.
func parens(words string) string {
	if words == "" {
		return ""
	}
	return " (" + words + ")"
}

// longest is the maximum length of a text in one message, less the room for a last line.
const longest = 1900

// Lines joins lines into one message. If some do not fit, the last line points to the log.
func Lines(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if length(b.String())+length(line)+1 > longest {
			b.WriteString("… and " + counted(len(lines)-i, "more line") + "; see /init log.")
			return b.String()
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// length returns the number of UTF-16 units, the strictest way Discord may count.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// notice tells the GM what a player's command did to hidden combatants.
func notice(s *engine.State, n engine.Notice) string {
	name := func(id engine.CombatantID) string {
		if c := s.Combatant(id); c != nil {
			return Plain(c.Name)
		}
		return "someone who has left"
	}
	switch n.Kind {
	case engine.NoticeRenamed:
		return fmt.Sprintf("A player took the name %s, so your hidden combatant is now called %s.", Plain(n.From), Plain(n.To))
	case engine.NoticeSlipped:
		return fmt.Sprintf("%s moved while in melee with the hidden %s, which the player doesn't know about. "+
			"Separate them with /act disengage.", name(n.Who), name(n.By))
	}
	return fmt.Sprintf("%s also fled from the hidden %s: %[2]s gets a free attack.", name(n.Who), name(n.By))
}
