package bot

import (
	"sync"
	"time"

	"roundel/engine"
)

// memory is how many channels or forms are remembered for comfort. When it is full everything is forgotten.
const memory = 4096

// told remembers when the reply that began a turn was ready to be sent: what arrived before that cannot have been
// meant for the turn (CO-10). Forgetting it makes the check coarser, never wrong.
type told struct {
	mu    sync.Mutex
	turns map[engine.ChannelID]toldTurn
}

type toldTurn struct {
	turn  engine.TurnID
	at    time.Time
	lines []string // what ended on those who have the turn, for its announcement
}

func (t *told) note(ch engine.ChannelID, turn engine.TurnID, at time.Time, lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil || len(t.turns) >= memory {
		t.turns = map[engine.ChannelID]toldTurn{}
	}
	t.turns[ch] = toldTurn{turn, at, lines}
}

// about is what is worth saying to those who have the turn, as far as it is remembered.
func (t *told) about(ch engine.ChannelID, turn engine.TurnID) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.turns[ch]; known.turn == turn {
		return known.lines
	}
	return nil
}

// when is zero where it is not known.
func (t *told) when(ch engine.ChannelID, turn engine.TurnID) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.turns[ch]; known.turn == turn {
		return known.at
	}
	return time.Time{}
}

// typed remembers what was typed into a refused form, so that it need not be typed twice.
type typed struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

func (t *typed) keep(id string, fields map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.forms == nil || len(t.forms) >= memory {
		t.forms = map[string]map[string]string{}
	}
	t.forms[id] = fields
}

// of returns what was typed, or nil when it is forgotten.
func (t *typed) of(id string) map[string]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.forms[id]
}

// For so long it is remembered that somebody was in the server: about a turn. And that somebody was not, or that nobody
// could tell.
const (
	keepPresent = 10 * time.Second
	keepCompany = 5 * time.Minute
)

// company remembers which users Discord said are in the server of a channel, or are not. Forgetting costs a question.
type company struct {
	mu   sync.Mutex
	seen map[asker]sighting
}

type sighting struct {
	at   time.Time
	keep time.Duration
	left bool
}

func (c *company) note(ch engine.ChannelID, user engine.UserID, saw sighting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil || len(c.seen) >= memory {
		c.seen = map[asker]sighting{}
	}
	c.seen[asker{ch, user}] = saw
}

// spoke forgets that a user had left who asks for something.
func (c *company) spoke(ch engine.ChannelID, user engine.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if who := (asker{ch, user}); c.seen[who].left {
		delete(c.seen, who)
	}
}

// left tells whether a user is not in the server any more; known is false when that is to be asked.
func (c *company) left(ch engine.ChannelID, user engine.UserID, now time.Time) (left, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last, known := c.seen[asker{ch, user}]
	return last.left, known && now.Sub(last.at).Abs() < last.keep
}
