package engine

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"roundel/engine/dice"
)

// Decide works out what a command does, or refuses it (*[Error]). s is not changed; nil means that the channel has no
// encounter. rs is the ruleset in play; for [Start] the one asked for.
func Decide(s *State, rs *Ruleset, cmd Command, in Input) (Outcome, error) {
	_, start := cmd.(Start)
	if s == nil && !start {
		return Outcome{}, Refuse(NoEncounter, ReasonNoFight, Args{})
	}
	if s != nil && start {
		return Outcome{}, &Error{Code: NotNow, Reason: ReasonFightExists, Args: Args{Name: s.Name}, GM: s.GM}
	}
	d := &decider{rs: rs, in: in, viewer: ViewerOf(s, in.Actor)}
	if s != nil {
		d.s = s.Clone()
	} else {
		d.s = &State{}
	}
	if err := cmd.decide(d); err != nil {
		return Outcome{}, err
	}
	d.seeTurn()
	if s != nil && len(s.Notices) > 0 && len(d.events) > 0 && d.isGM() {
		d.emit(NoticesRead{})
	}
	return Outcome{s, d.events, d.s}, nil
}

// decider works a command out on a copy of the state: every event it emits is applied to the copy at once, so that
// later steps see what earlier ones did.
type decider struct {
	s      *State
	rs     *Ruleset
	in     Input
	events []Event
	viewer Viewer // the actor

	renewed []UnitID // units whose place is new for good: see renew
	assumed []string // stats that were not given to newcomers and are 0
}

func (d *decider) emit(e Event) {
	d.events = append(d.events, e)
	Apply(d.s, e)
}

// newID returns an ID for something new. What is hidden has IDs of its own, so that there are no gaps among the others.
func (d *decider) newID(hidden bool) int {
	if hidden {
		return max(d.s.LastHidden, hiddenIDs) + 1
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

func (d *decider) isGM() bool { return MayGM(d.s, d.in.Actor) }

func (d *decider) needGM() error {
	if d.isGM() {
		return nil
	}
	return d.notAllowed(ReasonGMOnly, Args{})
}

func (d *decider) notAllowed(reason Reason, args Args) error {
	return &Error{Code: NotAllowed, Reason: reason, Args: args, GM: d.s.GM}
}

// needOwner wants the GM or somebody who owns all of these, as far as the actor knows of them. Others are refused with the
// reason, ReasonNotYoursToChange or ReasonNotYoursToPlay.
func (d *decider) needOwner(reason Reason, who ...*Combatant) error {
	if d.isGM() {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(who), func(c *Combatant) bool { return !d.viewer.knows(c) })
	i := slices.IndexFunc(known, func(c *Combatant) bool { return !Owns(c, d.in.Actor) })
	if i < 0 && len(known) > 0 {
		return nil
	}
	if i < 0 {
		return d.notAllowed(ReasonGMOnly, Args{})
	}
	return d.notAllowed(reason, Args{Name: known[i].Name, Owned: known[i].Owner != ""})
}

// needPlayer wants the GM or somebody who owns at least one combatant, before names are looked up for them.
func (d *decider) needPlayer() error {
	if d.isGM() {
		return nil
	}
	for i := range d.s.Combatants {
		if Owns(&d.s.Combatants[i], d.in.Actor) {
			return nil
		}
	}
	return d.notAllowed(ReasonNotInFight, Args{})
}

// needOrder wants an encounter whose order is made and not suspended.
func (d *decider) needOrder() error {
	switch {
	case d.s.Phase == Setup:
		return Refuse(NotNow, ReasonNotRolled, Args{})
	case d.s.Paused:
		return Refuse(NotNow, ReasonPaused, Args{})
	}
	return nil
}

func (d *decider) notInRules(what Reason) error {
	return Refuse(NotInRules, what, Args{Ruleset: d.rs.Title})
}

func (c Start) decide(d *decider) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		name = "Fight"
	}
	if err := checkText(name, 80, ReasonFightName); err != nil {
		return err
	}
	if c.Group && !d.rs.GroupOption {
		return d.notInRules(ReasonNoGroup)
	}
	d.emit(EncounterStarted{Name: name, Ruleset: d.rs.Name, Group: c.Group, GM: d.in.Actor.User, Preferences: c.Preferences})
	return nil
}

// maxScene is the length of a scene in code points.
const maxScene = 1500

func (c Scene) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	text := strings.TrimSpace(c.Text)
	if text == "" || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxScene {
		return Refuse(Invalid, ReasonSceneLength, Args{Low: 1, High: maxScene})
	}
	d.emit(SceneSet{text})
	return nil
}

func (c Pause) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if err := d.needOrder(); err != nil {
		return err
	}
	d.emit(Paused{})
	return nil
}

func (c Resume) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if !d.s.Paused {
		return Refuse(NotNow, ReasonNotPaused, Args{})
	}
	d.emit(Resumed{})
	return nil
}

func (c End) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	d.emit(EncounterEnded{})
	return nil
}

// notAllowed reports whether an error is a refusal for lack of permission, which goes before all others.
func notAllowed(err error) bool {
	var refusal *Error
	return errors.As(err, &refusal) && refusal.Code == NotAllowed
}
