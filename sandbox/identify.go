package sandbox

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
func (s *Server) identify(l *link, data json.RawMessage) {
	var hello identifyData
	if err := json.Unmarshal(data, &hello); err != nil || len(hello.Properties) == 0 {
		s.gatewayRefusal(l, 4002, "Error while decoding payload.")
		return
	}
	if code, why := s.checkIdentify(l, hello); code != 0 {
		s.gatewayRefusal(l, code, why)
		return
	}
	shard, shards := int64(0), int64(1)
	if hello.Shard != nil {
		shard, shards = hello.Shard[0], hello.Shard[1]
	}
	s.dropStaleSessions()
	s.identifies = append(s.identifies, s.now())
	if !s.paced(shard) {
		s.violate(Violation{Method: "IDENTIFY", Path: "gateway", Warning: true,
			Why: fmt.Sprintf("shard %d identified too soon after another shard of its max_concurrency bucket", shard)})
		l.op(opInvalidSession, false)
		return
	}
	l.compress = hello.Compress
	if !s.gatewayFaults.holdReady {
		s.begin(l, *hello.Intents, shard, shards)
	}
}

// checkIdentify returns the close code and reason for an invalid IDENTIFY, or 0.
func (s *Server) checkIdentify(l *link, hello identifyData) (int, string) {
	switch {
	case l.session != nil:
		return 4005, "Already authenticated."
	case strings.TrimPrefix(hello.Token, "Bot ") != s.cfg.Token:
		return 4004, "Authentication failed."
	case s.identifiesLeft() <= 0:
		return 4004, "Session start limit reached: the token was reset."
	case hello.Shard != nil && (hello.Shard[1] < 1 || hello.Shard[0] < 0 || hello.Shard[0] >= hello.Shard[1]):
		return 4010, "Invalid shard."
	case hello.Intents == nil || *hello.Intents < 0 || *hello.Intents&^intentsKnown != 0:
		return 4013, "Invalid intent(s)."
	case *hello.Intents&intentsPrivileged != 0 && !s.cfg.Privileged:
		return 4014, "Disallowed intent(s)."
	case hello.Threshold != nil && *hello.Threshold != 0 && (*hello.Threshold < 50 || *hello.Threshold > 250):
		return 4002, "Error while decoding payload: large_threshold must be 50 to 250"
	}
	return 0, ""
}

// identifiesLeft returns how many IDENTIFYs are left of the allowance for the last 24 hours.
func (s *Server) identifiesLeft() int {
	for len(s.identifies) > 0 && s.now().Sub(s.identifies[0]) > 24*time.Hour {
		s.identifies = s.identifies[1:]
	}
	return s.cfg.IdentifyLimit - len(s.identifies)
}

// paced reports whether a shard may identify now, and counts it.
func (s *Server) paced(shard int64) bool {
	bucket := shard % int64(s.cfg.MaxConcurrency)
	last, before := s.lastIdentify[bucket]
	if before && s.now().Sub(last) < s.cfg.IdentifyEvery {
		return false
	}
	s.lastIdentify[bucket] = s.now()
	return true
}
