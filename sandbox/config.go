package sandbox

import (
	"encoding/base64"
	"time"
)

// Config says how a sandbox behaves. The zero value is Discord without rate limits: the real 3 s, the real heartbeat,
// every check.
type Config struct {
	// Addr is the address to listen on, 127.0.0.1:0 by default.
	Addr string
	// Public allows an address that other machines reach. Whoever reaches it plays as anybody.
	Public bool
	// Token is the bot token that REST and gateway accept. By default it is one of the shape that Discord's have, with the
	// bot's ID in it, as libraries read it from there. It opens nothing but a sandbox.
	Token string
	// BotName is the name of the bot's user, "Roundel" by default.
	BotName string
	// HeartbeatInterval is what HELLO asks for, 41,250 ms by default.
	HeartbeatInterval time.Duration
	// AnswerWithin is how long an interaction waits for its first answer, 3 s by default.
	AnswerWithin time.Duration
	// TokenLife is how long an interaction's token is good for, 15 minutes by default.
	TokenLife time.Duration
	// Limits are the rate limits to enforce; nil enforces none and sends generous headers. See DiscordLimits.
	Limits *Limits
	// IdentifyEvery is the pause Discord wants between two IDENTIFYs of one max_concurrency bucket (5 s there). An
	// earlier one is answered with INVALID SESSION. Zero checks nothing.
	IdentifyEvery time.Duration
	// MaxConcurrency is the number of such buckets, 1 by default.
	MaxConcurrency int
	// IdentifyLimit is how many IDENTIFYs a day brings, 1,000 by default.
	IdentifyLimit int
	// Shards is what GET /gateway/bot recommends, 1 by default.
	Shards int
	// Privileged allows the privileged intents; without it they are refused with close code 4014.
	Privileged bool
	// PinLimit is how many pins a channel holds, 250 by default.
	PinLimit int
	// OldEdits is how many edits per minute a message older than an hour takes, 3 by default.
	OldEdits int
	// Additions is a file that keeps the users, channels and threads that are added on the page; empty keeps nothing.
	Additions string
	// Exchanged is told of every REST request and its answer; it is called by several goroutines.
	Exchanged func(Exchange)
}

func (c Config) withDefaults() Config {
	setDefault(&c.Addr, "127.0.0.1:0")
	setDefault(&c.BotName, "Roundel")
	setDefault(&c.HeartbeatInterval, 41250*time.Millisecond)
	setDefault(&c.AnswerWithin, 3*time.Second)
	setDefault(&c.TokenLife, 15*time.Minute)
	setDefault(&c.MaxConcurrency, 1)
	setDefault(&c.IdentifyLimit, 1000)
	setDefault(&c.Shards, 1)
	setDefault(&c.PinLimit, 250)
	setDefault(&c.OldEdits, 3)
	return c
}

// botToken is a token of Discord's shape: the bot's ID, the time it was made and a signature, in base64.
func botToken(botID string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(botID)) + "." + encode([]byte("fake")) + "." + encode([]byte("no secret, for a sandbox only"))[:38]
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
