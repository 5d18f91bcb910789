package statblock

import (
	"cmp"
	"fmt"
	"strings"

	"roundel/engine/monster"
)

// longNames are the abilities as Open5e spells them.
func longNames() map[string]string {
	return map[string]string{"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom", "cha": "charisma"}
}

// open5e reads a monster from either version of the Open5e API, or from the 5e SRD API, which is similar.
func (b *block) open5e() {
	b.named("name")
	b.hitPoints(b.object["hit_points"], cmp.Or(b.text("hit_points_roll"), b.text("hit_dice")))
	b.armorClass(b.object["armor_class"], "value")
	for _, key := range abilities() {
		long := longNames()[key]
		scores, saves := b.at("ability_scores"), b.at("saving_throws")
		mod, ok := modifier(b.object[long])
		if !ok {
			mod, ok = modifier(scores[long])
		}
		if ok {
			b.ability(key, mod, cmp.Or(b.object[long+"_save"], saves[long], b.proficiency(key)))
		}
	}
	if n, ok := whole(b.object["initiative_bonus"]); ok {
		b.stat("init", n)
	} else {
		b.initiative(0)
	}
	b.traits(b.described("special_abilities"))
	b.traits(b.described("traits"))
	var legendary []ability
	for _, o := range b.list("actions") {
		if strings.HasPrefix(o.text("action_type"), "LEGENDARY") {
			legendary = append(legendary, ability{o.text("name"), ""})
			continue
		}
		b.open5eAction(o)
	}
	legendary = append(legendary, b.described("legendary_actions")...)
	b.legendary(len(legendary) > 0, b.text("legendary_desc"))
}

// proficiency returns the bonus of a save that the 5e SRD API lists, or nil.
func (b *block) proficiency(key string) any {
	for _, p := range b.list("proficiencies") {
		if p.text("index") == "saving-throw-"+key || p.at("proficiency").text("index") == "saving-throw-"+key {
			return p["value"]
		}
	}
	return nil
}

// described returns abilities with their texts.
func (b *block) described(key string) []ability {
	var out []ability
	for _, o := range b.list(key) {
		out = append(out, ability{o.text("name"), o.text("desc")})
	}
	return out
}

// open5eAction reads one action: the attacks it lists, else those in its text, else those in its number fields.
func (b *block) open5eAction(o object) {
	name := o.text("name")
	b.traits([]ability{{name, ""}})
	if list := o.list("attacks"); len(list) > 0 {
		for _, one := range list {
			b.listedAttack(name, one)
		}
		return
	}
	a, ok := parseAttack(o.text("desc"))
	if bonus, given := whole(o["attack_bonus"]); given && !ok {
		a, ok = monster.Attack{Bonus: &bonus}, o["damage_dice"] != nil || len(o.list("damage")) > 0
	}
	if len(a.Damage) == 0 {
		a.Damage = numberedDamage(o)
	}
	if !ok {
		b.miss(Action, name)
		return
	}
	a.Name = name
	b.attack(a)
}

// numberedDamage returns the damage given in an action's number fields.
func numberedDamage(o object) []monster.Damage {
	var out []monster.Damage
	if text := o.text("damage_dice"); text != "" {
		if bonus, ok := whole(o["damage_bonus"]); ok && bonus != 0 && !strings.ContainsAny(text, "+-") {
			text += fmt.Sprintf("%+d", bonus)
		}
		if d, ok := monster.ParseDamage(strings.ReplaceAll(text, " ", "")); ok {
			out = append(out, d)
		}
	}
	for _, one := range o.list("damage") {
		kind := one.at("damage_type").text("name")
		if d, ok := monster.ParseDamage(strings.ReplaceAll(one.text("damage_dice"), " ", "") + " " + strings.ToLower(kind)); ok {
			out = append(out, d)
		}
	}
	return out
}

// listedAttack reads one of the attacks that version 2 of Open5e lists.
func (b *block) listedAttack(action string, o object) {
	bonus, ok := whole(o["to_hit_mod"])
	if !ok {
		b.miss(Action, action)
		return
	}
	a := monster.Attack{Name: cmp.Or(strings.TrimSpace(strings.TrimSuffix(o.text("name"), "attack")), action), Kind: monster.Melee, Bonus: &bonus}
	if o["reach"] == nil && o["range"] != nil {
		a.Kind = monster.Ranged
	}
	for _, extra := range []string{"", "extra_"} {
		count, counted := whole(o[extra+"damage_die_count"])
		sides, _ := strings.CutPrefix(strings.ToLower(o.text(extra+"damage_die_type")), "d")
		if !counted || count == 0 || sides == "" {
			continue
		}
		text := fmt.Sprintf("%dd%s", count, sides)
		if more, ok := whole(o[extra+"damage_bonus"]); ok && more != 0 {
			text += fmt.Sprintf("%+d", more)
		}
		kind := cmp.Or(o.at(extra+"damage_type").text("name"), o.text(extra+"damage_type"))
		if d, ok := monster.ParseDamage(text + " " + strings.ToLower(kind)); ok {
			a.Damage = append(a.Damage, d)
		}
	}
	b.attack(a)
}
