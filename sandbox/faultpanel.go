package sandbox

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// mostFaultSeconds is the longest a fault of the panel lasts.
const mostFaultSeconds = 600

// panelFault is a fault that the page can bring about. Lasting ones take a number of seconds.
type panelFault struct {
	name, title string
	lasting     bool
	bring       func(*Server, time.Duration) error
}

// panelFaults are the buttons of the panel, in order.
func panelFaults() []panelFault {
	quick := func(do func(*Server)) func(*Server, time.Duration) error {
		return func(s *Server, _ time.Duration) error { do(s); return nil }
	}
	every := func(f Fault) func(*Server, time.Duration) error {
		return func(s *Server, d time.Duration) error {
			f.Times, f.For = -1, d
			s.Fail(f)
			return nil
		}
	}
	return []panelFault{
		{"drop", "Drop the gateway", false, quick((*Server).DropGateway)},
		{"refuse", "Drop it and refuse to resume", false, quick(func(s *Server) { s.RefuseResume(1); s.DropGateway() })},
		{"reconnect", "Ask the bot to reconnect", false, quick((*Server).SendReconnect)},
		{"silence", "Silence the gateway", false, quick((*Server).SilenceGateway)},
		{"429", "Answer every request with 429", true, every(Fault{Status: http.StatusTooManyRequests, RetryAfter: time.Second})},
		{"500", "Answer every request with 500", true, every(Fault{Status: http.StatusInternalServerError})},
		{"delay", "Delay every answer by 2 s", true, every(Fault{Delay: 2 * time.Second, After: true})},
		{"twice", "Deliver every interaction twice", true, (*Server).deliverTwiceFor},
		{"restart", "Kill the bot (kill -9) and start it again", false, (*Server).restart},
		{"clear", "End all faults", false, quick((*Server).ClearFaults)},
	}
}

func (s *Server) restart(time.Duration) error {
	if s.cfg.Restart == nil {
		return errors.New("the bot is no process of this sandbox, so it cannot be killed from here")
	}
	return s.cfg.Restart()
}

func (s *Server) deliverTwiceFor(d time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gatewayFaults.deliverTwice, s.gatewayFaults.twiceUntil = false, time.Now().Add(d)
	s.touchLater(d)
	return nil
}

// touchLater tells the pages when a fault has ended. The lock is held.
func (s *Server) touchLater(d time.Duration) {
	time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closed {
			s.touch(topicFaults)
		}
	})
}

// pageFault brings about a fault of the panel.
func (s *Server) pageFault(_ *http.Request, a ask) (any, error) {
	for _, f := range panelFaults() {
		if f.name != a.Name {
			continue
		}
		if f.lasting && (a.Seconds < 1 || a.Seconds > mostFaultSeconds) {
			return nil, fmt.Errorf("a fault lasts 1 to %d seconds", mostFaultSeconds)
		}
		err := f.bring(s, time.Duration(a.Seconds)*time.Second)
		s.mu.Lock()
		s.touch(topicFaults)
		s.mu.Unlock()
		return object{}, err
	}
	return nil, fmt.Errorf("there is no fault %q", a.Name)
}

// pageFaults lists the panel's faults, those that are on, and how the bot has fared so far.
func (s *Server) pageFaults(*http.Request, ask) (any, error) {
	list := []any{}
	for _, f := range panelFaults() {
		if f.name != "restart" || s.cfg.Restart != nil {
			list = append(list, object{"name": f.name, "title": f.title, "lasting": f.lasting})
		}
	}
	refused, warned := []string{}, []string{}
	for _, v := range s.Violations() {
		refused = append(refused, v.String())
	}
	for _, v := range s.Warnings() {
		warned = append(warned, v.String())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return object{"faults": list, "on": s.faultsOn(), "identifies": len(s.identifies), "resumes": s.resumes,
		"violations": refused, "warnings": warned}, nil
}

// faultsOn lists the faults that still last, and for how many milliseconds.
func (s *Server) faultsOn() []any {
	on := []any{}
	add := func(text string, until time.Time) {
		if left := time.Until(until); left > 0 {
			on = append(on, object{"text": text, "left": left.Milliseconds()})
		}
	}
	for _, f := range s.faults {
		text := fmt.Sprintf("every request is answered with %d", f.Status)
		if f.Status == 0 {
			text = fmt.Sprintf("every answer is delayed by %s", f.Delay)
		}
		add(text, f.until)
	}
	add("every interaction is delivered twice", s.gatewayFaults.twiceUntil)
	return on
}
