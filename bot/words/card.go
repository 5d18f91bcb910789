package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/ruleset"
	"roundel/engine/view"
	"roundel/snowflake"
)

// Ending is the end of an effect, or the damage an effect dealt, in words.
type Ending struct {
	On   engine.CombatantID
	Unit engine.UnitID
	Line string
}

// CardLength is the maximum length of a card in characters.
const CardLength = 4000

// leastOrder is the number of characters that a card reserves for the order. Lines and mentions that don't leave that many are left out.
const leastOrder = 500

// moreRows is the number of characters kept for rows that say how many units are left out.
const moreRows = 100

// mostOnDeck is the length at which the on-deck line stops adding mentions.
const mostOnDeck = 1000

// longHeading is the length above which a heading no longer names all units.
const longHeading = 700

// Card is what a turn's card says besides the fight's state.
type Card struct {
	In       *lang.Language
	Intro    string           // what happened before the turn, in lines
	Mentions []snowflake.User // who is mentioned: the players whose turn it is
	OnDeck   []snowflake.User // who is mentioned because they are on deck; those who no longer are, are left out
	Left     []snowflake.User // users who have left the server
}

// Head returns what remains of a card when its turn is over: what happened before the turn, and the heading.
func (c Card) Head(s *engine.State, rs *ruleset.Ruleset) string {
	head := fight{c.In, s, rs}.heading()
	if c.Intro == "" {
		return head
	}
	return c.Intro + "\n\n" + head
}

// Text returns the card of the current turn in a view: the heading, who is up and what they have left, what is due, the order,
// and who is on deck.
func (c Card) Text(s *engine.State, rs *ruleset.Ruleset) string {
	f := fight{c.In, s, rs}
	foot := "-# " + f.footing()
	if next := onDeck(s, rs); next.unit != nil && !s.Paused && s.Turn != 0 {
		line := c.In.Line("card.on-deck", lang.Part("who", next.phrase(rs)))
		for _, player := range next.owners(rs) {
			if slices.Contains(c.OnDeck, player) && Length(line) < mostOnDeck {
				line += " " + Mention(player)
			}
		}
		foot = line + "\n" + foot
	}
	top := c.Head(s, rs)
	fits := func(more string) bool {
		return Length(top)+Length(more)+leastOrder+Length(foot) <= CardLength
	}
	for _, player := range c.Mentions {
		if mention := " " + Mention(player); fits(mention) {
			top += mention
		}
	}
	for _, line := range c.lines(s, rs) {
		if fits("\n" + line) {
			top += "\n" + line
		}
	}
	rows := window(c.In, f.blocks(nil), min(BoardLength, CardLength-len("\n\n```\n\n```\n")-Length(top)-Length(foot)-moreRows))
	if len(rows) > 0 {
		top += "\n\n```\n" + strings.Join(rows, "\n") + "\n```"
	}
	return top + "\n" + foot
}

// heading names the round and whose turn it is, or the fight while it is no one's turn.
func (f fight) heading() string {
	if f.s.Turn == 0 {
		return f.l.Line("card.fight", lang.Name("name", f.s.Name))
	}
	var round lang.Phrase
	clock, phase := "", f.s.PhaseName(f.rs)
	switch {
	case f.s.Phase == engine.Ambush:
		round = lang.P("turn.before-round-1")
	case f.s.Round > 0:
		round, clock = roundNow("turn.", f.s, f.rs), Clock(f.rs, f.s)
	}
	if f.s.GMActs() {
		phase = ""
	}
	return f.l.Line("card.heading", lang.Part("round", round), lang.Text("clock", clock), lang.Part("who", f.turnUnits()), lang.Term("phase", phase))
}

// turnUnits names the active units of a view; the order below shows which of them have acted.
func (f fight) turnUnits() lang.Phrase {
	var out []string
	var sides []lang.Phrase // or events
	for _, id := range f.s.Active {
		if u := f.s.Unit(id); u != nil && len(f.s.Members(id)) > 0 {
			out = append(out, u.Name)
			if f.s.BySide(f.rs) {
				sides = append(sides, unitName(f.s, f.rs, u))
			}
		}
	}
	switch units := lang.P("card.units", lang.All("who", out)); {
	case sides != nil:
		return lang.P("card.units", lang.AllParts("who", sides))
	case len(out) > 1 && Length(f.l.Say(units)) > longHeading:
		return lang.P("card.units", lang.Names("who", out))
	case len(out) > 0:
		return units
	case f.s.GMActs():
		return lang.P("card.gm-acts")
	case f.s.Open != nil:
		return lang.P("card.who-next")
	}
	return lang.P("turn.nobody")
}

// footing names the fight and its ruleset, or the ruleset alone while the heading names the fight.
func (f fight) footing() string {
	fight := f.s.Name
	if f.s.Turn == 0 {
		fight = ""
	}
	return f.l.Line("card.footing", lang.Name("fight", fight), lang.Term("ruleset", f.rs.Title))
}

// lines returns what a card says between its heading and the order.
func (c Card) lines(s *engine.State, rs *ruleset.Ruleset) []string {
	f := fight{c.In, s, rs}
	if s.Turn == 0 || s.Paused {
		return slices.Concat([]string{f.present()}, f.owedSaves(), f.countersNow()) // answers don't wait for the fight (NU-16)
	}
	var out []string
	if s.ShowsClock {
		out = append(out, TurnSince(c.In, s))
	}
	if s.Open != nil {
		out = append(out, c.In.Say(openTurn(s)), c.In.Say(openHint(s)))
	} else if !unseen(s) {
		if line := c.turnLine(s, rs); line.Is() {
			out = append(out, c.In.Say(line))
		}
		if phase, next := s.PhaseName(rs), s.TurnPhase+1; phase != "" && next < len(rs.Order.Phases) && len(c.Mentions) > 0 { // what End turn does (RS-25)
			out = append(out, c.In.Line("card.phase-hint", lang.Term("phase", phase), lang.Term("next", rs.Order.Phases[next])))
		}
		out = append(out, f.under()...)
	}
	if tied := AskedTie(s); tied != nil {
		out = append(out, c.In.Line("card.tied", lang.All("who", unitNames(s, tied))))
	}
	out = append(out, f.dueLines()...)
	out = append(out, f.countersNow()...)
	return append(out, away(c.In, s, c.Left)...)
}

// turnLine returns what the combatant may do this turn or, once it has used something, what it has left.
func (c Card) turnLine(s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	active := s.ActiveMembers()
	if len(active) > 0 && !slices.ContainsFunc(active, (*engine.Combatant).Standing) { // all are down
		due := func(m *engine.Combatant) bool { return m.Saves != nil && m.Saves.Due }
		if len(c.Mentions) == 0 || slices.ContainsFunc(active, due) {
			return lang.Phrase{} // the card's checks say who has to roll
		}
		return lang.P("card.down")
	}
	if n, ok := ticks(s, rs); ok {
		p := rs.PricedPool()
		held, left := s.Members(s.Active[0])[0].Pools[p.Key].Reserved, lang.Pool("left", p.Key, n)
		if held > 0 || len(c.Mentions) == 0 || n == 0 {
			return lang.P("card.ticks-left", left, lang.Int("reserved", held))
		}
		return lang.P("card.ticks-act", left, keeps(rs))
	}
	if m := spender(s, rs); m != nil && !(unusedTurn(s, rs, m) && len(c.Mentions) > 0) {
		return lang.P("card.left", lang.Part("pools", poolsLeft(s, rs, m)))
	}
	if len(c.Mentions) == 0 {
		return lang.Phrase{}
	}
	return mayDo(s, rs)
}

// Reminder returns a message that says whose turn it still is.
func Reminder(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, mentions, left []snowflake.User) string {
	since := lang.Text("when", since(s))
	text := ""
	switch {
	case s.Open != nil:
		text = l.Line("card.waiting-open", lang.Part("open", openTurn(s)), since)
	case unseen(s):
		text = l.Line("card.waiting-gm", since)
	default:
		text = l.Line("card.waiting", whoseTurn(s, rs), since)
	}
	for _, player := range mentions {
		text += " " + Mention(player)
	}
	return strings.Join(append([]string{text}, away(l, s, left)...), "\n")
}

// mostUnder is the maximum number of effects that a card lists.
const mostUnder = 6

// under returns the effects on the active combatants, a line each.
func (f fight) under() []string {
	var out []string
	var told notes
	active := f.s.ActiveMembers()
	for _, c := range active {
		turn := "this"
		switch {
		case len(active) > 1:
			turn = "their"
		case c.Owner != "":
			turn = "your"
		}
		for _, on := range f.s.EffectsOn(c) {
			e := told.once(f.rs, *on)
			name, lvl, details := effectName("effect", f.rs, e.Name), lang.Int("level", e.Level), lang.Parts("details", effectDetails(f.s, f.rs, &e, turn))
			line := f.l.Line("effect.on-card", name, lvl, details)
			if len(active) > 1 {
				line = f.l.Line("effect.on-card-of", lang.Name("who", c.Name), name, lvl, details)
			}
			out = append(out, lang.Together(line, told.fresh(on.Name, f.checkAhead(on, turn))))
		}
	}
	if len(out) > mostUnder {
		out = append(out[:mostUnder:mostUnder], f.l.Line("effect.more", lang.N("n", len(out)-mostUnder)))
	}
	return out
}

// mayDo returns in one line what the ruleset allows in a turn.
func mayDo(s *engine.State, rs *ruleset.Ruleset) lang.Phrase {
	active := s.ActiveMembers()
	switch {
	case s.OneAction && !hasActions(rs):
		return lang.P("card.one-action")
	case s.OneAction:
		return lang.P("card.before-round-1", has(s, rs, active[0]))
	case s.FreeRound:
		return lang.P("card.free-round")
	case counted(rs) && s.BySide(rs) && len(active) > 1:
		return lang.P("card.each-has", has(s, rs, active[0]))
	case counted(rs) && len(active) > 0:
		return lang.P("card.has", has(s, rs, active[0]), lang.Sentences("trades", trades(s, rs, active[0])))
	case rs.Order.Shape == ruleset.Ticks:
		return lang.P("card.ticks")
	case CanActLast(s, rs):
		return lang.P("card.up-or-last")
	case rs.Wait.ActsLast():
		return lang.P("card.up-only")
	}
	return lang.P("card.up")
}

// AskedTie returns the units of the tie that a card asks about: the first one whose players may still say who goes first (TO-3), or nil.
func AskedTie(s *engine.State) []engine.UnitID {
	if len(s.OpenTies) == 0 {
		return nil
	}
	return s.OpenTies[0]
}

func unitNames(s *engine.State, units []engine.UnitID) []string {
	var out []string
	for _, id := range units {
		if u := s.Unit(id); u != nil {
			out = append(out, u.Name)
		}
	}
	return out
}

// CanActLast reports whether the active unit of a view can act last this round (TO-6), or the GM acts, whose combatant might.
func CanActLast(s *engine.State, rs *ruleset.Ruleset) bool {
	if !rs.Wait.ActsLast() || s.Phase != engine.Running {
		return false
	}
	taken := func(side string) bool {
		return rs.Wait == ruleset.BottomOnceSide && slices.ContainsFunc(s.Units, func(u engine.Unit) bool { return u.Last > 0 && u.Side == side })
	}
	return s.GMActs() || slices.ContainsFunc(s.Active, func(id engine.UnitID) bool {
		u := s.Unit(id)
		return u != nil && !u.HadTurn && u.Last == 0 && !taken(u.Side)
	})
}

// Endings returns the effects that ended in a view and the damage that effects dealt, for the card of the next turn.
func Endings(l *lang.Language, rs *ruleset.Ruleset, view view.View) []Ending {
	if !slices.ContainsFunc(view.Events, func(e engine.Event) bool { return endingOf(e) != nil }) {
		return nil // most often
	}
	var out []Ending
	t := &teller{fight: fight{l: l, rs: rs}, view: view}
	view.Follow(func(i int, s *engine.State) {
		t.lines = nil
		t.step(i, s)
		t.flush()
		if e := endingOf(view.Events[i]); e != nil {
			for _, line := range t.lines {
				out = append(out, Ending{e.On, e.Unit, line})
			}
		}
	})
	return out
}

// endingOf returns whom an event is about that ends an effect, or is damage dealt by one, and nil for any other event.
func endingOf(e engine.Event) *Ending {
	switch e := e.(type) {
	case engine.EffectEnded:
		return &Ending{On: e.Effect.Target, Unit: e.Effect.Unit}
	case engine.HPChanged:
		if e.Cause != "" {
			return &Ending{On: e.Combatant}
		}
	}
	return nil
}

// away returns which active combatants have lost their player, and whether the GM is gone, and what to do about it.
func away(l *lang.Language, s *engine.State, left []snowflake.User) []string {
	var out, names []string
	for _, c := range s.ActiveMembers() {
		if c.Owner != "" && slices.Contains(left, c.Owner) {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		out = append(out, l.Line("card.players-left", lang.Names("who", names)))
	}
	if s.PingGM && slices.Contains(left, s.GM) {
		out = append(out, l.Line("card.gm-left"))
	}
	return out
}

// deck is the unit that acts next, at one of its places, and the state in which it does. The zero deck is nobody.
type deck struct {
	unit  *engine.Unit
	in    *engine.State
	later bool // in the next round
}

// phrase names the unit, with the round if that is the next one.
func (d deck) phrase(rs *ruleset.Ruleset) lang.Phrase {
	name := unitName(d.in, rs, d.unit)
	if d.later {
		return lang.P("card.in-round", lang.Part("name", name), lang.Int("round", d.in.Round))
	}
	return name
}

// owners returns the players of those members of the unit that have a turn then, each once.
func (d deck) owners(rs *ruleset.Ruleset) []snowflake.User {
	var out []snowflake.User
	for _, c := range d.in.Members(d.unit.ID) {
		if c.Owner != "" && d.in.HasTurn(rs, c) && !slices.Contains(out, c.Owner) {
			out = append(out, c.Owner)
		}
	}
	return out
}

// Upcoming is a turn that has not begun yet, of a unit in which the user has a combatant.
type Upcoming struct {
	User  snowflake.User `json:"user"`
	Unit  engine.UnitID  `json:"unit"` // the unit or one of its places
	Round int            `json:"round"`
	After engine.TurnID  `json:"after,omitempty"` // the unit's previous turn in that round; 0: none
	Came  int            `json:"came,omitempty"`  // under a clock, where the whole fight is one round: the number of the arrival at its tick
}

// OnDeck returns the turns for which a card mentions players who asked to be mentioned when they are on deck: those of the unit that acts
// next in a view, except for players who have the turn now. It returns nothing if the next unit isn't known, while the GM acts, between
// turns, and while the fight is paused (NU-37).
func OnDeck(s *engine.State, rs *ruleset.Ruleset) []Upcoming {
	next := onDeck(s, rs)
	if next.unit == nil || s.GMActs() || s.Paused || s.Turn == 0 {
		return nil
	}
	after := next.unit.Began
	if next.later {
		after = 0
	}
	var out []Upcoming
	for _, user := range next.owners(rs) {
		if !slices.ContainsFunc(s.ActiveMembers(), func(c *engine.Combatant) bool { return c.Owner == user }) {
			out = append(out, Upcoming{User: user, Unit: next.unit.ID, Round: next.in.Round, After: after, Came: next.unit.Came})
		}
	}
	return out
}

// onDeck returns the unit of a view that acts next, even if it is the one that has the turn now.
func onDeck(s *engine.State, rs *ruleset.Ruleset) deck {
	u, in := s.OnDeck(rs)
	if u == nil {
		return deck{}
	}
	return deck{u, in, in.Round != s.Round}
}
