package sheet

import (
	"cmp"
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
	ancestry, background, class := r.only("ancestry"), r.only("background"), r.only("class")
	ranks := r.pathfinderRanks(system, class)
	r.untrained(ranks, background, class)
	mods := pathfinderMods(system, level, ancestry, background, class)
	mod := func(ability string) part { return r.unless(ability, mods[ability]) }
	level = r.unless("level", level)
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
	r.pathfinderArmor(mod, trained)
	r.set(r.s.Numbers, "level", level)
	for _, ability := range abilities() {
		r.set(r.s.Numbers, ability, mod(ability))
	}
	perception := plus(trained("perception"), mod("wis"))
	r.set(r.s.Skills, "perception", perception)
	for _, by := range r.changed["perception"] {
		r.change("init", by)
	}
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
	for _, item := range r.items() {
		if item.Text("type") == "weapon" {
			r.attack(monster.Attack{Name: item.Text("name")}, NoResults, "")
		}
	}
}

// only returns the system of the only item of a type, or nil if there are none or several.
func (r *reader) only(kind string) (out loosejson.Object) {
	for _, item := range r.items() {
		if item.Text("type") != kind {
			continue
		} else if out != nil {
			return nil
		}
		out = systemOf(item)
	}
	return out
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
		if !ok && (n > 0 || !loosejson.Empty(slots)) {
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
			case len(from) > 0, slot == nil && all[key] != nil, wrong(slot, "texts", "value") != "":
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
	if !loosejson.Empty(ancestry["alternateAncestryBoosts"]) || len(ancestry.Texts("voluntary.flaws"))+len(ancestry.List("voluntary.flaws")) > 0 || ancestry.Text("voluntary.boost") != "" {
		lacks = "ancestry" // it gives other boosts or flaws than its own
	}
	if wrong(system, "object", "build", "build.attributes", "build.attributes.boosts") != "" {
		lacks = "build"
	}
	for _, at := range sorted(system.At("build.attributes.boosts")) {
		n, err := strconv.Atoi(at)
		if err != nil || level.why != "" || n > level.n {
			continue
		}
		if wrong(system, "texts", "build.attributes.boosts."+at) != "" {
			lacks = "build"
		}
		for _, ability := range system.Texts("build.attributes.boosts." + at) {
			if boosts[ability]++; !slices.Contains(abilities(), ability) {
				lacks = "build"
			}
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
	if by := wrong(system, "object", "skills"); by != "" {
		r.leave(by, Unclear, "")
	}
	for _, skill := range sorted(pathfinderSkills()) {
		if v := system.Get("skills." + skill + ".rank"); v != nil {
			ranks[skill] = wholeOf(v, skill)
		} else if by := wrong(system, "object", "skills."+skill); by != "" {
			ranks[skill] = part{why: Unclear, by: by}
		}
	}
	for _, item := range r.items() {
		for _, rule := range r.list(item.Text("name"), systemOf(item), "rules") {
			r.pathfinderRule(ranks, item, rule)
		}
		if raised := systemOf(item).Text("apex.attribute") + systemOf(item).Text("apex.ability"); raised != "" {
			r.change(raised, item.Text("name"))
		}
	}
	if raised := system.Text("build.attributes.apex"); raised != "" {
		r.change(raised, "apex")
	}
	return ranks
}

// pathfinderHarmless are the keys of rules that change none of the numbers that the sums of CR-22 give. What grants items brings these along, and attacks are
// left out anyway.
func pathfinderHarmless() []string {
	return strings.Fields("ActorTraits AdjustDegreeOfSuccess AdjustStrike Aura ChoiceSet CraftingAbility CreatureSize CriticalSpecialization DamageAlteration DamageDice EphemeralEffect " +
		"FastHealing GrantItem Immunity LoseHitPoints MartialProficiency MultipleAttackPenalty Note Resistance RollNote RollOption RollTwice Sense SpecialResource SpecialStatistic Strike " +
		"Striking TempHP TokenEffectIcon TokenImage TokenLight TokenMark TokenName WeaponPotency Weakness")
}

// pathfinderRule applies a rule that raises a rank, and notes others that change a number. One that isn't known may change any that it names, or all if it
// names none.
func (r *reader) pathfinderRule(ranks map[string]part, item, rule loosejson.Object) {
	var keys []string
	name, rank, kind := cmp.Or(item.Text("name"), item.Text("type")), "", rule.Text("key")
	selectors := rule.Texts("selector")
	if one := rule.Text("selector"); one != "" {
		selectors = []string{one}
	}
	switch {
	case slices.Contains(pathfinderHarmless(), kind):
		return
	case wrong(rule, "text", "key", "path") != "", wrong(rule, "texts", "selector") != "":
		keys = everything()
	case kind == "ActiveEffectLike":
		keys, rank = pathfinderPath(ranks, resolved(item, rule.Text("path")))
	case kind == "DexterityModifierCap":
		keys = []string{"ac"}
	case kind == "BaseSpeed":
		if len(selectors) == 0 || slices.Contains(selectors, "land") || slices.Contains(selectors, "land-speed") {
			keys = []string{"speed"}
		}
	default:
		for _, selector := range selectors {
			keys = append(keys, pathfinderKeys(resolved(item, selector))...)
		}
		if len(keys) == 0 && !slices.Contains([]string{"FlatModifier", "AdjustModifier", "SubstituteRoll", "FixedProficiency"}, kind) {
			keys = everything()
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
		r.change(key, name)
	}
}

// resolved fills in what was chosen with an item: "system.skills.{item|flags.system.rulesSelections.skill}.rank".
func resolved(item loosejson.Object, text string) string {
	before, rest, found := strings.Cut(text, "{item|")
	path, after, closed := strings.Cut(rest, "}")
	if !found || !closed {
		return text
	}
	for _, path := range []string{path, strings.Replace(path, "flags.system.", "flags.pf2e.", 1)} {
		if chosen := item.Text(path); chosen != "" && !strings.ContainsAny(chosen, "{}.") {
			return before + chosen + after
		}
	}
	return text
}

// pathfinderPath returns the numbers that are changed at a path of the actor, and what has its rank there.
func pathfinderPath(ranks map[string]part, path string) (keys []string, rank string) {
	words := strings.Split(strings.TrimPrefix(path, "system."), ".")
	if words[0] == "flags" || path == "" {
		return nil, ""
	}
	if strings.Contains(path, "{") {
		if words[0] == "skills" {
			return sorted(pathfinderSkills()), ""
		}
		return everything(), ""
	}
	for _, word := range words {
		if _, ok := ranks[word]; ok {
			rank = word
		}
		if _, ok := pathfinderSkills()[word]; ok {
			rank = word
		}
		keys = append(keys, pathfinderKeys(word)...)
	}
	if words[len(words)-1] != "rank" {
		rank = ""
	}
	switch words[0] {
	case "details":
		if len(words) > 1 && words[1] == "level" {
			return append(everything(), "level"), ""
		}
		return keys, rank
	case "skills", "resources", "traits", "martial", "crafting", "exploration", "custom", "proficiencies", "movement", "initiative", "perception", "saves":
		return keys, rank
	case "attributes":
		if len(keys) == 0 && len(words) > 1 && slices.Contains([]string{"classDC", "classOrSpellDC", "spellDC", "dying", "wounded", "doomed", "bonusEncumbranceBulk", "bonusLimitBulk", "familiarAbilities",
			"immunities", "weaknesses", "resistances", "senses", "reach", "handsFree", "shield", "emanation", "bulk"}, words[1]) {
			return nil, ""
		}
	}
	if len(keys) == 0 {
		return everything(), ""
	}
	return keys, rank
}

// pathfinderKeys returns the numbers that a selector or a word of a path is about. A selector that isn't filled in may be about all.
func pathfinderKeys(word string) []string {
	if strings.Contains(word, "{") {
		return everything()
	}
	word = strings.TrimSuffix(word, "-check")
	if _, ok := pathfinderSkills()[word]; ok {
		return []string{word}
	}
	all := append([]string{"init", "perception", "fortitude", "reflex", "will"}, sorted(pathfinderSkills())...)
	based := map[string][]string{"dex": {"reflex", "ac"}, "con": {"fortitude", "hp"}, "wis": {"will", "perception", "init"}}
	switch ability, isBased := strings.CutSuffix(word, "-based"); word {
	case "ac", "hp", "perception", "fortitude", "reflex", "will":
		return []string{word}
	case "initiative":
		return []string{"init"}
	case "hp-per-level", "max-hp":
		return []string{"hp"}
	case "land-speed", "land", "speed", "speeds", "all-speeds":
		return []string{"speed"}
	case "unarmored", "light", "medium", "heavy":
		return []string{"ac"}
	case "saving-throw":
		return []string{"fortitude", "reflex", "will"}
	case "skill", "skill-check": // the suffix is gone
		return sorted(pathfinderSkills())
	case "str", "dex", "con", "int", "wis", "cha":
		return append([]string{word, "hp", "ac"}, all...)
	case "check":
		return all
	case "all":
		return append(all, "ac")
	default:
		if isBased && slices.Contains(abilities(), ability) {
			keys := based[ability]
			for _, skill := range sorted(pathfinderSkills()) {
				if pathfinderSkills()[skill] == ability {
					keys = append(keys, skill)
				}
			}
			return keys
		}
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
					r.change(skill, o.Text("slug"))
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

// pathfinderArmor sets the Armor Class from what is worn, and notes what else that changes: saves, speed, and skills for whom it is too heavy.
func (r *reader) pathfinderArmor(mod, trained func(string) part) {
	var worn []loosejson.Object
	for _, item := range r.items() {
		s := systemOf(item)
		if item.Text("type") != "armor" || s.Text("category") == "shield" || !s.Bool("equipped.inSlot") || s.Text("equipped.carryType") != "worn" {
			continue
		}
		worn = append(worn, s)
		by := item.Text("name")
		note := func(keys ...string) {
			for _, key := range keys {
				r.change(key, by)
			}
		}
		if isRune(s, "runes.resilient", "resiliencyRune.value") {
			note("fortitude", "reflex", "will")
		}
		if s.Get("equipped.invested") == false && isRune(s, "runes.potency") || isRune(s, "potencyRune.value") {
			note("ac")
		}
		if p := optional(s["speedPenalty"], by); p.why != "" || p.n != 0 {
			note("speed")
		}
		needs := optional(s["strength"], by)
		if needs.n >= 10 { // a score, in older versions
			needs = modifier(needs)
		}
		strong := s["strength"] != nil && needs.why == "" && mod("str").why == "" && mod("str").n >= needs.n
		if p := optional(s["checkPenalty"], by); (p.why != "" || p.n != 0) && !strong {
			note("acrobatics", "athletics", "stealth", "thievery")
		}
	}
	dex := mod("dex")
	switch len(worn) {
	case 0:
		r.set(r.s.Numbers, "ac", plus(num(10), dex, trained("unarmored")))
	case 1:
		armor := worn[0]
		if limit := armor["dexCap"]; limit != nil {
			dex = atMost(dex, wholeOf(limit, "dexCap"))
		}
		r.set(r.s.Numbers, "ac", plus(num(10), dex, wholeOf(armor["acBonus"], "acBonus"), optional(armor.Get("runes.potency"), "potency"), trained(armor.Text("category"))))
	default:
		r.set(r.s.Numbers, "ac", part{why: Unclear})
	}
}

// isRune reports whether an armor has a rune, or something that can't be read in its place.
func isRune(armor loosejson.Object, paths ...string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		p := optional(armor.Get(path), path)
		return p.why != "" || p.n != 0
	})
}
