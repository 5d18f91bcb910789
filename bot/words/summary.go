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
)

// tally counts what one combatant did in a fight.
type tally struct {
	id                   engine.CombatantID
	name                 string
	gms                  bool // belongs to the GM
	dealt, taken, healed int  // healed is what it got back, whoever healed it
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

	first   time.Time // of the first entry
	Entries int       // number of entries, undone ones included
}

// Tally reads a whole log and counts what everyone may know: nothing of combatants who are hidden at the end, or were hidden
// when it happened. It calls round with what everyone knows before each round begins.
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
				c := view.At(i + 1).Combatant(id)
				t.of(id).name, t.of(id).gms = c.Name, c.Owner == ""
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

func (t *Tallies) event(e engine.Event, before func() *engine.State, at time.Time) {
	switch e := e.(type) {
	case engine.CombatantAdded:
		t.of(e.Combatant.ID).name, t.of(e.Combatant.ID).gms = e.Combatant.Name, e.Combatant.Owner == ""
	case engine.OwnerChanged:
		t.of(e.Combatant).gms = e.Owner == ""
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
		if e.Amount > 0 {
			t.healing(e)
		} else {
			t.damage(e, before)
		}
		t.last = 0
	}
}

// damage counts damage for the attacker, or for the one to whom it is booked. In logs of older releases, damage that was typed
// in counts for the one enemy whose turn it was.
func (t *Tallies) damage(e engine.HPChanged, before func() *engine.State) {
	if e.Set || e.Amount >= 0 {
		return
	}
	n := -e.Amount
	if e.Half {
		n /= 2
	}
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

// healing counts what replies to everyone say: what a player's combatant really got back, and for the GM's what was entered.
func (t *Tallies) healing(e engine.HPChanged) {
	if e.Set {
		return
	}
	n, one := e.Amount, t.of(e.Combatant)
	if e.Half {
		n /= 2
	}
	if e.Tracked && !one.gms {
		n = min(n, e.To-e.From)
	}
	one.healed += n
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
	lines := []string{fmt.Sprintf("**%s** is over.", Text(s.Name))}
	if s.Round > 0 {
		inFight := Clock(rs, s)
		switch {
		case s.Elapsed == 0:
			inFight = "" // no round is over
		case inFight != "":
			inFight = " (" + inFight + " in the fight)"
		}
		lines = append(lines, fmt.Sprintf("%s%s, %s at the table.", Counted(s.Round, "round"), inFight, InWords(ended.Sub(tallies.first))))
	}
	lines = append(lines, fates(l, view.State(s, view.Viewer{}))...)
	all := slices.DeleteFunc(tallies.list, func(t tally) bool { return !t.acted && t.dealt+t.taken+t.healed == 0 })
	slices.SortStableFunc(all, func(a, b tally) int { return cmp.Compare(b.dealt, a.dealt) })
	rows := []string{fmt.Sprintf("%-*s%6s%6s%7s%7s", nameWidth, "", "dealt", "taken", "healed", "felled")}
	for _, t := range all {
		rows = append(rows, t.row())
	}
	if most := 30; len(rows) > most {
		rows = append(rows[:most:most], fmt.Sprintf("… and %d more", len(rows)-most))
	}
	if len(rows) > 1 {
		lines = append(lines, "```\n"+strings.Join(rows, "\n")+"\n```")
	}
	if slow := slices.MaxFunc(append(all, tally{}), func(a, b tally) int { return cmp.Compare(a.longest, b.longest) }); slow.longest >= time.Second {
		lines = append(lines, fmt.Sprintf("Longest turn: %s, %s.", Text(slow.name), InWords(slow.longest)))
	}
	return strings.Join(lines, "\n")
}

// nameWidth is the number of columns of a name in the summary, so that a phone shows a row in one line.
const nameWidth = 14

// row lays out a tally in [BoardWidth] columns.
func (t tally) row() string {
	name := lang.Fit(Boxed(t.name), nameWidth)
	return name + strings.Repeat(" ", max(0, nameWidth-lang.Columns(name))) + fmt.Sprintf("%6d%6d%7d%7d", t.dealt, t.taken, t.healed, t.kills)
}

// Fate is what a picture of a fight shows of one combatant, for its alt text.
type Fate struct {
	Name, Health string
	Fell         int  // the round in which it went down for good; -1: it is standing
	Left         bool // no longer in the fight at its end
}

// ChartAlt describes the picture of a fight to those who can't see it, in at most [altLength] characters: who went down when, and
// how the others ended.
func ChartAlt(round int, all []Fate) string {
	var down, up []string
	for _, f := range all {
		switch {
		case f.Fell > 0:
			down = append(down, fmt.Sprintf("%s in round %d", Visible(f.Name), f.Fell))
		case f.Fell == 0:
			down = append(down, Visible(f.Name)+" before round 1")
		case !f.Left:
			up = append(up, Visible(f.Name)+" "+f.Health)
		}
	}
	text := fmt.Sprintf("Chart of the hit points of %s over %s.", Counted(len(all), "combatant"), Counted(round, "round"))
	for names := 10; ; names-- {
		out := text
		if len(down) > 0 {
			out += " Went down: " + firstOf(down, names) + "."
		}
		if len(up) > 0 {
			out += " Standing at the end: " + firstOf(up, names) + "."
		}
		if Length(out) <= altLength || names == 1 {
			return out
		}
	}
}

// altLength is Discord's limit for the description of a file.
const altLength = 1024

// ChartStart is what the picture of a fight calls the time before round 1.
const ChartStart = "start"

// ChartRounds labels the rounds in the picture, and says what dashed lines are if there are any.
func ChartRounds(dashed bool) string {
	if dashed {
		return "end of round (dashed lines: the GM's combatants)"
	}
	return "end of round"
}

// ChartTitle is the heading of a picture of a fight.
func ChartTitle(fight string) string { return fight + ": hit points by round" }

// ChartLine names a line of the picture and says how it ends.
func ChartLine(name, health string, left bool) string {
	if left {
		return name + ", left"
	}
	return name + ", " + health
}

// ChartNameless stands for a name that the picture's font can't show: the n-th combatant of the fight.
func ChartNameless(n int) string { return fmt.Sprintf("no. %d", n) }

// ChartMore says how many combatants have no line in the picture.
func ChartMore(n int) string { return fmt.Sprintf("and %d more", n) }

// fates returns who in a view is still standing, and who is down.
func fates(l *lang.Language, s *engine.State) []string {
	var up, down []string
	for i := range s.Combatants {
		c := &s.Combatants[i]
		name := Text(c.Name)
		if how := Text(Health(l, c)); how != "" {
			name += " " + how
		}
		if c.Standing() {
			up = append(up, name)
		} else {
			down = append(down, name)
		}
	}
	var lines []string
	if len(up) > 0 {
		lines = append(lines, fmt.Sprintf("Still standing (%d): %s.", len(up), upToTen(up)))
	}
	if len(down) > 0 {
		lines = append(lines, fmt.Sprintf("At 0 hit points (%d): %s.", len(down), upToTen(down)))
	}
	return lines
}

// listed joins names with commas, the first ten of more.
func upToTen(names []string) string { return firstOf(names, 10) }

// firstOf joins names with commas, the first few of more.
func firstOf(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
