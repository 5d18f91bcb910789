package claimstest

import (
	"context"
	"errors"
	"sync"
	"time"

	"roundel/claims"
)

// silence is how long a member may be silent before others may take what it has claimed.
const silence = 8 * time.Second

// ErrCut is the error that a member gets while it is cut off.
var ErrCut = errors.New("claimstest: cut off")

// Shared is what several members claim from. Use [New].
type Shared struct {
	mu      sync.Mutex
	members map[*Member]bool
	held    map[thing]*Member
	next    map[int]time.Time // when a bucket is free again
	taken   map[thing]int
}

// thing is something that can be claimed.
type thing struct {
	kind claims.Kind
	key  int64
}

// New returns a Shared that has no members yet.
func New() *Shared {
	return &Shared{members: map[*Member]bool{}, held: map[thing]*Member{}, next: map[int]time.Time{}, taken: map[thing]int{}}
}

// Member is the claims of one process.
type Member struct {
	shared  *Shared
	lost    chan struct{}
	cut     bool
	leaving bool
	count   int       // members when this one last knew
	beaten  time.Time // when it last said that it is alive
}

var (
	_ claims.Claims = (*Member)(nil)
	_ claims.Leaver = (*Member)(nil)
)

// Join returns the claims of one more process.
func (s *Shared) Join() *Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &Member{shared: s, lost: make(chan struct{}), beaten: time.Now()}
	s.members[m] = true
	return m
}

// Holder returns the member that has claimed something, or nil.
func (s *Shared) Holder(kind claims.Kind, key int64) *Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[thing{kind, key}]
}

// Taken returns how often something has been claimed by a member that did not have it.
func (s *Shared) Taken(kind claims.Kind, key int64) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken[thing{kind, key}]
}

// Count returns how many things of a kind the member has claimed.
func (m *Member) Count(kind claims.Kind) int {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	n := 0
	for what, who := range m.shared.held {
		if who == m && what.kind == kind {
			n++
		}
	}
	return n
}

// Free frees something without telling the process that has it, which may notice much later.
func (s *Shared) Free(kind claims.Kind, key int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, thing{kind, key})
}

// Beaten returns when the member last said that it is alive.
func (m *Member) Beaten() time.Time {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	return m.beaten
}

// Lose cuts the member off: it loses all it has claimed, and can claim nothing until [Member.Return].
func (m *Member) Lose() {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	m.lose()
	m.cut = true
}

// lose frees what the member has claimed. The lock must be held.
func (m *Member) lose() {
	if !m.shared.members[m] {
		return
	}
	m.count = m.shared.alive()
	delete(m.shared.members, m)
	m.free()
	close(m.lost)
}

// free frees what the member has claimed. The lock must be held.
func (m *Member) free() {
	for what, who := range m.shared.held {
		if who == m {
			delete(m.shared.held, what)
		}
	}
}

// Return undoes [Member.Lose]: the member can claim things again.
func (m *Member) Return() {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if !m.shared.members[m] {
		m.cut, m.lost, m.beaten = false, make(chan struct{}), time.Now()
		m.shared.members[m] = true
	}
}

// Leave makes the member no longer count in Members. It keeps what it has claimed.
func (m *Member) Leave() {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	m.leaving = true
}

// End ends the member, as the end of its process does.
func (m *Member) End() {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	m.cut = true
	delete(m.shared.members, m)
	m.free()
}

// Try claims something.
func (m *Member) Try(ctx context.Context, kind claims.Kind, key int64) (bool, error) {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if m.cut || !m.shared.members[m] {
		return false, ErrCut
	}
	what := thing{kind, key}
	if who := m.shared.held[what]; who != nil && who != m {
		if time.Since(who.beaten) < silence {
			return false, nil
		}
		who.lose()
		who.cut = true
	}
	if m.shared.held[what] == nil {
		m.shared.taken[what]++
	}
	m.shared.held[what] = m
	return true, nil
}

// Release gives something back.
func (m *Member) Release(kind claims.Kind, key int64) {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if what := (thing{kind, key}); m.shared.held[what] == m {
		delete(m.shared.held, what)
	}
}

// Lost returns a channel that is closed when the member loses what it has claimed.
func (m *Member) Lost() <-chan struct{} {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	return m.lost
}

// Members returns how many members this one knows of.
func (m *Member) Members() int {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	if m.shared.members[m] {
		m.count = m.shared.alive()
	}
	return max(m.count, 1)
}

// alive returns the number of members that are not leaving. The lock must be held.
func (s *Shared) alive() (n int) {
	for m := range s.members {
		if !m.leaving {
			n++
		}
	}
	return n
}

// Beat says that the member is alive.
func (m *Member) Beat() {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	m.beaten = time.Now()
}

// Identify waits until the last IDENTIFY of all members in the bucket is long enough ago.
func (m *Member) Identify(ctx context.Context, bucket int, every time.Duration) error {
	for {
		m.shared.mu.Lock()
		if m.cut {
			m.shared.mu.Unlock()
			return ErrCut
		}
		pause := time.Until(m.shared.next[bucket])
		if pause <= 0 {
			m.shared.next[bucket] = time.Now().Add(every)
			m.shared.mu.Unlock()
			return nil
		}
		m.shared.mu.Unlock()
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}
