package lang

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"roundel/engine/strictyaml"
)

// testSet returns English, German and Spanish, of which the last two have one text.
func testSet(t *testing.T) *Set {
	t.Helper()
	en, err := bundled.ReadFile("languages/en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return newSet(fstest.MapFS{
		"de.yaml":    {Data: []byte("language: de\ntitle: Deutsch\ntexts: {turn: {gm-acts: Die SL ist am Zug.}}")},
		"en.yaml":    {Data: en},
		"es-ES.yaml": {Data: []byte("language: es-ES\ntitle: Español\ntexts: {turn: {gm-acts: Le toca al DJ.}}")},
	})
}

func TestSet(t *testing.T) {
	s := testSet(t)
	if got, want := s.Tags(), []string{"en", "de", "es-ES"}; !slices.Equal(got, want) {
		t.Errorf("the tags are %q, want %q", got, want)
	}
	for i, l := range s.All() {
		if tag := s.Tags()[i]; l.Tag != tag || l != s.Of(tag) || !s.Has(tag) {
			t.Errorf("language %d is %s, want %s", i, l.Tag, tag)
		}
	}
	if s.Has("fr") || s.Of("fr") != s.Of("en") || s.Of("") != s.Of("en") {
		t.Error("a language that isn't there is not English")
	}
	if got := s.Of("de").Line("turn.gm-acts"); got != "Die SL ist am Zug." {
		t.Errorf("German says %q", got)
	}
	if got, want := s.Of("de").Line("list.range", Text("first", "1"), Text("last", "4")), "1 to 4"; got != want {
		t.Errorf("a text that German lacks is %q, want %q", got, want)
	}
	if English() != Bundled().Of("en") || !slices.Contains(Bundled().All(), English()) {
		t.Error("English is not bundled")
	}
}

// TestWO6 checks which language a user with a locale reads.
func TestWO6(t *testing.T) {
	s := testSet(t)
	for _, c := range []struct{ locale, then, want string }{
		{"de", "es-ES", "de"}, {"en-US", "de", "en"}, {"en-GB", "de", "en"}, {"es-ES", "", "es-ES"}, {"es-419", "de", "es-ES"},
		{"fr", "de", "de"}, {"fr", "", "en"}, {"", "de", "de"}, {"", "", "en"},
	} {
		var then *Language
		if c.then != "" {
			then = s.Of(c.then)
		}
		if got := s.ForLocale(c.locale, then); got.Tag != c.want {
			t.Errorf("%s in a fight in %q: %s, want %s", c.locale, c.then, got.Tag, c.want)
		}
	}
	if got := Bundled().ForLocale("es-419", English()); got.Tag == "es-419" || len(strictyaml.Languages()) != 33 {
		t.Errorf("%s of %d", got.Tag, len(strictyaml.Languages()))
	}
}

// TestOfCommands: what is read for the registration of commands is what the whole language says of them, and little else.
func TestOfCommands(t *testing.T) {
	folder, err := fs.Sub(bundled, "languages")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range newSet(folder).OfCommands() { // no language has been read yet
		whole, n := Bundled().Of(l.Tag), 0
		for id := range whole.texts {
			if section, _, _ := strings.Cut(id, "."); section == "command" || section == "option" || section == "choice" {
				n++
				if l.Own(id) != whole.Own(id) {
					t.Errorf("%s: %s is %q, want %q", l.Tag, id, l.Own(id), whole.Own(id))
				}
			}
		}
		if n < 200 || len(l.texts) != n || l.Title != whole.Title {
			t.Errorf("%s (%s) has %d texts, %d of them of commands", l.Tag, l.Title, len(l.texts), n)
		}
	}
}
