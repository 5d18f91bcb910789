package sandbox

import (
	"maps"
	"slices"
)

// Patterns lists everything that is served in Discord's place, as "GET /gateway".
func (s *Server) Patterns() []string { return slices.Sorted(maps.Keys(s.handlers())) }

// Routes lists the routes of the REST face, as "GET /channels/{channel}".
func Routes() []string {
	var names []string
	for _, rt := range routes() {
		names = append(names, rt.name())
	}
	return names
}
