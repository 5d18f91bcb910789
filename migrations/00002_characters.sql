-- +goose Up

-- The saved characters of a user in a server, all in one row.
CREATE TABLE characters (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;
