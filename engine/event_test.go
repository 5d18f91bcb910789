package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestEveryEventHasARow: each event that this package declares can be stored.
func TestEveryEventHasARow(t *testing.T) {
	stored := map[string]bool{}
	for _, e := range Events() {
		stored[reflect.TypeOf(e).Name()] = true
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			fn, is := decl.(*ast.FuncDecl)
			if !is || fn.Recv == nil || fn.Name.Name != "apply" {
				continue
			}
			declared++
			if name := fn.Recv.List[0].Type.(*ast.Ident).Name; !stored[name] {
				t.Errorf("%s is in no list of codecs: a fight with it can't be stored", name)
			}
		}
	}
	if declared != len(stored) {
		t.Errorf("%d events are declared, %d are listed", declared, len(stored))
	}
}
