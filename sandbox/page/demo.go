package page

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"roundel/sandbox/play"
)

// demoLimit is the maximum time for setting up a demo fight.
const demoLimit = time.Minute

// demo plays a demo in a new channel and returns the channel's ID.
func (s *site) demo(r *http.Request, a ask) (any, error) {
	for _, d := range s.cfg.Demos {
		if d.Name != a.Name {
			continue
		}
		ctx, cancel := context.WithTimeout(r.Context(), demoLimit)
		defer cancel()
		id, err := s.AddFresh(d.Name)
		if err != nil {
			return nil, err
		}
		return object{"id": id}, play.Script{Channel: id, Text: d.Script}.Play(ctx, s.Server)
	}
	return nil, fmt.Errorf("there is no demo %q", a.Name)
}
