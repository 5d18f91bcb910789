package menu

import "sync"

// maxDrafts is the maximum number of drafts; when it is reached, all are dropped.
const maxDrafts = 4096

// Drafts keeps the contents of forms that were refused, so that no one has to type them again. The zero value is ready to
// use.
type Drafts struct {
	mu    sync.Mutex
	forms map[string]map[string]string
}

// Keep keeps the contents of a form under an ID.
func (d *Drafts) Keep(id string, fields map[string]string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forms == nil || len(d.forms) >= maxDrafts {
		d.forms = map[string]map[string]string{}
	}
	d.forms[id] = fields
}

// Of returns the contents of the form with an ID, or nil if they were dropped.
func (d *Drafts) Of(id string) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.forms[id]
}
