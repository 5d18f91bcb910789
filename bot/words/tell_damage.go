package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/engine"
)

// damage tells what happened to hit points, and what players propose to the GM.
func (t *teller) damage(e engine.Event) string {
	switch e := e.(type) {
	case engine.HPChanged:
		if t.i < t.toldTo {
			return ""
		}
		if run, span := t.damageRun(e); len(run) > 1 {
			return t.severalTakes(run, span)
		}
		return t.hitPoints(e)
	case engine.DamageProposed:
		return t.proposed(e.Proposal)
	case engine.EffectsProposed:
		return t.proposed(e.Proposal)
	case engine.DownPicked:
		return t.of(e.Combatant, "%s is %s.", t.name(e.Combatant), Text(e.State))
	}
	return ""
}

// longRun is the length in bytes from which the outcomes of damage to several targets get a line each.
const longRun = 500

// damageRun returns the current event and those that follow it from the same roll or number, damage or healing of several targets, and
// the number of events that they span: what a hit leads to, such as the end of the target's concentration, may stand among them.
func (t *teller) damageRun(first engine.HPChanged) (run []engine.HPChanged, span int) {
	run, span = []engine.HPChanged{first}, 1
	if first.Set || first.Cause != "" {
		return run, span
	}
	amount := first.Amount
	for i, e := range t.rest {
		next, is := e.(engine.HPChanged)
		if !is && followsHit(e) {
			continue
		}
		if !is || next.Set || next.Cause != "" || (next.Roll == nil) != (first.Roll == nil) || next.Roll != nil && next.Roll.String() != first.Roll.String() {
			break
		}
		if amount == 0 {
			amount = next.Amount
		}
		if !next.None && next.Amount != amount {
			break
		}
		run, span = append(run, next), i+2
	}
	return run, span
}

// followsHit reports whether an event can be the consequence of a change of hit points.
func followsHit(e engine.Event) bool {
	switch e.(type) {
	case engine.EffectEnded, engine.DownChanged, engine.CheckDue, engine.CountersSet, engine.SourceLeft, engine.SaveDue:
		return true
	}
	return false
}

// hitPoints renders damage, healing or a new value. Hit points of the GM's combatants are words to everyone but the GM.
func (t *teller) hitPoints(e engine.HPChanged) string {
	c, ok := t.who(e.Combatant)
	if !ok {
		return ""
	}
	name, numbers := Text(c.Name), !e.Blurred
	switch {
	case e.Set && e.To > 0 && numbers:
		return fmt.Sprintf("%s is now at %s.", name, ratio(e.To, e.Max))
	case e.Set:
		return fmt.Sprintf("%s is now %s.", name, Band(e.To, e.Max))
	}
	line := name + " " + dealt(e, numbers)
	if e.None {
		line = name + " takes nothing"
	}
	if e.Roll != nil && len(e.Roll.Dice) > 0 {
		line += " (" + Text(e.Roll.String()) + ")"
	}
	switch {
	case e.Soaked > 0 && numbers:
		line += fmt.Sprintf(", %d absorbed by armor", e.Soaked)
	case e.Soaked > 0:
		line += ", some absorbed by armor"
	}
	comma := ""
	if e.Half || e.Soaked > 0 {
		comma = ","
	}
	switch {
	case e.None:
		return line + "."
	case !e.Tracked:
		return line + "; hit points aren't tracked."
	case e.To <= 0:
		return line + comma + " and is down."
	case numbers:
		return line + ": " + ratio(e.To, e.Max) + "."
	case Band(e.From, e.Max) == Band(e.To, e.Max):
		return line + "."
	}
	return line + comma + " and is now " + Band(e.To, e.Max) + "."
}

// dealt returns "takes 5 damage from Burning" or "heals 3", after halving. Viewers who may know the numbers read what was
// really healed, which shows how much was missing.
func dealt(e engine.HPChanged, numbers bool) string {
	n, half := e.Amount, ""
	if n < 0 {
		n = -n
	}
	if e.Half {
		n, half = n/2, fmt.Sprintf(", half of %d", n)
	}
	if gained := e.To - e.From; e.Amount > 0 && numbers && e.Tracked && gained < n {
		return fmt.Sprintf("heals %d", gained)
	}
	if e.Amount > 0 {
		return fmt.Sprintf("heals %d%s", n, half)
	}
	return fmt.Sprintf("takes %d damage%s%s", n, prefixed(" from ", Text(e.Cause)), half)
}

// severalTakes tells damage or healing of several targets: one line for the dice, then what became of whom, with equal
// outcomes together.
func (t *teller) severalTakes(run []engine.HPChanged, span int) string {
	t.toldTo = t.i + span
	var outcomes [][2]string // for one name and for several
	names := map[[2]string][]string{}
	for _, e := range run {
		c, ok := t.who(e.Combatant)
		if !ok {
			continue
		}
		o := outcome(e)
		if names[o] == nil {
			outcomes = append(outcomes, o)
		}
		names[o] = append(names[o], c.Name)
	}
	if hit := slices.IndexFunc(run, func(e engine.HPChanged) bool { return !e.None }); hit >= 0 && rolled(run[hit]) {
		kind := "Damage"
		if run[hit].Amount > 0 {
			kind = "Healing"
		}
		t.say(kind + ": " + Text(run[hit].Roll.String()) + ".")
	}
	var lines []string
	for _, o := range outcomes {
		who := names[o]
		lines = append(lines, together(who)+" "+verb(who, o[0], o[1])+".")
	}
	if line := strings.Join(lines, " "); len(line) < longRun || len(lines) == 0 {
		return line
	}
	for _, line := range lines[:len(lines)-1] {
		t.say(line)
	}
	return lines[len(lines)-1]
}

// rolled reports whether an amount came from dice.
func rolled(e engine.HPChanged) bool { return e.Roll != nil && len(e.Roll.Dice) > 0 }

// outcome returns what a change did to one of several targets, for one name and for several: "takes half (5) and is down",
// "take half (5) and are down". A full amount that the line with the dice shows is left out.
func outcome(e engine.HPChanged) [2]string {
	if e.None {
		return [2]string{"takes nothing", "take nothing"}
	}
	does, thing, n := "take", " damage", -e.Amount
	if e.Amount > 0 {
		does, thing, n = "heal", "", e.Amount
	}
	if e.Half {
		n /= 2
	}
	if gained := e.To - e.From; e.Amount > 0 && e.Tracked && !e.Blurred && gained < n {
		n = gained
	}
	what, comma := "", ""
	switch {
	case e.Half && rolled(e):
		what = fmt.Sprintf("half (%d)", n)
	case e.Half:
		what = fmt.Sprintf("half of %d (%d)", max(e.Amount, -e.Amount), n)
	case !rolled(e) || e.Soaked > 0 || !e.Tracked:
		what = strconv.Itoa(n) + thing
	}
	if e.Soaked > 0 {
		comma = ","
		what += ", " + map[bool]string{false: strconv.Itoa(e.Soaked), true: "some"}[e.Blurred] + " absorbed by armor"
	}
	result := "down"
	switch {
	case e.To <= 0:
	case e.Blurred:
		result = Band(e.To, e.Max)
	default:
		result = "at " + ratio(e.To, e.Max)
	}
	switch {
	case !e.Tracked:
		return [2]string{does + "s " + what, does + " " + what}
	case what == "":
		return [2]string{"is " + result, "are " + result}
	}
	return [2]string{does + "s " + what + comma + " and is " + result, does + " " + what + comma + " and are " + result}
}

// proposed tells damage, healing or effects that wait for the GM.
func (t *teller) proposed(e engine.Proposal) string {
	if e.Effects != nil {
		return t.proposedEffects(e)
	}
	var full, half, none []string
	for _, share := range e.Shares {
		c, ok := t.who(share.Combatant)
		switch {
		case !ok:
		case share.None:
			none = append(none, c.Name)
		case share.Half:
			half = append(half, c.Name)
		default:
			full = append(full, c.Name)
		}
	}
	amount, does := strconv.Itoa(e.Amount)+" healing", " gives "
	if e.Amount <= 0 {
		amount, does = strconv.Itoa(-e.Amount)+" damage", " deals "
	}
	if e.Roll != nil {
		amount += " (" + Text(e.Roll.String()) + ")"
	}
	var parts []string
	add := func(what string, who []string) {
		if len(who) > 0 {
			parts = append(parts, what+" to "+together(who))
		}
	}
	add(amount, full)
	if len(full) > 0 {
		amount = strconv.Itoa(max(e.Amount, -e.Amount) / 2)
		add("half ("+amount+")", half)
	} else {
		add("half of "+amount, half)
	}
	add("nothing", none)
	line := And(parts) + "."
	if by := t.name(e.By); by != "" {
		line = by + does + line
	}
	return "Waiting for the GM: " + line
}

// proposedEffects tells effects that wait for the GM. All are the same, on different targets.
func (t *teller) proposedEffects(e engine.Proposal) string {
	var names []string
	many := false
	for i := range e.Effects {
		name, side := t.target(&e.Effects[i])
		if name != "" {
			names, many = append(names, name), many || side
		}
	}
	line := "Waiting for the GM"
	if by := t.name(e.By); by != "" {
		line += ", from " + by
	}
	return line + ": " + opening(And(names)) + " " + putOn(t.s, &e.Effects[0], many || len(names) > 1) + "."
}

// together joins the names of combatants, single ones first: "Knight and Goblins 1, 3 and 5".
func together(names []string) string {
	numbers := map[string][]int{}
	var bases []string
	for _, name := range names {
		if base, n, ok := numberedName(name); ok {
			if numbers[base] == nil {
				bases = append(bases, base)
			}
			numbers[base] = append(numbers[base], n)
		}
	}
	var parts []string
	for _, name := range names {
		if base, _, ok := numberedName(name); !ok || len(numbers[base]) == 1 {
			parts = append(parts, Text(name))
		}
	}
	if len(parts) > mostNames {
		parts = []string{several(parts)}
	}
	for _, base := range bases {
		if list := numbers[base]; len(list) > 1 {
			parts = append(parts, Text(plural(base))+" "+And(ranges(list)))
		}
	}
	return And(parts)
}

// numberedName splits "Goblin 3" into its base and its number; ok is false for names that aren't like that.
func numberedName(name string) (base string, n int, ok bool) {
	cut := strings.LastIndexByte(name, ' ')
	if cut < 0 {
		return "", 0, false
	}
	base = name[:cut]
	n, err := strconv.Atoi(name[cut+1:])
	return base, n, err == nil && strconv.Itoa(n) == name[cut+1:] && plural(base) != ""
}

// ranges lists numbers in ascending order, with four or more in a row as "1 to 4".
func ranges(list []int) []string {
	list = slices.Sorted(slices.Values(list))
	var out []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0]+n {
			n++
		}
		if n < 4 {
			n = 1
			out = append(out, strconv.Itoa(list[0]))
		} else {
			out = append(out, fmt.Sprintf("%d to %d", list[0], list[n-1]))
		}
		list = list[n:]
	}
	return out
}

// plural returns the plural of an English noun, or "" if it can't be one, such as a name in another script.
func plural(name string) string {
	last, _ := utf8.DecodeLastRuneInString(name)
	if last > unicode.MaxASCII || !unicode.IsLower(last) {
		return ""
	}
	if stem, ok := strings.CutSuffix(name, "man"); ok && !strings.HasSuffix(strings.ToLower(name), "human") && !strings.HasSuffix(strings.ToLower(name), "shaman") {
		return stem + "men"
	}
	for _, wolf := range []string{"wolf", "elf", "thief", "Wolf", "Elf", "Thief"} {
		if strings.HasSuffix(name, wolf) {
			return strings.TrimSuffix(name, "f") + "ves"
		}
	}
	for _, hiss := range []string{"ss", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(name, hiss) {
			return name + "es"
		}
	}
	if stem, ok := strings.CutSuffix(name, "y"); ok && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiouAEIOU") {
		return stem + "ies"
	}
	if last == 's' {
		return name
	}
	return name + "s"
}
