package words

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
)

const (
	BoardWidth  = 40   // columns in a row, for phones
	BoardLength = 3200 // characters in all rows
	subRows     = 10   // maximum number of rows below a unit's own
)

// Board returns a view's order as one message: whose turn it is, then a row for each unit, in at most room characters.
func Board(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, room int) string {
	return fight{l, s, rs}.board(room, nil)
}

// board returns a message like [Board], with more about each combatant below its row.
func (f fight) board(room int, more aboutEach) string {
	rows := window(f.l, f.blocks(more), room)
	text := f.headline()
	if len(rows) > 0 {
		text += "\n```\n" + strings.Join(rows, "\n") + "\n```"
	}
	return text
}

// BoardOf returns the rows of some units of a view's order, in at most room characters.
func BoardOf(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, units []engine.UnitID, room int) string {
	all := slices.DeleteFunc(fight{l, s, rs}.blocks(nil), func(b block) bool { return !slices.Contains(units, b.unit) })
	return "```\n" + strings.Join(window(l, all, room), "\n") + "\n```"
}

// WholeBoard returns a view's order with all of its rows as plain text, and whether the rows need more than room characters.
func WholeBoard(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, room int) (text string, more bool) {
	return fight{l, s, rs}.wholeBoard(room, nil)
}

func (f fight) wholeBoard(room int, also aboutEach) (text string, more bool) {
	var all []string
	for _, b := range f.blocks(also) {
		all = append(all, b.rows...)
	}
	rows := strings.Join(all, "\n")
	return Unformatted(f.headline()) + "\n\n" + rows, Length(rows) > room
}

// headline returns the fight's name, round and time, and below it whose turn it is.
func (f fight) headline() string {
	var round lang.Phrase
	clock := ""
	switch {
	case f.s.Phase == engine.Ambush:
		round = lang.P("board.before-round-1")
	case f.s.Round > 0:
		round = roundNow("board.", f.s, f.rs)
	}
	if f.s.Phase == engine.Running {
		clock = Clock(f.rs, f.s)
	}
	return f.l.Line("board.headline", lang.Name("fight", f.s.Name), lang.Term("ruleset", f.rs.Title), lang.Part("round", round), lang.Text("clock", clock)) +
		"\n" + f.present()
}

// TurnSince returns when the current turn of a view began.
func TurnSince(l *lang.Language, s *engine.State) string {
	return l.Line("board.turn-since", lang.Text("when", since(s)))
}

// present returns the fight's status: whose turn it is, or what has to happen first.
func (f fight) present() string {
	switch {
	case f.s.Paused:
		return f.l.Line("board.paused")
	case f.s.Phase == engine.Setup && combatants(f.s) == 0:
		return f.l.Line("board.nobody-joined")
	case f.s.Phase == engine.Setup:
		return f.l.Line("board.not-rolled")
	case f.s.Turn == 0:
		return f.l.Say(nobodysTurn(f.s))
	}
	now := f.l.Line("turn.gm-acts")
	if f.s.Open != nil {
		now = f.l.Say(openTurn(f.s))
	} else if !unseen(f.s) {
		now = f.l.Line("board.turn", whoseTurn(f.s, f.rs), lang.Part("left", budgetNow(f.s, f.rs)))
	}
	if next := onDeck(f.s, f.rs); next.unit != nil {
		now += "\n" + f.l.Line("card.on-deck", lang.Part("who", next.phrase(f.rs)))
	}
	return now
}

// block holds the rows of one unit.
type block struct {
	rows   []string
	active bool
	unit   engine.UnitID
}

// aboutEach returns what else a board says about a combatant; nil: nothing.
type aboutEach func(c *engine.Combatant) []string

// blocks returns the rows of all units of a view, in initiative order.
func (f fight) blocks(also aboutEach) []block {
	more := func(c *engine.Combatant) []string {
		var out []string
		if f.rs.Order.Slots && c.Acted && f.s.Phase == engine.Running {
			out = append(out, f.l.Label("board.acted")) // the ✓ in front of the row belongs to the slot
		}
		if also != nil {
			out = append(out, also(c)...)
		}
		return out
	}
	var out []block
	shown := map[engine.UnitID]bool{}
	for _, u := range f.s.Order(f.rs) {
		members := f.s.Members(u.ID)
		if len(members) == 0 && !u.Slot {
			continue
		}
		b := block{unit: u.MainID(), active: f.s.PlaceActive(u) || f.s.Open != nil && f.s.Open.Slot == u.ID}
		single := len(members) == 1 && !isSide(f.s, f.rs, u)
		name, right := f.l.Called(u.Name), ""
		if isSide(f.s, f.rs, u) {
			name = f.l.Label("list.part", lang.Part("part", bareSide(u.Name)))
		}
		if u.Slot {
			name = f.l.Label("board.nobody-left")
		} else if single {
			right = Health(f.l, members[0])
			if len(f.s.Apart(u.ID)) > 0 {
				name = f.l.Called(members[0].Name) // the rest of its group has places of their own
			}
		} else if n := len(members); n > 1 {
			name = f.l.Label("board.several", lang.Name("name", name), lang.Int("n", n))
		}
		now, was := f.score(u)
		if f.rs.Order.Slots && !u.IsEvent() {
			was += " · " + f.l.Label("list.side-key", lang.Text("side", u.Side), lang.Name("name", u.Side))
		}
		b.rows = append(b.rows, row(turnSymbol(f.s, u), now, name, was, right))
		var below []string
		switch again := shown[u.MainID()]; { // a unit's states and effects are shown only below its first place
		case u.Slot, again:
		case single:
			u, c := f.s.Main(u), members[0]
			below = tags(append(f.unitStates(u), f.states(c)...), more(c), f.effectTags(0, u.ID), f.effectTags(0, u.Home), f.effectTags(c.ID, 0))
		default:
			below = f.crew(f.s.Main(u), members, more)
		}
		shown[u.MainID()] = true
		if len(below) > subRows {
			below = append(below[:subRows:subRows], "      "+f.l.Label("board.more-rows", lang.N("n", len(below)-subRows)))
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
	case u.Place == engine.PlaceMissed, s.Main(u).Waits() && s.Playing(s.Main(u)) == u:
		return "…"
	case u.Acted() && s.Phase != engine.Setup:
		return "✓"
	}
	return " "
}

// score returns the current score and, if it differs, the original one, which is shown next to it (TO-8).
func (f fight) score(u *engine.Unit) (now, was string) {
	switch {
	case !f.rs.Order.Scored(), fixedAtEnd(f.rs, u):
		return "", ""
	case !u.Rolled:
		return "--", ""
	case u.Card != ruleset.None:
		return u.Card.String(), ""
	}
	if n := f.s.Score(f.rs, u); n != u.Base {
		return strconv.Itoa(n), " " + f.l.Label("board.was", lang.Int("n", u.Base))
	}
	return strconv.Itoa(u.Base), ""
}

// fixedAtEnd reports whether a unit is an event without a score, because its turn is at the end of the round (RS-71).
func fixedAtEnd(rs *ruleset.Ruleset, u *engine.Unit) bool {
	return u.IsEvent() && rs.Order.Shape != ruleset.Score
}

// row lays out a unit in 40 columns: symbol, score, name, original score, and its health at the right edge.
func row(symbol, score, name, original, right string) string {
	const scoreWidth = 3
	left := symbol + strings.Repeat(" ", max(0, scoreWidth-lang.Columns(score))) + score + " "
	room := BoardWidth - lang.Columns(left) - lang.Columns(original) - lang.Columns(right)
	if right == "" {
		return left + lang.Fit(boxed(name), room) + original
	}
	name = lang.Fit(boxed(name), room-1)
	return left + name + original + strings.Repeat(" ", max(1, room-lang.Columns(name))) + right
}

// crew returns the rows below a unit of several combatants: what affects all of them, then each member with a symbol if it has acted, its
// health and what affects it. While a side acts, a member's row also says if its main action is used (CS-6); there is no room for another
// row.
func (f fight) crew(u *engine.Unit, members []*engine.Combatant, more func(c *engine.Combatant) []string) []string {
	out := tags(f.unitStates(u), f.effectTags(0, u.ID))
	for _, c := range members {
		symbol := " "
		if c.Acted && f.s.Phase != engine.Setup && !u.Acted() {
			symbol = "✓"
		}
		used := ""
		if main := f.rs.Pool(f.rs.Attack.Costs); f.s.BySide(f.rs) && f.s.IsActive(u.ID) && f.s.MayAct(c) && usedUp(f.s, c, main) {
			used = " · " + f.l.Label("board.used", pooled(main.Key, main.Typed(), 1))
		}
		out = append(out, row(symbol, "", " "+f.l.Called(c.Name), used, Health(f.l, c)))
		out = append(out, tags(f.states(c), more(c), f.effectTags(c.ID, 0))...)
	}
	return out
}

// effectTags returns the effects on a combatant or on a whole unit; the other one is 0.
func (f fight) effectTags(on engine.CombatantID, unit engine.UnitID) []string {
	var out []string
	for i := range f.s.Effects {
		if e := &f.s.Effects[i]; e.Target == on && e.Unit == unit {
			out = append(out, f.effectTag(e))
		}
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
			w = lang.Fit(boxed(w), BoardWidth-len(indent))
			switch {
			case line == "":
				line = indent + w
			case lang.Columns(line)+2+lang.Columns(w) > BoardWidth:
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

// window returns the rows that fit into one message: the active units first, then the others from the top, with the number of units left
// out.
func window(l *lang.Language, all []block, room int) []string {
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
		out = append(out, more(l, left)...)
		left = 0
		out = append(out, b.rows...)
	}
	return append(out, more(l, left)...)
}

func more(l *lang.Language, n int) []string {
	if n == 0 {
		return nil
	}
	return []string{"     " + l.Label("board.more", lang.N("n", n))}
}

// Health returns a combatant's hit points in a view: "12/30", a word or a bar if the viewer may not know the numbers, or nothing if
// they aren't shown or tracked (NU-31).
func Health(l *lang.Language, c *engine.Combatant) string {
	if p := HealthOf(c); p.Is() {
		return l.Label(p.ID, p.Args...)
	}
	return ""
}

// HealthOf returns the phrase for what [Health] returns.
func HealthOf(c *engine.Combatant) lang.Phrase {
	switch {
	case !c.HasHP:
		return lang.Phrase{}
	case !c.Standing():
		return downWord(c)
	}
	return shownHP(c.Blurred, c.HP, c.MaxHP, c.AbsorbsAll())
}

// shownHP returns hit points as they are shown in a view, which blurs them: "12/30 +6", a word, a bar or nothing.
func shownHP(blurred engine.HPShown, hp, most, absorbs int) lang.Phrase {
	switch blurred {
	case "":
		return lang.P("hp.numbers", lang.Int("hp", hp), lang.Int("max", most), lang.Int("absorbs", absorbs))
	case engine.HPBar:
		return lang.P("hp.bar", lang.Text("bar", strings.Repeat("#", hp)+strings.Repeat("-", most-hp)))
	case engine.HPNothing:
		return lang.Phrase{}
	}
	return lang.P("hp." + band(hp, most))
}

// downWord returns the state of somebody who is down.
func downWord(c *engine.Combatant) lang.Phrase {
	if c.Down != "" {
		return downState(c.Down)
	}
	return lang.P("hp.down")
}

// downState returns a state at 0 hit points: one of the engine's, or the ruleset's own.
func downState(state string) lang.Phrase {
	switch state {
	case "dead", "dying", "stable", "mortally wounded", "unconscious", "stunned":
		return lang.P("at-0-hp." + strings.ReplaceAll(state, " ", "-"))
	}
	return term(state)
}

// DownState returns a state at 0 hit points for a menu.
func DownState(l *lang.Language, state string) string {
	return l.Label("menu.state", lang.Part("state", downState(state)))
}

// DownStateName returns the name of a state at 0 hit points as the order shows it.
func DownStateName(l *lang.Language, state string) string {
	return l.Label("list.name", lang.Part("name", downState(state)))
}

// Band returns the word for hit points without numbers.
func Band(l *lang.Language, hp, most int) string { return l.Label("hp." + band(hp, most)) }

func band(hp, most int) string {
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
