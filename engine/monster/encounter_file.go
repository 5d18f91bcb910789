package monster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/strictyaml"
)

// ReadEncounter reads an encounter: foes that join a fight at the start, and foes that may join in later rounds. A foe names a known monster
// and how it differs from it, or describes a monster in full:
//
//	roundel: 1
//	encounter: Ambush at the ford
//	foes:
//	  - {monster: Goblin, count: 3, hp: roll, stats: {ac: 16}, hidden: yes}
//	waves:
//	  - round: 4
//	    foes:
//	      - {name: Mud Ape, hp: 30, attacks: [{name: Fist, bonus: 5, damage: 1d8+3 bludgeoning}]}
//
// In place of foes and waves it may have a random table (MO-32):
//
//	roundel: 1
//	encounter: Night on the road
//	1d6: {1-3: 1d4+1 Wolf, 4-5: nothing, 6: Ambush at the ford}
//
// It doesn't check whether monsters with these names exist. The error is of type [strictyaml.Problems], and lists everything that is wrong.
func ReadEncounter(text []byte) (*Encounter, error) {
	r, out := &reader{}, &Encounter{}
	err := r.whole(text, r.encounterKeys(out), func() {
		out.Tidy()
		r.checkTable(out)
		if heads := out.Heads(); heads > MaxFoes {
			r.Problem(r.Root, "an encounter can have at most %d foes, and this one has %d", MaxFoes, heads)
		} else if heads == 0 && out.Table == nil && len(r.Problems) == 0 {
			r.Problem(r.Root, "foes: there are none; write at least one here or in waves")
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// EncounterKeys returns every key that an encounter file can have.
func EncounterKeys() strictyaml.Spec { return new(reader).encounterKeys(&Encounter{}).Spec() }

func (r *reader) encounterKeys(out *Encounter) *strictyaml.Keys {
	k := strictyaml.NewKeys("a file of an encounter")
	k.Format()
	k.Add("encounter", "what it is called", strictyaml.Text(1, MaxEncounterName), func(n *strictyaml.Node) {
		out.Name = engine.CleanName(n.Text)
		if !IsEncounterName(out.Name) {
			r.Problem(n, "encounter: a name has at most %d characters that can be seen", MaxEncounterName)
		}
	}).Must()
	r.foesKey(k, "the foes that join at once", func(foes []Foe) { out.Add(0, foes...) })
	wave := func(round *int, foes *[]Foe) *strictyaml.Keys {
		k := strictyaml.NewKeys("a wave")
		k.Number("round", "the round in which they may join", round, 1, MaxRound).Must()
		r.foesKey(k, "the foes of the wave", func(list []Foe) { *foes = list }).Must()
		return k
	}
	k.Add("waves", "foes that may join in later rounds", strictyaml.ListOf(wave(nil, nil).Spec(), MaxWaves, "a list of at most 20 waves, such as - round: 4"), func(n *strictyaml.Node) {
		seen := map[int]bool{}
		for _, item := range mappings(n) {
			round, foes := 0, []Foe(nil)
			wave(&round, &foes).Read(item)
			if seen[round] && round > 0 {
				r.Problem(item.Get("round"), "round: there are two waves for round %d; put their foes into one", round)
			}
			seen[round] = true
			out.Add(round, foes...)
		}
	})
	r.tableKey(k, out)
	return k
}

// checkTable refuses a second table, and foes next to a table.
func (r *reader) checkTable(out *Encounter) {
	tables := 0
	for _, e := range r.Root.Entries {
		if !tableDice.MatchString(e.Key.Text) {
			continue
		}
		tables++
		if tables > 1 {
			r.Problem(e.Key, "%s: a file has one random table; write the others as encounters of their own, and name them in rows", e.Key.Text)
		}
	}
	if tables > 0 {
		r.Only(r.Root, "a random table stands in place of foes and waves; leave this key out, or put the foes into a row", "foes", "waves")
	}
}

// foesKey adds a key whose value is a list of foes, which are passed to add.
func (r *reader) foesKey(k *strictyaml.Keys, about string, add func([]Foe)) *strictyaml.Key {
	form := strictyaml.ListOf(r.foeKeys(&Foe{}).Spec(), MaxFoes, "a list of at most 100 foes, such as - monster: Owlbear")
	return k.Add("foes", about, form, func(n *strictyaml.Node) {
		var foes []Foe
		for _, item := range mappings(n) {
			foes = append(foes, r.foe(item))
		}
		add(foes)
	})
}

var hpPattern = regexp.MustCompile(`^(average|roll|0*([1-9]\d{0,4}|100000))$`)

// foeKeys returns the keys of a foe. A foe based on a known monster has only what differs from it; any other foe has its own monster in f.Own.
func (r *reader) foeKeys(f *Foe) *strictyaml.Keys {
	name := &f.Name
	if f.Own != nil {
		name = &f.Own.Name
	}
	k := strictyaml.NewKeys("a foe")
	k.Add("monster", "the name of a known monster", strictyaml.Text(1, engine.MaxName+maxKey), func(n *strictyaml.Node) { f.Monster = engine.CleanName(n.Text) })
	r.nameKey(k, "name", "what it is called, if not like the monster", name)
	r.nameKey(k, "as", "a mask: what everybody but the GM reads in place of its name, until the GM reveals it", &f.As)
	k.Number("count", "how many there are; default: 1", &f.Count, 1, MaxCount)
	k.Add("hp", "the hit points of each: a number, those of the monster (`average`, default), or `roll` for its hit dice",
		strictyaml.Pattern(hpPattern, "average, roll or a whole number from 1 to 100000"), func(n *strictyaml.Node) {
			hp, err := strconv.Atoi(n.Text)
			switch {
			case n.Text == "roll":
				f.RollHP = true
			case err != nil:
			case f.Own != nil:
				f.Own.HP = hp
			default:
				f.Stats = append(f.Stats, engine.StatPair{Key: "hp", Value: hp})
			}
		}).Last() // after the stats
	k.Add("hit dice", "what is rolled for its hit points, if it is not a known monster", strictyaml.Text(1, 50), func(n *strictyaml.Node) {
		if f.Own != nil {
			f.Own.HitDice = r.hitDice(n)
		}
	})
	k.Add("stats", "its stats, or those that differ from the monster's", anyStats(), func(n *strictyaml.Node) {
		if f.Own != nil {
			f.Own.setStats(r.stats(n))
		} else {
			f.Stats = r.stats(n)
		}
	})
	k.Add("attacks", "its attacks, if it is not a known monster", r.attackList(), func(n *strictyaml.Node) {
		if f.Own != nil {
			f.Own.Attacks = r.attacks(n)
		}
	})
	own := cmp.Or(f.Own, &Monster{})
	r.blockKeys(k, own)
	r.nameKey(k, "side", "its side; default: `foes`", &f.Side)
	k.Text("adjust", "a word of the ruleset's `adjust` that makes it stronger or weaker, such as elite", &f.Adjust, strictyaml.Text(1, 20))
	k.YesNo("hidden", "whether players don't see it", &f.Hidden)
	k.YesNo("separate", "whether each of them has a place of its own", &f.Separate)
	return k
}

// ownKeys are the keys of a foe that a known monster already has.
var ownKeys = []string{"hit dice", "attacks", "from", "rating", "adjusted", "worth", "is", "tags", "speed", "senses", "languages", "resistances", "multiattack", "abilities", "saves"}

func (r *reader) foe(n *strictyaml.Node) Foe {
	f := Foe{Count: 1}
	if n.Get("monster") != nil {
		r.foeKeys(&f).Read(n)
		r.Only(n, "the monster already has this; leave this key out, or leave out monster and describe the whole foe", ownKeys...)
		return f
	}
	f.Own = &Monster{}
	r.foeKeys(&f).Read(n)
	r.checkBlock(n, f.Own)
	if n.Get("name") == nil {
		r.Problem(n, "a foe needs the key monster with the name of a known monster, or the key name with stats of its own")
	}
	hp := n.Get("hp")
	if hp != nil && hp.Text == "roll" && n.Get("hit dice") == nil {
		r.Problem(hp, "hp: without hit dice there is nothing to roll; add hit dice: 2d6+2, or write a number")
	}
	if hp != nil && hp.Text == "average" {
		r.Problem(hp, "hp: only a foe with monster has an average; write a number")
	}
	return f
}

// WriteEncounter returns an encounter as a file that [ReadEncounter] reads as the same encounter.
func WriteEncounter(e *Encounter) []byte {
	lines := []string{"roundel: 1", "encounter: " + scalarOf(e.Name)}
	if e.Table != nil {
		lines = append(lines, e.Table.lines()...)
	}
	if now := e.Wave(0); len(now) > 0 {
		lines = append(append(lines, "foes:"), foeLines("  ", now)...)
	}
	if later := e.Later(); len(later) > 0 {
		lines = append(lines, "waves:")
		for _, w := range later {
			lines = append(lines, fmt.Sprintf("  - round: %d", w.Round), "    foes:")
			lines = append(lines, foeLines("      ", w.Foes)...)
		}
	}
	var kinds []*Monster
	for _, w := range e.Waves {
		for i := range w.Foes {
			if own := w.Foes[i].Own; own != nil {
				kinds = append(kinds, own)
			}
		}
	}
	return []byte(strings.Join(append(lines, credits(kinds)...), "\n") + "\n")
}

// credits returns the credits of the books that monsters' texts are from, as comments, each once (MO-6).
func credits(kinds []*Monster) []string {
	var out []string
	for _, m := range kinds {
		if b := m.Source(); b != nil && !slices.Contains(out, "# "+b.Index().Credit) {
			out = append(out, "# "+b.Index().Credit)
		}
	}
	return out
}

// foeLines returns foes as a list, one per line.
func foeLines(indent string, foes []Foe) []string {
	out := make([]string, len(foes))
	for i := range foes {
		out[i] = indent + "- " + foeText(&foes[i])
	}
	return out
}

// flow is a YAML mapping written on one line.
type flow []string

func (f *flow) add(key, value string) { *f = append(*f, key+": "+value) }

// text adds a text unless it is empty.
func (f *flow) text(key, value string) {
	if value != "" {
		f.add(key, scalarOf(value))
	}
}

// flag adds a key with yes if it is set.
func (f *flow) flag(key string, set bool) {
	if set {
		f.add(key, "yes")
	}
}

func (f flow) String() string { return "{" + strings.Join(f, ", ") + "}" }

func foeText(f *Foe) string {
	var out, stats flow
	hp := ""
	for _, g := range f.Stats {
		if g.Key == "hp" {
			hp = strconv.Itoa(g.Value)
		} else {
			stats.add(g.Key, strconv.Itoa(g.Value))
		}
	}
	if f.RollHP {
		hp = "roll"
	}
	count := "count: " + strconv.Itoa(max(f.Count, 1))
	if f.Own != nil {
		out = slices.Insert(f.Own.entries(hp), 1, count) // after the name
	} else {
		out.text("monster", f.Monster)
		out.text("name", f.Name)
		out = append(out, count)
		if hp != "" {
			out.add("hp", hp)
		}
		if len(stats) > 0 {
			out.add("stats", stats.String())
		}
	}
	out.text("as", f.As)
	out.text("side", f.Side)
	out.text("adjust", f.Adjust)
	out.flag("hidden", f.Hidden)
	out.flag("separate", f.Separate)
	return out.String()
}

// Write returns monsters as a file that [Read] reads as the same monsters.
func Write(list []Monster) []byte {
	lines := []string{"roundel: 1", "monsters:"}
	var kinds []*Monster
	for i := range list {
		lines = append(lines, "  - "+strings.Join(list[i].entries(""), "\n    "))
		kinds = append(kinds, &list[i])
	}
	return []byte(strings.Join(append(lines, credits(kinds)...), "\n") + "\n")
}

// entries returns a monster's keys with their values, the name first. hp is what to write for its hit points; if it is empty, they are those
// it has.
func (m *Monster) entries(hp string) flow {
	var out flow
	out.add("name", scalarOf(m.Name))
	if hp == "" && m.HP > 0 {
		hp = strconv.Itoa(m.HP)
	}
	if hp != "" {
		out.add("hp", hp)
	}
	out.text("hit dice", m.HitDice)
	var stats flow
	for _, key := range m.StatKeys() {
		stats.add(key, strconv.Itoa(m.Stats[key]))
	}
	if len(stats) > 0 {
		out.add("stats", stats.String())
	}
	out.text("from", cmp.Or(m.Book, m.From))
	out.text("rating", m.Rating)
	out.text("adjusted", m.Adjust)
	if m.Worth != nil {
		out.add("worth", strconv.Itoa(*m.Worth))
	}
	out.text("is", m.Is)
	out.list("tags", m.Tags)
	out.text("speed", m.Speed)
	out.text("senses", m.Senses)
	out.text("languages", m.Languages)
	out.text("resistances", m.Resistances)
	if len(m.Attacks) > 0 {
		out.add("attacks", flows(m.Attacks, Attack.entries))
	}
	if len(m.Saves) > 0 {
		list := make([]string, len(m.Saves))
		for i, p := range m.Saves {
			list[i] = p.String()
		}
		out.list("saves", list)
	}
	out.text("multiattack", m.Multiattack)
	if len(m.Abilities) > 0 {
		out.add("abilities", flows(m.Abilities, Ability.entries))
	}
	return out
}

// flows returns a list of mappings on one line.
func flows[T any](list []T, entries func(T) flow) string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = entries(v).String()
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (a Attack) entries() flow {
	var out flow
	out.text("name", a.Name)
	if a.Kind != Melee {
		out.text("kind", string(a.Kind))
	}
	if a.Bonus != nil {
		out.add("bonus", strconv.Itoa(*a.Bonus))
	}
	out.list("damage", texts(a.Damage))
	out.number("reach", a.Reach)
	out.number("range", a.Range)
	out.text("text", a.Text)
	out.text("more", a.More)
	return out
}

func (a Ability) entries() flow {
	var out flow
	out.text("name", a.Name)
	out.text("as", string(a.As))
	out.text("text", a.Text)
	out.number("uses", a.Uses)
	out.text("per", string(a.Per))
	switch c := a.Recharge; {
	case c == nil:
	case c.Roll == "":
		out.number("recharge", c.Needs)
	default:
		out.add("recharge", flow{"roll: " + scalarOf(c.Roll), "needs: " + strconv.Itoa(c.Needs)}.String())
	}
	out.number("costs", a.Costs)
	out.text("attack", a.Attack)
	if a.Save != nil {
		out.text("save", a.Save.String())
	}
	out.list("damage", texts(a.Damage))
	out.flag("half", a.Half)
	out.text("area", a.Area)
	if a.One {
		out.add("who", "one")
	}
	return out
}

// texts returns each part of the damage as people write it.
func texts(damage []Damage) []string {
	out := make([]string, len(damage))
	for i, d := range damage {
		out[i] = d.String()
	}
	return out
}

// list adds a list of texts unless it is empty. A single text is written without brackets.
func (f *flow) list(key string, values []string) {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = scalarOf(v)
	}
	switch len(values) {
	case 0:
	case 1:
		f.add(key, quoted[0])
	default:
		f.add(key, "["+strings.Join(quoted, ", ")+"]")
	}
}

// number adds a number unless it is 0.
func (f *flow) number(key string, n int) {
	if n != 0 {
		f.add(key, strconv.Itoa(n))
	}
}

// plainScalar matches texts that YAML reads as they are, without quotes.
var plainScalar = regexp.MustCompile(`^[\p{L}\d]([\p{L}\d '+-]*[\p{L}\d])?$`)

// scalarOf returns a text as a YAML scalar, quoted if necessary.
func scalarOf(text string) string {
	words := []string{"y", "n", "yes", "no", "true", "false", "on", "off", "null"}
	if plainScalar.MatchString(text) && !slices.Contains(words, strings.ToLower(text)) {
		return text
	}
	quoted, err := json.Marshal(text)
	if err != nil { // no text is refused
		return strconv.Quote(text)
	}
	return string(quoted)
}
