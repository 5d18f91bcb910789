package card_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/play"
	"roundel/engine/ruleset"

	"roundel/snowflake"
	"roundel/store"
)

// fight is a store with one fight.
type fight struct {
	engine.Journal
	state   *engine.State
	display store.Display
	shown   chan struct{} // closed once the card is up to date
}

func (f *fight) State() *engine.State { return f.state }

func (f *fight) Read(_ context.Context, _ snowflake.Channel, fn func(engine.Journal) error) error {
	return fn(f)
}

func (f *fight) Display(context.Context, snowflake.Channel) (store.Display, bool, error) {
	return f.display, true, nil
}

func (f *fight) Behind(context.Context, snowflake.Channel) ([]store.Display, error) { return nil, nil }

func (f *fight) Due(context.Context, time.Time) ([]store.Display, error) { return nil, nil }

func (f *fight) SaveDisplay(_ context.Context, _, next store.Display) error {
	if f.display = next; !next.Behind() {
		close(f.shown)
	}
	return nil
}

// printer is a Poster that prints the first line of each message.
type printer struct{ card.Poster }

func (printer) Send(_ context.Context, _ snowflake.Channel, m discord.Message) (snowflake.Message, error) {
	first, _, _ := strings.Cut(m.Text, "\n")
	fmt.Println(first)
	return "1", nil
}

func (printer) Present(context.Context, snowflake.Channel, snowflake.User) (bool, error) {
	return true, nil
}

// After a call of Changed, a Publisher shows what is stored: here a new turn.
func Example() {
	rs, _ := ruleset.ByName("turn-order")
	f := &fight{shown: make(chan struct{})}
	for _, cmd := range []play.Command{play.Start{Name: "Bridge", Ruleset: rs.Name}, play.Add{Name: "Goblin", Stats: "init 7"}, play.Roll{}} {
		out, err := play.Decide(f.state, rs, cmd, play.Input{Actor: engine.Actor{User: "100"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1), Turn: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		f.state = out.State
	}
	f.display = store.Display{Encounter: 1, Channel: "500", Seq: 3, Turn: f.state.Turn}

	p := card.New(card.Parts{Store: f, Rules: func(context.Context, *engine.State) (*ruleset.Ruleset, error) { return rs, nil }, Discord: printer{},
		Log: zerolog.Nop(), Now: time.Now, Turns: new(card.Turns), Members: new(card.Members)})
	p.Changed("500", nil, true)
	<-f.shown
	p.Close(time.Second)
	// Output:
	// **Round 1 · Goblin**
}
