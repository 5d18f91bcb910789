package discord

import (
	"strings"
	"time"
)

// Metrics holds functions that a session calls with what happens, so that it can be counted. Each may be nil, must be safe
// for concurrent use, and must return at once.
type Metrics struct {
	// Answered is called for every request that was handled or turned away, with its kind ("typed", "pressed", "filled",
	// "completing"), its outcome ("ok", "refused", "error", "turned away", "too late", or "unanswered" if Discord did not
	// accept the answer), and the time from its arrival until its answer was sent.
	Answered func(kind, outcome string, took time.Duration)
	// Called is called for every attempt at a REST call, with its route without IDs or tokens, and the HTTP status, 0 if
	// there was no response.
	Called func(method, route string, status int)
	// Connecting is called for every attempt to connect to the gateway, with whether it resumes a session.
	Connecting func(resume bool)
}

func (m Metrics) answered(kind Kind, outcome string, took time.Duration) {
	if m.Answered != nil {
		m.Answered([]string{"typed", "pressed", "filled", "completing"}[kind], outcome, took)
	}
}

func (m Metrics) called(c call, status int) {
	if m.Called != nil {
		m.Called(c.method, routeTemplate(c.route), status)
	}
}

func (m Metrics) connecting(resume bool) {
	if m.Connecting != nil {
		m.Connecting(resume)
	}
}

// routeTemplate returns a route with placeholders for IDs and tokens, so that there are few different ones.
func routeTemplate(route string) string {
	path, _, _ := strings.Cut(route, "?")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		switch {
		case part == "%s":
			parts[i] = ":token"
		case part != "" && strings.Trim(part, "0123456789") == "":
			parts[i] = ":id"
		}
	}
	return strings.Join(parts, "/")
}

// Waiting returns the number of requests in flight: queued, being handled, or being answered.
func (s *Session) Waiting() int {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.pending
}
