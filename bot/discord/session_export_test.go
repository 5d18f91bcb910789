package discord

import (
	"fmt"
	"time"

	"roundel/bot/discord/gateway"
)

// Hurry shortens the session's waiting times for tests.
func (s *Session) Hurry() {
	s.pace = pace{backoff: 10 * time.Millisecond, backoffMax: 50 * time.Millisecond, stable: time.Hour,
		identify: time.Millisecond, answered: time.Millisecond, record: 100 * time.Millisecond, invalid: time.Millisecond, ready: 2 * time.Second, resume: 2 * time.Second, check: 10 * time.Millisecond,
		save: time.Millisecond, answer: 300 * time.Millisecond, promise: time.Second, share: 10 * time.Millisecond}
	s.gateway.keep, s.gateway.again = s.pace.identify, s.pace.backoff/2
	s.rest.base = time.Millisecond
	s.rest.check.pause = time.Millisecond
}

// SpaceIdentifies sets the pause between two IDENTIFYs of a bucket.
func (s *Session) SpaceIdentifies(pause time.Duration) {
	s.pace.identify, s.pace.answered = pause, pause*9/10
	s.gateway.keep = pause
}

// AwaitPromises sets how long an answer waits for one that another process has promised.
func (s *Session) AwaitPromises(limit time.Duration) { s.pace.promise = limit }

// HoldsNothing reports whether the queue is empty.
func (s *Session) HoldsNothing() bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return len(s.queue.byChannel) == 0 && s.queue.pending == 0 && s.queue.unordered == 0
}

// InFlight returns the number of requests that are queued, running or being answered.
func (s *Session) InFlight() int {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.pending
}

// Accept accepts an interaction as if it came from the gateway.
func (s *Session) Accept(raw []byte) {
	in, err := parseInteraction(raw)
	s.accept(arrival{in: in, decodeErr: err, arrived: time.Now(), done: func() {}})
}

// parseInteraction parses an interaction as part of a gateway payload.
func parseInteraction(raw []byte) (*interaction, error) {
	p, err := gateway.Parse(fmt.Appendf(nil, `{"t":"INTERACTION_CREATE","s":1,"op":0,"d":%s}`, raw), (*shard)(nil).Data)
	if err != nil {
		return &interaction{}, err
	}
	return p.Data.(*interaction), p.DataErr
}

// decode decodes the JSON of an interaction, and converts it to a request.
func decode(raw []byte) (*Request, *interaction, error) {
	in, err := parseInteraction(raw)
	req, err := in.request(err)
	return req, in, err
}

// WrongClock returns the clock of a machine whose clock is wrong by that much.
func WrongClock(by time.Duration) *Clock {
	return NewClock(func() time.Time { return jumped(time.Now(), by) })
}
