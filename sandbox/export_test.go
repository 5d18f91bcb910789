package sandbox

import (
	"maps"
	"slices"
)

// Patterns lists what is served in Discord's place, such as "GET /gateway".
func (s *Server) Patterns() []string { return slices.Sorted(maps.Keys(s.handlers())) }

// Routes lists the REST routes, such as "GET /channels/{channel}".
func Routes() []string {
	var names []string
	for _, rt := range routes() {
		names = append(names, rt.name())
	}
	return names
}
