package ruleset

import (
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Counter is a number that the bot keeps for the table (RS-70).
type Counter struct {
	Name      string
	From      *formula.Formula // its value when round 1 begins; nil: 0
	EachRound *formula.Formula // added at the start of later rounds; nil: 0
	Least, To int
	Of        CounterOf
	Secret    bool // shown to the GM only
}

// CounterOf says what has a number of its own.
type CounterOf string

// The fight, each side, the GM, each PC, or each combatant.
const (
	OfFight     CounterOf = "fight"
	OfSide      CounterOf = "side"
	OfGM        CounterOf = "gm"
	OfPC        CounterOf = "pc"
	OfCombatant CounterOf = "combatant"
)

func (r *reader) countersKey(k *strictyaml.Keys) {
	k.Add("counters", "[numbers for the table](#counters)",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a counter", About: "the counter, as it is shown", Spec: r.counterKeys(&Counter{}).Spec(), Most: 12, Length: 30, Fold: true,
			What: "a text of at most 30 characters"}, What: "a mapping of names to counters, such as fear: {to: 12}"},
		func(n *strictyaml.Node) {
			for _, e := range n.Mappings() {
				c := Counter{Name: strings.Join(strings.Fields(e.Key.Text), " "), To: 1000, Of: OfFight}
				r.counterKeys(&c).Read(e.Value)
				if c.Least > c.To {
					r.Problem(e.Key, "%s: least is %d, more than to, which is %d", e.Key.Text, c.Least, c.To)
				}
				r.onlyWithRounds(e.Value, "each round")
				r.rs.Counters = append(r.rs.Counters, c)
				r.shown(c.Name)
			}
		})
}

// counterKeys returns the keys of a counter (RS-70).
func (r *reader) counterKeys(c *Counter) *strictyaml.Keys {
	parse := func(n *strictyaml.Node, key string) *formula.Formula {
		each := c.Of == OfPC || c.Of == OfCombatant
		return r.parse(n, key, n.Text, scope{number: true, side: !each, also: []string{"heroes"}})
	}
	k := strictyaml.NewKeys("a counter")
	k.Add("from", "what it is when round 1 begins; default: 0", numberForm(), func(n *strictyaml.Node) { c.From = parse(n, "from") }).Last()
	k.Number("least", "the lowest value; default: 0", &c.Least, -formula.MaxNumber, formula.MaxNumber)
	k.Number("to", "the highest value; default: 1000", &c.To, -formula.MaxNumber, formula.MaxNumber)
	k.Add("each round", "what is added at the start of each later round", numberForm(), func(n *strictyaml.Node) { c.EachRound = parse(n, "each round") }).Last()
	strictyaml.Choice(k, "of", "whose it is: one for the `fight` (default), one for the GM, or one for each side, player character or combatant", &c.Of,
		OfFight, OfSide, OfGM, OfPC, OfCombatant)
	k.YesNo("secret", "whether only the GM sees it", &c.Secret)
	return k
}
