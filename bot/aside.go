package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"roundel/bot/discord"
	"roundel/engine"
	"roundel/snowflake"
)

// callLimit is the timeout of one call to Discord. The GM's next request waits for the call, because the reply depends on the outcome.
const callLimit = 2 * time.Second

// maxChannels is the maximum number of channels that are remembered.
const maxChannels = 16384

// asideTold is what the GM has been told.
type asideTold struct {
	Turn    engine.TurnID   // the turn whose attacks were listed
	Notices []engine.Notice // those of the fight's notices
	Asks    bool            // a visible message still asks what became of the fallen
	Offers  bool            // a visible message still offers to bring in planned waves
}

// Untold returns the notices of a fight that the GM has not been told yet.
func (t asideTold) Untold(notices []engine.Notice) []engine.Notice {
	told := slices.Clone(t.Notices)
	return slices.DeleteFunc(slices.Clone(notices), func(n engine.Notice) bool {
		i := slices.Index(told, n)
		if i >= 0 {
			told = slices.Delete(told, i, i+1)
		}
		return i >= 0
	})
}

// asideNote is something to tell a GM.
type asideNote struct {
	GM      snowflake.User
	Turn    engine.TurnID // the current one
	Message discord.Message
	Says    asideTold // what the GM has been told once it has arrived
}

// asideTeller tells the GMs of all channels. The zero value is ready for use.
type asideTeller struct {
	Log zerolog.Logger

	mu       sync.Mutex
	channels map[snowflake.Channel]*memory
}

// memory is what is known about a channel.
type memory struct {
	gm      snowflake.User
	way     discord.Whisperer // sends to the GM with the latest token; nil if there is none
	shown   shown
	told    asideTold
	next    *asideNote    // the note to send after the call in flight
	calling chan struct{} // closed when the call in flight has ended; nil if there is none
}

// shown is the private message that the GM can see now.
type shown struct {
	id   snowflake.Message
	way  discord.Whisperer // can edit and delete it
	turn engine.TurnID     // the turn it was sent in

	asks, offers bool // as in Told
}

// remember returns what is known about a channel and its GM. The caller holds t.mu.
func (t *asideTeller) remember(ch snowflake.Channel, gm snowflake.User) *memory {
	if m := t.channels[ch]; m != nil && m.gm == gm {
		return m
	}
	if t.channels == nil || len(t.channels) >= maxChannels {
		t.channels = map[snowflake.Channel]*memory{}
	}
	m := &memory{gm: gm}
	t.channels[ch] = m
	return m
}

// Keep remembers how to reach the GM of a channel's fight.
func (t *asideTeller) Keep(ch snowflake.Channel, gm snowflake.User, way discord.Whisperer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remember(ch, gm).way = way
}

// Forget forgets a channel whose fight is over.
func (t *asideTeller) Forget(ch snowflake.Channel) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.channels, ch)
}

// Told returns what a user has been told as the GM of a channel's fight. If a message is being sent, it waits for that.
func (t *asideTeller) Told(ctx context.Context, ch snowflake.Channel, user snowflake.User) asideTold {
	for {
		t.mu.Lock()
		m := t.channels[ch]
		if m == nil || m.gm != user || m.calling == nil {
			defer t.mu.Unlock()
			if m == nil || m.gm != user {
				return asideTold{}
			}
			told := m.told
			told.Asks, told.Offers = m.shown.asks, m.shown.offers
			return told
		}
		over := m.calling
		t.mu.Unlock()
		select {
		case <-over:
		case <-ctx.Done():
			return asideTold{}
		}
	}
}

// Open reports which buttons a message has that the GM can see: whether it asks what became of the fallen, and whether it offers to bring in
// planned waves.
func (t *asideTeller) Open(ch snowflake.Channel, gm snowflake.User) (asks, offers bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.channels[ch]
	if m == nil || m.gm != gm {
		return false, false
	}
	return m.shown.asks, m.shown.offers
}

// Read records what a reply has told the GM. A reply that lists the attacks of a turn replaces the private message.
func (t *asideTeller) Read(ch snowflake.Channel, gm snowflake.User, told asideTold) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.remember(ch, gm)
	listed := told.Turn != m.told.Turn
	m.told = told
	if old := m.shown; listed && old.id != "" {
		m.shown = shown{}
		go t.remove(old)
	}
}

// Tell starts to tell the GM, if the GM can be reached, and returns at once. If several notes are queued, only the last one is sent: each
// note contains everything that the GM has not read yet.
func (t *asideTeller) Tell(ch snowflake.Channel, n asideNote) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.remember(ch, n.GM)
	if m.next = &n; m.calling == nil {
		m.calling = make(chan struct{})
		go t.send(ch, m)
	}
}

// send sends the queued note.
func (t *asideTeller) send(ch snowflake.Channel, m *memory) {
	for {
		t.mu.Lock()
		n, way, old := m.next, m.way, m.shown
		if m.next = nil; n == nil || way == nil || !way.Live() {
			close(m.calling)
			m.calling = nil
			t.mu.Unlock()
			return
		}
		t.mu.Unlock()
		now, err := t.deliver(*n, way, old)
		t.mu.Lock()
		if m.shown = now; err == nil {
			m.told = n.Says
		}
		t.mu.Unlock()
		if err != nil {
			t.Log.Debug().Str("channel", string(ch)).Str("error", discord.Redact(err.Error())).Msg("could not tell a GM at once")
		}
	}
}

// deliver sends a note and deletes the previous message. If that is from the same turn and the GM has done nothing since, deliver edits it
// instead.
func (t *asideTeller) deliver(n asideNote, way discord.Whisperer, old shown) (shown, error) {
	now := shown{way: way, turn: n.Turn, asks: n.Says.Asks, offers: n.Says.Offers}
	if old.id != "" && old.turn == n.Turn && old.way == way {
		if err := t.call(func(ctx context.Context) error { return way.Edit(ctx, old.id, n.Message) }); err == nil {
			now.id = old.id
			return now, nil
		}
	}
	err := t.call(func(ctx context.Context) (err error) { now.id, err = way.Whisper(ctx, n.Message); return err })
	if err != nil {
		return old, err
	}
	t.remove(old)
	return now, nil
}

// remove deletes a message that has been replaced. If that fails, the message stays, which does no harm: its buttons belong to an earlier
// turn, or still work.
func (t *asideTeller) remove(old shown) {
	if old.id == "" || !old.way.Live() {
		return
	}
	if err := t.call(func(ctx context.Context) error { return old.way.Delete(ctx, old.id) }); err != nil {
		t.Log.Debug().Str("error", discord.Redact(err.Error())).Msg("could not delete an outdated private message")
	}
}

func (t *asideTeller) call(fn func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	return fn(ctx)
}
