package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSameNameIgnoresCaseAndInvisibleCharacters checks random short names, many of which differ only in these, against the slow and obvious way.
func TestSameNameIgnoresCaseAndInvisibleCharacters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "A", "ö", "Ö", "k", "\u212a", "ſ", "s", "👹", "\ufe0f", "\u200d", "\u200b", "\u2800", "\u00ad", " "}
	name := func() string {
		var out strings.Builder
		for range random.IntN(5) {
			out.WriteString(parts[random.IntN(len(parts))])
		}
		return out.String()
	}
	same := 0
	for range 200_000 {
		a, b := name(), name()
		want := strings.EqualFold(visible(a), visible(b))
		if got := SameName(a, b); got != want {
			t.Fatalf("SameName(%q, %q) = %v", a, b, got)
		}
		if want && a != b {
			same++
		}
	}
	if same < 1000 {
		t.Errorf("only %d pairs were the same, but written differently", same)
	}
}

// TestSameNameCostsNothing: names beyond ASCII are compared without allocating.
func TestSameNameCostsNothing(t *testing.T) {
	a, b := strings.Repeat("Wölfe 👹", 3)+"1", strings.Repeat("Wölfe 👹", 3)+"2"
	if n := testing.AllocsPerRun(100, func() { SameName(a, b) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
