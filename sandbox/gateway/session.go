package gateway

import (
	"strconv"
	"time"

	"roundel/sandbox/world"
)

// object is a JSON object.
type object = map[string]any

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoiceState     = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes that more than one place uses.
const (
	closeAuthentication   = 4004
	closeShardingRequired = 4011
)

// Gateway intents that decide which events a session gets.
const (
	IntentGuilds         = 1 << 0
	IntentGuildMembers   = 1 << 1
	intentPresences      = 1 << 8
	IntentGuildMessages  = 1 << 9
	IntentDirectMessages = 1 << 12
	intentContent        = 1 << 15
	intentsKnown         = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	intentsPrivileged    = IntentGuildMembers | intentPresences | intentContent
)

// resumeWindow is the time for which a session can be resumed after its connection broke.
const resumeWindow = 5 * time.Minute

// session outlives its connections: events that happen without a connection stay in the log for a RESUME.
type session struct {
	id            string
	intents       int64
	shard, shards int64
	sharded       bool // the bot named its shard
	seq           int64
	log           []*event
	link          *link
	lost          time.Time
}

// event is an event with its frame, or with the function that writes it.
type event struct {
	seq  int64
	data []byte
	late func() []byte
	sent bool // a connection has got it
}

// record appends an event to the session's log and sends it if there is a connection.
func (ss *session) record(name string, data any) {
	ss.seq++
	ss.keep(&event{seq: ss.seq, data: frame(name, ss.seq, data)})
}

// recordGuild appends a GUILD_CREATE. It is written when it is sent: a shard of thousands of guilds would otherwise hold
// the lock for long, and keep megabytes until they are acknowledged.
func (ss *session) recordGuild(w *world.World, g *world.Guild) {
	ss.seq++
	seq := ss.seq
	ss.keep(&event{seq: seq, late: func() []byte {
		return frame("GUILD_CREATE", seq, w.GatewayGuild(g, ss.intents&IntentGuildMembers != 0))
	}})
}

func frame(name string, seq int64, data any) []byte {
	return world.Encode(object{"op": opDispatch, "t": name, "s": seq, "d": data})
}

func (ss *session) keep(e *event) {
	ss.log = append(ss.log, e)
	if ss.link != nil {
		ss.link.hold(outgoing{event: e})
	}
}

// connected reports whether the session has a live connection.
func (ss *session) connected() bool { return ss.link != nil && !ss.link.closing && !ss.link.mute }

// confirm drops the events up to seq, which the bot has acknowledged.
func (ss *session) confirm(seq int64) {
	for len(ss.log) > 0 && ss.log[0].seq <= seq {
		ss.log = ss.log[1:]
	}
}

// covers reports whether the session's shard is responsible for a guild. Direct messages belong to shard 0.
func (ss *session) covers(guildID string) bool {
	if guildID == "" {
		return ss.shard == 0
	}
	return shardOf(guildID, ss.shards) == ss.shard
}

// shardOf returns the shard of a guild, by the formula of Discord's documentation, or -1 if the text is not an ID.
func shardOf(guildID string, shards int64) int64 {
	id, err := strconv.ParseInt(guildID, 10, 64)
	if err != nil {
		return -1
	}
	return (id >> 22) % shards
}

// dropStaleSessions forgets sessions that were not resumed in time.
func (gw *Gateway) dropStaleSessions() {
	for id, ss := range gw.sessions {
		if ss.link == nil && gw.host.Now().Sub(ss.lost) > resumeWindow {
			delete(gw.sessions, id)
		}
	}
}

// begin opens a session on a connection: READY, then every guild of its shard.
func (gw *Gateway) begin(l *link, ss *session) {
	ss.link, l.session = l, ss
	gw.sessions[ss.id] = ss
	mine := gw.guildsOf(ss.shard, ss.shards)
	guilds := make([]any, len(mine))
	for i, g := range mine {
		guilds[i] = object{"id": g.ID, "unavailable": true}
	}
	bot := gw.world.Bot.JSON()
	bot["verified"], bot["mfa_enabled"], bot["email"] = true, true, nil
	hello := object{"v": l.version, "user": bot, "guilds": guilds, "session_id": ss.id,
		"session_type": "normal", "resume_gateway_url": gw.cfg.URL,
		"application":      object{"id": gw.world.AppID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{}, "user_settings": object{},
		"_trace": []any{"sandbox"}}
	world.SetWhen(hello, "shard", ss.sharded, []any{ss.shard, ss.shards})
	ss.record("READY", hello)
	if ss.intents&IntentGuilds != 0 {
		for _, g := range mine {
			ss.recordGuild(gw.world, g)
		}
	}
	gw.host.Changed()
}

// refusesResume reports whether a fault refuses a RESUME; resumes is the number of RESUMEs so far. It uses up one of those to refuse next.
func (f *faults) refusesResume(resumes int) bool {
	if f.refuseResumes > 0 {
		f.refuseResumes--
		return true
	}
	return f.refuseEvery > 0 && resumes%f.refuseEvery == 0
}

// resume replays what a session missed, or answers that it cannot.
func (gw *Gateway) resume(l *link, id string, seq int64) {
	ss := gw.sessions[id]
	switch {
	case gw.faults.closeResumes != 0:
		l.close(gw.faults.closeResumes, "as asked for")
		return
	case gw.faults.refusesResume(gw.resumes):
		delete(gw.sessions, id)
		l.op(opInvalidSession, false)
		return
	case ss == nil || ss.link == nil && gw.host.Now().Sub(ss.lost) > resumeWindow:
		delete(gw.sessions, id)
		l.op(opInvalidSession, false)
		return
	case seq > ss.seq:
		gw.host.Violate("RESUME", 4007, "the sequence number was never sent")
		l.close(4007, "Invalid seq")
		return
	}
	taken := ss.connected() // whoever has that connection gets what is queued for it, too
	if ss.link != nil {
		ss.link.session = nil
		ss.link.close(4000, "session resumed elsewhere")
	}
	ss.link, l.session = l, ss
	ss.confirm(seq)
	for _, past := range ss.log {
		if past.late == nil {
			gw.host.Replayed(past.data, past.sent || taken)
		}
		l.hold(outgoing{event: past})
	}
	// Discord documents that all events after RESUMED are new, so it is never replayed itself.
	ss.seq++
	l.hold(outgoing{data: frame("RESUMED", ss.seq, object{"_trace": []any{"sandbox"}})})
	gw.host.Changed()
}
