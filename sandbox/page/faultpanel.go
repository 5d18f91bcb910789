package page

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"roundel/sandbox"
)

// mostFaultSeconds is the maximum duration of a fault.
const mostFaultSeconds = 600

// panelFault is a fault that the page can cause. Lasting ones need a number of seconds.
type panelFault struct {
	name, title string
	lasting     bool
	cause       func(*site, time.Duration) error
}

// panelFaults lists the panel's buttons in order.
func panelFaults() []panelFault {
	quick := func(do func(*sandbox.Server)) func(*site, time.Duration) error {
		return func(s *site, _ time.Duration) error { do(s.Server); return nil }
	}
	every := func(f sandbox.Fault) func(*site, time.Duration) error {
		return func(s *site, d time.Duration) error {
			f.Times, f.For = -1, d
			s.Fail(f)
			return nil
		}
	}
	return []panelFault{
		{"drop", "Drop the gateway connection", false, quick((*sandbox.Server).DropGateway)},
		{"refuse", "Drop it and refuse to resume the session", false, quick(func(s *sandbox.Server) { s.RefuseResume(1); s.DropGateway() })},
		{"reconnect", "Ask the bot to reconnect", false, quick((*sandbox.Server).SendReconnect)},
		{"silence", "Silence the gateway", false, quick((*sandbox.Server).SilenceGateway)},
		{"429", "Answer every request with 429", true, every(sandbox.Fault{Status: http.StatusTooManyRequests, RetryAfter: time.Second})},
		{"500", "Answer every request with 500", true, every(sandbox.Fault{Status: http.StatusInternalServerError})},
		{"delay", "Delay every answer by 2 s", true, every(sandbox.Fault{Delay: 2 * time.Second, After: true})},
		{"twice", "Deliver every interaction twice", true, func(s *site, d time.Duration) error { s.DeliverTwiceFor(d); return nil }},
		{"restart", "Kill the bot (kill -9) and start it again", false, (*site).restart},
		{"clear", "End all faults", false, quick((*sandbox.Server).ClearFaults)},
	}
}

func (s *site) restart(time.Duration) error {
	if s.cfg.Restart == nil {
		return errors.New("this sandbox did not start the bot, so it cannot kill it")
	}
	return s.cfg.Restart()
}

// fault causes a fault of the panel.
func (s *site) fault(_ *http.Request, a ask) (any, error) {
	for _, f := range panelFaults() {
		if f.name != a.Name {
			continue
		}
		if f.lasting && (a.Seconds < 1 || a.Seconds > mostFaultSeconds) {
			return nil, fmt.Errorf("a fault must last 1 to %d seconds", mostFaultSeconds)
		}
		err := f.cause(s, time.Duration(a.Seconds)*time.Second)
		s.Touch(sandbox.TopicFaults)
		return object{}, err
	}
	return nil, fmt.Errorf("there is no fault %q", a.Name)
}

// faults lists the panel's faults, those that are on, and how the bot has done so far.
func (s *site) faults(*http.Request, ask) (any, error) {
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
	return object{"faults": list, "on": s.OngoingFaults(), "identifies": s.Identifies(), "resumes": s.Resumes(),
		"violations": refused, "warnings": warned}, nil
}
