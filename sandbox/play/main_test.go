package play_test

import (
	"fmt"
	"os"
	"testing"

	"roundel/internal/idle"
)

func TestMain(m *testing.M) {
	if err := idle.Parallel(4); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
