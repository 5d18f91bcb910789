package bot

import (
	"testing"

	"roundel/internal/storetest"
)

// TestMemStoreKeepsTheContract checks that the store of these tests plays fights as the real one does.
func TestMemStoreKeepsTheContract(t *testing.T) {
	storetest.TestFights(t, func(testing.TB) storetest.Fights { return newMemStore() })
}
