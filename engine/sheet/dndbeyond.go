package sheet

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// longAbilities are the abilities as D&D Beyond calls them, in the order of their IDs.
func longAbilities() []string {
	return []string{"strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"}
}

// beyond is a character of D&D Beyond that is being read.
type beyond struct {
	*reader
	all []loosejson.Object // the modifiers that count
}

// dndBeyond reads a character of D&D Beyond (CR-23).
func (r *reader) dndBeyond() {
	b := &beyond{reader: r}
	b.collect()
	level := num(0)
	classes := r.list("", r.Object, "classes")
	for _, class := range classes {
		level = plus(level, wholeOf(class["level"], "level"))
	}
	if len(classes) == 0 {
		level = part{why: Missing, by: "classes"}
	}
	values := b.characterValues()
	b.unknown()
	b.misshapen()
	proficiency := b.unless("proficiency", level.of(func(n int) int { return 2 + (n-1)/4 }))
	mods := map[string]part{}
	for i, ability := range abilities() {
		mods[ability] = b.unless(ability, modifier(b.score(i)))
	}
	r.set(r.s.Numbers, "level", level)
	r.set(r.s.Numbers, "proficiency", proficiency)
	for i, ability := range abilities() {
		long := longAbilities()[i]
		r.set(r.s.Numbers, ability, mods[ability])
		save := plus(mods[ability], b.bonus(long+"-saving-throws"), b.bonus("saving-throws"))
		if b.has("proficiency", long+"-saving-throws") {
			save = plus(save, proficiency)
		}
		r.set(r.s.Saves, ability+"_save", save)
	}
	for _, skill := range sorted(skills()) {
		r.set(r.s.Skills, skill, b.skill(strings.ReplaceAll(skill, "_", "-"), mods[skills()[skill]], proficiency))
	}
	initiative := plus(mods["dex"], b.bonus("initiative"))
	if by := b.any("ability-checks"); by != "" || b.has("proficiency", "initiative") || b.has("half-proficiency", "initiative") {
		initiative = part{why: Changed, by: cmp.Or(by, "initiative")}
	}
	r.set(r.s.Numbers, "init", initiative)
	b.hitPoints(level, mods["con"])
	r.set(r.s.Numbers, "ac", b.armorClass(mods, values))
	b.spells(classes, mods, proficiency)
	b.weapons(mods, proficiency)
	for _, one := range b.all {
		text := strings.ReplaceAll(one.Text("subType"), "-", " ")
		switch one.Text("type") {
		case "resistance":
			r.s.Defence.Resists = append(r.s.Defence.Resists, texts([]any{text})...)
		case "immunity":
			r.s.Defence.Immune = append(r.s.Defence.Immune, texts([]any{text})...)
		case "vulnerability":
			r.s.Defence.Weak = append(r.s.Defence.Weak, texts([]any{text})...)
		}
	}
	for _, list := range []*[]string{&r.s.Defence.Resists, &r.s.Defence.Immune, &r.s.Defence.Weak} {
		*list = (*list)[:min(len(*list), maxListed)]
	}
}

// collect takes the modifiers of race, class, background and feats, and those of items that are equipped and, if they can be, attuned. Those with a
// restriction are listed.
func (b *beyond) collect() {
	add := func(list []loosejson.Object) {
		for _, m := range list {
			if granted, is := m["isGranted"].(bool); is && !granted {
				continue
			}
			if restriction := m.Text("restriction"); strings.TrimSpace(restriction) != "" {
				b.leave(strings.ReplaceAll(m.Text("subType"), "-", " "), Conditional, restriction)
				continue
			}
			b.all = append(b.all, m)
		}
	}
	for _, from := range []string{"race", "class", "background", "feat"} {
		add(b.list("", b.Object, "modifiers."+from))
	}
	for _, item := range b.list("", b.Object, "inventory") {
		if item.Bool("equipped") && (item.Bool("isAttuned") || !item.Bool("definition.canAttune")) {
			add(b.list(item.Text("definition.name"), item, "definition.grantedModifiers"))
		}
	}
}

// has reports whether there is a modifier of a type.
func (b *beyond) has(kind, sub string) bool {
	return slices.ContainsFunc(b.all, func(m loosejson.Object) bool { return m.Text("type") == kind && m.Text("subType") == sub })
}

// any returns what there is of a subtype that a sum doesn't know, or "".
func (b *beyond) any(sub string) string {
	for _, m := range b.all {
		if kind := m.Text("type"); m.Text("subType") == sub && kind != "advantage" && kind != "disadvantage" {
			return cmp.Or(m.Text("friendlySubtypeName"), sub)
		}
	}
	return ""
}

// bonus returns the sum of the bonuses of a subtype.
func (b *beyond) bonus(sub string) part {
	total := num(0)
	for _, m := range b.all {
		if m.Text("type") == "bonus" && m.Text("subType") == sub {
			total = plus(total, valueOf(m))
		}
	}
	return total
}

// valueOf returns the value of a modifier.
func valueOf(m loosejson.Object) part {
	by := cmp.Or(m.Text("friendlySubtypeName"), m.Text("subType"))
	v := m["value"]
	if v == nil {
		v = m["fixedValue"]
	}
	if m["statId"] != nil || m["dice"] != nil {
		return part{why: Changed, by: by}
	}
	return wholeOf(v, by)
}

// score returns an ability score.
func (b *beyond) score(i int) part {
	at := func(list string) any {
		for _, o := range b.list("", b.Object, list) {
			if id, ok := o.Int("id"); ok && id == i+1 {
				return o["value"]
			}
		}
		return nil
	}
	long := longAbilities()[i]
	if over := at("overrideStats"); over != nil {
		return wholeOf(over, long)
	}
	total := plus(wholeOf(at("stats"), long), optional(at("bonusStats"), long), b.bonus(long+"-score"))
	for _, m := range b.all {
		if m.Text("type") == "set" && m.Text("subType") == long+"-score" {
			least := valueOf(m)
			if least.why != "" {
				return least
			}
			total = total.of(func(n int) int { return max(n, least.n) })
		}
	}
	return total
}

// skill returns a skill: the modifier of its ability, as much of the proficiency bonus as it has, and bonuses.
func (b *beyond) skill(name string, mod, proficiency part) part {
	if by := b.any("skill-checks"); by != "" {
		return part{why: Changed, by: by}
	}
	trained := num(0)
	switch {
	case b.has("expertise", name):
		trained = proficiency.of(func(n int) int { return 2 * n })
	case b.has("proficiency", name):
		trained = proficiency
	case b.has("half-proficiency", name):
		trained = proficiency.of(func(n int) int { return n / 2 })
	case b.has("half-proficiency-round-up", name):
		return part{why: Changed, by: "half-proficiency-round-up"}
	}
	for _, m := range b.all {
		if kind := m.Text("type"); m.Text("subType") == "ability-checks" && kind != "advantage" && kind != "disadvantage" && (trained.n == 0 || !strings.HasPrefix(kind, "half-proficiency")) {
			return part{why: Changed, by: cmp.Or(m.Text("friendlySubtypeName"), "ability-checks")}
		}
	}
	return plus(mod, trained, b.bonus(name))
}

// beyondSums returns what the sums of CR-23 name of a modifier: its type and subtype, or only the subtype of one that is looked at by its sum, whatever its
// type. X stands for an ability or a skill.
func beyondSums() map[string]bool {
	out := map[string]bool{}
	for _, one := range strings.Fields("bonus:X-score set:X-score bonus:X-saving-throws proficiency:X-saving-throws bonus:saving-throws :ability-checks :skill-checks :initiative " +
		"bonus:hit-points bonus:hit-points-per-level bonus:armor-class set:unarmored-armor-class :armored-armor-class :dual-wield-armor-class :minimum-base-armor " +
		":ac-max-dex-modifier :ac-max-dex-armored-modifier :spell-attacks :spell-save-dc bonus:melee-weapon-attacks bonus:ranged-weapon-attacks :weapon-attacks :attacks bonus:magic") {
		if strings.Contains(one, "X") {
			for _, ability := range longAbilities() {
				out[strings.Replace(one, "X", ability, 1)] = true
			}
			continue
		}
		out[one] = true
	}
	for _, skill := range sorted(skills()) {
		for _, kind := range []string{"bonus", "proficiency", "expertise", "half-proficiency", "half-proficiency-round-up"} {
			out[kind+":"+strings.ReplaceAll(skill, "_", "-")] = true
		}
	}
	return out
}

// beyondHarmless are types of modifiers that change no number of a sheet.
func beyondHarmless() []string {
	return strings.Fields("advantage disadvantage resistance immunity vulnerability sense set-base language size carrying-capacity favored-enemy natural-weapon weapon-property concentration stealth-disadvantage")
}

// unknown notes what may be changed by modifiers that no sum names (CR-12): those of conditions and of items that the file doesn't have, and those of
// other types and subtypes.
func (b *beyond) unknown() {
	var items []string
	for _, item := range b.List("inventory") {
		for _, m := range item.List("definition.grantedModifiers") {
			items = append(items, m.Text("type")+":"+m.Text("subType"))
		}
	}
	sums := beyondSums()
	note := func(m loosejson.Object) {
		if on, is := m["isGranted"].(bool); is && !on || slices.Contains(beyondHarmless(), m.Text("type")) {
			return
		}
		for _, key := range beyondKeys(m.Text("type"), m.Text("subType")) {
			b.change(key, cmp.Or(m.Text("friendlySubtypeName"), m.Text("subType"), m.Text("type")))
		}
	}
	for _, m := range b.all {
		if !sums[m.Text("type")+":"+m.Text("subType")] && !sums[":"+m.Text("subType")] {
			note(m)
		}
	}
	for _, m := range b.List("modifiers.item") {
		if !slices.Contains(items, m.Text("type")+":"+m.Text("subType")) {
			note(m)
		}
	}
	for _, from := range sorted(b.At("modifiers")) {
		if !slices.Contains([]string{"race", "class", "background", "feat", "item"}, from) {
			for _, m := range b.List("modifiers." + from) {
				note(m)
			}
		}
	}
}

// misshapen notes the numbers that may be changed by modifiers whose type isn't a text, and by items that may or may not be armor, or equipped (CR-12).
func (b *beyond) misshapen() {
	for _, m := range b.all {
		if by := wrong(m, "text", "type", "subType"); by != "" {
			for _, key := range everything() {
				b.change(key, by)
			}
		}
	}
	for i, item := range b.List("inventory") {
		name := cmp.Or(item.Text("definition.name"), "inventory "+strconv.Itoa(i+1))
		by := cmp.Or(wrong(item, "bool", "equipped", "isAttuned", "definition.canAttune"), wrong(item, "object", "definition"), wrong(item, "number", "definition.armorTypeId"))
		if by == "" && item["definition"] == nil {
			by = "definition"
		}
		if by == "" || item["equipped"] == false {
			continue
		}
		b.leave(name, Unclear, by)
		b.change("ac", name)
		for _, m := range item.List("definition.grantedModifiers") {
			for _, key := range beyondKeys(m.Text("type"), m.Text("subType")) {
				b.change(key, name)
			}
		}
	}
}

// beyondKeys returns the numbers that a modifier may be about, by the words of its subtype. What trains somebody in tools, weapons or armor is about none.
func beyondKeys(kind, sub string) []string {
	words := strings.Split(sub, "-")
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(w string) bool { return slices.Contains(words, w) })
	}
	trains := strings.Contains(kind, "proficiency") || strings.Contains(kind, "expertise")
	var of []string
	for i, ability := range abilities() {
		if has(longAbilities()[i]) {
			of = append(of, ability)
		}
	}
	var skill string
	for _, one := range sorted(skills()) {
		if strings.Contains(sub, strings.ReplaceAll(one, "_", "-")) {
			skill = one
		}
	}
	switch {
	case strings.HasPrefix(sub, "choose-"), has("passive", "death", "speed", "unarmed", "movement", "temporary", "slots"), sub == "extra-attacks", sub == "sneak-attack":
		return nil
	case skill != "":
		return []string{skill}
	case sub == "proficiency-bonus":
		return []string{"proficiency"}
	case has("saving", "save", "saves") && !has("spell", "dc"):
		if len(of) == 1 {
			return []string{of[0] + "_save"}
		}
		return fiveESaves()
	case has("check", "checks", "skill", "skills"):
		var out []string
		for _, one := range sorted(skills()) {
			if len(of) == 0 || slices.Contains(of, skills()[one]) {
				out = append(out, one)
			}
		}
		return append(out, "init")
	case has("initiative"):
		return []string{"init"}
	case len(of) > 0:
		return of
	case trains:
		return nil
	case has("spell", "spells") && has("dc"):
		return []string{"spell_dc"}
	case has("spell", "spells"):
		return []string{"spell_attack"}
	case has("armor", "ac", "unarmored", "shield", "shields"):
		return []string{"ac"}
	case has("hit"):
		return []string{"hp"}
	case has("attack", "attacks", "damage", "weapon", "weapons"), kind == "damage", kind == "monk-weapon", strings.Contains(kind, "weapon"):
		return []string{"attacks"}
	}
	return nil
}

// characterValues returns what the player typed over the sums, by type: 1 is the Armor Class instead, 2 and 3 are added to it. What is typed over other
// numbers leaves those out, and what isn't known all that it may be about. Names, notes, weights and prices change none.
func (b *beyond) characterValues() map[int]part {
	out := map[int]part{}
	for _, v := range b.list("", b.Object, "characterValues") {
		kind, ok := v.Int("typeId")
		if loosejson.Empty(v["value"]) {
			continue
		}
		var keys []string
		switch {
		case ok && kind >= 1 && kind <= 3:
			out[kind] = wholeOf(v["value"], "characterValues")
		case ok && kind == 4:
			keys = []string{"ac"}
		case ok && (kind == 8 || kind == 9 || kind == 19 || kind == 22):
		case ok && (kind >= 10 && kind <= 18 || kind == 28 || kind == 29):
			keys = []string{"attacks"}
		case ok && kind >= 23 && kind <= 27:
			keys = sorted(skills())
		case ok && kind >= 38 && kind <= 41:
			keys = fiveESaves()
		default:
			keys = everything()
		}
		for _, key := range keys {
			b.change(key, "characterValues")
		}
	}
	return out
}

// hitPoints sets the hit points.
func (b *beyond) hitPoints(level, con part) {
	most := plus(b.part("baseHitPoints"), times(level, plus(con, b.bonus("hit-points-per-level"))), b.bonus("hit-points"))
	if over := b.Get("overrideHitPoints"); over != nil {
		most = wholeOf(over, "overrideHitPoints")
	}
	most = plus(most, optional(b.Get("bonusHitPoints"), "bonusHitPoints"))
	removed := part{why: Missing}
	if v := b.Get("removedHitPoints"); v != nil {
		removed = wholeOf(v, "removedHitPoints")
	}
	present := plus(most, removed.of(func(n int) int { return -n }))
	b.hp(most, present.of(func(n int) int { return max(n, 0) }))
}

// armorClass returns the Armor Class.
func (b *beyond) armorClass(mods map[string]part, values map[int]part) part {
	added := plus(values[2], values[3])
	if over, is := values[1]; is {
		return plus(over, added)
	}
	var armors, shields []loosejson.Object
	for _, item := range b.List("inventory") {
		if !item.Bool("equipped") {
			continue
		}
		switch kind, ok := item.Int("definition.armorTypeId"); {
		case ok && kind == 4:
			shields = append(shields, item.At("definition"))
		case ok:
			armors = append(armors, item.At("definition"))
		}
	}
	switch {
	case len(armors) > 1:
		return part{why: Unclear, by: "armor"}
	case len(shields) > 1:
		return part{why: Unclear, by: "shield"}
	}
	for _, sub := range []string{"armored-armor-class", "unarmored-armor-class", "dual-wield-armor-class", "minimum-base-armor", "ac-max-dex-modifier", "ac-max-dex-armored-modifier"} {
		for _, m := range b.all {
			if m.Text("subType") == sub && !(sub == "unarmored-armor-class" && (m.Text("type") == "set" || len(armors) > 0)) && !(sub == "armored-armor-class" && len(armors) == 0) {
				return part{why: Changed, by: cmp.Or(m.Text("friendlySubtypeName"), sub)}
			}
		}
	}
	base := plus(num(10), mods["dex"])
	if len(armors) == 1 {
		base = wholeOf(armors[0]["armorClass"], "armorClass")
		switch kind, _ := armors[0].Int("armorTypeId"); kind {
		case 1:
			base = plus(base, mods["dex"])
		case 2:
			base = plus(base, mods["dex"].of(func(n int) int { return min(n, 2) }))
		case 3:
		default:
			return part{why: Unclear, by: "armorTypeId"}
		}
	} else {
		for _, m := range b.all {
			if m.Text("type") != "set" || m.Text("subType") != "unarmored-armor-class" {
				continue
			}
			other := plus(num(10), mods["dex"], optional(m["value"], "unarmored-armor-class"))
			if id, ok := m.Int("statId"); ok && id >= 1 && id <= 6 {
				other = plus(other, mods[abilities()[id-1]])
			} else if m["statId"] != nil {
				return part{why: Unclear, by: "statId"}
			}
			if other.why != "" {
				return other
			}
			base = base.of(func(n int) int { return max(n, other.n) })
		}
	}
	for _, s := range shields {
		base = plus(base, wholeOf(s["armorClass"], "armorClass"))
	}
	return plus(base, b.bonus("armor-class"), added)
}

// spells sets the spell attack of the best spellcasting ability.
func (b *beyond) spells(classes []loosejson.Object, mods map[string]part, proficiency part) {
	var casting []part
	for _, class := range classes {
		for _, path := range []string{"definition.spellCastingAbilityId", "subclassDefinition.spellCastingAbilityId"} {
			if id, ok := class.Int(path); ok && id >= 1 && id <= 6 {
				casting = append(casting, mods[abilities()[id-1]])
			} else if class.Get(path) != nil || wrong(class, "object", strings.TrimSuffix(path, ".spellCastingAbilityId")) != "" {
				casting = append(casting, part{why: Unclear, by: path})
			}
		}
	}
	if len(casting) == 0 {
		return
	}
	best := highest(casting)
	attack, dc := plus(proficiency, best), plus(num(8), proficiency, best)
	if by := b.any("spell-attacks"); by != "" {
		attack = part{why: Changed, by: by}
	}
	if by := b.any("spell-save-dc"); by != "" {
		dc = part{why: Changed, by: by}
	}
	b.set(b.s.Numbers, "spell_attack", attack)
	b.set(b.s.Numbers, "spell_dc", dc)
}

// weapons adds the equipped weapons.
func (b *beyond) weapons(mods map[string]part, proficiency part) {
	for _, item := range b.List("inventory") {
		def := item.At("definition")
		if by := wrong(def, "text", "filterType"); by != "" {
			b.leave(def.Text("name"), Unclear, by)
		}
		if def.Text("filterType") != "Weapon" {
			continue
		}
		a := monster.Attack{Name: def.Text("name"), Kind: monster.Melee}
		if !item.Bool("equipped") {
			b.attack(a, NotEquipped, "")
			continue
		}
		if by := cmp.Or(wrong(def, "number", "attackType", "categoryId"), wrong(def, "text", "type", "damageType"), wrong(item, "bool", "isAttuned"), wrong(def, "bool", "canAttune")); by != "" {
			b.attack(a, Unclear, by)
			continue
		}
		if all, listed := def["properties"].([]any); !listed && def["properties"] != nil || len(def.List("properties")) < len(all) {
			b.attack(a, Unclear, "properties")
			continue
		}
		kind, _ := def.Int("attackType")
		category, _ := def.Int("categoryId")
		finesse := slices.ContainsFunc(def.List("properties"), func(p loosejson.Object) bool { return p.Text("name") == "Finesse" })
		mod := mods["str"]
		bonuses := b.bonus("melee-weapon-attacks")
		switch {
		case kind == 2:
			a.Kind, mod, bonuses = monster.Ranged, mods["dex"], b.bonus("ranged-weapon-attacks")
		case finesse:
			mod = highest([]part{mods["str"], mods["dex"]})
		}
		magic := num(0)
		if item.Bool("isAttuned") || !def.Bool("canAttune") {
			for _, m := range def.List("grantedModifiers") {
				if m.Text("type") == "bonus" && m.Text("subType") == "magic" {
					magic = plus(magic, valueOf(m))
				}
			}
		}
		hit := plus(mod, magic, bonuses)
		group := map[int]string{1: "simple-weapons", 2: "martial-weapons"}[category]
		if group != "" && b.has("proficiency", group) || b.has("proficiency", beyondName(def.Text("type"))) || b.has("proficiency", beyondName(def.Text("name"))) {
			hit = plus(hit, proficiency)
		}
		if by := cmp.Or(b.any("weapon-attacks"), b.any("attacks")); by != "" {
			hit = part{why: Changed, by: by}
		}
		deals := plus(mod, magic)
		if hit.why != "" {
			b.attack(a, hit.why, hit.by)
			continue
		}
		expr, err := dice.Parse(def.Text("damage.diceString"))
		if err != nil || !expr.HasDice() || deals.why != "" {
			b.attack(a, NotDice, "")
			continue
		}
		d, ok := monster.ParseDamage(expr.String() + " " + strings.ToLower(clean(def.Text("damageType"))))
		if !ok {
			b.attack(a, NotDice, "")
			continue
		}
		if deals.n != 0 {
			d = plusFlat(d, deals.n)
		}
		a.Bonus, a.Damage = &hit.n, []monster.Damage{d}
		b.attack(a, "", "")
	}
}

// beyondName returns a name as subtypes have it: "Light Crossbow" is light-crossbow.
func beyondName(text string) string { return strings.ReplaceAll(keyOf(text), "_", "-") }
