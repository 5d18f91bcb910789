package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// roster renders changes to who is in the fight, and as what.
func (t *teller) roster(e engine.Event) string {
	switch e := e.(type) {
	case engine.EncounterStarted:
		gm := "" // wherever people are named, everyone knows the GM
		if t.named == nil {
			gm = Mention(e.GM)
		}
		return t.l.Line("roster.started", lang.Name("fight", e.Name), lang.Term("ruleset", t.rs.Title), lang.Flag("group", e.Group), lang.Text("gm", gm))
	case engine.EncounterEnded:
		return t.l.Line("roster.ended")
	case engine.SceneSet:
		return t.l.Line("roster.scene", lang.Name("text", e.Text))
	case engine.CombatantRenamed:
		return t.renamed(e)
	case engine.StatsChanged:
		return t.stats(e)
	case engine.SideChanged:
		return t.about(e.Combatant, "roster.side", lang.Side("side", e.To))
	case engine.OwnerChanged:
		if e.Owner == "" {
			return t.about(e.Combatant, "roster.run-by-gm")
		}
		return t.about(e.Combatant, "roster.played-by", t.user("player", e.Owner, ""))
	case engine.HiddenChanged:
		return t.aboutAll(e.Combatants, "roster.hidden", lang.Flag("hidden", e.Hidden))
	case engine.HPShownChanged:
		return t.aboutAll(e.Combatants, "roster.hp-shown", lang.Text("as", string(e.To)))
	case engine.RatingSet:
		return t.aboutAll(e.Combatants, "roster.rated", lang.Text("to", e.To))
	case engine.NoteSet: // its text is only in the GM screen
		return t.about(e.Combatant, "roster.note", lang.Flag("removed", e.Text == ""))
	case engine.WavesPlanned:
		return strings.Join(waveLines(t.l, t.s, e.Waves), "\n")
	case engine.WaveOver:
		if e.Dropped {
			return t.l.Line("roster.wave-dropped", lang.Parts("foes", newcomers(t.before(), e.Wave.Foes)))
		}
	case engine.GMPingSet:
		return t.l.Line("roster.gm-ping", lang.Flag("on", e.On))
	}
	return ""
}

// aboutAll says something about combatants, as the argument who; nothing if the view has none of them.
func (t *teller) aboutAll(ids []engine.CombatantID, text string, args ...lang.Arg) string {
	names := t.plainNames(ids)
	if len(names) == 0 {
		return ""
	}
	return t.l.Line(text, append([]lang.Arg{lang.All("who", names)}, args...)...)
}

// aboutSide says something about a unit, as the argument who: a side, where sides act.
func (t *teller) aboutSide(id engine.UnitID, text string, args ...lang.Arg) string {
	u := t.findUnit(id)
	if u == nil {
		return ""
	}
	return t.l.Line(text, append([]lang.Arg{unitArg("who", t.s, t.rs, u)}, args...)...)
}

// renamed renders a new name. Newcomers not told yet join under it.
func (t *teller) renamed(e engine.CombatantRenamed) string {
	if i := slices.Index(t.newIDs, e.Combatant); i >= 0 {
		t.joined[i].Args[0] = lang.Name("who", e.To)
		return ""
	}
	if _, ok := t.who(e.Combatant); !ok {
		return ""
	}
	text := "roster.renamed"
	if e.Revealed {
		text = "roster.revealed"
	}
	return t.l.Line(text, lang.Name("from", e.From), lang.Name("to", e.To))
}

// stats renders changed stats. Only viewers who may know hit points read the numbers, as those may be among them.
func (t *teller) stats(e engine.StatsChanged) string {
	switch {
	case e.Blurred:
		return t.about(e.Combatant, "roster.stats-changed")
	case e.Changed != "" || e.Resisted != "":
		return t.about(e.Combatant, "roster.stats", lang.MixedOf("stats", strings.Trim(e.Changed+"; "+e.Resisted, "; "), t.rs.Resistible()))
	}
	return ""
}

// order renders initiative and places in the order.
func (t *teller) order(e engine.Event) string {
	switch e := e.(type) {
	case engine.InitiativeRolled:
		return t.rolled(e.Unit, initiative(e))
	case engine.CardDealt:
		return t.rolled(e.Unit, dealtCard(e))
	case engine.CardsShuffled:
		if !e.Hidden {
			return t.l.Line("order.shuffled")
		}
	case engine.TicksPassed:
		if e.Cost > 0 {
			return t.aboutSide(e.Unit, "order.tick", lang.Int("tick", e.Base))
		}
	case engine.ScoreSet:
		return t.aboutSide(e.Unit, "order.score", lang.Int("now", e.To), lang.Int("was", e.From))
	case engine.TieSettled:
		return t.tie(e)
	case engine.TieChosen:
		var then []lang.Phrase
		for _, id := range e.Then {
			if u := t.findUnit(id); u != nil {
				then = append(then, lang.P("list.who", unitArg("who", t.s, t.rs, u)))
			}
		}
		if len(then) > 0 {
			return t.aboutSide(e.First, "order.before", lang.AllParts("then", then))
		}
	case engine.Placed:
		if len(t.rest) > 0 {
			if _, chosen := t.rest[0].(engine.TieChosen); chosen {
				return "" // it says so itself
			}
		}
		if before := t.findUnit(e.Before); before != nil {
			return t.aboutSide(e.Unit, "order.placed", unitArg("before", t.s, t.rs, before))
		}
	case engine.ActsLast:
		return t.aboutSide(e.Unit, "order.last", lang.Part("roll_off", t.rollOff(e.Die, e.Rolls)))
	case engine.UnitWaits:
		return t.aboutSide(e.Unit, "order.next-round")
	case engine.MemberLeft:
		if group := t.findUnit(e.Unit.Home); group != nil && !t.tellsWhy() {
			return t.about(e.Combatant, "order.apart", lang.Name("group", group.Name))
		}
	case engine.MemberBack:
		if group := t.findUnit(e.Unit); group != nil {
			return t.about(e.Combatant, "order.together", lang.Name("group", group.Name))
		}
	case engine.BlowDeclared:
		if by := lang.Int("by", t.rs.BlowChange()); e.Combatant != 0 {
			return t.about(e.Combatant, "order.blow-declared", by)
		} else {
			return t.aboutSide(e.Unit, "order.blow-declared", by)
		}
	case engine.BlowShown:
		return t.aboutSide(e.Unit, "order.blow", lang.Int("by", t.rs.BlowChange()))
	case engine.BlowOver:
		if !e.Pending {
			return t.aboutSide(e.Unit, "order.blow-over")
		}
	case engine.SidesRolled:
		return t.sidesRolled(e)
	case engine.TokenDrawn:
		if e.Who == 0 {
			return t.l.Line("order.end-token")
		}
	}
	return ""
}

// rolled renders what a unit rolled or was dealt.
func (t *teller) rolled(id engine.UnitID, how lang.Phrase) string {
	u := t.findUnit(id)
	if u == nil {
		return ""
	}
	side := "" // the text has a case for it, as its English name begins with a small letter
	if t.s.BySide(t.rs) && (u.Name == engine.Party || u.Name == engine.Foes) {
		side = u.Name
	}
	return t.l.Line("order.rolled", lang.Text("side", side), lang.Name("who", u.Name), lang.Part("roll", how))
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

// dealtCard returns a card with the others dealt with it: "**9♣** (4♦, 9♣)".
func dealtCard(e engine.CardDealt) lang.Phrase {
	how := ""
	switch {
	case e.Card == ruleset.Blank:
		how = "blank"
	case e.Typed:
		how = "typed"
	case e.Kept:
		how = "kept"
	default:
		of := ""
		if len(e.Cards) > 1 {
			of = cardList(e.Cards)
		}
		return lang.P("order.dealt", lang.Text("card", e.Card.String()), lang.Text("of", of), lang.Text("aside", cardList(e.Aside)))
	}
	return lang.P("order.card", lang.Text("card", e.Card.String()), lang.Text("how", how))
}

func cardList(list []ruleset.Card) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.String()
	}
	return strings.Join(parts, ", ")
}

// initiative returns a roll with its die: "d20 (6) + 15 = **21**".
func initiative(e engine.InitiativeRolled) lang.Phrase {
	total, bonus := lang.Int("total", e.Natural+e.Bonus), lang.Int("bonus", e.Bonus)
	if e.Stated {
		return lang.P("order.stated", total)
	}
	how := ""
	switch {
	case e.Typed:
		how = "typed"
	case e.Kept:
		how = "kept"
	}
	switch {
	case e.Die == 0 && e.Roll == nil:
		return lang.P("order.fixed", lang.Int("n", e.Natural+e.Bonus)) // a fixed score
	case e.Die == 0:
		return lang.P("order.dice", lang.Part("dice", thrownDice(*e.Roll)), bonus, total)
	}
	return lang.P("order.die", lang.Int("die", e.Die), lang.Int("face", e.Natural), lang.Text("how", how), bonus, total)
}

// tie renders a settled tie, with any dice rolled for it. Units that act at once are not one before the other, nor are places of one unit
// (RS-21, RS-23).
func (t *teller) tie(e engine.TieSettled) string {
	main := func(id engine.UnitID) engine.UnitID {
		if u := t.findUnit(id); u != nil {
			return u.MainID()
		}
		return id
	}
	e.Order = slices.CompactFunc(slices.Clone(e.Order), func(a, b engine.UnitID) bool { return main(a) == main(b) })
	var places []lang.Phrase
	for order := e.Order; len(order) > 0; {
		n := 1
		if i := slices.IndexFunc(e.Together, func(at []engine.UnitID) bool { return slices.Contains(at, order[0]) }); i >= 0 {
			for n < len(order) && slices.Contains(e.Together[i], order[n]) {
				n++
			}
		}
		places = append(places, lang.P("card.units", lang.AllParts("who", t.unitPhrases(order[:n]))))
		order = order[n:]
	}
	if len(places) < 2 {
		return ""
	}
	return t.l.Line("order.tie", lang.Part("order", chained("order.before-list", places)), lang.Part("roll_off", t.rollOff(e.Die, e.Rolls)))
}

func (t *teller) rollOff(die int, rolls []engine.TieRoll) lang.Phrase {
	var parts []lang.Phrase
	for _, roll := range rolls {
		who := t.unitPhrases(roll.Units)
		if roll.Side != "" {
			who = []lang.Phrase{bareSide(roll.Side)}
		}
		parts = append(parts, lang.P("order.tie-roll", lang.AllParts("who", who), lang.Part("faces", faces(roll))))
	}
	if len(parts) == 0 {
		return lang.Phrase{}
	}
	return lang.P("order.roll-off", lang.Parts("rolls", parts), lang.Int("die", die))
}

// faces returns one participant's dice in a roll-off: "3 (typed) then 5".
func faces(r engine.TieRoll) lang.Phrase {
	all := make([]lang.Phrase, len(r.Faces))
	for i, n := range r.Faces {
		all[i] = lang.P("order.face", lang.Int("n", n), lang.Flag("typed", i < r.Typed))
	}
	return chained("order.then", all)
}

// everyonesRolls are the rolls of a change that rolls for everyone. They are listed in the order the units act, along with earlier rolls.
type everyonesRolls struct {
	known  bool // due has been set
	due    bool // the list still has to be told
	rolled map[engine.UnitID]engine.InitiativeRolled
	dealt  map[engine.UnitID]engine.CardDealt
	ties   []string // told after the list
}

// keepRoll keeps an event for the list of everyone's rolls, or tells the list before an event that follows it. It reports whether the event
// is told with the list.
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

// rollsForAll reports whether the view is of a change that rolls for everyone, and the list has yet to be told. Such a change begins the
// fight's turns, ends a free round before them (CS-5), or rolls a new order (ST-7).
func (t *teller) rollsForAll() bool {
	if !t.rolls.known {
		t.rolls.known = true
		before, after := t.view.Before(), t.view.State
		t.rolls.due = before != nil && (before.Phase == engine.Setup || before.FreeRound || before.Awaits) && !after.FreeRound && !after.Awaits &&
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
			if !fixedAtEnd(t.rs, u) {
				t.say(t.rolled(u.ID, t.howRolled(u)))
			}
		}
	}
	for _, line := range t.rolls.ties {
		t.say(line)
	}
}

// typedBefore returns the roll of a unit whose result was typed in before the list, when it joined.
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

// howRolled returns how a unit got its score. A roll from before the list was typed in.
func (t *teller) howRolled(u *engine.Unit) lang.Phrase {
	holds := !u.Rolled && t.s.Unit(u.MainID()).Stage == engine.Holding
	if e, is := t.rolls.dealt[u.ID]; is {
		return dealtCard(e)
	} else if u.Card != ruleset.None && !holds { // otherwise it is from the round before
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
		return lang.P("order.fixed", lang.Int("n", u.Base))
	case holds:
		return lang.P("order.holds")
	case !u.Rolled:
		return lang.P("order.rolls-later")
	case !rolled && u.Stated, e.Natural+e.Bonus != u.Base:
		line = lang.P("order.set", lang.Int("n", u.Base))
	}
	if now, was := t.score(u); was != "" {
		return lang.P("order.now", lang.Part("roll", line), lang.Text("now", now))
	}
	return line
}

// sidesRolled renders what sides rolled, and which one begins.
func (t *teller) sidesRolled(e engine.SidesRolled) string {
	var lines []string
	for _, r := range e.Rolls {
		lines = append(lines, t.l.Line("order.side-rolled", lang.Side("side", r.Side),
			lang.Part("roll", initiative(engine.InitiativeRolled{Die: r.Die, Natural: r.Natural, Bonus: r.Bonus, Roll: r.Roll, Typed: r.Typed}))))
	}
	for _, tie := range e.Ties {
		lines = append(lines, t.l.Line("order.side-roll-off", lang.Side("side", tie.Side), lang.Part("faces", faces(engine.TieRoll{Faces: tie.Faces, Typed: tie.Typed}))))
	}
	for _, side := range e.Order {
		if t.s.HasSide(side) { // otherwise all of its members have left
			lines = append(lines, t.l.Line("order.side-first", lang.Side("side", side)))
			break
		}
	}
	return lang.Together(lines...)
}
