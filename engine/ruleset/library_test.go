package ruleset

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRS8Nearest(t *testing.T) {
	library := Library{List: []*Ruleset{
		{Name: "one", Title: "First Game", Fits: []string{"osr", "two"}},
		{Name: "two", Title: "Second  Game", Fits: []string{"OSR", "pf 2e"}},
	}}
	for typed, want := range map[string]string{"on": "one", "frist game": "one", "pf 1e": "two", "something else": ""} {
		if got := library.Nearest(typed); got != want {
			t.Errorf("near %q: %q, want %q", typed, got, want)
		}
	}
	if _, ok := library.Find("One"); ok {
		t.Error("Find takes a name in other case")
	}
}

// TestRS8Names: a name has letters, digits and hyphens.
func TestRS8Names(t *testing.T) {
	for _, name := range []string{"a", "A1", "1a", "a b", "a_b", strings.Repeat("a", 33), "-a"} {
		got := problemsOf(strings.Replace(file(""), "name: test", "name: "+name, 1))
		if len(got) != 1 || !strings.HasPrefix(got[0], "2:7: name: must be 2 to 32 small letters, digits and hyphens, with a letter first, not ") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"ab", "no", "a-", "a1-2", strings.Repeat("a", 32)} {
		mustRead(t, strings.Replace(file(""), "name: test", "name: "+name, 1))
	}
}

func TestRS82Folder(t *testing.T) {
	folder := fstest.MapFS{
		"b.yaml":     {Data: []byte(file(""))},
		"a.yaml":     {Data: []byte(strings.Replace(file(""), "test", "other", 1))},
		"README.md":  {Data: []byte("no ruleset")},
		"c/sub.yaml": {Data: []byte("no ruleset")},
	}
	list, problems := Bundled().ReadFolder(folder)
	if len(problems) > 0 || len(list) != 2 || list[0].Name != "other" || list[1].Name != "test" {
		t.Fatalf("%v, %v", list, problems)
	}
	folder["c.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(file("wait: x"), "test", "popcorn", 1))}
	folder["d.yaml"] = &fstest.MapFile{Data: []byte(file(""))}
	list, problems = Bundled().ReadFolder(folder)
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{"c.yaml:2:7: name: popcorn is the name of a bundled ruleset; choose another",
		`c.yaml:4:7: wait: must be bottom, "bottom, one a side", rejoin, hold or swap, not "x"`, "d.yaml:2:7: name: test is the name of the ruleset in b.yaml; choose another"}
	if list != nil || !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
