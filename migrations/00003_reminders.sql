-- +goose Up

-- When the announced turn is to be reminded of, in milliseconds; 0: not any more.
ALTER TABLE encounters ADD COLUMN remind INTEGER NOT NULL DEFAULT 0;

CREATE INDEX encounters_remind ON encounters (remind) WHERE remind > 0;
