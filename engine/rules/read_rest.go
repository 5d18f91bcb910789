package rules

import (
	"strconv"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// readDown reads what happens at 0 hit points (RS-68).
func (r *reader) readDown() {
	n := r.root.get("down")
	if n == nil || n.kind != mapping {
		return
	}
	who := r.word(n, "who", "pc")
	d := &ruleset.Down{PC: who != "npc", NPC: who != "pc", Label: r.text(n, "label"), Level: r.yes(n, "level"), Degrees: r.yes(n, "degrees"),
		Hit: r.number(n, "hit", 0), Massive: r.yes(n, "massive"), Fails: r.number(n, "fails", 0)}
	var also []string
	if d.Level {
		also = []string{"level"}
		r.only(n, "with level: yes passes are not counted; each lowers the level", "passes")
	} else {
		d.Passes = r.number(n, "passes", 1)
		r.only(n, "this is only for level: yes", "degrees")
	}
	d.Roll, d.Needs = r.formula(n, "roll", scope{also: also}), r.formula(n, "needs", scope{number: true, also: also})
	if r.text(n, "on 1") == "two fails" {
		d.OnOne = 1
	}
	if words := strings.Fields(r.text(n, "on 20")); len(words) == 4 {
		if hp, err := strconv.Atoi(words[2]); err == nil {
			d.UpAt = hp
		}
	}
	r.distinct(n.get("states"), "states")
	if states := r.texts(n.get("states")); len(states) == 3 {
		d.First, d.Middle, d.Last = states[0], states[1], states[2]
	}
	r.rs.Down = d
}

// readCounters reads the numbers that the table keeps (RS-70).
func (r *reader) readCounters() {
	for _, e := range r.root.get("counters").mappings() {
		v := e.value
		c := ruleset.Counter{Name: strings.Join(strings.Fields(e.key.text), " "), Least: r.number(v, "least", 0), To: r.number(v, "to", 1000),
			Of: ruleset.CounterOf(r.word(v, "of", string(ruleset.OfFight))), Secret: r.yes(v, "secret")}
		each := c.Of == ruleset.OfPC || c.Of == ruleset.OfCombatant
		sc := scope{number: true, side: !each, also: []string{"heroes"}}
		c.From, c.EachRound = r.formula(v, "from", sc), r.formula(v, "each round", sc)
		if c.Least > c.To {
			r.problem(e.key, "%s: least is %d, more than to, which is %d", e.key.text, c.Least, c.To)
		}
		r.rs.Counters = append(r.rs.Counters, c)
	}
}

// readEvents reads the fixed entries of the order (RS-71).
func (r *reader) readEvents() {
	for _, e := range r.root.get("events").mappings() {
		v := e.value
		r.rs.Events = append(r.rs.Events, ruleset.Event{Name: e.key.text, Score: r.number(v, "score", 0), Every: r.number(v, "every", 1),
			First: r.number(v, "first", 0), Note: r.text(v, "note")})
		switch {
		case r.shape == ruleset.Score && !v.has("score"):
			r.problem(e.key, "%s: score is missing; it is the place of the event in an order by score, such as score: 20", e.key.text)
		case r.shape != ruleset.Score && r.shape != "":
			r.only(v, "only an order by score has this; here events come when the round ends", "score")
		}
	}
}

// readMechanics reads the mechanics that are chosen with one word, and the attack.
func (r *reader) readMechanics() {
	rs := r.rs
	if r.shape == ruleset.Pick || r.shape == ruleset.Draw {
		r.only(r.root, "only units with a place in the order can wait, and here they have none; leave this key out", "wait")
		r.only(r.root, "only units with a place in the order can lose it, and here they have none; leave this key out", "blow")
	}
	rs.Wait, rs.Blow, rs.Once = ruleset.Wait(r.word(r.root, "wait", "")), r.number(r.root, "blow", 0), r.yes(r.root, "once")
	if kind := ruleset.SurpriseKind(r.word(r.root, "surprise", "none")); kind != "none" {
		rs.Surprise = builtInSurprise(kind)
	}
	r.readMorale()
	n := r.root.get("attack")
	switch {
	case n == nil || n.kind == broken:
	case n.kind == scalar && n.text != "none":
		rs.Attack = r.armorAttack(ruleset.AttackForm(n.text))
	case n.kind == mapping:
		r.readAttack(n)
	}
}

// readMorale reads the roll of a Morale check (CS-8), which is dice and numbers alone.
func (r *reader) readMorale() {
	v := r.root.get("morale")
	f := r.formula(r.root, "morale", scope{})
	switch {
	case f == nil:
	case !f.Rolls() || len(f.Stats())+len(f.Facts()) > 0:
		r.problem(v, "morale: must be a roll of dice and numbers alone, such as 2d6")
	default:
		r.rs.Morale = builtInMorale(f.Fill(nil))
	}
}

// armorAttack returns an attack of that form as it is where the file says no more. Attacks that put people into melee take the main
// action, if there is one.
func (r *reader) armorAttack(form ruleset.AttackForm) ruleset.Attack {
	a := builtInAttack(form)
	if a.Melee() && r.rs.Pool(mainAction) != nil {
		a.Costs = mainAction
	}
	return a
}

// readAttack reads an attack with keys: against Armor Class (CS-9, RI-9), or with a d20 whose bonus and target the file chooses (RS-73,
// RS-74).
func (r *reader) readAttack(n *node) {
	form := ruleset.AttackForm(r.text(n, "form"))
	switch form {
	case ruleset.CriticalAttack, ruleset.DegreesAttack, ruleset.TraumaAttack, ruleset.ShockAttack:
	default:
		return // the structure has been refused
	}
	a := r.armorAttack(form)
	if costs := n.get("costs"); costs != nil && costs.kind == scalar && r.poolExists(costs, "costs", costs.text) {
		a.Costs = costs.text
	}
	if a.Melee() {
		a.NoNaturals = r.word(n, "naturals", "yes") == "no"
		r.distinct(n.get("skills"), "skills")
		for _, item := range n.get("skills").list() {
			if item.kind == scalar && !r.isStat(item.text) {
				r.problem(item, "skills: %s is not a stat of this ruleset%s", quote(item.text), meant(item.text, r.statKeys()))
			}
		}
		a.Skills = r.texts(n.get("skills"))
		r.rs.Attack = a
		return
	}
	a.Bonus, a.Against = r.attackNumber(n, "bonus", a.Stats.Attack), r.attackNumber(n, "against", a.Stats.Armor)
	a.Doubles = ruleset.Doubling(r.word(n, "doubles", string(a.Doubles)))
	if form == ruleset.CriticalAttack {
		a.Critical = r.number(n, "critical", a.Critical)
	} else {
		a.Again, a.Agile = r.penalties(n, "again", a.Again), r.penalties(n, "agile", a.Agile)
	}
	r.rs.Attack = a
}

// attackNumber reads a number of an attack. Where the file gives none it is the stat of the form, if the file has that.
func (r *reader) attackNumber(n *node, key, stat string) *formula.Formula {
	if n.has(key) || !r.isStat(stat) {
		return r.formula(n, key, scope{number: true})
	}
	return r.parse(r.keyOf(n, "form"), key, stat, scope{number: true})
}

// penalties reads two numbers.
func (r *reader) penalties(n *node, key string, otherwise []int) []int {
	var out []int
	for _, text := range r.texts(n.get(key)) {
		if v, err := strconv.Atoi(text); err == nil {
			out = append(out, v)
		}
	}
	if len(out) != len(otherwise) {
		return otherwise
	}
	return out
}
