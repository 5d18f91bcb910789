package page

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// liveEvery is the minimum time between two updates, so that a page does not ask more often.
const liveEvery = 50 * time.Millisecond

const (
	writeWait = 5 * time.Second
	mostRead  = 4096 // the page sends nothing
)

// live is the page's WebSocket. It sends {"changed":[…],"connected":…} whenever something that the page may show has
// changed; "changed" contains channel IDs and "world", "commands" or "faults". The first update names everything.
func (s *site) live(w http.ResponseWriter, r *http.Request) {
	var upgrader websocket.Upgrader // it refuses the Origin of foreign pages
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ws.SetReadLimit(mostRead)
		for {
			if _, _, err := ws.NextReader(); err != nil {
				return
			}
		}
	}()
	s.push(ws, gone)
	ws.Close()
	<-gone
}

// push sends what has changed until the page or the sandbox is gone.
func (s *site) push(ws *websocket.Conn, gone <-chan struct{}) {
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
