package sheet

import (
	"slices"
	"strconv"
	"strings"

	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// foundryPathfinder reads an actor of Foundry's Pathfinder 2E system, which has ranks, not results (CR-22).
func (r *reader) foundryPathfinder() {
	system := systemOf(r.Object)
	level := wholeOf(system.Get("details.level.value"), "level")
	var ancestry, background, class loosejson.Object
	for _, item := range r.List("items") {
		switch item.Text("type") {
		case "ancestry":
			ancestry = systemOf(item)
		case "background":
			background = systemOf(item)
		case "class":
			class = systemOf(item)
		}
	}
	ranks := r.pathfinderRanks(system, class)
	r.untrained(ranks, background, class)
	mods := pathfinderMods(system, level, ancestry, background, class)
	mod := func(ability string) part { return mods[ability] }
	trained := func(key string) part {
		p, ok := ranks[key]
		if !ok {
			return part{why: Missing, by: key}
		}
		if p.why != "" || p.n == 0 {
			return p
		}
		if p.n < 0 || p.n > 4 {
			return part{why: OutOfRange, by: key}
		}
		return plus(level, num(2*p.n))
	}
	r.set(r.s.Numbers, "level", level)
	for _, ability := range abilities() {
		r.set(r.s.Numbers, ability, mod(ability))
	}
	perception := plus(trained("perception"), mod("wis"))
	r.set(r.s.Skills, "perception", perception)
	r.changed["init"] = append(r.changed["init"], r.changed["perception"]...)
	r.set(r.s.Numbers, "init", perception)
	for _, save := range []struct{ key, ability string }{{"fortitude", "con"}, {"reflex", "dex"}, {"will", "wis"}} {
		r.set(r.s.Saves, save.key, plus(trained(save.key), mod(save.ability)))
	}
	for _, skill := range sorted(pathfinderSkills()) {
		if _, ok := ranks[skill]; ok {
			r.set(r.s.Skills, skill, plus(trained(skill), mod(pathfinderSkills()[skill])))
		}
	}
	perLevel := plus(wholeOf(class["hp"], "class"), mod("con"))
	r.hp(plus(wholeOf(ancestry["hp"], "ancestry"), times(level, perLevel)), wholeOf(system.Get("attributes.hp.value"), "hp"))
	r.set(r.s.Numbers, "speed", wholeOf(ancestry["speed"], "ancestry"))
	r.pathfinderArmor(mod("dex"), trained)
	for _, item := range r.List("items") {
		if item.Text("type") == "weapon" {
			r.attack(monster.Attack{Name: item.Text("name")}, NoResults, "")
		}
	}
}

// pathfinderMods returns the modifiers of the abilities: stated, or from boosts less flaws.
func pathfinderMods(system loosejson.Object, level part, ancestry, background, class loosejson.Object) map[string]part {
	out := map[string]part{}
	if system.Bool("build.attributes.manual") {
		for _, ability := range abilities() {
			out[ability] = wholeOf(system.Get("abilities."+ability+".mod"), ability)
		}
		return out
	}
	boosts := map[string]int{}
	lacks := ""
	add := func(by string, slots any, n int) {
		all, ok := slots.(loosejson.Object)
		if !ok && n > 0 {
			lacks = by
		}
		for _, key := range sorted(all) {
			slot := all.At(key)
			chosen, from := slot.Text("selected"), slot.Texts("value")
			if chosen == "" && len(from) == 1 {
				chosen = from[0]
			}
			switch {
			case slices.Contains(abilities(), chosen):
				boosts[chosen] += n
			case len(from) > 0:
				lacks = by
			}
		}
	}
	add("ancestry", ancestry["boosts"], 1)
	add("ancestry", ancestry["flaws"], -1)
	add("background", background["boosts"], 1)
	add("class", loosejson.Object{"key": class["keyAbility"]}, 1)
	if class["keyAbility"] == nil {
		lacks = "class"
	}
	for _, at := range sorted(system.At("build.attributes.boosts")) {
		n, err := strconv.Atoi(at)
		if err != nil || level.why != "" || n > level.n {
			continue
		}
		for _, ability := range system.Texts("build.attributes.boosts." + at) {
			boosts[ability]++
		}
	}
	for _, ability := range abilities() {
		n := boosts[ability]
		if n > 4 {
			n = 4 + (n-4)/2
		}
		if out[ability] = num(n); lacks != "" {
			out[ability] = part{why: Missing, by: lacks}
		}
	}
	return out
}

// pathfinderRanks returns the ranks by key, with those that rules raise, and notes what else rules change.
func (r *reader) pathfinderRanks(system, class loosejson.Object) map[string]part {
	ranks := map[string]part{"perception": wholeOf(class["perception"], "class")}
	for _, save := range []string{"fortitude", "reflex", "will"} {
		ranks[save] = wholeOf(class.Get("savingThrows."+save), "class")
	}
	for _, category := range []string{"unarmored", "light", "medium", "heavy"} {
		ranks[category] = wholeOf(class.Get("defenses."+category), "class")
	}
	for _, skill := range sorted(pathfinderSkills()) {
		if v := system.Get("skills." + skill + ".rank"); v != nil {
			ranks[skill] = wholeOf(v, skill)
		}
	}
	for _, item := range r.List("items") {
		for _, rule := range systemOf(item).List("rules") {
			r.pathfinderRule(ranks, item.Text("name"), rule)
		}
	}
	return ranks
}

// pathfinderRule applies a rule that raises a rank, and notes others that change a number.
func (r *reader) pathfinderRule(ranks map[string]part, name string, rule loosejson.Object) {
	var keys []string
	rank := ""
	switch rule.Text("key") {
	case "ActiveEffectLike":
		path := strings.TrimPrefix(rule.Text("path"), "system.")
		words := strings.Split(path, ".")
		for _, word := range words {
			if _, ok := ranks[word]; ok {
				rank = word
			}
			keys = append(keys, pathfinderKeys(word)...)
		}
		if rank != "" && words[len(words)-1] != "rank" {
			rank = ""
		}
	case "FlatModifier", "AdjustModifier", "BaseSpeed", "DexterityModifierCap", "SubstituteRoll", "ActorTraits", "MultipleAttackPenalty":
		selectors := rule.Texts("selector")
		if one := rule.Text("selector"); one != "" {
			selectors = []string{one}
		}
		if rule.Text("key") == "DexterityModifierCap" {
			selectors = []string{"ac"}
		}
		if rule.Text("key") == "BaseSpeed" && rule.Text("selector") == "land" {
			selectors = []string{"land-speed"}
		}
		for _, selector := range selectors {
			keys = append(keys, pathfinderKeys(selector)...)
		}
	}
	if len(keys) == 0 {
		return
	}
	if !loosejson.Empty(rule["predicate"]) {
		r.leave(name, Conditional, strings.Join(keys[:min(len(keys), 3)], ", "))
		return
	}
	value := wholeOf(rule["value"], name)
	if rank != "" && rule.Text("mode") == "upgrade" && value.why == "" && value.n >= 0 && value.n <= 4 {
		if old := ranks[rank]; old.why == "" && value.n > old.n {
			ranks[rank] = value
		}
		return
	}
	for _, key := range keys {
		if !slices.Contains(r.changed[key], name) {
			r.changed[key] = append(r.changed[key], name)
		}
	}
}

// pathfinderKeys returns the numbers that a selector or a word of a path is about.
func pathfinderKeys(word string) []string {
	if _, ok := pathfinderSkills()[word]; ok {
		return []string{word}
	}
	switch word {
	case "ac", "hp", "perception", "fortitude", "reflex", "will":
		return []string{word}
	case "initiative":
		return []string{"init"}
	case "land-speed", "speed", "all-speeds":
		return []string{"speed"}
	case "unarmored", "light", "medium", "heavy":
		return []string{"ac"}
	case "saving-throw":
		return []string{"fortitude", "reflex", "will"}
	case "skill-check":
		return sorted(pathfinderSkills())
	case "dex-based":
		return []string{"acrobatics", "stealth", "thievery", "reflex"}
	case "str", "dex", "con", "int", "wis", "cha":
		return append([]string{word, "hp", "ac", "init", "perception", "fortitude", "reflex", "will"}, sorted(pathfinderSkills())...)
	case "all", "check":
		return append([]string{"init", "perception", "fortitude", "reflex", "will"}, sorted(pathfinderSkills())...)
	}
	return nil
}

// untrained leaves out skills that the background or the class trains, where the file doesn't have that rank.
func (r *reader) untrained(ranks map[string]part, from ...loosejson.Object) {
	for _, o := range from {
		for _, slug := range o.Texts("trainedSkills.value") {
			for _, skill := range sorted(pathfinderSkills()) {
				if slug != skill && (len(slug) != 3 || pathfinderSlug(skill) != slug) {
					continue
				}
				if p, ok := ranks[skill]; ok && p.why == "" && p.n == 0 {
					r.changed[skill] = append(r.changed[skill], o.Text("slug"))
				}
			}
		}
	}
}

// pathfinderSlug returns the short name of a skill in older versions.
func pathfinderSlug(skill string) string {
	if short, ok := map[string]string{"perception": "prc", "thievery": "thi", "performance": "prf"}[skill]; ok {
		return short
	}
	return skill[:3]
}

// pathfinderArmor sets the Armor Class from what is worn.
func (r *reader) pathfinderArmor(dex part, trained func(string) part) {
	var worn []loosejson.Object
	for _, item := range r.List("items") {
		if s := systemOf(item); item.Text("type") == "armor" && s.Text("category") != "shield" && s.Bool("equipped.inSlot") && s.Text("equipped.carryType") == "worn" {
			worn = append(worn, s)
		}
	}
	switch len(worn) {
	case 0:
		r.set(r.s.Numbers, "ac", plus(num(10), dex, trained("unarmored")))
	case 1:
		armor := worn[0]
		if limit, ok := armor.Int("dexCap"); ok {
			dex = dex.of(func(n int) int { return min(n, limit) })
		}
		r.set(r.s.Numbers, "ac", plus(num(10), dex, wholeOf(armor["acBonus"], "acBonus"), optional(armor.Get("runes.potency"), "potency"), trained(armor.Text("category"))))
	default:
		r.set(r.s.Numbers, "ac", part{why: Unclear})
	}
}
