// Package migrations holds the schema of the database as numbered SQL files. A file that was ever released is never
// edited: a change of the schema is a new file.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed *.sql
var files embed.FS

// Files returns the migrations, named as goose wants them: NNNNN_name.sql.
func Files() fs.FS { return files }
