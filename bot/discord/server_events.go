package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"roundel/bot/discord/gateway"
	"roundel/snowflake"
)

// serverEvent holds the fields we read of an event about a server, a channel or a thread.
type serverEvent struct {
	kind        string
	connectedAt time.Time // when the connection that sent it was made
	ID          string
	Guild       snowflake.Guild // only for channels and threads
	Joined      string
	Unavailable bool
	Channels    []snowflake.Channel // with open threads
}

// Field decodes a field of the event. It is called with all fields that Discord sends, most of which are not needed.
func (n *serverEvent) Field(name, value []byte) error {
	switch string(name) {
	case "id":
		return json.Unmarshal(value, &n.ID)
	case "guild_id":
		return json.Unmarshal(value, &n.Guild)
	case "joined_at":
		return json.Unmarshal(value, &n.Joined)
	case "unavailable":
		return json.Unmarshal(value, &n.Unavailable)
	case "channels", "threads":
		return gateway.SplitObjects(value, n.listed)
	}
	return nil
}

// listed handles a field of a channel or an open thread that is listed.
func (n *serverEvent) listed(name, value []byte) error {
	if string(name) != "id" || string(value) == "null" {
		return nil
	}
	id, err := strconv.Unquote(string(value)) // it consists of digits
	n.Channels = append(n.Channels, snowflake.Channel(id))
	return err
}

// takeServerEvent queues an event; those of one server are handled in order. It returns at once, and calls done once the
// event need not be replayed after a restart. If the queue is full, the event is dropped: a deleted channel will be noticed
// when the next message fails, a server the bot was added to at the next start.
func (s *Session) takeServerEvent(n *serverEvent, decodeErr error, done func()) {
	if decodeErr != nil || n.ID == "" {
		s.cfg.Log.Warn().Str("event", n.kind).Msg("an event was not understood")
		done()
		return
	}
	server := cmp.Or(string(n.Guild), n.ID)
	hash := fnv.New32a()
	hash.Write([]byte(server)) // never fails
	lane := strconv.Itoa(int(hash.Sum32() % eventLanes))
	err := s.events.put(snowflake.Channel(lane), func() {
		defer done()
		s.handleServerEvent(s.work, n)
	})
	if errors.Is(err, errClosed) {
		return // it will be replayed after the restart
	}
	if err != nil {
		s.cfg.Log.Warn().Str("event", n.kind).Str("server", server).Str("error", err.Error()).Msg("dropped an event because its queue is full")
		done()
	}
}

// eventLanes is the number of events about servers that are handled at the same time. A queue for each server would take much memory at
// the start of a bot that is in many.
const eventLanes = 64

// handleServerEvent handles one event.
func (s *Session) handleServerEvent(ctx context.Context, n *serverEvent) {
	switch n.kind {
	case "CHANNEL_DELETE", "THREAD_DELETE":
		s.host.Deleted(ctx, snowflake.Channel(n.ID))
	case "GUILD_DELETE":
		if n.Unavailable { // an outage of Discord's
			return
		}
		s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was removed from a server; its fights are kept in case it is added again")
		if key, err := s.joinedKey(ctx, n); err == nil {
			if known := s.fact(ctx, key); !strings.HasPrefix(known, removed) {
				s.putFact(ctx, key, removed+" "+known)
			}
		}
	case "GUILD_CREATE":
		s.checkRejoined(ctx, n)
	}
}

// removed is stored before the time when the bot was added to a server, after it was removed from it. Discord may send both events again
// after a RESUME: who was added at that time isn't added again.
const removed = "removed"

// joinedKey returns the key of the fact that holds when the bot was added to a server.
func (s *Session) joinedKey(ctx context.Context, n *serverEvent) (string, error) {
	app, err := s.ApplicationID(ctx)
	return "joined:" + s.cfg.APIURL + "/" + app + "/" + n.ID, err
}

// checkRejoined calls Host.Returned if the bot was removed from a server and added again. It was if its removal was recorded, or
// if it was added later than last recorded and before this connection was made, when the bot could not see the removal.
func (s *Session) checkRejoined(ctx context.Context, n *serverEvent) {
	key, err := s.joinedKey(ctx, n)
	joined, bad := time.Parse(time.RFC3339, n.Joined)
	if err != nil || bad != nil {
		s.cfg.Log.Debug().Str("server", n.ID).Str("joined", n.Joined).Msg("cannot find out whether the bot was removed from a server and added again")
		return
	}
	text := joined.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	known, away := strings.CutPrefix(s.fact(ctx, key), removed)
	known = strings.TrimSpace(known)
	if known == text {
		if away {
			s.putFact(ctx, key, text)
		}
		return
	}
	before, err := time.Parse(time.RFC3339, known)
	unseen := err == nil && joined.After(before) && joined.Before(n.connectedAt)
	if away || unseen {
		s.cfg.Log.Info().Str("server", n.ID).Msg("the bot was added to a server again")
		s.hooks.Go(func() { s.queue.guard(func() { s.host.Returned(ctx, snowflake.Guild(n.ID), n.Channels) }) })
	}
	s.putFact(ctx, key, text)
}
