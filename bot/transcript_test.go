package bot

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundel/bot/discord"

	"roundel/bot/words"
	"roundel/engine/ruleset"
)

// update rewrites the expected lines of all transcripts with what the bot says now. Read the diff before you keep it: a
// transcript is right if it follows the rulebook, not because the bot says so.
var update = flag.Bool("update", false, "rewrite the expected lines of the transcripts; read the diff afterwards")

// TestTranscripts plays the files in testdata/transcripts, and those in other languages in its folders. Their lines are:
//
//	# a comment, often with the rule's ID
//	dice: 12 6                  the next results of the bot's dice
//	GM: /init roll              a command; a button is [End turn], a form [Join] name = Knight | stats = init 15
//	GM: [Menu hint] Dead        a menu and what is picked, separated by commas
//	GM: {Apply to fight} = 17   a command in the Apps menu of a message with this text, where " / " is a line break, or of a member, like @Ben
//	GM: > Target = Goblin       the form that this opened, by the labels of its inputs and options, or by their IDs and values
//	GM: /init undo to:…         shows what autocompletion offers for an option
//	  Knight: d20 (6) + 15 …    the reply, with "(only GM)" before what only that user sees
//	card                        shows the card of the current turn, with its buttons
//	locale: de                  the language of everybody's Discord and of the server from here on; with a name, of that user's
//
// The clock advances one second with each line. The test fails if dice are left over or missing.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	translated, _ := filepath.Glob("testdata/transcripts/*/*.txt")
	if err != nil || len(files) < 6 || len(translated) < 5 {
		t.Fatalf("%d transcripts, %d translated, %v", len(files), len(translated), err)
	}
	files = append(files, translated...)
	for _, file := range files {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(file, "testdata/transcripts/"), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := playText(t, string(data))
			if got == string(data) {
				return
			}
			if *update {
				t.Logf("%s was rewritten; read the diff", file)
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Error(difference(string(data), got))
		})
	}
}

// TestTranscriptsUnderAnotherName plays all transcripts with copies of the bundled files under other names, as people add them.
// Nothing else changes: the bot doesn't ask which ruleset it plays (RS-6).
func TestTranscriptsUnderAnotherName(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	copies := ruleset.Library{}
	for _, rs := range ruleset.Bundled().List {
		text := strings.Replace(string(rs.Text), "\nname: "+rs.Name, "\nname: own-"+rs.Name, 1)
		own, err := ruleset.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		copies.List = append(copies.List, own)
	}
	played := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if !strings.Contains(text, "/init start") || strings.Count(text, "/init start") != strings.Count(text, " ruleset:") || strings.Contains(text, "ruleset:…") {
			continue // it plays the server's default, or isn't about one fight
		}
		tb := newTable(t)
		tb.bot.rulesets = NewLibrary(LibraryParts{Store: tb.store, Bundled: copies, Files: samples{}})
		tb.reroute()
		want := strings.ReplaceAll(text, " ruleset:", " ruleset:own-")
		if got := playAt(t, tb, want); got != want {
			t.Errorf("%s: %s", file, difference(want, got))
		}
		played++
	}
	if played < 20 {
		t.Errorf("only %d transcripts were played", played)
	}
}

// play runs the steps of a transcript and returns it with what came back.
func playText(t *testing.T, text string) string {
	t.Helper()
	return playAt(t, newTable(t), text)
}

func playAt(t *testing.T, tb *table, text string) string {
	t.Helper()
	return playBy(t, tb, text, tb.step)
}

// playBy plays each line of a transcript with step, which returns what came back.
func playBy(t *testing.T, tb *table, text string, step func(line string) []string) string {
	t.Helper()
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "  ") {
			continue // expected before; replaced by the reply now
		}
		out = append(out, line)
		for _, said := range step(line) {
			if said != "" {
				out = append(out, strings.TrimRight("  "+said, " "))
			}
		}
	}
	if len(tb.dice.Results) > 0 {
		t.Errorf("dice are left over: %v", tb.dice.Results)
	}
	return strings.Join(out, "\n") + "\n"
}

func (tb *table) step(line string) []string {
	tb.t.Helper()
	defer func() {
		if value := recover(); value != nil {
			tb.t.Fatalf("%s\n%v", line, value)
		}
	}()
	who, what, ok := strings.Cut(line, ": ")
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
		return nil
	case line == "card":
		m := tb.shownCard()
		return shownLines(m.Text, m.Buttons)
	case !ok:
		tb.t.Fatalf("unknown kind of line: %s", line)
	case who == "locale":
		if user, locale, one := strings.Cut(what, " "); one {
			tb.locales[user] = locale
		} else {
			tb.guildLocale = what
		}
		return nil
	case who == "dice":
		for _, word := range strings.Fields(what) {
			n, err := strconv.Atoi(word)
			if err != nil {
				tb.t.Fatal(err)
			}
			tb.roll(n)
		}
		return nil
	case strings.HasSuffix(what, ":…"):
		r := tb.command(who, strings.TrimSuffix(what, "…"))
		r.Kind, r.Focused = discord.Completing, what[strings.LastIndexByte(what, ' ')+1:strings.LastIndexByte(what, ':')]
		var out []string
		for _, c := range tb.handle(r).Choices {
			out = append(out, c.Name)
		}
		return out
	case strings.HasPrefix(what, "["):
		return tb.pressLabel(who, what)
	case strings.HasPrefix(what, "{"):
		return tb.useApp(who, what)
	case strings.HasPrefix(what, ">"):
		return reply(who, tb.fillOpen(who, strings.TrimSpace(what[1:])))
	}
	return reply(who, tb.do(who, what))
}

// useApp uses a command of an Apps menu.
func (tb *table) useApp(who, what string) []string {
	tb.t.Helper()
	name, target, _ := strings.Cut(strings.TrimPrefix(what, "{"), "}")
	target = strings.TrimSpace(target)
	var got *discord.Reply
	if user, is := people()[strings.TrimPrefix(target, "@")]; is {
		got = tb.useOn(who, name, user)
	} else {
		got = tb.quote(who, name, strings.ReplaceAll(target, " / ", "\n"))
	}
	if got.Form == nil {
		return reply(who, got)
	}
	tb.form = got.Form
	lines := []string{"form " + got.Form.Title}
	for _, in := range got.Form.Inputs {
		line := "  " + in.Label
		if m := in.Options(); m != nil {
			var options []string
			for _, o := range m.Options {
				if o.Picked {
					o.Label += " (chosen)"
				}
				options = append(options, o.Label)
			}
			line += ": " + strings.Join(options, ", ")
		}
		lines = append(lines, line)
		if in.Help != "" {
			lines = append(lines, "    "+in.Help)
		}
	}
	return lines
}

// fillOpen fills in the form that was opened last.
func (tb *table) fillOpen(who, rest string) *discord.Reply {
	tb.t.Helper()
	fields := map[string]string{}
	for _, in := range tb.form.Inputs {
		fields[in.ID] = untouched(in)
	}
	for part := range strings.SplitSeq(rest, "|") {
		key, value, ok := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok {
			continue
		}
		i := slices.IndexFunc(tb.form.Inputs, func(in discord.Input) bool { return in.Label == key || in.ID == key })
		if i < 0 {
			tb.t.Fatalf("the form has no input %q", key)
		}
		in := tb.form.Inputs[i]
		switch m := in.Options(); {
		case m != nil && !slices.ContainsFunc(m.Options, func(o discord.Option) bool { return o.Value == value }):
			value = tb.values(m, strings.Split(value, ", "))
		case in.Check:
			value = strconv.FormatBool(value == "yes")
		}
		fields[in.ID] = value
	}
	return tb.fill(who, tb.form.ID, fields)
}

// pressLabel presses a button and fills in the form that it opens.
func (tb *table) pressLabel(who, what string) []string {
	tb.t.Helper()
	label, rest, _ := strings.Cut(strings.TrimPrefix(what, "["), "]")
	b := tb.labelled(label)
	if b.Menu != nil {
		return reply(who, tb.pickLabels(who, b, strings.Split(strings.TrimSpace(rest), ", ")...))
	}
	got := tb.press(who, b.ID)
	if got.Form == nil {
		return reply(who, got)
	}
	fields := map[string]string{}
	for _, in := range got.Form.Inputs {
		fields[in.ID] = untouched(in)
	}
	for part := range strings.SplitSeq(rest, "|") {
		if key, value, ok := strings.Cut(part, "="); ok {
			fields[strings.TrimSpace(key)] = strings.ReplaceAll(strings.TrimSpace(value), " / ", "\n")
		}
	}
	return reply(who, tb.fill(who, got.Form.ID, fields))
}

func reply(who string, r *discord.Reply) []string {
	lines := shownLines(r.Text, r.Buttons)
	if r.Ephemeral {
		lines[0] = "(only " + who + ") " + lines[0]
	}
	for _, f := range r.Files {
		lines = append(lines, "file "+f.Name)
	}
	for _, next := range []*discord.Reply{r.Then, r.Alone} {
		if next != nil {
			lines = append(lines, reply(who, next)...)
		}
	}
	return lines
}

// shownLines returns a message as lines, with users by name and a line for each row of buttons.
func shownLines(text string, rows [][]discord.Button) []string {
	for name, id := range people() {
		text = strings.ReplaceAll(text, words.Mention(id), "@"+name)
	}
	lines := strings.Split(text, "\n")
	for _, row := range rows {
		var labels []string
		for _, b := range row {
			labels = append(labels, "["+b.Label+"]")
			if b.Menu != nil {
				labels = append(labels, offers(b.Menu))
			}
		}
		lines = append(lines, strings.Join(labels, " "))
	}
	return lines
}

// offers returns the options of a menu.
func offers(m *discord.Menu) string {
	var out []string
	for _, o := range m.Options {
		out = append(out, o.Label)
	}
	return strings.Join(out, ", ")
}

// difference returns the first lines that differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range g {
		if i >= len(w) || w[i] != g[i] {
			return "line " + strconv.Itoa(i+1) + "\n got: " + strings.Join(g[i:min(i+6, len(g))], "\n      ") +
				"\nwant: " + strings.Join(w[min(i, len(w)):min(i+6, len(w))], "\n      ")
		}
	}
	return "the transcript goes on: " + strings.Join(w[len(g):], "\n")
}
