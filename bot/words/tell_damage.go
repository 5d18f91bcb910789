package words

import (
	"slices"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
)

// damage tells what happened to hit points, and what players propose to the GM.
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
	case engine.DamageProposed:
		return t.proposed(e.Proposal)
	case engine.EffectsProposed:
		return t.proposed(e.Proposal)
	case engine.DownPicked:
		return t.about(e.Combatant, "damage.state", lang.Part("state", downState(e.State)))
	}
	return ""
}

// longRun is the length in bytes from which the outcomes of damage to several targets get a line each.
const longRun = 500

// damageRun returns the current event and those that follow it from the same roll or number, damage or healing of several targets, and
// the number of events that they span: what a hit leads to, such as the end of the target's concentration, may stand among them.
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

// followsHit reports whether an event can be the consequence of a change of hit points.
func followsHit(e engine.Event) bool {
	switch e.(type) {
	case engine.EffectEnded, engine.DownChanged, engine.CheckDue, engine.CountersSet, engine.SourceLeft, engine.SaveDue:
		return true
	}
	return false
}

// hitPoints tells damage, healing or a new value. Hit points of the GM's combatants are words to everyone but the GM.
func (t *teller) hitPoints(e engine.HPChanged) string {
	c, ok := t.who(e.Combatant)
	if !ok {
		return ""
	}
	who, dice := lang.Name("who", c.Name), lang.Name("dice", "")
	if rolled(e) {
		dice = lang.Name("dice", e.Roll.String())
	}
	switch {
	case e.Set && e.To > 0 && !e.Blurred:
		return t.l.Line("damage.set", who, lang.Part("hp", hpNumbers(e.To, e.Max)))
	case e.Set:
		return t.l.Line("damage.set-word", who, lang.Part("hp", lang.P("hp."+band(e.To, e.Max))))
	case e.None:
		return t.l.Line("damage.nothing", who, dice)
	}
	o, half := outcomeOf(e), 0
	if o.half && (!o.heals || o.n == o.of/2) {
		half = o.of
	}
	return t.l.Line(healed("damage.one", o.heals), who, lang.Int("n", o.n), effectName("cause", t.rs, e.Cause), lang.Int("half", half), dice,
		lang.Part("armor", armor(o.soaked)), lang.Part("end", hpEnd(e)))
}

// hpEnd says at the end of a sentence what a change has led to.
func hpEnd(e engine.HPChanged) lang.Phrase {
	comma := lang.Flag("comma", e.Half || e.Soaked > 0)
	switch now := band(e.To, e.Max); {
	case !e.Tracked:
		return lang.P("damage.end-untracked")
	case e.To <= 0:
		return lang.P("damage.end-down", comma)
	case !e.Blurred:
		return lang.P("damage.end-numbers", lang.Part("hp", hpNumbers(e.To, e.Max)))
	case band(e.From, e.Max) != now:
		return lang.P("damage.end-word", comma, lang.Part("hp", lang.P("hp."+now)))
	}
	return lang.Phrase{}
}

// outcome is what a change did to one of several targets.
type outcome struct {
	none, heals, half, rolled, tracked bool
	n, of                              int    // what was taken or healed, after and before halving
	soaked                             int    // by armor; -1: some
	state                              string // down, a word for hit points, or at
	hp, max                            int    // at these
}

// outcomeOf returns what a change did. Viewers who may know the numbers read what was really healed, which shows how much was missing.
func outcomeOf(e engine.HPChanged) outcome {
	if e.None {
		return outcome{none: true}
	}
	o := outcome{heals: e.Amount > 0, half: e.Half, rolled: rolled(e), tracked: e.Tracked, of: max(e.Amount, -e.Amount), soaked: e.Soaked}
	o.n = o.of
	if e.Half {
		o.n /= 2
	}
	if gained := e.To - e.From; o.heals && e.Tracked && !e.Blurred && gained < o.n {
		o.n = gained
	}
	if e.Soaked > 0 && e.Blurred {
		o.soaked = -1
	}
	switch {
	case e.To <= 0:
		o.state = "down"
	case e.Blurred:
		o.state = band(e.To, e.Max)
	default:
		o.state, o.hp, o.max = "at", e.To, e.Max
	}
	return o
}

// rolled reports whether an amount came from dice.
func rolled(e engine.HPChanged) bool { return e.Roll != nil && len(e.Roll.Dice) > 0 }

// severalTakes tells damage or healing of several targets: one line for the dice, then what became of whom, with equal
// outcomes together.
func (t *teller) severalTakes(run []engine.HPChanged, span int) string {
	t.toldTo = t.i + span
	var outcomes []outcome
	names := map[outcome][]string{}
	for _, e := range run {
		c, ok := t.who(e.Combatant)
		if !ok {
			continue
		}
		o := outcomeOf(e)
		if names[o] == nil {
			outcomes = append(outcomes, o)
		}
		names[o] = append(names[o], c.Name)
	}
	if hit := slices.IndexFunc(run, func(e engine.HPChanged) bool { return !e.None }); hit >= 0 && rolled(run[hit]) {
		t.say(t.l.Line(healed("damage.dice", run[hit].Amount > 0), lang.Name("dice", run[hit].Roll.String())))
	}
	lines := make([]string, len(outcomes))
	for i, o := range outcomes {
		lines[i] = t.l.Say(o.phrase(names[o]))
	}
	if line := strings.Join(lines, " "); len(line) < longRun || len(lines) == 0 {
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

// phrase says what several have taken. A full amount that the line with the dice shows is left out.
func (o outcome) phrase(who []string) lang.Phrase {
	names := lang.Groups("who", who)
	if o.none {
		return lang.P("damage.several-nothing", names)
	}
	var what, state lang.Phrase
	switch n, half := lang.Int("n", o.n), lang.Int("half", o.of); {
	case o.half && o.rolled:
		what = lang.P("damage.what-half", n)
	case o.half:
		what = lang.P("damage.what-half-of", n, half)
	case !o.rolled || o.soaked != 0 || !o.tracked:
		what = lang.P(healed("damage.what", o.heals), n)
	}
	switch {
	case o.tracked && o.state == "at":
		state = lang.P("damage.at", lang.Part("hp", hpNumbers(o.hp, o.max)))
	case o.tracked:
		state = lang.P("hp." + o.state)
	}
	if !what.Is() {
		return lang.P("damage.several-is", names, lang.Part("state", state))
	}
	return lang.P("damage.several-takes", names, lang.Flag("heals", o.heals), lang.Part("what", what),
		lang.Part("armor", armor(o.soaked)), lang.Part("state", state))
}

// armor says what armor has absorbed; less than 0: some.
func armor(soaked int) lang.Phrase {
	switch {
	case soaked > 0:
		return lang.P("damage.armor", lang.Int("n", soaked))
	case soaked < 0:
		return lang.P("damage.armor-some")
	}
	return lang.Phrase{}
}

func hpNumbers(hp, most int) lang.Phrase {
	return lang.P("hp.numbers", lang.Int("hp", hp), lang.Int("max", most))
}

// proposed tells damage, healing or effects that wait for the GM.
func (t *teller) proposed(e engine.Proposal) string {
	if e.Effects != nil {
		return t.proposedEffects(e)
	}
	var full, half, none []string
	for _, share := range e.Shares {
		c, ok := t.who(share.Combatant)
		switch {
		case !ok:
		case share.None:
			none = append(none, c.Name)
		case share.Half:
			half = append(half, c.Name)
		default:
			full = append(full, c.Name)
		}
	}
	n, dice := max(e.Amount, -e.Amount), lang.Name("dice", "")
	if e.Roll != nil {
		dice = lang.Name("dice", e.Roll.String())
	}
	what := lang.P(healed("damage.proposed", e.Amount > 0), lang.Int("n", n), dice)
	var parts []lang.Phrase
	if len(full) > 0 {
		parts = append(parts, lang.P("damage.to", lang.Part("what", what), lang.Groups("who", full)))
		what = lang.P("damage.what-half", lang.Int("n", n/2))
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

// proposedEffects tells effects that wait for the GM. All are the same, on different targets.
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
