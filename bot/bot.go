package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/bot/publish"
	"roundel/engine"
	"roundel/engine/dice"
)

// Parts is what a Bot is made of. Store, Rules, Dice, Now and Log are required.
type Parts struct {
	Store      Store
	Rules      engine.Rulesets
	Dice       dice.Roller
	HiddenDice dice.Roller      // rolls for hidden combatants; nil: Dice
	Now        func() time.Time // of the clock that requests arrive by, see [Clock]
	Log        zerolog.Logger
	Turns      *publish.Turns             // shared with the publisher; nil: one of its own
	Members    *publish.Members           // shared with the publisher; nil: one of its own
	Changed    func(engine.ChannelID)     // called after every change of a fight
	Count      func(name, outcome string) // called after every request: its name and "ok", "refused" or "failed"

	PerMinute int // commands and presses of one user in one channel; 0: any number
}

// Bot answers requests. It keeps nothing that correctness rests on; everything is in the store.
type Bot struct {
	store   Store
	rules   engine.Rulesets
	dice    dice.Roller
	hidden  dice.Roller
	now     func() time.Time
	log     zerolog.Logger
	changed func(engine.ChannelID)
	count   func(name, outcome string)

	commands map[string]*slashCommand
	presses  map[string]press
	turns    *publish.Turns
	members  *publish.Members
	drafts   formDrafts
	rate     rate
}

// NewBot makes a Bot. A command or button that is in the tables twice, or does not fit Discord's limits, is an error.
func NewBot(p Parts) (*Bot, error) {
	b := &Bot{store: p.Store, rules: p.Rules, dice: p.Dice, hidden: p.HiddenDice, now: p.Now, log: p.Log, changed: p.Changed, count: p.Count,
		rate: rate{perMinute: p.PerMinute}, turns: cmp.Or(p.Turns, new(publish.Turns)), members: cmp.Or(p.Members, new(publish.Members))}
	if b.changed == nil {
		b.changed = func(engine.ChannelID) {}
	}
	if b.count == nil {
		b.count = func(string, string) {}
	}
	var err error
	if b.commands, err = indexCommands(commandTable(p.Rules)); err != nil {
		return nil, err
	}
	if b.presses, err = indexPresses(pressTable()); err != nil {
		return nil, err
	}
	return b, nil
}

// Handle answers one request. A refusal is a reply; an error is a fault of ours, and nothing was changed then.
func (b *Bot) Handle(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if reply := b.tooFast(r); reply != nil {
		b.count("too fast", "refused")
		return reply, nil
	}
	b.members.Spoke(engine.ChannelID(r.Channel), engine.UserID(r.User))
	name, reply, err := b.route(ctx, r)
	reply = bounded(reply)
	var refusal *engine.Error
	outcome := "ok"
	switch {
	case errors.As(err, &refusal):
		outcome = "refused"
		reply, err = b.refused(ctx, r, err), nil
	case err == nil && reply != nil && reply.Refused:
		outcome = "refused"
	case err != nil:
		outcome = "failed"
		err = fmt.Errorf("%s: %w", name, err)
	}
	b.count(name, outcome)
	return reply, err
}

// route finds who answers, by command path or by the verb of a custom ID.
func (b *Bot) route(ctx context.Context, r *discord.Request) (name string, reply *discord.Reply, err error) {
	switch r.Kind {
	case discord.Typed, discord.Completing:
		cmd, ok := b.commands[r.Path]
		if !ok {
			return "unknown", nil, refuse(engine.NotFound,
				"This command is not known here any more; reload Discord and look under /help.")
		}
		if r.Kind == discord.Completing {
			reply, err = b.complete(ctx, r, cmd)
			return "autocomplete", reply, err
		}
		reply, err = cmd.run(ctx, b, r)
		return cmd.path, reply, err
	}
	verb, args := discord.SplitID(r.Path)
	p, ok := b.presses[verb]
	if !ok {
		return "unknown", nil, refuse(engine.NotFound,
			"This button belongs to an older release; use the commands, or the buttons of a newer message.")
	}
	reply, err = p.run(ctx, b, r, args)
	return p.name, reply, err
}

// DeferEphemeral reports whether a request that takes long is promised an answer for the asker's eyes only: where that is
// all there will be, and where the GM may be at work on what is hidden.
func DeferEphemeral(r *discord.Request) bool {
	switch r.Path {
	case "init list", "init log", "init export", "init end", "effect list", "help", "init edit", "init remove", "surprise clear":
		return true
	case "roll":
		return r.Options["secret"] == "true"
	case "init add", "surprise ambush":
		return r.Options["hidden"] == "true"
	}
	return false
}
