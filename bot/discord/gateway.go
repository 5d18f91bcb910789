package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// gatewayInfo is the response to GET /gateway/bot.
type gatewayInfo struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // how many Discord wants
	Limit  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"`     // milliseconds
		Concurrency int   `json:"max_concurrency"` // buckets of shards that may identify at the same time
	} `json:"session_start_limit"`
}

// gatewayInquiry asks Discord about the gateway, however many shards want to know it, one request at a time. Discord wants its
// answer not to be kept for long. That it does not answer is kept too, so that many shards do not ask much more often than one.
type gatewayInquiry struct {
	rest  *rest
	keep  time.Duration // how long an answer is used
	again time.Duration // the time after which Discord is asked again if it did not answer

	mu     sync.Mutex
	asking chan struct{} // closed when the current request ends; nil: there is none
	info   gatewayInfo
	err    error
	until  time.Time // when info and err must no longer be used
}

// ask returns what Discord says about the gateway. Its error is a *[FatalError] if Discord does not accept the token.
func (q *gatewayInquiry) ask(ctx context.Context) (gatewayInfo, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.asking != nil {
		asking := q.asking
		q.mu.Unlock()
		select {
		case <-asking:
		case <-ctx.Done():
		}
		q.mu.Lock()
		if ctx.Err() != nil {
			return gatewayInfo{}, ctx.Err()
		}
	}
	if time.Now().Before(q.until) {
		return q.info, q.err
	}
	done := make(chan struct{})
	q.asking = done
	q.mu.Unlock()
	info, err := q.request(ctx)
	q.mu.Lock()
	defer close(done)
	q.asking, q.info, q.err = nil, info, err
	switch {
	case err == nil:
		q.until = time.Now().Add(q.keep)
	case ctx.Err() == nil: // else only the caller gave up
		q.until = time.Now().Add(q.again)
	}
	return info, err
}

// forget makes the next caller ask Discord again.
func (q *gatewayInquiry) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.until = time.Time{}
}

// request asks Discord.
func (q *gatewayInquiry) request(ctx context.Context) (info gatewayInfo, err error) {
	err = q.rest.do(ctx, call{method: "GET", route: "/gateway/bot", safe: true}, &info)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Status == http.StatusNotFound { // an API proxy that has only the plain route
		err = q.rest.do(ctx, call{method: "GET", route: "/gateway", safe: true}, &info)
	}
	switch {
	case errors.Is(err, ErrUnauthorized):
		return info, refusedToken(err)
	case err != nil:
		return info, err
	case info.URL == "" || info.Shards > MostShards:
		return info, errors.New("GET /gateway/bot: the response has no address, or too many shards")
	}
	return info, nil
}

func refusedToken(err error) *FatalError {
	return &FatalError{Text: "Discord does not accept the bot token; copy a new one from the Bot page of the developer portal.", Err: err}
}

// fatalClose returns the error for a close code after which reconnecting is useless, or nil for other codes.
func fatalClose(code int) *FatalError {
	closed := fmt.Errorf("the gateway closed with code %d", code)
	switch code {
	case 4004:
		return refusedToken(closed)
	case 4012:
		return &FatalError{Text: "Discord no longer supports this bot's gateway version; it needs a newer version.", Err: closed}
	case 4013, 4014:
		return &FatalError{Text: "Discord does not accept the intents this bot asks for; it needs a newer version.", Err: closed}
	}
	return nil
}

// resumeKey returns the key of the fact that holds the resume point. It differs for every token and API address.
func (s *Session) resumeKey() string {
	sum := sha256.Sum256([]byte(s.cfg.APIURL + " " + s.cfg.Token))
	return "gateway:" + hex.EncodeToString(sum[:8])
}
