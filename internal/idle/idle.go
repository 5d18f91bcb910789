// Package idle is for test binaries whose tests wait more than they work: for other processes, for clients that close slowly, or for times
// that the tests are about.
package idle

import (
	"flag"
	"fmt"
	"runtime"
)

// Parallel makes four times as many parallel tests run at once as there are processors, unless -parallel says how many. It parses the flags,
// and is called in TestMain.
func Parallel() error {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if given {
		return nil
	}
	return flag.Set("test.parallel", fmt.Sprint(4*runtime.GOMAXPROCS(0)))
}
