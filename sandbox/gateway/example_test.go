package gateway_test

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"roundel/sandbox/gateway"
	"roundel/sandbox/world"
)

// host is the least that a gateway needs; sandbox.Server is the real one.
type host struct{ sync.Mutex }

func (*host) Now() time.Time                         { return time.Now() }
func (*host) Changed()                               {}
func (*host) Replayed([]byte, bool)                  {}
func (*host) Warn(_, why string)                     { fmt.Println("warning:", why) }
func (*host) Violate(_ string, code int, why string) { fmt.Println("refused:", code, why) }

// A bot connects and identifies, gets its session and an event, and is thrown out when it sends nonsense.
func Example() {
	h := &host{}
	gw := gateway.New(h, world.New("Roundel", time.Now()), gateway.Config{Token: "secret", HeartbeatInterval: time.Minute,
		MaxConcurrency: 1, IdentifyLimit: 1000, ServersPerShard: 2500})
	server := httptest.NewServer(gw)
	defer server.Close()

	bot, response, err := websocket.DefaultDialer.Dial(strings.Replace(server.URL, "http", "ws", 1)+"/?v=10&encoding=json", nil)
	if err != nil {
		log.Fatal(err)
	}
	response.Body.Close()
	defer bot.Close()
	send := func(text string) {
		if err := bot.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			log.Fatal(err)
		}
	}
	next := func() {
		var frame struct {
			Op   int             `json:"op"`
			Type string          `json:"t"`
			Data json.RawMessage `json:"d"`
		}
		if err := bot.ReadJSON(&frame); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("op %d %q\n", frame.Op, frame.Type)
	}

	next()
	send(`{"op":2,"d":{"token":"secret","properties":{"os":"linux"},"intents":0}}`)
	next()
	h.Lock()
	gw.Dispatch("", 0, "INTERACTION_CREATE", map[string]any{"id": "1"})
	h.Unlock()
	next()
	send(`{"op":99}`)
	next()
	// Output:
	// op 10 ""
	// op 0 "READY"
	// op 0 "INTERACTION_CREATE"
	// refused: 4001 Unknown opcode.
	// websocket: close 4001: Unknown opcode.
}
