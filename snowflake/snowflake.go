// Package snowflake has a type for each kind of ID that Discord gives out, so that one is never taken for another. What these
// IDs have in common is the time in them.
package snowflake

import (
	"strconv"
	"time"
)

// Channel is the ID of a channel or a thread. Each has at most one encounter (CO-1).
type Channel string

// User is the ID of a user. As a combatant's owner, the empty ID means the GM.
type User string

// Guild is the ID of a server; it is empty for a direct message.
type Guild string

// Message is the ID of a message.
type Message string

// Time returns when Discord created an ID of any kind, to the millisecond: the bits above the lowest 22 count from 2015. It
// returns the zero time if id is not a valid ID.
func Time[ID ~string](id ID) time.Time {
	const epoch = 1420070400000
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC()
}
