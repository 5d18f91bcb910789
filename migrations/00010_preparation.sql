-- +goose Up

-- What a GM prepares: the monsters and the saved encounters of a server, each all in one row, and the usual party of a channel, a row for
-- each user.
CREATE TABLE monsters (
    guild TEXT NOT NULL PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE prepared (
    guild TEXT NOT NULL PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE parties (
    channel TEXT NOT NULL,
    user    TEXT NOT NULL,
    guild   TEXT NOT NULL,
    PRIMARY KEY (channel, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX parties_user ON parties (user);
