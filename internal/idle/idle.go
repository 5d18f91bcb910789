// Package idle is for test binaries whose tests wait more than they work: for other processes, for clients that close slowly, or for times
// that the tests are about.
package idle

import (
	"flag"
	"fmt"
	"runtime"
)

// Parallel makes some parallel tests for each processor run at once, unless -parallel says how many. It parses the flags, and is called in
// TestMain.
func Parallel(each int) error {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if given {
		return nil
	}
	return flag.Set("test.parallel", fmt.Sprint(each*runtime.GOMAXPROCS(0)))
}
