// Package roundel_test checks the rules that apply to the whole repository.
package roundel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// mayImport lists what each package may import besides the standard library. Tests may import anything.
var mayImport = map[string][]string{
	"bot":                     {"github.com/rs/zerolog", "roundel/bot/card", "roundel/bot/chart", "roundel/bot/discord", "roundel/bot/words", "roundel/bot/words/lang", "roundel/engine", "roundel/engine/dice", "roundel/engine/formula", "roundel/engine/loosejson", "roundel/engine/monster", "roundel/engine/play", "roundel/engine/reason", "roundel/engine/ruleset", "roundel/engine/sheet", "roundel/engine/statblock", "roundel/engine/strictyaml", "roundel/engine/view", "roundel/snowflake", "roundel/store"},
	"bot/card":                {"github.com/rs/zerolog", "roundel/bot/discord", "roundel/bot/words", "roundel/bot/words/lang", "roundel/claims", "roundel/engine", "roundel/engine/ruleset", "roundel/engine/view", "roundel/snowflake", "roundel/store"},
	"bot/chart":               {"codeberg.org/go-fonts/liberation/liberationsansregular", "golang.org/x/image/font", "golang.org/x/image/font/opentype", "golang.org/x/image/font/sfnt", "golang.org/x/image/math/fixed", "golang.org/x/image/vector", "roundel/bot/words", "roundel/bot/words/lang", "roundel/engine", "roundel/engine/view"},
	"bot/discord":             {"github.com/bwmarrin/discordgo", "github.com/rs/zerolog", "roundel/bot/discord/gateway", "roundel/claims", "roundel/snowflake"},
	"bot/discord/gateway":     {"github.com/bwmarrin/discordgo", "github.com/gorilla/websocket", "github.com/rs/zerolog"},
	"bot/words":               {"roundel/bot/words/lang", "roundel/engine", "roundel/engine/dice", "roundel/engine/formula", "roundel/engine/monster", "roundel/engine/reason", "roundel/engine/ruleset", "roundel/engine/sheet", "roundel/engine/statblock", "roundel/engine/strictyaml", "roundel/engine/view", "roundel/snowflake"},
	"bot/words/lang":          {"roundel/engine/strictyaml"},
	"claims":                  {},
	"cmd/bot":                 {"github.com/VictoriaMetrics/metrics", "github.com/caarlos0/env/v11", "github.com/mattn/go-isatty", "github.com/rs/zerolog", "golang.org/x/sys/unix", "roundel/bot", "roundel/bot/card", "roundel/bot/discord", "roundel/bot/words/lang", "roundel/claims", "roundel/engine", "roundel/engine/dice", "roundel/engine/monster", "roundel/engine/ruleset", "roundel/engine/strictyaml", "roundel/sandbox", "roundel/sandbox/limits", "roundel/sandbox/page", "roundel/sandbox/play", "roundel/snowflake", "roundel/store", "roundel/store/postgres", "roundel/store/sqlite"},
	"deploy/release":          {"github.com/google/go-containerregistry/pkg/authn", "github.com/google/go-containerregistry/pkg/authn/github", "github.com/google/go-containerregistry/pkg/name", "github.com/google/go-containerregistry/pkg/v1", "github.com/google/go-containerregistry/pkg/v1/empty", "github.com/google/go-containerregistry/pkg/v1/layout", "github.com/google/go-containerregistry/pkg/v1/mutate", "github.com/google/go-containerregistry/pkg/v1/remote", "github.com/google/go-containerregistry/pkg/v1/tarball", "github.com/google/go-containerregistry/pkg/v1/types", "golang.org/x/crypto/x509roots/fallback/bundle"},
	"engine":                  {"roundel/engine/dice", "roundel/engine/formula", "roundel/engine/reason", "roundel/engine/ruleset", "roundel/snowflake"},
	"engine/dice":             {},
	"engine/formula":          {"roundel/engine/dice"},
	"engine/loosejson":        {},
	"engine/monster":          {"roundel/engine", "roundel/engine/dice", "roundel/engine/formula", "roundel/engine/play", "roundel/engine/ruleset", "roundel/engine/strictyaml"},
	"engine/monster/generate": {"roundel/engine", "roundel/engine/dice", "roundel/engine/monster", "roundel/engine/ruleset"},
	"engine/play":             {"roundel/engine", "roundel/engine/dice", "roundel/engine/formula", "roundel/engine/reason", "roundel/engine/ruleset", "roundel/engine/view", "roundel/snowflake"},
	"engine/reason":           {},
	"engine/ruleset":          {"roundel/engine/dice", "roundel/engine/formula", "roundel/engine/strictyaml"},
	"engine/sheet":            {"roundel/engine", "roundel/engine/dice", "roundel/engine/formula", "roundel/engine/loosejson", "roundel/engine/monster", "roundel/engine/statblock", "roundel/engine/strictyaml"},
	"engine/statblock":        {"roundel/engine", "roundel/engine/dice", "roundel/engine/loosejson", "roundel/engine/monster"},
	"engine/strictyaml":       {"go.yaml.in/yaml/v4", "roundel/engine/formula"},
	"engine/view":             {"roundel/engine", "roundel/engine/ruleset", "roundel/snowflake"},
	"internal/claimstest":     {"roundel/claims"},
	"internal/testmain":       {},
	"internal/pgtest":         {"roundel/internal/testmain", "github.com/jackc/pgx/v5"},
	"internal/smallbot":       {"github.com/bwmarrin/discordgo", "roundel/sandbox"},
	"internal/storetest":      {"pgregory.net/rapid", "roundel/engine", "roundel/engine/reason", "roundel/snowflake", "roundel/store"},
	"migrations":              {},
	"sandbox":                 {"roundel/sandbox/client", "roundel/sandbox/gateway", "roundel/sandbox/limits", "roundel/sandbox/world"},
	"sandbox/client":          {"roundel/sandbox/world"},
	"sandbox/gateway":         {"github.com/gorilla/websocket", "roundel/sandbox/world"},
	"sandbox/limits":          {},
	"sandbox/page":            {"github.com/gorilla/websocket", "roundel/sandbox", "roundel/sandbox/play"},
	"sandbox/play":            {"roundel/sandbox", "roundel/sandbox/client"},
	"sandbox/world":           {},
	"snowflake":               {},
	"store":                   {"roundel/engine", "roundel/engine/reason", "roundel/snowflake"},
	"store/postgres":          {"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/pgconn", "github.com/jackc/pgx/v5/pgxpool", "github.com/jackc/pgx/v5/stdlib", "github.com/pressly/goose/v3", "github.com/pressly/goose/v3/lock", "golang.org/x/sys/unix", "roundel/claims", "roundel/engine", "roundel/migrations", "roundel/snowflake", "roundel/store"},
	"store/sqlite":            {"github.com/mattn/go-sqlite3", "github.com/pressly/goose/v3", "golang.org/x/sys/unix", "roundel/engine", "roundel/migrations", "roundel/snowflake", "roundel/store"},
}

// mayNotImport lists the packages of the standard library that a package must not import.
var mayNotImport = map[string][]string{
	"engine":              {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "sync"},
	"engine/play":         {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "sync"},
	"engine/view":         {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "sync"},
	"engine/formula":      {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "sync", "time"},
	"engine/ruleset":      {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "time"},
	"engine/strictyaml":   {"os", "log", "log/slog", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "net", "net/http", "time"},
	"bot":                 {"database/sql", "os"},
	"bot/card":            {"database/sql", "os"},
	"bot/discord":         {"database/sql", "os"},
	"bot/discord/gateway": {"database/sql", "os"},
	"bot/words":           {"database/sql", "net/http", "os"},
	"bot/words/lang":      {"database/sql", "net/http", "os", "time"},
	"store":               {"net/http", "os/exec"},
}

// source is one Go file of the repository.
type source struct {
	dir, name string
	file      *ast.File
	fset      *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	out, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("only %d Go files found", len(out))
	}
	return out
}

// parsed parses the files once for all tests.
var parsed = sync.OnceValues(func() (out []source, err error) {
	fset := token.NewFileSet()
	err = filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{filepath.ToSlash(filepath.Dir(p)), filepath.ToSlash(p), f, fset})
		return nil
	})
	return out, err
})

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for _, src := range sources(t) {
		if isTest(src.name) {
			continue
		}
		allowed, known := mayImport[src.dir]
		if !known {
			t.Errorf("%s is in a package that is missing from mayImport", src.name)
		}
		seen[src.dir] = true
		for _, imp := range src.file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(name, "/")
			std := !strings.Contains(first, ".") && first != "roundel"
			if std && slices.Contains(mayNotImport[src.dir], name) || !std && !slices.Contains(allowed, name) {
				t.Errorf("%s may not import %s", src.name, name)
			}
		}
	}
	for dir := range mayImport {
		if !seen[dir] {
			t.Errorf("there is no package %s", dir)
		}
	}
}

// TestRooms checks that each package has a package comment that says what it is for, and an example that a newcomer can run.
func TestRooms(t *testing.T) {
	documented, example := map[string]bool{}, map[string]bool{}
	for _, src := range sources(t) {
		if isTest(src.name) {
			for _, decl := range src.file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
					example[src.dir] = true
				}
			}
			continue
		}
		if src.file.Doc.Text() != "" {
			documented[src.dir] = true
		}
	}
	for dir := range mayImport {
		if !documented[dir] {
			t.Errorf("%s has no package comment", dir)
		}
		if !example[dir] && dir != "cmd/bot" { // a program: the README's fight is its example
			t.Errorf("%s has no Example", dir)
		}
	}
}

// TestArchitectureListsRooms checks that the table in docs/architecture.md has a row for every package.
func TestArchitectureListsRooms(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for dir := range mayImport {
		if !strings.Contains(string(text), "\n| `"+dir+"` |") {
			t.Errorf("the table of packages in docs/architecture.md lacks %s", dir)
		}
	}
}

// TestPackageNames rejects package names that don't say what the package is for.
func TestPackageNames(t *testing.T) {
	for _, src := range sources(t) {
		if slices.Contains([]string{"util", "utils", "common", "helpers", "models", "types"}, path.Base(src.dir)) {
			t.Errorf("%s: name the package after what it is for", src.dir)
		}
	}
}

// TestHouseRules checks that there is no init function, and that every exported name has a doc comment.
func TestHouseRules(t *testing.T) {
	for _, src := range sources(t) {
		if isTest(src.name) {
			continue
		}
		for _, decl := range src.file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				checkFunc(t, src, d)
			case *ast.GenDecl:
				checkDecl(t, src, d)
			}
		}
	}
}

func checkFunc(t *testing.T, src source, d *ast.FuncDecl) {
	t.Helper()
	if d.Name.Name == "init" && d.Recv == nil {
		t.Errorf("%s has an init function", src.name)
	}
	if d.Name.IsExported() && d.Doc == nil && (d.Recv == nil || ast.IsExported(receiver(d))) {
		t.Errorf("%s: %s has no doc comment", src.name, d.Name.Name)
	}
}

func receiver(d *ast.FuncDecl) string {
	expr := d.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if id, ok := expr.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func checkDecl(t *testing.T, src source, d *ast.GenDecl) {
	t.Helper()
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && s.Doc == nil && d.Doc == nil && s.Comment == nil {
				t.Errorf("%s: %s has no doc comment", src.name, s.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() && s.Doc == nil && d.Doc == nil && s.Comment == nil {
					t.Errorf("%s: %s has no doc comment", src.name, name.Name)
				}
			}
		}
	}
}

// What makes a literal look like prose: a capital letter at its start or a full stop, a slash command, many words.
var (
	sentenceStart = regexp.MustCompile(`^[A-Z][a-z']* [a-z%][\w']* [a-z%]`)
	sentenceEnd   = regexp.MustCompile(`(?s)\S+ \S+ \S+[.?!]$`)
	slashCommand  = regexp.MustCompile("(^|[\\s(`])/[a-z]{2,}")
	manyWords     = regexp.MustCompile(`^[A-Za-z']+( [A-Za-z']+){4,}`)
)

// prose reports whether a literal of a package is written for Discord users. Errors for logs begin with the package's name, and hosts read
// those of store on a terminal.
func prose(dir, text string) bool {
	top, _, _ := strings.Cut(dir, "/")
	if strings.HasPrefix(text, path.Base(dir)+": ") || top == "store" && strings.HasPrefix(text, "store: ") || slices.Contains(notForUsers, text) {
		return false
	}
	return sentenceStart.MatchString(text) || sentenceEnd.MatchString(text) || slashCommand.MatchString(text) ||
		strings.Contains(text, "**") || top != "store" && manyWords.MatchString(text)
}

// TestNoProse checks that the packages that decide, roll and store contain no text for users: all of that is in bot/words. What is wrong
// with a file is said by the packages that read it, such as engine/ruleset and engine/formula, to whoever writes the file. See voices.
func TestNoProse(t *testing.T) {
	for _, src := range sources(t) {
		if isTest(src.name) || voices[src.dir] != coded && voices[src.dir] != copies {
			continue
		}
		terminal := map[ast.Node]bool{}                                                     // the texts of store's errors
		report := slices.Contains([]string{"store/archive.go", "store/check.go"}, src.name) // counts that a host reads
		ast.Inspect(src.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && (src.dir == "store" || strings.HasPrefix(src.dir, "store/")) && logsOrFails(call) {
				terminal[call.Args[0]] = true
			}
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if prose(src.dir, text) || !report && !terminal[lit] && voices[src.dir] == coded && isFragment(text) {
				t.Errorf("%s: belongs in bot/words: %s", src.fset.Position(lit.Pos()), lit.Value)
			}
			return true
		})
	}
	for _, text := range []string{"A name is missing", "%s is no part of it.", "see /init list", "**Surprise**", "its turn is over now again"} {
		if !prose("engine", text) {
			t.Errorf("%q is not found", text)
		}
	}
	for _, text := range []string{"end of this turn", "Fighting Withdrawal", "engine: event %T has no codec", "init 1, hp 10", "2/AC 15", "not-your-turn"} {
		if prose("engine", text) {
			t.Errorf("%q is taken for prose", text)
		}
	}
}

// TestNoForeignWords rejects paths from a developer's machine.
func TestNoForeignWords(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil || home == "/" {
		t.Skip("no home folder to look for")
	}
	for _, src := range sources(t) {
		text, err := os.ReadFile(src.name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), home+"/") {
			t.Errorf("%s names a path below %s", src.name, home)
		}
	}
}

// TestNoRulesetByName checks that no Go file but those of engine/ruleset names a ruleset that comes with the bot, so that nothing depends on
// which one is in play. The default is a constant of engine/ruleset.
func TestNoRulesetByName(t *testing.T) {
	files, err := filepath.Glob("engine/ruleset/*.yaml")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	named := map[string]bool{}
	for _, file := range files {
		named[strings.TrimSuffix(filepath.Base(file), ".yaml")] = true
	}
	for _, src := range sources(t) {
		if isTest(src.name) || src.dir == "engine/ruleset" {
			continue
		}
		ast.Inspect(src.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, "-") && named[text] {
					t.Errorf("%s names the ruleset %s", src.fset.Position(lit.Pos()), text)
				}
			}
			if cmp, ok := n.(*ast.BinaryExpr); ok && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && !strings.HasPrefix(src.name, "bot/rulesets") {
				for _, side := range []ast.Expr{cmp.X, cmp.Y} {
					sel, ok := side.(*ast.SelectorExpr)
					if !ok {
						continue
					}
					x, _ := sel.X.(*ast.Ident)
					of, _ := sel.X.(*ast.SelectorExpr)
					name := sel.Sel.Name == "Name" && (x != nil && x.Name == "rs" || of != nil && (of.Sel.Name == "rs" || of.Sel.Name == "Rules"))
					if name || sel.Sel.Name == "Ruleset" {
						t.Errorf("%s compares the name of a ruleset", src.fset.Position(cmp.Pos()))
					}
				}
			}
			return true
		})
	}
}

// TestPackageVariablesStayAsTheyAre checks that no function assigns to a package's variable, or to what is in it, nor passes on its address:
// what isn't known when the program starts belongs in a value that is passed on.
func TestPackageVariablesStayAsTheyAre(t *testing.T) {
	all := sources(t)
	variables := map[string]map[string]bool{} // by folder
	for _, src := range all {
		for _, d := range src.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR && !isTest(src.name) {
				for _, spec := range g.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						if variables[src.dir] == nil {
							variables[src.dir] = map[string]bool{}
						}
						variables[src.dir][name.Name] = name.Name != "_"
					}
				}
			}
		}
	}
	for _, src := range all {
		changed := func(x ast.Expr) {
			for {
				switch inner := x.(type) {
				case *ast.IndexExpr:
					x = inner.X
					continue
				case *ast.SelectorExpr:
					x = inner.X
					continue
				case *ast.ParenExpr:
					x = inner.X
					continue
				case *ast.StarExpr:
					x = inner.X
					continue
				}
				break
			}
			// An identifier of another file of the package isn't resolved; one of this file is resolved to its declaration.
			if id, ok := x.(*ast.Ident); ok && variables[src.dir][id.Name] && (id.Obj == nil || src.file.Scope.Lookup(id.Name) == id.Obj) {
				t.Errorf("%s changes the package's variable %s", src.fset.Position(id.Pos()), id.Name)
			}
		}
		if isTest(src.name) {
			continue
		}
		ast.Inspect(src.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, left := range n.Lhs {
						changed(left)
					}
				}
			case *ast.IncDecStmt:
				changed(n.X)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					changed(n.X)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear") && len(n.Args) > 0 {
					changed(n.Args[0])
				}
			}
			return true
		})
	}
}
