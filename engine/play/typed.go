package play

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// PlainAmount parses an amount without a sign: "5", "2d6", "1d8+2".
func PlainAmount(text string) (dice.Expr, error) {
	text = strings.TrimSpace(text)
	expr, err := dice.Parse(text)
	signed := strings.TrimLeft(text, "+-−=") != text
	switch {
	case err != nil && !signed && isWholeNumber(text):
		return nil, TooManyHP()
	case err != nil || signed:
		return nil, engine.Refuse(engine.Invalid, reason.PlainAmount, engine.Args{Text: text})
	}
	return expr, nil
}

// Amount parses "-5", "+3", "=12" and dice with a sign, as arithmetic: "-1d8-2" subtracts 1d8+2. sign is -1 for damage,
// +1 for healing, or 0 for setting the hit points; expr is the amount.
func Amount(text string) (sign int, expr dice.Expr, err error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "−", "-"))
	value, set := strings.CutPrefix(text, "=")
	expr, perr := dice.Parse(value)
	signed := set || strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")
	switch {
	case !signed && (perr == nil || isWholeNumber(value)):
		return 0, nil, engine.Refuse(engine.Invalid, reason.HPSign, engine.Args{Text: text})
	case perr != nil && isWholeNumber(value):
		return 0, nil, TooManyHP()
	case perr != nil || set && expr[0].Neg:
		return 0, nil, engine.Refuse(engine.Invalid, reason.HPAmount, engine.Args{Text: text})
	case set:
		return 0, expr, nil
	case strings.HasPrefix(text, "+"):
		return 1, expr, nil
	}
	for i := range expr {
		expr[i].Neg = !expr[i].Neg
	}
	return -1, expr, nil
}

// isWholeNumber reports whether a text is all digits, with or without a sign.
func isWholeNumber(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		text = strings.TrimSpace(text[1:])
	}
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// TooManyHP refuses an amount above what dice notation allows.
func TooManyHP() error {
	return engine.Refuse(engine.Invalid, reason.TooManyHP, engine.Args{High: engine.MaxHP})
}

// Damage returns the damage of an effect in dice notation.
func TypedDamage(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	expr, err := dice.Parse(text)
	if err != nil {
		return "", engine.Refuse(engine.Invalid, reason.DamageForm, engine.Args{Text: strings.TrimSpace(text)})
	}
	if _, most := expr.Range(); most < 1 {
		return "", engine.Refuse(engine.Invalid, reason.NoDamageEver, engine.Args{Text: strings.TrimSpace(text)})
	}
	return expr.String(), nil
}

// Rolls parses the rolls option: natural results by name, one or one for each turn.
func Rolls(text string) ([]engine.NamedRoll, error) {
	var out []engine.NamedRoll
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := rollPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, engine.Refuse(engine.Invalid, reason.RollPair, engine.Args{Text: part})
		}
		var results []int
		for text := range strings.SplitSeq(m[2], "/") {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil {
				return nil, engine.Refuse(engine.Invalid, reason.RollPair, engine.Args{Text: part})
			}
			results = append(results, n)
		}
		name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
		for _, r := range out {
			if engine.SameName(r.Name, name) {
				return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: name})
			}
		}
		out = append(out, engine.NamedRoll{Name: name, Natural: results[0], More: slices.Clip(results[1:])})
	}
	return out, nil
}

// Targets parses target numbers: one for all, those of some by name, or both, as in "40, Seer 30". all is nil if there is none for all.
func Targets(text string) (all *int, named []engine.NamedRoll, err error) {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		m := rollPattern.FindStringSubmatch(part)
		switch {
		case err == nil && all == nil:
			all = &n
		case err == nil || m == nil:
			return nil, nil, engine.Refuse(engine.Invalid, reason.TargetForm, engine.Args{Text: part})
		default:
			name := strings.TrimSpace(strings.TrimRight(m[1], "=: "))
			if slices.ContainsFunc(named, func(r engine.NamedRoll) bool { return engine.SameName(r.Name, name) }) {
				return nil, nil, engine.Refuse(engine.Invalid, reason.TwoTargets, engine.Args{Name: name})
			}
			if n, err = strconv.Atoi(m[2]); err != nil {
				return nil, nil, engine.Refuse(engine.Invalid, reason.TargetForm, engine.Args{Text: part})
			}
			named = append(named, engine.NamedRoll{Name: name, Natural: n})
		}
		if n < 1 || n > 100 {
			return nil, nil, engine.Refuse(engine.Invalid, reason.TestTarget, engine.Args{Low: 1, High: 100})
		}
	}
	return all, named, nil
}

// Cards splits a name from the cards typed for it: one or, for several turns, "9C/KS". There are none if the text isn't of that form.
func Cards(part string) (name string, cards []string) {
	m := cardPattern.FindStringSubmatch(part)
	if m == nil {
		return "", nil
	}
	for text := range strings.SplitSeq(m[2], "/") {
		cards = append(cards, strings.TrimSpace(text))
	}
	return strings.TrimSpace(strings.TrimRight(m[1], "=: \t")), cards
}

// CheckDie refuses a result that a die can't show. name says whose result it is, if several were typed.
func CheckDie(n, sides int, name string) error {
	return CheckRoll(n, dice.Expr{{N: 1, Sides: sides}}, name)
}

// CheckRoll refuses a result that the dice can't show together (RS-14).
func CheckRoll(n int, counted dice.Expr, name string) error {
	if len(counted) == 0 {
		return engine.Refuse(engine.Invalid, reason.NoDice, engine.Args{Name: name})
	}
	low, high := counted.Range()
	if n >= low && n <= high {
		return nil
	}
	args := engine.Args{Dice: counted.String(), Low: low, High: high, Count: n, Name: name}
	if len(counted) == 1 && counted[0].N == 1 {
		args.Dice = "d" + strconv.Itoa(counted[0].Sides)
	}
	return engine.Refuse(engine.Invalid, reason.DiceRange, args)
}

// Names splits a comma-separated list, dropping empty parts and duplicates.
func Names(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part != "" && !slices.ContainsFunc(out, func(o string) bool { return engine.SameName(o, part) }) {
			out = append(out, part)
		}
	}
	return out
}

// rollPattern matches a name and a natural result: "Knight 6", "Goblin 1 = 12", "party: 3"; or one for each turn: "Ogre 9/3".
var rollPattern = regexp.MustCompile(`^(.*?\S)\s*[\s=:]\s*([+-]?\d{1,6}(?:\s*/\s*[+-]?\d{1,6})*)$`)

// cardPattern matches the same with cards: "Orc 10C", "Wolf: ♥K", "Ogre 9/3".
var cardPattern = regexp.MustCompile(`^(.*?\S)\s*[\s=:]\s*([^\s/=:]+(?:\s*/\s*[^\s/=:]+)*)$`)

var levelPattern = regexp.MustCompile(`^([+=-]?)\s*(\d{1,3})$`)

// Level parses a change of a level, such as "+1", "-1", "=3" or "3", and returns the new one (RS-65).
func Level(text string, now int) (int, error) {
	text = strings.TrimSpace(text)
	m := levelPattern.FindStringSubmatch(strings.ReplaceAll(text, "−", "-"))
	if m == nil {
		return 0, engine.Refuse(engine.Invalid, reason.LevelForm, engine.Args{Text: text})
	}
	n, err := strconv.Atoi(m[2])
	switch {
	case err != nil:
		return 0, engine.Refuse(engine.Invalid, reason.LevelForm, engine.Args{Text: text})
	case m[1] == "+":
		return now + n, nil
	case m[1] == "-":
		return now - n, nil
	}
	return n, nil
}

// Stats is a parsed stats option.
type Stats struct {
	Values map[string]int // all but hp
	HP     int
	MaxHP  int
	HasHP  bool
	Given  []string // "init 15", in the order typed
}

// ParseStats parses a stats option and checks it against the ruleset's stats.
func ParseStats(text string, rs *ruleset.Ruleset) (Stats, error) {
	out := Stats{Values: map[string]int{}}
	pairs, err := engine.ParseStats(text, rs.Template(false))
	if err != nil {
		return out, err
	}
	for _, g := range pairs {
		if err := out.set(rs, g); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (st *Stats) set(rs *ruleset.Ruleset, g engine.StatPair) error {
	low, high := 0, engine.MaxHP
	if g.Key != "hp" {
		known, ok := rs.Stat(g.Key)
		if !ok {
			return engine.Refuse(engine.Invalid, reason.UnknownStat, engine.Args{Ruleset: rs.Title, Stat: g.Key, Names: rs.StatKeys()})
		}
		low, high = known.Min, known.Max
	}
	if g.Value < low || g.Value > high {
		return engine.Refuse(engine.Invalid, reason.StatRange, engine.Args{Stat: g.Key, Low: low, High: high, Count: g.Value})
	}
	st.Given = append(st.Given, g.String())
	if g.Key == "hp" {
		st.HP, st.MaxHP, st.HasHP = g.Value, max(g.Value, g.Most), true
	} else {
		st.Values[g.Key] = g.Value
	}
	return nil
}

// Missing returns the stats that combatants of a kind need under a ruleset and that are not given, nor one that will do instead.
func (st Stats) Missing(rs *ruleset.Ruleset, kind engine.Kind) []string {
	var out []string
	for _, known := range rs.Stats {
		needed := kind == engine.PC && known.PC || kind == engine.NPC && known.NPC
		_, has := st.Values[known.Key]
		instead := slices.ContainsFunc(known.Or, func(k string) bool { _, ok := st.Values[k]; return ok })
		if needed && !has && !instead {
			out = append(out, known.Key)
		}
	}
	return out
}

// Over returns a copy of the values of a combatant with these added or replaced.
func (st Stats) Over(base map[string]int) map[string]int {
	out := make(map[string]int, len(base)+len(st.Values))
	maps.Copy(out, base)
	maps.Copy(out, st.Values)
	return out
}

// HitDice returns the dice that are rolled for hit points, or nil if there are none.
func HitDice(text string) (dice.Expr, error) {
	if text == "" {
		return nil, nil
	}
	expr, err := dice.Parse(text)
	if err != nil {
		return nil, engine.Refuse(engine.Invalid, reason.DamageForm, engine.Args{Text: text})
	}
	return expr, nil
}
