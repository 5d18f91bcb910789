package rules

import (
	"strings"

	"roundel/engine"
	"roundel/engine/dice"
	"roundel/engine/monster"
)

// ReadMonsters reads a file of monsters:
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
func ReadMonsters(text []byte) ([]monster.Monster, error) {
	r := &reader{}
	var out []monster.Monster
	if r.open(text, large("a file of monsters"), monsterKeys()) {
		seen := map[string]int{}
		for _, n := range r.listed("monsters") {
			m := r.monster(n)
			if line, twice := seen[strings.ToLower(m.Name)]; twice && m.Name != "" {
				r.problem(n.get("name"), "name: %s is already in line %d; give each monster a name of its own", clip(m.Name), line)
			}
			seen[strings.ToLower(m.Name)] = n.line
			out = append(out, m)
		}
		r.none(len(out), "monsters")
	}
	if len(r.problems) > 0 {
		return nil, sorted(r.problems)
	}
	return out, nil
}

// listed returns the mappings in the list of a key of the file.
func (r *reader) listed(key string) []*node { return r.mappings(r.root, key) }

// mappings returns the mappings in the list of a key.
func (r *reader) mappings(of *node, key string) []*node {
	var out []*node
	for _, n := range of.get(key).list() {
		if n.kind == mapping {
			out = append(out, n)
		}
	}
	return out
}

// none refuses a list without anything in it.
func (r *reader) none(count int, key string) {
	if count == 0 && len(r.problems) == 0 {
		r.problem(r.keyOf(r.root, key), "%s: the list is empty; write at least one", key)
	}
}

// combatantName returns the text of a key that names combatants.
func (r *reader) combatantName(n *node, key string) string {
	text := r.text(n, key)
	if text == "" {
		return ""
	}
	switch err := engine.CheckName(text); {
	case strings.Contains(text, ","):
		r.problem(n.get(key), "%s: a name can't have commas", key)
	case err != nil:
		r.problem(n.get(key), "%s: a name has at most %d characters that can be seen", key, engine.MaxName)
	}
	return engine.CleanName(text)
}

// statsOf returns the values of stats in the order of the file. Hit points have a key of their own.
func (r *reader) statsOf(n *node) []engine.StatPair {
	stats := n.get("stats")
	if stats == nil {
		return nil
	}
	var out []engine.StatPair
	for _, e := range stats.entries {
		if e.key.text == "hp" {
			r.problem(e.key, "hp: this is not a stat; write it next to stats")
		}
		if e.value.kind == scalar {
			out = append(out, engine.StatPair{Key: e.key.text, Value: r.number(stats, e.key.text, 0)})
		}
	}
	return out
}

// checkHitDice refuses hit dice that are no dice.
func (r *reader) checkHitDice(n *node) {
	text := r.text(n, "hit dice")
	if expr, err := dice.Parse(text); text != "" && (err != nil || !expr.HasDice()) {
		r.problem(n.get("hit dice"), "hit dice: must be dice such as 2d6+2, not %s", quote(text))
	}
}

func (r *reader) monster(n *node) monster.Monster {
	m := monster.Monster{Name: r.combatantName(n, "name"), HP: r.number(n, "hp", 0), HitDice: r.text(n, "hit dice")}
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
func (r *reader) attacks(n *node) []monster.Attack {
	var out []monster.Attack
	seen := map[string]bool{}
	for _, item := range r.mappings(n, "attacks") {
		a := r.attack(item)
		if folded := strings.ToLower(a.Name); seen[folded] && a.Name != "" {
			r.problem(item.get("name"), "name: there are two attacks called %s; give each a name of its own", clip(a.Name))
		} else {
			seen[folded] = true
		}
		out = append(out, a)
	}
	return out
}

func (r *reader) attack(n *node) monster.Attack {
	before := len(r.problems)
	a := monster.Attack{Name: r.text(n, "name"), Kind: monster.Kind(r.word(n, "kind", string(monster.Melee))), More: r.text(n, "more")}
	if strings.ContainsAny(a.Name, ",;") {
		r.problem(n.get("name"), "name: the name of an attack can't have commas or semicolons")
	}
	if v := n.get("bonus"); v != nil && v.kind == scalar {
		bonus := r.number(n, "bonus", 0)
		a.Bonus = &bonus
	}
	for _, item := range n.get("damage").list() {
		d, ok := monster.ParseDamage(item.text)
		if !ok && item.kind == scalar {
			r.problem(item, "damage: must be dice with the type of damage after them, such as 2d6+2 slashing, not %s", quote(item.text))
		}
		a.Damage = append(a.Damage, d)
	}
	if a.Name == "" || len(r.problems) > before {
		return a
	}
	if err := a.Check(); err != nil && a.More != "" {
		r.problem(n.get("more"), "more: must be other options of a weapon, such as shock 2/AC 15, not %s", quote(a.More))
	} else if err != nil {
		r.problem(n, "an attack like this can't be made; %s has to be shorter and without line breaks", clip(a.Name))
	}
	return a
}
