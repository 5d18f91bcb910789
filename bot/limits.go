package bot

import (
	"sync"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// The limits that protect whoever hosts the bot, beside those of the engine (combatants, effects, names) and the queue
// (requests that wait).
const (
	maxFights     = 250     // open at once in a server, one a channel or thread
	maxEntries    = 100_000 // in the log of one fight: some 1,000 rounds of many
	maxAttachment = 8 << 20 // bytes of the files of one reply; Discord takes 10 MiB
)

// mostAskers is how many are remembered. When there are more, all are forgotten.
const mostAskers = 4096

// rate limits how fast one user may ask in one channel: perMinute in a burst, and again as many a minute. The zero
// value limits nothing.
type rate struct {
	perMinute int

	mu   sync.Mutex
	seen map[asker]allowance
}

type asker struct {
	channel engine.ChannelID // empty: of what is limited in all channels together
	user    engine.UserID
}

// allowance is how many requests are left at a time.
type allowance struct {
	left float64
	at   time.Time
}

// allow takes one request and tells whether there was one left. A clock that jumps back costs nobody anything.
func (l *rate) allow(channel engine.ChannelID, user engine.UserID, now time.Time) bool {
	return l.perMinute <= 0 || l.take(asker{channel, user}, l.perMinute, now)
}

// allowData is allow for a file of what is stored of a user, of which there is one a minute.
func (l *rate) allowData(user engine.UserID, now time.Time) bool {
	return l.take(asker{user: user}, 1, now)
}

// take takes one of the requests that somebody has each minute and reports whether there was one left.
func (l *rate) take(who asker, perMinute int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil || len(l.seen) >= mostAskers { // forgetting lets somebody ask more, once
		l.seen = map[asker]allowance{}
	}
	most := float64(perMinute)
	a, ok := l.seen[who]
	if !ok {
		a = allowance{most, now}
	}
	a.left = min(most, a.left+max(0, now.Sub(a.at).Minutes())*most)
	a.at = now
	allowed := a.left >= 1
	if allowed {
		a.left--
	}
	l.seen[who] = a
	return allowed
}

// tooFast refuses a request that came too soon after too many others, or is nil. Autocomplete is not counted.
func (b *Bot) tooFast(r *discord.Request) *discord.Reply {
	if r.Kind == discord.Completing || b.rate.allow(engine.ChannelID(r.Channel), engine.UserID(r.User), b.now()) {
		return nil
	}
	return &discord.Reply{Ephemeral: true, Refused: true,
		Text: words.TooFast(b.rate.perMinute)}
}

// bounded is the reply, or what to do instead when Discord would not take its files.
func bounded(reply *discord.Reply) *discord.Reply {
	if reply == nil {
		return nil
	}
	size := 0
	for _, f := range reply.Files {
		size += len(f.Data)
	}
	if size <= maxAttachment {
		return reply
	}
	return &discord.Reply{Ephemeral: true, Refused: true, Text: words.FileTooLarge(size >> 20)}
}

// another refuses one more fight in a server that has as many open as it may.
func another(j engine.Journal, server string) error {
	n, err := j.OpenCount(server)
	if err != nil || n < maxFights {
		return err
	}
	return refuse(engine.NotNow, "This server has %d fights open, and that is the most it may; end one that is over with /init end in its channel, then start again.", n)
}

// room refuses an entry that the log of the fight has no room for; that which ends the fight always has.
func room(j engine.Journal, events []engine.Event) error {
	if j.NextSeq() <= maxEntries {
		return nil
	}
	for _, e := range events {
		if _, ends := e.(engine.EncounterEnded); ends {
			return nil
		}
	}
	return refuse(engine.NotNow, "This fight's log has %d entries, and that is the most it holds; end it with /init end and start another.", maxEntries)
}
