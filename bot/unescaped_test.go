package bot

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
)

// forged is what people add to a name that should look like something else: markdown, a link, a mention, and a mark that reverses what follows.
const forged = "`*[a](x://b)<@66>\u202e"

var (
	codeBlock  = regexp.MustCompile("(?s)```.*?```")
	codeSpan   = regexp.MustCompile("(^|[^\\\\`])`[^`\n]+`")
	unescaped  = regexp.MustCompile(`(^|[^\\])(\]\(x|x://b|<@66>|\*\\?\[a)`)
	bookValue  = regexp.MustCompile(`\bmonster:((?:[^:]|: )+?)(?: [a-z-]+:|$)`)
	namedValue = regexp.MustCompile(`\b(name|text|activity|note|effect|encounter|with|reason|state):((?:[^:]|: )+?)(?: [a-z-]+:|$)`)
)

// wantEscaped fails if a reply shows what people typed as anything other than plain text, or pings whom they mention.
func (tb *table) wantEscaped(what string, r *discord.Reply) {
	tb.t.Helper()
	if r == nil {
		return
	}
	shown := func(text string, markdown bool) {
		tb.t.Helper()
		if strings.ContainsFunc(text, func(c rune) bool { return unicode.Is(unicode.Bidi_Control, c) }) {
			tb.t.Errorf("%s: a direction mark in %q", what, text)
		}
		if text = codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(text, ""), "$1"); markdown && unescaped.MatchString(text) {
			tb.t.Errorf("%s: %q", what, text)
		}
	}
	shown(r.Text, true)
	for _, row := range r.Buttons {
		for _, b := range row {
			shown(b.Label, false)
			if b.Menu != nil {
				for _, o := range b.Menu.Options {
					shown(o.Label+o.About, false)
				}
			}
		}
	}
	for _, c := range r.Choices {
		shown(c.Name, false)
	}
	if r.Form != nil {
		shown(r.Form.Title, false)
		for _, in := range r.Form.Inputs {
			shown(in.Label+in.Hint+in.Help, false)
		}
	}
	for _, f := range r.Files {
		shown(f.Description, false)
		if strings.HasSuffix(f.Name, ".txt") {
			shown(string(f.Data), false)
		}
	}
	if slices.Contains(r.Mentions, "66") {
		tb.t.Errorf("%s pings: %q", what, r.Text)
	}
	tb.wantEscaped(what, r.Alone)
}

// TestWhatPeopleTypeIsShownAsPlainText plays all transcripts with names and texts that contain links, mentions, markdown and direction marks.
// What the bot shows after each line has them escaped, or not at all, and pings nobody they mention.
func TestWhatPeopleTypeIsShownAsPlainText(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	forgedLines := 0
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tb := newTable(t)
			known := []string{"Paralyzed", "Poisoned", "Concentrating", "The ford"} // effects of the rulesets, and what a table in a file leads to
			var pairs []string
			for line := range strings.Lines(string(data)) {
				if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "  ") {
					continue
				}
				for _, m := range bookValue.FindAllStringSubmatch(line, -1) { // what books call their monsters stays
					if !slices.Contains(pairs, m[1]) {
						pairs = append([]string{"monster:" + m[1], "monster:" + m[1]}, pairs...)
					}
				}
				for _, m := range namedValue.FindAllStringSubmatch(line, -1) {
					if name := m[2]; people()[name] == "" && !slices.Contains(known, name) && strings.Contains(line, ": /") && !slices.Contains(pairs, name) && (m[1] != "name" || words.Length(name) <= 13) {
						pairs = append(pairs, name, name+forged)
					}
				}
				line = strings.NewReplacer(pairs...).Replace(line)
				if who, what, _ := strings.Cut(line, ": "); strings.HasPrefix(what, "[") || strings.HasPrefix(what, "> ") {
					line = strings.ReplaceAll(line, "\u202e", "") // what is chosen is what the bot has shown
					if label, _, _ := strings.Cut(what, "] "); strings.HasPrefix(what, "[") && strings.Contains(label, "*[a") {
						t.Logf("%s: a script can't name this button", who)
						break
					}
				}
				if strings.Contains(line, "*[a") {
					forgedLines++
				}
				tb.step(line)
				tb.wantEscaped(line, tb.last)
				if s := tb.state(); s != nil {
					m := card.Card(lang.English(), tb.public(), tb.rules(), nil)
					tb.wantEscaped("the card after "+line, &discord.Reply{Text: m.Text, Buttons: m.Buttons, Mentions: m.Mentions})
				}
			}
			for _, line := range []string{"GM: /init list", "GM: /init log", "GM: /effect list", "GM: /help"} {
				tb.step(line)
				tb.wantEscaped(line, tb.last)
			}
		})
	}
	if forgedLines < 500 {
		t.Errorf("only %d lines were forged", forgedLines)
	}
}
