package play_test

import (
	"flag"
	"strconv"
	"testing"

	"roundel/internal/testmain"
)

// TestMain makes random tests play 5 cases each, unless -rapid.checks says how many.
func TestMain(m *testing.M) {
	testmain.Run(m, testmain.Reproducible(), testmain.Default("rapid.checks", "5"))
}

// checks returns how many cases random tests play, or 100 if that is less. Tests that draw or go on so often depend on it.
func checks() int {
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		panic(err)
	}
	return min(n, 100)
}
