package bot

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
)

// teller puts events into sentences for one viewer. It follows the fight event by event, so that each is told with the
// names of its moment.
type teller struct {
	rs     *engine.Ruleset
	v      viewer
	mask   func(*engine.Combatant) bool // also hidden; nil: nobody
	from   *engine.State                // before all events; nil: none was told yet
	done   []engine.Event               // what was told before the event being told
	past   *engine.State                // without the event; made when asked for
	s      *engine.State                // with it
	rest   []engine.Event               // what follows it
	lines  []string
	joined []string // names of newcomers not told yet
	held   []string // what is told behind the newcomers
	left   []string // names of those removed, not told yet
	idle   []string // names of those who lose a turn for one reason, not told yet
}

// newTeller tells what happens from s on; a nil s is the time before the fight.
func newTeller(s *engine.State, rs *engine.Ruleset, v viewer) *teller {
	if s == nil {
		s = &engine.State{}
	}
	return &teller{rs: rs, v: v, s: s}
}

// tell returns a line for each thing worth saying. Lines may be none: nothing happened that the viewer may know.
func (t *teller) tell(events []engine.Event) []string {
	t.lines = nil
	for i, e := range events {
		if i == 0 {
			t.from, t.s = t.s, t.s.Clone()
		}
		t.done, t.rest, t.past = events[:i], events[i+1:], nil
		engine.Apply(t.s, e)
		t.event(e)
	}
	t.flush()
	return t.lines
}

// before is the fight without the event being told; nil when none is.
func (t *teller) before() *engine.State {
	if t.past == nil && t.from != nil {
		t.past = engine.Fold(t.from, t.done)
	}
	return t.past
}

func (t *teller) event(e engine.Event) {
	switch e := e.(type) {
	case engine.CombatantAdded:
		t.added(e)
		return
	case engine.CombatantRemoved:
		if c, ok := t.who(e.Combatant); ok {
			t.left = append(t.left, plain(c.Name))
		}
		return
	case engine.InitiativeRolled: // of a group that others join behind the roll
		if len(t.joined) > 0 && slices.ContainsFunc(t.rest, isAdded) {
			if line := t.order(e); line != "" {
				t.held = append(t.held, line)
			}
			return
		}
	}
	for _, say := range []func(engine.Event) string{t.roster, t.order, t.turn, t.effect, t.state, t.action, t.tests} {
		if line := say(e); line != "" {
			t.say(line)
			return
		}
	}
}

func (t *teller) say(line string) {
	t.flush()
	t.lines = append(t.lines, line)
}

// flush tells of newcomers and leavers in one line for all.
func (t *teller) flush() {
	joined, held, left := t.joined, t.held, t.left
	t.joined, t.held, t.left = nil, nil, nil
	if len(joined) > 0 {
		t.lines = append(t.lines, several(joined)+verb(joined, " joins.", " join."))
	}
	t.lines = append(t.lines, held...)
	if len(left) > 0 {
		t.lines = append(t.lines, several(left)+verb(left, " is out of the fight.", " are out of the fight."))
	}
}

func isAdded(e engine.Event) bool {
	_, is := e.(engine.CombatantAdded)
	return is
}

func verb(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// several names up to six, and of more the first and the last.
func several(names []string) string {
	if len(names) <= 6 {
		return listed(names)
	}
	return fmt.Sprintf("%s to %s (%d)", names[0], names[len(names)-1], len(names))
}

func (t *teller) added(e engine.CombatantAdded) {
	c, ok := t.who(e.Combatant.ID)
	if !ok {
		return
	}
	name := plain(c.Name)
	var notes []string
	if c.Owner != "" {
		notes = append(notes, at(c.Owner))
	}
	if usual := map[engine.Kind]string{engine.PC: engine.Party, engine.NPC: engine.Foes}; usual[c.Kind] != c.Side {
		notes = append(notes, plain(c.Side))
	}
	if c.Hidden {
		notes = append(notes, "hidden")
	}
	if e.Late && e.Combatant.Acted {
		notes = append(notes, "from the next round")
	}
	if len(notes) > 0 {
		name += " (" + strings.Join(notes, ", ") + ")"
	}
	t.joined = append(t.joined, name)
}

// who finds the combatant of an event; ok is false when the viewer may not know of it.
func (t *teller) who(id engine.CombatantID) (c *engine.Combatant, ok bool) {
	if c = t.s.Combatant(id); c == nil {
		c = t.before().Combatant(id)
	}
	return c, c != nil && t.sees(c)
}

func (t *teller) sees(c *engine.Combatant) bool {
	return t.v.sees(c) && (t.mask == nil || !t.mask(c))
}

// name is the combatant's, or nothing.
func (t *teller) name(id engine.CombatantID) string {
	if c, ok := t.who(id); ok {
		return plain(c.Name)
	}
	return ""
}

// names are those of the combatants that the viewer may know of.
func (t *teller) names(ids []engine.CombatantID) []string {
	var out []string
	for _, id := range ids {
		if name := t.name(id); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// seenMembers are those of a unit that the viewer may know of, as they are or were.
func (t *teller) seenMembers(id engine.UnitID) []*engine.Combatant {
	members := t.s.Members(id)
	if len(members) == 0 && t.before() != nil {
		members = t.before().Members(id)
	}
	return slices.DeleteFunc(slices.Clone(members), func(c *engine.Combatant) bool { return !t.sees(c) })
}

// unit is the name of a unit, or nothing when the viewer may not know of it.
func (t *teller) unit(id engine.UnitID) string {
	u := t.s.Unit(id)
	if u == nil && t.before() != nil {
		u = t.before().Unit(id)
	}
	if u == nil || len(t.seenMembers(id)) == 0 {
		return ""
	}
	return plain(u.Name)
}

// units are the names of those that the viewer may know of; all tells whether none is missing.
func (t *teller) units(ids []engine.UnitID) (names []string, all bool) {
	for _, id := range ids {
		if name := t.unit(id); name != "" {
			names = append(names, name)
		}
	}
	return names, len(names) == len(ids)
}
