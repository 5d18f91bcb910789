package sandbox

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Fault is something that goes wrong with the next requests that match it.
type Fault struct {
	// Method and Path select the requests; empty means all of the API's. Path is without /api/v9. A segment "*" stands for any one
	// segment, and a final "**" for any rest, as in /channels/*/messages or /webhooks/**. Downloads of files that users attach to
	// commands are under /ephemeral-attachments/**.
	Method, Path string
	// Status is the answer's status, 0 for the real answer. Body is its body; if empty, it is what Discord would say.
	Status int
	Body   string
	// Times is the number of requests it affects: 0 means one, a negative number all.
	Times int
	// Delay holds the answer back.
	Delay time.Duration
	// Cut closes the connection without an answer.
	Cut bool
	// After lets the request take effect first, so that only its answer is lost or replaced.
	After bool
	// RetryAfter and Scope (user, global or shared) apply to a 429.
	RetryAfter time.Duration
	Scope      string
	// For ends the fault this long after it was added. Zero leaves it until its Times are used up.
	For   time.Duration
	until time.Time
}

// applies reports whether the fault is for this moment: before or after the request takes effect.
func (f *Fault) applies(after bool) bool { return f != nil && f.After == after }

func (f *Fault) reply() reply {
	out := refuse(f.Status, 0, http.StatusText(f.Status))
	out.provoked = true
	if f.Status == http.StatusTooManyRequests {
		out = tooMany(max(f.RetryAfter, time.Millisecond), f.Scope)
		if f.Scope == "" {
			out.scope = "user"
		}
		out.provoked = true
	}
	if f.Body != "" {
		out.body = []byte(f.Body)
	}
	return out
}

func (f *Fault) matches(method, path string) bool {
	if f.Method != "" && f.Method != method {
		return false
	}
	if f.Path == "" {
		return !isDownload(path)
	}
	want, have := strings.Split(f.Path, "/"), strings.Split(path, "/")
	for i, segment := range want {
		if segment == "**" && i == len(want)-1 {
			return true
		}
		if i >= len(have) || segment != "*" && segment != have[i] {
			return false
		}
	}
	return len(want) == len(have)
}

// Fail adds a fault. Faults are tried in the order in which they were added.
func (s *Server) Fail(fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if fault.Times == 0 {
		fault.Times = 1
	}
	if fault.For > 0 {
		fault.until = time.Now().Add(fault.For)
		s.touchLater(fault.For)
	}
	s.faults = append(s.faults, &fault)
}

func (s *Server) takeFault(method, path string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.blackout && !isDownload(path) {
		s.disturb(path)
		return &Fault{Cut: true}
	}
	s.faults = slices.DeleteFunc(s.faults, func(f *Fault) bool { return f.For > 0 && time.Now().After(f.until) })
	for i, f := range s.faults {
		if !f.matches(method, path) {
			continue
		}
		taken := *f
		s.disturb(path)
		f.Times--
		if f.Times == 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return &taken
	}
	return nil
}

// disturb records that a fault hit the answer to an interaction, if the path is a callback's.
func (s *Server) disturb(path string) {
	if parts := splitPath(path); parts[0] == "interactions" && len(parts) > 1 {
		if it := s.interactions[parts[1]]; it != nil {
			it.disturbed = true
		}
	}
}

// Blackout cuts every REST request and every new gateway connection until it is switched off. Existing gateway
// connections stay open; DropGateway ends them.
func (s *Server) Blackout(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blackout = on
}

// ClearFaults ends all faults, REST and gateway. Silenced connections stay silent.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.blackout, s.twice, s.twiceUntil = nil, false, false, time.Time{}
	s.gateway.ClearFaults()
}

// DeliverTwice makes the gateway deliver every interaction twice while it is on.
func (s *Server) DeliverTwice(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.twice = on
}

// DeliverTwiceFor makes the gateway deliver every interaction twice for a while.
func (s *Server) DeliverTwiceFor(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.twice, s.twiceUntil = false, time.Now().Add(d)
	s.touchLater(d)
}

// touchLater wakes the pages when a fault has ended. The lock is held.
func (s *Server) touchLater(d time.Duration) {
	time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closed {
			s.touch(TopicFaults)
		}
	})
}

// OngoingFault is a fault that is still on, and the milliseconds it has left.
type OngoingFault struct {
	Text string `json:"text"`
	Left int64  `json:"left"`
}

// OngoingFaults lists the timed faults that are still on.
func (s *Server) OngoingFaults() []OngoingFault {
	s.mu.Lock()
	defer s.mu.Unlock()
	on := []OngoingFault{}
	add := func(text string, until time.Time) {
		if left := time.Until(until); left > 0 {
			on = append(on, OngoingFault{text, left.Milliseconds()})
		}
	}
	for _, f := range s.faults {
		text := fmt.Sprintf("every request is answered with %d", f.Status)
		if f.Status == 0 {
			text = fmt.Sprintf("every answer is delayed by %s", f.Delay)
		}
		add(text, f.until)
	}
	add("every interaction is delivered twice", s.twiceUntil)
	return on
}

// addressOf returns the address that a request came from, without the port.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// refuseBanned refuses a request from a banned address and reports whether it did.
func (s *Server) refuseBanned(w http.ResponseWriter, c *call) bool {
	s.mu.Lock()
	left := s.invalid.Banned(addressOf(c.request), s.now())
	s.mu.Unlock()
	if left > 0 {
		s.finish(w, c, banned(left))
	}
	return left > 0
}

// countInvalid counts an answer if its request was invalid. The one that begins a ban is a violation. The lock is held.
func (s *Server) countInvalid(c *call, out reply) {
	if s.invalid.Count(addressOf(c.request), out.status, out.scope, s.now()) {
		s.violate(Violation{Method: c.request.Method, Path: c.path, Status: out.status, Code: codeBanned,
			Why: fmt.Sprintf("%d invalid requests within 10 minutes: the address is banned", s.cfg.InvalidLimit)})
	}
}
