package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"roundel/engine"
	"roundel/store/sqlite"
)

// Each update names a channel and an interaction. Delivered a second time, the interaction gets the stored answer, and
// the function does not run again.
func Example() {
	dir, err := os.MkdirTemp("", "roundel")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx, quiet := context.Background(), func(string, ...any) {}
	s, err := sqlite.Open(ctx, filepath.Join(dir, "roundel.db"), quiet)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	start := func(j engine.Journal) ([]byte, error) {
		return []byte("The fight is on!"), j.Append(engine.Entry{Kind: engine.Did, By: "gm", At: time.Now(), Command: "/init start",
			Events: []engine.Event{engine.EncounterStarted{Name: "Bridge fight", Ruleset: "turn-order", GM: "gm"}}})
	}
	for range 2 {
		answer, again, err := s.Update(ctx, "channel", "1191184013721993216", start)
		fmt.Printf("%s again: %v, error: %v\n", answer, again, err)
	}
	err = s.Read(ctx, "channel", func(j engine.Journal) error {
		fmt.Println(j.State().Name, "next entry:", j.NextSeq())
		return nil
	})
	fmt.Println(err)
	// Output:
	// The fight is on! again: false, error: <nil>
	// The fight is on! again: true, error: <nil>
	// Bridge fight next entry: 2
	// <nil>
}
