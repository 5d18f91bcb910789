package bot

import "sync"

// maxDrafts is the maximum number of drafts; when it is reached, all are dropped.
const maxDrafts = 4096

// formDrafts keeps the contents of forms that were refused, so that no one has to type them again. The zero value is ready to
// use.
type formDrafts struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

func (d *formDrafts) keep(id string, fields map[string]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= maxDrafts {
		d.forms = map[string]map[string]string{}
	}
	d.forms[id] = fields
}

// of returns the contents of the form that an interaction submitted, or nil if they were dropped.
func (d *formDrafts) of(id string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms[id]
}
