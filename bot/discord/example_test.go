package discord_test

import (
	"context"
	"fmt"

	"roundel/bot/discord"
)

// A handler takes a request in plain values and returns a reply. The reply need not know how it is sent: in time as the
// first answer, or after Discord was told to wait.
func Example() {
	hello := func(_ context.Context, r *discord.Request) (*discord.Reply, error) {
		return &discord.Reply{Text: "Hello, " + r.Name + ".", Ephemeral: true}, nil
	}
	session, err := discord.New(discord.Config{Token: "a-bot-token", Handler: hello})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("connected:", session.Ready()) // session.Run(ctx) connects

	reply, err := hello(context.Background(), &discord.Request{Kind: discord.Typed, Path: "hello", Name: "Anna"})
	fmt.Println(reply.Text, err)
	// Output:
	// connected: false
	// Hello, Anna. <nil>
}
