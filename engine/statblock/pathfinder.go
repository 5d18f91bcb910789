package statblock

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"roundel/engine"
	"roundel/engine/loosejson"
	"roundel/engine/monster"
)

// pathfinder is the format of actors of Foundry VTT's Pathfinder 2E system.
func pathfinder() *form {
	return &form{
		is: func(o loosejson.Object) bool {
			_, named := o["name"]
			level := o.At("system.details.level") != nil || o.At("system.saves.fortitude") != nil || o.At("system.perception") != nil
			return named && level && o.Get("system.abilities.str.value") == nil && o.At("system.attributes") != nil
		},
		rows: []row{
			{"name", (*block).name},
			{"system.attributes.hp.max", (*block).hitPoints},
			{"system.attributes.ac", (*block).armorClass},
			{"system.initiative.statistic", (*block).pathfinderInitiative},
			{"system.saves.fortitude.value", statFrom("fort")},
			{"system.saves.reflex.value", statFrom("ref")},
			{"system.saves.will.value", statFrom("will")},
			{"system.details.level.value", (*block).rating},
			{"system.traits", func(b *block, v any) {
				traits, _ := v.(loosejson.Object)
				words := traits.Texts("value")
				if size := traits.Text("size.value"); size != "" && foundrySize(size) == "" {
					b.miss(Entry, "system.traits.size.value")
				}
				b.is(foundrySize(traits.Text("size.value")), strings.Join(words, " "))
				b.tags(words)
			}},
			{"system.attributes.speed", func(b *block, v any) {
				speed, _ := v.(loosejson.Object)
				var out []string
				if n, ok := speed.Int("value"); ok && n > 0 {
					out = append(out, feetOf("walk", n))
				}
				for _, other := range speed.List("otherSpeeds") {
					if n, ok := other.Int("value"); ok && n > 0 {
						out = append(out, feetOf(oneLine(other.Text("type")), n))
					}
				}
				lineFrom(speedOf)(b, strings.Join(out, ", "))
			}},
			{"system.details.languages.value", lineFrom(languagesOf)},
			{"system.perception.senses", func(b *block, v any) {
				var out []string
				for _, sense := range loosejson.Objects(v) {
					text := strings.ReplaceAll(sense.Text("type"), "-", " ")
					if n, ok := sense.Int("range"); ok {
						text += " " + strconv.Itoa(n) + " ft."
					}
					out = append(out, text)
				}
				lineFrom(sensesOf)(b, strings.Join(out, ", "))
			}},
			{"system.attributes.immunities", pathfinderResists("immune")},
			{"system.attributes.weaknesses", pathfinderResists("weak")},
			{"system.attributes.resistances", pathfinderResists("resist")},
			{"system", func(b *block, v any) {
				system, _ := v.(loosejson.Object)
				b.unread("", system, pathfinderRead)
			}},
			{"items", func(b *block, v any) {
				for _, item := range loosejson.Objects(v) {
					b.pathfinderItem(item)
				}
			}},
		},
		kinds: `
			number: system.saves.*.value
			count: system.attributes.speed.value
			list: items system.attributes.immunities system.attributes.weaknesses system.attributes.resistances system.perception.senses
			object: items.* system.attributes.immunities.* system.attributes.weaknesses.* system.attributes.resistances.* system.perception.senses.*
			texts: system.details.languages.value system.traits.value
			text: system.traits.size.value
			object: items.*.system system.details.level system.traits system.traits.size
			text: system.perception.senses.*.type`,
		silent: silentActor,
	}
}

// pathfinderRead lists the entries of the system's data that are read, and those that don't matter in a fight or follow from others.
const pathfinderRead = `
	attributes.ac.value attributes.hp.max attributes.immunities attributes.resistances attributes.speed.otherSpeeds attributes.speed.value attributes.weaknesses
	attributes.perception.value details.languages.value details.level initiative.statistic perception.mod perception.senses saves.*.value traits.size traits.value
	_migration abilities attributes.hp.temp attributes.hp.tempmax attributes.hp.value attributes.initiative details.alignment details.blurb details.creatureType
	details.privateNotes details.publicNotes details.publication details.source initiative.tiebreakPriority schema traits.rarity`

// pathfinderItemRead lists the same for the data of a strike or an action.
const pathfinderItemRead = `
	actions.value actionType.value attackEffects.value bonus.value damageRolls description.value frequency.max frequency.per range traits weaponType.value
	_migration action actions.typeId attack category deathNote description.gm frequency.value publication schema selfEffect slug source`

// pathfinderItemKinds says of what kind the entries of a strike's or an action's data are.
const pathfinderItemKinds = `
	object: damageRolls damageRolls.*
	text: description.value actionType.value damageRolls.*.damageType damageRolls.*.category frequency.per
	texts: traits.value attackEffects.value
	count: actions.value frequency.max`

// pathfinderInitiative reads the initiative modifier, which is that of Perception or of the skill that the actor rolls instead.
func (b *block) pathfinderInitiative(v any) {
	statistic, _ := v.(string)
	path := "system.perception.mod"
	if statistic != "" && statistic != "perception" {
		path = "system.skills." + statistic + ".base"
	} else if b.Get(path) == nil {
		path = "system.attributes.perception.value" // in older versions
	}
	if n, ok := b.Int(path); ok {
		b.stat("init", n)
	} else {
		b.miss(Initiative, "")
	}
}

// pathfinderResists returns a function for a row with resistances, immunities or weaknesses, their amounts and their exceptions.
func pathfinderResists(word string) func(b *block, v any) {
	return func(b *block, v any) {
		for _, o := range loosejson.Objects(v) {
			name := strings.ReplaceAll(o.Text("type"), "-", " ")
			if name == "all damage" {
				name = "all"
			}
			n, counted := o.Int("value")
			except := o.Texts("exceptions")
			stated := loosejson.Empty(o["exceptions"]) || isKind("texts", o["exceptions"]) && len(except) > 0
			for i, one := range except {
				except[i] = strings.ReplaceAll(one, "-", " ")
			}
			if !resistible.MatchString(name) || word != "immune" && (!counted || n < 1 || n > 1000) || slices.ContainsFunc(except, func(e string) bool { return !resistible.MatchString(e) }) ||
				!stated || !loosejson.Empty(o["doubleVs"]) {
				b.miss(Resistance, word+" "+name)
				continue
			}
			if word != "immune" {
				name = fmt.Sprintf("%s %d", name, n)
			}
			if len(except) > 0 {
				b.resistedBut(word, name, except)
				continue
			}
			b.resisted(word, []string{name})
		}
	}
}

// resistedBut adds a resistance with exceptions. It always begins with its word, because the list of exceptions only ends there.
func (b *block) resistedBut(word, name string, except []string) {
	text := word + " " + name + " except " + strings.Join(except, ", ")
	if b.m.Resistances != "" {
		text = b.m.Resistances + "; " + text
	}
	if len([]rune(text)) > monster.MaxText {
		b.miss(Resistance, word+" "+name)
		return
	}
	b.m.Resistances = text
}

// pathfinderItem reads an item: a strike as an attack, an action as an ability. Any other item is missed.
func (b *block) pathfinderItem(item loosejson.Object) {
	system := systemOf(item)
	f := feature{name: item.Text("name"), text: system.Text("description.value")}
	switch item.Text("type") {
	case "melee":
		a, ok := strike(system)
		if !ok {
			b.miss(Action, f.name)
			return
		}
		f.attack = &a
	case "action":
		pathfinderAction(&f, system)
	default:
		b.miss(Action, f.name)
		return
	}
	b.add(f)
	b.misshapen(f.name, system, pathfinderItemKinds)
	b.unread(f.name, system, pathfinderItemRead)
}

// strike reads an attack. Damage that isn't dealt at once, such as persistent damage, becomes text.
func strike(system loosejson.Object) (a monster.Attack, ok bool) {
	bonus, ok := system.Int("bonus.value")
	if !ok {
		return a, false
	}
	traits := system.Texts("traits.value")
	a = monster.Attack{Kind: monster.Melee, Bonus: &bonus}
	ranged := slices.ContainsFunc(traits, func(t string) bool { return strings.HasPrefix(t, "range-") })
	if system.Text("weaponType.value") == "ranged" || ranged || system.At("range") != nil {
		a.Kind = monster.Ranged
	}
	text := slices.Clone(traits)
	rolls := system.At("damageRolls")
	for _, key := range slices.Sorted(maps.Keys(rolls)) {
		one := rolls.At(key)
		d, ok := monster.ParseDamage(strings.ReplaceAll(one.Text("damage"), " ", "") + " " + oneLine(one.Text("damageType")))
		if !ok || len(a.Damage) == 6 {
			return a, false
		}
		if category := one.Text("category"); category != "" {
			text = append(text, oneLine(category)+" "+d.String())
			continue
		}
		a.Damage = append(a.Damage, d)
	}
	text = append(text, system.Texts("attackEffects.value")...)
	a.Text = plain(strings.ReplaceAll(strings.Join(text, ", "), "-", " "))
	return a, true
}

// The patterns for rolls in the texts of actions.
var (
	basicSave  = regexp.MustCompile(`@Check\[([^\[\]]{0,300})\]`)
	damageDice = regexp.MustCompile(`^\(?([0-9dD+ -]+)\)?\[([a-z,]+)\]$`)
)

// pathfinderAction reads when and how often an action is used, and the save and damage in its text.
func pathfinderAction(f *feature, system loosejson.Object) {
	switch system.Text("actionType.value") {
	case "action":
		if n, ok := system.Int("actions.value"); ok && n > 1 && n < 10 {
			f.Costs = n
		}
	case "reaction":
		f.As = engine.AsReaction
	default: // passive and free actions cost nothing
		f.As = engine.AsTrait
	}
	if most, ok := system.Int("frequency.max"); ok && most > 0 {
		f.Uses, f.Per = most, monster.PerOf(system.Text("frequency.per"))
		if most > monster.MaxUses {
			f.Uses, f.unclear = 0, append(f.unclear, Uses)
		}
	}
	checks := basicSave.FindAllStringSubmatch(f.text, 2)
	var save map[string]string
	for _, m := range checks {
		if values := options(m[1]); savesAs(values["type"]) != "" {
			if save != nil {
				f.unclear = append(f.unclear, Save)
				return
			}
			save = values
		}
	}
	dc, ok := loosejson.Whole(save["dc"])
	if save == nil {
		return
	}
	damage, known := actionDamage(f.text)
	if !ok || dc < 0 || dc > 1000 || !known {
		f.unclear = append(f.unclear, Save)
		return
	}
	f.Save, f.Damage, f.Half = &monster.Save{Stat: savesAs(save["type"]), DC: dc}, damage, save["basic"] != "" && len(damage) > 0
	text := plain(f.text)
	f.Area = areaOf(text)
	f.One = f.Area == "" && !strings.Contains(f.text, "@Template") && one(text)
}

// savesAs returns the stat for a save, or "" if the check isn't a save.
func savesAs(statistic string) string {
	return map[string]string{"fortitude": "fort", "reflex": "ref", "will": "will"}[statistic]
}

// actionDamage returns the damage of the only damage roll in a text, in parts. known is false if there are several rolls, or one that isn't
// just dice.
func actionDamage(text string) (out []monster.Damage, known bool) {
	rolls := damageRoll.FindAllStringSubmatch(text, 2)
	if len(rolls) != 1 {
		return nil, len(rolls) == 0
	}
	inside, _, _ := strings.Cut(rolls[0][1], "|")
	for part := range strings.SplitSeq(strings.ReplaceAll(inside, "],", "]\n"), "\n") {
		m := damageDice.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, false
		}
		kind, _, mixed := strings.Cut(m[2], ",")
		d, ok := monster.ParseDamage(strings.ReplaceAll(m[1], " ", "") + " " + kind)
		if !ok || mixed || len(out) == 6 {
			return nil, false
		}
		out = append(out, d)
	}
	return out, true
}
