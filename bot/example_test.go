package bot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"

	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// A Bot turns requests into replies; package discord carries both.
func Example() {
	b, err := NewBot(Parts{Store: newMemStore(), Library: NewLibrary(LibraryParts{Store: newMemStore(), Bundled: ruleset.Bundled()}), Dice: dice.Seeded(1), Now: func() time.Time { return time.Unix(0, 0) },
		Log: zerolog.Nop()})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range []*discord.Request{
		{ID: "1", User: "100", Path: "init start", Options: map[string]string{"name": "Bridge"}},
		{ID: "2", User: "101", Path: "init join", Options: map[string]string{"name": "Knight", "stats": "init 15"}},
		{ID: "3", User: "101", Path: "init roll"},
	} {
		r.Kind, r.Channel, r.Guild, r.Rights = discord.Typed, "500", "9", discord.Administrator
		reply, err := b.Handle(context.Background(), r)
		if err != nil {
			fmt.Println(err)
			return
		}
		first, _, _ := strings.Cut(reply.Text, "\n")
		fmt.Printf("%s (ephemeral: %v)\n", first, reply.Ephemeral)
	}
	// Output:
	// **Bridge** begins (Turn Order). The GM is <@100>. (ephemeral: false)
	// Knight (<@101>) has joined. (ephemeral: false)
	// Only <@100> can do that. (ephemeral: true)
}
