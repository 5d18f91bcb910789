package play

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Input is what a decision needs besides the state: who asks, the time, and dice.
type Input struct {
	Actor engine.Actor
	Now   time.Time     // also the start of any turn the command begins
	Turn  engine.TurnID // an unused ID, for the turn the command may begin
	Dice  dice.Roller
	// HiddenDice rolls for hidden combatants, so that they don't affect what visible ones roll. If nil, Dice is used.
	HiddenDice dice.Roller
}

// Decide returns what a command does, or refuses it with an [*engine.Error]. It never changes s; a nil s means that the channel has no fight.
// rs is the ruleset in play or, for [Start], the one asked for. A [*Overrun] means that the command exceeded its budget.
func Decide(s *engine.State, rs *ruleset.Ruleset, cmd Command, in Input) (out engine.Outcome, err error) {
	defer catchOverrun(&err)
	_, start := cmd.(Start)
	if s == nil && !start {
		return engine.Outcome{}, engine.Refuse(engine.NoEncounter, reason.NoFight, engine.Args{})
	}
	if s != nil && start {
		return engine.Outcome{}, &engine.Error{Code: engine.NotNow, Reason: reason.FightExists, Args: engine.Args{Name: s.Name}, GM: s.GM}
	}
	f := &fight{State: s.Clone(), Rules: rs, Now: in.Now, NextTurn: in.Turn, seenTurn: seenTurn(s)}
	f.Dice, f.HiddenDice = budgetDice{in.Dice, f}, budgetDice{cmp.Or(in.HiddenDice, in.Dice), f}
	d := &decider{fight: f, actor: in.Actor, viewer: view.ViewerOf(s, in.Actor)}
	if err := cmd.decide(d); err != nil {
		return engine.Outcome{}, err
	}
	d.commandDone(cmd, s)
	return engine.Outcome{Before: s, Events: d.Events, State: d.State}, nil
}

// decider carries out one command on a copy of the state.
type decider struct {
	*fight
	actor  engine.Actor
	viewer view.Viewer // of the actor

	assumedStats []string  // stats that newcomers weren't given, and so are 0
	hitDice      dice.Expr // rolled for newcomers' hit points; nil: none
}

// Command is something a user asks for. Each type that implements it corresponds to one command of the bot.
type Command interface {
	decide(d *decider) error
}

// fight is a fight that a command is changing. Each emitted event is applied to State at once, so that later steps see its effect.
type fight struct {
	State  *engine.State // the command's own copy
	Rules  *ruleset.Ruleset
	Events []engine.Event

	Now        time.Time     // also the start of any turn that begins
	NextTurn   engine.TurnID // an unused ID, for the turn that may begin
	Dice       dice.Roller
	HiddenDice dice.Roller // rolls for hidden combatants

	// Returning is what a newcomer rolled before it left the fight. Its next roll repeats it.
	Returning *engine.LeftRoll

	// TieDice holds the typed dice of roll-offs, by the names of units or sides: one result for each throw (CO-7).
	TieDice []engine.NamedRoll

	// Ahead holds what the GM typed for the next step, or nil.
	Ahead *ahead

	seenTurn engine.TurnID // the turn that others saw when the command came; 0: none

	slot        engine.UnitID   // the slot that the next turn takes (RS-27)
	newlyPlaced []engine.UnitID // see recordNewlyPlaced

	typed   []engine.NamedRoll     // cards typed for units that are about to be dealt theirs
	ending  []engine.UnitID        // units whose turns end at once
	arrived map[engine.UnitID]bool // units whose next ticks on the clock are already set
	failing []engine.CombatantID   // combatants whose checks have come due and fail without a roll
	dry     int                    // rounds begun since someone had a turn
	worked  int                    // see maxWork
}

// emit records an event and applies it.
func (f *fight) emit(e engine.Event) {
	f.work(eventWork)
	f.Events = append(f.Events, e)
	engine.Apply(f.State, e)
}

// newID returns an unused ID. Hidden things have a range of their own, so they leave no gaps among the visible IDs.
func (f *fight) newID(hidden bool) int {
	if hidden {
		return max(f.State.LastHidden, engine.HiddenIDs) + 1
	}
	return f.State.LastID + 1
}

// roller returns the dice for something hidden or something visible.
func (f *fight) roller(hidden bool) dice.Roller {
	if hidden {
		return f.HiddenDice
	}
	return f.Dice
}

// rollerFor returns the dice for a combatant's roll, which counts for its player or, if it has none, for the GM (CR-61). For rolls that the
// player may not see, use [fight.roller].
func (f *fight) rollerFor(c *engine.Combatant, hidden bool) dice.Roller {
	return dice.Of(f.roller(hidden), string(cmp.Or(c.Owner, f.State.GM)))
}

// unitRoller is rollerFor for a unit: the dice are its first member's.
func (f *fight) unitRoller(id engine.UnitID, hidden bool) dice.Roller {
	if members := f.State.Members(id); len(members) > 0 {
		return f.rollerFor(members[0], hidden)
	}
	return f.roller(hidden)
}

// filter returns a new list of the elements for which keep returns true.
func filter[E any](list []E, keep func(E) bool) []E {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !keep(e) })
}

// combatantIDs returns the IDs of combatants, in their order.
func combatantIDs(who []*engine.Combatant) []engine.CombatantID {
	out := make([]engine.CombatantID, len(who))
	for i, c := range who {
		out[i] = c.ID
	}
	return out
}

func unitIDs(units []*engine.Unit) []engine.UnitID {
	out := make([]engine.UnitID, len(units))
	for i, u := range units {
		out[i] = u.ID
	}
	return out
}

// rollFor rolls dice, or takes the typed result. It also returns the natural result: the sum of what the dice show (RS-14).
func rollFor(expr dice.Expr, typed *int, roller dice.Roller) (roll dice.Result, natural int) {
	_, number := formula.Split(expr)
	if typed != nil {
		return dice.Result{Expr: expr.String(), Total: *typed + number, Typed: true}, *typed
	}
	roll = expr.Roll(roller)
	return roll, roll.Total - number
}

// Every command has a budget, whatever its fight and ruleset are like: an uploaded ruleset must neither occupy a processor nor fill the
// memory. Everything without a fixed limit draws on the budget: the steps of [fight.advance] and [fight.settleOpenTies], events, and dice. The
// limits on fights, formulas and dice notation bound the rest.
const (
	// maxWork is the budget of one command: several times what the largest fight needs, used up in about a second.
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

// budgetDice is a roller whose dice draw on the budget.
type budgetDice struct {
	dice.Roller
	f *fight
}

func (c budgetDice) Roll(sides int) int {
	c.f.work(1)
	return c.Roller.Roll(sides)
}

// Of implements [dice.Counter].
func (c budgetDice) Of(user string) dice.Roller { return budgetDice{dice.Of(c.Roller, user), c.f} }

// Draw implements [dice.Counter].
func (c budgetDice) Draw(n int) int {
	c.f.work(1)
	return dice.Draw(c.Roller, n)
}
