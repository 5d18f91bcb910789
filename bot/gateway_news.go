package bot

import (
	"context"
	"encoding/json"
	"time"

	"roundel/engine"
)

// news is what the gateway tells of a server, a channel or a thread, as far as we read it.
type news struct {
	kind        string
	ID          string        `json:"id"`
	Guild       string        `json:"guild_id"` // of channels and threads
	Joined      string        `json:"joined_at"`
	Unavailable bool          `json:"unavailable"`
	Channels    []listedPlace `json:"channels"`
	Threads     []listedPlace `json:"threads"`
}

type listedPlace struct {
	ID engine.ChannelID `json:"id"`
}

// isNews tells the events that the session acts upon beside interactions.
func isNews(kind string) bool {
	switch kind {
	case "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE":
		return true
	}
	return false
}

// takeNews hands an event on, those of one server in order. It returns at once; done is called when the event need not be
// sent again after a restart.
func (s *Session) takeNews(kind string, raw []byte, done func()) {
	n := news{kind: kind}
	if err := json.Unmarshal(raw, &n); err != nil || n.ID == "" {
		s.cfg.Log.Warn().Str("event", kind).Msg("an event was not understood")
		done()
		return
	}
	server := firstOf(n.Guild, n.ID)
	err := s.queue.put(engine.ChannelID("server "+server), func() {
		defer done()
		s.hear(s.router.work, n)
	})
	if err != nil {
		s.cfg.Log.Debug().Str("event", kind).Str("server", server).Str("error", err.Error()).Msg("left an event out")
	}
}

func (s *Session) hear(ctx context.Context, n news) {
	switch n.kind {
	case "CHANNEL_DELETE", "THREAD_DELETE":
		if s.cfg.OnDeleted != nil {
			s.cfg.OnDeleted(ctx, engine.ChannelID(n.ID))
		}
	case "GUILD_DELETE":
		if !n.Unavailable { // else Discord has an outage
			s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was removed from a server; its fights stay until it is added again")
		}
	case "GUILD_CREATE":
		s.arrive(ctx, n)
	}
}

// arrive compares when the bot was added to a server with what is known: a later time tells that it was removed meanwhile,
// also while it was not running.
func (s *Session) arrive(ctx context.Context, n news) {
	app, err := s.ApplicationID(ctx)
	joined, bad := time.Parse(time.RFC3339, n.Joined)
	if err != nil || bad != nil {
		s.cfg.Log.Debug().Str("server", n.ID).Str("joined", n.Joined).Msg("cannot tell whether the bot was away from a server")
		return
	}
	key := "joined:" + s.cfg.APIURL + "/" + app + "/" + n.ID
	text := joined.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	known := s.fact(ctx, key)
	if known == text {
		return
	}
	before, err := time.Parse(time.RFC3339, known)
	if err == nil && joined.After(before) && s.cfg.OnReturn != nil {
		s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was added again to a server")
		s.hooks.Go(func() { s.queue.guard(func() { s.cfg.OnReturn(ctx, n.ID, n.places()) }) })
	}
	s.note(ctx, key, text)
}

// places are the channels and the open threads of a server.
func (n news) places() []engine.ChannelID {
	var out []engine.ChannelID
	for _, list := range [][]listedPlace{n.Channels, n.Threads} {
		for _, c := range list {
			out = append(out, c.ID)
		}
	}
	return out
}
