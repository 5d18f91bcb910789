package sheet

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"roundel/engine/dice"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
	"roundel/engine/statblock"
)

// signed returns a number with its sign.
func signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}

// foundrySkills returns the skills by their short names in Foundry.
func foundrySkills() map[string]string {
	return map[string]string{"acr": "acrobatics", "ani": "animal_handling", "arc": "arcana", "ath": "athletics", "dec": "deception", "his": "history", "ins": "insight",
		"inv": "investigation", "itm": "intimidation", "med": "medicine", "nat": "nature", "per": "persuasion", "prc": "perception", "prf": "performance", "rel": "religion",
		"slt": "sleight_of_hand", "ste": "stealth", "sur": "survival"}
}

// foundryFiveE reads an actor of Foundry's 5E system (CR-21).
func (r *reader) foundryFiveE() {
	system := systemOf(r.Object)
	level := num(0)
	for _, item := range r.items() {
		if item.Text("type") == "class" {
			level = plus(level, wholeOf(systemOf(item)["levels"], item.Text("name")))
		}
	}
	if level.why == "" && level.n < 1 {
		level = part{why: Missing, by: "class"}
	}
	r.foundryEffects()
	r.foundryState(system)
	level = r.unless("level", level)
	mod := func(ability string) part {
		return r.unless(ability, modifier(wholeOf(system.Get("abilities."+ability+".value"), ability)))
	}
	proficiency := r.unless("proficiency", level.of(func(n int) int { return 2 + (n-1)/4 }))
	r.set(r.s.Numbers, "level", level)
	r.set(r.s.Numbers, "proficiency", proficiency)
	for _, ability := range abilities() {
		r.set(r.s.Numbers, ability, mod(ability))
		save := plus(mod(ability), bonusOf(system.Get("abilities."+ability+".bonuses.save"), "bonuses.save"), bonusOf(system.Get("bonuses.abilities.save"), "bonuses.save"))
		switch trained := optional(system.Get("abilities."+ability+".proficient"), "proficient"); {
		case trained.why != "":
			save = trained
		case trained.n > 0:
			save = plus(save, proficiency)
		}
		r.set(r.s.Saves, ability+"_save", save)
	}
	for _, key := range sorted(foundrySkills()) {
		if by := wrong(system, "object", "skills", "skills."+key); by != "" {
			r.leave(foundrySkills()[key], Unclear, by)
		}
		if skill := system.At("skills." + key); skill != nil {
			r.set(r.s.Skills, foundrySkills()[key], foundrySkill(system, skill, mod, proficiency))
		}
	}
	ability := cmp.Or(system.Text("attributes.init.ability"), "dex")
	r.set(r.s.Numbers, "init", plus(mod(ability), bonusOf(system.Get("attributes.init.bonus"), "init.bonus"), noBonus(system.Get("bonuses.abilities.check"), "bonuses.check"),
		noBonus(system.Get("abilities."+ability+".bonuses.check"), "bonuses.check")))
	if units := system.Text("attributes.movement.units"); system.Get("attributes.movement.walk") != nil && (units == "" || units == "ft") {
		r.set(r.s.Numbers, "speed", wholeOf(system.Get("attributes.movement.walk"), "walk"))
	}
	r.hp(plus(r.foundryHP(system, level, mod("con")), noBonus(system.Get("attributes.hp.tempmax"), "hp.tempmax")), wholeOf(system.Get("attributes.hp.value"), "hp"))
	r.set(r.s.Numbers, "ac", plus(r.foundryAC(system, mod), noBonus(system.Get("attributes.ac.bonus"), "ac.bonus")))
	r.s.Defence = Defences{texts(system.Get("traits.dr.value")), append(texts(system.Get("traits.di.value")), texts(system.Get("traits.ci.value"))...), texts(system.Get("traits.dv.value"))}
	r.foundryWeapons(system, mod, proficiency)
}

// bonusOf returns a bonus, which Foundry keeps as text: "2" is 2, and no text is 0. by names it.
func bonusOf(v any, by string) part {
	if n, ok := loosejson.Whole(v); ok {
		return num(n)
	}
	return optional(v, by)
}

// noBonus returns 0 for a bonus that isn't there. The sum doesn't know what any other would change.
func noBonus(v any, by string) part {
	if p := bonusOf(v, by); p.why != "" || p.n != 0 {
		return part{why: Changed, by: by}
	}
	return num(0)
}

// foundrySkill returns a skill: the modifier of its ability and as much of the proficiency bonus as it has.
func foundrySkill(system, skill loosejson.Object, mod func(string) part, proficiency part) part {
	half := 0
	switch v := skill["value"]; {
	case loosejson.Empty(v), v == json.Number("0"):
	case v == json.Number("0.5"):
		half = 1
	case v == json.Number("1"):
		half = 2
	case v == json.Number("2"):
		half = 4
	default:
		return part{why: NotWhole, by: "value"}
	}
	ability := skill.Text("ability")
	return plus(mod(ability), proficiency.of(func(n int) int { return n * half / 2 }), bonusOf(skill.Get("bonuses.check"), "bonuses.check"),
		bonusOf(system.Get("abilities."+ability+".bonuses.check"), "bonuses.check"), bonusOf(system.Get("bonuses.abilities.check"), "bonuses.check"),
		bonusOf(system.Get("bonuses.abilities.skill"), "bonuses.skill"))
}

// foundryEffects notes what effects change. An enchantment changes the item that it is on.
func (r *reader) foundryEffects() {
	apply := func(effects []loosejson.Object, item loosejson.Object) {
		for _, e := range effects {
			by := cmp.Or(e.Text("name"), e.Text("label"))
			switch {
			case e.Bool("disabled"):
				continue
			case item != nil && e.Text("type") == "enchantment":
				if item.Text("type") == "weapon" {
					r.change("attack "+item.Text("name"), by)
				} else {
					r.change("ac", by)
				}
				continue
			case item != nil && e["transfer"] == false:
				continue
			}
			for _, change := range r.list(by, e, "changes") {
				for _, number := range foundryKeys(change.Text("key")) {
					r.change(number, by)
				}
			}
		}
	}
	apply(r.list("", r.Object, "effects"), nil)
	for _, item := range r.items() {
		if s := systemOf(item); s["equipped"] != false {
			apply(r.list(item.Text("name"), item, "effects"), item)
		}
	}
}

// foundryState notes what the actor itself changes: bonuses to attacks, special traits, and exhaustion.
func (r *reader) foundryState(system loosejson.Object) {
	for _, kind := range []string{"mwak", "rwak"} {
		for _, path := range []string{"bonuses." + kind + ".attack", "bonuses." + kind + ".damage"} {
			if noBonus(system.Get(path), path).why != "" {
				r.change("attacks", path)
			}
		}
	}
	for _, flag := range sorted(r.At("flags.dnd5e")) {
		if !loosejson.Empty(r.At("flags.dnd5e")[flag]) {
			for _, key := range foundryTraits()[flag] {
				r.change(key, flag)
			}
		}
	}
	if noBonus(system.Get("attributes.exhaustion"), "").why != "" {
		for _, key := range slices.Concat(fiveESaves(), sorted(skills()), []string{"init", "speed", "hp", "attacks"}) {
			r.change(key, "exhaustion")
		}
	}
}

// foundryTraits returns the numbers that special traits of a character change.
func foundryTraits() map[string][]string {
	checks := append(sorted(skills()), "init")
	return map[string][]string{"jackOfAllTrades": checks, "remarkableAthlete": checks, "initiativeAlert": {"init"}, "initiativeHalfProf": {"init"}, "diamondSoul": fiveESaves(),
		"tavernBrawlerFeat": {"attacks"}}
}

// fiveESaves returns the keys of the saves of 5E.
func fiveESaves() []string {
	var out []string
	for _, ability := range abilities() {
		out = append(out, ability+"_save")
	}
	return out
}

// foundryKeys returns the numbers that the key of an effect's change is about: none for what is known to change none, and all for what isn't known.
func foundryKeys(key string) []string {
	words := strings.Split(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(key), "system."), "data."), ".")
	at := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	checks := append(sorted(skills()), "init")
	switch at(0) {
	case "", "name", "img", "token", "prototypeToken", "ATL", "macro", "StatusEffect", "statuses", "currency", "resources", "spells", "tools", "scale", "favorites":
		return nil
	case "flags":
		if at(1) == "dnd5e" {
			return foundryTraits()[at(2)]
		}
		return nil
	case "traits":
		if at(1) == "weaponProf" {
			return []string{"attacks"}
		}
		return nil
	case "details":
		if slices.Contains([]string{"race", "background", "alignment", "biography", "appearance", "trait", "ideal", "bond", "flaw", "xp", "type"}, at(1)) {
			return nil
		}
	case "attributes":
		switch at(1) {
		case "ac", "hp", "init":
			return []string{at(1)}
		case "movement":
			return []string{"speed"}
		case "prof":
			return []string{"proficiency"}
		case "senses", "attunement", "concentration", "death", "encumbrance", "inspiration", "spell", "spellcasting", "spelldc", "spellmod", "hd", "loyalty":
			return nil
		}
	case "skills":
		if name, ok := foundrySkills()[at(1)]; ok {
			return []string{name}
		}
		return sorted(skills())
	case "abilities":
		switch ability := at(1); {
		case !slices.Contains(abilities(), ability):
		case at(2) == "value" || at(2) == "mod":
			return []string{ability}
		case at(2) == "bonuses" && at(3) == "save", at(2) == "proficient", at(2) == "save":
			return []string{ability + "_save"}
		case at(2) == "bonuses" && at(3) == "check", at(2) == "checkProf", at(2) == "check":
			return checks
		}
	case "bonuses":
		switch at(1) {
		case "abilities":
			switch at(2) {
			case "save":
				return fiveESaves()
			case "skill":
				return sorted(skills())
			case "check":
				return checks
			}
		case "mwak", "rwak", "All-Attacks", "weapon":
			return []string{"attacks"}
		case "msak", "rsak", "spell", "heal":
			return nil
		}
	}
	return everything()
}

// foundryHP returns the maximum hit points: stated, or from the classes' advancement.
func (r *reader) foundryHP(system loosejson.Object, level, con part) part {
	if stated := system.Get("attributes.hp.max"); stated != nil {
		return wholeOf(stated, "hp.max")
	}
	total := plus(times(bonusOf(system.Get("attributes.hp.bonuses.level"), "bonuses.level"), level), bonusOf(system.Get("attributes.hp.bonuses.overall"), "bonuses.overall"))
	for _, item := range r.items() {
		if item.Text("type") != "class" {
			continue
		}
		s := systemOf(item)
		levels, _ := s.Int("levels")
		die, known := loosejson.Whole(strings.TrimPrefix(cmp.Or(s.Text("hd.denomination"), s.Text("hitDice")), "d"))
		var values loosejson.Object
		for _, one := range r.list(item.Text("name"), s, "advancement") {
			if one.Text("type") == "HitPoints" {
				values = one.At("value")
			}
		}
		if levels > 20 || levels < 1 {
			return part{why: OutOfRange, by: item.Text("name")}
		}
		for n := 1; n <= levels; n++ {
			v := values[strconv.Itoa(n)]
			gained := wholeOf(v, item.Text("name"))
			switch {
			case v == "max" && known:
				gained = num(die)
			case v == "avg" && known:
				gained = num(die/2 + 1)
			}
			total = plus(total, plus(gained, con).of(func(n int) int { return max(n, 1) }))
		}
	}
	return total
}

// foundryAC returns the Armor Class by how it is worked out.
func (r *reader) foundryAC(system loosejson.Object, mod func(string) part) part {
	var armors, shields []loosejson.Object
	for _, item := range r.items() {
		s := systemOf(item)
		if _, told := s["equipped"].(bool); item.Text("type") == "equipment" && !told && !loosejson.Empty(s["equipped"]) {
			r.change("ac", item.Text("name")) // nobody knows whether it is worn
		}
		if item.Text("type") == "equipment" && s.Bool("equipped") && cmp.Or(wrong(s, "text", "type.value", "armor.type"), wrong(s, "object", "type", "armor")) != "" {
			r.change("ac", item.Text("name")) // or whether it is armor
		}
		if item.Text("type") != "equipment" || !s.Bool("equipped") {
			continue
		}
		switch cmp.Or(s.Text("type.value"), s.Text("armor.type")) {
		case "light", "medium", "heavy", "natural":
			armors = append(armors, s)
		case "shield":
			shields = append(shields, s)
		}
	}
	calc := cmp.Or(system.Text("attributes.ac.calc"), "default")
	if calc == "flat" {
		return wholeOf(system.Get("attributes.ac.flat"), "ac.flat")
	}
	shield := num(0)
	if len(shields) > 1 {
		return part{why: Unclear, by: "shield"}
	}
	for _, s := range shields {
		shield = plus(wholeOf(s.Get("armor.value"), "armor.value"), noBonus(s.Get("armor.magicalBonus"), "magicalBonus"))
	}
	dex := mod("dex")
	switch {
	case calc == "natural":
		return plus(wholeOf(system.Get("attributes.ac.flat"), "ac.flat"), shield)
	case calc == "mage" || calc == "draconic":
		return plus(num(13), dex, shield)
	case strings.HasPrefix(calc, "unarmored"):
		ability, known := map[string]string{"unarmoredMonk": "wis", "unarmoredBarb": "con", "unarmoredBard": "cha"}[calc]
		if !known {
			return part{why: Unclear, by: calc}
		}
		return plus(num(10), dex, mod(ability), shield)
	case calc != "default":
		return part{why: Unclear, by: calc}
	case len(armors) > 1:
		return part{why: Unclear, by: "armor"}
	case len(armors) == 0:
		return plus(num(10), dex, shield)
	}
	armor := armors[0]
	if cmp.Or(armor.Text("type.value"), armor.Text("armor.type")) == "heavy" {
		dex = num(0)
	} else if most := armor.Get("armor.dex"); !loosejson.Empty(most) {
		dex = atMost(dex, wholeOf(most, "armor.dex"))
	}
	return plus(wholeOf(armor.Get("armor.value"), "armor.value"), dex, shield, noBonus(armor.Get("armor.magicalBonus"), "magicalBonus"))
}

// foundryWeapons adds the equipped weapons.
func (r *reader) foundryWeapons(system loosejson.Object, mod func(string) part, proficiency part) {
	mods := map[string]int{}
	for _, ability := range abilities() {
		if p := mod(ability); p.why == "" {
			mods[ability+"_mod"] = p.n
		}
	}
	if by := cmp.Or(wrong(system, "texts", "traits.weaponProf.value"), wrong(system, "object", "traits", "traits.weaponProf")); by != "" {
		r.change("attacks", by)
	}
	trainedIn := system.Texts("traits.weaponProf.value")
	for _, item := range r.items() {
		if item.Text("type") != "weapon" {
			continue
		}
		s := systemOf(item)
		a := monster.Attack{Name: item.Text("name")}
		if !s.Bool("equipped") {
			r.attack(a, NotEquipped, "")
			continue
		}
		if proficiency.why != "" {
			r.attack(a, proficiency.why, proficiency.by)
			continue
		}
		category := map[string]string{"simpleM": "sim", "simpleR": "sim", "martialM": "mar", "martialR": "mar"}[s.Text("type.value")]
		trained := slices.Contains(trainedIn, category) || slices.Contains(trainedIn, s.Text("type.baseItem"))
		if on, is := s["proficient"].(bool); is {
			trained = on
		} else if n, is := whole(s["proficient"]); is {
			trained = n > 0
		} else if !loosejson.Empty(s["proficient"]) {
			r.attack(a, NotWhole, "proficient")
			continue
		} else if category == "" && !trained {
			r.attack(a, Missing, "proficient")
			continue
		}
		magic := bonusOf(s["magicalBonus"], "magicalBonus")
		if magic.n != 0 && s.Text("attunement") == "required" && !s.Bool("attuned") {
			magic = part{why: Unclear, by: "attunement"}
		}
		magic = r.unless("attack "+a.Name, magic)
		got, ok := statblock.FoundryWeapon(s, mods, proficiency.n, trained)
		switch {
		case magic.why != "":
			r.attack(a, magic.why, magic.by)
			continue
		case !ok:
			r.attack(a, NoBonus, "")
			continue
		}
		got.Name = a.Name
		if magic.n != 0 {
			total := *got.Bonus + magic.n
			got.Bonus = &total
			if len(got.Damage) > 0 {
				got.Damage[0] = plusFlat(got.Damage[0], magic.n)
			}
		}
		r.attack(got, "", "")
	}
}

// plusFlat adds a number to a part of damage, as one with the numbers that it has.
func plusFlat(d monster.Damage, n int) monster.Damage {
	expr, err := dice.Parse(d.Dice)
	if err != nil {
		return d
	}
	thrown := slices.DeleteFunc(slices.Clone(expr), func(t dice.Term) bool { return t.Sides == 0 })
	for _, t := range expr {
		switch {
		case t.Sides > 0:
		case t.Neg:
			n -= t.N
		default:
			n += t.N
		}
	}
	if n != 0 || len(thrown) == 0 {
		thrown = append(thrown, dice.Term{Neg: n < 0, N: max(n, -n)})
	}
	d.Dice = thrown.String()
	return d
}
