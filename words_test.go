package roundel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"roundel/bot"
)

// A voice says whose words a package may contain.
type voice int

const (
	speaks  voice = iota + 1 // what users read, from the files of languages: its code has only what is typed
	coded                    // nobody's: it refuses with codes. Errors are for logs, and those of store for a host's terminal
	silent                   // nobody's: it takes every sentence from packages that speak
	discord                  // what is logged, and what stops the program
	host                     // what whoever hosts the bot reads
	checks                   // what is wrong with a file, for whoever writes it
	standIn                  // what people and scripts read in the sandbox
	copies                   // those of the files that it reads, in parts; sentences are nobody's, as with coded
)

// voices lists every package, so that none is left out of the tests for prose.
var voices = map[string]voice{
	"bot/words": speaks,

	"engine": coded, "engine/dice": coded, "engine/play": coded, "engine/reason": coded, "engine/view": coded,
	"engine/loosejson": coded, "migrations": coded, "store": coded, "store/sqlite": coded, "claims": coded, "snowflake": coded,

	"engine/statblock": copies,

	"bot": silent, "bot/card": silent, "bot/chart": silent,

	"bot/discord": discord, "bot/discord/gateway": discord,

	"cmd/bot": host, "deploy/release": host, "store/postgres": host, "engine/monster/generate": host,

	"bot/words/lang": checks, "engine/formula": checks, "engine/monster": checks, "engine/ruleset": checks, "engine/sheet": checks, "engine/strictyaml": checks,

	"internal/claimstest": coded, "internal/testmain": host, "internal/pgtest": host, "internal/smallbot": standIn, "internal/storetest": checks,

	"sandbox": standIn, "sandbox/client": standIn, "sandbox/gateway": standIn, "sandbox/limits": standIn, "sandbox/page": standIn,
	"sandbox/play": standIn, "sandbox/world": standIn,
}

// TestEveryPackageHasAVoice checks that voices lists the packages that there are.
func TestEveryPackageHasAVoice(t *testing.T) {
	for dir := range mayImport {
		if voices[dir] == 0 {
			t.Errorf("%s is missing from voices", dir)
		}
	}
	if len(voices) != len(mayImport) {
		t.Errorf("voices lists %d packages, and there are %d", len(voices), len(mayImport))
	}
}

// typed finds what bot/words has besides the texts of the files: commands, examples of what is typed, markup, and how places in files are named.
var typed = regexp.MustCompile(`^(\*\*|/[a-z]+ [a-z]+ [a-z]+:|with |success none, effect Frightened, .*|line %d, column %d: %s)$`)

// TestOnlyWordsSpeaks checks that bot and the packages it is made of contain no text for users: all of that is in the files of languages, which
// bot/words reads.
func TestOnlyWordsSpeaks(t *testing.T) {
	t.Parallel()
	for _, src := range sources(t) {
		speaks := voices[src.dir] == speaks
		if isTest(src.name) || voices[src.dir] != silent && !speaks {
			continue
		}
		for _, lit := range proseIn(src.file) {
			if !speaks || !typed.MatchString(unquoted(lit)) {
				t.Errorf("%s: %s belongs in a language's file", src.fset.Position(lit.Pos()), lit.Value)
			}
		}
	}
}

// TestProgramAnswersNoUsers checks that cmd/bot makes no replies and names no slash command, except for the sandbox's demo.
func TestProgramAnswersNoUsers(t *testing.T) {
	for _, src := range sources(t) {
		if isTest(src.name) || src.dir != "cmd/bot" || strings.HasPrefix(src.name, "cmd/bot/sandbox") {
			continue
		}
		ast.Inspect(src.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if kind, ok := n.Type.(*ast.SelectorExpr); ok && kind.Sel.Name == "Reply" {
					t.Errorf("%s: replies are made in bot", src.fset.Position(n.Pos()))
				}
			case *ast.BasicLit:
				if text := unquoted(n); n.Kind == token.STRING && (slashUse.MatchString(text) || strings.Contains(text, "**")) {
					t.Errorf("%s: %s belongs in bot/words", src.fset.Position(n.Pos()), n.Value)
				}
			}
			return true
		})
	}
}

// TestProseIsFound checks what TestOnlyWordsSpeaks takes for a text for users.
func TestProseIsFound(t *testing.T) {
	for code, prose := range map[string]bool{
		`reply.Text = "Done."`:                                    true,
		`return name + " is down"`:                                true,
		`const c = "use /next"; return c`:                         true,
		`return fmt.Sprintf("**%s**", name)`:                      true,
		`_ = discord.Reply{Text: "Done."}`:                        true,
		`_ = discord.Button{Label: "End turn"}`:                   true,
		`_ = discord.Form{Title: cmp.Or(title, "Join")}`:          true,
		`_ = discord.Input{ID: "damage_roll"}`:                    false,
		`reply.Text = "Nothing had to change."`:                   true,
		`return refuse(engine.Invalid, "No such stat")`:           true,
		`return refuse(engine.Invalid, "there's no such stat.")`:  true,
		`return refuse(engine.Invalid, "%q is no number", text)`:  true,
		`text += " and the GM acts now, says " + name`:            true,
		`now = "it is " + name + "'s turn now; the order waits"`:  true,
		`missing = append(missing, "Send Messages in Threads")`:   true,
		`return errors.New("There is no fight here")`:             true,
		`return fmt.Errorf("There is no ruleset %q", name)`:       true,
		`return fmt.Errorf("ruleset %q: %w", name, err)`:          false,
		`return errors.New("bot: the disk is full, it seems")`:    false,
		`b.log.Warn().Msg("A fight could not be shown, so wait")`: false,
		`b.log.Warn().Str("what", "A fight isn't shown").Msg("")`: true,
		`return fmt.Errorf("%w: %s", err, "There is no fight")`:   true,
		`_ = command{path: "init add", run: add}`:                 false,
		`b.count("button end turn", "ok")`:                        false,
		`durations := []string{"end of this turn", "2 rounds"}`:   false,
		`_ = discord.File{Type: "text/plain; charset=utf-8"}`:     false,
		`out := []string{"Punch"}`:                                false,
		`key := fmt.Sprintf("%s %d %d", id, a, b)`:                false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() error { "+code+" }", 0)
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		if found := len(proseIn(file)) > 0; found != prose {
			t.Errorf("%s: prose %v, want %v", code, found, prose)
		}
	}
}

// proseIn returns the string literals of a file that look like text for users. Log messages don't count, nor do errors that
// begin with a lowercase letter.
func proseIn(file *ast.File) (found []*ast.BasicLit) {
	read := []string{"Text", "Label", "Title", "Hint", "Description"} // fields of which users read every word
	inField := regexp.MustCompile(`^\p{Lu}|\pL.* `)                   // anything but the name of an option
	visit := func(looksLike func(string) bool) func(ast.Node) bool {
		return func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && looksLike(unquoted(lit)) && !slices.Contains(found, lit) {
				found = append(found, lit)
			}
			return true
		}
	}
	anywhere := visit(func(text string) bool { return isProse(text) || isFragment(text) })
	var walk func(n ast.Node) bool
	walk = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.CallExpr:
			if !isTechnical(n) {
				return true
			}
			ast.Inspect(n.Fun, walk)
			for _, arg := range n.Args[1:] {
				ast.Inspect(arg, walk)
			}
			return false
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(read, key.Name) {
				ast.Inspect(n.Value, visit(inField.MatchString))
			}
		}
		return anywhere(n)
	}
	ast.Inspect(file, walk)
	return found
}

var wordInText = regexp.MustCompile(`^["(]*\pL[\pL'’-]*["),.;:?!]*$`)

// isProse reports whether a text reads like a sentence or a part of one: two or more words with a capital letter at the start,
// punctuation or something to be filled in, or five words.
func isProse(text string) bool {
	count, punctuated := 0, strings.Contains(text, "%")
	for field := range strings.FieldsSeq(text) {
		if wordInText.MatchString(field) {
			count++
			punctuated = punctuated || strings.ContainsAny(field, ",.;:?!")
		}
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	return (count >= 2 && (unicode.IsUpper(first) || punctuated) || count >= 5) && !slices.Contains(notForUsers, text)
}

// isTechnical reports whether a call writes a log message or makes an error that begins with a lowercase letter or a placeholder.
func isTechnical(call *ast.CallExpr) bool {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	if fun.Sel.Name == "Msg" || fun.Sel.Name == "Msgf" {
		return true
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if pkg, isName := fun.X.(*ast.Ident); !ok || !isName || pkg.Name+"."+fun.Sel.Name != "errors.New" && pkg.Name+"."+fun.Sel.Name != "fmt.Errorf" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(unquoted(lit))
	return !unicode.IsUpper(first)
}

// fragment matches the parts of a sentence that isProse lets pass: a single word with a full stop, a capital letter followed by ordinary
// words, a word at the edge where a name is joined or filled in, and bold text.
var fragment = regexp.MustCompile(`^\p{Lu}\pL+[.!?]$|^\p{Lu}[\p{Ll}'’]+ \p{Ll}+\b|^(['’]s)? \p{Ll}{2,}|^, \p{Ll}{2,} \p{Ll}|^[\p{Ll} ]*\p{Ll}{2,} $|%[sqv](['’]s)? \p{Ll}{2,}|\*\*`)

// slashUse matches a slash command of the bot wherever it can stand in a text.
var slashUse = regexp.MustCompile("(^|[\\s(`])/(" + strings.Join(slices.Concat(bot.CommandGroups()...), "|") + ")\\b")

// notForUsers lists texts that look like prose but are names, values of options, or entries in logs.
var notForUsers = []string{"DiscordBot (Roundel, 1)", "end of source's next turn", " rounds", " min", "button ", "server ", "channel ", "Bot ", "Rounds and Initiative", "Flow of Time", " and ", " FROM ", " 1"}

// isFragment reports whether a text looks like a part from which a sentence for users is put together.
func isFragment(text string) bool {
	return !slices.Contains(notForUsers, text) && (fragment.MatchString(text) || slashUse.MatchString(text))
}

// TestFragmentsAreFound checks that a sentence is found in any form in which code can hold it.
func TestFragmentsAreFound(t *testing.T) {
	for text, want := range map[string]bool{
		" is down": true, "'s turn": true, "it is ": true, "wait for ": true, "%s is down": true, "%s's turn": true, "Done.": true,
		"Try again": true, "**": true, "**%s**": true, "use /init list": true, "`/next`": true, "/help": true, " takes damage and falls": true,
		", and the GM acts": true, "init list": false, "end of this turn": false, "/gateway/bot": false, ", ": false, "%s (%s)": false,
		"Fighting Withdrawal": false, "ac 12": false, "=: ": false, "text/plain; charset=utf-8": false, "%s: %w": false, " FROM entries": false,
	} {
		if isFragment(text) != want {
			t.Errorf("%q is taken for a part of a sentence: %v", text, !want)
		}
	}
}

// unquoted returns the text of a string literal.
func unquoted(lit *ast.BasicLit) string {
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return lit.Value
	}
	return text
}
