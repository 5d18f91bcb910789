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

// resumeWindow is how long a session can be resumed after its connection broke.
const resumeWindow = 5 * time.Minute

// session outlives its connections: events that happen without a connection stay in the log for a RESUME.
type session struct {
	id            string
	intents       int64
	shard, shards int64
	seq           int64
	log           []event
	link          *link
	lost          time.Time
}

type event struct {
	seq  int64
	data []byte
}

// record appends an event to the session's log and sends it if there is a connection.
func (ss *session) record(name string, data any) {
	ss.seq++
	frame := world.Encode(object{"op": opDispatch, "t": name, "s": ss.seq, "d": data})
	ss.log = append(ss.log, event{ss.seq, frame})
	if ss.link != nil {
		ss.link.send(frame)
	}
}

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
	id, err := strconv.ParseInt(guildID, 10, 64)
	return err == nil && (id>>22)%ss.shards == ss.shard
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
func (gw *Gateway) begin(l *link, intents, shard, shards int64) {
	ss := &session{id: world.RandomText(16), intents: intents, shard: shard, shards: shards, link: l}
	gw.sessions[ss.id] = ss
	l.session = ss
	guilds := []any{}
	for _, id := range gw.world.GuildIDs {
		if gw.world.HasBot(gw.world.Guilds[id]) && ss.covers(id) {
			guilds = append(guilds, object{"id": id, "unavailable": true})
		}
	}
	bot := gw.world.Bot.JSON()
	bot["verified"], bot["mfa_enabled"], bot["email"] = true, true, nil
	ss.record("READY", object{"v": l.version, "user": bot, "guilds": guilds, "session_id": ss.id,
		"session_type": "normal", "resume_gateway_url": gw.cfg.URL, "shard": []any{shard, shards},
		"application":      object{"id": gw.world.AppID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{}, "user_settings": object{},
		"_trace": []any{"sandbox"}})
	for _, id := range gw.world.GuildIDs {
		g := gw.world.Guilds[id]
		if gw.world.HasBot(g) && ss.covers(id) && intents&IntentGuilds != 0 {
			ss.record("GUILD_CREATE", gw.world.GatewayGuild(g, intents&IntentGuildMembers != 0))
		}
	}
	gw.host.Changed()
}

// resume replays what a session missed, or answers that it cannot.
func (gw *Gateway) resume(l *link, id string, seq int64) {
	ss := gw.sessions[id]
	switch {
	case gw.faults.refuseResumes > 0:
		gw.faults.refuseResumes--
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
	if ss.link != nil {
		ss.link.session = nil
		ss.link.close(4000, "session resumed elsewhere")
	}
	ss.link, l.session = l, ss
	ss.confirm(seq)
	for _, past := range ss.log {
		gw.host.Replayed(past.data)
		l.send(past.data)
	}
	ss.record("RESUMED", object{"_trace": []any{"sandbox"}})
	gw.host.Changed()
}
