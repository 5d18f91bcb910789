package gateway

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
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
	if code, why := gw.checkIdentify(l, hello); code != 0 {
		gw.refuse(l, code, why)
		return
	}
	shard, shards := int64(0), int64(1)
	if hello.Shard != nil {
		shard, shards = hello.Shard[0], hello.Shard[1]
	}
	gw.dropStaleSessions()
	gw.identifies = append(gw.identifies, gw.host.Now())
	if !gw.paced(shard) {
		gw.host.Warn("IDENTIFY", fmt.Sprintf("shard %d identified too soon after another shard of its max_concurrency bucket", shard))
		l.op(opInvalidSession, false)
		return
	}
	l.compress = hello.Compress
	if !gw.faults.holdReady {
		gw.begin(l, *hello.Intents, shard, shards)
	}
}

// checkIdentify returns the close code and reason for an invalid IDENTIFY, or 0.
func (gw *Gateway) checkIdentify(l *link, hello identifyData) (int, string) {
	switch {
	case l.session != nil:
		return 4005, "Already authenticated."
	case strings.TrimPrefix(hello.Token, "Bot ") != gw.cfg.Token:
		return 4004, "Authentication failed."
	case gw.identifiesLeft() <= 0:
		return 4004, "Session start limit reached: the token was reset."
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
	for len(gw.identifies) > 0 && gw.host.Now().Sub(gw.identifies[0]) > 24*time.Hour {
		gw.identifies = gw.identifies[1:]
	}
	return gw.cfg.IdentifyLimit - len(gw.identifies)
}

// paced reports whether a shard may identify now, and counts it.
func (gw *Gateway) paced(shard int64) bool {
	bucket := shard % int64(gw.cfg.MaxConcurrency)
	last, before := gw.lastIdentify[bucket]
	if before && gw.host.Now().Sub(last) < gw.cfg.IdentifyEvery {
		return false
	}
	gw.lastIdentify[bucket] = gw.host.Now()
	return true
}
