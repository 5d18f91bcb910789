package lang

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources returns the files of the packages that say something.
func sources(t *testing.T) (*token.FileSet, []*ast.File) {
	t.Helper()
	var names []string
	for _, folder := range []string{"../..", "../../card", "../../chart", "..", "."} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		names = append(names, files...)
	}
	fset := token.NewFileSet()
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := goparser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	if len(out) < 20 {
		t.Fatalf("only %d files", len(out))
	}
	return fset, out
}

// saying is where a call has the ID of a text, by the function's name. The arguments of the text follow.
var saying = map[string]bool{"P": true, "Line": true, "Label": true}

// TestArguments checks that every text that code names is there, and that each call gives exactly the arguments of the English text.
func TestArguments(t *testing.T) {
	fset, files := sources(t)
	calls := 0
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			fun, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !saying[fun.Sel.Name] {
				return true
			}
			id := literalText(call.Args[0])
			if id == "" {
				return true
			}
			calls++
			nodes := English().parsed(id)
			if nodes == nil {
				t.Errorf("%s: there is no text %q", fset.Position(call.Pos()), id)
				return true
			}
			needs, given := used(nodes), map[string]bool{}
			for _, arg := range call.Args[1:] {
				key := argKey(arg)
				given[key] = true
				if key != "" && !needs[key] {
					t.Errorf("%s: %s does not use {%s}", fset.Position(call.Pos()), id, key)
				}
			}
			for key := range needs {
				if !given[key] && !given[""] && !call.Ellipsis.IsValid() {
					t.Errorf("%s: %s needs {%s}", fset.Position(call.Pos()), id, key)
				}
			}
			return true
		})
	}
	if calls < 10 {
		t.Errorf("only %d calls", calls)
	}
}

// TestEveryTextIsSaid checks that code names every English text, by its ID, by the beginning of its ID ("refusal." + reason), or by a
// beginning and an ending that stand apart (id + "-healing"); or that it names the form and the input of a form's text (join-form.name-label).
func TestEveryTextIsSaid(t *testing.T) {
	_, files := sources(t)
	said, beginnings, endings := map[string]bool{}, []string{}, []string{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				said[literalText(n)] = true
			case *ast.BinaryExpr:
				if text := literalText(n.X); n.Op == token.ADD && strings.Contains(text, ".") {
					beginnings = append(beginnings, text)
				}
				if text := literalText(n.Y); n.Op == token.ADD && text != "" {
					endings = append(endings, text)
				}
			}
			return true
		})
	}
	for id := range English().texts {
		if ofForm(said, id) {
			continue
		}
		apart := func(end string) bool { begin, ok := strings.CutSuffix(id, end); return ok && said[begin] }
		if !said[id] && !slices.ContainsFunc(endings, apart) && !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(id, b) }) {
			t.Errorf("nothing says %s", id)
		}
	}
}

// ofForm reports whether a text is about a form and an input that code names.
func ofForm(said map[string]bool, id string) bool {
	section, name, _ := strings.Cut(id, ".")
	if section != "form" && (!strings.HasSuffix(section, "-form") || !said[section]) {
		return false
	}
	for _, about := range []string{"-label", "-help", "-hint"} {
		if input, is := strings.CutSuffix(name, about); is {
			return said[strings.ReplaceAll(strings.TrimSuffix(input, "-more"), "-", "_")]
		}
	}
	return name == "title"
}

// literalText returns the value of a string literal, or nothing.
func literalText(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		text, err := strconv.Unquote(lit.Value)
		if err == nil {
			return text
		}
	}
	return ""
}

// argKey returns the key of an argument that is made on the spot or in a local variable, or "".
func argKey(arg ast.Expr) string {
	switch arg := arg.(type) {
	case *ast.Ident:
		if arg.Obj == nil {
			return ""
		}
		if made, ok := arg.Obj.Decl.(*ast.AssignStmt); ok && len(made.Rhs) == len(made.Lhs) {
			for i, left := range made.Lhs {
				if id, ok := left.(*ast.Ident); ok && id.Name == arg.Name {
					return argKey(made.Rhs[i])
				}
			}
		}
	case *ast.CallExpr:
		if len(arg.Args) > 0 {
			return literalText(arg.Args[0])
		}
	}
	return ""
}
