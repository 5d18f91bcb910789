package dice

import (
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"sync"
)

// Roller rolls dice.
type Roller interface {
	// Roll returns the result of one die with this many sides: 1 to sides, each equally likely if
	// the Roller is fair. sides must be at least 1.
	Roll(sides int) int
}

// Fair is a Roller based on ChaCha8, seeded from the operating system's cryptographic random source (CO-7). Create one with
// [NewFair]. It is safe for concurrent use.
type Fair struct {
	mu  sync.Mutex
	rng *rand.Rand
}

// NewFair returns a Fair with a new random seed.
func NewFair() *Fair {
	var seed [32]byte
	if _, err := crand.Read(seed[:]); err != nil {
		panic(fmt.Sprintf("dice: no random seed: %v", err)) // crypto/rand never fails on a supported system
	}
	return &Fair{rng: rand.New(rand.NewChaCha8(seed))}
}

// Roll returns a random number from 1 to sides. It implements [Roller].
func (f *Fair) Roll(sides int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rng.IntN(sides) + 1
}

// Scripted is a Roller for tests. It returns Results in order, and panics if one is impossible for its die or none are left.
type Scripted struct{ Results []int }

// Script returns a Scripted with these results.
func Script(results ...int) *Scripted { return &Scripted{Results: results} }

// Roll returns the next scripted result and removes it. It implements [Roller].
func (s *Scripted) Roll(sides int) int {
	if len(s.Results) == 0 {
		panic(fmt.Sprintf("dice: a d%d was rolled, but the script is used up", sides))
	}
	n := s.Results[0]
	if n < 1 || n > sides {
		panic(fmt.Sprintf("dice: the script says %d, but the die is a d%d", n, sides))
	}
	s.Results = s.Results[1:]
	return n
}

// Seeded returns a Roller whose results depend only on the seed, for simulations and tests. It is safe for concurrent use.
func Seeded(seed uint64) Roller { return &Fair{rng: rand.New(rand.NewPCG(seed, seed))} }
