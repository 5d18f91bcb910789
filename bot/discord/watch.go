package discord

import (
	"strings"
	"time"
)

// Watch is told what a session does, for metrics. Each function may be nil, is called by several goroutines, and must
// return at once.
type Watch struct {
	// Answered is told of every request that was answered: what kind it was ("typed", "pressed", "filled",
	// "completing"), its outcome ("ok", "refused", "error", "turned away"; "unanswered" when Discord did not take the
	// answer), and the time from its arrival until the answer was with Discord.
	Answered func(kind, outcome string, took time.Duration)
	// Called is told of every REST call that was sent: its route without IDs or tokens, and the status of the answer, 0
	// when there was none.
	Called func(method, route string, status int)
	// Connecting is told of every connection to the gateway that is begun, and whether it takes up an earlier session.
	Connecting func(resume bool)
}

func (w Watch) answered(kind Kind, outcome string, took time.Duration) {
	if w.Answered != nil {
		w.Answered([]string{"typed", "pressed", "filled", "completing"}[kind], outcome, took)
	}
}

func (w Watch) called(c call, status int) {
	if w.Called != nil {
		w.Called(c.method, routeTemplate(c.route), status)
	}
}

func (w Watch) connecting(resume bool) {
	if w.Connecting != nil {
		w.Connecting(resume)
	}
}

// routeTemplate is a route with marks in place of IDs and tokens, so that there are few of them.
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

// Waiting is how many requests are in flight: in line, being handled, or with their answer under way.
func (s *Session) Waiting() int {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.pending
}
