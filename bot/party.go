package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"roundel/bot/card"
	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
	"roundel/engine/play"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/snowflake"
)

func (b *Bot) saveParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	s, err := b.partyOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, noFight()
	}
	return b.parties.Save(ctx, r, s)
}

func (b *Bot) showParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.partyOf(ctx, r); err != nil {
		return nil, err
	}
	return b.parties.Show(ctx, r)
}

func (b *Bot) deleteParty(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	if _, err := b.partyOf(ctx, r); err != nil {
		return nil, err
	}
	return b.parties.Delete(ctx, r)
}

// partyOf returns the channel's fight, or nil.
func (b *Bot) partyOf(ctx context.Context, r *discord.Request) (s *engine.State, err error) {
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
	return words.New(engine.NotAllowed, words.PartyForGMs())
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
	guests, err := b.parties.Invite(ctx, r, rs, s)
	if err != nil {
		return nil, err
	}
	return b.changeInviting(ctx, r, func(tx *transaction) (*discord.Reply, error) {
		if len(guests.Users) > 0 && len(b.parties.Unpinged(r.Channel, guests.Users)) == 0 {
			return &discord.Reply{Ephemeral: true, Text: words.InvitedLately}, nil
		}
		reply := &discord.Reply{Ephemeral: len(guests.Users) == 0}
		if b.invite(r, reply, guests); !reply.Ephemeral {
			reply.Buttons = [][]discord.Button{{{Label: words.ButtonJoin, ID: discord.CustomID("join", card.TurnArg(tx.j.State().Turn)), Style: discord.Primary}}}
		}
		return reply, nil
	})
}

// invite adds an invitation to a reply. It pings those whom no invitation has pinged lately; if there's nobody left to ping, the asker is told
// so.
func (b *Bot) invite(r *discord.Request, reply *discord.Reply, guests guests) {
	reply.Text = words.Lines(append(nonEmpty(reply.Text), words.Invitation(guests.Users, guests.More, guests.Usual)))
	reply.Mentions = append(reply.Mentions, b.parties.Unpinged(r.Channel, guests.Users)...)
	if len(guests.Users) > 0 && len(reply.Mentions) == 0 {
		if reply.Alone == nil {
			reply.Alone = &discord.Reply{Ephemeral: true}
		}
		reply.Alone.Text = words.Lines(append(nonEmpty(reply.Alone.Text), words.InvitedLately))
	}
}

// changeInviting is [Bot.change] for what may invite people. Whom the answer pings is noted once it is stored.
func (b *Bot) changeInviting(ctx context.Context, r *discord.Request, do func(*transaction) (*discord.Reply, error)) (*discord.Reply, error) {
	reply, err := b.change(ctx, r, do)
	if err == nil && reply != nil && len(reply.Mentions) > 0 {
		b.parties.Pinged(r.Channel, reply.Mentions)
	}
	return reply, err
}

// partyStore holds saved characters and the usual parties of channels.
type partyStore interface {
	// CharactersIn returns the characters that people have saved in a server.
	CharactersIn(ctx context.Context, guild snowflake.Guild) (map[snowflake.User][]byte, error)
	// Party returns the usual party of a channel, or nil. SetParty replaces it, or deletes it if users is empty, and stores the answer under the
	// interaction's ID. If that ID already has an answer, it changes nothing and returns that answer, with again set.
	Party(ctx context.Context, channel snowflake.Channel) ([]snowflake.User, error)
	SetParty(ctx context.Context, guild snowflake.Guild, channel snowflake.Channel, users []snowflake.User, interaction string, answer []byte) (kept []byte, again bool, err error)
}

// partyKeeper knows whom to invite, and answers the commands for parties. It may be used from any goroutine.
type partyKeeper struct {
	Store   partyStore
	Members *card.Members
	Present func(ctx context.Context, channel snowflake.Channel, user snowflake.User) (bool, error) // asks Discord; if nil, Discord isn't asked
	Now     func() time.Time

	mu     sync.Mutex
	pinged map[snowflake.Channel]map[snowflake.User]time.Time // by the invitations of a channel
}

// mostInvited is the maximum number of people that one message invites.
const mostInvited = 25

// askLimit is the time that Discord gets to say who is still in the server. Anyone not known to have left by then is invited.
const askLimit = time.Second

// Save makes the players of a fight the usual party of its channel.
func (k *partyKeeper) Save(ctx context.Context, r *discord.Request, s *engine.State) (*discord.Reply, error) {
	users := playersOf(s)
	if len(users) == 0 {
		return nil, words.New(engine.NotNow, words.NoPlayers())
	}
	return k.set(ctx, r, users, words.PartySaved(users))
}

// Show shows the usual party of a channel.
func (k *partyKeeper) Show(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	users, err := k.Store.Party(ctx, r.Channel)
	if err != nil {
		return nil, err
	}
	return &discord.Reply{Ephemeral: true, Text: words.Party(users)}, nil
}

// Delete deletes the usual party of a channel.
func (k *partyKeeper) Delete(ctx context.Context, r *discord.Request) (*discord.Reply, error) {
	return k.set(ctx, r, nil, words.PartyDeleted)
}

// set replaces the usual party and stores the reply. A request that is delivered twice gets the same reply.
func (k *partyKeeper) set(ctx context.Context, r *discord.Request, users []snowflake.User, text string) (*discord.Reply, error) {
	answer, err := json.Marshal(&discord.Reply{Ephemeral: true, Text: text})
	if err != nil {
		return nil, err
	}
	kept, _, err := k.Store.SetParty(ctx, r.Guild, r.Channel, users, r.ID, answer)
	if err != nil {
		return nil, err
	}
	reply := new(discord.Reply)
	if err := json.Unmarshal(kept, reply); err != nil {
		return nil, fmt.Errorf("party: stored reply: %w", err)
	}
	return reply, nil
}

// guests are the people that a message invites.
type guests struct {
	Users []snowflake.User
	More  int  // how many more there are
	Usual bool // they are the channel's usual party
}

// Invite returns the people to invite to a fight in the request's channel: not the asker, nor anyone who is in the fight or has left the
// server. s is nil if the fight is about to begin. It may ask Discord, and so must not be called in a transaction.
func (k *partyKeeper) Invite(ctx context.Context, r *discord.Request, rs *ruleset.Ruleset, s *engine.State) (guests, error) {
	ch := r.Channel
	all, err := k.Store.Party(ctx, ch)
	usual := len(all) > 0
	if err == nil && !usual {
		all, err = k.fitting(ctx, r.Guild, rs)
	}
	if err != nil {
		return guests{}, err
	}
	present := playersOf(s)
	all = slices.DeleteFunc(all, func(user snowflake.User) bool {
		return string(user) == string(r.User) || slices.Contains(present, user)
	})
	k.ask(ctx, ch, all[:min(len(all), mostInvited)])
	all = slices.DeleteFunc(all, func(user snowflake.User) bool {
		left, _ := k.Members.Left(ch, user, k.Now())
		return left
	})
	n := min(len(all), mostInvited)
	return guests{Users: all[:n], More: len(all) - n, Usual: usual}, nil
}

// characterFits reports whether a saved character has all the stats it needs to join a fight under a ruleset.
func characterFits(rs *ruleset.Ruleset, c Character) bool {
	fit, _, err := c.Fitting(rs, "")
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

// fitting returns the users who have saved a character in a server that fits a ruleset, sorted.
func (k *partyKeeper) fitting(ctx context.Context, guild snowflake.Guild, rs *ruleset.Ruleset) ([]snowflake.User, error) {
	all, err := k.Store.CharactersIn(ctx, guild)
	if err != nil {
		return nil, err
	}
	var out []snowflake.User
	for user, data := range all {
		characters, err := DecodeCharacters(data)
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

// ask asks Discord, in parallel, about the users who aren't known to be in the server or to have left.
func (k *partyKeeper) ask(ctx context.Context, ch snowflake.Channel, users []snowflake.User) {
	if k.Present == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var wg sync.WaitGroup
	for _, user := range users {
		if _, known := k.Members.Left(ch, user, k.Now()); known {
			continue
		}
		wg.Go(func() {
			if present, err := k.Present(ctx, ch, user); err == nil {
				k.Members.Saw(ch, user, !present, card.KeepAbsent, k.Now())
			}
		})
	}
	wg.Wait()
}

// pingEvery is the time between two invitations that ping the same person in the same channel.
const pingEvery = 10 * time.Minute

// Unpinged returns those of some users whom no invitation in a channel has pinged lately. Anybody can start fights, so an invitation pings
// only them.
func (k *partyKeeper) Unpinged(channel snowflake.Channel, users []snowflake.User) []snowflake.User {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, pinged := k.Now(), k.pinged[channel]
	return slices.DeleteFunc(slices.Clone(users), func(user snowflake.User) bool {
		at, ok := pinged[user]
		return ok && now.Sub(at) < pingEvery
	})
}

// Pinged notes that an invitation in a channel has pinged users, and forgets what was noted long ago.
func (k *partyKeeper) Pinged(channel snowflake.Channel, users []snowflake.User) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.Now()
	if k.pinged == nil {
		k.pinged = map[snowflake.Channel]map[snowflake.User]time.Time{}
	}
	maps.DeleteFunc(k.pinged, func(_ snowflake.Channel, pinged map[snowflake.User]time.Time) bool {
		maps.DeleteFunc(pinged, func(_ snowflake.User, at time.Time) bool { return now.Sub(at) >= pingEvery })
		return len(pinged) == 0
	})
	ch := channel
	if k.pinged[ch] == nil {
		k.pinged[ch] = map[snowflake.User]time.Time{}
	}
	for _, user := range users {
		k.pinged[ch][user] = now
	}
}
