package page

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// liveEvery gathers changes, so that a page asks at most this often.
const liveEvery = 50 * time.Millisecond

const (
	writeWait = 5 * time.Second
	mostHeard = 4096 // the page says nothing
)

// live is the WebSocket of a page. It is sent {"changed":[…],"connected":…} whenever something it may show has
// changed; "changed" has channel IDs, and "world", "commands" or "faults". The first one names everything.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader // a foreign page's Origin is refused
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ws.SetReadLimit(mostHeard)
		for {
			if _, _, err := ws.NextReader(); err != nil {
				return
			}
		}
	}()
	s.tell(ws, gone)
	ws.Close()
	<-gone
}

// tell sends what has changed until the page or the sandbox is gone.
func (s *site) tell(ws *websocket.Conn, gone <-chan struct{}) {
	var before map[string]int
	connected := false
	for {
		now, alive, next := s.Changes()
		topics := slices.DeleteFunc(slices.Sorted(maps.Keys(now)), func(topic string) bool {
			return before != nil && before[topic] == now[topic]
		})
		if before == nil || len(topics) > 0 || alive != connected {
			news := object{"changed": append([]string{}, topics...), "connected": alive}
			if ws.SetWriteDeadline(time.Now().Add(writeWait)) != nil || ws.WriteJSON(news) != nil {
				return
			}
		}
		before, connected = now, alive
		select {
		case <-next:
		case <-gone:
			return
		case <-s.Done():
			return
		}
		select {
		case <-time.After(liveEvery):
		case <-s.Done():
			return
		}
	}
}
