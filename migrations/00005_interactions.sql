-- +goose Up

-- Old interactions are found by their IDs, which rise; a second tree to write with every command is not worth it.
DROP INDEX interactions_at;
