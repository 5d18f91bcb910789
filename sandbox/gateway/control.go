package gateway

import (
	"encoding/json"
	"time"
)

// Control is what a test does to a gateway and asks about it. Its methods take the host's lock. sandbox.Server embeds it.
type Control struct {
	gw *Gateway
	// shard restricts the controls to one shard if it is set.
	shard *int64
}

// NewControl returns the controls of a gateway.
func NewControl(gw *Gateway) *Control { return &Control{gw: gw} }

// faults says what goes wrong with connections.
type faults struct {
	refuseResumes int
	refuseEvery   int
	closeResumes  int
	holdHello     bool
	holdReady     bool
	// holdShards are the shards whose IDENTIFY stays unanswered.
	holdShards map[int64]bool
	delay      time.Duration
}

func (c *Control) eachLink(do func(*link)) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	for l := range c.gw.links {
		if c.concerns(l.session) {
			do(l)
		}
	}
	c.gw.host.Changed()
}

// DropGateway breaks all gateway connections without a close frame. The sessions can be resumed.
func (c *Control) DropGateway() { c.eachLink(func(l *link) { l.ws.NetConn().Close() }) }

// CloseGateway closes all gateway connections with a code. The sessions can be resumed unless the code rules that out.
func (c *Control) CloseGateway(code int) {
	c.eachLink(func(l *link) {
		const why = "closed by the sandbox"
		if ends := code == 4004 || code == 4007 || code == 4009 || code >= 4010; ends && l.session != nil {
			c.gw.end(l.session, code, why)
			return
		}
		l.close(code, why)
	})
}

// SendReconnect asks all connections to reconnect and resume (op 7).
func (c *Control) SendReconnect() { c.eachLink(func(l *link) { l.op(opReconnect, nil) }) }

// InvalidateSession tells all connections that their session is invalid (op 9), and whether it can be resumed.
func (c *Control) InvalidateSession(resumable bool) {
	c.eachLink(func(l *link) {
		if ss := l.session; ss != nil {
			ss.link, ss.lost, l.session = nil, c.gw.host.Now(), nil
			if !resumable {
				delete(c.gw.sessions, ss.id)
			}
		}
		l.op(opInvalidSession, resumable)
	})
}

// SilenceGateway turns the current connections into dead ones: they stay open, but nothing is sent on them any more,
// not even heartbeat acknowledgements. Their sessions can be resumed on new connections.
func (c *Control) SilenceGateway() {
	c.eachLink(func(l *link) {
		l.mute = true
		if l.deadline != nil {
			l.deadline.Stop()
		}
	})
}

// RefuseResume answers the next n RESUMEs with INVALID SESSION.
func (c *Control) RefuseResume(n int) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.faults.refuseResumes = n
}

// CloseResumes makes the gateway close each connection that sends a RESUME, with this code, until it is called with 0. The sessions remain.
func (c *Control) CloseResumes(code int) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.faults.closeResumes = code
}

// HoldHello withholds HELLO from new connections. Switching it off greets those that are waiting.
func (c *Control) HoldHello(on bool) {
	c.eachLink(func(l *link) {
		if !on && l.deadline == nil {
			l.hello()
		}
	})
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.faults.holdHello = on
}

// HoldReady leaves IDENTIFY unanswered while it is on. Those that it left unanswered stay so when it is switched off; see [Control.ReadyAtLast].
func (c *Control) HoldReady(on bool) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	if c.shard == nil {
		c.gw.faults.holdReady = on
		return
	}
	if c.gw.faults.holdShards == nil {
		c.gw.faults.holdShards = map[int64]bool{}
	}
	c.gw.faults.holdShards[*c.shard] = on
}

// ReadyAtLast switches off [Control.HoldReady], and answers the IDENTIFYs that it left unanswered.
func (c *Control) ReadyAtLast() {
	c.HoldReady(false)
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	for l := range c.gw.links {
		if ss := l.held; ss != nil && !l.closing && c.concerns(ss) {
			l.held = nil
			c.gw.begin(l, ss)
		}
	}
}

// DelayGateway delays everything sent on the gateway. Zero ends it.
func (c *Control) DelayGateway(by time.Duration) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.faults.delay = by
}

// SendFrame sends a text on the current gateway connections, whatever it says. Sessions do not record it.
func (c *Control) SendFrame(text string) { c.eachLink(func(l *link) { l.send([]byte(text)) }) }

// SendEvent sends an event with any data, written as JSON, to all sessions. Like every event, it is sent again after a
// RESUME until the bot has acknowledged it.
func (c *Control) SendEvent(name, data string) {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	for _, ss := range c.gw.sessions {
		if c.concerns(ss) {
			ss.record(name, json.RawMessage(data))
		}
	}
}

// Resumes counts the RESUMEs received, including refused ones.
func (c *Control) Resumes() int {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	return c.gw.resumes
}

// Identifies counts the IDENTIFYs that passed the checks in the last 24 hours.
func (c *Control) Identifies() int {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	c.gw.identifiesLeft() // forgets those of yesterday
	return len(c.gw.identifies)
}

// Unconfirmed counts the events that the bot's heartbeats have not acknowledged yet.
func (c *Control) Unconfirmed() int {
	c.gw.host.Lock()
	defer c.gw.host.Unlock()
	n := 0
	for _, ss := range c.gw.sessions {
		if c.concerns(ss) {
			n += len(ss.log)
		}
	}
	return n
}
