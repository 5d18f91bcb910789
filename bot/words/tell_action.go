package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// action renders what combatants do in and out of their turns.
func (t *teller) action(e engine.Event) string {
	switch e := e.(type) {
	case engine.Acted:
		return t.did(e)
	case engine.MultiattackOpened:
		var parts []lang.Phrase
		for _, part := range e.Left {
			parts = append(parts, lang.P("block.part", lang.N("n", part.N), lang.Names("names", part.Of)))
		}
		return t.about(e.Combatant, "block.opened", lang.Parts("parts", parts))
	case engine.PoolsBack:
		return t.poolsBack(e)
	case engine.Rested:
		return t.l.Line("rest.rested", lang.Term("rest", e.Rest), lang.Groups("who", t.plainNames(e.Combatants)))
	case engine.PoolRolled:
		id, what := "act.pool-rolled", lang.PoolNoun("pool", e.Pool)
		if e.Ability != "" {
			id, what = "ability.rolled", lang.Name("ability", e.Ability)
		}
		roll := e.Roll
		if one, is := strings.CutPrefix(roll.Expr, "1d"); is { // d6 for 1d6
			roll.Expr = "d" + one
		}
		return t.about(e.Combatant, id, what, lang.Part("dice", thrownDice(roll)), lang.Int("total", e.Roll.Total), lang.Flag("back", e.Back), lang.Int("needs", e.Needs))
	case engine.AbilityUsed, engine.UsesSet:
		return t.ability(e)
	case engine.PoolReserved:
		return t.about(e.Combatant, "act.reserves", lang.Pool("pool", e.Pool, e.Reserved), lang.Int("left", e.Left))
	case engine.Engaged:
		if e.Mutual {
			return "" // they were in melee already
		}
		return t.pair("act.engaged", e.A, e.B)
	case engine.Disengaged:
		return t.pair("act.disengaged", e.A, e.B)
	case engine.Fled:
		if names := t.plainNames(e.Attackers); len(names) > 0 {
			return t.about(e.Combatant, "act.fled", lang.All("attackers", names))
		}
	case engine.Attacked:
		return t.attack(e)
	case engine.MoraleDue:
		return t.aboutSide(e.Unit, "act.morale-due", t.over())
	case engine.MoraleChecked:
		return t.morale(e)
	case engine.ActivityDefined:
		if e.Ticks == 0 {
			return t.l.Line("act.undefined", lang.Name("activity", e.Name))
		}
		return t.l.Line("act.defined", lang.Name("activity", e.Name), lang.Pool("cost", t.rs.PricedPool().Key, e.Ticks))
	}
	return ""
}

func (t *teller) pair(id string, a, b engine.CombatantID) string {
	if c, ok := t.who(b); ok {
		return t.about(a, id, lang.Name("other", c.Name))
	}
	return ""
}

// did renders an activity, what it cost and what is left of the turn.
func (t *teller) did(e engine.Acted) string {
	if _, ok := t.who(e.Combatant); !ok || t.startsLong(e) {
		return ""
	}
	if e.Activity == "" {
		return lang.Together(t.about(e.Combatant, "act.uses", lang.Part("what", alone(e))), t.leftOver(e))
	}
	var notes []lang.Phrase
	add := func(ok bool, id string, args ...lang.Arg) {
		if ok {
			notes = append(notes, lang.P(id, args...))
		}
	}
	move := t.rs.MovePool()
	step := move != nil && e.Pool == move.Key && e.Activity == "move"
	p := t.rs.Pool(e.Pool)
	cost, left := lang.Part("cost", spent(e)), lang.Int("left", e.Left)
	switch {
	case p == nil:
	case e.Reaction && p.Reserve > 0 && e.Left > 0:
		add(true, "act.in-reserve", cost, left)
	case e.Reaction && p.Reserve > 0:
		add(true, "act.none-in-reserve", cost)
	case p.Priced:
		add(len(e.Costs) > 0 || e.Instead > 0, "act.left", cost, left)
	case e.Reaction && !p.Counted():
	default:
		if !step {
			notes = append(notes, uses(e, p))
		}
		add(p.Counted() && len(e.Costs) == 1 && e.Costs[0].Pool != e.Pool, "act.second", lang.PoolNoun("pool", e.Pool), lang.PoolNoun("for", first(e).Pool))
	}
	add(len(e.Costs) > 1 || p != nil && !p.Counted() && total(e) > 0, "act.also", besides(e))
	if e.Ticks != nil && len(e.Costs) == 0 {
		add(true, "act.ticks", lang.N("n", *e.Ticks))
	}
	add(e.Once, "act.once")
	add(e.Narrative, "act.free")
	activity, shown := lang.Part("activity", t.activity(e.Activity)), lang.Parts("notes", notes)
	line := ""
	switch {
	case step:
		line = t.about(e.Combatant, "act.moves", lang.Int("metres", e.Metres), shown)
	case e.Reaction:
		line = t.about(e.Combatant, "act.reacts", activity, shown)
	default:
		line = t.about(e.Combatant, "act.does", activity, shown)
	}
	return lang.Together(line, t.stays(e), t.leftOver(e))
}

// activity returns the name of an activity: as it was typed, unless it is one of the rules'.
func (t *teller) activity(name string) lang.Phrase {
	if t.rs.Attack.Melee() && engine.SameName(name, engine.Withdrawal) {
		return lang.P("act.withdrawal")
	}
	return named(name)
}

// leftOver returns which actions of the turn are left (CS-6, RI-6).
func (t *teller) leftOver(e engine.Acted) string {
	c := t.s.Combatant(e.Combatant)
	p := t.rs.Pool(e.Pool)
	if c == nil || p == nil || !p.Counted() || p.Priced || e.Reaction || slices.ContainsFunc(t.rest, is[engine.Acted]) || !slices.Contains(t.s.ActiveMembers(), c) {
		return ""
	}
	return t.l.Line("card.left", lang.Part("pools", poolsLeft(t.s, t.rs, c)))
}

// alone says what was spent when nobody typed what for: "a legendary action, 2 left".
func alone(e engine.Acted) lang.Phrase {
	what := lang.P("left.single", lang.PoolNoun("pool", e.Pool))
	switch n := total(e); {
	case n > 1:
		what = spent(e)
	case len(e.Costs) == 1 && e.Costs[0].Pool != e.Pool:
		return lang.P("act.a-second", lang.PoolNoun("pool", e.Pool), lang.PoolNoun("for", first(e).Pool))
	}
	if len(e.Costs) > 1 {
		what = lang.P("act.with-that", lang.Part("what", what), besides(e))
	}
	if e.Left > 0 {
		what = lang.P("act.left", lang.Part("cost", what), lang.Int("left", e.Left))
	}
	return what
}

// besides returns the pools that an activity took in addition to its own: "a main action".
func besides(e engine.Acted) lang.Arg {
	var out []lang.Phrase
	for _, cost := range e.Costs {
		switch {
		case cost.Pool == e.Pool:
		case cost.N == 1:
			out = append(out, lang.P("left.single", lang.PoolNoun("pool", cost.Pool)))
		default:
			out = append(out, lang.P("left.count", lang.Pool("pool", cost.Pool, cost.N)))
		}
	}
	return lang.AllParts("pools", out)
}

// spent returns what an activity took from its pool and its substitutes: "2 ticks", or "1 tick instead of 3" if the cost that was typed
// isn't the predefined one (FT-5).
func spent(e engine.Acted) lang.Phrase {
	if e.Instead > 0 {
		return lang.P("act.instead", lang.Pool("pool", e.Pool, total(e)), lang.Int("of", e.Instead))
	}
	return lang.P("left.count", lang.Pool("pool", e.Pool, total(e)))
}

// startsLong reports whether an activity is the cost of a long one that begins next: it is told with that one (FT-9).
func (t *teller) startsLong(e engine.Acted) bool {
	if len(t.rest) == 0 || e.Reaction {
		return false
	}
	next, is := t.rest[0].(engine.EffectAdded)
	return is && next.Effect.Activity && next.Effect.Target == e.Combatant && next.Effect.Name == e.Activity
}

// besidesTime says what the long activity that begins now costs in addition to its time: "It takes 2 ticks, 1 left."
func (t *teller) besidesTime() lang.Phrase {
	if t.i == 0 {
		return lang.Phrase{}
	}
	e, is := t.view.Events[t.i-1].(engine.Acted)
	switch {
	case !is || total(e) == 0 && e.Ticks == nil && e.Instead == 0:
		return lang.Phrase{}
	case len(e.Costs) == 0 && e.Ticks != nil:
		return lang.P("act.takes", lang.Part("cost", lang.P("act.ticks", lang.N("n", *e.Ticks))))
	}
	return lang.P("act.takes", lang.Part("cost", lang.P("act.left", lang.Part("cost", spent(e)), lang.Int("left", e.Left))))
}

func total(e engine.Acted) int {
	n := 0
	for _, cost := range e.Costs {
		n += cost.N
	}
	return n
}

// first returns the first pool that an activity took anything from.
func first(e engine.Acted) engine.PoolSpend {
	if len(e.Costs) == 0 {
		return engine.PoolSpend{Pool: e.Pool}
	}
	return e.Costs[0]
}

// uses returns what an activity used, with what is left if there can be more: "main action", "2 actions, 1 left".
func uses(e engine.Acted, p *ruleset.Pool) lang.Phrase {
	if n := total(e); n > 1 || n == 1 && e.Left > 0 {
		return lang.P("act.left", lang.Part("cost", spent(e)), lang.Int("left", e.Left))
	}
	return lang.P("left.one", lang.PoolNoun("pool", p.Key))
}

// stays says who a combatant that moves without leaving melee is still in melee with (CS-7, RI-8).
func (t *teller) stays(e engine.Acted) string {
	if p := t.rs.MovePool(); p == nil || e.Pool != p.Key {
		return ""
	}
	var foes []engine.CombatantID
	for _, g := range t.view.State.Engaged {
		switch e.Combatant {
		case g.A:
			foes = append(foes, g.B)
		case g.B:
			foes = append(foes, g.A)
		}
	}
	names := t.plainNames(foes)
	if names == nil {
		return ""
	}
	return t.l.Line("act.still-in-melee", lang.All("foes", names))
}

// morale renders a check: one roll, which breaks everyone with a lower score. The scores are for the GM alone.
func (t *teller) morale(e engine.MoraleChecked) string {
	held := slices.DeleteFunc(slices.Clone(e.Who), func(id engine.CombatantID) bool { return slices.Contains(e.Broken, id) })
	lines := []string{t.l.Line("act.morale", lang.Part("dice", thrownDice(e.Roll)), lang.Int("total", e.Roll.Total))}
	if line := t.aboutAll(e.Broken, "act.breaks"); line != "" {
		lines = append(lines, line)
	}
	if line := t.aboutAll(held, "act.fights-on"); line != "" {
		lines = append(lines, line)
	}
	if len(lines) == 1 {
		return ""
	}
	return strings.Join(lines, "\n")
}

// tests renders Awareness tests and contests before the fight.
func (t *teller) tests(e engine.Event) string {
	switch e := e.(type) {
	case engine.TestsAsked:
		return t.aboutAll(e.Who, "test.asked", lang.Int("target", e.Target))
	case engine.TestsCalledOff:
		return t.aboutAll(e.Who, "test.called-off")
	case engine.TestAnswered:
		return t.about(e.Who, "test.answered", lang.Int("roll", e.Roll), lang.Flag("typed", e.Typed), lang.Int("target", e.Target), lang.Flag("passed", e.Roll <= e.Target))
	case engine.Contested:
		lines := append(t.contestRolls("sneak", e.Ambushers, nil), t.contestRolls("notice", e.Targets, e.Surprised)...)
		if len(t.plainNames(e.Surprised)) == 0 {
			lines = append(lines, t.l.Line("test.nobody-surprised"))
		}
		return strings.Join(lines, "\n")
	case engine.OrderCleared:
		if slices.ContainsFunc(t.view.Events[:t.i], isRoundMade) {
			return "" // each round has an order of its own (RS-20)
		}
		line := t.l.Line("test.cut-short")
		if names := t.unitNames(e.Waiting); names != nil {
			line += "\n" + t.l.Line("test.not-acted", lang.All("who", names))
		}
		return line
	}
	return ""
}

// contestRolls renders the rolls of an ambush by contest, a line for each.
func (t *teller) contestRolls(skill string, rolls []engine.ContestRoll, surprised []engine.CombatantID) []string {
	var out []string
	for _, r := range rolls {
		if line := t.about(r.Who, "test.contest", lang.Text("skill", skill), lang.Part("dice", thrownDice(r.Roll)), lang.Int("bonus", r.Bonus),
			lang.Int("total", r.Total), lang.Flag("surprised", slices.Contains(surprised, r.Who))); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// attack renders an attack with all its dice, a line for each roll. Armor Class and Trauma Target are for the GM alone.
func (t *teller) attack(e engine.Attacked) string {
	target, ok := t.who(e.Target)
	if !ok {
		return ""
	}
	var notes []lang.Phrase
	if e.Free {
		notes = append(notes, lang.P("attack.free"))
	}
	if e.Weapon != "" {
		notes = append(notes, named(e.Weapon))
	}
	line := t.about(e.Attacker, "attack.line", lang.Name("target", target.Name), lang.Parts("notes", notes), lang.Part("roll", t.attackRoll(e)),
		lang.Part("result", t.hitWord(e)))
	if line == "" {
		return ""
	}
	lines := []string{lang.Together(append([]string{line}, t.unused(e)...)...)}
	if tr := e.Trauma; tr != nil {
		lines = append(lines, t.l.Line("attack.trauma", lang.Int("die", tr.Die), lang.Int("face", tr.Roll), lang.Flag("typed", tr.Typed), lang.Int("mod", tr.Mod),
			lang.Int("total", tr.Roll+tr.Mod), lang.Flag("traumatic", tr.Traumatic), lang.Int("rating", tr.Rating)))
	}
	if e.Damage != nil {
		lines = append(lines, t.l.Say(t.damageRoll(e)))
		t.saidDice = amountText(nil, e.Parts)
	}
	switch {
	case e.Immune && (e.Hit || e.ShockBase > 0):
		lines = append(lines, t.l.Line("attack.immune"))
	case e.Shock:
		lines = append(lines, t.l.Line("attack.shock", lang.Flag("hit", e.Hit), lang.Part("sum", t.shockSum(e))))
	}
	return strings.Join(lines, "\n")
}

// unused says which circumstances and options of an attack made no difference, a sentence for each reason.
func (t *teller) unused(e engine.Attacked) []string {
	what := map[engine.IdleWhy][]lang.Phrase{}
	var why []engine.IdleWhy
	lacking := "" // a stat
	for _, one := range e.Idle {
		if one.Why == engine.IdleLacking {
			lacking = one.What
		}
		if what[one.Why] == nil {
			why = append(why, one.Why)
		}
		what[one.Why] = append(what[one.Why], lang.P("attack.idle", lang.Text("what", one.What), lang.Name("name", strings.ReplaceAll(one.What, "-", " "))))
	}
	var out []string
	for _, w := range why {
		all := lang.AllParts("what", what[w])
		switch w {
		case engine.IdleInMelee:
			out = append(out, t.l.Line("attack.idle-in-melee", all))
		case engine.IdleAtRange:
			out = append(out, t.l.Line("attack.idle-at-range", all))
		case engine.IdleNotWorse:
			out = append(out, t.l.Line("attack.idle-not-worse", all))
		case engine.IdleFirst:
			out = append(out, t.l.Line("attack.idle-first", all))
		case engine.IdleLacking:
			out = append(out, t.about(e.Attacker, "attack.idle-lacking", lang.Name("stat", lacking)))
		case engine.IdleInRules:
			out = append(out, t.l.Line("attack.idle-in-rules", all, lang.Term("ruleset", t.rs.Title)))
		}
	}
	return out
}

// attackRoll returns "d20 (12) +1 attack bonus +2 Dex = **15**", "2d20kh1 (17, 4) +5 attack bonus = **22**", or for a test "d100 (55)
// against **65** (…)".
func (t *teller) attackRoll(e engine.Attacked) lang.Phrase {
	id := "attack.roll"
	if e.Die == 100 {
		id = "attack.test"
	}
	if e.Stated {
		return lang.P("attack.stated", lang.Int("total", e.Total), lang.Part("why", t.why(e.Edge, e.Edges, e.ACMods)))
	}
	return lang.P(id, lang.Text("dice", attackDice(e)), lang.Text("faces", attackFaces(e)), lang.Flag("typed", e.Typed), lang.Sentences("mods", t.mods(e.Mods)),
		lang.Int("total", e.Total), lang.Part("why", t.why(e.Edge, e.Edges, e.ACMods)))
}

// attackDice returns the dice of an attack in dice notation.
func attackDice(e engine.Attacked) string {
	switch e.Edge {
	case engine.Advantage:
		return fmt.Sprintf("2d%dkh1", e.Die)
	case engine.Disadvantage:
		return fmt.Sprintf("2d%dkl1", e.Die)
	}
	return fmt.Sprintf("d%d", e.Die)
}

// attackFaces returns what the dice of an attack showed, in the order rolled.
func attackFaces(e engine.Attacked) string {
	if len(e.Faces) == 0 {
		return strconv.Itoa(e.Natural)
	}
	faces := make([]string, len(e.Faces))
	for i, face := range e.Faces {
		faces[i] = strconv.Itoa(face)
	}
	return strings.Join(faces, ", ")
}

// hitWord says whether an attack hits, how well, and which natural result decided that, if one did.
func (t *teller) hitWord(e engine.Attacked) lang.Phrase {
	word := "miss"
	switch {
	case e.Degree != "":
		word = strings.ReplaceAll(string(e.Degree), " ", "-")
	case e.Critical:
		word = "critical-hit"
	case e.Hit:
		word = "hit"
	}
	var by lang.Phrase
	if e.CriticalBy != "" {
		by = t.effectPart(e.CriticalBy)
	}
	natural := 0
	if e.Die == 20 && !t.rs.Attack.NoNaturals && (e.Natural == 1 || e.Natural == 20 || e.Critical && e.Degree == "" && e.CriticalBy == "") {
		natural = e.Natural
	}
	return lang.P("attack.result", lang.Text("result", word), lang.Int("natural", natural), lang.Part("by", by))
}

// damageRoll returns the dice of a hit with everything that is added: "Damage 1d6 (4) +1 Dex = 5, ×3 = **15**."
func (t *teller) damageRoll(e engine.Attacked) lang.Phrase {
	total := e.Damage.Total
	for _, m := range e.DamageMods {
		total += m.N
	}
	var extra lang.Phrase
	if e.Extra != nil {
		extra, total = thrownDice(*e.Extra), total+e.Extra.Total
	}
	var deals []lang.Phrase
	for _, more := range e.Deals {
		deals, total = append(deals, lang.P("attack.dealt", lang.Part("dice", thrownDice(more.Roll)), effectName("effect", t.rs, more.Name))), total+more.Roll.Total
	}
	total = max(0, total)
	times := e.Times
	if e.Trauma != nil && e.Trauma.Traumatic {
		times = e.Trauma.Rating
	}
	return lang.P("attack.damage", lang.Part("dice", thrownDamage(e)), lang.Sentences("mods", t.mods(e.DamageMods)), lang.Part("extra", extra),
		lang.Sentences("deals", deals),
		lang.Int("sum", total), lang.Int("times", times), lang.Int("total", total*max(1, times)))
}

// thrownDamage returns the dice of a hit with what they showed: for each kind of damage, if that is how they were typed.
func thrownDamage(e engine.Attacked) lang.Phrase {
	if len(e.Shown) == 0 {
		return thrownDice(*e.Damage)
	}
	shown := make([]string, len(e.Shown))
	for i, n := range e.Shown {
		shown[i] = strconv.Itoa(n)
	}
	return lang.P("attack.typed-dice", lang.Mixed("dice", e.Damage.Expr), lang.Text("shown", strings.Join(shown, "/")))
}

// thrownDice returns an expression with what its dice showed, rolled by the bot or at the table: "2d6+1 (4, 3)".
func thrownDice(r dice.Result) lang.Phrase {
	amount, err := (*ruleset.Damage)(nil).ParseSavedAmount(r.Expr)
	if !r.Typed || err != nil {
		return lang.P("attack.dice", lang.Mixed("dice", strings.TrimSuffix(r.String(), fmt.Sprintf(" = %d", r.Total))))
	}
	shown := r.Total
	for _, term := range amount.Dice {
		switch {
		case term.Sides > 0:
		case term.Neg:
			shown += term.N
		default:
			shown -= term.N
		}
	}
	return lang.P("attack.typed-dice", lang.Mixed("dice", r.Expr), lang.Int("shown", shown))
}

// shockSum returns "2 +1 Dex = **3**"; under RI-11 a negative modifier subtracts nothing.
func (t *teller) shockSum(e engine.Attacked) lang.Phrase {
	if len(e.ShockMods) == 0 {
		return lang.P("order.fixed", lang.Int("n", e.Dealt))
	}
	sum := e.ShockBase + e.ShockMods[0].N
	return lang.P("attack.shock-sum", lang.Int("base", e.ShockBase), lang.Sentences("mods", t.mods(e.ShockMods)), lang.Int("total", e.Dealt),
		lang.Flag("least", sum < e.Dealt && e.Dealt > 0))
}

// mods returns modifiers with their names: "+2 attack bonus −1 Dex". Logs of older releases say "second attack, agile" for
// second-attack-agile.
func (t *teller) mods(list []engine.Mod) []lang.Phrase {
	out := make([]lang.Phrase, len(list))
	for i, m := range list {
		if m.Effect {
			out[i] = lang.P("attack.mod-effect", lang.Int("n", m.N), lang.Text("dice", diceOf(m.Roll)), effectName("effect", t.rs, m.Name))
			continue
		}
		key := strings.ReplaceAll(strings.ReplaceAll(m.Name, ", ", "-"), " ", "-")
		out[i] = lang.P("attack.mod", lang.Int("n", m.N), lang.Text("what", key), lang.Text("name", m.Name))
	}
	return out
}

// diceOf returns the dice that an effect adds, with what they showed: "+1d4 (3)"; nothing if it adds a number.
func diceOf(r *dice.Result) string {
	if r == nil {
		return ""
	}
	shown := strings.TrimSuffix(r.String(), fmt.Sprintf(" = %d", r.Total))
	if rest, negative := strings.CutPrefix(shown, "-"); negative {
		return "−" + rest
	}
	return "+" + shown
}

// effectPart returns the name of an effect as a phrase.
func (t *teller) effectPart(name string) lang.Phrase {
	return lang.P("list.name", effectName("name", t.rs, name))
}

// why says which effects give a roll its second die, or cancel out, and which change what an attack has to reach (NU-23). edge is the
// outcome of all of them, including what was typed.
func (t *teller) why(edge engine.Edge, edges []engine.EdgeOf, against []engine.Mod) lang.Phrase {
	if len(edges)+len(against) == 0 {
		return lang.Phrase{}
	}
	var up, down []lang.Phrase
	for _, e := range edges {
		if e.Edge == engine.Advantage {
			up = append(up, t.effectPart(e.Name))
		} else {
			down = append(down, t.effectPart(e.Name))
		}
	}
	shown := string(edge)
	if edge == "" && len(edges) > 0 {
		shown = "neither"
	}
	return lang.P("attack.why", lang.Text("edge", shown), lang.Parts("up", up), lang.Parts("down", down), lang.Sentences("against", t.mods(against)))
}

// AbilityLines returns the lines about abilities that only the GM reads: the uses and rolls that nobody else is shown, unless anyway says
// they are told with everything else, and what the GM needs to know of used abilities that do nothing by themselves (MO-11, MO-19).
func AbilityLines(l *lang.Language, rs *ruleset.Ruleset, done engine.Outcome, anyway bool) []string {
	s := calledBoth(l, done.State)
	t := &teller{fight: fight{l, s, rs}}
	var out []string
	for _, e := range done.Events {
		if !anyway && engine.Aside(e) {
			out = append(out, t.action(e))
		}
		used, is := e.(engine.AbilityUsed)
		if c := s.Combatant(used.Combatant); is && c != nil {
			if a := engine.FindAbility(s.Abilities(c), used.Ability); a != nil && a.Attack == "" && !a.Saves() {
				out = append(out, abilityText(l, a))
			}
		}
	}
	return out
}

// ability renders the events of abilities: a use, and a number of uses that was set.
func (t *teller) ability(e engine.Event) string {
	switch e := e.(type) {
	case engine.AbilityUsed:
		var ticks lang.Phrase
		if e.Ticks != nil {
			ticks = lang.P("act.ticks", lang.N("n", *e.Ticks))
		}
		return t.about(e.Combatant, "ability.used", lang.Name("ability", e.Ability), lang.Part("ticks", ticks), lang.N("left", e.Left), lang.N("of", e.Of))
	case engine.UsesSet:
		return t.about(e.Combatant, "ability.set", lang.Name("ability", e.Ability), lang.N("left", e.Left), lang.N("of", e.Of))
	}
	return ""
}

// abilityText returns what the GM needs to know of an ability: what its targets save against where the ruleset has no such save, and its text.
func abilityText(l *lang.Language, a *engine.Ability) string {
	var facts []lang.Phrase
	fact := func(text string) {
		if text != "" {
			facts = append(facts, named(text))
		}
	}
	if a.Save != nil {
		facts = append(facts, lang.P("monster.save", lang.Text("stat", a.Save.Save), lang.N("dc", a.Save.DC), lang.Flag("half", a.Save.Success == string(ruleset.TakesHalf))))
		fact(a.Save.Amount)
	}
	fact(a.Area)
	if a.One {
		facts = append(facts, lang.P("monster.one"))
	}
	if len(facts) == 0 && a.Text == "" {
		return ""
	}
	return l.Line("monster.ability", lang.Name("name", a.Name), lang.Parts("facts", facts), lang.Name("text", a.Text))
}
