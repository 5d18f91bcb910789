package publish

import (
	"slices"
	"sync"
	"time"

	"roundel/bot/words"
	"roundel/engine"
)

// memory is how many channels are remembered for comfort. When it is full everything is forgotten.
const memory = 4096

// Turns remembers when the reply that began a turn was ready to be sent: what arrived before that cannot have been meant
// for the turn (CO-10). Forgetting it makes the check coarser, never wrong. The zero value is ready for use.
type Turns struct {
	mu    sync.Mutex
	turns map[engine.ChannelID]shownTurn
}

type shownTurn struct {
	turn   engine.TurnID
	at     time.Time
	ended  []words.Ending // what ended as it began, for its announcement
	hidden bool           // the GM acts: what ended is told to those who have the next turn
}

// mostEndings is how much is kept while the GM acts.
const mostEndings = 50

// Began remembers what became of a channel's turn, s as everybody knows it.
func (t *Turns) Began(ch engine.ChannelID, s *engine.State, at time.Time, ended []words.Ending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil || len(t.turns) >= memory {
		t.turns = map[engine.ChannelID]shownTurn{}
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
	t.turns[ch] = shownTurn{s.Turn, at, ended, s.GMActs()}
}

// EndingsFor returns what is worth saying to those who have the turn in s, as far as it is remembered.
func (t *Turns) EndingsFor(ch engine.ChannelID, s *engine.State) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.turns[ch]
	if known.turn != s.Turn {
		return nil
	}
	var out []string
	for _, e := range known.ended {
		if c := s.Combatant(e.On); c != nil && s.IsActive(c.Unit) || s.IsActive(e.Unit) {
			out = append(out, e.Line)
		}
	}
	return out
}

// ShownAt returns when the reply that began a turn was ready; zero when that is not known.
func (t *Turns) ShownAt(ch engine.ChannelID, turn engine.TurnID) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.turns[ch]; known.turn == turn {
		return known.at
	}
	return time.Time{}
}
