package world

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"time"
)

// discordEpoch is the start of 2015 in Unix milliseconds. Discord's IDs count from it.
const discordEpoch = 1420070400000

// idSource makes Discord IDs: unique, and in the order in which they were made.
type idSource struct {
	lastMilli int64
	increment int64
	crafted   int64
	fixed     int64
	crowd     int64
}

// Next returns an ID for the given time, higher than every ID it has returned before.
func (g *idSource) Next(at time.Time) string {
	milli := at.UnixMilli()
	switch {
	case milli > g.lastMilli:
		g.lastMilli, g.increment = milli, 0
	case g.increment < 4095:
		g.increment++
	default:
		g.lastMilli, g.increment = g.lastMilli+1, 0
	}
	return formatID(g.lastMilli, 1, g.increment)
}

// Craft returns an ID that carries exactly the given time. IDs crafted for the same millisecond increase with each
// call.
func (g *idSource) Craft(at time.Time) string {
	g.crafted = (g.crafted + 1) % 4096
	return formatID(at.UnixMilli(), 2, g.crafted)
}

// permanent returns the next ID of the built-in world (users, channels, roles). These IDs are the same at every start,
// so what a bot has stored about a channel stays true when both are restarted.
func (g *idSource) permanent() string {
	g.fixed++
	return formatID(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()+g.fixed*3_600_000, 3, 0)
}

func formatID(milli, worker, increment int64) string {
	return strconv.FormatInt((milli-discordEpoch)<<22|worker<<17|increment, 10)
}

// IDTime returns the time that a Discord ID carries, or the zero time if the text is not an ID.
func IDTime(id string) time.Time {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || n < 0 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + discordEpoch)
}

// IsID reports whether a text has the form of a Discord ID.
func IsID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0 && len(text) <= 20
}

// LessID reports whether one ID is lower than another.
func LessID(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

// RandomText returns random bytes in hexadecimal: a token, a key or the ID of a session.
func RandomText(bytes int) string {
	raw := make([]byte, bytes)
	if _, err := rand.Read(raw); err != nil {
		panic(err) // crypto/rand never fails on the systems Go supports
	}
	return hex.EncodeToString(raw)
}
