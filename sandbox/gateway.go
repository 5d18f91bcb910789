package sandbox

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

const (
	maxPayload       = 4096
	maxSends         = 120
	compressFrom     = 1024
	gatewayWriteWait = 5 * time.Second
)

// link is one gateway connection. Server.mu guards its fields, except ws: one goroutine reads from it and one writes to
// it.
type link struct {
	srv      *Server
	ws       *websocket.Conn
	version  int
	session  *session
	compress bool
	mute     bool
	pending  []outgoing
	wake     chan struct{}
	gone     chan struct{}
	closing  bool
	sends    []time.Time
	deadline *time.Timer
}

type outgoing struct {
	data      []byte
	notBefore time.Time
	closeCode int
	closeText string
}

// serveGateway is the endpoint at the address that GET /gateway returns.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	refused := s.gatewayFaults.refuse
	s.mu.Unlock()
	if refused {
		cut(w)
		return
	}
	var upgrader websocket.Upgrader // admits bots, which send no Origin, and refuses foreign pages
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	l := &link{srv: s, ws: ws, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	ws.SetCloseHandler(func(int, string) error { return nil })
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		ws.Close()
		return
	}
	s.links[l] = true
	s.wg.Add(1)
	s.mu.Unlock()
	go l.write()
	s.greet(l, r)
	code := l.read()
	s.detach(l, code)
}

// greet checks the query and sends HELLO.
func (s *Server) greet(l *link, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	query := r.URL.Query()
	switch query.Get("v") {
	case "9", "":
		l.version = 9
	case "10":
		l.version = 10
	default:
		s.gatewayRefusal(l, 4012, "Invalid API version")
		return
	}
	if encoding := query.Get("encoding"); encoding != "" && encoding != "json" || query.Get("compress") != "" {
		s.gatewayRefusal(l, 4002, "the sandbox supports only encoding=json without transport compression")
		return
	}
	if !s.gatewayFaults.holdHello {
		l.hello()
	}
}

func (l *link) hello() {
	interval := l.srv.cfg.HeartbeatInterval
	l.op(opHello, object{"heartbeat_interval": interval.Milliseconds(), "_trace": []any{"sandbox"}})
	l.deadline = time.AfterFunc(interval*3/2+time.Second, func() {
		l.srv.mu.Lock()
		defer l.srv.mu.Unlock()
		if !l.mute {
			l.srv.gatewayRefusal(l, 4009, "Session timed out.")
		}
	})
}

// gatewayRefusal closes a connection because of something the bot did wrong, and records it.
func (s *Server) gatewayRefusal(l *link, code int, why string) {
	if l.closing {
		return
	}
	s.violate(Violation{Method: "GATEWAY", Path: "gateway", Code: code, Why: why})
	if l.session != nil && code != 4000 && code != 4008 {
		delete(s.sessions, l.session.id)
		l.session.link, l.session = nil, nil
	}
	l.close(code, why)
}

// op queues a message that is not an event.
func (l *link) op(code int, data any) {
	l.send(encode(object{"op": code, "d": data, "s": nil, "t": nil}))
}

// send queues a frame. A mute connection drops it.
func (l *link) send(frame []byte) {
	if l.mute || l.closing {
		return
	}
	out := outgoing{data: frame}
	if delay := l.srv.gatewayFaults.delay; delay > 0 {
		out.notBefore = time.Now().Add(delay)
	}
	l.queue(out)
}

func (l *link) queue(out outgoing) {
	l.pending = append(l.pending, out)
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// close queues the close frame after the pending frames.
func (l *link) close(code int, text string) {
	if l.closing {
		return
	}
	l.queue(outgoing{closeCode: code, closeText: text})
	l.closing = true
}

// write sends what is queued until the connection is gone.
func (l *link) write() {
	defer l.srv.wg.Done()
	for {
		select {
		case <-l.wake:
		case <-l.gone:
			return
		}
		l.srv.mu.Lock()
		batch := l.pending
		l.pending = nil
		l.srv.mu.Unlock()
		for _, out := range batch {
			if !l.writeOne(out) {
				return
			}
		}
	}
}

func (l *link) writeOne(out outgoing) bool {
	if wait := time.Until(out.notBefore); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-l.gone:
			return false
		}
	}
	deadline := time.Now().Add(gatewayWriteWait)
	if out.closeCode != 0 {
		text := out.closeText
		if len(text) > 120 {
			text = text[:120]
		}
		err := l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(out.closeCode, text), deadline)
		return errors.Join(err, l.ws.SetReadDeadline(time.Now().Add(gatewayWriteWait))) == nil
	}
	kind, data := websocket.TextMessage, out.data
	if l.compressed() && len(data) >= compressFrom {
		kind, data = websocket.BinaryMessage, deflate(data)
	}
	if l.ws.SetWriteDeadline(deadline) != nil || l.ws.WriteMessage(kind, data) != nil {
		l.ws.Close()
		return false
	}
	return true
}

func (l *link) compressed() bool {
	l.srv.mu.Lock()
	defer l.srv.mu.Unlock()
	return l.compress
}

func deflate(data []byte) []byte {
	var packed bytes.Buffer
	writer := zlib.NewWriter(&packed)
	if _, err := writer.Write(data); err != nil {
		panic(err) // writing to a buffer never fails
	}
	if err := writer.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// read handles what the bot sends until the connection ends. It returns the close code that ended it, or 0.
func (l *link) read() int {
	defer l.ws.Close()
	l.ws.SetReadLimit(1 << 20)
	for {
		_, data, err := l.ws.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				return closed.Code
			}
			return 0
		}
		l.srv.receive(l, data)
	}
}

// detach ends a connection. The session waits for a RESUME unless the bot closed with 1000 or 1001.
func (s *Server) detach(l *link, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(l.gone)
	delete(s.links, l)
	if l.deadline != nil {
		l.deadline.Stop()
	}
	if ss := l.session; ss != nil {
		ss.link, ss.lost = nil, s.now()
		if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
			delete(s.sessions, ss.id)
		}
	}
	s.notify()
}

// receive handles one message from the bot.
func (s *Server) receive(l *link, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.closing {
		return
	}
	now := time.Now()
	for len(l.sends) > 0 && now.Sub(l.sends[0]) > time.Minute {
		l.sends = l.sends[1:]
	}
	l.sends = append(l.sends, now)
	var message struct {
		Op   *int            `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	switch err := json.Unmarshal(data, &message); {
	case len(l.sends) > maxSends:
		s.gatewayRefusal(l, 4008, "You are being rate limited.")
	case len(data) > maxPayload:
		s.gatewayRefusal(l, 4002, "Error while decoding payload: larger than 4096 bytes")
	case err != nil:
		s.gatewayRefusal(l, 4002, "Error while decoding payload.")
	case message.Op == nil:
		s.gatewayRefusal(l, 4001, "Unknown opcode.")
	default:
		s.operate(l, *message.Op, message.Data)
	}
}

func (s *Server) operate(l *link, op int, data json.RawMessage) {
	if l.session == nil && op != opHeartbeat && op != opIdentify && op != opResume {
		s.gatewayRefusal(l, 4003, "Not authenticated.")
		return
	}
	switch op {
	case opHeartbeat:
		s.heartbeat(l, data)
	case opIdentify:
		s.identify(l, data)
	case opResume:
		s.handleResume(l, data)
	case opRequestMembers:
		s.requestMembers(l, data)
	case opPresence, opVoiceState:
	default:
		s.gatewayRefusal(l, 4001, "Unknown opcode.")
	}
}

func (s *Server) heartbeat(l *link, data json.RawMessage) {
	var seq *int64
	if err := json.Unmarshal(data, &seq); err != nil {
		s.gatewayRefusal(l, 4002, "Error while decoding payload: a heartbeat carries a number or null")
		return
	}
	if l.deadline != nil && !l.mute {
		l.deadline.Reset(s.cfg.HeartbeatInterval*3/2 + time.Second)
	}
	if seq != nil && l.session != nil {
		l.session.confirm(*seq)
	}
	l.op(opHeartbeatAck, nil)
}

func (s *Server) handleResume(l *link, data json.RawMessage) {
	var resume struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     *int64 `json:"seq"`
	}
	switch err := json.Unmarshal(data, &resume); {
	case err != nil || resume.Seq == nil:
		s.gatewayRefusal(l, 4002, "Error while decoding payload.")
	case strings.TrimPrefix(resume.Token, "Bot ") != s.cfg.Token:
		s.gatewayRefusal(l, 4004, "Authentication failed.")
	case l.session != nil:
		s.gatewayRefusal(l, 4005, "Already authenticated.")
	default:
		s.resumes++
		s.resume(l, resume.Session, *resume.Seq)
	}
}
