package command

import (
	"time"

	"roundel/engine"
	"roundel/engine/dice"
)

// Input is what a decision needs besides the state: who asks, the time, and the dice.
type Input struct {
	Actor engine.Actor
	Now   time.Time     // also the start of any turn the command begins
	Turn  engine.TurnID // an unused ID, for the turn the command may begin
	Dice  dice.Roller
	// HiddenDice rolls for hidden combatants; if nil, Dice does. With separate dice, hidden combatants don't change what
	// the visible ones roll, so a test can compare a fight with and without them.
	HiddenDice dice.Roller
}

// Decide returns what a command does, or refuses it with an [*engine.Error]. It never changes s; a nil s means that the
// channel has no fight. rs is the ruleset in play, or for [Start] the one asked for.
func Decide(s *engine.State, rs *engine.Ruleset, cmd Command, in Input) (engine.Outcome, error) {
	_, start := cmd.(Start)
	if s == nil && !start {
		return engine.Outcome{}, engine.Refuse(engine.NoEncounter, engine.ReasonNoFight, engine.Args{})
	}
	if s != nil && start {
		return engine.Outcome{}, &engine.Error{Code: engine.NotNow, Reason: engine.ReasonFightExists, Args: engine.Args{Name: s.Name}, GM: s.GM}
	}
	d := &decider{rs: rs, in: in, viewer: engine.ViewerOf(s, in.Actor)}
	if s != nil {
		d.s = s.Clone()
	} else {
		d.s = &engine.State{}
	}
	if err := cmd.decide(d); err != nil {
		return engine.Outcome{}, err
	}
	d.updateHiddenTurn()
	d.noticeFallen()
	if s != nil && len(s.Notices) > 0 && len(d.events) > 0 && d.isGM() && !leavesNotices(cmd) {
		d.emit(engine.NoticesRead{})
	}
	return engine.Outcome{Before: s, Events: d.events, State: d.s}, nil
}

// leavesNotices reports whether a command comes from the GM's private messages, where there is no room for notices.
func leavesNotices(cmd Command) bool {
	switch cmd.(type) {
	case Note, PingGM, PickDown:
		return true
	}
	return false
}

// decider carries out one command on a copy of the state. Each event it emits is applied to the copy at once, so later
// steps see the effect of earlier ones.
type decider struct {
	s      *engine.State
	rs     *engine.Ruleset
	in     Input
	events []engine.Event
	viewer engine.Viewer // the actor

	newlyPlaced  []engine.UnitID // see markNewlyPlaced
	assumedStats []string        // stats that weren't given to newcomers, and so are 0

	returning *engine.LeftRoll // what the newcomer rolled before it left the fight
}

// emit records an event and applies it.
func (d *decider) emit(e engine.Event) {
	d.events = append(d.events, e)
	engine.Apply(d.s, e)
}

// newID returns an unused ID. Hidden things have a range of their own, so they leave no gaps among the visible IDs.
func (d *decider) newID(hidden bool) int {
	if hidden {
		return max(d.s.LastHidden, engine.HiddenIDs) + 1
	}
	return d.s.LastID + 1
}

// roller returns the dice to use for something hidden or something visible.
func (d *decider) roller(hidden bool) dice.Roller {
	if hidden && d.in.HiddenDice != nil {
		return d.in.HiddenDice
	}
	return d.in.Dice
}

// Command is something a user asks for. Each type in this package that implements it corresponds to one command of the
// bot.
type Command interface {
	decide(d *decider) error
}
