package play

import (
	"maps"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/formula"
	"roundel/engine/reason"
	"roundel/engine/ruleset"
	"roundel/engine/view"
)

// Numbers are a character's numbers, which checks and dice can name (CR-42, CR-54).
type Numbers struct {
	Of    *engine.Combatant // nil: a saved character that isn't in the fight
	Name  string            // of the character
	Sheet *engine.Sheet     // nil: the numbers are its stats

	values   map[string]int // by the names of CR-2
	hpHidden bool           // others aren't shown its hit points as numbers (NU-31)
}

// Secret reports whether a roll with numbers of these names isn't for everyone: they are of a hidden combatant, or one of them is hit points that others
// aren't shown as numbers (CR-42, NU-31).
func (n Numbers) Secret(names ...string) bool {
	return n.Of != nil && (n.Of.Hidden || n.hpHidden && slices.ContainsFunc(names, func(name string) bool { return sameName(name) == "hp" }))
}

// NumbersOf returns the numbers of who or, if that is empty, of the actor's active combatant or only combatant in the fight (CR-42).
func NumbersOf(s *engine.State, rs *ruleset.Ruleset, actor engine.Actor, who string) (Numbers, error) {
	d := &decider{fight: &fight{State: s.Clone(), Rules: rs}, actor: actor, viewer: view.ViewerOf(s, actor)}
	c, err := d.whoseNumbers(who)
	if err != nil {
		return Numbers{}, err
	}
	n := NumbersFrom(c.Name, c.Sheet, c.Stats, 0)
	n.Of = c
	if c.HasHP {
		n.values["hp"] = c.MaxHP
	}
	n.hpHidden = s.Preferences.HPShownOf(c) != engine.HPNumbers
	return n, nil
}

// NumbersFrom returns the numbers of a character: those of its sheet or, without one, its stats. If most is above 0, hp is the maximum of its
// hit points.
func NumbersFrom(name string, sheet *engine.Sheet, stats map[string]int, most int) Numbers {
	n := Numbers{Name: name, Sheet: sheet, values: map[string]int{}}
	if sheet != nil {
		for _, part := range []map[string]int{sheet.Numbers, sheet.Skills, sheet.Saves} {
			maps.Copy(n.values, part)
		}
	} else {
		maps.Copy(n.values, stats)
	}
	if most > 0 {
		n.values["hp"] = most
	}
	return n
}

// whoseNumbers returns the combatant whose numbers are meant. If there could be several, it refuses and lists them.
func (d *decider) whoseNumbers(who string) (*engine.Combatant, error) {
	if strings.TrimSpace(who) != "" {
		return d.performer(who, true, "")
	}
	own, active := d.combatants(d.owns), d.State.ActiveMembers()
	if playing := filter(own, func(c *engine.Combatant) bool { return slices.Contains(active, c) }); len(playing) > 0 {
		own = playing
	}
	switch len(own) {
	case 0:
		return d.performer("", true, "") // the GM's active combatant
	case 1:
		return own[0], nil
	}
	return nil, engine.Refuse(engine.Invalid, reason.SayWhose, engine.Args{Names: combatantNames(own)})
}

func combatantNames(who []*engine.Combatant) []string {
	out := make([]string, len(who))
	for i, c := range who {
		out[i] = c.Name
	}
	return out
}

// Names returns the names of all numbers: saves, then skills, then the others, each sorted.
func (n Numbers) Names() []string {
	if n.Sheet == nil {
		return slices.Sorted(maps.Keys(n.values))
	}
	saves, skills, _ := n.Sheet.Names()
	first := append(saves, skills...)
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(n.values)), func(name string) bool { return slices.Contains(first, name) })
	return append(first, rest...)
}

// Value returns the number of that name. Case, spaces, hyphens and underscores don't matter (CR-2).
func (n Numbers) Value(name string) (value int, known bool) {
	if value, known = n.values[name]; known {
		return value, true
	}
	for key, value := range n.values {
		if sameName(key) == sameName(name) {
			return value, true
		}
	}
	return 0, false
}

// Roll returns the dice of a named roll of the sheet (CR-54).
func (n Numbers) Roll(name string) (text string, known bool) {
	if n.Sheet == nil {
		return "", false
	}
	for _, r := range n.Sheet.Rolls {
		if engine.SameName(r.Name, strings.TrimSpace(name)) {
			return r.Dice, true
		}
	}
	return "", false
}

// Nearest returns the name closest to an unknown one, or "".
func (n Numbers) Nearest(name string) string {
	near := map[string]string{}
	for key := range n.values {
		near[sameName(key)] = key
	}
	return near[formula.Nearest(sameName(name), slices.Sorted(maps.Keys(near)))]
}

// sameName returns the form in which spellings of a name are compared (CR-2).
func sameName(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
}

// Check is a check with one of a character's numbers (CR-41).
type Check struct {
	What     string
	Edge     string // advantage, disadvantage or empty
	Modifier string // a number or dice, with or without a sign
	DC       *int   // a total of at least this passes
	Roll     *int   // the result of the check's dice, without those of the modifier
	Secret   bool
	By       engine.Actor
}

// Decide rolls the check. roller returns the dice for what everyone may see or, with true, for what they may not. rs is the ruleset in play,
// which takes precedence over the sheet (CR-31); it may be nil. Errors are *[engine.Error], or *[dice.Error] for an invalid modifier or edge.
func (c Check) Decide(n Numbers, rs *ruleset.Ruleset, roller func(secret bool) dice.Roller) (engine.CheckRolled, error) {
	e := engine.CheckRolled{By: c.By.User, Name: n.Name}
	if n.Of != nil {
		e.Who = n.Of.ID
	}
	key, err := n.meant(c.What)
	if err != nil {
		return e, err
	}
	e.Secret = c.Secret || n.Secret(key)
	number, _ := n.Value(key)
	e.What = key
	roll, under, err := n.check(rs, number)
	if err != nil {
		return e, err
	}
	if under && c.DC != nil {
		return e, engine.Refuse(engine.NotInRules, reason.CheckUnder, engine.Args{Ruleset: rs.Title})
	}
	if roll, err = withEdge(roll, c.Edge, under); err != nil {
		return e, err
	}
	more, err := checkModifier(c.Modifier)
	if err != nil {
		return e, err
	}
	dices := roller(e.Secret)
	if n.Of != nil && n.Of.Owner != "" && !e.Secret { // its player sees it
		dices = dice.Of(dices, string(n.Of.Owner))
	}
	if under { // a bonus raises the number that has to be rolled under
		added := more.Roll(dices)
		if more.HasDice() {
			e.Added = &added
		}
		number, more = number+added.Total, nil
	}
	if err := rollCheck(&e, roll, more, c.Roll, dices); err != nil {
		return e, err
	}
	switch {
	case under:
		needs := number
		e.Needs, e.Under, e.Passed = &needs, true, e.Roll.Total <= needs
	case c.DC != nil:
		e.Needs, e.Passed = c.DC, e.Roll.Total >= *c.DC
	}
	return e, nil
}

// check returns what is rolled for a number. If under is true, a total at or below the number passes (CR-31).
func (n Numbers) check(rs *ruleset.Ruleset, number int) (roll *dice.Notation, under bool, err error) {
	switch {
	case rs != nil && rs.Sheet != nil && rs.Sheet.Check != nil:
		roll, err = dice.ParseNotation(rs.Sheet.Check.Fill(modifierValue(number)).String(), dice.Amounts)
		return roll, rs.Sheet.Under, err
	case n.Sheet != nil && n.Sheet.Check != "":
		if roll, err = dice.ParseNotation(n.Sheet.Check, dice.Amounts|dice.Names); err == nil {
			roll, err = roll.Fill(func(name string) (int, bool) { return number, name == "modifier" })
		}
		return roll, false, err
	}
	return nil, false, engine.Refuse(engine.NotInRules, reason.NoChecks, engine.Args{Name: n.Name})
}

// CanCheck reports whether anything says what checks with these numbers roll. rs may be nil.
func (n Numbers) CanCheck(rs *ruleset.Ruleset) bool {
	return rs != nil && rs.Sheet != nil && rs.Sheet.Check != nil || n.Sheet != nil && n.Sheet.Check != ""
}

// modifierValue is the only value that a ruleset's check knows.
type modifierValue int

func (v modifierValue) Fact(string) int            { return int(v) }
func (modifierValue) Members() int                 { return 1 }
func (modifierValue) Stat(int, string) (int, bool) { return 0, false }
func (modifierValue) PC(int) bool                  { return true }

// withEdge returns the notation with advantage or disadvantage (CR-53). With under, the lower die is the better one (CR-31).
func withEdge(n *dice.Notation, edge string, under bool) (*dice.Notation, error) {
	better := +1
	if under {
		better = -1
	}
	switch engine.Edge(strings.ToLower(strings.TrimSpace(edge))) {
	case "":
		return n, nil
	case engine.Advantage:
		return n.WithEdge(better)
	case engine.Disadvantage:
		return n.WithEdge(-better)
	}
	return nil, engine.Refuse(engine.Invalid, reason.Edge, engine.Args{Text: strings.TrimSpace(edge), Names: []string{string(engine.Advantage), string(engine.Disadvantage)}})
}

// checkModifier parses what is added to a check.
func checkModifier(text string) (dice.Expr, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	expr, err := dice.Parse(text)
	if err != nil {
		return nil, engine.Refuse(engine.Invalid, reason.CheckModifier, engine.Args{Text: text})
	}
	return expr, nil
}

// rollCheck rolls a check and what is added to it, or takes the typed result of the check's dice.
func rollCheck(e *engine.CheckRolled, roll *dice.Notation, more dice.Expr, typed *int, roller dice.Roller) error {
	if typed == nil {
		all, err := dice.ParseNotation(joined(roll.String(), more), dice.Amounts)
		if err == nil {
			e.Roll = all.Roll(roller)
		}
		return err
	}
	plain, err := dice.Parse(roll.String())
	if err != nil {
		return engine.Refuse(engine.Invalid, reason.CheckNotTyped, engine.Args{Dice: roll.String()})
	}
	counted, number := formula.Split(plain)
	if err := checkRoll(*typed, counted, ""); err != nil {
		return err
	}
	added := more.Roll(roller)
	e.Roll = dice.Result{Typed: true, Total: *typed + number + added.Total}
	if more.HasDice() {
		e.Added, more = &added, nil
	}
	e.Roll.Expr = joined(roll.String(), more)
	return nil
}

// joined returns the notation of a roll and what is added to it.
func joined(roll string, more dice.Expr) string {
	switch text := more.String(); {
	case more == nil:
		return roll
	case strings.HasPrefix(text, "-"):
		return roll + " - " + text[1:]
	default:
		return roll + " + " + text
	}
}

// meant returns the name of the number that is meant: the one with this name, or else the only one that begins with it, or else the only one
// with a word that does (CR-41).
func (n Numbers) meant(what string) (string, error) {
	typed := sameName(strings.TrimSpace(what))
	if typed == "" {
		return "", engine.Refuse(engine.Invalid, reason.NoNumber, engine.Args{Name: n.Name})
	}
	names := n.Names()
	for _, means := range []func(name string) bool{
		func(name string) bool { return sameName(name) == typed },
		func(name string) bool { return strings.HasPrefix(sameName(name), typed) },
		func(name string) bool {
			return slices.ContainsFunc(strings.Split(name, "_"), func(word string) bool { return strings.HasPrefix(word, typed) })
		},
	} {
		found := filter(names, means)
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return "", engine.Refuse(engine.Invalid, reason.SeveralNumbers, engine.Args{Text: strings.TrimSpace(what), Names: found})
		}
	}
	return "", engine.Refuse(engine.NotFound, reason.UnknownNumber, engine.Args{Name: n.Name, Text: strings.TrimSpace(what), Near: n.Nearest(what)})
}
