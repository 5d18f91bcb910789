package limits

import (
	"net/http"
	"time"
)

// Invalid counts the invalid requests of each address: those answered with 401, 403 or 429, except for a 429 that a limit shared
// with other bots caused. An address that makes too many is banned for a while. It has no lock and no clock.
type Invalid struct {
	limit  Limit
	ban    time.Duration
	at     map[string][]time.Time
	banned map[string]time.Time
}

// NewInvalid returns a counter that bans an address for some time once it reaches the limit. Discord documents the limit, 10,000
// in 10 minutes, but not how long the ban lasts.
func NewInvalid(limit Limit, ban time.Duration) *Invalid {
	return &Invalid{limit: limit, ban: ban, at: map[string][]time.Time{}, banned: map[string]time.Time{}}
}

// Count counts an answer if its request was invalid, and reports whether that begins a ban.
func (v *Invalid) Count(address string, status int, scope string, now time.Time) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
	case http.StatusTooManyRequests:
		if scope == "shared" {
			return false
		}
	default:
		return false
	}
	if v.Banned(address, now) > 0 {
		return false
	}
	recent := append(v.at[address], now)
	for now.Sub(recent[0]) >= v.limit.Per {
		recent = recent[1:]
	}
	v.at[address] = recent
	if len(recent) < v.limit.N {
		return false
	}
	delete(v.at, address)
	v.banned[address] = now.Add(v.ban)
	return true
}

// Banned returns how long an address is still banned, or 0.
func (v *Invalid) Banned(address string, now time.Time) time.Duration {
	return max(0, v.banned[address].Sub(now))
}
