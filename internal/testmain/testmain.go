// Package testmain has what several packages' TestMain needs: it prepares test binaries whose tests wait more than they work (for other
// processes, for clients that close slowly, or for times that the tests are about), and those with random tests.
package testmain

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
)

// Run runs the tests and ends the process, with status 2 if one of the errors is not nil. prepared are the results of the functions below.
func Run(m interface{ Run() int }, prepared ...error) {
	if err := errors.Join(prepared...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// Parallel sets -parallel to each times the number of processors, unless it is given. Like [Reproducible], it makes the garbage collector run less
// often. It parses the flags.
func Parallel(each int) error {
	keepGarbage(400)
	return Default("test.parallel", fmt.Sprint(each*runtime.GOMAXPROCS(0)))
}

// Default sets a flag that isn't given. It parses the flags.
func Default(name, value string) error {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if given {
		return nil
	}
	return flag.Set(name, value)
}

// alwaysSeed is the seed of random tests unless -rapid.seed gives another.
const alwaysSeed = "20261122"

// Reproducible makes random tests play the same every time. A rare fault from an earlier change is then found by whoever looks for it with
// other seeds (-rapid.seed), and doesn't fail a change that has nothing to do with it. It also makes the garbage collector run less often,
// unless GOGC says how often, since these tests allocate much and keep little. It parses the flags.
func Reproducible() error {
	flag.Parse()
	keepGarbage(1000)
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == "0" {
		return seed.Value.Set(alwaysSeed)
	}
	return nil
}

// KeepGarbage makes the garbage collector run less often, as [Reproducible] does.
func KeepGarbage() error {
	keepGarbage(1000)
	return nil
}

func keepGarbage(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// InMemory has the tests' temporary files in memory, if there is enough (see [Folder]). A disk takes several times as long. Files in memory, too,
// are still there after a process is killed. The tests of power loss work out what a disk would have kept, from the order of writes and syncs.
func InMemory() error { return os.Setenv("TMPDIR", Folder()) }

// Folder returns where tests keep what they write: in memory if there is enough, else in the folder for temporary files.
func Folder() string {
	const memory, enough = "/dev/shm", 2 << 30
	var at syscall.Statfs_t
	if err := syscall.Statfs(memory, &at); err != nil || at.Bavail*uint64(at.Bsize) < enough {
		return os.TempDir()
	}
	return memory
}
