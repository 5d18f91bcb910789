-- +goose Up

-- The state of an open fight is written once in a while, not with every entry: what came after seq is folded from the
-- log. Until now it stood at the newest entry.
ALTER TABLE states ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
UPDATE states SET seq = (SELECT last FROM encounters WHERE id = states.encounter);
