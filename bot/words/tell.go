package words

import (
	"slices"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// teller turns the events of a view into sentences. It follows the fight event by event, so that each one is told with the names of that
// moment.
type teller struct {
	fight // s is the state after the current event
	view  view.View

	i         int            // index of the current event
	past      *engine.State  // the state before it; built on demand
	rest      []engine.Event // the events after it
	lines     []string
	apart     []string             // the lines that the card of a turn doesn't show anyway
	joined    []lang.Phrase        // newcomers not told yet
	newIDs    []engine.CombatantID // of joined
	held      []string             // lines that follow the newcomers
	left      []string             // names of removed combatants not told yet
	toldTo    int                  // events before this index have been told
	idle      []string             // names of combatants who lose this turn for one reason, not told yet
	rolls     everyonesRolls
	notes     notes
	brief     bool           // without everyone's rolls
	undone    bool           // the steps were undone, so leave out what to do next
	named     *engine.State  // the state whose combatants people are named after; nil: people are mentioned
	rounds    []int          // indexes of the lines that say that a round begins
	saidDice  string         // dice of saves' damage already told; the lines of those who take it leave them out
	toldSaves engine.SavesID // saves whose call has been told elsewhere
	seen      bool           // leave out turns of which a view shows only that the GM acts
}

// Tell returns a view's events as lines. The list is empty if the viewer may know of none of them.
func Tell(l *lang.Language, rs *ruleset.Ruleset, view view.View) []string {
	lines, _ := TellApart(l, rs, view)
	return lines
}

// TellApart returns a view's events as lines, and apart those that the card of the turn doesn't show anyway: the card shows whose turn it
// is.
func TellApart(l *lang.Language, rs *ruleset.Ruleset, view view.View) (lines, apart []string) {
	t := &teller{fight: fight{l: l, rs: rs}, view: view}
	return t.tell(), t.apart
}

func (t *teller) tell() []string {
	t.view.Follow(t.step)
	t.listRolls()
	t.flush()
	return t.lines
}

func (t *teller) step(i int, s *engine.State) {
	t.i, t.s, t.past, t.rest = i, t.bothNames(s), nil, t.view.Events[i+1:]
	t.event(t.view.Events[i])
}

// before returns the state before the current event.
func (t *teller) before() *engine.State {
	if t.past == nil {
		t.past = t.bothNames(t.view.At(t.i))
	}
	if t.past == nil {
		t.past = &engine.State{}
	}
	return t.past
}

// bothNames returns a state of the view; in the GM's view, masked combatants are called by both names.
func (t *teller) bothNames(s *engine.State) *engine.State {
	if !t.view.Viewer.GM {
		return s
	}
	return calledBoth(t.l, s)
}

func (t *teller) event(e engine.Event) {
	if t.keepRoll(e) {
		return
	}
	switch e := e.(type) {
	case engine.CombatantAdded:
		t.added(e)
		return
	case engine.CombatantRemoved:
		if c, ok := t.who(e.Combatant); ok && c.Kind == engine.AnEvent {
			t.say(t.l.Line("roster.event-removed", lang.Name("who", c.Name)))
		} else if ok {
			t.left = append(t.left, c.Name)
		}
		return
	case engine.InitiativeRolled: // the rest of its group may join after the roll
		if len(t.joined) > 0 && slices.ContainsFunc(t.rest, is[engine.CombatantAdded]) {
			if line := t.order(e); line != "" {
				t.held = append(t.held, line)
			}
			return
		}
	}
	for _, sentence := range t.sentences() {
		if line := sentence(e); line != "" {
			t.say(line)
			return
		}
	}
}

func (t *teller) say(line string) { t.onCard(line, line) }

// onCard says a line about whose turn is over or begins, or what is due. The card of the turn shows all of it but besides.
func (t *teller) onCard(line, besides string) {
	if line == "" {
		return
	}
	t.flush()
	t.lines = append(t.lines, line)
	if besides != "" {
		t.apart = append(t.apart, besides)
	}
}

// flush renders all newcomers in one line, and all removed combatants in another.
func (t *teller) flush() {
	joined, held, left, before := t.joined, t.held, t.left, len(t.lines)
	t.joined, t.newIDs, t.held, t.left = nil, nil, nil, nil
	if len(joined) > 0 {
		t.lines = append(t.lines, t.l.Line("roster.joined", lang.Some("who", joined)))
	}
	t.lines = append(t.lines, held...)
	if len(left) > 0 {
		t.lines = append(t.lines, t.l.Line("roster.left", lang.Names("who", left)))
	}
	t.apart = append(t.apart, t.lines[before:]...)
}

// is reports whether an event is of a type.
func is[E engine.Event](e engine.Event) bool {
	_, is := e.(E)
	return is
}

func (t *teller) added(e engine.CombatantAdded) {
	c, ok := t.who(e.Combatant.ID)
	if !ok {
		return
	}
	if c.Kind == engine.AnEvent {
		t.say(t.l.Line("roster.event-added", lang.Name("who", c.Name)))
		return
	}
	var notes []lang.Phrase
	if c.Owner != "" {
		notes = append(notes, lang.P("roster.player", t.user("player", c.Owner, c.Name)))
	}
	if usual := map[engine.Kind]string{engine.PC: engine.Party, engine.NPC: engine.Foes}; usual[c.Kind] != c.Side {
		notes = append(notes, lang.P("list.side-key", lang.Text("side", c.Side), lang.Name("name", c.Side)))
	}
	if c.Hidden {
		notes = append(notes, lang.P("state.hidden"))
	}
	if e.Late && e.Combatant.Acted {
		notes = append(notes, lang.P("roster.late"))
	}
	t.joined = append(t.joined, lang.P("roster.newcomer", lang.Name("who", c.Name), lang.Parts("notes", notes)))
	t.newIDs = append(t.newIDs, c.ID)
}

// who returns the combatant of an event; ok is false if the view has no such combatant.
func (t *teller) who(id engine.CombatantID) (c *engine.Combatant, ok bool) {
	if c = t.s.Combatant(id); c == nil {
		c = t.before().Combatant(id)
	}
	return c, c != nil
}

// about says something about a combatant, as the argument who; nothing if the view has no such combatant.
func (t *teller) about(id engine.CombatantID, text string, args ...lang.Arg) string {
	c, ok := t.who(id)
	if !ok {
		return ""
	}
	return t.l.Line(text, append([]lang.Arg{lang.Name("who", c.Name)}, args...)...)
}

func (t *teller) plainNames(ids []engine.CombatantID) []string {
	var out []string
	for _, id := range ids {
		if c, ok := t.who(id); ok {
			out = append(out, c.Name)
		}
	}
	return out
}

func (t *teller) findUnit(id engine.UnitID) *engine.Unit {
	if u := t.s.Unit(id); u != nil {
		return u
	}
	return t.before().Unit(id)
}

// unitPhrases returns the names of units standing on their own.
func (t *teller) unitPhrases(ids []engine.UnitID) []lang.Phrase {
	var out []lang.Phrase
	for _, id := range ids {
		if u := t.findUnit(id); u != nil {
			out = append(out, unitName(t.s, t.rs, u))
		}
	}
	return out
}

// called returns the name of a unit or a combatant as an argument: where sides act, it may be that of a side.
func (t *teller) called(key, name string) lang.Arg {
	if t.s.BySide(t.rs) {
		return lang.Unit(key, name)
	}
	return lang.Name(key, name)
}

func (t *teller) unitNames(ids []engine.UnitID) []string {
	var out []string
	for _, id := range ids {
		if u := t.findUnit(id); u != nil {
			out = append(out, u.Name)
		}
	}
	return out
}

// Called returns what a combatant is called in a menu or a suggestion. The GM reads both names of a masked one: "Assassin (as A shrouded
// figure)" (NU-33). Others' views don't have the real one.
func Called(l *lang.Language, c *engine.Combatant) string {
	if c.RealName == "" {
		return lang.Visible(l.Called(c.Name))
	}
	return l.Label("gm.masked", lang.Name("name", c.RealName), lang.Name("mask", c.Name))
}

// calledBoth returns a state for what only the GM reads: masked combatants are called by both of their names. s is not changed.
func calledBoth(l *lang.Language, s *engine.State) *engine.State {
	masked := func(c engine.Combatant) bool { return c.RealName != "" }
	if s == nil || !slices.ContainsFunc(s.Combatants, masked) {
		return s
	}
	out := *s
	out.Combatants, out.Units, out.Further = slices.Clone(s.Combatants), slices.Clone(s.Units), slices.Clone(s.Further)
	for i := range out.Combatants {
		c := &out.Combatants[i]
		both := Called(l, c)
		for _, units := range [][]engine.Unit{out.Units, out.Further} {
			for j := range units {
				if u := &units[j]; u.MainID() == c.Unit && engine.SameName(u.Name, c.Name) {
					u.Name = both
				}
			}
		}
		c.Name, c.RealName = both, ""
	}
	return &out
}

// over returns the argument that says whether the events were undone. If so, a text doesn't say what to do next.
func (t *teller) over() lang.Arg { return lang.Flag("undone", t.undone) }
