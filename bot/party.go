package bot

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

// saveParty makes the players of the channel's fight its usual party.
func (b *Bot) saveParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	s, err := b.fightHere(ctx, r)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, noFight()
	}
	users := playersOf(s)
	if len(users) == 0 {
		return nil, refuse(engine.NotNow, lang.P("bot.no-players"))
	}
	l := b.reader(ctx, r)
	return b.setParty(ctx, r, l, users, words.Party(l, users, true))
}

// showParty shows the usual party of a channel.
func (b *Bot) showParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.fightHere(ctx, r); err != nil {
		return nil, err
	}
	users, err := b.store.Party(ctx, r.Channel)
	if err != nil {
		return nil, err
	}
	return privately(words.Party(b.reader(ctx, r), users, false)), nil
}

// deleteParty deletes the usual party of a channel.
func (b *Bot) deleteParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.fightHere(ctx, r); err != nil {
		return nil, err
	}
	l := b.reader(ctx, r)
	return b.setParty(ctx, r, l, nil, l.Line("party.deleted"))
}

// setParty replaces the usual party and stores the reply.
func (b *Bot) setParty(ctx context.Context, r *discord.Request, l *lang.Language, users []snowflake.User, text string) (*discord.Reply, error) {
	return keepReply(l, func(keep keeping) ([]byte, bool, error) {
		answer, err := keep(privately(text), nil)
		if err != nil {
			return nil, false, err
		}
		return b.store.SetParty(ctx, r.Guild, r.Channel, users, r.ID, answer)
	})
}

// fightHere returns the channel's fight, or nil, to those who may use the route.
func (b *Bot) fightHere(ctx context.Context, r *discord.Request) (s *engine.State, err error) {
	_, err = b.look(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		s = tx.j.State()
		return nil, nil
	})
	return s, err
}

// mayInvite refuses users who may not see or change a channel's usual party. During a fight only its GM may; otherwise, only members with
// Manage Server or the server's GM role.
func mayInvite(s *engine.State, actor engine.Actor) error {
	if s != nil && engine.MayGM(s, actor) || s == nil && actor.Manager {
		return nil
	}
	if s != nil {
		return &engine.Error{Code: engine.NotAllowed, Reason: reason.GMOnly, GM: s.GM}
	}
	return refuse(engine.NotAllowed, lang.P("bot.party-for-gms"))
}

// pressInvite invites the party to a fight that waits for its first turn, in a message with the button to join.
func (b *Bot) pressInvite(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	var s *engine.State
	var rs *ruleset.Ruleset
	_, err := b.look(ctx, r, func(tx *transaction) (_ *discord.Reply, err error) {
		s, rs, err = tx.fight()
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	guests, err := b.guestsOf(ctx, r, rs, s)
	if err != nil {
		return nil, err
	}
	return b.changeInviting(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if len(guests.Users) > 0 && len(b.invited.without(r.Channel, guests.Users, b.now())) == 0 {
			return privately(tx.own.Line("party.invited-lately")), nil
		}
		reply := &discord.Reply{Ephemeral: len(guests.Users) == 0}
		tx.invite(reply, guests)
		if !reply.Ephemeral {
			reply.Buttons = [][]discord.Button{{card.Button(tx.all, discord.Primary, "join", card.TurnArg(tx.j.State().Turn))}}
		}
		return reply, nil
	})
}

// invite adds an invitation to a reply. It pings those whom no invitation has pinged lately; if everybody has been pinged, the asker is told so.
func (tx *transaction) invite(reply *discord.Reply, guests guests) {
	l := tx.all
	if reply.Ephemeral {
		l = tx.own
	}
	addLines(l, reply, words.Invitation(l, guests.Users, guests.More, guests.Usual))
	reply.Mentions = append(reply.Mentions, tx.b.invited.without(tx.r.Channel, guests.Users, tx.b.now())...)
	if len(guests.Users) > 0 && len(reply.Mentions) == 0 {
		addLines(tx.own, private(reply), tx.own.Line("party.invited-lately"))
	}
}

// changeInviting is [Bot.change] for what may invite people. Whom the answer pings is noted once it is stored.
func (b *Bot) changeInviting(ctx context.Context, r *discord.Request, do func(*transaction) (*discord.Reply, error)) (*discord.Reply, error) {
	reply, err := b.change(ctx, r, do)
	if err == nil && reply != nil && len(reply.Mentions) > 0 {
		b.invited.note(r.Channel, reply.Mentions, b.now())
	}
	return reply, err
}

// mostInvited is the maximum number of people that one message invites.
const mostInvited = 25

// askLimit is the time that Discord gets to say who is still in the server. Anyone not known to have left by then is invited.
const askLimit = time.Second

// guests are the people that a message invites.
type guests struct {
	Users []snowflake.User
	More  int  // how many more there are
	Usual bool // they are the channel's usual party
}

// guestsOf returns the people to invite to a fight in the request's channel: not the asker, nor anyone who is in the fight or has left the
// server. s is nil if the fight is about to begin. It may ask Discord, and so must not be called in a transaction.
func (b *Bot) guestsOf(ctx context.Context, r *discord.Request, rs *ruleset.Ruleset, s *engine.State) (guests, error) {
	ch := r.Channel
	all, err := b.store.Party(ctx, ch)
	usual := len(all) > 0
	if err == nil && !usual {
		all, err = b.fittingUsers(ctx, r.Guild, rs)
	}
	if err != nil {
		return guests{}, err
	}
	present := playersOf(s)
	all = slices.DeleteFunc(all, func(user snowflake.User) bool {
		return user == r.User || slices.Contains(present, user)
	})
	b.askWhoLeft(ctx, ch, all[:min(len(all), mostInvited)])
	all = slices.DeleteFunc(all, func(user snowflake.User) bool {
		left, _ := b.members.Left(ch, user, b.now())
		return left
	})
	n := min(len(all), mostInvited)
	return guests{Users: all[:n], More: len(all) - n, Usual: usual}, nil
}

// characterFits reports whether a saved character has all the stats it needs to join a fight under a ruleset.
func characterFits(rs *ruleset.Ruleset, c Character) bool {
	fit, _, err := c.fitting(rs, "")
	if err != nil {
		return false
	}
	st, err := play.ParseStats(fit, rs)
	return err == nil && len(st.Missing(rs, engine.PC)) == 0
}

// playersOf returns the players of a fight as everyone sees it, without its GM.
func playersOf(s *engine.State) []snowflake.User {
	var out []snowflake.User
	if s == nil {
		return nil
	}
	for i := range s.Combatants {
		c := &s.Combatants[i]
		if c.Owner != "" && c.Owner != s.GM && !c.Hidden && !slices.Contains(out, c.Owner) {
			out = append(out, c.Owner)
		}
	}
	return out
}

// fittingUsers returns the users who have saved a character in a server that fits a ruleset, sorted.
func (b *Bot) fittingUsers(ctx context.Context, guild snowflake.Guild, rs *ruleset.Ruleset) ([]snowflake.User, error) {
	all, err := b.store.CharactersIn(ctx, guild)
	if err != nil {
		return nil, err
	}
	var out []snowflake.User
	for user, data := range all {
		characters, err := Decode[[]Character](data)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(characters, func(c Character) bool { return characterFits(rs, c) }) {
			out = append(out, user)
		}
	}
	slices.Sort(out)
	return out, nil
}

// askWhoLeft asks Discord, in parallel, about the users who aren't known to be in the server or to have left.
func (b *Bot) askWhoLeft(ctx context.Context, ch snowflake.Channel, users []snowflake.User) {
	if b.present == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var wg sync.WaitGroup
	for _, user := range users {
		if _, known := b.members.Left(ch, user, b.now()); known {
			continue
		}
		wg.Go(func() {
			if present, err := b.present(ctx, ch, user); err == nil {
				b.members.Saw(ch, user, !present, card.KeepAbsent, b.now())
			}
		})
	}
	wg.Wait()
}

// pingEvery is the time between two invitations that ping the same person in the same channel.
const pingEvery = 10 * time.Minute

// pings notes whom invitations have pinged. The zero value is ready for use, from any goroutine.
type pings struct {
	mu sync.Mutex
	at map[snowflake.Channel]map[snowflake.User]time.Time
}

// without returns those of some users whom no invitation in a channel has pinged lately. Anybody can start fights, so pings have to be limited.
func (p *pings) without(channel snowflake.Channel, users []snowflake.User, now time.Time) []snowflake.User {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(users), func(user snowflake.User) bool {
		at, ok := p.at[channel][user]
		return ok && now.Sub(at) < pingEvery
	})
}

// note notes that an invitation in a channel has pinged users, and forgets what was noted long ago.
func (p *pings) note(channel snowflake.Channel, users []snowflake.User, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at == nil {
		p.at = map[snowflake.Channel]map[snowflake.User]time.Time{}
	}
	maps.DeleteFunc(p.at, func(_ snowflake.Channel, pinged map[snowflake.User]time.Time) bool {
		maps.DeleteFunc(pinged, func(_ snowflake.User, at time.Time) bool { return now.Sub(at) >= pingEvery })
		return len(pinged) == 0
	})
	if p.at[channel] == nil {
		p.at[channel] = map[snowflake.User]time.Time{}
	}
	for _, user := range users {
		p.at[channel][user] = now
	}
}
