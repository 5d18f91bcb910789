package roundel_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"

	"roundel/bot"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// TestDocsSlashCommands checks that the slash commands in the docs exist and have the options they are shown with.
func TestDocsSlashCommands(t *testing.T) {
	known := slashCommands(t)
	inline, option := regexp.MustCompile("`/([a-z][^`\\n]*)`"), regexp.MustCompile(` ([a-z_]+):`)
	found := 0
	for _, name := range docs(t) {
		for _, m := range inline.FindAllStringSubmatch(read(t, name), -1) {
			words := strings.Fields(m[1])
			if strings.Contains(words[0], "/") || slices.Contains([]string{"healthz", "readyz", "metrics", "data"}, words[0]) {
				continue // a path or an HTTP page
			}
			found++
			path, options := words[0], known[words[0]]
			if len(words) > 1 && known[path+" "+words[1]] != nil {
				path += " " + words[1]
				options = known[path]
			}
			if options == nil {
				t.Errorf("%s names /%s, which the bot doesn't have", name, m[1])
			}
			for _, o := range option.FindAllStringSubmatch(m[1], -1) {
				if !slices.Contains(options, o[1]) {
					t.Errorf("%s uses the option %[3]s, which /%[2]s doesn't have", name, path, o[1])
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("found only %d commands in the docs", found)
	}
}

// slashCommands returns the options of every command. A group of subcommands has no options of its own.
func slashCommands(t *testing.T) map[string][]string {
	t.Helper()
	b, err := bot.NewBot(bot.Parts{Library: bot.NewLibrary(bot.LibraryParts{Bundled: ruleset.Bundled()}), Dice: dice.NewFair(), Now: time.Now, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, top := range b.Commands() {
		out[top.Name] = []string{}
		for _, o := range top.Options {
			if o.Type != discordgo.ApplicationCommandOptionSubCommand {
				out[top.Name] = append(out[top.Name], o.Name)
				continue
			}
			path := top.Name + " " + o.Name
			out[path] = []string{}
			for _, sub := range o.Options {
				out[path] = append(out[path], sub.Name)
			}
		}
	}
	return out
}

// TestDocsRulesets checks that each ruleset has a page with its name and the range of every stat.
func TestDocsRulesets(t *testing.T) {
	for _, rs := range ruleset.Bundled().List {
		name := "docs/rulesets/" + rs.Name + ".md"
		text := read(t, name)
		if !strings.HasPrefix(text, "# "+rs.Title+"\n") || !strings.Contains(text, "`ruleset:"+rs.Name+"`") {
			t.Errorf("%s must start with the title %q and name `ruleset:%s`", name, rs.Title, rs.Name)
		}
		rows := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "| `") {
				rows++
			}
		}
		if rows != len(rs.StatKeys()) {
			t.Errorf("%s lists %d stats, but the ruleset has %d", name, rows, len(rs.StatKeys()))
		}
		for _, st := range rs.Stats {
			row := fmt.Sprintf("(?m)^\\| `%s` \\| .* \\| %d to %d \\| ", st.Key, st.Min, st.Max)
			if !regexp.MustCompile(row).MatchString(text) {
				t.Errorf("%s has no row for the stat %s with the range %d to %d", name, st.Key, st.Min, st.Max)
			}
		}
	}
}

// TestDocsMessages checks that the program contains the messages in the tables of docs/hosting.md, word for word.
func TestDocsMessages(t *testing.T) {
	t.Parallel()
	var program strings.Builder
	for _, src := range sources(t) {
		if !isTest(src.name) {
			program.WriteString(regexp.MustCompile(`"\s*\+\s*"`).ReplaceAllString(read(t, src.name), ""))
		}
	}
	_, section, found := strings.Cut(read(t, "docs/hosting.md"), "\n## Messages\n")
	if !found {
		t.Fatal("docs/hosting.md has no section called Messages")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(section, -1)
	for _, row := range rows {
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			for part := range strings.SplitSeq(quoted[1], "…") {
				if part = strings.TrimSpace(part); !strings.Contains(program.String(), part) {
					t.Errorf("docs/hosting.md explains %q, but the program never prints it", part)
				}
			}
		}
	}
	if len(rows) < 30 {
		t.Errorf("found only %d messages in docs/hosting.md", len(rows))
	}
}

// TestDocsPlainWords rejects some phrases that a native speaker wouldn't write in the docs.
func TestDocsPlainWords(t *testing.T) {
	odd := regexp.MustCompile(`(?i)\b(anew|for ever|beside|tells whether|what waits|is no (?:valid|number|stat|part)|at the most|not any more|the ones? that|those who|of which none)\b`)
	quoted := regexp.MustCompile("(?s)```+.*?\n *```+|`[^`\n]*`")
	for _, name := range docs(t) {
		for _, m := range odd.FindAllString(quoted.ReplaceAllString(read(t, name), ""), -1) {
			t.Errorf("%s says %q; write plain English", name, m)
		}
	}
}
