package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/ruleset"
)

// action renders what combatants do in and out of their turns.
func (t *teller) action(e engine.Event) string {
	switch e := e.(type) {
	case engine.Acted:
		return t.did(e)
	case engine.PoolsBack:
		return t.poolsBack(e)
	case engine.PoolRolled:
		return t.poolRolled(e)
	case engine.PoolReserved:
		return t.of(e.Combatant, "%s reserves %s for reactions, %d left to spend.", t.name(e.Combatant), PoolCount(e.Pool, e.Reserved), e.Left)
	case engine.Engaged:
		if e.Mutual {
			return "" // they are in melee already
		}
		return t.pair(e.A, e.B, "%s and %s are now in melee.")
	case engine.Disengaged:
		return t.pair(e.A, e.B, "%s and %s are no longer in melee.")
	case engine.Fled:
		if names := t.names(e.Attackers); t.name(e.Combatant) != "" && len(names) > 0 {
			return fmt.Sprintf("%s flees melee: %s a free attack.", t.name(e.Combatant), And(names)+verb(names, " gets", " each get"))
		}
	case engine.Attacked:
		return t.attack(e)
	case engine.MoraleDue:
		name, _ := t.sideOf(e.Unit)
		return "Losses among " + name + ". GM: you can check their Morale with /morale."
	case engine.MoraleChecked:
		return t.morale(e)
	case engine.ActivityDefined:
		if e.Ticks == 0 {
			return Text(e.Name) + " is no longer a predefined activity."
		}
		return fmt.Sprintf("%s now costs %s.", Text(e.Name), PoolCount(t.rs.PricedPool().Key, e.Ticks))
	}
	return ""
}

func (t *teller) pair(a, b engine.CombatantID, format string) string {
	if t.name(a) == "" || t.name(b) == "" {
		return ""
	}
	return fmt.Sprintf(format, t.name(a), t.name(b))
}

// did renders an activity, what it cost and what is left of the turn.
func (t *teller) did(e engine.Acted) string {
	name := t.name(e.Combatant)
	if name == "" || t.startsLong(e) {
		return ""
	}
	if e.Activity == "" {
		return name + " uses " + alone(e) + "." + t.leftOver(e)
	}
	var notes []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	move := t.rs.MovePool()
	step := move != nil && e.Pool == move.Key && e.Activity == "move"
	p := t.rs.Pool(e.Pool)
	switch {
	case p == nil:
	case e.Reaction && p.Reserve > 0 && e.Left > 0:
		add(true, "%s, %d still in reserve", spent(e), e.Left)
	case e.Reaction && p.Reserve > 0:
		add(true, "%s, none left in reserve", spent(e))
	case p.Priced:
		add(len(e.Costs) > 0 || e.Instead > 0, "%s, %d left", spent(e), e.Left)
	case e.Reaction && !p.Counted():
	default:
		add(!step, "%s", uses(e, p))
		add(p.Counted() && len(e.Costs) == 1 && e.Costs[0].Pool != e.Pool, "second %s, instead of %s", PoolNoun(e.Pool), Article(PoolNoun(first(e).Pool)))
	}
	add(len(e.Costs) > 1 || p != nil && !p.Counted() && total(e) > 0, "also takes %s", besides(e))
	if e.Ticks != nil && len(e.Costs) == 0 {
		notes = append(notes, Counted(*e.Ticks, "tick"))
	}
	add(e.Once, "once per scene")
	add(e.Narrative, "no turns are running, so it costs nothing")
	line := name + ": " + Text(e.Activity)
	switch {
	case step && e.Metres > 0:
		line = fmt.Sprintf("%s moves up to %d m", name, e.Metres)
	case step:
		line = name + " moves"
	case e.Reaction:
		line = name + " reacts: " + Text(e.Activity)
	}
	return line + Parens(strings.Join(notes, ", ")) + "." + t.stays(e) + t.leftOver(e)
}

// leftOver returns which actions of the turn are left (CS-6, RI-6).
func (t *teller) leftOver(e engine.Acted) string {
	c := t.s.Combatant(e.Combatant)
	p := t.rs.Pool(e.Pool)
	if c == nil || p == nil || !p.Counted() || p.Priced || e.Reaction || slices.ContainsFunc(t.rest, isActed) || !slices.Contains(t.s.ActiveMembers(), c) {
		return ""
	}
	return " " + t.l.Line("card.left", lang.Part("pools", poolsLeft(t.s, t.rs, c)))
}

func isActed(e engine.Event) bool {
	_, is := e.(engine.Acted)
	return is
}

// alone returns what was spent without a word about what for: "a legendary action, 2 left".
func alone(e engine.Acted) string {
	text := Article(PoolNoun(e.Pool))
	switch n := total(e); {
	case n > 1:
		text = spent(e)
	case len(e.Costs) == 1 && e.Costs[0].Pool != e.Pool:
		return "a second " + PoolNoun(e.Pool) + ", instead of " + Article(PoolNoun(first(e).Pool))
	}
	if len(e.Costs) > 1 {
		text += " and with that " + besides(e)
	}
	if e.Left > 0 {
		text += fmt.Sprintf(", %d left", e.Left)
	}
	return text
}

// besides returns the pools that an activity took besides its own: "a main action".
func besides(e engine.Acted) string {
	var out []string
	for _, cost := range e.Costs {
		switch {
		case cost.Pool == e.Pool:
		case cost.N == 1:
			out = append(out, Article(PoolNoun(cost.Pool)))
		default:
			out = append(out, PoolCount(cost.Pool, cost.N))
		}
	}
	return And(out)
}

// poolRolled renders a roll for a spent pool.
func (t *teller) poolRolled(e engine.PoolRolled) string {
	result := fmt.Sprintf("It comes back on %d or more.", e.Needs)
	if e.Back {
		result = "It's back."
	}
	dice := thrownDice(e.Roll)
	if one, is := strings.CutPrefix(dice, "1d"); is {
		dice = "d" + one
	}
	return t.of(e.Combatant, "%s rolls for %s: %s = **%d**. %s", t.name(e.Combatant), PoolNoun(e.Pool), dice, e.Roll.Total, result)
}

// spent returns what an activity took of its pool and those that stand in for it: "2 ticks", or "1 tick instead of 3" if another cost was
// typed than the predefined one (FT-5).
func spent(e engine.Acted) string {
	text := PoolCount(e.Pool, total(e))
	if e.Instead > 0 {
		text += fmt.Sprintf(" instead of %d", e.Instead)
	}
	return text
}

// startsLong reports whether an activity is what a long one costs besides its time: that is told with the long one (FT-9).
func (t *teller) startsLong(e engine.Acted) bool {
	if len(t.rest) == 0 || e.Reaction {
		return false
	}
	next, is := t.rest[0].(engine.EffectAdded)
	return is && next.Effect.Activity && next.Effect.Target == e.Combatant && next.Effect.Name == e.Activity
}

// besidesTime returns what the long activity that begins now costs besides its time: ", and takes 2 ticks, 1 left".
func (t *teller) besidesTime() string {
	if t.i == 0 {
		return ""
	}
	e, is := t.view.Events[t.i-1].(engine.Acted)
	switch {
	case !is || total(e) == 0 && e.Ticks == nil && e.Instead == 0:
		return ""
	case len(e.Costs) == 0 && e.Ticks != nil:
		return ". It takes " + Counted(*e.Ticks, "tick")
	}
	return fmt.Sprintf(". It takes %s, %d left", spent(e), e.Left)
}

func total(e engine.Acted) int {
	n := 0
	for _, cost := range e.Costs {
		n += cost.N
	}
	return n
}

// first returns the first pool that an activity took something of.
func first(e engine.Acted) engine.PoolSpend {
	if len(e.Costs) == 0 {
		return engine.PoolSpend{Pool: e.Pool}
	}
	return e.Costs[0]
}

// uses returns what an activity used, with what is left if there can be more: "main action", "2 actions, 1 left".
func uses(e engine.Acted, p *ruleset.Pool) string {
	if n := total(e); n > 1 || n == 1 && e.Left > 0 {
		return fmt.Sprintf("%s, %d left", spent(e), e.Left)
	}
	return PoolNoun(p.Key)
}

// stays reminds a combatant that moves without leaving melee whom it is in melee with (CS-7, RI-8).
func (t *teller) stays(e engine.Acted) string {
	if p := t.rs.MovePool(); p == nil || e.Pool != p.Key {
		return ""
	}
	var foes []engine.CombatantID
	for _, g := range t.view.State.Engaged {
		switch e.Combatant {
		case g.A:
			foes = append(foes, g.B)
		case g.B:
			foes = append(foes, g.A)
		}
	}
	names := t.names(foes)
	return about(names, " Still in melee with "+And(names)+".")
}

// morale renders a check: one roll, which breaks everyone with a lower score. The scores are for the GM alone.
func (t *teller) morale(e engine.MoraleChecked) string {
	broken := t.names(e.Broken)
	held := t.names(slices.DeleteFunc(slices.Clone(e.Who), func(id engine.CombatantID) bool { return slices.Contains(e.Broken, id) }))
	if len(broken)+len(held) == 0 {
		return ""
	}
	line := fmt.Sprintf("Morale check: %s = **%d**.", thrownDice(e.Roll), e.Roll.Total)
	line += about(broken, "\n"+And(broken)+verb(broken, " breaks.", " break."))
	return line + about(held, "\n"+And(held)+verb(held, " fights on.", " fight on."))
}

// tests renders Awareness tests and contests before the fight.
func (t *teller) tests(e engine.Event) string {
	switch e := e.(type) {
	case engine.TestsAsked:
		names := t.names(e.Who)
		return about(names, fmt.Sprintf("Awareness test for %s: roll %d or less on a d100 to avoid surprise.", And(names), e.Target))
	case engine.TestsCalledOff:
		names := t.names(e.Who)
		return about(names, "No Awareness test for "+And(names)+" after all.")
	case engine.TestAnswered:
		result := "Failed"
		if e.Roll <= e.Target {
			result = "Passed"
		}
		return t.of(e.Who, "%s rolls Awareness: d100 (%d%s) against %d. %s.", t.name(e.Who), e.Roll, thrown(e.Typed), e.Target, result)
	case engine.Contested:
		return t.contest(e)
	case engine.OrderCleared:
		if slices.ContainsFunc(t.view.Events[:t.i], isRoundMade) {
			return "" // each round has an order of its own (RS-20)
		}
		names := t.units(e.Waiting)
		return "The round is cut short, and everyone rolls again." + about(names, "\nHadn't acted yet: "+And(names)+".")
	}
	return ""
}

// contest renders an ambush by contest, a line for each roll.
func (t *teller) contest(e engine.Contested) string {
	lines := append(t.contestRolls("Sneak", e.Ambushers, nil), t.contestRolls("Notice", e.Targets, e.Surprised)...)
	if len(t.names(e.Surprised)) == 0 {
		lines = append(lines, "Nobody is surprised.")
	}
	return strings.Join(lines, "\n")
}

func (t *teller) contestRolls(skill string, rolls []engine.ContestRoll, surprised []engine.CombatantID) []string {
	var out []string
	for _, r := range rolls {
		name := t.name(r.Who)
		if name == "" {
			continue
		}
		bonus := ""
		if r.Bonus != 0 {
			bonus = " " + Signed(r.Bonus)
		}
		line := fmt.Sprintf("%s rolls %s: %s%s = **%d**.", name, skill, thrownDice(r.Roll), bonus, r.Total)
		if slices.Contains(surprised, r.Who) {
			line += " Surprised!"
		}
		out = append(out, line)
	}
	return out
}

// attack renders an attack with all its dice, a line for each roll. Armor Class and Trauma Target are for the GM alone.
func (t *teller) attack(e engine.Attacked) string {
	attacker, target := t.name(e.Attacker), t.name(e.Target)
	if attacker == "" || target == "" {
		return ""
	}
	lines := []string{fmt.Sprintf("%s attacks %s%s: %s. %s.", attacker, target, Parens(attackNotes(e)), attackRoll(e), hitWord(e, t.rs.Attack.NoNaturals))}
	if unused := t.unused(e); unused != "" {
		lines[0] += " " + unused
	}
	if tr := e.Trauma; tr != nil {
		line := fmt.Sprintf("Trauma Die d%d (%d%s)", tr.Die, tr.Roll, thrown(tr.Typed))
		if tr.Mod != 0 {
			line += fmt.Sprintf(" %s = **%d**", Signed(tr.Mod), tr.Roll+tr.Mod)
		}
		if tr.Traumatic {
			lines = append(lines, fmt.Sprintf("%s: Traumatic Hit, damage ×%d.", line, tr.Rating))
		} else {
			lines = append(lines, line+": no Traumatic Hit.")
		}
	}
	if e.Damage != nil {
		lines = append(lines, "Damage "+damageRoll(e)+".")
	}
	switch {
	case e.Immune && (e.Hit || e.ShockBase > 0):
		lines = append(lines, "No damage gets through the armor.")
	case e.Shock && e.Hit:
		lines = append(lines, "Shock deals more: "+shockSum(e)+".")
	case e.Shock:
		lines = append(lines, "Shock still deals "+shockSum(e)+".")
	}
	return strings.Join(lines, "\n")
}

// unused says which circumstances and options of an attack make no difference, a sentence for each reason.
func (t *teller) unused(e engine.Attacked) string {
	what := map[engine.IdleWhy][]string{}
	var why []engine.IdleWhy
	for _, one := range e.Idle {
		if what[one.Why] == nil {
			why = append(why, one.Why)
		}
		what[one.Why] = append(what[one.Why], strings.ReplaceAll(one.What, "-", " "))
	}
	var out []string
	for _, w := range why {
		names := what[w]
		sentence := ""
		switch all := Capital(And(names)); w {
		case engine.IdleInMelee:
			sentence = all + " only " + verb(names, "counts", "count") + " at range."
		case engine.IdleAtRange:
			sentence = all + " only " + verb(names, "counts", "count") + " in melee."
		case engine.IdleNotWorse:
			sentence = all + " " + verb(names, "isn't", "aren't") + " added: of being prone and cover, only the worse counts."
		case engine.IdleFirst:
			sentence = all + " only counts from the second attack of a turn."
		case engine.IdleLacking:
			sentence = t.name(e.Attacker) + " has no Strength or Dexterity to add."
			if stat := names[0]; stat != "" {
				sentence = t.name(e.Attacker) + " has no " + Text(stat) + " to add."
			}
		case engine.IdleInRules:
			sentence = all + " makes no difference in " + Text(t.rs.Title) + "."
		}
		out = append(out, sentence)
	}
	return strings.Join(out, " ")
}

func attackNotes(e engine.Attacked) string {
	var notes []string
	if e.Free {
		notes = append(notes, "free attack")
	}
	if e.Weapon != "" {
		notes = append(notes, Text(e.Weapon))
	}
	return strings.Join(notes, ", ")
}

// thrown marks a die that was rolled at the table.
func thrown(is bool) string {
	if is {
		return ", typed"
	}
	return ""
}

// attackRoll returns "d20 (12) +1 attack bonus +2 Dex = **15**", "2d20kh1 (17, 4) +5 attack bonus = **22**", or for a test "d100 (55)
// against **65** (…)".
func attackRoll(e engine.Attacked) string {
	die := fmt.Sprintf("%s (%s%s)", attackDice(e), attackFaces(e), thrown(e.Typed))
	if e.Die == 100 {
		return fmt.Sprintf("%s against **%d** (%s)", die, e.Total, mods(e.Mods))
	}
	return fmt.Sprintf("%s%s = **%d**", die, prefixed(" ", mods(e.Mods)), e.Total)
}

// attackDice returns the dice of an attack in dice notation.
func attackDice(e engine.Attacked) string {
	switch e.Edge {
	case engine.Advantage:
		return fmt.Sprintf("2d%dkh1", e.Die)
	case engine.Disadvantage:
		return fmt.Sprintf("2d%dkl1", e.Die)
	}
	return fmt.Sprintf("d%d", e.Die)
}

// attackFaces returns what the dice of an attack showed, in the order rolled.
func attackFaces(e engine.Attacked) string {
	if len(e.Faces) == 0 {
		return strconv.Itoa(e.Natural)
	}
	faces := make([]string, len(e.Faces))
	for i, face := range e.Faces {
		faces[i] = strconv.Itoa(face)
	}
	return strings.Join(faces, ", ")
}

// hitWord says whether an attack hits, how well, and which natural result decided that, unless only the total does.
func hitWord(e engine.Attacked, onlyTotal bool) string {
	word := map[bool]string{true: "Hit", false: "Miss"}[e.Hit]
	switch {
	case e.Degree != "":
		word = Capital(string(e.Degree))
	case e.Critical:
		word = "Critical hit"
	}
	if e.Die == 20 && !onlyTotal && (e.Natural == 1 || e.Natural == 20 || e.Critical && e.Degree == "") {
		word += fmt.Sprintf(" (natural %d)", e.Natural)
	}
	return word
}

// damageRoll returns the dice of a hit with everything added: "1d6 (4) +1 Dex = 5, ×3 = **15**".
func damageRoll(e engine.Attacked) string {
	total := e.Damage.Total
	for _, m := range e.DamageMods {
		total += m.N
	}
	line := Text(thrownDice(*e.Damage)) + prefixed(" ", mods(e.DamageMods))
	if e.Extra != nil {
		line, total = line+" + "+Text(thrownDice(*e.Extra)), total+e.Extra.Total
	}
	total = max(0, total)
	times := e.Times
	if e.Trauma != nil && e.Trauma.Traumatic {
		times = e.Trauma.Rating
	}
	if times > 0 {
		return fmt.Sprintf("%s = %d, ×%d = **%d**", line, total, times, total*times)
	}
	return fmt.Sprintf("%s = **%d**", line, total)
}

// thrownDice returns an expression with what its dice showed, rolled by the bot or at the table: "2d6+1 (4, 3)".
func thrownDice(r dice.Result) string {
	expr, err := dice.Parse(r.Expr)
	if !r.Typed || err != nil {
		return strings.TrimSuffix(r.String(), fmt.Sprintf(" = %d", r.Total))
	}
	shown := r.Total
	for _, term := range expr {
		switch {
		case term.Sides > 0:
		case term.Neg:
			shown += term.N
		default:
			shown -= term.N
		}
	}
	return fmt.Sprintf("%s (%d, typed)", r.Expr, shown)
}

// shockSum returns "2 +1 Dex = **3**"; under RI-11 a negative modifier takes nothing off.
func shockSum(e engine.Attacked) string {
	if len(e.ShockMods) == 0 {
		return fmt.Sprintf("**%d**", e.Dealt)
	}
	line := fmt.Sprintf("%d %s = **%d**", e.ShockBase, mods(e.ShockMods), e.Dealt)
	if sum := e.ShockBase + e.ShockMods[0].N; sum < e.Dealt && e.Dealt > 0 {
		line += " (the minimum)"
	}
	return line
}

// mods returns modifiers by name: "+2 attack bonus −1 Dex".
func mods(list []engine.Mod) string {
	words := map[string]string{"attack": "attack bonus", "dex": "Dex", "str": "Str", "ws": "Weapon Skill", "bs": "Ballistic Skill",
		"punch": "Punch", "stab": "Stab", "shoot": "Shoot", "given": "to hit"}
	var out []string
	for _, m := range list {
		name := m.Name
		if word, ok := words[name]; ok {
			name = word
		}
		out = append(out, Signed(m.N)+" "+name)
	}
	return strings.Join(out, " ")
}
