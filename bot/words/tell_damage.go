package words

import (
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// damage renders changes of hit points, and what players propose to the GM.
func (t *teller) damage(e engine.Event) string {
	switch e := e.(type) {
	case engine.HPChanged:
		if t.i < t.toldTo {
			return ""
		}
		if run, span := t.damageRun(e); len(run) > 1 {
			return t.severalTakes(run, span)
		}
		return t.hitPoints(e)
	case engine.AbsorbSet:
		return t.absorb(e)
	case engine.MessageApplied:
		return t.l.Line("answer.from-message")
	case engine.DamageProposed:
		return t.proposed(e.Proposal)
	case engine.EffectsProposed:
		return t.proposed(e.Proposal)
	case engine.DownPicked:
		return t.about(e.Combatant, "damage.state", lang.Part("state", downState(e.State)))
	}
	return ""
}

// longRun is the length in bytes above which the outcomes of damage to several targets get a line each.
const longRun = 500

// damageRun returns the current event and those after it that come from the same roll or number: damage or healing of several targets. span
// is the number of events it covers, including what a hit leads to, such as the end of the target's concentration.
func (t *teller) damageRun(first engine.HPChanged) (run []engine.HPChanged, span int) {
	run, span = []engine.HPChanged{first}, 1
	if first.Set || first.Cause != "" {
		return run, span
	}
	amount := first.Amount
	for i, e := range t.rest {
		next, is := e.(engine.HPChanged)
		if !is && followsHit(e) {
			continue
		}
		if !is || next.Set || next.Cause != "" || (next.Roll == nil) != (first.Roll == nil) || next.Roll != nil && next.Roll.String() != first.Roll.String() {
			break
		}
		if amount == 0 {
			amount = next.Amount
		}
		if !next.None && next.Amount != amount {
			break
		}
		run, span = append(run, next), i+2
	}
	return run, span
}

// hitPoints renders damage, healing or a new value, as far as the viewer may know hit points (NU-31).
func (t *teller) hitPoints(e engine.HPChanged) string {
	c, ok := t.who(e.Combatant)
	if !ok {
		return ""
	}
	who, dice := lang.Name("who", c.Name), t.newDice(e.Roll)
	if why := t.whyDamage(e); why.Is() {
		return t.l.Line("damage.one", who, lang.Int("n", e.Arrives()), effectName("cause", t.rs, e.Cause), lang.Part("why", why), lang.Int("half", 0), lang.Name("dice", ""),
			lang.Part("armor", outcomeOf(t.rs, e).armor(t.rs)), lang.Part("end", hpEnd(e, false)))
	}
	down := e.Set && e.To <= 0 && t.wasDown(e.Combatant)
	switch {
	case e.Set && e.To <= 0 && !down:
		return t.l.Line("damage.set-word", who, lang.Part("hp", lang.P("hp.down")))
	case e.Set && (e.Blurred == engine.HPNothing || e.Blurred != "" && down):
		return t.l.Line("damage.set-kept", who)
	case e.Set && e.Blurred != "":
		return t.l.Line("damage.set-word", who, lang.Part("hp", shownHP(e.Blurred, e.To, e.Max, 0)))
	case e.Set:
		return t.l.Line("damage.set", who, lang.Part("hp", shownHP(e.Blurred, e.To, e.Max, e.Absorbs)))
	case e.None:
		return t.l.Line("damage.nothing", who, dice)
	case unchanged(e):
		return t.l.Line("damage.unchanged", who, dice)
	}
	o, half := outcomeOf(t.rs, e), 0
	if o.half && (!o.heals || o.n == o.of/2) {
		half = o.of
	}
	return t.l.Line(healed("damage.one", o.heals), who, lang.Int("n", o.n), effectName("cause", t.rs, e.Cause), lang.Part("why", lang.Phrase{}), lang.Int("half", half), dice,
		lang.Part("armor", o.armor(t.rs)), lang.Part("end", hpEnd(e, e.Half)))
}

// wasDown reports whether a combatant was down before the current event.
func (t *teller) wasDown(id engine.CombatantID) bool {
	was := t.before().Combatant(id)
	return was != nil && !was.Standing()
}

// newDice returns the dice of an amount, unless they have been told already.
func (t *teller) newDice(r *dice.Result) lang.Arg {
	if thrown(r) && r.String() != t.saidDice {
		return diceArg(r)
	}
	return lang.Name("dice", "")
}

// unchanged reports whether a change is by 0, as damage or healing.
func unchanged(e engine.HPChanged) bool {
	return e.Amount == 0 && !e.Set && !e.None && e.Cause == "" && e.Rest == ruleset.RestNone
}

// whyDamage says what an amount is made of and why less or more of it arrives, if it has kinds of damage or meets resistances (NU-9).
func (t *teller) whyDamage(e engine.HPChanged) lang.Phrase {
	said := t.saidDice != "" && t.saidDice == amountText(e.Roll, e.Parts)
	if len(e.Why) == 0 && (said || !namedParts(e.Parts)) {
		return lang.Phrase{}
	}
	of := partsText(e.Parts)
	switch {
	case thrown(e.Roll) && !said:
		of = e.Roll.String()
	case len(e.Parts) == 1 && len(e.Why) == 0 && !e.Half:
		of = strings.Join(e.Parts[0].Names, " ")
	}
	return lang.P("damage.why", lang.Flag("half", e.Half), lang.Mixed("of", of), lang.Parts("by", resistances(t.rs, e.Why)))
}

// resistances says which resistances changed an amount.
func resistances(rs *ruleset.Ruleset, all []engine.Resist) []lang.Phrase {
	out := make([]lang.Phrase, len(all))
	for i, r := range all {
		of := term(r.Of)
		if r.Of == ruleset.AllDamage {
			of = lang.P("damage.everything")
		}
		out[i] = lang.P("damage.by", lang.Text("word", r.Word), lang.Term("name", r.Word), lang.Part("of", of), lang.Int("n", r.N),
			effectName("from", rs, r.From))
	}
	return out
}

// namedParts reports whether any part has a name.
func namedParts(parts []engine.Part) bool {
	return slices.ContainsFunc(parts, func(p engine.Part) bool { return len(p.Names) > 0 })
}

// partsText lists the parts of an amount: "18 cold + 9 fire".
func partsText(parts []engine.Part) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = strings.Join(append([]string{strconv.Itoa(p.Amount)}, p.Names...), " ")
	}
	return strings.Join(out, " + ")
}

// madeOf returns what an amount is made of, to be shown next to its number.
func madeOf(roll *dice.Result, parts []engine.Part) string {
	if roll == nil && len(parts) == 1 && namedParts(parts) {
		return strings.Join(parts[0].Names, " ")
	}
	return amountText(roll, parts)
}

// amountText returns an amount's dice or, without any, its parts if they have names; empty if a number says it all.
func amountText(roll *dice.Result, parts []engine.Part) string {
	switch {
	case roll != nil && len(roll.Dice) > 0, thrown(roll) && namedParts(parts):
		return roll.String()
	case namedParts(parts):
		return partsText(parts)
	}
	return ""
}

// hpEnd ends a sentence with what a change has led to. half: another part of the sentence has a comma.
func hpEnd(e engine.HPChanged, half bool) lang.Phrase {
	comma := lang.Flag("comma", half || e.Soaked > 0 || len(e.Absorbed) > 0)
	switch now := shownHP(e.Blurred, e.To, e.Max, e.Absorbs); {
	case !e.Tracked:
		return lang.P("damage.end-untracked")
	case e.To <= 0:
		return lang.P("damage.end-down", comma, lang.Flag("already", e.From <= 0))
	case e.Blurred == "":
		return lang.P("damage.end-numbers", lang.Part("hp", now))
	case blurredChange(e):
		return lang.P("damage.end-word", comma, lang.Part("hp", now))
	}
	return lang.Phrase{}
}

// blurredChange reports whether a change has changed the word or the bar that the viewer reads of hit points (NU-31).
func blurredChange(e engine.HPChanged) bool {
	return e.Blurred == engine.HPWords && band(e.From, e.Max) != band(e.To, e.Max) || e.Blurred == engine.HPBar && e.From != e.To
}

// outcome is what a change did to one of several targets.
type outcome struct {
	none, heals, half, rolled, tracked bool

	unchanged        bool // by 0
	n, of            int  // amount taken or healed, and the same before halving
	soaked           int  // by armor; -1: some
	down             bool
	blurred          engine.HPShown // how hp, max and absorbs are shown
	hp, max, absorbs int
	absorbed         [4]int // by each of the ruleset's absorbs, in the file's order
	why              string // the resistances that changed it, in words
}

// outcomeOf returns what a change did. Viewers who may know the numbers read the hit points really regained, as these show how many were
// missing.
func outcomeOf(rs *ruleset.Ruleset, e engine.HPChanged) outcome {
	if e.None {
		return outcome{none: true}
	}
	if unchanged(e) {
		return outcome{unchanged: true}
	}
	o := outcome{heals: e.Amount > 0, half: e.Half, rolled: thrown(e.Roll), tracked: e.Tracked, of: max(e.Amount, -e.Amount), soaked: e.Soaked}
	o.n = o.of
	if !o.heals {
		o.n = e.Arrives()
	} else if e.Half {
		o.n /= 2
	}
	if gained := e.To - e.From; o.heals && e.Tracked && e.Blurred == "" && gained < o.n {
		o.n = gained
	}
	if e.Soaked > 0 && e.Blurred != "" {
		o.soaked = -1
	}
	o.down = e.To <= 0
	switch {
	case o.down:
	case e.Blurred != "" && !blurredChange(e):
		o.blurred = engine.HPNothing
	default:
		o.blurred, o.hp, o.max, o.absorbs = e.Blurred, e.To, e.Max, e.Absorbs
	}
	for _, a := range e.Absorbed {
		if at := slices.Index(rs.AbsorbKeys(), a.Key); at >= 0 {
			o.absorbed[at] = a.N
		}
	}
	return o
}

// diceArg returns the dice of an amount and what they showed. In the notation of /roll, dropped ones are
// struck through, except next to labels, which people typed.
func diceArg(r *dice.Result) lang.Arg {
	if len(r.Parts) == 0 || slices.ContainsFunc(r.Parts, func(p dice.Part) bool { return p.Label != "" }) {
		return lang.Mixed("dice", r.String())
	}
	return lang.Text("dice", r.String())
}

// thrown reports whether dice were rolled for an amount, be it one of a ruleset's or in the notation of /roll.
func thrown(r *dice.Result) bool { return r != nil && len(r.Dice)+len(r.Parts) > 0 }

// severalTakes renders damage or healing of several targets: one line for the dice, then the outcomes, with equal ones together.
func (t *teller) severalTakes(run []engine.HPChanged, span int) string {
	t.toldTo = t.i + span
	var outcomes []outcome
	names, why := map[outcome][]string{}, map[outcome]lang.Phrase{}
	for _, e := range run {
		c, ok := t.who(e.Combatant)
		if !ok {
			continue
		}
		o := outcomeOf(t.rs, e)
		o.rolled = o.rolled && e.Roll.String() != t.saidDice
		if len(e.Why) > 0 {
			reasons := lang.P("damage.reasons", lang.Parts("by", resistances(t.rs, e.Why)))
			o.why = t.l.Say(reasons)
			why[o] = reasons
		}
		if names[o] == nil {
			outcomes = append(outcomes, o)
		}
		names[o] = append(names[o], c.Name)
	}
	if hit := slices.IndexFunc(run, func(e engine.HPChanged) bool { return !e.None && !unchanged(e) }); hit >= 0 {
		if amount := amountText(run[hit].Roll, run[hit].Parts); amount != "" && amount != t.saidDice {
			t.say(t.l.Line(healed("damage.dice", run[hit].Amount > 0), lang.Mixed("dice", amount)))
		}
	}
	lines := make([]string, len(outcomes))
	for i, o := range outcomes {
		said := o.phrase(t.rs, names[o], why[o])
		if o.unchanged {
			said = lang.P("damage.unchanged", lang.Groups("who", names[o]), t.newDice(run[0].Roll))
		}
		lines[i] = t.l.Say(said)
	}
	if line := lang.Together(lines...); len(line) < longRun || len(lines) == 0 {
		return line
	}
	for _, line := range lines[:len(lines)-1] {
		t.say(line)
	}
	return lines[len(lines)-1]
}

// healed returns the text for healing instead of damage.
func healed(id string, heals bool) string {
	if heals {
		return id + "-healing"
	}
	return id
}

// phrase says what several combatants took, and why. It leaves out a full amount that the line with the dice shows.
func (o outcome) phrase(rs *ruleset.Ruleset, who []string, why lang.Phrase) lang.Phrase {
	names := lang.Groups("who", who)
	if o.none {
		return lang.P("damage.several-nothing", names)
	}
	var what, state lang.Phrase
	switch {
	case o.down && o.tracked:
		state = lang.P("hp.down")
	case o.tracked && o.blurred == "":
		state = lang.P("damage.at", lang.Part("hp", shownHP("", o.hp, o.max, o.absorbs)))
	case o.tracked:
		state = shownHP(o.blurred, o.hp, o.max, o.absorbs)
	}
	switch n, half := lang.Int("n", o.n), lang.Int("half", o.of); {
	case why.Is():
		what = lang.P("damage.what-why", n, lang.Flag("half", o.half), lang.Part("why", why))
	case o.half && o.rolled:
		what = lang.P("damage.what-half", n)
	case o.half:
		what = lang.P("damage.what-half-of", n, half)
	case !o.rolled || o.soaked != 0 || o.absorbed != [4]int{} || !state.Is():
		what = lang.P(healed("damage.what", o.heals), n)
	}
	if !what.Is() {
		return lang.P("damage.several-is", names, lang.Part("state", state))
	}
	return lang.P("damage.several-takes", names, lang.Flag("heals", o.heals), lang.Part("what", what),
		lang.Part("armor", o.armor(rs)), lang.Part("state", state))
}

// armor says how much of the damage armor and everything else that absorbs took.
func (o outcome) armor(rs *ruleset.Ruleset) lang.Phrase {
	var out lang.Phrase
	switch {
	case o.soaked > 0:
		out = lang.P("damage.armor", lang.Int("n", o.soaked))
	case o.soaked < 0:
		out = lang.P("damage.armor-some")
	}
	for i, n := range o.absorbed {
		if n > 0 {
			out = lang.P("damage.absorbed", lang.Part("before", out), lang.Int("n", n), lang.Term("what", rs.Absorbs[i].Words()))
		}
	}
	return out
}

// absorb renders a gain or a loss of something that absorbs damage. Viewers who may know the numbers read what was really gained or lost; for the GM's
// combatants, others read only the amount that was typed.
func (t *teller) absorb(e engine.AbsorbSet) string {
	c, ok := t.who(e.Combatant)
	a := t.rs.Absorb(e.Key)
	if !ok || a == nil {
		return ""
	}
	n, of := max(e.Amount, -e.Amount), 0
	if e.Half {
		n, of = n/2, n
	}
	dice, hp := lang.Name("dice", ""), lang.Phrase{}
	if thrown(e.Roll) {
		dice = diceArg(e.Roll)
	}
	if e.Blurred == "" {
		hp = shownHP("", e.HP, e.Max, e.Absorbs)
	}
	id := "damage.absorb-gets"
	switch {
	case e.Set && e.Blurred != "":
		id = "damage.absorb-changed"
	case e.Set:
		id, n = "damage.absorb-has", e.To
	case e.Amount < 0:
		id = "damage.absorb-loses"
		if e.Blurred == "" {
			n = e.From - e.To
		}
	case e.To == e.From && e.Blurred == "":
		id, n = "damage.absorb-keeps", e.To
	case e.Blurred == "":
		gained := e.To
		if !e.Replaces {
			gained -= e.From
		}
		if gained < n {
			n, of = gained, 0
		}
	}
	return t.l.Line(id, lang.Name("who", c.Name), lang.Int("n", n), lang.Counted("what", a.Words(), n), effectName("cause", t.rs, e.Cause), lang.Int("half", of), dice,
		lang.Part("hp", hp))
}

// proposed renders damage, healing, effects or saves that wait for the GM.
func (t *teller) proposed(e engine.Proposal) string {
	if e.Effects != nil {
		return t.proposedEffects(e)
	}
	if e.Saves != nil {
		return t.proposedSaves(e)
	}
	var full, half, none []string
	for _, share := range e.Shares {
		c, ok := t.who(share.Combatant)
		switch {
		case !ok:
		case share.None, e.Amount == 0 && e.Pool == "":
			none = append(none, c.Name)
		case share.Half:
			half = append(half, c.Name)
		default:
			full = append(full, c.Name)
		}
	}
	n := max(e.Amount, -e.Amount)
	what, halved := lang.P(healed("damage.proposed", e.Amount > 0), lang.Int("n", n), lang.Mixed("dice", madeOf(e.Roll, e.Parts))), n/2
	if e.Parts != nil {
		halved = engine.Withstand(t.rs.Damage, e.Parts, true, nil).Shared
	}
	if a := t.rs.Absorb(e.Pool); a != nil {
		what = lang.P("damage.proposed-absorb", lang.Int("n", n), lang.Counted("what", a.Words(), n), lang.Mixed("dice", madeOf(e.Roll, nil)))
	}
	var parts []lang.Phrase
	if len(full) > 0 {
		parts = append(parts, lang.P("damage.to", lang.Part("what", what), lang.Groups("who", full)))
		what = lang.P("damage.what-half", lang.Int("n", halved))
	} else {
		what = lang.P("damage.proposed-half", lang.Part("what", what))
	}
	if len(half) > 0 {
		parts = append(parts, lang.P("damage.to", lang.Part("what", what), lang.Groups("who", half)))
	}
	if len(none) > 0 {
		parts = append(parts, lang.P("damage.nothing-to", lang.Groups("who", none)))
	}
	if c, ok := t.who(e.By); ok {
		return t.l.Line("damage.waiting-by", lang.Name("by", c.Name), lang.Flag("heals", e.Amount > 0), lang.AllParts("parts", parts))
	}
	return t.l.Line("damage.waiting", lang.AllParts("parts", parts))
}

// proposedEffects renders effects that wait for the GM: the same one on different targets.
func (t *teller) proposedEffects(e engine.Proposal) string {
	var targets []lang.Phrase
	var who lang.Arg
	for i := range e.Effects {
		if arg, ok := t.target("who", &e.Effects[i]); ok {
			who, targets = arg, append(targets, lang.P("list.who", arg))
		}
	}
	if len(targets) != 1 {
		who = lang.AllParts("who", targets)
	}
	by := ""
	if c, ok := t.who(e.By); ok {
		by = c.Name
	}
	return t.l.Line("effect.waiting", lang.Name("by", by), lang.Part("puts", putOn(t.s, t.rs, &e.Effects[0], who)))
}
