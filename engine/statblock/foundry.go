package statblock

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// systemOf returns the system's data of an actor or item. Older versions of Foundry call it data.
func systemOf(o loosejson.Object) loosejson.Object {
	if system := o.At("system"); system != nil {
		return system
	}
	return o.At("data")
}

// silentActor lists the keys of an actor that don't matter in a fight.
const silentActor = `
	_id id _key type img effects flags prototypeToken token folder sort _stats ownership permission folderPath baseActorId`

// foundryRead lists the entries of the system's data that are read.
const foundryRead = `
	abilities.*.value abilities.*.proficient attributes.ac.flat attributes.ac.value attributes.ac.calc attributes.hp.max attributes.hp.value attributes.hp.formula
	attributes.init.ability attributes.init.bonus attributes.movement attributes.senses details.cr details.type resources.legact resources.legres
	traits.size traits.di.value traits.dr.value traits.dv.value traits.ci.value traits.di.custom traits.dr.custom traits.dv.custom traits.ci.custom
	traits.languages.value`

// silentSystem lists the entries of the system's data that don't matter in a fight, that follow from other entries, or that are about spells,
// which are listed as items.
const silentSystem = `
	abilities.*.max abilities.*.mod abilities.*.save abilities.*.prof abilities.*.saveProf abilities.*.checkProf abilities.*.saveBonus abilities.*.checkBonus
	abilities.*.dc abilities.*.attack abilities.*.icon abilities.*.label attributes.ac.formula attributes.attunement attributes.concentration.ability
	attributes.concentration.limit attributes.death attributes.encumbrance attributes.exhaustion attributes.hd attributes.hp.temp attributes.hp.tempmax
	attributes.init.mod attributes.init.prof attributes.init.total attributes.init.value attributes.inspiration attributes.loyalty attributes.price attributes.prof
	attributes.spell attributes.spellcasting attributes.spelldc currency details.alignment details.appearance details.background details.biography details.bond
	details.environment details.flaw details.habitat details.ideal details.level details.notes details.race details.source details.spellLevel details.treasure
	details.xp favorites identified resources.lair.initiative resources.*.label skills.*.ability skills.*.bonus skills.*.mod skills.*.passive skills.*.prof
	skills.*.total source spells starred tools.*.ability traits.armorProf traits.important traits.toolProf traits.weaponProf`

// foundryItemRead lists the entries of an item's data that are read, and those that don't matter in a fight.
const foundryItemRead = `
	ability actionType activation activities attack attackBonus damage.base damage.parts description.value proficient properties recharge.value save type.value
	uses.max uses.per uses.recovery
	advancement ammo armor attuned attunement chatFlavor consume container cover crewed critical description.chat description.unidentified equipped
	identified identifier mastery price quantity range rarity recharge.charged requirements source strength target type.subtype type.baseItem type.identifier
	unidentified uses.autoDestroy uses.autoUse uses.prompt uses.spent uses.value weaponType weight duration hp prerequisites cptooltipmode`

// foundryKinds and foundryItemKinds say of what kind the entries of the system's data and of an item's are.
const (
	foundryKinds = `
		number: abilities.*.value abilities.*.proficient
		count: resources.legact.max resources.legres.max
		object: attributes.movement
		text: traits.size details.type.value details.type.subtype`
	foundryItemKinds = `
		text: description.value save.ability activation.type activities.*.activation.type activities.*.damage.onSave uses.recovery.*.period
		object: activities activation save activities.*.activation activities.*.save activities.*.save.dc damage.base
		list: damage.parts uses.recovery activities.*.damage.parts
		object: uses.recovery.* activities.*.damage.parts.*
		texts: damage.base.types activities.*.save.ability activities.*.damage.parts.*.types
		count: recharge.value activities.*.activation.value`
)

// foundry is the format of actors of Foundry VTT's 5E system.
func foundry() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["name"]
			return named && (systemOf(o).At("attributes") != nil || o["type"] == "npc" && o["items"] != nil && fifthEdition(systemOf(o)))
		},
		rows: []row{
			{"name", (*block).name},
			{"system data", func(b *block, _ any) {
				s := systemOf(b.Object)
				for _, r := range foundrySystem() {
					var v any
					for _, path := range strings.Fields(r.from) {
						if v == nil {
							v = s.Get(path)
						}
					}
					r.take(b, v)
				}
				b.misshapen("", s, foundryKinds)
				b.unread("", s, foundryRead+silentSystem)
			}},
			{"items", func(b *block, v any) {
				for _, item := range loosejson.Objects(v) {
					b.foundryItem(item)
				}
			}},
		},
		kinds:  "list: items\nobject: items.* items.*.system items.*.data",
		silent: silentActor,
	}
}

// fifthEdition reports whether an actor's system data, even without attributes, is that of the 5E system. Other systems have actors of type npc, too.
func fifthEdition(system loosejson.Object) bool {
	return slices.ContainsFunc([]string{"abilities.str", "details.cr", "resources.legact"}, func(path string) bool { return system.Get(path) != nil })
}

// foundrySystem returns the rows for the system's data of an actor.
func foundrySystem() []row {
	return []row{
		{"attributes.hp.max attributes.hp.value", (*block).hitPoints},
		{"attributes.hp.formula", (*block).hitDice},
		{"attributes.ac", func(b *block, v any) {
			ac, _ := v.(loosejson.Object)
			if calc := ac.Text("calc"); calc == "" || calc == "flat" || calc == "natural" { // otherwise it depends on the armor worn
				b.armorClass(cmp.Or(ac["flat"], ac["value"]))
			} else {
				b.armorClass(ac["value"])
			}
		}},
		{"details.cr", (*block).rating},
		{"abilities", func(b *block, v any) {
			proficiency, known := b.proficiencyBonus()
			all, _ := v.(loosejson.Object)
			for _, key := range abilities() {
				mod, ok := modifier(all.Get(key + ".value"))
				if !ok {
					continue
				}
				save := mod
				if n, _ := all.Int(key + ".proficient"); n > 0 && known {
					save += n * proficiency
				}
				b.stat(key+"_mod", mod)
				b.stat(key, save)
			}
		}},
		{"attributes.init", (*block).foundryInitiative},
		{"resources.legact.max", countFrom("legendary")},
		{"resources.legres.max", countFrom("resist")},
		{"traits.size", func(b *block, v any) {
			size, _ := v.(string)
			s := systemOf(b.Object)
			if size != "" && foundrySize(size) == "" {
				b.miss(Entry, "traits.size")
			}
			kind := cmp.Or(s.Text("details.type.value"), s.Text("details.type"))
			if kind == "custom" {
				kind = s.Text("details.type.custom")
			}
			b.is(foundrySize(size), kind)
			b.tags([]string{s.Text("details.type.subtype")})
		}},
		{"traits.di", traitsFrom("immune")},
		{"traits.ci.value", resistFrom("immune")},
		{"traits.dr", traitsFrom("resist")},
		{"traits.dv", traitsFrom("vulnerable")},
		{"traits.di.custom", customFrom("immune")},
		{"traits.ci.custom", customFrom("immune")},
		{"traits.dr.custom", customFrom("resist")},
		{"traits.dv.custom", customFrom("vulnerable")},
		{"traits.languages.value", lineFrom(languagesOf)},
		{"attributes.senses", func(b *block, v any) {
			o, _ := v.(loosejson.Object)
			var out []string
			for _, sense := range []string{"blindsight", "darkvision", "tremorsense", "truesight"} {
				n, ok := o.Int(sense)
				if !ok {
					n, ok = o.Int("ranges." + sense)
				}
				if ok && n > 0 && cmp.Or(o.Text("units"), "ft") == "ft" {
					out = append(out, feetOf(sense, n))
				}
			}
			if special := strings.TrimSuffix(strings.TrimSpace(o.Text("special")), ";"); special != "" {
				out = append(out, special)
			}
			lineFrom(sensesOf)(b, strings.Join(out, ", "))
		}},
		{"attributes.movement", func(b *block, v any) {
			o, _ := v.(loosejson.Object)
			unit := cmp.Or(o.Text("units"), "ft")
			if unit == "ft" {
				unit = "ft."
			}
			b.speeds("attributes.movement", v, oneLine(unit))
		}},
	}
}

// traitsFrom returns a function for a row with resistances under a word. Physical ones that some weapons bypass are missed.
func traitsFrom(word string) func(b *block, v any) {
	return func(b *block, v any) {
		trait, _ := v.(loosejson.Object)
		all, listed := trait["value"].([]any)
		if !listed || loosejson.Empty(trait["bypasses"]) {
			b.resistances(word, trait["value"])
			return
		}
		var sure []any
		for _, one := range all {
			name, _ := one.(string)
			if slices.Contains([]string{"physical", "bludgeoning", "piercing", "slashing"}, name) {
				b.miss(Resistance, word+" "+name)
			} else {
				sure = append(sure, one)
			}
		}
		b.resistances(word, sure)
	}
}

// customFrom returns a function for a row with resistances in the author's own words, which are missed.
func customFrom(word string) func(b *block, v any) {
	return func(b *block, v any) {
		if text, _ := v.(string); strings.TrimSpace(text) != "" {
			b.miss(Resistance, word+" "+text)
		}
	}
}

// foundrySize returns a size as stat blocks write it.
func foundrySize(short string) string {
	return map[string]string{"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}[short]
}

// timesProficiency matches a bonus that is a multiple of the proficiency bonus.
var timesProficiency = regexp.MustCompile(`^@(?:prof|attributes\.prof)(?:\s*\*\s*(\d))?$`)

// foundryInitiative reads the initiative modifier: the modifier of Dexterity or of the named ability, plus a bonus.
func (b *block) foundryInitiative(v any) {
	o, _ := v.(loosejson.Object)
	mod, ok := b.m.Stats[cmp.Or(o.Text("ability"), "dex")+"_mod"]
	bonus, plainly := o.Int("bonus")
	if m := timesProficiency.FindStringSubmatch(strings.TrimSpace(o.Text("bonus"))); m != nil {
		proficiency, known := b.proficiencyBonus()
		times, given := loosejson.Whole(m[1])
		if !given {
			times = 1
		}
		bonus, plainly = times*proficiency, known
	}
	if !ok || !plainly && !loosejson.Empty(o["bonus"]) {
		b.miss(Initiative, "")
		return
	}
	b.stat("init", mod+bonus)
}

// proficiencyBonus returns the proficiency bonus that follows from the challenge rating, and whether it is known.
func (b *block) proficiencyBonus() (int, bool) {
	if strings.Contains(b.m.Rating, "/") {
		return 2, true
	}
	n, ok := loosejson.Whole(b.m.Rating)
	return max(2, 2+(n-1)/4), ok && n >= 0
}

// foundryItem reads an item: a weapon as an attack, a feat as an ability. Any other item is missed.
func (b *block) foundryItem(item loosejson.Object) {
	system := systemOf(item)
	f := feature{name: item.Text("name"), text: system.Text("description.value")}
	proficiency, known := b.proficiencyBonus()
	w := weapon{system: system, mods: b.m.Stats, proficiency: proficiency, known: known}
	b.foundryUses(&f, system)
	switch item.Text("type") {
	case "weapon":
		a, ok := w.attack()
		if !ok {
			b.miss(Action, f.name)
			return
		}
		f.attack = &a
	case "feat":
		if ok := w.feat(&f); !ok {
			b.miss(Action, f.name)
			return
		}
	default:
		b.miss(Action, f.name)
		return
	}
	b.add(f)
	b.misshapen(f.name, system, foundryItemKinds)
	b.unread(f.name, system, foundryItemRead)
	w.unused(func(kind string) { b.miss(Entry, strings.TrimSpace(f.name+": activity "+kind)) })
}

// foundryUses reads how often an item can be used.
func (b *block) foundryUses(f *feature, system loosejson.Object) {
	if n, ok := system.Int("recharge.value"); ok && n >= 2 && n <= 6 { // in older versions
		f.Recharge = &engine.Recharge{Needs: n}
		return
	}
	most, ok := system.Int("uses.max")
	period := system.Text("uses.per")
	for _, r := range system.List("uses.recovery") {
		period = r.Text("period")
		if period == "recharge" {
			if n, ok := r.Int("formula"); ok && n >= 2 && n <= 6 {
				f.Recharge = &engine.Recharge{Needs: n}
			} else {
				f.unclear = append(f.unclear, Uses)
			}
			return
		}
	}
	switch {
	case loosejson.Empty(system.Get("uses.max")), ok && most == 0:
	case ok && most >= 1 && most <= monster.MaxUses:
		f.Uses, f.Per = most, monster.PerOf(period)
	default:
		f.unclear = append(f.unclear, Uses)
	}
}

// weapon is an actor's item and what its numbers depend on.
type weapon struct {
	system      loosejson.Object
	mods        map[string]int // of the actor's abilities: str_mod
	proficiency int
	known       bool  // proficiency
	trained     *bool // whether proficiency counts; nil: as the item says
}

// FoundryWeapon returns the attack made with a weapon of an actor of Foundry's 5E system, without its name. ok is false unless everything that
// it depends on is known. system is the item's data, mods are the actor's ability modifiers by keys such as str_mod, and trained says whether
// the proficiency bonus counts.
func FoundryWeapon(system loosejson.Object, mods map[string]int, proficiency int, trained bool) (monster.Attack, bool) {
	return weapon{system, mods, proficiency, true, &trained}.attack()
}

// activity returns the first activity of one of the given types, or the first of all if no type is given.
func (w weapon) activity(types ...string) loosejson.Object {
	return w.system.At("activities").At(w.activityKey(types...))
}

// activityKey is like activity, but returns the key, or "" if there is none.
func (w weapon) activityKey(types ...string) string {
	all := w.system.At("activities")
	keys := slices.SortedFunc(maps.Keys(all), func(a, c string) int {
		first, _ := all.Int(a + ".sort")
		second, _ := all.Int(c + ".sort")
		return cmp.Or(cmp.Compare(first, second), strings.Compare(a, c))
	})
	for _, key := range keys {
		if o := all.At(key); o != nil && (types == nil || slices.Contains(types, o.Text("type"))) {
			return key
		}
	}
	return ""
}

// unused calls miss with the type of each activity that isn't read. The first activity is read, and the first attack and save.
func (w weapon) unused(miss func(kind string)) {
	all := w.system.At("activities")
	read := []string{w.activityKey(), w.activityKey("attack"), w.activityKey("save")}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if o := all.At(key); o != nil && !slices.Contains(read, key) {
			miss(oneLine(o.Text("type")))
		}
	}
}

// feat reads when a feature is used and what save it asks for. It reports whether the feature is the monster's own.
func (w weapon) feat(f *feature) bool {
	activation := w.activity().At("activation")
	if activation == nil {
		activation = w.system.At("activation")
	}
	switch kind := activation.Text("type"); kind {
	case "action":
	case "bonus":
		f.As = engine.AsBonus
	case "reaction":
		f.As = engine.AsReaction
	case "legendary":
		f.As = engine.AsLegendary
		cost, ok := activation.Int("value")
		if !ok {
			cost, ok = activation.Int("cost")
		}
		if ok && cost > 1 && cost < 10 {
			f.Costs = cost
		}
	case "lair", "mythic", "crew", "day", "hour", "minute":
		return false
	default:
		f.As = engine.AsTrait
	}
	if strings.EqualFold(f.name, "Multiattack") {
		return true
	}
	w.save(f)
	return true
}

// save reads the save that a feature asks for. If its fields don't have numbers, its text may.
func (w weapon) save(f *feature) {
	activity := w.activity("save")
	ability := activity.Text("save.ability")
	if all := activity.Texts("save.ability"); len(all) == 1 {
		ability = all[0]
	}
	dc, ok := activity.Int("save.dc.formula")
	ok = ok && activity.Text("save.dc.calculation") == ""
	parts, half := w.parts(activity.List("damage.parts")), activity.Text("damage.onSave") == "half"
	if activity == nil {
		old := w.system.At("save")
		ability = old.Text("ability")
		dc, ok = old.Int("dc")
		parts, half = w.pairs(0), halves(plain(f.text))
	}
	if ability == "" || !slices.Contains(abilities(), ability) || !ok || dc < 0 || dc > 1000 {
		f.asks = activity != nil || ability != ""
		return
	}
	if !parts.known {
		f.unclear = append(f.unclear, Save)
		return
	}
	f.Save, f.Damage, f.Half = &monster.Save{Stat: ability, DC: dc}, parts.all, half && len(parts.all) > 0
	f.Area = areaOf(plain(f.text))
	f.One = f.Area == "" && (activity.Text("target.affects.count") == "1" || one(plain(f.text)))
}

// attack returns the attack made with a weapon. ok is false unless everything that it depends on is known.
func (w weapon) attack() (a monster.Attack, ok bool) {
	activity := w.activity("attack")
	kind := w.system.Text("actionType")
	spell := kind == "msak" || kind == "rsak"
	flat, bonus := false, w.system["attackBonus"]
	if o := w.system.At("attack"); o != nil {
		bonus, flat = o["bonus"], o.Bool("flat")
	}
	if o := activity.At("attack"); o != nil {
		kind = map[string]string{"melee": "mwak", "ranged": "rwak"}[o.Text("type.value")]
		spell = o.Text("type.classification") == "spell"
		bonus, flat = o["bonus"], o.Bool("flat")
	}
	if kind == "" {
		kind = map[string]string{"simpleM": "mwak", "martialM": "mwak", "natural": "mwak", "simpleR": "rwak", "martialR": "rwak"}[w.system.Text("type.value")]
	}
	a.Kind = map[string]monster.Kind{"mwak": monster.Melee, "msak": monster.Melee, "rwak": monster.Ranged, "rsak": monster.Ranged}[kind]
	if a.Kind == "" {
		return a, false
	}
	total, given := loosejson.Whole(bonus)
	if !given && !loosejson.Empty(bonus) {
		return a, false
	}
	mod, ok := w.modifier(activity, a.Kind, spell)
	if !ok || !flat && !w.known { // a flat bonus replaces the modifier to hit, but not to damage
		return a, false
	}
	if !flat {
		total += mod
		if w.proficient() {
			total += w.proficiency
		}
	}
	a.Bonus = &total
	parts := w.damage(mod)
	a.Damage = parts.all
	return a, parts.known
}

// proficient reports whether the proficiency bonus counts. It does for an actor's weapons, unless they say otherwise.
func (w weapon) proficient() bool {
	if w.trained != nil {
		return *w.trained
	}
	if on, is := w.system["proficient"].(bool); is {
		return on
	}
	n, given := w.system.Int("proficient")
	return !given || n > 0
}

// modifier returns the modifier of the ability that an attack with the weapon uses. A spell's is known only if the item names the ability.
func (w weapon) modifier(activity loosejson.Object, kind monster.Kind, spell bool) (int, bool) {
	key := cmp.Or(activity.Text("attack.ability"), w.system.Text("ability"))
	stats := w.mods
	strength, hasStr := stats["str_mod"]
	dexterity, hasDex := stats["dex_mod"]
	switch {
	case key != "":
		mod, ok := stats[key+"_mod"]
		return mod, ok
	case spell:
		return 0, false
	case w.system.Bool("properties.fin"), slices.Contains(w.system.Texts("properties"), "fin"): // the better of the two counts
		return max(strength, dexterity), hasStr && hasDex
	case kind == monster.Ranged:
		return dexterity, hasDex
	}
	return strength, hasStr
}

// parts is damage in parts; known is true if all of them are dice and known numbers.
type parts struct {
	all   []monster.Damage
	known bool
}

// add adds a part, with the first of its types.
func (p *parts) add(text string, types []string) {
	if i := strings.Index(text, "["); i >= 0 { // a comment that repeats the type
		text = text[:i]
	}
	d, ok := monster.ParseDamage(text + " " + oneLine(strings.Join(types[:min(len(types), 1)], "")))
	p.known = p.known && ok && len(p.all) < 6
	p.all = append(p.all, d)
}

// damage returns the damage of a weapon; mod is the ability modifier to add.
func (w weapon) damage(mod int) parts {
	if base := w.system.At("damage.base"); base != nil {
		out := w.parts([]loosejson.Object{base}, mod)
		more := w.parts(w.activity("attack").List("damage.parts"))
		return parts{append(out.all, more.all...), out.known && more.known}
	}
	_, shaped := w.system["damage"].(loosejson.Object)
	_, listed := w.system.Get("damage.parts").([]any)
	out := w.pairs(mod)
	out.known = out.known && (shaped || w.system["damage"] == nil) && (listed || w.system.Get("damage.parts") == nil) && w.system.Get("damage.base") == nil
	return out
}

// parts returns the damage of parts that have their dice in separate fields, with add added to each.
func (w weapon) parts(list []loosejson.Object, add ...int) parts {
	out := parts{known: true}
	for _, part := range list {
		count, ok := part.Int("number")
		sides, sided := part.Int("denomination")
		if !ok || !sided || count < 1 || part.Bool("custom.enabled") || !loosejson.Empty(part["types"]) && !isKind("texts", part["types"]) {
			return parts{}
		}
		text := fmt.Sprintf("%dd%d", count, sides)
		for _, n := range add {
			if n != 0 {
				text += fmt.Sprintf("%+d", n)
			}
		}
		if bonus := strings.ReplaceAll(loosejson.Number(part["bonus"]), " ", ""); bonus != "" {
			text += "+" + bonus
		}
		out.add(text, part.Texts("types"))
	}
	return out
}

// pairs returns the damage in the form of older versions, where each part is a list of a formula and a type. mod is the value of @mod.
func (w weapon) pairs(mod int) parts {
	all, _ := w.system.Get("damage.parts").([]any)
	out := parts{known: true}
	for _, part := range all {
		pair := loosejson.Object{"": part}.Texts("")
		if len(pair) == 0 {
			return parts{}
		}
		text := strings.NewReplacer("@mod", fmt.Sprint(mod), " ", "").Replace(pair[0])
		out.add(strings.ReplaceAll(text, "+-", "-"), pair[1:])
	}
	return out
}
