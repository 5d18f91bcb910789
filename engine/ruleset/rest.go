package ruleset

import (
	"regexp"
	"slices"
	"strings"

	"roundel/engine/formula"
	"roundel/engine/strictyaml"
)

// Rest is a rest that combatants can take during and between fights (NU-29).
type Rest struct {
	Name    string
	HP      RestHP
	Roll    *formula.Formula // for RestRolls
	Empties []string         // the keys of absorbs that are gone afterwards
}

// RestHP says how many hit points a rest restores.
type RestHP string

// None, all, as many as are typed, or as many as dice show.
const (
	RestNone  RestHP = ""
	RestFull  RestHP = "full"
	RestTyped RestHP = "typed"
	RestRolls RestHP = "roll"
)

// Rest returns the rest with that name, or nil.
func (r *Ruleset) Rest(name string) *Rest {
	name = strings.Join(strings.Fields(name), " ")
	return first(r.Rests, func(rest *Rest) bool { return strings.EqualFold(rest.Name, name) })
}

// RestNames returns the names of all rests, in the order of the file.
func (r *Ruleset) RestNames() []string {
	return each(r.Rests, func(rest *Rest) string { return rest.Name })
}

var restPattern = regexp.MustCompile(`^[a-z][a-z -]{0,23}$`)

func (r *reader) restsKey(k *strictyaml.Keys) {
	k.Add("rests", "[the rests](#rests) after which hit points and pools come back",
		strictyaml.Spec{Names: &strictyaml.Named{Of: "a rest", About: "the rest, as it is typed", Spec: r.restKeys(&Rest{}).Spec(), Most: 4, Pattern: restPattern,
			Length: strictyaml.MaxKey, What: "at most 24 small letters, spaces and hyphens, with a letter first"}, What: "a mapping of rests, such as night: {hp: full}"},
		func(n *strictyaml.Node) {
			for _, e := range n.Entries {
				rest := Rest{Name: e.Key.Text}
				r.restKeys(&rest).Read(e.Value)
				if at := BackAt(rest.Name); at == BackOwnTurn || at == BackRound || at == BackNever {
					r.Problem(e.Key, "%s: pools come back at a moment that is called so; choose another name", rest.Name)
					continue
				}
				r.rs.Rests = append(r.rs.Rests, rest)
				r.shown(rest.Name)
			}
		})
}

// restKeys returns the keys of a rest (NU-29).
func (r *reader) restKeys(rest *Rest) *strictyaml.Keys {
	k := strictyaml.NewKeys("a rest")
	k.Add("hp", "the hit points that come back: `full`, all of them; `typed`, as many as are typed; or a roll; without it, none",
		strictyaml.Formula("full, typed or a roll such as d8 + con"), func(n *strictyaml.Node) {
			rest.HP = RestHP(n.Text)
			switch rest.HP {
			case RestFull, RestTyped:
			default:
				rest.HP, rest.Roll = RestRolls, r.parse(n, "hp", n.Text, scope{words: []string{string(RestFull), string(RestTyped)}})
			}
		})
	k.Add("empties", "what absorbs damage and is gone afterwards",
		strictyaml.ListOf(strictyaml.Pattern(keyPattern, "a key of absorbs"), 4, "a key of absorbs or a list of keys"), func(n *strictyaml.Node) {
			for _, item := range n.List() {
				switch {
				case item.Kind != strictyaml.Scalar:
				case !slices.Contains(r.rs.AbsorbKeys(), item.Text):
					r.Problem(item, "empties: %s is not one of absorbs%s", strictyaml.Quote(item.Text), strictyaml.Meant(item.Text, r.rs.AbsorbKeys()))
				default:
					rest.Empties = append(rest.Empties, item.Text)
				}
			}
		})
	return k
}
