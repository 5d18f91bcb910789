-- +goose Up

-- The named rolls of a user in a server, what the user can roll again, and how often each face came up, all in one row.
CREATE TABLE rolls (
    guild TEXT NOT NULL,
    user  TEXT NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX rolls_user ON rolls (user);
