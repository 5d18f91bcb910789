-- +goose Up

-- What a user prefers in a server.
CREATE TABLE preferences (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX preferences_user ON preferences (user);
