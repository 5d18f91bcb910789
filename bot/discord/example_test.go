package discord_test

import (
	"context"
	"fmt"

	"roundel/bot/discord"
)

// A handler takes a request and returns a reply. It need not care whether the reply becomes the first answer or is delivered
// after the answer was deferred.
func Example() {
	hello := func(_ context.Context, r *discord.Request) (*discord.Reply, error) {
		return &discord.Reply{Text: "Hello, " + r.Name + ".", Ephemeral: true}, nil
	}
	session, err := discord.New(discord.Config{Token: "a-bot-token"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("connected:", session.Ready()) // session.Run(ctx, discord.Host{Handle: hello, …}) connects

	reply, err := hello(context.Background(), &discord.Request{Kind: discord.Typed, Path: "hello", Name: "Anna"})
	fmt.Println(reply.Text, err)
	// Output:
	// connected: false
	// Hello, Anna. <nil>
}
