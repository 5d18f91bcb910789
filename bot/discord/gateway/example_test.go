package gateway_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord/gateway"
	"roundel/sandbox"
)

// owner prints what happens, and stops the link after the first server.
type owner struct{ stop func() }

func (*owner) Data(string) any { return nil }
func (*owner) Identifying() error {
	fmt.Println("identifying")
	return nil
}

func (*owner) Reached(gateway.Point)   {}
func (*owner) Handled(seq int64) int64 { return seq }
func (*owner) Ended()                  { fmt.Println("ended") }

func (*owner) Ready(string, string, time.Duration) { fmt.Println("ready") }

func (o *owner) Handle(event *gateway.Payload, _ bool, _ time.Time) {
	fmt.Println("event:", event.Event)
	if event.Event == "GUILD_CREATE" {
		o.stop()
	}
}

// A link identifies, passes on the events, and can be resumed where it ended.
func Example() {
	server, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	ctx, stop := context.WithCancel(context.Background())
	link := gateway.Connect(ctx, gateway.Config{Token: server.Token(), Address: strings.Replace(server.URL(), "http", "ws", 1) + "/gateway", Log: zerolog.Nop(),
		Clean: func(text string) string { return text }, ReadyWithin: time.Minute, ResumedWithin: time.Minute, CheckEvery: time.Second}, &owner{stop})
	_, err = link.End()
	fmt.Println(err, link.Reached().Session != "")
	// Output:
	// identifying
	// event: READY
	// ready
	// event: GUILD_CREATE
	// ended
	// stopped true
}
