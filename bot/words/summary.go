package words

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// tally counts what one combatant did in a fight.
type tally struct {
	id                   engine.CombatantID
	name                 string
	owner                snowflake.User
	hpShown              engine.HPShown // its own, see [engine.Combatant]
	dealt, taken, healed int            // healed: hit points regained, whoever healed it
	kills                int
	acted                bool
	longest              time.Duration // its longest turn at the table
}

// Tallies counts what combatants did in the log entries that still count, in the order the combatants joined.
type Tallies struct {
	list  []tally
	index map[engine.CombatantID]int // in list
	s     *engine.State
	ahead []engine.Event // not applied to s yet
	began time.Time      // when the current turn began
	last  engine.CombatantID
	round func(*engine.State) // called with the state before each round
	prefs engine.Preferences

	first   time.Time // of the first entry
	Entries int       // number of entries, undone ones included
}

// Tally reads a whole log and counts what everyone may know: nothing about combatants hidden at the end, or about what happened to others
// while they were hidden. It calls round with what everyone knows before each round begins.
func Tally(entries iter.Seq2[engine.Entry, error], round func(*engine.State)) (*Tallies, error) {
	ahead, err := lookAhead(entries)
	if err != nil {
		return nil, err
	}
	t := &Tallies{index: map[engine.CombatantID]int{}, round: round}
	everybody := view.Viewer{}.Without(ahead.hidden)
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		if t.Entries++; t.Entries == 1 {
			t.first = e.At
		}
		switch {
		case e.Kind != engine.Did || e.Undone:
		case ahead.ever:
			t.seen(e, everybody)
		default:
			t.all(e)
		}
	}
	return t, nil
}

// all counts an entry of a fight in which no one was ever hidden.
func (t *Tallies) all(e engine.Entry) {
	for i := range e.Events {
		t.event(e.Events[i], t.state, e.At)
		t.ahead = append(t.ahead, e.Events[i])
	}
	if len(t.ahead) > 256 {
		t.state()
	}
}

// seen counts what the viewer may know of an entry.
func (t *Tallies) seen(e engine.Entry, v view.Viewer) {
	done := engine.Outcome{Before: t.s, Events: e.Events, State: engine.Fold(t.s, e.Events)}
	t.s = done.State
	view := view.Of(done, v)
	for i, event := range view.Events {
		if shown, is := event.(engine.HiddenChanged); is {
			for _, id := range shown.Combatants { // someone who was hidden until now
				t.meet(view.At(i + 1).Combatant(id))
			}
		}
		t.event(event, func() *engine.State { return view.At(i) }, e.At)
	}
}

// state returns the state before the event being counted. Most events are counted without it.
func (t *Tallies) state() *engine.State {
	if len(t.ahead) > 0 {
		t.s, t.ahead = engine.Fold(t.s, t.ahead), nil
	}
	return t.s
}

func (t *Tallies) of(id engine.CombatantID) *tally {
	at, ok := t.index[id]
	if !ok {
		at = len(t.list)
		t.index[id], t.list = at, append(t.list, tally{id: id})
	}
	return &t.list[at]
}

// meet notes what has to be known about a combatant.
func (t *Tallies) meet(c *engine.Combatant) {
	one := t.of(c.ID)
	one.name, one.owner, one.hpShown = c.Name, c.Owner, c.HPShown
}

// shown returns a change of hit points as everyone reads it, so that the summary reveals no more (NU-32).
func (t *Tallies) shown(e engine.HPChanged) engine.HPChanged {
	if one := t.of(e.Combatant); e.Blurred == "" {
		return e.ShownAs(t.prefs.HPShownOf(&engine.Combatant{Owner: one.owner, HPShown: one.hpShown}))
	}
	return e
}

func (t *Tallies) event(e engine.Event, before func() *engine.State, at time.Time) {
	switch e := e.(type) {
	case engine.EncounterStarted:
		t.prefs = e.Preferences
	case engine.CombatantAdded:
		t.meet(&e.Combatant)
	case engine.OwnerChanged:
		t.of(e.Combatant).owner = e.Owner
	case engine.HPShownChanged:
		for _, id := range e.Combatants {
			t.of(id).hpShown = e.To
		}
	case engine.CombatantRenamed:
		t.of(e.Combatant).name = e.To
	case engine.RoundBegan:
		t.round(before())
	case engine.TurnBegan:
		t.began = at
	case engine.MemberActed:
		one := t.of(e.Combatant)
		one.acted = true
		if !t.began.IsZero() {
			one.longest = max(one.longest, at.Sub(t.began))
		}
	case engine.Attacked:
		t.last = e.Attacker
	case engine.HPChanged:
		e = t.shown(e)
		if e.Amount > 0 {
			t.healing(e)
		} else {
			t.damage(e, before)
		}
		t.last = 0
	}
}

// damage counts damage for the attacker, or for the one it is booked to. In logs of older releases, damage that was typed in counts for the
// active combatant, if there is only one and it is an enemy.
func (t *Tallies) damage(e engine.HPChanged, before func() *engine.State) {
	if e.Set || e.Amount >= 0 {
		return
	}
	n := e.Arrives()
	t.of(e.Combatant).taken += n
	by := t.last
	switch {
	case e.Booked:
		by = e.By
	case by == 0 && e.Cause == "":
		by = dealer(before(), e.Combatant)
	}
	if by == 0 {
		return
	}
	t.of(by).dealt += n
	if e.Tracked && e.From > 0 && e.To == 0 {
		t.of(by).kills++
	}
}

// healing counts what replies to everyone say: hit points really regained if everyone sees the numbers, otherwise what was entered.
func (t *Tallies) healing(e engine.HPChanged) {
	if e.Set {
		return
	}
	n, one := e.Amount, t.of(e.Combatant)
	if e.Half {
		n /= 2
	}
	if e.Tracked && e.Blurred == "" {
		n = min(n, e.To-e.From)
	}
	one.healed += n
}

// together returns the tallies, with those of a player's character that left the fight and rejoined under the same name added up.
func (t *Tallies) together() []tally {
	var out []tally
	for _, one := range t.list {
		i := slices.IndexFunc(out, func(o tally) bool { return o.owner != "" && o.owner == one.owner && engine.SameName(o.name, one.name) })
		if i < 0 {
			out = append(out, one)
			continue
		}
		sum := &out[i]
		sum.dealt, sum.taken, sum.healed, sum.kills = sum.dealt+one.dealt, sum.taken+one.taken, sum.healed+one.healed, sum.kills+one.kills
		sum.acted, sum.longest = sum.acted || one.acted, max(sum.longest, one.longest)
	}
	return out
}

// dealer returns the active combatant if there is only one and it is an enemy of the target, else 0.
func dealer(s *engine.State, target engine.CombatantID) engine.CombatantID {
	active := s.ActiveMembers()
	hit := s.Combatant(target)
	if len(active) != 1 || hit == nil || active[0].Side == hit.Side {
		return 0
	}
	return active[0].ID
}

// Summary returns how a fight went, for everyone: how long it took, who is still standing, and what each combatant did. It
// leaves out hidden combatants.
func Summary(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, tallies *Tallies, ended time.Time) string {
	lines := []string{l.Line("summary.over", lang.Name("fight", s.Name))}
	if s.Round > 0 {
		inFight := ""
		if s.Elapsed > 0 { // otherwise no round is over
			inFight = Clock(rs, s)
		}
		lines = append(lines, l.Line("summary.length", lang.N("rounds", s.Round), lang.Text("clock", inFight), lang.Part("time", inWords(ended.Sub(tallies.first)))))
	}
	lines = append(lines, fates(l, view.State(s, view.Viewer{}))...)
	all := slices.DeleteFunc(tallies.together(), func(t tally) bool { return !t.acted && t.dealt+t.taken+t.healed == 0 })
	slices.SortStableFunc(all, func(a, b tally) int { return cmp.Compare(b.dealt, a.dealt) })
	if len(all) > 0 {
		lines = append(lines, "```\n"+strings.Join(table(l, all), "\n")+"\n```")
	}
	if slow := slices.MaxFunc(append(all, tally{}), func(a, b tally) int { return cmp.Compare(a.longest, b.longest) }); slow.longest >= time.Second {
		lines = append(lines, l.Line("summary.longest", lang.Name("who", slow.name), lang.Part("time", inWords(slow.longest))))
	}
	return strings.Join(lines, "\n")
}

// table lays out tallies in [BoardWidth] columns, so that a phone shows a row in one line. Headings are right-aligned over their numbers,
// and names get the rest.
func table(l *lang.Language, all []tally) []string {
	const most, least, leastName = 29, 6, 12 // maximum rows, minimum columns of a number, and of a name: with fewer, a long name gets a row of its own
	room, head := BoardWidth, ""
	headings := []string{l.Label("summary.dealt"), l.Label("summary.taken"), l.Label("summary.healed"), l.Label("summary.felled")}
	widths := make([]int, len(headings))
	for i, h := range headings {
		widths[i] = max(least, lang.Columns(h)+1)
		room -= widths[i]
		head += strings.Repeat(" ", widths[i]-lang.Columns(h)) + h
	}
	rows := []string{strings.Repeat(" ", room) + head}
	for i, t := range all {
		if len(rows) > most {
			return append(rows, l.Label("board.more", lang.N("n", len(all)-i)))
		}
		name := boxed(l.Called(t.name))
		if lang.Columns(name) > room && room < leastName {
			rows, name = append(rows, lang.Fit(name, BoardWidth)), ""
		}
		name = lang.Fit(name, room)
		row := name + strings.Repeat(" ", max(0, room-lang.Columns(name)))
		for i, n := range []int{t.dealt, t.taken, t.healed, t.kills} {
			row += fmt.Sprintf("%*d", widths[i], n)
		}
		rows = append(rows, row)
	}
	return rows
}

// fates returns who in a view is still standing, and who is down.
func fates(l *lang.Language, s *engine.State) []string {
	var up, down []lang.Phrase
	for i := range s.Combatants {
		c := &s.Combatants[i]
		fate := lang.P("summary.fate", lang.Name("who", c.Name), lang.Part("health", HealthOf(c)))
		if c.Standing() {
			up = append(up, fate)
		} else {
			down = append(down, fate)
		}
	}
	var lines []string
	if len(up) > 0 {
		lines = append(lines, l.Line("summary.standing", lang.N("n", len(up)), FirstOf("who", up, 10)))
	}
	if len(down) > 0 {
		lines = append(lines, l.Line("summary.down", lang.N("n", len(down)), FirstOf("who", down, 10)))
	}
	return lines
}

// FirstOf returns the first few of a list as an argument, with the number of the rest.
func FirstOf(key string, list []lang.Phrase, most int) lang.Arg {
	switch {
	case len(list) == 0:
		return lang.Part(key, lang.Phrase{})
	case len(list) <= most:
		return lang.Parts(key, list)
	}
	return lang.Part(key, lang.P("summary.first", lang.Parts("list", list[:most]), lang.N("n", len(list)-most)))
}
