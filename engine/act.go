package engine

import (
	"fmt"
	"slices"
	"strings"
)

// ActionType is one of the actions of a turn (CS-6, RI-6).
type ActionType string

// The types of actions.
const (
	MainAction    ActionType = "main"
	MoveAction    ActionType = "move"
	OnTurnAction  ActionType = "on-turn"
	InstantAction ActionType = "instant"
)

// maxReserved is how many ticks can be held back for reactions (FT-6).
const maxReserved = 2

// performer is the combatant a command of /act or /attack is for: the one named, else the actor's active one, else the
// actor's only one. Who may not ask is told so first, then that the ruleset has no such thing, then what is unclear.
func (d *decider) performer(name string, has bool, what string) (*Combatant, error) {
	if err := d.needPlayer(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(name) != "" {
		f, err := d.find(name)
		if err != nil {
			return nil, err
		}
		if err := d.needOwner(f.who...); err != nil {
			return nil, err
		}
		if !has {
			return nil, d.notInRules(what)
		}
		if len(f.who) > 1 {
			return nil, Refuse(Invalid, "%s are several; say which one it is.", strings.TrimSpace(name))
		}
		return f.who[0], nil
	}
	if !has {
		return nil, d.notInRules(what)
	}
	own := d.s.ActiveMembers()
	mine := slices.DeleteFunc(slices.Clone(own), func(c *Combatant) bool { return !Owns(c, d.in.Actor) })
	if len(mine) > 0 || !d.isGM() {
		own = mine
	}
	if len(own) == 0 {
		for i := range d.s.Combatants {
			if c := &d.s.Combatants[i]; Owns(c, d.in.Actor) {
				own = append(own, c)
			}
		}
	}
	if len(own) != 1 {
		return nil, Refuse(Invalid, "Say who does it: add the option who, as /init list shows the names.")
	}
	return own[0], nil
}

// needTurn wants it to be the combatant's turn.
func (d *decider) needTurn(c *Combatant) error {
	if err := d.needOrder(); err != nil {
		return err
	}
	if c.Surprised && d.rs.Surprise == RollsLate && d.s.Round == 1 {
		return Refuse(NotNow, "%s is surprised and takes only instant actions until round 2; give the type instant, or wait.", c.Name)
	}
	if !slices.Contains(d.s.ActiveMembers(), c) {
		return Refuse(NotNow, "It is not the turn of %s; %s.", c.Name, d.whose())
	}
	return nil
}

func activityName(text string) (string, error) {
	text = strings.TrimSpace(text)
	return text, checkText(text, 80, "An activity")
}

func (c Do) decide(d *decider) error {
	m, err := d.performer(c.Who, true, "")
	if err != nil {
		return err
	}
	name, err := activityName(c.Activity)
	if err != nil {
		return err
	}
	e := Acted{Combatant: m.ID, Activity: name}
	if c.Once {
		if !d.rs.Once {
			return d.notInRules("An ability that works once per scene")
		}
		e.Once = true
	}
	if slices.Contains(m.Once, strings.ToLower(name)) {
		return Refuse(NotNow, "%s has used %s, which works once per scene; choose another activity.", m.Name, name)
	}
	switch d.rs.Budget {
	case Ticks:
		err = c.ticks(d, m, &e)
	case Actions:
		err = c.action(d, m, &e)
	default:
		err = c.plain(d, m)
	}
	if err != nil {
		return err
	}
	d.emit(e)
	return nil
}

// plain is an activity where nothing is counted (ST-13).
func (c Do) plain(d *decider, m *Combatant) error {
	if c.Ticks != nil {
		return d.notInRules("Counting ticks")
	}
	if c.Type != "" {
		return d.notInRules("A type of action")
	}
	return d.needTurn(m)
}

// ticks spends ticks on an activity, predefined or improvised (FT-5).
func (c Do) ticks(d *decider, m *Combatant, e *Acted) error {
	if c.Type != "" {
		return d.notInRules("A type of action")
	}
	if err := d.needTurn(m); err != nil {
		return err
	}
	cost, known := d.s.Activities[strings.ToLower(e.Activity)]
	if c.Ticks != nil {
		cost, known = *c.Ticks, true
	}
	if !known {
		return Refuse(Invalid, "%q is no predefined activity; give its cost in the option ticks.", e.Activity)
	}
	if cost < 0 || cost > 20 {
		return Refuse(Invalid, "An activity costs 0 to 20 ticks; correct the option ticks.")
	}
	left := d.s.TicksLeft(m)
	if cost > left {
		return Refuse(NotNow, "%s has %s left, and %s costs %d; choose something that takes less.", m.Name, countTicks(left), e.Activity, cost)
	}
	e.Ticks, e.Left = cost, left-cost
	return nil
}

func countTicks(n int) string {
	if n == 1 {
		return "1 tick"
	}
	return fmt.Sprintf("%d ticks", n)
}

// action uses an action of the turn; Instant ones are free at any time (CS-6).
func (c Do) action(d *decider, m *Combatant, e *Acted) error {
	if c.Ticks != nil {
		return d.notInRules("Counting ticks")
	}
	e.Type = ActionType(strings.ToLower(strings.TrimSpace(c.Type)))
	if e.Type == "" {
		e.Type = MainAction
	}
	switch e.Type {
	case InstantAction:
		return d.needOrder()
	case MainAction, MoveAction, OnTurnAction:
	default:
		return Refuse(Invalid, "%q is no type of action; it is main, move, on-turn or instant.", c.Type)
	}
	if err := d.needTurn(m); err != nil {
		return err
	}
	switch e.Type {
	case MainAction:
		e.Main = true
		return d.needMain(m)
	case MoveAction:
		return d.useMove(m, e)
	}
	return nil
}

// needMain wants the main action to be unused.
func (d *decider) needMain(m *Combatant) error {
	if m.Main {
		return Refuse(NotNow, "%s has used the main action of this turn; on-turn and instant actions are left.", m.Name)
	}
	return nil
}

// useMove uses the move action, or the main action for a second move (RI-6).
func (d *decider) useMove(m *Combatant, e *Acted) error {
	e.Move = true
	if m.Moves == 0 {
		return nil
	}
	if m.Main || m.Moves > 1 {
		return Refuse(NotNow, "%s has no move left in this turn; a second one takes the main action's place.", m.Name)
	}
	e.Main = true
	return nil
}

func (c Reserve) decide(d *decider) error {
	m, err := d.performer(c.Who, d.rs.Budget == Ticks, "Reserving ticks")
	if err != nil {
		return err
	}
	if err := d.needTurn(m); err != nil {
		return err
	}
	left := d.s.TicksLeft(m)
	switch {
	case c.Ticks < 1 || m.Reserved+c.Ticks > maxReserved:
		return Refuse(Invalid, "Up to %d ticks can be reserved, and %s has reserved %d; give less.", maxReserved, m.Name, m.Reserved)
	case c.Ticks > left:
		return Refuse(NotNow, "%s has %s left to reserve; give less.", m.Name, countTicks(left))
	}
	d.emit(TicksReserved{m.ID, m.Reserved + c.Ticks, left - c.Ticks})
	return nil
}

func (c React) decide(d *decider) error {
	m, err := d.performer(c.Who, d.rs.Reactions, "A reaction")
	if err != nil {
		return err
	}
	if err := d.needOrder(); err != nil {
		return err
	}
	name, err := activityName(c.Activity)
	if err != nil {
		return err
	}
	if err := d.mayReact(m); err != nil {
		return err
	}
	e := Acted{Combatant: m.ID, Activity: name, Reaction: true}
	if d.rs.Budget == Ticks {
		if slices.Contains(d.s.ActiveMembers(), m) {
			return Refuse(NotNow, "It is the turn of %s itself; /act do spends its ticks.", m.Name)
		}
		if m.Reserved == 0 {
			return Refuse(NotNow, "%s has no tick reserved for a reaction; /act reserve does that in its own turn.", m.Name)
		}
		e.Ticks, e.Left = 1, m.Reserved-1
	}
	d.emit(e)
	return nil
}

// mayReact wants a combatant that stands, is not surprised (ST-9) and is under no effect that takes its reactions.
func (d *decider) mayReact(m *Combatant) error {
	if m.Surprised {
		return Refuse(NotNow, "%s is surprised and cannot react in this round; wait for the next one.", m.Name)
	}
	if !m.Standing() {
		return Refuse(NotNow, "%s has no hit points left and cannot react; heal it with /hp first.", m.Name)
	}
	for _, e := range d.s.EffectsOn(m) {
		if e.NoReactions {
			return Refuse(NotNow, "%s cannot react while %s lasts; /effect remove ends it.", m.Name, e.Name)
		}
	}
	return nil
}

func (c Move) decide(d *decider) error {
	m, err := d.performer(c.Who, d.rs.Budget == Actions, "A move action")
	if err != nil {
		return err
	}
	if err := d.needTurn(m); err != nil {
		return err
	}
	e := Acted{Combatant: m.ID, Activity: "move", Type: MoveAction, Metres: d.rs.Metres}
	if err := c.terrain(d, &e); err != nil {
		return err
	}
	if err := d.useMove(m, &e); err != nil {
		return err
	}
	foes, unseen := d.foesOf(m.ID)
	leaving := strings.ToLower(strings.TrimSpace(c.Leaving))
	switch {
	case leaving == "":
		if slices.ContainsFunc(foes, func(id CombatantID) bool { return d.s.Combatant(id).Standing() }) {
			foes = nil // a step within the melee; else all of them are left behind
		}
		d.emit(e)
	case leaving != "withdraw" && leaving != "flee":
		return Refuse(Invalid, "%q is no way to leave melee; it is withdraw or flee.", c.Leaving)
	case len(foes) == 0:
		return Refuse(NotNow, "%s is in melee with nobody; leave the option leaving out.", m.Name)
	default:
		if err := d.leaveMelee(m, e, leaving, foes); err != nil {
			return err
		}
	}
	for _, foe := range foes {
		d.emit(Disengaged{m.ID, foe})
	}
	d.passUnseen(m.ID, leaving, unseen)
	return nil
}

// terrain halves a move over rough ground (RI-7).
func (c Move) terrain(d *decider, e *Acted) error {
	switch strings.ToLower(strings.TrimSpace(c.Terrain)) {
	case "":
	case "rough":
		if d.rs.Metres == 0 {
			return d.notInRules("Terrain")
		}
		e.Metres /= 2
	default:
		return Refuse(Invalid, "%q is no terrain; it is rough, or left out.", c.Terrain)
	}
	return nil
}

func (c Long) decide(d *decider) error {
	m, err := d.performer(c.Who, d.rs.Budget == Ticks, "A long activity")
	if err != nil {
		return err
	}
	if err := d.needOrder(); err != nil {
		return err
	}
	name, err := activityName(c.Activity)
	if err != nil {
		return err
	}
	if err := checkText(name, 50, "A long activity"); err != nil {
		return err
	}
	until, rounds, err := d.parseDuration(c.Duration)
	if err != nil {
		return err
	}
	if until != UntilOwnTurns {
		return Refuse(Invalid, "A long activity takes minutes or hours; write 10 min or 1 h.")
	}
	if err := d.needRoom(1); err != nil {
		return err
	}
	d.putEffect(found{who: []*Combatant{m}}, Effect{Name: name, Until: UntilRounds, Remaining: rounds, Activity: true})
	return nil
}

func (c Define) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Budget != Ticks {
		return d.notInRules("A predefined activity")
	}
	name, err := activityName(c.Activity)
	if err != nil {
		return err
	}
	if c.Ticks < 1 || c.Ticks > 20 {
		return Refuse(Invalid, "A predefined activity costs 1 to 20 ticks; correct the option ticks.")
	}
	if _, known := d.s.Activities[strings.ToLower(name)]; !known && len(d.s.Activities) >= 100 {
		return Refuse(NotNow, "A fight holds 100 predefined activities; /act forget takes some out.")
	}
	d.emit(ActivityDefined{name, c.Ticks})
	return nil
}

func (c Forget) decide(d *decider) error {
	if err := d.needGM(); err != nil {
		return err
	}
	if d.rs.Budget != Ticks {
		return d.notInRules("A predefined activity")
	}
	name := strings.TrimSpace(c.Activity)
	if _, known := d.s.Activities[strings.ToLower(name)]; !known {
		return Refuse(NotFound, "There is no predefined activity called %q; /act define makes one.", name)
	}
	d.emit(ActivityDefined{Name: name})
	return nil
}
