package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/snowflake"
	"roundel/store"
)

// Parts is what a Bot is made of. Store, Library, Dice, Now and Log are required.
type Parts struct {
	Store      Store
	Library    *Library
	Languages  *lang.Set // nil: those that come with the bot
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
	// Changed is called after every change to a fight. via is the token of the request if everyone sees its answer. newCard says that the change
	// may call for a new card: a turn or a fight has begun, or a pause has ended.
	Changed(ch snowflake.Channel, via *discord.Via, newCard bool)
	// Claim is called before a turn is stored whose card an answer may carry. Answer must follow, with the same turn, once it is.
	Claim(ch snowflake.Channel, begun engine.TurnID)
	// Release follows instead of Answer if the turn could not be stored.
	Release(ch snowflake.Channel, begun engine.TurnID)
	// Answer returns what the public answer to a request that began a turn carries, or nil; see [card.Publisher.Answer].
	Answer(ctx context.Context, ch snowflake.Channel, c card.Change) *discord.Post
}

// Store holds fights, what servers and users have saved, rulesets, monsters and encounters.
type Store interface {
	RulesetStore
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

	// Load returns a value that a server or a user has saved outside of fights, as JSON, or nil if nothing was saved. Amend changes it in a transaction and stores the answer under the interaction's ID.
	// If there already is an answer under that ID, it doesn't run fn but returns that answer, with again set. With an empty interaction, no
	// answer is stored.
	Load(ctx context.Context, c store.Cell) ([]byte, error)
	Amend(ctx context.Context, c store.Cell, interaction string,
		fn func(data []byte) (next, answer []byte, err error)) (answer []byte, again bool, err error)
	// AmendAll is Amend for several values, different from each other, which change together.
	AmendAll(ctx context.Context, cells []store.Cell, interaction string,
		fn func(data [][]byte) (next [][]byte, answer []byte, err error)) (answer []byte, again bool, err error)
	// UserData returns what is stored about a user, as JSON; whole is false if the oldest commands were left out. EraseUser
	// deletes whatever can be deleted.
	UserData(ctx context.Context, user snowflake.User) (data []byte, whole bool, err error)
	EraseUser(ctx context.Context, user snowflake.User) error

	// CharactersIn returns the characters that people have saved in a server.
	CharactersIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error)
	// RollsIn returns what is kept of the dice of people and fights in a server.
	RollsIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error)
	// Party returns the usual party of a channel, or nil. SetParty replaces it, or deletes it if users is empty, and stores the answer under the
	// interaction's ID. If that ID already has an answer, it changes nothing and returns that answer, with again set.
	Party(ctx context.Context, channel snowflake.Channel) ([]snowflake.User, error)
	SetParty(ctx context.Context, guild snowflake.Guild, channel snowflake.Channel, users []snowflake.User, interaction string, answer []byte) (kept []byte, again bool, err error)
}

// Bot answers requests. All state that matters is in the store; what a Bot keeps in memory can be lost at any time.
type Bot struct {
	store     Store
	rulesets  *Library
	languages *lang.Set
	dice      dice.Roller
	hidden    dice.Roller
	now       func() time.Time
	log       zerolog.Logger
	cards     Cards
	count     func(name, outcome string)

	commands  map[string]*route // by path
	presses   map[string]*route // by verb
	turns     *card.Turns
	members   *card.Members
	drafts    drafts
	charts    *lastChart
	joined    *lastJoined
	rate      limiter
	perMinute int // 0: no limit
	asides    asideTeller
	sheets    sync.Mutex // held while a file of a character is read, which takes much memory for a moment
	invited   pings
	present   func(ctx context.Context, channel snowflake.Channel, user snowflake.User) (bool, error) // asks Discord; if nil, Discord isn't asked
}

// NewBot returns a Bot, or an error if its table of routes has a fault.
func NewBot(p Parts) (*Bot, error) {
	b := &Bot{store: p.Store, rulesets: p.Library, languages: cmp.Or(p.Languages, lang.Bundled()), dice: p.Dice, hidden: p.HiddenDice, now: p.Now, log: p.Log, cards: p.Cards, count: p.Count,
		perMinute: p.PerMinute, turns: cmp.Or(p.Turns, new(card.Turns)), members: cmp.Or(p.Members, new(card.Members)),
		present: p.Present, asides: asideTeller{Log: p.Log}, charts: new(lastChart), joined: new(lastJoined)}
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
	if r.Kind != discord.Completing && !b.rate.allow(r.Channel, r.User, b.perMinute, b.now()) {
		b.count("too fast", "refused")
		return ErrorReply(b.reader(ctx, r), refuse(engine.NotNow, lang.P("bot.too-fast", lang.N("per_minute", b.perMinute))), ""), nil
	}
	b.members.Saw(r.Channel, r.User, false, card.KeepPresent, b.now()) // in the server
	name, reply, err := b.dispatch(ctx, r)
	if err == nil {
		err = checkFiles(reply)
	}
	if err != nil {
		switch _, refusal := errors.AsType[*engine.Error](err); {
		case !refusal:
			b.count(name, "failed")
			return nil, fmt.Errorf("%s: %w", name, err)
		case r.Kind == discord.Completing:
			b.count(name, "refused")
			return &discord.Reply{}, nil
		}
		if in, is := errors.AsType[*refusedIn](err); is {
			reply = b.refused(in.l, nil, in.sides, r, err)
		} else {
			reply = b.refused(b.reader(ctx, r), nil, false, r, err)
		}
	}
	if reply != nil && reply.Refused {
		b.count(name, "refused")
	} else {
		b.count(name, "ok")
	}
	return reply, nil
}

// dispatch answers a request by its route. name is what the request is counted as.
func (b *Bot) dispatch(ctx context.Context, r *discord.Request) (name string, reply *discord.Reply, err error) {
	rt := b.routeOf(r)
	switch {
	case rt == nil && (r.Kind == discord.Pressed || r.Kind == discord.Filled):
		return "unknown", nil, refuse(engine.NotFound, lang.P("bot.unknown-button"))
	case rt == nil:
		return "unknown", nil, refuse(engine.NotFound, lang.P("bot.unknown-command"))
	case r.Kind == discord.Completing:
		reply, err = b.complete(ctx, r, rt)
		return "autocomplete", reply, err
	}
	name = rt.path + rt.as
	if err := b.admitToServer(ctx, r, rt.by); err != nil {
		return name, nil, err
	}
	switch {
	case rt.filed != nil && len(r.Attachments) > 0:
		reply, err = rt.filed(ctx, r)
	case rt.run != nil:
		reply, err = rt.run(ctx, r)
	case rt.look != nil:
		reply, err = b.look(ctx, r, rt.look)
	case rt.change != nil:
		reply, err = b.change(ctx, r, rt.change)
	case rt.play != nil:
		reply, err = b.change(ctx, r, playRoute)
	default:
		reply, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) { return opened(rt.form(tx)) })
	}
	return name, reply, err
}

// routeOf returns the route of a request, or nil if the bot has none.
func (b *Bot) routeOf(r *discord.Request) *route {
	if r.Kind == discord.Typed || r.Kind == discord.Completing {
		return b.commands[r.Path]
	}
	verb, _ := discord.SplitID(r.Path)
	return b.presses[verb]
}

// admitToServer refuses what belongs to a server outside of servers, and to members who may not use it.
func (b *Bot) admitToServer(ctx context.Context, r *discord.Request, by who) error {
	var inServer, allowed lang.Phrase
	may := r.Manager
	switch by {
	case rulesetUser:
		inServer, may = lang.P("bot.rulesets-in-server"), true
	case rulesetAdmin:
		inServer, allowed = lang.P("bot.rulesets-in-server"), lang.P("bot.rulesets-for-managers")
	case settingsAdmin:
		inServer, allowed = lang.P("bot.settings-in-server"), lang.P("bot.settings-for-managers")
	case settingsUser:
		inServer, may = lang.P("bot.settings-in-server"), true
	case serverUser:
		inServer, may = lang.P("bot.only-in-servers"), true
	case monsterGM, encounterGM:
		actor, _, err := b.actor(ctx, r)
		if err != nil {
			return err
		}
		may = actor.Manager
		inServer, allowed = lang.P("bot.monsters-in-server"), lang.P("bot.monsters-for-gms")
		if by == encounterGM {
			inServer, allowed = lang.P("bot.encounters-in-server"), lang.P("bot.encounters-for-gms")
		}
	default:
		return nil
	}
	switch {
	case r.Guild == "":
		return refuse(engine.NotNow, inServer)
	case !may:
		return refuse(engine.NotAllowed, allowed)
	}
	return nil
}

// actor returns who asks, a manager if they have the server's GM role, and the server's settings.
func (b *Bot) actor(ctx context.Context, r *discord.Request) (engine.Actor, Settings, error) {
	conf, err := b.settings(ctx, r.Guild)
	return acting(r, conf), conf, err
}

func acting(r *discord.Request, conf Settings) engine.Actor {
	role := conf.GMRole != "" && slices.Contains(r.Roles, conf.GMRole)
	return engine.Actor{User: r.User, Manager: r.Manager || role}
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

// limiter limits the requests of each user in each channel: a number at once, and the same number again each minute. The zero value is ready for
// use, from any goroutine.
type limiter struct {
	mu         sync.Mutex
	allowances map[limitedUser]allowance
}

type limitedUser struct {
	channel snowflake.Channel // empty for what is limited across all channels
	user    snowflake.User
}

// allowance is the number of requests left at a point in time.
type allowance struct {
	left float64
	at   time.Time
}

// maxAskers is the maximum number of allowances kept in memory. When it is reached, all are dropped.
const maxAskers = 4096

// allow uses up one request and reports whether there was one left. If the clock is set back, no one loses any.
func (l *limiter) allow(channel snowflake.Channel, user snowflake.User, perMinute int, now time.Time) bool {
	if perMinute <= 0 {
		return true
	}
	who := limitedUser{channel, user}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.allowances == nil || len(l.allowances) >= maxAskers { // dropping them only lets users send more for a moment
		l.allowances = map[limitedUser]allowance{}
	}
	most := float64(perMinute)
	a, ok := l.allowances[who]
	if !ok {
		a = allowance{most, now}
	}
	a.left = min(most, a.left+max(0, now.Sub(a.at).Minutes())*most)
	a.at = now
	allowed := a.left >= 1
	if allowed {
		a.left--
	}
	l.allowances[who] = a
	return allowed
}
