package roundel_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// TestOnlyWordsSpeaks: what people read is written in bot/words. Its neighbors put no text of their own into a reply, a message, a
// button, a form or a command.
func TestOnlyWordsSpeaks(t *testing.T) {
	read := []string{"Text", "Label", "Title", "Hint", "Description"}
	notYet := []string{"bot/flow.go", "bot/words.go"}
	said := regexp.MustCompile(`^\p{Lu}|\pL.* `) // not the name of an option
	for _, src := range sources(t) {
		if isTest(src.name) || src.dir != "bot" && src.dir != "bot/publish" || slices.Contains(notYet, src.name) {
			continue
		}
		ast.Inspect(src.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && isRefusal(lit.Type) {
				return false // a refusal has a text of its own
			}
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if key, ok := pair.Key.(*ast.Ident); !ok || !slices.Contains(read, key.Name) {
				return true
			}
			ast.Inspect(pair.Value, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if said.MatchString(text) {
					t.Errorf("%s: %q belongs in bot/words", src.fset.Position(lit.Pos()), text)
				}
				return true
			})
			return true
		})
	}
}

// isRefusal reports whether a type is engine.Error.
func isRefusal(kind ast.Expr) bool {
	sel, ok := kind.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Error"
}
