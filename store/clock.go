package store

import "time"

// UseClock makes the store take the current time from now instead of the machine's clock. Call it before any other
// method.
func (s *Store) UseClock(now func() time.Time) { s.now = now }
