package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/ruleset"
)

const (
	BoardWidth  = 40   // columns in a row, for phones
	BoardLength = 3200 // characters in all rows
	subRows     = 10   // rows below a unit's own
)

// Board returns a view's order as one message: whose turn it is, then a row for each unit, in at most room characters.
func Board(s *engine.State, rs *ruleset.Ruleset, room int) string {
	return board(s, rs, room, nil)
}

// board returns a message like [Board], with more about each combatant below its row.
func board(s *engine.State, rs *ruleset.Ruleset, room int, more aboutEach) string {
	rows := window(blocks(s, rs, more), room)
	text := headline(s, rs)
	if len(rows) > 0 {
		text += "\n```\n" + strings.Join(rows, "\n") + "\n```"
	}
	return text
}

// WholeBoard returns a view's order with all of its rows as plain text, and whether the rows need more than room characters.
func WholeBoard(s *engine.State, rs *ruleset.Ruleset, room int) (text string, more bool) {
	return wholeBoard(s, rs, room, nil)
}

func wholeBoard(s *engine.State, rs *ruleset.Ruleset, room int, also aboutEach) (text string, more bool) {
	rows := strings.Join(flat(blocks(s, rs, also)), "\n")
	return Unformatted(headline(s, rs)) + "\n\n" + rows, Length(rows) > room
}

// headline returns the fight's name, round and time, and below it whose turn it is.
func headline(s *engine.State, rs *ruleset.Ruleset) string {
	head := []string{"**" + Text(s.Name) + "**", Text(rs.Title)}
	if s.Round > 0 {
		head = append(head, strings.ToLower(roundNow(s, rs)))
	}
	if s.Phase == engine.Ambush {
		head = append(head, "before round 1")
	}
	if at := Clock(rs, s, ""); at != "" && s.Phase == engine.Running {
		head = append(head, at)
	}
	return strings.Join(head, " · ") + "\n" + present(s, rs)
}

// present returns the fight's status: whose turn it is, or what has to happen first.
func present(s *engine.State, rs *ruleset.Ruleset) string {
	switch {
	case s.Paused:
		return "Fight paused."
	case s.Phase == engine.Setup && len(s.Combatants) == 0:
		return "Nobody has joined yet. Join now; the GM rolls initiative once everyone is in."
	case s.Phase == engine.Setup:
		return "Waiting for the GM to roll initiative."
	case s.Turn == 0:
		return nobodysTurn(s)
	}
	now := "The GM acts."
	if s.Open != nil {
		now = openTurn(s)
	} else if whose := whoseTurn(s, rs); whose != gmActs {
		now = "Turn: **" + whose + "**" + budgetNow(s, rs)
	}
	if next := onDeck(s, rs); next != "" {
		now += "\nOn deck: " + next
	}
	return now
}

// block holds the rows of one unit.
type block struct {
	rows   []string
	active bool
}

// aboutEach returns what else a board says about a combatant; nil: nothing.
type aboutEach func(s *engine.State, rs *ruleset.Ruleset, c *engine.Combatant) []string

// blocks returns the rows of all units of a view, in initiative order.
func blocks(s *engine.State, rs *ruleset.Ruleset, also aboutEach) []block {
	more := func(c *engine.Combatant) []string {
		var out []string
		if rs.Order.Slots && c.Acted && s.Phase == engine.Running {
			out = append(out, "acted") // the row's mark is the slot's
		}
		if also != nil {
			out = append(out, also(s, rs, c)...)
		}
		return out
	}
	var out []block
	shown := map[engine.UnitID]bool{}
	for _, u := range s.Order(rs) {
		members := s.Members(u.ID)
		if len(members) == 0 && !u.Slot {
			continue
		}
		b := block{active: s.PlaceActive(u) || s.Open != nil && s.Open.Slot == u.ID}
		single := len(members) == 1 && !s.BySide(rs)
		name, right := u.Name, ""
		if u.Slot {
			name = "(nobody left)"
		} else if single {
			if right = Health(members[0]); len(s.Apart(u.ID)) > 0 {
				name = members[0].Name // the others of its group stand apart
			}
		} else if n := len(members); n > 1 {
			name += fmt.Sprintf(" ×%d", n)
		}
		now, was := score(s, rs, u)
		if rs.Order.Slots && !u.IsEvent() {
			was += " · " + u.Side
		}
		b.rows = append(b.rows, row(turnSymbol(s, u), now, name, was, right))
		var below []string
		switch again := shown[u.MainID()]; { // what is on a unit stands below its first place
		case u.Slot, again:
		case single:
			below = details(s, s.Main(u), members[0], more(members[0]))
		default:
			below = crew(s, rs, s.Main(u), members, more)
		}
		shown[u.MainID()] = true
		if len(below) > subRows {
			below = append(below[:subRows:subRows], "      … and "+Counted(len(below)-subRows, "more row"))
		}
		b.rows = append(b.rows, below...)
		out = append(out, b)
	}
	return out
}

// turnSymbol shows whether a unit is active, waits for the next round, or has acted.
func turnSymbol(s *engine.State, u *engine.Unit) string {
	switch {
	case s.PlaceActive(u), s.Open != nil && s.Open.Slot == u.ID:
		return ">"
	case u.Place == engine.PlaceMissed, s.Main(u).Waiting != engine.NotWaiting && s.Playing(s.Main(u)) == u:
		return "…"
	case u.Acted() && s.Phase != engine.Setup:
		return "✓"
	}
	return " "
}

// score returns the current score, and in was the original one if it differs; it is shown next to it (TO-8).
func score(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) (now, was string) {
	switch {
	case !rs.Order.Scored():
		return "", ""
	case !u.Rolled:
		return "--", ""
	case u.Card != ruleset.None:
		return u.Card.String(), ""
	}
	if n := s.Score(rs, u); n != u.Base {
		return fmt.Sprint(n), fmt.Sprintf(" (was %d)", u.Base)
	}
	return fmt.Sprint(u.Base), ""
}

// row lays out a unit in 40 columns: symbol, score, name, and on the right its health.
func row(symbol, score, name, original, right string) string {
	left := fmt.Sprintf("%s%3s ", symbol, score)
	room := BoardWidth - Columns(left) - Columns(original) - Columns(right)
	if right != "" {
		room--
	}
	name = Fit(Boxed(name), room) + original
	if right == "" {
		return left + name
	}
	return left + name + strings.Repeat(" ", max(1, BoardWidth-Columns(left)-Columns(name)-Columns(right))) + right
}

// crew returns the rows below a unit of several: what is on all of them, then each member with a symbol if it has acted, its
// health and what is on it. While a side acts, it says whose main action is used (CS-6), in the same row, as there is room for few.
func crew(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit, members []*engine.Combatant, more func(c *engine.Combatant) []string) []string {
	out := tags(unitStates(u), unitEffects(s, u))
	for _, c := range members {
		symbol := " "
		if c.Acted && s.Phase != engine.Setup && !u.Acted() {
			symbol = "✓"
		}
		used := ""
		if main := rs.Pool(rs.Attack.Costs); s.BySide(rs) && s.IsActive(u.ID) && s.MayAct(c) && usedUp(s, c, main) {
			used = " · " + main.Typed() + " used"
		}
		out = append(out, row(symbol, "", " "+c.Name, used, Health(c)))
		out = append(out, tags(states(c), more(c), ownEffects(s, c))...)
	}
	return out
}

// details returns the rows below a unit of one.
func details(s *engine.State, u *engine.Unit, c *engine.Combatant, more []string) []string {
	return tags(append(unitStates(u), states(c)...), more, append(unitEffects(s, u), ownEffects(s, c)...))
}

func unitStates(u *engine.Unit) []string {
	var out []string
	if u.Last > 0 {
		out = append(out, "acts last")
	}
	if u.Place == engine.PlaceMissed {
		out = append(out, "acts next round")
	}
	switch u.Waiting {
	case engine.Delaying:
		out = append(out, "delaying")
	case engine.Holding:
		out = append(out, "holding")
	}
	switch u.Blow {
	case engine.BlowPending:
		out = append(out, "rolls with the blow next round")
	case engine.BlowActive:
		out = append(out, "rolling with the blow")
	}
	return out
}

func states(c *engine.Combatant) []string {
	var out []string
	for _, tag := range []struct {
		on   bool
		word string
	}{{c.Hidden, "hidden"}, {c.Concealed, "hidden from the enemy"}, {c.Surprised, "surprised"}, {c.SurpriseDue, "surprised in the new order"}, {c.Ambusher, "ambush"}, {c.Alert, "alert"}, {c.BlowDue, "rolls with the blow next round"}} {
		if tag.on {
			out = append(out, tag.word)
		}
	}
	if tag := saveTag(c); tag != "" {
		out = append(out, tag)
	}
	for _, key := range slices.Sorted(maps.Keys(c.Pools)) {
		if held := c.Pools[key].Reserved; held > 0 {
			out = append(out, PoolCount(key, held)+" reserved")
		}
	}
	return out
}

func ownEffects(s *engine.State, c *engine.Combatant) []string {
	return effectsWhere(s, func(e *engine.Effect) bool { return e.Target == c.ID && e.Unit == 0 })
}

func unitEffects(s *engine.State, u *engine.Unit) []string {
	return effectsWhere(s, func(e *engine.Effect) bool { return e.Unit == u.ID })
}

func effectsWhere(s *engine.State, is func(*engine.Effect) bool) []string {
	var out []string
	for i := range s.Effects {
		e := &s.Effects[i]
		if !is(e) {
			continue
		}
		out = append(out, effectTag(s, e))
	}
	return out
}

// tags wraps lists of words into rows of their own.
func tags(words ...[]string) []string {
	const indent = "       "
	var out []string
	line := ""
	for _, list := range words {
		for _, w := range list {
			w = Fit(Boxed(w), BoardWidth-len(indent))
			switch {
			case line == "":
				line = indent + w
			case Columns(line)+2+Columns(w) > BoardWidth:
				out, line = append(out, line), indent+w
			default:
				line += ", " + w
			}
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// window returns the rows that fit into one message: the active units always, the others from the top.
func window(all []block, room int) []string {
	take := make([]bool, len(all))
	for _, active := range []bool{true, false} {
		for i, b := range all {
			size := 0
			for _, r := range b.rows {
				size += Length(r) + 1
			}
			if b.active == active && size <= room {
				take[i], room = true, room-size
			} else if !active && b.active == active {
				break
			}
		}
	}
	var out []string
	left := 0
	for i, b := range all {
		if !take[i] {
			left++
			continue
		}
		out = append(out, more(left)...)
		left = 0
		out = append(out, b.rows...)
	}
	return append(out, more(left)...)
}

func more(n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("     … and %d more", n)}
}

func flat(all []block) []string {
	var out []string
	for _, b := range all {
		out = append(out, b.rows...)
	}
	return out
}

// Health returns a combatant's hit points in a view: "12/30", a word if the viewer may not know the numbers, or nothing if
// they aren't tracked.
func Health(c *engine.Combatant) string {
	switch {
	case !c.HasHP:
		return ""
	case !c.Standing():
		return downWord(c)
	case c.Blurred:
		return Band(c.HP, c.MaxHP)
	}
	return ratio(c.HP, c.MaxHP)
}

func downWord(c *engine.Combatant) string {
	if c.Down != "" {
		return c.Down
	}
	return "down"
}

// Band returns the word for hit points without numbers.
func Band(hp, most int) string {
	switch {
	case hp <= 0:
		return "down"
	case hp >= most:
		return "unhurt"
	case hp*2 > most:
		return "hurt"
	case hp*4 > most:
		return "bloodied"
	}
	return "critical"
}

func ratio(hp, most int) string { return fmt.Sprintf("%d/%d", hp, most) }
