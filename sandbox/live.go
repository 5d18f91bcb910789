package sandbox

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// What the page is told about beside channels, which are told by their IDs.
const (
	topicWorld    = "world"
	topicCommands = "commands"
	topicFaults   = "faults"
)

// liveEvery gathers changes, so that a page asks at most this often.
const liveEvery = 50 * time.Millisecond

// touch notes that a topic, or a channel by its ID, looks different now, and wakes the pages. The lock is held.
func (s *Server) touch(topic string) {
	s.revisions[topic]++
	s.notify()
}

// pageLive is the WebSocket of a page. It is sent {"changed":[…],"connected":…} whenever something it may show has
// changed; "changed" has channel IDs, and "world", "commands" or "faults". The first one names everything.
func (s *Server) pageLive(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader // a foreign page's Origin is refused
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	defer ws.Close()
	gone := make(chan struct{})
	s.wg.Go(func() {
		defer close(gone)
		ws.SetReadLimit(maxPayload)
		for {
			if _, _, err := ws.NextReader(); err != nil {
				return
			}
		}
	})
	s.tell(ws, gone)
}

// tell sends what has changed until the page or the sandbox is gone.
func (s *Server) tell(ws *websocket.Conn, gone <-chan struct{}) {
	var before map[string]int
	connected := false
	for {
		s.mu.Lock()
		changed, now, alive := s.changed, maps.Clone(s.revisions), s.connected()
		s.mu.Unlock()
		topics := slices.DeleteFunc(slices.Sorted(maps.Keys(now)), func(topic string) bool {
			return before != nil && before[topic] == now[topic]
		})
		if before == nil || len(topics) > 0 || alive != connected {
			data := encode(object{"changed": append([]string{}, topics...), "connected": alive})
			if ws.SetWriteDeadline(time.Now().Add(gatewayWriteWait)) != nil || ws.WriteMessage(websocket.TextMessage, data) != nil {
				return
			}
		}
		before, connected = now, alive
		select {
		case <-changed:
		case <-gone:
			return
		case <-s.done:
			return
		}
		if !s.sleep(liveEvery) {
			return
		}
	}
}
