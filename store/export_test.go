package store

import "context"

// Forget empties the cache, for the tests of package store_test.
func (s *Store) Forget() { cold(s) }

// Refold makes every stored state unreadable, as an upgrade that stores them differently would.
func (s *Store) Refold() error {
	return s.write(context.Background(), func(w *work) error {
		return w.exec(`UPDATE states SET data = '{"version":999}'`)
	})
}
