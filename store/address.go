package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"slices"
	"strings"
)

// addressMark is in every key that holds an address.
const addressMark = "://"

// factKey returns the key under which a fact is stored. Hosts write passwords into addresses, so that a key with an
// address in it is stored as a hash, and without the user and the password even that.
func factKey(key string) string {
	before, address, ok := strings.Cut(key, addressMark)
	if !ok {
		return key
	}
	kind, _, _ := strings.Cut(before, ":")
	sum := sha256.Sum256([]byte(before + addressMark + withoutUser(address)))
	return kind + "#" + hex.EncodeToString(sum[:16])
}

// withoutUser returns an address, from its host on, without a user and a password.
func withoutUser(address string) string {
	host, path := address, ""
	if end := strings.IndexAny(address, "/?#"); end >= 0 {
		host, path = address[:end], address[end:]
	}
	return host[strings.LastIndex(host, "@")+1:] + path
}

// hideAddresses gives facts that an earlier release stored under an address their present keys. Where there was a
// password in one, nothing is left of it in the file.
func hideAddresses(ctx context.Context, db *sql.DB) error {
	t := &tx{ctx: ctx, q: db}
	var keys []string
	err := t.each("SELECT key FROM facts WHERE instr(key, ?) > 0", []any{addressMark}, func(rows *sql.Rows) error {
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
	if slices.ContainsFunc(keys, hasUser) { // earlier versions of these rows may be in the file's free space
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

// hasUser reports whether there is a user, and so perhaps a password, in the address of a key.
func hasUser(key string) bool {
	_, address, _ := strings.Cut(key, addressMark)
	return withoutUser(address) != address
}
