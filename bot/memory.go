package bot

import (
	"slices"
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
	turn   engine.TurnID
	at     time.Time
	ended  []ending // what ended as it began, for its announcement
	hidden bool     // the GM acts: what ended is told to those who have the next turn
}

// ending is an effect's end, or damage that fell by itself, in words.
type ending struct {
	on   engine.CombatantID
	unit engine.UnitID
	line string
}

// mostEndings is how much is kept while the GM acts.
const mostEndings = 50

// note remembers what became of a channel's turn, s as everybody knows it.
func (t *told) note(ch engine.ChannelID, s *engine.State, at time.Time, ended []ending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil || len(t.turns) >= memory {
		t.turns = map[engine.ChannelID]toldTurn{}
	}
	last := t.turns[ch]
	if last.turn == s.Turn && !s.GMActs() {
		return
	}
	if last.hidden {
		ended = append(slices.Clone(last.ended), ended...)
		ended = ended[max(0, len(ended)-mostEndings):]
	}
	if last.turn == s.Turn {
		at = last.at
	}
	t.turns[ch] = toldTurn{s.Turn, at, ended, s.GMActs()}
}

// about is what is worth saying to those who have the turn in s, as far as it is remembered.
func (t *told) about(ch engine.ChannelID, s *engine.State) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.turns[ch]
	if known.turn != s.Turn {
		return nil
	}
	var out []string
	for _, e := range known.ended {
		if c := s.Combatant(e.on); c != nil && s.IsActive(c.Unit) || s.IsActive(e.unit) {
			out = append(out, e.line)
		}
	}
	return out
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
