package command

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine"
	"roundel/engine/dice"
)

// Decide works out what a command does, or refuses it (*[Error]). s is not changed; nil means that the channel has no
// encounter. rs is the ruleset in play; for [Start] the one asked for.
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
	if s != nil && len(s.Notices) > 0 && len(d.events) > 0 && d.isGM() {
		d.emit(engine.NoticesRead{})
	}
	return engine.Outcome{Before: s, Events: d.events, State: d.s}, nil
}

// decider works a command out on a copy of the state: every event it emits is applied to the copy at once, so that
// later steps see what earlier ones did.
type decider struct {
	s      *engine.State
	rs     *engine.Ruleset
	in     Input
	events []engine.Event
	viewer engine.Viewer // the actor

	newlyPlaced  []engine.UnitID // units whose place is new for good: see renew
	assumedStats []string        // stats that were not given to newcomers and are 0
}

func (d *decider) emit(e engine.Event) {
	d.events = append(d.events, e)
	engine.Apply(d.s, e)
}

// newID returns an ID for something new. What is hidden has IDs of its own, so that there are no gaps among the others.
func (d *decider) newID(hidden bool) int {
	if hidden {
		return max(d.s.LastHidden, engine.HiddenIDs) + 1
	}
	return d.s.LastID + 1
}

// roller returns the dice for something hidden, or for everything else.
func (d *decider) roller(hidden bool) dice.Roller {
	if hidden && d.in.HiddenDice != nil {
		return d.in.HiddenDice
	}
	return d.in.Dice
}

func (d *decider) isGM() bool { return engine.MayGM(d.s, d.in.Actor) }

func (d *decider) requireGM() error {
	if d.isGM() {
		return nil
	}
	return d.notAllowed(engine.ReasonGMOnly, engine.Args{})
}

func (d *decider) notAllowed(reason engine.Reason, args engine.Args) error {
	return &engine.Error{Code: engine.NotAllowed, Reason: reason, Args: args, GM: d.s.GM}
}

// needOwner wants the GM or somebody who owns all of these, as far as the actor knows of them. Others are refused with the
// reason, ReasonNotYoursToChange or ReasonNotYoursToPlay.
func (d *decider) requireOwner(reason engine.Reason, who ...*engine.Combatant) error {
	if d.isGM() {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(who), func(c *engine.Combatant) bool { return !d.viewer.Knows(c) })
	i := slices.IndexFunc(known, func(c *engine.Combatant) bool { return !engine.Owns(c, d.in.Actor) })
	if i < 0 && len(known) > 0 {
		return nil
	}
	if i < 0 {
		return d.notAllowed(engine.ReasonGMOnly, engine.Args{})
	}
	return d.notAllowed(reason, engine.Args{Name: known[i].Name, Owned: known[i].Owner != ""})
}

// needPlayer wants the GM or somebody who owns at least one combatant, before names are looked up for them.
func (d *decider) requirePlayer() error {
	if d.isGM() {
		return nil
	}
	for i := range d.s.Combatants {
		if engine.Owns(&d.s.Combatants[i], d.in.Actor) {
			return nil
		}
	}
	return d.notAllowed(engine.ReasonNotInFight, engine.Args{})
}

// needOrder wants an encounter whose order is made and not suspended.
func (d *decider) requireOrder() error {
	switch {
	case d.s.Phase == engine.Setup:
		return engine.Refuse(engine.NotNow, engine.ReasonNotRolled, engine.Args{})
	case d.s.Paused:
		return engine.Refuse(engine.NotNow, engine.ReasonPaused, engine.Args{})
	}
	return nil
}

func (d *decider) notInRules(what engine.Reason) error {
	return engine.Refuse(engine.NotInRules, what, engine.Args{Ruleset: d.rs.Title})
}

func (c Start) decide(d *decider) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		name = "Fight"
	}
	if err := checkText(name, 80, engine.ReasonFightName); err != nil {
		return err
	}
	if c.Group && !d.rs.GroupOption {
		return d.notInRules(engine.ReasonNoGroup)
	}
	d.emit(engine.EncounterStarted{Name: name, Ruleset: d.rs.Name, Group: c.Group, GM: d.in.Actor.User, Preferences: c.Preferences})
	return nil
}

// maxScene is the length of a scene in code points.
const maxScene = 1500

func (c Scene) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	text := strings.TrimSpace(c.Text)
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxScene {
		return engine.Refuse(engine.Invalid, engine.ReasonSceneLength, engine.Args{Low: 1, High: maxScene})
	}
	d.emit(engine.SceneSet{Text: text})
	return nil
}

func (c Pause) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if err := d.requireOrder(); err != nil {
		return err
	}
	d.emit(engine.Paused{})
	return nil
}

func (c Resume) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	if !d.s.Paused {
		return engine.Refuse(engine.NotNow, engine.ReasonNotPaused, engine.Args{})
	}
	d.emit(engine.Resumed{})
	return nil
}

func (c End) decide(d *decider) error {
	if err := d.requireGM(); err != nil {
		return err
	}
	d.emit(engine.EncounterEnded{})
	return nil
}

// isNotAllowed reports whether an error is a refusal for lack of permission, which goes before all others.
func isNotAllowed(err error) bool {
	var refusal *engine.Error
	return errors.As(err, &refusal) && refusal.Code == engine.NotAllowed
}
