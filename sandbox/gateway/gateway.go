package gateway

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"roundel/sandbox/world"
)

// Host is the stand-in that a gateway is part of. Its lock guards the gateway and the world. The gateway calls the other
// methods with the lock held.
type Host interface {
	sync.Locker
	// Now returns the stand-in's time, which tests move ahead.
	Now() time.Time
	// Changed wakes everyone waiting for a change.
	Changed()
	// Violate records something that Discord refuses: method is GATEWAY, IDENTIFY or RESUME, code the close code or 0.
	Violate(method string, code int, why string)
	// Warn records something that Discord answers, but that a careful bot avoids.
	Warn(method, why string)
	// Replayed is called with each event that a RESUME sends again, and whether an earlier connection of the session has got it, or still may.
	Replayed(frame []byte, twice bool)
}

// Config says how a gateway behaves. Each field but URL is explained in sandbox.Config.
type Config struct {
	// URL is the address at which a session is resumed.
	URL                           string
	Token                         string
	HeartbeatInterval             time.Duration
	IdentifyEvery                 time.Duration
	MaxConcurrency, IdentifyLimit int
	ServersPerShard               int
	Privileged                    bool
}

// Gateway is the endpoint that bots connect to. All its methods but ServeHTTP must be called with the host's lock held.
type Gateway struct {
	host         Host
	cfg          Config
	world        *world.World
	closed       bool
	sessions     map[string]*session
	links        map[*link]bool
	faults       faults
	identifies   []Start
	lastIdentify map[int64]time.Time
	resumes      int
}

// New returns a gateway to a world. It has no sessions yet.
func New(host Host, w *world.World, cfg Config) *Gateway {
	return &Gateway{host: host, cfg: cfg, world: w, sessions: map[string]*session{}, links: map[*link]bool{},
		lastIdentify: map[int64]time.Time{}}
}

// ServeHTTP is one connection. It returns when the connection has ended and all of its goroutines have, too.
func (gw *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader // admits bots, which send no Origin, and refuses foreign pages
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	l := &link{gw: gw, ws: ws, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	ws.SetCloseHandler(func(int, string) error { return nil })
	gw.host.Lock()
	if gw.closed {
		gw.host.Unlock()
		ws.Close()
		return
	}
	gw.links[l] = true
	gw.host.Unlock()
	var writer sync.WaitGroup
	writer.Go(l.write)
	gw.greet(l, r)
	code := l.read()
	gw.detach(l, code)
	writer.Wait()
}

// Close drops all connections and admits no more.
func (gw *Gateway) Close() {
	gw.closed = true
	for l := range gw.links {
		l.ws.Close()
	}
}

// ClearFaults ends everything that goes wrong with connections. Silenced connections stay silent.
func (gw *Gateway) ClearFaults() { gw.faults = faults{} }

// StartsLeft returns how many sessions a bot may still start today, and when the next start is given back.
func (gw *Gateway) StartsLeft() (left int, reset time.Duration) {
	left = gw.identifiesLeft()
	if len(gw.identifies) > 0 {
		reset = gw.identifies[0].At.Add(24 * time.Hour).Sub(gw.host.Now())
	}
	return left, reset
}

// Connected reports whether a session has a live connection.
func (gw *Gateway) Connected() bool {
	for _, ss := range gw.sessions {
		if ss.connected() {
			return true
		}
	}
	return false
}

// Dispatch sends an event to the sessions that cover the guild and have one of the intents; intent 0 means all
// sessions. It returns how many connected sessions got it: a shard may have several.
func (gw *Gateway) Dispatch(guildID string, intent int64, name string, data any) int {
	connected := 0
	for _, ss := range gw.sessions {
		if ss.covers(guildID) && (intent == 0 || ss.intents&intent != 0) {
			ss.record(name, data)
			if ss.connected() {
				connected++
			}
		}
	}
	return connected
}

// AnnounceGuild tells the sessions about a guild that the bot is in.
func (gw *Gateway) AnnounceGuild(guild *world.Guild) {
	for _, ss := range gw.sessions {
		if ss.covers(guild.ID) && ss.intents&IntentGuilds != 0 {
			ss.recordGuild(gw.world, guild)
		}
	}
}

// HasSession reports whether a session, connected or resumable, covers a guild.
func (gw *Gateway) HasSession(guildID string) bool {
	gw.dropStaleSessions()
	for _, ss := range gw.sessions {
		if ss.covers(guildID) {
			return true
		}
	}
	return false
}
