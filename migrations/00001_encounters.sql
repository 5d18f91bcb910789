-- +goose Up

-- One fight of a channel. head is the entry the present state stands at, depth how many entries lead to it, last the
-- newest entry, redo the entries taken back, oldest first.
CREATE TABLE encounters (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    channel      TEXT    NOT NULL,
    head         INTEGER NOT NULL DEFAULT 0,
    depth        INTEGER NOT NULL DEFAULT 0,
    last         INTEGER NOT NULL DEFAULT 0,
    redo         TEXT    NOT NULL DEFAULT '[]',
    turn         INTEGER NOT NULL DEFAULT 0,
    paused       INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)),
    ended        INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)),
    started_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    board        TEXT    NOT NULL DEFAULT '',
    board_seq    INTEGER NOT NULL DEFAULT 0,
    announced    INTEGER NOT NULL DEFAULT 0,
    announcement TEXT    NOT NULL DEFAULT '',
    behind       INTEGER NOT NULL GENERATED ALWAYS AS (
        board_seq < last OR (turn <> 0 AND announced <> turn AND ended = 0 AND paused = 0)
    ) VIRTUAL
) STRICT;

CREATE UNIQUE INDEX encounters_open ON encounters (channel) WHERE ended = 0;
CREATE INDEX encounters_channel ON encounters (channel, id);
CREATE INDEX encounters_behind ON encounters (id) WHERE behind = 1;

-- The log of a fight; rows are only ever added. parent and depth bind the entries of kind did to a chain, as commits are
-- bound; of is the entry an undid or a redid is about.
CREATE TABLE entries (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    seq       INTEGER NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('did', 'noted', 'undid', 'redid')),
    of_entry  INTEGER NOT NULL DEFAULT 0,
    parent    INTEGER NOT NULL DEFAULT 0,
    depth     INTEGER NOT NULL DEFAULT 0,
    at        INTEGER NOT NULL,
    by_user   TEXT    NOT NULL,
    command   TEXT    NOT NULL,
    events    TEXT    NOT NULL,
    PRIMARY KEY (encounter, seq)
) STRICT, WITHOUT ROWID;

-- The present state of an open fight, at its newest entry.
CREATE TABLE states (
    encounter INTEGER PRIMARY KEY REFERENCES encounters (id),
    data      TEXT    NOT NULL
) STRICT;

-- The state at some entries of kind did, so that undo need not fold the whole log.
CREATE TABLE checkpoints (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    seq       INTEGER NOT NULL,
    data      TEXT    NOT NULL,
    PRIMARY KEY (encounter, seq)
) STRICT, WITHOUT ROWID;

-- What was answered to an interaction, for when it is delivered again.
CREATE TABLE interactions (
    id     TEXT    PRIMARY KEY,
    at     INTEGER NOT NULL,
    answer BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX interactions_at ON interactions (at);

CREATE TABLE settings (
    guild TEXT PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Small facts of the process itself.
CREATE TABLE facts (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
