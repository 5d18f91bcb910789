package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
)

// teller puts the events of a view into sentences. It follows the fight event by event, so that each is told with the
// names of its moment.
type teller struct {
	rs   *engine.Ruleset
	view engine.View

	i      int            // the event being told
	s      *engine.State  // with it
	past   *engine.State  // without it; made when asked for
	rest   []engine.Event // what follows it
	lines  []string
	joined []string // names of newcomers not told yet
	held   []string // what is told behind the newcomers
	left   []string // names of those removed, not told yet
	idle   []string // names of those who lose a turn for one reason, not told yet
}

// Tell returns a line for each thing worth saying of a view. Lines may be none: nothing happened that its viewer may know.
func Tell(rs *engine.Ruleset, view engine.View) []string {
	t := &teller{rs: rs, view: view}
	view.Follow(t.step)
	t.flush()
	return t.lines
}

func (t *teller) step(i int, s *engine.State) {
	t.i, t.s, t.past, t.rest = i, s, nil, t.view.Events[i+1:]
	t.event(t.view.Events[i])
}

// before is the fight without the event being told.
func (t *teller) before() *engine.State {
	if t.past == nil {
		t.past = t.view.At(t.i)
	}
	if t.past == nil {
		t.past = &engine.State{}
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
			t.left = append(t.left, Plain(c.Name))
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
		return And(names)
	}
	return fmt.Sprintf("%s to %s (%d)", names[0], names[len(names)-1], len(names))
}

func (t *teller) added(e engine.CombatantAdded) {
	c, ok := t.who(e.Combatant.ID)
	if !ok {
		return
	}
	name := Plain(c.Name)
	var notes []string
	if c.Owner != "" {
		notes = append(notes, Mention(c.Owner))
	}
	if usual := map[engine.Kind]string{engine.PC: engine.Party, engine.NPC: engine.Foes}; usual[c.Kind] != c.Side {
		notes = append(notes, Plain(c.Side))
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

// who finds the combatant of an event; ok is false when it is not there.
func (t *teller) who(id engine.CombatantID) (c *engine.Combatant, ok bool) {
	if c = t.s.Combatant(id); c == nil {
		c = t.before().Combatant(id)
	}
	return c, c != nil
}

// name is the combatant's, or nothing.
func (t *teller) name(id engine.CombatantID) string {
	if c, ok := t.who(id); ok {
		return Plain(c.Name)
	}
	return ""
}

func (t *teller) names(ids []engine.CombatantID) []string {
	var out []string
	for _, id := range ids {
		if name := t.name(id); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// unit is the name of a unit, as it is or was.
func (t *teller) unit(id engine.UnitID) string {
	u := t.s.Unit(id)
	if u == nil {
		u = t.before().Unit(id)
	}
	if u == nil {
		return ""
	}
	return Plain(u.Name)
}

func (t *teller) units(ids []engine.UnitID) []string {
	var out []string
	for _, id := range ids {
		if name := t.unit(id); name != "" {
			out = append(out, name)
		}
	}
	return out
}
