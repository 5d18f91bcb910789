package lang

import (
	"io/fs"
	"testing"
)

// BenchmarkRead reads English, which every start of the bot needs; all languages; and what the start needs of them to register its commands.
func BenchmarkRead(b *testing.B) {
	all := func(folder *Set) {
		for _, l := range folder.All() {
			if len(l.texts) == 0 {
				b.Fatal(l.Tag)
			}
		}
	}
	folder, err := fs.Sub(bundled, "languages")
	if err != nil {
		b.Fatal(err)
	}
	for name, read := range map[string]func(*Set){"en": func(s *Set) { s.Of("en") }, "all": all, "commands": func(s *Set) { s.OfCommands() }} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(newSet(folder))
			}
		})
	}
}

// BenchmarkCheck reads all of English as a host's file, of which every text is checked.
func BenchmarkCheck(b *testing.B) {
	source, err := bundled.ReadFile("languages/en.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, problems := Bundled().With([]File{{Name: "en.yaml", Source: source}}); problems != nil {
			b.Fatal(problems)
		}
	}
}

func BenchmarkSay(b *testing.B) {
	p := P("list.name", Groups("name", []string{"Goblin 1", "Goblin 3", "Knight", "Goblin 5"}))
	for b.Loop() {
		English().Say(p)
	}
}
