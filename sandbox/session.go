package sandbox

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

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
	intentGuilds         = 1 << 0
	intentGuildMembers   = 1 << 1
	intentPresences      = 1 << 8
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15
	intentsKnown         = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	intentsPrivileged    = intentGuildMembers | intentPresences | intentContent
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

func randomText(bytes int) string {
	raw := make([]byte, bytes)
	if _, err := rand.Read(raw); err != nil {
		panic(err) // crypto/rand never fails on the systems Go supports
	}
	return hex.EncodeToString(raw)
}

// encode returns the JSON of a value made here, which can always be encoded.
func encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("sandbox: cannot encode %T: %v", value, err))
	}
	return data
}

// record appends an event to the session's log and sends it if there is a connection.
func (ss *session) record(name string, data any) {
	ss.seq++
	frame := encode(object{"op": opDispatch, "t": name, "s": ss.seq, "d": data})
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

// dispatch sends an event to the sessions that cover the guild and have one of the intents; intent 0 means all
// sessions.
func (s *Server) dispatch(guildID string, intent int64, name string, data any) {
	for _, ss := range s.sessions {
		if ss.covers(guildID) && (intent == 0 || ss.intents&intent != 0) {
			ss.record(name, data)
		}
	}
}

// dropStaleSessions forgets sessions that were not resumed in time.
func (s *Server) dropStaleSessions() {
	for id, ss := range s.sessions {
		if ss.link == nil && s.now().Sub(ss.lost) > resumeWindow {
			delete(s.sessions, id)
		}
	}
}

// begin opens a session on a connection: READY, then every guild of its shard.
func (s *Server) begin(l *link, intents, shard, shards int64) {
	ss := &session{id: randomText(16), intents: intents, shard: shard, shards: shards, link: l}
	s.sessions[ss.id] = ss
	l.session = ss
	guilds := []any{}
	for _, id := range s.world.GuildIDs {
		if s.world.HasBot(s.world.Guilds[id]) && ss.covers(id) {
			guilds = append(guilds, object{"id": id, "unavailable": true})
		}
	}
	bot := s.world.Bot.JSON()
	bot["verified"], bot["mfa_enabled"], bot["email"] = true, true, nil
	ss.record("READY", object{"v": l.version, "user": bot, "guilds": guilds, "session_id": ss.id,
		"session_type": "normal", "resume_gateway_url": s.gatewayURL(), "shard": []any{shard, shards},
		"application":      object{"id": s.world.AppID, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{}, "user_settings": object{},
		"_trace": []any{"sandbox"}})
	for _, id := range s.world.GuildIDs {
		g := s.world.Guilds[id]
		if s.world.HasBot(g) && ss.covers(id) && intents&intentGuilds != 0 {
			ss.record("GUILD_CREATE", s.world.GatewayGuild(g, intents&intentGuildMembers != 0))
		}
	}
	s.notify()
}

// noteReplayed records that an answered interaction is being delivered again. A second answer, which is refused, is
// then not the bot's fault.
func (s *Server) noteReplayed(frame []byte) {
	var past struct {
		Type string `json:"t"`
		Data struct {
			ID string `json:"id"`
		} `json:"d"`
	}
	if json.Unmarshal(frame, &past) != nil || past.Type != "INTERACTION_CREATE" {
		return
	}
	if it := s.interactions[past.Data.ID]; it != nil && it.answered {
		it.redelivered = true
	}
}

// resume replays what a session missed, or answers that it cannot.
func (s *Server) resume(l *link, id string, seq int64) {
	ss := s.sessions[id]
	switch {
	case s.gatewayFaults.refuseResumes > 0:
		s.gatewayFaults.refuseResumes--
		delete(s.sessions, id)
		l.op(opInvalidSession, false)
		return
	case ss == nil || ss.link == nil && s.now().Sub(ss.lost) > resumeWindow:
		delete(s.sessions, id)
		l.op(opInvalidSession, false)
		return
	case seq > ss.seq:
		s.violate(Violation{Method: "RESUME", Path: "gateway", Code: 4007, Why: "the sequence number was never sent"})
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
		s.noteReplayed(past.data)
		l.send(past.data)
	}
	ss.record("RESUMED", object{"_trace": []any{"sandbox"}})
	s.notify()
}
