package sqlite

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"roundel/engine"
	"roundel/internal/storetest"
	"roundel/store"
)

// FuzzImport: import either refuses an archive and leaves an empty database, or accepts it and Check finds the database
// sound.
func FuzzImport(f *testing.F) {
	path := file(f)
	s := mustOpen(f, path)
	for _, e := range [][]engine.Entry{
		{storetest.Did(0, started("First")), storetest.Did(1, scene("dusk")), storetest.Did(2, engine.EncounterEnded{})},
		{storetest.Did(3, started("Second")), storetest.Did(4, scene("night")), storetest.Did(5, scene("dawn"))},
	} {
		mustUpdate(f, s, "", storetest.Appending(e...))
	}
	startIn(f, s, "101", rules(1))
	saveRuleset(f, s, "500", "mine", rules(1))
	mustUpdate(f, s, "", storetest.Undoing(6))
	var out bytes.Buffer
	if _, err := Export(f.Context(), path, &out); err != nil {
		f.Fatal(err)
	}
	archive := out.Bytes()
	f.Add(archive)
	lines := slices.Collect(bytes.Lines(archive))
	for i := range lines {
		f.Add(bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil))
		f.Add(bytes.Join(slices.Insert(slices.Clone(lines), i, lines[i]), nil))
	}
	for _, pair := range []string{`"ended":1|"ended":0`, `"seq":2|"seq":-2`, `"encounter":2|"encounter":1`, `"parent":1|"parent":3`, `[]|{}`, `"id":2|"id":null`,
		`"undid"|"redid"`, `"undid"|"noted"`, `"d":{}|"d":[]`, `"redo":[3]|"redo":[3,3]`, `"channel":"100"|"channel":100`, `"head":2|"head":"2"`, `"hash":|"hush":`, `rules-1|rules-2`, `"text":|"hash":`} {
		old, to, _ := strings.Cut(pair, "|")
		f.Add(bytes.ReplaceAll(archive, []byte(old), []byte(to)))
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		to := file(t)
		n, err := Import(t.Context(), to, bytes.NewReader(archive), nil, quiet)
		var broke *store.PanicError
		if errors.As(err, &broke) {
			t.Fatalf("%v\n%s", err, broke.Stack)
		}
		r := mustCheck(t, to)
		if err != nil && r.Encounters+r.Entries > 0 {
			t.Errorf("import failed (%v), but the database has %s", err, r)
		}
		if err == nil && (r.Encounters != n.Encounters || r.Entries != n.Entries) {
			t.Errorf("import says %s, but the database has %s", n, r)
		}
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
	})
}
