package sandbox

import (
	"encoding/base64"
	"time"

	"roundel/sandbox/limits"
)

// Config says how a sandbox behaves. The zero value is Discord without rate limits: the real 3 s, the real heartbeat,
// every check.
type Config struct {
	// Addr is the address to listen on, 127.0.0.1:0 by default.
	Addr string
	// Public allows an address that other machines can reach. Anyone who reaches it can play as anybody.
	Public bool
	// Token is the bot token that REST and the gateway accept. The default looks like Discord's tokens and contains the
	// bot's ID, because libraries read it from there. It opens nothing but a sandbox.
	Token string
	// BotName is the name of the bot's user, "Roundel" by default.
	BotName string
	// HeartbeatInterval is what HELLO asks for, 41,250 ms by default.
	HeartbeatInterval time.Duration
	// AnswerWithin is how long an interaction waits for its first answer, 3 s by default.
	AnswerWithin time.Duration
	// TokenLife is how long an interaction's token is valid, 15 minutes by default.
	TokenLife time.Duration
	// Limits are the rate limits to enforce. Nil enforces none and sends generous headers. See limits.Discord.
	Limits *limits.Limits
	// IdentifyEvery is the minimum pause between two IDENTIFYs of the same max_concurrency bucket (Discord wants 5 s).
	// An earlier one is answered with INVALID SESSION, and is a violation. Zero allows any pace.
	IdentifyEvery time.Duration
	// MaxConcurrency is the number of such buckets, 1 by default. A shard's bucket is its number modulo MaxConcurrency.
	MaxConcurrency int
	// IdentifyLimit is the number of IDENTIFYs allowed per day, over all shards, 1,000 by default. One more ends all sessions.
	IdentifyLimit int
	// Servers is the number of servers with the bot, 1 by default: The Table. The others are small, and cheap enough for
	// 100,000 of them: "Server 2" has the channel hall-2, and so on, all of them Admin's. See Locations and AddServers.
	Servers int
	// ServersPerShard is the number of servers that a shard may have, 2,500 by default. An IDENTIFY of a shard with more
	// is refused with close code 4011. SetServersPerShard changes it.
	ServersPerShard int
	// Shards is what GET /gateway/bot recommends, by default as many as the servers need. SetShards changes it.
	Shards int
	// InvalidLimit is the number of invalid requests, those answered with 401, 403 or 429, that an address may make
	// within 10 minutes, 10,000 by default. An address that makes more is banned for an hour.
	InvalidLimit int
	// Privileged allows the privileged intents. Without it they are refused with close code 4014.
	Privileged bool
	// PinLimit is the maximum number of pins in a channel, 250 by default.
	PinLimit int
	// OldEdits is the number of edits per minute allowed for a message older than an hour, 3 by default.
	OldEdits int
	// Additions is a file that keeps the users, channels and threads added on the page. If empty, nothing is kept.
	Additions string
	// Exchanged is called with every REST request and its answer, from several goroutines.
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
	setDefault(&c.Servers, 1)
	setDefault(&c.ServersPerShard, 2500)
	setDefault(&c.InvalidLimit, 10_000)
	setDefault(&c.PinLimit, 250)
	setDefault(&c.OldEdits, 3)
	return c
}

// botToken makes a token that looks like Discord's: the bot's ID, the time it was made and a signature, in base64.
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
