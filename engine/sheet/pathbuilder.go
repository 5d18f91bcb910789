package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// pathbuilder reads a build of Pathbuilder 2e (CR-20).
func (r *reader) pathbuilder() {
	level := r.part("level")
	mod := func(ability string) part { return modifier(r.part("abilities." + ability)) }
	rank := func(of string) part {
		p := r.part("proficiencies." + of)
		switch {
		case p.why != "" || p.n == 0:
			return p
		case p.n < 0 || p.n > 8 || p.n%2 != 0:
			return part{why: OutOfRange, by: of}
		}
		return plus(p, level)
	}
	more := r.pathbuilderMods()
	r.set(r.s.Numbers, "level", level)
	for _, ability := range abilities() {
		r.set(r.s.Numbers, ability, mod(ability))
	}
	perception := plus(rank("perception"), mod("wis"), more("perception"))
	r.set(r.s.Skills, "perception", perception)
	for _, by := range r.changed["perception"] {
		r.change("init", by)
	}
	r.set(r.s.Numbers, "init", perception)
	for _, save := range []struct{ key, ability string }{{"fortitude", "con"}, {"reflex", "dex"}, {"will", "wis"}} {
		r.set(r.s.Saves, save.key, plus(rank(save.key), mod(save.ability), more(save.key)))
	}
	for _, skill := range sorted(pathfinderSkills()) {
		r.set(r.s.Skills, skill, plus(rank(skill), mod(pathfinderSkills()[skill]), more(skill)))
	}
	lores, ok := r.Get("lores").([]any)
	if !ok && !loosejson.Empty(r.Get("lores")) {
		r.leave("lores", Unclear, "")
	}
	for i, lore := range lores {
		pair, _ := lore.([]any)
		name, named := append(pair, nil)[0].(string)
		if len(pair) != 2 || !named {
			r.leave("lores "+strconv.Itoa(i+1), Unclear, "")
			continue
		}
		trained := wholeOf(pair[1], name)
		if trained.why == "" && trained.n != 0 {
			trained = plus(trained, level)
		}
		r.set(r.s.Skills, keyOf(clean(name)+" lore"), plus(trained, mod("int"), more(keyOf(clean(name)))))
	}
	perLevel := plus(r.part("attributes.classhp"), r.part("attributes.bonushpPerLevel"), mod("con"))
	r.hp(plus(r.part("attributes.ancestryhp"), r.part("attributes.bonushp"), times(level, perLevel)), part{why: Missing})
	r.set(r.s.Numbers, "ac", r.part("acTotal.acTotal"))
	r.set(r.s.Numbers, "speed", plus(r.part("attributes.speed"), optional(r.Get("attributes.speedBonus"), "speedBonus")))
	key := strings.ToLower(r.Text("keyability"))
	r.set(r.s.Numbers, "class_dc", plus(num(10), rank("classDC"), mod(key)))
	r.pathbuilderSpells(level, mod)
	r.s.Defence.Resists = texts(r.Get("resistances"))
	r.pathbuilderWeapons()
}

// pathbuilderMods returns what mods has under a name. Names that no sum of skills and saves has leave their number out.
func (r *reader) pathbuilderMods() func(key string) part {
	mods := map[string]part{}
	if v := r.Get("mods"); r.At("mods") == nil && !loosejson.Empty(v) {
		for _, key := range everything() {
			r.change(key, "mods")
		}
	}
	for _, name := range sorted(r.At("mods")) {
		v := r.At("mods")[name]
		under, _ := v.(loosejson.Object)
		sum := num(0)
		if under == nil && !loosejson.Empty(v) {
			sum = part{why: NotWhole, by: name}
		}
		for _, bonus := range sorted(under) {
			sum = plus(sum, wholeOf(under[bonus], bonus))
		}
		key := strings.TrimSuffix(keyOf(name), "_lore")
		mods[key] = sum
		for _, changed := range r.pathbuilderKeys(key) {
			r.change(changed, name)
		}
	}
	for _, armor := range r.list("", r.Object, "armor") {
		if armor.Bool("worn") && armor.Text("res") != "" {
			for _, save := range []string{"fortitude", "reflex", "will"} {
				r.change(save, cmp.Or(armor.Text("display"), armor.Text("name")))
			}
		}
	}
	return func(key string) part { return mods[key] }
}

// pathbuilderKeys returns the numbers that something under a name of mods changes, without those whose sums have it: skills, lores, perception and saves.
func (r *reader) pathbuilderKeys(key string) []string {
	lores, _ := r.Get("lores").([]any)
	isLore := func(lore any) bool {
		pair, _ := lore.([]any)
		name, _ := append(pair, nil)[0].(string)
		return keyOf(clean(name)) == key
	}
	switch _, isSkill := pathfinderSkills()[key]; {
	case isSkill, slices.Contains([]string{"perception", "fortitude", "reflex", "will"}, key), slices.ContainsFunc(lores, isLore):
		return nil
	case key == "initiative":
		return []string{"init"}
	case slices.Contains([]string{"ac", "speed", "class_dc", "spell_attack", "spell_dc", "init", "hp"}, key):
		return []string{key}
	}
	return everything()
}

// pathbuilderSpells sets the best spell attack.
func (r *reader) pathbuilderSpells(level part, mod func(string) part) {
	var attacks []part
	for _, caster := range r.list("", r.Object, "spellCasters") {
		trained := wholeOf(caster["proficiency"], "proficiency")
		if trained.why == "" && trained.n == 0 {
			continue
		}
		attacks = append(attacks, plus(trained, level, mod(strings.ToLower(caster.Text("ability")))))
	}
	if len(attacks) == 0 {
		return
	}
	best := highest(attacks)
	r.set(r.s.Numbers, "spell_attack", best)
	r.set(r.s.Numbers, "spell_dc", plus(best, num(10)))
}

// pathbuilderWeapons adds the weapons with a number to hit.
func (r *reader) pathbuilderWeapons() {
	names := map[string]int{}
	for _, w := range r.list("", r.Object, "weapons") {
		names[w.Text("name")]++
	}
	for _, w := range r.list("", r.Object, "weapons") {
		a := monster.Attack{Name: w.Text("name"), Kind: monster.Either}
		if names[a.Name] > 1 && w.Text("display") != "" {
			a.Name = w.Text("display")
		}
		bonus, ok := whole(w["attack"])
		if !ok {
			r.attack(a, NoBonus, "")
			continue
		}
		a.Bonus = &bonus
		count, known := map[string]string{"": "1", "striking": "2", "greaterStriking": "3", "majorStriking": "4"}[w.Text("str")]
		kind, typed := map[string]string{"B": "bludgeoning", "P": "piercing", "S": "slashing"}[w.Text("damageType")]
		add := wholeOf(w["damageBonus"], "damageBonus")
		dice := count + w.Text("die")
		if add.n != 0 {
			dice += signed(add.n)
		}
		d, isDice := monster.ParseDamage(dice + " " + kind)
		switch {
		case w.Bool("increasedDice"):
			r.attack(a, Changed, "increasedDice")
			continue
		case !known || !typed || !textOrNone(w["str"]) || !isDice || add.why != "" || !strings.HasPrefix(w.Text("die"), "d"):
			r.attack(a, NotDice, "")
			continue
		}
		a.Damage = append(a.Damage, d)
		why := Reason("")
		if list, ok := w["extraDamage"].([]any); !ok && !loosejson.Empty(w["extraDamage"]) || len(w.Texts("extraDamage")) < len(list) {
			why = NotDice
		}
		for _, extra := range w.Texts("extraDamage") {
			d, ok := monster.ParseDamage(clean(extra))
			if !ok {
				why = NotDice
			}
			a.Damage = append(a.Damage, d)
		}
		r.attack(a, why, "")
	}
}

// textOrNone reports whether a value is a text, or isn't there.
func textOrNone(v any) bool {
	_, text := v.(string)
	return text || v == nil
}
