package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/ruleset"
)

// readOrder reads how the turn order is decided (RS-20 to RS-38).
func (r *reader) readOrder() {
	n := r.root.get("order")
	if n == nil || n.kind != mapping {
		return
	}
	o := &r.rs.Order
	if by := r.text(n, "by"); slices.Contains(shapes(), ruleset.Shape(by)) {
		r.shape, o.Shape = ruleset.Shape(by), ruleset.Shape(by)
	}
	sides := r.sideUnits()
	o.Again = ruleset.Again(r.word(n, "again", string(ruleset.OnceAFight)))
	o.Low, o.Reroll = r.text(n, "best") == "low", r.yes(n, "reroll")
	o.Turns = r.formula(n, "turns", scope{number: true, side: sides, to: 10})
	o.Roll = r.formula(n, "roll", scope{side: r.rs.Units.Side || r.shape == ruleset.Pick})
	r.sideRoll(n, o)
	r.readTies(n, o)
	r.readShape(n, o, sides)
	if r.shape == ruleset.Ticks {
		r.only(r.root, "a clock has no rounds", "round")
	}
}

// sideUnits reports whether a side can have a place in the order, or turns of its own. Stats have to stand in functions then (RS-13).
func (r *reader) sideUnits() bool { return r.rs.Units.Side || r.rs.Units.SideOption }

// sideRoll reads what sides roll if the GM can choose that sides are units.
func (r *reader) sideRoll(n *node, o *ruleset.Order) {
	if !r.rs.Units.SideOption {
		r.only(n, "this is only for units: each or side, where the GM chooses; what every unit rolls is roll", "side roll")
		r.formula(n, "side roll", scope{side: true})
		return
	}
	o.SideRoll = r.formula(n, "side roll", scope{side: true})
	v := n.get("roll")
	if n.has("side roll") || r.shape != ruleset.Score || v == nil || v.kind != scalar || o.Roll == nil {
		return
	}
	if _, err := formula.Parse(v.text, formula.Scope{Stats: r.stats, Side: true}); err != nil {
		r.problem(n, "side roll: this key is missing; with units: each or side it is what a side rolls, such as d20 + best(%s)", o.Roll.Stats()[0])
	}
}

// distinct refuses texts of a list that are there twice.
func (r *reader) distinct(n *node, key string) {
	seen := map[string]bool{}
	for _, item := range n.list() {
		if item.kind != scalar {
			continue
		}
		text := strings.ToLower(item.text)
		if seen[text] {
			r.problem(item, "%s: %s is there twice; each must have a name of its own", key, quote(item.text))
		}
		seen[text] = true
	}
}

var aSide = regexp.MustCompile(`\s+a\s+side$`)

// readTies reads the rules for units with the same score (RS-23).
func (r *reader) readTies(n *node, o *ruleset.Order) {
	last := "" // the rule after which nothing is left to decide
	for _, item := range n.get("ties").list() {
		if item.kind != scalar {
			continue
		}
		if last != "" {
			r.problem(item, "ties: nothing can follow %s, which leaves no tie", last)
		}
		tie, ok := r.tie(item)
		if !ok {
			continue
		}
		o.Ties = append(o.Ties, tie)
		if tie.Kind == ruleset.Together && r.shape != "" && !o.Scored() {
			r.newProblem(item, "ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here")
		}
		switch {
		case tie.Kind == ruleset.ByGM, tie.Kind == ruleset.AsJoined, tie.Kind == ruleset.Together:
			last = string(tie.Kind)
		case tie.Kind == ruleset.ByDice && !tie.Side:
			last = "a roll"
		}
	}
	o.TieDie = tieDie(o)
}

// tieDie returns the die for what no rule settles: the last one of the ties, else that of the roll, else a d6.
func tieDie(o *ruleset.Order) int {
	for _, tie := range slices.Backward(o.Ties) {
		if tie.Kind == ruleset.ByDice && tie.By.Die() > 0 {
			return tie.By.Die()
		}
	}
	if o.Roll != nil {
		return cmp.Or(o.Roll.Die(), 6)
	}
	return 6
}

func (r *reader) tie(n *node) (ruleset.Tie, bool) {
	kinds := []ruleset.TieKind{ruleset.PCsFirst, ruleset.NPCsFirst, ruleset.Choose, ruleset.ByGM, ruleset.AsJoined, ruleset.Together}
	var known []string
	for _, kind := range kinds {
		if n.text == string(kind) {
			return ruleset.Tie{Kind: kind}, true
		}
		known = append(known, string(kind))
	}
	if strings.Trim(n.text, "abcdefghijklmnopqrstuvwxyz_") == "" && !r.isStat(n.text) && !formula.Reserved(n.text) && formula.Nearest(n.text, r.statKeys()) == "" {
		if more := meant(n.text, known); more != "" {
			r.problem(n, "ties: %s is not a rule for ties%s", quote(n.text), more)
			return ruleset.Tie{}, false
		}
	}
	text := aSide.ReplaceAllString(n.text, "")
	tie := ruleset.Tie{Kind: ruleset.ByValue, Side: text != n.text}
	tie.By = r.parse(n, "ties", text, scope{side: (r.sideUnits() || r.shape == ruleset.Pick) && !tie.Side})
	if tie.By == nil {
		return ruleset.Tie{}, false
	}
	if tie.By.Rolls() {
		tie.Kind = ruleset.ByDice
	}
	return tie, true
}
