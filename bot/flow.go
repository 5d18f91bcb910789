package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/command"
)

// turnBits are the low bits of a turn's ID, which are chance; above them are seconds. So no button of an earlier turn or
// fight fits the present one, and an ID does not tell how many steps there were before it.
const turnBits = 30

func newTurn(now time.Time) engine.TurnID {
	return engine.TurnID(now.Unix()<<turnBits | rand.Int64N(1<<turnBits))
}

// transaction is one request inside a transaction of the store, with the fight it is about.
type transaction struct {
	b      *Bot
	r      *discord.Request
	j      engine.Journal
	actor  engine.Actor
	conf   settings
	now    time.Time
	saved  []character    // Completing: the asker's
	ended  []words.Ending // what ended by itself
	public *engine.State  // the state after a command, as everybody knows it; nil: not worked out

	known, knownOf *engine.State // see seen
}

// change runs fn in a transaction and keeps what it answers, refusals included: a redelivered request gets the same
// answer and changes nothing.
func (b *Bot) change(ctx context.Context, r *discord.Request, fn func(tx *transaction) (*discord.Reply, error)) (*discord.Reply, error) {
	actor, conf, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	var before engine.TurnID
	var after *engine.State
	var changed, refused bool
	var public *engine.State
	var ended []words.Ending
	data, again, err := b.store.Update(ctx, engine.ChannelID(r.Channel), r.ID, func(j engine.Journal) ([]byte, error) {
		tx := &transaction{b: b, r: r, j: j, actor: actor, conf: conf, now: b.now()}
		before = turnOf(j.State())
		next := j.NextSeq()
		var err error
		reply, err = fn(tx)
		after, changed, refused, ended = j.State(), j.NextSeq() != next, false, tx.ended
		public = tx.public
		var refusal *engine.Error
		if errors.As(err, &refusal) {
			reply, refused = b.refusal(j.State(), r, err), true
		} else if err != nil {
			return nil, err
		}
		return json.Marshal(reply)
	})
	if err != nil {
		return nil, err
	}
	if again { // delivered a second time: the answer it was given then
		reply = new(discord.Reply)
		if err := json.Unmarshal(data, reply); err != nil {
			return nil, fmt.Errorf("kept answer: %w", err)
		}
		return reply, nil
	}
	if after != nil && (after.Turn != before || len(ended) > 0) {
		if public == nil {
			public = after.View(engine.Viewer{})
		}
		b.turns.Began(engine.ChannelID(r.Channel), public, b.now(), ended)
	}
	reply.Refused = refused
	if changed {
		reply.After = func() { b.changed(engine.ChannelID(r.Channel)) }
	}
	return reply, nil
}

func turnOf(s *engine.State) engine.TurnID {
	if s == nil {
		return 0
	}
	return s.Turn
}

// look runs fn on the present state, which is nil where there is no fight, and changes nothing.
func (b *Bot) look(ctx context.Context, r *discord.Request, fn func(tx *transaction) (*discord.Reply, error)) (*discord.Reply, error) {
	actor, conf, err := b.actor(ctx, r)
	if err != nil {
		return nil, err
	}
	var reply *discord.Reply
	err = b.store.Read(ctx, engine.ChannelID(r.Channel), func(j engine.Journal) error {
		var err error
		reply, err = fn(&transaction{b: b, r: r, j: j, actor: actor, conf: conf, now: b.now()})
		return err
	})
	return reply, err
}

// actor is who asks, with the server's GM role counted in.
func (b *Bot) actor(ctx context.Context, r *discord.Request) (engine.Actor, settings, error) {
	conf, err := b.settingsOf(ctx, string(r.Guild))
	if err != nil {
		return engine.Actor{}, conf, err
	}
	role := conf.GMRole != "" && slices.Contains(r.Roles, conf.GMRole)
	return engine.Actor{User: engine.UserID(r.User), Manager: r.Manager || role}, conf, nil
}

// ruleset is the one in play, or before a fight the one that a new fight would have.
func (tx *transaction) ruleset() (*engine.Ruleset, error) {
	name := tx.conf.Ruleset
	if s := tx.j.State(); s != nil {
		name = s.Ruleset
	}
	return tx.b.ruleset(name)
}

// seen is the present state as the asker may know it; nil where there is no fight.
func (tx *transaction) seen() *engine.State {
	if s := tx.j.State(); tx.known == nil || tx.knownOf != s {
		tx.knownOf, tx.known = s, s.View(engine.ViewerOf(s, tx.actor))
	}
	return tx.known
}

// fight is the present state and its ruleset, or a refusal where there is no fight.
func (tx *transaction) fight() (*engine.State, *engine.Ruleset, error) {
	s := tx.j.State()
	if s == nil {
		return nil, nil, noFight()
	}
	rs, err := tx.ruleset()
	return s, rs, err
}

// ruleset finds one by name; no name is turn-order.
func (b *Bot) ruleset(name string) (*engine.Ruleset, error) {
	if name == "" {
		name = defaultRuleset
	}
	return b.rules.Find(name)
}

// play decides commands, all or none, logs what they did as one entry, and tells it.
func (tx *transaction) play(what string, cmds ...command.Command) (*discord.Reply, error) {
	rs, err := tx.ruleset()
	if err != nil {
		return nil, err
	}
	return tx.playUnder(rs, what, cmds...)
}

func (tx *transaction) playUnder(rs *engine.Ruleset, what string, cmds ...command.Command) (*discord.Reply, error) {
	before := tx.j.State()
	out, err := tx.decide(rs, cmds)
	if err != nil {
		return nil, err
	}
	if len(out.Events) == 0 {
		return &discord.Reply{Text: "Nothing had to change.", Ephemeral: true}, nil
	}
	if err := tx.append(engine.Did, what, out); err != nil {
		return nil, err
	}
	out.Before = before
	public := out.View(engine.Viewer{})
	tx.public, tx.ended = public.State, words.Endings(rs, public)
	return tx.tell(rs, out, public), nil
}

// decide decides commands one after the other, each on the state the one before led to.
func (tx *transaction) decide(rs *engine.Ruleset, cmds []command.Command) (engine.Outcome, error) {
	in := command.Input{Actor: tx.actor, Now: tx.now, Dice: tx.b.dice, HiddenDice: tx.b.hidden, Turn: newTurn(tx.now)}
	all := engine.Outcome{State: tx.j.State()}
	for _, cmd := range cmds {
		out, err := command.Decide(all.State, rs, cmd, in)
		if err != nil {
			return all, err
		}
		all = engine.Outcome{Events: append(all.Events, out.Events...), State: out.State}
	}
	return all, nil
}

func (tx *transaction) append(kind engine.EntryKind, what string, out engine.Outcome) error {
	if err := room(tx.j, out.Events); err != nil {
		return err
	}
	return tx.j.Append(engine.Entry{Seq: tx.j.NextSeq(), Kind: kind, By: engine.UserID(tx.r.User),
		At: tx.now.Truncate(time.Millisecond), Command: what, Events: out.Events, State: out.State, Server: string(tx.r.Guild)})
}

// plays is a handler that decides one command.
func plays(cmd func(o options) command.Command) handler {
	return func(ctx context.Context, b *Bot, r *discord.Request) (*discord.Reply, error) {
		return b.change(ctx, r, func(tx *transaction) (*discord.Reply, error) {
			if err := tx.stranger(); err != nil {
				return nil, err
			}
			return tx.play(asTyped(r), cmd(options(r.Options)))
		})
	}
}

// stranger refuses a user who is known to have left the server: nobody could act for what is theirs. Only the GM names
// users.
func (tx *transaction) stranger() error {
	for name, value := range tx.r.Options {
		if left, known := tx.b.members.Left(engine.ChannelID(tx.r.Channel), engine.UserID(value), tx.now); !left || !known {
			continue
		}
		if err := tx.gm(); err != nil {
			return err
		}
		return refuse(engine.Invalid, "The user given as %s is not in this server; choose one of its members.", name)
	}
	return nil
}

// gm refuses where there is no fight or the asker is not its GM.
func (tx *transaction) gm() error {
	if tx.j.State() == nil {
		return noFight()
	}
	return needGM(tx.j.State(), tx.actor)
}

// refused answers a refusal that was made outside a transaction.
func (b *Bot) refused(ctx context.Context, r *discord.Request, why error) *discord.Reply {
	if r.Kind == discord.Completing {
		return &discord.Reply{}
	}
	reply, err := b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) { return b.refusal(tx.j.State(), r, why), nil })
	if err != nil {
		return ErrorReply(why, "")
	}
	return reply
}

// refusal answers a refusal, with buttons where one would be the next step.
func (b *Bot) refusal(s *engine.State, r *discord.Request, why error) *discord.Reply {
	reply := ErrorReply(why, "")
	var e *engine.Error
	errors.As(why, &e)
	if left, known := b.members.Left(engine.ChannelID(r.Channel), e.GM, b.now()); left && known && e.Code == engine.NotAllowed {
		reply.Text += " " + words.GMLeft()
	}
	switch {
	case e.Code == engine.Choose && s != nil:
		reply.Buttons = chooseButtons(s, e.Choices)
	case e.Code == engine.Confirm:
		reply.Buttons = confirmButton(e.Choices)
	case r.Kind == discord.Filled && e.Code != engine.Stale && e.Code != engine.NoEncounter:
		verb, args := discord.SplitID(r.Path)
		if reopened()[verb] == nil { // its button is there still
			break
		}
		b.drafts.keep(r.ID, r.Fields)
		reply.Buttons = [][]discord.Button{{{Label: words.ButtonAgain, ID: discord.CustomID(append([]string{"again", verb, r.ID}, args...)...), Style: discord.Primary}}}
	}
	return reply
}
