package dice

import (
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"sync"
)

// Roller gives the result of one die: uniform in 1..sides. sides is at least 1.
type Roller interface {
	Roll(sides int) int
}

// Fair is a Roller on ChaCha8, seeded from the system's cryptographic source (CO-7). It is safe for concurrent use.
type Fair struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewFair returns a freshly seeded Fair.
func NewFair() *Fair {
	var seed [32]byte
	if _, err := crand.Read(seed[:]); err != nil {
		panic(fmt.Sprintf("dice: no random seed: %v", err)) // crypto/rand never fails on a supported system
	}
	return &Fair{rng: rand.New(rand.NewChaCha8(seed))}
}

// Roll implements [Roller].
func (f *Fair) Roll(sides int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rng.IntN(sides) + 1
}

// Scripted is a Roller for tests: it gives the results it was given, in order, and panics when one does not fit its
// die or when there is none left.
type Scripted struct{ Results []int }

// Script returns a Scripted of these results.
func Script(results ...int) *Scripted { return &Scripted{Results: results} }

// Roll implements [Roller].
func (s *Scripted) Roll(sides int) int {
	if len(s.Results) == 0 {
		panic(fmt.Sprintf("dice: a d%d was rolled that the script does not have", sides))
	}
	n := s.Results[0]
	if n < 1 || n > sides {
		panic(fmt.Sprintf("dice: the script has %d for a d%d", n, sides))
	}
	s.Results = s.Results[1:]
	return n
}

// Seeded returns a Roller whose results follow from the seed alone, for simulations.
func Seeded(seed uint64) Roller { return &Fair{rng: rand.New(rand.NewPCG(seed, seed))} }
