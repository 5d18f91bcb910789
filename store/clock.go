package store

import "time"

// UseClock has the store take the present time from now instead of the machine's clock. It is called before anything
// else, if at all.
func (s *Store) UseClock(now func() time.Time) { s.now = now }
