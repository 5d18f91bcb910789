package words

import (
	"fmt"
	"slices"
	"strings"

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

// FightOver is what the last card of an ended fight says below its heading.
const FightOver = "This fight is over. Start another with /init start."

// CardLength is the maximum length of a card in characters.
const CardLength = 4000

// leastOrder is the number of characters that a card keeps for the order; effects that leave less are left out.
const leastOrder = 500

// moreRows is the number of characters kept for rows that say how many units are left out.
const moreRows = 100

// longHeading is the length from which a heading does not name all units.
const longHeading = 700

// Card is what a turn's card says besides the fight's state.
type Card struct {
	Intro    string           // what happened before the turn, in lines
	Mentions []snowflake.User // who is mentioned: the players whose turn it is
	Left     []snowflake.User // users who have left the server
}

// Head returns what remains of a card when its turn is over: what happened before the turn, and the heading.
func (c Card) Head(s *engine.State, rs *ruleset.Ruleset) string {
	if c.Intro == "" {
		return heading(s, rs)
	}
	return c.Intro + "\n\n" + heading(s, rs)
}

// Text returns the card of the current turn in a view: the heading, who is up and what they have left, what is due, the order,
// and who is on deck.
func (c Card) Text(s *engine.State, rs *ruleset.Ruleset) string {
	foot := "-# " + footing(s, rs)
	if next := onDeck(s, rs); next != "" && !s.Paused && s.Turn != 0 {
		foot = "On deck: " + next + "\n" + foot
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
	rows := window(blocks(s, rs, nil), min(BoardLength, CardLength-len("\n\n```\n\n```\n")-Length(top)-Length(foot)-moreRows))
	if len(rows) > 0 {
		top += "\n\n```\n" + strings.Join(rows, "\n") + "\n```"
	}
	return top + "\n" + foot
}

// heading names the round and whose turn it is, or the fight while it is no one's turn.
func heading(s *engine.State, rs *ruleset.Ruleset) string {
	if s.Turn == 0 {
		return "**" + Text(s.Name) + "**"
	}
	var parts []string
	switch {
	case s.Phase == engine.Ambush:
		parts = append(parts, "Before round 1")
	case s.Round > 0:
		parts = append(parts, roundNow(s, rs))
		if at := Clock(rs, s, ""); at != "" {
			parts = append(parts, at)
		}
	}
	parts = append(parts, turnUnits(s))
	if phase := s.PhaseName(rs); phase != "" && !s.GMActs() {
		parts = append(parts, Text(phase))
	}
	return "**" + strings.Join(parts, " · ") + "**"
}

// turnUnits names the active units of a view; the order below shows who of them has acted.
func turnUnits(s *engine.State) string {
	var out []string
	for _, id := range s.Active {
		if u := s.Unit(id); u != nil && len(s.Members(id)) > 0 {
			out = append(out, Text(u.Name))
		}
	}
	switch {
	case Length(And(out)) > longHeading:
		return several(out)
	case len(out) > 0:
		return And(out)
	case s.GMActs():
		return opening(gmActs)
	case s.Open != nil:
		return "Who's next?"
	}
	return "nobody"
}

// phaseHint says what End turn does in a turn of several phases (RS-25).
func phaseHint(s *engine.State, rs *ruleset.Ruleset) string {
	phase := s.PhaseName(rs)
	if phase == "" || s.TurnPhase+1 >= len(rs.Order.Phases) {
		return ""
	}
	return fmt.Sprintf("Done with %s? Press End turn to go on to %s.", Text(phase), Text(rs.Order.Phases[s.TurnPhase+1]))
}

// footing names the fight and its ruleset.
func footing(s *engine.State, rs *ruleset.Ruleset) string {
	if s.Turn == 0 {
		return Text(rs.Title)
	}
	return Text(s.Name) + " · " + Text(rs.Title)
}

// lines returns what a card says between its heading and the order.
func (c Card) lines(s *engine.State, rs *ruleset.Ruleset) []string {
	if s.Turn == 0 || s.Paused {
		return append([]string{present(s, rs)}, countersNow(s, rs)...)
	}
	var out []string
	if s.Open != nil {
		out = append(out, openTurn(s), openHint(s))
	} else if whoseTurn(s, rs) != gmActs {
		if line := c.turnLine(s, rs); line != "" {
			out = append(out, line)
		}
		if line := phaseHint(s, rs); line != "" && len(c.Mentions) > 0 {
			out = append(out, line)
		}
		out = append(out, under(s, rs)...)
	}
	if tied := AskedTie(s); tied != nil {
		out = append(out, And(unitNames(s, tied))+" are tied. Who goes first? You can choose until one of you has acted.")
	}
	out = append(out, dueLines(s, rs)...)
	out = append(out, countersNow(s, rs)...)
	return append(out, away(s, c.Left)...)
}

// turnLine returns what the combatant may do this turn or, once it has used something, what it has left.
func (c Card) turnLine(s *engine.State, rs *ruleset.Ruleset) string {
	if left := strings.TrimPrefix(ticksNow(s, rs), ", "); left != "" {
		p := rs.PricedPool()
		held := s.Members(s.Active[0])[0].Pools[p.Key].Reserved
		switch {
		case held > 0:
			return fmt.Sprintf("%s left, %d reserved.", left, held)
		case len(c.Mentions) == 0 || left == PoolCount(p.Key, 0):
			return left + " left."
		}
		return left + " left. Act with /act do or under More…" + keeps(rs, "; Reserve keeps up to %s for reactions") + "."
	}
	active := s.ActiveMembers()
	if len(active) > 0 && !slices.ContainsFunc(active, func(m *engine.Combatant) bool { return m.Saves == nil }) {
		return c.downLine(active)
	}
	unused := len(active) != 1 || unusedTurn(s, rs, active[0])
	if left, ok := strings.CutPrefix(budgetNow(s, rs), ", left: "); ok && !(unused && len(c.Mentions) > 0) {
		return "Left: " + left + "."
	}
	if len(c.Mentions) == 0 {
		return ""
	}
	return mayDo(s, rs)
}

// downLine returns what a card says to those who have the turn while all of them are down, unless they have to roll, which is among the
// checks.
func (c Card) downLine(active []*engine.Combatant) string {
	if len(c.Mentions) == 0 || slices.ContainsFunc(active, func(m *engine.Combatant) bool { return m.Saves.Due }) {
		return ""
	}
	return "You're down and can't act. Press End turn."
}

// Reminder returns a message that says whose turn it still is.
func Reminder(s *engine.State, rs *ruleset.Ruleset, mentions, left []snowflake.User) string {
	whose := whoseTurn(s, rs)
	if whose == gmActs {
		whose = "the GM"
	}
	text := "Still waiting for **" + whose + "**. The turn began " + since(s) + "."
	if s.Open != nil {
		text = openTurn(s) + " The turn has been open since " + since(s) + "."
	}
	for _, player := range mentions {
		text += " " + Mention(player)
	}
	return strings.Join(append([]string{text}, away(s, left)...), "\n")
}

// BackHere is what a card says first after the bot was removed from a server and invited again.
func BackHere(s *engine.State) string {
	return "The bot is back in this server, and **" + Text(s.Name) + "** continues."
}

// mostUnder is the maximum number of effects that a card lists.
const mostUnder = 6

// under returns the effects on the active combatants, a line each.
func under(s *engine.State, rs *ruleset.Ruleset) []string {
	var out []string
	var told notes
	active := s.ActiveMembers()
	for _, c := range active {
		turn := "this turn"
		switch {
		case len(active) > 1:
			turn = theirTurn
		case c.Owner != "":
			turn = "your turn"
		}
		for _, on := range s.EffectsOn(c) {
			e := told.once(rs, *on)
			line, details := Text(e.Name)+level(&e), effectDetails(s, &e, turn)
			switch {
			case len(active) > 1 && details != "":
				line = Text(c.Name) + ", " + line
			case len(active) > 1:
				line = Text(c.Name) + " " + bears(e.Name, false) + level(&e)
			}
			out = append(out, line+prefixed(": ", details)+"."+told.fresh(checkAhead(s, rs, on, turn)))
		}
	}
	if len(out) > mostUnder {
		out = append(out[:mostUnder:mostUnder], "… and "+Counted(len(out)-mostUnder, "more effect")+"; see /effect list.")
	}
	return out
}

// mayDo returns in one line what the ruleset allows in a turn.
func mayDo(s *engine.State, rs *ruleset.Ruleset) string {
	switch {
	case s.OneAction && !hasActions(rs):
		return "You're up! Take one action."
	case s.OneAction:
		return "You have " + has(s, rs, s.ActiveMembers()[0]) + " before round 1."
	case s.FreeRound:
		return "Free round! Everyone on your side acts, in any order."
	case counted(rs) && s.BySide(rs) && len(s.ActiveMembers()) > 1:
		return "You each have " + has(s, rs, s.ActiveMembers()[0]) + ", in any order. Press End turn when you're done."
	case counted(rs) && len(s.ActiveMembers()) > 0:
		return "You have " + has(s, rs, s.ActiveMembers()[0]) + "." + trades(rs)
	case rs.Order.Shape == ruleset.Ticks:
		return "You're up! Say what your turn costs with /act do and its ticks option; otherwise it costs the usual number of ticks."
	case CanActLast(s, rs):
		return "You're up! Take your turn, or move to the end of the round."
	case rs.Wait.ActsLast():
		return "You're up! Take your turn."
	}
	return "You're up! Take any actions, in any order."
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
			out = append(out, Text(u.Name))
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
func Endings(rs *ruleset.Ruleset, view view.View) []Ending {
	if !slices.ContainsFunc(view.Events, isEnding) {
		return nil
	}
	var out []Ending
	t := &teller{rs: rs, view: view}
	view.Follow(func(i int, s *engine.State) {
		t.lines = nil
		t.step(i, s)
		t.flush()
		for _, line := range t.lines {
			switch e := view.Events[i].(type) {
			case engine.EffectEnded:
				out = append(out, Ending{e.Effect.Target, e.Effect.Unit, line})
			case engine.HPChanged:
				if e.Cause != "" {
					out = append(out, Ending{e.Combatant, 0, line})
				}
			}
		}
	})
	return out
}

// isEnding reports whether an event is the end of an effect, or damage dealt by one.
func isEnding(e engine.Event) bool {
	switch e := e.(type) {
	case engine.EffectEnded:
		return true
	case engine.HPChanged:
		return e.Cause != ""
	}
	return false
}

// away returns which active combatants have lost their player, and whether the GM is gone, and what to do about it.
func away(s *engine.State, left []snowflake.User) []string {
	var out, names []string
	for _, c := range s.ActiveMembers() {
		if c.Owner != "" && slices.Contains(left, c.Owner) {
			names = append(names, Text(c.Name))
		}
	}
	switch len(names) {
	case 0:
	case 1:
		out = append(out, fmt.Sprintf("%s player has left this server. The GM can act for %s, or choose a new player with "+
			"/init edit name:%[2]s owner:…", Possessive(names[0]), names[0]))
	default:
		out = append(out, "The players of "+several(names)+" have left this server. The GM can act for them, or choose new players with "+
			"/init edit and its owner option.")
	}
	if s.PingGM && slices.Contains(left, s.GM) {
		out = append(out, "The GM has left this server. A member with Manage Server can act as GM.")
	}
	return out
}

// onDeck returns the unit of a view that acts next, or nothing.
func onDeck(s *engine.State, rs *ruleset.Ruleset) string {
	if o := &rs.Order; !o.Scored() || o.Opens() {
		return "" // nobody knows
	}
	ready := func(u *engine.Unit) bool {
		return u.Rolled && s.Main(u).Waiting == engine.NotWaiting && !s.PlaceActive(u) && slices.ContainsFunc(s.Members(u.ID), func(c *engine.Combatant) bool {
			return (c.Standing() || saving(rs, c)) && (s.Phase != engine.Ambush || s.FreeRound || s.ActsInAmbush(c))
		})
	}
	order := s.Order(rs)
	for _, u := range order {
		if !u.Acted() && ready(u) {
			return Text(u.Name)
		}
	}
	if s.Phase != engine.Running || rs.Order.Again != ruleset.OnceAFight {
		return "" // the next round's order isn't known yet
	}
	for _, u := range order {
		if ready(u) {
			return fmt.Sprintf("%s (round %d)", Text(u.Name), s.Round+1)
		}
	}
	return ""
}
