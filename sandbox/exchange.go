package sandbox

import (
	"net/http"

	"roundel/sandbox/world"
)

// Exchange is one request of the bot and its answer, for tests that check both against a description of the API.
type Exchange struct {
	// Method and Route together are RequestCount's Route. Route is empty if no route matched.
	Method, Route string
	// Query is the request's raw query.
	Query string
	// Request is the request's JSON, or the JSON part of a multipart body; nil if there is none.
	Request []byte
	// Files is the number of files that came with it.
	Files  int
	Status int
	// Response is the answer's JSON; nil if there is none.
	Response []byte
}

// exchanged passes a request to Config.Exchanged. Injected faults are not Discord's answers and are left out.
func (s *Server) exchanged(c *call, out reply, body []byte) {
	if s.cfg.Exchanged == nil || out.provoked {
		return
	}
	e := Exchange{Method: c.request.Method, Query: c.request.URL.RawQuery, Files: len(c.files), Status: out.status, Response: body}
	if c.route != nil {
		e.Route = c.route.pattern
	}
	if len(c.raw) > 0 && c.body != nil && out.status < http.StatusBadRequest {
		e.Request = world.Encode(c.body)
	}
	s.cfg.Exchanged(e)
}
