package lang

import "testing"

// BenchmarkRead reads all of English, as the start of the bot does.
func BenchmarkRead(b *testing.B) {
	source, err := bundled.ReadFile("languages/en.yaml")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		if r := read(source, Bundled().base); len(r.Problems) > 0 {
			b.Fatal(r.Problems)
		}
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
