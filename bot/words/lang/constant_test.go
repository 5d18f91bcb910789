package lang

import "testing"

// A text without arguments is said without allocating.
func TestConstantTextsDoNotAllocate(t *testing.T) {
	l := English()
	want := l.Label("duration.end-of-turn")
	if want != "end of turn" {
		t.Fatalf("said %q", want)
	}
	if n := testing.AllocsPerRun(100, func() { l.Label("duration.end-of-turn"); l.Line("duration.end-of-turn") }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
