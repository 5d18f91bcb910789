package bot

import "sync"

// mostDrafts is how many refused forms are remembered. When there are more, all are forgotten.
const mostDrafts = 4096

// typed remembers what was typed into a refused form, so that it need not be typed twice.
type typed struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

func (t *typed) keep(id string, fields map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.forms == nil || len(t.forms) >= mostDrafts {
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
