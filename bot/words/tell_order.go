package words

import (
	"fmt"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// roster renders changes in who is in the fight, and as what.
func (t *teller) roster(e engine.Event) string {
	switch e := e.(type) {
	case engine.EncounterStarted:
		group := ""
		if e.Group {
			group = ", group initiative"
		}
		return fmt.Sprintf("**%s** begins (%s%s). The GM is %s.", Text(e.Name), Text(t.rs.Title), group, Mention(e.GM))
	case engine.EncounterEnded:
		return "The fight is over."
	case engine.SceneSet:
		return "**Scene:** " + Text(e.Text)
	case engine.CombatantRenamed:
		return t.renamed(e)
	case engine.StatsChanged:
		return t.stats(e)
	case engine.SideChanged:
		return t.of(e.Combatant, "%s is now on %s side.", t.name(e.Combatant), Possessive(TheSide(e.To)))
	case engine.OwnerChanged:
		if e.Owner == "" {
			return t.of(e.Combatant, "%s is now run by the GM.", t.name(e.Combatant))
		}
		return t.of(e.Combatant, "%s is now played by %s.", t.name(e.Combatant), Mention(e.Owner))
	case engine.HiddenChanged:
		names := t.names(e.Combatants)
		if e.Hidden {
			return about(names, And(names)+verb(names, " is now hidden.", " are now hidden."))
		}
		return about(names, And(names)+verb(names, " comes into view.", " come into view."))
	case engine.NoteSet: // its text is only in the GM screen
		if e.Text == "" {
			return t.of(e.Combatant, "The note on %s has been removed.", t.name(e.Combatant))
		}
		return t.of(e.Combatant, "The note on %s has changed.", t.name(e.Combatant))
	case engine.WavesPlanned:
		return strings.Join(WaveLines(e.Waves), "\n")
	case engine.WaveOver:
		if e.Dropped {
			return "No longer planned: " + newcomers(e.Wave.Foes) + "."
		}
	case engine.GMPingSet:
		return map[bool]string{false: "NPC turns no longer ping the GM.", true: "NPC turns now ping the GM."}[e.On]
	}
	return ""
}

// of returns a sentence about a combatant, or nothing if the viewer may not know of it.
func (t *teller) of(id engine.CombatantID, format string, args ...any) string {
	if t.name(id) == "" {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// about returns a sentence about some names, or "" for no names.
func about(names []string, line string) string {
	if len(names) == 0 {
		return ""
	}
	return line
}

// renamed renders a new name. Newcomers not told yet join under it.
func (t *teller) renamed(e engine.CombatantRenamed) string {
	if i := slices.Index(t.newIDs, e.Combatant); i >= 0 {
		t.joined[i] = Text(e.To) + strings.TrimPrefix(t.joined[i], Text(e.From))
		return ""
	}
	return t.of(e.Combatant, "%s is now called %s.", Text(e.From), Text(e.To))
}

// stats renders changed stats: the numbers only to viewers who may know hit points, which may be among them.
func (t *teller) stats(e engine.StatsChanged) string {
	c, ok := t.who(e.Combatant)
	switch {
	case ok && e.Blurred:
		return fmt.Sprintf("%s stats have changed.", Possessive(Text(c.Name)))
	case ok && e.Changed != "":
		return fmt.Sprintf("%s now has %s.", Text(c.Name), Text(e.Changed))
	}
	return ""
}

// order renders initiative and places.
func (t *teller) order(e engine.Event) string {
	switch e := e.(type) {
	case engine.InitiativeRolled:
		if name := t.unit(e.Unit); name != "" {
			return name + ": " + initiative(e)
		}
	case engine.CardDealt:
		if name := t.unit(e.Unit); name != "" {
			return name + ": " + dealtCard(e)
		}
	case engine.CardsShuffled:
		if !e.Hidden {
			return "The deck is shuffled."
		}
	case engine.TicksPassed:
		if name := t.unit(e.Unit); name != "" && e.Cost > 0 {
			return fmt.Sprintf("%s moves on to tick %d.", name, e.Base)
		}
	case engine.ScoreSet:
		if name, _ := t.sideOf(e.Unit); name != "" {
			return fmt.Sprintf("%s initiative is now %d (was %d).", opening(Possessive(name)), e.To, e.From)
		}
	case engine.TieSettled:
		return t.tie(e)
	case engine.TieChosen:
		if first, then := t.unit(e.First), t.units(e.Then); first != "" && len(then) > 0 {
			return first + " goes before " + And(then) + "."
		}
	case engine.Placed:
		if len(t.rest) > 0 {
			if _, chosen := t.rest[0].(engine.TieChosen); chosen {
				return "" // which says so
			}
		}
		name, before := t.unit(e.Unit), t.unit(e.Before)
		if name != "" && before != "" {
			return fmt.Sprintf("%s now acts right before %s.", name, before)
		}
	case engine.ActsLast:
		if name := t.unit(e.Unit); name != "" {
			return name + " acts last this round." + t.rollOff(" Roll-off: ", e.Die, e.Rolls)
		}
	case engine.UnitWaits:
		if name, many := t.sideOf(e.Unit); name != "" {
			return opening(name) + map[bool]string{false: " acts", true: " act"}[many] + " from next round on."
		}
	case engine.MemberLeft:
		if name, group := t.name(e.Combatant), t.unit(e.Unit.Home); name != "" && group != "" && !t.tellsWhy() {
			return name + " acts apart from " + group + " for now."
		}
	case engine.MemberBack:
		if name, group := t.name(e.Combatant), t.unit(e.Unit); name != "" && group != "" {
			return name + " acts with " + group + " again."
		}
	case engine.BlowDeclared:
		name := t.unit(e.Unit)
		if e.Combatant != 0 {
			name = t.name(e.Combatant)
		}
		if name != "" {
			return name + " rolls with the blow: " + blowBy(t.rs) + " initiative next round."
		}
	case engine.BlowShown:
		if name := t.unit(e.Unit); name != "" {
			return name + " is rolling with the blow: " + blowBy(t.rs) + " initiative this round."
		}
	case engine.BlowOver:
		if name := t.unit(e.Unit); name != "" && !e.Pending {
			return name + " has recovered from the blow."
		}
	}
	return ""
}

// tellsWhy reports whether the next event says why a member of a group has left its place.
func (t *teller) tellsWhy() bool {
	if len(t.rest) == 0 {
		return false
	}
	switch t.rest[0].(type) {
	case engine.ActsLast, engine.BlowShown:
		return true
	}
	return false
}

// dealtCard returns a card with what else was dealt: "**9♣** (4♦, 9♣)".
func dealtCard(e engine.CardDealt) string {
	line := "**" + e.Card.String() + "**"
	switch {
	case e.Card == ruleset.Blank:
		return line + " (no card is left)"
	case e.Typed:
		return line + " (typed)"
	case e.Kept:
		return line + " (kept)"
	}
	var notes []string
	if len(e.Cards) > 1 {
		notes = append(notes, "of "+cardList(e.Cards))
	}
	if len(e.Aside) > 0 {
		notes = append(notes, "put aside: "+cardList(e.Aside))
	}
	if notes != nil {
		line += " (" + strings.Join(notes, "; ") + ")"
	}
	return line
}

func cardList(list []ruleset.Card) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.String()
	}
	return strings.Join(parts, ", ")
}

// initiative returns a roll with its die: "d20 (6) + 15 = **21**".
func initiative(e engine.InitiativeRolled) string {
	how := ""
	switch {
	case e.Typed:
		how = ", typed"
	case e.Kept:
		how = ", kept"
	}
	roll := fmt.Sprintf("d%d (%d%s)", e.Die, e.Natural, how)
	switch {
	case e.Die == 0 && e.Roll == nil:
		return fmt.Sprintf("**%d**", e.Natural+e.Bonus) // nobody rolls
	case e.Die == 0:
		roll = thrownDice(*e.Roll)
	}
	switch {
	case e.Bonus > 0:
		roll += fmt.Sprintf(" + %d", e.Bonus)
	case e.Bonus < 0:
		roll += fmt.Sprintf(" − %d", -e.Bonus)
	}
	return fmt.Sprintf("%s = **%d**", roll, e.Natural+e.Bonus)
}

// tie renders a settled tie, with any dice rolled for it.
func (t *teller) tie(e engine.TieSettled) string {
	return "Tie: " + strings.Join(t.units(e.Order), " before ") + "." + t.rollOff(" Roll-off: ", e.Die, e.Rolls)
}

func (t *teller) rollOff(prefix string, die int, rolls []engine.TieRoll) string {
	var parts []string
	for _, roll := range rolls {
		label := And(t.units(roll.Units))
		if roll.Side != "" {
			label = Text(roll.Side)
		}
		parts = append(parts, fmt.Sprintf("%s: %s", label, faces(roll)))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s (d%d).", prefix, strings.Join(parts, ", "), die)
}

// faces returns one participant's dice of a roll-off: "3 (typed) then 5".
func faces(r engine.TieRoll) string {
	parts := make([]string, len(r.Faces))
	for i, n := range r.Faces {
		if parts[i] = fmt.Sprint(n); i < r.Typed {
			parts[i] += " (typed)"
		}
	}
	return strings.Join(parts, " then ")
}

// everyonesRolls are the rolls of a change that rolls for everyone: they are listed in the order the units act, along
// with those from before.
type everyonesRolls struct {
	known  bool // whether isDue has been found out
	due    bool // the list has yet to be told
	rolled map[engine.UnitID]engine.InitiativeRolled
	dealt  map[engine.UnitID]engine.CardDealt
	ties   []string // told after the list
}

// keepRoll keeps an event for the list of everyone's rolls, or tells the list before what follows it. It reports whether the
// event is told with the list.
func (t *teller) keepRoll(e engine.Event) bool {
	switch e := e.(type) {
	case engine.OrderCleared:
		t.rolls = everyonesRolls{known: true, due: !t.view.State.Awaits}
	case engine.InitiativeRolled:
		if !t.rollsForAll() {
			return false
		}
		if t.rolls.rolled == nil {
			t.rolls.rolled = map[engine.UnitID]engine.InitiativeRolled{}
		}
		t.rolls.rolled[e.Unit] = e
		return true
	case engine.CardDealt:
		if !t.rollsForAll() {
			return false
		}
		if t.rolls.dealt == nil {
			t.rolls.dealt = map[engine.UnitID]engine.CardDealt{}
		}
		t.rolls.dealt[e.Unit] = e
		return true
	case engine.TieSettled:
		if !t.rollsForAll() {
			return false
		}
		if line := t.tie(e); line != "" {
			t.rolls.ties = append(t.rolls.ties, line)
		}
		return true
	case engine.AmbushBegan:
		if !e.Free {
			t.listRolls()
		}
	case engine.RoundBegan, engine.TurnBegan:
		t.listRolls()
	}
	return false
}

// rollsForAll reports whether the view is of a change that rolls for everyone, whose list has yet to be told: it begins the
// fight's turns, or ends a free round before them (CS-5), or rolls a new order (ST-7).
func (t *teller) rollsForAll() bool {
	if !t.rolls.known {
		t.rolls.known = true
		before, after := t.view.Before(), t.view.State
		t.rolls.due = before != nil && (before.Phase == engine.Setup || before.FreeRound || before.Awaits) && !after.FreeRound &&
			(after.Phase == engine.Ambush || after.Phase == engine.Running)
	}
	return t.rolls.due
}

// listRolls tells everyone's rolls in the order the units act, then how ties were settled.
func (t *teller) listRolls() {
	if t.s == nil || t.s.Round > 1 && !t.rolls.known || !t.rollsForAll() {
		return
	}
	t.rolls.due = false
	if t.brief {
		return
	}
	if t.rs.Order.Scored() {
		for _, u := range t.s.Order(t.rs) {
			t.say(Text(u.Name) + ": " + t.howRolled(u))
		}
	}
	for _, line := range t.rolls.ties {
		t.say(line)
	}
}

// typedBefore returns the roll of a unit whose result was typed before the list: when it joined.
func typedBefore(s *engine.State, rs *ruleset.Ruleset, u *engine.Unit) engine.InitiativeRolled {
	counted, number := formula.Split(s.InitiativeRoll(rs).Fill(s.UnitValues(u.ID)))
	e := engine.InitiativeRolled{Natural: u.Natural, Bonus: number, Typed: true}
	switch {
	case len(counted) == 1 && counted[0].N == 1:
		e.Die = counted[0].Sides
	case len(counted) > 0:
		e.Roll = &dice.Result{Expr: counted.String(), Total: u.Natural, Typed: true}
	}
	return e
}

// howRolled returns how a unit's score came about. What was rolled before the list was typed in.
func (t *teller) howRolled(u *engine.Unit) string {
	if e, is := t.rolls.dealt[u.ID]; is {
		return dealtCard(e)
	} else if u.Card != ruleset.None {
		return dealtCard(engine.CardDealt{Card: u.Card, Typed: true})
	}
	e, rolled := t.rolls.rolled[u.ID]
	if !rolled && t.rs.Order.Roll == nil {
		e = engine.InitiativeRolled{Natural: u.Base}
	} else if !rolled {
		e = typedBefore(t.s, t.rs, u)
	}
	line := initiative(e)
	switch {
	case u.IsEvent():
		return fmt.Sprintf("**%d**", u.Base)
	case !u.Rolled && u.Stage == engine.Holding:
		return "holds"
	case !u.Rolled:
		return "rolls in round 2"
	case e.Natural+e.Bonus != u.Base:
		line = fmt.Sprintf("**%d**, set before the roll", u.Base)
	}
	if now, was := score(t.l, t.s, t.rs, u); was != "" {
		line += ", now **" + now + "**"
	}
	return line
}

// shapes tells of what only some shapes of order have: sides that roll for who begins, and tokens.
func (t *teller) shapes(e engine.Event) string {
	switch e := e.(type) {
	case engine.SidesRolled:
		return t.sidesRolled(e)
	case engine.TokenDrawn:
		if e.Who == 0 {
			return "The end token is drawn: the round ends."
		}
	}
	return ""
}

// sidesRolled tells what sides rolled, and which begins.
func (t *teller) sidesRolled(e engine.SidesRolled) string {
	line := ""
	for _, r := range e.Rolls {
		line += fmt.Sprintf("%s: %s. ", opening(TheSide(r.Side)), initiative(engine.InitiativeRolled{Die: r.Die, Natural: r.Natural, Bonus: r.Bonus, Roll: r.Roll, Typed: r.Typed}))
	}
	for _, tie := range e.Ties {
		line += fmt.Sprintf("Roll-off, %s: %s. ", TheSide(tie.Side), faces(engine.TieRoll{Faces: tie.Faces, Typed: tie.Typed}))
	}
	for _, side := range e.Order {
		if t.s.HasSide(side) { // otherwise all of its members have left
			return line + "First: " + TheSide(side) + "."
		}
	}
	return line
}
