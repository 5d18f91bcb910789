package bot

import (
	"sync"
	"time"

	"roundel/bot/discord"
	"roundel/bot/words"
	"roundel/engine"
)

// These limits protect the bot's host, in addition to those of the engine (combatants, effects, names) and of the queue
// (waiting requests).
const (
	maxFights     = 250     // open fights per server
	maxEntries    = 100_000 // log entries per fight, enough for about 1,000 rounds with many combatants
	maxAttachment = 8 << 20 // bytes of files per reply; Discord accepts 10 MiB
)

// maxAskers is the maximum number of allowances kept in memory. When it is reached, all are dropped.
const maxAskers = 4096

// rate limits the requests of each user in each channel: perMinute at once, and perMinute more each minute. The zero value
// limits nothing.
type rate struct {
	perMinute int

	mu         sync.Mutex
	allowances map[asker]allowance
}

type asker struct {
	channel engine.ChannelID // empty for what is limited across all channels
	user    engine.UserID
}

// allowance is the number of requests left at a point in time.
type allowance struct {
	left float64
	at   time.Time
}

// allow uses up one request and reports whether there was one left. If the clock is set back, no one loses any.
func (l *rate) allow(channel engine.ChannelID, user engine.UserID, now time.Time) bool {
	return l.perMinute <= 0 || l.take(asker{channel, user}, l.perMinute, now)
}

// allowData is like allow for the file with a user's data, which can be had once a minute.
func (l *rate) allowData(user engine.UserID, now time.Time) bool {
	return l.take(asker{user: user}, 1, now)
}

// take uses up one of an asker's requests and reports whether there was one left.
func (l *rate) take(who asker, perMinute int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.allowances == nil || len(l.allowances) >= maxAskers { // dropping them only lets users send more for a moment
		l.allowances = map[asker]allowance{}
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

// checkFiles refuses a reply with more bytes of files than Discord accepts.
func checkFiles(reply *discord.Reply) error {
	if reply == nil {
		return nil
	}
	size := 0
	for _, f := range reply.Files {
		size += len(f.Data)
	}
	if size <= maxAttachment {
		return nil
	}
	return refuse(engine.NotNow, words.FileTooLarge(size>>20))
}

// anotherFight refuses a fight in a server that already has the maximum number of open fights.
func anotherFight(j engine.Journal, server engine.GuildID) error {
	n, err := j.OpenCount(server)
	if err != nil || n < maxFights {
		return err
	}
	return refuse(engine.NotNow, words.TooManyFights(n))
}

// room refuses n entries if the fight's log has no room for them. The entry that ends the fight is always accepted.
func room(j engine.Journal, n int, events []engine.Event) error {
	if j.NextSeq()+int64(n) <= maxEntries+1 {
		return nil
	}
	for _, e := range events {
		if _, ends := e.(engine.EncounterEnded); ends {
			return nil
		}
	}
	return refuse(engine.NotNow, words.LogFull(maxEntries))
}
