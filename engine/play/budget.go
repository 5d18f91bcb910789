package play

import (
	"fmt"

	"roundel/engine/dice"
)

// A command has a budget, whatever its fight and its ruleset are like: a file that somebody has uploaded must neither occupy a processor nor
// fill the memory. Everything that can go on for long draws on it: the steps of [Fight.Advance] and [Fight.SettleOpenTies], the events, and
// the dice. Whatever else the engine does for a command is bounded by the limits on fights, formulas and dice notation.
const (
	// MaxWork is the budget of one command. It is several times what the largest fight needs, and is used up in about a second.
	MaxWork = 20_000_000
	// patience is the work after which the next unit gets its turn even if it loses it, so that the GM can go on from there (CO-12).
	patience = MaxWork / 4
	// eventWork is the cost of an event. It bounds how much a command can add to the log.
	eventWork = 500
)

// Overrun is the error of a command that would never end, or that has used up its budget. It is a fault of the engine, or of a
// ruleset that should have been refused. The command changes nothing.
type Overrun struct {
	Stuck  bool // a step of the order has changed nothing
	Events int  // of the command, until then
}

// Error returns what happened, for logs.
func (e *Overrun) Error() string {
	return fmt.Sprintf("turns: overrun: stuck=%t events=%d", e.Stuck, e.Events)
}

// CatchOverrun turns the panic of a command that overruns into its error. It must be deferred.
func CatchOverrun(err *error) {
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

// work draws on the budget. It panics with an [*Overrun] if that is used up.
func (f *Fight) work(n int) {
	f.worked += n
	if f.worked > MaxWork {
		panic(&Overrun{Events: len(f.Events)})
	}
}

// stepWork returns the cost of a step of the order, which looks at every place, effect, tie and token.
func (f *Fight) stepWork() int {
	n := 10 + len(f.State.Units) + len(f.State.Further) + len(f.State.Combatants) + len(f.State.Effects) + len(f.State.Ties)
	if f.State.Bag != nil {
		n += len(f.State.Bag.Tokens)
	}
	return n
}

// counted is a roller whose dice draw on a budget.
type counted struct {
	dice.Roller
	f *Fight
}

func (c counted) Roll(sides int) int {
	c.f.work(1)
	return c.Roller.Roll(sides)
}

// CountDice makes all dice draw on the budget.
func (f *Fight) CountDice() {
	f.Dice = counted{f.Dice, f}
	if f.HiddenDice != nil {
		f.HiddenDice = counted{f.HiddenDice, f}
	}
}
