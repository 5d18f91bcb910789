package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"slices"
	"strings"
)

// schemeEnd appears in every key that holds an address.
const schemeEnd = "://"

// factKey returns the key under which a fact is stored. Hosts put passwords into addresses, so a key that contains an
// address is stored as a hash, computed without the user name and the password.
func factKey(key string) string {
	before, address, ok := strings.Cut(key, schemeEnd)
	if !ok {
		return key
	}
	kind, _, _ := strings.Cut(before, ":")
	sum := sha256.Sum256([]byte(before + schemeEnd + withoutUser(address)))
	return kind + "#" + hex.EncodeToString(sum[:16])
}

// withoutUser strips the user name and the password from an address that starts after its scheme.
func withoutUser(address string) string {
	host, path := address, ""
	if end := strings.IndexAny(address, "/?#"); end >= 0 {
		host, path = address[:end], address[end:]
	}
	return host[strings.LastIndex(host, "@")+1:] + path
}

// hideAddresses moves facts that an earlier release stored under an address to their current keys. If an address held
// a password, no trace of it stays in the file.
func hideAddresses(ctx context.Context, db *sql.DB) error {
	t := &tx{ctx: ctx, q: db}
	var keys []string
	err := t.each("SELECT key FROM facts WHERE instr(key, ?) > 0", []any{schemeEnd}, func(rows *sql.Rows) error {
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
	if slices.ContainsFunc(keys, hasUser) { // the file's free space may hold earlier versions of these rows
		if err := t.exec("VACUUM"); err != nil {
			return err
		}
	}
	if err := t.exec("PRAGMA secure_delete = on"); err != nil {
		return err
	}
	for _, key := range keys {
		if err := t.exec("UPDATE OR REPLACE facts SET key = ? WHERE key = ?", factKey(key), key); err != nil {
			return err
		}
	}
	if err := t.exec("PRAGMA secure_delete = off"); err != nil {
		return err
	}
	return t.exec("PRAGMA wal_checkpoint(TRUNCATE)")
}

// hasUser reports whether the address in a key has a user name, and so perhaps a password.
func hasUser(key string) bool {
	_, address, _ := strings.Cut(key, schemeEnd)
	return withoutUser(address) != address
}
