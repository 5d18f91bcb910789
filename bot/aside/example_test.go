package aside_test

import (
	"context"
	"fmt"

	"roundel/bot/aside"
	"roundel/bot/discord"
	"roundel/engine"
)

// printer prints what a GM is told.
type printer struct{}

func (printer) Live() bool { return true }

func (printer) Whisper(_ context.Context, m discord.Message) (discord.MessageID, error) {
	fmt.Println("new:", m.Text)
	return "1", nil
}

func (printer) Edit(_ context.Context, _ discord.MessageID, m discord.Message) error {
	fmt.Println("changed:", m.Text)
	return nil
}

func (printer) Delete(context.Context, discord.MessageID) error { return nil }

// Once a reply to the GM was sent, what players do can be told at once. A later message of the same turn takes the place of the first.
func Example() {
	var t aside.Teller
	t.Keep("500", "100", printer{})
	for _, text := range []string{"Goblin 1 is down.", "Goblins 1 and 2 are down."} {
		t.Tell("500", aside.Note{GM: "100", Turn: 7, Message: discord.Message{Text: text}, Says: aside.Told{Turn: 7, Asks: true}})
		fmt.Println(t.Told(context.Background(), "500", "100").Asks)
	}
	fmt.Println(aside.Told{Notices: []engine.Notice{{Who: 1}}}.Untold([]engine.Notice{{Who: 1}, {Who: 2}}))
	// Output:
	// new: Goblin 1 is down.
	// true
	// changed: Goblins 1 and 2 are down.
	// true
	// [{ 2 0  }]
}
