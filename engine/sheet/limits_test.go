package sheet_test

import (
	"fmt"
	"strings"
	"testing"

	"roundel/engine/sheet"
)

// TestCR4Defences: what a file of the bot's own says of defences is in one line, without what nobody sees.
func TestCR4Defences(t *testing.T) {
	s, _, err := sheet.Read([]byte("roundel: 1\ncharacter: Mira\ndefences: {resists: [\"fi\u200bre\", \"\u202ecold\u202c 5\"], immune: [\"\u2066poison\u2069\"], weak: [\"a  b\u00a0c\"]}\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%q", s.Defence), `{["fire" "cold 5"] ["poison"] ["a b c"]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCR13LeftOut: numbers that can't be are left out, and so are attacks, each with its reason; all else is read.
func TestCR13LeftOut(t *testing.T) {
	edits := []string{"build.abilities.str=\"strong\"", "build.acTotal.acTotal=100001", "build.attributes.speed=25.5"}
	var attacks []string
	for i := range 22 {
		name := fmt.Sprintf("Knife %d", i+1)
		edits = append(edits, fmt.Sprintf("build.weapons.%d=%s", i, weaponOf(name, "d4", "", "P", i, 0, "")))
		if i < sheet.MaxAttacks {
			attacks = append(attacks, fmt.Sprintf("%s %+d 1d4 piercing", name, i))
		}
	}
	damage := strings.Repeat(`"1d4 fire", `, sheet.MaxParts-1)
	wantCharacters(t, []character{
		{"numbers, and more attacks than there is room for", with(t, build, edits...), "str none, ac none, speed none, athletics none, dex 0, hp 16, will 3", attacks,
			[]string{"str not-whole str", "athletics not-whole str", "class_dc not-whole str", "ac range", "speed not-whole speed", "Knife 21 too-many", "Knife 22 too-many"}},
		{"the last numbers in range", with(t, build, "build.acTotal.acTotal=100000", "build.attributes.speed=-100000"), "ac 100000, speed -100000", nil, nil},
		{"hit points", with(t, build, "build.attributes.bonushp=-16"), "hp none, ac 15", nil, []string{"hp range"}},
		{"attacks", with(t, build, "build.weapons.0="+weaponOf("One, two; three", "d6", "", "S", 3, 0, ""), `build.weapons.1={"name": "Club", "die": "d6"}`, "build.weapons.2="+weaponOf("Spoon", "spoon", "", "P", 5, 0, ""),
			"build.weapons.3="+weaponOf("Cannon", "d12", "", "P", 100001, 0, ""), "build.weapons.4="+weaponOf("Six", "d4", "", "P", 1, 0, strings.TrimSuffix(damage, ", ")),
			"build.weapons.5="+weaponOf("Seven", "d4", "", "P", 1, 0, damage+`"1d4 cold"`)), "hp 16",
			[]string{"One two three +3 1d6 slashing", "Six +1 1d4 piercing" + strings.Repeat(" 1d4 fire", sheet.MaxParts-1)},
			[]string{"Club no-bonus", "Spoon not-dice", "Cannon range", "Seven too-many"}},
		{"what isn't held", with(t, actor, "items.1="+bladeOf("Scimitar", "martialM", `, "equipped": false`)), "hp 8", nil, []string{"Scimitar not-equipped"}},
	})
}

// TestCR13Texts: text is not a number, even if it is all digits. Only the bonuses of Foundry's 5E system are text.
func TestCR13Texts(t *testing.T) {
	wantCharacters(t, []character{
		{"Pathbuilder", with(t, build, `build.proficiencies.arcana="2"`, `build.acTotal.acTotal="15"`, `build.abilities.cha="14"`, "build.weapons.0="+strings.Replace(weaponOf("Club", "d6", "", "B", 3, 0, ""), "3", `"3"`, 1)),
			"arcana none, ac none, cha none, deception none, dex 0", nil, []string{"arcana not-whole arcana", "ac not-whole acTotal", "cha not-whole cha", "deception not-whole cha", "diplomacy not-whole cha", "intimidation not-whole cha",
				"performance not-whole cha", "Club no-bonus"}},
		{"Pathbuilder, other types", with(t, build, `build.mods={"Stealth": 1, "Arcana": {"Item Bonus": 2}}`,
			`build.weapons.0={"name": "Club", "die": "d6", "str": 2, "damageType": "B", "attack": 3, "damageBonus": 0, "extraDamage": []}`,
			`build.weapons.1={"name": "Bow", "die": "d6", "str": "", "damageType": "P", "attack": 3, "damageBonus": 0, "extraDamage": "1d6 fire"}`),
			"stealth none, arcana 2, dex 0", nil, []string{"stealth not-whole Stealth", "Club not-dice", "Bow not-dice"}},
		{"dnd5e", with(t, actor, `system.abilities.dex.value="16"`, `system.attributes.hp.max="9"`, `system.skills.ath.value="1"`, `system.abilities.wis.proficient="1"`),
			"dex none, hp none, ac none, init none, athletics none, wis_save none, wis 0, arcana 0", nil,
			[]string{"dex not-whole dex", "dex_save not-whole dex", "init not-whole dex", "stealth not-whole dex", "ac not-whole dex", "hp not-whole hp.max", "athletics not-whole value", "wis_save not-whole proficient"}},
		{"dnd5e, armor", with(t, actor, "items.1="+armorOf("light", 12, `, "dex": "2"`), "items.2="+bladeOf("Scimitar", "martialM", `, "proficient": "1"`)), "ac none, hp 8", nil,
			[]string{"ac not-whole armor.dex", "Scimitar not-whole proficient"}},
		{"dnd5e, bonuses", with(t, actor, `system.attributes.init.bonus="2"`, `system.abilities.wis.bonuses={"save": "-1", "check": ""}`), "init 2, wis_save -1, hp 8", nil, nil},
		{"D&D Beyond", with(t, beyond, `data.stats.0.value="12"`, `data.baseHitPoints="10"`, `data.bonusHitPoints="1"`), "str none, hp none, dex 0", nil,
			[]string{"str not-whole strength", "str_save not-whole strength", "athletics not-whole strength", "hp not-whole baseHitPoints"}},
	})
}

// TestCR17Modifiers: modifiers of scores and what is divided are rounded down, below 0 too. Names of abilities mean modifiers.
func TestCR17Modifiers(t *testing.T) {
	var all []character
	for score, want := range map[int]int{1: -5, 7: -2, 8: -1, 9: -1, 10: 0, 11: 0, 13: 1, 18: 4, 19: 4, 30: 10} {
		numbers := fmt.Sprintf("str %d, wis 0", want)
		all = append(all, character{fmt.Sprintf("Pathbuilder, %d", score), with(t, build, fmt.Sprintf("build.abilities.str=%d", score)), numbers, nil, nil},
			character{fmt.Sprintf("dnd5e, %d", score), with(t, actor, fmt.Sprintf("system.abilities.str.value=%d", score)), numbers, nil, nil},
			character{fmt.Sprintf("D&D Beyond, %d", score), with(t, beyond, fmt.Sprintf("data.stats.0.value=%d", score)), numbers, nil, nil})
	}
	for level, want := range map[int]int{1: 2, 4: 2, 5: 3, 8: 3, 9: 4, 20: 6} {
		edit := fmt.Sprintf("items.0=%s", classOf("Fighter", "d10", level, `{"1": "max"}`))
		numbers := fmt.Sprintf("level %d, proficiency %d", level, want)
		all = append(all, character{fmt.Sprintf("dnd5e, level %d", level), with(t, actor, edit), numbers, nil, nil},
			character{fmt.Sprintf("D&D Beyond, level %d", level), with(t, beyond, fmt.Sprintf("data.classes.0.level=%d", level)), numbers, nil, nil})
	}
	half := with(t, actor, "system.skills.ath.value=0.5", "items.0="+classOf("Fighter", "d10", 5, `{"1": "max"}`)) // half of 3
	wantCharacters(t, append(all, character{"half of the proficiency", half, "athletics 1, proficiency 3", nil, nil}))
}
