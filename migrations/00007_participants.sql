-- +goose Up

-- Who has an entry in the log of which fight: what is stored of a user is found without reading everybody's logs.
CREATE TABLE participants (
    encounter INTEGER NOT NULL REFERENCES encounters (id),
    user      TEXT    NOT NULL,
    PRIMARY KEY (encounter, user)
) STRICT, WITHOUT ROWID;

INSERT INTO participants
SELECT DISTINCT encounter, by_user FROM entries JOIN encounters ON encounters.id = encounter;

CREATE INDEX participants_user ON participants (user);
CREATE INDEX characters_user ON characters (user);
