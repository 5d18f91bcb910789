package ruleset

import (
	"strconv"
	"strings"

	"roundel/engine/formula"

	"roundel/engine/strictyaml"
)

// readDown reads what happens at 0 hit points (RS-68).
func (r *reader) readDown() {
	n := r.Root.Get("down")
	if n == nil || n.Kind != strictyaml.Mapping {
		return
	}
	who := r.Word(n, "who", "pc")
	d := &Down{PC: who != "npc", NPC: who != "pc", Label: r.Text(n, "label"), Level: r.Yes(n, "level"), Degrees: r.Yes(n, "degrees"),
		Hit: r.Number(n, "hit", 0), Massive: r.Yes(n, "massive"), Fails: r.Number(n, "fails", 0)}
	var also []string
	if d.Level {
		also = []string{"level"}
		r.Only(n, "with level: yes passes are not counted; each lowers the level", "passes")
	} else {
		d.Passes = r.Number(n, "passes", 1)
		r.Only(n, "this is only for level: yes", "degrees")
	}
	d.Roll, d.Needs = r.formula(n, "roll", scope{also: also}), r.formula(n, "needs", scope{number: true, also: also})
	if r.Text(n, "on 1") == "two fails" {
		d.OnOne = 1
	}
	if words := strings.Fields(r.Text(n, "on 20")); len(words) == 4 {
		if hp, err := strconv.Atoi(words[2]); err == nil {
			d.UpAt = hp
		}
	}
	r.distinct(n.Get("states"), "states")
	if states := r.Texts(n.Get("states")); len(states) == 3 {
		d.First, d.Middle, d.Last = states[0], states[1], states[2]
	}
	r.rs.Down = d
}

// readCounters reads the numbers that the table keeps (RS-70).
func (r *reader) readCounters() {
	for _, e := range r.Root.Get("counters").Mappings() {
		v := e.Value
		c := Counter{Name: strings.Join(strings.Fields(e.Key.Text), " "), Least: r.Number(v, "least", 0), To: r.Number(v, "to", 1000),
			Of: CounterOf(r.Word(v, "of", string(OfFight))), Secret: r.Yes(v, "secret")}
		each := c.Of == OfPC || c.Of == OfCombatant
		sc := scope{number: true, side: !each, also: []string{"heroes"}}
		c.From, c.EachRound = r.formula(v, "from", sc), r.formula(v, "each round", sc)
		if c.Least > c.To {
			r.Problem(e.Key, "%s: least is %d, more than to, which is %d", e.Key.Text, c.Least, c.To)
		}
		r.rs.Counters = append(r.rs.Counters, c)
	}
}

// readEvents reads the fixed entries of the order (RS-71).
func (r *reader) readEvents() {
	for _, e := range r.Root.Get("events").Mappings() {
		v := e.Value
		r.rs.Events = append(r.rs.Events, Event{Name: e.Key.Text, Score: r.Number(v, "score", 0), Every: r.Number(v, "every", 1),
			First: r.Number(v, "first", 0), Note: r.Text(v, "note")})
		switch {
		case r.shape == Score && !v.Has("score"):
			r.Problem(e.Key, "%s: score is missing; it is the place of the event in an order by score, such as score: 20", e.Key.Text)
		case r.shape != Score && r.shape != "":
			r.Only(v, "only an order by score has this; here events come when the round ends", "score")
		}
	}
}

// readMechanics reads the mechanics that are chosen with one word, and the attack.
func (r *reader) readMechanics() {
	rs := r.rs
	if r.shape == Pick || r.shape == Draw {
		r.Only(r.Root, "only units with a place in the order can wait, and here they have none; leave this key out", "wait")
		r.Only(r.Root, "only units with a place in the order can lose it, and here they have none; leave this key out", "blow")
	}
	rs.Wait, rs.Blow, rs.Once = Wait(r.Word(r.Root, "wait", "")), r.Number(r.Root, "blow", 0), r.Yes(r.Root, "once")
	if kind := SurpriseKind(r.Word(r.Root, "surprise", "none")); kind != "none" {
		rs.Surprise = builtInSurprise(kind)
	}
	r.readMorale()
	n := r.Root.Get("attack")
	switch {
	case n == nil || n.Kind == strictyaml.Broken:
	case n.Kind == strictyaml.Scalar && n.Text != "none":
		rs.Attack = r.armorAttack(AttackForm(n.Text))
	case n.Kind == strictyaml.Mapping:
		r.readAttack(n)
	}
}

// readMorale reads the roll of a Morale check (CS-8), which is dice and numbers alone.
func (r *reader) readMorale() {
	v := r.Root.Get("morale")
	f := r.formula(r.Root, "morale", scope{})
	switch {
	case f == nil:
	case !f.Rolls() || len(f.Stats())+len(f.Facts()) > 0:
		r.Problem(v, "morale: must be a roll of dice and numbers alone, such as 2d6")
	default:
		r.rs.Morale = builtInMorale(f.Fill(nil))
	}
}

// armorAttack returns an attack of that form as it is where the file says no more. Attacks that put people into melee take the main
// action, if there is one.
func (r *reader) armorAttack(form AttackForm) Attack {
	a := builtInAttack(form)
	if a.Melee() && r.rs.Pool(mainAction) != nil {
		a.Costs = mainAction
	}
	return a
}

// readAttack reads an attack with keys: against Armor Class (CS-9, RI-9), or with a d20 whose bonus and target the file chooses (RS-73,
// RS-74).
func (r *reader) readAttack(n *strictyaml.Node) {
	form := AttackForm(r.Text(n, "form"))
	switch form {
	case CriticalAttack, DegreesAttack, TraumaAttack, ShockAttack:
	default:
		return // the structure has been refused
	}
	a := r.armorAttack(form)
	if costs := n.Get("costs"); costs != nil && costs.Kind == strictyaml.Scalar && r.poolExists(costs, "costs", costs.Text) {
		a.Costs = costs.Text
	}
	if a.Melee() {
		a.NoNaturals = r.Word(n, "naturals", "yes") == "no"
		r.distinct(n.Get("skills"), "skills")
		for _, item := range n.Get("skills").List() {
			if item.Kind == strictyaml.Scalar && !r.isStat(item.Text) {
				r.Problem(item, "skills: %s is not a stat of this ruleset%s", strictyaml.Quote(item.Text), strictyaml.Meant(item.Text, r.statKeys()))
			}
		}
		a.Skills = r.Texts(n.Get("skills"))
		r.rs.Attack = a
		return
	}
	a.Bonus, a.Against = r.attackNumber(n, "bonus", a.Stats.Attack), r.attackNumber(n, "against", a.Stats.Armor)
	a.Doubles = Doubling(r.Word(n, "doubles", string(a.Doubles)))
	if form == CriticalAttack {
		a.Critical = r.Number(n, "critical", a.Critical)
	} else {
		a.Again, a.Agile = r.penalties(n, "again", a.Again), r.penalties(n, "agile", a.Agile)
	}
	r.rs.Attack = a
}

// attackNumber reads a number of an attack. Where the file gives none it is the stat of the form, if the file has that.
func (r *reader) attackNumber(n *strictyaml.Node, key, stat string) *formula.Formula {
	if n.Has(key) || !r.isStat(stat) {
		return r.formula(n, key, scope{number: true})
	}
	return r.parse(r.KeyOf(n, "form"), key, stat, scope{number: true})
}

// penalties reads two numbers.
func (r *reader) penalties(n *strictyaml.Node, key string, otherwise []int) []int {
	var out []int
	for _, text := range r.Texts(n.Get(key)) {
		if v, err := strconv.Atoi(text); err == nil {
			out = append(out, v)
		}
	}
	if len(out) != len(otherwise) {
		return otherwise
	}
	return out
}
