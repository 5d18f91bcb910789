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

// Counter is a Roller that counts what its dice show, by whose they are (CR-61).
type Counter interface {
	Roller
	// Of returns the roller for dice that are that user's.
	Of(user string) Roller
	// Draw returns one of 1 to n with equal probability that isn't a face of a die, such as the place of a card. It isn't counted.
	Draw(n int) int
}

// Of returns the roller for dice that are that user's: r itself, unless it is a [Counter].
func Of(r Roller, user string) Roller {
	if c, counts := r.(Counter); counts {
		return c.Of(user)
	}
	return r
}

// Draw returns one of 1 to n with equal probability that isn't a face of a die, such as the place of a card.
func Draw(r Roller, n int) int {
	if c, counts := r.(Counter); counts {
		return c.Draw(n)
	}
	return r.Roll(n)
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
