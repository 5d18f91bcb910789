package migrations

import (
	"embed"
	"io/fs"
)

//go:embed *.sql
var files embed.FS

//go:embed postgres/*.sql
var postgres embed.FS

// Files returns the migrations of SQLite databases, with the names that goose expects: NNNNN_name.sql.
func Files() fs.FS { return files }

// Postgres returns the migrations of PostgreSQL databases, named in the same way.
func Postgres() fs.FS {
	sub, err := fs.Sub(postgres, "postgres")
	if err != nil {
		panic(err) // only for an invalid name
	}
	return sub
}
