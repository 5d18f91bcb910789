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
