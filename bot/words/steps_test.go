package words

import "testing"

func TestShortened(t *testing.T) {
	for text, want := range map[string]string{
		"short":          "short",
		"ten letter":     "ten letter",
		"more than ten":  "more than…",
		`a \*b\*c\*de`:   `a \*b\*c…`,
		`abcdefgh\*ij`:   "abcdefgh…",
		"**bold words**": "**bold wo**…",
		"a **b** cdefgh": "a **b** c…",
		"abcdefg **bc**": "abcdefg…",
	} {
		if got := shortened(text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
