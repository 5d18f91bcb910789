package play

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
)

// plainAmount parses an amount without a sign: "5", "2d6", "1d8+2".
func plainAmount(text string) (dice.Expr, error) {
	text = strings.TrimSpace(text)
	expr, err := dice.Parse(text)
	signed := strings.TrimLeft(text, "+-−=") != text
	switch {
	case err != nil && !signed && isWholeNumber(text):
		return nil, tooManyHP()
	case err != nil || signed:
		return nil, engine.Refuse(engine.Invalid, reason.PlainAmount, engine.Args{Text: text})
	}
	return expr, nil
}

// damageAmount parses an amount of damage, in which kinds and marks may follow the terms: "5", "2d6+3 fire + 1d8 cold" (NU-4).
func damageAmount(text string, rs *ruleset.Ruleset) (ruleset.Amount, error) {
	text = strings.TrimSpace(text)
	if signed := strings.TrimLeft(text, "+-−=") != text; !signed {
		a, err := rs.Damage.ParseAmount(text)
		if err == nil {
			return a, nil
		}
		if err := unknownKind(err, rs); err != nil {
			return a, err
		}
	}
	expr, err := plainAmount(text) // returns the error for what is wrong
	if refusal, is := err.(*engine.Error); is && refusal.Reason == reason.PlainAmount && rs.Damage != nil {
		err = engine.Refuse(engine.Invalid, reason.KindAmount, engine.Args{Text: text})
	}
	return ruleset.Amount{Dice: expr}, err
}

// unknownKind returns the refusal if err is about a name that the ruleset doesn't know, or else nil.
func unknownKind(err error, rs *ruleset.Ruleset) error {
	var fault *ruleset.AmountError
	switch {
	case !errors.As(err, &fault):
		return nil
	case fault.Known == nil:
		return engine.Refuse(engine.NotInRules, reason.NoKinds, engine.Args{Ruleset: rs.Title, Text: fault.Text})
	}
	return engine.Refuse(engine.Invalid, reason.UnknownKind, engine.Args{Ruleset: rs.Title, Text: fault.Text, Near: formula.Nearest(fault.Text, fault.Known), Names: fault.Known})
}

// signedAmount parses "-5", "+3", "=12" and dice with a sign, as arithmetic: "-1d8-2" subtracts 1d8+2. sign is -1 for damage,
// +1 for healing, or 0 for setting the hit points; expr is the amount.
func signedAmount(text string) (sign int, expr dice.Expr, err error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "−", "-"))
	value, set := strings.CutPrefix(text, "=")
	expr, perr := dice.Parse(value)
	signed := set || strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")
	switch {
	case !signed && (perr == nil || isWholeNumber(value)):
		return 0, nil, engine.Refuse(engine.Invalid, reason.HPSign, engine.Args{Text: text})
	case perr != nil && isWholeNumber(value):
		return 0, nil, tooManyHP()
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

// tooManyHP refuses an amount above what dice notation allows.
func tooManyHP() error {
	return engine.Refuse(engine.Invalid, reason.TooManyHP, engine.Args{High: engine.MaxHP})
}

// typedDamage returns the damage of an effect in dice notation, with its kinds (NU-4).
func typedDamage(text string, rs *ruleset.Ruleset) (string, error) {
	if text == "" {
		return "", nil
	}
	amount, err := rs.Damage.ParseAmount(text)
	if err != nil {
		if unknown := unknownKind(err, rs); unknown != nil {
			return "", unknown
		}
		return "", damageForm(text)
	}
	if _, most := amount.Dice.Range(); most < 1 {
		return "", engine.Refuse(engine.Invalid, reason.NoDamageEver, engine.Args{Text: strings.TrimSpace(text)})
	}
	return amount.String(), nil
}

// parseRolls parses natural results by name: one, or one for each turn.
func parseRolls(text string) ([]engine.NamedRoll, error) {
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
		if rollOf(out, name) != nil {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: name})
		}
		out = append(out, engine.NamedRoll{Name: name, Natural: results[0], More: slices.Clip(results[1:])})
	}
	return out, nil
}

// parseSingleRolls parses natural results by name, one for each.
func parseSingleRolls(text string) ([]engine.NamedRoll, error) {
	rolls, err := parseRolls(text)
	for _, r := range rolls {
		if len(r.More) > 0 {
			return nil, engine.Refuse(engine.Invalid, reason.TwoResults, engine.Args{Name: r.Name})
		}
	}
	return rolls, err
}

// parseTargets parses target numbers: one for all, some by name, or both, as in "40, Seer 30". all is nil if there is none for all.
func parseTargets(text string) (all *int, named []engine.NamedRoll, err error) {
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
			if rollOf(named, name) != nil {
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

// splitCards splits a name from the cards typed for it: one or, for several turns, "9C/KS". cards is nil if the text doesn't have that form.
func splitCards(part string) (name string, cards []string) {
	m := cardPattern.FindStringSubmatch(part)
	if m == nil {
		return "", nil
	}
	for text := range strings.SplitSeq(m[2], "/") {
		cards = append(cards, strings.TrimSpace(text))
	}
	return strings.TrimSpace(strings.TrimRight(m[1], "=: \t")), cards
}

// checkModifiers refuses modifiers above a number, or below its negative.
func checkModifiers(most int, modifiers ...int) error {
	for _, n := range modifiers {
		if n < -most || n > most {
			return engine.Refuse(engine.Invalid, reason.ModifierRange, engine.Args{Low: -most, High: most})
		}
	}
	return nil
}

// checkDie refuses a result that a die can't show. name says whose result it is, if several were typed.
func checkDie(n, sides int, name string) error {
	return checkRoll(n, dice.Expr{{N: 1, Sides: sides}}, name)
}

// checkRoll refuses a result that the dice can't show (RS-14).
func checkRoll(n int, counted dice.Expr, name string) error {
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

// checkResults refuses typed results that the dice can't show, one for each place or throw.
func checkResults(r engine.NamedRoll, counted dice.Expr, name string) error {
	for _, n := range r.Results() {
		if err := checkRoll(n, counted, name); err != nil {
			return err
		}
	}
	return nil
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

// rollPattern matches a name and a natural result, "Knight 6", "Goblin 1 = 12", "party: 3", or one result for each turn: "Ogre 9/3".
var rollPattern = regexp.MustCompile(`^(.*?\S)\s*[\s=:]\s*([+-]?\d{1,6}(?:\s*/\s*[+-]?\d{1,6})*)$`)

// cardPattern matches the same with cards: "Orc 10C", "Wolf: ♥K", "Ogre 9/3".
var cardPattern = regexp.MustCompile(`^(.*?\S)\s*[\s=:]\s*([^\s/=:]+(?:\s*/\s*[^\s/=:]+)*)$`)

var levelPattern = regexp.MustCompile(`^([+=-]?)\s*(\d{1,3})$`)

// parseLevel parses a change of a level, such as "+1", "-1", "=3" or "3", and returns the new one (RS-65).
func parseLevel(text string, now int) (int, error) {
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

// Stats is a parsed list of stats.
type Stats struct {
	Values  map[string]int             // by key, without amounts
	Amounts map[string]engine.StatPair // by their keys, such as hp; see [amount]
	Given   []string                   // "init 15", in the order typed

	Resists ruleset.TypedResistances
}

// ParseStats parses a list of stats and checks it against the ruleset's stats.
func ParseStats(text string, rs *ruleset.Ruleset) (Stats, error) {
	out := Stats{Values: map[string]int{}, Amounts: map[string]engine.StatPair{}}
	rest, typed, err := TakeResistances(text, rs)
	if err != nil {
		return out, err
	}
	out.Resists = typed
	pairs, err := engine.ParseStats(rest, rs.Template(false))
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

// TakeResistances removes the resistances from a list of stats, and returns the rest and the resistances (NU-6). Errors are *[engine.Error].
func TakeResistances(text string, rs *ruleset.Ruleset) (rest string, typed ruleset.TypedResistances, err error) {
	rest, typed, err = rs.TakeResistances(text)
	switch {
	case err != nil:
		return "", typed, resistanceFault(err, rs)
	case len(typed.All) > ruleset.MaxResistances:
		return "", typed, tooManyResistances()
	}
	return rest, typed, nil
}

// SavedResistances is like [TakeResistances] for stats that are saved for fights under several rulesets. It uses the first ruleset that can
// read all of them as typed, or else the first that can read all of them as under returns them in the form of its file. example is what
// refusals suggest.
func SavedResistances(text string, rules []*ruleset.Ruleset, under func(rs *ruleset.Ruleset) string, example string) (pairs []engine.StatPair, typed ruleset.TypedResistances, err error) {
	pairs, first := engine.ParseStats(text, example)
	if first == nil {
		return pairs, typed, nil
	}
	for _, form := range []func(rs *ruleset.Ruleset) string{func(*ruleset.Ruleset) string { return text }, under} {
		resists := false
		for _, rs := range rules {
			rest, typed, err := TakeResistances(form(rs), rs)
			if err == nil && typed.Words == nil {
				continue
			}
			if err == nil {
				pairs, err = engine.ParseStats(rest, example)
			}
			if err == nil {
				return pairs, typed, nil
			}
			if !resists { // this error says more than that something isn't a stat
				first, resists = err, true
			}
		}
	}
	return nil, typed, first
}

// CheckSaved refuses a stat of something that is saved for fights if rulesets know it but none takes its value. Errors are
// *[engine.Error] with code Invalid.
func CheckSaved(g engine.StatPair, rules []*ruleset.Ruleset) error {
	var out error
	for _, rs := range rules {
		if !rs.Knows(g.Key) {
			continue
		}
		st := Stats{Values: map[string]int{}, Amounts: map[string]engine.StatPair{}}
		if out = st.set(rs, g); out == nil {
			return nil
		}
	}
	return out
}

// resistanceFault refuses resistances that can't be read.
func resistanceFault(err error, rs *ruleset.Ruleset) error {
	var fault *ruleset.ResistanceError
	if !errors.As(err, &fault) {
		return err
	}
	args := engine.Args{Ruleset: rs.Title, Stat: fault.Word, Text: fault.Text, Names: fault.Known, High: ruleset.MaxResisted}
	switch fault.Fault {
	case ruleset.NumberMissing, ruleset.NumberRange:
		args.Example = fault.Word + " " + fault.Text + " 5"
		return engine.Refuse(engine.Invalid, reason.ResistNumber, args)
	case ruleset.NumberTooMuch:
		return engine.Refuse(engine.Invalid, reason.ResistNoNumber, args)
	case ruleset.NothingResisted:
		example := ruleset.Resistance{Word: fault.Word, Of: fault.Known[0]}
		if rs.Damage.Does(fault.Word).Counted() {
			example.N = 5
		}
		args.Example = ruleset.ResistancesText([]ruleset.Resistance{example})
		return engine.Refuse(engine.Invalid, reason.ResistNothing, args)
	}
	args.Near = formula.Nearest(fault.Text, fault.Known)
	return engine.Refuse(engine.Invalid, reason.UnknownResist, args)
}

func tooManyResistances() error {
	return engine.Refuse(engine.Invalid, reason.TooManyResistances, engine.Args{High: ruleset.MaxResistances})
}

func (st *Stats) set(rs *ruleset.Ruleset, g engine.StatPair) error {
	low, high := 0, 0
	amount, is := findAmount(rs, g.Key)
	if known, ok := rs.Stat(g.Key); is {
		high = amount.most
	} else if ok {
		low, high = known.Min, known.Max
	} else {
		return engine.Refuse(engine.Invalid, reason.UnknownStat, engine.Args{Ruleset: rs.Title, Stat: g.Key, Names: rs.StatKeys()})
	}
	if g.Value < low || g.Value > high {
		return engine.Refuse(engine.Invalid, reason.StatRange, engine.Args{Stat: g.Key, Low: low, High: high, Count: g.Value})
	}
	st.Given = append(st.Given, g.String())
	if is {
		st.Amounts[g.Key] = g
	} else {
		st.Values[g.Key] = g.Value
	}
	return nil
}

// keys returns the keys of everything typed but resistances, sorted.
func (st Stats) keys() []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(st.Values)), maps.Keys(st.Amounts))
	slices.Sort(keys)
	return keys
}

// findAmount returns the amount with that key.
func findAmount(rs *ruleset.Ruleset, key string) (amount, bool) {
	all := amounts(rs)
	i := slices.IndexFunc(all, func(a amount) bool { return a.key == key })
	if i < 0 {
		return amount{}, false
	}
	return all[i], true
}

// checkAmounts refuses amounts that need hit points for a combatant without any.
func (d *decider) checkAmounts(st Stats, hasHP bool) error {
	_, hp := st.Amounts["hp"]
	for _, a := range amounts(d.Rules) {
		if _, is := st.Amounts[a.key]; is && a.needsHP && !hasHP && !hp {
			return engine.Refuse(engine.Invalid, reason.AbsorbNeedsHP, engine.Args{Stat: a.key})
		}
	}
	return nil
}

// Missing returns the stats that combatants of this kind need under a ruleset and that are missing, unless another stat will do instead.
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

// lacks returns the stats that a player character still needs, with those of which one will do joined by |.
func (st Stats) lacks(rs *ruleset.Ruleset) []string {
	var out []string
	for _, key := range st.Missing(rs, engine.PC) {
		stat, _ := rs.Stat(key)
		either := append([]string{key}, stat.Or...)
		if !slices.ContainsFunc(out, func(known string) bool { return slices.Contains(strings.Split(known, "|"), key) }) {
			out = append(out, strings.Join(either, "|"))
		}
	}
	return out
}

// over returns a copy of a combatant's stats with these added or replaced.
func (st Stats) over(base map[string]int) map[string]int {
	out := make(map[string]int, len(base)+len(st.Values))
	maps.Copy(out, base)
	maps.Copy(out, st.Values)
	return out
}

// parseHitDice parses the dice rolled for hit points. It returns nil for an empty text.
func parseHitDice(text string) (dice.Expr, error) {
	if text == "" {
		return nil, nil
	}
	expr, err := dice.Parse(text)
	if err != nil {
		return nil, damageForm(text)
	}
	return expr, nil
}
