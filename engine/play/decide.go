package play

import (
	"time"

	"roundel/engine"
	"roundel/engine/dice"
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
	defer CatchOverrun(&err)
	_, start := cmd.(Start)
	if s == nil && !start {
		return engine.Outcome{}, engine.Refuse(engine.NoEncounter, reason.NoFight, engine.Args{})
	}
	if s != nil && start {
		return engine.Outcome{}, &engine.Error{Code: engine.NotNow, Reason: reason.FightExists, Args: engine.Args{Name: s.Name}, GM: s.GM}
	}
	state := s.Clone()
	d := &decider{
		Fight: &Fight{State: state, Rules: rs, Now: in.Now, NextTurn: in.Turn, Dice: in.Dice, HiddenDice: in.HiddenDice},
		actor: in.Actor, viewer: view.ViewerOf(s, in.Actor),
	}
	d.seenTurn = seenTurn(state)
	d.CountDice()
	if err := cmd.decide(d); err != nil {
		return engine.Outcome{}, err
	}
	d.commandDone(cmd, s)
	return engine.Outcome{Before: s, Events: d.Events, State: d.State}, nil
}

// decider carries out one command on a copy of the state.
type decider struct {
	*Fight
	actor  engine.Actor
	viewer view.Viewer // of the actor

	assumedStats []string  // stats that newcomers weren't given, and so are 0
	hitDice      dice.Expr // rolled for newcomers' hit points; nil: none
}

// Command is something a user asks for. Each type that implements it corresponds to one command of the bot.
type Command interface {
	decide(d *decider) error
}

// roster returns the names in the fight as it is now.
func (d *decider) roster() Roster { return Roster{State: d.State, Rules: d.Rules} }
