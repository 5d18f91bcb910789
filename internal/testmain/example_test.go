package testmain_test

import (
	"flag"
	"fmt"
	"log"
	"runtime"

	"roundel/internal/testmain"
)

// TestMain calls it before the tests.
func ExampleParallel() {
	if err := flag.Set("test.parallel", "1"); err != nil {
		log.Fatal(err)
	}
	given := flag.Lookup("test.parallel").Value.String()
	if err := testmain.Parallel(4); err != nil {
		log.Fatal(err)
	}
	fmt.Println(given, flag.Lookup("test.parallel").Value.String() == fmt.Sprint(4*runtime.GOMAXPROCS(0)))
	// Output: 1 false
}
