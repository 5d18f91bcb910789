-- +goose Up

-- The log of all fights in one table, each row added at its end: a command writes to one page of it, whatever its
-- fight. prev is the row of the entry before it in the same fight; 0: it is the first.
CREATE TABLE appended (
    id        INTEGER PRIMARY KEY,
    encounter INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    prev      INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind = 'did' OR kind = 'noted' OR kind = 'undid' OR kind = 'redid'),
    of_entry  INTEGER NOT NULL DEFAULT 0,
    parent    INTEGER NOT NULL DEFAULT 0,
    depth     INTEGER NOT NULL DEFAULT 0,
    at        INTEGER NOT NULL,
    by_user   TEXT    NOT NULL,
    command   TEXT    NOT NULL,
    events    TEXT    NOT NULL
) STRICT;

INSERT INTO appended
SELECT id, encounter, seq, iif(seq = 1, 0, id - 1), kind, of_entry, parent, depth, at, by_user, command, events
FROM (SELECT row_number() OVER (ORDER BY encounter, seq) AS id, * FROM entries)
ORDER BY id;

DROP TABLE entries;
ALTER TABLE appended RENAME TO entries;

-- Answers also follow each other: an interaction's ID is a number that rises.
CREATE TABLE answers (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    answer BLOB    NOT NULL
) STRICT;

INSERT INTO answers SELECT CAST(id AS INTEGER), at, answer FROM interactions ORDER BY CAST(id AS INTEGER);

DROP TABLE interactions;
ALTER TABLE answers RENAME TO interactions;

-- tail is the row of the newest entry; guild the server, empty for a fight of before.
ALTER TABLE encounters ADD COLUMN tail INTEGER NOT NULL DEFAULT 0;
ALTER TABLE encounters ADD COLUMN guild TEXT NOT NULL DEFAULT '';

UPDATE encounters SET tail = newest.id
FROM (SELECT encounter, max(id) AS id FROM entries GROUP BY encounter) AS newest
WHERE newest.encounter = encounters.id;

CREATE INDEX encounters_guild ON encounters (guild) WHERE ended = 0;

-- What is still to be shown is looked for at a start, and changed with every command.
DROP INDEX encounters_behind;

-- The row of every 32nd entry of an open fight, to find those before it.
CREATE TABLE marks (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    seq       INTEGER NOT NULL,
    entry     INTEGER NOT NULL,
    PRIMARY KEY (encounter, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO marks
SELECT encounter, seq, entries.id FROM entries JOIN encounters ON encounters.id = encounter
WHERE seq % 32 = 0 AND ended = 0;
