package migrations

import (
	"embed"
	"io/fs"
)

//go:embed *.sql
var files embed.FS

// Files returns the migrations, with the names that goose expects: NNNNN_name.sql.
func Files() fs.FS { return files }
