package sandbox

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// demoLimit is how long a demo fight may take to set up.
const demoLimit = time.Minute

// pageDemo plays a demo in a new channel and tells its ID.
func (s *Server) pageDemo(r *http.Request, a ask) (any, error) {
	for _, d := range s.cfg.Demos {
		if d.Name != a.Name {
			continue
		}
		ctx, cancel := context.WithTimeout(r.Context(), demoLimit)
		defer cancel()
		id, err := s.demoChannel(d.Name)
		if err != nil {
			return nil, err
		}
		return object{"id": id}, s.Play(ctx, Script{Channel: id, Text: d.Script})
	}
	return nil, fmt.Errorf("there is no demo %q", a.Name)
}

// demoChannel adds a channel with a name that is still free.
func (s *Server) demoChannel(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := name
	for n := 2; s.world.findChannel(free) != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return s.add(addedChannel, free, "")
}
