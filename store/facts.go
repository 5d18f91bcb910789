package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// Get returns the fact stored under key, or nil.
func (s *Store) Get(ctx context.Context, key string) ([]byte, error) {
	var value []byte
	_, err := s.query(ctx).Get("SELECT value FROM facts WHERE key = $1", []any{FactKey(key)}, &value)
	return value, s.readError(err)
}

// Put stores a fact and replaces any earlier one with the same key. Errors are those of [Store.Update].
func (s *Store) Put(ctx context.Context, key string, value []byte) error {
	return s.transact(ctx, func(t *Tx) error {
		return t.Exec("INSERT INTO facts (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
			FactKey(key), Blob(value))
	})
}

// Ping writes a probe value. If it returns nil, commands can be stored. Errors are those of [Store.Update].
func (s *Store) Ping(ctx context.Context) error {
	return s.Put(ctx, "store.probe", []byte(s.now().UTC().Format(time.RFC3339Nano)))
}

// schemeEnd appears in every key that holds an address.
const schemeEnd = "://"

// FactKey returns the key under which a fact is stored. Hosts put passwords into addresses, so a key that contains an
// address is stored as a hash, computed without the user name and the password.
func FactKey(key string) string {
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

// HasUser reports whether the address in a key has a user name, and so perhaps a password.
func HasUser(key string) bool {
	_, address, _ := strings.Cut(key, schemeEnd)
	return withoutUser(address) != address
}
