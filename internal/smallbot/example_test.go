package smallbot_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"roundel/internal/smallbot"
	"roundel/sandbox"
)

// People in the sandbox play with the small bot.
func Example() {
	ctx := context.Background()
	srv, err := sandbox.Start(sandbox.Config{AnswerWithin: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	defer srv.Close()
	bot, err := smallbot.Open(ctx, srv, smallbot.Table(func(err error) { log.Print(err) }))
	if err != nil {
		log.Fatal(err)
	}
	defer smallbot.Close(bot)

	for _, line := range []string{"/init add name:Goblin count:3", "/say mode:Quiet"} {
		got, err := srv.User("Anna").Do(ctx, "fight", line)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s (only Anna: %t)\n", got.Text(), got.Ephemeral)
	}
	// Output:
	// added name=Goblin count=3 by @Anna (only Anna: false)
	// said quiet (only Anna: true)
}
