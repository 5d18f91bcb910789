package ruleset

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/formula"

	"roundel/engine/strictyaml"
)

// readOrder reads how the turn order is decided (RS-20 to RS-38).
func (r *reader) readOrder() {
	n := r.Root.Get("order")
	if n == nil || n.Kind != strictyaml.Mapping {
		return
	}
	o := &r.rs.Order
	if by := r.Text(n, "by"); slices.Contains(shapes(), Shape(by)) {
		r.shape, o.Shape = Shape(by), Shape(by)
	}
	sides := r.sideUnits()
	o.Again = Again(r.Word(n, "again", string(OnceAFight)))
	o.Low, o.Reroll = r.Text(n, "best") == "low", r.Yes(n, "reroll")
	o.Turns = r.formula(n, "turns", scope{number: true, side: sides, to: 10})
	o.Roll = r.formula(n, "roll", scope{side: r.rs.Units.Side || r.shape == Pick})
	r.sideRoll(n, o)
	r.readTies(n, o)
	r.readShape(n, o, sides)
	if r.shape == Ticks {
		r.Only(r.Root, "a clock has no rounds", "round")
	}
}

// sideUnits reports whether a side can have a place in the order, or turns of its own. Stats have to stand in functions then (RS-13).
func (r *reader) sideUnits() bool { return r.rs.Units.Side || r.rs.Units.SideOption }

// sideRoll reads what sides roll if the GM can choose that sides are units.
func (r *reader) sideRoll(n *strictyaml.Node, o *Order) {
	if !r.rs.Units.SideOption {
		r.Only(n, "this is only for units: each or side, where the GM chooses; what every unit rolls is roll", "side roll")
		r.formula(n, "side roll", scope{side: true})
		return
	}
	o.SideRoll = r.formula(n, "side roll", scope{side: true})
	v := n.Get("roll")
	if n.Has("side roll") || r.shape != Score || v == nil || v.Kind != strictyaml.Scalar || o.Roll == nil {
		return
	}
	if _, err := formula.Parse(v.Text, formula.Scope{Stats: r.stats, Side: true}); err != nil {
		r.Problem(n, "side roll: this key is missing; with units: each or side it is what a side rolls, such as d20 + best(%s)", o.Roll.Stats()[0])
	}
}

// distinct refuses texts of a list that are there twice.
func (r *reader) distinct(n *strictyaml.Node, key string) {
	seen := map[string]bool{}
	for _, item := range n.List() {
		if item.Kind != strictyaml.Scalar {
			continue
		}
		text := strings.ToLower(item.Text)
		if seen[text] {
			r.Problem(item, "%s: %s is there twice; each must have a name of its own", key, strictyaml.Quote(item.Text))
		}
		seen[text] = true
	}
}

var aSide = regexp.MustCompile(`\s+a\s+side$`)

// readTies reads the rules for units with the same score (RS-23).
func (r *reader) readTies(n *strictyaml.Node, o *Order) {
	last := "" // the rule after which nothing is left to decide
	for _, item := range n.Get("ties").List() {
		if item.Kind != strictyaml.Scalar {
			continue
		}
		if last != "" {
			r.Problem(item, "ties: nothing can follow %s, which leaves no tie", last)
		}
		tie, ok := r.tie(item)
		if !ok {
			continue
		}
		o.Ties = append(o.Ties, tie)
		if tie.Kind == Together && r.shape != "" && !o.Scored() {
			r.newProblem(item, "ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here")
		}
		switch {
		case tie.Kind == ByGM, tie.Kind == AsJoined, tie.Kind == Together:
			last = string(tie.Kind)
		case tie.Kind == ByDice && !tie.Side:
			last = "a roll"
		}
	}
	o.TieDie = tieDie(o)
}

// tieDie returns the die for what no rule settles: the last one of the ties, else that of the roll, else a d6.
func tieDie(o *Order) int {
	for _, tie := range slices.Backward(o.Ties) {
		if tie.Kind == ByDice && tie.By.Die() > 0 {
			return tie.By.Die()
		}
	}
	if o.Roll != nil {
		return cmp.Or(o.Roll.Die(), 6)
	}
	return 6
}

func (r *reader) tie(n *strictyaml.Node) (Tie, bool) {
	kinds := []TieKind{PCsFirst, NPCsFirst, Choose, ByGM, AsJoined, Together}
	var known []string
	for _, kind := range kinds {
		if n.Text == string(kind) {
			return Tie{Kind: kind}, true
		}
		known = append(known, string(kind))
	}
	if strings.Trim(n.Text, "abcdefghijklmnopqrstuvwxyz_") == "" && !r.isStat(n.Text) && !formula.Reserved(n.Text) && formula.Nearest(n.Text, r.statKeys()) == "" {
		if more := strictyaml.Meant(n.Text, known); more != "" {
			r.Problem(n, "ties: %s is not a rule for ties%s", strictyaml.Quote(n.Text), more)
			return Tie{}, false
		}
	}
	text := aSide.ReplaceAllString(n.Text, "")
	tie := Tie{Kind: ByValue, Side: text != n.Text}
	tie.By = r.parse(n, "ties", text, scope{side: (r.sideUnits() || r.shape == Pick) && !tie.Side})
	if tie.By == nil {
		return Tie{}, false
	}
	if tie.By.Rolls() {
		tie.Kind = ByDice
	}
	return tie, true
}
