package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/snowflake"

	"roundel/bot/card"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/dice"
)

// Parts is what a Bot is made of. Store, Library, Dice, Now and Log are required.
type Parts struct {
	Store      Store
	Library    *Library
	Dice       dice.Roller
	HiddenDice dice.Roller      // rolls for hidden combatants, and in secret; nil: Dice
	Now        func() time.Time // the clock that also stamps incoming requests
	Log        zerolog.Logger
	Turns      *card.Turns                // shared with the publisher; nil: a new one
	Members    *card.Members              // shared with the publisher; nil: a new one
	Cards      Cards                      // shows fights; nil: nobody does
	Count      func(name, outcome string) // called after every request with its name and "ok", "refused" or "failed"

	// Present asks Discord whether a user is a member of a channel's server, before somebody is invited; nil: nobody is asked about.
	Present func(ctx context.Context, channel snowflake.Channel, user snowflake.User) (bool, error)

	PerMinute int // commands and presses per minute for each user in each channel; 0: no limit
}

// Cards shows fights in their channels. [card.Publisher] is one.
type Cards interface {
	// Changed is called after every change to a fight that may call for a new card: a turn or a fight has begun, or a pause has
	// ended. via is the token of the request if everyone sees its answer.
	Changed(ch snowflake.Channel, via *discord.Via)
	// ChangedOnCard is called after every other change to a fight.
	ChangedOnCard(ch snowflake.Channel, via *discord.Via)
	// Claim is called before a turn is stored whose card an answer may carry. Answer must follow, with the same turn, once it is.
	Claim(ch snowflake.Channel, begun engine.TurnID)
	// Release follows instead of Answer if the turn could not be stored.
	Release(ch snowflake.Channel, begun engine.TurnID)
	// Answer returns what the public answer to a request that began a turn carries, or nil; see [card.Publisher.Answer].
	Answer(ctx context.Context, ch snowflake.Channel, c card.Change) *discord.Post
}

// Bot answers requests. All state that matters is in the store; what a Bot keeps in memory can be lost at any time.
type Bot struct {
	store      Store
	saved      savedKeeper
	monsters   *monsterKeeper
	encounters *encounterKeeper
	rulesets   *Library
	dice       dice.Roller
	hidden     dice.Roller
	now        func() time.Time
	log        zerolog.Logger
	cards      Cards
	count      func(name, outcome string)

	commands map[string]*route // by path
	presses  map[string]*route // by verb
	turns    *card.Turns
	members  *card.Members
	drafts   drafts
	rate     *limiter
	asides   asideTeller
	parties  *partyKeeper
}

// NewBot returns a Bot, or an error if its table of routes has a fault.
func NewBot(p Parts) (*Bot, error) {
	b := &Bot{store: p.Store, saved: savedKeeper{Store: p.Store}, rulesets: p.Library, dice: p.Dice, hidden: p.HiddenDice, now: p.Now, log: p.Log, cards: p.Cards, count: p.Count,
		rate: &limiter{PerMinute: p.PerMinute}, turns: cmp.Or(p.Turns, new(card.Turns)), members: cmp.Or(p.Members, new(card.Members))}
	b.monsters = &monsterKeeper{Store: p.Store, Files: p.Library.Files}
	b.encounters = &encounterKeeper{Store: p.Store, Files: p.Library.Files, Monsters: b.monsters}
	b.asides.Log, b.parties = p.Log, &partyKeeper{Store: p.Store, Members: b.members, Present: p.Present, Now: p.Now}
	if b.cards == nil {
		b.cards = card.Nothing{}
	}
	if b.count == nil {
		b.count = func(string, string) {}
	}
	var err error
	b.commands, b.presses, err = indexRoutes(b.routes())
	return b, err
}

// Handle answers one request. A refusal is a reply; an error is a failure of the bot. Neither has changed anything.
func (b *Bot) Handle(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if r.Kind != discord.Completing && !b.rate.Allow(r.Channel, r.User, b.now()) {
		b.count("too fast", "refused")
		return ErrorReply(refuse(engine.NotNow, words.TooFast(b.rate.PerMinute)), ""), nil
	}
	b.members.Spoke(r.Channel, r.User, b.now())
	name, reply, err := b.dispatch(ctx, r)
	if err == nil {
		err = checkFiles(reply)
	}
	var why *engine.Error
	switch {
	case errors.As(err, &why) && r.Kind == discord.Completing:
		b.count(name, "refused")
		return &discord.Reply{}, nil
	case errors.As(err, &why):
		reply = b.refused(nil, r, err)
	case err != nil:
		b.count(name, "failed")
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if reply != nil && reply.Refused {
		b.count(name, "refused")
	} else {
		b.count(name, "ok")
	}
	return reply, nil
}

// roller returns the dice for a roll that others may see or, if hidden is set, must not.
func (b *Bot) roller(hidden bool) dice.Roller {
	if hidden && b.hidden != nil {
		return b.hidden
	}
	return b.dice
}

// Recall returns the reply that was stored with a request. found is false if there is none: then the request has changed nothing.
func (b *Bot) Recall(ctx context.Context, r *discord.Request) (reply *discord.Reply, found bool, err error) {
	data, found, err := b.store.Answer(ctx, r.ID)
	if err != nil || !found {
		return nil, false, err
	}
	reply, err = b.answerAgain(ctx, r, data)
	return reply, err == nil, err
}

// Store holds fights, what servers and users have saved, rulesets, monsters and encounters.
type Store interface {
	savedStore
	RulesetStore
	partyStore
	// Update runs fn in a transaction on the channel's fight and stores the answer under the interaction's ID. If there
	// already is an answer under that ID, it doesn't run fn but returns that answer, with again set.
	Update(ctx context.Context, ch snowflake.Channel, interaction string,
		fn func(j engine.Journal) (answer []byte, err error)) (answer []byte, again bool, err error)
	// Answer returns the answer that is stored under an interaction's ID. ok is false if there is none.
	Answer(ctx context.Context, interaction string) (answer []byte, ok bool, err error)
	// Read runs fn on the current state; the journal accepts no changes.
	Read(ctx context.Context, ch snowflake.Channel, fn func(j engine.Journal) error) error
	// Log runs fn on the channel's latest fight and all of its entries, even if it has ended. It doesn't block the writer, so
	// whole logs are read here and never in Update, where all servers would have to wait.
	Log(ctx context.Context, ch snowflake.Channel, fn func(l engine.Log) error) error
}
