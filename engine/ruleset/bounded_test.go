package ruleset_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"roundel/engine/monster"
	"roundel/engine/ruleset"
	"roundel/engine/statblock"
)

// TestWhatReadingTakesIsBounded: no file of monsters, of an encounter or of a ruleset makes its reader take much memory or many steps, of which the
// number of allocations is a measure. Nothing of monsters and encounters is tried out when they are uploaded, so that is all their files can do.
func TestWhatReadingTakesIsBounded(t *testing.T) {
	const mostBytes, mostSteps = 96 << 20, 1_000_000
	readers := map[string]struct {
		size int
		read func(text string) error
	}{
		"a ruleset":    {ruleset.MaxBytes, func(s string) error { _, err := ruleset.Read([]byte(s)); return err }},
		"monsters":     {monster.MaxBytes, func(s string) error { _, err := monster.Read([]byte(s)); return err }},
		"an encounter": {monster.MaxBytes, func(s string) error { _, err := monster.ReadEncounter([]byte(s)); return err }},
		"another tool": {1 << 20, func(s string) error { _, _, err := statblock.Read([]byte(s)); return err }},
	}
	heads := map[string]string{"a ruleset": "roundel: 1\nstats: ", "monsters": "roundel: 1\nmonsters: ", "an encounter": "roundel: 1\nencounter: E\nfoes: "}
	for name, r := range readers {
		for _, head := range slices.Compact([]string{"", heads[name]}) {
			room := r.size - len(head) - 10
			for what, text := range bombs(room) {
				if len(text) > room {
					t.Fatalf("%s has %d bytes, more than %d", what, len(text), room)
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := r.read(head + text)
				runtime.ReadMemStats(&after)
				if got := after.TotalAlloc - before.TotalAlloc; got > mostBytes {
					t.Errorf("%s as %s: %d MB, %.80v", what, name, got>>20, err)
				}
				if got := after.Mallocs - before.Mallocs; got > mostSteps {
					t.Errorf("%s as %s: %d allocations, %.80v", what, name, got, err)
				}
			}
		}
	}
}

// bombs returns texts of up to size bytes that are meant to take as much as possible.
func bombs(size int) map[string]string {
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	half := func(part string) string { return strings.Repeat(part, size/2/len(part)) }
	nest := func(open, end string) string {
		n := (size - 1) / (len(open) + len(end))
		return strings.Repeat(open, n) + "1" + strings.Repeat(end, n)
	}
	rows := func(row func(i int) string) string {
		var b strings.Builder
		b.WriteString("\n")
		for i := 0; ; i++ {
			next := row(i)
			if b.Len()+len(next) > size {
				return b.String()
			}
			b.WriteString(next)
		}
	}
	laughs := "&a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := range 12 {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 9), ","))
	}
	return map[string]string{
		"lists in lists": nest("[", "]"), "mappings in mappings": nest("{a: ", "}"), "objects in objects": nest(`{"a":`, "}"),
		"lists that don't end": fill("["), "objects that don't end": fill(`{"a":`), "dashes": fill("- "), "questions": fill("? "),
		"anchors": fill("&a "), "aliases": "&a [x]\nb: [" + half("*a,") + "]", "a billion laughs": laughs, "tags": fill("!a "),
		"deeper and deeper": rows(func(i int) string { return strings.Repeat(" ", i) + "a:\n" }),
		"quotes":            fill("'"), "escapes": `"` + half(`\u0041`) + `"`, "comments": half("#\n"), "colons": fill(":"), "commas": fill(","),
		"spaces": fill(" "), "lines": fill("\n"), "a block": "|\n" + half(" x\n"), "documents": fill("---\n"), "digits": fill("9"),
		"a long key": half("x") + ": 1", "not UTF-8": fill("\xff"), "null characters": fill("\x00"),
		"many keys":              rows(func(i int) string { return fmt.Sprintf("  k%d: 1\n", i) }),
		"one key again":          rows(func(int) string { return "  hp: 1\n" }),
		"long unknown keys":      rows(func(i int) string { return fmt.Sprintf("  %s%d: 1\n", strings.Repeat("attacks", 30), i) }),
		"many foes":              rows(func(i int) string { return fmt.Sprintf("  - {monster: Goblin %d, count: 1}\n", i) }),
		"many monsters":          rows(func(i int) string { return fmt.Sprintf("  - {name: Goblin %d, hp: 1, attacks: dagger}\n", i) }),
		"a long formula":         "\n  - {name: Goblin, hp: 1, hit_dice: " + half("1d6+") + "1}\n",
		"many stat blocks":       "[" + half(`{"name":"x","hit_points":2,"actions":[{"name":"a","desc":"b"}]},`) + "0]",
		"many blocks of actions": `{"name":"x","hit_points":2,"actions":[` + half(`{"name":"a","desc":"Melee Weapon Attack: +4 to hit, Hit: 5 (1d6 + 2)"},`) + `{}]}`,
	}
}
