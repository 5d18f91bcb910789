package ruleset

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Tie is one rule for units with the same score (RS-23).
type Tie struct {
	Kind TieKind
	By   *formula.Formula // ByValue: the higher goes first; ByDice: each rolls, and rolls again while tied
	Side bool             // ByValue and ByDice: for each tied side; all units on a side then stay together (TO-2)
}

// TieKind says what decides a tie.
type TieKind string

// The kinds of tie rules: units with a PC first; units without one first; a number; a roll; the owners of tied PCs on one side choose (TO-3);
// the GM places them; in the order in which they joined; at the same time.
const (
	PCsFirst  TieKind = "pc"
	NPCsFirst TieKind = "npc"
	ByValue   TieKind = "value"
	ByDice    TieKind = "dice"
	Choose    TieKind = "choose"
	ByGM      TieKind = "gm"
	AsJoined  TieKind = "joined"
	Together  TieKind = "together"
)

// PlayersChoose reports whether the owners of tied PCs choose their order (TO-3).
func (o *Order) PlayersChoose() bool {
	return slices.ContainsFunc(o.Ties, func(t Tie) bool { return t.Kind == Choose })
}

var aSide = regexp.MustCompile(`\s+a\s+side$`)

func (r *reader) tiesKey(k *strictyaml.Keys, o *Order) {
	k.Add("ties", "[rules for ties](#ties), applied from left to right",
		strictyaml.ListOf(strictyaml.Formula("a rule for ties"), 8, "a rule for ties or a list of at most 8, such as [pc, d8]"), func(n *strictyaml.Node) { r.readTies(n, o) })
}

// readTies reads the rules for units with the same score (RS-23).
func (r *reader) readTies(n *strictyaml.Node, o *Order) {
	last := "" // the rule after which no tie is left
	for _, item := range n.List() {
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
		if tie.Kind == Together && o.Shape != "" && !o.Scored() {
			r.newProblem(item, "ties: together is only for an order in which each unit has a place of its own: by score, cards or clock; leave it out here")
		}
		switch {
		case tie.Kind == ByGM, tie.Kind == AsJoined, tie.Kind == Together:
			last = string(tie.Kind)
		case tie.Kind == ByDice && !tie.Side:
			last = "a roll"
		}
	}
}

// tieDie returns the die for ties that no rule decides: that of the last rule with one, or else the roll's, or else a d6.
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
	if strings.Trim(n.Text, "abcdefghijklmnopqrstuvwxyz_") == "" && !r.isStat(n.Text) && !formula.Reserved(n.Text) && formula.Nearest(n.Text, r.statNames()) == "" {
		if more := strictyaml.Meant(n.Text, known); more != "" {
			r.Problem(n, "ties: %s is not a rule for ties%s", strictyaml.Quote(n.Text), more)
			return Tie{}, false
		}
	}
	text := aSide.ReplaceAllString(n.Text, "")
	tie := Tie{Kind: ByValue, Side: text != n.Text}
	tie.By = r.parse(n, "ties", text, scope{side: (r.sideUnits() || r.rs.Order.Shape == Pick) && !tie.Side})
	if tie.By == nil {
		return Tie{}, false
	}
	if tie.By.Rolls() {
		tie.Kind = ByDice
	}
	return tie, true
}
