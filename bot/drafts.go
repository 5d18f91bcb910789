package bot

import "sync"

// mostDrafts is how many refused forms are remembered; when there are more, all are forgotten.
const mostDrafts = 4096

// formDrafts remembers what was typed into refused forms, so that nobody has to type it again. The zero value is ready for use.
type formDrafts struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

func (d *formDrafts) keep(id string, fields map[string]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= mostDrafts {
		d.forms = map[string]map[string]string{}
	}
	d.forms[id] = fields
}

// of returns what was typed into the form of an interaction, or nil once that is forgotten.
func (d *formDrafts) of(id string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms[id]
}
