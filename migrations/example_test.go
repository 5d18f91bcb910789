package migrations_test

import (
	"fmt"
	"io/fs"
	"strings"

	"roundel/migrations"
)

// The files are applied in the order of their names.
func Example() {
	names, err := fs.Glob(migrations.Files(), "*.sql")
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := fs.ReadFile(migrations.Files(), names[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(names[0], "creates the encounters:", strings.Contains(string(first), "CREATE TABLE encounters"))
	// Output:
	// 00001_encounters.sql creates the encounters: true
}
