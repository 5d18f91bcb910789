package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"roundel/bot/words/lang"
	"roundel/engine"
	"roundel/engine/monster"
	"roundel/engine/ruleset"
)

// Block is what a stat block is made of (MO-14): a kind of monster and, in a fight, the combatants of the kind whose state it shows.
type Block struct {
	Kind  *monster.Monster
	Rules *ruleset.Ruleset    // nil: outside a fight
	State *engine.State       // nil: the block describes the kind
	Who   []*engine.Combatant // nil: the same
}

// LiveBlock returns the stat block of combatants of one kind.
func LiveBlock(l *lang.Language, s *engine.State, rs *ruleset.Ruleset, who []*engine.Combatant) Block {
	name := Called(l, who[0])
	if len(who) > 1 {
		name = cmp.Or(who[0].Type, name)
	}
	m := monster.Of(name, s, who[0])
	if kept := s.BlockOf(who[0]); kept != nil {
		m.HitDice = kept.HitDice
	}
	return Block{Kind: &m, Rules: rs, State: s, Who: who}
}

// What a stat block leaves out when it is too long (MO-16): each level leaves out what it names and everything above it.
const (
	leavesNothing = iota
	leavesLanguages
	leavesSenses
	leavesTraitTexts
	leavesTexts
	leavesTraits // all but firstTraits
	wholeBlock   = -1
)

// firstTraits is the number of traits that are never left out.
const firstTraits = 6

// blockPart is a paragraph of a stat block. A line that is left out stays as an empty string, so a line has the same index at every level.
type blockPart struct {
	heading string // not shown without lines; empty: none
	lines   []string
}

// Text returns the stat block, in at most room characters, and what it leaves out (MO-16).
func (b Block) Text(l *lang.Language, room int) (text, rest string) {
	if !b.Kind.HasBlock() && b.Who == nil {
		return plainMonster(l, b.Kind), ""
	}
	var parts []blockPart
	for leaves := leavesNothing; leaves <= leavesTraits; leaves++ {
		parts = b.parts(l, leaves)
		if text = joinParts(parts); Length(text) <= room {
			break
		}
	}
	for i := len(parts) - 2; i > 0 && Length(text) > room; i-- { // the last part has the licence sentence
		for k := len(parts[i].lines) - 1; k >= 0 && Length(text) > room; k-- {
			parts[i].lines[k] = ""
			text = joinParts(parts)
		}
	}
	whole := b.parts(l, wholeBlock)
	for i := range whole {
		for k, line := range parts[i].lines {
			if line == whole[i].lines[k] {
				whole[i].lines[k] = ""
			}
		}
	}
	return text, joinParts(whole)
}

func joinParts(parts []blockPart) string {
	var out []string
	for _, p := range parts {
		lines := slices.DeleteFunc(slices.Clone(p.lines), func(line string) bool { return line == "" })
		if len(lines) == 0 {
			continue
		}
		if p.heading != "" {
			lines = append([]string{p.heading}, lines...)
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return strings.Join(out, "\n\n")
}

// parts returns the paragraphs of the block: what the monster is, its traits, its actions of each kind, and last what combatants have left
// and the credit.
func (b Block) parts(l *lang.Language, leaves int) []blockPart {
	m := b.Kind
	traits := blockPart{heading: l.Line("block.traits")}
	for i := range m.Abilities {
		a := &m.Abilities[i]
		switch {
		case a.Kind() != engine.AsTrait:
		case leaves >= leavesTraits && len(traits.lines) >= firstTraits:
			traits.lines = append(traits.lines, "")
		default:
			text := a.Text
			if leaves >= leavesTraitTexts {
				text = ""
			} else if leaves != wholeBlock {
				text = firstSentence(text)
			}
			traits.lines = append(traits.lines, b.ability(l, a, text))
		}
	}
	out := []blockPart{{lines: b.head(l, leaves)}, traits, b.actions(l, leaves)}
	for _, as := range []engine.As{engine.AsBonus, engine.AsReaction, engine.AsLegendary} {
		out = append(out, blockPart{heading: l.Line("block.as-" + string(as)), lines: b.abilities(l, as, leaves)})
	}
	var uses, last []string
	f := fight{l, b.State, b.Rules}
	for _, c := range b.Who {
		if left := b.apart(l, c); left != nil {
			uses = append(uses, l.Line("block.left", lang.Name("who", Called(l, c)), lang.Listed("pools", left)))
		}
		if left := f.aside(c); left != nil && len(b.Who) == 1 {
			last = append(last, l.Line("gm.left", lang.Listed("pools", left)))
		} else if left != nil {
			last = append(last, l.Line("block.left", lang.Name("who", Called(l, c)), lang.Listed("pools", left)))
		}
	}
	if book := m.Source(); book != nil {
		last = append(last, "-# "+book.Index().Credit)
	}
	return append(out, blockPart{lines: uses}, blockPart{lines: last})
}

// head returns the top of the block: name, kind, rating, hit points, speed, stats, senses, languages and effects.
func (b Block) head(l *lang.Language, leaves int) []string {
	m := b.Kind
	lines := []string{l.Line("monster.name", lang.Name("name", m.Name))}
	add := func(line string, shown bool) {
		if !shown {
			line = ""
		}
		lines = append(lines, line)
	}
	described := func(key, text string, last int) {
		add(l.Line("monster."+key, lang.Name("text", text)), text != "" && leaves < last)
	}
	worth := 0
	if m.Worth != nil {
		worth = *m.Worth
	}
	rated := "" // what the ruleset calls a rating
	if b.Rules != nil && b.Rules.Difficulty != nil {
		rated = b.Rules.Difficulty.Rated
		worth, _, _ = b.Rules.Difficulty.WorthOf(ruleset.RatedFoe{Rating: m.Rating, Worth: m.Worth}, nil) // 0 if worth depends on the party's level
	}
	add(l.Line("monster.is", lang.Name("is", m.Is), lang.Text("rating", m.Rating), lang.Term("rated", rated), lang.N("worth", worth)), m.Is != "" || m.Rating != "")
	add(l.Line("monster.adjusted", lang.Part("word", adjustment(m.Adjust))), m.Adjust != "")
	add(b.hitPoints(l), true)
	init, rolls := m.Stats["init"]
	add(l.Line("block.moves", lang.Flag("rolls", rolls), lang.Int("init", init), lang.Name("speed", m.Speed)), rolls || m.Speed != "")
	stats := b.stats()
	add(l.Line("list.stats", lang.Listed("stats", stats)), len(stats) > 0)
	add(l.Line("monster.resistances", lang.Mixed("text", m.Resistances)), m.Resistances != "")
	described("senses", m.Senses, leavesSenses)
	described("languages", m.Languages, leavesLanguages)
	for _, c := range b.Who {
		on := fight{l, b.State, b.Rules}.effectsOn(c)
		if len(on) > 0 && len(b.Who) > 1 {
			lines = append(lines, l.Line("block.on", lang.Name("who", Called(l, c))))
		}
		lines = append(lines, on...)
	}
	return lines
}

// hitPoints returns the line of hit points and armor class.
func (b Block) hitPoints(l *lang.Language) string {
	m, hp, most := b.Kind, b.Kind.HP, 0
	if m.HitDice != "" {
		hp = m.AverageHP()
	}
	absorbs, soak := 0, 0
	var down lang.Phrase
	if len(b.Who) > 1 {
		return b.eachHitPoints(l)
	}
	for _, c := range b.Who {
		if !c.HasHP {
			continue
		}
		hp, most, absorbs, soak = c.HP, c.MaxHP, c.AbsorbsAll(), c.Soak
		if !c.Standing() {
			down = downWord(c)
		}
	}
	ac := b.armor()
	known := hp > 0 || most > 0 || m.HitDice != ""
	if !known && ac == "" {
		return ""
	}
	return l.Line("block.hit-points", lang.Flag("known", known), lang.Int("n", hp), lang.Int("max", most), lang.Text("dice", m.HitDice), lang.Int("absorbs", absorbs),
		lang.Part("down", down), lang.Int("soak", soak), lang.Text("ac", ac))
}

// eachHitPoints returns the line of hit points and armor class for several combatants.
func (b Block) eachHitPoints(l *lang.Language) string {
	each := make([]string, len(b.Who))
	for i, c := range b.Who {
		each[i] = l.Label("block.one-of", lang.Name("who", Called(l, c)), lang.Text("health", Health(l, c)))
	}
	return l.Line("block.each", lang.Listed("each", each), lang.Text("ac", b.armor()))
}

// armor returns the armor class, empty if there is none.
func (b Block) armor() string {
	n, has := b.Kind.Stats["ac"]
	if !has {
		return ""
	}
	return strconv.Itoa(n)
}

// stats returns the stats to save with: the ruleset's, else the six that most games have, else all the monster has.
func (b Block) stats() []string {
	m := b.Kind
	var keys []string
	add := func(all ...string) {
		if len(keys) == 0 {
			keys = slices.DeleteFunc(all, func(key string) bool { _, has := m.Stats[key]; return !has })
		}
	}
	if b.Rules != nil && b.Rules.Saves != nil {
		var saves []string
		for _, name := range b.Rules.Saves.Names {
			saves = append(saves, name.Stat)
		}
		add(saves...)
	}
	add("str", "dex", "con", "int", "wis", "cha")
	add(slices.DeleteFunc(ownStats(m), func(key string) bool { return key == "ac" || key == "init" })...)
	if b.Who == nil { // a combatant's block says further down how many are left
		keys = append(keys, slices.DeleteFunc([]string{"legendary", "resist"}, func(key string) bool { return m.Stats[key] == 0 || slices.Contains(keys, key) })...)
	}
	return statTexts(m, keys)
}

// actions returns multiattack, attacks, and what else is done with an action.
func (b Block) actions(l *lang.Language, leaves int) blockPart {
	m, out := b.Kind, blockPart{heading: l.Line("block.as-action")}
	if m.Multiattack != "" {
		out.lines = append(out.lines, l.Line("monster.multiattack", lang.Name("text", m.Multiattack)))
	}
	for i := range m.Attacks {
		one := lang.Part("attack", attackOf(&m.Attacks[i]))
		if text := m.Attacks[i].Text; leaves < leavesTexts && text != "" {
			out.lines = append(out.lines, l.Line("monster.attack-with", one, lang.Flag("on", unicode.IsLower([]rune(text)[0])), lang.Name("text", text)))
		} else {
			out.lines = append(out.lines, l.Line("monster.attack", one))
		}
	}
	out.lines = append(out.lines, b.abilities(l, engine.AsAction, leaves)...)
	for _, p := range m.Saves {
		if _, is := m.FindAbility(p.Name); !is {
			out.lines = append(out.lines, PreparedLines(l, []engine.Prepared{p})...)
		}
	}
	if m.Recharges && !slices.ContainsFunc(m.Abilities, func(a monster.Ability) bool { return a.Recharge != nil }) {
		out.lines = append(out.lines, l.Line("monster.recharges"))
	}
	return out
}

// abilities returns the lines of the abilities of one kind.
func (b Block) abilities(l *lang.Language, as engine.As, leaves int) []string {
	var out []string
	for i := range b.Kind.Abilities {
		if a := &b.Kind.Abilities[i]; a.Kind() == as {
			text := a.Text
			if leaves >= leavesTexts {
				text = ""
			}
			out = append(out, b.ability(l, a, text))
		}
	}
	return out
}

// ability returns the line of an ability.
func (b Block) ability(l *lang.Language, a *monster.Ability, text string) string {
	var facts []lang.Phrase
	add := func(key string, args ...lang.Arg) { facts = append(facts, lang.P("monster."+key, args...)) }
	if left, of := b.left(a); of > 0 {
		add("left", lang.Int("n", left), lang.Int("of", of), lang.Flag("recharges", a.Recharge != nil), lang.Text("per", string(a.Per)))
	}
	switch c := a.Recharge; {
	case c != nil:
		add("recharge", lang.Text("roll", c.Roll), lang.N("n", c.Needs))
	case a.Uses > 0 && b.Who == nil:
		add("uses", lang.N("n", a.Uses), lang.Text("per", string(a.Per)))
	}
	if a.Costs > 1 {
		add("costs", lang.N("n", a.Costs))
	}
	if a.Attack != "" {
		add("makes", lang.Name("attack", a.Attack))
	}
	if a.Save != nil {
		add("save", lang.Text("stat", a.Save.Stat), lang.N("dc", a.Save.DC), lang.Flag("half", a.Half))
	}
	for _, d := range a.Damage {
		facts = append(facts, lang.P("list.name", lang.Mixed("name", d.String())))
	}
	if a.Area != "" {
		facts = append(facts, named(a.Area))
	}
	if a.Save != nil && a.One {
		add("one")
	}
	return l.Line("monster.ability", lang.Name("name", a.Name), lang.Parts("facts", facts), lang.Name("text", text))
}

// apart returns the uses that one of the combatants has left of abilities, where others of them have used these more or less often.
func (b Block) apart(l *lang.Language, c *engine.Combatant) []string {
	var out []string
	all := b.State.Abilities(c)
	for i := range all {
		n, of := c.UsesLeft(&all[i])
		if slices.ContainsFunc(b.Who, func(other *engine.Combatant) bool { left, _ := other.UsesLeft(&all[i]); return left != n }) {
			out = append(out, l.Label("left.aside", lang.Part("pool", named(all[i].Name)), lang.Int("n", n), lang.Int("of", of)))
		}
	}
	return out
}

// left returns how many uses of an ability the combatants have left, at most, and how many there are when they are full. of is 0 if they aren't counted.
func (b Block) left(a *monster.Ability) (left, of int) {
	for _, c := range b.Who {
		if own := engine.FindAbility(b.State.Abilities(c), a.Name); own != nil {
			n, most := c.UsesLeft(own)
			left, of = max(left, n), max(of, most)
		}
	}
	return left, of
}

// firstSentence returns a text's first sentence: up to a full stop that is followed by a capital letter. "120 ft. of it" has no such stop.
func firstSentence(text string) string {
	for i, r := range text {
		if r != '.' && r != '!' && r != '?' {
			continue
		}
		rest := text[i+1:]
		next := strings.TrimLeft(rest, " ")
		if r, _ := utf8.DecodeRuneInString(next); next != "" && len(next) < len(rest) && unicode.IsUpper(r) {
			return text[:i+1]
		}
	}
	return text
}
