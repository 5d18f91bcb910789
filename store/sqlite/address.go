package sqlite

import (
	"context"
	"database/sql"
	"slices"

	"roundel/store"
)

// hideAddresses moves facts that an earlier release stored under an address to their current keys. If an address held
// a password, no trace of it stays in the file.
func hideAddresses(ctx context.Context, db *sql.DB) error {
	t := tx(ctx, db)
	var keys []string
	err := t.Each("SELECT key FROM facts WHERE instr(key, $1) > 0", []any{"://"}, func(rows *sql.Rows) error {
		var key string
		err := rows.Scan(&key)
		keys = append(keys, key)
		return err
	})
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return nil
	}
	if slices.ContainsFunc(keys, store.HasUser) { // the file's free space may hold earlier versions of these rows
		if err := t.Exec("VACUUM"); err != nil {
			return err
		}
	}
	if err := t.Exec("PRAGMA secure_delete = on"); err != nil {
		return err
	}
	for _, key := range keys {
		if err := t.Exec("UPDATE OR REPLACE facts SET key = $1 WHERE key = $2", store.FactKey(key), key); err != nil {
			return err
		}
	}
	if err := t.Exec("PRAGMA secure_delete = off"); err != nil {
		return err
	}
	return t.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
}
