package sandbox

import (
	"net/http"
	"time"
)

// gatewayHost is the server as the gateway sees it.
type gatewayHost struct{ s *Server }

// Lock locks the server's state.
func (h gatewayHost) Lock() { h.s.mu.Lock() }

// Unlock unlocks the server's state.
func (h gatewayHost) Unlock() { h.s.mu.Unlock() }

// Now returns the sandbox's time.
func (h gatewayHost) Now() time.Time { return h.s.now() }

// Changed wakes everyone waiting for a change.
func (h gatewayHost) Changed() { h.s.notify() }

// Violate records something that Discord refuses.
func (h gatewayHost) Violate(method string, code int, why string) {
	h.s.violate(Violation{Method: method, Path: "gateway", Code: code, Why: why})
}

// Warn records something that a careful bot avoids.
func (h gatewayHost) Warn(method, why string) {
	h.s.violate(Violation{Method: method, Path: "gateway", Why: why, Warning: true})
}

// Replayed records that an event is being sent again.
func (h gatewayHost) Replayed(frame []byte) { h.s.noteReplayed(frame) }

// serveGateway is the endpoint at the address that GET /gateway returns.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	refused := s.blackout
	s.mu.Unlock()
	if refused {
		cut(w)
		return
	}
	s.gateway.ServeHTTP(w, r)
}
