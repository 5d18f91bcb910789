package play_test

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// alwaysSeed is the seed of random tests unless -rapid.seed gives another.
const alwaysSeed = "20261122"

// TestMain makes random tests play the same every time, so that a rare fault that an earlier change left is found by whoever looks for
// it with other seeds (-rapid.seed), and not by a change that has nothing to do with it. They play 10 cases each, unless -rapid.checks says how
// many. The garbage collector runs less often unless GOGC says how often, since the tests allocate much and keep little.
func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000)
	}
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == "0" {
		if err := seed.Value.Set(alwaysSeed); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", "10"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}

// checks returns how many cases random tests play, or 100 if that is less. Tests that draw or go on so often depend on it.
func checks() int {
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		panic(err)
	}
	return min(n, 100)
}
