package store

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

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
