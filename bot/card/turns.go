package card

import (
	"slices"
	"sync"
	"time"

	"roundel/bot/words"
	"roundel/engine"
	"roundel/snowflake"
)

// cacheSize is the maximum size of [Turns] and [Members]; when one overflows, it is cleared.
const cacheSize = 4096

// Turns remembers when the reply that began each channel's turn was ready to be sent: a command that arrived before that
// cannot have been meant for the turn (CO-10). If an entry is lost, the check is less precise but never wrong. The zero value
// is ready for use.
type Turns struct {
	mu    sync.Mutex
	turns map[snowflake.Channel]turn
}

type turn struct {
	id     engine.TurnID
	at     time.Time
	ended  []words.Ending // what ended when it began and hasn't been announced yet
	hidden bool           // the GM acts; the next players to act are told what ended
}

// maxEndings is the maximum number of endings kept while the GM acts.
const maxEndings = 50

// Began remembers that a channel's turn began, and what ended then and hasn't been announced yet. s is the state as everyone
// knows it.
func (t *Turns) Began(ch snowflake.Channel, s *engine.State, at time.Time, ended []words.Ending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil || len(t.turns) >= cacheSize {
		t.turns = map[snowflake.Channel]turn{}
	}
	last := t.turns[ch]
	if last.id == s.Turn && !s.GMActs() {
		return
	}
	if last.hidden {
		ended = append(slices.Clone(last.ended), ended...)
		ended = ended[max(0, len(ended)-maxEndings):]
	}
	if last.id == s.Turn {
		at = last.at
	}
	t.turns[ch] = turn{s.Turn, at, ended, s.GMActs()}
}

// endingsFor returns the lines about what ended for the combatants whose turn it is in s.
func (t *Turns) endingsFor(ch snowflake.Channel, s *engine.State) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.turns[ch]
	if last.id != s.Turn {
		return nil
	}
	var out []string
	for _, e := range last.ended {
		if c := s.Combatant(e.On); c != nil && s.IsActive(c.Unit) || s.IsActive(e.Unit) {
			out = append(out, e.Line)
		}
	}
	return out
}

// ShownAt returns when the reply that began a turn was ready, or the zero time if that is not known.
func (t *Turns) ShownAt(ch snowflake.Channel, id engine.TurnID) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last := t.turns[ch]; last.id == id {
		return last.at
	}
	return time.Time{}
}
