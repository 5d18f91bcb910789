package discord

import (
	"context"
	"errors"
	"time"
)

// news is what the gateway tells of a server, a channel or a thread, as far as we read it.
type serverEvent struct {
	kind        string
	connectedAt time.Time       // when the connection was made that told it
	ID          string          `json:"id"`
	Guild       string          `json:"guild_id"` // of channels and threads
	Joined      string          `json:"joined_at"`
	Unavailable bool            `json:"unavailable"`
	Channels    []listedChannel `json:"channels"`
	Threads     []listedChannel `json:"threads"`
}

type listedChannel struct {
	ID ChannelID `json:"id"`
}

// isServerEvent tells the events that the session acts upon beside interactions.
func isServerEvent(kind string) bool {
	switch kind {
	case "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE":
		return true
	}
	return false
}

// takeServerEvent hands an event on, those of one server in order. It returns at once; done is called when the event need not be
// sent again after a restart. connectedAt is when the connection was made. When the queue is full the event is dropped: a deleted
// channel is noticed when the next message fails, a server at the next start.
func (s *Session) takeServerEvent(n *serverEvent, decodeErr error, done func()) {
	if decodeErr != nil || n.ID == "" {
		s.cfg.Log.Warn().Str("event", n.kind).Msg("an event was not understood")
		done()
		return
	}
	server := firstOf(n.Guild, n.ID)
	err := s.queue.put(ChannelID("server "+server), func() {
		defer done()
		s.handleServerEvent(s.router.work, n)
	})
	if errors.Is(err, errClosed) {
		return // after the restart it is sent again
	}
	if err != nil {
		s.cfg.Log.Warn().Str("event", n.kind).Str("server", server).Str("error", err.Error()).Msg("left an event out")
		done()
	}
}

func (s *Session) handleServerEvent(ctx context.Context, n *serverEvent) {
	switch n.kind {
	case "CHANNEL_DELETE", "THREAD_DELETE":
		if s.cfg.OnDeleted != nil {
			s.cfg.OnDeleted(ctx, ChannelID(n.ID))
		}
	case "GUILD_DELETE":
		if n.Unavailable { // Discord has an outage
			return
		}
		s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was removed from a server; its fights stay until it is added again")
		if key, err := s.joinedKey(ctx, n); err == nil {
			s.putFact(ctx, key, removed)
		}
	case "GUILD_CREATE":
		s.checkRejoined(ctx, n)
	}
}

// removed is kept in place of the time when the bot was added to a server, after it was removed.
const removed = "removed"

// joinedKey is the fact that tells when the bot was added to a server.
func (s *Session) joinedKey(ctx context.Context, n *serverEvent) (string, error) {
	app, err := s.ApplicationID(ctx)
	return "joined:" + s.cfg.APIURL + "/" + app + "/" + n.ID, err
}

// arrive tells whether the bot was removed from a server since that was last looked at: Discord said so, or, when nobody
// heard that, it was added later than known and before this connection was made.
func (s *Session) checkRejoined(ctx context.Context, n *serverEvent) {
	key, err := s.joinedKey(ctx, n)
	joined, bad := time.Parse(time.RFC3339, n.Joined)
	if err != nil || bad != nil {
		s.cfg.Log.Debug().Str("server", n.ID).Str("joined", n.Joined).Msg("cannot tell whether the bot was away from a server")
		return
	}
	text := joined.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	known := s.fact(ctx, key)
	if known == text {
		return
	}
	before, err := time.Parse(time.RFC3339, known)
	unheard := err == nil && joined.After(before) && joined.Before(n.connectedAt)
	if (known == removed || unheard) && s.cfg.OnReturn != nil {
		s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was added again to a server")
		s.hooks.Go(func() { s.queue.guard(func() { s.cfg.OnReturn(ctx, n.ID, n.channelIDs()) }) })
	}
	s.putFact(ctx, key, text)
}

// places are the channels and the open threads of a server.
func (n *serverEvent) channelIDs() []ChannelID {
	var out []ChannelID
	for _, list := range [][]listedChannel{n.Channels, n.Threads} {
		for _, c := range list {
			if c.ID != "" {
				out = append(out, c.ID)
			}
		}
	}
	return out
}
