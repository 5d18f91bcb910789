package sandbox

import "net/http"

// Exchange is one request of the bot and its answer, for tests that hold both against a description of the API.
type Exchange struct {
	// Method and Route are as RequestCount names them, in two; the route is empty when there is none.
	Method, Route string
	// Query is the request's raw query.
	Query string
	// Request is the request's JSON, of a multipart body its JSON part; nil when there is none.
	Request []byte
	// Files is how many files came with it.
	Files  int
	Status int
	// Response is the answer's JSON; nil when there is none.
	Response []byte
}

// exchanged tells Config.Exchanged about a request. Injected faults are no answers of Discord's and are left out.
func (s *Server) exchanged(c *call, out reply, body []byte) {
	if s.cfg.Exchanged == nil || out.provoked {
		return
	}
	e := Exchange{Method: c.request.Method, Query: c.request.URL.RawQuery, Files: len(c.files), Status: out.status, Response: body}
	if c.route != nil {
		e.Route = c.route.pattern
	}
	if len(c.raw) > 0 && c.body != nil && out.status < http.StatusBadRequest {
		e.Request = encode(c.body)
	}
	s.cfg.Exchanged(e)
}
