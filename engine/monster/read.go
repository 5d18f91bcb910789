package monster

import (
	"regexp"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/strictyaml"
)

// MaxBytes is the maximum size of a file of monsters or of an encounter.
const MaxBytes = 262144

// reader reads a file of monsters or of an encounter.
type reader struct{ strictyaml.Reader }

// Read reads a file of monsters:
//
//	roundel: 1
//	monsters:
//	  - name: Owlbear
//	    hp: 59
//	    hit dice: 7d10+21
//	    stats: {init: 1, ac: 13}
//	    attacks:
//	      - {name: Beak, bonus: 7, damage: 1d10+5 piercing}
//
// The error is of type [strictyaml.Problems], and lists everything that is wrong.
func Read(text []byte) ([]Monster, error) {
	r := &reader{}
	var out []Monster
	if err := r.whole(text, r.fileKeys(&out), func() {}); err != nil {
		return nil, err
	}
	return out, nil
}

// Keys returns every key that a file of monsters can have.
func Keys() strictyaml.Spec { return new(reader).fileKeys(new([]Monster)).Spec() }

func (r *reader) fileKeys(out *[]Monster) *strictyaml.Keys {
	k := strictyaml.NewKeys("a file of monsters")
	k.Format()
	k.Add("monsters", "the monsters", strictyaml.ListOf(r.monsterKeys(&Monster{}).Spec(), 200, "a list of at most 200 monsters, such as - name: Owlbear"), func(n *strictyaml.Node) {
		seen := map[string]int{}
		for _, item := range mappings(n) {
			m := Monster{}
			r.monsterKeys(&m).Read(item)
			r.checkBlock(item, &m)
			if line, twice := seen[strings.ToLower(m.Name)]; twice && m.Name != "" {
				r.Problem(item.Get("name"), "name: %s is already in line %d; give each monster a name of its own", strictyaml.Clip(m.Name), line)
			}
			seen[strings.ToLower(m.Name)] = item.Line
			*out = append(*out, m)
		}
		if len(*out) == 0 && len(r.Problems) == 0 {
			r.Problem(r.KeyOf(r.Root, "monsters"), "monsters: the list is empty; write at least one")
		}
	}).Must()
	return k
}

// whole reads a file with the given keys, and then calls check. The limit for separators is higher than a file of that size needs, and limits
// the memory that reading YAML takes: about 1 kB per value.
func (r *reader) whole(text []byte, k *strictyaml.Keys, check func()) error {
	if r.Open(text, strictyaml.File{What: k.Of, Most: MaxBytes, Marks: MaxBytes / 4}, k.Spec()) {
		k.Read(r.Root)
		check()
	}
	if len(r.Problems) > 0 {
		return strictyaml.Sorted(r.Problems)
	}
	return nil
}

func (r *reader) monsterKeys(m *Monster) *strictyaml.Keys {
	k := strictyaml.NewKeys("a monster")
	r.nameKey(k, "name", "what it is called", &m.Name).Must()
	k.Number("hp", "its hit points; default: the average of the hit dice", &m.HP, 1, engine.MaxHP)
	k.Add("hit dice", "what is rolled for the hit points of each one", strictyaml.Text(1, 50), func(n *strictyaml.Node) { m.HitDice = r.hitDice(n) })
	k.Add("stats", "its stats, those of any ruleset", anyStats(), func(n *strictyaml.Node) { m.setStats(r.stats(n)) })
	k.Add("attacks", "its attacks", r.attackList(), func(n *strictyaml.Node) { m.Attacks = r.attacks(n) })
	r.blockKeys(k, m)
	return k
}

// mappings returns the mappings in a list.
func mappings(n *strictyaml.Node) []*strictyaml.Node {
	var out []*strictyaml.Node
	for _, item := range n.List() {
		if item.Kind == strictyaml.Mapping {
			out = append(out, item)
		}
	}
	return out
}

// nameKey adds a key whose value is the name of combatants.
func (r *reader) nameKey(k *strictyaml.Keys, key, about string, into *string) *strictyaml.Key {
	return k.Add(key, about, strictyaml.Text(1, engine.MaxName), func(n *strictyaml.Node) {
		switch err := engine.CheckName(n.Text); {
		case strings.Contains(n.Text, ","):
			r.Problem(n, "%s: a name can't have commas", key)
		case err != nil:
			r.Problem(n, "%s: a name has at most %d characters that can be seen", key, engine.MaxName)
		}
		*into = engine.CleanName(n.Text)
	})
}

// hitDice returns hit dice as written, and refuses anything else.
func (r *reader) hitDice(n *strictyaml.Node) string {
	if expr, err := dice.Parse(n.Text); err != nil || !expr.HasDice() {
		r.Problem(n, "hit dice: must be dice such as 2d6+2, not %s", strictyaml.Quote(n.Text))
	}
	return n.Text
}

var keyPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,23}$`)

// anyStats allows the stats of any ruleset.
func anyStats() strictyaml.Spec {
	return strictyaml.Spec{Names: &strictyaml.Named{Of: "a stat", About: "the stat, and its value", Spec: strictyaml.Number(-MaxStat, MaxStat), Most: MaxStats, Pattern: keyPattern, Length: strictyaml.MaxKey,
		What: "at most 24 small letters, digits and underscores, with a letter first"}, What: "a mapping of stats to numbers, such as {init: 2, ac: 15}"}
}

// stats returns the stats in the order of the file. It refuses hit points, which have their own key.
func (r *reader) stats(n *strictyaml.Node) []engine.StatPair {
	var out []engine.StatPair
	for _, e := range n.Entries {
		if e.Key.Text == "hp" {
			r.Problem(e.Key, "hp: this is not a stat; write it next to stats")
		}
		if v, err := strconv.Atoi(e.Value.Text); err == nil {
			out = append(out, engine.StatPair{Key: e.Key.Text, Value: v})
		}
	}
	return out
}

func (m *Monster) setStats(pairs []engine.StatPair) {
	for _, g := range pairs {
		if m.Stats == nil {
			m.Stats = map[string]int{}
		}
		m.Stats[g.Key] = g.Value
	}
}

func (r *reader) attackList() strictyaml.Spec {
	return strictyaml.ListOf(r.attackKeys(&Attack{}).Spec(), MaxAttacks, "a list of at most 12 attacks")
}

func (r *reader) attackKeys(a *Attack) *strictyaml.Keys {
	k := strictyaml.NewKeys("an attack")
	k.Text("name", "what it is called", &a.Name, strictyaml.Text(1, 50)).Then(func(n *strictyaml.Node) {
		if a.Name = tidy(a.Name); strings.ContainsAny(a.Name, ",;") {
			r.Problem(n, "name: the name of an attack can't have commas or semicolons")
		}
	}).Must()
	strictyaml.Choice(k, "kind", "how far it reaches; default: `melee`", &a.Kind, Melee, Ranged, Either)
	k.Add("bonus", "the whole bonus to hit", strictyaml.Number(-MaxBonus, MaxBonus), func(n *strictyaml.Node) {
		if bonus, err := strconv.Atoi(n.Text); err == nil {
			a.Bonus = &bonus
		}
	})
	r.damageKey(k, "its damage, each part with its type", &a.Damage)
	k.Number("reach", "how far it reaches", &a.Reach, 0, 10_000)
	k.Number("range", "how far it goes", &a.Range, 0, 10_000)
	k.Text("text", "what else it does, shown as written", &a.Text, strictyaml.Text(1, MaxText))
	k.Text("more", "other options of a weapon, such as `shock 2/AC 15`", &a.More, strictyaml.Text(1, 100))
	return k
}

// damageKey adds a key for damage in parts.
func (r *reader) damageKey(k *strictyaml.Keys, about string, into *[]Damage) {
	k.Add("damage", about, strictyaml.ListOf(strictyaml.Text(1, MaxDamage), 6, "dice such as 2d6+2 slashing, or a list of at most 6"), func(n *strictyaml.Node) {
		for _, item := range n.List() {
			d, ok := ParseDamage(item.Text)
			if !ok && item.Kind == strictyaml.Scalar {
				r.Problem(item, "damage: must be dice with the type of damage after them, such as 2d6+2 slashing, not %s", strictyaml.Quote(item.Text))
			}
			*into = append(*into, d)
		}
	})
}

// attacks returns the attacks of a monster.
func (r *reader) attacks(n *strictyaml.Node) []Attack {
	var out []Attack
	seen := map[string]bool{}
	for _, item := range mappings(n) {
		before := len(r.Problems)
		a := Attack{Kind: Melee}
		r.attackKeys(&a).Read(item)
		a.Text = engine.CleanName(a.Text)
		if a.Name != "" && len(r.Problems) == before {
			r.checkAttack(item, &a)
		}
		if folded := strings.ToLower(a.Name); seen[folded] && a.Name != "" {
			r.Problem(item.Get("name"), "name: there are two attacks called %s; give each a name of its own", strictyaml.Clip(a.Name))
		} else {
			seen[folded] = true
		}
		out = append(out, a)
	}
	return out
}

// checkAttack refuses an attack that can't be written as a weapon.
func (r *reader) checkAttack(n *strictyaml.Node, a *Attack) {
	switch err := a.Check(); {
	case err == nil:
	case a.More != "":
		r.Problem(n.Get("more"), "more: must be other options of a weapon, such as shock 2/AC 15, not %s", strictyaml.Quote(a.More))
	default:
		r.Problem(n, "an attack like this can't be made; %s has to be shorter and without line breaks", strictyaml.Clip(a.Name))
	}
}
