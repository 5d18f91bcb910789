-- +goose Up

-- The named rolls of a user in a server, what the user can roll again, and how often each face came up, all in one row.
CREATE TABLE rolls (
    guild  text COLLATE "C" NOT NULL,
    "user" text COLLATE "C" NOT NULL,
    data   bytea NOT NULL,
    PRIMARY KEY (guild, "user")
);

CREATE INDEX rolls_user ON rolls ("user");
