package publish_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/engine"
	"roundel/engine/command"
	"roundel/engine/dice"
	"roundel/engine/rules"
	"roundel/engine/ruleset"
)

// fight is a store with one fight.
type fight struct {
	engine.Journal
	state   *engine.State
	display publish.Display
	shown   chan struct{} // closed once the card is up to date
}

func (f *fight) State() *engine.State { return f.state }

func (f *fight) Read(_ context.Context, _ engine.ChannelID, fn func(engine.Journal) error) error {
	return fn(f)
}

func (f *fight) Display(context.Context, engine.ChannelID) (publish.Display, bool, error) {
	return f.display, true, nil
}

func (f *fight) Behind(context.Context, engine.ChannelID) ([]publish.Display, error) { return nil, nil }

func (f *fight) Due(context.Context, time.Time) ([]publish.Display, error) { return nil, nil }

func (f *fight) SaveDisplay(_ context.Context, _, next publish.Display) error {
	if f.display = next; !next.Behind() {
		close(f.shown)
	}
	return nil
}

// printer is a Poster that prints the first line of each message.
type printer struct{ publish.Poster }

func (printer) Send(_ context.Context, _ discord.ChannelID, m discord.Message) (discord.MessageID, error) {
	first, _, _ := strings.Cut(m.Text, "\n")
	fmt.Println(first)
	return "1", nil
}

func (printer) Present(context.Context, discord.ChannelID, discord.UserID) (bool, error) {
	return true, nil
}

// After a call of Changed, a Publisher shows what is stored: here a new turn.
func Example() {
	rs, _ := rules.ByName("turn-order")
	f := &fight{shown: make(chan struct{})}
	for _, cmd := range []command.Command{command.Start{Name: "Bridge", Ruleset: rs.Name}, command.Add{Name: "Goblin", Stats: "init 7"}, command.Roll{}} {
		out, err := command.Decide(f.state, rs, cmd, command.Input{Actor: engine.Actor{User: "100"}, Now: time.Unix(0, 0), Dice: dice.Seeded(1), Turn: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		f.state = out.State
	}
	f.display = publish.Display{Encounter: 1, Channel: "500", Seq: 3, Turn: f.state.Turn}

	p := publish.New(publish.Parts{Store: f, Rules: func(context.Context, *engine.State) (*ruleset.Ruleset, error) { return rs, nil }, Discord: printer{},
		Log: zerolog.Nop(), Now: time.Now, Turns: new(publish.Turns), Members: new(publish.Members)})
	p.Changed("500", nil)
	<-f.shown
	p.Close(time.Second)
	// Output:
	// **Round 1 · Goblin**
}
