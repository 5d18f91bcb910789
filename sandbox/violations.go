package sandbox

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Violation is something the bot asked that Discord would refuse, or, as a Warning, something it would take although
// no careful bot sends it.
type Violation struct {
	// Method and Path are the request's; for the gateway they are GATEWAY, IDENTIFY or RESUME, and gateway.
	Method, Path string
	// Status is the HTTP status, Code Discord's error code or the gateway's close code.
	Status, Code int
	// Body is the beginning of what was sent, Why what was wrong with it.
	Body, Why string
	Warning   bool
	At        time.Time
	// provoked marks what the sandbox brought about itself, as a second answer to an interaction it sent twice.
	provoked bool
	// first is the connection of the answer that this one repeats, and real the machine's time of the repetition.
	first *connection
	real  time.Time
}

// unheard reports whether it is an answer given once more by a bot that had given up waiting for word of the first and
// had closed the connection. On a machine that is too busy to answer within seconds, that is what a bot should do.
func (v Violation) unheard() bool { return v.first.closedNear(v.real) }

// String is the violation in one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s %s: %d/%d %s (sent %.300s)", v.Method, v.Path, v.Status, v.Code, v.Why, v.Body)
}

// Violations lists what was refused so far, oldest first, leaving out the given HTTP statuses and Discord error codes
// and what the sandbox provoked itself (injected faults, a second answer to an interaction delivered twice, a late or
// second one after a fault has hit the first, a second one because the sandbox kept the bot waiting for word of the first
// until it hung up).
func (s *Server) Violations(except ...int) []Violation {
	return s.violationsWhere(func(v Violation) bool {
		return !v.Warning && !v.provoked && !v.unheard() && !slices.Contains(except, v.Code) && !slices.Contains(except, v.Status)
	})
}

// Warnings lists what Discord would accept and a careful bot avoids: a message without explicit allowed_mentions, a
// User-Agent that Discord's front door may block, a flag that is ignored.
func (s *Server) Warnings() []Violation {
	return s.violationsWhere(func(v Violation) bool { return v.Warning })
}

// Refusals lists everything that was refused, provoked or not.
func (s *Server) Refusals() []Violation {
	return s.violationsWhere(func(v Violation) bool { return !v.Warning })
}

func (s *Server) violationsWhere(keep func(Violation) bool) []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []Violation
	for _, v := range s.violations {
		if keep(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// ClearViolations forgets violations and warnings.
func (s *Server) ClearViolations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = nil
}

func (s *Server) violate(v Violation) {
	v.At = s.now()
	s.violations = append(s.violations, v)
}

// warn records something that Discord accepts and a careful bot avoids.
func (s *Server) warn(c *call, why string) {
	s.violate(Violation{Method: c.request.Method, Path: c.path, Body: c.excerpt(), Why: why, Warning: true})
}

// RequestCount is how often one route was called with one outcome.
type RequestCount struct {
	// Route is the method and the pattern, as "POST /channels/{channel}/messages".
	Route  string
	Status int
	Count  int
}

// Requests counts the REST requests so far by route and status.
func (s *Server) Requests() []RequestCount {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]RequestCount, 0, len(s.counts))
	for key, count := range s.counts {
		list = append(list, RequestCount{key.route, key.status, count})
	}
	slices.SortFunc(list, func(a, b RequestCount) int {
		return cmp.Or(cmp.Compare(a.Route, b.Route), cmp.Compare(a.Status, b.Status))
	})
	return list
}

// Count is how many requests of a route were answered with success.
func (s *Server) Count(route string) int {
	total := 0
	for _, line := range s.Requests() {
		if line.Route == route && line.Status < http.StatusBadRequest {
			total += line.Count
		}
	}
	return total
}

// Resumes counts the RESUMEs that were asked for, refused ones included.
func (s *Server) Resumes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resumes
}

// Identifies counts the IDENTIFYs that passed the checks since the start.
func (s *Server) Identifies() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.identifies)
}

// Unconfirmed is how many events the bot's heartbeats have not acknowledged yet.
func (s *Server) Unconfirmed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, ss := range s.sessions {
		n += len(ss.log)
	}
	return n
}
