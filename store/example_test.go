package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"roundel/engine"
	"roundel/store"
	"roundel/store/sqlite"
)

// A log is read as a whole, however it is kept: an undo is an entry, too.
func ExampleStore_Log() {
	dir, err := os.MkdirTemp("", "roundel")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	var s *store.Store
	s, err = sqlite.Open(ctx, filepath.Join(dir, "roundel.db"), func(string, ...any) {})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	entry := func(command string, event engine.Event) engine.Entry {
		return engine.Entry{Kind: engine.Did, By: "gm", At: time.Now(), Command: command, Events: []engine.Event{event}}
	}
	_, _, err = s.Update(ctx, "channel", "", func(j engine.Journal) ([]byte, error) {
		for _, e := range []engine.Entry{entry("/init start", engine.EncounterStarted{Name: "Bridge", Ruleset: "turn-order", GM: "gm"}),
			entry("/init scene", engine.SceneSet{Text: "dusk"})} {
			if err := j.Append(e); err != nil {
				return nil, err
			}
		}
		_, err := j.Undo("gm", time.Now(), 0)
		return nil, err
	})
	fmt.Println(err)
	err = s.Log(ctx, "channel", func(l engine.Log) error {
		for e, err := range l.All() {
			if err != nil {
				return err
			}
			fmt.Println(e.Seq, e.Kind, e.Command, "undone:", e.Undone)
		}
		return nil
	})
	fmt.Println(err)
	// Output:
	// <nil>
	// 1 did /init start undone: false
	// 2 did /init scene undone: true
	// 3 undid undo undone: false
	// <nil>
}
