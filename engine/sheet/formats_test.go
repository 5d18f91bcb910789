package sheet_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"roundel/engine/sheet"
)

// with returns a JSON file with values set at paths: "attributes.hp.max=5". A number in a path is a place in a list, and a place after the last adds one.
func with(t *testing.T, file string, edits ...string) string {
	t.Helper()
	var root any
	if err := json.Unmarshal([]byte(file), &root); err != nil {
		t.Fatal(err)
	}
	for _, edit := range edits {
		path, text, _ := strings.Cut(edit, "=")
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%s: %v", edit, err)
		}
		root = put(root, strings.Split(path, "."), value)
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// put sets a value at a path, and returns the changed root.
func put(at any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if list, ok := at.([]any); ok {
		if n, err := strconv.Atoi(path[0]); err == nil && n < len(list) {
			list[n] = put(list[n], path[1:], value)
			return list
		}
		return append(list, put(nil, path[1:], value))
	}
	o, ok := at.(map[string]any)
	if !ok {
		o = map[string]any{}
	}
	o[path[0]] = put(o[path[0]], path[1:], value)
	return o
}

// character is a file with what has to be read of it: numbers as "hp 106, ac 18", attacks as "Maul +6 2d6+4 bludgeoning", and what is left out as
// "ac changed Ward".
type character struct {
	name    string
	file    string
	numbers string
	attacks []string
	left    []string // all that is left out
}

func wantCharacters(t *testing.T, all []character) {
	t.Helper()
	for _, c := range all {
		s, left, err := sheet.Read([]byte(c.file), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for want := range strings.SplitSeq(c.numbers, ", ") {
			key, text, _ := strings.Cut(want, " ")
			got, has := s.MaxHP, s.MaxHP > 0
			for _, m := range []map[string]int{s.Numbers, s.Saves, s.Skills} {
				if key != "hp" {
					if n, in := m[key]; in {
						got, has = n, true
						break
					}
					has = false
				}
			}
			if key == "now" {
				if has = s.HP != nil; has {
					got = *s.HP
				}
			}
			if text == "none" && has || text != "none" && (!has || strconv.Itoa(got) != text) {
				t.Errorf("%s: %s is %d (%v), want %s", c.name, key, got, has, text)
			}
		}
		var attacks, out []string
		for _, a := range s.Attacks {
			text := fmt.Sprintf("%s %+d", a.Name, *a.Bonus)
			for _, d := range a.Damage {
				text += " " + d.String()
			}
			attacks = append(attacks, text)
		}
		for _, l := range left {
			out = append(out, strings.TrimSpace(l.What+" "+string(l.Why)+" "+l.By))
		}
		if again, _, err := sheet.Read(sheet.Write(s), ""); err != nil || string(sheet.Write(again)) != string(sheet.Write(s)) { // CR-24
			t.Errorf("%s: written and read again: %v\n%s", c.name, err, sheet.Write(s))
		}
		slices.Sort(out)
		slices.Sort(c.left)
		if !slices.Equal(attacks, c.attacks) {
			t.Errorf("%s: attacks are %q, want %q", c.name, attacks, c.attacks)
		}
		if !slices.Equal(out, c.left) {
			t.Errorf("%s: left out are %q, want %q", c.name, out, c.left)
		}
	}
}

const build = `{"build": {"name": "Anna", "level": 1, "keyability": "str", "abilities": {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10},
	"attributes": {"ancestryhp": 8, "classhp": 8, "bonushp": 0, "bonushpPerLevel": 0, "speed": 25, "speedBonus": 0},
	"proficiencies": {"classDC": 2, "perception": 2, "fortitude": 2, "reflex": 2, "will": 2, "acrobatics": 0, "arcana": 0, "athletics": 0, "crafting": 0, "deception": 0, "diplomacy": 0,
		"intimidation": 0, "medicine": 0, "nature": 0, "occultism": 0, "performance": 0, "religion": 0, "society": 0, "stealth": 0, "survival": 0, "thievery": 0},
	"mods": {}, "lores": [], "weapons": [], "spellCasters": [], "acTotal": {"acTotal": 15, "shieldBonus": 2}}}`

// weaponOf is a weapon of Pathbuilder.
func weaponOf(name, die, runes, kind string, attack, bonus int, more string) string {
	return fmt.Sprintf(`{"name": %q, "display": %q, "die": %q, "str": %q, "damageType": %q, "attack": %d, "damageBonus": %d, "extraDamage": [%s]}`, name, "Fine "+name, die, runes, kind, attack, bonus, more)
}

// TestCR20Pathbuilder: what the sums of Pathbuilder's numbers come to, worked out by hand.
func TestCR20Pathbuilder(t *testing.T) {
	wantCharacters(t, []character{
		{"worked example 1", with(t, build, "build.level=8", "build.attributes.ancestryhp=10", "build.attributes.bonushpPerLevel=1", "build.abilities.con=16", "build.abilities.wis=16",
			"build.weapons.0="+weaponOf("Maul", "d10", "striking", "B", 17, 6, "")),
			"hp 106, perception 13, init 13, nature 3, ac 15, fortitude 13, now none", []string{"Maul +17 2d10+6 bludgeoning"}, nil},
		{"a wizard", with(t, build, "build.abilities.int=18", "build.abilities.con=12", "build.attributes.ancestryhp=6", "build.attributes.classhp=6", "build.keyability=\"int\"",
			"build.proficiencies.arcana=2", `build.spellCasters.0={"name": "Wizard", "ability": "int", "proficiency": 2}`),
			"hp 13, arcana 7, class_dc 17, spell_attack 7, spell_dc 17, int 4, society 4", nil, nil},
		{"a barbarian at level 20", with(t, build, "build.level=20", "build.abilities.con=20", "build.abilities.str=22", "build.attributes.ancestryhp=10", "build.attributes.classhp=12",
			"build.proficiencies.athletics=8", "build.proficiencies.fortitude=8", "build.weapons.0="+weaponOf("Greataxe", "d12", "majorStriking", "S", 36, 20, "")),
			"hp 350, athletics 34, fortitude 33, reflex 22", []string{"Greataxe +36 4d12+20 slashing"}, nil},
		{"low scores", with(t, build, "build.abilities.dex=7", "build.abilities.wis=9"), "dex -2, reflex 1, stealth -2, thievery -2, perception 2, will 2, hp 16", nil, nil},
		{"item bonuses", with(t, build, "build.level=3", "build.abilities.wis=14", `build.mods={"Perception": {"Item Bonus": 2}, "Stealth": {"Item Bonus": 1, "Status Bonus": 1}, "Will": {"Item Bonus": 1}}`),
			"perception 9, init 9, stealth 2, will 8", nil, nil},
		{"bonuses that no sum has", with(t, build, `build.mods={"AC": {"Item Bonus": 1}, "Speed": {"Status Bonus": 5}}`), "ac none, speed none, hp 16", nil, []string{"ac changed AC", "speed changed Speed"}},
		{"lores", with(t, build, "build.level=5", "build.abilities.int=14", `build.lores=[["Engineering", 4], ["Old Songs", 0]]`, `build.mods={"Engineering Lore": {"Item Bonus": 1}}`),
			"engineering_lore 12, old_songs_lore 2", nil, nil},
		{"weapons", with(t, build, "build.weapons.0="+weaponOf("Dagger", "d4", "", "P", 5, 0, ""), "build.weapons.1="+strings.Replace(weaponOf("Dagger", "d4", "greaterStriking", "P", 7, 1, `"1d6 fire", "1d4 cold"`), "Fine Dagger", "Hot Dagger", 1),
			`build.weapons.2={"name": "Club"}`, "build.weapons.3="+weaponOf("Spoon", "spoon", "", "P", 5, 0, ""), "build.weapons.4="+weaponOf("A, B; C", "d6", "", "S", 1, -1, ""), "build.weapons.5="+weaponOf("Fine Dagger", "d4", "", "P", 5, 0, "")), "hp 16",
			[]string{"Fine Dagger +5 1d4 piercing", "Hot Dagger +7 3d4+1 piercing 1d6 fire 1d4 cold", "A B C +1 1d6-1 slashing"}, []string{"Club no-bonus", "Spoon not-dice", "Fine Dagger unclear"}},
		{"without a constitution", with(t, build, "build.abilities.con=null"), "hp none, con none, fortitude none, will 3", nil, []string{"con missing con", "fortitude missing con", "hp missing con"}},
		{"fractions and texts", with(t, build, "build.abilities.str=14.5", `build.proficiencies.will="trained"`, "build.attributes.speed=1e9", "build.acTotal.acTotal=200000"),
			"str none, athletics none, will none, speed none, ac none, hp 16", nil,
			[]string{"str not-whole str", "athletics not-whole str", "class_dc not-whole str", "will not-whole will", "speed not-whole speed", "ac range"}},
		{"two traditions", with(t, build, "build.level=7", "build.abilities.wis=18", "build.abilities.cha=12",
			`build.spellCasters=[{"ability": "wis", "proficiency": 4}, {"ability": "cha", "proficiency": 6}, {"ability": "str", "proficiency": 0}]`), "spell_attack 15, spell_dc 25", nil, nil},
	})
}

const actor = `{"name": "Ben", "type": "character", "system": {"abilities": {"str": {"value": 10, "proficient": 0}, "dex": {"value": 10, "proficient": 0}, "con": {"value": 10, "proficient": 0},
	"int": {"value": 10, "proficient": 0}, "wis": {"value": 10, "proficient": 0}, "cha": {"value": 10, "proficient": 0}},
	"attributes": {"ac": {"flat": null, "calc": "default"}, "hp": {"value": 5, "max": 8}, "init": {"bonus": ""}, "movement": {"walk": 30, "units": "ft"}},
	"skills": {"ath": {"ability": "str", "value": 0}, "arc": {"ability": "int", "value": 0}, "ste": {"ability": "dex", "value": 0}}, "traits": {"weaponProf": {"value": ["sim"]}}},
	"items": [{"name": "Fighter", "type": "class", "system": {"levels": 1, "hd": {"denomination": "d10"}, "advancement": [{"type": "HitPoints", "value": {"1": "max"}}]}}], "effects": []}`

// classOf is a class of Foundry's 5E system.
func classOf(name, die string, levels int, hp string) string {
	return fmt.Sprintf(`{"name": %q, "type": "class", "system": {"levels": %d, "hd": {"denomination": %q}, "advancement": [{"type": "HitPoints", "value": %s}]}}`, name, levels, die, hp)
}

// armorOf is an armor or a shield that is worn.
func armorOf(kind string, value int, more string) string {
	return fmt.Sprintf(`{"name": "Armor", "type": "equipment", "system": {"type": {"value": %q}, "armor": {"value": %d%s}, "equipped": true}}`, kind, value, more)
}

// bladeOf is a weapon that is held.
func bladeOf(name, kind, more string) string {
	return fmt.Sprintf(`{"name": %q, "type": "weapon", "system": {"type": {"value": %q, "baseItem": "blade"}, "equipped": true, "proficient": null, "properties": ["fin"],
		"damage": {"base": {"number": 1, "denomination": 6, "types": ["slashing"]}}%s}}`, name, kind, more)
}

// TestCR21FoundryFiveE: what the sums of Foundry's 5E system come to, worked out by hand.
func TestCR21FoundryFiveE(t *testing.T) {
	effect := func(key string) string {
		return fmt.Sprintf(`{"name": "Charm", "disabled": false, "transfer": true, "changes": [{"key": %q, "mode": 2, "value": "1"}]}`, key)
	}
	wantCharacters(t, []character{
		{"worked example 3", with(t, actor, "system.abilities.con.value=12", "system.attributes.hp.max=null", "items.0="+classOf("Fighter", "d10", 3, `{"1": "max", "2": "avg", "3": 4}`)),
			"hp 23, now 5, level 3, proficiency 2", nil, nil},
		{"two classes", with(t, actor, "system.abilities.con.value=14", "system.attributes.hp.max=null", "items.0="+classOf("Fighter", "d10", 3, `{"1": "max", "2": "avg", "3": "avg"}`),
			"items.1="+classOf("Rogue", "d8", 2, `{"1": "avg", "2": "avg"}`), `system.attributes.hp.bonuses={"level": "1", "overall": "2"}`), "hp 49, level 5, proficiency 3", nil, nil},
		{"at least 1 each level", with(t, actor, "system.abilities.con.value=4", "system.attributes.hp.max=null", "items.0="+classOf("Wizard", "d6", 2, `{"1": "max", "2": 1}`)), "hp 4, now 4, con -3", nil, nil},
		{"a level without hit points", with(t, actor, "system.attributes.hp.max=null", "items.0="+classOf("Fighter", "d10", 2, `{"1": "max"}`)), "hp none, level 2", nil, []string{"hp missing Fighter"}},
		{"medium armor and a shield", with(t, actor, "system.abilities.dex.value=18", "items.1="+armorOf("medium", 14, `, "dex": 2`), "items.2="+armorOf("shield", 2, "")), "ac 18, init 4, dex_save 4, stealth 4", nil, nil},
		{"light armor", with(t, actor, "system.abilities.dex.value=18", "items.1="+armorOf("light", 12, `, "dex": null`)), "ac 16", nil, nil},
		{"heavy armor", with(t, actor, "system.abilities.dex.value=6", "items.1="+armorOf("heavy", 18, "")), "ac 18, init -2", nil, nil},
		{"two armors", with(t, actor, "items.1="+armorOf("light", 12, ""), "items.2="+armorOf("light", 11, "")), "ac none", nil, []string{"ac unclear armor"}},
		{"a monk", with(t, actor, "system.abilities.dex.value=16", "system.abilities.wis.value=14", `system.attributes.ac.calc="unarmoredMonk"`), "ac 15", nil, nil},
		{"draconic with a shield", with(t, actor, "system.abilities.dex.value=16", `system.attributes.ac.calc="draconic"`, "items.1="+armorOf("shield", 2, "")), "ac 18", nil, nil},
		{"flat", with(t, actor, `system.attributes.ac={"calc": "flat", "flat": 17}`, "items.1="+armorOf("shield", 2, "")), "ac 17", nil, nil},
		{"custom", with(t, actor, `system.attributes.ac={"calc": "custom", "formula": "10 + 3"}`), "ac none", nil, []string{"ac unclear custom"}},
		{"weapons", with(t, actor, "system.abilities.dex.value=16", "items.1="+bladeOf("Dagger", "simpleM", ""), "items.2="+bladeOf("Rapier", "martialM", `, "magicalBonus": 1`),
			"items.3="+bladeOf("Scimitar", "martialM", `, "equipped": false`), "items.4="+bladeOf("Claw", "natural", ""), `items.5={"name": "Rope", "type": "loot", "system": {}}`), "hp 8",
			[]string{"Dagger +5 1d6+3 slashing", "Rapier +4 1d6+4 slashing"}, []string{"Scimitar not-equipped", "Claw missing proficient"}},
		{"a weapon by its base item", with(t, actor, `system.traits.weaponProf.value=["blade"]`, "items.1="+bladeOf("Rapier", "martialM", "")), "hp 8", []string{"Rapier +2 1d6 slashing"}, nil},
		{"saves with bonuses", with(t, actor, "system.abilities.con.proficient=1", `system.abilities.con.bonuses={"save": "1"}`, `system.abilities.wis.bonuses={"save": "1d4"}`), "con_save 3, wis_save none, str_save 0",
			nil, []string{"wis_save not-whole bonuses.save"}},
		{"a changed score", with(t, actor, "effects.0="+effect("system.abilities.str.value"), "items.1="+bladeOf("Dagger", "simpleM", "")), "str none, str_save none, athletics none, stealth 0", nil,
			[]string{"str changed Charm", "str_save changed Charm", "athletics changed Charm", "Dagger no-bonus"}},
		{"an item's effect on the armor class", with(t, actor, `items.1={"name": "Ring", "type": "equipment", "system": {"equipped": true}, "effects": [`+effect("system.attributes.ac.bonus")+`]}`), "ac none, init 0", nil,
			[]string{"ac changed Charm"}},
		{"a disabled effect", with(t, actor, "effects.0="+strings.Replace(effect("system.attributes.ac.bonus"), "false", "true", 1)), "ac 10", nil, nil},
		{"initiative", with(t, actor, `system.attributes.init.bonus="5"`), "init 5", nil, nil},
		{"initiative with a formula", with(t, actor, `system.attributes.init.bonus="@prof"`), "init none", nil, []string{"init not-whole init.bonus"}},
		{"a wizard at level 20", with(t, actor, "system.abilities.int.value=20", "system.abilities.int.proficient=1", "system.skills.arc.value=2", "system.skills.ath.value=0.5", "items.0.system.levels=20"),
			"level 20, proficiency 6, int_save 11, arcana 17, athletics 3", nil, nil},
	})
}

const pathfinder = `{"name": "Cleo", "type": "character", "items": [
	{"name": "Dwarf-ish", "type": "ancestry", "system": {"slug": "dwarf-ish", "hp": 10, "speed": 20, "boosts": {"0": {"value": ["con"]}, "1": {"value": ["wis"]}, "2": {"value": []}}, "flaws": {"0": {"value": ["cha"]}}, "rules": []}},
	{"name": "Smith", "type": "background", "system": {"slug": "smith", "boosts": {"0": {"selected": "str", "value": ["str", "int"]}, "1": {"selected": "con", "value": ["str", "con"]}}, "trainedSkills": {"value": ["crafting"]}, "rules": []}},
	{"name": "Fighter", "type": "class", "system": {"slug": "fighter", "hp": 10, "keyAbility": {"selected": "str", "value": ["str", "dex"]}, "perception": 2,
		"savingThrows": {"fortitude": 2, "reflex": 2, "will": 1}, "defenses": {"unarmored": 1, "light": 1, "medium": 1, "heavy": 1}, "rules": []}}],
	"system": {"abilities": null, "attributes": {"hp": {"value": 20}}, "build": {"attributes": {"manual": false, "boosts": {"1": ["str", "dex", "con", "wis"], "5": ["str", "dex", "con", "wis"], "10": ["str", "dex", "con", "wis"]}}},
		"details": {"level": {"value": 1}}, "skills": {"athletics": {"rank": 1}, "crafting": {"rank": 1}, "stealth": {"rank": 0}}}}`

// plateOf is an armor that is worn.
func plateOf(category string, bonus, limit, potency int) string {
	return fmt.Sprintf(`{"name": "Armor", "type": "armor", "system": {"category": %q, "acBonus": %d, "dexCap": %d, "runes": {"potency": %d}, "equipped": {"carryType": "worn", "inSlot": true}, "rules": []}}`, category, bonus, limit, potency)
}

// ruleOf is a feat with a rule.
func ruleOf(name, rule string) string {
	return fmt.Sprintf(`{"name": %q, "type": "feat", "system": {"rules": [%s]}}`, name, rule)
}

// TestCR22FoundryPathfinder: what the sums of Foundry's Pathfinder 2E system come to, worked out by hand.
func TestCR22FoundryPathfinder(t *testing.T) {
	wantCharacters(t, []character{
		{"level 1", pathfinder, "str 3, dex 1, con 3, int 0, wis 2, cha -1, hp 23, now 20, perception 7, init 7, fortitude 8, reflex 6, will 5, athletics 6, crafting 3, stealth 1, speed 20, ac 14, arcana none", nil, nil},
		{"level 5", with(t, pathfinder, "system.details.level.value=5"), "str 4, con 4, hp 80, athletics 11, ac 19", nil, nil},
		{"level 10 with half boosts", with(t, pathfinder, "system.details.level.value=10"), "str 4, con 4, dex 3, wis 4, hp 150, fortitude 18", nil, nil},
		{"stated modifiers", with(t, pathfinder, "system.build.attributes.manual=true", `system.abilities={"str": {"mod": 5}, "dex": {"mod": 0}, "con": {"mod": 1}, "int": {"mod": 0}, "wis": {"mod": 0}, "cha": {"mod": -1}}`),
			"str 5, hp 21, perception 5", nil, nil},
		{"plate with a rune", with(t, pathfinder, "items.3="+plateOf("heavy", 6, 0, 1)), "ac 20", nil, nil},
		{"two armors", with(t, pathfinder, "items.3="+plateOf("light", 1, 4, 0), "items.4="+plateOf("light", 2, 3, 0)), "ac none", nil, []string{"ac unclear"}},
		{"a raised rank", with(t, pathfinder, "items.3="+ruleOf("Bravery", `{"key": "ActiveEffectLike", "mode": "upgrade", "path": "system.saves.will.rank", "value": 2}`)), "will 7", nil, nil},
		{"a lower rank raises nothing", with(t, pathfinder, "items.3="+ruleOf("Bravery", `{"key": "ActiveEffectLike", "mode": "upgrade", "path": "system.saves.fortitude.rank", "value": 1}`)), "fortitude 8", nil, nil},
		{"worked example 3", with(t, pathfinder, "items.3="+ruleOf("Shield Ward", `{"key": "FlatModifier", "selector": "ac", "value": 1}`)), "ac none, will 5", nil, []string{"ac changed Shield Ward"}},
		{"worked example 3, with a predicate", with(t, pathfinder, "items.3="+ruleOf("Shield Ward", `{"key": "FlatModifier", "selector": "ac", "value": 1, "predicate": ["x"]}`)), "ac 14", nil,
			[]string{"Shield Ward conditional ac"}},
		{"all saves", with(t, pathfinder, "items.3="+ruleOf("Cloak", `{"key": "FlatModifier", "selector": ["saving-throw"], "value": 1}`)), "fortitude none, reflex none, will none, perception 7", nil,
			[]string{"fortitude changed Cloak", "reflex changed Cloak", "will changed Cloak"}},
		{"a boost that isn't chosen", with(t, pathfinder, `items.0.system.boosts.1={"value": ["wis", "int"]}`), "str none, hp none, level 1, speed 20", nil, []string{
			"str missing ancestry", "dex missing ancestry", "con missing ancestry", "int missing ancestry", "wis missing ancestry", "cha missing ancestry", "hp missing ancestry", "ac missing ancestry",
			"perception missing ancestry", "init missing ancestry", "fortitude missing ancestry", "reflex missing ancestry", "will missing ancestry", "athletics missing ancestry",
			"crafting missing ancestry", "stealth missing ancestry"}},
		{"trained by the background", with(t, pathfinder, "system.skills.crafting.rank=0"), "crafting none, athletics 6", nil, []string{"crafting changed smith"}},
		{"weapons", with(t, pathfinder, `items.3={"name": "Warhammer", "type": "weapon", "system": {"rules": []}}`), "hp 23", nil, []string{"Warhammer no-result"}},
	})
}

const beyond = `{"data": {"name": "Dora", "baseHitPoints": 10, "bonusHitPoints": null, "overrideHitPoints": null, "removedHitPoints": 3,
	"stats": [{"id": 1, "value": 10}, {"id": 2, "value": 10}, {"id": 3, "value": 10}, {"id": 4, "value": 10}, {"id": 5, "value": 10}, {"id": 6, "value": 10}],
	"bonusStats": [], "overrideStats": [], "classes": [{"level": 1, "definition": {"name": "Fighter", "spellCastingAbilityId": null}}],
	"modifiers": {"race": [], "class": [], "background": [], "feat": [], "item": [], "condition": []}, "inventory": [], "characterValues": []}}`

// grant is a modifier of D&D Beyond.
func grant(kind, sub, value string) string {
	return fmt.Sprintf(`{"type": %q, "subType": %q, "value": %s, "restriction": "", "isGranted": true, "statId": null}`, kind, sub, value)
}

// gear is an item that is equipped.
func gear(definition string) string {
	return fmt.Sprintf(`{"equipped": true, "isAttuned": false, "definition": {"canAttune": false, "grantedModifiers": [], %s}}`, definition)
}

// TestCR23DnDBeyond: what the sums of D&D Beyond come to, worked out by hand.
func TestCR23DnDBeyond(t *testing.T) {
	wantCharacters(t, []character{
		{"plain", beyond, "hp 10, now 7, level 1, proficiency 2, ac 10, init 0, stealth 0, spell_attack none", nil, nil},
		{"hit points", with(t, beyond, "data.classes.0.level=5", "data.stats.2.value=16", "data.bonusHitPoints=4", "data.modifiers.race.0="+grant("bonus", "hit-points-per-level", "1"),
			"data.modifiers.feat.0="+grant("bonus", "hit-points", "2")), "hp 36, now 33, proficiency 3", nil, nil},
		{"typed hit points", with(t, beyond, "data.overrideHitPoints=55"), "hp 55, now 52", nil, nil},
		{"heavy armor and a shield", with(t, beyond, "data.stats.1.value=16", "data.inventory.0="+gear(`"name": "Plate", "filterType": "Armor", "armorTypeId": 3, "armorClass": 18`),
			"data.inventory.1="+gear(`"name": "Shield", "filterType": "Armor", "armorTypeId": 4, "armorClass": 2`)), "ac 20, init 3", nil, nil},
		{"medium armor", with(t, beyond, "data.stats.1.value=18", "data.inventory.0="+gear(`"name": "Scale", "filterType": "Armor", "armorTypeId": 2, "armorClass": 14`)), "ac 16", nil, nil},
		{"two armors", with(t, beyond, "data.inventory.0="+gear(`"filterType": "Armor", "armorTypeId": 1, "armorClass": 11`), "data.inventory.1="+gear(`"filterType": "Armor", "armorTypeId": 1, "armorClass": 12`)),
			"ac none", nil, []string{"ac unclear armor"}},
		{"a monk", with(t, beyond, "data.stats.1.value=16", "data.stats.4.value=16", "data.modifiers.class.0="+strings.Replace(grant("set", "unarmored-armor-class", "null"), `"statId": null`, `"statId": 5`, 1)), "ac 16", nil, nil},
		{"typed armor class", with(t, beyond, `data.characterValues=[{"typeId": 1, "value": 19}, {"typeId": 3, "value": 1}]`), "ac 20", nil, nil},
		{"scores", with(t, beyond, "data.modifiers.race.0="+grant("bonus", "strength-score", "2"), "data.modifiers.feat.0="+grant("set", "constitution-score", "19"), `data.overrideStats=[{"id": 6, "value": 20}]`,
			`data.bonusStats=[{"id": 5, "value": 4}]`), "str 1, con 4, cha 5, wis 2, hp 14", nil, nil},
		{"skills", with(t, beyond, "data.modifiers.class.0="+grant("proficiency", "stealth", "null"), "data.modifiers.class.1="+grant("expertise", "arcana", "null"),
			"data.modifiers.class.2="+grant("half-proficiency", "medicine", "null"), "data.modifiers.class.3="+grant("bonus", "history", "3")), "stealth 2, arcana 4, medicine 1, history 3", nil, nil},
		{"saves", with(t, beyond, "data.modifiers.class.0="+grant("proficiency", "wisdom-saving-throws", "null"), "data.modifiers.class.1="+grant("bonus", "saving-throws", "1")), "wis_save 3, str_save 1", nil, nil},
		{"a sorcerer at level 17", with(t, beyond, `data.classes.0={"level": 17, "definition": {"spellCastingAbilityId": 6}}`, "data.stats.5.value=20"), "spell_attack 11, spell_dc 19, proficiency 6", nil, nil},
		{"weapons", with(t, beyond, "data.stats.0.value=16", "data.stats.1.value=14", "data.modifiers.class.0="+grant("proficiency", "simple-weapons", "null"), "data.modifiers.class.1="+grant("bonus", "ranged-weapon-attacks", "2"),
			"data.inventory.0="+gear(`"name": "Mace", "filterType": "Weapon", "attackType": 1, "categoryId": 1, "damage": {"diceString": "1d6"}, "damageType": "Bludgeoning"`),
			"data.inventory.1="+gear(`"name": "Longbow", "filterType": "Weapon", "attackType": 2, "categoryId": 2, "damage": {"diceString": "1d8"}, "damageType": "Piercing"`),
			"data.inventory.2="+gear(`"name": "Blowgun", "filterType": "Weapon", "attackType": 2, "categoryId": 2, "damage": {"diceString": null, "fixedValue": 1}, "damageType": "Piercing"`)), "hp 10",
			[]string{"Mace +5 1d6+3 bludgeoning", "Longbow +4 1d8+2 piercing"}, []string{"Blowgun not-dice"}},
		{"two classes that cast, one by a score that isn't whole", with(t, beyond, `data.classes=[{"level": 1, "definition": {"spellCastingAbilityId": 5}}, {"level": 1, "definition": {"spellCastingAbilityId": 4}}]`,
			"data.stats.4.value=10.5"), "spell_attack none, spell_dc none", nil, strings.Split("animal_handling not-whole wisdom,"+
			"insight not-whole wisdom,medicine not-whole wisdom,perception not-whole wisdom,survival not-whole wisdom,wis not-whole wisdom,wis_save not-whole wisdom,spell_attack not-whole wisdom,spell_dc not-whole wisdom", ",")},
		{"what its sums don't know", with(t, beyond, "data.modifiers.feat.0="+grant("bonus", "spell-attacks", "1"), `data.classes.0.definition.spellCastingAbilityId=4`, "data.modifiers.feat.1="+grant("bonus", "ability-checks", "1"),
			"data.modifiers.feat.2="+strings.Replace(grant("bonus", "armor-class", "null"), `"statId": null`, `"statId": 4`, 1)), "spell_attack none, spell_dc 10, init none, stealth none, ac none", nil,
			append([]string{"spell_attack changed spell-attacks", "init changed ability-checks", "ac changed armor-class"}, func() []string {
				var out []string
				for _, skill := range strings.Fields("acrobatics animal_handling arcana athletics deception history insight intimidation investigation medicine nature perception performance persuasion religion sleight_of_hand stealth survival") {
					out = append(out, skill+" changed ability-checks")
				}
				return out
			}()...)},
	})
}

// TestCR12WrongTypes: what has the wrong type costs itself, never the file, and is told.
func TestCR12WrongTypes(t *testing.T) {
	const beyond = `{"name": "Dun", "stats": [], "classes": [7, {"level": 1}], "modifiers": {"race": ["x"], "class": {"a": 1}, "item": []}, "inventory": [null, [], {"equipped": true, "definition": ` +
		`{"name": "Ring", "grantedModifiers": [1]}}], "characterValues": "none"}`
	wantCharacters(t, []character{
		{"items", with(t, actor, `items.1="Shield"`, "items.2=5", `items.3=["x"]`, "items.4=null", `items.5={"name": "Cap", "type": 7, "system": {}}`, `items.6={"name": "Mail", "type": "equipment", "system": "x"}`,
			`items.7={"type": "loot"}`), "hp 8, ac 10", nil, []string{"Cap unclear type", "Mail unclear system", "items 2 unclear", "items 3 unclear", "items 4 unclear", "items unclear system"}},
		{"effects", with(t, actor, "effects.0=7", `effects.1={"name": "Bless", "changes": [true, {"key": "system.bonuses.abilities.save"}]}`, `items.1={"name": "Ring", "type": "loot", "system": {}, "effects": "x"}`),
			"hp 8, str_save none, ac 10", nil, []string{"Bless changes 1 unclear", "Ring effects unclear", "cha_save changed Bless", "con_save changed Bless", "dex_save changed Bless", "effects 1 unclear",
				"int_save changed Bless", "str_save changed Bless", "wis_save changed Bless"}},
		{"advancement", with(t, actor, "system.attributes.hp.max=null", `items.0.system.advancement=["x", {"type": "HitPoints", "value": {"1": "max"}}]`), "hp 10", nil, []string{"Fighter advancement 1 unclear"}},
		{"armor that may be worn", with(t, actor, "items.1="+strings.Replace(armorOf("light", 12, ""), "true", `"yes"`, 1)), "ac none, hp 8", nil, []string{"ac changed Armor"}},
		{"rules", with(t, pathfinder, `items.3={"name": "Charm", "type": "feat", "system": {"rules": [7]}}`, "items.4=false"), "hp 23", nil, []string{"Charm rules 1 unclear", "items 5 unclear"}},
		{"armor, weapons and spellcasters", with(t, build, `build.weapons=["x"]`, "build.armor=[1]", `build.spellCasters="x"`), "hp 16", nil, []string{"armor 1 unclear", "spellCasters unclear", "weapons 1 unclear"}},
	})
	if _, left, err := sheet.Read([]byte(beyond), ""); err != nil || !slices.Contains(left, sheet.Left{What: "class", Why: sheet.Unclear}) {
		t.Errorf("%v, %v", left, err)
	} else {
		for _, what := range []string{"classes 1", "race 1", "inventory 2", "Ring grantedModifiers 1", "characterValues"} {
			if !slices.Contains(left, sheet.Left{What: what, Why: sheet.Unclear}) {
				t.Errorf("%s isn't told: %v", what, left)
			}
		}
	}
}
