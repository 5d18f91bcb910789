-- +goose Up

-- The monsters of a server, all in one row.
CREATE TABLE monsters (
    guild TEXT NOT NULL PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
