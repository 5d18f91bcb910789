package sheet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"roundel/engine/monster"
	"roundel/engine/sheet"
)

// changed is a file with something in it that no sum names. What it changes, or may change, is left out, and its name is said (CR-12).
type changed struct {
	name string
	file string
	gone string // keys and attacks that are left out
	kept string // some of those that aren't
	by   string // what changes them; empty: any
}

func wantChanged(t *testing.T, all []changed) {
	t.Helper()
	for _, c := range all {
		s, left, err := sheet.Read([]byte(c.file), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		has := func(key string) bool {
			_, number := s.Numbers[key]
			_, save := s.Saves[key]
			_, skill := s.Skills[key]
			return number || save || skill || key == "hp" && s.MaxHP > 0 ||
				slices.ContainsFunc(s.Attacks, func(a monster.Attack) bool { return a.Name == key })
		}
		for _, key := range strings.Fields(c.gone) {
			i := slices.IndexFunc(left, func(l sheet.Left) bool { return l.What == key })
			switch {
			case has(key):
				t.Errorf("%s: %s is taken", c.name, key)
			case i < 0:
				t.Errorf("%s: %s isn't listed in %v", c.name, key, left)
			case c.by != "" && left[i].By != c.by:
				t.Errorf("%s: %s is changed by %s, want %s", c.name, key, left[i].By, c.by)
			}
		}
		for _, key := range strings.Fields(c.kept) {
			if !has(key) {
				t.Errorf("%s: %s is left out: %v", c.name, key, left)
			}
		}
	}
}

// of5E are keys that all sheets of 5E have.
const of5E = "ac hp init str dex con stealth arcana str_save con_save wis_save"

// TestCR12DnDBeyond: what a file of D&D Beyond has besides the sums.
func TestCR12DnDBeyond(t *testing.T) {
	club := "data.inventory.0=" + gear(`"name": "Club", "filterType": "Weapon", "attackType": 1, "categoryId": 1, "damage": {"diceString": "1d4"}, "damageType": "Bludgeoning"`)
	typed := func(kind int) string {
		return with(t, beyond, club, fmt.Sprintf(`data.characterValues=[{"typeId": %d, "value": 3}]`, kind))
	}
	one := func(kind, sub string) string {
		return with(t, beyond, club, "data.modifiers.feat.0="+grant(kind, sub, "1"))
	}
	wantChanged(t, []changed{
		{"nothing", with(t, beyond, club), "", of5E + " Club", ""},
		{"typed base", typed(4), "ac", "hp init str Club", "characterValues"},
		{"typed skill", typed(24), "stealth arcana", "ac str_save Club", "characterValues"},
		{"typed save", typed(39), "str_save wis_save", "ac stealth Club", "characterValues"},
		{"typed weapon", typed(12), "Club", of5E, "characterValues"},
		{"a pact weapon", typed(29), "Club", of5E, "characterValues"},
		{"a note", typed(9), "", of5E + " Club", ""},
		{"a type that isn't known", typed(31), of5E + " Club", "", "characterValues"},
		{"a type beyond all", typed(9999), of5E + " Club", "", "characterValues"},
		{"no type", with(t, beyond, `data.characterValues=[{"value": 3}]`), of5E, "", "characterValues"},
		{"a stacking bonus", one("stacking-bonus", "armor-class"), "ac", "hp str stealth Club", "armor-class"},
		{"an armor class that is set", one("set", "armor-class"), "ac", "hp", "armor-class"},
		{"proficiency in all saves", one("proficiency", "saving-throws"), "str_save con_save wis_save", "ac stealth", "saving-throws"},
		{"a higher proficiency bonus", one("bonus", "proficiency-bonus"), "proficiency", "ac stealth", "proficiency-bonus"},
		{"checks of one ability", one("bonus", "intelligence-ability-checks"), "arcana", "stealth ac str_save", "intelligence-ability-checks"},
		{"hit points that are set", one("set", "hit-points"), "hp", "ac", "hit-points"},
		{"dueling", one("damage", "one-handed-melee-attacks"), "Club", of5E, "one-handed-melee-attacks"},
		{"another ability for weapons", one("replace-weapon-ability", "intelligence"), "int arcana", "ac", "intelligence"},
		{"a monk's weapon", one("monk-weapon", "club"), "Club", of5E, "club"},
		{"natural armor without dexterity", one("ignore", "unarmored-dex-ac-bonus"), "ac", "hp Club", "unarmored-dex-ac-bonus"},
		{"reliable", one("set", "stealth"), "stealth", "arcana ac", "stealth"},
		{"an ability", one("set", "wisdom-score-maximum"), "wis wis_save", "str stealth arcana", "wisdom-score-maximum"},
		{"harmless ones", with(t, beyond, club, "data.modifiers.feat.0="+grant("set", "extra-attacks", "1"), "data.modifiers.feat.1="+grant("bonus", "speed", "5"),
			"data.modifiers.feat.2="+grant("proficiency", "heavy-armor", "null"), "data.modifiers.feat.3="+grant("proficiency", "thieves-tools", "null"), "data.modifiers.feat.4="+grant("bonus", "passive-perception", "5"),
			"data.modifiers.feat.5="+grant("advantage", "stealth", "null"), "data.modifiers.feat.6="+grant("ignore", "heavy-armor-speed-reduction", "null"), "data.modifiers.feat.7="+grant("proficiency", "martial-weapons", "null")),
			"", of5E + " Club", ""},
		{"a condition", with(t, beyond, "data.modifiers.condition.0="+grant("bonus", "armor-class", "-2")), "ac", "hp stealth", "armor-class"},
		{"an infusion, whose item doesn't say so", with(t, beyond, "data.modifiers.item.0="+grant("bonus", "armor-class", "1")), "ac", "hp stealth", "armor-class"},
		{"a spell's attack by one class", with(t, beyond, "data.modifiers.feat.0="+grant("bonus", "wizard-spell-attacks", "1"), `data.classes.0.definition.spellCastingAbilityId=4`), "spell_attack", "spell_dc ac", "wizard-spell-attacks"},
	})
	// what a weapon grants besides its own bonus counts, as of all that is equipped (CR-23)
	wantCharacters(t, []character{{"a warding staff", with(t, beyond, "data.inventory.0="+strings.Replace(gear(`"name": "Staff", "filterType": "Weapon", "attackType": 1, "damage": {"diceString": "1d6"}, "damageType": "Bludgeoning"`),
		`"grantedModifiers": []`, `"grantedModifiers": [`+grant("bonus", "armor-class", "1")+`]`, 1)), "ac 11", []string{"Staff +0 1d6 bludgeoning"}, nil}})
}

// TestCR12FoundryFiveE: what an actor of Foundry's 5E system has besides the sums.
func TestCR12FoundryFiveE(t *testing.T) {
	dagger := "items.1=" + bladeOf("Dagger", "simpleM", "")
	key := func(key string) string {
		return with(t, actor, dagger, fmt.Sprintf(`effects.0={"name": "Charm", "disabled": false, "changes": [{"key": %q, "mode": 2, "value": "1"}]}`, key))
	}
	const all = "ac hp init str dex con stealth arcana str_save con_save"
	wantChanged(t, []changed{
		{"nothing", with(t, actor, dagger), "", all + " Dagger", ""},
		{"a key that isn't known", key("system.attributes.fate"), all + " Dagger", "", "Charm"},
		{"another one", key("system.details.level"), all, "", "Charm"},
		{"a modifier", key("system.abilities.dex.mod"), "dex ac init stealth dex_save", "str hp arcana", "Charm"},
		{"weapons somebody is trained in", key("system.traits.weaponProf.value"), "Dagger", all, "Charm"},
		{"a special trait by an effect", key("flags.dnd5e.diamondSoul"), "str_save con_save", "ac stealth Dagger", "Charm"},
		{"bonuses to all checks", key("system.bonuses.abilities.check"), "stealth arcana init", "ac str_save hp", "Charm"},
		{"bonuses that aren't known", key("system.bonuses.luck"), all, "", "Charm"},
		{"senses, light and modules", with(t, actor, dagger, `effects.0={"name": "Charm", "changes": [{"key": "system.attributes.senses.darkvision", "value": "60"}, {"key": "ATL.light.dim", "value": "5"}, `+
			`{"key": "flags.dae.onTurn", "value": "1"}, {"key": "system.traits.dr.value", "value": "fire"}, {"key": "system.bonuses.msak.attack", "value": "1"}]}`), "", all + " Dagger", ""},
		{"jack of all trades", with(t, actor, dagger, "flags.dnd5e.jackOfAllTrades=true"), "stealth arcana init", "ac hp str_save Dagger", "jackOfAllTrades"},
		{"not a jack of all trades", with(t, actor, "flags.dnd5e.jackOfAllTrades=false"), "", all, ""},
		{"a bonus to attacks", with(t, actor, dagger, `system.bonuses.mwak.attack="1"`), "Dagger", all, "bonuses.mwak.attack"},
		{"exhaustion", with(t, actor, dagger, "system.attributes.exhaustion=2"), "stealth str_save init hp speed Dagger", "ac str", "exhaustion"},
		{"a raised maximum", with(t, actor, "system.attributes.hp.tempmax=5"), "hp", "ac", "hp.tempmax"},
		{"a bonus to dexterity checks", with(t, actor, `system.abilities.dex.bonuses={"check": "1"}`), "init", "stealth ac", "bonuses.check"},
		{"an enchanted weapon", with(t, actor, "items.1="+bladeOf("Dagger", "simpleM", "")[:len(bladeOf("Dagger", "simpleM", ""))-1]+
			`, "effects": [{"name": "Flame", "type": "enchantment", "disabled": false, "transfer": false, "changes": [{"key": "system.magicalBonus", "value": "1"}]}]}`), "Dagger", all, "Flame"},
		{"enchanted armor", with(t, actor, `items.1={"name": "Mail", "type": "equipment", "system": {"type": {"value": "light"}, "armor": {"value": 11}, "equipped": true}, "effects": `+
			`[{"name": "Ward", "type": "enchantment", "changes": [{"key": "system.armor.magicalBonus", "value": "1"}]}]}`), "ac", "hp", "Ward"},
		{"not attuned", with(t, actor, "items.1="+bladeOf("Dagger", "simpleM", `, "magicalBonus": 1, "attunement": "required", "attuned": false`)), "Dagger", all, "attunement"},
	})
}

// TestCR12FoundryPathfinder: what an actor of Foundry's Pathfinder 2E system has besides the sums.
func TestCR12FoundryPathfinder(t *testing.T) {
	rule := func(rule string) string { return with(t, pathfinder, "items.3="+ruleOf("Charm", rule)) }
	flat := func(selector string) string {
		return rule(fmt.Sprintf(`{"key": "FlatModifier", "selector": %q, "value": 1}`, selector))
	}
	path := func(path string) string {
		return rule(fmt.Sprintf(`{"key": "ActiveEffectLike", "mode": "override", "path": %q, "value": 1}`, path))
	}
	armor := func(more string) string {
		return with(t, pathfinder, "items.3="+strings.Replace(plateOf("light", 1, 4, 0), `"name": "Armor"`, `"name": "Mail"`, 1), more)
	}
	const all = "ac hp init perception speed fortitude reflex will athletics crafting stealth"
	wantChanged(t, []changed{
		{"a rule that isn't known", rule(`{"key": "FateModifier", "value": 1}`), all, "level", "Charm"},
		{"one that isn't known, of one number", rule(`{"key": "FateModifier", "selector": "ac", "value": 1}`), "ac", "hp will speed", "Charm"},
		{"a changed item", rule(`{"key": "ItemAlteration", "itemType": "armor", "property": "ac-bonus", "mode": "add", "value": 1}`), all, "", "Charm"},
		{"another form", rule(`{"key": "BattleForm", "overrides": {"armorClass": {"modifier": 20}}}`), all, "", "Charm"},
		{"harmless rules", rule(`{"key": "Note", "selector": "all"}, {"key": "RollOption", "option": "x"}, {"key": "Resistance", "type": "fire", "value": 5}, {"key": "Strike"}, {"key": "WeaponPotency", "selector": "attack", "value": 1}`), "", all, ""},
		{"dexterity", flat("dex-based"), "ac reflex stealth", "hp will fortitude athletics", "Charm"},
		{"strength", flat("str-based"), "athletics", "ac reflex stealth", "Charm"},
		{"constitution", flat("con-based"), "fortitude hp", "ac will", "Charm"},
		{"wisdom", flat("wis-based"), "will perception init", "ac fortitude stealth", "Charm"},
		{"everything", flat("all"), "ac init perception fortitude reflex will athletics", "hp level", "Charm"},
		{"each level", flat("hp-per-level"), "hp", "ac", "Charm"},
		{"other rolls", flat("spell-attack"), "", all, ""},
		{"a selector that isn't filled in", flat("{item|flags.system.rulesSelections.x}"), all, "", "Charm"},
		{"the level", path("system.details.level.value"), "level " + all, "", "Charm"},
		{"a part of the build", path("system.build.attributes.boosts.1"), all, "", "Charm"},
		{"initiative by another skill", path("system.initiative.statistic"), "init", "perception ac", "Charm"},
		{"an attribute that isn't known", path("system.attributes.fate"), all, "", "Charm"},
		{"flags", path("flags.system.x"), "", all, ""},
		{"trained by choice", with(t, pathfinder, `items.3={"name": "Charm", "type": "feat", "flags": {"pf2e": {"rulesSelections": {"skill": "stealth"}}}, "system": {"rules": [{"key": "ActiveEffectLike", "mode": "override", `+
			`"path": "system.skills.{item|flags.system.rulesSelections.skill}.rank", "value": 1}]}}`), "stealth", "athletics crafting ac", "Charm"},
		{"a choice that isn't made", path("system.skills.{item|flags.system.rulesSelections.skill}.rank"), "stealth athletics crafting", "ac will", "Charm"},
		{"a resilient rune", armor("items.3.system.runes.resilient=1"), "fortitude reflex will", "ac hp speed stealth", "Mail"},
		{"runes of older versions", armor("items.3.system.potencyRune.value=1"), "ac", "will hp", "Mail"},
		{"a rune that isn't invested", with(t, pathfinder, "items.3="+plateOf("light", 1, 4, 1), "items.3.system.equipped.invested=false"), "ac", "will", "Armor"},
		{"too heavy", armor(`items.3.system.checkPenalty=-1`), "stealth athletics", "ac will crafting", "Mail"},
		{"heavy, and strong enough", with(t, armor(`items.3.system.checkPenalty=-1`), "items.3.system.strength=3"), "", all, ""},
		{"heavy, and not strong enough by a score", with(t, armor(`items.3.system.checkPenalty=-1`), "items.3.system.strength=18"), "stealth athletics", "ac", "Mail"},
		{"slow", armor(`items.3.system.speedPenalty=-5`), "speed", "ac", "Mail"},
		{"two classes", with(t, pathfinder, `items.3={"name": "Rogue", "type": "class", "system": {"hp": 8, "keyAbility": {"selected": "dex"}}}`), "str hp ac will", "level speed", ""},
		{"other boosts of the ancestry", with(t, pathfinder, `items.0.system.alternateAncestryBoosts=["str", "dex"]`), "str hp ac will", "level speed", "ancestry"},
		{"an apex item", with(t, pathfinder, `items.3={"name": "Belt", "type": "equipment", "system": {"apex": {"attribute": "str"}, "rules": []}}`), "str athletics", "dex ac", "Belt"},
	})
	wantCharacters(t, []character{{"raised by choice", with(t, pathfinder, `items.3={"name": "Charm", "type": "feat", "flags": {"pf2e": {"rulesSelections": {"skill": "stealth"}}}, "system": {"rules": [{"key": "ActiveEffectLike", `+
		`"mode": "upgrade", "path": "system.skills.{item|flags.system.rulesSelections.skill}.rank", "value": 1}]}}`), "stealth 4, athletics 6", nil, nil}})
}

// TestCR12Pathbuilder: what a build of Pathbuilder has besides the sums.
func TestCR12Pathbuilder(t *testing.T) {
	const all = "ac init speed perception fortitude reflex will athletics class_dc hp"
	wantChanged(t, []changed{
		{"nothing", build, "", all, ""},
		{"a modifier of the armor class", with(t, build, `build.mods={"AC": {"Item Bonus": 1}}`), "ac", "hp will", "AC"},
		{"a modifier that isn't known", with(t, build, `build.mods={"Fate": {"Bonus": 1}}`), all, "level", "Fate"},
		{"a lore", with(t, build, `build.lores=[["Sea", 2]]`, `build.mods={"Sea Lore": {"Bonus": 1}}`), "", all + " sea_lore", ""},
		{"a resilient rune", with(t, build, `build.armor=[{"name": "Mail", "worn": true, "res": "resilient"}]`), "fortitude reflex will", "ac perception hp", "Mail"},
		{"an armor that isn't worn", with(t, build, `build.armor=[{"name": "Mail", "worn": false, "res": "resilient"}]`), "", all, ""},
	})
}
