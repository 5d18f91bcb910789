package gateway

import (
	"encoding/json"
	"strings"
	"time"

	"roundel/sandbox/world"
)

type identifyData struct {
	Token      string          `json:"token"`
	Properties json.RawMessage `json:"properties"`
	Compress   bool            `json:"compress"`
	Threshold  *int            `json:"large_threshold"`
	Shard      *[2]int64       `json:"shard"`
	Intents    *int64          `json:"intents"`
}

// identify opens a new session if the token, shard, intents and pace are valid.
func (gw *Gateway) identify(l *link, data json.RawMessage) {
	var hello identifyData
	if err := json.Unmarshal(data, &hello); err != nil || len(hello.Properties) == 0 {
		gw.refuse(l, 4002, "Error while decoding payload.")
		return
	}
	shard, shards := int64(0), int64(1)
	if hello.Shard != nil {
		shard, shards = hello.Shard[0], hello.Shard[1]
	}
	if code, why := gw.checkIdentify(l, hello); code != 0 {
		gw.refuse(l, code, why)
		return
	}
	switch {
	case gw.identifiesLeft() <= 0:
		const why = "Session start limit reached: the token was reset."
		gw.refuse(l, closeAuthentication, why)
		for _, ss := range gw.sessions {
			gw.end(ss, closeAuthentication, why)
		}
		return
	case gw.crowded(shard, shards):
		gw.refuse(l, closeShardingRequired, "Sharding required.")
		return
	}
	gw.dropStaleSessions()
	gw.identifies = append(gw.identifies, Start{shard, shards, gw.host.Now()})
	gw.host.Changed()
	if !gw.paced(shard) {
		l.op(opInvalidSession, false)
		return
	}
	l.compress = hello.Compress
	ss := &session{id: world.RandomText(16), intents: *hello.Intents, shard: shard, shards: shards, sharded: hello.Shard != nil}
	if gw.faults.holdReady || gw.faults.holdShards[shard] {
		l.held = ss
		return
	}
	gw.begin(l, ss)
}

// checkIdentify returns the close code and reason for an invalid IDENTIFY, or 0.
func (gw *Gateway) checkIdentify(l *link, hello identifyData) (int, string) {
	switch {
	case l.session != nil:
		return 4005, "Already authenticated."
	case strings.TrimPrefix(hello.Token, "Bot ") != gw.cfg.Token:
		return closeAuthentication, "Authentication failed."
	case hello.Shard != nil && (hello.Shard[1] < 1 || hello.Shard[0] < 0 || hello.Shard[0] >= hello.Shard[1]):
		return 4010, "Invalid shard."
	case hello.Intents == nil || *hello.Intents < 0 || *hello.Intents&^intentsKnown != 0:
		return 4013, "Invalid intent(s)."
	case *hello.Intents&intentsPrivileged != 0 && !gw.cfg.Privileged:
		return 4014, "Disallowed intent(s)."
	case hello.Threshold != nil && *hello.Threshold != 0 && (*hello.Threshold < 50 || *hello.Threshold > 250):
		return 4002, "Error while decoding payload: large_threshold must be 50 to 250"
	}
	return 0, ""
}

// identifiesLeft returns how many IDENTIFYs are left of the allowance for the last 24 hours.
func (gw *Gateway) identifiesLeft() int {
	for len(gw.identifies) > 0 && gw.host.Now().Sub(gw.identifies[0].At) > 24*time.Hour {
		gw.identifies = gw.identifies[1:]
	}
	return gw.cfg.IdentifyLimit - len(gw.identifies)
}
