package gateway

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"roundel/sandbox/world"
)

const (
	maxPayload   = 4096
	maxSends     = 120
	compressFrom = 1024
	writeWait    = 5 * time.Second
)

// link is one connection. The host's lock guards its fields, except ws: one goroutine reads from it and one writes to
// it.
type link struct {
	gw       *Gateway
	ws       *websocket.Conn
	version  int
	session  *session
	held     *session // begins once READY is no longer held back
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
	data []byte
	// event takes the place of data.
	event     *event
	notBefore time.Time
	closeCode int
	closeText string
}

// greet checks the query and sends HELLO.
func (gw *Gateway) greet(l *link, r *http.Request) {
	gw.host.Lock()
	defer gw.host.Unlock()
	query := r.URL.Query()
	switch query.Get("v") {
	case "9", "":
		l.version = 9
	case "10":
		l.version = 10
	default:
		gw.refuse(l, 4012, "Invalid API version")
		return
	}
	if encoding := query.Get("encoding"); encoding != "" && encoding != "json" || query.Get("compress") != "" {
		gw.refuse(l, 4002, "the sandbox supports only encoding=json without transport compression")
		return
	}
	if !gw.faults.holdHello {
		l.hello()
	}
}

func (l *link) hello() {
	interval := l.gw.cfg.HeartbeatInterval
	l.op(opHello, object{"heartbeat_interval": interval.Milliseconds(), "_trace": []any{"sandbox"}})
	l.deadline = time.AfterFunc(interval*3/2+time.Second, func() {
		l.gw.host.Lock()
		defer l.gw.host.Unlock()
		if !l.mute {
			l.gw.refuse(l, 4009, "Session timed out.")
		}
	})
}

// refuse closes a connection because of something the bot did wrong, and records it.
func (gw *Gateway) refuse(l *link, code int, why string) {
	if l.closing {
		return
	}
	gw.host.Violate("GATEWAY", code, why)
	if l.session != nil && code != 4000 && code != 4008 {
		delete(gw.sessions, l.session.id)
		l.session.link, l.session = nil, nil
	}
	l.close(code, why)
}

// op queues a message that is not an event.
func (l *link) op(code int, data any) {
	l.send(world.Encode(object{"op": code, "d": data, "s": nil, "t": nil}))
}

// send queues a frame.
func (l *link) send(frame []byte) {
	l.hold(outgoing{data: frame})
}

// hold queues a frame, which a delay may keep back. A mute connection drops it.
func (l *link) hold(out outgoing) {
	if l.mute || l.closing {
		return
	}
	if delay := l.gw.faults.delay; delay > 0 {
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
	for {
		select {
		case <-l.wake:
		case <-l.gone:
			return
		}
		l.gw.host.Lock()
		batch := l.pending
		l.pending = nil
		l.gw.host.Unlock()
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
	deadline := time.Now().Add(writeWait)
	if out.closeCode != 0 {
		text := out.closeText
		if len(text) > 120 {
			text = text[:120]
		}
		err := l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(out.closeCode, text), deadline)
		return errors.Join(err, l.ws.SetReadDeadline(time.Now().Add(writeWait))) == nil
	}
	kind := websocket.TextMessage
	data, compress := l.content(out)
	if compress && len(data) >= compressFrom {
		kind, data = websocket.BinaryMessage, deflate(data)
	}
	if l.ws.SetWriteDeadline(deadline) != nil || l.ws.WriteMessage(kind, data) != nil {
		l.ws.Close()
		return false
	}
	return true
}

// content returns what a queued frame says, and whether the connection is compressed.
func (l *link) content(out outgoing) ([]byte, bool) {
	l.gw.host.Lock()
	defer l.gw.host.Unlock()
	e := out.event
	if e == nil {
		return out.data, l.compress
	}
	e.sent = true
	if e.late != nil { // the frame is written when its turn comes
		return e.late(), l.compress
	}
	return e.data, l.compress
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
		l.gw.receive(l, data)
	}
}

// detach ends a connection. The session waits for a RESUME unless the bot closed with 1000 or 1001.
func (gw *Gateway) detach(l *link, code int) {
	gw.host.Lock()
	defer gw.host.Unlock()
	close(l.gone)
	delete(gw.links, l)
	if l.deadline != nil {
		l.deadline.Stop()
	}
	if ss := l.session; ss != nil {
		ss.link, ss.lost = nil, gw.host.Now()
		if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
			delete(gw.sessions, ss.id)
		}
	}
	gw.host.Changed()
}

// receive handles one message from the bot.
func (gw *Gateway) receive(l *link, data []byte) {
	gw.host.Lock()
	defer gw.host.Unlock()
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
		gw.refuse(l, 4008, "You are being rate limited.")
	case len(data) > maxPayload:
		gw.refuse(l, 4002, "Error while decoding payload: larger than 4096 bytes")
	case err != nil:
		gw.refuse(l, 4002, "Error while decoding payload.")
	case message.Op == nil:
		gw.refuse(l, 4001, "Unknown opcode.")
	default:
		gw.operate(l, *message.Op, message.Data)
	}
}

func (gw *Gateway) operate(l *link, op int, data json.RawMessage) {
	if l.session == nil && op != opHeartbeat && op != opIdentify && op != opResume {
		gw.refuse(l, 4003, "Not authenticated.")
		return
	}
	switch op {
	case opHeartbeat:
		gw.heartbeat(l, data)
	case opIdentify:
		gw.identify(l, data)
	case opResume:
		gw.handleResume(l, data)
	case opRequestMembers:
		gw.requestMembers(l, data)
	case opPresence, opVoiceState:
	default:
		gw.refuse(l, 4001, "Unknown opcode.")
	}
}

func (gw *Gateway) heartbeat(l *link, data json.RawMessage) {
	var seq *int64
	if err := json.Unmarshal(data, &seq); err != nil {
		gw.refuse(l, 4002, "Error while decoding payload: a heartbeat carries a number or null")
		return
	}
	if l.deadline != nil && !l.mute {
		l.deadline.Reset(gw.cfg.HeartbeatInterval*3/2 + time.Second)
	}
	if seq != nil && l.session != nil {
		l.session.confirm(*seq)
	}
	l.op(opHeartbeatAck, nil)
}

func (gw *Gateway) handleResume(l *link, data json.RawMessage) {
	var resume struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     *int64 `json:"seq"`
	}
	switch err := json.Unmarshal(data, &resume); {
	case err != nil || resume.Seq == nil:
		gw.refuse(l, 4002, "Error while decoding payload.")
	case strings.TrimPrefix(resume.Token, "Bot ") != gw.cfg.Token:
		gw.refuse(l, 4004, "Authentication failed.")
	case l.session != nil:
		gw.refuse(l, 4005, "Already authenticated.")
	default:
		gw.resumes++
		gw.resume(l, resume.Session, *resume.Seq)
	}
}
