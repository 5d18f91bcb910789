package statblock

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"roundel/engine/monster"
)

// foundry reads an actor of Foundry VTT's 5E system.
func (b *block) foundry() {
	b.named("name")
	system := b.at("system")
	if system == nil {
		system = b.at("data")
	}
	attributes := system.at("attributes")
	hp := attributes.at("hp")
	b.hitPoints(cmp.Or(hp["max"], hp["value"]), hp.text("formula"))
	ac := attributes.at("ac")
	if calc := ac.text("calc"); calc == "" || calc == "flat" || calc == "natural" { // else it follows from what is worn
		b.armorClass(cmp.Or(ac["flat"], ac["value"]), "")
	} else {
		b.armorClass(ac["value"], "")
	}
	proficiency, known := proficiencyBonus(system.at("details")["cr"])
	for key, ability := range foundryAbilities(system) {
		mod, ok := modifier(ability["value"])
		if !ok {
			continue
		}
		save := mod
		if n, _ := whole(ability["proficient"]); n > 0 && known {
			save += n * proficiency
		}
		b.ability(key, mod, float64(save))
	}
	more, _ := whole(attributes.at("init")["bonus"]) // 0 if it isn't there
	b.initiative(more)
	for _, count := range []struct{ key, stat string }{{"legact", "legendary"}, {"legres", "resist"}} {
		if n, ok := whole(system.at("resources", count.key)["max"]); ok && n > 0 {
			b.stat(count.stat, n)
		}
	}
	for _, item := range b.list("items") {
		b.foundryItem(item, proficiency, known)
	}
}

func foundryAbilities(system object) map[string]object {
	out := map[string]object{}
	for _, key := range abilities() {
		out[key] = system.at("abilities", key)
	}
	return out
}

// proficiencyBonus returns the bonus that follows from a challenge rating, and whether that is a number.
func proficiencyBonus(cr any) (int, bool) {
	n, ok := cr.(float64)
	if !ok || n < 0 || n > 100 {
		return 0, false
	}
	return max(2, 2+(int(n)-1)/4), true
}

// foundryItem reads an item if it is a weapon. Other items are noted as missed.
func (b *block) foundryItem(item object, proficiency int, known bool) {
	system := item.at("system")
	if system == nil {
		system = item.at("data")
	}
	b.traits([]ability{{item.text("name"), ""}})
	if n, ok := whole(system.at("recharge")["value"]); ok && n >= 2 && n <= 6 {
		b.recharges[n] = true
	}
	if item.text("type") != "weapon" {
		if t := item.text("type"); t == "feat" || t == "spell" {
			b.miss(Action, item.text("name"))
		}
		return
	}
	w := weapon{b, system, proficiency, known}
	a, ok := w.attack()
	if !ok {
		b.miss(Action, item.text("name"))
		return
	}
	a.Name = item.text("name")
	b.attack(a)
}

// weapon is a weapon of an actor.
type weapon struct {
	b           *block
	system      object
	proficiency int
	known       bool // the proficiency bonus
}

// attack returns the attack made with a weapon, if everything it depends on is known.
func (w weapon) attack() (a monster.Attack, ok bool) {
	activity := w.activity()
	kind := w.system.text("actionType")
	flat, bonus := false, w.system["attackBonus"]
	if o := w.system.at("attack"); o != nil {
		bonus = o["bonus"]
		flat, _ = o["flat"].(bool)
	}
	if o := activity.at("attack"); o != nil {
		kind = map[string]string{"melee": "mwak", "ranged": "rwak"}[o.at("type").text("value")]
		bonus = o["bonus"]
		flat, _ = o["flat"].(bool)
	}
	if kind == "" {
		kind = map[string]string{"simpleM": "mwak", "martialM": "mwak", "natural": "mwak", "simpleR": "rwak", "martialR": "rwak"}[w.system.at("type").text("value")]
	}
	a.Kind = map[string]monster.Kind{"mwak": monster.Melee, "msak": monster.Melee, "rwak": monster.Ranged, "rsak": monster.Ranged}[kind]
	if a.Kind == "" {
		return a, false
	}
	total, given := whole(bonus)
	if text, is := bonus.(string); is && strings.TrimSpace(text) != "" && !given {
		return a, false
	}
	mod, ok := w.modifier(activity, a.Kind)
	if !flat {
		if !ok || !w.known {
			return a, false
		}
		total += mod
		if w.proficient() {
			total += w.proficiency
		}
	}
	a.Bonus = &total
	a.Damage, ok = w.damage(mod)
	return a, ok
}

// activity returns the first attack among a weapon's activities, in the order of their keys.
func (w weapon) activity() object {
	all := w.system.at("activities")
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if o := all.at(key); o.text("type") == "attack" {
			return o
		}
	}
	return nil
}

// proficient reports whether the proficiency bonus counts, which it does for an actor's weapons unless they say otherwise.
func (w weapon) proficient() bool {
	switch v := w.system["proficient"].(type) {
	case bool:
		return v
	case float64:
		return v > 0
	}
	return true
}

// modifier returns the modifier of the ability that a weapon is used with.
func (w weapon) modifier(activity object, kind monster.Kind) (int, bool) {
	key := cmp.Or(activity.at("attack").text("ability"), w.system.text("ability"))
	stats := w.b.m.Stats
	strength, hasStr := stats["str_mod"]
	dexterity, hasDex := stats["dex_mod"]
	switch {
	case key != "":
		mod, ok := stats[key+"_mod"]
		return mod, ok
	case w.finesse():
		return max(strength, dexterity), hasStr && hasDex
	case kind == monster.Ranged:
		return dexterity, hasDex
	}
	return strength, hasStr
}

// finesse reports whether the better of Strength and Dexterity counts.
func (w weapon) finesse() bool {
	if on, _ := w.system.at("properties")["fin"].(bool); on {
		return true
	}
	list, _ := w.system["properties"].([]any)
	return slices.Contains(list, any("fin"))
}

// damage returns the damage of a weapon, if all of it is dice and known numbers.
func (w weapon) damage(mod int) ([]monster.Damage, bool) {
	damage := w.system.at("damage")
	var out []monster.Damage
	if base := damage.at("base"); base != nil {
		count, ok := whole(base["number"])
		sides, sided := whole(base["denomination"])
		if !ok || !sided || count < 1 {
			return nil, false
		}
		text := fmt.Sprintf("%dd%d", count, sides)
		if mod != 0 {
			text += fmt.Sprintf("%+d", mod)
		}
		if bonus := base.text("bonus"); bonus != "" {
			text += "+" + strings.ReplaceAll(bonus, " ", "")
		}
		types, _ := base["types"].([]any)
		return appendDamage(out, text, types)
	}
	parts, _ := damage["parts"].([]any)
	for _, part := range parts {
		pair, _ := part.([]any)
		if len(pair) == 0 {
			return nil, false
		}
		text, _ := pair[0].(string)
		text = strings.NewReplacer("@mod", fmt.Sprint(mod), " ", "").Replace(text)
		text = strings.ReplaceAll(text, "+-", "-")
		var ok bool
		out, ok = appendDamage(out, text, pair[1:])
		if !ok {
			return nil, false
		}
	}
	return out, true
}

// appendDamage adds damage with the first of the types.
func appendDamage(out []monster.Damage, text string, types []any) ([]monster.Damage, bool) {
	kind := ""
	if len(types) > 0 {
		kind, _ = types[0].(string)
	}
	if i := strings.Index(text, "["); i >= 0 { // a comment that says the type again
		text = text[:i]
	}
	d, ok := monster.ParseDamage(text + " " + oneLine(kind))
	return append(out, d), ok
}
