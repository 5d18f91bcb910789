package statblock

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// longNames returns the abilities' names as Open5e spells them, by key.
func longNames() map[string]string {
	return map[string]string{"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom", "cha": "charisma"}
}

// open5e is the format of monsters from both versions of the Open5e API, and from the similar 5e SRD API.
func open5e() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["name"]
			return named && o["hit_points"] != nil ||
				alike(o, 4, "name", "hit_points", "hit_dice", "armor_class", "ability_scores", "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma", "challenge_rating", "actions")
		},
		rows: []row{
			{"name", (*block).name},
			{"hit_points", (*block).hitPoints},
			{"hit_points_roll hit_dice", (*block).hitDice},
			{"armor_class", (*block).armorClass},
			{`ability_scores saving_throws proficiencies modifiers saving_throws_all
				strength dexterity constitution intelligence wisdom charisma
				strength_save dexterity_save constitution_save intelligence_save wisdom_save charisma_save`, func(b *block, _ any) {
				for _, key := range abilities() {
					long := longNames()[key]
					mod, ok := modifier(b.Get(long))
					if !ok {
						mod, ok = modifier(b.Get("ability_scores." + long))
					}
					if ok {
						b.ability(key, mod, cmp.Or(b.Get(long+"_save"), b.Get("saving_throws."+long), b.proficiency(key)))
					}
				}
			}},
			{"initiative_bonus", func(b *block, v any) {
				switch n, ok := loosejson.Whole(v); {
				case ok:
					b.stat("init", n)
				case loosejson.Empty(v):
					b.initiative(0)
				default:
					b.miss(Initiative, "")
				}
			}},
			{"challenge_rating cr", (*block).rating},
			{"size type subtype", func(b *block, _ any) {
				b.is(cmp.Or(b.Text("size"), b.Text("size.name")), cmp.Or(b.Text("type"), b.Text("type.name")))
				b.tags([]string{b.Text("subtype")})
			}},
			{"speed", func(b *block, v any) { b.speeds("speed", v, "ft.") }},
			{"senses", lineFrom(sensesOf)},
			{"languages.as_string languages", lineFrom(languagesOf)},
			{"damage_immunities resistances_and_immunities.damage_immunities", resistFrom("immune")},
			{"condition_immunities resistances_and_immunities.condition_immunities", resistFrom("immune")},
			{"damage_resistances resistances_and_immunities.damage_resistances", resistFrom("resist")},
			{"damage_vulnerabilities resistances_and_immunities.damage_vulnerabilities", resistFrom("vulnerable")},
			{"special_abilities", describedAs(engine.AsTrait)},
			{"traits", describedAs(engine.AsTrait)},
			{"actions", describedAs("")},
			{"bonus_actions", describedAs(engine.AsBonus)},
			{"reactions", describedAs(engine.AsReaction)},
			{"legendary_actions", describedAs(engine.AsLegendary)},
			{"legendary_desc", (*block).legendaryCount},
		},
		kinds: `
			number: ability_scores.* saving_throws.* strength dexterity constitution intelligence wisdom charisma
			number: strength_save dexterity_save constitution_save intelligence_save wisdom_save charisma_save
			text: subtype size.name type.name
			words: size type
			list: actions special_abilities traits bonus_actions reactions legendary_actions
			object: actions.* special_abilities.* traits.* bonus_actions.* reactions.* legendary_actions.*
			text: actions.*.desc special_abilities.*.desc traits.*.desc bonus_actions.*.desc reactions.*.desc legendary_actions.*.desc
			object: actions.*.usage_limits resistances_and_immunities
			text: actions.*.usage_limits.type actions.*.action_type
			count: actions.*.legendary_action_cost`,
		silent: `
			slug key url index desc image document document__slug document__title document__license_url document__url group
			alignment armor_desc category subcategory environments page_no img_main spell_list skills skill_bonuses
			skill_bonuses_all perception passive_perception proficiency_bonus hover xp experience_points speed_all
			hit_points_roll normal_sight_range darkvision_range blindsight_range tremorsense_range truesight_range illustration
			creaturesets unit condition_immunities_display updated_at forms`,
	}
}

// legendaryCount reads the number of legendary actions from the text that introduces them.
func (b *block) legendaryCount(v any) {
	text, _ := v.(string)
	some := false
	for i := range b.features {
		some = some || b.features[i].As == engine.AsLegendary
	}
	if m := legendaryPhrase.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1]) // one digit
		b.stat("legendary", n)
	} else if some {
		b.miss(Legendary, "")
	}
}

// proficiency returns the bonus of a save as the 5e SRD API lists it, or nil.
func (b *block) proficiency(key string) any {
	for _, p := range b.List("proficiencies") {
		if p.Text("index") == "saving-throw-"+key || p.Text("proficiency.index") == "saving-throw-"+key {
			return p["value"]
		}
	}
	return nil
}

// feetOf returns a distance or speed in feet as people read it. Walking has no word of its own.
func feetOf(way string, n int) string { return measured(way, n, "ft.") }

// measured is like feetOf, but for any unit.
func measured(way string, n int, unit string) string {
	return strings.TrimPrefix(fmt.Sprintf("%s %d %s", way, n, unit), "walk ")
}

// speeds reads the speeds: a number or a text for each way of moving, or a single one for walking. path is where they are in the file.
func (b *block) speeds(path string, v any, unit string) {
	speeds, several := v.(loosejson.Object)
	if !several {
		speeds = loosejson.Object{"walk": v}
	}
	var out []string
	for _, way := range []string{"walk", "burrow", "climb", "fly", "swim"} {
		v := speeds[way]
		text, words := v.(string)
		if words {
			v = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), unit), " ")
		}
		switch n, ok := wholeFeet(v); {
		case ok && n > 0:
			out = append(out, measured(way, n, unit))
		case ok, loosejson.Empty(v):
		case words && !several:
			out = append(out, text)
		case several:
			b.miss(Entry, path+"."+way)
		default:
			b.miss(Entry, path)
		}
	}
	if speeds.Bool("hover") {
		out = append(out, "hover")
	}
	lineFrom(speedOf)(b, strings.Join(out, ", "))
}

// describedAs returns a function for a row with features that have a text.
func describedAs(as engine.As) func(b *block, v any) {
	return func(b *block, v any) {
		for _, o := range loosejson.Objects(v) {
			b.described(o, as)
		}
	}
}

// described reads a feature. Its attacks are those that it lists, or else the one in its text, or else the one in its number fields.
func (b *block) described(o loosejson.Object, as engine.As) {
	f := feature{name: o.Text("name"), text: o.Text("desc"), Ability: monster.Ability{As: as}}
	switch kind := o.Text("action_type"); {
	case kind == "BONUS_ACTION":
		f.As = engine.AsBonus
	case kind == "REACTION":
		f.As = engine.AsReaction
	case strings.HasPrefix(kind, "LEGENDARY"):
		f.As = engine.AsLegendary
	case kind != "" && kind != "ACTION":
		b.miss(Action, f.name)
		return
	}
	if cost, ok := o.Int("legendary_action_cost"); ok && cost > 1 && cost < 10 && f.As == engine.AsLegendary {
		f.Costs = cost
	}
	param, ok := o.Int("usage_limits.param")
	switch kind := o.Text("usage_limits.type"); {
	case kind == "":
	case kind == "RECHARGE_ON_ROLL" && ok && param >= 2 && param <= 6:
		f.Recharge = &engine.Recharge{Needs: param}
	case kind == "PER_DAY" && ok && param >= 1 && param <= monster.MaxUses:
		f.Uses = param
	case kind == "RECHARGE_AFTER_REST":
		f.Uses = 1
	default:
		f.unclear = append(f.unclear, Uses)
	}
	list := o.List("attacks")
	for _, one := range list {
		a, name, ok := listedAttack(one)
		f := f
		if len(list) > 1 {
			f.name = cmp.Or(name, f.name)
		}
		if !ok {
			b.miss(Action, f.name)
			continue
		}
		f.attack = &a
		b.add(f)
	}
	if len(list) > 0 {
		return
	}
	a, ok := parseAttack(plain(f.text))
	if bonus, given := o.Int("attack_bonus"); given && !ok {
		a, ok = monster.Attack{Bonus: &bonus}, o["damage_dice"] != nil || len(o.List("damage")) > 0
	}
	if len(a.Damage) == 0 {
		a.Damage = numberedDamage(o)
	}
	if ok {
		f.attack = &a
	}
	b.add(f)
}

// numberedDamage returns the damage in an action's number fields.
func numberedDamage(o loosejson.Object) []monster.Damage {
	var out []monster.Damage
	if text := o.Text("damage_dice"); text != "" {
		if bonus, ok := o.Int("damage_bonus"); ok && bonus != 0 && !strings.ContainsAny(text, "+-") {
			text += fmt.Sprintf("%+d", bonus)
		}
		if d, ok := monster.ParseDamage(strings.ReplaceAll(text, " ", "")); ok {
			out = append(out, d)
		}
	}
	for _, one := range o.List("damage") {
		kind := one.Text("damage_type.name")
		if d, ok := monster.ParseDamage(strings.ReplaceAll(one.Text("damage_dice"), " ", "") + " " + strings.ToLower(kind)); ok {
			out = append(out, d)
		}
	}
	return out[:min(len(out), 6)]
}

// listedAttack reads one of the attacks that version 2 of Open5e lists. It also returns its name.
func listedAttack(o loosejson.Object) (a monster.Attack, name string, ok bool) {
	bonus, ok := o.Int("to_hit_mod")
	a = monster.Attack{Kind: monster.Melee, Bonus: &bonus}
	a.Reach, _ = wholeFeet(o["reach"])
	a.Range, _ = wholeFeet(o["range"])
	if o["reach"] == nil && o["range"] != nil {
		a.Kind = monster.Ranged
	}
	for _, extra := range []string{"", "extra_"} {
		count, counted := o.Int(extra + "damage_die_count")
		sides, _ := strings.CutPrefix(strings.ToLower(o.Text(extra+"damage_die_type")), "d")
		if !counted || count == 0 || sides == "" {
			continue
		}
		text := fmt.Sprintf("%dd%s", count, sides)
		if more, ok := o.Int(extra + "damage_bonus"); ok && more != 0 {
			text += fmt.Sprintf("%+d", more)
		}
		kind := cmp.Or(o.Text(extra+"damage_type.name"), o.Text(extra+"damage_type"))
		if d, ok := monster.ParseDamage(text + " " + strings.ToLower(kind)); ok {
			a.Damage = append(a.Damage, d)
		}
	}
	return a, strings.TrimSpace(strings.TrimSuffix(o.Text("name"), "attack")), ok
}

// wholeFeet returns a distance that is a whole number, such as 5 or 5.0.
func wholeFeet(v any) (int, bool) {
	n, ok := loosejson.Whole(v)
	return n, ok && n >= 0 && n <= 10_000
}
