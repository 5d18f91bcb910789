package sandbox

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Violation is a request that Discord would refuse or, as a Warning, one that Discord would accept but a careful bot
// avoids.
type Violation struct {
	// Method and Path are the request's. For the gateway, Method is GATEWAY, IDENTIFY or RESUME, and Path is "gateway".
	Method, Path string
	// Status is the HTTP status. Code is Discord's error code or the gateway's close code.
	Status, Code int
	// Body is the beginning of what was sent, Why what was wrong with it.
	Body, Why string
	Warning   bool
	At        time.Time
	// provoked marks a refusal that the sandbox itself caused, such as that of a second answer to an interaction it
	// delivered twice.
	provoked bool
	// again is the earlier answer that this one repeats.
	again again
}

// again is what an answer repeats that was refused because it is not the first.
type again struct {
	// of is the interaction, nil if nothing was repeated.
	of *interaction
	// allowed is how often it had been delivered again: each further delivery excuses one further answer.
	allowed int
	earlier [2]exchange // of the first answer, and of the latest other one before this
	givenUp bool        // it says the same as the first answer, whose exchange the bot has given up
}

// unheard reports whether the bot never heard back about what it repeats, or only when it had given up waiting.
func (a again) unheard() bool {
	return a.givenUp || slices.ContainsFunc(a.earlier[:], exchange.unheard)
}

// asks reports whether a bot asked for the answer to an interaction, and there was none.
func (v Violation) asks() bool {
	return v.Method == http.MethodGet && v.Code == 10008 && strings.HasSuffix(v.Path, "/messages/@original")
}

// String is the violation in one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s %s: %d/%d %s (sent %.300s)", v.Method, v.Path, v.Status, v.Code, v.Why, v.Body)
}

// Violations lists what was refused so far, oldest first. It leaves out the given HTTP statuses and Discord error
// codes, and what the sandbox itself caused: injected faults, a further answer for each further delivery of an interaction, a late
// or repeated answer after a fault hit the first one, and a repeated answer because the bot hung up while waiting to
// hear about the first one. Asking for the answer to an interaction that has none yet isn't a fault either.
func (s *Server) Violations(except ...int) []Violation {
	excused := map[*interaction]int{}
	return s.violationsWhere(func(v Violation) bool {
		return !slices.Contains(except, v.Code) && !slices.Contains(except, v.Status) && v.isFault(excused)
	})
}

// isFault reports whether something is a fault of the bot's. excused counts the further answers that further deliveries have excused since the last
// ClearViolations.
func (v Violation) isFault(excused map[*interaction]int) bool {
	// A bot that never heard back about an answer should repeat it: the machine may be too busy to reply within seconds.
	if v.Warning || v.provoked || v.again.unheard() || v.asks() {
		return false
	}
	if it := v.again.of; it != nil && it.excused+excused[it] < v.again.allowed {
		excused[it]++
		return false
	}
	return true
}

// Warnings lists what Discord would accept but a careful bot avoids: a message without explicit allowed_mentions, a
// User-Agent that Discord may block, a flag that is ignored.
func (s *Server) Warnings() []Violation {
	return s.violationsWhere(func(v Violation) bool { return v.Warning })
}

// Refusals lists everything that was refused, whether or not the sandbox caused it.
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

// ClearViolations forgets all violations and warnings. Deliveries that have excused one excuse no other.
func (s *Server) ClearViolations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	excused := map[*interaction]int{}
	for _, v := range s.violations {
		v.isFault(excused)
	}
	for it, n := range excused {
		it.excused += n
	}
	s.violations = nil
}

func (s *Server) violate(v Violation) {
	v.At = s.now()
	s.violations = append(s.violations, v)
}

// warn records something that Discord accepts but a careful bot avoids.
func (s *Server) warn(c *call, why string) {
	s.violate(Violation{Method: c.request.Method, Path: c.path, Body: c.excerpt(), Why: why, Warning: true})
}

// RequestCount is the number of calls of one route with one outcome.
type RequestCount struct {
	// Route is the method and the pattern, such as "POST /channels/{channel}/messages".
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

// Count returns how many requests of a route succeeded.
func (s *Server) Count(route string) int {
	total := 0
	for _, line := range s.Requests() {
		if line.Route == route && line.Status < http.StatusBadRequest {
			total += line.Count
		}
	}
	return total
}
