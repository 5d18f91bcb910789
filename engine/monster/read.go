package monster

import (
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/strictyaml"
)

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
// The error is of type [Problems], and lists everything that is wrong with it.
func Read(text []byte) ([]Monster, error) {
	r := &reader{}
	var out []Monster
	if r.Open(text, large("a file of monsters"), monsterKeys()) {
		seen := map[string]int{}
		for _, n := range r.listed("monsters") {
			m := r.monster(n)
			if line, twice := seen[strings.ToLower(m.Name)]; twice && m.Name != "" {
				r.Problem(n.Get("name"), "name: %s is already in line %d; give each monster a name of its own", strictyaml.Clip(m.Name), line)
			}
			seen[strings.ToLower(m.Name)] = n.Line
			out = append(out, m)
		}
		r.none(len(out), "monsters")
	}
	if len(r.Problems) > 0 {
		return nil, strictyaml.Sorted(r.Problems)
	}
	return out, nil
}

// listed returns the mappings in the list of a key of the file.
func (r *reader) listed(key string) []*strictyaml.Node { return r.Mappings(r.Root, key) }

// none refuses a list without anything in it.
func (r *reader) none(count int, key string) {
	if count == 0 && len(r.Problems) == 0 {
		r.Problem(r.KeyOf(r.Root, key), "%s: the list is empty; write at least one", key)
	}
}

// combatantName returns the text of a key that names combatants.
func (r *reader) combatantName(n *strictyaml.Node, key string) string {
	text := r.Text(n, key)
	if text == "" {
		return ""
	}
	switch err := engine.CheckName(text); {
	case strings.Contains(text, ","):
		r.Problem(n.Get(key), "%s: a name can't have commas", key)
	case err != nil:
		r.Problem(n.Get(key), "%s: a name has at most %d characters that can be seen", key, engine.MaxName)
	}
	return engine.CleanName(text)
}

// statsOf returns the values of stats in the order of the file. Hit points have a key of their own.
func (r *reader) statsOf(n *strictyaml.Node) []engine.StatPair {
	stats := n.Get("stats")
	if stats == nil {
		return nil
	}
	var out []engine.StatPair
	for _, e := range stats.Entries {
		if e.Key.Text == "hp" {
			r.Problem(e.Key, "hp: this is not a stat; write it next to stats")
		}
		if e.Value.Kind == strictyaml.Scalar {
			out = append(out, engine.StatPair{Key: e.Key.Text, Value: r.Number(stats, e.Key.Text, 0)})
		}
	}
	return out
}

// checkHitDice refuses hit dice that are no dice.
func (r *reader) checkHitDice(n *strictyaml.Node) {
	text := r.Text(n, "hit dice")
	if expr, err := dice.Parse(text); text != "" && (err != nil || !expr.HasDice()) {
		r.Problem(n.Get("hit dice"), "hit dice: must be dice such as 2d6+2, not %s", strictyaml.Quote(text))
	}
}

func (r *reader) monster(n *strictyaml.Node) Monster {
	m := Monster{Name: r.combatantName(n, "name"), HP: r.Number(n, "hp", 0), HitDice: r.Text(n, "hit dice")}
	r.checkHitDice(n)
	for _, g := range r.statsOf(n) {
		if m.Stats == nil {
			m.Stats = map[string]int{}
		}
		m.Stats[g.Key] = g.Value
	}
	m.Attacks = r.attacks(n)
	return m
}

// attacks returns the attacks of a monster.
func (r *reader) attacks(n *strictyaml.Node) []Attack {
	var out []Attack
	seen := map[string]bool{}
	for _, item := range r.Mappings(n, "attacks") {
		a := r.attack(item)
		if folded := strings.ToLower(a.Name); seen[folded] && a.Name != "" {
			r.Problem(item.Get("name"), "name: there are two attacks called %s; give each a name of its own", strictyaml.Clip(a.Name))
		} else {
			seen[folded] = true
		}
		out = append(out, a)
	}
	return out
}

func (r *reader) attack(n *strictyaml.Node) Attack {
	before := len(r.Problems)
	a := Attack{Name: r.Text(n, "name"), Kind: Kind(r.Word(n, "kind", string(Melee))), More: r.Text(n, "more")}
	if strings.ContainsAny(a.Name, ",;") {
		r.Problem(n.Get("name"), "name: the name of an attack can't have commas or semicolons")
	}
	if v := n.Get("bonus"); v != nil && v.Kind == strictyaml.Scalar {
		bonus := r.Number(n, "bonus", 0)
		a.Bonus = &bonus
	}
	for _, item := range n.Get("damage").List() {
		d, ok := ParseDamage(item.Text)
		if !ok && item.Kind == strictyaml.Scalar {
			r.Problem(item, "damage: must be dice with the type of damage after them, such as 2d6+2 slashing, not %s", strictyaml.Quote(item.Text))
		}
		a.Damage = append(a.Damage, d)
	}
	if a.Name == "" || len(r.Problems) > before {
		return a
	}
	if err := a.Check(); err != nil && a.More != "" {
		r.Problem(n.Get("more"), "more: must be other options of a weapon, such as shock 2/AC 15, not %s", strictyaml.Quote(a.More))
	} else if err != nil {
		r.Problem(n, "an attack like this can't be made; %s has to be shorter and without line breaks", strictyaml.Clip(a.Name))
	}
	return a
}
