-- +goose Up

-- The texts of rulesets, each stored once. hash is the SHA-256 of the text in lower-case hex.
CREATE TABLE ruleset_texts (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

-- The rulesets that servers have added.
CREATE TABLE server_rulesets (
    guild TEXT NOT NULL,
    name  TEXT NOT NULL,
    hash  TEXT NOT NULL REFERENCES ruleset_texts (hash),
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_rulesets_hash ON server_rulesets (hash);

-- The text of the ruleset that a fight began with, as its first entry says. NULL in a fight whose ruleset is a name.
ALTER TABLE encounters ADD COLUMN text_hash TEXT REFERENCES ruleset_texts (hash);

CREATE INDEX encounters_text ON encounters (text_hash);
