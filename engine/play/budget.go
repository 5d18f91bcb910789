package play

import (
	"fmt"

	"roundel/engine/dice"
)

// Every command has a budget, whatever its fight and ruleset are like: an uploaded ruleset must neither occupy a processor nor fill the
// memory. Everything without a fixed limit draws on the budget: the steps of [fight.advance] and [fight.settleOpenTies], events, and dice. The
// limits on fights, formulas and dice notation bound the rest.
const (
	// MaxWork is the budget of one command: several times what the largest fight needs, used up in about a second.
	maxWork = 20_000_000
	// patience is the work after which the next unit gets its turn even if it loses it, so that the GM can take over from there (CO-12).
	patience = maxWork / 4
	// eventWork is the cost of an event. It bounds how much a command can add to the log.
	eventWork = 500
)

// Overrun is the error of a command that would never end, or has used up its budget. It means a bug in the engine, or a ruleset that should
// have been refused. The command changes nothing.
type Overrun struct {
	Stuck  bool // a step of the order changed nothing
	Events int  // how many the command had emitted
}

// Error returns what happened, for logs.
func (e *Overrun) Error() string {
	return fmt.Sprintf("turns: overrun: stuck=%t events=%d", e.Stuck, e.Events)
}

// catchOverrun turns the panic of an overrun into an error. It must be deferred.
func catchOverrun(err *error) {
	value := recover()
	if value == nil {
		return
	}
	over, is := value.(*Overrun)
	if !is {
		panic(value)
	}
	*err = over
}

// work draws on the budget. It panics with an [*Overrun] if the budget is used up.
func (f *fight) work(n int) {
	f.worked += n
	if f.worked > maxWork {
		panic(&Overrun{Events: len(f.Events)})
	}
}

// stepWork returns the cost of a step of the order, which looks at every place, effect, tie and token.
func (f *fight) stepWork() int {
	n := 10 + len(f.State.Units) + len(f.State.Further) + len(f.State.Combatants) + len(f.State.Effects) + len(f.State.Ties)
	if f.State.Bag != nil {
		n += len(f.State.Bag.Tokens)
	}
	return n
}

// counted is a roller whose dice draw on the budget.
type counted struct {
	dice.Roller
	f *fight
}

func (c counted) Roll(sides int) int {
	c.f.work(1)
	return c.Roller.Roll(sides)
}

// Of implements [dice.Counter].
func (c counted) Of(user string) dice.Roller { return counted{dice.Of(c.Roller, user), c.f} }

// Draw implements [dice.Counter].
func (c counted) Draw(n int) int {
	c.f.work(1)
	return dice.Draw(c.Roller, n)
}
