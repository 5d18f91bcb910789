package roundel_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// forUsers matches literals that contain at least three words in a row, and single words such as "Done.".
var forUsers = regexp.MustCompile(`\pL[\pL'’]*[,;]? [\pL'’]+[,;]? [\pL'’]+|^\p{Lu}\pL+[.!?]$`)

// TestDiscordPackageHasNoSentences: bot/discord has no sentences for Discord users; its Host supplies them. Log messages, the
// texts of errors, and those of FatalErrors, which hosts read on a terminal, are allowed.
func TestDiscordPackageHasNoSentences(t *testing.T) {
	files := 0
	for _, src := range sources(t) {
		if isTest(src.name) || voices[src.dir] != discord {
			continue
		}
		files++
		for _, lit := range userTexts(t, src.file) {
			t.Errorf("%s: %s belongs in bot/words", src.fset.Position(lit.Pos()), lit.Value)
		}
	}
	if files == 0 {
		t.Error("bot/discord has no files")
	}
	for text, want := range map[string]bool{"Done.": true, "Try again in a moment.": true, "… the rest, attached": true, "bot:1": false,
		"/oauth2/authorize?": false, "turned away": false, "application/json": false} {
		if forUsers.MatchString(text) != want {
			t.Errorf("%q is taken for a sentence: %v", text, !want)
		}
	}
}

// userTexts returns the literals of a file that are sentences and are neither logged nor the text of an error.
func userTexts(t *testing.T, file *ast.File) []*ast.BasicLit {
	t.Helper()
	var out []*ast.BasicLit
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field: // a field's tag
			return false
		case *ast.CallExpr:
			return !logsOrFails(n)
		case *ast.ValueSpec: // why the bot waits, logged by the function that waits
			return n.Names[0].Name != "nearlyUsedUp" && n.Names[0].Name != "tooManyInARow"
		case *ast.CompositeLit:
			kind, ok := n.Type.(*ast.Ident)
			return !ok || kind.Name != "FatalError"
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(n.Value)
			if err != nil {
				t.Fatal(err)
			}
			if (forUsers.MatchString(text) || isFragment(text)) && !strings.HasPrefix(text, "bot: ") {
				out = append(out, n)
			}
		}
		return true
	})
	return out
}

// logsOrFails reports whether a call is the Msg call that ends a log line, or creates an error. Their arguments are not for
// users.
func logsOrFails(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, _ := sel.X.(*ast.Ident)
	return sel.Sel.Name == "Msg" || pkg != nil && (pkg.Name == "errors" && sel.Sel.Name == "New" || pkg.Name == "fmt" && sel.Sel.Name == "Errorf")
}
