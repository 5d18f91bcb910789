package statblock

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/monster"
)

// feature is a trait, an action or the like, as a format describes it. What a format says in separate fields takes precedence over what the
// name and text say.
type feature struct {
	name   string // including what follows it in brackets
	text   string
	attack *monster.Attack // nil: it isn't known to be an attack
	monster.Ability
	unclear []Part // the parts of its fields that aren't understood
	asks    bool   // its fields ask for a save, but don't say which; the text may
}

// add keeps a feature until all features are known.
func (b *block) add(f feature) { b.features = append(b.features, f) }

// addFeatures turns the features into attacks and abilities, and last into a multiattack, because that names the others.
func (b *block) addFeatures() {
	var multiattacks []feature
	for _, f := range b.features {
		f.text = plain(f.text)
		b.limits(&f)
		switch {
		case f.isResistance() && b.m.Stats["resist"] > 0:
		case strings.EqualFold(f.Name, "Multiattack"):
			multiattacks = append(multiattacks, f)
		default:
			b.addFeature(f)
		}
	}
	for _, f := range multiattacks {
		steps, ok := b.multiattack(f.text)
		if ok && b.m.Multiattack == "" {
			b.m.Multiattack = steps
			continue
		}
		b.addAbility(f)
		b.miss(Save, f.Name)
	}
}

func (f *feature) isResistance() bool { return strings.EqualFold(f.Name, "Legendary Resistance") }

// The limits in brackets after names.
var (
	bracketed      = regexp.MustCompile(`\s*[(\[]([^()\[\]]{1,80})[)\]]`)
	rechargeLimit  = regexp.MustCompile(`(?i)^recharges?\s+(-?\d+)(?:\s*[-–—−]\s*6)?$`)
	restLimit      = regexp.MustCompile(`(?i)^(?:recharges? after|once per|1/)\s*an? .*\brest$|^recharges? after .*\brest$|^\d+/(?:short|long)?\s*rest$`)
	countLimit     = regexp.MustCompile(`(?i)^(\d+)\s*(?:/|per|times per|times a)\s*(day|round|turn|encounter|short rest|long rest|rest)(?: each)?(?:,?\s+or\s+\d+/day in lair)?$`)
	costLimit      = regexp.MustCompile(`(?i)^costs?\s+(\d+)(?:\s+legendary)?\s*(?:actions?)?$`)
	legendaryLimit = regexp.MustCompile(`(?i)^(\d+)\s*/\s*day`)
)

// limits removes from a name the brackets that say how often the ability can be used or what it costs, and keeps what they say.
func (b *block) limits(f *feature) {
	name := plain(f.name)
	f.Name = oneLine(name)
	for _, m := range bracketed.FindAllStringSubmatch(name, 4) {
		if b.limit(f, m[1]) || b.severalLimits(f, m[1]) {
			name = strings.Replace(name, m[0], "", 1)
		}
	}
	if strings.ContainsAny(f.name, "\n\r\u2028\u2029") { // no name can have line breaks
		name = ""
	}
	f.Name = oneLine(strings.NewReplacer(",", "", ";", "").Replace(strings.TrimSuffix(strings.TrimSpace(name), ".")))
	if f.Recharge != nil && f.Uses > 0 {
		f.Uses, f.Per = 0, ""
		f.unclear = append(f.unclear, Uses)
	}
}

// severalLimits reads several limits that share a pair of brackets: "Costs 2 Actions, 1/Day". It reports whether there is nothing else.
func (b *block) severalLimits(f *feature, text string) bool {
	all := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
	read := 0
	for _, one := range all {
		if b.limit(f, one) {
			read++
		}
	}
	return len(all) > 1 && read == len(all)
}

// limit reads the text in brackets. It reports whether it is about uses or costs.
func (b *block) limit(f *feature, text string) bool {
	number := func(pattern *regexp.Regexp, low, high int) (n int, is bool) {
		m := pattern.FindStringSubmatch(text)
		if m == nil {
			return 0, false
		}
		n, err := strconv.Atoi(m[1])
		if err != nil || n < low || n > high {
			f.unclear = append(f.unclear, Uses)
			return 0, true
		}
		return n, true
	}
	text = strings.TrimSpace(text)
	if m := legendaryLimit.FindStringSubmatch(text); m != nil && strings.HasPrefix(strings.ToLower(f.Name), "legendary resistance") {
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 && n < 10 {
			b.stat("resist", n)
		}
		return true
	}
	if n, is := number(rechargeLimit, 2, 6); is {
		if n > 0 && f.Recharge == nil {
			f.Recharge = &engine.Recharge{Needs: n}
		}
		return true
	}
	if n, is := number(countLimit, 1, monster.MaxUses); is {
		if n > 0 && f.Uses == 0 {
			f.Uses, f.Per = n, monster.PerOf(countLimit.FindStringSubmatch(text)[2])
		}
		return true
	}
	if restLimit.MatchString(text) {
		f.Uses = max(f.Uses, 1)
		return true
	}
	if n, is := number(costLimit, 1, 9); is {
		if n > 1 && f.Costs == 0 {
			f.Costs = n
		}
		return true
	}
	return false
}

// addFeature adds a feature as an attack, as an ability, or, if the use of an attack is limited, as both.
func (b *block) addFeature(f feature) {
	if !b.free(f.Name) {
		b.miss(Action, f.name)
		return
	}
	a, is := monster.Attack{}, false
	if f.attack != nil {
		a, is = *f.attack, true
	} else if f.Save == nil {
		a, is = parseAttack(f.text)
	}
	if !is {
		b.addAbility(f)
		return
	}
	a.Name = f.Name
	if !b.addAttack(a) || f.Uses == 0 && f.Recharge == nil && f.Costs == 0 && f.As == "" {
		return
	}
	use := monster.Ability{Name: oneLine("Use " + f.Name), As: f.As, Uses: f.Uses, Per: f.Per, Recharge: f.Recharge, Costs: f.Costs, Attack: a.Name}
	b.addAbility(feature{Ability: use, unclear: f.unclear})
}

// free reports whether a name is valid for an attack or ability, and not taken yet.
func (b *block) free(name string) bool {
	_, attack := b.m.FindAttack(name)
	_, ability := b.m.FindAbility(name)
	return engine.CleanName(name) != "" && !attack && !ability
}

// addAttack adds an attack whose name is free. It reports whether it was added.
func (b *block) addAttack(a monster.Attack) bool {
	a.Text = clip(a.Text, monster.MaxText)
	if len(b.m.Attacks) >= monster.MaxAttacks {
		b.miss(MoreAttacks, a.Name)
		return false
	}
	if !b.free(a.Name) || !a.Fits() || a.Check() != nil {
		b.miss(Action, a.Name)
		return false
	}
	b.m.Attacks = append(b.m.Attacks, a)
	return true
}

// addAbility adds a feature as an ability. If its fields don't mention a save, the one in its text counts.
func (b *block) addAbility(f feature) {
	a := f.Ability
	if a.As == engine.AsTrait {
		a.Costs = 0
	}
	if a.Save == nil && a.Attack == "" {
		if saves, ok := parseSave(f.text, &a); !ok && (saves || f.asks) {
			f.unclear = append(f.unclear, Save)
		}
	}
	a.Text = clip(f.text, monster.MaxText)
	if !b.free(a.Name) || len(b.m.Abilities) >= monster.MaxAbilities {
		b.miss(Action, a.Name)
		return
	}
	for _, part := range f.unclear {
		b.miss(part, a.Name)
	}
	b.m.Abilities = append(b.m.Abilities, a)
}

// The patterns for texts of multiattacks. replaces matches a sentence about something that can be done instead of an attack, sometimes the words for
// a condition, and otherwise those for its alternative.
var (
	replaces  = regexp.MustCompile(`(?i)\b(?:can|may) (?:replace|use|instead)\b|\binstead\b`)
	sentences = regexp.MustCompile(`[.!?]\s+|[.!?]$`)
	counted   = regexp.MustCompile(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\pL+teen|twenty|an?|\d{1,2})\b`)
	sometimes = regexp.MustCompile(`(?i)\b(?:if|while|when|unless|once|until)\b`)
	otherwise = regexp.MustCompile(`(?i)\botherwise\b`)
)

// statements splits the text of a multiattack into sentences. What follows a semicolon is one of its own if it depends on a condition or can be done
// instead, and otherwise belongs to the list before it.
func statements(text string) []string {
	var out []string
	for _, sentence := range sentences.Split(text, -1) {
		for i, part := range strings.Split(sentence, ";") {
			if i > 0 && !sometimes.MatchString(part) && !otherwise.MatchString(part) && !replaces.MatchString(part) {
				out[len(out)-1] += ";" + part
			} else {
				out = append(out, strings.TrimSpace(part))
			}
		}
	}
	return out
}

// multiattack reads the text of a multiattack: number words with names of the monster's attacks and abilities (MO-34). ok is false if a number
// or a choice in it isn't understood.
func (b *block) multiattack(text string) (steps string, ok bool) {
	names := b.m.Actions()
	slices.SortStableFunc(names, func(a, c string) int { return len(c) - len(a) })
	for i, name := range names {
		names[i] = regexp.QuoteMeta(name)
	}
	if len(names) == 0 {
		return "", false
	}
	name := `\b(` + strings.Join(names, "|") + `)(?:s|es)?\b`
	one, err := regexp.Compile(`(?i)(?:\b(one|two|three|four|five|six|seven|eight|nine|ten|an?|\d{1,2})\s+(?:attacks?,?\s+)?(?:(?:with|using)\s+)?|\b(?:uses?|with|using|and)\s+)(?:(?:its|his|her|their|the)\s+)?` + name +
		`((?:\s+attacks?)?(?:(?:,\s+or|,|\s+or)\s+(?:with\s+)?(?:its\s+)?` + name + `){0,5})`)
	if err != nil {
		return "", false
	}
	names = nil
	inner := regexp.MustCompile(`(?i)` + name)
	var out []string
	conditional := false // attacks of an earlier sentence depend on a condition
	for _, sentence := range statements(text) {
		if sentence == "" || replaces.MatchString(sentence) && out != nil {
			continue
		}
		total, rest := 0, sentence
		if before, after, found := strings.Cut(sentence, ":"); found { // "makes three attacks: one with its bite and …"
			if m := counted.FindString(before); m != "" {
				total = count(m)
			}
			rest = after
		}
		sum, first := 0, len(out) == 0
		left := one.ReplaceAllStringFunc(rest, func(found string) string {
			m := one.FindStringSubmatch(found)
			n := max(count(m[1]), 1)
			var of []string
			for _, m := range inner.FindAllStringSubmatch(found, -1) {
				known := b.own(m[1])
				if !slices.Contains(of, known) {
					of = append(of, known)
				}
			}
			if len(of) > 1 && !strings.Contains(strings.ToLower(found), " or ") { // a list of several, without a choice
				n = 0
			}
			if n == 0 {
				return "?"
			}
			if _, attack := b.m.FindAttack(of[0]); attack {
				sum += n
			}
			part := strconv.Itoa(n) + " " + strings.Join(of, " or ")
			if _, ability := b.m.FindAbility(of[0]); ability && m[1] == "" && len(of) == 1 {
				part = of[0]
			}
			out = append(out, part)
			return " "
		})
		if left != rest { // refuse attacks that depend on a condition and others that may replace them
			only := sometimes.MatchString(sentence)
			if !first && (only || conditional) || otherwise.MatchString(sentence) {
				return "", false
			}
			conditional = only && sum > 0
		}
		low := strings.ToLower(left)
		if strings.Contains(left, "?") || strings.Contains(low, " or ") || total > 0 && sum != total || counted.MatchString(strings.NewReplacer(" a ", " ", " an ", " ").Replace(low)) {
			return "", false
		}
	}
	text = strings.Join(out, ", ")
	return text, len(out) > 0 && len(text) <= 200
}

// count returns the number that a word means, or 0 if it isn't a number.
func count(word string) int {
	words := []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if i := slices.Index(words, strings.ToLower(word)); i >= 0 {
		return i + 1
	}
	if strings.EqualFold(word, "a") || strings.EqualFold(word, "an") {
		return 1
	}
	n, _ := strconv.Atoi(word) // 0 if it isn't one
	return n
}

// own returns the name of an attack or ability as the monster spells it.
func (b *block) own(name string) string {
	if a, ok := b.m.FindAttack(name); ok {
		return a.Name
	}
	if a, ok := b.m.FindAbility(name); ok {
		return a.Name
	}
	return name
}
